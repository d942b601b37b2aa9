"""One cause is one item: a sheet that is not where it belongs is asked about alone, and first."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from desk.cli.run.run_status import list_lines
from scanner.sheet_reading import SheetReading
from tests.desk.paper import ROUND, sheet
from tests.tournament.filing.files import make_book, open_tournament, put_in
from tests.tournament.filing.test_deciding import decide, list_open
from tournament.evening.book import Book
from tournament.filing.decisions.undoing import make_undoing
from tournament.filing.opened.open_evening import open_evening
from tournament.filing.rounds.evening_status import describe_status
from tournament.record.store import Store
from tournament.review.open_items import list_open_items
from tournament.review.waiting import list_waiting

NAMES = (
    *("Anna Amsel", "Bernd Braun", "Çem Demir", "Dörte Dorn"),
    *("Emil Ernst", "Frieda Fink", "Gül Güney", "Hans Habicht"),
)
FOREIGN = ("Xaver Xylo", "Yvonne Yps", "Zoe Zander", "Willi Wutz")
OTHER = ROUND.replace("+2 +2 -2 -2", "-4 -4 +4 +4")


@pytest.fixture
def store(tmp_path: Path) -> Store:
    """Two rounds are drawn, and the first table of the first has played."""
    store = open_tournament(tmp_path, NAMES, drawn=2)
    put_in(store, sheet("a.jpg", names=NAMES[:4]))
    return store


def count_items(book: Book) -> tuple[int, int]:
    """How many items the status has, and how many of sheets the workbook; missing tables are no items."""
    return len(list_waiting(book)), sum(one.entry is not None for one in list_open_items(book, "de"))


def find_only(store: Store) -> str:
    """The sentence of the only item."""
    book = make_book(store)
    assert count_items(book) == (1, 1)
    return list_waiting(book)[0].sentence


def sum_points(store: Store) -> dict[str, int]:
    """By name what the sheets add up to, whatever is open."""
    return {player.name: player.total for player in make_book(store).players}


@pytest.mark.parametrize(
    ("stray", "told"),
    [
        (
            sheet("s.jpg", OTHER, table=7, round_=5, names=FOREIGN),
            "Runde 5, Tisch 7 kommt in der Auslosung nicht vor. Wohin gehört der Bogen?",
        ),
        (
            sheet("s.jpg", OTHER, table=1, round_=2, names=FOREIGN),
            f"Niemand auf diesem Bogen steht auf der Liste: {', '.join(FOREIGN)}. Gehört er zu diesem Abend?",
        ),
        (
            sheet("s.jpg", OTHER, table=1, names=NAMES[4:]),
            "Hier sitzen Emil Ernst, Frieda Fink, Gül Güney, Hans Habicht; sie sind in Runde 1 an Tisch 2 gelost. "
            "Gehört der Bogen dorthin?",
        ),
        (
            sheet("s.jpg", OTHER, table=4, names=NAMES[2:6]),
            "Runde 1, Tisch 4 kommt in der Auslosung nicht vor. Wohin gehört der Bogen?",
        ),
        (sheet("s.jpg", OTHER, table=None, round_=None), ""),
    ],
)
def test_a_stray_sheet_is_one_item(store: Store, stray: SheetReading, told: str) -> None:
    """Another evening's round, foreign players, another table, players who sit elsewhere, no place: one question, and
    what is counted stays counted."""
    before = sum_points(store)
    put_in(store, stray)
    assert told in find_only(store)
    assert list_waiting(make_book(store))[0].codes == ("no-round",)
    assert before.items() <= {name: sum_points(store)[name] - _find_more(store, name) for name in before}.items()


def _find_more(store: Store, name: str) -> int:
    """What the player has on the last sheet."""
    entry = make_book(store).entries[-1]
    return sum(total for who, total in zip(entry.names, entry.sheet.totals, strict=True) if who == name)


@pytest.mark.parametrize(
    ("stray", "then"),
    [
        (sheet("s.jpg", OTHER, table=1, round_=2, names=FOREIGN), [f"r2.t1.name.p{seat}" for seat in range(1, 5)]),
        (sheet("s.jpg", OTHER, table=1, names=NAMES[4:]), ["r1.t1.duplicate-sheet"]),
        (sheet("s.jpg", OTHER, table=4, names=NAMES[2:6]), ["r1.t1.name.p3", "r1.t1.name.p4"]),
    ],
)
def test_what_waited_comes_back(store: Store, stray: SheetReading, then: Sequence[str]) -> None:
    """Who says that the sheet belongs there is asked the rest; that all were drawn elsewhere is not asked again."""
    put_in(store, stray)
    (item,) = list_open(store)
    decide(store, item, "accept")
    assert sorted(list_open(store)) == then


def test_a_stray_sheet_taken_out_leaves_nothing(store: Store) -> None:
    """The sheet of another evening goes, and all that hung on it."""
    put_in(store, sheet("s.jpg", OTHER, table=7, round_=5, names=FOREIGN))
    (item,) = list_open(store)
    store.append(make_undoing(open_evening(store), item.removesuffix(".no-round"), "anderer Abend"), by="Wart")
    assert list_open(store) == []


def test_what_waits_can_be_decided_all_the_same(store: Store) -> None:
    """Somebody who knows who sat there says so at once."""
    put_in(store, sheet("s.jpg", OTHER, table=1, round_=2, names=FOREIGN))
    decide(store, "r2.t1.name.p1", "name", name="Anna Amsel")
    assert make_book(store).entries[-1].names[0] == "Anna Amsel"


def test_a_round_that_nobody_drew_is_no_stray(tmp_path: Path) -> None:
    """Only the first round was drawn; what is played in the second is right where it says."""
    store = open_tournament(tmp_path, NAMES, drawn=1)
    put_in(store, sheet("a.jpg", names=NAMES[:4]), sheet("b.jpg", OTHER, table=7, round_=2, names=NAMES[4:]))
    assert not [item for item in list_open(store) if item.endswith("no-round")]


def test_one_player_at_a_wrong_table_is_asked_for_by_name(store: Store) -> None:
    """One of four sits elsewhere: the sheet is where it belongs, and who is missing is named there, not once more."""
    put_in(store, sheet("b.jpg", OTHER, table=2, names=(NAMES[0], *NAMES[5:])))
    assert find_only(store) == (
        "Anna Amsel ist nicht an diesen Tisch gelost. Es fehlt: Emil Ernst. "
        "Anna Amsel sitzt in Runde 1 zweimal: Runde 1, Tisch 1, Platz 1; Runde 1, Tisch 2, Platz 1."
    )
    decide(store, "r1.t2.name.p1", "accept")
    decide(store, "r1.t1.name.p1", "accept")
    assert list_open(store) == ["r1.game-count"]


def test_what_keeps_a_result_out_comes_first(store: Store) -> None:
    """The place of a sheet, then a name, then a row that moves places, then a signature; in the workbook as well."""
    wrong = OTHER.replace("-3 -3 -3 +9 x", "-3 -3 -3 +8 x", 1)
    put_in(store, sheet("b.jpg", wrong, table=2, names=(*NAMES[4:7], "Petra Quak")))
    put_in(store, sheet("s.jpg", OTHER, table=7, round_=2, names=FOREIGN))
    order = ["r2.t7.no-round", "r1.t2.name.p4", "r1.t2.g4"]
    assert [item for item in list_open(store) if item in order] == order
    book = make_book(store)
    assert [one.item for one in list_open_items(book, "de") if one.item in order] == order


def test_what_is_said_of_one_topic_is_one_item(store: Store) -> None:
    """Four missing Pflichtsoli are one line of the workbook and one of the status, with all four sentences."""
    plain = "\n".join(["+2 +2 -2 -2", "-2 -2 +2 +2"] * 8)
    put_in(store, sheet("b.jpg", plain, table=2, names=NAMES[4:]))
    assert "Emil Ernst hat kein Pflichtsolo angekreuzt. Frieda Fink hat kein" in find_only(store)
    (item,) = [one for one in list_open_items(make_book(store), "de") if one.entry]
    assert len(item.findings) == 4


def test_each_item_says_how_it_is_decided(store: Store) -> None:
    """On the command line: a place, two sheets of one table, a name, and what can only stay as it is."""
    plain = "\n".join(["+2 +2 -2 -2", "-2 -2 +2 +2"] * 8)
    put_in(store, sheet("b.jpg", plain, table=2, names=(*NAMES[4:7], "Petra Quak")))
    put_in(store, sheet("s.jpg", OTHER, table=7, round_=2, names=FOREIGN))
    lines = {line.split(":")[0].strip(): line for line in list_lines(describe_status(open_evening(store)), "de")}
    assert "Stimmt er hier: --accept; sonst „kiebitz move“" in lines["r2.t7.no-round"]
    assert lines["r1.t2.name.p4"].endswith("Wer saß hier? --name sagt, wer dort saß.")
    assert lines["r1.t2.pflichtsolo"].endswith("--accept: Es bleibt so.")


def test_two_sheets_of_one_table_say_how_both_count(tmp_path: Path) -> None:
    """Nothing is drawn, so no table can be proposed: both count with a reason, or the wrong one goes."""
    store = open_tournament(tmp_path, NAMES)
    put_in(store, sheet("a.jpg", names=NAMES[:4]), sheet("t.jpg", OTHER, names=NAMES[:4]))
    lines = "\n".join(list_lines(describe_status(open_evening(store)), "de"))
    assert "--accept mit --reason: Beide zählen; sonst den falschen verlegen" in lines
