"""Who sits where by the start numbers that the players wrote into the boxes of a blank sheet.

All seats of a table are weighed together: nobody sits at two of them, and those who were drawn to the table are far
likelier there than others. A number that stays in doubt names nobody.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from scanner.sheet_reading import Reading
from tournament.judging.judging_limits import LIMITS
from tournament.judging.written_sheet import parse_box, read_clear_number

STRANGER = 0.005
"""How likely one particular player sits at a table that the draw put elsewhere, relative to one who was drawn to it: a
guess. Higher: a doubtful number is asked about more often."""
SURE = 0.995
"""A player must be at least this likely at a seat, or a person is asked. A wrong one counts for the wrong player."""
UNNAMED, PART = 0.003, 0.1
"""What the reader's candidates lack to 1 counts so much where the table was drawn: it is mostly none of the players
drawn there. The second where what was read is a part of another drawn number (12 of 112), a digit of which may be
hidden. Guesses."""
_FEWEST = 1e-4
"""Candidates of a number below this probability are left out."""
NOBODY = ""

Seats = Mapping[int, Reading]
"""The boxes in which something is written, by seat from 1."""


def match_starts(
    boxes: Seats, starts: Mapping[int, str], drawn: Collection[str], taken: Sequence[str] = ()
) -> dict[int, str]:
    """The players by seat, as far as they are certain.

    `starts`: the players by start number. `drawn`: who was drawn to this table, () where nobody knows. `taken`: who is
    known to sit at the table's other seats.
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
    """Whether something stands, or may stand, in the box."""
    return bool(box.text or box.flags) or box.confidence < LIMITS.clear_ink


def find_likely(box: Reading, starts: Mapping[int, str]) -> tuple[str, ...]:
    """The two likeliest players by what the reader makes of the box; fewer where it makes less of it."""
    names = (starts.get(parse_box(text) or 0, NOBODY) for text, _ in box.candidates)
    return tuple(filter(None, names))[:2]


def _weigh_players(box: Reading, starts: Mapping[int, str], drawn: Collection[str]) -> dict[str, float]:
    """Who may have written this, with weights; `NOBODY` has what the candidates leave to players that none of them
    names.

    Clear ink stays: where it is the number of a player, it is that player; of any other number it is nobody.
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
    share = 1.0 if not drawn else PART if _may_be_part(box, starts, drawn) else UNNAMED
    return weights | {NOBODY: unnamed * share + _FEWEST}


def _may_be_part(box: Reading, starts: Mapping[int, str], drawn: Collection[str]) -> bool:
    """Whether what was read may be a part of another number that was drawn here."""
    numbers = [str(number) for number, name in starts.items() if name in drawn]
    return any(box.text in number for number in numbers if number != box.text)


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
