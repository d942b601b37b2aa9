"""What became of each photograph that was sent: in whose sheet, what is open there, why it cannot be used."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Literal
from urllib.parse import quote

from desk.web.inbox import CLOSED_ROUND, OTHER_TABLE, PASSING, Refusal, Sent
from desk.web.messenger_copies import UNSHARP, find_copy
from desk.web.page_kit import Visit
from desk.web.pages.review.sheet_page import say_remarks
from desk.web.running_desk import Queue
from texts.languages import Lang, load_table
from texts.sentences import say
from tournament.evening.counted_sheets import CountedSheet
from tournament.evening.item_names import find_key, list_held_matters, list_shared
from tournament.filing.opened.filed_sheets import FiledSheet
from tournament.filing.opened.open_evening import Evening
from tournament.record.facts import Photographed
from tournament.review.waiting import Waiting

State = Literal["arrived", "sure", "open", "unusable", "copy", "strange", "other-table", "closed-round", "gone"]
STATES: Mapping[str, State] = {
    "other-tournament": "strange",  # no better photograph would make it count here
    "other-rules": "strange",
    OTHER_TABLE: "other-table",
    CLOSED_ROUND: "closed-round",
}
"""State by the code of a refusal; with any other code the photograph is unusable."""
MOST_SHOWN, MOST_REFUSED = 60, 300
"""Photographs on the page, the latest ones; refused ones stand there longer, as somebody must see to them."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What became of a photograph. `time`: when it came, by this computer's clock. `sheets`: the sheets on it,
    "Runde 1, Tisch 3"; `names`: who played on them. `sentences`: what is open or wrong; `details`: more of it, one
    sentence each. `address`: where to go on; `shown`: where a list without a table is shown as it was taken.
    `sender`: who sent it; `file`: what the sender's device calls it. `answers`: what the table says of its sheet.
    `drawn`: whether there is a small picture, as of all that were once decoded."""

    sha256: str
    time: str
    state: State
    sheets: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    sentences: tuple[str, ...] = ()
    details: tuple[str, ...] = ()
    address: str = ""
    shown: str = ""
    sender: str = ""
    file: str = ""
    answers: tuple[str, ...] = ()
    drawn: bool = True


def list_verdicts(visit: Visit) -> list[Verdict]:
    """The verdicts on the photographs that this visitor may see: a table sees those that its links sent, others all,
    also those that commands read."""
    (evening, queue), access = visit.desk.list_queue(visit.lang), visit.visitor.access
    table = access.table if access.role == "table" else None
    sent = list_own(visit) if access.role == "table" else list_all(evening, visit.desk.inbox.list_sent())
    filed = group_filed(evening)
    judging = _Judging(visit, evening, queue, table)
    shown = sent[:MOST_SHOWN] + [one for one in sent[MOST_SHOWN:] if one.refusal is not None][:MOST_REFUSED]
    return [judging.judge(one, filed.get(one.sha256, ())) for one in shown]


def list_own(visit: Visit) -> list[Sent]:
    """The photographs that the visitor's table sent, the last one first."""
    table = visit.visitor.access.table
    return [one for one in visit.desk.inbox.list_sent() if table is not None and table in one.senders.values()]


def list_all(evening: Evening, sent: Sequence[Sent]) -> list[Sent]:
    """All photographs, the last one first: those that came in here, and those that a command read."""
    known = {one.sha256 for one in sent}
    read = {
        entry.fact.photo_sha256: Sent(entry.fact.photo_sha256, "", entry.when, name=entry.fact.name)
        for entry in evening.entries
        if isinstance(entry.fact, Photographed) and entry.fact.photo_sha256 not in known
    }
    return sorted((*sent, *read.values()), key=lambda one: datetime.fromisoformat(one.when), reverse=True)


def group_filed(evening: Evening) -> dict[str, list[FiledSheet]]:
    """The sheets in the file by their photograph's SHA-256."""
    filed: dict[str, list[FiledSheet]] = {}
    for sheet in (*evening.sheets, *evening.held):
        filed.setdefault(sheet.written.photo_sha256, []).append(sheet)
    return filed


