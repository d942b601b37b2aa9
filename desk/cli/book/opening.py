"""A tournament's file opened for a command; a wait that nobody expects is told."""

from __future__ import annotations

from typing import TYPE_CHECKING

from desk.cli.progress import tell_wait
from texts.languages import Lang

if TYPE_CHECKING:
    from tournament.evening.roster import Roster
    from tournament.filing.open_evening import Evening
    from tournament.record.store import Store


def open_book(store: Store, lang: Lang, people: Roster | None = None) -> Evening:
    """The tournament with its book. `people`: in place of the file's players and draw, for a file that has none."""
    from desk.crash_log import write_log
    from tournament.filing.open_evening import open_evening

    with tell_wait(lang):
        return open_evening(store, lang, log=write_log, people=people)
