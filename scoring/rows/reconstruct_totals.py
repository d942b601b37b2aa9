"""Full rows out of running totals, with the value and the winners' marks where the sheet has columns for them.

Three things tell a row there: the steps of the totals, the value, the marks. A row is taken where all that is written
agrees. Where they disagree a finding says so, once: a wrong total that is carried on is no news in the rows below it.
On some lists only plus points are added, and who loses keeps his total; on others only minus points.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, zip_longest

from scoring.counting.rules import RuleSet
from scoring.findings import Change, Finding, Proposal
from scoring.rows.patterns import winners_of
from scoring.rows.reconstruct import (
    MANY,
    Hands,
    Inked,
    Rebuilt,
    Side,
    added,
    in_words,
    nullspiel,
    rows_near,
    sitters,
    values_of,
)
from scoring.rows.row import mark


@dataclass(frozen=True, slots=True)
class _Standing:
    """Where the totals stand above a row, by seat: `right` by the rows so far (None: not known), and `off` by how much
    the last written one is off, so that the next may go on from either."""

    right: tuple[int | None, ...]
    off: tuple[int, ...]

    @property
    def written(self) -> tuple[int | None, ...]:
        """Where they stand by the last written ones."""
        return tuple(map(_shifted, self.right, self.off))

    def steps(self, totals: tuple[int | None, ...]) -> tuple[frozenset[int], ...]:
        """The points, by seat, by which each written total may have moved."""
        return tuple(map(_steps, totals, self.right, self.off))

    def after(self, inked: Inked, hands: Hands, side: Side | None) -> _Standing:
        """Below a row of these points. A seat whose total was not known goes on from what is written."""
        points = [added(hands, seat, side) for seat in range(1, len(inked.cells) + 1)]
        right = tuple(
            inked.cells[n] if base is None else base + points[n] for n, base in enumerate(self.right)
        )
        return _Standing(right, tuple(map(_off, inked.cells, right, self.off)))


def _shifted(right: int | None, off: int) -> int | None:
    return None if right is None else right + off


def _steps(total: int | None, right: int | None, off: int) -> frozenset[int]:
    return frozenset() if total is None or right is None else frozenset((total - right, total - right - off))


def _off(total: int | None, right: int | None, before: int) -> int:
    return before if total is None or right is None else total - right


def from_totals(
    rules: RuleSet, rows: Sequence[Inked], seats: int, start: Sequence[int] | None = None, side: Side | None = None
) -> tuple[Rebuilt, ...]:
    """The full rows of a sheet of running totals, in order.

    `start`: the totals above the first row, else 0. `side`: the points that alone are added, where that is so.
    """
    standing = _Standing(tuple(start or (0,) * seats), (0,) * seats)
    rebuilt = []
    for inked, below in zip_longest(rows, rows[1:]):
        if inked.blank:
            judged = _left_out(rules, inked, below, standing, side) if below else _Judged(None)
        else:
            judged = _judged(rules, _Evidence(inked, standing.steps(inked.cells), side), standing)
        likeliest = judged.hands or judged.likely
        if likeliest is not None:
            standing = standing.after(inked, likeliest, side)
        elif not inked.blank:  # nobody knows the row: the totals go on from what is written
            standing = _Standing(inked.cells, (0,) * seats)
        rebuilt.append(Rebuilt(inked.row(judged.hands), judged.findings, standing.right, standing.written))
    return tuple(rebuilt)


@dataclass(frozen=True, slots=True)
class _Judged:
    """A row, None where nobody can tell it, and what is wrong; a row that is only `likely` serves to go on from."""

    hands: Hands | None
    findings: tuple[Finding, ...] = ()
    likely: Hands | None = None


def _left_out(rules: RuleSet, blank: Inked, below: Inked, standing: _Standing, side: Side | None) -> _Judged:
    """The game of a blank row, where the next row's totals hold just one besides that row's own, which its value and
    marks tell."""
    evidence = _Evidence(below, standing.steps(below.cells), side)
    if below.blank or below.value is None or not (below.winners or not below.value):
        return _Judged(None)
    due, anyone = ([hands for hands in rows if not evidence.off_marks(hands) and not evidence.off_value(hands)]
                   for rows in _rows(rules, evidence))
    if evidence.fitting([*due, *anyone]):
        return _Judged(None)
    found = _besides(rules, blank, evidence, due, standing) or _besides(rules, blank, evidence, anyone, standing)
    if not found or any(hands != found[0] for hands in found):
        return _Judged(None)
    changes = tuple(Change(field, None, (standing.right[n] or 0) + added(found[0], n + 1, side))
                    for n, field in enumerate(blank.fields) if n + 1 in found[0])
    rows = in_words(found[0], len(blank.cells))
    told = blank.finding("game-count", "faults.rebuilt.left-out", below=below.number, rows=rows)
    return _Judged(found[0], (replace(told, proposal=changes),))


def _besides(
    rules: RuleSet, blank: Inked, below: _Evidence, rows: Sequence[Hands], standing: _Standing
) -> list[Hands]:
    """The games by which the totals moved besides the points of each of these rows, where there is just one."""
    found = []
    for own in rows:
        cells = tuple(None if total is None else total - added(own, seat, below.side)
                      for seat, total in enumerate(below.inked.cells, 1))
        judged = _judged(rules, _Evidence(replace(blank, cells=cells), standing.steps(cells), below.side), standing)
        if judged.hands and any(judged.hands.values()) and not judged.findings:
            found.append(judged.hands)
    return found


@dataclass(frozen=True, slots=True)
class _Evidence:
    """All that is written in a row: its value, its marks, and by seat the steps of the totals (none: not told)."""

    inked: Inked
    steps: tuple[frozenset[int], ...]
    side: Side | None

    def off_totals(self, hands: Hands) -> tuple[int, ...]:
        """The seats whose total moved otherwise."""
        return tuple(n for n, steps in enumerate(self.steps, 1) if steps and added(hands, n, self.side) not in steps)

    def off_value(self, hands: Hands) -> bool:
        """Whether another value is written."""
        return self.inked.value is not None and abs(self.inked.value) != _value(hands)

    def off_marks(self, hands: Hands) -> bool:
        """Whether others are marked; in a Nullspiel it does not matter who is."""
        marked = self.inked.winners
        return bool(marked) and any(hands.values()) and set(marked) != set(winners_of(hands, self.inked.value))

    def off_solo(self, hands: Hands) -> bool:
        """Whether a solo is crossed beside points of two against two."""
        return self.inked.solo and any(hands.values()) and len({abs(points) for points in hands.values()}) == 1

    def off(self, hands: Hands) -> int:
        """How many things that are written disagree with the row."""
        return len(self.off_totals(hands)) + self.off_value(hands) + self.off_marks(hands) + self.off_solo(hands)

    def fitting(self, rows: Sequence[Hands]) -> list[Hands]:
        """The rows that agree with all that is written."""
        return [hands for hands in rows if not self.off(hands)]

    def least_off(self, rows: Sequence[Hands]) -> Hands | None:
        """The row that disagrees with least, when no other disagrees with as little."""
        best = next((list(alike) for _, alike in groupby(sorted(rows, key=self.off), key=self.off)), [])
        return best[0] if len(best) == 1 else None

    def told(self, hands: Hands) -> bool:
        """Whether the totals of all who play are written."""
        return all(self.steps[seat - 1] for seat in hands)


def _judged(rules: RuleSet, evidence: _Evidence, standing: _Standing) -> _Judged:
    due, anyone = _rows(rules, evidence)
    fitting = evidence.fitting(due) or evidence.fitting(anyone)
    if fitting and (len(fitting) > 1 or not _tells_the_size(rules, evidence)):
        return _Judged(None, (_open(evidence.inked, fitting),))
    if fitting:
        return _Judged(fitting[0])
    for way in (_by_totals, _by_marks):
        for rows in (due, anyone):
            hands = way(evidence, rows)
            if hands is not None:
                return _Judged(hands, tuple(_clashes(evidence, standing, hands)))
    likely = evidence.least_off(due)
    if likely is not None and evidence.off(likely) == 1:
        return _Judged(None, tuple(_clashes(evidence, standing, likely)), likely)
    return _Judged(None, (evidence.inked.finding("running-total", "faults.rebuilt.clash"),))


def _rows(rules: RuleSet, evidence: _Evidence) -> tuple[list[Hands], list[Hands]]:
    """The rows of every size that is written: without the seat that is due to sit out, and without any."""
    inked = evidence.inked
    values = values_of(step for steps in evidence.steps for step in steps) | {abs(inked.value or 0)} - {0}
    zero, away = nullspiel(rules, inked), sitters(rules, inked)
    due = [zero, *(hands for sits in away for hands in rows_near(inked, sits, values))]
    if len(away) > 1 or away == (None,):
        return due, due
    return due, [zero, *(hands for sits in range(1, len(inked.cells) + 1) for hands in rows_near(inked, sits, values))]


def _tells_the_size(rules: RuleSet, evidence: _Evidence) -> bool:
    """Whether the true row must be among those looked at: its value, or the step of somebody who plays, is written.

    Where all points are added, everybody's total moves but in a Nullspiel; where those of one side are, somebody's.
    """
    away = sitters(rules, evidence.inked)
    told = {seat: steps for seat, steps in enumerate(evidence.steps, 1) if steps and (seat,) != away}
    moved = any(any(steps) for steps in told.values())
    sure = len(away) == 1
    enough = (4 if evidence.side else 1) + (not sure)  # one who sits out has a total that stays, too
    return evidence.inked.value is not None or moved or len(told) >= enough


def _by_totals(evidence: _Evidence, rows: list[Hands]) -> Hands | None:
    """The one row by which the totals of all who play moved."""
    found = [hands for hands in rows if evidence.told(hands) and not evidence.off_totals(hands)]
    return found[0] if len(found) == 1 else None


def _by_marks(evidence: _Evidence, rows: list[Hands]) -> Hands | None:
    """The one row of the written value and marks, where at least one total bears it out, and no other row disagrees
    with less: two totals moving together against the value may well be right."""
    if evidence.inked.value is None or not evidence.inked.winners:
        return None
    best = evidence.least_off([h for h in rows if not evidence.off_value(h) and not evidence.off_marks(h)])
    if best is None or any(evidence.off(hands) < evidence.off(best) for hands in rows):
        return None
    return best if evidence.off(best) < sum(map(bool, evidence.steps)) else None


def _clashes(evidence: _Evidence, standing: _Standing, hands: Hands) -> Iterator[Finding]:
    """Everything written that disagrees with the row, with what it should be."""
    inked = evidence.inked
    if evidence.off_value(hands):
        change = Change(mark(inked.number, "value"), inked.value, _value(hands))
        gaps: dict[str, object] = {"written": inked.value, "right": _value(hands)}
        yield _clash(inked, "value-mismatch", (change,), **gaps)
    if evidence.off_marks(hands):
        right_ones = winners_of(hands, inked.value)
        changes = tuple(_crosses(inked, right_ones))
        gaps = {"right": right_ones, "written": inked.winners}
        yield _clash(inked, "winner-mark", changes, **gaps)
    for seat in evidence.off_totals(hands):
        points, written = added(hands, seat, evidence.side), inked.cells[seat - 1]
        right = (standing.right[seat - 1] or 0) + points
        change = Change(inked.fields[seat - 1], written, right)
        gaps = {"seat": seat, "written": written, "right": right, "points": points}
        yield _clash(inked, "running-total", (change,), **gaps)


def _clash(inked: Inked, code: str, changes: Proposal, **gaps: object) -> Finding:
    fields = tuple(change.field for change in changes)
    return replace(inked.finding(code, fields=fields, **gaps), proposal=changes)


def _crosses(inked: Inked, winners: tuple[int, ...]) -> Iterator[Change]:
    """The marks that would have to go or come."""
    for seat in sorted(set(winners) ^ set(inked.winners)):
        written, proposed = ("", "x") if seat in winners else ("x", "")
        yield Change(mark(inked.number, f"win{seat}"), written, proposed)


def _value(hands: Hands) -> int:
    """The row's value per opponent: a lone player has it three times."""
    return min(map(abs, hands.values()))


def _open(inked: Inked, fitting: list[Hands]) -> Finding:
    """Too little is written to tell which row it is."""
    if len(fitting) > MANY or len(fitting) == 1:
        return inked.finding("running-total", "faults.rebuilt.too-little")
    rows = tuple(in_words(hands, len(inked.cells)) for hands in fitting)
    return inked.finding("running-total", "faults.rebuilt.open", rows=rows)
