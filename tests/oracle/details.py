"""What the details beside a row say of its points: which games they can be, and what those are worth."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import combinations, product

from tests.oracle.formulas import EDGES, OTHER, SYSTEMS, Facts
from tests.oracle.ink import NOTHING, Value
from tests.oracle.rulebook import LAST_TRICK, PAIRS, System, counts_sonderpunkt, find_values
from tournament.judging.limits.judging_limits import LIMITS

CALLED = {
    "re.re": ("re", 1),
    "kontra.kontra": ("kontra", 1),
    **{
        f"{party}.{level}": (party, n) for party in OTHER for n, level in enumerate(("k90", "k60", "k30", "schwarz"), 2)
    },
}
SUITS = ("kreuz", "pik", "herz", "karo")
Made = tuple[tuple[str, str, Value], ...]


@dataclass(frozen=True)
class Told:
    """What is written beside the points. `kinds`: crossed games, "solo.buben" among them. `re`: seats crossed as Re.
    `said`: the highest call of Re and of Kontra. `augen`: Re's, None where unread, NOTHING where blank. `made`:
    Sonderpunkte as (party, name, count). `lost`: parties that lost by a broken rule."""

    kinds: tuple[str, ...]
    re: tuple[int, ...]
    said: tuple[int, int]
    augen: Value
    made: Made
    bock: bool
    lost: tuple[str, ...]

    @property
    def filled(self) -> bool:
        """Whether the row is filled in: then what is not crossed was not said."""
        return self.augen != NOTHING

    @property
    def says_of_value(self) -> bool:
        """Whether it says more than who played what."""
        return any((*self.said, self.filled, self.made, self.bock, self.lost))


@dataclass(frozen=True)
class Played:
    """One game that may have been played: of one against three or not, and what it may be worth."""

    lone: bool
    re: tuple[int, ...]
    values: frozenset[int]

    def list_rows(self, seats: tuple[int, ...]) -> Iterator[dict[int, int]]:
        """Every row of points that it can have."""
        for party in combinations(seats, 1 if self.lone else 2):
            if set(self.re) <= set(party):
                for value in self.values:
                    yield {seat: value * (3 if self.lone else 1) if seat in party else -value for seat in seats}


def weigh_augen(boxes: Mapping[str, Value]) -> float:
    """How often a game ends with just so many Augen, beside an ordinary number: hardly ever has a party under 30."""
    augen = boxes.get("augen")
    return 1.0 if augen in (None, NOTHING) or 30 <= augen <= 210 else LIMITS.lopsided


def read_told(values: Mapping[str, Value]) -> Told:
    """The details from what their boxes say."""
    boxes = {name: value for name, value in values.items() if value != (NOTHING if name in ("augen", "value") else 0)}
    kinds = [name for name in boxes if name in ("hochzeit", "stille-hochzeit", "armut") or name.startswith("solo.")]
    re = [int(name[2:]) for name in boxes if name[:2] == "re" and name[2:].isdigit()]
    calls = [CALLED[name] for name in boxes if name in CALLED]
    said = tuple(max((n for party, n in calls if party == one), default=0) for one in OTHER)
    lost = tuple(party for party in OTHER if f"{party}.verworfen" in boxes)
    made = [
        (name.partition(".")[0], name.partition(".")[2], value)
        for name, value in boxes.items()
        if name.partition(".")[0] in OTHER and "." in name and name not in CALLED and "verworfen" not in name
    ]
    return Told(
        tuple(sorted(kinds)),
        tuple(sorted(re)),
        (said[0], said[1]),
        boxes.get("augen", NOTHING),
        tuple(sorted(made, key=str)),
        "bock" in boxes,
        lost,
    )


@cache
def list_games(system: System, told: Told) -> tuple[Played, ...]:
    """Every game that these details can be; none where they contradict one another or the rules."""
    found = []
    for kind, solo in list_kinds(system, told):
        values = count_values(system, kind, solo, told)
        if values:
            found.append(Played(kind not in PAIRS, told.re, values))
    return tuple(found)


def list_kinds(system: System, told: Told) -> Iterator[tuple[str, str | None]]:
    """The kinds of game by the crosses. One Re cross alone may be a soloist's whose other cross was left out; a
    Hochzeit crossed may have stayed alone, and is then played as a solo."""
    solos = [kind.removeprefix("solo.") for kind in told.kinds if kind.startswith("solo.")]
    single = len(told.re) < 2
    found: list[tuple[str, str | None]] = []
    if not told.kinds:
        found = [("normal", None)]
        if single:
            found += [("hochzeit-allein", None), ("stille-hochzeit", None), *(("solo", one) for one in system.solos)]
    elif len(told.kinds) == 1:
        found = [("solo", solos[0]) if solos else (told.kinds[0], None)]
        if told.kinds == ("hochzeit",):
            found += [("hochzeit-allein", None)]
    elif len(told.kinds) == 2 and len(solos) == 1 and "hochzeit" in told.kinds:
        found = [("hochzeit-allein", None)]
    for kind, solo in found:
        named = "trumpf" if solo in SUITS else solo
        if kind in system.kinds and len(told.re) <= (2 if kind in PAIRS else 1) and named in (None, *system.solos):
            yield kind, named


def count_values(system: System, kind: str, solo: str | None, told: Told) -> frozenset[int]:
    """All that such a game can be worth from Re's view, whatever is not told."""
    if not told.says_of_value:
        return find_values(system, kind)
    if len(told.lost) > system.lost_by_rule or (told.bock and not system.bock):
        return frozenset()
    if told.augen is not None and told.augen > 240:
        return frozenset()
    lost = told.lost[0] if told.lost else None
    augen = EDGES if lost or told.augen in (None, NOTHING) else [told.augen or 0]
    said = [range(one, one + 1 if told.filled else 6) for one in told.said]
    bocks = (told.bock,) if told.filled or told.bock or not system.bock else (False, True)
    formula, nets = SYSTEMS[system.name][0], list_told_nets(system, kind, told)
    if lost and nets:  # such a game has no Sonderpunkte, but three Füchse no game has
        nets = {0}
    return frozenset(
        formula(_play(system.name, re, kontra, number, lost), kind, solo, net, bool(bock))
        for re, kontra, number, net, bock in product(*said, augen, nets, bocks)
    )


