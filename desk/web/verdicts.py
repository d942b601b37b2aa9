"""What came of each photograph, in the words of those who sent it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from desk.web.access import Visitor
from desk.web.desk import Snapshot
from desk.web.inbox import OTHER_TABLE, Refusal, Sent
from texts.languages import Lang
from texts.sentences import say
from texts.tables import load_table
from tournament.filing.making import FiledSheet
from tournament.filing.waiting import Waiting

State = Literal["arrived", "sure", "open", "unusable", "other-table", "gone"]
MOST_SHOWN = 60
"""Photographs on the page: the last ones; all are in the file."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """`time`: when it came, on this computer's clock. `sheets`: what it shows, "Runde 1, Tisch 3". `sentences`: what is
    open or wrong; `details`: the long sentence where that is a short one."""

    sha256: str
    time: str
    state: State
    sheets: tuple[str, ...] = ()
    sentences: tuple[str, ...] = ()
    details: str = ""


def list_verdicts(snapshot: Snapshot, sent: Iterable[Sent], visitor: Visitor) -> list[Verdict]:
    """Of the photographs that this visitor may see: a table those that it sent, everybody else all."""
    at_table = visitor.role == "table"
    own = [one for one in sent if not at_table or visitor.access.id in one.senders][:MOST_SHOWN]
    filed: dict[str, list[FiledSheet]] = {}
    for sheet in snapshot.evening.sheets:
        filed.setdefault(sheet.written.photo_sha256, []).append(sheet)
    waiting = snapshot.list_waiting() if own else []
    table = visitor.access.table if at_table else None
    return [_judge(snapshot, one, filed.get(one.sha256, ()), waiting, table) for one in own]


def list_waiting_photos(snapshot: Snapshot, sent: Iterable[Sent]) -> list[Sent]:
    """The photographs that are still to be read."""
    return [one for one in sent if one.refusal is None and one.sha256 not in snapshot.evening.tournament.photos]


def list_spoilt_tables(snapshot: Snapshot, sent: Iterable[Sent]) -> frozenset[int]:
    """The tables whose last photograph cannot be used. `sent`: the last one first."""
    last: dict[int, Sent] = {}
    for one in sent:
        for table in one.tables or ():
            last.setdefault(table, one)
    return frozenset(table for table, one in last.items()
                     if one.refusal is not None and one.sha256 not in snapshot.evening.tournament.photos)


def _judge(
    snapshot: Snapshot, sent: Sent, sheets: Sequence[FiledSheet], waiting: Sequence[Waiting], table: int | None
) -> Verdict:
    """`table`: of a table's link, which sees nothing of other tables' sheets."""
    lang, time = snapshot.lang, datetime.fromisoformat(sent.when).astimezone().strftime("%H:%M")
    strange = next((one.written.table for one in sheets if table is not None and one.written.table != table), None)
    if strange is not None:
        words = say(lang, "web.photos.other-table", table=strange)
        return Verdict(sent.sha256, time, "other-table", sentences=(words,))
    if not sheets:
        return _judge_without_sheet(snapshot, sent, time)
    keys = dict.fromkeys(one.written.key for one in sheets)
    items = [one for one in waiting if any(one.item.startswith(f"{key}.") for key in keys)]
    refused = [shorten_refusal(sent.refusal, lang)] if sent.refusal else []
    counted = {entry.sheet.source.key for entry in snapshot.evening.book.entries}
    state: State = "open" if items or refused or not counted.issuperset(keys) else "sure"
    names = dict.fromkeys(name_sheet(one, lang) for one in sheets)
    return Verdict(sent.sha256, time, state, tuple(names), (*refused, *(_say_item(one, lang) for one in items)))


def _judge_without_sheet(snapshot: Snapshot, sent: Sent, time: str) -> Verdict:
    if sent.refusal is None:
        known = sent.sha256 in snapshot.evening.tournament.photos
        return Verdict(sent.sha256, time, "gone" if known else "arrived")
    words, whole = shorten_refusal(sent.refusal, snapshot.lang), sent.refusal.in_(snapshot.lang)
    state: State = "other-table" if sent.refusal.code == OTHER_TABLE else "unusable"
    return Verdict(sent.sha256, time, state, sentences=(words,), details=whole if whole != words else "")


def shorten_refusal(refusal: Refusal, lang: Lang) -> str:
    """The sentence for somebody who stands with a phone at the table: "Unscharf: noch einmal, näher heran."."""
    short = load_table(lang, "web").get(f"web.photos.short.{refusal.code}")
    return short if short is not None else refusal.in_(lang)


def name_sheet(sheet: FiledSheet, lang: Lang) -> str:
    """ "Runde 1, Tisch 3"; as much as is known."""
    gaps: Mapping[str, int | None] = {"round": sheet.written.round, "table": sheet.written.table}
    known = {name: number for name, number in gaps.items() if number is not None}
    key = "place" if len(known) == 2 else next(iter(known), "no-place")
    return say(lang, f"web.photos.sheet.{key}", **known)


def _say_item(one: Waiting, lang: Lang) -> str:
    if one.game is None:
        return one.sentence
    return say(lang, "web.photos.game", game=one.game, sentence=one.sentence)
