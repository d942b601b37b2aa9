"""The shapes that a row of four points can have, and the smallest changes that make a written row legal.

A row is two against two, one against three, nothing, or an offence. Whether it is legal is asked of many readings of
the same row, so that is fast. Nothing here changes a written row: a mending is shown to a person, who decides.
"""

from __future__ import annotations

import operator
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import combinations, product
from typing import Literal

from scoring.counting.game import PLAYERS
from scoring.counting.row_laws import Side, fill_other_side, keep_side
from scoring.counting.rules import RuleSet
from scoring.counting.score import find_lone_values, find_pair_values
from scoring.findings import Change, Proposal
from scoring.rows.written_rows import Row, Sheet, find_expected_sitters, find_hands, find_paid_fine, list_absent

Shape = Literal["pairs", "lone", "three", "zero", "offence"]


@dataclass(frozen=True, slots=True)
class Pattern:
    """A shape and its value per opponent.

    `value`: for `pairs` what the winners have, above 0; for `lone` from the lone player's view, so below 0 when lost.
    `seat`: the lone player or the offender. `three`: of three players one is alone, soloist or not; else as `lone`.
    `times`: how many times the value the lone player has.
    """

    shape: Shape
    value: int
    seat: int | None = None
    times: int = 1


def find_pattern(rules: RuleSet, hands: Mapping[int, int], side: Side | None = None) -> Pattern | None:
    """The pattern of the points of four seats, or of three where no more play; None when no game has it. An offence
    looks like a lost solo here, where a soloist counts threefold.

    `side`: whose points alone are written; None where all are.
    """
    if side is not None:
        hands = fill_other_side(side, hands) or dict.fromkeys(hands, 1)
    low, *_, high = values = sorted(hands.values())
    if low == high == 0:
        return Pattern("zero", 0)
    against = len(values) - 1
    if against == PLAYERS - 1 and low == values[1] == -high and values[2] == high:
        return Pattern("pairs", high)
    for lone, other, rest in ((high, low, values[:-1]), (low, high, values[1:])):
        if rest == [other] * against and other and not lone % other:
            times = -lone // other
            if times in rules.list_lone_times(len(values)):
                seat = next(seat for seat, points in hands.items() if points == lone)
                return Pattern("lone" if against == PLAYERS - 1 else "three", -other, seat, times)
    return None


def find_winners(hands: Mapping[int, int], value: int | None, side: Side | None = None) -> tuple[int, ...]:
    """The seats that should have a winner's cross: those with plus points.

    A value below 0 means that the winners lose points for the other party's Sonderpunkte: then those with minus points.
    `side` as in `find_pattern`.
    """
    hands = fill_other_side(side, hands) or hands
    turned = value is not None and value < 0
    return tuple(seat for seat, points in hands.items() if (points < 0 if turned else points > 0))


def are_offence_points(rules: RuleSet, hands: Mapping[int, int]) -> bool:
    """Whether these are the points of an offence."""
    return find_paid_fine(rules, hands) is not None


def is_fine(rules: RuleSet, points: Iterable[int]) -> bool:
    """Whether these are the points of an offence, at a table at which somebody may sit out."""
    played = sorted(points, key=bool, reverse=True)[:PLAYERS]  # who sat out has no points
    return are_offence_points(rules, dict(enumerate(played)))


def list_rows_of_value(
    rules: RuleSet, seats: tuple[int, ...], value: int, side: Side | None = None
) -> Iterator[dict[int, int]]:
    """Every row of that value (above 0) that these seats can have: of pairs where four play, of a lone winner, of a
    lone loser. `side` as in `find_pattern`."""
    for pair in combinations(seats, 2) if len(seats) == PLAYERS else ():
        yield {seat: keep_side(side, value if seat in pair else -value) for seat in seats}
    for lone, times, sign in product(seats, rules.list_lone_times(len(seats)), (1, -1)):
        yield {seat: keep_side(side, sign * (times * value if seat == lone else -value)) for seat in seats}


