"""Who sat where: printed names matched against the players' list, names given by hand, and a plain label for the rest.

A doubtful name is a finding, never a guess: a point written to the wrong player looks right on the wall.
"""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass, field
from typing import Literal

from rapidfuzz import fuzz, process, utils

from scanner.reading import Reading
from tournament.limits import LIMITS, Limits

Source = Literal["given", "matched", "printed", "label"]
"""given: by `--names`; matched: printed and found in the players' list; printed: taken as printed; label: sheet and
seat."""


@dataclass(frozen=True, slots=True)
class Seated:
    """The name at one seat. `doubt`: the printed words that were not taken, with the closest names of the list."""

    name: str
    source: Source
    doubt: str | None = None
    closest: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Roster:
    """The players' list, the names given by hand, and the draw; all may be empty.

    `given`: (sheet as written there, lower case; seat from 1) -> name. `drawn`: (round, table) -> who was drawn there.
    """

    players: tuple[str, ...] = ()
    given: dict[tuple[str, int], str] = field(default_factory=dict)
    drawn: dict[tuple[int, int], tuple[str, ...]] = field(default_factory=dict)

    def at(self, round_: int | None, table: int | None) -> tuple[str, ...]:
        """Who was drawn to that table in that round; () where nobody knows."""
        return () if round_ is None or table is None else self.drawn.get((round_, table), ())

    def strays(self, places: Container[tuple[str, int]]) -> tuple[tuple[str, int, str], ...]:
        """Names given by hand for a sheet or a seat that is not among `places`: sheet as written, seat, name."""
        return tuple((*place, name) for place, name in self.given.items() if place not in places)

    def seat(self, sheet: int, photo: str, seat: int, printed: Reading | None, label: str) -> Seated:
        """The name at `seat` of sheet number `sheet`: given by number or photo name, else printed, else `label`."""
        given = self.given.get((str(sheet), seat)) or self.given.get((photo.casefold(), seat))
        if given:
            return Seated(given, "given")
        if printed is None or not printed.text.strip():
            return Seated(label, "label")
        return self._printed(printed, label, LIMITS)

    def _printed(self, printed: Reading, label: str, limits: Limits) -> Seated:
        words = " ".join(printed.text.split())
        if not self.players:
            sure = printed.confidence >= limits.name_confidence and not printed.flags
            return Seated(words, "printed") if sure else Seated(label, "label", words)
        return self._matched(words, label, limits)

    def _matched(self, words: str, label: str, limits: Limits) -> Seated:
        ranked = process.extract(words, self.players, scorer=fuzz.ratio, processor=utils.default_process, limit=2)
        runner_up = ranked[1][1] if len(ranked) > 1 else 0.0
        name, score = ranked[0][:2]
        if score >= limits.name_score and score - runner_up >= limits.name_margin:
            return Seated(name, "matched")
        return Seated(label, "label", words, tuple(entry[0] for entry in ranked if entry[1] > 0))
