"""Every formula of the workbook stands below the head that it computes and asks the columns that it should.

Read from the file alone, by the heads of its columns: neither LibreOffice nor the plans of the worksheets have a part.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime
from io import BytesIO

import pytest
from openpyxl import load_workbook
from openpyxl.formula.tokenizer import Token, Tokenizer
from openpyxl.utils import get_column_letter, range_boundaries
from openpyxl.workbook import Workbook
from openpyxl.worksheet.worksheet import Worksheet

from tests.tournament.evening import evening
from tournament.evening.book import Book
from tournament.evening.item_names import RoundMatter
from tournament.handout.workbook.make_workbook import make_workbook
from tournament.remarks import Remark
from tournament.review.waiting import list_open

NAMES = ("Anna", "Bernd", "Çem", "Dörte", "Emil", "Frauke", "Georg", "Heike")
HEAD_ROWS = {"Spiele": 4}
"""The row of the heads, where it is not the third; above it `Spiele` has the heads of its groups."""


def make_book() -> Book:
    """Two closed rounds of two tables; start numbers are known, and what is open was signed off."""
    book = evening(seed=5, names=NAMES, rounds=2)
    players = tuple(replace(one, start=10 + one.number) for one in book.players)
    by_number = {one.number: one for one in players}
    ranked = tuple(replace(one, player=by_number[one.player.number]) for one in book.standings)
    entered = replace(book, players=players, standings=ranked, planned=2, closed=True, day=date(2026, 11, 21))
    return replace(entered, signed=frozenset(list_open(entered)))


def make_file(book: Book) -> Workbook:
    """Its workbook, read back."""
    return load_workbook(BytesIO(make_workbook(book, program="1", made=datetime(2026, 1, 1, tzinfo=UTC))))


@pytest.fixture(name="workbook", scope="module")
def read_workbook() -> Workbook:
    """One workbook for the tests that change nothing."""
    return make_file(make_book())


def name_heads(sheet: Worksheet) -> dict[int, str]:
    """The head of each column; of a seat in `Spiele` with its group ("gezählt Platz 1"), of none its letter."""
    row = HEAD_ROWS.get(sheet.title, 3)
    heads, group = {}, ""
    for column in range(1, sheet.max_column + 1):
        head = str(sheet.cell(row, column).value or get_column_letter(column))
        group = str(sheet.cell(row - 1, column).value or group) if row > 3 else ""
        heads[column] = f"{group} {head}" if head.startswith("Platz ") and group else head
    return heads


EXPECTED: dict[str, dict[str, str | tuple[str, ...]]] = {
    "Stand": {
        "A1": "COUNTIFS IF SUM: [Prüfung!Status] ×2, [Prüfung!Stelle] ×2, [Prüfung!abgezeichnet], [Runde 1!P], "
        "[Runde 2!P], [Spiele!Status]",
        "A2": "AND COUNTIFS IF MAX SUM: [Prüfung!Status] ×6, [Prüfung!Stelle] ×10, [Prüfung!abgezeichnet], "
        "[Runde 1!O], [Runde 1!P] ×2, [Runde 2!O], [Runde 2!P] ×2, [Spiele!Status] ×5",
        "Startnr.": "IF IFERROR INDEX MATCH: [Spieler!Reihenfolge] ×2, [Spieler!Startnr.] ×2",
        **{
            head: f"IFERROR INDEX MATCH: [Spieler!Reihenfolge], [Spieler!{head}]"
            for head in ("Platz", "Name", "Runde 1", "Runde 2", "Gesamt", "Beste Runde", "Soli gewonnen", "Offen")
        },
    },
    "Runde": {
        "Intern": "IF: N ×2, O",
        "Startnr.": "IF IFERROR INDEX MATCH: Intern ×2, [Spieler!Intern] ×2, [Spieler!Startnr.] ×2",
        "Punkte": "SUMIFS: Bogen, [Spiele!Bogen], [Spiele!gezählt Platz {seat}]",
        "Soli gewonnen": "COUNTIFS: Bogen, [Spiele!Bogen], [Spiele!Solist], [Spiele!gezählt Platz {seat}]",
        "Offen": "COUNTIFS: Bogen ×2, [Prüfung!Bogen], [Prüfung!Status], [Prüfung!Stelle] ×2, [Spiele!Bogen], "
        "[Spiele!Status]",
        "Probe": "IF SUM TEXT: Punkte of its Bogen ×2",
        "M": "IF TRIM: Name ×2",
        "N": "MAX SUMPRODUCT TRIM: M{times}, Spieler!Intern(4 to 11), Spieler!Name(4 to 11){other M}{other Intern}",
        "O": "IF{max}: N{other O}",
        "P": "IF: M",
    },
    "Spieler": {
        "Runde 1": "COUNTIF IF SUMIFS: Intern ×2, [Runde 1!Intern] ×2, [Runde 1!Punkte]",
        "Runde 2": "COUNTIF IF SUMIFS: Intern ×2, [Runde 2!Intern] ×2, [Runde 2!Punkte]",
        "Gesamt": "COUNT IF SUM: Runde 1 ×2, Runde 2 ×2",
        "Beste Runde": "IF MAX: Gesamt, Runde 1, Runde 2",
        "Soli gewonnen": "IF SUMIFS: Gesamt, Intern ×2, [Runde 1!Intern], [Runde 1!Soli gewonnen], [Runde 2!Intern], "
        "[Runde 2!Soli gewonnen]",
        "Offen": "IF SUMIFS: Gesamt, Intern ×2, [Runde 1!Intern], [Runde 1!Offen], [Runde 2!Intern], [Runde 2!Offen]",
        "Platz": "COUNTIFS IF: Gesamt ×3, Gleichstand, Zurückgezogen ×3, [Gesamt] ×3, [Gleichstand], "
        "[Zurückgezogen] ×3",
        "Reihenfolge": "COUNTIF IF: Gesamt, Platz ×2, Platz↑",
        "Intern": "IF: Name",
        "Name": "IFERROR INDEX MATCH: [Runde 1!M], [Runde 1!O], [Runde 2!M], [Runde 2!O]",
    },
    "Spiele": {
        "Solist": "AND COUNTIF IF MATCH MAX MIN: Solo, {counted ×8}",
        "Probe": "IF SUM TEXT: {counted ×2}",
        "Status": "AND COUNT IF OR: Prüfung!Entscheidung of its Kennung ×2, {counted ×2}",
        **{f"gezählt Platz {seat}": "IF: Prüfung!Entscheidung of its Kennung" for seat in range(1, 5)},
    },
    "Prüfung": {"Status": ("IF: Entscheidung", "IF: Spiele!Status of its Kennung")},
}
"""By worksheet and head: the functions of its formulas, and the columns that they ask, as `describe` writes them."""

CONDITIONS = {
    "Stand": {"Offen: [N] Offen", "Platz: [AND N] Offen, Platz(1 to 1)", "Platz to Offen: [AND ISNUMBER] Platz ×2"},
    "Runde": {"Tisch to Probe: [] Offen"},
    "Spiele": {"Bogen to Befund: [] Status"},
    "Prüfung": {"Status: [] Status"},
}
"""By worksheet: which columns a colour is for, and by which columns it is chosen."""


@dataclass(frozen=True)
class Reference:
    """A cell or a range of one column in a formula. `rows`: first and last; `follows`: which of them are relative."""

    tab: str
    column: str
    rows: tuple[int, int]
    follows: tuple[bool, bool]


def list_references(workbook: Workbook, tab: str, formula: str) -> Iterator[Reference]:
    """The cells that a formula of the worksheet `tab` asks, one column of them at a time."""
    for token in Tokenizer(formula).items:
        if (token.type, token.subtype) == (Token.OPERAND, Token.RANGE):
            sheet, _, cells = token.value.rpartition("!")
            sheet = sheet.strip("'") or tab
            first, top, last, bottom = range_boundaries(cells.replace("$", ""))
            follows = [re.search(r"\$\d+$", cell) is None for cell in (cells.split(":")[0], cells)]
            for column in range(first, last + 1):
                head = name_heads(workbook[sheet]).get(column, "no column")
                yield Reference(sheet, head, (top, bottom), (follows[0], follows[1]))


def describe(workbook: Workbook, sheet: Worksheet, row: int, formula: str) -> str:
    """What a formula in that row does: its functions, and what it asks, by worksheet and head.

    A head alone is the cell in the same row, "[...]" the column over all rows with data, and "↑" the column down to
    this row or to the one above. Cells of another row show what they have in common with it, or their rows. "×2":
    asked twice.
    """
    functions = {t.value[:-1] for t in Tokenizer(formula).items if (t.type, t.subtype) == (Token.FUNC, Token.OPEN)}
    asked = Counter(
        name_reference(workbook, sheet, row, one) for one in list_references(workbook, sheet.title, formula)
    )
    words = sorted(place if times == 1 else f"{place} ×{times}" for place, times in asked.items())
    return f"{' '.join(sorted(functions))}: {', '.join(words)}"


def name_reference(workbook: Workbook, sheet: Worksheet, row: int, one: Reference) -> str:
    """The words for one reference of a formula in that row of `sheet`."""
    here, other = one.tab == sheet.title, workbook[one.tab]
    place, first = one.column if here else f"{one.tab}!{one.column}", HEAD_ROWS.get(one.tab, 3) + 1
    if here and one.rows == (row, row) and one.follows[0]:
        return place
    if here and one.rows == (first, row if one.follows[1] else row - 1) and not one.follows[0]:
        return f"{place}↑"
    if one.rows[0] == first and one.rows[1] >= find_last(other):
        return f"[{place}]"
    for common in ("Kennung", "Bogen"):
        rows = [at for at in range(first, find_last(other) + 1) if read(other, at, common) == read(sheet, row, common)]
        if rows and one.rows == (rows[0], rows[-1]):
            return f"{place} of its {common}"
    return f"{place}({one.rows[0]} to {one.rows[1]})"


def find_last(sheet: Worksheet) -> int:
    """The last row with something in its first column."""
    return max(row for row in range(1, sheet.max_row + 1) if sheet.cell(row, 1).value is not None)


def read(sheet: Worksheet, row: int, head: str) -> object:
    """The value in the column of that head; None without such a column."""
    columns = {name: column for column, name in name_heads(sheet).items()}
    return sheet.cell(row, columns[head]).value if head in columns else None


def list_formulas(workbook: Workbook) -> Iterator[tuple[Worksheet, int, int, str]]:
    """Every formula of a cell, with its row and column."""
    for sheet in workbook:
        for row in sheet.iter_rows():
            yield from ((sheet, cell.row, cell.column, str(cell.value)) for cell in row if cell.data_type == "f")


def expect(workbook: Workbook, sheet: Worksheet, row: int, column: int) -> tuple[str, ...]:
    """What the formula of that cell may be, as `describe` writes it; nothing where none belongs."""
    title, first = sheet.title, HEAD_ROWS.get(sheet.title, 3) + 1
    key = name_heads(sheet).get(column, "") if row >= first else sheet.cell(row, column).coordinate
    found = EXPECTED.get(title.split()[0], {}).get(key, ())
    earlier = [f"Runde {number}" for number in range(1, int(title.split()[1]))] if title.startswith("Runde") else []
    above = row > first
    gaps = {"{seat}": str(read(sheet, row, "Platz")), "{max}": " MAX" * bool(earlier or above)}
    gaps["{times}"] = f" ×{1 + len(earlier) + above}" if earlier or above else ""
    for head in ("M", "O", "Intern"):
        gaps[f"{{other {head}}}"] = "".join(f", {one}" for one in (f"{head}↑",) * above) + "".join(
            f", [{one}!{head}]" for one in earlier
        )
    for times in (2, 8):
        gaps[f"{{counted ×{times}}}"] = ", ".join(f"gezählt Platz {seat} ×{times}" for seat in range(1, 5))
    return tuple(fill(one, gaps) for one in ((found,) if isinstance(found, str) else found))


def fill(text: str, gaps: dict[str, str]) -> str:
    """The text with its gaps filled in, and what it asks in the order of `describe`."""
    for gap, words in gaps.items():
        text = text.replace(gap, words)
    functions, _, asked = text.partition(": ")
    return f"{functions}: {', '.join(sorted(asked.split(', ')))}"


def find_fault(workbook: Workbook, sheet: Worksheet, row: int, column: int, formula: str) -> str:
    """What is wrong with a formula in that cell; "" where nothing is."""
    found, right = describe(workbook, sheet, row, formula), expect(workbook, sheet, row, column)
    if found in right and counts_as_written(sheet, row, column, formula):
        return ""
    return f"{sheet.title}!{get_column_letter(column)}{row}: {found}, not {right}"


def counts_as_written(sheet: Worksheet, row: int, column: int, formula: str) -> bool:
    """Whether points that depend on a decision are this seat's: without one they are in this book as they are
    written."""
    head = name_heads(sheet).get(column, "")
    if not head.startswith("gezählt"):
        return True
    return int(str(read(sheet, row, head.replace("gezählt", "geschrieben")))) == int(formula.rpartition(",")[2][:-1])


def test_every_formula_asks_the_columns_of_its_head(workbook: Workbook) -> None:
    """On every worksheet each formula stands below the head that it computes, and asks the columns that it should."""
    faults = [find_fault(workbook, *found) for found in list_formulas(workbook)]
    assert [fault for fault in faults if fault] == []
    assert len(faults) > 400


def test_every_head_has_its_formulas(workbook: Workbook) -> None:
    """Nothing that is to be computed stands as a number that no correction would change."""
    computed = defaultdict(set)
    for sheet, row, column, _ in list_formulas(workbook):
        first = HEAD_ROWS.get(sheet.title, 3) + 1
        key = name_heads(sheet).get(column, "") if row >= first else sheet.cell(row, column).coordinate
        computed[sheet.title.split()[0]].add(key)
    points = {f"gezählt Platz {seat}" for seat in range(1, 5)}
    assert {tab: heads - points for tab, heads in computed.items()} == {
        tab: set(heads) - points for tab, heads in EXPECTED.items()
    }
    assert computed["Spiele"] & points  # of rows that a decision may change


def shift(formula: str, at: int) -> str:
    """The formula with its reference number `at` one column to the right."""
    tokens = Tokenizer(formula).items
    token = [one for one in tokens if (one.type, one.subtype) == (Token.OPERAND, Token.RANGE)][at]
    sheet, bang, cells = token.value.rpartition("!")
    first, _, last, _ = range_boundaries(cells.replace("$", ""))
    letters = iter((first + 1, last + 1))
    token.value = sheet + bang + re.sub("[A-Z]+", lambda _: get_column_letter(next(letters)), cells)
    return "=" + "".join(one.value for one in tokens)


def test_planted_faults_are_found(workbook: Workbook) -> None:
    """A reference one column off, or a formula one column from its place, is noticed: of every kind of formula, each
    reference."""
    kinds = {describe(workbook, *found[:2], found[3]): found for found in list_formulas(workbook)}
    assert len(kinds) > 40
    planted = 0
    for sheet, row, column, formula in kinds.values():
        assert find_fault(workbook, sheet, row, column + 1, formula)
        references = len([t for t in Tokenizer(formula).items if (t.type, t.subtype) == (Token.OPERAND, Token.RANGE)])
        for at in range(references):
            planted += 1
            assert find_fault(workbook, sheet, row, column, shift(formula, at)), (sheet.title, row, column, at)
    assert planted > 150


def test_a_missing_name_is_asked_in_its_round() -> None:
    """Such an item is open as long as its own seat has no name, and a click on it leads to that seat's name."""
    workbook = make_file(evening(seed=5, names=NAMES, rounds=2, given=False))
    review, asked = workbook["Prüfung"], 0
    for row in range(4, find_last(review) + 1):
        item, link = str(read(review, row, "Kennung")), review.cell(row, 3).hyperlink
        if ".name.p" in item:
            tab = f"Runde {item[1]}"
            assert describe(workbook, review, row, str(read(review, row, "Status"))) == f"IF: {tab}!M of its Kennung"
            assert link is not None
            [place] = list_references(workbook, review.title, f"={link.location}")
            assert (place.tab, place.column) == (tab, "Name")
            assert read(workbook[tab], place.rows[0], "Kennung") == item
            asked += 1
    assert asked == 16


