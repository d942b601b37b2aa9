"""From a person's decision on an open item to its entry; an impossible decision is refused in a sentence."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from scoring.counting.game import count_sitters
from scoring.counting.rules import RuleSet
from scoring.findings import Finding
from scoring.rows.all_checks import check_rows
from scoring.rows.written_rows import Row, Sheet
from texts.item_ids import spell_item
from texts.labels import Labels
from texts.languages import Lang
from texts.sentences import tidy_text
from tournament.errors import RefusedDecision
from tournament.evening.asked_together import list_bock_offers, name_block_item, say_block
from tournament.evening.counted_sheets import CountedSheet
from tournament.evening.item_names import (
    SAID,
    Matter,
    list_held_matters,
    list_round_matters,
    list_shared,
    list_sheet_matters,
    name_row_item,
    name_seat_item,
    read_matter_ink,
    read_row_ink,
)
from tournament.evening.sheet_places import propose_table
from tournament.evening.sheet_remarks import find_unnamed_seat
from tournament.filing.decisions.moving import NewPlace, find_order, find_swap, make_move, make_untold_swap
from tournament.filing.decisions.reasons import TWO_SHEETS, refuse_closed, refuse_second_reading, refuse_settled_row
from tournament.filing.opened.open_evening import Evening
from tournament.human_decisions import Boxes, How
from tournament.judging.causes import make_row
from tournament.judging.judged_sheet import JudgedRow, RowPoints, is_whole
from tournament.judging.offers import Offers, is_unsure
from tournament.judging.onesided import tells_rest
from tournament.judging.written_sheet import WrittenRow, has_mark, has_solo, parse_number
from tournament.near_names import find_closest
from tournament.record.facts import Decided, Fact
from tournament.remarks import Doubt, RowText
from tournament.review.open_effects import is_decided
from tournament.review.waiting import find_settlement
from tournament.typed_points import read_typed_row


@dataclass(frozen=True, slots=True)
class Wish:
    """A person's decision on an item, before it is checked. `how`: accept, as-written, points or name; `points`, `name`
    as typed.

    `boxes`: other boxes of the row, and whether they are crossed.
    `solo`, `offence`: how the row's cross is to count; None leaves it to `how`. If one of them is given and `how` is
    "points", the points may be left out: then those that count now stay.
    """

    item: str
    how: How
    points: str = ""
    name: str = ""
    reason: str = ""
    solo: bool | None = None
    offence: bool | None = None
    boxes: Boxes = ()

    @property
    def crosses(self) -> bool:
        """Whether the decision says how a cross is to count."""
        return self.solo is not None or self.offence is not None


@dataclass(frozen=True, slots=True)
class OnSheet:
    """A finding that a sentence quotes, with the names of its sheet."""

    finding: Doubt
    labels: Labels

    def in_(self, lang: Lang) -> str:
        """Its sentence."""
        return self.finding.message(lang, self.labels)


def settle_row(rules: RuleSet, entry: CountedSheet, row: JudgedRow, wish: Wish) -> Row:
    """The row as it is to count by this decision. Raises `RefusedDecision`."""
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
        case "as-written" if row.source.struck and not is_decided(row):
            return Row(row.game, (None,) * len(row.points), blank=True)  # it is struck out, and no game
        case "as-written":
            # where an offence ends a solo, the solo does not count, unless somebody decided so
            source, ink = row.source, is_decided(row)
            crosses = (has_solo(source), has_mark(source.offence)) if ink else (now.solo, now.offence)
            return replace(now, points=_read_written(entry, row, item), solo=crosses[0], offence=crosses[1])
        case "points" if wish.points.strip() or not wish.crosses:
            return replace(now, points=read_points(wish.points, len(row.points)))
        case "points" if is_whole(row.points):
            return replace(now, points=row.points)
        case "points":
            raise RefusedDecision("decisions.refused.needs-points", item=item)
        case "name":
            raise RefusedDecision("decisions.refused.no-name", item=item)


def _accept(entry: CountedSheet, row: JudgedRow, item: str) -> Row:
    settlement = find_settlement(row)
    if is_decided(row) and row.status == "ok":
        raise RefusedDecision("decisions.refused.decided", item=item)
    if is_unsure(row):
        ways = Offers(row, entry.make_labels(row.place))
        raise RefusedDecision("decisions.refused.two-proposals", item=item, ways=ways)
    if settlement is None:
        _read_written(entry, row, item)  # raises with a sentence that helps, if not all points can be read
        raise RefusedDecision("decisions.refused.no-proposal", item=item)
    return settlement


def read_settled(row: WrittenRow, decided: Decided) -> Row:
    """The row as it counts by that decision; a cross that the decision leaves open counts as inked."""
    solo = has_solo(row) if decided.solo is None else decided.solo
    offence = has_mark(row.offence) if decided.offence is None else decided.offence
    return Row(row.game, decided.points, solo, offence)


def _read_written(entry: CountedSheet, row: JudgedRow, item: str) -> RowPoints:
    """The points as written; those that count, if they count as written already. Raises `RefusedDecision`."""
    if row.provisional == "written" and any(value is not None for value in row.points):
        return row.points
    if tells_rest(entry.sheet):
        return _read_implied(row, item)
    numbers = [parse_number(text) for text in row.written]
    if any(number.points is None for number in numbers):
        raise RefusedDecision("decisions.refused.illegible", item=item)
    if all(number.empty for number in numbers):
        return (None,) * len(numbers)
    away = [seat for seat, number in enumerate(numbers) if number.empty]
    sitter = away[0] if len(numbers) > 4 and len(away) == 1 else None
    return tuple(None if seat == sitter else number.points for seat, number in enumerate(numbers))


def _read_implied(row: JudgedRow, item: str) -> RowPoints:
    """The points of a row in which not all are written: those that count, if every field counts as inked. Raises
    `RefusedDecision`."""
    first = {reading.id: reading.text for reading in row.source.readings}
    read = all(texts[0][0] == first.get(field) for field, texts in row.posterior.items() if texts)
    blank = not any(text.strip() for text in first.values())
    if is_decided(row) or row.chosen or not read or not (is_whole(row.points) or blank):
        raise RefusedDecision("decisions.refused.tells-no-points", item=item)
    return row.points


def read_points(typed: str, seats: int) -> RowPoints:
    """The points of a row as typed: "+6,-2,-2,-2"; "/" or nothing for a seat that sits out."""
    points = read_typed_row(typed, seats)
    if points is None:
        raise RefusedDecision("decisions.refused.points", typed=typed, seats=seats)
    away = [seat for seat, value in enumerate(points) if value is None]
    sit = len(away) == count_sitters(seats)
    return tuple(None if sit and seat in away else value or 0 for seat, value in enumerate(points))


def _refuse_illegal(rules: RuleSet, entry: CountedSheet, row: JudgedRow, settled: Row, reason: str) -> None:
    """Raises `RefusedDecision` with the rule that the row breaks, unless a reason is given."""
    broken = find_broken_rules(rules, entry, row, settled)
    if broken and not reason.strip():
        why = OnSheet(broken[0], entry.make_labels(row.place))
        text = RowText(settled.points, settled.solo, settled.offence, nothing="–")
        raise RefusedDecision("decisions.refused.illegal", row=text, why=why)


def find_broken_rules(rules: RuleSet, entry: CountedSheet, row: JudgedRow, settled: Row) -> tuple[Finding, ...]:
    """The rules that the row breaks if it counts so."""
    sheet, code = entry.sheet, entry.sheet.source.code
    rows = tuple(settled if one.game == row.game else make_row(one) for one in sheet.rows)
    games, half = (code.games, code.half) if code else (0, 0)
    whole = Sheet(sheet.source.seats, games, rows, half=half, struck=sheet.source.struck)
    return tuple(one for one in check_rows(rules, whole)[sheet.rows.index(row)] if one.severity == "error")


def make_decision(evening: Evening, wish: Wish) -> Decided:
    """The entry for one decision. Raises `RefusedDecision`."""
    item = evening.tournament.names.name_today(spell_item(wish.item))
    for entry in evening.book.entries:
        for row in entry.sheet.rows:
            if name_row_item(entry.sheet.source, row.game) == item:
                return decide_row(evening, entry, row, settle_row(evening.book.rules, entry, row, wish), wish)
        for seat in range(1, len(entry.names) + 1):
            if wish.how == "name" and name_seat_item(entry.sheet.source, seat) == item:
                return _decide_name(evening, item, wish, entry.known[seat - 1])
    return _decide_matter(evening, _find_matter(evening, item), wish)


def decide_items(evening: Evening, wishes: Sequence[Wish]) -> list[Fact]:
    """The entries for decisions on several items: all of them, or none. If a table that is proposed for a sheet is
    accepted, the sheet is moved there. Raises `RefusedDecision`, and `RefusedOrder` if it cannot be moved."""
    return [decided for wish in wishes for decided in _decide(evening, wish)]


def _decide(evening: Evening, wish: Wish) -> Iterator[Fact]:
    item = evening.tournament.names.name_today(spell_item(wish.item))
    entry = next((one for one in evening.book.entries if one.block and name_block_item(one.sheet) == item), None)
    fits = propose_table(evening.book.entries, evening.book.free, item) if wish.how == "accept" else None
    if swap := find_swap(evening, item) if wish.how == "accept" else ():
        yield from make_untold_swap(evening, item, swap, wish.reason)
    elif fits is not None:
        yield make_move(evening, NewPlace(item, fits.round, fits.table, reason=wish.reason))
    elif order := find_order(evening, item) if wish.how in ("accept", "name") else None:
        names = wish.name if wish.how == "name" else ",".join(map(str, order.starts))
        yield make_move(evening, NewPlace(item, names=names, reason=wish.reason))
    elif entry is None:
        yield make_decision(evening, wish)
    elif wish.how == "accept":
        yield from _cross_block(evening, entry, wish)
    elif wish.how == "as-written":
        refuse_closed(evening, item, wish.reason)
        said = ((SAID, say_block(entry, "de")),)
        yield Decided(item, wish.how, (), "", said, wish.reason, evening.tournament.head.number)
    else:
        raise RefusedDecision("decisions.refused.block", item=item)


def _cross_block(evening: Evening, entry: CountedSheet, wish: Wish) -> Iterator[Decided]:
    """The decisions by which the rows of a block count as Bock games."""
    for row, offer in list_bock_offers(entry):
        yield decide_row(evening, entry, row, offer.settled, wish)
    for matter in list_held_matters(entry.sheet):
        if matter.findings[0].code == "bock-block":
            yield make_decision(evening, replace(wish, item=matter.item))


def decide_row(evening: Evening, entry: CountedSheet, row: JudgedRow, settled: Row, wish: Wish) -> Decided:
    """The entry by which the row counts as `settled`. Raises `RefusedDecision` if a reason is missing."""
    source, crossed = row.source, {one.id: one.text for one in row.source.others if one.kind == "cross"}
    if any(box not in crossed for box, _ in wish.boxes):
        raise RefusedDecision("decisions.refused.no-item", item=wish.item)
    decided = Decided(
        name_row_item(entry.sheet.source, row.game),
        wish.how,
        settled.points,
        "",
        (*read_row_ink(source), *((box, crossed[box]) for box, _ in wish.boxes)),
        wish.reason,
        evening.tournament.head.number,
        None if settled.solo == has_solo(source) else settled.solo,
        None if settled.offence == has_mark(source.offence) else settled.offence,
        wish.boxes,
    )
    refuse_second_reading(evening, entry, row, decided)
    refuse_settled_row(evening, entry, row, wish.reason)
    return decided


def _decide_name(evening: Evening, item: str, wish: Wish, known: str) -> Decided:
    refuse_closed(evening, item, wish.reason)
    if known and not wish.reason.strip():
        raise RefusedDecision("decisions.refused.settled-name", item=item, name=known)
    name = _find_player(evening, wish.name)
    return Decided(item, "name", (), name, (), wish.reason, evening.tournament.head.number)


def _find_player(evening: Evening, typed: str) -> str:
    """The player's name in the file, found by name or start number; any name if the file has no players. Raises
    `RefusedDecision`."""
    words, players = tidy_text(typed), evening.tournament.players
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
    every = [
        *list_round_matters(evening.book.matters),
        *(matter for entry in evening.book.entries for matter in list_sheet_matters(entry.sheet)),
        *(matter for entry in evening.book.entries for matter in list_held_matters(entry.sheet)),
    ]
    found = next((matter for matter in every if matter.item == item), None)
    if found is None:
        raise RefusedDecision("decisions.refused.no-item", item=item)
    return found


def _decide_matter(evening: Evening, matter: Matter, wish: Wish) -> Decided:
    """The entry that a matter of a sheet or round stays as it is, which is all that can be decided. A name that
    somebody gave to the seat stays, too."""
    refuse_closed(evening, matter.item, wish.reason)
    if list_shared(matter) and matter.item.endswith(TWO_SHEETS) and not wish.reason.strip():
        raise RefusedDecision("decisions.refused.both-count", item=matter.item)
    if any(find_unnamed_seat(finding) for finding in matter.findings):
        raise RefusedDecision("decisions.refused.needs-name", item=matter.item)
    if wish.how == "accept" and propose_table(evening.book.entries, evening.book.free, matter.item):
        raise RefusedDecision("decisions.refused.move-it", item=matter.item)
    if wish.crosses:
        raise RefusedDecision("decisions.refused.cross-of-row", item=matter.item)
    if wish.how not in ("accept", "as-written"):
        raise RefusedDecision("decisions.refused.only-accept", item=matter.item)
    before = evening.tournament.decisions.get(matter.item)
    name = before.name if before else ""
    return Decided(
        matter.item, wish.how, (), name, read_matter_ink(matter), wish.reason, evening.tournament.head.number
    )
