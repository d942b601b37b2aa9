"""What is found between sheets rather than on one: repeats, clashing tables, players at two tables, and doubtful
names."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from scoring.checks.people import check_drawn_names
from scoring.counting.rules import RuleSet
from scoring.findings import Finding
from scoring.rows.row import Sheet
from tournament.evening.duplicates import Disagreement, Sorted
from tournament.evening.roster import Roster, Seated
from tournament.evening.standings import Entry
from tournament.judging.row.judged import JudgedRow, JudgedSheet
from tournament.judging.row.transcribe import WrittenSheet
from tournament.remarks import Doubt, Remark, RoundText, SeatText

_UNNAMED = ("no-name", "unlisted-name", "unknown-name")
"""The sentences about a seat whose name is not known."""


def added(sheet: JudgedSheet, remarks: Sequence[Doubt]) -> JudgedSheet:
    """The sheet with these remarks: those about a row's field stand in the row and open it, the others on the sheet."""
    ids = {field for row in sheet.rows for field in _ids(row)}
    of_rows = [remark for remark in remarks if ids.intersection(remark.fields)]
    rest = [remark for remark in remarks if remark not in of_rows]
    asked = [field for remark in rest if remark.severity != "note" for field in remark.fields]
    return replace(
        sheet, rows=tuple(_row_with(row, of_rows) for row in sheet.rows), findings=(*sheet.findings, *rest),
        look=tuple(dict.fromkeys((*sheet.look, *asked))),
    )


def name_remarks(entry: Entry, seated: Sequence[Seated]) -> tuple[Remark, ...]:
    """One remark for each seat whose name is not known: none was to be read there, or what was read was not taken."""
    return tuple(_name_remark(entry, seat, who) for seat, who in enumerate(seated, 1) if who.source == "label")


def unnamed_seat(finding: Doubt) -> int:
    """The seat whose name is not known by this finding; 0 for any other finding."""
    asked = isinstance(finding, Remark) and finding.text in _UNNAMED
    return int(finding.fields[0].removeprefix("name.p")) if asked else 0


def place_remarks(entry: Entry) -> tuple[Remark, ...]:
    """That nobody knows which round the sheet belongs to."""
    return () if entry.round is not None else (Remark("no-round", "warning", "without-round"),)


def draw_findings(rules: RuleSet, entry: Entry, seated: Sequence[Seated], roster: Roster) -> tuple[Finding, ...]:
    """S11: those at the table whom the draw did not put there, as far as names are known and these rules ask for it."""
    if "S11" not in rules.checks_applied:
        return ()
    names = tuple(None if who.source == "label" else who.name for who in seated)
    sheet = Sheet(len(names), 0, (), names=names, drawn=roster.at(entry.round, entry.table))
    return tuple(check_drawn_names(rules, sheet))


def repeat_remarks(entry: Entry, found: Sorted, usable: Sequence[WrittenSheet]) -> tuple[Remark, ...]:
    """That other photographs show this sheet, and every field in which they differ."""
    me = found.kept[entry.number - 1]
    remarks: list[Remark] = []
    for repeat in found.repeats:
        if repeat.used == me:
            used, other = usable[me].photo, usable[repeat.left_out].photo
            remarks.append(Remark("duplicate-sheet", "note", "duplicate-sheet", (), {"used": used, "other": other}))
            remarks += [_differs(entry.sheet, field, used, other) for field in repeat.disagreements]
    return tuple(remarks)


def clash_remarks(entry: Entry, entries: Sequence[Entry], found: Sorted) -> tuple[Remark, ...]:
    """That another sheet claims the same round and table."""
    me = found.kept[entry.number - 1]
    others = [a if b == me else b for a, b in found.clashes if me in (a, b)]
    numbers = [other.number for other in entries if found.kept[other.number - 1] in others]
    return tuple(
        Remark("duplicate-sheet", "error", "same-table", _names(entry),
               {"one": entry.number, "two": number, "round": entry.round, "table": entry.table})
        for number in numbers
    )


def twice_remarks(entry: Entry, entries: Sequence[Entry]) -> tuple[Remark, ...]:
    """That a player of this sheet has another seat in the same round, other than on the other half of its games."""
    remarks = []
    for seat, name in enumerate(entry.names, 1):
        places = [
            (other.number, there) for other in entries if other.round == entry.round and entry.round is not None
            for there, known in enumerate(other.names, 1)
            if known.casefold() == name.casefold() and not (there == seat and _other_half(entry, other))
        ]
        if len(places) > 1:
            seats = tuple(SeatText(*place) for place in places)
            data = {"name": name, "round": RoundText(entry.round), "places": seats}
            remarks.append(Remark("unknown-name", "error", "two-tables", (f"name.p{seat}",), data))
    return tuple(remarks)


def _other_half(one: Entry, two: Entry) -> bool:
    """Whether these are the two halves of one table's games."""
    codes = [entry.sheet.source.code for entry in (one, two)]
    halves = sorted(code.half for code in codes if code is not None)
    return halves == [1, 2] and one.table is not None and one.table == two.table


def _name_remark(entry: Entry, seat: int, who: Seated) -> Remark:
    data = {"seat": seat, "printed": who.doubt, "name": who.name, "closest": who.closest,
            "round": RoundText(entry.round)}
    text = "no-name" if who.doubt is None else "unlisted-name" if who.closest else "unknown-name"
    return Remark("unknown-name", "warning", text, (f"name.p{seat}",), data)


def _differs(sheet: JudgedSheet, field: Disagreement, used: str, other: str) -> Remark:
    """A note where a rule already chose what the other photograph says; otherwise a person must look."""
    data = {"used": used, "other": other, "mine": field.used or "–", "theirs": field.other or "–"}
    choices = (choice for row in sheet.rows for choice in row.chosen)
    settled = any((choice.field, choice.read) == (field.field, field.other) for choice in choices)
    return Remark("duplicate-sheet", "note" if settled else "warning", "duplicate-differs", (field.field,), data)


def _names(entry: Entry) -> tuple[str, ...]:
    return tuple(f"name.p{seat}" for seat in range(1, len(entry.names) + 1))


def _ids(row: JudgedRow) -> set[str]:
    return {reading.id for reading in row.source.readings}


def _row_with(row: JudgedRow, remarks: Sequence[Doubt]) -> JudgedRow:
    mine = [remark for remark in remarks if _ids(row).intersection(remark.fields)]
    asked = [field for remark in mine if remark.severity != "note" for field in remark.fields]
    return replace(
        row, findings=(*row.findings, *mine), look=tuple(dict.fromkeys((*row.look, *asked))),
        status="review" if asked else row.status,
    )
