"""A list's rows as they count: the games of the list's likeliest path, and what stands in the rows against them.

A game counts where clear ink speaks for it by far, and for the time being where the reader doubts. Else a row counts
what its totals alone make, and nothing where they make no game: until somebody decides. What a row may count otherwise
than its players meant, all its ways say.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import zip_longest
from math import prod

from scoring.findings import Change, Finding
from scoring.rows.all_checks import check_row
from scoring.rows.one_sided_rows import MANY, Hands, Inked, find_shown_points, make_nullspiel, write_row
from scoring.rows.row_patterns import find_values, find_winners
from scoring.rows.written_rows import Row
from texts.field_ids import make_field_id
from tournament.judging.ink_options import Choices, Option
from tournament.judging.judged_sheet import UNKNOWN_ROW, RowOutcome, RowPoints, list_likely_outcomes
from tournament.judging.limits.judging_limits import Limits
from tournament.judging.lists.games import RowGames, is_lone_game
from tournament.judging.lists.list_ink import ListRow, empty_ink, is_clear, read_ink
from tournament.judging.lists.list_ways import ListWay
from tournament.judging.lists.totals import RunningTotals, start_totals
from tournament.judging.lists.weigh_list import RowShares, WayShare
from tournament.judging.misreadings import MisreadWay, RowRisk, admit_doubt, count_other_points, make_way
from tournament.judging.row_law import SEATS
from tournament.judging.way import Told


@dataclass(frozen=True, slots=True)
class RowEvidence:
    """What stands in a row below these totals; `games`: those that it may be."""

    inked: Inked
    above: RunningTotals
    games: RowGames

    @property
    def steps(self) -> tuple[frozenset[int], ...]:
        """By seat the points that the written total allows; none where that is unknown."""
        totals = zip(self.inked.cells, self.above.right, self.above.off, strict=True)
        return tuple(
            frozenset() if cell is None or right is None else frozenset((cell - right, cell - right - off))
            for cell, right, off in totals
        )

    def find_off_totals(self, hands: Hands) -> tuple[int, ...]:
        """The seats whose total moved by other points."""
        return tuple(
            seat
            for seat, steps in enumerate(self.steps, 1)
            if steps and find_shown_points(hands, seat, self.games.side) not in steps
        )

    def fits(self, hands: Hands) -> bool:
        """Whether all that is written goes with the game."""
        crossed = self.inked.solo and any(hands.values()) and not is_lone_game(tuple(hands.values()))
        return not (crossed or self._is_value_off(hands) or self._are_marks_off(hands) or self.find_off_totals(hands))

    def list_fitting(self) -> list[Hands]:
        """The games with which all that is written goes, whose turn to sit out it is counting first."""
        fitting = [(sits, hands) for sits, hands in self._list_games() if self.fits(hands)]
        due = [hands for sits, hands in fitting if sits in self.games.due]
        return due or [hands for _, hands in fitting]

    def tells_nullspiel(self) -> bool:
        """Whether enough is written to know that nobody got points: the value, or a total that would have moved. Where
        only the points of one side are added, some stay in every game; as does that of whoever sits out."""
        due = self.games.due
        written = sum(bool(steps) and (seat,) != due for seat, steps in enumerate(self.steps, 1))
        return self.inked.value is not None or written >= (4 if self.games.side else 1) + (len(due) > 1)

    def find_by_totals(self) -> Hands | None:
        """The one game by which the totals of all who play moved."""
        found = [
            hands
            for _, hands in self._list_games()
            if all(self.steps[seat - 1] for seat in hands) and not self.find_off_totals(hands)
        ]
        return found[0] if len(found) == 1 else None

    def make_hands(self, points: tuple[int, ...], sits: int | None = None) -> Hands:
        """The points of the four who play; of a Nullspiel anybody may sit out whose turn is not known."""
        if not any(points):
            return make_nullspiel(self.games.rules, self.inked)
        away = sits or (points.index(0) + 1 if 0 in points else None)
        return {seat: number for seat, number in enumerate(points, 1) if seat != away}

    def list_clashes(self, hands: Hands) -> Iterator[Finding]:
        """Everything written that disagrees with the game, with what it should be."""
        inked, worth = self.inked, min(map(abs, hands.values()))
        if self._is_value_off(hands):
            change = Change(make_field_id(inked.number, "value"), inked.value, worth)
            yield self._make_clash("value-mismatch", (change,), written=inked.value, right=worth)
        if self._are_marks_off(hands):
            won = find_winners(hands, inked.value)
            changes = tuple(
                Change(make_field_id(inked.number, f"win{seat}"), *(("", "x") if seat in won else ("x", "")))
                for seat in sorted({*won} ^ {*inked.winners})
            )
            yield self._make_clash("winner-mark", changes, written=inked.winners, right=won)
        for seat in self.find_off_totals(hands):
            right, written = self.above.right[seat - 1] or 0, inked.cells[seat - 1]
            points = find_shown_points(hands, seat, self.games.side)
            change = Change(inked.fields[seat - 1], written, right + points)
            yield self._make_clash(
                "running-total", (change,), seat=seat, points=points, written=written, right=right + points
            )

    def explain(self) -> Finding:
        """Why nobody knows the game: nothing fits, or too little is written; a few possible ones are listed."""
        fitting = self.list_fitting()
        if not fitting:
            return self.inked.make_finding("running-total", "faults.rebuilt.clash")
        if len(fitting) > MANY or len(fitting) == 1:
            return self.inked.make_finding("running-total", "faults.rebuilt.too-little")
        rows = tuple(write_row(hands, len(self.inked.cells)) for hands in fitting)
        return self.inked.make_finding("running-total", "faults.rebuilt.open", rows=rows)

    def _list_games(self) -> Iterator[tuple[int | None, Hands]]:
        """The games of all values that are written, or by which a total moved, with who sits out."""
        values = find_values(step for steps in self.steps for step in steps) | {abs(self.inked.value or 0)} - {0}
        for game in self.games.list_likeliest(values):
            yield game.sits, self.make_hands(game.points, game.sits)

    def _is_value_off(self, hands: Hands) -> bool:
        return self.inked.value is not None and abs(self.inked.value) != min(map(abs, hands.values()))

    def _are_marks_off(self, hands: Hands) -> bool:
        """Whether the marks stand at other seats; in a Nullspiel they do not matter."""
        marked = self.inked.winners
        return bool(marked) and any(hands.values()) and set(marked) != set(find_winners(hands, self.inked.value))

    def _make_clash(self, code: str, changes: tuple[Change, ...], **gaps: object) -> Finding:
        fields = tuple(change.field for change in changes)
        return Finding(code, "error", fields, {"row": self.inked.number, **gaps}, changes)


@dataclass(frozen=True, slots=True)
class ToldRow:
    """A row of the list. `evidence`: its ink as far as it is told. `full`: with its points, None by seat where nothing
    counts. `below`: the totals after it. `shares`: what the column says of it. `blank`: nothing is written in it, or a
    spot that hardly is ink."""

    row: ListRow
    evidence: RowEvidence
    full: Row
    findings: tuple[Finding, ...]
    below: RunningTotals
    shares: RowShares
    blank: bool

    @property
    def known(self) -> bool:
        """Whether its points are told."""
        return any(points is not None for points in self.full.points)

    @property
    def hands(self) -> Hands:
        """The points of those who played, by seat."""
        return {seat: points for seat, points in enumerate(self.full.points, 1) if points is not None}

    @property
    def off_totals(self) -> tuple[int, ...]:
        """The seats whose written total moved by other points."""
        return self.evidence.find_off_totals(self.hands) if self.known and not self.blank else ()

    @property
    def fields(self) -> dict[str, Choices]:
        """Its fields by id."""
        return {choices.id: choices for choices in self.row.all if choices.id}

    def is_right_with(self, said: Mapping[str, Option]) -> bool:
        """Whether all that is written in it agrees on one game that can be, when these fields, by id, say so and the
        others what their ink says, or the list as a whole."""
        inked = read_ink(self.row, lambda choices: said.get(choices.id or "") or self.row.read(choices))
        fitting = [] if inked.unread else replace(self.evidence, inked=inked).list_fitting()
        if len(fitting) != 1:
            return False
        broken = check_row(self.evidence.games.rules, inked.make_row(fitting[0]), len(self.row.cells))
        return not any(finding.severity == "error" for finding in broken)

    def show(self, seat: int) -> int:
        """What the list shows of the seat's points, 0 where it has none."""
        return find_shown_points(self.hands, seat, self.evidence.games.side)

    def find_gap(self, seat: int) -> int | None:
        """By how much the seat's written total is off; None where none is written, or the right one is not known."""
        written, right = self.row.inked.cells[seat - 1], self.below.right[seat - 1]
        return None if written is None or right is None else written - right


