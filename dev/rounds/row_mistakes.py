"""Mistakes in the points of one row. Each function gives the row with its mistake, None where it cannot be made.

On full sheets the details stay as they were played and reveal it; on lists of totals value and winners do.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from dev.rounds.rows import Row
from scoring.counting.game import ANSAGE, NOTHING, PARTIES, Calls, Extras, Game, Party, find_other_party
from scoring.counting.rules import RuleSet, is_under
from scoring.counting.score import score

SLIPS = (-10, -4, -3, -2, -1, 1, 2, 3, 4, 10)
"""By how many steps of the rules' unit a number is wrong."""

ChangeRow = Callable[[RuleSet, Row, np.random.Generator], Row | None]
"""A row with one mistake more, None where it cannot be made there."""


def write_points(row: Row, points: tuple[int, ...] | None, value: int | None = None) -> Row | None:
    """The row with these points, and this value where one is written; None where they are what stood there."""
    if points is None or points == row.points:
        return None
    value = row.value if value is None else value
    return replace(row, points=points, value=value, details=change_details(row, value=str(value)))


def change_details(row: Row, **texts: str) -> dict[str, str]:
    """The row's details with other texts where it has such fields."""
    return {name: texts.get(name, text) for name, text in row.details.items()}


def count_as(rules: RuleSet, row: Row, game: Game) -> Row | None:
    """The points of another game beside the details of this one."""
    result = score(rules, game)
    return write_points(row, result.points, abs(result.value or 0))


def invert_signs(rules: RuleSet, row: Row, rng: np.random.Generator) -> Row | None:
    """All signs are the other way round. A solo won with 1 is left alone: nobody loses one with 1 ("gegen" counts)."""
    turned = tuple(-points for points in row.points)
    return None if sorted(filter(None, turned)) == [-3, 1, 1, 1] else write_points(row, turned)


