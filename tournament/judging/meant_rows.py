"""What the players may have meant by a wrong row: the right rows near it, and the slip that leads from one to the
other.

All searches for right rows near a wrong one use `list_meant`: for the smallest explanation of a sheet, for the number
that mends both a row and its column's sum, and for the number that belongs in an unreadable cell. The names and odds of
slips come from one table, `tournament.judging.limits.slips`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations

from scoring.counting.game import count_players
from scoring.rows.one_sided_rows import find_shown_points
from scoring.rows.row_patterns import list_rows_like
from tournament.judging.limits.slips import SLIPS
from tournament.judging.row_law import RowLaw
from tournament.judging.row_readings import RowValues

_MOST = 2
"""At most so many numbers of a row are taken to be wrong."""
Cells = Sequence[int | None]
Points = tuple[int, ...]


def list_meant(
    law: RowLaw, number: int, ink: RowValues, gaps: Sequence[int] = (), most: int = _MOST
) -> list[RowValues]:
    """Legal rows within `most` changed numbers, or one changed cross, of `ink`, without `ink` itself; and the row with
    which all written totals would be right, if it is legal.

    `gaps`: by seat the written total minus what its column adds up to; () if that is unknown.
    """
    wanted = tuple((value or 0) + gap for value, gap in zip(ink.points, gaps, strict=True)) if gaps else ()
    near = _list_near(law, number, ink, wanted, most)
    points = dict.fromkeys((*near, *([wanted] if wanted else [])))
    crosses = replace(ink, solo=not ink.solo), replace(ink, offence=not ink.offence)
    found = (*(replace(ink, points=one) for one in points), *crosses)
    return [values for values in found if values != ink and law.legal(number, values)]


def name_slip(written: Cells, meant: Cells) -> str:
    """The name, in `tournament.judging.limits.slips`, of the slip that turns the meant numbers into the written ones;
    "" if no single slip does. None stands for a blank cell."""
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
    """P(players write `written`, having meant `meant`) / P(they write `meant`). `other`: the result for a slip without
    a name."""
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
    """The rows of games, or of offences, that differ in at most `most` numbers from what the sheet shows. `wanted`: the
    numbers with which the totals would be right, tried in addition to those of the row: where only one side's points
    are written, two cells do not determine the others."""
    numbers, fined = [value for value in (*ink.points, *wanted) if value], ink.offence or number in law.offences
    side, seats = law.find_side(number, offence=ink.offence), range(1, law.seats + 1)
    whole = side is None and not fined  # then all who play have points, but in the row of zeros
    if whole and len(find_changed(ink.points, (0,) * law.seats)) <= most:
        yield (0,) * law.seats
    for players in combinations(seats, count_players(law.seats)):
        if whole and sum(bool(ink.points[seat - 1]) != (seat in players) for seat in seats) > most:
            continue
        for hands in list_rows_like(law.rules, players, numbers, offence=fined):
            shown = tuple(find_shown_points(hands, seat, side) for seat in seats)
            if len(find_changed(ink.points, shown)) <= most:
                yield shown