def tell_rows(
    rows: Sequence[ListRow], column: Sequence[RowShares], games: Sequence[RowGames], limits: Limits
) -> tuple[ToldRow, ...]:
    """The rows in order, in which ink in doubt is read as the column has it where that is certain; `games`: those that
    each may be."""
    told: list[ToldRow] = []
    above = start_totals(len(rows[0].cells) if rows else 0)
    for (row, shares, some), below in zip_longest(zip(rows, column, games, strict=True), rows[1:]):
        evidence, edge = RowEvidence(row.inked, above, some), shares.likeliest
        if edge.blank:
            hands = evidence.make_hands(edge.points) if edge.points else None
            findings = [*_tell_left_out(evidence, hands, below.inked.number)] if hands and below else []
        else:
            hands = _find_counted(row, evidence, edge.points, shares, limits)
            findings = [evidence.explain()] if hands is None else [*evidence.list_clashes(hands)]
        inked = empty_ink(row.inked) if edge.blank else row.inked
        if hands:
            shown = [find_shown_points(hands, seat, some.side) for seat in range(1, len(inked.cells) + 1)]
            above = above.go_on(shown, inked.cells)
        elif not edge.blank:
            above = above.lose(inked.cells, some.due)
        told.append(ToldRow(row, evidence, inked.make_row(hands), tuple(findings), above, shares, edge.blank))
    return tuple(told)