@dataclass(frozen=True, slots=True)
class _Judging:
    """What is known of the evening while photographs are judged. `table`: that of a table's link, which sees nothing of
    other tables' sheets."""

    visit: Visit
    evening: Evening
    queue: Queue
    table: int | None

    def judge(self, sent: Sent, sheets: Sequence[FiledSheet]) -> Verdict:
        """The verdict on one photograph."""
        verdict = self._judge_sheets(sent, sheets) if sheets else self._judge_refused(sent)
        time = datetime.fromisoformat(sent.when).astimezone().strftime("%H:%M")
        drawn = verdict.state != "arrived" and (sent.refusal is None or sent.refusal.code not in PASSING)
        sender = "" if self.table is not None else self._name_sender(sent)
        return replace(verdict, time=time, sender=sender, file=sent.name, drawn=drawn)

    def _judge_sheets(self, sent: Sent, sheets: Sequence[FiledSheet]) -> Verdict:
        lang, table, found = self.visit.lang, self.table, Verdict(sent.sha256, "", "open")
        strange = next((one.written.table for one in sheets if table is not None and one.written.table != table), None)
        if strange is not None:
            words = say(lang, "web.photos.other-table", table=strange)
            return replace(found, state="other-table", sentences=(words,))
        keys = dict.fromkeys(one.written.key for one in sheets)
        items = [one for one in self.queue.items if any(one.item.startswith(f"{key}.") for key in keys)]
        refused = [shorten_refusal(sent.refusal, lang)] if sent.refusal else []
        counted = {entry.sheet.source.key: entry for entry in self.evening.book.entries}
        entries = [counted[key] for key in keys if key in counted]
        shared = [words for entry in entries for words in say_shared(entry, lang)]
        answers = [self.visit.desk.answers.find(find_key(one.sheet.source), sent.sha256) for one in entries]
        return replace(
            found,
            state="open" if items or refused or shared or not counted.keys() >= keys.keys() else "sure",
            sheets=tuple(dict.fromkeys(name_sheet(one, lang) for one in sheets)),
            names=tuple(name for entry in entries for name in entry.known if name),
            sentences=tuple(dict.fromkeys((*refused, *(say_item(one, lang) for one in items), *shared))),
            address=self._find_address([one.item for one in items], entries),
            details=tuple(say_remarks(entry.sheet.source, lang) for entry in entries if entry.sheet.source.remarks),
            shown=self._find_list(entries),
            answers=tuple(one.in_(lang) for one in answers if one is not None),
        )

    def _find_list(self, entries: Sequence[CountedSheet]) -> str:
        """Where to see what was taken for what on a list without a table; "" for other sheets, and at a table."""
        lists = [one.sheet.source for one in entries if one.sheet.source.remarks and self.table is None]
        return f"/bogen/{quote(find_key(lists[0]))}" if lists else ""

    def _find_address(self, items: Sequence[str], entries: Sequence[CountedSheet]) -> str:
        """The first open item, else the sheet; "" at a table, which sees neither."""
        if self.table is not None or not (items or entries):
            return ""
        return f"/pruefen/{quote(items[0])}" if items else f"/bogen/{quote(find_key(entries[0].sheet.source))}"

    def _judge_refused(self, sent: Sent) -> Verdict:
        found, lang = Verdict(sent.sha256, "", "arrived"), self.visit.lang
        if sent.refusal is None:
            return replace(found, state="gone") if sent.sha256 in self.evening.tournament.photos else found
        state = STATES.get(sent.refusal.code, "unusable")
        words, whole = shorten_refusal(sent.refusal, lang), sent.refusal.in_(lang)
        copy = find_copy(self.visit.desk.inbox.folder / sent.file, sent.name) if sent.refusal.code in UNSHARP else None
        if copy is not None:
            gaps = {"width": copy.width, "height": copy.height}
            words = say(lang, f"sending.copy.{'sure' if copy.sure else 'likely'}", **gaps)
            return replace(found, state="copy", sentences=(words,), details=(say(lang, "sending.copy.how"), whole))
        return replace(found, state=state, sentences=(words,), details=() if whole == words else (whole,))

    def _name_sender(self, sent: Sent) -> str:
        lang, links = self.visit.lang, {one.id: one.name for one in self.visit.desk.register.list_open()}
        if not sent.senders:
            return say(lang, "sending.by-computer")
        if sent.tables:
            return say(lang, "web.photos.from", tables=tuple(sorted(sent.tables)))
        names = [links[id_] for id_, table in sent.senders.items() if table is None and id_ in links]
        return say(lang, "sending.by", name=names[0]) if names else ""


def say_shared(entry: CountedSheet, lang: Lang) -> list[str]:
    """Open questions about this sheet that are items of another sheet: both claim the same table, or the same
    player."""
    labels = entry.make_labels("")
    matters = [one for one in list_held_matters(entry.sheet) if list_shared(one)]
    return [finding.message(lang, labels) for one in matters for finding in one.findings]


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


def say_item(one: Waiting, lang: Lang) -> str:
    """What is asked, with its game: "Spiel 5: Zusammen +1 statt 0."."""
    if one.game is None:
        return one.sentence
    return say(lang, "web.photos.game", game=one.game, sentence=one.sentence)
