"""Mistakes that people make on sheets which can be checked, planted one by one in rows that were right.

A row planter gives the row with its mistake, or None where it cannot be made. On full sheets the details stay as they
were played and reveal it; on lists of totals the value and the winners' marks do.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

import numpy as np

from dev.tools.played import Row
from scoring.counting.game import PARTIES, Calls, Extras, Game, Party
from scoring.counting.rules import RuleSet
from scoring.counting.score import score

_SLIPS = (-20, -10, -3, -2, -1, 1, 2, 3, 10, 20)

Planter = Callable[[RuleSet, Row, np.random.Generator], Row | None]


def _counted(rules: RuleSet, row: Row, game: Game, mistake: str) -> Row | None:
    """The points of another game under the details of this one."""
    result = score(rules, game)
    return _with(row, result.points, abs(result.value or 0), mistake)


def _with(row: Row, points: tuple[int, ...] | None, value: int, mistake: str) -> Row | None:
    if points is None or points == row.points:
        return None
    return replace(row, points=points, value=value, details=row.details | {"value": str(value)}, mistake=mistake)


def _swapped(rules: RuleSet, row: Row, rng: np.random.Generator) -> Row | None:
    return _with(row, tuple(-points for points in row.points), row.value, "signs-inverted")


def _halved(rules: RuleSet, row: Row, rng: np.random.Generator) -> Row | None:
    doubles = any(part.rule == "verdoppelt" for part in rules.value) and row.game.calls != Calls()
    if not doubles or row.value % 2:
        return None
    return _with(row, tuple(points // 2 for points in row.points), row.value // 2, "doubling-forgotten")


def _not_gegen(rules: RuleSet, row: Row, rng: np.random.Generator) -> Row | None:
    lines = score(rules, row.game).lines
    gegen = next((line.points for line in lines if line.name == "gegen"), 0)
    if not gegen or row.value <= gegen or any(line.name in ("verdoppelt", "bock") for line in lines):
        return None
    less = row.value - gegen
    return _with(row, tuple(points // row.value * less for points in row.points), less, "gegen-forgotten")


def _not_tripled(rules: RuleSet, row: Row, rng: np.random.Generator) -> Row | None:
    if len(row.game.re) != 1 or not row.value:
        return None
    points = tuple(p // 3 if seat in row.game.re else p for seat, p in enumerate(row.points, 1))
    return _with(row, points, row.value, "solo-not-tripled")


def _less_extra(rules: RuleSet, row: Row, rng: np.random.Generator) -> Row | None:
    made = list(row.game.extras)
    if not made:
        return None
    party, name, _ = made[int(rng.integers(len(made)))]
    return _counted(rules, row, replace(row.game, extras=_without(row.game.extras, party, name)), "extra-left-out")


def _without(extras: Extras, party: Party, name: str) -> Extras:
    kept = {which: tuple(pair for pair in extras.of(which) if (which, pair[0]) != (party, name)) for which in PARTIES}
    return Extras(kept["re"], kept["kontra"])


def _no_bock(rules: RuleSet, row: Row, rng: np.random.Generator) -> Row | None:
    return _counted(rules, row, replace(row.game, bock=False), "bock-forgotten")


def _call_forgotten(rules: RuleSet, row: Row, rng: np.random.Generator) -> Row | None:
    """The points count a call that nobody crossed."""
    crossed = [name for name in row.details if name.partition(".")[0] in PARTIES and row.details[name] == "x"]
    silent = replace(row.game, calls=Calls())
    if not crossed or score(rules, silent).points == row.points:
        return None
    return replace(row, details=row.details | dict.fromkeys(crossed, ""), mistake="call-not-crossed")


def _wrong_sign(rules: RuleSet, row: Row, rng: np.random.Generator) -> Row | None:
    place = _scorer(row, rng)
    points = tuple(-p if k == place else p for k, p in enumerate(row.points))
    return _with(row, points, row.value, "wrong-sign")


def _wrong_value(rules: RuleSet, row: Row, rng: np.random.Generator) -> Row | None:
    place, slip = _scorer(row, rng), int(rng.choice(_SLIPS)) * rules.checks.unit.step
    points = tuple(p + slip if k == place else p for k, p in enumerate(row.points))
    return _with(row, points, row.value, "wrong-value")


def _sitter_points(rules: RuleSet, row: Row, rng: np.random.Generator) -> Row | None:
    """At a table of five, one player's points slip into the column of the seat that sits out."""
    place = _scorer(row, rng)
    if place is None or row.game.sits is None:
        return None
    moved = {row.game.sits - 1: row.points[place], place: 0}
    return replace(row, points=tuple(moved.get(k, p) for k, p in enumerate(row.points)), mistake="sitter-points")


