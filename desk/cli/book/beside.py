"""The tournament's file that a scan works on: the one named, or the one that is kept beside a workbook."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from desk.exits import WrongUse
from desk.outputs import is_plain
from tournament.record.record_errors import SUFFIX

if TYPE_CHECKING:
    from tournament.record.store import Store


def find_beside(workbook: Path) -> Path:
    """Where the file of that workbook is: "standings.kiebitz" beside "standings.xlsx"."""
    return workbook.with_suffix(SUFFIX)


def open_beside(workbook: Path, rules: str) -> Store | None:
    """The file beside the workbook; None where there is none yet. Raises WrongUse where it is for other rules."""
    from desk.rules import load_rules
    from tournament.record.open_store import open_store
    from tournament.record.replay import replay

    place = find_beside(workbook)
    if not is_plain(workbook) or not place.exists():
        return None
    store = open_store(place)
    theirs = replay(store.read_entries()).opening.rules.id
    if theirs != load_rules(rules).id:
        raise WrongUse("decisions.scan.other-rules", path=place, rules=theirs)
    return store


@contextmanager
def make_beside(workbook: Path, rules: str, *, lasting: bool) -> Iterator[Store]:
    """A new file beside the workbook; where that goes to a device or a pipe, and where it is not to be `lasting`, one
    that is gone afterwards."""
    from desk.rules import load_rules
    from scoring.rulesets.load_rules import load_texts
    from tournament.record.facts import Opened
    from tournament.record.open_store import create_store

    own, base = load_texts(rules)
    opened = Opened(workbook.stem, load_rules(rules).id, own, 0, 0, 4, base)
    if lasting and is_plain(workbook):
        yield create_store(find_beside(workbook), [opened], by="kiebitz scan")
        return
    with tempfile.TemporaryDirectory(prefix="kiebitz-") as folder:
        yield create_store(Path(folder) / f"scan{SUFFIX}", [opened], by="kiebitz scan")
