"""How often the writer of a list runs over the borders of its cells, so that signs and last digits are missed.

Few hands do, and those do so all over the sheet: what a whole list shows says more of its next cell than all other
lists do. A number that lacks its sign or last digit is then no mistake of the players.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from tournament.judging.lists.ink import ListRow
from tournament.judging.lists.shares import RowShares
from tournament.judging.row.options import Choices, Option, lacks_digit, lacks_sign
from tournament.limits import Limits

_LAST_DIGITS = 5
"""A missed last digit is one of some five, by the numbers that players write."""


def learn_missed_ink(rows: Sequence[ListRow], shares: Sequence[RowShares], limits: Limits) -> Limits:
    """The limits for this list, on which signs or last digits may be missed more often; the same where they are not."""
    read = [choices for row in rows for choices in row.cells if choices.first.value]
    signs = digits = 0.0
    for share, choices, option in _list_weighed(rows, shares):
        signs += share * lacks_sign(choices, option.value)
        digits += share * lacks_digit(choices, option.value)
    sign, digit = (found / len(read) if found >= limits.missed_told else 0.0 for found in (signs, digits))
    return replace(limits, sign_missed=max(limits.sign_missed, sign),
                   digit_missed=max(limits.digit_missed, digit / _LAST_DIGITS))


def _list_weighed(rows: Sequence[ListRow], shares: Sequence[RowShares]) -> Iterator[tuple[float, Choices, Option]]:
    """Each total with what it says on a way through its row, and how likely that is."""
    for row, told in zip(rows, shares, strict=True):
        for way in told.ways:
            yield from ((way.share, *both) for both in zip(row.cells, way.edge.options, strict=False))
