"""Corrections typed into an exported workbook: taken over once, never against what somebody decided."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Callable
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from openpyxl import load_workbook
from openpyxl.workbook.workbook import Workbook

from tests.desk.paper import ROUND, sheet
from tests.tournament.filing.files import NAMES, draw_two_causes, make_book, open_tournament, put_in
from tests.tournament.traps import read_parts
from tournament.evening.item_names import read_row_ink
from tournament.filing.decisions.moving import NewPlace, make_move
from tournament.filing.opened.open_evening import open_evening
from tournament.handout.workbook.corrections import AUTHOR, Taken, take_workbook
from tournament.handout.workbook.make_workbook import make_workbook
from tournament.judging.judged_sheet import JudgedRow
from tournament.record.facts import Closed, Decided, SealingBegan
from tournament.record.open_store import open_store
from tournament.record.player_facts import PlayerRenamed
from tournament.record.store import Store
from tournament.review.open_items import list_open_items

MISCOUNTED = ROUND.replace("+2 +2 -2 -2", "+2 +2 -2 -3", 1)


@pytest.fixture
def store(tmp_path: Path) -> Store:
    """One table of round 1; its fifth game does not add up, and Dörte's name cannot be read."""
    path = tmp_path / "abend.kiebitz"
    path.write_bytes(_make_file())
    return open_store(path)


@cache
def _make_file() -> bytes:
    """The file of that table, made once by each worker."""
    with TemporaryDirectory() as folder:
        store = open_tournament(Path(folder))
        put_in(store, sheet("a.jpg", MISCOUNTED, names=(*NAMES[:3], "Xaver")))
        return Path(store.where).read_bytes()


def take(store: Store, folder: Path, *changes: Callable[[Workbook], None]) -> Taken:
    """What is taken from a workbook of the file after these changes."""
    export(store, folder)
    return edit(store, folder, *changes)


def export(store: Store, folder: Path) -> None:
    """The workbook of the file as it is now."""
    (folder / "stand.xlsx").write_bytes(_make_workbook(Path(store.where).read_bytes()))


@cache
def _make_workbook(file: bytes) -> bytes:
    """The workbook of that file: most tests begin with the same one."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "abend.kiebitz"
        path.write_bytes(file)
        return make_workbook(make_book(open_store(path)), program="1", made=datetime(2026, 1, 1, tzinfo=UTC))


def edit(store: Store, folder: Path, *changes: Callable[[Workbook], None]) -> Taken:
    """What is taken from the workbook that was exported before, after these changes."""
    path = folder / "stand.xlsx"
    workbook = load_workbook(path)
    for change in changes:
        change(workbook)
    workbook.save(path)
    return take_workbook(open_evening(store), path)


def read_told(taken: Taken) -> list[str]:
    """What is said of what was not taken."""
    return [f"{item}: {why.in_('de')}" for item, why in taken.left_out]


def decide(store: Store, points: tuple[int, ...], item: str = "r1.t1.g5") -> None:
    """A referee decides on the page."""
    rows = open_evening(store).sheets[0].written.rows
    ink = read_row_ink(rows[int(item.rpartition("g")[2]) - 1])
    store.append([Decided(item, "points", points, ink=ink)], by="Referee")


def store_row(store: Store, item: str) -> JudgedRow:
    """The row as it counts."""
    return make_book(store).entries[0].sheet.rows[int(item.rpartition("g")[2]) - 1]


def put_result(path: Path, formula: str, result: str) -> None:
    """Writes what the formula came to beside it, as Excel does when it saves."""
    parts = read_parts(path)
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in parts.items():
            plain = f"<f>{formula}</f><v />".encode()
            archive.writestr(name, data.replace(plain, plain.replace(b"<v />", f"<v>{result}</v>".encode())))


def give_reason(item: str, words: str) -> Callable[[Workbook], None]:
    """Types a reason into "Spiele"."""
    return lambda workbook: workbook["Spiele"].__setitem__(f"R{find(workbook, 'Spiele', item)}", words)


def type_name(item: str, words: str) -> Callable[[Workbook], None]:
    """Types a name into the first round."""
    return lambda workbook: workbook["Runde 1"].__setitem__(f"E{find(workbook, 'Runde 1', item)}", words)


def find(workbook: Workbook, tab: str, item: str) -> int:
    """The row of a worksheet in which that item stands."""
    return next(cell.row for row in workbook[tab].iter_rows() for cell in row if cell.value == item)


def type_points(item: str, *points: object) -> Callable[[Workbook], None]:
    """Types points under "gezählt"."""

    def change(workbook: Workbook) -> None:
        row = find(workbook, "Spiele", item)
        for column, value in zip("JKLM", points, strict=True):
            workbook["Spiele"][f"{column}{row}"] = value

    return change


def choose(item: str, words: str) -> Callable[[Workbook], None]:
    """Chooses a decision in "Prüfung"."""
    return lambda workbook: workbook["Prüfung"].__setitem__(f"I{find(workbook, 'Prüfung', item)}", words)


def test_a_workbook_as_it_was_made_brings_nothing(store: Store, tmp_path: Path) -> None:
    """Formulas and numbers that nobody typed are no corrections."""
    assert take(store, tmp_path) == Taken()


def test_typed_points_are_decided(store: Store, tmp_path: Path) -> None:
    """The row counts them, and the decision is the workbook's; taking it again brings nothing more."""
    taken = take(store, tmp_path, type_points("r1.t1.g5", 2, 2, -2, -2))
    assert [(fact.item, fact.how, fact.points) for fact in taken.facts] == [("r1.t1.g5", "points", (2, 2, -2, -2))]
    store.append(taken.facts, by=AUTHOR)
    assert make_book(store).entries[0].sheet.rows[4].status == "ok"
    assert take_workbook(open_evening(store), tmp_path / "stand.xlsx") == Taken()


