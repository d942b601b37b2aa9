"""Mistakes in the order of rows, in the sums, and about who plays what, planted in a round that was right.

At a table of five a row too many or too few puts all later ones in another one's place; these are made at tables of
four only.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from dev.tools.played import Row, any_game, right_row
from scoring.counting.rules import RuleSet
from scoring.counting.score import score

_SUM_SLIPS = (-10, -2, -1, 1, 2, 10)
_TRIES = 20_000  # a Nullspiel comes once in some hundred games


@dataclass(frozen=True, slots=True)
class Round:
    """The rows of a sheet as `written`, and the games as they were `played`; `sum_slips`: what the sum line is off."""

    played: tuple[Row, ...]
    written: tuple[Row, ...]
    sum_slips: tuple[int, ...] = ()


Planter = Callable[[RuleSet, Round, np.random.Generator], Round]


def misordered(rules: RuleSet, rows: Sequence[Row], kinds: Sequence[str], rng: np.random.Generator) -> Round:
    """The round with one mistake of each of these kinds, as far as there is a place for them."""
    round_ = Round(tuple(rows), tuple(rows))
    for kind in kinds:
        round_ = MISORDERINGS[kind](rules, round_, rng)
    return round_


def _nullspiel_missing(rules: RuleSet, round_: Round, rng: np.random.Generator) -> Round:
    """A Nullspiel is played and not written; the games after it move up, so the last row stays blank."""
    place = _pick(round_, rng, lambda row: len(row.game.re) == 2)
    if place is None or _of_five(round_):
        return round_
    game = round_.played[place].game
    drawn = (any_game(rules, game.seats, game.sits, None, rng, alone=False) for _ in range(_TRIES))
    zero = next((one for game in drawn if not (one := right_row(rules, game, False)).value), None)
    if zero is None:
        return round_
    left = replace(round_.written[-1], blank=True, mistake="nullspiel-missing")
    written = (*round_.written[:place], *round_.written[place + 1 :], left)
    return replace(round_, played=_put(round_.played, place, zero), written=written)


def _row_missing(rules: RuleSet, round_: Round, rng: np.random.Generator) -> Round:
    """A row is skipped."""
    place = _pick(round_, rng, lambda row: len(row.game.re) == 2)
    if place is None:
        return round_
    row = replace(round_.written[place], blank=True, mistake="row-missing")
    return replace(round_, written=_put(round_.written, place, row))


def _row_twice(rules: RuleSet, round_: Round, rng: np.random.Generator) -> Round:
    """A game is written twice, and the last one, a player's only solo or not, finds no row."""
    place = _pick(round_, rng, lambda row: len(row.game.re) == 2)
    if place is None or _of_five(round_):
        return round_
    lost = round_.written[-1]
    seen = bool(rules.sheet.pflichtsolo.per_player) and _only_solo(round_, lost)
    again = replace(round_.written[place], mistake="row-twice", hidden=not seen)
    return replace(round_, written=(*round_.written[: place + 1], again, *round_.written[place + 1 : -1]))


def _pflichtsolo_missing(rules: RuleSet, round_: Round, rng: np.random.Generator) -> Round:
    """A player never played his Pflichtsolo: his game was an ordinary one."""
    place = _pick(round_, rng, lambda row: _only_solo(round_, row))
    if place is None:
        return round_
    game = round_.written[place].game
    row = right_row(rules, any_game(rules, game.seats, game.sits, None, rng, alone=False), False)
    row = replace(row, mistake="pflichtsolo-missing")
    return replace(round_, played=_put(round_.played, place, row), written=_put(round_.written, place, row))


def _stille_hochzeit_as_solo(rules: RuleSet, round_: Round, rng: np.random.Generator) -> Round:
    """A player's only solo was a stille Hochzeit, and is crossed as a solo."""
    place = _pick(round_, rng, lambda row: _only_solo(round_, row))
    if place is None or rules.find_kind("stille-hochzeit") is None:
        return round_
    solo = round_.written[place]
    row = right_row(rules, replace(solo.game, kind="stille-hochzeit", solo=None), False)
    hidden = score(rules, solo.game).points == row.points
    details = solo.details | {"value": str(row.value)}
    wrong = replace(row, details=details, mistake="stille-hochzeit-as-solo", hidden=hidden)
    return replace(round_, played=_put(round_.played, place, row), written=_put(round_.written, place, wrong))


def _wrong_sum(rules: RuleSet, round_: Round, rng: np.random.Generator) -> Round:
    """The sum line is added up wrongly in one column."""
    seats = round_.played[0].game.seats
    slips = [0] * seats
    slips[int(rng.integers(seats))] = int(rng.choice(_SUM_SLIPS)) * rules.checks.unit.step
    return replace(round_, sum_slips=tuple(slips))


MISORDERINGS: Mapping[str, Planter] = {
    "nullspiel-missing": _nullspiel_missing, "row-missing": _row_missing, "row-twice": _row_twice,
    "pflichtsolo-missing": _pflichtsolo_missing, "stille-hochzeit-as-solo": _stille_hochzeit_as_solo,
    "wrong-sum": _wrong_sum,
}


def _pick(round_: Round, rng: np.random.Generator, fits: Callable[[Row], bool]) -> int | None:
    """A place, not the last one, of a right row that fits."""
    places = [place for place, row in enumerate(round_.written[:-1]) if not row.mistake and not row.blank and fits(row)]
    return int(rng.choice(places)) if places else None


def _only_solo(round_: Round, row: Row) -> bool:
    """Whether it is the only solo of its player."""
    if row.game.kind != "solo":
        return False
    return sum(other.game.kind == "solo" and other.game.re == row.game.re for other in round_.written) == 1


def _of_five(round_: Round) -> bool:
    return round_.played[0].game.seats == 5


def _put(rows: tuple[Row, ...], place: int, row: Row) -> tuple[Row, ...]:
    return (*rows[:place], row, *rows[place + 1 :])
