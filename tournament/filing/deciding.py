"""From what a person says of an open item to the entry that holds it; what cannot be meant is refused in a sentence."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scanner.reading import Reading
from scoring.checks import check_rows
from scoring.counting.rules import RuleSet
from scoring.findings import Finding
from scoring.rows.row import Row, Sheet
from texts.labels import Labels
from texts.languages import Lang
from tournament.errors import BookError
from tournament.evening.decisions import How
from tournament.evening.items import (
    Ink,
    Matter,
    list_round_matters,
    list_sheet_matters,
    name_row_item,
    name_seat_item,
    read_matter_ink,
    read_row_ink,
    spell_item,
)
from tournament.evening.name_matching import find_closest
from tournament.evening.sheet_remarks import find_unnamed_seat
from tournament.evening.standings import CountedSheet
from tournament.filing.making import Evening
from tournament.filing.waiting import find_proposal
from tournament.judging.row.judged import JudgedRow
from tournament.judging.sheet.causes import list_settlings, make_row
from tournament.numbers import parse_number
from tournament.record.facts import Decided, Fact, SheetRead, Undone
from tournament.record.replay import find_undone
from tournament.remarks import Doubt, RowText

RowPoints = tuple[int | None, ...]


class RefusedDecision(BookError):
    """The decision cannot be meant, or needs a reason."""

    exit_status = 2


@dataclass(frozen=True, slots=True)
class Wish:
    """What a person says of an item. `how`: accept, as-written, points or name; `points`, `name` as typed."""

    item: str
    how: How
    points: str = ""
    name: str = ""
    reason: str = ""


@dataclass(frozen=True, slots=True)
class OnSheet:
    """A finding that a sentence quotes, with the names of its sheet."""

    finding: Doubt
    labels: Labels

    def in_(self, lang: Lang) -> str:
        """Its sentence."""
        return self.finding.message(lang, self.labels)


def make_decision(evening: Evening, wish: Wish) -> Decided:
    """The entry for what was decided. Raises `RefusedDecision`."""
    item = spell_item(wish.item)
    for entry in evening.book.entries:
        for row in entry.sheet.rows:
            if name_row_item(entry.sheet.source, row.game) == item:
                return _decide_row(evening, entry, row, wish)
        for seat in range(1, len(entry.names) + 1):
            if wish.how == "name" and name_seat_item(entry.sheet.source, seat) == item:
                return _decide_name(evening, item, wish)
    return _decide_matter(_find_matter(evening, item), wish)


def _decide_row(evening: Evening, entry: CountedSheet, row: JudgedRow, wish: Wish) -> Decided:
    item = name_row_item(entry.sheet.source, row.game)
    settled = _settle(row, wish, item)
    if wish.how == "points":
        _refuse_illegal(evening.book.rules, entry, row, settled, wish.reason)
    return Decided(
        item, wish.how, settled.points, "", read_row_ink(row.source), wish.reason, evening.tournament.head.number,
        _tell_cross(row.source.solo, settled.solo), _tell_cross(row.source.offence, settled.offence),
    )


def _tell_cross(mark: Reading | None, counts: bool) -> bool | None:
    """How the cross is to count; None where it counts as it is written."""
    return None if counts == _has_mark(mark) else counts


def _has_mark(mark: Reading | None) -> bool:
    return mark is not None and bool(mark.text.strip())


def _settle(row: JudgedRow, wish: Wish, item: str) -> Row:
    """The row as it is to count."""
    now = make_row(row)
    match wish.how:
        case "accept":
            return _accept(row, now, item)
        case "as-written":
            return _put(now, _read_written(row, item))
        case "points":
            return _put(now, read_points(wish.points, len(row.points)))
        case "name":
            raise RefusedDecision("decisions.refused.no-name", item=item)


def _put(row: Row, points: RowPoints) -> Row:
    return Row(row.number, points, row.solo, row.offence)


def _accept(row: JudgedRow, now: Row, item: str) -> Row:
    proposal = find_proposal(row)
    if proposal is None:
        raise RefusedDecision("decisions.refused.no-proposal", item=item)
    settled = next((one for one in list_settlings(row) if one.points == proposal), now)
    return Row(now.number, proposal, settled.solo, settled.offence)


def _read_written(row: JudgedRow, item: str) -> RowPoints:
    """The points as the ink says them; where what is written counts already, that."""
    if row.provisional == "written" and any(value is not None for value in row.points):
        return row.points
    numbers = [parse_number(text) for text in row.written]
    if any(number.points is None for number in numbers):
        raise RefusedDecision("decisions.refused.illegible", item=item)
    if all(number.empty for number in numbers):
        return (None,) * len(numbers)
    away = [seat for seat, number in enumerate(numbers) if number.empty]
    sitter = away[0] if len(numbers) > 4 and len(away) == 1 else None
    return tuple(None if seat == sitter else number.points for seat, number in enumerate(numbers))


def read_points(typed: str, seats: int) -> RowPoints:
    """The points of a row as typed: "+6,-2,-2,-2"; "/" or nothing for the seat that sits out."""
    parts = [part.strip() for part in typed.replace(";", ",").split(",")]
    numbers = [parse_number(part) for part in parts]
    if len(parts) != seats or any(number.points is None for number in numbers):
        raise RefusedDecision("decisions.refused.points", typed=typed, seats=seats)
    empty = [seat for seat, number in enumerate(numbers) if number.empty]
    return tuple(None if seats > 4 and [seat] == empty else number.points for seat, number in enumerate(numbers))


def _refuse_illegal(rules: RuleSet, entry: CountedSheet, row: JudgedRow, settled: Row, reason: str) -> None:
    """Raises `RefusedDecision` with the rule that the points break, unless a reason is given."""
    broken = find_broken_rules(rules, entry, row, settled)
    if broken and not reason.strip():
        why = OnSheet(broken[0], entry.make_labels(row.place))
        raise RefusedDecision("decisions.refused.illegal", row=RowText(settled.points, nothing="–"), why=why)


def find_broken_rules(rules: RuleSet, entry: CountedSheet, row: JudgedRow, settled: Row) -> tuple[Finding, ...]:
    """What is wrong with the row by the rules, if it counts so."""
    source = entry.sheet.source
    rows = tuple(settled if one.game == row.game else make_row(one) for one in entry.sheet.rows)
    code = source.code
    whole = Sheet(source.seats, code.games if code else 0, rows, half=code.half if code else 0)
    found = check_rows(rules, whole)[entry.sheet.rows.index(row)]
    return tuple(finding for finding in found if finding.severity == "error")


def _decide_name(evening: Evening, item: str, wish: Wish) -> Decided:
    name = _find_player(evening, wish.name)
    return Decided(item, "name", (), name, (), wish.reason, evening.tournament.head.number)


def _find_player(evening: Evening, typed: str) -> str:
    """The player's name as it stands in the file, by name or start number; any name where the file has no players."""
    words, players = " ".join(typed.split()), evening.tournament.players
    if not words:
        raise RefusedDecision("decisions.refused.nobody")
    if not players:
        return words
    for player in players:
        if player.name.casefold() == words.casefold() or str(player.start) == words:
            return player.name
    closest = find_closest(words, [player.name for player in players])
    if closest:
        raise RefusedDecision("decisions.refused.no-player", name=words, closest=closest)
    raise RefusedDecision("decisions.refused.unknown-player", name=words)


