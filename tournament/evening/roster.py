"""Who sat where: names given by hand, start numbers, printed names, the draw, and a label for all other seats.

A doubtful name becomes a finding and is never guessed: points of the wrong player look right on the wall.

Start numbers that players wrote into the boxes of a blank sheet are weighed for all seats of a table together: nobody
sits at two of them, and those who were drawn to the table are far likelier there than others. A number that stays in
doubt names nobody.
"""

from __future__ import annotations

from collections.abc import Collection, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from scanner.sheet_reading import DrawnNames, Reading
from templates.sheet_code import find_proved, make_check
from tournament.draw.table_sizes import SPRINGER_MARK
from tournament.evening.evening_limits import EVENING_LIMITS
from tournament.evening.name_matching import Printed, match_names
from tournament.judging.written_sheet import NOWHERE, WrittenSheet, parse_box, read_clear_number
from tournament.near_names import find_closest

STRANGER = 0.005
"""P(one particular player sits here who was drawn to another table), relative to one who was drawn to this one. Of
16,000 drawn seats with one stranger in fifty (`dev.benchmarks.judge starts`) 824 are asked about and 7 named wrongly; a
third of it asks about 631, three times as much about 1,013, and names 7 and 6 wrongly."""
SURE = 0.995
"""A player must be at least this likely at a seat, or a person is asked. A wrong one would get another's points."""
UNNAMED, PART = 0.003, 0.1
"""At a drawn table, the share of the probability missing from the reader's candidates that is given to the drawn
players: mostly the number is none of theirs. The second is for a number that is part of another drawn one (12 of 112),
a digit of which may be hidden. On the same seats a third and three times the first ask about 685 and 895, of the second
about 817 and 839; the wrong names stay 7."""
_FEWEST = 1e-4
"""Candidates of a number below this probability are left out."""
NOBODY = ""

Seats = Mapping[int, Reading]
"""The boxes in which something is written, by seat from 1."""


def match_starts(
    boxes: Seats, starts: Mapping[int, str], drawn: Collection[str], taken: Sequence[str] = ()
) -> dict[int, str]:
    """By seat the players that are certain by their start numbers; other seats are left out.

    `starts`: the players by start number. `drawn`: who was drawn to this table, () if unknown. `taken`: who is known to
    sit at the table's other seats.
    """
    if not starts:
        return {}
    options = {seat: _weigh_players(box, starts, drawn) for seat, box in boxes.items()}
    ways = list(_list_ways(list(options.values()), taken))
    total = sum(weight for _, weight in ways)
    found = {}
    for place, (seat, players) in enumerate(options.items()):
        for name in filter(None, players):
            if sum(weight for names, weight in ways if names[place] == name) >= SURE * total:
                found[seat] = name
    return found


def is_written(box: Reading) -> bool:
    """Whether something is written, or may be, in the box."""
    return bool(box.text or box.flags) or box.confidence < EVENING_LIMITS.clear_ink


def find_likely(box: Reading, starts: Mapping[int, str]) -> tuple[str, ...]:
    """At most two players whose numbers are the likeliest readings of the box."""
    names = (starts.get(parse_box(text) or 0, NOBODY) for text, _ in box.candidates)
    return tuple(filter(None, names))[:2]


def _weigh_players(box: Reading, starts: Mapping[int, str], drawn: Collection[str]) -> dict[str, float]:
    """By player the weight that they wrote this number; `NOBODY` has the weight of all others.

    Clear ink is not doubted: if it is a player's number it is that player, and otherwise nobody.
    """
    clear = read_clear_number(box)
    if clear is not None:
        return {NOBODY: _FEWEST} | {starts.get(clear, NOBODY): 1.0}
    weights: dict[str, float] = {}
    for text, chance in box.candidates:
        name = starts.get(parse_box(text) or 0, NOBODY)
        if name and chance > _FEWEST:
            weights[name] = weights.get(name, 0.0) + chance * (STRANGER if drawn and name not in drawn else 1.0)
    unnamed = max(0.0, 1.0 - sum(chance for text, chance in box.candidates if parse_box(text) in starts))
    others = [str(number) for number, name in starts.items() if name in drawn and str(number) != box.text]
    share = 1.0 if not drawn else PART if any(box.text in number for number in others) else UNNAMED
    return weights | {NOBODY: unnamed * share + _FEWEST}