def find_values(rules: RuleSet, numbers: Iterable[int], players: int = PLAYERS) -> set[int]:
    """The values (above 0) of games of so many players in which somebody has one of these points."""
    sizes, alone = {abs(number) for number in numbers if number}, rules.list_lone_times(players)
    return sizes | {size // times for size in sizes for times in alone if size % times == 0}


def find_possible_values(rules: RuleSet, pattern: Pattern, *, solo: bool) -> frozenset[int]:
    """The values that a game of that pattern can have, as `Pattern.value` counts them. `solo`: it is crossed."""
    if pattern.shape == "lone":
        return find_lone_values(rules, solo, pattern.times)
    if solo:
        return find_lone_values(rules, solo)
    pairs = find_pair_values(rules)
    return pairs if pattern.shape != "three" else pairs | {-value for value in pairs} | find_lone_values(rules, False)


def list_rows_like(
    rules: RuleSet, seats: tuple[int, ...], numbers: Iterable[int], *, offence: bool
) -> Iterator[dict[int, int]]:
    """Every row that these seats can have in which somebody has one of these points, and that of zeros; if an `offence`
    is crossed the row of each."""
    if offence:
        yield from list_offence_rows(rules, seats)
        return
    yield dict.fromkeys(seats, 0)
    for value in sorted(find_values(rules, numbers, len(seats))):
        yield from list_rows_of_value(rules, seats, value, rules.rows.side)


def list_offence_rows(rules: RuleSet, seats: tuple[int, ...]) -> Iterator[dict[int, int]]:
    """The row of each offence by each of the seats, against each of the others where that changes it."""
    for fine in rules.offence.list_fines():
        for offender in seats:
            for soloist in (seat for seat in seats if seat != offender) if fine.soloist else (None,):
                yield fine.spread(seats, offender, soloist)


def is_legal(rules: RuleSet, row: Row, seats: int) -> bool:
    """Whether all points are known, and some game or offence with these crosses gives them in these columns.

    Who sits out, the unit and the possible values are checked if the rule set applies R3, R4 and R5.
    """
    hands = find_hands(rules, row, seats)
    away = find_expected_sitters(rules, row, seats) if "R3" in rules.checks_applied else ()
    present = any(row.points[seat - 1] for seat in away)
    return hands is not None and not present and are_legal_hands(rules, row, hands)


def are_legal_hands(rules: RuleSet, row: Row, hands: Mapping[int, int]) -> bool:
    """Whether the points of those who played fit the row's crosses, the unit and a possible value."""
    if row.offence:
        fine = find_paid_fine(rules, hands)
        return fine is not None and (not row.solo or fine.plays_solo)
    pattern = find_pattern(rules, hands, rules.rows.side)
    if pattern is None or (row.solo and pattern.shape == "pairs") or counts_wrong_times(rules, row, pattern):
        return False
    if "R4" in rules.checks_applied and pattern.value % rules.checks.unit.step:
        return False
    if "R5" not in rules.checks_applied:
        return True
    return pattern.value in find_possible_values(rules, pattern, solo=row.solo)


def counts_wrong_times(rules: RuleSet, row: Row, pattern: Pattern) -> bool:
    """Whether a solo is crossed, and the soloist has the value as often as only in a game that is none."""
    alone = row.solo and pattern.shape == "lone"
    return alone and pattern.times not in rules.list_lone_times(solo=True)


Reason = Literal["sign", "tripled", "number", "blank", "moved", "several"]
"""What was changed. sign: one sign turned. tripled: one number made as much as a lone player has. number: one number
changed otherwise. blank: a blank or unreadable cell filled. moved: the same numbers in other columns. several: more
cells."""


@dataclass(frozen=True, slots=True)
class Mending:
    """A right row near the written one."""

    row: Row
    changes: Proposal
    reason: Reason

    @property
    def size(self) -> tuple[int, bool]:
        """The sort key, smallest first: (cells changed, whether another number was written).

        Moving a number to another column counts as one change. People lose a sign or forget to triple more often than
        they write another number.
        """
        return (1 if self.reason == "moved" else len(self.changes)), self.reason == "number"


def find_mendings(rules: RuleSet, row: Row, seats: int, most: int = 2) -> tuple[Mending, ...]:
    """Every mending of at most `most` cells, smallest first; () for a row that is right as written.

    The crosses are taken as written. Filling a cell that is None counts as one changed cell.
    """
    if row.blank or is_legal(rules, row, seats):
        return ()
    found = {}
    near = (points for points in _list_targets(rules, row, seats) if _count_changes(row, points) <= most)
    for points in dict.fromkeys(near):
        mended = replace(row, points=points, sits=())
        if is_legal(rules, mended, seats):
            changes = _list_changes(row, points)
            found[points] = Mending(mended, changes, _find_reason(rules, row.points, points, changes))
    return tuple(sorted(found.values(), key=lambda mending: mending.size))


def _count_changes(row: Row, points: tuple[int | None, ...]) -> int:
    return sum(map(operator.ne, row.points, points))


def _list_changes(row: Row, points: tuple[int | None, ...]) -> Proposal:
    changes = (Change(field, row.points[n], points[n]) for n, field in enumerate(row.list_cells()))
    return tuple(change for change in changes if change.written != change.proposed)


def find_smallest(found: tuple[Mending, ...]) -> tuple[Mending, ...]:
    """The mendings of the smallest size. `found` is sorted by size."""
    return tuple(mending for mending in found if mending.size == found[0].size)


def propose_mending(rules: RuleSet, row: Row, seats: int) -> Proposal | None:
    """The changes of the smallest mending; None where several are equally small, or it takes more than one slip."""
    best = find_smallest(find_mendings(rules, row, seats))
    return best[0].changes if len(best) == 1 and best[0].reason != "several" else None


def find_fitting(rules: RuleSet, sheet: Sheet, row: Row, missing: dict[int, int]) -> tuple[Mending, ...]:
    """The mendings of the row after which the columns give their written sums. `missing`: by seat, sum less column."""
    wanted = {seat: gap for seat, gap in missing.items() if gap}
    return tuple(m for m in find_mendings(rules, row, sheet.seats) if _measure_moves(row, m.row, missing) == wanted)


def _measure_moves(old: Row, new: Row, seats: dict[int, int]) -> dict[int, int]:
    gaps = {seat: (new.points[seat - 1] or 0) - (old.points[seat - 1] or 0) for seat in seats}
    return {seat: gap for seat, gap in gaps.items() if gap}


def _list_targets(rules: RuleSet, row: Row, seats: int) -> Iterator[tuple[int | None, ...]]:
    """The points of right rows that share a number with the written one: any row within reach of a mending does."""
    for away in list_absent(find_expected_sitters(rules, row, seats) or row.sits, seats):
        players = tuple(seat for seat in range(1, seats + 1) if seat not in away)
        for hands in list_rows_like(rules, players, filter(None, row.points), offence=row.offence):
            yield tuple(hands.get(seat, _keep_zero(row.points[seat - 1])) for seat in range(1, seats + 1))


def _keep_zero(written: int | None) -> int | None:
    """What stays in the cell of who sits out: a written zero is kept, anything else goes."""
    return 0 if written == 0 else None


def _find_reason(rules: RuleSet, old: tuple[int | None, ...], new: tuple[int | None, ...], changes: Proposal) -> Reason:
    if len(changes) > 1:
        return "moved" if Counter(p for p in old if p) == Counter(p for p in new if p) else "several"
    written, proposed = changes[0].written, changes[0].proposed
    if not isinstance(written, int) or not isinstance(proposed, int):
        return "blank" if written is None else "number"
    if proposed == -written:
        return "sign"
    alone = rules.list_lone_times(solo=True)
    return "tripled" if proposed in [times * written for times in alone] else "number"
