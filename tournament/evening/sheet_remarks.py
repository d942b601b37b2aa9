"""Remarks that one sheet alone cannot give: repeats, two sheets of one table, a player at two tables, doubtful names.

Each function looks at one entry and gives the remarks that belong on its sheet; `add_remarks` puts them there.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from scoring.checks.people import check_drawn_names
from scoring.counting.rules import RuleSet
from scoring.findings import Finding
from scoring.rows.row import Sheet
from tournament.evening.duplicates import Disagreement, Sorted
from tournament.evening.roster import Roster, Seated
from tournament.evening.standings import CountedSheet
from tournament.judging.row.judged import JudgedRow, JudgedSheet
from tournament.judging.row.transcribe import WrittenSheet
from tournament.remarks import Doubt, Remark, RoundText, SeatText, SeatTexts

_UNNAMED = ("evening.no-name", "evening.unlisted-name", "evening.unknown-name")
"""The sentences about a seat whose name is not known."""


def add_remarks(sheet: JudgedSheet, remarks: Sequence[Doubt]) -> JudgedSheet:
    """The sheet with these remarks added.

    A remark that names a field of a row goes into that row; every other remark goes on the sheet. A row with a new
    error or warning is open: its status becomes "review".
    """
    ids = {field for row in sheet.rows for field in _list_field_ids(row)}
    of_rows = [remark for remark in remarks if ids.intersection(remark.fields)]
    rest = [remark for remark in remarks if remark not in of_rows]
    asked = [field for remark in rest if remark.severity != "note" for field in remark.fields]
    return replace(
        sheet, rows=tuple(_add_to_row(row, of_rows) for row in sheet.rows), findings=(*sheet.findings, *rest),
        look=tuple(dict.fromkeys((*sheet.look, *asked))),
    )


def find_doubtful_names(entry: CountedSheet, seated: Sequence[Seated]) -> tuple[Remark, ...]:
    """Remarks on the seats that have a label instead of a name.

    One remark names all seats at which nothing could be read. Each other seat has its own remark: what was read there
    was too doubtful to be taken.
    """
    unnamed = [(seat, who) for seat, who in enumerate(seated, 1) if who.source == "label"]
    unread = tuple(seat for seat, who in unnamed if who.doubt is None)
    doubtful = (_make_name_remark(seat, who) for seat, who in unnamed if who.doubt is not None)
    return (*([_make_unread_remark(entry, unread)] if unread else []), *doubtful)


def find_unnamed_seats(findings: Sequence[Doubt]) -> tuple[int, ...]:
    """The seats (from 1) that these findings say have no known name."""
    asked = [one for one in findings if isinstance(one, Remark) and one.sentence in _UNNAMED]
    return tuple(int(field.removeprefix("name.p")) for one in asked for field in one.fields)


def find_missing_round(entry: CountedSheet) -> tuple[Remark, ...]:
    """The remark that nobody knows which round the sheet belongs to; none where the round is known."""
    return () if entry.round is not None else (Remark("no-round", "warning", "evening.without-round"),)


def check_draw(rules: RuleSet, entry: CountedSheet, seated: Sequence[Seated], roster: Roster) -> tuple[Finding, ...]:
    """Check S11: who sits at this table although the draw put them elsewhere.

    Seats without a known name are passed over. Rule sets that do not apply S11 give no findings.
    """
    if "S11" not in rules.checks_applied:
        return ()
    names = tuple(None if who.source == "label" else who.name for who in seated)
    sheet = Sheet(len(names), 0, (), names=names, drawn=roster.find_drawn(entry.round, entry.table))
    return tuple(check_drawn_names(rules, sheet))


def find_repeats(entry: CountedSheet, found: Sorted, usable: Sequence[WrittenSheet]) -> tuple[Remark, ...]:
    """One note for each other photograph of this sheet, and one remark for each field that it shows differently."""
    me = found.kept[entry.number - 1]
    remarks: list[Remark] = []
    for repeat in found.repeats:
        if repeat.used == me:
            used, other = usable[me].photo, usable[repeat.left_out].photo
            remarks.append(Remark("duplicate-sheet", "note", "evening.repeat", (), {"used": used, "other": other}))
            remarks += [_make_difference(entry.sheet, field, used, other) for field in repeat.disagreements]
    return tuple(remarks)


def find_clashes(entry: CountedSheet, entries: Sequence[CountedSheet], found: Sorted) -> tuple[Remark, ...]:
    """One error for each other sheet with the same round and table but other numbers."""
    me = found.kept[entry.number - 1]
    others = [a if b == me else b for a, b in found.clashes if me in (a, b)]
    numbers = [other.number for other in entries if found.kept[other.number - 1] in others]
    return tuple(
        Remark("duplicate-sheet", "error", "evening.same-table", _list_name_fields(entry),
               {"one": entry.number, "two": number, "round": entry.round, "table": entry.table})
        for number in numbers
    )


def find_players_twice(entry: CountedSheet, entries: Sequence[CountedSheet]) -> tuple[Remark, ...]:
    """One error for each player of this sheet who has a second seat in the same round.

    The same seat on the sheet with the other half of the table's games is no second seat.
    """
    remarks = []
    for seat, name in enumerate(entry.names, 1):
        places = [
            (other.number, there) for other in entries if other.round == entry.round and entry.round is not None
            for there, known in enumerate(other.names, 1)
            if known.casefold() == name.casefold() and not (there == seat and _is_other_half(entry, other))
        ]
        if len(places) > 1:
            seats = SeatTexts(tuple(SeatText(*place) for place in places))
            data = {"name": name, "round": RoundText(entry.round), "places": seats}
            remarks.append(Remark("unknown-name", "error", "evening.two-tables", (f"name.p{seat}",), data))
    return tuple(remarks)


def _is_other_half(one: CountedSheet, two: CountedSheet) -> bool:
    """Whether these two sheets hold the two halves of one table's games."""
    return {one.half, two.half} == {1, 2} and one.table is not None and one.table == two.table


