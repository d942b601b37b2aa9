"""The smallest explanation of a small sheet without details, of all combinations of right rows and totals."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, product
from math import inf, log

from tests.oracle.ink import Field, Line, Paper, Value
from tests.oracle.rulebook import System
from tests.oracle.sheets import try_all
from tests.oracle.tables import SLIP, Meaning, Table
from tournament.judging.limits.judging_limits import LIMITS
from tournament.judging.limits.slips import SLIPS

SUM_SLIP = LIMITS.sum_slip / LIMITS.sum_spread / (1 - LIMITS.sum_slip)
Points = tuple[int, ...]
Rank = tuple[float, float]
"""How many fields are wrong, and what that costs."""


def rank_cells(cells: Sequence[Field], values: Sequence[Value], slip: float, *, once: bool) -> Rank:
    """How many of these cells are wrong with these values; `once`: all slips of the players are one mistake. A cell
    is misread where that is likelier than a slip."""
    odds = [
        sum(saying.chance for saying in field.sayings if saying.value == value) / field.first.chance
        for field, value in zip(cells, values, strict=True)
        if field.first.value != value
    ]
    slips = [-log(slip)] * sum(ratio <= slip for ratio in odds)
    missed = max(slips, default=0.0) if once else sum(slips)
    return len(odds), missed - sum(log(ratio) for ratio in odds if ratio > slip)


def list_told(line: Line) -> list[Field]:
    """The row's points by seat, then the crosses for solo and offence."""
    return [field for name, field in line.fields.items() if name[0] == "p"] + [
        line.fields[name] for name in ("solo", "offence")
    ]


def list_speaking_sums(paper: Paper) -> dict[int, Field]:
    """By place the totals that say something."""
    return {n: field for n, field in enumerate(paper.sums) if field.first.text not in ("", "/", "-")}


def rank_row(table: Table, line: Line, said: Points) -> Rank | None:
    """How many fields are wrong where the row says this, by cell and cross, and what that costs: rare games cost more.
    None where no game or offence is such a row."""
    count, told = table.paper.seats, list_told(line)
    row = Meaning(said[:count], bool(said[count]), bool(said[count + 1]), {})
    hands = table.find_hands(line, row)
    if hands is None:
        return None
    ink = tuple(field.first.value or 0 for field in told)
    wrong, cost = rank_cells(told, said, weigh_slip(ink[:count], said[:count], ink[count:], said[count:]), once=True)
    return wrong, cost - log(table.weigh_row(line, row, hands))


def weigh_slip(ink: Points, said: Points, crosses: Points, crossed: Points) -> float:
    """How often one slip of the players leaves the first numbers and crosses of the second: a sign, a number left out,
    one not tripled or written wrongly, all signs, the same numbers elsewhere, else whatever goes wrong in a row."""
    pairs = [(one, other) for one, other in zip(ink, said, strict=True) if one != other]
    if len(pairs) == 1:
        ((one, other),) = pairs
        if one == 0:
            return SLIPS["number left out"].rate / 4
        if other == -one:
            return SLIPS["wrong sign"].rate / 8
        return SLIPS["solo not tripled"].rate / 10 if other == 3 * one else SLIPS["number miswritten"].rate / 40
    if pairs:
        if all(one == -other for one, other in zip(ink, said, strict=True)):
            return SLIPS["all signs turned"].rate
        same = sorted(filter(None, ink)) == sorted(filter(None, said))
        return SLIPS["seats swapped"].rate / 5 if same else SLIP
    solo, offence = (one - other for one, other in zip(crossed, crosses, strict=True))
    slip = {1: "kind not crossed", -1: "kind crossed"}.get(solo) or {
        1: "offence not crossed",
        -1: "cross beside other points",
    }.get(offence)
    return SLIPS[slip].rate if slip else SLIP


def list_right_rows(table: Table, line: Line, gaps: Points, by_ink: float) -> dict[Points, Rank]:
    """Every right way to take a row: by its ink, and where ink hardly favours any (`by_ink`: how likely it is right)
    with all that the players may have meant: two cells otherwise, or all as the totals want them, or one cross."""
    told = list_told(line)
    ink = tuple(field.first.value or 0 for field in told)
    ways = set(product(*([saying.value or 0 for saying in field.sayings] for field in told)))
    if by_ink < LIMITS.blame:
        points, crosses = ink[: table.paper.seats], ink[table.paper.seats :]
        wanted = tuple(a + b for a, b in zip(points, gaps, strict=True))
        ways |= {(*one, *crosses) for one in (wanted, *mend_two(points, wanted))}
        ways |= {(*points, 1 - crosses[0], crosses[1]), (*points, crosses[0], 1 - crosses[1])}
    ranks = {way: rank_row(table, line, way) for way in ways}
    return {way: rank for way, rank in ranks.items() if rank is not None}


def mend_two(ink: Points, wanted: Points) -> Iterator[Points]:
    """The row with any two cells that say what belongs to its others, or to what the totals want, in some right row.
    Its value is that of a number of these."""
    numbers = {abs(cell) for cell in {*ink, *wanted}}
    values = numbers | {number // 3 for number in numbers if number % 3 == 0}
    meant = {sign * number for value in values for number in (0, value, 3 * value) for sign in (1, -1)}
    for places in combinations(range(len(ink)), 2):
        for pair in product(meant, repeat=2):
            row = tuple(dict(zip(places, pair, strict=True)).get(n, number) for n, number in enumerate(ink))
            told = [abs(number) for number in row if number]
            if not told or (told[0] // 3 if len(told) == 1 else min(told)) in values:
                yield row


def rank_sheet(sums: Mapping[int, Field], lines: Sequence[Points], ranks: Sequence[Rank]) -> Rank:
    """These rows with the totals that are wrong beside them."""
    totals = [sum(column) for column in list(zip(*lines, strict=True))[:-2]]  # without the crosses
    below = rank_cells(list(sums.values()), tuple(totals[n] for n in sums), SUM_SLIP, once=False)
    return sum(count for count, _ in (*ranks, below)), sum(cost for _, cost in (*ranks, below))


def find_smallest(system: System, paper: Paper) -> Rank:
    """The fewest wrong fields, and of equals the likeliest; of 99 fields where no row can be right."""
    table, sums = Table(system, paper), list_speaking_sums(paper)
    columns = list(zip(*([field.first.value or 0 for field in list_told(line)] for line in paper.lines), strict=True))[
        : paper.seats
    ]
    gaps = tuple((sums[n].first.value or 0) - sum(column) if n in sums else 0 for n, column in enumerate(columns))
    wrong = try_all(system, paper).miscounted
    ways = [list_right_rows(table, line, gaps, 1 - wrong[n]).items() for n, line in enumerate(paper.lines)]
    return min(
        (rank_sheet(sums, [points for points, _ in picks], [rank for _, rank in picks]) for picks in product(*ways)),
        default=(99, inf),
    )


def rank_changes(system: System, paper: Paper, changes: Mapping[str, int]) -> Rank:
    """How many fields these are and what they cost; everything must add up with them."""
    table, sums = Table(system, paper), list_speaking_sums(paper)
    lines = [tuple(changes.get(field.id, field.first.value or 0) for field in list_told(line)) for line in paper.lines]
    ranks = [rank_row(table, line, said) for line, said in zip(paper.lines, lines, strict=True)]
    totals = [sum(column) for column in zip(*lines, strict=True)]
    assert all(changes.get(field.id, field.first.value) == totals[n] for n, field in sums.items())
    assert None not in ranks
    return rank_sheet(sums, lines, [rank for rank in ranks if rank is not None])
