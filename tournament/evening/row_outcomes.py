"""What a row may count once everything about it is known, each with its chance.

The judge gives each field's chances by itself (`JudgedRow.posterior`). Together the fields of a row add up to 0, or
the players miscounted, which has its chance too (`Odds.miscounted`). Of all shares for whole rows that have these
chances, the one that supposes nothing more is taken: it is found by iterative proportional fitting (Deming and
Stephan, Annals of Mathematical Statistics 11, 1940).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from scoring.counting.rules import RuleSet
from scoring.rows.legality import is_legal
from scoring.rows.mendings import find_mendings
from tournament.judging.row.judged import JudgedRow, JudgedSheet
from tournament.judging.sheet.causes import list_settlings, make_row
from tournament.limits import LEAST, LIMITS
from tournament.numbers import parse_number
from tournament.slips import get_rate

RowPoints = tuple[int | None, ...]
"""A row's points by seat; None for one that is not known and for the seat that sits out."""

_TEXTS = 4
"""So many texts of a field are followed, the likeliest: five fields of four are 1,024 rows."""

_TURNS = 40
"""How often each field's chances are fitted. Of two fields that hang together entirely 20 turns leave 1e-6."""


RATES: Mapping[str, float] = {
    "sign": get_rate("wrong sign"), "tripled": get_rate("solo not tripled"), "number": get_rate("number miswritten"),
    "blank": get_rate("number left out"), "moved": get_rate("seats swapped"),
    "several": get_rate("number miswritten") ** 2,
}
"""How often players make the slip that a mending of each kind would take back."""


class RowOutcome(NamedTuple):
    """What a row may count, and the chance that this is what it should count."""

    points: RowPoints
    chance: float


def list_other_points(rules: RuleSet, row: JudgedRow) -> tuple[RowPoints, ...]:
    """What else a row may be settled as: what is proposed or likeliest, what would mend it, and what is written."""
    written = tuple(parse_number(text).points for text in row.written)
    return (
        *(settled.points for settled in list_settlings(row)),
        *_list_mendings(rules, row),
        *([written] if sum(value or 0 for value in written) == 0 else []),
    )


def _list_mendings(rules: RuleSet, row: JudgedRow) -> dict[RowPoints, str]:
    """What would mend the row, the smallest change first, and of what kind the change is."""
    found = _find_mendings(rules, make_row(row), len(row.points))
    return {mending.row.points: mending.reason for mending in found}


_find_mendings = lru_cache(maxsize=4096)(find_mendings)
"""The page asks for the same rows at every change."""


def weigh_outcomes(rules: RuleSet, sheet: JudgedSheet, row: JudgedRow) -> tuple[RowOutcome, ...]:
    """What the sheet's row may count, the likeliest first; the chances are 1 together. () where nobody knows."""
    texts = [_list_cell(row, seat, points) for seat, points in enumerate(row.points, 1)]
    rows = tuple(product(*(tuple(cell) for cell in texts)))
    if len(rows) == 1 and row.status == "ok":
        return (RowOutcome(row.points, 1.0),)
    legal = frozenset(points for points in rows if _is_legal_row(rules, row, points))
    miscounted = row.odds.miscounted if row.odds else float(not legal)
    shares = _fit_shares(rows, texts, legal, miscounted)
    return _settle_miscounts(_weigh_meant(rules, sheet, row), row, shares, legal, miscounted)


def _list_cell(row: JudgedRow, seat: int, points: int | None) -> dict[int | None, float]:
    """What that seat may have written, with the chances."""
    told = row.posterior.get(f"{row.place}.p{seat}", ())[:_TEXTS]
    cell: dict[int | None, float] = defaultdict(float)
    for text, chance in told:
        cell[parse_number(text).points] += chance
    whole = sum(cell.values())
    return {value: chance / whole for value, chance in cell.items()} if whole else {points: 1.0}