def _make_unread_remark(entry: CountedSheet, seats: tuple[int, ...]) -> Remark:
    data = {"seats": seats, "round": RoundText(entry.round)}
    return Remark("unknown-name", "warning", "evening.no-name", tuple(f"name.p{seat}" for seat in seats), data)


def _make_name_remark(seat: int, who: Seated) -> Remark:
    key = "evening.unlisted-name" if who.closest else "evening.unknown-name"
    data = {"seat": seat, "printed": who.doubt, "closest": who.closest}
    return Remark("unknown-name", "warning", key, (f"name.p{seat}",), data)


def _make_difference(sheet: JudgedSheet, field: Disagreement, used: str, other: str) -> Remark:
    """The remark on one field: a note where the row already counts what the other photograph says, else a warning."""
    data = {"used": used, "other": other, "mine": field.used or "–", "theirs": field.other or "–"}
    choices = (choice for row in sheet.rows for choice in row.chosen)
    settled = any((choice.field, choice.read) == (field.field, field.other) for choice in choices)
    return Remark("duplicate-sheet", "note" if settled else "warning", "evening.differs", (field.field,), data)


def _list_name_fields(entry: CountedSheet) -> tuple[str, ...]:
    return tuple(f"name.p{seat}" for seat in range(1, len(entry.names) + 1))


def _list_field_ids(row: JudgedRow) -> set[str]:
    return {reading.id for reading in row.source.readings}


def _add_to_row(row: JudgedRow, remarks: Sequence[Doubt]) -> JudgedRow:
    mine = [remark for remark in remarks if _list_field_ids(row).intersection(remark.fields)]
    asked = [field for remark in mine if remark.severity != "note" for field in remark.fields]
    return replace(
        row, findings=(*row.findings, *mine), look=tuple(dict.fromkeys((*row.look, *asked))),
        status="review" if asked else row.status,
    )