def _find_counted(
    row: ListRow, evidence: RowEvidence, points: tuple[int, ...] | None, shares: RowShares, limits: Limits
) -> Hands | None:
    """The points that count, where `points` are the likeliest; None where nobody can tell any."""
    if points is not None and (not is_settled(row, limits) or shares.games.get(points, 0.0) >= 1.0 - limits.blame):
        return evidence.make_hands(points) if any(points) or evidence.tells_nullspiel() else None
    return evidence.find_by_totals()


def is_settled(row: ListRow, limits: Limits) -> bool:
    """Whether nobody doubts what is written in the row."""
    return all(is_clear(choices, limits) or choices.id in row.by_column for choices in row.all)


def _tell_left_out(evidence: RowEvidence, hands: Hands, below: int) -> Iterator[Finding]:
    """The game that the next row's totals hold, proposed for the blank row."""
    inked, totals = evidence.inked, evidence.above.right
    changes = tuple(
        Change(field, None, (totals[n] or 0) + find_shown_points(hands, n + 1, evidence.games.side))
        for n, field in enumerate(inked.fields)
        if n + 1 in hands
    )
    gaps = {"row": inked.number, "below": below, "rows": write_row(hands, len(inked.cells))}
    yield Finding("game-count", "error", inked.fields, gaps, changes, "faults.rebuilt.left-out")


def find_list_risk(row: ListRow, told: RowShares, points: Sequence[int | None], limits: Limits) -> RowRisk:
    """The ways to read a row of which these `points` count: what the statement of silent errors is made of."""
    shares: dict[tuple[int, ...], float] = defaultdict(float)
    for way in told.ways:
        for share, *counts in _list_risks(row, way, points, limits):
            shares[tuple(counts)] += share
    likeliest = max(told.ways, key=lambda one: one[2])
    admitted = admit_doubt((*row.cells, row.value), _list_numbers(row, likeliest[0]))
    return RowRisk(tuple(MisreadWay(share, *counts) for counts, share in shares.items()), admitted)


def weigh_list_outcomes(told: RowShares, counts: RowPoints) -> tuple[RowOutcome, ...]:
    """What the row should count by its ways; () where that is what `counts`, for sure. Whatever its players wrote,
    a way tells what they should have."""
    chances: dict[RowPoints, float] = defaultdict(float)
    for way, _, share in told.ways:
        chances[_keep_points(way.points, counts)] += share
    return list_likely_outcomes(counts, chances)


def _keep_points(points: tuple[int, ...] | None, counts: RowPoints) -> RowPoints:
    """The points of a way as a row keeps them: None for the seat that sits out, and where nothing was played."""
    if points is None:
        return UNKNOWN_ROW
    if not count_other_points(points or [0] * len(counts), counts):
        return counts
    away = points.index(0) if len(points) == SEATS and points.count(0) == 1 else None
    return tuple(None if seat == away else value for seat, value in enumerate(points)) or (None,) * len(counts)


def _list_risks(row: ListRow, one: WayShare, points: Sequence[int | None], limits: Limits) -> Iterator[MisreadWay]:
    """A way through the row, with its crosses as they count, and otherwise."""
    way, said, share = one
    firsts = [choices.first for choices in (*row.cells, row.value)]
    wrong = len(points) if way.points is None else count_other_points(points, way.points or [0] * len(points))
    risk = make_way(share, wrong, [*zip(firsts, _list_numbers(row, way), strict=True)], limits)
    crosses = prod(map(partial(_weigh_counted, said), row.crosses, (row.inked.solo, row.inked.offence)))
    yield risk._replace(share=risk.share * crosses)
    if crosses < 1.0 - limits.negligible:
        yield risk._replace(share=risk.share * (1.0 - crosses), wrong=wrong + 1)


def _weigh_counted(told: Told, choices: Choices, counted: bool) -> float:
    """How likely the box is crossed as it counts."""
    said = told.texts.get(choices.id or "")
    return 1.0 if said is None else sum(chance for text, chance in said.items() if bool(text) == counted)


def _list_numbers(row: ListRow, way: ListWay) -> tuple[Option, ...]:
    """What the row's totals and its value say on that way."""
    return way.options or tuple(choices.first for choices in (*row.cells, row.value))
