"""Full rows out of running totals, with the value and the winners' marks where the sheet has columns for them.

Such a row is worked out from three things: the steps of the totals, the value, and the winners' crosses. It is taken
where all three agree. Where they disagree there is a finding in that row only, even if a wrong total is carried on
below it. On some lists only plus points are added, so that the losers' totals stay; on others only minus points.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, zip_longest

from scoring.counting.rules import RuleSet
from scoring.findings import Change, Finding, Proposal
from scoring.rows.patterns import find_winners
from scoring.rows.reconstruct import (
    MANY,
    Hands,
    Inked,
    Rebuilt,
    Side,
    find_shown_points,
    find_values,
    list_rows_near,
    list_sitters,
    make_nullspiel,
    write_row,
)
from scoring.rows.row import make_mark_id


@dataclass(frozen=True, slots=True)
class _Standing:
    """The totals above a row, by seat. `right`: as the rows so far give them, None where unknown. `off`: last written
    total less right total; the next total may go on from either.
    """

    right: tuple[int | None, ...]
    off: tuple[int, ...]

    @property
    def written(self) -> tuple[int | None, ...]:
        """The totals as last written."""
        return tuple(map(_shift, self.right, self.off))

    def find_steps(self, totals: tuple[int | None, ...]) -> tuple[frozenset[int], ...]:
        """By seat the points that the written total allows: less the right total above it, or less the written one."""
        return tuple(map(_find_steps, totals, self.right, self.off))

    def go_on(self, inked: Inked, hands: Hands, side: Side | None) -> _Standing:
        """The totals below a row of these points. A seat whose total was unknown goes on from what is written."""
        points = [find_shown_points(hands, seat, side) for seat in range(1, len(inked.cells) + 1)]
        right = tuple(
            inked.cells[n] if base is None else base + points[n] for n, base in enumerate(self.right)
        )
        return _Standing(right, tuple(map(_measure_off, inked.cells, right, self.off)))


def _shift(right: int | None, off: int) -> int | None:
    return None if right is None else right + off


def _find_steps(total: int | None, right: int | None, off: int) -> frozenset[int]:
    return frozenset() if total is None or right is None else frozenset((total - right, total - right - off))


def _measure_off(total: int | None, right: int | None, before: int) -> int:
    return before if total is None or right is None else total - right


def rebuild_from_totals(
    rules: RuleSet, rows: Sequence[Inked], seats: int, start: Sequence[int] | None = None, side: Side | None = None
) -> tuple[Rebuilt, ...]:
    """The full rows of a sheet of running totals, in order.

    `start`: the totals above the first row, else 0. `side`: the points that alone are added, where that is so.
    """
    standing = _Standing(tuple(start or (0,) * seats), (0,) * seats)
    rebuilt = []
    for inked, below in zip_longest(rows, rows[1:]):
        if inked.blank:
            judged = _judge_left_out(rules, inked, below, standing, side) if below else _Verdict(None)
        else:
            judged = _judge_row(rules, _Evidence(inked, standing.find_steps(inked.cells), side), standing)
        likeliest = judged.hands or judged.likely
        if likeliest is not None:
            standing = standing.go_on(inked, likeliest, side)
        elif not inked.blank:  # nobody knows the row: the totals go on from what is written
            standing = _Standing(inked.cells, (0,) * seats)
        rebuilt.append(Rebuilt(inked.make_row(judged.hands), judged.findings, standing.right, standing.written))
    return tuple(rebuilt)


@dataclass(frozen=True, slots=True)
class _Verdict:
    """The row, None where unknown; what is wrong; and a row that is only `likely`, from which the totals go on."""

    hands: Hands | None
    findings: tuple[Finding, ...] = ()
    likely: Hands | None = None


def _judge_left_out(rules: RuleSet, blank: Inked, below: Inked, standing: _Standing, side: Side | None) -> _Verdict:
    """The game of a blank row: the next row's totals contain it besides that row's own game, which value and winners'
    crosses give. It is taken where just one game fits.
    """
    evidence = _Evidence(below, standing.find_steps(below.cells), side)
    if below.blank or below.value is None or not (below.winners or not below.value):
        return _Verdict(None)
    due, anyone = ([hands for hands in rows if not evidence.are_marks_off(hands) and not evidence.is_value_off(hands)]
                   for rows in _list_rows(rules, evidence))
    if evidence.pick_fitting([*due, *anyone]):
        return _Verdict(None)
    found = _find_besides(rules, blank, evidence, due, standing)
    found = found or _find_besides(rules, blank, evidence, anyone, standing)
    if not found or any(hands != found[0] for hands in found):
        return _Verdict(None)
    changes = tuple(Change(field, None, (standing.right[n] or 0) + find_shown_points(found[0], n + 1, side))
                    for n, field in enumerate(blank.fields) if n + 1 in found[0])
    rows = write_row(found[0], len(blank.cells))
    finding = blank.make_finding("game-count", "faults.rebuilt.left-out", below=below.number, rows=rows)
    return _Verdict(found[0], (replace(finding, proposal=changes),))


def _find_besides(
    rules: RuleSet, blank: Inked, below: _Evidence, rows: Sequence[Hands], standing: _Standing
) -> list[Hands]:
    """For each of these rows the one game that is left of the totals' steps when its own points are taken off."""
    found = []
    for own in rows:
        cells = tuple(None if total is None else total - find_shown_points(own, seat, below.side)
                      for seat, total in enumerate(below.inked.cells, 1))
        evidence = _Evidence(replace(blank, cells=cells), standing.find_steps(cells), below.side)
        judged = _judge_row(rules, evidence, standing)
        if judged.hands and any(judged.hands.values()) and not judged.findings:
            found.append(judged.hands)
    return found


