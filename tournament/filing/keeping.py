"""Status and standings are kept in the file once they are worked out, so that they are there at once the next time."""

from __future__ import annotations

from contextlib import suppress
from typing import Any, Literal

from texts.languages import Lang
from tournament.filing.making import Evening, open_evening
from tournament.filing.posting import describe_standings
from tournament.filing.ranking import weigh_evening
from tournament.filing.status import describe_status
from tournament.record.glance import make_kept_key, pack_kept, unpack_kept
from tournament.record.record_errors import RecordError
from tournament.record.store import Store
from tournament.remarks import Log, keep_nothing

Json = dict[str, Any]
Name = Literal["status", "standings"]


def recall_document(store: Store, name: Name, lang: Lang, log: Log = keep_nothing) -> Json:
    """The document as the file keeps it for its last entry, else worked out now.

    Raises `RecordError` and `UnreadableContent`.
    """
    head = store.read_entries()[-1].hash
    kept = unpack_kept(store.read_cache(make_kept_key(name, lang)), head)
    return kept if kept is not None else keep_documents(store, open_evening(store, lang, log=log), lang)[name]


def keep_documents(store: Store, evening: Evening, lang: Lang) -> dict[Name, Json]:
    """Works out both documents, which take the same chances, and keeps them. `evening` is the file as it is now."""
    chances = weigh_evening(evening.book, evening.tournament)
    documents: dict[Name, Json] = {
        "status": describe_status(evening, lang, chances),
        "standings": describe_standings(evening, chances, lang),
    }
    with suppress(RecordError):  # a file that may only be read
        for name, document in documents.items():
            store.keep_cache(make_kept_key(name, lang), pack_kept(evening.tournament.head.hash, document))
    return documents
