"""One cause, one question, between sheets: questions that depend on where a sheet belongs wait until that is settled.

A sheet of another evening, round or table raises a question about each of its names, and about the sheet and the
players whose place it claims. All of them may be gone once it is where it belongs, so that is asked first, and alone.
If no name can be read, one question asks whether all players sit as they were drawn, and those about single seats wait.
A question that concerns two sheets is asked once, with the first of them; one about missing Bock crosses is asked with
their block. Nothing is lost: a held question comes back as soon as somebody says that the sheet is in its right place.
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
"""The sentences of findings that all players of a sheet together were drawn to another table."""
_EACH_OFF = ("faults.sheet.name-not-drawn", "evening.start-off-draw")
"""The sentences of findings that one player was."""


def find_misplaced(entry: CountedSheet, seated: Sequence[Seated], roster: Roster) -> tuple[Remark, ...]:
    """The question where a sheet belongs although it names a place: no such table was drawn or planned, nobody on the
    sheet is on the players' list, or all of them were drawn to another table. () if somebody moved the sheet there."""
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
    """Whether the sheet may be taken to be that of the table that it names."""
    return not is_stray(entry) or None in (entry.round, entry.table)


@dataclass(frozen=True, slots=True)
class _Doubts:
    """Open questions about places. `strays`: the numbers of sheets that may belong elsewhere. `off`: the seats, as
    (sheet, seat), whose players may."""

    strays: frozenset[int]
    off: frozenset[tuple[int, int]]

    @classmethod
    def from_sheets(cls, entries: Sequence[CountedSheet]) -> _Doubts:
        """The open questions of these sheets."""
        asked = ((entry.number, one) for entry in entries for one in entry.sheet.findings if one.severity != "note")
        off = frozenset((number, find_topic(one)[1]) for number, one in asked if _says(one, _EACH_OFF))
        return cls(frozenset(entry.number for entry in entries if is_stray(entry)), off)

    def explains(self, entry: CountedSheet, finding: Doubt) -> bool:
        """Whether the finding may be gone once these sheets and players are where they belong."""
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
    """The sheets with `held` filled in: the findings that wait until another item is settled."""
    doubts, shared = _Doubts.from_sheets(entries), set[str]()
    held = [tuple(_list_held(entry, doubts, shared)) for entry in entries]
    return tuple(
        replace(entry, sheet=replace(entry.sheet, held=found)) if found else entry
        for entry, found in zip(entries, held, strict=True)
    )


def _list_held(entry: CountedSheet, doubts: _Doubts, shared: set[str]) -> Iterator[Doubt]:
    """The sheet's findings that wait. `shared`: keys of questions that concern two sheets and were asked with an
    earlier one; those of this sheet are added to it."""
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
    """Whether the finding may be gone once its sheet is at another table: it is about a name, or about a second sheet
    of the same table."""
    return finding.code == "unknown-name" or _says(finding, SHARED_SENTENCES)
