"""Whatever calls itself a workbook: its values, or one sentence and little memory."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import IO

import pytest
from openpyxl import Workbook

from tests.tournament.traps import TRAPS, flip_bit, lock, name_tabs, pack, wrap_rows, write_plain
from tournament.errors import UnreadableTable
from tournament.given_tables import read_sheets
from tournament.given_workbooks import read_workbook

MOST_MB = 150
"""What a trap of these sizes may add. Unguarded the deep ones take 500 MB and more; at the limits of
`tournament/given_workbooks.py` an admitted workbook takes 500."""
MEASURE = """
import sys
from pathlib import Path
from typing import IO
import openpyxl
from tournament.errors import UnreadableTable
from tournament.given_workbooks import read_workbook
def find_peak():
    lines = Path("/proc/self/status").read_text().splitlines()
    return int(next(line for line in lines if line.startswith("VmHWM")).split()[1])
before = find_peak()
try:
    read_workbook(Path(sys.argv[1]), formulas=True)
except UnreadableTable as error:
    print(error.phrase.key, (find_peak() - before) // 1024)
"""


@pytest.mark.few(2)
@pytest.mark.skipif(sys.platform != "linux", reason="other systems count memory otherwise")
@pytest.mark.parametrize("trap", TRAPS)
def test_a_trap_ends_in_a_sentence_and_little_memory(trap: str, tmp_path: Path) -> None:
    """It is counted before anything of it is built."""
    TRAPS[trap](tmp_path / "list.xlsx")
    command = [sys.executable, "-c", MEASURE, str(tmp_path / "list.xlsx")]
    told = subprocess.run(command, capture_output=True, text=True, check=True, timeout=600).stdout.split()
    assert told[0] == "files.no-workbook"
    assert int(told[1]) < MOST_MB


def test_a_broken_workbook_is_closed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Windows does not delete it else, and what people send lies in a folder that is to go."""
    given: list[IO[bytes]] = []

    def break_off(file: IO[bytes], **_: object) -> None:
        given.append(file)
        raise KeyError("xl/workbook.xml")

    Workbook().save(tmp_path / "list.xlsx")
    monkeypatch.setattr("openpyxl.load_workbook", break_off)
    with pytest.raises(UnreadableTable, match=r"list\.xlsx"):
        read_workbook(tmp_path / "list.xlsx")
    assert [file.closed for file in given] == [True]


def test_a_password_has_its_own_sentence(tmp_path: Path) -> None:
    """It says that the password is what is in the way, whatever the file is called."""
    for name in ("list.xlsx", "list.xls", "list.csv"):
        lock(tmp_path / name)
        with pytest.raises(UnreadableTable, match=r"Kennwort oder Excels altes Format"):
            read_sheets(tmp_path / name)


@pytest.mark.parametrize("name", ["list.ods", "list.xls", "list.xlsm", "list.pdf"])
def test_a_text_with_the_ending_of_something_else_is_refused(tmp_path: Path, name: str) -> None:
    """Either its name or its content is a mistake, and nobody knows which."""
    (tmp_path / name).write_text("Anna Ott\nBernd Uhl\n", "utf-8")
    with pytest.raises(UnreadableTable, match=r"ist aber eine Textdatei"):
        read_sheets(tmp_path / name)


@pytest.mark.parametrize(
    ("name", "words"),
    [("list.ods", "OpenDocument"), ("list.csv", "keine Textdatei"), ("list.txt", "keine Textdatei")],
)
def test_an_archive_is_no_text(tmp_path: Path, name: str, words: str) -> None:
    """A workbook under another ending is no list of names."""
    write_plain(tmp_path / name)
    with pytest.raises(UnreadableTable, match=words):
        read_sheets(tmp_path / name)


@pytest.mark.parametrize("name", ["list", "list.txt", "list.csv", "list.lst"])
def test_a_text_may_be_called_as_a_text(tmp_path: Path, name: str) -> None:
    """What has no other program's ending is read."""
    (tmp_path / name).write_text("Anna Ott\n", "utf-8")
    assert [row.cells for row in read_sheets(tmp_path / name)[0].rows] == [("Anna Ott",)]


def test_flipped_bits_give_names_or_a_sentence(tmp_path: Path) -> None:
    """Of 60 damaged lists none gives other names, and none ends otherwise than in the sentence."""
    path = tmp_path / "list.xlsx"
    write_plain(path)
    whole, refused = path.read_bytes(), list[str]()
    for seed in range(60):
        path.write_bytes(flip_bit(whole, seed))
        try:
            assert [row.cells[0] for row in read_sheets(path)[0].rows] == ["Anna Ott", "Bernd Uhl"]
        except UnreadableTable as error:
            refused.append(error.message("de"))
    assert len(refused) > 30
    assert all(str(path) in message for message in refused)


def test_all_values_of_a_workbook(tmp_path: Path) -> None:
    """Formulas as text or with their last value; no blank rows; what a worksheet says of its size is not believed."""
    path, book = tmp_path / "a.xlsx", Workbook()
    book.worksheets[0].append(["Anna", 3, None, "=1+1"])
    book.worksheets[0]["B5"] = 2.5
    book.create_sheet("Zweites")["A1"] = True
    book.save(path)
    first, second = read_workbook(path, formulas=True)
    assert [row[:5] for row in first.rows] == [("Anna", 3, None, "=1+1", None), (None, 2.5, None, None, None)]
    assert (second.name, second.rows[0][0]) == ("Zweites", True)
    assert read_workbook(path)[0].rows[0][:4] == ("Anna", 3, None, None)
    sized = '<dimension ref="A1:A1"/>'
    pack(path, {name: text.replace("<sheetData>", f"{sized}<sheetData>") for name, text in wrap_rows(ROW).items()})
    assert read_workbook(path)[0].rows[0][:2] == (1, 2)


ROW = '<row r="1"><c r="A1"><v>1</v></c><c r="B1"><v>2</v></c></row>'


def test_far_cells_and_many_tabs_cost_nothing(tmp_path: Path) -> None:
    """The last cell that Excel has in each of 99 worksheets: no row of 16,000 cells is built for it."""
    pack(tmp_path / "a.xlsx", name_tabs(99) | wrap_rows('<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>'))
    tabs = read_workbook(tmp_path / "a.xlsx")
    assert (len(tabs), sum(len(tab.rows) for tab in tabs)) == (99, 0)
