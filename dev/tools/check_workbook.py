"""Checks a workbook against the report of its run: `python -m dev.tools.check_workbook XLSX JSON`. Needs LibreOffice.

The totals in the report were added up by Python, those in the workbook by its own formulas: they must agree. The value
beside a formula in the file must be the one that LibreOffice calculates. The language is the workbook's
own.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from openpyxl import load_workbook
from openpyxl.workbook.workbook import Workbook
from openpyxl.worksheet.worksheet import Worksheet

from texts.languages import LANGUAGES, Lang
from texts.sentences import say
from tournament.remarks import RoundText

TABS = ("standings", "players", "games", "review", "info")
_HEAD_ROW, _FIRST_GAME = 3, 5


def main(workbook: Path, report: Path) -> int:
    """Prints every fault; 0 when there is none."""
    expected, calculated = json.loads(report.read_text(encoding="utf-8")), recalculate(workbook)
    faults = [
        *check_structure(load_workbook(workbook)),
        *check_totals(calculated, expected),
        *check_values(load_workbook(workbook, data_only=True), calculated),
    ]
    for fault in faults:
        sys.stdout.write(f"{workbook}: {fault}\n")
    if not faults:
        sys.stdout.write(f"{workbook}: sheets, formulas and {len(expected['standings'])} totals are right\n")
    return bool(faults)


def name_tab(tab: str, lang: Lang) -> str:
    """The name of one of `TABS`."""
    return say(lang, f"workbook.tab.{tab}")


def find_language(book: Workbook) -> Lang:
    """The language in which its worksheets are named: the one that fits most of them."""
    return max(LANGUAGES, key=lambda lang: sum(name_tab(tab, lang) in book.sheetnames for tab in TABS))


def check_structure(book: Workbook) -> Iterator[str]:
    """The worksheets are there, that of the games has rows, and the standings are formulas."""
    lang = find_language(book)
    missing = [name_tab(tab, lang) for tab in TABS if name_tab(tab, lang) not in book.sheetnames]
    yield from (f"worksheet {name} is missing" for name in missing)
    standings, games = name_tab("standings", lang), name_tab("games", lang)
    if standings not in missing and not _has_formulas(book[standings]):
        yield f"{standings} has no formulas"
    if games not in missing and book[games].max_row < _FIRST_GAME:
        yield f"{games} has no games"


def _has_formulas(sheet: Worksheet) -> bool:
    return any(cell.data_type == "f" for row in sheet.iter_rows() for cell in row)


def recalculate(workbook: Path) -> Workbook:
    """The values after LibreOffice has calculated every formula anew. Raises when it is not installed or fails.

    LibreOffice trusts the values of a file that says to be Excel's, so that it is given a copy without any.
    """
    with tempfile.TemporaryDirectory() as folder:
        bare = Path(folder) / "bare.xlsx"
        load_workbook(workbook).save(bare)
        return open_in_office(bare)


def open_in_office(file: Path) -> Workbook:
    """The cells' values as LibreOffice shows them, of any file that it opens. Raises as `recalculate`."""
    office = shutil.which("soffice")
    if office is None:
        raise SystemExit("LibreOffice is missing: apt-get install libreoffice-calc-nogui")
    with tempfile.TemporaryDirectory() as folder:
        profile, to = f"-env:UserInstallation=file://{folder}/profile", f"{folder}/calculated"
        convert = ["--headless", "--convert-to", "xlsx:Calc MS Excel 2007 XML", "--outdir", to, str(file)]
        subprocess.run([office, profile, *convert], check=True, capture_output=True, timeout=180)
        return load_workbook(Path(to, file.stem).with_suffix(".xlsx"), data_only=True)


def check_values(book: Workbook, calculated: Workbook) -> Iterator[str]:
    """No cell shows another value after the calculation than before it."""
    for sheet in book:
        for row in sheet.iter_rows():
            for cell in row:
                shown, right = cell.value, calculated[sheet.title][cell.coordinate].value
                if shown != right and (shown, right) != (None, ""):  # a formula with an empty result
                    yield f"{sheet.title}!{cell.coordinate} shows {shown!r} and calculates to {right!r}"


def check_totals(book: Workbook, report: dict[str, Any]) -> Iterator[str]:
    """Every player's line in the standings has the report's place, points of each round and total; no cell holds an
    error."""
    lang = find_language(book)
    name = name_tab("standings", lang)
    if name in book.sheetnames:
        found = list(_read_lines(book[name]))
        for player in report["standings"]:
            wanted = _make_line(player, lang)
            if not any(wanted.items() <= line.items() for line in found):
                yield f"{name} has no line with {wanted}"
    for sheet in book:
        for row in sheet.iter_rows():
            yield from (f"{sheet.title}!{cell.coordinate} is {cell.value}" for cell in row if cell.data_type == "e")


def _read_lines(sheet: Worksheet) -> Iterator[dict[object, object]]:
    """The lines of the standings by the heads of their columns."""
    heads = [cell.value for cell in sheet[_HEAD_ROW]]
    for row in sheet.iter_rows(min_row=_HEAD_ROW + 1, values_only=True):
        yield dict(zip(heads, row, strict=True))


def _make_line(player: dict[str, Any], lang: Lang) -> dict[object, object]:
    """What the player's line must show."""
    rounds: dict[object, object] = {RoundText(one["round"]).in_(lang): one["points"] for one in player["rounds"]}
    heads = {"name": "name", "place": "place", "total": "total", "solos": "solos_won", "open": "open_items"}
    return rounds | {say(lang, f"workbook.head.{head}"): player[key] for head, key in heads.items()}


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), Path(sys.argv[2])))
