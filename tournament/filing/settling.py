"""A row as a person wants it to count: its points and crosses, as proposed, as written, or as typed."""

from __future__ import annotations

from dataclasses import dataclass, replace

from scanner.sheet_reading import Reading
from scoring.counting.rules import RuleSet
from scoring.findings import Finding
from scoring.rows.all_checks import check_rows
from scoring.rows.written_rows import Row, Sheet
from texts.labels import Labels
from texts.languages import Lang
from tournament.evening.counted_sheets import CountedSheet
from tournament.evening.item_names import name_row_item
from tournament.filing.wishes import RefusedDecision, Wish
from tournament.judging.onesided import tells_rest
from tournament.judging.row.judged import JudgedRow, RowPoints, is_whole
from tournament.judging.sheet.causes import make_row
from tournament.judging.written_sheet import WrittenRow, parse_number
from tournament.record.facts import Decided
from tournament.remarks import Doubt, RowText
from tournament.review.open_effects import is_decided
from tournament.review.waiting import find_settlement


@dataclass(frozen=True, slots=True)
class OnSheet:
    """A finding that a sentence quotes, with the names of its sheet."""

    finding: Doubt
    labels: Labels

    def in_(self, lang: Lang) -> str:
        """Its sentence."""
        return self.finding.message(lang, self.labels)


def settle_row(rules: RuleSet, entry: CountedSheet, row: JudgedRow, wish: Wish) -> Row:
    """The row as it is to count. Raises `RefusedDecision`."""
    settled = _settle(entry, row, wish, name_row_item(entry.sheet.source, row.game))
    solo = settled.solo if wish.solo is None else wish.solo
    offence = settled.offence if wish.offence is None else wish.offence
    settled = replace(settled, solo=solo, offence=offence, details=None)
    if wish.how == "points" or wish.crosses:
        _refuse_illegal(rules, entry, row, settled, wish.reason)
    return settled


def _settle(entry: CountedSheet, row: JudgedRow, wish: Wish, item: str) -> Row:
    now = make_row(row)
    match wish.how:
        case "accept":
            return _accept(entry, row, item)
        case "as-written":
            return replace(_cross_as_inked(row, now), points=_read_written(entry, row, item))
        case "points":
            return replace(now, points=_read_typed(row, wish, item))
        case "name":
            raise RefusedDecision("decisions.refused.no-name", item=item)


def _accept(entry: CountedSheet, row: JudgedRow, item: str) -> Row:
    settlement = find_settlement(row)
    if is_decided(row) and row.status == "ok":
        raise RefusedDecision("decisions.refused.decided", item=item)
    if settlement is None:
        _read_written(entry, row, item)  # where that says nothing either, it says what helps
        raise RefusedDecision("decisions.refused.no-proposal", item=item)
    return settlement


def _read_typed(row: JudgedRow, wish: Wish, item: str) -> RowPoints:
    if wish.points.strip() or not wish.crosses:
        return read_points(wish.points, len(row.points))
    if not is_whole(row.points):
        raise RefusedDecision("decisions.refused.needs-points", item=item)
    return row.points


def _cross_as_inked(row: JudgedRow, now: Row) -> Row:
    """The row with its crosses as the ink has them; an offence that ends a solo leaves none of the two."""
    if not is_decided(row):
        return now
    return replace(now, solo=has_solo(row.source), offence=has_mark(row.source.offence))


def has_mark(mark: Reading | None) -> bool:
    """Whether the box is crossed, as its ink says."""
    return mark is not None and bool(mark.text.strip())


def has_solo(row: WrittenRow) -> bool:
    """Whether any box for a solo is crossed, as the ink says."""
    return has_mark(row.solo) or any(has_mark(one) for one in row.others if ".solo." in one.id)


def read_settled(row: WrittenRow, decided: Decided) -> Row:
    """The row as it counts once that is decided: a cross of which the decision says nothing counts as its ink has
    it."""
    solo = has_solo(row) if decided.solo is None else decided.solo
    offence = has_mark(row.offence) if decided.offence is None else decided.offence
    return Row(row.game, decided.points, solo, offence)


def _read_written(entry: CountedSheet, row: JudgedRow, item: str) -> RowPoints:
    """The points as the ink says them; where what is written counts already, that."""
    if row.provisional == "written" and any(value is not None for value in row.points):
        return row.points
    if tells_rest(entry.sheet):
        return _read_told(row, item)
    numbers = [parse_number(text) for text in row.written]
    if any(number.points is None for number in numbers):
        raise RefusedDecision("decisions.refused.illegible", item=item)
    if all(number.empty for number in numbers):
        return (None,) * len(numbers)
    away = [seat for seat, number in enumerate(numbers) if number.empty]
    sitter = away[0] if len(numbers) > 4 and len(away) == 1 else None
    return tuple(None if seat == sitter else number.points for seat, number in enumerate(numbers))


def _read_told(row: JudgedRow, item: str) -> RowPoints:
    """The points that the ink tells, of which not all are written: those that count, where every field counts as its
    ink has it."""
    first = {reading.id: reading.text for reading in row.source.readings}
    read = all(texts[0][0] == first.get(field) for field, texts in row.posterior.items() if texts)
    blank = not any(text.strip() for text in first.values())
    if is_decided(row) or row.chosen or not read or not (is_whole(row.points) or blank):
        raise RefusedDecision("decisions.refused.tells-no-points", item=item)
    return row.points


def read_points(typed: str, seats: int) -> RowPoints:
    """The points of a row as typed: "+6,-2,-2,-2"; "/" or nothing for the seat that sits out."""
    parts = [part.strip() for part in typed.replace(";", ",").split(",")]
    numbers = [parse_number(part) for part in parts]
    if len(parts) != seats or any(number.points is None for number in numbers):
        raise RefusedDecision("decisions.refused.points", typed=typed, seats=seats)
    empty = [seat for seat, number in enumerate(numbers) if number.empty]
    return tuple(None if seats > 4 and [seat] == empty else number.points for seat, number in enumerate(numbers))


def _refuse_illegal(rules: RuleSet, entry: CountedSheet, row: JudgedRow, settled: Row, reason: str) -> None:
    """Raises `RefusedDecision` with the rule that the row breaks, unless a reason is given."""
    broken = find_broken_rules(rules, entry, row, settled)
    if broken and not reason.strip():
        why = OnSheet(broken[0], entry.make_labels(row.place))
        text = RowText(settled.points, settled.solo, settled.offence, nothing="–")
        raise RefusedDecision("decisions.refused.illegal", row=text, why=why)


def find_broken_rules(rules: RuleSet, entry: CountedSheet, row: JudgedRow, settled: Row) -> tuple[Finding, ...]:
    """What is wrong with the row by the rules, if it counts so."""
    source = entry.sheet.source
    rows = tuple(settled if one.game == row.game else make_row(one) for one in entry.sheet.rows)
    code = source.code
    whole = Sheet(source.seats, code.games if code else 0, rows, half=code.half if code else 0)
    found = check_rows(rules, whole)[entry.sheet.rows.index(row)]
    return tuple(finding for finding in found if finding.severity == "error")
