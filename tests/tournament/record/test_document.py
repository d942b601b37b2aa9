"""docs/tournament-file.md is right: a stranger's program checks a file, and every kind of entry is described."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import get_args

import pytest
import sqlalchemy as sa

from tests.tournament.record.samples import keep_evening
from tournament.record import facts
from tournament.record.store import Store

PAGE = (Path(__file__).parents[3] / "docs" / "tournament-file.md").read_text(encoding="utf-8")


def check(store: Store) -> tuple[int, str]:
    """What the page's program says of the file: its exit status, and its last words."""
    (program,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    assert len(program.splitlines()) <= 30
    ended = subprocess.run([sys.executable, "-c", program, store.where], capture_output=True, text=True, check=False)
    return ended.returncode, (ended.stdout + ended.stderr).strip()


def test_a_stranger_can_verify(tmp_path: Path) -> None:
    """The page's program agrees with ours on a file in order."""
    store = keep_evening(tmp_path / "abend.kiebitz")
    assert check(store) == (0, store.read_entries()[-1].hash)


@pytest.mark.parametrize(
    ("statement", "words"),
    [
        ("UPDATE entries SET document = replace(document, 'Bernd', 'Bernt') WHERE number = 3", "entry 3 was changed"),
        ("DELETE FROM entries WHERE number = 5", "entry 5 does not follow on the one before"),
        ("UPDATE blobs SET data = X'00'", "is missing or was changed"),
    ],
)
def test_a_stranger_finds_what_was_changed(tmp_path: Path, statement: str, words: str) -> None:
    """Documents, gaps and blobs."""
    store = keep_evening(tmp_path / "abend.kiebitz")
    with store.engine.begin() as connection:
        connection.execute(sa.text(statement))
    assert check(store)[0] == 1
    assert words in check(store)[1]


def test_every_kind_is_told() -> None:
    """A new kind of entry has its line in the page."""
    kinds = {one.__dataclass_fields__["kind"].default for one in get_args(facts.Fact)}
    section = PAGE.partition("## What entries say")[2].partition("\n## ")[0]
    named = "".join(re.findall(r"^\* ((?:`[\w-]+`(?:, )?)+)", section, re.MULTILINE))
    assert kinds == set(re.findall(r"`([\w-]+)`", named))