def test_a_chosen_decision_is_taken(store: Store, tmp_path: Path) -> None:
    """What is chosen in "Prüfung" is decided as if it had been typed on the command line."""
    taken = take(store, tmp_path, choose("r1.t1.g5", "wie geschrieben"))
    assert [(fact.item, fact.how, fact.points) for fact in taken.facts] == [("r1.t1.g5", "as-written", (2, 2, -2, -3))]


def test_a_typed_name_is_taken(store: Store, tmp_path: Path) -> None:
    """It must be a player's; somebody who does not take part is told."""

    def name(words: str) -> Callable[[Workbook], None]:
        return lambda workbook: workbook["Runde 1"].__setitem__(f"E{find(workbook, 'Runde 1', 'r1.t1.name.p4')}", words)

    taken = take(store, tmp_path, name("dörte"))
    assert [(fact.item, fact.name) for fact in taken.facts] == [("r1.t1.name.p4", "Dörte")]
    [(item, why)] = take(store, tmp_path, name("Zacharias")).left_out
    assert (item, why.in_("de")[:9]) == ("r1.t1.name.p4", "Zacharias")


def test_a_workbook_of_before_a_sheet_was_moved_is_taken(store: Store, tmp_path: Path) -> None:
    """It calls rows and names as they were called then."""
    export(store, tmp_path)
    store.append([make_move(open_evening(store), NewPlace("r1.t1", 2, 1))], by="Referee")
    taken = edit(store, tmp_path, type_points("r1.t1.g5", 2, 2, -2, -2), type_name("r1.t1.name.p4", "Dörte"))
    assert [(one.item, one.points, one.name) for one in taken.facts] == [
        ("r2.t1.g5", (2, 2, -2, -2), ""),
        ("r2.t1.name.p4", (), "Dörte"),
    ]
    assert read_told(taken) == []


def test_a_decision_in_the_file_stays(store: Store, tmp_path: Path) -> None:
    """What was decided since the workbook was exported is not overwritten by what was typed into it: it is reported."""
    export(store, tmp_path)
    decide(store, (3, 3, -3, -3))
    taken = edit(store, tmp_path, type_points("r1.t1.g5", 2, 2, -2, -2))
    assert (taken.facts, read_told(taken)[0][:25]) == ((), "r1.t1.g5: Referee hat am ")
    taken = edit(store, tmp_path, give_reason("r1.t1.g5", "Bogen gesehen"))
    assert (taken.facts, read_told(taken)[0][:25]) == ((), "r1.t1.g5: Referee hat am ")