@dataclass(frozen=True, slots=True)
class _Evidence:
    """All that is written in a row: value, winners' crosses, and by seat the possible steps of its total, if any."""

    inked: Inked
    steps: tuple[frozenset[int], ...]
    side: Side | None

    def find_off_totals(self, hands: Hands) -> tuple[int, ...]:
        """The seats whose total moved by other points."""
        shown = (find_shown_points(hands, seat, self.side) for seat in range(1, len(self.steps) + 1))
        pairs = enumerate(zip(self.steps, shown, strict=True), 1)
        return tuple(seat for seat, (steps, points) in pairs if steps and points not in steps)

    def is_value_off(self, hands: Hands) -> bool:
        """Whether a value is written, and another one."""
        return self.inked.value is not None and abs(self.inked.value) != _get_value(hands)

    def are_marks_off(self, hands: Hands) -> bool:
        """Whether the winners' crosses stand at other seats; in a Nullspiel they do not matter."""
        marked = self.inked.winners
        return bool(marked) and any(hands.values()) and set(marked) != set(find_winners(hands, self.inked.value))

    def is_solo_off(self, hands: Hands) -> bool:
        """Whether a solo is crossed beside points of two against two."""
        return self.inked.solo and any(hands.values()) and len({abs(points) for points in hands.values()}) == 1

    def count_off(self, hands: Hands) -> int:
        """How many of the written things disagree with the row."""
        others = self.is_value_off(hands) + self.are_marks_off(hands) + self.is_solo_off(hands)
        return len(self.find_off_totals(hands)) + others

    def is_any_off(self, hands: Hands) -> bool:
        """Whether anything written disagrees with the row."""
        others = self.is_value_off(hands) or self.are_marks_off(hands) or self.is_solo_off(hands)
        return others or bool(self.find_off_totals(hands))

    def pick_fitting(self, rows: Sequence[Hands]) -> list[Hands]:
        """The rows that agree with all that is written."""
        return [hands for hands in rows if not self.is_any_off(hands)]

    def pick_least_off(self, rows: Sequence[Hands]) -> Hands | None:
        """The row with which the fewest written things disagree; None where several have as few."""
        best = next((list(alike) for _, alike in groupby(sorted(rows, key=self.count_off), key=self.count_off)), [])
        return best[0] if len(best) == 1 else None

    def tells_all(self, hands: Hands) -> bool:
        """Whether the totals of all who play are written."""
        return all(self.steps[seat - 1] for seat in hands)


def _judge_row(rules: RuleSet, evidence: _Evidence, standing: _Standing) -> _Verdict:
    due, anyone = _list_rows(rules, evidence)
    fitting = evidence.pick_fitting(due) or evidence.pick_fitting(anyone)
    if fitting and (len(fitting) > 1 or not _tells_the_size(rules, evidence)):
        return _Verdict(None, (_explain_open(evidence.inked, fitting),))
    if fitting:
        return _Verdict(fitting[0])
    for find in (_find_by_totals, _find_by_marks):
        for rows in (due, anyone):
            hands = find(evidence, rows)
            if hands is not None:
                return _Verdict(hands, tuple(_list_clashes(evidence, standing, hands)))
    likely = evidence.pick_least_off(due)
    if likely is not None and evidence.count_off(likely) == 1:
        return _Verdict(None, tuple(_list_clashes(evidence, standing, likely)), likely)
    return _Verdict(None, (evidence.inked.make_finding("running-total", "faults.rebuilt.clash"),))


