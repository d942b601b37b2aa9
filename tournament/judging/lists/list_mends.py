"""Whether a proposal mends a row of a list: every proposal passes here before anybody sees it.

Totals, value and winners of a row may all be wrong, each with a finding of its own. What mends the row only together is
proposed together; what does not mend it is not proposed, nor anything in a row that is right. The finding stays.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import TypeVar

from scoring.findings import Change, Proposal
from texts.field_ids import name_line, parse_field
from tournament.judging.lists.told_rows import ToldRow
from tournament.judging.mend import is_right, replace_proposals
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
        known = {field for n in places for field in self.rows[n].fields}
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
            and is_right(self.rows[n], [change for change in proposal if change.field in self.rows[n].fields])
            for n in places
        )

    def _find_standing(self, place: int) -> bool:
        """Whether the row is right as it stands."""
        told = self.rows[place]
        return not told.known if told.blank else is_right(told, ())

    def _is_off(self, place: int, change: Change) -> bool:
        """Whether it changes the row's total in a column in which one above is wrong, or the last one left out."""
        told, last = self.rows[place], self.rows[place - 1] if place else None
        seat = next((seat for seat, choices in enumerate(told.row.cells, 1) if choices.id == change.field), None)
        if seat is None:
            return False
        left_out = last is not None and last.row.inked.cells[seat - 1] is None and seat in last.hands
        return bool(told.evidence.above.off[seat - 1]) or left_out


def mend_together(findings: Iterable[_D], mends: ListMends) -> tuple[_D, ...]:
    """The findings; what only together mends the row is proposed by each of them."""
    findings = tuple(findings)
    every = dict.fromkeys(change for one in findings for change in one.proposal or ())
    together = tuple(every) if len({change.field for change in every}) == len(every) else ()
    joint = together if together and mends(together) else None
    return replace_proposals(findings, lambda own: own if mends(own) else joint)
