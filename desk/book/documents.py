"""Status and standings of a file: from what it keeps wherever that is of its last entry, without any library."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from texts.languages import Lang
from tournament.record.glance import glance

if TYPE_CHECKING:
    from tournament.filing.open_evening import Evening
    from tournament.record.store import Store

Json = dict[str, Any]


def read_document(where: str, name: Literal["status", "standings"], lang: Lang) -> Json:
    """The document as it was worked out for the file's last entry, else worked out now."""
    kept = glance(where, name, lang)
    if kept is not None:
        return kept
    from desk.crash_log import write_log
    from tournament.filing.evening_status import recall_document
    from tournament.record.open_store import open_store

    return recall_document(open_store(where), name, lang, write_log)


def keep_status(store: Store, evening: Evening, lang: Lang) -> Json:
    """Works the status and the standings out, and keeps them in the file for the next who asks; gives the status.

    `evening` is the file as it is now.
    """
    from tournament.filing.evening_status import keep_documents

    return keep_documents(store, evening, lang)["status"]
