"""Finds out from its rows that a table wrote only plus points, or only minus points, on a sheet printed for both.

Two equal numbers are a game of two against two; a single one that three divides is that of a lone player; three equal
ones are those of three against one. A few such rows are slips; if nearly all are written so, it is the table's custom.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from scoring.counting.game import count_players
from scoring.counting.row_laws import Side, keep_side
from scoring.counting.rules import RuleSet
from tournament.judging.ink_options import Choices
from tournament.judging.judged_sheet import JudgedRow, JudgedSheet, RowPoints
from tournament.judging.limits.judging_limits import Limits
from tournament.judging.lists.list_ink import is_list
from tournament.judging.row_law import RowLaw
from tournament.judging.row_readings import RowValues
from tournament.judging.written_sheet import Number, WrittenRow, WrittenSheet, parse_number
from tournament.judging.written_sums import column_totals, is_total_readable
from tournament.remarks import Remark, RowName


@dataclass(frozen=True, slots=True)
class Custom:
    """A table's custom to write only one side's points: `rows` so written, out of `filled` rows with numbers."""

    side: Side
    rows: Sequence[WrittenRow]
    filled: int

    @property
    def remark(self) -> Remark:
        """The one question for the sheet, with a row as an example."""
        row = self.rows[0]
        fields = tuple(cell.id for cell in row.cells if cell is not None)
        data = {"rows": len(self.rows), "filled": self.filled, "place": RowName(row.game)}
        return Remark("one-sided", "warning", f"findings.only-{self.side}-sheet", fields, data)


def tells_rest(sheet: JudgedSheet) -> bool:
    """Whether a cell does not hold its seat's points of the game: on a list of running totals, or where only one side's
    points are written."""
    code = sheet.source.code
    printed = code is not None and code.plus
    return printed or is_list(sheet.source) or any(finding.code == "one-sided" for finding in sheet.findings)


def find_custom(written: WrittenSheet, law: RowLaw, limits: Limits) -> Custom | None:
    """The custom, if nearly all rows follow it; None on lists of running totals, and on sheets printed for it."""
    if is_list(written) or (written.code is not None and written.code.plus):
        return None
    numbers = [(row, _list_numbers(row, law)) for row in written.rows]
    told = [(row, found) for row, found in numbers if any(one.value or one.mark == "illegible" for one in found)]
    sides: tuple[Side, Side] = ("plus", "minus")
    for side in sides:
        players = count_players(written.seats)
        rows = [row for row, found in told if _is_one_side(found, side, law.rules, players)]
        if len(rows) >= max(limits.one_sided_rows, limits.one_sided_share * len(told)):
            return Custom(side, rows, len(told))
    return None


def keep_written_side(sheet: JudgedSheet, side: Side | None) -> JudgedSheet:
    """The sheet as its rules count it, where they have one side's points written only: it was judged by full rows. An
    offence counts as its amounts say, and so does an award that stands in a row."""
    if side is None:
        return sheet

    awarded, none = dict(sheet.source.awarded), (0,) * sheet.source.seats

    def keep(row: JudgedRow, points: RowPoints, *, offence: bool) -> RowPoints:
        if offence:
            return points
        pairs = zip(points, awarded.get(row.source.game, none), strict=False)
        return tuple(None if one is None else keep_side(side, one - more) + more for one, more in pairs)

    rows = tuple(
        replace(
            row,
            side=None if row.offence else side,
            points=keep(row, row.points, offence=row.offence),
            outcomes=tuple(one._replace(points=keep(row, one.points, offence=row.offence)) for one in row.outcomes),
            mended={
                how: one._replace(points=keep(row, one.points, offence=one.offence)) for how, one in row.mended.items()
            },
        )
        for row in sheet.rows
    )
    return replace(sheet, rows=rows, totals=column_totals([row.points for row in rows], len(sheet.totals)))


def adds_full_rows(written: WrittenSheet, law: RowLaw, sums: Sequence[Choices]) -> bool:
    """Whether the written totals are those of the full rows rather than of the numbers as written: more of them are
    equal; or, if as many are, their differences are smaller, as a row in doubt shifts all of them a little."""
    inked = [
        (row.game, RowValues(tuple(parse_number(cell.text).points if cell else 0 for cell in row.cells)))
        for row in written.rows
    ]
    as_written = column_totals([values.points for _, values in inked], written.seats)
    in_full = column_totals([law.counted(game, values) for game, values in inked], written.seats)
    said = [
        (total, plain, full)
        for choices, plain, full in zip(sums, as_written, in_full, strict=True)
        if is_total_readable(choices) and (total := choices.first.value) is not None
    ]
    same = sum(int(total == full) - int(total == plain) for total, plain, full in said)
    nearer = sum(abs(total - plain) - abs(total - full) for total, plain, full in said)
    return (same, nearer) > (0, 0)


def _list_numbers(row: WrittenRow, law: RowLaw) -> list[Number]:
    """The row's numbers, without the scribble that the printed hatching is read as."""
    sits = law.due_to_sit(row.game)
    found = ((seat, parse_number(cell.text)) for seat, cell in enumerate(row.cells, 1) if cell is not None)
    return [number for seat, number in found if seat not in sits or number.value]


def _is_one_side(numbers: Sequence[Number], side: Side, rules: RuleSet, players: int) -> bool:
    """Whether these are all the numbers of one side of a game of so many players; zeros are left out."""
    found = [number.value for number in numbers if number.value]
    if not found or any(
        number.mark == "illegible" or (number.sign == "-") != (side == "minus")
        for number in numbers
        if number.value or number.mark == "illegible"
    ):
        return False
    lone = len(found) == 1 and not all(found[0] % times for times in rules.list_lone_times(players))
    return len(set(found)) == 1 and (lone or 1 < len(found) < players)
