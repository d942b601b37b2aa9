"""Whether a proposal mends a row of a list: every proposal passes here before anybody sees it.

Totals, value and winners of a row may all be wrong, each with a finding of its own. What mends the row only together is
proposed together; what does not mend it is not proposed, nor anything in a row that is right. The finding stays.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cache
from typing import TypeVar

from scoring.findings import Change, Proposal
from scoring.rows.all_checks import check_row
from scoring.rows.one_sided_rows import Inked
from texts.field_ids import name_line, parse_field
from tournament.judging.ink_options import Choices, Option
from tournament.judging.lists.list_ink import ListRow, read_ink
from tournament.judging.lists.told_rows import ToldRow
from tournament.judging.mend import read_proposed_option, replace_proposals
from tournament.remarks import Doubt

_D = TypeVar("_D", bound=Doubt)


class ListMends:
    """Asked of a proposal, whether the rows that it changes become right by it, which they were not; only a cross may
    be missing in a row that is right by itself. Below a row that is not right, or a total that is off or left out,
    nobody knows which total is wrong.

    `rows`: in order.
    """

    def __init__(self, rows: Sequence[ToldRow]) -> None:
        self.rows, self._stands = rows, cache(self._find_standing)

    def __call__(self, proposal: Proposal) -> bool:
        """Whether its rows are right with it; a proposal for the sum row alone needs all rows to be right."""
        touched = {parse_field(change.field).line for change in proposal} - {"sum"}
        places = [n for n, told in enumerate(self.rows) if name_line(told.row.inked.number) in touched]
        known = {choices.id for n in places for choices in self.rows[n].row.all}
        if len(places) != len(touched) or any(
            change.field not in known and not parse_field(change.field).is_sum for change in proposal
        ):
            return False
        if not places:
            return all(map(self._stands, range(len(self.rows))))
        numbers = any(parse_field(change.field).kind in ("total", "value") for change in proposal)
        return all(
            not (numbers and self._stands(n))
            and (n == 0 or n - 1 in places or self._stands(n - 1))
            and not any(self._is_off(n, change) for change in proposal)
            and self._is_right(n, proposal)
            for n in places
        )

    def _find_standing(self, place: int) -> bool:
        """Whether the row is right as it stands."""
        told = self.rows[place]
        return not told.known if told.blank else self._is_right(place, ())

    def _is_off(self, place: int, change: Change) -> bool:
        """Whether it changes the row's total in a column in which one above is wrong, or the last one left out."""
        told, last = self.rows[place], self.rows[place - 1] if place else None
        seat = next((seat for seat, choices in enumerate(told.row.cells, 1) if choices.id == change.field), None)
        if seat is None:
            return False
        left_out = last is not None and last.row.inked.cells[seat - 1] is None and seat in last.hands
        return bool(told.evidence.above.off[seat - 1]) or left_out

    def _is_right(self, place: int, changes: Proposal) -> bool:
        """Whether all that is written in the row agrees on one game that can be."""
        told = self.rows[place]
        evidence = replace(told.evidence, inked=_change_row(told.row, changes))
        fitting = [] if evidence.inked.unread else evidence.list_fitting()
        if len(fitting) != 1:
            return False
        broken = check_row(evidence.games.rules, evidence.inked.make_row(fitting[0]), len(told.row.cells))
        return not any(finding.severity == "error" for finding in broken)


def mend_together(findings: Iterable[_D], mends: ListMends) -> tuple[_D, ...]:
    """The findings; what only together mends the row is proposed by each of them."""
    findings = tuple(findings)
    every = dict.fromkeys(change for one in findings for change in one.proposal or ())
    together = tuple(every) if len({change.field for change in every}) == len(every) else ()
    joint = together if together and mends(together) else None
    return replace_proposals(findings, lambda own: own if mends(own) else joint)


def _change_row(row: ListRow, changes: Proposal) -> Inked:
    """What stands in the row, by its ink's first choices or as its column demands, with these changes."""
    proposed = {change.field: change for change in changes}

    def find(choices: Choices) -> Option:
        change = proposed.get(choices.id or "")
        return row.read(choices) if change is None else read_proposed_option(choices, change)

    return read_ink(row, find)
