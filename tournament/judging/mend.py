"""Whether a proposal mends: every proposal passes here before anybody sees it.

A proposal that leaves its row broken, or speaks of a field that the sheet does not have, is worse than none: who
follows it has two mistakes in the row. So is one for a row that is right as it stands, or as it was seen where ink is
too poor to count: it would be one way to read the row against another, and the finding names both. The finding itself
always stays.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from scoring.findings import Change, Finding, Proposal
from scoring.rows.one_sided_rows import Side
from tournament.judging.details.allowed_games import Hands, fits
from tournament.judging.ink_options import BLANK, Choices, Option
from tournament.judging.judged_sheet import Mended
from tournament.judging.posterior import JointRow
from tournament.judging.row_readings import RowValues
from tournament.judging.written_sheet import parse_number
from tournament.remarks import Doubt, Remark

_Said = Mapping[str, Option]
_D = TypeVar("_D", bound=Doubt)


def keep_mending(findings: Iterable[_D], mends: Callable[[Proposal], bool]) -> tuple[_D, ...]:
    """The findings; a proposal stays only where it `mends`."""
    return replace_proposals(findings, lambda proposal: proposal if mends(proposal) else None)


def replace_proposals(findings: Iterable[_D], take: Callable[[Proposal], Proposal | None]) -> tuple[_D, ...]:
    """The findings with what is proposed instead of their proposals, if anything is."""
    return tuple(_propose(one, take(one.proposal)) if one.proposal else one for one in findings)


def _propose(finding: _D, proposal: Proposal | None) -> _D:
    assert isinstance(finding, Finding | Remark)
    return replace(finding, proposal=proposal)


@dataclass(frozen=True, slots=True)
class Mends:
    """Asked of a proposal, whether it mends what it changes.

    `rows`: by number; `sums`: fields of the sum row that are wrong themselves where they are off, for no row above
    leaves a doubt about their column. `whole`: the proposal is of the whole sheet, which may lack a cross in a row that
    is right by itself.
    """

    rows: Mapping[int, JointRow]
    sums: frozenset[str] = frozenset()
    whole: bool = False

    def __call__(self, proposal: Proposal) -> bool:
        """Whether all its fields are on the sheet, and each of its rows becomes right by it, which it was not."""
        by_row: dict[int, list[Change]] = defaultdict(list)
        places = {field: number for number, told in self.rows.items() for field in told.fields}
        for change in proposal:
            if change.field not in self.sums:
                by_row[places.get(change.field, 0)].append(change)
        return by_row.keys() <= self.rows.keys() and all(
            self._mends(self.rows[number], changes) for number, changes in by_row.items()
        )

    def _mends(self, told: JointRow, changes: Sequence[Change]) -> bool:
        points = {cell.id for cell in told.weighed.row.cells}.intersection(change.field for change in changes)
        return is_right(told, changes) if self.whole and not points else mends(told, changes)


def mends(told: JointRow, changes: Iterable[Change]) -> bool:
    """Whether the row is not right, and these changes make it so; a row that lacks nothing but who sat out is. Where it
    is right as it was seen, nothing else is proposed."""
    law, row, changes = told.weighed.law, told.weighed.row, tuple(changes)
    open_ = any(finding.sentence == "faults.rebuilt.sitter" for finding in law.findings(row.game, row.ink))
    if open_ or is_right(told, ()) or not is_right(told, changes):
        return False
    seen = {field: _see_option(choices) for field, choices in told.fields.items()}
    other = any(read_proposed_option(told.fields[one.field], one).value != seen[one.field].value for one in changes)
    return not (other and _is_right_as(told, seen))


def count_mended(told: JointRow, changes: Iterable[Change]) -> Mended:
    """What the row counts with these changes to its ink's first choices: of one side's points the full row.
    Changes in other rows say nothing."""
    law, number, values = told.weighed.law, told.weighed.row.game, read_mended(told, changes)
    row = law.row(number, values)
    return Mended(law.kept(number, values), row.solo, row.offence)


def read_mended(told: JointRow, changes: Iterable[Change]) -> RowValues:
    """The row's points and crosses as its ink says them, with these changes as far as they are in the row."""
    return told.read(
        {one.field: read_proposed_option(told.fields[one.field], one) for one in changes if one.field in told.fields}
    )


def _see_option(choices: Choices) -> Option:
    """The ink's first choice; of a number that is too poor to count, what was seen."""
    first = choices.first
    return first if first.value is not None else replace(first, value=parse_number(first.text).points)


def is_right(told: JointRow, changes: Iterable[Change]) -> bool:
    """Whether the row breaks no rule with these changes to its ink's first choices, its points following from its
    details; False where a field is none of its own, and where points cannot be read."""
    changed = {change.field: change for change in changes}
    if not changed.keys() <= told.fields.keys():
        return False
    said = {
        field: read_proposed_option(choices, changed[field]) if field in changed else choices.first
        for field, choices in told.fields.items()
    }
    return _is_right_as(told, said)


def _is_right_as(told: JointRow, said: _Said) -> bool:
    """Whether the row breaks no rule when its fields say this."""
    number, law, values = told.weighed.row.game, told.weighed.law, told.read(said)
    broken = any(finding.severity == "error" for finding in law.findings(number, values))
    if broken or None in values.points or not _is_of_side(law.side, values):
        return False
    hands = _list_hands(told, values)
    return law.legal(number, values) and any(_follow_details(told, said, values, one) for one in hands)


def _is_of_side(side: Side | None, values: RowValues) -> bool:
    """Whether no number is of the side that the table does not write."""
    sign = {"plus": 1, "minus": -1, None: 0}[side]
    return all((points or 0) * sign >= 0 for points in values.points)


def _list_hands(told: JointRow, values: RowValues) -> Iterator[Hands | None]:
    """The points of the four who played; of five zeros anybody may have sat out."""
    number, law = told.weighed.row.game, told.weighed.law
    if any(values.points) or len(values.points) != 5:
        yield law.hands(number, values)
        return
    for away in range(1, 6):
        yield {seat: 0 for seat in range(1, 6) if seat != away}


def read_proposed_option(choices: Choices, change: Change) -> Option:
    """The proposed option, one of the ink's where it has it."""
    value, text = change.proposed, str(change.proposed if change.proposed is not None else "")
    known = (one for one in choices.options if one.text == text or (isinstance(value, int) and one.value == value))
    number = int(text) if text.lstrip("+-").isdecimal() else int(bool(text))
    return next(known, Option(number, 0.0, text))


def _follow_details(told: JointRow, said: _Said, values: RowValues, hands: Hands | None) -> bool:
    """Whether these points follow from the details, as far as any are told."""
    ink = told.ink
    if ink is None or ink.silent:
        return True
    if hands is None:
        return False
    details = {name: said[ink.fields.id(name)] for name in ink.fields.by_name}
    column = details.pop("value", None)
    worth = [abs(points) for points in hands.values()]
    right = (None, BLANK, min(worth), max(worth) if values.offence else min(worth))
    follow = fits(ink.rules, ink.fields.read_details(details), hands, offence=values.offence)
    return follow and (column is None or column.value in right)