def _list_ways(
    options: Sequence[Mapping[str, float]], taken: Collection[str]
) -> Iterator[tuple[tuple[str, ...], float]]:
    """Every way to seat the players, nobody twice and nobody who is `taken`, with its weight."""
    if not options:
        yield (), 1.0
        return
    for rest, weight in _list_ways(options[1:], taken):
        yield from (
            ((name, *rest), weight * chance)
            for name, chance in options[0].items()
            if name == NOBODY or name not in (*rest, *taken)
        )


def find_swapped(prints: Seats, drawn: Sequence[str], checks: Sequence[str]) -> dict[int, str]:
    """For seats whose printed name is struck out: the player who is there by the draw now, since somebody entered after
    printing who changed seats. Empty if a name that is not struck out differs from the draw, too: then the round was
    drawn again, and the draw does not apply to this sheet."""
    other = {
        seat for seat, (name, check) in enumerate(zip(drawn, checks, strict=False), 1) if make_check(name) != check
    }
    struck = {seat for seat, reading in prints.items() if "overwritten" in reading.flags}
    return {seat: drawn[seat - 1] for seat in other} if len(drawn) == len(checks) and other <= struck else {}


def prove_names(
    prints: Sequence[Reading | None], names: Sequence[str], checks: Sequence[str]
) -> tuple[Reading | None, ...]:
    """The printed names by seat, with those of `names` that the check letters prove where nothing was read."""
    pairs = zip(prints, checks or ("",) * len(prints), strict=True)
    return tuple(
        one if one is None or one.text or one.flags else replace(one, text=find_proved(names, check))
        for one, check in pairs
    )


Source = Literal["given", "start", "matched", "printed", "label"]
"""given: by `--names`; start: by the start number that the players wrote; matched: printed, and found in the players'
list; printed: taken as printed, without a list; label: no name is known, and the seat is called "Bogen 3, Platz 2"."""

Why = Literal["name", "stranger", "struck", "unread", "start"]
"""Why a name is unknown. name: nothing, or nothing certain, was read; stranger: what was read resembles no player's
name; struck: the printed name is struck out; unread: Tesseract is missing; start: the start number is in doubt, or
nobody's."""


