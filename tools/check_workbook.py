"""Checks a workbook against the report of its run: `python -m tools.check_workbook XLSX JSON`. Needs LibreOffice.

The totals in the report were added up by Python, those in the workbook by its own formulas: they must agree.
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

SHEETS = ("Stand", "Spiele", "Prüfung", "Info")


def main(workbook: Path, report: Path) -> int:
    """Prints every fault; 0 when there is none."""
    told = json.loads(report.read_text(encoding="utf-8"))
    faults = [*structure(load_workbook(workbook)), *totals(recalculated(workbook), told)]
    for fault in faults:
        sys.stdout.write(f"{workbook}: {fault}\n")
    if not faults:
        sys.stdout.write(f"{workbook}: sheets, formulas and {len(told['standings'])} totals are right\n")
    return bool(faults)


def structure(book: Workbook) -> Iterator[str]:
    """The worksheets are there, `Spiele` has rows, and the standings are formulas."""
    yield from (f"worksheet {name} is missing" for name in SHEETS if name not in book.sheetnames)
    if not any(cell.data_type == "f" for row in book["Stand"].iter_rows() for cell in row):
        yield "Stand has no formulas"
    if book["Spiele"].max_row < 5:
        yield "Spiele has no games"


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
    """Every player's line in the standings has the report's place and total; no cell holds an error."""
    lines = [[cell.value for cell in row] for row in book["Stand"].iter_rows()]
    for player in report["standings"]:
        wanted = {player["name"], player["place"], player["total"]}
        if not any(wanted <= set(line) for line in lines):
            yield f"Stand has no line with {wanted}"
    for sheet in book:
        for row in sheet.iter_rows():
            yield from (f"{sheet.title}!{cell.coordinate} is {cell.value}" for cell in row if cell.data_type == "e")


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), Path(sys.argv[2])))
