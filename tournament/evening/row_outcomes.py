"""What a row may count once everything about it is known, each with its chance.

The judge gives each field's chances by itself (`JudgedRow.posterior`). Together the fields of a row add up to 0, or
the players miscounted, which has its chance too (`Odds.miscounted`). Of all shares for whole rows that have these
chances, the one that supposes nothing more is taken: it is found by iterative proportional fitting (Deming and
Stephan, Annals of Mathematical Statistics 11, 1940).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from itertools import product
from typing import NamedTuple

from scoring.counting.rules import RuleSet
from scoring.rows.legality import is_legal
from scoring.rows.mendings import find_mendings
from tournament.judging.row.judged import JudgedRow
from tournament.judging.sheet.causes import list_settlings, make_row
from tournament.limits import LEAST
from tournament.numbers import parse_number

Points = tuple[int | None, ...]
"""A row's points by seat; None for one that is not known and for the seat that sits out."""

_TEXTS = 4
"""So many texts of a field are followed, the likeliest: five fields of four are 1,024 rows."""

_TURNS = 40
"""How often each field's chances are fitted. Of two fields that hang together entirely 20 turns leave 1e-6."""


class RowOutcome(NamedTuple):
    """What a row may count, and the chance that this is what it should count."""

    points: Points
    chance: float


def list_other_points(rules: RuleSet, row: JudgedRow) -> tuple[Points, ...]:
    """What else a row may be settled as: what is proposed or likeliest, what would mend it, and what is written."""
    written = tuple(parse_number(text).points for text in row.written)
    return (
        *(settled.points for settled in list_settlings(row)),
        *(mending.row.points for mending in find_mendings(rules, make_row(row), len(row.points))),
        *([written] if sum(value or 0 for value in written) == 0 else []),
    )


def weigh_outcomes(rules: RuleSet, row: JudgedRow) -> tuple[RowOutcome, ...]:
    """What the row may count, the likeliest first; the chances are 1 together. () where nobody knows."""
    texts = [_list_cell(row, seat, points) for seat, points in enumerate(row.points, 1)]
    rows = tuple(product(*(tuple(cell) for cell in texts)))
    if len(rows) == 1 and row.status == "ok":
        return (RowOutcome(row.points, 1.0),)
    legal = frozenset(points for points in rows if _is_legal_row(rules, row, points))
    miscounted = row.odds.miscounted if row.odds else float(not legal)
    shares = _fit_shares(rows, texts, legal, miscounted)
    return _settle_miscounts(rules, row, shares, legal, miscounted)


def _list_cell(row: JudgedRow, seat: int, points: int | None) -> dict[int | None, float]:
    """What that seat may have written, with the chances."""
    told = row.posterior.get(f"{row.place}.p{seat}", ())[:_TEXTS]
    cell: dict[int | None, float] = defaultdict(float)
    for text, chance in told:
        cell[parse_number(text).points] += chance
    whole = sum(cell.values())
    return {value: chance / whole for value, chance in cell.items()} if whole else {points: 1.0}


def _fit_shares(
    rows: Sequence[Points], cells: Sequence[dict[int | None, float]], legal: frozenset[Points], miscounted: float
) -> dict[Points, float]:
    """The share of each whole row. Rows that break a rule have the share `miscounted` where there are others."""
    right = [points in legal for points in rows]
    wanted: list[tuple[list[object], dict[object, float]]] = [
        ([points[seat] for points in rows], dict(cell)) for seat, cell in enumerate(cells) if len(cell) > 1]
    if len(set(right)) == 2:
        wanted.append((list(right), {True: 1.0 - miscounted, False: miscounted}))
    shares = [1.0] * len(rows)
    for _ in range(_TURNS if len(wanted) > 1 else 1):
        for values, chances in wanted:
            now: dict[object, float] = defaultdict(float)
            for value, share in zip(values, shares, strict=True):
                now[value] += share
            shares = [share * chances[value] / now[value] if share else 0.0
                      for value, share in zip(values, shares, strict=True)]
    whole = sum(shares)
    return {points: share / whole for points, share in zip(rows, shares, strict=True)} if whole else {}


def _settle_miscounts(
    rules: RuleSet, row: JudgedRow, shares: dict[Points, float], legal: frozenset[Points], miscounted: float
) -> tuple[RowOutcome, ...]:
    """The outcomes with what the players meant in place of what they miscounted: nobody knows which of the rows that
    would mend theirs, so each of them has the same share."""
    meant = dict.fromkeys(points for points in list_other_points(rules, row) if _is_legal_row(rules, row, points))
    right = {points: share for points, share in shares.items() if points in legal}
    wrong = 1.0 - sum(right.values())
    if wrong < LEAST and row.status == "review" and meant:  # it adds up, and contradicts its details
        wrong, right = miscounted, {points: share * (1.0 - miscounted) for points, share in right.items()}
    if not meant and wrong >= LEAST:
        return ()
    found: dict[Points, float] = defaultdict(float, right)
    for points in meant:
        found[points] += wrong / len(meant)
    likely = {points: chance for points, chance in found.items() if chance >= LEAST}
    whole = sum(likely.values())
    outcomes = (RowOutcome(points, chance / whole) for points, chance in likely.items())
    return tuple(sorted(outcomes, key=lambda one: -one.chance))


def _is_legal_row(rules: RuleSet, row: JudgedRow, points: Points) -> bool:
    """Whether these points break no rule with the crosses as they count, or as they may be read."""
    now, told = make_row(row), {field.partition(".")[2] for field in row.posterior}
    solos = (now.solo, not now.solo) if "solo" in told else (now.solo,)
    offences = (now.offence, not now.offence) if "offence" in told else (now.offence,)
    return any(
        is_legal(rules, replace(now, points=points, solo=solo, offence=offence, sits=None), len(points))
        for solo, offence in product(solos, offences)
    )
