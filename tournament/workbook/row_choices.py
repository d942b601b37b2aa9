"""What a person may decide of an open row in the workbook, and what the row counts then."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from scoring.findings import Proposal
from tournament.judging.row.judged import JudgedRow, RowPoints, is_whole
from tournament.judging.written_sheet import parse_number
from tournament.remarks import Doubt

Decision = Literal["accept", "as-written", "points"]


@dataclass(frozen=True, slots=True)
class RowChoice:
    """The points of an open row, by seat: `now`, until somebody decides; `accepted`, with the proposal, or as they
    count now where nothing is proposed; `written`, as the ink says. None for a decision that the row does not offer."""

    now: RowPoints
    accepted: RowPoints | None = None
    written: RowPoints | None = None

    @property
    def decisions(self) -> tuple[Decision, ...]:
        """The decisions that it offers; points can always be typed in."""
        accept: tuple[Decision, ...] = () if self.accepted is None else ("accept",)
        written: tuple[Decision, ...] = () if self.written is None else ("as-written",)
        return (*accept, *written, "points")

    @property
    def keeps_now(self) -> bool:
        """Whether some decision says that the points stay as they are now."""
        return self.now in (self.accepted, self.written)


def list_choices(row: JudgedRow, findings: Sequence[Doubt], *, plain: bool) -> RowChoice:
    """What may be decided of the row. `findings`: those that a person is shown; `plain`: whether each cell of the row
    holds the points of its seat, signs and all: on no list of totals, and not where one side's points are written."""
    inked = row.points if row.provisional == "written" else _read_written(row) if plain else ()
    written = inked if is_whole(inked) else None
    proposals = {finding.proposal for finding in findings if finding.proposal}
    if not proposals:
        keep = row.provisional == "likeliest" and row.points != written and is_whole(row.points)
        return RowChoice(row.points, row.points if keep else None, written)
    accepted = _apply(row, *proposals) if len(proposals) == 1 else None
    return RowChoice(row.points, accepted, written)


def _read_written(row: JudgedRow) -> RowPoints:
    """The points as the ink has them; none where a cell cannot be read."""
    cells = [parse_number(text) for text in row.written]
    if any(cell.mark == "illegible" for cell in cells):
        return ()
    return tuple(
        None if cell.empty and points is None else cell.points for cell, points in zip(cells, row.points, strict=True)
    )


def _apply(row: JudgedRow, proposal: Proposal) -> RowPoints | None:
    """The row's points with the proposal; None where its crosses for solo or offence count otherwise then, or another
    row is changed as well."""
    own = all(change.field.startswith(f"{row.place}.") for change in proposal)
    mended = row.mended.get(proposal) if own else None
    same = mended is not None and (mended.solo, mended.offence) == (row.solo, row.offence)
    return mended.points if mended and same and is_whole(mended.points) else None
