"""Who sat where: names given by hand, start numbers, printed names, the draw, and a label for all other seats.

A doubtful name becomes a finding and is never guessed: points of the wrong player look right on the wall.
"""

from __future__ import annotations

from collections.abc import Collection, Container, Sequence
from dataclasses import dataclass, field
from typing import Literal

from scanner.sheet_reading import DrawnNames, Reading
from templates.sheet_code import find_proved
from tournament.evening.name_matching import Printed, find_closest, match_names
from tournament.evening.start_numbers import find_likely, is_written, match_starts
from tournament.judging.judging_limits import LIMITS

Source = Literal["given", "start", "matched", "printed", "label"]
"""given: by `--names`; start: by the start number that the players wrote; matched: printed, and found in the players'
list; printed: taken as printed, without a list; label: no name is known, and the seat is called "Bogen 3, Platz 2"."""

Why = Literal["name", "struck", "unread", "start"]
"""Why a name is not known. name: nothing, or nothing certain, was read; struck: the printed name is struck out; unread:
Tesseract is missing; start: the start number is in doubt, or nobody's."""


@dataclass(frozen=True, slots=True)
class Seated:
    """The name at one seat. `doubt`: what was read and not taken; `closest`: who it may be; `why`: where no name is
    known."""

    name: str
    source: Source
    doubt: str | None = None
    closest: tuple[str, ...] = ()
    why: Why = "name"


@dataclass(frozen=True, slots=True)
class Roster:
    """The players' list, the names given by hand, the draw and the start numbers. All of them may be empty.

    `given`: (sheet as written there, lower case; seat from 1) -> name. `drawn`: (round, table) -> who was drawn there.
    `starts`: start number -> name. `tournament`: the short id that the codes of this tournament's sheets have.
    `stand_ins`: (round, name of who plays there, lower case) -> the player to whom the points count.
    `former`: a name that was put right since, lower case -> the player's name now.
    """

    players: tuple[str, ...] = ()
    given: dict[tuple[str, int], str] = field(default_factory=dict)
    drawn: dict[tuple[int, int], tuple[str, ...]] = field(default_factory=dict)
    starts: dict[int, str] = field(default_factory=dict)
    tournament: str = ""
    stand_ins: dict[tuple[int, str], str] = field(default_factory=dict)
    former: dict[str, str] = field(default_factory=dict)

    def find_player(self, round_: int | None, name: str) -> str:
        """To whom the points of that name count in that round."""
        return name if round_ is None else self.stand_ins.get((round_, name.casefold()), name)

    @property
    def drawn_names(self) -> DrawnNames:
        """The draw as the scanner needs it, which then asks no Tesseract for these names."""
        return DrawnNames(self.drawn, self.tournament, self.players if self.tournament else ())

    def find_drawn(self, round_: int | None, table: int | None) -> tuple[str, ...]:
        """Who was drawn to that table in that round; () without a draw, a round or a table."""
        return () if round_ is None or table is None else self.drawn.get((round_, table), ())

    def find_counted(self, round_: int | None, table: int | None) -> tuple[str, ...]:
        """To whom the points of that table count, also where somebody else sits there for a player."""
        return tuple(self.find_player(round_, name) for name in self.find_drawn(round_, table))

    def is_other_tournament(self, tournament: str) -> bool:
        """Whether a sheet with this short id in its code belongs to another tournament; "" belongs to any."""
        return bool(tournament and self.tournament and tournament != self.tournament)

    def find_strays(self, places: Container[tuple[str, int]]) -> tuple[tuple[str, int, str], ...]:
        """Names given by hand for places that do not exist: (sheet as written, seat, name)."""
        return tuple((*place, name) for place, name in self.given.items() if place not in places)

    def name_seats(
        self,
        sheet: int,
        photo: str,
        printed: Sequence[Reading | None],
        labels: Sequence[str],
        drawn: Sequence[str] = (),
        checks: Sequence[str] = (),
        starts: Sequence[Reading | None] = (),
    ) -> tuple[Seated, ...]:
        """The names at a table, by seat: the given one, else by start number, else the printed one, else the label.

        Names are given for a sheet's number or for its photo. `printed`: what was read at each seat. `labels`: the
        seats' labels. `drawn`: who was drawn to this table. `checks`: the check letters of the printed names by seat,
        () for none. `starts`: what was read in the boxes for start numbers, () for none.
        """
        places = range(1, len(labels) + 1)
        given = {
            seat: name
            for seat in places
            if (name := self.given.get((str(sheet), seat)) or self.given.get((photo.casefold(), seat)))
        }
        boxes = self._list_written(starts, given)
        numbered = match_starts(boxes, self.starts, drawn, tuple(given.values()))
        prints = {
            seat: reading
            for seat, reading in zip(places, printed, strict=True)
            if reading is not None and seat not in given and seat not in boxes
        }
        words = {
            seat: self._rename(_read_words(reading, checks[seat - 1] if checks else "", drawn))
            for seat, reading in prints.items()
        }
        words = {seat: one for seat, one in words.items() if one.text}
        known = given | numbered
        known |= match_names(words, self.players, drawn, tuple(known.values()), LIMITS)
        left = tuple(name for name in drawn if name not in known.values())
        return tuple(
            Seated(given[seat], "given")
            if seat in given
            else Seated(numbered[seat], "start")
            if seat in numbered
            else Seated(known[seat], "matched")
            if seat in known
            else self._ask_by_start(boxes[seat], label, left)
            if seat in boxes
            else self._take_printed(prints[seat], words[seat], label, left)
            if seat in words
            else _ask_by_print(prints.get(seat), label, left)
            for seat, label in zip(places, labels, strict=True)
        )

    def _rename(self, words: Printed) -> Printed:
        """The name that the player has now, on a sheet that was printed with an earlier one."""
        now = self.former.get(words.text.casefold()) if words.trusted else None
        return words if now is None else Printed(now)

    def _list_written(self, starts: Sequence[Reading | None], given: Collection[int]) -> dict[int, Reading]:
        """The boxes that name a player, by seat from 1: none where nobody has a start number."""
        boxes = enumerate(starts if self.starts else (), 1)
        return {seat: box for seat, box in boxes if box is not None and seat not in given and is_written(box)}

    def _ask_by_start(self, box: Reading, label: str, left: tuple[str, ...]) -> Seated:
        """A start number that names nobody for certain."""
        return Seated(label, "label", box.text or "?", left or find_likely(box, self.starts), "start")

    def _take_printed(self, reading: Reading, words: Printed, label: str, left: tuple[str, ...]) -> Seated:
        """A printed name that matches no player: taken as printed where there is no list and it was read surely."""
        if self.players:
            return Seated(label, "label", words.text, left or find_closest(words.text, self.players))
        sure = reading.confidence >= LIMITS.name_confidence and not reading.flags
        return Seated(words.text, "printed") if sure else Seated(label, "label", words.text, left)


def _read_words(reading: Reading, check: str, drawn: Sequence[str]) -> Printed:
    """The printed words; where nothing was read, the drawn name that the check letters prove. None where they are
    struck out."""
    if "overwritten" in reading.flags:
        return Printed("")
    return Printed(" ".join(reading.text.split()) or find_proved(drawn, check), check)


def _ask_by_print(reading: Reading | None, label: str, left: tuple[str, ...]) -> Seated:
    """A seat at which no name was read, or a struck-out one."""
    flags = () if reading is None else reading.flags
    if reading is not None and "overwritten" in flags:
        return Seated(label, "label", reading.text or "?", left, "struck")
    return Seated(label, "label", None, left, "unread" if "unread" in flags else "name")
