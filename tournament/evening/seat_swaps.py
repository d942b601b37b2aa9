"""Finds two players who changed seats without telling anybody, by comparing their sheets with the draw; asks once for
both.

Three things show it. Two players with certain names or start numbers each sit at the table to which the other was
drawn. Or a printed name is struck out at each of two seats. Or one name is struck out, and its player sits, with a
certain name, in place of the other. Signatures are not read. Nobody is ever swapped without a question; while it is
open, the questions about the single seats wait.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from templates.sheet_code import make_check
from tournament.evening.counted_sheets import CountedSheet
from tournament.evening.held_back import has_sure_place
from tournament.evening.item_names import SWAPPED, RoundMatter, name_round_item
from tournament.evening.roster import Roster, Seated
from tournament.judging.judged_sheet import find_topic
from tournament.remarks import Doubt, Remark


@dataclass(frozen=True, slots=True)
class _Seat:
    """A seat at a drawn table. `number`: the sheet's. `drawn`: who was drawn to it, "" for nobody. `who`: who certainly
    sits there, "" if unknown. `struck`: whether the drawn name is printed there and struck out."""

    number: int
    table: int
    seat: int
    drawn: str
    who: str
    struck: bool


_Pair = tuple[str, tuple[str, str], tuple[_Seat, _Seat]]
"""How the swap shows; who changed seats; the seat that each left, or the one that shows it."""
PAIR = 2


def find_swaps(
    entries: Sequence[CountedSheet], seated: Sequence[Sequence[Seated]], roster: Roster
) -> tuple[RoundMatter, ...]:
    """One question for each pair that seems to have changed seats, by round."""
    starts = {name: start for start, name in roster.starts.items()}
    rounds: dict[int, list[_Seat]] = {}
    for entry, who in zip(entries, seated, strict=True):
        if entry.round is not None and has_sure_place(entry):
            rounds.setdefault(entry.round, []).extend(_list_seats(entry, who, roster))
    found = ((round_, pair) for round_, seats in rounds.items() for pair in _find_pairs(seats))
    return tuple(RoundMatter(round_, (remark,)) for round_, pair in found for remark in _ask(pair, starts))


def _list_seats(entry: CountedSheet, seated: Sequence[Seated], roster: Roster) -> Iterator[_Seat]:
    """The seats of a sheet whose table was drawn."""
    drawn = roster.at(entry.round).find_counted(entry.round, entry.table)
    code = entry.sheet.source.code
    checks = () if code is None else code.checks
    for seat, who in enumerate(seated if drawn else (), 1):
        name = drawn[seat - 1] if seat <= len(drawn) else ""
        printed = not checks or (bool(name) and make_check(name) == checks[seat - 1])
        struck = who.source == "label" and who.why == "struck" and printed
        yield _Seat(entry.number, entry.table or 0, seat, name, "" if who.source == "label" else who.name, struck)


def _find_pairs(seats: Sequence[_Seat]) -> Iterator[_Pair]:
    """The pairs who changed seats, if nothing else explains the sheets of a round; none where three players may have
    changed."""
    homes = {seat.drawn: seat.table for seat in seats if seat.drawn}
    known = {seat.who for seat in seats if seat.who}
    guests = [seat for seat in seats if homes.get(seat.who, seat.table) != seat.table]
    asked = set[_Seat]()
    for one in guests:
        home = homes[one.who]
        back = [other for other in guests if (other.table, homes[other.who]) == (home, one.table)]
        same = [other for other in guests if (other.table, homes[other.who]) == (one.table, home)]
        away = [other for other in seats if other.table == one.table and other.drawn and other.drawn not in known]
        left = [other for other in seats if other.table == home and other.struck]
        if len(back) == len(same) == 1 and one not in asked:
            asked |= {one, back[0]}
            yield "seen", (one.who, back[0].who), (back[0], one)
        elif not back and len(away) == len(left) == 1 and left[0].drawn == one.who:
            asked |= {one, left[0]}
            yield "half", (one.who, away[0].drawn), (left[0], one)
    struck = [seat for seat in seats if seat.struck and seat not in asked and seat.drawn not in known]
    if len(struck) == PAIR:
        one, other = struck
        yield "struck" if one.table != other.table else "seats", (one.drawn, other.drawn), (one, other)


def _place(seat: _Seat) -> tuple[int, int]:
    return seat.number, seat.seat


def _ask(pair: _Pair, starts: Mapping[str, int]) -> Iterator[Remark]:
    """The question about two players; none if they have no start numbers, by which the item is named."""
    key, names, seats = pair
    numbers = [starts.get(name) for name in names]
    if None in numbers:
        return
    gaps = {
        "first": names[0],
        "second": names[1],
        "here": seats[0].table,
        "there": seats[1].table,
        "starts": tuple(numbers),
        "seats": tuple(map(_place, seats)),
    }
    yield Remark(SWAPPED, "warning", f"evening.swap-{key}", (), gaps)


def list_swap_sheets(matters: Sequence[RoundMatter], item: str) -> tuple[int, ...]:
    """The numbers of the sheets that the question with that item name is about."""
    asked = (one for matter in matters for one in matter.findings if name_round_item(matter, one) == item)
    places = next((one.gaps["seats"] for one in asked if one.code == SWAPPED), ())
    return tuple(dict.fromkeys(number for number, _ in places)) if isinstance(places, tuple) else ()


def hold_for_swaps(entries: Sequence[CountedSheet], matters: Sequence[RoundMatter]) -> tuple[CountedSheet, ...]:
    """The sheets, on which questions about single seats wait (`held`) for those about swaps in `matters`."""
    gaps = [one.gaps["seats"] for matter in matters for one in matter.findings if one.code == SWAPPED]
    waiting = {place for places in gaps if isinstance(places, tuple) for place in places}
    return tuple(_hold(entry, {seat for number, seat in waiting if number == entry.number}) for entry in entries)


def _hold(entry: CountedSheet, seats: set[int]) -> CountedSheet:
    held = tuple(one for one in entry.sheet.findings if _is_about(one, seats))
    return replace(entry, sheet=replace(entry.sheet, held=(*entry.sheet.held, *held))) if held else entry


def _is_about(finding: Doubt, seats: set[int]) -> bool:
    return bool(seats) and finding.code == "unknown-name" and find_topic(finding)[1] in seats
