"""Remarks that need more than one sheet: repeats, two sheets of one table, a player at two tables, doubtful names, and
checks of both halves of a table's games.

Each function looks at one entry and returns the remarks that belong to its sheet; `add_remarks` puts them there.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from scoring.counting.rules import RuleSet
from scoring.findings import Finding
from scoring.rows.all_checks import check_halves
from scoring.rows.sheet_checks import check_drawn_names
from scoring.rows.written_rows import Row, Sheet
from templates.list_sheets import HEAD_WORDS
from texts.field_ids import make_head_id, make_seat_id, parse_field
from tournament.evening.counted_sheets import CountedSheet, SheetIndex
from tournament.evening.item_names import LISTS_BESIDE, OTHERS_ORDER, SEAT_ORDER, UNKNOWN_NAME, WAY_UP
from tournament.evening.roster import Roster, Seated, is_written
from tournament.evening.sheet_intake import Disagreement, Repeat
from tournament.judging.detail_fields import is_full
from tournament.judging.judged_sheet import JudgedRow, JudgedSheet
from tournament.judging.row_law import keep_answerable
from tournament.judging.written_sheet import NOWHERE, WrittenSheet
from tournament.remarks import Doubt, Remark, RoundText, SeatText, SeatTexts


def check_both_halves(rules: RuleSet, entry: CountedSheet, index: SheetIndex) -> tuple[Finding, ...]:
    """The findings of checks that need both halves, as far as they belong to this entry's sheet.

    A finding belongs to the sheet that has its fields; one without fields belongs to the second half. There are none if
    the table's other half is missing, or if the sheets name different players.
    """
    if not entry.half:
        return ()
    same = sorted(index.places[entry.round, entry.table], key=lambda other: other.half)
    if entry.table is None or [other.half for other in same] != [1, 2]:
        return ()
    first, second = (other.sheet for other in same)
    printed = zip(_list_printed_names(first), _list_printed_names(second), strict=False)
    if any(one and two and one.casefold() != two.casefold() for one, two in printed):
        return ()  # else seat 1 of both sheets is the same player
    found = check_halves(rules, _make_sheet(first, 1), _make_sheet(second, 2))
    found = keep_answerable(found, crosses=is_full(first.source))
    mine = {reading.id for row in entry.sheet.rows for reading in row.source.readings}
    return tuple(
        finding for finding in found if (mine.intersection(finding.fields) if finding.fields else entry.half == 2)
    )


def _list_printed_names(sheet: JudgedSheet) -> tuple[str, ...]:
    known = sheet.source.code is not None and sheet.source.code.named
    return tuple(name.text if name else "" for name in sheet.source.names) if known else ()


def _make_sheet(sheet: JudgedSheet, half: int) -> Sheet:
    """The sheet for the checks of whole sheets; open rows have no points."""
    code, seats = sheet.source.code, sheet.source.seats
    rows = tuple(_make_row(row, seats) for row in sheet.rows)
    return Sheet(seats, code.games if code else 0, rows, half=half, struck=sheet.source.struck)


def _make_row(row: JudgedRow, seats: int) -> Row:
    if not row.played and row.status == "ok":
        return Row(row.game, (None,) * seats, blank=True)
    points = row.points if row.status == "ok" else (None,) * seats
    return Row(row.game, points, row.solo, row.offence, details=row.details)


_UNNAMED = {
    # why a name is not known: the sentences where something was read and nobody is near, somebody is; nothing was read
    "name": ("evening.unknown-name", "evening.unlisted-name", "evening.no-name"),
    "stranger": ("evening.stranger", "evening.stranger-for", "evening.stranger"),
    "struck": ("evening.struck-name", "evening.struck-name", "evening.struck-name"),
    "unread": ("evening.unread-name", "evening.unread-name", "evening.unread-name"),
    "start": ("evening.unlisted-start", "evening.which-start", "evening.unlisted-start"),
}
_WHICH = "evening.which-name"
"""The sentence used if nothing was read, but players drawn to the table have no seat yet."""
_ABOUT_NAMES = frozenset(key for keys in _UNNAMED.values() for key in keys) | {_WHICH}


def add_remarks(sheet: JudgedSheet, remarks: Sequence[Doubt]) -> JudgedSheet:
    """The sheet with these remarks added.

    A remark that names a field of a row goes into that row; every other remark goes on the sheet. A row with a new
    error or warning is open: its status becomes "review".
    """
    if not remarks:
        return sheet
    ids = {field for row in sheet.rows for field in _list_field_ids(row)}
    of_rows = [remark for remark in remarks if ids.intersection(remark.fields)]
    rest = [remark for remark in remarks if remark not in of_rows]
    asked = [field for remark in rest if remark.severity != "note" for field in remark.fields]
    return replace(
        sheet,
        rows=tuple(_add_to_row(row, of_rows) for row in sheet.rows),
        findings=(*sheet.findings, *rest),
        look=tuple(dict.fromkeys((*sheet.look, *asked))),
    )


def find_doubtful_names(entry: CountedSheet, seated: Sequence[Seated]) -> tuple[Remark, ...]:
    """One remark for each seat that has a label instead of a name.

    Either nothing could be read there, or what was read was too doubtful to be taken.
    """
    return tuple(_make_name_remark(entry, seat, who) for seat, who in enumerate(seated, 1) if who.source == "label")


def find_photo_doubts(sheet: WrittenSheet) -> tuple[Remark, ...]:
    """The remarks on what the photograph of a foreign list leaves open: which way up it lay, where its rules look the
    same in several turns and its numbers read nearly as well in another one; and others like it that were not read."""
    quality = sheet.quality
    if quality is None:
        return ()
    turn = Remark(WAY_UP, "warning", "evening.way-up", (), {"chance": quality.upright})
    others = Remark(LISTS_BESIDE, "warning", "evening.lists-beside", (), {"beside": quality.beside})
    return (*(() if quality.is_upright else (turn,)), *((others,) if quality.beside else ()))


def find_seat_order(entry: CountedSheet, seated: Sequence[Seated], roster: Roster) -> tuple[Remark, ...]:
    """The question whether those who were drawn to the table sit there in the order of the draw: where no name can be
    read on the whole sheet, and where somebody moved a sheet of other players there."""
    drawn, counted = (find(entry.round, entry.table) for find in (roster.find_drawn, roster.find_counted))
    starts = {name: start for start, name in roster.starts.items()}
    blank = all(who.source == "label" and who.why == "name" and who.doubt is None for who in seated)
    others = entry.sheet.source.moved != NOWHERE and all(
        who.source not in ("label", "given") and who.name not in counted for who in seated
    )
    if not (blank or others) or len(drawn) != len(seated) or not starts.keys() >= {*counted}:
        return ()
    read = () if blank else entry.names
    data = {"names": drawn, "starts": tuple(starts[name] for name in counted), "counted": counted, "read": read}
    return (Remark(UNKNOWN_NAME, "warning", OTHERS_ORDER if others else SEAT_ORDER, (), data),)


def find_unnamed_seat(finding: Doubt) -> int:
    """The seat (from 1) that this finding says has no known name; 0 when the finding says something else."""
    asked = isinstance(finding, Remark) and finding.sentence in _ABOUT_NAMES
    return parse_field(finding.fields[0]).seat or 0 if asked else 0


def find_stray_place(entry: CountedSheet, roster: Roster) -> tuple[Remark, ...]:
    """The remark that round and table, as players wrote them, are not in the draw; none without a draw."""
    written = any(box is not None and is_written(box) for box in entry.sheet.source.places)
    place = entry.round, entry.table
    if not written or None in place or not roster.drawn or place in roster.drawn:
        return ()
    data = {"round": entry.round, "table": entry.table}
    return (Remark("no-round", "warning", "evening.no-such-table", tuple(map(make_head_id, HEAD_WORDS)), data),)


def find_off_draw(rules: RuleSet, entry: CountedSheet, seated: Sequence[Seated], roster: Roster) -> tuple[Remark, ...]:
    """One remark for each player who is named by a start number and was drawn to another table, or to none.

    None for rule sets that apply S11: there `check_draw` checks every player.
    """
    drawn = () if "S11" in rules.checks_applied else roster.find_counted(entry.round, entry.table)
    return tuple(
        Remark("unknown-name", "warning", "evening.start-off-draw", (make_seat_id("start", seat),), {"seat": seat})
        for seat, who in enumerate(seated, 1)
        if who.source == "start" and drawn and who.name not in drawn
    )


def check_draw(rules: RuleSet, entry: CountedSheet, seated: Sequence[Seated], roster: Roster) -> tuple[Finding, ...]:
    """Check S11: who sits at this table although the draw put them elsewhere.

    Seats without a known name are left out. Rule sets that do not apply S11 have no such findings.
    """
    if "S11" not in rules.checks_applied:
        return ()
    names = tuple(None if who.source == "label" else who.name for who in seated)
    sheet = Sheet(len(names), 0, (), names=names, drawn=roster.find_counted(entry.round, entry.table))
    return tuple(check_drawn_names(rules, sheet))


def find_repeats(entry: CountedSheet, repeats: Sequence[Repeat]) -> tuple[Remark, ...]:
    """For each other photograph of this sheet one note, and one remark for each field that it shows differently."""
    remarks: list[Remark] = []
    for repeat in repeats:
        gaps: dict[str, object] = {"used": entry.photo, "other": repeat.photo}
        if repeat.disagreements:
            told = Remark(
                "duplicate-sheet", "note", "evening.repeat-differs", (), gaps | {"count": len(repeat.disagreements)}
            )
        else:
            told = Remark("duplicate-sheet", "note", "evening.repeat", (), gaps)
        remarks.append(told)
        remarks += [_make_difference(entry, field, repeat.photo) for field in repeat.disagreements]
    return tuple(remarks)


def find_clashes(entry: CountedSheet, others: Iterable[CountedSheet]) -> tuple[Remark, ...]:
    """One error for each other sheet with the same round and table but other numbers; `others`: these sheets."""
    return tuple(
        Remark(
            "duplicate-sheet",
            "error",
            "evening.same-table",
            tuple(make_seat_id("name", seat) for seat in range(1, len(entry.names) + 1)),
            {
                "one": entry.number,
                "two": other.number,
                "round": entry.round,
                "table": entry.table,
                "used": entry.photo,
                "other": other.photo,
            },
        )
        for other in others
    )


def find_players_twice(entry: CountedSheet, index: SheetIndex) -> tuple[Remark, ...]:
    """One error for each player of this sheet who has a second seat in the same round.

    The same seat on the sheet with the other half of the table's games is no second seat.
    """
    remarks = []
    for seat, name in enumerate(entry.names if entry.round is not None else (), 1):
        places = [
            SeatText(other.number, there, other.title)
            for other, there in index.seats[entry.round, name.casefold()]
            if not (there == seat and {entry.half, other.half} == {1, 2} and entry.table == other.table is not None)
        ]
        if len(places) > 1:
            seats = SeatTexts(tuple(places))
            data = {"name": name, "round": RoundText(entry.round), "places": seats}
            remarks.append(Remark("unknown-name", "error", "evening.two-tables", (make_seat_id("name", seat),), data))
    return tuple(remarks)


def _make_name_remark(entry: CountedSheet, seat: int, who: Seated) -> Remark:
    nobody, somebody, nothing = _UNNAMED[who.why]
    question = somebody if who.closest else nobody
    if who.doubt is None:
        question = _WHICH if who.why == "name" and who.closest else nothing
    data = {
        "seat": seat,
        "printed": who.doubt,
        "name": who.name,
        "closest": who.closest,
    }
    fields = (make_seat_id("name", seat), *((make_seat_id("start", seat),) if who.why == "start" else ()))
    return Remark("unknown-name", "warning", question, fields, data)


def _make_difference(entry: CountedSheet, field: Disagreement, other: str) -> Remark:
    """The remark on one field: a note if the row already counts what the other photograph says, or on a written sum, on
    which no standing depends; else a warning."""
    data = {"used": entry.photo, "other": other, "mine": field.used or "–", "theirs": field.other or "–"}
    choices = (choice for row in entry.sheet.rows for choice in row.chosen)
    settled = any((choice.field, choice.read) == (field.field, field.other) for choice in choices)
    settled = settled or parse_field(field.field).line == "sum"
    return Remark("duplicate-sheet", "note" if settled else "warning", "evening.differs", (field.field,), data)


def _list_field_ids(row: JudgedRow) -> set[str]:
    return {reading.id for reading in row.source.readings}


def _add_to_row(row: JudgedRow, remarks: Sequence[Doubt]) -> JudgedRow:
    mine = [remark for remark in remarks if _list_field_ids(row).intersection(remark.fields)]
    asked = [field for remark in mine if remark.severity != "note" for field in remark.fields]
    return replace(
        row,
        findings=(*row.findings, *mine),
        look=tuple(dict.fromkeys((*row.look, *asked))),
        status="review" if asked else row.status,
    )
