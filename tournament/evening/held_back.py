"""One cause, one item, between sheets: what hangs on where a sheet belongs waits until somebody has settled that.

A sheet of another evening, round or table makes a question of each of its names, and of the sheet and the players whose
place it claims. All of them may be gone once it is where it belongs, so that is asked first, and alone. Where no name
can be read, its seats wait for the one question whether they sit as they were drawn. What two sheets are asked about
together is asked once, with the first of them; and what is missing of a block of Bock games with the block. Nothing is
taken away: what waits comes back as soon as somebody has said that the sheet is right where it is.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from templates.list_sheets import HEAD_WORDS
from texts.field_ids import make_head_id
from tournament.evening.counted_sheets import CountedSheet
from tournament.evening.item_names import (
    NO_PLACE,
    SHARED_SENTENCES,
    UNKNOWN_NAME,
    Matter,
    list_shared,
    list_sheet_matters,
    read_seat_order,
)
from tournament.evening.roster import Roster, Seated
from tournament.judging.judged_sheet import find_topic
from tournament.judging.written_sheet import NOWHERE
from tournament.remarks import Doubt, Remark, SeatTexts

OFF_TABLE = ("evening.drawn-elsewhere", "evening.drawn-apart")
"""The sentences of it that say of all players together that they were drawn to another table."""
_EACH_OFF = ("faults.sheet.name-not-drawn", "evening.start-off-draw")
"""What is said of each of them."""


def find_misplaced(entry: CountedSheet, seated: Sequence[Seated], roster: Roster) -> tuple[Remark, ...]:
    """The question where a sheet belongs that says a place: nobody drew or planned it, nobody on the sheet is on the
    list, or all of them were drawn to another table. None of a sheet that somebody has moved there."""
    if entry.round is None or entry.table is None or entry.sheet.source.moved != NOWHERE:
        return ()
    data: dict[str, object] = {"round": entry.round, "table": entry.table}
    if _is_unheard_of(entry, roster):
        return (_ask_where("no-such-table", data),)
    if seated and all(who.source == "label" and who.why == "stranger" for who in seated):
        return (_ask_where("strangers", {"names": tuple(who.doubt for who in seated)}),)
    known, drawn = [who.name for who in seated if who.source != "label"], roster.find_counted(entry.round, entry.table)
    if not drawn or 2 * len(known) <= len(seated) or not set(known).isdisjoint(drawn):
        return ()
    tables = {table for (round_, table), names in roster.drawn.items() if round_ == entry.round and {*known} & {*names}}
    other = {"other": next(iter(tables)), "names": tuple(known)} if len(tables) == 1 else {}
    return (_ask_where("drawn-elsewhere" if other else "drawn-apart", data | other),)


def _is_unheard_of(entry: CountedSheet, roster: Roster) -> bool:
    """Whether a drawn round has no such table, or nobody planned so many rounds."""
    rounds = {round_ for round_, _ in roster.drawn}
    beyond = 0 < roster.planned < (entry.round or 0)
    return bool(rounds) and (entry.round in rounds or beyond) and (entry.round, entry.table) not in roster.drawn


def _ask_where(sentence: str, data: Mapping[str, object]) -> Remark:
    return Remark(NO_PLACE, "warning", f"evening.{sentence}", tuple(map(make_head_id, HEAD_WORDS)), data)


def is_stray(entry: CountedSheet) -> bool:
    """Whether it is open where the sheet belongs."""
    return any(one.code == NO_PLACE and one.severity != "note" for one in entry.sheet.findings)


def has_sure_place(entry: CountedSheet) -> bool:
    """Whether the sheet stands for the table that it names."""
    return not is_stray(entry) or None in (entry.round, entry.table)


@dataclass(frozen=True, slots=True)
class _Doubts:
    """What is open of places. `strays`: the numbers of sheets that may belong elsewhere; `off`: the seats, by sheet and
    seat, whose players may."""

    strays: frozenset[int]
    off: frozenset[tuple[int, int]]

    @classmethod
    def from_sheets(cls, entries: Sequence[CountedSheet]) -> _Doubts:
        """Those of these sheets."""
        asked = ((entry.number, one) for entry in entries for one in entry.sheet.findings if one.severity != "note")
        off = frozenset((number, find_topic(one)[1]) for number, one in asked if _says(one, _EACH_OFF))
        return cls(frozenset(entry.number for entry in entries if is_stray(entry)), off)

    def explains(self, entry: CountedSheet, finding: Doubt) -> bool:
        """Whether the sheet has the finding only as long as these sheets and players are where they are said to be."""
        if entry.number in self.strays and _hangs_on_place(finding):
            return True
        if not isinstance(finding, Remark) or not _says(finding, SHARED_SENTENCES):
            return False
        places = finding.gaps.get("places")
        if not isinstance(places, SeatTexts):
            return finding.gaps["one"] in self.strays or finding.gaps["two"] in self.strays
        own = (entry.number, find_topic(finding)[1])
        sure = [place for place in places.seats if place.sheet not in self.strays]
        return len(sure) < 2 or (own not in self.off and sum((one.sheet, one.seat) not in self.off for one in sure) < 2)


def hold_back(entries: Sequence[CountedSheet]) -> tuple[CountedSheet, ...]:
    """The sheets with the findings that wait for another item."""
    doubts, shared = _Doubts.from_sheets(entries), set[str]()
    held = [tuple(_list_held(entry, doubts, shared)) for entry in entries]
    return tuple(
        replace(entry, sheet=replace(entry.sheet, held=found)) if found else entry
        for entry, found in zip(entries, held, strict=True)
    )


def _list_held(entry: CountedSheet, doubts: _Doubts, shared: set[str]) -> Iterator[Doubt]:
    """`shared`: what the sheets before this one share with others; it grows."""
    whole = any(_says(one, OFF_TABLE) for one in entry.sheet.findings)
    order = _asks_order(entry)
    for matter in list_sheet_matters(entry.sheet):
        waiting = tuple(
            one
            for one in matter.findings
            if doubts.explains(entry, one)
            or (whole and _says(one, _EACH_OFF))
            or (order and one.code == UNKNOWN_NAME and not read_seat_order([one]))
            or (entry.block and one.code == "bock-block")
        )
        left = tuple(one for one in matter.findings if one not in waiting)
        keys = set(list_shared(Matter(matter.item, left))) if left else set[str]()
        yield from (matter.findings if keys and keys <= shared else waiting)
        shared |= keys


def _asks_order(entry: CountedSheet) -> bool:
    """Whether the order of all seats is asked about; or was, where the names that the sheet has stay."""
    found = ((one, read_seat_order([one])) for one in entry.sheet.findings)
    return any(order is not None and (one.severity != "note" or order.read) for one, order in found)


def _says(finding: Doubt, sentences: tuple[str, ...]) -> bool:
    return getattr(finding, "sentence", "") in sentences


def _hangs_on_place(finding: Doubt) -> bool:
    """Whether it may be gone once its sheet is at another table: who sits there, and what else stands there."""
    return finding.code == "unknown-name" or _says(finding, SHARED_SENTENCES)
