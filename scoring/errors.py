"""Errors: a rule set that does not exist or cannot be used. Faults in games and sheets are findings."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from texts.sentences import SpokenError


class RulesError(SpokenError):
    """A rule set cannot be used. `exit_status` is that of the command line."""

    exit_status = 3


class UnknownRules(RulesError):
    """No rule set of that name is shipped and no file of that name exists (wrong use: exit status 2)."""

    exit_status = 2

    def __init__(self, name: str, known: Sequence[str]) -> None:
        self.name, self.known = name, tuple(known)
        super().__init__("rulefile.file.unknown", name=name, known=self.known)


class BrokenRules(RulesError):
    """A rule set file cannot be used (exit status 3).

    `key`: the entry of the file that is wrong, "" for the file itself. `sentence`: the key in `texts/` of what is said
    about it.
    """

    def __init__(self, file: Path, key: str, sentence: str, **gaps: object) -> None:
        self.file, self.key, self.sentence = file, key, sentence
        super().__init__(sentence, **{**gaps, "where": f"{file}: {key}" if key else str(file)})
