"""`kiebitz undo`: takes an entry back, the last one that a person made or any other, and says what that was."""

from __future__ import annotations

import sys
from dataclasses import dataclass

from desk.book.author import find_author
from desk.exits import Status
from texts.languages import Lang
from texts.sentences import Moment, say

_SHOWN = 20
"""So many entries are listed."""


@dataclass(frozen=True, slots=True)
class UndoOrder:
    """What the user asked for, as typed. `entry`: None for the last one; `listing`: only show what there is."""

    where: str
    entry: int | None
    listing: bool
    by: str
    reason: str
    lang: Lang


def undo_command(order: UndoOrder) -> Status:
    """Writes that the entry counts no more."""
    from tournament.filing.entering import enter_undoing
    from tournament.filing.undoing import list_undoable, name_entry
    from tournament.record.open_store import open_store

    store = open_store(order.where)
    entries = store.read_entries()
    if order.listing:
        for entry in list_undoable(entries)[:_SHOWN]:
            gaps = {"entry": entry.number, "when": Moment(entry.when), "by": entry.by}
            line = say(order.lang, "decisions.undo.line", **gaps, what=name_entry(entry, entries))
            sys.stdout.write(line + "\n")
        return Status.DONE
    entry = enter_undoing(store, order.entry, order.reason, find_author(order.by))
    what = name_entry(entry, entries)
    sys.stderr.write(say(order.lang, "decisions.undo.done", entry=entry.number, by=entry.by, what=what) + "\n")
    return Status.DONE
