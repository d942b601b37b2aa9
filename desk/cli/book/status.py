"""`kiebitz status`: what is in, what is missing, and what is open."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from typing import Any

from desk.book.documents import read_document
from desk.cli.progress import tell_wait
from desk.cli.screen import count_shown, write_lines
from desk.exits import Status
from texts.languages import Lang
from texts.sentences import enumerate_things, say

Json = dict[str, Any]


def show_status(where: str, *, as_json: bool, lang: Lang) -> Status:
    """Prints the status, as JSON or for people."""
    with tell_wait(lang):
        document = read_document(where, "status", lang)
    if as_json:
        sys.stdout.write(json.dumps(document, ensure_ascii=False) + "\n")
    else:
        write_lines(list_lines(document, lang))
    return Status.DONE


def list_lines(document: Json, lang: Lang, file: str = "") -> Iterator[str]:
    """The status in words: a line a round, a line an item, and whether the standings are final. With `file` only the
    first items, and where the others are shown."""
    yield from (" ".join(_tell_round(one, lang)) for one in document["rounds"])
    items = document["open"]
    yield _tell_count(items, lang)
    shown = count_shown(items) if file else len(items)
    yield from (f"  {_tell_item(one, lang)}" for one in items[:shown])
    if shown < len(items):
        yield f"  {say(lang, 'desk.summary.more', count=len(items) - shown, where=f'kiebitz status {file}')}"
    yield _tell_stage(document, lang)


def _tell_count(items: Sequence[Json], lang: Lang) -> str:
    """How many items are open, and how many of them somebody signed off."""
    if not items:
        return say(lang, "decisions.status.nothing-open")
    signed = sum(one.get("signed_off", False) for one in items)
    key = "open" if not signed else "all-signed" if signed == len(items) else "some-signed"
    return say(lang, f"decisions.status.{key}", count=len(items), signed=signed)


def _tell_stage(document: Json, lang: Lang) -> str:
    """Whether the standings are final; where only closing is left to do, which rounds."""
    rounds = document["rounds"]
    waiting = document["open"] or any(one["missing"] or not one["in"] for one in rounds)
    if document["final"] or waiting:
        return say(lang, "decisions.status.final" if document["final"] else "decisions.status.provisional")
    left = [one["round"] for one in rounds if not one["closed"]]
    return say(lang, "decisions.status.to-close", rounds=enumerate_things(lang, left))


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
    if "unknown-name" in one["codes"] and ".name." in one["item"]:
        return f"{words} {say(lang, 'decisions.status.name')}"
    if not one["proposal"]:
        return words
    points = " ".join(text or "–" for text in one["proposal"])
    return f"{words} {say(lang, 'decisions.status.proposal', points=points)}"