def test_a_round_that_lacks_a_player_is_counted_as_open() -> None:
    """For that player alone, beside what is open at the tables."""
    book = make_book()
    gaps = {"names": (book.players[2],), "unnamed": ""}
    missing = Remark("missing-player", "warning", "evening.missing-player", gaps=gaps)
    workbook = make_file(replace(book, matters=(RoundMatter(2, (missing,)),)))
    sheet = workbook["Spieler"]
    extra = {
        str(read(sheet, row, "Name")): describe(workbook, sheet, row, str(read(sheet, row, "Offen")))
        for row in range(4, 12)
    }
    usual = fill(str(EXPECTED["Spieler"]["Offen"]), {})
    more = fill(usual.replace("IF SUMIFS: ", "COUNTIFS IF SUMIFS: [Prüfung!Status], [Prüfung!Stelle], "), {})
    assert extra == {one: more if one == book.players[2].name else usual for one in NAMES}


def test_colours_follow_their_columns(workbook: Workbook) -> None:
    """Each colour is for the columns that it should be for, and is chosen by the column that it should."""
    for sheet in workbook:
        heads = name_heads(sheet)
        found = set()
        for cells, rules in ((one.sqref, one.rules) for one in sheet.conditional_formatting):
            first, top, last, _ = range_boundaries(str(cells))
            for rule in rules:
                asked = describe(workbook, sheet, top, f"={rule.formula[0]}").replace(": ", "] ", 1)
                place = heads[first] if first == last else f"{heads[first]} to {heads[last]}"
                found.add(f"{place}: [{asked}")
        assert found == CONDITIONS.get(sheet.title.split()[0], set())
