"""One row from its ink to what it counts: candidates, the counting line by line, and everything that was decided."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from scoring.counting.score import score
from texts.languages import Lang
from tournament.evening.items import name_row_item
from tournament.evening.standings import CountedSheet
from tournament.filing.deciding import RefusedDecision
from tournament.filing.making import Evening
from tournament.judging.row.judged import JudgedRow
from tournament.record.entries import Entry
from tournament.record.facts import Decided, SheetJudged, SheetRead, Undone
from tournament.workbook.report import describe_row

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class AuditedRow:
    """A row with the sheet that it stands on, and the entries that are about it."""

    entry: CountedSheet
    row: JudgedRow
    item: str
    history: tuple[Entry, ...]


def find_audited(evening: Evening, round_: int, table: int, game: int) -> AuditedRow:
    """The row of that place. Raises `RefusedDecision` where there is none."""
    for entry in evening.book.entries:
        for row in entry.sheet.rows:
            if (entry.round, entry.table, row.game) == (round_, table, game):
                item = name_row_item(entry.sheet.source, game)
                key = entry.sheet.source.key
                return AuditedRow(entry, row, item, tuple(_list_history(evening.entries, key, item)))
    raise RefusedDecision("decisions.audit.no-row", round=round_, table=table, game=game)


def find_audited_item(evening: Evening, item: str) -> AuditedRow | None:
    """The row with that name, "r1.t3.g14"; None where there is none."""
    for entry in evening.book.entries:
        for row in entry.sheet.rows:
            if name_row_item(entry.sheet.source, row.game) == item:
                return AuditedRow(entry, row, item, tuple(_list_history(evening.entries, entry.sheet.source.key, item)))
    return None


def _list_history(entries: Sequence[Entry], key: str, item: str) -> Iterator[Entry]:
    """The entries about the sheet or the row, in order; what takes one of them back, too."""
    numbers = set()
    for entry in entries:
        match entry.fact:
            case SheetRead(sheet_key=sheet) | SheetJudged(sheet_key=sheet):
                mine = sheet == key
            case Decided(item=decided):
                mine = decided == item
            case Undone(entry=number):
                mine = number in numbers
            case _:
                mine = False
        if mine:
            numbers.add(entry.number)
            yield entry


def describe_audit(audited: AuditedRow, evening: Evening, lang: Lang = "de") -> Json:
    """The audit as JSON. Its format is public."""
    row = describe_row(audited.row, lang, audited.entry.make_labels(audited.row.place, named=False))
    cells = {one.id: [list(pair) for pair in one.candidates] for one in audited.row.source.readings}
    return {
        "kiebitz": 1, "row": {**row, "candidates": cells}, "lines": _count_lines(audited.row, evening, lang),
        "history": [_describe_entry(entry) for entry in audited.history],
    }


def _count_lines(row: JudgedRow, evening: Evening, lang: Lang) -> list[Json]:
    """How the game counts, where the sheet tells which game it was."""
    if row.details is None:
        return []
    counted = score(evening.book.rules, row.details)
    return [{"text": line.describe(lang), "points": line.points} for line in counted.lines]


def _describe_entry(entry: Entry) -> Json:
    what: Json = {"entry": entry.number, "when": entry.when, "by": entry.by}
    match entry.fact:
        case SheetRead(photo_sha256=photo, model=model):
            return what | {"what": "read", "photo": photo, "model": model}
        case SheetJudged(program=program):
            return what | {"what": "judged", "program": program}
        case Decided(how=how, points=points, reason=reason):
            return what | {"what": "decided", "how": how, "points": list(points), "reason": reason}
        case Undone(entry=number, reason=reason):
            return what | {"what": "undone", "undone": number, "reason": reason}
    return what
