"""Full sheets as people write them, for every system, with planted mistakes, and as a calibrated reader sees them."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, replace

from scanner.reading import Reading, SheetReading
from scoring.counting.game import LEVELS, Call, Calls, Extras, Game, Party
from scoring.counting.rules import RuleSet
from scoring.counting.score import score
from templates.code import SheetCode
from tests.tournament.simulate import QUAD, Hand, see, sheet_reading, write

SYSTEMS = ("pflichtsolo-40", "zehn-cent", "kurzregeln-48", "zwoelf-spiele", "stille-hochzeit", "ddv")
LEVEL_NAMES = ("k90", "k60", "k30", "schwarz")


@dataclass(frozen=True)
class FullRow:
    """A row as written: `cells` by the last part of the field ids, blank ones left out. `right`: the points that count.

    `mistake`: what the players got wrong, "" for a right row; `told`: how much of the details was filled in.
    """

    cells: dict[str, str]
    right: tuple[int, ...]
    mistake: str = ""
    told: str = "all"

    @property
    def points(self) -> tuple[int, ...]:
        """The points as written, 0 for a blank cell."""
        return tuple(int(self.cells.get(f"p{seat}") or 0) for seat in range(1, len(self.right) + 1))


@dataclass(frozen=True)
class FullPage:
    """A sheet as written."""

    rows: tuple[FullRow, ...]
    columns: tuple[str, ...]
    code: SheetCode
    sums: tuple[str, ...] = ()


@dataclass(frozen=True)
class CrossHand:
    """How boxes read: the share of doubtful ones, and how seldom a plain one is wrong."""

    doubtful: float = 0.002
    wrong: float = 1e-4


def columns(rules: RuleSet) -> tuple[str, ...]:
    """The last parts of the detail fields of a row, as the full sheet of these rules has them."""
    kinds = [kind for kind in ("hochzeit", "stille-hochzeit", "armut") if rules.find_kind(kind)]
    extras = [f"{party}.{entry.id}" for party in ("re", "kontra") for entry in rules.sheet.sonderpunkte]
    calls = [f"{party}.{call}" for party in ("re", "kontra") for call in (party, *LEVEL_NAMES)]
    solos = [f"solo.{solo.id}" for solo in rules.sheet.solos]
    bock = ["bock"] if rules.bock.triggers else []
    offence = ["offence"] if rules.offence.counts_as_game else []
    lost = ["re.verworfen", "kontra.verworfen"] if rules.offence.played_out else []
    return (*kinds, *solos, *bock, *offence, *calls, "augen", *lost, *extras, "value")


def full_page(
    rng: random.Random, rules: RuleSet, seats: int = 4, mistakes: float = 0.0, partly: float = 0.0, games: int = 0
) -> FullPage:
    """A round with details; players' mistakes, and rows that tell only part of the game, at these shares."""
    games = games or rules.sheet.count_games(seats) or 16
    rows = []
    for number in range(1, games + 1):
        game = a_game(rng, rules, seats, (number - 1) % 5 + 1 if seats == 5 else None)
        row = written(rules, game)
        if rng.random() < mistakes:
            row = planted(rng, rules, game, row)
        elif rng.random() < partly:
            row = told_partly(rng, row)
        rows.append(row)
    totals = [sum(row.points[seat] for row in rows) for seat in range(seats)]
    return FullPage(tuple(rows), columns(rules), SheetCode(rules.id, "full", seats, games, 1, 1),
                    tuple(write(total) for total in totals))


def a_game(rng: random.Random, rules: RuleSet, seats: int, sits: int | None) -> Game:
    """A game that nothing is wrong with, about as often of each kind as it is played."""
    while True:
        game = _drawn(rng, rules, seats, sits)
        result = score(rules, game)
        if result.points is not None and not result.findings and abs(result.value or 0) <= rules.checks.unusual.above:
            return game


def written(rules: RuleSet, game: Game) -> FullRow:
    """The row of a game, everything filled in as the sheet asks."""
    result = score(rules, game)
    assert result.points is not None
    cells = {f"p{seat}": "" if seat == game.sits else write(p) for seat, p in enumerate(result.points, 1)}
    cells["value"] = str(abs(result.value or 0))
    cells["augen"] = str(game.augen)
    cells |= {f"re{seat}": "x" for seat in game.re}
    kind = {"hochzeit-allein": "hochzeit", "solo": f"solo.{game.solo}"}.get(game.kind, game.kind)
    cells |= {} if kind == "normal" else {kind: "x"}
    cells |= {"bock": "x"} if game.bock else {}
    for party in ("re", "kontra"):
        cells |= _call(party, game.calls.of(party))
        cells |= {f"{party}.{name}": str(count) for name, count in game.extras.of(party) if count}
    return FullRow(cells, result.points)


def planted(rng: random.Random, rules: RuleSet, game: Game, row: FullRow) -> FullRow:
    """The row with one mistake that its details reveal; which, is drawn among those that the game has a place for."""
    from tests.tournament.fullmistakes import MISTAKES

    for kind in rng.sample(list(MISTAKES), len(MISTAKES)):
        wrong = MISTAKES[kind](rng, rules, game, row)
        if wrong is not None and wrong.cells != row.cells:
            return replace(wrong, mistake=kind)
    return row


