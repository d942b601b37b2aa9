"""A page that runs for days, and one that dies: nothing grows but the entries, and nothing is done twice."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from dev.benchmarks.desk.week import Weight, live
from tests.desk.paper import ROUND
from tests.desk.web.visitors import WRONG, open_desk

MB = 1 << 20


def grow(weights: list[Weight], part: str, first: int, last: int) -> int:
    """By how much that part of the weight grew between two rounds."""
    return int(getattr(weights[last - 1], part) - getattr(weights[first - 1], part))


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="memory and open files are read from /proc")
def test_use_leaves_nothing_but_entries(tmp_path: Path) -> None:
    """Memory levels off, the file grows by the same for each decision, and no connection or temporary file stays."""
    desk = open_desk(tmp_path, ROUND, WRONG)
    weights = list(live(Path(desk.where), 24))
    assert grow(weights, "memory", 12, 24) < 4 * MB
    assert grow(weights, "file", 16, 24) <= grow(weights, "file", 8, 16) + 16 * 1024
    assert grow(weights, "open_files", 8, 24) <= 2
    assert grow(weights, "drafts", 8, 24) == 0
    assert len(list(desk.photo_folder.iterdir())) == 24