def list_told_nets(system: System, kind: str, told: Told) -> set[int]:
    """Re's Sonderpunkte less Kontra's, as far as they are reported; none where there cannot be so many."""
    told_of = {(party, name): count for party, name, count in told.made}
    if any(name not in system.most for _, name in told_of):
        return set()
    pairs = []
    for name, most in system.most.items():
        of = [told_of.get((party, name), 0 if told.filled else None) for party in OTHER]
        spans = [range(most + 1) if count is None else (count,) for count in of]
        pairs.append([(name, re, kontra) for re, kontra in product(*spans) if 0 <= re + kontra <= most])
    nets = set()
    for made in product(*pairs):
        if sum(re + kontra for name, re, kontra in made if name in LAST_TRICK) <= 1:
            nets.add(sum(re - kontra for name, re, kontra in made if counts_sonderpunkt(system, name, kind)))
    return nets


@cache
def _play(name: str, re: int, kontra: int, augen: int, lost: str | None) -> Facts:
    _, bounds, needs = SYSTEMS[name]
    return Facts(re, kontra, augen, bounds, needs, lost)


def is_game_of(system: System, told: Told, hands: Mapping[int, int]) -> bool:
    """Whether some game with these details gives the four these points."""
    seats = tuple(hands)
    return any(hands == row for game in list_games(system, told) for row in game.list_rows(seats))


def is_fine_of(system: System, told: Told, hands: Mapping[int, int]) -> bool:
    """Whether these are the points of an offence; each Absage that the other party is crossed with raises it."""
    lost, *won = sorted(hands.values())
    offender = min(hands, key=lambda seat: hands[seat])
    counts = set(range(len(system.fines)))
    if any(told.said) and len(system.fines) > 1:
        lone = bool(told.kinds) and all(kind not in PAIRS for kind in told.kinds)
        whole = len(told.re) == (1 if lone else 2)
        parties = (0,) if offender in told.re else (1,) if whole else (0, 1)
        counts = {max(0, told.said[1 - party] - 1) for party in parties}
    fines = [*(system.fines[n] for n in counts if n < len(system.fines)), *([system.minor] if system.minor else [])]
    return any([lost, *won] == [fine, others, others, others] for fine, others in fines)