def told_partly(rng: random.Random, row: FullRow) -> FullRow:
    """A right row in which the players filled in less: only the points, only who was Re, the calls, the Augen."""
    keep: dict[str, Callable[[str], bool]] = {
        "points": lambda name: False,
        "re": _is_seat,
        "calls": lambda name: _is_seat(name) or _is_call(name),
        "value": lambda name: name == "value",
        "solo": lambda name: name.startswith("solo."),
        "no re": lambda name: not _is_seat(name),
        "no augen": lambda name: name != "augen",
    }
    told = rng.choice(list(keep))
    cells = {name: text for name, text in row.cells.items() if name[:1] == "p" or keep[told](name)}
    return replace(row, cells=cells, told=told)


def read_full(
    rng: random.Random, page: FullPage, hand: Hand | None = None, crosses: CrossHand | None = None,
    photo: str = "IMG_1.jpg",
) -> SheetReading:
    """The sheet as a calibrated reader sees it."""
    hand, crosses = hand or Hand(), crosses or CrossHand()
    readings: list[Reading] = []
    for game, row in enumerate(page.rows, 1):
        seats = range(1, len(row.right) + 1)
        names = [*(f"re{seat}" for seat in seats), *page.columns, *(f"p{seat}" for seat in seats)]
        readings += [field_reading(rng, f"g{game:02}.{name}", row.cells.get(name, ""), hand, crosses) for name in names]
    readings += [field_reading(rng, f"sum.p{seat}", text, hand, crosses) for seat, text in enumerate(page.sums, 1)]
    return sheet_reading(readings, page.code, photo)


def field_reading(rng: random.Random, field_id: str, text: str, hand: Hand, crosses: CrossHand) -> Reading:
    """One field: a cross, or a number as `simulate.see` draws it; blank cells are seldom taken for anything."""
    name = field_id.partition(".")[2]
    if name[0] == "p" or name in ("augen", "value") or name.rpartition(".")[2] in _EXTRAS:
        kind = "points" if name[0] == "p" else "number" if name in ("augen", "value") else "digit"
        sure = replace(hand, unclear=0.0) if not text else hand
        return _unsigned(replace(see(rng, text, sure), id=field_id, kind=kind))
    share = rng.uniform(0.5, 0.9) if rng.random() < crosses.doubtful else 1 - crosses.wrong
    seen = text if rng.random() < share else "" if text else "x"
    both = (seen, share), ("x" if not seen else "", 1 - share)
    return Reading(field_id, "cross", seen, share, both, QUAD, ("doubtful",) if share < 0.9 else ())


_EXTRAS = ("fuchs", "doppelkopf", "karlchen", "herzstich", "fuchs_am_end")


def _unsigned(reading: Reading) -> Reading:
    """Without the signs that such a field cannot have."""
    if reading.kind == "points":
        return reading
    kept = tuple(pair for pair in reading.candidates if pair[0][:1] not in ("+", "-"))
    text = reading.text.lstrip("+-")
    return replace(reading, text=text, candidates=kept or ((text, reading.confidence),))


def _is_seat(name: str) -> bool:
    return name[:2] == "re" and name[2:].isdigit()


def _is_call(name: str) -> bool:
    return name in ("re.re", "kontra.kontra") or name.rpartition(".")[2] in LEVEL_NAMES


def _call(party: Party, said: Call) -> dict[str, str]:
    """Each call that was made is crossed, the lower ones with it."""
    if said is Call.NOTHING:
        return {}
    return {f"{party}.{party}": "x"} | {f"{party}.{LEVEL_NAMES[level - 2]}": "x" for level in LEVELS if level <= said}


def _drawn(rng: random.Random, rules: RuleSet, seats: int, sits: int | None) -> Game:
    kinds = {"normal": 80, "hochzeit": 6, "hochzeit-allein": 1, "stille-hochzeit": 3, "armut": 3, "solo": 12}
    known = [kind for kind in kinds if rules.find_kind(kind)]
    kind = rng.choices(known, [kinds[kind] for kind in known])[0]
    facts = rules.find_kind(kind)
    assert facts is not None
    playing = [seat for seat in range(1, seats + 1) if seat != sits]
    re = tuple(sorted(rng.sample(playing, facts.re_seats)))
    augen = max(0, min(240, round(rng.gauss(128, 38))))
    calls = Calls(_said(rng, augen), _said(rng, 240 - augen))
    solo = rng.choice(rules.sheet.solos).id if kind == "solo" else None
    game = Game(kind, re, calls, augen, solo=solo, seats=seats, sits=sits,
                bock=bool(rules.bock.triggers) and rng.random() < 0.15)
    tally = score(rules, game).tally
    made = Extras(*(_made(rng, rules, game, party, tally.worth if tally else {}) for party in ("re", "kontra")))
    return replace(game, extras=made)


def _said(rng: random.Random, augen: int) -> Call:
    """A party that is well ahead says more."""
    if rng.random() > (0.4 if augen > 120 else 0.07):
        return Call.NOTHING
    if rng.random() < (0.35 if augen > 145 else 0.06):
        return rng.choices(list(LEVELS), [70, 22, 6, 2])[0]
    return Call.ANSAGE


def _made(
    rng: random.Random, rules: RuleSet, game: Game, party: Party, worth: object
) -> tuple[tuple[str, int], ...]:
    """Sonderpunkte, where they count."""
    counts = worth if isinstance(worth, dict) else {}
    return tuple((entry.id, 1) for entry in rules.sheet.sonderpunkte
                 if counts.get(entry.id) and rng.random() < 0.12 and game.get_augen(party) >= entry.augen)