def forget_doubling(rules: RuleSet, row: Row, rng: np.random.Generator) -> Row | None:
    """A doubling is forgotten, all through the row."""
    doubled = any(part.rule == "verdoppelt" for part in rules.value) and row.game.calls != Calls() and not row.value % 2
    may_be = not row.known and not row.value % 4
    half = tuple(points // 2 for points in row.points)
    return write_points(row, half, row.value // 2) if doubled or may_be else None


def forget_gegen(rules: RuleSet, row: Row, rng: np.random.Generator) -> Row | None:
    """The point for winning against the Kreuz-Damen is left out."""
    lines = score(rules, row.game).lines
    gegen = next((line.points for line in lines if line.name == "gegen"), 0)
    if not gegen or row.value <= gegen or any(line.name in ("verdoppelt", "bock") for line in lines):
        return None
    less = row.value - gegen
    return write_points(row, tuple(points // row.value * less for points in row.points), less)


def forget_calls(rules: RuleSet, row: Row, rng: np.random.Generator) -> Row | None:
    """The points do not count what was said; who wins stays the same."""
    silent = replace(row.game, calls=Calls())
    return count_as(rules, row, silent) if score(rules, silent).winner == score(rules, row.game).winner else None


def forget_missed_absage(rules: RuleSet, row: Row, rng: np.random.Generator) -> Row | None:
    """An Absage that was missed is counted as if nobody had said it; what the party said besides may count."""
    missed = [party for party in PARTIES if _has_missed(rules, row.game, party)]
    if not missed:
        return None
    party, calls = str(rng.choice(missed)), row.game.calls
    kept = int(rng.choice([NOTHING, ANSAGE]))
    return count_as(rules, row, replace(row.game, calls=replace(calls, **{party: kept})))


def _has_missed(rules: RuleSet, game: Game, party: Party) -> bool:
    said = game.calls.list_absagen(party)
    return any(not is_under(rules, game, find_other_party(party), level) for level in said)


def forget_bock(rules: RuleSet, row: Row, rng: np.random.Generator) -> Row | None:
    """A Bock game is counted once."""
    return count_as(rules, row, replace(row.game, bock=False))


def forget_extra(rules: RuleSet, row: Row, rng: np.random.Generator) -> Row | None:
    """A Sonderpunkt that is written down is not counted."""
    made = list(row.game.extras)
    if not made:
        return None
    party, name, _ = made[int(rng.integers(len(made)))]
    return count_as(rules, row, replace(row.game, extras=_leave_out(row.game.extras, party, name)))


def _leave_out(extras: Extras, party: Party, name: str) -> Extras:
    kept = {which: tuple(pair for pair in extras.of(which) if (which, pair[0]) != (party, name)) for which in PARTIES}
    return Extras(kept["re"], kept["kontra"])


def write_solo_once(rules: RuleSet, row: Row, rng: np.random.Generator) -> Row | None:
    """The soloist has the single value."""
    points = tuple(one // 3 if seat == row.solist else one for seat, one in enumerate(row.points, 1))
    return write_points(row, points)


def miscount(rules: RuleSet, row: Row, rng: np.random.Generator) -> Row | None:
    """Counted wrongly by one or two, the same all through the row."""
    if not row.value:
        return None
    value = row.value + rules.checks.unit.step * int(rng.choice((-2, -1, 1, 2)))
    points = tuple(points // row.value * value for points in row.points)
    return write_points(row, points, value) if value > 0 else None


def count_in_fives(rules: RuleSet, row: Row, rng: np.random.Generator) -> Row | None:
    """A row counted in fives, where the rules' points are tens."""
    if rules.checks.unit.step == 1 or row.solist or row.offence:
        return None
    return write_points(row, tuple(one + 5 * (one > 0) - 5 * (one < 0) for one in row.points))


def slip_in_value(rules: RuleSet, row: Row, rng: np.random.Generator) -> Row | None:
    """One number is miswritten, by a usual slip."""
    seat, slip = int(rng.choice(row.game.playing)), int(rng.choice(SLIPS)) * rules.checks.unit.step
    return write_points(row, _change(row, seat, row.points[seat - 1] + slip))


def turn_sign(rules: RuleSet, row: Row, rng: np.random.Generator) -> Row | None:
    """One sign is wrong."""
    seat = int(rng.choice(row.game.playing))
    return write_points(row, _change(row, seat, -row.points[seat - 1]))


def move_soloists_points(rules: RuleSet, row: Row, rng: np.random.Generator) -> Row | None:
    """The points of who played alone are in another one's column, and theirs in his."""
    return _swap_columns(row, row.solist, rng) if row.solist and not row.offence else None


def move_winners_points(rules: RuleSet, row: Row, rng: np.random.Generator) -> Row | None:
    """In a game of two against two one winner's points are in a loser's column, and the other way round."""
    return _swap_columns(row, int(rng.choice(row.winners)), rng) if len(row.winners) == 2 else None


def _swap_columns(row: Row, seat: int, rng: np.random.Generator) -> Row | None:
    own = row.points[seat - 1]
    others = [one for one in row.game.playing if row.points[one - 1] != own]
    if not others:
        return None
    other = int(rng.choice(others))
    moved = {seat: row.points[other - 1], other: own}
    return write_points(row, tuple(moved.get(one, points) for one, points in enumerate(row.points, 1)))


def _change(row: Row, seat: int, points: int) -> tuple[int, ...]:
    return (*row.points[: seat - 1], points, *row.points[seat:])


def use_sitters_column(rules: RuleSet, row: Row, rng: np.random.Generator) -> Row | None:
    """Where more than four sit, one player's points slip into the column of the first who sits out."""
    scorers = [seat for seat, points in enumerate(row.points, 1) if points]
    if not scorers or not row.game.sits:
        return None
    seat = int(rng.choice(scorers))
    moved = {row.game.sits[0]: row.points[seat - 1], seat: 0}
    return write_points(row, tuple(moved.get(place, points) for place, points in enumerate(row.points, 1)))


def pay_sitter(rules: RuleSet, row: Row, rng: np.random.Generator) -> Row | None:
    """Where more than four sit, the first who sits out gets points as well."""
    if not row.game.sits or not row.value:
        return None
    return write_points(row, _change(row, row.game.sits[0], rules.checks.unit.step))


def charge_foreign_fine(rules: RuleSet, row: Row, rng: np.random.Generator) -> Row | None:
    """An offence that costs what it costs elsewhere, in the row of a game."""
    if row.solist or row.offence:
        return None
    first = row.game.playing[0]
    points = tuple(
        -30 if seat == first else 10 if seat in row.game.playing else 0 for seat in range(1, row.game.seats + 1)
    )
    wrong = write_points(row, points, 10)
    return wrong and replace(wrong, details={"offence": "x"})


def leave_points_out(rules: RuleSet, row: Row, rng: np.random.Generator) -> Row | None:
    """The points are left out; everything else is written."""
    return write_points(row, (0,) * len(row.points)) if row.value else None
