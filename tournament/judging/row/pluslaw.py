"""The rules at a table that wrote for one side only, mostly plus points: what is written stands for a full row, or for
none."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import lru_cache

from scoring.checks import check_row
from scoring.findings import Finding
from scoring.rows.reconstruct import Inked, Rebuilt, Side, rebuild_from_one_side
from scoring.rows.row import Row
from tournament.judging.row.joint_readings import RowValues
from tournament.judging.row.row_rules import RowLaw, keep_answerable
from tournament.judging.row.transcribe import WrittenRow, WrittenSheet
from tournament.numbers import parse_number


def find_printed_side(written: WrittenSheet) -> Side | None:
    """Plus, where the sheet was printed for the points of each game, plus points only."""
    plus = written.code is not None and written.code.style in ("points", "full") and written.code.plus
    return "plus" if plus else None


def list_struck_out(rows: tuple[WrittenRow, ...]) -> Mapping[int, int]:
    """Per row number the one seat that is struck out; where several are, a stroke is as good as nothing."""
    found = {row.game: [seat for seat, cell in enumerate(row.cells, 1) if cell and _is_struck(cell.text)]
             for row in rows}
    return {number: seats[0] for number, seats in found.items() if len(seats) == 1}


def _is_struck(text: str) -> bool:
    return parse_number(text).mark == "slash"


def certain_deal(row: Row) -> int | None:
    """Whose deal it is, as far as that is certain: below an offence crossed among the games nobody knows (0) whether
    the players went on by the paper's rows or by the games, and blank cells do not tell."""
    return row.deal if row.game in (None, row.number) else 0


class OneSideLaw(RowLaw):
    """As `RowLaw`; the rows that it speaks of are the full ones. `sits`: per row number, the seat struck out."""

    sits: Mapping[int, int]
    rebuilt: Callable[[int, RowValues], Rebuilt]
    side: Side

    @classmethod
    def of(cls, law: RowLaw, sits: Mapping[int, int], side: Side) -> OneSideLaw:
        """The same law where only the points of that side are written."""
        one = cls(law.rules, law.seats, law.numbers, law.games, law.offences, law.limits, crosses=law.crosses)
        one.sits, one.side = sits, side
        one.rebuilt = lru_cache(maxsize=None)(one._rebuild)  # each reading of a row is asked about several times
        return one

    def keeping(self, games: Mapping[int, int]) -> OneSideLaw:
        """The same law at a table that kept another rotation."""
        return OneSideLaw.of(super().keeping(games), self.sits, self.side)

    def row(self, number: int, values: RowValues) -> Row:
        """The full row; one without points where it cannot be told."""
        return self.rebuilt(number, values).row

    def counted(self, number: int, values: RowValues) -> tuple[int | None, ...]:
        """The points of the full row."""
        return self.row(number, values).points

    def _rebuild(self, number: int, values: RowValues) -> Rebuilt:
        row = super().row(number, values)
        unread = tuple(seat for seat, points in enumerate(row.points, 1) if points is None)
        inked = Inked(number, row.points, unread, row.solo, row.offence, self.sits.get(number), row.game,
                      certain_deal(row))
        return rebuild_from_one_side(self.rules, inked, self.side)

    def _findings(self, number: int, values: RowValues) -> tuple[Finding, ...]:
        """What rebuilding found, and what the full row breaks; cells that cannot be read are told of one by one."""
        rebuilt = self.rebuilt(number, values)
        told = (one for one in rebuilt.findings if not one.sentence.startswith("faults.rebuilt.unread"))
        own = tuple(map(self._weigh_finding, told))
        broken = (replace(finding, proposal=None) for finding in check_row(self.rules, rebuilt.row, self.seats))
        return keep_answerable((*own, *broken), self.crosses)

    def _weigh_finding(self, finding: Finding) -> Finding:
        """One number alone without a cross, where the sheet has boxes for solos: a partner's is missing far oftener
        than a stille Hochzeit is played, so somebody must look."""
        lone = finding.sentence == "faults.rebuilt.lone"
        return replace(finding, severity="warning") if self.crosses and lone else finding
