"""What to do first: for the person who types `kiebitz` and nothing else."""

from __future__ import annotations

import sys

from desk.exits import Status
from texts.languages import Lang
from texts.sentences import say


def show_first_steps(lang: Lang) -> Status:
    """Prints the way into an evening and into a single workbook, a step a line."""
    sys.stdout.write(say(lang, "help.first.steps").strip() + "\n")
    return Status.DONE
