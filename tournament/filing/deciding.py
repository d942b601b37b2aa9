"""From what a person says of an open item to the entry that holds it; what cannot be meant is refused in a sentence."""

from __future__ import annotations

from collections.abc import Sequence

from tournament.evening.counted_sheets import CountedSheet
from tournament.evening.decisions import HumanDecision, SecondReading, is_contested, list_contradictions
from tournament.evening.item_names import (
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
from tournament.filing.making import Evening
from tournament.filing.settling import has_mark, has_solo, read_points, settle_row
from tournament.filing.wishes import RefusedDecision, Wish
from tournament.judging.row.judged import JudgedRow
from tournament.record.facts import Decided, Fact, SheetRead, Undone
from tournament.record.replay import find_undone

__all__ = ["RefusedDecision", "Wish", "make_decision", "make_undoing", "read_points"]


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
    return _decide_matter(evening, _find_matter(evening, item), wish)


def _decide_row(evening: Evening, entry: CountedSheet, row: JudgedRow, wish: Wish) -> Decided:
    settled, source = settle_row(evening.book.rules, entry, row, wish), row.source
    decided = Decided(
        name_row_item(entry.sheet.source, row.game),
        wish.how,
        settled.points,
        "",
        read_row_ink(source),
        wish.reason,
        evening.tournament.head.number,
        _tell_cross(has_solo(source), settled.solo),
        _tell_cross(has_mark(source.offence), settled.offence),
    )
    _refuse_without_reason(evening, entry, row, decided)
    return decided


def _refuse_without_reason(evening: Evening, entry: CountedSheet, row: JudgedRow, decided: Decided) -> None:
    """Raises `RefusedDecision` where a second person reads the row otherwise than it counted or is to count, and no
    reason is given."""
    second = list_second_readings(evening, decided.item)
    wished = HumanDecision(decided.item, decided.how, "", points=decided.points, second=second)
    against = list_contradictions(entry.sheet.source, row.source, wished, evening.book.limits)
    if second and not decided.reason.strip() and (against or is_contested(row)):
        raise RefusedDecision("decisions.refused.second-reading", by=(*against, *second)[0].by)


def list_second_readings(evening: Evening, item: str) -> tuple[SecondReading, ...]:
    """What a second person read in the fields of that row."""
    return tuple(
        SecondReading(one.fact.field, one.fact.text, one.by)
        for one in evening.tournament.keyed.values()
        if one.fact.item == item
    )


def _tell_cross(inked: bool, counts: bool) -> bool | None:
    """How the cross is to count; None where it counts as it is written."""
    return None if counts == inked else counts


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
    every = [
        *list_round_matters(evening.book.matters),
        *(matter for entry in evening.book.entries for matter in list_sheet_matters(entry.sheet)),
    ]
    found = next((matter for matter in every if matter.item == item), None)
    if found is None:
        raise RefusedDecision("decisions.refused.no-item", item=item)
    return found


def _decide_matter(evening: Evening, matter: Matter, wish: Wish) -> Decided:
    """A matter of a sheet or round stays as it is: that is all there is to decide. A name that somebody gave to the
    seat stays, too."""
    if any(find_unnamed_seat(finding) for finding in matter.findings):
        raise RefusedDecision("decisions.refused.needs-name", item=matter.item)
    if wish.crosses:
        raise RefusedDecision("decisions.refused.cross-of-row", item=matter.item)
    if wish.how not in ("accept", "as-written"):
        raise RefusedDecision("decisions.refused.only-accept", item=matter.item)
    before = evening.tournament.decisions.get(matter.item)
    name = before.fact.name if before else ""
    return Decided(
        matter.item, wish.how, (), name, read_matter_ink(matter), wish.reason, evening.tournament.head.number
    )


def make_undoing(evening: Evening, item: str, reason: str) -> Sequence[Fact]:
    """The entries that take the item's decision back; of a sheet's key ("s4") those that take the sheet out.

    Raises `RefusedDecision` where nothing was decided, and where a second person has read the row since.
    """
    item = spell_item(item)
    ruling = evening.tournament.decisions.get(item)
    if ruling is not None:
        keyed = next((one for one in evening.tournament.keyed.values() if one.fact.decision == ruling.entry), None)
        if keyed is not None:
            raise RefusedDecision("decisions.refused.keyed", item=item, by=keyed.by)
        return [Undone(ruling.entry, reason)]
    gone = find_undone(evening.entries)
    read = [
        entry.number
        for entry in evening.entries
        if isinstance(entry.fact, SheetRead) and entry.fact.sheet_key == item and entry.number not in gone
    ]
    if not read:
        raise RefusedDecision("decisions.refused.nothing-to-undo", item=item)
    return [Undone(number, reason) for number in read]
