"""The one table of mistakes that people make on sheets, by the names that they have everywhere, and how to plant them.

A mistake is in one row, or it is of the round: rows moved, sums, who plays what.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from dev.rounds import detail_mistakes as details
from dev.rounds import list_mistakes as lists
from dev.rounds import round_mistakes as rounds
from dev.rounds import row_mistakes as points
from dev.rounds.row_mistakes import ChangeRow
from dev.rounds.rows import Planted, Round, Row
from scoring.counting.rules import RuleSet

ROUND_MISTAKES: Mapping[str, rounds.ChangeRound] = {
    "nullspiel-missing": rounds.leave_nullspiel_out,
    "offence-as-game": rounds.write_offence_as_game,
    "minor-as-game": rounds.write_minor_as_game,
    "row-twice": rounds.write_row_twice,
    "row-too-many": rounds.write_row_too_many,
    "row-missing": rounds.skip_row,
    "pflichtsolo-missing": rounds.play_no_pflichtsolo,
    "solo-of-another": rounds.play_solo_for_other,
    "stille-hochzeit-as-solo": rounds.cross_stille_hochzeit,
    "solo-not-crossed": rounds.leave_solo_out,
    "bock-cross-left-out": rounds.leave_bock_cross_out,
    "sitter-points": rounds.fill_sitters_column,
    "offence-below": rounds.write_offence_below,
    "wrong-sum": rounds.miscount_sum,
}
"""Mistakes of a round, in the order in which they are planted."""

ROW_MISTAKES: Mapping[str, ChangeRow] = {
    "signs-inverted": points.invert_signs,
    "doubling-forgotten": points.forget_doubling,
    "gegen-forgotten": points.forget_gegen,
    "solo-not-tripled": points.write_solo_once,
    "extra-left-out": points.forget_extra,
    "bock-forgotten": points.forget_bock,
    "call-not-crossed": details.leave_calls_out,
    "wrong-sign": points.turn_sign,
    "wrong-value": points.slip_in_value,
    "total-slip": lists.make_total_slip(carried=True),
    "total-slip-once": lists.make_total_slip(carried=False),
    "total-copied": lists.copy_total,
    "value-to-another": lists.swap_totals,
    "win-mark-missing": lists.leave_winner_out,
    "win-mark-at-loser": lists.cross_loser,
    "calls-not-counted": points.forget_calls,
    "missed-absage-not-counted": points.forget_missed_absage,
    "soloists-points-moved": points.move_soloists_points,
    "winners-points-moved": points.move_winners_points,
    "counted-wrongly": points.miscount,
    "points-left-out": points.leave_points_out,
    "off-the-unit": points.count_in_fives,
    "sitter-paid": points.pay_sitter,
    "foreign-fine": points.charge_foreign_fine,
    "calls-at-other-party": details.cross_calls_at_other,
    "augen-miswritten": details.miswrite_augen,
    "kontra-as-re": details.cross_kontra,
    "re-at-wrong-seat": details.cross_wrong_seat,
    "extra-at-other-party": details.give_extra_to_other,
    "extra-not-written": details.leave_extras_out,
    "value-miswritten": details.miswrite_value,
    "bock-not-crossed": details.leave_bock_out,
    "crossed-as-offence": details.cross_offence,
}
"""Mistakes in one row, in the order in which they are planted."""

ORDER = (*ROUND_MISTAKES, *ROW_MISTAKES)
"""Every mistake, in the order in which they are planted: rows are moved first."""

POINTS_MISTAKES = (
    "nullspiel-missing",
    "offence-as-game",
    "row-twice",
    "row-missing",
    "pflichtsolo-missing",
    "stille-hochzeit-as-solo",
    "solo-not-tripled",
    "sitter-points",
    "wrong-value",
    "wrong-sign",
    "signs-inverted",
    "doubling-forgotten",
    "wrong-sum",
)
"""Mistakes that can be made in a round of which only the points are known."""

WRONG_DETAILS = (
    "call-not-crossed",
    "calls-at-other-party",
    "augen-miswritten",
    "kontra-as-re",
    "re-at-wrong-seat",
    "extra-at-other-party",
    "extra-not-written",
)
"""Mistakes in the details of a full sheet: the points are right."""

_COUNTED_WRONGLY = (
    "doubling-forgotten",
    "gegen-forgotten",
    "extra-left-out",
    "calls-not-counted",
    "missed-absage-not-counted",
    "soloists-points-moved",
    "winners-points-moved",
    "bock-forgotten",
)

FULL_MISTAKES = (
    "signs-inverted",
    *_COUNTED_WRONGLY,
    "solo-not-tripled",
    "wrong-sign",
    "counted-wrongly",
    "value-miswritten",
    *WRONG_DETAILS,
    "points-left-out",
)
"""Mistakes in a row of a full sheet that its details reveal."""

_ONLY_TOTALS = frozenset(kind for kind, change in ROW_MISTAKES.items() if change.__module__ == lists.__name__)
_BY_DETAILS_ALONE = frozenset({*_COUNTED_WRONGLY, "counted-wrongly", *WRONG_DETAILS})
"""Mistakes that details alone reveal: everything else on the paper agrees with them."""


@dataclass(frozen=True, slots=True)
class Paper:
    """What kind of sheet is written on: its style ("points", "totals", "full"), and whether only plus points are."""

    style: str = "points"
    plus: bool = False


def plant(
    rules: RuleSet, round_: Round, kinds: Sequence[str], rng: np.random.Generator, paper: Paper | None = None
) -> Round:
    """The round with one mistake of each kind, as far as it has a place for it."""
    paper = paper or Paper()
    for kind in sorted(kinds, key=ORDER.index):
        if kind in ROUND_MISTAKES:
            round_ = ROUND_MISTAKES[kind](rules, round_, rng) or round_
        else:
            round_ = _plant_in_row(rules, round_, kind, rng, paper)
    return round_


def _plant_in_row(rules: RuleSet, round_: Round, kind: str, rng: np.random.Generator, paper: Paper) -> Round:
    """The mistake in the first of the rows, in an order by chance, that has a place for it."""
    for place, row in _shuffle_free(round_, rng):
        wrong = change_row(rules, row, kind, rng, paper)
        if wrong:
            seen = paper.style == "full" or not _is_hidden(wrong, kind, paper)
            return replace(round_.put(place, wrong), mistakes=(*round_.mistakes, Planted(kind, (place,), seen)))
    return round_


def change_row(rules: RuleSet, row: Row, kind: str, rng: np.random.Generator, paper: Paper | None = None) -> Row | None:
    """The row with that mistake, None where nothing on the paper would be another."""
    paper = paper or Paper("full")
    if kind in _ONLY_TOTALS and paper.style != "totals":
        raise KeyError(kind)
    wrong = ROW_MISTAKES[kind](rules, row, rng)
    hidden = wrong is not None and paper.plus and _keep_plus(wrong) == _keep_plus(row)
    return None if wrong == row or hidden else wrong


def _shuffle_free(round_: Round, rng: np.random.Generator) -> Iterator[tuple[int, Row]]:
    free = set(round_.find_free())
    yield from ((place, round_.rows[place]) for place in rng.permutation(len(round_.rows)).tolist() if place in free)


def _is_hidden(row: Row, kind: str, paper: Paper) -> bool:
    """Whether nothing on a list reveals it. A lone threefold number is a won game of one against three."""
    lone = paper.plus and kind == "solo-not-tripled" and row.value % 3 == 0
    return lone or kind in _BY_DETAILS_ALONE or (paper.style == "points" and kind == "signs-inverted")


def _keep_plus(row: Row) -> tuple[object, ...]:
    """What a sheet for plus points shows of the row."""
    return tuple(max(points, 0) for points in row.points), row.slips, row.winners, row.details
