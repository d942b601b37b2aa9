"""Who sat where: printed names matched against the players' list, names given by hand, and a plain label for the rest.

A doubtful name is a finding, never a guess: a point written to the wrong player looks right on the wall.
"""

from __future__ import annotations

from collections.abc import Container, Sequence
from dataclasses import dataclass, field
from typing import Literal

from scanner.reading import Reading
from tournament.evening.name_matching import Printed, find_closest, match_names
from tournament.limits import LIMITS

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

    def find_drawn(self, round_: int | None, table: int | None) -> tuple[str, ...]:
        """Who was drawn to that table in that round; () where nobody knows."""
        return () if round_ is None or table is None else self.drawn.get((round_, table), ())

    def find_strays(self, places: Container[tuple[str, int]]) -> tuple[tuple[str, int, str], ...]:
        """Names given by hand for a sheet or a seat that is not among `places`: sheet as written, seat, name."""
        return tuple((*place, name) for place, name in self.given.items() if place not in places)

    def name_seats(
        self, sheet: int, photo: str, printed: Sequence[Reading | None], labels: Sequence[str],
        drawn: Sequence[str] = (), checks: Sequence[str] = (),
    ) -> tuple[Seated, ...]:
        """The names at a table, by seat: given for sheet number `sheet` or the photo, else printed, else the label.

        `drawn`: who was drawn there; `checks`: the check letters of the names printed on the sheet, () for none.
        """
        places = range(1, len(labels) + 1)
        given = {seat: name for seat in places
                 if (name := self.given.get((str(sheet), seat)) or self.given.get((photo.casefold(), seat)))}
        words = {seat: (reading, Printed(" ".join(reading.text.split()), check)) for seat, reading, check
                 in zip(places, printed, checks or [""] * len(labels), strict=True)
                 if seat not in given and reading is not None and reading.text.strip()}
        found = match_names(
            {seat: one for seat, (_, one) in words.items()}, self.players, drawn, tuple(given.values()), LIMITS)
        return tuple(
            Seated(given[seat], "given") if seat in given
            else Seated(found[seat], "matched") if seat in found
            else self._take_printed(*words[seat], label) if seat in words
            else Seated(label, "label")
            for seat, label in zip(places, labels, strict=True)
        )

    def _take_printed(self, reading: Reading, words: Printed, label: str) -> Seated:
        """A name that the list does not settle: taken as printed where there is no list and no doubt."""
        if self.players:
            return Seated(label, "label", words.text, find_closest(words.text, self.players))
        sure = reading.confidence >= LIMITS.name_confidence and not reading.flags
        return Seated(words.text, "printed") if sure else Seated(label, "label", words.text)
