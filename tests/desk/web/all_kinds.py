"""Desks with every kind of item that Prüfen can ask about."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from desk.web.access import Register
from desk.web.pages.review.item_view import view_item
from desk.web.running_desk import Desk
from scanner.sheet_reading import Quality, SheetReading
from scoring.rulesets.load_rules import load
from tests.desk.paper import ROUND, sheet
from tests.desk.web.test_places import open_unnamed
from tests.desk.web.test_places import open_with as open_placeless
from tests.desk.web.visitors import WRONG, open_desk
from tests.tournament.filing.files import NAMES, draw_two_causes, open_tournament, put_in
from tests.tournament.filing.test_closed_rounds import close
from tests.tournament.filing.test_moving import TURNED
from tests.tournament.filing.test_several import open_bock, unsigned
from tests.tournament.filing.test_struck_by_time import open_with as open_short
from tests.tournament.filing.test_swaps import strike
from tests.tournament.filing.test_written_twice import open_late as open_late_turn
from tests.tournament.filing.test_written_twice import open_with as open_rules
from tests.tournament.fullpaper import Line, full_reading
from tests.tournament.typed.typings import enter
from tournament.record.facts import Decided
from tournament.record.store import Store

GAMES: list[Line] = [("+1 +1 -1 -1", "re1 re2 augen=130 value=1"), ("-1 -1 +1 +1", "re3 re4 augen=130 value=1")] * 8
SAID = ("+2 +2 -2 -2", "re1 re2 ~re.re@0.95 augen=130 value=2")
"""The points count an Ansage whose box looks blank."""
PLAYERS = (
    "Sabine Thöne",
    "Walter Kern",
    "Monika Möller",
    "Stefan Thöne",
    "Jörg Köster",
    "Ute Kern",
    "Rolf Groß",
    "Ina",
)


def doubt_crosses(reading: SheetReading, *fields: str, share: float = 0.5) -> SheetReading:
    """The reading with these boxes in doubt. `share`: P(crossed)."""
    candidates = tuple(sorted((("x", share), ("", 1 - share)), key=lambda pair: -pair[1]))
    text, sure = candidates[0]
    doubted = (
        replace(one, text=text, confidence=sure, candidates=candidates) if one.id in fields else one
        for one in reading.readings
    )
    return replace(reading, readings=tuple(doubted))


def make_desk(store: Store, folder: Path) -> Desk:
    """The desk of that file."""
    return Desk(store.where, Register(folder / "links.json"), "de")


def put_round(folder: Path, *sheets: SheetReading) -> Desk:
    """A round of two tables with these sheets."""
    store = open_tournament(folder, drawn=1)
    put_in(store, *sheets)
    return make_desk(store, folder)


def open_boxes(folder: Path, *lines: Line, rules: str = "pflichtsolo-40") -> Desk:
    """A full sheet with these games from row 3 on."""
    games = [*GAMES[:2], *lines, *GAMES[2 + len(lines) :]]
    return make_desk(open_rules(folder, full_reading(load(rules), games), 4, rules), folder)


def open_names(folder: Path, *names: str) -> Desk:
    """A table of the first four players, whose sheet has these names."""
    store = open_tournament(folder, PLAYERS, drawn=1)
    put_in(store, sheet("a.jpg", names=names))
    return make_desk(store, folder)


def open_turned(folder: Path) -> Desk:
    """A list that may have been read upside down."""
    seen = Quality(0, 0, 1.0, 0.1, 8.0, 0.2, 150.0, upright=0.876)
    return put_round(folder, replace(sheet("a.jpg", names=NAMES[:4]), quality=seen))


def open_crowded(folder: Path) -> Desk:
    """A list whose photograph shows another one, which was not read."""
    seen = Quality(0, 0, 1.0, 0.1, 8.0, 0.2, 150.0, beside=1)
    return put_round(folder, replace(sheet("a.jpg", names=NAMES[:4]), quality=seen))


def open_typed(folder: Path) -> Desk:
    """A table's totals were typed, and then its photograph came, which says something else."""
    desk = open_desk(folder)
    enter(desk.store, totals="+8,+4,-8,-4")
    put_in(desk.store, sheet("IMG_1.jpg", names=NAMES[:4]))
    return desk


