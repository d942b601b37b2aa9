"""Where a sheet belongs that does not say it, or says what cannot be: which tables are free, and which one its players
were drawn to. It is asked, and never moved unasked.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.counting.rules import RuleSet
from scoring.rows.sheet_checks import check_drawn_names
from scoring.rows.written_rows import Sheet
from templates.list_sheets import HEAD_WORDS
from texts.field_ids import make_head_id, make_seat_id
from texts.languages import Lang
from texts.sentences import say
from tournament.evening.counted_sheets import CountedSheet
from tournament.evening.item_names import NO_PLACE
from tournament.evening.missing_sheets import Numbers
from tournament.evening.roster import Roster, Seated, is_written
from tournament.judging.written_sheet import NOWHERE
from tournament.remarks import Doubt, Remark

PLACED = (NO_PLACE, "duplicate-sheet")
"""The codes of what may be settled by putting a sheet to another table."""
FITTING = ("evening.fitting-table", "evening.other-table")
"""The sentences that propose a table."""
FEWEST = 3
"""So many players must be known, and all of them be drawn to a table, before it is proposed for a sheet."""


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
    """Every table of the draw of which not all sheets are in, up to the round that comes next: first of the one that is
    being played, then of those before it."""
    found: dict[tuple[int | None, int | None], set[int]] = {}
    for entry in entries:
        found.setdefault((entry.round, entry.table), set()).add(entry.half)
    last = max((round_ for round_, _ in found if round_ is not None), default=min(roster.drawn, default=(0, 0))[0])
    free = [
        FreeTable(*place, roster.find_counted(*place), frozenset(found.get(place, ())))
        for place in roster.drawn
        if place[0] <= last + 1 and found.get(place, set()) in (set(), {1}, {2})
    ]
    return tuple(sorted(free, key=lambda one: (one.round > last, abs(last - one.round), one.table)))


def choose_tables(entry: CountedSheet, free: Sequence[FreeTable]) -> tuple[FreeTable, ...]:
    """The free tables to which the sheet may belong, by what it says clearly, in order."""
    return tuple(
        one
        for one in free
        if (entry.half not in one.halves if entry.half else not one.halves)
        and (entry.sheet.source.said[0] in (None, one.round) or _is_off(entry, free))
    )


def _is_off(entry: CountedSheet, free: Sequence[FreeTable]) -> bool:
    """Whether the round that the sheet says has no free table."""
    return all(one.round != entry.sheet.source.said[0] for one in free)


def find_fitting(entry: CountedSheet, free: Sequence[FreeTable]) -> FreeTable | None:
    """The free table to which all known players of the sheet were drawn, and by far most of them to no other one."""
    known = {name.casefold() for name in entry.known if name}
    counts = [len(known & {name.casefold() for name in one.names}) for one in free]
    most = max(counts, default=0)
    clear = most == len(known) >= FEWEST and sum(count >= most - 1 for count in counts) == 1
    return free[counts.index(most)] if clear else None


def find_place_doubts(entry: CountedSheet, free: Sequence[FreeTable], roster: Roster) -> tuple[Remark, ...]:
    """The remarks that nobody knows where the sheet belongs, that its boxes are in doubt or are not in the draw, or
    that its players were drawn to another table, which is free."""
    if entry.sheet.source.moved != NOWHERE:
        return ()
    asked = (*_find_missing(entry, roster), *_find_stray(entry, roster))
    other = () if asked else _find_other(entry, free)
    return (*asked, *(_list_tables(entry, free) if asked else ()), *other)


def says_free(remarks: Sequence[Remark]) -> bool:
    """Whether they ask to which of the free tables a sheet belongs."""
    return any(one.sentence in ("evening.free-tables", *FITTING) for one in remarks)


def _find_missing(entry: CountedSheet, roster: Roster) -> tuple[Remark, ...]:
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
    drawn = any(round_ == entry.round for round_, _ in roster.drawn)
    if entry.table is None and drawn and not doubtful:
        return (Remark(NO_PLACE, "warning", "evening.without-table", (), {"round": entry.round}),)
    return tuple(doubtful)


def _find_stray(entry: CountedSheet, roster: Roster) -> tuple[Remark, ...]:
    written = any(box is not None and is_written(box) for box in entry.sheet.source.places)
    place = entry.round, entry.table
    if not written or None in place or not roster.drawn or place in roster.drawn:
        return ()
    data = {"round": entry.round, "table": entry.table}
    return (Remark(NO_PLACE, "warning", "evening.no-such-table", tuple(map(make_head_id, HEAD_WORDS)), data),)


def _list_tables(entry: CountedSheet, free: Sequence[FreeTable]) -> tuple[Remark, ...]:
    """What goes with the question: the table that fits, else those that are free."""
    tables, fits = choose_tables(entry, free), find_fitting(entry, free)
    if fits is not None:
        return (Remark(NO_PLACE, "warning", "evening.fitting-table", (), {"table": fits}),)
    return (Remark(NO_PLACE, "warning", "evening.free-tables", (), {"tables": FreeTables(tables)}),) if tables else ()


def _find_other(entry: CountedSheet, free: Sequence[FreeTable]) -> tuple[Remark, ...]:
    """The remark that all start numbers are of another table; of a sheet that was printed for its table, and of one
    without start numbers, it is none."""
    code, fits = entry.sheet.source.code, find_fitting(entry, free)
    printed = code is not None and code.table is not None
    numbers = any(box is not None and is_written(box) for box in entry.sheet.source.starts)
    if fits is None or printed or not numbers or (fits.round, fits.table) == (entry.round, entry.table):
        return ()
    data = {"round": entry.round, "table": entry.table, "fits": fits}
    return (Remark(NO_PLACE, "warning", "evening.other-table", (), data),)


def find_off_draw(rules: RuleSet, entry: CountedSheet, seated: Sequence[Seated], roster: Roster) -> tuple[Doubt, ...]:
    """Who sits at this table although the draw put them elsewhere, one remark for each. Seats without a known name are
    passed over.

    Rule sets that apply check S11 say so of every player, the others of those who are named by a start number.
    """
    drawn = roster.find_counted(entry.round, entry.table)
    if "S11" in rules.checks_applied:
        names = tuple(None if who.source == "label" else who.name for who in seated)
        return tuple(check_drawn_names(rules, Sheet(len(names), 0, (), names=names, drawn=drawn)))
    return tuple(
        Remark("unknown-name", "warning", "evening.start-off-draw", (make_seat_id("start", seat),), {"seat": seat})
        for seat, who in enumerate(seated, 1)
        if who.source == "start" and drawn and who.name not in drawn
    )
