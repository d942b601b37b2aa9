"""A list's rows as they count: by the games of the list's likeliest path, with findings on what disagrees with them.

A row counts as its likeliest game if P(game) is high enough, or, provisionally, if its ink is in doubt. Otherwise it
counts what its totals alone amount to, or nothing if they amount to no game, until somebody decides. The risk that a
row counts something else than its players meant is summed up over all its ways.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import zip_longest
from math import prod

from scoring.counting.game import count_players, count_sitters
from scoring.findings import Change, Finding
from scoring.rows.all_checks import check_row
from scoring.rows.one_sided_rows import MANY, Hands, Inked, find_shown_points, make_nullspiel, write_row
from scoring.rows.row_patterns import find_values, find_winners
from scoring.rows.written_rows import Row
from texts.field_ids import make_field_id
from tournament.judging.ink_options import Choices, Option
from tournament.judging.judged_sheet import UNKNOWN_ROW, RowOutcome, RowPoints, list_likely_outcomes
from tournament.judging.limits.judging_limits import Limits
from tournament.judging.lists.games import RowGames, find_worth, is_lone_game
from tournament.judging.lists.list_ink import ListRow, empty_ink, is_clear, read_ink
from tournament.judging.lists.list_ways import ListWay
from tournament.judging.lists.totals import RunningTotals, start_totals
from tournament.judging.lists.weigh_list import RowShares, WayShare
from tournament.judging.misreadings import MisreadWay, RowRisk, admit_doubt, count_other_points, make_way
from tournament.judging.way import Told


@dataclass(frozen=True, slots=True)
class RowEvidence:
    """The ink of one row and the running totals above it; `games`: lists the games that it may be."""

    inked: Inked
    above: RunningTotals
    games: RowGames

    @property
    def steps(self) -> tuple[frozenset[int], ...]:
        """By seat by how much the written total moved: from the right total above, or from the last written one. Empty
        where the total is not written, or the right one above is unknown."""
        totals = zip(self.inked.cells, self.above.right, self.above.off, strict=True)
        return tuple(
            frozenset() if cell is None or right is None else frozenset((cell - right, cell - right - off))
            for cell, right, off in totals
        )

    def find_off_totals(self, hands: Hands) -> tuple[int, ...]:
        """The seats whose written total moved by other points than these."""
        return tuple(
            seat
            for seat, steps in enumerate(self.steps, 1)
            if steps and find_shown_points(hands, seat, self.games.side) not in steps
        )

    def fits(self, hands: Hands) -> bool:
        """Whether all that is written agrees with the game."""
        crossed = self.inked.solo and any(hands.values()) and not is_lone_game(tuple(hands.values()))
        return not (crossed or self._is_value_off(hands) or self._are_marks_off(hands) or self.find_off_totals(hands))

    def list_fitting(self) -> list[Hands]:
        """The games with which all that is written agrees. If some have the right seat sitting out, only these."""
        fitting = [(sits, hands) for sits, hands in self._list_games() if self.fits(hands)]
        due = [hands for sits, hands in fitting if sits in self.games.due]
        return due or [hands for _, hands in fitting]

    def tells_nullspiel(self) -> bool:
        """Whether enough is written to be sure of a Nullspiel: the value, or a total that any game would have moved."""
        seats, due = len(self.steps), self.games.surely_away
        written = sum(bool(steps) and seat not in due for seat, steps in enumerate(self.steps, 1))
        # where only one side's points are added, some totals stay in every game, so that all four must be written; and
        # one more for each seat of which it is open who sits out, whose total stays, too
        least = count_players(seats) if self.games.side else 1
        return self.inked.value is not None or written >= least + count_sitters(seats) - len(due)

    def find_by_totals(self) -> Hands | None:
        """The only game by which the totals of all its players moved; None if there is none, or more than one."""
        found = [
            hands
            for _, hands in self._list_games()
            if all(self.steps[seat - 1] for seat in hands) and not self.find_off_totals(hands)
        ]
        return found[0] if len(found) == 1 else None

    def make_hands(self, points: tuple[int, ...], sits: tuple[int, ...] = ()) -> Hands:
        """By seat the points of those who play. `sits`: who sits out, where the points do not show it."""
        if not any(points):
            return make_nullspiel(self.games.rules, self.inked)
        zeros = [seat for seat, number in enumerate(points, 1) if not number]
        away = sits or zeros[: count_sitters(len(points))]
        return {seat: number for seat, number in enumerate(points, 1) if seat not in away}

    def list_clashes(self, hands: Hands) -> Iterator[Finding]:
        """A finding on everything written that disagrees with the game, with what it should be."""
        inked, worth = self.inked, find_worth(tuple(hands.values()))
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
        """A finding on why the game is unknown: none fits, or too little is written; a few possible ones are listed."""
        fitting = self.list_fitting()
        if not fitting:
            return self.inked.make_finding("running-total", "faults.rebuilt.clash")
        if len(fitting) > MANY or len(fitting) == 1:
            return self.inked.make_finding("running-total", "faults.rebuilt.too-little")
        rows = tuple(write_row(hands, len(self.inked.cells)) for hands in fitting)
        return self.inked.make_finding("running-total", "faults.rebuilt.open", rows=rows)

    def _list_games(self) -> Iterator[tuple[tuple[int, ...], Hands]]:
        """The games of every value that is written, or by which a total moved, each with the seats that sit out."""
        moved = find_values(
            self.games.rules, (step for steps in self.steps for step in steps), count_players(len(self.steps))
        )
        values = moved | {abs(self.inked.value or 0)} - {0}
        for game in self.games.list_likeliest(values):
            yield game.sits, self.make_hands(game.points, game.sits)

    def _is_value_off(self, hands: Hands) -> bool:
        return self.inked.value is not None and abs(self.inked.value) != find_worth(tuple(hands.values()))

    def _are_marks_off(self, hands: Hands) -> bool:
        """Whether other seats are marked than those that won; in a Nullspiel marks do not matter."""
        marked = self.inked.winners
        return bool(marked) and any(hands.values()) and set(marked) != set(find_winners(hands, self.inked.value))

    def _make_clash(self, code: str, changes: tuple[Change, ...], **gaps: object) -> Finding:
        fields = tuple(change.field for change in changes)
        return Finding(code, "error", fields, {"row": self.inked.number, **gaps}, changes)


@dataclass(frozen=True, slots=True)
class ToldRow:
    """A row of the list as it counts.

    `evidence`: its ink, with the totals above. `full`: the row with its points, None for each seat if nothing counts.
    `below`: the totals after it. `shares`: its readings, weighed by the whole list. `blank`: nothing is written in it,
    or only a spot that is hardly ink.
    """

    row: ListRow
    evidence: RowEvidence
    full: Row
    findings: tuple[Finding, ...]
    below: RunningTotals
    shares: RowShares
    blank: bool

    @property
    def known(self) -> bool:
        """Whether it is known what it counts."""
        return any(points is not None for points in self.full.points)

    @property
    def hands(self) -> Hands:
        """The points of those who played, by seat."""
        return {seat: points for seat, points in enumerate(self.full.points, 1) if points is not None}

    @property
    def off_totals(self) -> tuple[int, ...]:
        """The seats whose written total moved by other points than those that count."""
        return self.evidence.find_off_totals(self.hands) if self.known and not self.blank else ()

    @property
    def fields(self) -> dict[str, Choices]:
        """Its fields by id."""
        return {choices.id: choices for choices in self.row.all if choices.id}

    def is_right_with(self, said: Mapping[str, Option]) -> bool:
        """Whether the row is right if these fields, by id, are read so and all others as they count: all that is
        written agrees on one game, which breaks no rule."""
        inked = read_ink(self.row, lambda choices: said.get(choices.id or "") or self.row.read(choices))
        fitting = [] if inked.unread else replace(self.evidence, inked=inked).list_fitting()
        if len(fitting) != 1:
            return False
        broken = check_row(self.evidence.games.rules.in_full, inked.make_row(fitting[0]), len(self.row.cells))
        return not any(finding.severity == "error" for finding in broken)

    def show(self, seat: int) -> int:
        """What the list shows of the seat's points, 0 if nothing."""
        return find_shown_points(self.hands, seat, self.evidence.games.side)

    def find_gap(self, seat: int) -> int | None:
        """The seat's written total minus the right one; None where it is not written, or the right one is unknown."""
        written, right = self.row.inked.cells[seat - 1], self.below.right[seat - 1]
        return None if written is None or right is None else written - right


