"""The six systems by their rulebooks: what games are worth, and which rows of points a table can write.

Nothing here comes from the product, whose own row rules are compared with these (`test_rulebook`). Where a rulebook is
silent, the amount is the one that the founders decided (D), as in the note of the rule set.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import combinations, product

from tests.oracle.formulas import EDGES, SYSTEMS, Facts

PAIRS = ("normal", "hochzeit", "armut")
"""Kinds of game of two against two; all others are one against three."""
LAST_TRICK = ("karlchen", "fuchs_am_end")
"""Sonderpunkte of the one last trick."""


@dataclass(frozen=True)
class System:
    """One rulebook. `most`: how often each Sonderpunkt can be made in a game. `crossed`: kinds of one against three
    whose row is crossed as a solo. `fines`: what the offender and each of the others get, the plain one first, then
    with each Absage of the other party more. `minor`: the fine after which the game goes on. `against_soloist`,
    `minor_against_soloist`: what somebody pays to the soloist alone; after the first the solo is played.
    `fine_ends_game`: an offence's row is the game's; `dealt_again`: unless there was time to deal it once more, so that
    nobody knows whose turn it is to sit out afterwards. `dealer_sits`: of five, the dealer sits out, who is seat 1 in
    game 1. `section`: by seats, the game from which on everybody plays a Pflichtsolo. `games`: by seats, how many a
    round has; none where that is free. `unusual`: values above it are rare."""

    name: str
    most: Mapping[str, int]
    kinds: tuple[str, ...]
    crossed: tuple[str, ...]
    fines: tuple[tuple[int, int], ...]
    minor: tuple[int, int] | None = None
    against_soloist: tuple[int, ...] = ()
    minor_against_soloist: tuple[int, ...] = ()
    solos: tuple[str, ...] = ("buben", "damen", "trumpf")
    fine_ends_game: bool = True
    dealt_again: bool = False
    lost_by_rule: bool = False
    bock: bool = False
    step: int = 1
    unusual: int = 12
    dealer_sits: bool = False
    section: Mapping[int, int] = field(default_factory=dict)
    pflichtsolo: bool = False
    games: Mapping[int, int] = field(default_factory=dict)

    def __hash__(self) -> int:
        """By name: there is one of each."""
        return hash(self.name)


COMMON = {"fuchs": 2, "doppelkopf": 4, "karlchen": 1}
"""Two Karo-Asse; sixteen Volle, four in a trick; one last trick."""
LONE = ("hochzeit-allein", "stille-hochzeit", "solo")
RAISED = tuple((-12 - 3 * n, 4 + n) for n in range(5))
FIVE_SOLOS = ("buben", "damen", "trumpf", "fleischlos")
BOOK = {
    one.name: one
    for one in (
        System(
            "pflichtsolo-40",
            {**COMMON, "herzstich": 1},
            ("normal", "hochzeit", *LONE),
            ("solo",),
            ((-15, 5),),
            solos=FIVE_SOLOS,
            fine_ends_game=False,
            dealer_sits=True,
            pflichtsolo=True,
            games={4: 16, 5: 20},
        ),
        System(
            "zehn-cent",
            {"fuchs": 2, "fuchs_am_end": 1, "doppelkopf": 4},
            ("normal", "hochzeit", *LONE),
            ("solo", "stille-hochzeit"),
            ((-150, 50),),
            step=10,
            unusual=70,
            dealer_sits=True,
            games={4: 16, 5: 20},
        ),
        System("kurzregeln-48", COMMON, ("normal", "hochzeit", *LONE), LONE, RAISED, (-3, 1)),
        System(
            "zwoelf-spiele",
            {**COMMON, "fuchs_am_end": 1},
            ("normal", "hochzeit", *LONE),
            ("solo", "stille-hochzeit"),
            ((-15, 5),),
            unusual=7,
            games={4: 12},
        ),
        System(
            "stille-hochzeit",
            COMMON,
            ("normal", "hochzeit", "armut", *LONE),
            LONE,
            (),
            solos=FIVE_SOLOS,
            fine_ends_game=False,
            lost_by_rule=True,
            bock=True,
            pflichtsolo=True,
        ),
        System(
            "ddv",
            COMMON,
            ("normal", "hochzeit", *LONE),
            LONE,
            RAISED,
            (-3, 1),
            (12, 15, 18, 21, 24),
            (3,),
            dealt_again=True,
            solos=FIVE_SOLOS,
            unusual=7,
            dealer_sits=True,
            section={4: 21, 5: 26},
            pflichtsolo=True,
            games={4: 24, 5: 30},
        ),
    )
}


def counts_sonderpunkt(system: System, name: str, kind: str) -> bool:
    """Whether it counts in such a game; the formulas themselves leave out what never counts there."""
    return system.name != "zwoelf-spiele" or kind not in ("solo", "stille-hochzeit") or name == "karlchen"


def list_nets(system: System, kind: str) -> range:
    """Re's Sonderpunkte less Kontra's, as far as games can have them: there is one last trick."""
    made = [name for name in system.most if counts_sonderpunkt(system, name, kind)]
    last = any(name in LAST_TRICK for name in made)
    most = sum(system.most[name] for name in made if name not in LAST_TRICK) + last
    return range(-most, most + 1)


def list_solos(system: System, kind: str) -> tuple[str | None, ...]:
    """The solos of a kind, where their values differ."""
    return system.solos if kind == "solo" and system.name == "zwoelf-spiele" else (None,)


@cache
def play_all(name: str, lost: str | None) -> tuple[Facts, ...]:
    """Every pair of calls with every Augen."""
    _, bounds, needs = SYSTEMS[name]
    return tuple(
        Facts(re, kontra, augen, bounds, needs, lost) for re, kontra, augen in product(range(6), range(6), EDGES)
    )


@cache
def find_values(system: System, kind: str) -> frozenset[int]:
    """What such a game can be worth, for one opponent from Re's view."""
    formula, found = SYSTEMS[system.name][0], set()
    for solo, lost in product(list_solos(system, kind), (None, "re", "kontra") if system.lost_by_rule else (None,)):
        for bock in (False, True) if system.bock else (False,):
            nets = [0] if lost else list_nets(system, kind)
            plain = {formula(facts, kind, solo, net, bock) for facts in play_all(system.name, lost) for net in nets}
            found |= plain
    return frozenset(found)