def _find_matter(evening: Evening, item: str) -> Matter:
    every = [*list_round_matters(evening.book.matters),
             *(matter for entry in evening.book.entries for matter in list_sheet_matters(entry.sheet))]
    found = next((matter for matter in every if matter.item == item), None)
    if found is None:
        raise RefusedDecision("decisions.refused.no-item", item=item)
    return found


def _decide_matter(matter: Matter, wish: Wish) -> Decided:
    """A matter of a sheet or round stays as it is: that is all there is to decide."""
    if any(find_unnamed_seat(finding) for finding in matter.findings):
        raise RefusedDecision("decisions.refused.needs-name", item=matter.item)
    if wish.how not in ("accept", "as-written"):
        raise RefusedDecision("decisions.refused.only-accept", item=matter.item)
    ink: Ink = read_matter_ink(matter.findings)
    return Decided(matter.item, wish.how, (), "", ink, wish.reason)


def make_undoing(evening: Evening, item: str, reason: str) -> Sequence[Fact]:
    """The entries that take the item's decision back; of a sheet's key ("s4") those that take the sheet out.

    Raises `RefusedDecision` where nothing was decided.
    """
    item = spell_item(item)
    ruling = evening.tournament.decisions.get(item)
    if ruling is not None:
        return [Undone(ruling.entry, reason)]
    gone = find_undone(evening.entries)
    read = [entry.number for entry in evening.entries if isinstance(entry.fact, SheetRead)
            and entry.fact.sheet_key == item and entry.number not in gone]
    if not read:
        raise RefusedDecision("decisions.refused.nothing-to-undo", item=item)
    return [Undone(number, reason) for number in read]