def tell_rows(
    rows: Sequence[ListRow], column: Sequence[RowShares], games: Sequence[RowGames], limits: Limits
) -> tuple[ToldRow, ...]:
    """The rows as they count, in order. `rows`: with doubtful ink read by the whole list where that is certain;
    `column`: by row its readings, weighed by the whole list; `games`: by row the games that it may be."""
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
            above = above.lose(inked.cells, some.surely_away)
        told.append(ToldRow(row, evidence, inked.make_row(hands), tuple(findings), above, shares, edge.blank))
    return tuple(told)


def _find_counted(
    row: ListRow, evidence: RowEvidence, points: tuple[int, ...] | None, shares: RowShares, limits: Limits
) -> Hands | None:
    """The points that count, by seat; None if they are unknown. `points`: those of the likeliest way."""
    if points is not None and (not is_settled(row, limits) or shares.games.get(points, 0.0) >= 1.0 - limits.blame):
        return evidence.make_hands(points) if any(points) or evidence.tells_nullspiel() else None
    return evidence.find_by_totals()


def is_settled(row: ListRow, limits: Limits) -> bool:
    """Whether all ink of the row is clear, or settled by the whole list."""
    return all(is_clear(choices, limits) or choices.id in row.by_column for choices in row.all)


def _tell_left_out(evidence: RowEvidence, hands: Hands, below: int) -> Iterator[Finding]:
    """The finding on a blank row whose game is in the next row's totals, with that game as its proposal."""
    inked, totals = evidence.inked, evidence.above.right
    changes = tuple(
        Change(field, None, (totals[n] or 0) + find_shown_points(hands, n + 1, evidence.games.side))
        for n, field in enumerate(inked.fields)
        if n + 1 in hands
    )
    gaps = {"row": inked.number, "below": below, "rows": write_row(hands, len(inked.cells))}
    yield Finding("game-count", "error", inked.fields, gaps, changes, "faults.rebuilt.left-out")


