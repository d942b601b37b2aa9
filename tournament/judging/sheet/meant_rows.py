"""The right rows near a wrong one: what the players may have meant, when they wrote at most two numbers wrongly."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from scoring.rows.mendings import find_mendings
from scoring.rows.patterns import list_offence_rows, list_rows_of_value
from scoring.rows.reconstruct import find_shown_points
from tournament.judging.row.joint_readings import RowValues
from tournament.judging.row.row_rules import RowLaw

_MOST = 2
"""So many numbers of a row may be wrong."""


def list_meant_points(law: RowLaw, number: int, ink: RowValues, gaps: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """The points by seat of right rows of which at most two say otherwise than `ink`; and those which all written
    totals want: `gaps` says how much more each total is than its column adds up to."""
    wanted = tuple((value or 0) + gap for value, gap in zip(ink.points, gaps, strict=True))
    if law.side is None:
        for mending in find_mendings(law.rules, law.row(number, ink), law.seats):
            yield tuple(value or 0 for value in mending.row.points)
    else:
        yield from _list_one_side(law, ink, wanted)
    yield wanted


def _list_one_side(law: RowLaw, ink: RowValues, wanted: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """The same where one side's points alone are written. There two cells do not tell what the others say, which may
    be any number of the row or of what the totals want."""
    written = {abs(value) for value in (*ink.points, *wanted) if value}
    values = sorted(written | {value // 3 for value in written if value % 3 == 0})
    for players in combinations(range(1, law.seats + 1), 4):
        rows = list_offence_rows(law.rules, players) if ink.offence else (
            hands for value in values for hands in list_rows_of_value(players, value))
        for hands in (dict.fromkeys(players, 0), *rows):
            shown = tuple(find_shown_points(hands, seat, law.side) for seat in range(1, law.seats + 1))
            if sum(one != other for one, other in zip(shown, ink.points, strict=True)) <= _MOST:
                yield shown
