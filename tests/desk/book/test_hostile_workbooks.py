"""Workbooks that are damaged or traps: each ends in one sentence that names it, or in what was truly typed, and takes
little memory."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import pytest

from desk.__main__ import main
from tests.desk.book.test_take_command import WRONG, type_everything
from tests.desk.paper import sheet
from tests.tournament.filing.files import NAMES, open_tournament, put_in
from tests.tournament.hostile_workbooks import CHANGES, make_variant
from tournament.errors import UnreadableTable
from tournament.filing.opened.open_evening import open_evening
from tournament.given_tables import read_sheets
from tournament.handout.workbook.corrections import Taken, take_workbook
from tournament.record.store import Store

MOST_MB = 500
SEEDS = 330
"""Every kind of damage 15 times."""
TAKE = """
import resource, sys
from pathlib import Path
resource.setrlimit(resource.RLIMIT_AS, (3 << 30, 3 << 30))
from desk.__main__ import main
status = main(["take", sys.argv[1], sys.argv[2]])
peak = next(line for line in Path("/proc/self/status").read_text().splitlines() if line.startswith("VmHWM"))
print(status, int(peak.split()[1]) // 1024)
"""
"""The peak is the process's own: `ru_maxrss` would hold that of the process that started it."""


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> tuple[Store, Path]:
    """A tournament, and its workbook in which points, a choice and a name were typed."""
    folder = tmp_path_factory.mktemp("book")
    store = open_tournament(folder)
    put_in(store, sheet("a.jpg", WRONG, names=(*NAMES[:3], "Xaver")))
    path = folder / "stand.xlsx"
    assert main(["export", store.where, "-o", str(path)]) == 0
    type_everything(path)
    return store, path


T = TypeVar("T")


def attempt(read: Callable[[], T]) -> T | str:
    """What was read, or the sentence that refuses it."""
    try:
        return read()
    except UnreadableTable as error:
        return error.message("de")


@pytest.mark.few(22)
@pytest.mark.parametrize("seed", range(SEEDS))
def test_a_variant_ends_in_a_sentence_or_a_right_take(seed: int, book: tuple[Store, Path], tmp_path: Path) -> None:
    """Nothing is taken that was not typed; and where something of it is not taken, that is said."""
    evening, path = open_evening(book[0]), tmp_path / "mappe.xlsx"
    right = take_workbook(evening, book[1])
    assert len(right.facts) == 3
    _, data = make_variant(book[1].read_bytes(), seed)
    path.write_bytes(data)
    found = attempt(lambda: take_workbook(evening, path))
    if isinstance(found, Taken):
        assert set(found.facts) <= set(right.facts)
        assert len(found.facts) == 3 or found.left_out
    else:
        assert str(path) in found


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="other systems count memory otherwise")
@pytest.mark.parametrize("seed", range(len(CHANGES) + 2))
def test_a_variant_takes_little_memory(seed: int, book: tuple[Store, Path], tmp_path: Path) -> None:
    """The whole command does, and ends as it promises."""
    path = tmp_path / "mappe.xlsx"
    path.write_bytes(make_variant(book[1].read_bytes(), seed)[1])
    done = subprocess.run(
        [sys.executable, "-c", TAKE, book[0].where, str(path)], capture_output=True, text=True, timeout=600
    )
    status, peak = map(int, done.stdout.split())
    assert (status in (0, 1, 2, 3), "eigener Fehler" in done.stderr, peak < MOST_MB) == (True, False, True)


@pytest.mark.few(11)
@pytest.mark.parametrize("seed", range(SEEDS))
def test_a_variant_is_no_other_list_of_players(seed: int, book: tuple[Store, Path], tmp_path: Path) -> None:
    """The same where a list of players is expected: rows of text, or one sentence that names the file."""
    path = tmp_path / "liste.xlsx"
    path.write_bytes(make_variant(book[1].read_bytes(), seed)[1])
    found = attempt(lambda: read_sheets(path))
    if isinstance(found, str):
        assert str(path) in found
    else:
        assert all(isinstance(cell, str) for sheet in found for row in sheet.rows for cell in row.cells)