def _scorer(row: Row, rng: np.random.Generator) -> int | None:
    """The place of somebody who has points."""
    places = [place for place, points in enumerate(row.points) if points]
    return int(rng.choice(places)) if places else None


def _total_slip(carried: bool, name: str) -> Planter:
    def planter(rules: RuleSet, row: Row, rng: np.random.Generator) -> Row | None:
        place, slip = int(rng.integers(len(row.points))), int(rng.choice(_SLIPS)) * rules.checks.unit.step
        if place + 1 == row.game.sits or row.offence:
            return None
        return replace(row, slips=_only(row, place, slip), carried=carried, mistake=name)

    return planter


def _total_copied(rules: RuleSet, row: Row, rng: np.random.Generator) -> Row | None:
    """A player's total is copied from the row above, and all below goes on from it."""
    place = _scorer(row, rng)
    if place is None or row.offence:
        return None
    return replace(row, slips=_only(row, place, -row.points[place]), mistake="total-copied")


def _value_to_another(rules: RuleSet, row: Row, rng: np.random.Generator) -> Row | None:
    """A loser's total got the winner's points, and the other way round; the marks are right."""
    plus = [place for place, points in enumerate(row.points) if points > 0]
    minus = [place for place, points in enumerate(row.points) if points < 0]
    if len(plus) != 2 or len(minus) != 2:
        return None
    up, down = int(rng.choice(plus)), int(rng.choice(minus))
    moved = {up: row.points[down] - row.points[up], down: row.points[up] - row.points[down]}
    return replace(row, slips=tuple(moved.get(k, 0) for k in range(len(row.points))), mistake="value-to-another")


def _win_mark_missing(rules: RuleSet, row: Row, rng: np.random.Generator) -> Row | None:
    if len(row.marks) < 2 or row.offence:
        return None
    left = int(rng.choice(row.marks))
    return replace(row, marks=tuple(seat for seat in row.marks if seat != left), mistake="win-mark-missing")


def _only(row: Row, place: int, slip: int) -> tuple[int, ...]:
    return tuple(slip if k == place else 0 for k in range(len(row.points)))


PLANTERS: Mapping[str, Planter] = {
    "signs-inverted": _swapped, "doubling-forgotten": _halved, "gegen-forgotten": _not_gegen,
    "solo-not-tripled": _not_tripled, "extra-left-out": _less_extra, "bock-forgotten": _no_bock,
    "call-not-crossed": _call_forgotten, "wrong-sign": _wrong_sign, "wrong-value": _wrong_value,
    "sitter-points": _sitter_points,
}
"""What can be wrong in the row of a game."""

LIST_PLANTERS: Mapping[str, Planter] = {
    "total-slip": _total_slip(True, "total-slip"), "total-slip-once": _total_slip(False, "total-slip-once"),
    "total-copied": _total_copied, "value-to-another": _value_to_another, "win-mark-missing": _win_mark_missing,
}
"""What besides can be wrong on a list of totals."""

_CONSISTENT = frozenset(
    {"doubling-forgotten", "gegen-forgotten", "extra-left-out", "bock-forgotten", "call-not-crossed"}
)
"""Mistakes that details alone reveal: everything else on the paper agrees with them."""


def planted(rules: RuleSet, rows: Sequence[Row], kinds: Sequence[str], rng: np.random.Generator,
            style: str = "full", plus: bool = False) -> list[Row]:
    """The rows with one mistake of each kind, in different rows, as far as there are rows for them; on a sheet for
    `plus` points in these.
    """
    rows = list(rows)
    planters = {**PLANTERS, **LIST_PLANTERS} if style == "totals" else PLANTERS
    for kind in kinds:
        for place in rng.permutation(len(rows)):
            old = rows[place]
            wrong = None if old.mistake or old.blank else planters[kind](rules, old, rng)
            if wrong and not (plus and _plus(wrong) == _plus(old)):
                rows[place] = replace(wrong, hidden=style != "full" and _is_hidden(wrong, style, plus))
                break
    return rows


def _is_hidden(row: Row, style: str, plus: bool) -> bool:
    """Whether nothing on a list reveals it. A lone threefold number is a won game of one against three."""
    lone = plus and row.mistake == "solo-not-tripled" and row.value % 3 == 0
    return lone or row.mistake in _CONSISTENT or (style == "points" and row.mistake == "signs-inverted")


def _plus(row: Row) -> tuple[int, ...]:
    return tuple(max(points, 0) for points in row.points)
