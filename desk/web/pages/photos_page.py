"""Foto: receives photographs, and shows each sender what became of theirs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Annotated, Literal

from fastapi import APIRouter, Form, HTTPException, Query
from fastapi.responses import RedirectResponse, Response

from desk.web.inbox import CLOSED_ROUND, OTHER_TABLE, Receipt, Refusal, Sent
from desk.web.page_kit import Decider, Sender, Visit, say_on_page
from desk.web.pages.now_page import show_changed
from desk.web.pages.sending_page import COUNTED, MOST_PHOTOS
from desk.web.running_desk import Queue
from texts.languages import Lang, load_table
from texts.sentences import say
from tournament.evening.counted_sheets import CountedSheet
from tournament.evening.item_names import list_held_matters, list_shared
from tournament.filing.filed_sheets import FiledSheet
from tournament.filing.open_evening import Evening
from tournament.review.waiting import Waiting

State = Literal["arrived", "sure", "open", "unusable", "strange", "other-table", "closed-round", "gone"]
STATES: Mapping[str, State] = {
    "other-tournament": "strange",  # no better photograph would make it count here
    "other-rules": "strange",
    OTHER_TABLE: "other-table",
    CLOSED_ROUND: "closed-round",
}
"""State by the code of a refusal; with any other code the photograph is unusable."""
MOST_SHOWN = 60
"""Photographs on the page, the latest ones; the file has all."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What became of a photograph. `time`: when it came, by this computer's clock. `sheets`: the sheets on it, "Runde
    1, Tisch 3". `sentences`: what is open or wrong; `details`: the full sentence where `sentences` has a short one.
    `senders`: the tables that sent it."""

    sha256: str
    time: str
    state: State
    sheets: tuple[str, ...] = ()
    sentences: tuple[str, ...] = ()
    details: str = ""
    senders: tuple[int, ...] = ()


def list_verdicts(visit: Visit) -> list[Verdict]:
    """The verdicts on the photographs that this visitor may see: a table sees those that its links sent, others all."""
    (evening, queue), access = visit.desk.list_queue(visit.lang), visit.visitor.access
    at_table, sent = access.role == "table", visit.desk.inbox.list_sent()
    own = [one for one in sent if not at_table or access.table in one.senders.values()][:MOST_SHOWN]
    filed: dict[str, list[FiledSheet]] = {}
    for sheet in (*evening.sheets, *evening.held):
        filed.setdefault(sheet.written.photo_sha256, []).append(sheet)
    table = access.table if at_table else None
    verdicts = (_judge(evening, queue, one, filed.get(one.sha256, ()), table, visit.lang) for one in own)
    return [
        replace(verdict, senders=() if at_table else tuple(sorted(one.tables or ())))
        for verdict, one in zip(verdicts, own, strict=True)
    ]


def _judge(
    evening: Evening, queue: Queue, sent: Sent, sheets: Sequence[FiledSheet], table: int | None, lang: Lang
) -> Verdict:
    """The verdict on one photograph. `table`: that of a table's link, which sees nothing of other tables' sheets."""
    time = datetime.fromisoformat(sent.when).astimezone().strftime("%H:%M")
    strange = next((one.written.table for one in sheets if table is not None and one.written.table != table), None)
    if strange is not None:
        words = say(lang, "web.photos.other-table", table=strange)
        return Verdict(sent.sha256, time, "other-table", sentences=(words,))
    if not sheets:
        return _judge_without_sheet(evening, sent, time, lang)
    keys = dict.fromkeys(one.written.key for one in sheets)
    items = [one for one in queue.items if any(one.item.startswith(f"{key}.") for key in keys)]
    refused = [shorten_refusal(sent.refusal, lang)] if sent.refusal else []
    counted = {entry.sheet.source.key: entry for entry in evening.book.entries}
    shared = [words for key in keys if key in counted for words in _say_shared(counted[key], lang)]
    state: State = "open" if items or refused or shared or not counted.keys() >= keys.keys() else "sure"
    names = dict.fromkeys(name_sheet(one, lang) for one in sheets)
    sentences = dict.fromkeys((*refused, *(_say_item(one, lang) for one in items), *shared))
    return Verdict(sent.sha256, time, state, tuple(names), tuple(sentences))


def _say_shared(entry: CountedSheet, lang: Lang) -> list[str]:
    """Open questions about this sheet that are items of another sheet: both claim the same table, or the same
    player."""
    labels = entry.make_labels("")
    matters = [one for one in list_held_matters(entry.sheet) if list_shared(one)]
    return [finding.message(lang, labels) for one in matters for finding in one.findings]


def _judge_without_sheet(evening: Evening, sent: Sent, time: str, lang: Lang) -> Verdict:
    if sent.refusal is None:
        known = sent.sha256 in evening.tournament.photos
        return Verdict(sent.sha256, time, "gone" if known else "arrived")
    words, whole = shorten_refusal(sent.refusal, lang), sent.refusal.in_(lang)
    state = STATES.get(sent.refusal.code, "unusable")
    return Verdict(sent.sha256, time, state, sentences=(words,), details=whole if whole != words else "")


def shorten_refusal(refusal: Refusal, lang: Lang) -> str:
    """A short sentence for somebody with a phone at the table: "Unscharf: noch einmal, näher heran."."""
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


router = APIRouter()


def _say_trouble(visit: Visit) -> str:
    return "" if visit.desk.trouble is None else say_on_page(visit.desk.trouble, visit.lang)


@router.get("/foto")
def show_photos(
    visit: Sender,
    counts: Annotated[str, Query(max_length=20)] = "",
    stand: Annotated[str, Query(max_length=64)] = "",
) -> Response:
    """The page; its list is sent again with every change. `counts`: how many photographs were just sent, by `COUNTED`;
    `stand`: hash of what the browser shows already."""
    shown = {"verdicts": list_verdicts(visit), "trouble": _say_trouble(visit)}
    return show_changed(visit, "photos", stand, shown, receipts=_read_counts(counts), partly=visit.is_partial)


@router.post("/foto/aufnehmen")
def accept_photo(visit: Decider, photo: Annotated[str, Form(max_length=64)]) -> Response:
    """Has a refused photograph read: another table's sheet then counts, one of a closed round waits for the
    organiser."""
    sent = visit.desk.inbox.find(photo)
    refusal = sent.refusal if sent else None
    if refusal is not None and refusal.code == CLOSED_ROUND and not visit.is_organiser:
        raise HTTPException(403)
    if not visit.desk.inbox.accept(photo, visit.visitor.access):
        raise HTTPException(404)
    visit.desk.publish_change()
    return RedirectResponse("/foto", 303)


def _read_counts(counts: str) -> list[tuple[Receipt, int]]:
    """The counts in an address; empty for an address that we did not make."""
    numbers = [int(one) if one.isdecimal() else 0 for one in counts.split("-")]
    return [(name, min(count, MOST_PHOTOS)) for name, count in zip(COUNTED, numbers, strict=False) if count]