@cache
def find_pair_values(system: System) -> frozenset[int]:
    """What two can win from two; 0 is a Nullspiel."""
    return frozenset(abs(value) for kind in system.kinds if kind in PAIRS for value in find_values(system, kind))


@cache
def find_lone_values(system: System, crossed: bool) -> frozenset[int]:
    """What one can win from each of three, in any such game or in one that is crossed as a solo."""
    kinds = system.crossed if crossed else [kind for kind in system.kinds if kind not in PAIRS]
    return frozenset(value for kind in kinds for value in find_values(system, kind))


@cache
def list_fines(system: System) -> frozenset[tuple[int, int]]:
    """Every fine that a row can show."""
    return frozenset((*system.fines, *([system.minor] if system.minor else [])))


def is_paid_to_soloist(system: System, hands: Mapping[int, int], *, solo: bool) -> bool:
    """Whether one of the four pays a fine to another, and nobody else has anything; `solo`: and the solo is played."""
    paid = (*system.against_soloist, *(() if solo else system.minor_against_soloist))
    return any(sorted(hands.values()) == [-fine, 0, 0, fine] for fine in paid)


def find_sitter(system: System, seats: int, game: int, *, offence: bool) -> int | None:
    """The seat that has to sit out in that game of the round; None where nobody knows."""
    if seats != 5 or offence or not game or not system.dealer_sits or game >= system.section.get(seats, game + 1):
        return None
    return (game - 1) % 5 + 1


def list_tables(
    system: System, points: Sequence[int], game: int, *, offence: bool
) -> Iterator[tuple[int | None, dict[int, int]]]:
    """Who may have sat out, with the points of the four who played."""
    hands = dict(enumerate(points, 1))
    if len(points) == 4:
        yield None, hands
        return
    turn = find_sitter(system, 5, game, offence=offence)
    for sits in hands if turn is None else (turn,):
        if hands[sits] == 0:
            yield sits, {seat: n for seat, n in hands.items() if seat != sits}


def find_lone(hands: Mapping[int, int]) -> tuple[int, int] | None:
    """The seat that won or lost against three others alike, with the value from its view."""
    for seat, points in hands.items():
        others = {n for other, n in hands.items() if other != seat}
        if len(others) == 1 and points and points == -3 * min(others):
            return seat, points // 3
    return None


def find_pair(hands: Mapping[int, int]) -> int | None:
    """What two won and two lost."""
    for pair in combinations(hands, 2):
        won, lost = ({hands[seat] for seat in hands if (seat in pair) == side} for side in (True, False))
        if len(won) == len(lost) == 1 and min(won) == -min(lost) > 0:
            return min(won)
    return None


def is_legal_game(system: System, hands: Mapping[int, int], *, solo: bool, offence: bool) -> bool:
    """Whether four who played can have these points with these crosses."""
    if offence and is_paid_to_soloist(system, hands, solo=solo):
        return True
    if offence:
        return not solo and any(sorted(hands.values()) == [lost, won, won, won] for lost, won in list_fines(system))
    if not any(hands.values()):
        return 0 in (find_lone_values(system, True) if solo else find_pair_values(system))
    lone, pair = find_lone(hands), find_pair(hands)
    if lone:
        return lone[1] in find_lone_values(system, solo)
    return not solo and pair in find_pair_values(system)


def is_legal_row(
    system: System, points: Sequence[int], game: int = 1, *, solo: bool = False, offence: bool = False
) -> bool:
    """Whether some game or offence gives four or five seats these points in that game of the round."""
    return any(
        is_legal_game(system, hands, solo=solo, offence=offence)
        for _, hands in list_tables(system, points, game, offence=offence)
    )
