"""The audit of an item, from its ink to what it counts: candidates, the counting line by line, and all decisions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from scanner.sheet_reading import Reading
from scoring.counting.score import score
from texts.item_ids import parse_item, spell_item
from texts.labels import NO_LABELS
from texts.languages import Lang
from tournament.errors import RefusedDecision
from tournament.evening.asked_together import name_block_item
from tournament.evening.counted_sheets import CountedSheet
from tournament.evening.item_names import (
    find_key,
    list_round_matters,
    name_matter_item,
    name_row_item,
    name_seat_item,
)
from tournament.evening.late_items import describe_change
from tournament.evening.missing_sheets import Numbers
from tournament.filing.opened.open_evening import Evening
from tournament.judging.judged_sheet import JudgedRow, JudgedSheet
from tournament.judging.reconcile import reconcile
from tournament.last_results import LastResults
from tournament.record.award_facts import Awarded
from tournament.record.clock_facts import RowsStruck
from tournament.record.entries import Entry
from tournament.record.facts import (
    Decided,
    FieldKeyed,
    SheetJudged,
    SheetMoved,
    SheetRead,
    SheetTyped,
    Undone,
    find_place,
)
from tournament.remarks import Doubt, Remark
from tournament.review.book_report import describe_row

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class AuditedRow:
    """A row with the sheet that it is on, and the entries that are about it. `asked`: what was open in it before
    somebody decided it."""

    entry: CountedSheet
    row: JudgedRow
    item: str
    history: tuple[Entry, ...]
    asked: tuple[Doubt, ...] = ()

    @property
    def readings(self) -> tuple[Reading, ...]:
        """The fields of the row."""
        return self.row.source.readings


@dataclass(frozen=True, slots=True)
class AuditedItem:
    """An item that is no row: a sum, a name, another matter of a sheet, or of a round (then `entry` is None)."""

    entry: CountedSheet | None
    item: str
    findings: tuple[Doubt, ...]
    readings: tuple[Reading, ...]
    history: tuple[Entry, ...]


Audited = AuditedRow | AuditedItem


def find_audited(evening: Evening, round_: int, table: int, game: int) -> AuditedRow:
    """The row at that place. Raises `RefusedDecision` if there is none."""
    for entry in evening.book.entries:
        for row in entry.sheet.rows:
            if (entry.round, entry.table, row.game) == (round_, table, game):
                return _audit_row(evening, entry, row)
    raise RefusedDecision("decisions.audit.no-row", round=round_, table=table, game=game)


def find_audited_item(evening: Evening, typed: str) -> Audited:
    """The row, sum, name or other matter with that item name. Raises `RefusedDecision` if there is none."""
    item = evening.tournament.names.name_today(spell_item(typed))
    for entry in evening.book.entries:
        for row in entry.sheet.rows:
            if name_row_item(entry.sheet.source, row.game) == item:
                return _audit_row(evening, entry, row)
        if item.startswith(f"{find_key(entry.sheet.source)}."):
            return _audit_matter(evening, entry, item)
    found = tuple(
        one for matter in list_round_matters(evening.book.matters) if matter.item == item for one in matter.findings
    )
    return _refuse_unknown(AuditedItem(None, item, found, (), _list_history(evening, "", item)))


def _audit_row(evening: Evening, entry: CountedSheet, row: JudgedRow) -> AuditedRow:
    item, key = name_row_item(entry.sheet.source, row.game), entry.sheet.source.key
    history = _list_history(evening, key, item)
    decided = any(isinstance(one.fact, Decided) for one in history)
    return AuditedRow(entry, row, item, history, find_asked(evening, entry, row) if decided else ())


def find_asked(evening: Evening, entry: CountedSheet, row: JudgedRow) -> tuple[Doubt, ...]:
    """What was open in that row before anybody decided anything, as far as nothing says it any more: the sheet is
    judged without decisions."""
    source, said = entry.sheet.source, {one.code for one in row.findings}
    sheet = _UNDECIDED.recall(source.identity, reconcile, evening.book.rules, source)
    asked = (one for before in sheet.rows if before.game == row.game for one in before.findings)
    return tuple(one for one in asked if one.severity != "note" and one.code not in said)


_UNDECIDED = LastResults[JudgedSheet]()


def _audit_matter(evening: Evening, entry: CountedSheet, item: str) -> AuditedItem:
    source = entry.sheet.source
    found = tuple(one for one in entry.sheet.findings if name_matter_item(source, [one]) == item)
    if entry.block and item == name_block_item(entry.sheet):
        asked = {"games": Numbers(entry.block)}
        found = (Remark("bock-block", "warning", "findings.bock-uncrossed", (), asked),)
    seats = [name_seat_item(source, seat) for seat in range(1, len(entry.names) + 1)]
    heads: tuple[Reading | None, ...] = source.sums if parse_item(item).kind == "sum" else ()
    if item in seats:
        heads = tuple(boxes[seats.index(item)] for boxes in (source.names, source.starts) if boxes)
    readings = tuple(reading for reading in heads if reading is not None)
    history = _list_history(evening, source.key, item)
    return _refuse_unknown(AuditedItem(entry, item, found, readings, history))


def _refuse_unknown(audited: AuditedItem) -> AuditedItem:
    """The item as it is. Raises `RefusedDecision` if nothing is known of it."""
    decided = any(isinstance(entry.fact, Decided) for entry in audited.history)
    if audited.findings or audited.readings or decided:
        return audited
    raise RefusedDecision("decisions.refused.no-item", item=audited.item)


def _list_history(evening: Evening, key: str, item: str) -> tuple[Entry, ...]:
    """The entries about the sheet or the row, under all names that they had, in order; with those that take one of them
    back."""
    found: dict[int, Entry] = {}
    for entry in evening.entries:
        undone = isinstance(entry.fact, Undone) and entry.fact.entry in found
        if undone or evening.tournament.names.follow(entry.number, find_place(entry.fact)) in (item, key or item):
            found[entry.number] = entry
    return tuple(found.values())


def describe_audit(audited: Audited, evening: Evening, lang: Lang = "de") -> Json:
    """The audit as JSON. Its format is public: for a row it has the row, for anything else its fields and findings."""
    history = [_describe_entry(entry) for entry in audited.history]
    changed = [
        describe_change(one, lang)
        for one in evening.book.changes
        if evening.tournament.names.follow(one.entry, one.difference.item)
        in (audited.item, parse_item(audited.item).key)
    ]
    if isinstance(audited, AuditedRow):
        labels = audited.entry.make_labels(audited.row.place, named=False)
        row = describe_row(evening.book.rules, audited.row, lang, labels)
        cells = {one.id: [list(pair) for pair in one.candidates] for one in audited.readings}
        asked = [one.message(lang, audited.entry.make_labels(audited.row.place)) for one in audited.asked]
        lines = _count_lines(audited.row, evening, lang)
        what: Json = {"row": {**row, "candidates": cells, "asked": asked}, "lines": lines}
    else:
        labels = audited.entry.make_labels("") if audited.entry else NO_LABELS
        fields = [
            {"id": one.id, "written": one.text, "candidates": [list(pair) for pair in one.candidates]}
            for one in audited.readings
        ]
        said = [one.message(lang, labels) for one in audited.findings]
        what = {"row": None, "findings": said, "fields": fields, "lines": []}
    return {"kiebitz": 1, "item": audited.item, **what, "history": history, "changed": changed}


def _count_lines(row: JudgedRow, evening: Evening, lang: Lang) -> list[Json]:
    """How the game counts, line by line; [] if the sheet does not say which game it was."""
    if row.details is None:
        return []
    counted = score(evening.book.rules, row.details)
    return [{"text": line.describe(lang), "points": line.points} for line in counted.lines]


def _describe_entry(entry: Entry) -> Json:
    what: Json = {"entry": entry.number, "when": entry.when, "by": entry.by}
    match entry.fact:
        case SheetRead(photo_sha256=photo, model=model):
            return what | {"what": "read", "photo": photo, "model": model}
        case SheetMoved(round=round_, table=table, becomes=becomes, reason=reason):
            return what | {"what": "moved", "round": round_, "table": table, "sheet": becomes, "reason": reason}
        case RowsStruck(first=first, last=last, why=why, reason=reason):
            rows = {"what": "struck" if why == "time" else why, "first": first, "last": last}
            return what | rows | {"reason": reason}
        case Awarded(what=award, paragraph=paragraph, reason=reason):
            return what | {"what": "awarded", "award": award, "paragraph": paragraph, "reason": reason}
        case SheetTyped(source=source, reason=reason):
            return what | {"what": "typed", "source": source, "reason": reason}
        case SheetJudged(program=program):
            return what | {"what": "judged", "program": program}
        case Decided(how=how, points=points, name=name, solo=solo, offence=offence, boxes=boxes, reason=reason):
            crosses = {"solo": solo, "offence": offence, "boxes": dict(boxes) or None}
            decided = {"name": name} if name else {key: value for key, value in crosses.items() if value is not None}
            return what | {"what": "decided", "how": how, "points": list(points), **decided, "reason": reason}
        case FieldKeyed(field=field, text=text):
            return what | {"what": "keyed", "field": field, "text": text}
        case Undone(entry=number, reason=reason):
            return what | {"what": "undone", "undone": number, "reason": reason}
    return what