def test_what_somebody_had_decided_is_typed_over_with_a_reason(store: Store, tmp_path: Path) -> None:
    """The workbook showed the decision, so whoever types over it says why."""
    decide(store, (3, 3, -3, -3))
    change = type_points("r1.t1.g5", 2, 2, -2, -2)
    taken = take(store, tmp_path, change)
    assert (taken.facts, read_told(taken)[0][:51]) == ((), "r1.t1.g5: Referee hat das entschieden, es zählt (+3")
    taken = take(store, tmp_path, change, give_reason("r1.t1.g5", "Bogen gesehen"))
    assert [(one.points, one.reason) for one in taken.facts] == [((2, 2, -2, -2), "Bogen gesehen")]


def test_a_decision_elsewhere_makes_no_old_number_a_correction(store: Store, tmp_path: Path) -> None:
    """Nobody touched the older workbook: the number in it is not what somebody typed, and nothing is said of it."""
    export(store, tmp_path)
    decide(store, (3, 3, -3, -3))
    assert edit(store, tmp_path) == Taken()
    decide(store, (2, 2, -2, -3), "r1.t1.g6")
    assert edit(store, tmp_path) == Taken()


def test_a_renamed_player_makes_no_old_name_a_correction(store: Store, tmp_path: Path) -> None:
    """The workbook has the old name in every round; nobody typed it."""
    export(store, tmp_path)
    store.append([PlayerRenamed(1, "Anna-Maria")], by="Wart")
    assert edit(store, tmp_path) == Taken()
    taken = edit(store, tmp_path, type_name("r1.t1.name.p1", "Bernd"))
    assert read_told(taken) == [
        "r1.t1.name.p1: Dort sitzt inzwischen Anna-Maria; soll es jemand anderes sein, "
        "bitte mit „kiebitz decide“ entscheiden."
    ]


def test_a_workbook_typed_into_again_needs_a_reason(store: Store, tmp_path: Path) -> None:
    """What the workbook itself brought may be corrected in it; an older workbook changes nothing unasked."""
    export(store, tmp_path)
    store.append(edit(store, tmp_path, type_points("r1.t1.g5", 2, 2, -2, -2)).facts, by=AUTHOR)
    assert edit(store, tmp_path) == Taken()
    again = type_points("r1.t1.g5", 3, 3, -3, -3)
    assert "Spalte „Grund“" in read_told(edit(store, tmp_path, again))[0]
    taken = edit(store, tmp_path, give_reason("r1.t1.g5", "verschrieben"))
    assert [(one.points, one.reason) for one in taken.facts] == [((3, 3, -3, -3), "verschrieben")]


def test_points_against_the_rules_are_told(store: Store, tmp_path: Path) -> None:
    """A typed row that does not add up needs a reason, from its column."""
    change = type_points("r1.t1.g5", 2, 2, -2, -1)
    taken = take(store, tmp_path, change)
    assert taken.facts == ()
    assert "geht nicht" in read_told(taken)[0]
    assert "Spalte „Grund“" in read_told(taken)[0]
    taken = take(store, tmp_path, change, give_reason("r1.t1.g5", "abgesprochen"))
    assert [(one.points, one.reason) for one in taken.facts] == [((2, 2, -2, -1), "abgesprochen")]


def test_a_closed_round_is_corrected_with_a_reason(store: Store, tmp_path: Path) -> None:
    """As on the command line; without one the sentence names the column."""
    store.append([SealingBegan(), Closed(1, "so", ())], by="Wart")
    change = type_points("r1.t1.g6", 3, 3, -3, -3)
    assert "Runde 1 ist abgeschlossen" in read_told(take(store, tmp_path, change))[0]
    assert "Spalte „Grund“" in read_told(take(store, tmp_path, change))[0]
    assert take(store, tmp_path, change, give_reason("r1.t1.g6", "verlesen")).facts[0].reason == "verlesen"


@pytest.mark.parametrize(
    "typed", [("+2", " 2 ", "\u22122", "-2"), (2.0, "2", "\u20132", -2), ("2+", "+ 2", "2-", "\u2014 2")]
)
def test_numbers_typed_as_text_are_taken(store: Store, tmp_path: Path, typed: tuple[object, ...]) -> None:
    """With blanks around them, and with the minus that a telephone or Word makes."""
    taken = take(store, tmp_path, type_points("r1.t1.g5", *typed))
    assert [(fact.how, fact.points) for fact in taken.facts] == [("points", (2, 2, -2, -2))]