@dataclass(frozen=True, slots=True)
class Seated:
    """The name at one seat. `doubt`: what was read but not used. `closest`: who it may be. `why`: why no name is known,
    if so."""

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
    `stand_ins`: (round, name of who plays there, lower case) -> the player to whom the points count. `former`: a name
    that was corrected since, lower case -> the player's name now. `frozen`: by closed round the roster with which it
    was closed, if it differs from today's. `today`, in such a frozen roster: a name of then, lower case -> the player's
    name now. `planned`: how many rounds are to be played, 0 if unknown. `cancelled`: those that are not played after
    all.
    """

    players: tuple[str, ...] = ()
    given: dict[tuple[str, int], str] = field(default_factory=dict)
    drawn: dict[tuple[int, int], tuple[str, ...]] = field(default_factory=dict)
    starts: dict[int, str] = field(default_factory=dict)
    tournament: str = ""
    stand_ins: dict[tuple[int, str], str] = field(default_factory=dict)
    former: dict[str, str] = field(default_factory=dict)
    frozen: dict[int, Roster] = field(default_factory=dict)
    today: dict[str, str] = field(default_factory=dict)
    planned: int = 0
    cancelled: frozenset[int] = frozenset()

    def at(self, round_: int | None) -> Roster:
        """The roster of that round."""
        kept = self.frozen.get(round_ or 0)
        return self if kept is None else replace(kept, given=self.given)

    def name_today(self, name: str) -> str:
        """What the player of that name is called now."""
        return self.today.get(name.casefold(), name)

    def find_player(self, round_: int | None, name: str) -> str:
        """The player to whom points under that name count in that round."""
        return name if round_ is None else self.stand_ins.get((round_, name.casefold()), name)

    def find_seated(self, round_: int | None, name: str, drawn: Collection[str]) -> str:
        """The same at a table with those `drawn` to it, where a player's name or start number may mean the Springer."""
        guest = name + SPRINGER_MARK
        return guest if guest in drawn and name not in drawn else self.find_player(round_, name)

    @property
    def drawn_names(self) -> DrawnNames:
        """The draw in the form that the scanner takes, so that it need not run Tesseract for these names."""
        return DrawnNames(self.drawn, self.tournament, self.players if self.tournament else ())

    def find_drawn(self, round_: int | None, table: int | None) -> tuple[str, ...]:
        """Who was drawn to that table in that round; () without a draw, a round or a table."""
        return () if round_ is None or table is None else self.drawn.get((round_, table), ())

    def find_counted(self, round_: int | None, table: int | None) -> tuple[str, ...]:
        """The players to whom the points of that table count, also where somebody else plays for them."""
        return tuple(self.name_today(self.find_player(round_, name)) for name in self.find_drawn(round_, table))

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
        written = enumerate(starts if self.starts else (), 1)  # none where nobody has a start number
        boxes = {seat: box for seat, box in written if box is not None and seat not in given and is_written(box)}
        numbered = match_starts(boxes, self.starts, drawn, tuple(given.values()))
        prints = {
            seat: reading
            for seat, reading in zip(places, printed, strict=True)
            if reading is not None and seat not in given and seat not in boxes
        }
        words: dict[int, Printed] = {}
        for seat, reading in prints.items():
            one = _read_words(reading, checks[seat - 1] if checks else "", drawn)
            now = self.former.get(one.text.casefold()) if one.trusted else None  # it was printed with an earlier name
            if one.text:
                words[seat] = one if now is None else Printed(now)
        known = given | numbered
        known |= match_names(words, self.players, drawn, tuple(known.values()), EVENING_LIMITS)
        known |= {
            seat: name for seat, name in find_swapped(prints, drawn, checks).items() if name not in known.values()
        }
        left = tuple(name for name in drawn if name not in known.values())
        return part_claims(
            Seated(known[seat], "given" if seat in given else "start" if seat in numbered else "matched")
            if seat in known
            else self._ask(label, left, boxes.get(seat), prints.get(seat), words.get(seat))
            for seat, label in zip(places, labels, strict=True)
        )

    def _ask(
        self, label: str, left: tuple[str, ...], box: Reading | None, printed: Reading | None, words: Printed | None
    ) -> Seated:
        """A seat whose player is not certain. Without a players' list its `printed` name is taken as it is, if it was
        read with enough confidence. `left`: who was drawn to the table and has no seat yet."""
        if box is not None:
            return Seated(label, "label", box.text or "?", left or find_likely(box, self.starts), "start")
        flags = () if printed is None else printed.flags
        if printed is not None and words is not None:
            if self.players:
                near = find_closest(words.text, left) or find_closest(words.text, self.players)
                return Seated(label, "label", words.text, near or left, "name" if near else "stranger")
            sure = printed.confidence >= EVENING_LIMITS.name_confidence and not flags
            return Seated(words.text, "printed") if sure else Seated(label, "label", words.text, left)
        if printed is not None and "overwritten" in flags:
            return Seated(label, "label", printed.text or "?", left, "struck")
        return Seated(label, "label", None, left, "unread" if "unread" in flags else "name")


def part_claims(seats: Iterable[Seated]) -> tuple[Seated, ...]:
    """The seats; of several who may be meant at one, those who are the only ones at another are left out."""
    seated = tuple(seats)
    named = [who for who in seated if who.doubt is not None and who.why == "name"]
    alone = {who.closest[0] for who in named if len(who.closest) == 1}
    parted = tuple(
        replace(who, closest=rest)
        if who in named and len(who.closest) > 1 and (rest := tuple(one for one in who.closest if one not in alone))
        else who
        for who in seated
    )
    return parted if parted == seated else part_claims(parted)


def _read_words(reading: Reading, check: str, drawn: Sequence[str]) -> Printed:
    """The printed words; if nothing was read, the drawn name that the check letters prove; "" if they are struck
    out."""
    if "overwritten" in reading.flags:
        return Printed("")
    return Printed(" ".join(reading.text.split()) or find_proved(drawn, check), check)


def find_players(source: WrittenSheet, number: int, roster: Roster, labels: Sequence[str]) -> tuple[Seated, ...]:
    """Who sat at each seat. Print is trusted where the sheet's code says that names are printed."""
    code = source.code
    print_known = code is not None and code.named
    matchable = code is None and roster.players  # a foreign sheet's names may be handwriting: only the list's
    printed = source.names if print_known or matchable else (None,) * source.seats
    drawn = roster.find_drawn(source.round, source.table)
    checks = () if code is None else code.checks
    if code is not None and source.moved != NOWHERE:  # its names are those of the table that it was printed for
        printed = prove_names(printed, roster.find_drawn(code.round, code.table), checks)
    seated = roster.name_seats(number, source.photo, printed, labels, drawn, checks, source.starts)
    names = [roster.find_seated(source.round, one.name, drawn) for one in seated]
    return tuple(
        replace(one, name=name if one.source in ("given", "label") else roster.name_today(name))
        for one, name in zip(seated, names, strict=True)
    )