def find_list_risk(row: ListRow, told: RowShares, points: Sequence[int | None], limits: Limits) -> RowRisk:
    """The risk that a row counts something else than its players meant, given that these `points` count: its share in
    the statement of silent errors. `told`: the row's readings, weighed by the whole list."""
    shares: dict[tuple[int, ...], float] = defaultdict(float)
    for way in told.ways:
        for share, *counts in _list_risks(row, way, points, limits):
            shares[tuple(counts)] += share
    likeliest = max(told.ways, key=lambda one: one[2])
    admitted = admit_doubt((*row.cells, row.value), _list_numbers(row, likeliest[0]))
    return RowRisk(tuple(MisreadWay(share, *counts) for counts, share in shares.items()), admitted)


def weigh_list_outcomes(told: RowShares, counts: RowPoints) -> tuple[RowOutcome, ...]:
    """By P(way) what the row should count; () if that is what `counts`, for sure. A way's points are the right ones,
    even if its players wrote others."""
    chances: dict[RowPoints, float] = defaultdict(float)
    for way, _, share in told.ways:
        chances[_keep_points(way.points, counts)] += share
    return list_likely_outcomes(counts, chances)


def _keep_points(points: tuple[int, ...] | None, counts: RowPoints) -> RowPoints:
    """The points of a way as a row keeps them: None for who sits out, and where nothing was played."""
    if points is None:
        return UNKNOWN_ROW
    if not count_other_points(points or [0] * len(counts), counts):
        return counts
    away = points.count(0) == count_sitters(len(points))
    return tuple(None if away and not value else value for value in points) or (None,) * len(counts)


def _list_risks(row: ListRow, one: WayShare, points: Sequence[int | None], limits: Limits) -> Iterator[MisreadWay]:
    """The risks of one way: with the crosses as they count, and, if that is possible, with other crosses."""
    way, said, share = one
    firsts = [choices.first for choices in (*row.cells, row.value)]
    wrong = len(points) if way.points is None else count_other_points(points, way.points or [0] * len(points))
    risk = make_way(share, wrong, [*zip(firsts, _list_numbers(row, way), strict=True)], limits)
    crosses = prod(map(partial(_weigh_counted, said), row.crosses, (row.inked.solo, row.inked.offence)))
    yield risk._replace(share=risk.share * crosses)
    if crosses < 1.0 - limits.negligible:
        yield risk._replace(share=risk.share * (1.0 - crosses), wrong=wrong + 1)


def _weigh_counted(told: Told, choices: Choices, counted: bool) -> float:
    """P(the box is crossed as it counts)."""
    said = told.texts.get(choices.id or "")
    return 1.0 if said is None else sum(chance for text, chance in said.items() if bool(text) == counted)


def _list_numbers(row: ListRow, way: ListWay) -> tuple[Option, ...]:
    """The options of the row's totals and its value on that way."""
    return way.options or tuple(choices.first for choices in (*row.cells, row.value))