@pytest.mark.parametrize("typed", ["abc", "2,5", 2.5, True, "1e999", "x" * 5000])
def test_what_is_no_number_is_told(store: Store, tmp_path: Path, typed: object) -> None:
    """With the cell's item and what was typed, cut off where it is long; the other rows' corrections are taken."""
    change = type_points("r1.t1.g6", *(3, 3, -3, -3)), type_points("r1.t1.g7", typed, 2, -2, -2)
    taken = take(store, tmp_path, *change)
    assert [fact.item for fact in taken.facts] == ["r1.t1.g6"]
    [(item, why)] = taken.left_out
    assert item == "r1.t1.g7"
    assert why.in_("de").startswith(f"In „Spiele“, Zelle J11, steht „{str(typed)[:40]}“; das ist keine ganze Zahl")
    assert len(why.in_("de")) < 200


def test_a_formula_counts_with_its_result(store: Store, tmp_path: Path) -> None:
    """Plain arithmetic is worked out; of any other the cell is named, as long as no program has worked it out."""
    taken = take(store, tmp_path, type_points("r1.t1.g6", "=1+2", "=6/2", "=-3", "=-(9/3)"))
    assert [one.points for one in taken.facts] == [(3, 3, -3, -3)]
    taken = take(store, tmp_path, type_points("r1.t1.g6", "=SUM(A1:A2)", 3, -3, -3))
    assert taken.facts == ()
    assert read_told(taken) == [
        "r1.t1.g6: In „Spiele“, Zelle J10, steht eine Formel ohne Ergebnis: bitte in Excel öffnen und speichern."
    ]


def test_the_result_that_excel_saved_counts(store: Store, tmp_path: Path) -> None:
    """Whatever the formula is."""
    taken = take(store, tmp_path, type_points("r1.t1.g6", "=SUM(A1:A2)", 3, -3, -3))
    put_result(tmp_path / "stand.xlsx", "SUM(A1:A2)", "3")
    assert [one.points for one in take_workbook(open_evening(store), tmp_path / "stand.xlsx").facts] == [(3, 3, -3, -3)]
    assert taken.facts == ()


def test_a_formula_over_other_cells_is_no_secret(store: Store, tmp_path: Path) -> None:
    """Also one that looks into the worksheets of the workbook itself."""
    taken = take(store, tmp_path, type_points("r1.t1.g6", "=Spiele!J9+1", 3, -3, -3))
    assert (taken.facts, "Formel ohne Ergebnis" in read_told(taken)[0]) == ((), True)


@pytest.mark.parametrize("typed", ["", None])
def test_an_emptied_cell_is_named(store: Store, tmp_path: Path, typed: object) -> None:
    """Nothing is not 0."""
    assert read_told(take(store, tmp_path, type_points("r1.t1.g6", 3, typed, -3, 0))) == [
        "r1.t1.g6: In „Spiele“, Zelle K10, stehen keine Punkte; bitte die ganze Zeile ausfüllen, mit 0 für null Punkte."
    ]


@pytest.mark.parametrize(
    ("tab", "cell", "typed", "words"),
    [
        ("Spiele", "F10", "+7", "was geschrieben ist, bleibt"),
        ("Spiele", "Q10", "fertig", "nur „✓ ok“"),
        ("Spiele", "J40", 5, "hat keine Kennung"),
        ("Prüfung", "I4", "vielleicht", "keine der angebotenen Entscheidungen"),
        ("Prüfung", "I4", "Punkte", "in „Spiele“ stehen aber keine anderen"),
        ("Prüfung", "J4", "weil", "steht ein Grund, aber keine Änderung"),
        ("Spiele", "R12", "weil", "steht ein Grund, aber keine Änderung"),
        ("Runde 1", "E4", None, "steht kein Name mehr"),
        ("Runde 1", "E4", "=A99", "Formel ohne Ergebnis"),
        ("Runde 1", "G4", 99, "statt einer Formel"),
        ("Stand", "C4", 99, "statt einer Formel"),
        ("Spieler", "C4", 99, "statt einer Formel"),
    ],
)
def test_whatever_was_typed_is_told(
    store: Store, tmp_path: Path, tab: str, cell: str, typed: object, words: str
) -> None:
    """One sentence each, with the cell and what stands there, and nothing is taken."""
    taken = take(store, tmp_path, lambda workbook: workbook[tab].__setitem__(cell, typed))
    assert taken.facts == ()
    [told] = read_told(taken)
    assert words in told
    assert cell in told or "hat keine Kennung" in told


