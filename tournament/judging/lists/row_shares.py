"""What all ways through a list tell of one of its rows: their shares gathered by points, totals, crosses and fields."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from tournament.judging.lists.listink import ListRow
from tournament.judging.lists.listways import Edge
from tournament.judging.lists.way_fields import WayFields, join_way_fields
from tournament.judging.row.judged import Odds, Posterior
from tournament.judging.row.options import Choices

_Said = TypeVar("_Said")


@dataclass(frozen=True, slots=True)
class WayShare:
    """A way through a row, what its fields say on it, and its share of all ways."""

    edge: Edge
    fields: WayFields
    share: float


@dataclass(frozen=True, slots=True)
class RowShares:
    """What the whole column tells of a row: its likely `ways`; shares by its points (None: none of those that were
    looked at), and by seat what its totals say; whether solo and offence are crossed; by field what it says, and whose
    mistake the row is; its way on the column's `likeliest` path. The counts of the round may only make points, totals
    and crosses less certain.
    """

    ways: tuple[WayShare, ...]
    games: Mapping[tuple[int, ...] | None, float]
    totals: tuple[Mapping[int | None, float], ...]
    crosses: tuple[Mapping[int, float], ...]
    posterior: Posterior
    odds: Odds
    likeliest: Edge

    @property
    def blank(self) -> float:
        """How likely nothing is written in the row."""
        return sum(way.share for way in self.ways if way.edge.blank)

    def game(self, sure: float) -> tuple[int, ...] | None:
        """The points that the row has for sure."""
        return next((points for points, share in self.games.items() if points is not None and share >= sure), None)

    def total(self, seat: int, sure: float, *, written: bool = False) -> int | None:
        """The total that the seat's cell holds for sure; `written`: if it holds any."""
        shares = self.totals[seat - 1]
        least = sure * (1.0 - shares.get(None, 0.0) if written else 1.0)
        return next((total for total, share in shares.items() if total is not None and share >= least > 0.0), None)


def weigh_row(row: ListRow, ways: Sequence[WayShare], likeliest: Edge) -> RowShares:
    """What its ways tell of a row, which goes that way on the column's likeliest path."""
    games: dict[tuple[int, ...] | None, float] = defaultdict(float)
    totals: list[dict[int | None, float]] = [defaultdict(float) for _ in row.cells]
    for way in ways:
        games[way.edge.points] += way.share
        for column, read in zip(totals, way.edge.read, strict=True):
            column[read] += way.share
    told = join_way_fields([way.fields for way in ways], [way.share for way in ways])
    crosses = tuple(_weigh_cross(choices, ways) for choices in row.crosses)
    return RowShares(tuple(ways), games, tuple(totals), crosses, *told, likeliest)


def _weigh_cross(choices: Choices, ways: Sequence[WayShare]) -> Mapping[int, float]:
    """How likely the box is crossed (1) or not (0)."""
    found: dict[int, float] = defaultdict(float)
    for way in ways:
        for field in (one for one in way.fields.fields if one.choices is choices):
            for option, chance, _ in field.say:
                found[int(bool(option.value))] += way.share * chance
    return found


def take_less(counted: RowShares, uncounted: RowShares) -> RowShares:
    """What the counts of the round tell of the row, nothing more certain than without them."""
    totals = (_find_least(*both) for both in zip(counted.totals, uncounted.totals, strict=True))
    crosses = (_find_least(*both) for both in zip(counted.crosses, uncounted.crosses, strict=True))
    games = _find_least(counted.games, uncounted.games)
    return replace(counted, games=games, totals=tuple(totals), crosses=tuple(crosses))


def _find_least(one: Mapping[_Said, float], other: Mapping[_Said, float]) -> Mapping[_Said, float]:
    return {key: min(share, other.get(key, 0.0)) for key, share in one.items()}
