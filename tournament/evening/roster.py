"""Who sat where: names given by hand, printed names matched with the players' list, and a label for all other seats.

A doubtful name becomes a finding and is never guessed: points of the wrong player look right on the wall.
"""

from __future__ import annotations

from collections.abc import Container, Sequence
from dataclasses import dataclass, field
from typing import Literal

from scanner.reading import Reading
from tournament.evening.name_matching import Printed, find_closest, match_names
from tournament.limits import LIMITS

Source = Literal["given", "matched", "printed", "label"]
"""given: by `--names`; matched: printed, and found in the players' list; printed: taken as printed, without a list;
label: no name is known, and the seat is called "Bogen 3, Platz 2"."""


@dataclass(frozen=True, slots=True)
class Seated:
    """The name at one seat. `doubt`: printed words that were not taken; `closest`: the list's names most like them."""

    name: str
    source: Source
    doubt: str | None = None
    closest: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Roster:
    """The players' list, the names given by hand, and the draw. All of them may be empty.

    `given`: (sheet as written there, lower case; seat from 1) -> name. `drawn`: (round, table) -> who was drawn there.
    """

    players: tuple[str, ...] = ()
    given: dict[tuple[str, int], str] = field(default_factory=dict)
    drawn: dict[tuple[int, int], tuple[str, ...]] = field(default_factory=dict)

    def find_drawn(self, round_: int | None, table: int | None) -> tuple[str, ...]:
        """Who was drawn to that table in that round; () without a draw, a round or a table."""
        return () if round_ is None or table is None else self.drawn.get((round_, table), ())

    def find_strays(self, places: Container[tuple[str, int]]) -> tuple[tuple[str, int, str], ...]:
        """Names given by hand for places that do not exist: (sheet as written, seat, name)."""
        return tuple((*place, name) for place, name in self.given.items() if place not in places)

    def name_seats(
        self, sheet: int, photo: str, printed: Sequence[Reading | None], labels: Sequence[str],
        drawn: Sequence[str] = (), checks: Sequence[str] = (),
    ) -> tuple[Seated, ...]:
        """The names at a table, by seat: the given one, else the printed one, else the label.

        Names are given for a sheet's number or for its photo. `printed`: what was read at each seat. `labels`: the
        seats' labels. `drawn`: who was drawn to this table. `checks`: the check letters of the printed names by seat,
        () for none.
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
        """A printed name that matches no player: taken as printed where there is no list and it was read surely."""
        if self.players:
            return Seated(label, "label", words.text, find_closest(words.text, self.players))
        sure = reading.confidence >= LIMITS.name_confidence and not reading.flags
        return Seated(words.text, "printed") if sure else Seated(label, "label", words.text)