def _list_rows(rules: RuleSet, evidence: _Evidence) -> tuple[list[Hands], list[Hands]]:
    """The candidate rows of every value that is written: first those in which the right seat sits out, then all."""
    inked = evidence.inked
    values = find_values(step for steps in evidence.steps for step in steps) | {abs(inked.value or 0)} - {0}
    zero, away = make_nullspiel(rules, inked), list_sitters(rules, inked)
    due = [zero, *(hands for sits in away for hands in list_rows_near(inked, sits, values))]
    if len(away) > 1 or away == (None,):
        return due, due
    anyone = range(1, len(inked.cells) + 1)
    return due, [zero, *(hands for sits in anyone for hands in list_rows_near(inked, sits, values))]


def _tells_the_size(rules: RuleSet, evidence: _Evidence) -> bool:
    """Whether the true row must be among the candidates: its value, or the step of somebody who plays, is written.

    Where all points are added, every total moves except in a Nullspiel; where those of one side are added, some do.
    """
    away = list_sitters(rules, evidence.inked)
    moves = {seat: steps for seat, steps in enumerate(evidence.steps, 1) if steps and (seat,) != away}
    moved = any(any(steps) for steps in moves.values())
    sure = len(away) == 1
    enough = (4 if evidence.side else 1) + (not sure)  # one who sits out has a total that stays, too
    return evidence.inked.value is not None or moved or len(moves) >= enough


def _find_by_totals(evidence: _Evidence, rows: list[Hands]) -> Hands | None:
    """The one row by which the totals of all who play moved."""
    found = [hands for hands in rows if evidence.tells_all(hands) and not evidence.find_off_totals(hands)]
    return found[0] if len(found) == 1 else None


def _find_by_marks(evidence: _Evidence, rows: list[Hands]) -> Hands | None:
    """The one row of the written value and winners' crosses.

    At least one total must agree with it, and no other row may have fewer disagreements: two totals that moved alike
    against the value may be right.
    """
    if evidence.inked.value is None or not evidence.inked.winners:
        return None
    best = evidence.pick_least_off([h for h in rows if not evidence.is_value_off(h) and not evidence.are_marks_off(h)])
    if best is None or any(evidence.count_off(hands) < evidence.count_off(best) for hands in rows):
        return None
    return best if evidence.count_off(best) < sum(map(bool, evidence.steps)) else None


def _list_clashes(evidence: _Evidence, standing: _Standing, hands: Hands) -> Iterator[Finding]:
    """Everything written that disagrees with the row, with what it should be."""
    inked = evidence.inked
    if evidence.is_value_off(hands):
        change = Change(make_mark_id(inked.number, "value"), inked.value, _get_value(hands))
        gaps: dict[str, object] = {"written": inked.value, "right": _get_value(hands)}
        yield _make_clash(inked, "value-mismatch", (change,), **gaps)
    if evidence.are_marks_off(hands):
        right_ones = find_winners(hands, inked.value)
        changes = tuple(_list_crosses(inked, right_ones))
        gaps = {"right": right_ones, "written": inked.winners}
        yield _make_clash(inked, "winner-mark", changes, **gaps)
    for seat in evidence.find_off_totals(hands):
        points, written = find_shown_points(hands, seat, evidence.side), inked.cells[seat - 1]
        right = (standing.right[seat - 1] or 0) + points
        change = Change(inked.fields[seat - 1], written, right)
        gaps = {"seat": seat, "written": written, "right": right, "points": points}
        yield _make_clash(inked, "running-total", (change,), **gaps)


def _make_clash(inked: Inked, code: str, changes: Proposal, **gaps: object) -> Finding:
    fields = tuple(change.field for change in changes)
    return replace(inked.make_finding(code, fields=fields, **gaps), proposal=changes)


def _list_crosses(inked: Inked, winners: tuple[int, ...]) -> Iterator[Change]:
    """The marks that would have to go or come."""
    for seat in sorted(set(winners) ^ set(inked.winners)):
        written, proposed = ("", "x") if seat in winners else ("x", "")
        yield Change(make_mark_id(inked.number, f"win{seat}"), written, proposed)


def _get_value(hands: Hands) -> int:
    """The row's value per opponent: a lone player has it three times."""
    return min(map(abs, hands.values()))


def _explain_open(inked: Inked, fitting: list[Hands]) -> Finding:
    """Too little is written to know which row it is; a few possible ones are listed."""
    if len(fitting) > MANY or len(fitting) == 1:
        return inked.make_finding("running-total", "faults.rebuilt.too-little")
    rows = tuple(write_row(hands, len(inked.cells)) for hands in fitting)
    return inked.make_finding("running-total", "faults.rebuilt.open", rows=rows)