def open_late(folder: Path) -> Desk:
    """After its round was closed, somebody decided a row."""
    desk = open_desk(folder, ROUND, ROUND)
    close(desk.store, 1)
    desk.store.append([Decided("r1.t1.g5", "points", (6, 6, -6, -6))], by="Wart")
    return desk


def open_all(folder: Path) -> Iterator[tuple[Desk, str]]:
    """A desk with one or more kinds at a time, and an item of each."""
    named = {"names": NAMES[:4]}
    wrong_sum = sheet("s.jpg", WRONG, sums="+1 +0 +0 +4", names=NAMES[:4])
    without_solo = sheet("p.jpg", ROUND.replace("-3 -3 -3 +9 x", "+2 +2 -2 -2"), names=NAMES[:4])
    blank = ROUND.splitlines()
    short = sheet("g.jpg", "\n".join([*blank[:6], *blank[8:]]), names=NAMES[:4])
    opened = {
        "row": (open_desk, (WRONG,), ("r1.t1.g5", "r1.t1.g6", "r1.t1")),
        "typed": (open_typed, (), ("r1.t1.typed",)),
        "late": (open_late, (), ("r1.t1.after-closing",)),
        "causes": (put_round, (draw_two_causes(),), ("r1.t1.g1",)),
        "cross": (put_round, (doubt_crosses(sheet("c.jpg", ROUND, **named), "g05.solo"),), ("r1.t1.g5",)),
        "crosses": (
            put_round,
            (doubt_crosses(sheet("c.jpg", ROUND, **named), "g05.solo", "g07.solo", "g09.solo"),),
            ("r1.t1.g5", "r1.t1.g5?einzeln=1"),
        ),
        "unsigned": (put_round, (unsigned("a.jpg", 1), unsigned("b.jpg", 2)), ("r1.t1.unsigned",)),
        "name": (put_round, (sheet("n.jpg", names=("Anna", "Quak", "Çem", "Dörthi")),), ("r1.t1.name.p2",)),
        "turned": (open_turned, (), ("r1.t1.way-up",)),
        "crowded": (open_crowded, (), ("r1.t1.lists-beside",)),
        "order": (open_unnamed, (), ("r1.t1.unknown-name",)),
        "swap": (put_round, (strike(1, 4), strike(2, 1, text=TURNED)), ("r1.players-swapped.4-5",)),
        "place": (open_placeless, (), ("s2.no-round",)),
        "sums": (put_round, (wrong_sum,), ("r1.t1.sum",)),
        "solo": (put_round, (without_solo,), ("r1.t1.pflichtsolo",)),
        "games": (put_round, (short,), ()),
        "box": (open_boxes, (SAID,), ("r1.t1.g3",)),
        "boxes": (open_boxes, (SAID, SAID, SAID), ("r1.t1.g3",)),
        "between": (open_names, ("Thöne", "Walter Kern", "Monika Möller", "Rolf Groß"), ("r1.t1.name.p1",)),
    }
    for name, (make, given, items) in opened.items():
        (place := folder / name).mkdir()
        desk = make(place, *given)
        yield from ((desk, item) for item in items or [one.item for one in desk.list_queue("de")[1].items])
    for name, store in (("bock", open_bock), ("struck", open_short), ("doubled", open_late_turn)):
        (place := folder / name).mkdir()
        desk = make_desk(store(place), place)
        yield desk, desk.list_queue("de")[1].items[0].item


def name_kind(desk: Desk, item: str) -> str:
    """The kind of the item's view."""
    evening, queue = desk.list_queue("de")
    view = view_item(evening, queue.items, item.partition("?")[0], "de")
    assert view is not None, item
    return view.kind
