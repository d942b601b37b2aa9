"""Moves a sheet to the table where it belongs, whatever it says; and swaps two players who changed seats unannounced.

What is written does not change. Decisions on the sheet stay with it, under the names of the new place.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from texts.item_ids import make_place_key, make_round_key, make_sheet_key, parse_item, spell_item
from tournament.errors import RefusedOrder
from tournament.evening.counted_sheets import CountedSheet
from tournament.evening.item_names import (
    ENTRY,
    NO_PLACE,
    SWAPPED,
    UNKNOWN_NAME,
    SeatOrder,
    find_key,
    list_round_matters,
    list_sheet_matters,
    read_seat_order,
)
from tournament.evening.late_items import AFTER_CLOSING
from tournament.evening.missing_sheets import Numbers
from tournament.filing.opened.open_evening import Evening
from tournament.filing.setup.player_entries import find_entrant
from tournament.record import player_facts
from tournament.record.clock_facts import RowsStruck
from tournament.record.facts import Decided, Fact, SheetMoved
from tournament.remarks import Remark


@dataclass(frozen=True, slots=True)
class NewPlace:
    """Where to move a sheet. `item`: the sheet's key or any of its items. `round`, `table`: None to keep them. `names`:
    the players by column, as names or start numbers with commas, "" to keep them. `swap`: a sheet that is at the new
    place gets the old one.
    """

    item: str
    round: int | None = None
    table: int | None = None
    names: str = ""
    swap: bool = False
    reason: str = ""


def make_move(evening: Evening, move: NewPlace) -> SheetMoved:
    """The entry for the move. Raises `RefusedOrder`."""
    entry = find_moved(evening, move.item)
    key, half = find_key(entry.sheet.source), entry.half
    round_ = move.round if move.round is not None else entry.round
    table = move.table if move.table is not None else entry.table
    if round_ is None or table is None:
        raise RefusedOrder("decisions.move.needs-place", sheet=entry.title)
    starts = _read_columns(evening, entry, move.names)
    stays = (round_, table) == (entry.round, entry.table)
    if stays and not starts:
        raise RefusedOrder("decisions.move.stays", sheet=entry.title)
    if not stays:
        _refuse_place(evening, entry, round_, table, swap=move.swap)
    _refuse_closed_place(evening, entry, round_, move.reason)
    becomes = key if stays else _choose_key(evening, entry, make_place_key(round_, table, half), swap=move.swap)
    return SheetMoved(key, becomes, round_, table, starts, move.swap and not stays, move.reason.strip())


def find_moved(evening: Evening, typed: str) -> CountedSheet:
    """The sheet that has, or had, this name. Raises `RefusedOrder`."""
    sheet = evening.tournament.names.find(spell_item(typed))
    key = evening.tournament.names.now.get(sheet or 0, "")
    entry = next((one for one in evening.book.entries if find_key(one.sheet.source) == key), None)
    if entry is None:
        raise RefusedOrder("decisions.move.no-sheet", item=typed)
    return entry


def _refuse_place(evening: Evening, entry: CountedSheet, round_: int, table: int, *, swap: bool) -> None:
    """Raises `RefusedOrder` if there is no such round or table, or if it has its sheet already."""
    tournament = evening.tournament
    if not 1 <= round_ <= (tournament.opening.rounds or round_):
        raise RefusedOrder("decisions.move.no-round", round=round_, rounds=tournament.opening.rounds)
    drawn = [one.number for one in tournament.draws.get(round_, ())]
    if table < 1 or (drawn and table not in drawn):
        tables = Numbers(tuple(sorted(drawn)))
        raise RefusedOrder("decisions.move.no-table", round=round_, table=table, tables=tables)
    there = find_at(evening, round_, table, entry)
    if there is None or (swap and _has_own_place(entry)):
        return
    gaps = {"sheet": entry.title, "item": find_key(entry.sheet.source), "round": round_, "table": table}
    key = "decisions.move.taken" if _has_own_place(entry) else "decisions.move.taken-too"
    raise RefusedOrder(key, **gaps, photo=there.photo, there=find_key(there.sheet.source))


def find_at(evening: Evening, round_: int, table: int, but: CountedSheet) -> CountedSheet | None:
    """Another photographed sheet of that place, None without one. The other half of a round is no such sheet, and a
    typed result is not, either: it is compared with the sheet."""
    others = [one for one in evening.book.entries if one is not but and one.sheet.source.typed is None]
    here = (one for one in others if (one.round, one.table) == (round_, table))
    return next((one for one in here if one.half == but.half or not one.half), None)


def _has_own_place(entry: CountedSheet) -> bool:
    """Whether the sheet's key is a place, which another sheet can take."""
    return parse_item(find_key(entry.sheet.source)).table is not None