def test_a_typed_cross_is_decided(store: Store, tmp_path: Path) -> None:
    """A solo's cross put in or taken out counts with the row's points."""
    row = store_row(store, "r1.t1.g1")
    assert row.solo
    taken = take(store, tmp_path, lambda book: book["Spiele"].__setitem__(f"N{find(book, 'Spiele', 'r1.t1.g1')}", None))
    assert [(one.item, one.solo, one.points) for one in taken.facts] == [("r1.t1.g1", False, row.points)]


def test_two_lines_of_one_row_are_told(store: Store, tmp_path: Path) -> None:
    """Somebody copied the line and typed into both."""

    def copy_line(workbook: Workbook) -> None:
        tab, at = workbook["Spiele"], find(workbook, "Spiele", "r1.t1.g6")
        for cell in tab[at]:
            tab.cell(60, cell.column, cell.value)
        tab["J60"], tab["K60"], tab["L60"], tab["M60"] = 4, 4, -4, -4

    taken = take(store, tmp_path, type_points("r1.t1.g6", 3, 3, -3, -3), copy_line)
    assert [one.points for one in taken.facts] == [(3, 3, -3, -3)]
    assert "zweimal" in read_told(taken)[0]


def test_a_name_of_another_sheet_is_not_taken(store: Store, tmp_path: Path) -> None:
    """The workbook shows the sheet with other ink: it has been read anew since, so its names are reported, not
    taken."""

    def type_name(workbook: Workbook) -> None:
        workbook["Runde 1"][f"E{find(workbook, 'Runde 1', 'r1.t1.name.p4')}"] = "Dörte"

    def show_other_ink(workbook: Workbook) -> None:
        at = find(workbook, "Spiele", "r1.t1.g9")
        workbook["Spiele"][f"F{at}"] = "+7"
        said = workbook["Spiele"][f"U{at}"]
        said.value = json.dumps([["+7", *json.loads(said.value)[0][1:]], *json.loads(said.value)[1:]])

    assert len(take(store, tmp_path, type_name).facts) == 1
    taken = take(store, tmp_path, type_name, show_other_ink)
    assert (taken.facts, [item for item, _ in taken.left_out]) == ((), ["r1.t1.name.p4"])


def test_a_workbook_without_its_columns_brings_nothing(store: Store, tmp_path: Path) -> None:
    """Somebody took the points out to print the rest."""
    assert take(store, tmp_path, lambda workbook: workbook["Spiele"].delete_cols(8, 6)) == Taken()


def test_points_as_likely_as_others_are_chosen(tmp_path: Path) -> None:
    """Of two causes the workbook offers both rows of points; the chosen one counts, and once."""
    store = open_tournament(tmp_path)
    put_in(store, draw_two_causes())

    def choose(workbook: Workbook) -> None:
        workbook["Prüfung"].cell(find(workbook, "Prüfung", "r1.t1.g1"), 9).value = "Punkte +9 -3 -3 -3"

    taken = take(store, tmp_path, choose)
    assert [(one.how, one.points) for one in taken.facts] == [("points", (9, -3, -3, -3))]
    store.append(taken.facts, by=AUTHOR)
    assert take(store, tmp_path).facts == ()


