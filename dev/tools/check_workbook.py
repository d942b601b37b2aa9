"""Checks a workbook against the report of its run: `python -m dev.tools.check_workbook XLSX JSON`. Needs LibreOffice.

The totals in the report were added up by Python, those in the workbook by its own formulas: they must agree. The
language is the workbook's own. What Excel itself would refuse is looked for in `dev.tools.excel_refuses`.
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

from dev.tools.excel_refuses import refused
from tournament.remarks import RoundText, say

TABS = ("tab-standings", "tab-players", "tab-games", "tab-review", "tab-info")
LANGS = ("de", "en")
_HEAD_ROW, _FIRST_GAME = 3, 5


def main(workbook: Path, report: Path) -> int:
    """Prints every fault; 0 when there is none."""
    told = json.loads(report.read_text(encoding="utf-8"))
    faults = [*refused(workbook), *structure(load_workbook(workbook)), *totals(recalculated(workbook), told)]
    for fault in faults:
        sys.stdout.write(f"{workbook}: {fault}\n")
    if not faults:
        sys.stdout.write(f"{workbook}: sheets, formulas and {len(told['standings'])} totals are right\n")
    return bool(faults)


def language(book: Workbook) -> str:
    """The language in which its worksheets are named: the one that fits most of them."""
    return max(LANGS, key=lambda lang: sum(say(lang, tab) in book.sheetnames for tab in TABS))


def structure(book: Workbook) -> Iterator[str]:
    """The worksheets are there, that of the games has rows, and the standings are formulas."""
    lang = language(book)
    missing = [say(lang, tab) for tab in TABS if say(lang, tab) not in book.sheetnames]
    yield from (f"worksheet {name} is missing" for name in missing)
    standings, games = say(lang, "tab-standings"), say(lang, "tab-games")
    if standings not in missing and not _formulas(book[standings]):
        yield f"{standings} has no formulas"
    if games not in missing and book[games].max_row < _FIRST_GAME:
        yield f"{games} has no games"


def _formulas(sheet: Worksheet) -> bool:
    return any(cell.data_type == "f" for row in sheet.iter_rows() for cell in row)


def recalculated(workbook: Path) -> Workbook:
    """The values after LibreOffice has calculated every formula anew. Raises when it is not installed or fails."""
    office = shutil.which("soffice")
    if office is None:
        raise SystemExit("LibreOffice is missing: apt-get install libreoffice-calc-nogui")
    with tempfile.TemporaryDirectory() as folder:
        profile = f"-env:UserInstallation=file://{folder}/profile"
        convert = ["--headless", "--convert-to", "xlsx:Calc MS Excel 2007 XML", "--outdir", folder, str(workbook)]
        subprocess.run([office, profile, *convert], check=True, capture_output=True, timeout=180)
        return load_workbook(Path(folder) / workbook.name, data_only=True)


def totals(book: Workbook, report: dict[str, Any]) -> Iterator[str]:
    """Every player's line in the standings has the report's place, points of each round and total; no cell holds an
    error."""
    lang = language(book)
    name = say(lang, "tab-standings")
    if name in book.sheetnames:
        found = list(_lines(book[name]))
        for player in report["standings"]:
            wanted = _line(player, lang)
            if not any(wanted.items() <= line.items() for line in found):
                yield f"{name} has no line with {wanted}"
    for sheet in book:
        for row in sheet.iter_rows():
            yield from (f"{sheet.title}!{cell.coordinate} is {cell.value}" for cell in row if cell.data_type == "e")


def _lines(sheet: Worksheet) -> Iterator[dict[object, object]]:
    """The lines of the standings by the heads of their columns."""
    heads = [cell.value for cell in sheet[_HEAD_ROW]]
    for row in sheet.iter_rows(min_row=_HEAD_ROW + 1, values_only=True):
        yield dict(zip(heads, row, strict=True))


def _line(player: dict[str, Any], lang: str) -> dict[object, object]:
    """What the player's line must show."""
    rounds: dict[object, object] = {RoundText(one["round"]).in_(lang): one["points"] for one in player["rounds"]}
    heads = {"name": "name", "place": "place", "total": "total", "solos": "solos_won", "open": "open_items"}
    return rounds | {say(lang, head): player[key] for head, key in heads.items()}


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), Path(sys.argv[2])))
