"""What stops the scoring: a rule set that is not there or is no rule set. Faults in games and sheets are findings."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path


class RulesError(Exception):
    """A rule set cannot be used. `exit_status` is that of the command line: 2, wrong use."""

    exit_status = 2


class UnknownRules(RulesError):
    """No rule set of that name is shipped and no file of that name exists."""

    def __init__(self, name: str, known: Sequence[str]) -> None:
        self.name, self.known = name, tuple(known)
        super().__init__(f"unknown rule set '{name}'; known: {', '.join(known)} (or give the path of a .toml file)")


class BrokenRules(RulesError):
    """A rule set file holds an unknown, missing or ill-typed entry; the message names file and key."""

    def __init__(self, file: Path, key: str, trouble: str) -> None:
        self.file, self.key, self.trouble = file, key, trouble
        where = f"{file}: {key}" if key else str(file)
        super().__init__(f"{where}: {trouble}")
