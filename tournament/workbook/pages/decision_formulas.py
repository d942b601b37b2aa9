"""Formulas that follow a decision chosen in `Prüfung`: what an open row counts then, and whether it is settled."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from texts.languages import Lang
from texts.sentences import say
from tournament.judging.row.judged import PLAYERS
from tournament.review.game_rows import Decision, RowChoice


@dataclass(frozen=True, slots=True)
class DecisionCell:
    """Where the decision on a row of `Spiele` is chosen ('Prüfung'!$I$4), and what may be chosen."""

    cell: str
    choice: RowChoice

    def make_points(self, seat: int, lang: Lang) -> str:
        """The formula of a seat's points; "" where every decision leaves them as they are."""
        now = self.choice.now[seat - 1]
        kinds: tuple[Decision, ...] = ("accept", "as-written")
        offered = zip(kinds, (self.choice.accepted, self.choice.written), strict=True)
        changed = [(kind, points[seat - 1]) for kind, points in offered if points and points[seat - 1] != now]
        formula = _write(now)
        for kind, value in changed:
            formula = f"IF({self._ask(kind, lang)},{_write(value)},{formula})"
        return f"={formula}" if changed else ""

    def make_status(self, cells: Sequence[str], lang: Lang) -> str:
        """The formula of the row's status. `cells`: its points. "Punkte" settles a row once points are typed in: all
        of them, and others than those that another decision would keep."""
        is_open, is_ok = (say(lang, f"workbook.status.{status}") for status in ("review", "ok"))
        untyped = [f"COUNT({cells[0]}:{cells[-1]})<{PLAYERS}"]
        if self.choice.keeps_now:
            same = (f"{cell}={_write(points)}" for cell, points in zip(cells, self.choice.now, strict=True))
            untyped.append(f"AND({','.join(same)})")
        waiting = f"AND({self._ask('points', lang)},OR({','.join(untyped)}))"
        return f'=IF(OR({self.cell}="",{waiting}),"{is_open}","{is_ok}")'

    def _ask(self, kind: Decision, lang: Lang) -> str:
        return f'{self.cell}="{say(lang, f"workbook.decision.{kind}")}"'


def _write(points: int | None) -> str:
    return '""' if points is None else str(points)
