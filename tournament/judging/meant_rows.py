"""What the players may have meant by a row that is wrong: every right row near it, and the slip that lies between.

Whoever asks for the right rows near a wrong one asks `list_meant`: the search for the smallest explanation, the number
that mends a row and its column's sum at once, the number that belongs in a cell that cannot be read. Every slip has its
name and its odds from the one table, `tournament.judging.limits.slips`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations

from scoring.rows.one_sided_rows import find_shown_points
from scoring.rows.row_patterns import list_rows_like
from tournament.judging.limits.slips import SLIPS
from tournament.judging.row_law import RowLaw
from tournament.judging.row_readings import RowValues

_MOST = 2
"""So many numbers of a row may be wrong."""
Cells = Sequence[int | None]
Points = tuple[int, ...]


def list_meant(
    law: RowLaw, number: int, ink: RowValues, gaps: Sequence[int] = (), most: int = _MOST
) -> list[RowValues]:
    """Legal rows within `most` changed numbers, or one changed cross, of `ink`, without `ink` itself; and the row that
    all written totals together ask for, if it is legal.

    `gaps`: by seat how much more each written total is than its column adds up to; () where that is not known.
    """
    wanted = tuple((value or 0) + gap for value, gap in zip(ink.points, gaps, strict=True)) if gaps else ()
    near = _list_near(law, number, ink, wanted, most)
    points = dict.fromkeys((*near, *([wanted] if wanted else [])))
    crosses = replace(ink, solo=not ink.solo), replace(ink, offence=not ink.offence)
    found = (*(replace(ink, points=one) for one in points), *crosses)
    return [values for values in found if values != ink and law.legal(number, values)]


def name_slip(written: Cells, meant: Cells) -> str:
    """The slip that turns the numbers that were meant into those written, None where nothing is, by its name in
    `tournament.judging.limits.slips`; "" where no single one does."""
    changed = find_changed(written, meant)
    if len(changed) == 1:
        old, new = written[changed[0]], meant[changed[0]]
        if old is None:
            return "number left out"
        return "wrong sign" if new == -old else "solo not tripled" if new == 3 * old else "number miswritten"
    if all(one is not None and one == -(other or 0) for one, other in zip(written, meant, strict=True)):
        return "all signs turned"
    return "seats swapped" if Counter(filter(None, written)) == Counter(filter(None, meant)) else ""


def weigh_slip(written: RowValues, meant: RowValues, other: float) -> float:
    """How often players write a row so who meant the other one, relative to its being right. `other`: what it is for a
    slip without a name."""
    if written.points != meant.points:
        pairs = zip(written.points, meant.points, strict=True)
        name = name_slip([None if one == 0 != other else one for one, other in pairs], meant.points)
    elif written.solo != meant.solo:
        name = "kind not crossed" if meant.solo else "kind crossed"
    elif written.offence != meant.offence:
        name = "offence not crossed" if meant.offence else "cross beside other points"
    else:
        name = ""
    return SLIPS[name].odds if name else other


def find_changed(written: Cells, meant: Cells) -> tuple[int, ...]:
    """The places (from 0) at which the points differ."""
    pairs = enumerate(zip(written, meant, strict=True))
    return tuple(place for place, (one, other) in pairs if one != other)


def _list_near(law: RowLaw, number: int, ink: RowValues, wanted: Points, most: int) -> Iterator[Points]:
    """The rows of games, or of offences, of which the sheet shows at most `most` numbers otherwise. Where one side's
    points alone are written, two cells do not tell what the others say, which may be any number of the row or of what
    the totals want."""
    numbers, fined = [value for value in (*ink.points, *wanted) if value], ink.offence or number in law.offences
    for players in combinations(range(1, law.seats + 1), 4):
        for hands in list_rows_like(law.rules, players, numbers, offence=fined):
            shown = tuple(find_shown_points(hands, seat, law.side) for seat in range(1, law.seats + 1))
            if len(find_changed(ink.points, shown)) <= most:
                yield shown
