"""What came of the mutants so far: told as they come, and in a table when they end or somebody ends them."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path

from dev.tools.mutant_trials import NO_PYTHON, NOBODY, STOPPED
from dev.tools.wilson import wilson

OFTEN = 25  # mutants after which the count so far is told


class Report:
    """Counts by module, and says at once which mutants live."""

    def __init__(self, say: Callable[[str], None]) -> None:
        self.say = say
        self.tried: Counter[Path] = Counter()
        self.lived: Counter[Path] = Counter()

    def add(self, path: Path, mutant: object, test: str) -> None:
        """A mutant of that module, and which test noticed it."""
        if test == NO_PYTHON:
            return
        self.tried[path] += 1
        self.lived[path] += test == NOBODY
        if test in (NOBODY, STOPPED):
            self.say(f"{'lives' if test == NOBODY else 'stopped'}: {mutant}")
        if self.tried.total() % OFTEN == 0:
            self.say(self.whole())

    def whole(self) -> str:
        """All modules together."""
        tried, lived = self.tried.total(), self.lived.total()
        low, high = wilson(tried - lived, tried)
        return f"noticed: {tried - lived} of {tried}, {1 - lived / max(tried, 1):.1%} (95 %: {low:.1%} to {high:.1%})"

    def end(self) -> int:
        """Says the shares; 1 when a mutant lives."""
        for path, count in sorted(self.tried.items()):
            self.say(f"{path}: {count - self.lived[path]} of {count}")
        self.say(self.whole())
        return int(self.lived.total() > 0)


def say(text: str) -> None:
    """At once, so that a run that is cut short has told all that it found."""
    sys.stdout.write(text + "\n")
    sys.stdout.flush()
