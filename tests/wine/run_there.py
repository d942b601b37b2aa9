"""The tests, run by Windows' Python on the checkout's files instead of the installed ones.

Each test is noted as it begins, as it ends and as it fails; those that are noted already are not begun again, so that a
second run goes on behind the one that hung or took Python with it. Usage: python run_there.py NOTES PYTEST-WORD...
"""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # the processes that the tests begin import this file, too, and need no pytest
    import pytest

ROOT = Path(__file__).parents[2]
CUT = "hung, or took Python with it"
HIDDEN = {"tesserocr"}
"""What tests hide by one of its name in a folder that comes first."""


@dataclass(frozen=True)
class Outcome:
    """What became of the tests: how many were begun, how each that failed did so, and whether that is all."""

    begun: int
    failed: dict[str, str]
    done: bool


def read_notes(notes: Path) -> Outcome:
    """A test that was begun and never ended counts as failed, too."""
    lines = [json.loads(line) for line in notes.read_text("utf-8").splitlines()] if notes.exists() else []
    begun, ended = ({name for what, name, _ in lines if what == one} for one in ("begun", "ended"))
    failed = dict.fromkeys(begun - ended, CUT) | {name: how for what, name, how in lines if what == "failed"}
    return Outcome(len(begun), failed, any(what == "done" for what, _, _ in lines))


class Noting:
    """The part of pytest that writes the notes, each a JSON list of what happened, to which test, and how it failed."""

    def __init__(self, notes: Path) -> None:
        self.notes = notes

    def note(self, what: str, name: str = "", how: str = "") -> None:
        """Adds a line at once: the process may have no later."""
        with self.notes.open("a", encoding="utf-8") as file:
            file.write(json.dumps([what, name, how]) + "\n")

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """A file that cannot be read as tests."""
        if report.failed:
            self.note("failed", report.nodeid, report.longreprtext)

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Only those that have not begun before."""
        lines = self.notes.read_text("utf-8").splitlines() if self.notes.exists() else []
        begun = {json.loads(line)[1] for line in lines}
        items[:] = [item for item in items if item.nodeid not in begun]

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        """A test begins."""
        self.note("begun", nodeid)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Its beginning, itself or its end has failed."""
        if report.failed:
            self.note("failed", report.nodeid, report.longreprtext)

    def pytest_runtest_logfinish(self, nodeid: str) -> None:
        """A test is over."""
        self.note("ended", nodeid)

    def pytest_sessionfinish(self) -> None:
        """All are over."""
        self.note("done")


def prefer_folders(names: set[str]) -> None:
    """Takes those packages from folders, which the installed program looks into after a table of its own."""
    for finder in sys.meta_path:
        if type(finder).__module__ == "module_shelf":
            places = vars(finder)["_places"]
            vars(finder)["_places"] = {name: places[name] for name in places if name.partition(".")[0] not in names}


if __name__ == "__mp_main__":  # a process that a test begins
    prefer_folders(HIDDEN)
elif __name__ == "__main__":
    prefer_folders({place.name for place in ROOT.iterdir()} | HIDDEN)
    sys.path.insert(0, str(ROOT))
    sys.path.append(str(ROOT / "libs"))
    import pytest

    sys.exit(pytest.main(sys.argv[2:], plugins=[Noting(Path(sys.argv[1]))]))
