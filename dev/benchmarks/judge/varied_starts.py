"""Start numbers in the boxes of blank sheets: seats named wrongly, and seats asked, as a threshold changes.

In a hall of 60 players whoever sits at a table writes the number into a box; one player in fifty sits at a table that
the draw put elsewhere. The simulated reader is calibrated; one box in ten is hard to read, and in one of ten of these
a digit is hidden. A third and three times each threshold of `tournament.evening.roster`, on the same boxes.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from unittest.mock import patch

from dev.rounds.reader import Hand, read_number
from scanner.sheet_reading import Reading
from tournament.evening import roster

_STARTS = {number: f"P{number}" for number in range(1, 61)}
_THRESHOLDS = ("STRANGER", "UNNAMED", "PART")
_MOVED, _HIDDEN = 0.02, 0.01
_HAND = Hand(unclear=0.1, boast=1.5, lost=0.1)


@dataclass(frozen=True, slots=True)
class TableBoxes:
    """A table's boxes by seat, who sits there, and who was drawn there."""

    boxes: dict[int, Reading]
    seated: dict[int, str]
    drawn: tuple[str, ...]


def add_options(parser: argparse.ArgumentParser) -> None:
    """The options of `starts`."""
    parser.add_argument("--tables", type=int, default=3000)
    parser.add_argument("--seed", type=int, default=1)


def run(options: argparse.Namespace) -> int:
    """Prints a line a value."""
    tables = [*draw_tables(random.Random(options.seed), options.tables)]
    seats = sum(len(table.boxes) for table in tables)
    print(f"{'threshold':10} {'value':>9} {'seats':>6} {'wrong':>6} {'asked':>6}")
    print(f"{'as it is':10} {'':>9} {seats:6} " + "{:6} {:6}".format(*count_seats(tables)))
    for name in _THRESHOLDS:
        usual = getattr(roster, name)
        for value in (usual / 3, 3 * usual):
            with patch.object(roster, name, value):
                print(f"{name:10} {value:9.4g} {seats:6} " + "{:6} {:6}".format(*count_seats(tables)))
    return 0


def draw_tables(rng: random.Random, count: int) -> Iterator[TableBoxes]:
    """So many tables of four, each with who was drawn there and what a reader makes of the boxes."""
    for _ in range(count):
        drawn = rng.sample(sorted(_STARTS), 4)
        others = [number for number in _STARTS if number not in drawn]
        sits = [rng.choice(others) if rng.random() < _MOVED else number for number in drawn]
        rng.shuffle(sits)
        boxes = {seat: _hide(rng, read_number(rng, str(number), _HAND)) for seat, number in enumerate(sits, 1)}
        seated = {seat: _STARTS[number] for seat, number in enumerate(sits, 1)}
        yield TableBoxes(boxes, seated, tuple(_STARTS[number] for number in drawn))


def _hide(rng: random.Random, box: Reading) -> Reading:
    """The box; now and then without its first or last digit, read with half the confidence."""
    if len(box.text) < 2 or rng.random() >= _HIDDEN:
        return box
    text = rng.choice((box.text[1:], box.text[:-1]))
    return replace(box, text=text, confidence=0.49, candidates=((text, 0.49),), flags=("doubtful",))


def count_seats(tables: list[TableBoxes]) -> tuple[int, int]:
    """How many seats get the name of somebody else, and how many are asked about."""
    wrong = asked = 0
    for table in tables:
        found = roster.match_starts(table.boxes, _STARTS, table.drawn)
        wrong += sum(found[seat] != name for seat, name in table.seated.items() if seat in found)
        asked += len(table.seated) - len(found)
    return wrong, asked
