"""A list's rows as they count: by the games of the list's likeliest path, with findings on what disagrees with them.

A row counts as its likeliest game if P(game) is high enough, or, provisionally, if its ink is in doubt. Otherwise it
counts what its totals alone amount to, or nothing if they amount to no game, until somebody decides.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest

from scoring.counting.game import count_players, count_sitters
from scoring.findings import Change, Finding
from scoring.rows.all_checks import check_row
from scoring.rows.one_sided_rows import MANY, Hands, Inked, find_shown_points, make_nullspiel, write_row
from scoring.rows.row_patterns import find_values, find_winners
from scoring.rows.written_rows import Row
from texts.field_ids import make_field_id
from tournament.judging.ink_options import Choices, Option
from tournament.judging.judged_sheet import RowPoints
from tournament.judging.limits.judging_limits import Limits
from tournament.judging.lists.games import RowGames, find_worth, is_lone_game
from tournament.judging.lists.list_ink import ListRow, empty_ink, is_clear, read_ink
from tournament.judging.lists.totals import RunningTotals, start_totals
from tournament.judging.lists.weigh_list import RowShares


@dataclass(frozen=True, slots=True)
class RowEvidence:
    """The ink of one row and the running totals above it, moved by an award that stands in the row; `games`: lists the
    games that it may be."""

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
            points, award = find_shown_points(hands, seat, self.games.side), self.games.row.award[seat - 1]
            change = Change(inked.fields[seat - 1], written, right + points)
            moved = {"seat": seat, "points": points + award, "written": written, "right": right + points}
            yield self._make_clash("running-total", (change,), **moved)

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

    `evidence`: its ink, with the totals above. `full`: the row with the points of its game, without an award that
    stands in it; None for each seat if nothing counts.
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
    def points(self) -> RowPoints:
        """The points that it counts, by seat, with an award that stands in it; None if nothing counts."""
        return self.row.add_award(self.full.points) if self.known or self.blank else self.full.points

    @property
    def lone_award(self) -> bool:
        """Whether nothing stands in it but an award, which is neither game nor fine."""
        return self.row.own and (self.known or self.blank) and not any(self.full.points)

    @property
    def checked(self) -> Row:
        """The row for the checks of the whole sheet."""
        number, blank = self.full.number, (None,) * len(self.full.points)
        return Row(number, blank, offence=True, blank=True) if self.lone_award else self.full

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
        broken = replace(self, full=inked.make_row(fitting[0])).check()
        return not any(finding.severity == "error" for finding in broken)

    def check(self) -> tuple[Finding, ...]:
        """The findings of the rules' checks; of an award alone there are none."""
        rules = self.evidence.games.rules.in_full
        return () if self.lone_award else tuple(check_row(rules, self.full, len(self.row.cells)))

    def show(self, seat: int) -> int:
        """What the list shows of the seat's points, 0 if nothing; an award as it is."""
        return find_shown_points(self.hands, seat, self.evidence.games.side) + self.row.award[seat - 1]

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
        above = above.move(row.award)
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
