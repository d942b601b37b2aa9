"""How often the writer of a list runs over the borders of its cells, so that signs and last digits are missed.

Few hands do, and those do so all over the sheet: what a whole list shows says more of its next cell than all other
lists do. So the list is weighed again by what it showed, until it shows no more. (Expectation maximization, with two
rates: Dempster, Laird, Rubin 1977.) A number that lacks its sign or last digit is then no mistake of the players.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from scoring.counting.rules import RuleSet
from tournament.judging.ink_options import Choices, Option, lacks_digit, lacks_sign
from tournament.judging.judging_limits import Limits
from tournament.judging.lists.column import ColumnShares
from tournament.judging.lists.list_ink import ListRow
from tournament.judging.lists.shares import RowShares


def weigh_learnt(
    weigh: Callable[[Limits], ColumnShares], rules: RuleSet, rows: Sequence[ListRow], limits: Limits
) -> tuple[ColumnShares, Limits]:
    """What the columns tell by the limits of this list, and these limits."""
    learnt, column = limits, weigh(limits)
    for _ in range(limits.missed_times):
        more = _learn(rules, rows, column.rows, limits)
        if not _shows_more(more, learnt, limits.missed_more):
            break
        learnt, column = more, weigh(more)
    return column, learnt


def _learn(rules: RuleSet, rows: Sequence[ListRow], shares: Sequence[RowShares], limits: Limits) -> Limits:
    """The limits with signs and last digits missed as often as the list shows, as far as it shows many."""
    read = [choices for row in rows for choices in row.cells if choices.first.value]
    signs = digits = 0.0
    for share, choices, option in _list_weighed(rows, shares):
        signs += share * lacks_sign(choices, option.value)
        digits += share * lacks_digit(choices, option.value)
    sign, digit = (found / len(read) if found >= limits.missed_told else 0.0 for found in (signs, digits))
    kinds = 1 if rules.checks.unit.step > 1 else limits.last_digits  # of tens it is always a 0
    return replace(
        limits, sign_missed=max(limits.sign_missed, sign), digit_missed=max(limits.digit_missed, digit / kinds)
    )


def _list_weighed(rows: Sequence[ListRow], shares: Sequence[RowShares]) -> Iterator[tuple[float, Choices, Option]]:
    """Each total with what it says on a way through its row, and how likely that is."""
    for row, told in zip(rows, shares, strict=True):
        for way in told.ways:
            yield from ((way.share, *both) for both in zip(row.cells, way.edge.options, strict=False))


def _shows_more(one: Limits, other: Limits, times: float) -> bool:
    """Whether signs or digits are missed that many times as often."""
    return one.sign_missed > times * other.sign_missed or one.digit_missed > times * other.digit_missed
