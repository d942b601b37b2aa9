"""Where a sheet belongs that names no table, or an impossible one: which tables are free, and to which its players were
drawn. A person is asked; no sheet is moved without an answer.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from templates.list_sheets import HEAD_WORDS
from texts.field_ids import make_head_id
from texts.languages import Lang
from texts.sentences import say
from tournament.evening.counted_sheets import CountedSheet
from tournament.evening.held_back import OFF_TABLE, has_sure_place, is_stray
from tournament.evening.item_names import NO_PLACE, find_key
from tournament.evening.missing_sheets import Numbers
from tournament.evening.roster import Roster, is_written
from tournament.remarks import Remark

PLACED = (NO_PLACE, "duplicate-sheet")
"""The codes of findings that may be settled by moving a sheet to another table."""
FEWEST = 3
"""At least so many players must be known, and all drawn to one table, before it is proposed for a sheet."""


@dataclass(frozen=True, slots=True)
class FreeTable:
    """A table that was drawn and has no sheet yet, or half of them. `names`: who was drawn there; `halves`: the halves
    that are in."""

    round: int
    table: int
    names: tuple[str, ...]
    halves: frozenset[int] = frozenset()

    def in_(self, lang: Lang) -> str:
        """For example: Runde 1, Tisch 3 (Anna, Bernd, Çem, Dörte)."""
        return say(lang, "evening.free-table", round=self.round, table=self.table, names=self.names)


@dataclass(frozen=True, slots=True)
class FreeTables:
    """Several of them, round by round."""

    every: tuple[FreeTable, ...]

    def in_(self, lang: Lang) -> str:
        """For example: Runde 2, Tisch 3; Runde 1, Tisch 2 und 4."""
        rounds: dict[int, list[int]] = {}
        for one in self.every:
            rounds.setdefault(one.round, []).append(one.table)
        return "; ".join(
            say(lang, "evening.free-in-round", round=round_, tables=Numbers(tuple(tables)))
            for round_, tables in rounds.items()
        )


def list_free_tables(entries: Sequence[CountedSheet], roster: Roster) -> tuple[FreeTable, ...]:
    """Every drawn table of which not all sheets are in, up to the next round: first those of the current round, then
    those of earlier ones. A typed result does not count as a sheet here, as a photograph is compared with it."""
    found: dict[tuple[int | None, int | None], set[int]] = {}
    for entry in filter(has_sure_place, entries):
        halves = found.setdefault((entry.round, entry.table), set())
        halves |= {entry.half} if entry.sheet.source.typed is None else set()
    last = max((round_ for round_, _ in found if round_ is not None), default=min(roster.drawn, default=(0, 0))[0])
    free = [
        FreeTable(*place, roster.find_counted(*place), frozenset(found.get(place, ())))
        for place in roster.drawn
        if place[0] <= last + 1 and place[0] not in roster.cancelled and found.get(place, set()) in (set(), {1}, {2})
    ]
    return tuple(sorted(free, key=lambda one: (one.round > last, abs(last - one.round), one.table)))


def choose_tables(entry: CountedSheet, free: Sequence[FreeTable]) -> tuple[FreeTable, ...]:
    """The free tables to which the sheet may belong by its clear round and half, in order."""
    return tuple(
        one
        for one in free
        if (entry.half not in one.halves if entry.half else not one.halves)
        and (entry.sheet.source.said[0] in (None, one.round) or _is_off(entry, free))
    )


def _is_off(entry: CountedSheet, free: Sequence[FreeTable]) -> bool:
    """Whether the round on the sheet has no free table."""
    return all(one.round != entry.sheet.source.said[0] for one in free)


def find_fitting(entry: CountedSheet, free: Sequence[FreeTable]) -> FreeTable | None:
    """The free table to which all known players of the sheet were drawn; None if there are too few known players, or
    another free table has all or all but one of them."""
    known = {name.casefold() for name in entry.known if name}
    counts = [len(known & {name.casefold() for name in one.names}) for one in free]
    most = max(counts, default=0)
    clear = most == len(known) >= FEWEST and sum(count >= most - 1 for count in counts) == 1
    return free[counts.index(most)] if clear else None


def propose_table(entries: Sequence[CountedSheet], free: Sequence[FreeTable], item: str) -> FreeTable | None:
    """The table that is proposed for the sheet of that item; None if there is none, or its place is not in question."""
    entry = next((one for one in entries if f"{find_key(one.sheet.source)}.{NO_PLACE}" == item), None)
    return find_fitting(entry, free) if entry is not None and is_stray(entry) else None


def find_missing_place(entry: CountedSheet, roster: Roster) -> tuple[Remark, ...]:
    """The remarks that it is unknown where the sheet belongs, and that a box in its head is in doubt."""
    boxes = dict(zip(HEAD_WORDS, entry.sheet.source.places, strict=True))
    known = {"round": entry.round, "table": entry.table}
    doubtful = []
    for word, box in boxes.items():
        if box is not None and known[word] is None and is_written(box):
            gaps = {"readings": tuple(text for text, _ in box.candidates if text)[:3] or ("–",)}
            doubtful.append(Remark(NO_PLACE, "warning", f"evening.unclear-{word}", (make_head_id(word),), gaps))
    if any(remark.sentence == "evening.unclear-round" for remark in doubtful):
        return tuple(doubtful)
    if entry.round is None:
        key = "evening.without-place" if roster.drawn else "evening.without-round"
        return (Remark(NO_PLACE, "warning", key), *doubtful)
    if entry.table is None and not doubtful and any(round_ == entry.round for round_, _ in roster.drawn):
        return (Remark(NO_PLACE, "warning", "evening.without-table", (), {"round": entry.round}),)
    return tuple(doubtful)


def describe_free_tables(entry: CountedSheet, free: Sequence[FreeTable]) -> tuple[Remark, ...]:
    """An addition to the question where the sheet belongs: the table that fits, else those that are free."""
    if not is_stray(entry) or any(getattr(one, "sentence", "") in OFF_TABLE for one in entry.sheet.findings):
        return ()
    tables, fits = choose_tables(entry, free), find_fitting(entry, free)
    if fits is not None:
        return (Remark(NO_PLACE, "warning", "evening.fitting-table", (), {"table": fits}),)
    return (Remark(NO_PLACE, "warning", "evening.free-tables", (), {"tables": FreeTables(tables)}),) if tables else ()