def _read_columns(evening: Evening, entry: CountedSheet, typed: str) -> tuple[int, ...]:
    """The start numbers by column. Raises `RefusedOrder`."""
    words = [word.strip() for word in typed.replace(";", ",").split(",")] if typed.strip() else []
    starts = tuple(find_entrant(evening.tournament, word).start for word in words)
    if starts and (len(starts) != len(entry.names) or len(set(starts)) != len(starts)):
        raise RefusedOrder("decisions.move.columns", sheet=entry.title, seats=len(entry.names))
    return starts


def _refuse_closed_place(evening: Evening, entry: CountedSheet, round_: int, reason: str) -> None:
    """Raises `RefusedOrder` if the sheet leaves or enters a closed round without a reason."""
    closed = sorted({entry.round or 0, round_} & evening.tournament.closed.keys())
    if closed and not reason.strip():
        raise RefusedOrder("decisions.refused.closed", item=find_key(entry.sheet.source), round=closed[0])


def _choose_key(evening: Evening, entry: CountedSheet, place: str, *, swap: bool) -> str:
    """The sheet's new key: its place, unless another sheet has that key and is not to be swapped."""
    taken = {name for name in evening.tournament.names.now.values() if name in evening.tournament.sheets}
    taken |= {one.written.key for one in evening.held}
    if place not in taken or swap:
        return place
    return next(key for n in range(len(taken) + 1, 2 * len(taken) + 3) if (key := make_sheet_key(n)) not in taken)


def name_order_item(key: str) -> str:
    """The item that asks in which order they sit: "r1.t3.unknown-name"."""
    return f"{key}.{UNKNOWN_NAME}"


def name_answered(fact: Fact) -> str:
    """The item to which the entry may be the answer; "" for one that moves no sheet, swaps no players and strikes no
    rows."""
    match fact:
        case SheetMoved(sheet_key=key, becomes=new):
            return name_order_item(key) if key == new else f"{key}.{NO_PLACE}"
        case player_facts.PlayersSwapped(round=round_, first=first, second=second):
            return f"{make_round_key(round_)}.{SWAPPED}.{first}-{second}"
        case RowsStruck(sheet_key=key):
            return f"{key}.game-count"
    return ""


def find_order(evening: Evening, item: str) -> SeatOrder | None:
    """The order of seats that the item of that name asks about; None where it asks something else."""
    matters = (matter for entry in evening.book.entries for matter in list_sheet_matters(entry.sheet))
    return next((read_seat_order(matter.findings) for matter in matters if matter.item == item), None)


def find_swap(evening: Evening, item: str) -> tuple[int, ...]:
    """The start numbers of the two players if that item asks whether they changed seats; () if it asks something
    else."""
    asked = (matter for matter in list_round_matters(evening.book.matters) if matter.item == item)
    found = (one for matter in asked for one in matter.findings if isinstance(one, Remark) and one.code == SWAPPED)
    starts = next((one.gaps["starts"] for one in found), ())
    return starts if isinstance(starts, tuple) else ()


def make_untold_swap(evening: Evening, item: str, starts: Sequence[int], reason: str) -> tuple[Fact, ...]:
    """The entries by which the two players change seats in the draw. In a closed round that would wait, so a decision
    with the given reason lets it in. Raises `RefusedOrder`."""
    round_ = parse_item(item).round or 0
    first, second = starts
    swapped = player_facts.PlayersSwapped(round_, first, second)
    if round_ not in evening.tournament.closed:
        return (swapped,)
    if not reason.strip():
        raise RefusedOrder("decisions.refused.closed", item=item, round=round_)
    head = evening.tournament.head.number
    late, ink = f"{make_round_key(round_)}.{AFTER_CLOSING}", ((ENTRY, str(head + 1)),)
    return swapped, Decided(late, "accept", (), "", ink, reason.strip(), head)
