"""A sheet without names is one question: do they sit in the order of the draw?"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from openpyxl import load_workbook
from openpyxl.workbook.workbook import Workbook

from desk.__main__ import main
from dev.tools.check_workbook import recalculate
from scanner.sheet_reading import Reading
from tests.desk.paper import ROUND, sheet
from tests.tournament.filing.files import NAMES, make_book, open_tournament, put_in
from tests.tournament.filing.test_deciding import decide, list_open
from tests.tournament.filing.test_moving import ANNA, TURNED, blank, move
from tests.tournament.filing.test_swaps import accept, strike
from tests.tournament.filing.test_taking import choose, edit, export, read_told, type_name
from tests.tournament.test_names_typed import shown
from tests.tournament.test_workbook_recalculated import SOFFICE
from texts.sentences import say
from tournament.errors import RefusedOrder
from tournament.filing.decisions.deciding import Wish, decide_items
from tournament.filing.decisions.undoing import undo_entry
from tournament.filing.opened.open_evening import open_evening
from tournament.filing.rounds.evening_status import describe_status
from tournament.handout.workbook.corrections import AUTHOR, Taken
from tournament.record.facts import Closed, SealingBegan, SheetMoved
from tournament.record.player_facts import Substituted
from tournament.record.store import Store
from tournament.review.open_items import list_open_items

ITEM = "r1.t2.unknown-name"
HERE = NAMES[4:]
SUMS = [sum(int(line.split()[seat]) for line in ANNA.splitlines()) for seat in range(4)]
"""Of the columns, as they stand on paper."""
OPEN, OK = (say("de", f"workbook.status.{one}") for one in ("review", "ok"))


@pytest.fixture
def store(tmp_path: Path) -> Store:
    """Two rounds are drawn; a blank form was moved to table 2, where Emil, Frieda, Gül and Hans were drawn."""
    store = open_tournament(tmp_path, drawn=2)
    put_in(store, blank("IMG_1.jpg", ANNA))
    move(store, "s1", 1, 2)
    return store


def list_names(store: Store) -> tuple[str, ...]:
    """Who sits on the sheet."""
    return make_book(store).entries[0].names


def give(store: Store, names: str) -> None:
    """The referee says in which order they sit."""
    store.append(decide_items(open_evening(store), [Wish(ITEM, "name", name=names)]), by="Referee")


def list_asked(store: Store) -> list[str]:
    """What is open about names."""
    return [item for item in list_open(store) if "name" in item]


def test_a_sheet_without_names_is_one_question(store: Store) -> None:
    """It says the drawn order; the single seats wait."""
    [one] = describe_status(open_evening(store))["open"]
    assert (one["item"], one["codes"]) == (ITEM, ["unknown-name"])
    assert one["sentence"] == ("Kein Name zu lesen. Sitzen sie, von links, wie ausgelost: Emil, Frieda, Gül, Hans?")


def test_yes_seats_them_as_drawn(store: Store) -> None:
    """An entry of a moved sheet with the drawn starts holds it; taken back, the question is there again."""
    accept(store, ITEM)
    assert store.read_entries()[-1].fact == SheetMoved("r1.t2", "r1.t2", 1, 2, (5, 6, 7, 8))
    assert (list_names(store), list_open(store)) == (HERE, [])
    store.append([undo_entry(store.read_entries(), store.read_head().number)[0]], by="Referee")
    assert list_asked(store) == [ITEM]


def test_another_order_is_given_by_names_or_numbers(store: Store) -> None:
    """The points are those of the columns; fewer names than columns, or one of them twice, are refused."""
    give(store, "frieda, 5, Hans, Gül")
    assert list_names(store) == ("Frieda", "Emil", "Hans", "Gül")
    totals = {one.name: one.total for one in make_book(store).players}
    assert totals == dict(zip(list_names(store), SUMS, strict=True))
    store.append([undo_entry(store.read_entries(), store.read_head().number)[0]], by="Referee")
    for names in ("Emil, Frieda", "5, 5, 6, 7"):
        with pytest.raises(RefusedOrder):
            give(store, names)


def test_no_asks_seat_by_seat(store: Store) -> None:
    """Then each seat is an item of its own."""
    decide(store, ITEM, "as-written")
    assert list_asked(store) == [f"r1.t2.name.p{seat}" for seat in range(1, 5)]


def test_one_name_known_leaves_single_questions(store: Store) -> None:
    """Who gives one name has begun seat by seat."""
    decide(store, "r1.t2.name.p1", "name", name="Hans")
    assert list_asked(store) == [f"r1.t2.name.p{seat}" for seat in range(2, 5)]


def test_a_sheet_that_says_its_table_itself_is_asked_alike(tmp_path: Path) -> None:
    """Not only one that was moved; without a draw there is no order, and each seat is asked for."""
    store = open_tournament(tmp_path, drawn=1)
    put_in(store, sheet("a.jpg", ROUND), sheet("b.jpg", ANNA, round_=2))
    assert list_asked(store) == ["r1.t1.unknown-name", *(f"r2.t1.name.p{seat}" for seat in range(1, 5))]


def test_a_substitute_sits_there_and_the_player_has_the_points(store: Store) -> None:
    """The question says who was to sit there; the points count for whom they are played."""
    store.append([Substituted(5, 1, "Zoe")], by="Wart")
    [one] = describe_status(open_evening(store))["open"]
    assert "Zoe, Frieda, Gül, Hans?" in one["sentence"]
    accept(store, ITEM)
    assert (list_names(store), list_open(store)) == (HERE, [])


def test_a_closed_round_needs_a_reason(store: Store) -> None:
    """As for any move."""
    store.append([SealingBegan(), Closed(1)], by="Wart")
    with pytest.raises(RefusedOrder):
        accept(store, ITEM)
    accept(store, ITEM, reason="Tisch gefragt")
    assert list_names(store) == HERE


def test_by_command(store: Store, capsys: pytest.CaptureFixture[str]) -> None:
    """The status says how it is answered; both answers are one command."""
    main(["status", store.where])
    said = capsys.readouterr().out
    assert f"{ITEM}: Kein Name zu lesen." in said
    assert "--accept: Ja, wie ausgelost; --name mit allen Namen von links" in said
    assert main(["decide", store.where, ITEM, "--name", "Hans, Gül, Frieda"]) == 2
    assert "Der Bogen hat 4 Spalten" in capsys.readouterr().err
    assert main(["decide", store.where, ITEM, "--name", "Hans, Gül, Frieda, Emil"]) == 0
    assert "noch 0 Stellen offen" in capsys.readouterr().err
    assert list_names(store) == HERE[::-1]
    assert main(["undo", store.where]) == 0
    assert main(["decide", store.where, ITEM, "--accept"]) == 0
    assert list_names(store) == HERE


@pytest.fixture(params=["read", "proved"])
def swapped(tmp_path: Path, request: pytest.FixtureRequest) -> Store:
    """Two right sheets with printed names changed places; the names were read, or the check letters prove them."""
    store = open_tournament(tmp_path, drawn=2)
    sheets = [strike(1, text=ANNA), strike(2, text=TURNED)]
    if request.param == "proved":
        sheets = [replace(one, readings=tuple(map(unread, one.readings))) for one in sheets]
    put_in(store, *sheets)
    assert list_open(store) == []
    move(store, "r1.t1", 1, 2, swap=True)
    return store


def unread(reading: Reading) -> Reading:
    """Nothing was read of a printed name."""
    return replace(reading, text="", candidates=()) if reading.id.startswith("name.") else reading


def count_points(store: Store) -> dict[str, int]:
    """By player the points of the first round."""
    return {one.name: one.get_points(1) or 0 for one in make_book(store).players}


def sum_columns(text: str, *names: str) -> dict[str, int]:
    """What these players have by the columns of that sheet, from the left."""
    columns = zip(*(map(int, line.split()[:4]) for line in text.splitlines()), strict=True)
    return dict(zip(names, map(sum, columns), strict=True))


def test_swapped_sheets_are_a_question_each(swapped: Store) -> None:
    """Not one for each name: did those play who were drawn? It says whose names the sheet has."""
    asked = {one["item"]: one["sentence"] for one in describe_status(open_evening(swapped))["open"]}
    assert sorted(asked) == ["r1.t1.unknown-name", "r1.t2.unknown-name"]
    assert asked[ITEM] == (
        "Auf dem Bogen stehen Anna, Bernd, Çem, Dörte, ausgelost sind hier Emil, Frieda, Gül, Hans. "
        "Spielten die Ausgelosten, von links in dieser Reihenfolge?"
    )


def test_yes_gives_the_points_to_those_who_were_drawn(swapped: Store) -> None:
    """The sums are those of the paper, by column."""
    for table in (1, 2):
        accept(swapped, f"r1.t{table}.unknown-name")
    assert list_open(swapped) == []
    assert count_points(swapped) == sum_columns(ANNA, *HERE) | sum_columns(TURNED, *NAMES[:4])


def test_no_leaves_the_names_on_the_sheet(swapped: Store) -> None:
    """That they were not drawn to the table is answered with it."""
    for table in (1, 2):
        decide(swapped, f"r1.t{table}.unknown-name", "as-written")
    assert list_open(swapped) == []
    assert count_points(swapped) == sum_columns(ANNA, *NAMES[:4]) | sum_columns(TURNED, *HERE)


def test_a_single_moved_sheet_does_not_make_others_miss(tmp_path: Path) -> None:
    """Who was drawn to its new table may be who played: that is the question, and no list of missing players."""
    store = open_tournament(tmp_path, drawn=2)
    put_in(store, strike(1, text=ANNA))
    move(store, "r1.t1", 1, 2)
    assert [one for one in list_open(store) if one != "r1.game-count"] == [ITEM]
    [matter] = make_book(store).matters
    assert [one.sentence for one in matter.findings] == ["evening.missing-table"]


def test_the_command_says_whose_names_a_swapped_sheet_has(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """And both answers."""
    store = open_tournament(tmp_path, drawn=2)
    put_in(store, strike(1, text=ANNA), strike(2, text=TURNED))
    assert main(["move", store.where, "r1.t1", "--round", "1", "--table", "2", "--swap"]) == 0
    said = capsys.readouterr().err
    assert "auf ihm stehen Anna, Bernd, Çem, Dörte, ausgelost sind dort Emil, Frieda, Gül, Hans." in said
    assert f"kiebitz decide {store.where} {ITEM} --accept; spielten die vom Bogen: --as-written" in said
    assert "Noch 2 Stellen offen." in said


def read_names(workbook: Workbook) -> list[str]:
    """What the name cells of the first round hold."""
    return [str(workbook["Runde 1"].cell(row, 5).value) for row in range(4, 8)]


def test_the_workbook_asks_once_and_seats_them(store: Store, tmp_path: Path) -> None:
    """One line in "Prüfung", on which the name cells of the round hang; its answer is taken once, and a workbook that
    nobody touched brings nothing."""
    export(store, tmp_path)
    assert edit(store, tmp_path) == Taken()
    workbook = load_workbook(tmp_path / "stand.xlsx")
    items = [cell.value for row in workbook["Prüfung"].iter_rows() for cell in row if str(cell.value).startswith("r1.")]
    assert items == [ITEM, "r1.game-count"]
    [asked] = [one for one in list_open_items(make_book(store), "de") if one.item == ITEM]
    assert [one.id for one in asked.fields] == [f"name.p{seat}" for seat in range(1, 5)], "the picture shows the names"
    assert read_names(workbook) == [
        f'=IF(\'Prüfung\'!$I$4="annehmen","{name}","Runde 1, Tisch 2, Platz {seat}")'
        for seat, name in enumerate(HERE, 1)
    ]
    taken = edit(store, tmp_path, choose(ITEM, "annehmen"))
    assert taken == Taken((SheetMoved("r1.t2", "r1.t2", 1, 2, (5, 6, 7, 8)),))
    store.append(taken.facts, by=AUTHOR)
    assert list_names(store) == HERE
    assert edit(store, tmp_path) == Taken()


def test_names_typed_into_the_workbook_are_taken(store: Store, tmp_path: Path) -> None:
    """Over the formula, in any order; who typed some of them and accepted the draw as well is told that both do not
    go."""
    export(store, tmp_path)
    order = ("Gül", "Hans", "Emil", "Frieda")
    taken = edit(store, tmp_path, *(type_name(f"r1.t2.name.p{seat}", name) for seat, name in enumerate(order, 1)))
    assert [(one.item, one.name) for one in taken.facts] == [
        (f"r1.t2.name.p{seat}", name) for seat, name in enumerate(order, 1)
    ]
    store.append(taken.facts, by=AUTHOR)
    assert (list_names(store), list_open(store)) == (order, [])
    assert read_told(edit(store, tmp_path, choose(ITEM, "annehmen"))) != []


@pytest.mark.slow
@pytest.mark.skipif(SOFFICE is None, reason="LibreOffice (soffice) is not installed: formulas stay unchecked")
def test_the_workbook_counts_for_them_once_it_is_accepted(store: Store, tmp_path: Path) -> None:
    """Until then the seats' labels have the points, and the line is open; so it is where three names are typed."""
    export(store, tmp_path)
    path, found = tmp_path / "stand.xlsx", []
    for change in (
        [],
        [type_name(f"r1.t2.name.p{seat}", HERE[seat - 1]) for seat in (1, 2, 3)],
        [choose(ITEM, "annehmen")],
    ):
        edit(store, tmp_path, *change)
        workbook = recalculate(path)
        review = workbook["Prüfung"]
        row = next(cell.row for line in review.iter_rows() for cell in line if cell.value == ITEM)
        status = next(str(cell.value) for cell in review[row] if cell.value in (OPEN, OK))
        totals = shown(workbook)
        found.append((status, [totals[name][1] in SUMS for name in HERE].count(True)))
    assert found == [(OPEN, 0), (OPEN, 3), (OK, 4)]
