"""`kiebitz status`: what is in, what is missing, and what is open."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from importlib.metadata import version
from typing import TYPE_CHECKING, Any

from desk.exits import Status
from texts.languages import Lang
from texts.sentences import enumerate_things, say
from tournament.record.glance import glance

if TYPE_CHECKING:
    from tournament.filing.making import Evening
    from tournament.record.store import Store

Json = dict[str, Any]


def show_status(where: str, *, as_json: bool, lang: Lang) -> Status:
    """Prints the status, as JSON or for people."""
    document = read_status(where, lang)
    text = json.dumps(document, ensure_ascii=False) if as_json else "\n".join(tell_status(document, lang))
    sys.stdout.write(text + "\n")
    return Status.DONE


def read_status(where: str, lang: Lang) -> Json:
    """The status as it was worked out for the file's last entry, else worked out now."""
    kept = glance(where, _make_key(lang))
    if kept is not None:
        known = _read_kept(*kept)
        if known is not None:
            return known
    from desk.crash_log import write_log
    from tournament.filing.making import open_evening
    from tournament.record.store import open_store

    store = open_store(where)
    return keep_status(store, open_evening(store, lang, log=write_log), lang)


def keep_status(store: Store, evening: Evening, lang: Lang) -> Json:
    """Works the status out, and keeps it in the file for the next who asks; `evening` is the file as it is now."""
    from contextlib import suppress

    from tournament.filing.status import describe_status
    from tournament.record.errors import RecordError

    document = describe_status(evening, lang)
    kept = {"head": evening.tournament.head.hash, "program": version("kiebitz"), "status": document}
    with suppress(RecordError):  # a file that may only be read
        store.keep_cache(_make_key(lang), json.dumps(kept, ensure_ascii=False).encode())
    return document


def _make_key(lang: Lang) -> str:
    return f"status:{lang}"


def _read_kept(head: str, data: bytes) -> Json | None:
    """What was kept; None where it is of another state or another version."""
    try:
        kept = json.loads(data)
        known = (kept["head"], kept["program"]) == (head, version("kiebitz"))
        return dict(kept["status"]) if known else None
    except (ValueError, KeyError, TypeError, RecursionError):
        return None


def tell_status(document: Json, lang: Lang) -> Iterator[str]:
    """The status in words: a line a round, a line an item, and whether the standings are final."""
    yield from (" ".join(_tell_round(one, lang)) for one in document["rounds"])
    items = document["open"]
    yield say(lang, "decisions.status.open", count=len(items)) if items else say(lang, "decisions.status.nothing-open")
    yield from (f"  {_tell_item(one, lang)}" for one in items)
    yield say(lang, "decisions.status.final" if document["final"] else "decisions.status.provisional")


def _tell_round(one: Json, lang: Lang) -> Iterator[str]:
    number, missing = one["round"], one["missing"]
    if not one["in"]:
        yield say(lang, "decisions.status.no-sheet", round=number)
    elif missing:
        yield say(lang, "decisions.status.tables-in", round=number, count=one["in"], tables=one["tables"])
        yield say_missing(missing, lang)
    else:
        yield say(lang, "decisions.status.all-in", round=number, tables=one["tables"])
    if one["closed"]:
        yield say(lang, "decisions.status.closed")


def say_missing(tables: list[int], lang: Lang) -> str:
    """ "Es fehlen noch die Tische 2 und 3." """
    if len(tables) == 1:
        return say(lang, "decisions.status.missing-table", table=tables[0])
    return say(lang, "decisions.status.missing-tables", tables=enumerate_things(lang, tables))


def _tell_item(one: Json, lang: Lang) -> str:
    words = f"{one['item']}: {one['sentence']}"
    if not one["proposal"]:
        return words
    points = " ".join(text or "–" for text in one["proposal"])
    return f"{words} {say(lang, 'decisions.status.proposal', points=points)}"
