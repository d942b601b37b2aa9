"""Which rows of a list hold its games: the numbered ones, where the numbers are printed, else those to fill in. What
stands below the last printed number is no game, whatever heads it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from templates.foreign.guess_meaning import COUNTED, Row, RowUse, guess_rows, is_printed, read_number
from templates.foreign.seen_table import SeenTable
from texts.sentences import Phrase


@dataclass(frozen=True, slots=True)
class ToldRows:
    """Which rows hold games, from the first to the last, and which one the sums, 0 for none; all counted from 1."""

    first: int
    last: int
    sums: int = 0


def use_rows(seen: SeenTable, told: ToldRows | None) -> tuple[Row, ...]:
    """The use of every row, from the top. `told`: what a person said of them, None for nothing."""
    rows = guess_rows(seen)
    return rows if told is None else tuple(replace(row, use=_follow_told(row, told)) for row in rows)


def _follow_told(row: Row, told: ToldRows) -> RowUse:
    """The row's use as a person said. What is no game between the first and the last one stays that."""
    if row.number == told.sums:
        return "sum"
    if row.number < told.first:
        return "head"
    if row.number <= told.last:
        return "body" if row.use == "head" else row.use
    return "gap" if row.use in ("body", "sum", "head") else row.use


def find_games(seen: SeenTable) -> ToldRows:
    """The rows that look like those of games, and that of their sums: the numbered ones, else those to fill in."""
    rows, numbered = limit_games(seen, guess_rows(seen)), _find_numbered(seen)
    games = [row.number for row in rows if row.use == "body"] or [min(2, seen.rows), seen.rows]
    sums = next((row.number for row in rows if row.use == "sum" and row.number > games[-1]), 0)
    return ToldRows(numbered[0] if numbered else games[0], games[-1], sums)


def limit_games(seen: SeenTable, rows: Sequence[Row]) -> tuple[Row, ...]:
    """The rows of a list of games. Where all games are numbered, none stands below the last number, but above a
    labelled sum, where a number may not have been read. Without such a label the first row below is that of the sums.
    """
    numbered = _find_numbered(seen)
    below = [row for row in rows if _are_all_numbered(seen, numbered) and row.number > numbered[-1]]
    labelled = next((row.number for row in below if row.use == "sum"), 0)
    rest = [row.number for row in below if row.use == "body" and row.number > labelled]
    sums = [] if labelled else rest[:1]
    uses: dict[int, RowUse] = {row: "sum" if row in sums else "gap" for row in rest}
    return tuple(replace(row, use=uses.get(row.number, row.use)) for row in rows)


def _find_numbered(seen: SeenTable) -> list[int]:
    """The rows, from 1, whose first cells count up, from that of number 1 on; none where too few do."""
    read = [(row, read_number(cells[0])) for row, cells in enumerate(seen.cells, 1)]
    offsets = [row - number for row, number in read if number is not None]
    usual = max(set(offsets), key=offsets.count) if offsets else 0
    found = [row for row, number in read if number is not None and row - number == usual]
    if len(found) < max(3, COUNTED * len(read)):
        return []
    return found if usual < 0 else list(range(usual + 1, found[-1] + 1))


def _are_all_numbered(seen: SeenTable, numbered: Sequence[int]) -> bool:
    """Whether every game has its number: in print; or perhaps by a hand, but down to the last row that has none, and is
    not blank. A hand may have numbered a part of the games so far."""
    if not numbered or is_printed([seen.cells[row - 1][0] for row in numbered]):
        return bool(numbered)
    return numbered[-1] == seen.rows - 1 and any(cell.ink for cell in seen.cells[-1])


def report_limit(rows: Sequence[Row], limited: Sequence[Row]) -> Iterator[Phrase]:
    """The first row without a number that is taken for that of the sums, and rows below it for nothing."""
    for row, now in zip(rows, limited, strict=True):
        if now.use == "sum" != row.use:
            yield Phrase("foreign.remark.unnumbered", {"row": row.number})
