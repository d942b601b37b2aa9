"""A name typed in a round's worksheet: it counts in `Stand`, and what stood there before is gone."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest
from openpyxl import load_workbook
from openpyxl.workbook.workbook import Workbook

from dev.tools.check_workbook import recalculate
from tests.tournament.evening import evening
from tests.tournament.test_workbook_recalculated import SOFFICE
from tests.tournament.workbook_files import write_workbook
from tournament.evening.book import Book

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(SOFFICE is None, reason="LibreOffice (soffice) is not installed: formulas stay unchecked"),
]
NAMES = ("Anna", "Bernd", "Çem", "Dörte", "Emil", "Frida", "Gerd", "Hanna")


def after(book: Book, folder: Path, change: Callable[[Workbook], None]) -> Workbook:
    """The workbook of `book` as it calculates after a change."""
    path = folder / "stand.xlsx"
    write_workbook(book, path, program="1", made=datetime(2026, 1, 1, tzinfo=UTC))
    workbook = load_workbook(path)
    change(workbook)
    workbook.save(path)
    return recalculate(path)


def shown(workbook: Workbook) -> dict[object, tuple[object, object]]:
    """Name -> place and total, of every line of `Stand` in which something stands."""
    sheet = workbook["Stand"]
    lines = [[cell.value for cell in row] for row in sheet.iter_rows(min_row=4)]
    total = next(column for column in range(20) if sheet.cell(3, column + 1).value == "Gesamt")
    filled = [line for line in lines if line[0] not in (None, "")]
    assert len({line[1] for line in filled}) == len(filled)
    assert all(value in (None, "") for line in lines if line not in filled for value in line)
    return {line[1]: (line[0], line[total]) for line in filled}


def seats(workbook: Workbook, name: str) -> list[tuple[str, int]]:
    """Worksheet and row of every seat that has this name."""
    tabs = [tab for tab in workbook.sheetnames if tab.startswith("Runde")]
    return [(tab, row) for tab in tabs for row in range(4, 12) if workbook[tab].cell(row, 5).value == name]


def places(totals: dict[str, int]) -> dict[object, tuple[object, object]]:
    """The same as `shown` of these totals."""
    return {name: (1 + sum(other > total for other in totals.values()), total) for name, total in totals.items()}


def test_a_new_name_takes_the_points_and_the_old_one_is_gone(tmp_path: Path) -> None:
    """Everywhere typed anew, Çem is Cem Yılmaz, with his points and place; no Çem is left with none."""
    book = evening(seed=3, names=NAMES, rounds=2)

    def rename(workbook: Workbook) -> None:
        for tab, row in seats(workbook, "Çem"):
            workbook[tab].cell(row, 5).value = " Cem  Yılmaz "

    totals = {s.player.name: s.player.total for s in book.standings}
    totals["Cem Yılmaz"] = totals.pop("Çem")
    assert shown(after(book, tmp_path, rename)) == places(totals)


def test_a_name_in_one_round_parts_the_points(tmp_path: Path) -> None:
    """Two names at one seat of round 2, one new and one known in other letters: each has what was won there."""
    book = evening(seed=3, names=NAMES, rounds=2)
    two = {s.player.name: s.player.get_points(2) or 0 for s in book.standings}

    def rename(workbook: Workbook) -> None:
        for old, new in (("Anna", "Zoe"), ("Bernd", "emil")):
            ((tab, row),) = [place for place in seats(workbook, old) if place[0] == "Runde 2"]
            workbook[tab].cell(row, 5).value = new

    totals = {s.player.name: s.player.total for s in book.standings}
    totals |= {
        "Zoe": two["Anna"],
        "Anna": totals["Anna"] - two["Anna"],
        "Bernd": totals["Bernd"] - two["Bernd"],
        "Emil": totals["Emil"] + two["Bernd"],
    }
    assert shown(after(book, tmp_path, rename)) == places(totals)


def test_wildcards_and_signs_in_names_are_letters(tmp_path: Path) -> None:
    """A player called * is nobody else."""
    book = evening(seed=3, names=NAMES, rounds=2)

    def rename(workbook: Workbook) -> None:
        for old, new in (("Anna", "*"), ("Bernd", "D?rte"), ("Gerd", "<5"), ("Hanna", "~")):
            for tab, row in seats(workbook, old):
                workbook[tab].cell(row, 5).value = new

    totals = {s.player.name: s.player.total for s in book.standings}
    totals |= {new: totals.pop(old) for old, new in (("Anna", "*"), ("Bernd", "D?rte"), ("Gerd", "<5"), ("Hanna", "~"))}
    assert shown(after(book, tmp_path, rename)) == places(totals)


def test_typing_the_names_settles_their_items(tmp_path: Path) -> None:
    """Nobody's name was read: typed in, they are in `Stand`, their items are settled, and no label is left; a name that
    is deleted is the label again, so that no points are lost."""
    book = evening(seed=3, names=NAMES, rounds=2, given=False)
    labels = {s.player.name for s in book.standings}
    assert book.open_items > len(labels) == 16

    def name(workbook: Workbook) -> None:
        for tab in ("Runde 1", "Runde 2"):
            for row, player in enumerate(NAMES, 4):
                workbook[tab].cell(row, 5).value = player if (tab, row) != ("Runde 2", 11) else None

    workbook = after(book, tmp_path, name)
    found = shown(workbook)
    last = book.entries[-1]
    assert found.keys() == {*NAMES, last.names[3]}
    assert found[last.names[3]][1] == last.sheet.totals[3]
    review = [[cell.value for cell in row] for row in workbook["Prüfung"].iter_rows(min_row=4)]
    status = [line[7] for line in review if line[2] == "Namen"]
    assert (status.count("✓ ok"), status.count("! offen")) == (15, 1)


def test_more_new_names_than_lines_are_told(tmp_path: Path) -> None:
    """Whoever has no line any more is missing in `Stand`: its first line says so instead of the standings' state."""
    book = evening(seed=3, names=NAMES, rounds=2)

    def rename(workbook: Workbook) -> None:
        for tab in ("Runde 1", "Runde 2"):
            for row in range(4, 12):
                workbook[tab].cell(row, 5).value = f"{tab} {row}"

    workbook = after(book, tmp_path, rename)
    assert str(workbook["Stand"]["A2"].value).startswith("! Unvollständig")
