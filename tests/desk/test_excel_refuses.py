"""What Excel would refuse is found in a workbook that was spoilt on purpose, and nothing in ours."""

from __future__ import annotations

import zipfile
from datetime import UTC, datetime
from pathlib import Path

import pytest

from dev.tools.excel_refuses import formula_faults, refused
from tests.tournament.evening import HOSTILE, evening, picture
from tournament.workbook.export import write_workbook

MADE = datetime(2026, 1, 1, tzinfo=UTC)


@pytest.fixture(name="good", scope="module")
def a_good_workbook(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A tournament with hostile names and pictures."""
    path = tmp_path_factory.mktemp("refused") / "stand.xlsx"
    write_workbook(evening(names=HOSTILE[:4], rounds=2), path, program="1", made=MADE, crop=picture)
    return path


def spoilt(good: Path, part: str, old: str, new: str, target: Path) -> Path:
    """A copy in which the first `old` of a part is `new`."""
    with zipfile.ZipFile(good) as source, zipfile.ZipFile(target, "w") as copy:
        for name in source.namelist():
            text = source.read(name)
            if name == part:
                assert old.encode() in text
                text = text.replace(old.encode(), new.encode(), 1)
            copy.writestr(name, text)
    return target


@pytest.mark.parametrize("lang", ["de", "en"])
def test_nothing_of_ours_is_refused(tmp_path: Path, lang: str) -> None:
    """Hostile names, pictures, every worksheet, in both languages."""
    path = tmp_path / "stand.xlsx"
    write_workbook(evening(lang=lang, rounds=1), path, program="1", made=MADE, lang=lang, crop=picture)
    assert list(refused(path)) == []


@pytest.mark.parametrize(("part", "old", "new", "fault"), [
    ("xl/workbook.xml", 'name="Runde 1"', 'name="' + "R" * 32 + '"', "no name for a worksheet"),
    ("xl/workbook.xml", 'name="Runde 1"', 'name="Runde: 1"', "no name for a worksheet"),
    ("xl/workbook.xml", 'name="Runde 2"', 'name="RUNDE 1"', "two worksheets have one name"),
    ("xl/workbook.xml", "'Runde 1'!", "'Runde 9'!", "there is no worksheet Runde 9"),
    ("xl/worksheets/sheet1.xml", "COUNTIFS(", "_xlfn.IFNA(", "no function of Excel 2007"),
    ("xl/worksheets/sheet1.xml", "<f>", "<f>=", "begins with two signs"),
    ("xl/worksheets/sheet1.xml", "<f>IFERROR(", "<f>IFERROR((", "brackets do not match"),
    ("xl/worksheets/sheet1.xml", 'mergeCell ref="A2:', 'mergeCell ref="A1:', "merged cells overlap"),
    ("xl/worksheets/sheet1.xml", 'priority="1"', 'priority="2"', "one priority"),
    ("xl/worksheets/sheet1.xml", 'ht="28"', 'ht="500"', "too high"),
    ("xl/worksheets/sheet1.xml", 'width="9"', 'width="300"', "too wide"),
    ("xl/worksheets/sheet1.xml", "<pageMargins", "<sheetData/><pageMargins", "not the schema's"),
    ("xl/worksheets/sheet1.xml", '<row r="2"', '<row r="1"', "rows are not in their order"),
    ("xl/worksheets/sheet1.xml", '<c r="B3"', '<c r="A3"', "cells of row 3 are not in their order"),
    ("xl/worksheets/sheet1.xml", "&amp;A", "A" * 256, "header or footer"),
    ("xl/worksheets/sheet5.xml", "Hier gehört", "Hier gehört " * 30, "message of a data validation"),
    ("xl/worksheets/sheet5.xml", "✓ ok,", "✓ ok," * 60, "list of a data validation"),
    ("xl/drawings/drawing1.xml", 'id="2"', 'id="1"', "two pictures have one number"),
    ("xl/drawings/drawing1.xml", "cx=", 'cx="0" c=', "no size"),
    ("xl/worksheets/_rels/sheet6.xml.rels", "drawing1.xml", "drawing99.xml", "which is not there"),
    ("[Content_Types].xml", 'Extension="png"', 'Extension="gif"', "has no type"),
    ("[Content_Types].xml", "/xl/worksheets/sheet1.xml", "/xl/worksheets/sheet99.xml", "is not there"),
    ("xl/worksheets/sheet1.xml", "<t>Stand", "<t>" + "S" * 32_768, "more characters than a cell holds"),
])
def test_a_spoilt_workbook_is_found(good: Path, tmp_path: Path, part: str, old: str, new: str, fault: str) -> None:
    """One thing is wrong, and it is named."""
    found = list(refused(spoilt(good, part, old, new, tmp_path / "spoilt.xlsx")))
    assert [told for told in found if fault in told]


@pytest.mark.parametrize(("formula", "fault"), [
    ("SUM(A1:A9)", ""), ('IF(A1="=SUM(","LET(",TEXT(A1,"+0"))', ""), ("'Spiele'!A1", ""),
    ("LET(x,1,x)", "no function"), ("SUM(A1" + ",A1" * 3000 + ")", "too long"), (f'IF(A1,"{"x" * 256}")', "too long"),
    ("SUM(A1", "brackets"), ("'Wo''s'!A1", "no worksheet Wo''s"),
])
def test_formulas(formula: str, fault: str) -> None:
    """Excel's limits, brackets and functions; what stands in a text is no function."""
    assert [fault in told for told in formula_faults(formula, ["Spiele"])] == [True] * bool(fault)