def test_a_proposal_that_changes_a_cross_is_chosen(tmp_path: Path) -> None:
    """It stands among the decisions with its cross, the workbook counts the solo so, and it is decided so."""
    store = open_tournament(tmp_path)
    put_in(store, sheet("a.jpg", ROUND.replace("+9 -3 -3 -3 x", "+4 +4 -4 -4 x", 1), names=NAMES[:4]))
    item = next(one for one in list_open_items(make_book(store), "de") if one.item == "r1.t1.g1")
    assert item.choice is not None
    [option] = [one for one in item.choice.options if one.solo != item.choice.now.solo]
    assert option.decision == "accept"
    taken = take(store, tmp_path, choose("r1.t1.g1", "annehmen"))
    assert [(one.how, one.points, one.solo) for one in taken.facts] == [("accept", (4, 4, -4, -4), False)]
    formula = load_workbook(tmp_path / "stand.xlsx")["Spiele"]["N5"].value
    assert formula.endswith('="annehmen","","x")')


def test_a_choice_means_what_the_workbook_offered(store: Store, tmp_path: Path) -> None:
    """The proposal has become another since: that is reported, and the new one is not taken unseen."""

    def offer_other(workbook: Workbook) -> None:
        said = workbook["Prüfung"][f"L{find(workbook, 'Prüfung', 'r1.t1.g5')}"]
        said.value = json.dumps({"wie geschrieben": ["as-written", [2, 2, -2, -2], False, False]})

    taken = take(store, tmp_path, choose("r1.t1.g5", "wie geschrieben"), offer_other)
    assert taken.facts == ()
    assert "neu gelesen" in read_told(taken)[0]


@pytest.mark.parametrize(
    "said", ["", "[", "[1]", '{"a": 1}', "[" * 90_000, '[["+2"],[2],false,"review"]', "[[],[],1,2]"]
)
def test_a_column_that_somebody_wrote_into_breaks_nothing(store: Store, tmp_path: Path, said: str) -> None:
    """Then what counts now is what the workbook is compared with."""

    def write(workbook: Workbook) -> None:
        for tab, column in (("Spiele", "U"), ("Prüfung", "L")):
            workbook[tab][f"{column}{find(workbook, tab, 'r1.t1.g5')}"] = said[:32_000]

    taken = take(store, tmp_path, write, type_points("r1.t1.g5", 2, 2, -2, -2))
    assert [one.points for one in taken.facts] == [(2, 2, -2, -2)]


@pytest.mark.parametrize(
    ("tab", "words"), [("Spiele", "„Spiele“ fehlt"), ("Prüfung", "„Prüfung“ fehlt"), ("Runde 1", "Runden fehlen")]
)
def test_a_worksheet_that_was_taken_out_is_told(store: Store, tmp_path: Path, tab: str, words: str) -> None:
    """Whatever was typed there is gone, and nobody can know what it was."""
    taken = take(store, tmp_path, lambda workbook: workbook.remove(workbook[tab]))
    assert taken.facts == ()
    [told] = read_told(taken)
    assert words in told


def test_an_english_workbook_is_taken(store: Store, tmp_path: Path) -> None:
    """Its worksheets and columns have other words; who takes it need not say so."""
    path = tmp_path / "standings.xlsx"
    path.write_bytes(make_workbook(make_book(store), program="1", made=datetime(2026, 1, 1, tzinfo=UTC), lang="en"))
    workbook = load_workbook(path)
    games, review = workbook["Games"], workbook["Review"]
    row = find(workbook, "Games", "r1.t1.g6")
    for column, value in zip("JKLM", (3, 3, -3, -3), strict=True):
        games[f"{column}{row}"] = value
    review[f"I{find(workbook, 'Review', 'r1.t1.g5')}"] = "as written"
    workbook.save(path)
    taken = take_workbook(open_evening(store), path)
    assert [(one.item, one.how) for one in taken.facts] == [("r1.t1.g6", "points"), ("r1.t1.g5", "as-written")]
    assert taken.left_out == ()


def test_a_renamed_worksheet_counts_as_before(store: Store, tmp_path: Path) -> None:
    """Its heads say what it is."""

    def rename(workbook: Workbook) -> None:
        workbook["Spiele"].title = "Spiele alt"

    taken = take(store, tmp_path, type_points("r1.t1.g5", 2, 2, -2, -2), rename)
    assert ([one.points for one in taken.facts], taken.left_out) == ([(2, 2, -2, -2)], ())


def test_an_evening_without_a_sheet_brings_nothing(tmp_path: Path) -> None:
    """Nor is anything said of what has no lines yet."""
    assert take(open_tournament(tmp_path), tmp_path) == Taken()