def _fit_shares(
    rows: Sequence[RowPoints], cells: Sequence[dict[int | None, float]], legal: frozenset[RowPoints], miscounted: float
) -> dict[RowPoints, float]:
    """The share of each whole row. Rows that break a rule have the share `miscounted` where there are others."""
    right = [points in legal for points in rows]
    wanted: list[tuple[list[int | None], dict[int | None, float]]] = [
        ([points[seat] for points in rows], cell) for seat, cell in enumerate(cells) if len(cell) > 1]
    if len(set(right)) == 2:
        wanted.append((list(right), {True: 1.0 - miscounted, False: miscounted}))
    shares = [1.0] * len(rows)
    for _ in range(_TURNS if len(wanted) > 1 else 1):
        for values, chances in wanted:
            now: dict[int | None, float] = defaultdict(float)
            for value, share in zip(values, shares, strict=True):
                now[value] += share
            shares = [share * chances[value] / now[value] if share else 0.0
                      for value, share in zip(values, shares, strict=True)]
    whole = sum(shares)
    return {points: share / whole for points, share in zip(rows, shares, strict=True)} if whole else {}


def _settle_miscounts(
    meant: Mapping[RowPoints, float], row: JudgedRow, shares: dict[RowPoints, float], legal: frozenset[RowPoints],
    miscounted: float,
) -> tuple[RowOutcome, ...]:
    """The outcomes with what the players meant in place of what they miscounted; `meant`: with its shares."""
    right = {points: share for points, share in shares.items() if points in legal}
    wrong = 1.0 - sum(right.values())
    if wrong < LEAST and row.status == "review" and meant:  # it adds up, and contradicts its details
        wrong, right = miscounted, {points: share * (1.0 - miscounted) for points, share in right.items()}
    if not meant and wrong >= LEAST:
        return ()
    found: dict[RowPoints, float] = defaultdict(float, right)
    for points, share in meant.items():
        found[points] += wrong * share
    likely = {points: chance for points, chance in found.items() if chance >= LEAST}
    whole = sum(likely.values())
    outcomes = (RowOutcome(points, chance / whole) for points, chance in likely.items())
    return tuple(sorted(outcomes, key=lambda one: -one.chance))


def _weigh_meant(rules: RuleSet, sheet: JudgedSheet, row: JudgedRow) -> dict[RowPoints, float]:
    """What the players may have meant, with shares: by how often they make such a slip, and by the written sums that
    would be wrong all the same."""
    kinds = _list_mendings(rules, row)
    sums = [parse_number(text).value for text in sheet.sums]
    weights = {
        points: RATES[kinds.get(points, "number")] * _weigh_sums(sheet, row, points, sums)
        for points in dict.fromkeys(list_other_points(rules, row)) if _is_legal_row(rules, row, points)
    }
    whole = sum(weights.values())
    return {points: weight / whole for points, weight in weights.items()}


def _weigh_sums(sheet: JudgedSheet, row: JudgedRow, points: RowPoints, sums: Sequence[int | None]) -> float:
    """How likely the written sums are if these points were meant: players add up what stands there, or what they have
    in mind, and nobody knows which; so it is as likely one as the other."""
    off = LIMITS.sum_off_odds
    return (off ** _count_off(sheet, row, row.points, sums) + off ** _count_off(sheet, row, points, sums)) / 2


def _count_off(sheet: JudgedSheet, row: JudgedRow, points: RowPoints, sums: Sequence[int | None]) -> int:
    """How many written sums are off if the row counts these points and all others as they do now."""
    now = zip(sheet.totals, row.points, points, sums, strict=False)
    return sum(total + (new or 0) - (old or 0) != written for total, old, new, written in now if written is not None)


def _is_legal_row(rules: RuleSet, row: JudgedRow, points: RowPoints) -> bool:
    """Whether these points break no rule with the crosses as they count, or as they may be read."""
    now, told = make_row(row), {field.partition(".")[2] for field in row.posterior}
    solos = (now.solo, not now.solo) if "solo" in told else (now.solo,)
    offences = (now.offence, not now.offence) if "offence" in told else (now.offence,)
    return any(
        is_legal(rules, replace(now, points=points, solo=solo, offence=offence, sits=None), len(points))
        for solo, offence in product(solos, offences)
    )
