"""Start numbers, rounds and tables written into the boxes of blank copies, on composed photographs of all styles.

The writers are kept apart from training. Start numbers go to 199, tables to 50. A box is clear when no one need be
asked about it, and silently wrong when it is clear and says something else. Players are named twice: with a draw, which
says who sits at the table, and with nothing but the list of 199 players.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from dev.benchmarks.figures import Share
from dev.benchmarks.read.compose import add_data_options, ask_for_data, load_writers
from dev.filler.camera.camera import photograph
from dev.filler.camera.scene import choose_scene, choose_size
from dev.filler.fill import fill_sheet
from dev.filler.pens.glyphs import Hand
from dev.rounds.points import draw_points_round
from dev.rounds.written import write_round
from scanner.pipeline import read_photo
from scanner.read.read_numbers import DigitReader
from scanner.sheet_reading import Reading
from scoring.rulesets.load_rules import load
from tournament.evening.roster import is_written, match_starts
from tournament.judging.written_sheet import read_clear_number
from tournament.printing.sheet_orders import SheetOrder, make_sheets

SEED = 7_500_000
CONDITIONS = (("clean",), ("shadow", "uneven"), ("curl", "perspective"), ("defocus",), ("warm",))
SHEETS = (
    ("pflichtsolo-40", "points", 4, "a4"),
    ("pflichtsolo-40", "full", 4, "a4"),
    ("ddv", "totals", 4, "a4"),
    ("pflichtsolo-40", "points", 4, "a5"),
    ("pflichtsolo-40", "full", 5, "a4"),
    ("ddv", "totals", 5, "a4"),
    ("pflichtsolo-40", "points", 5, "a4"),
)
PLAYERS = {start: f"player {start}" for start in range(1, 200)}
Count = Counter[str]


def add_options(parser: argparse.ArgumentParser) -> None:
    """The options of `starts`."""
    add_data_options(parser)
    parser.add_argument("--sheets", type=int, default=40)
    parser.add_argument("--first", type=int, default=100, help="leave out the sheets before this one")


def run(options: argparse.Namespace) -> int:
    """Measures and prints; returns the exit status."""
    if not ask_for_data(options):
        return 2
    hands, reader, counts = load_writers(options.data, last=False), DigitReader.load(), Count()
    for number in range(options.first, options.first + options.sheets):
        written, found = _read_sheet(number, hands, options.textures, reader)
        counts["sheets not read"] += not found
        if found:
            counts.update(_count_boxes(written, found))
            counts.update(_count_names(written, found))
    for line in _list_figures(counts):
        print(line)
    return 0


def _read_sheet(
    number: int, hands: Sequence[Hand], textures: Path | None, reader: DigitReader
) -> tuple[dict[str, str], dict[str, Reading]]:
    """What is written into the boxes of the number-th sheet, and what is read there: nothing from a refused photo."""
    rng = np.random.default_rng([SEED + number, 1])
    rules, style, seats, paper = SHEETS[number % len(SHEETS)]
    spec, *_ = make_sheets(SheetOrder(rules, style, seats, None, "", None, None, "", "de", paper=paper), load(rules))
    round_ = write_round(draw_points_round(seats, 4 * seats, rng, 0, 0))
    starts = rng.choice(np.arange(1, 200), seats, replace=False)
    heads = {f"start.p{seat}": str(start) for seat, start in enumerate(starts, 1)}
    heads |= {"head.round": str(rng.integers(1, 5)), "head.table": str(rng.integers(1, 51))}
    writers = [hands[(number // len(CONDITIONS) + place) % len(hands)] for place in (0, 1)]
    sheet = fill_sheet(spec, round_, writers, rng, heads=heads)
    scene = choose_scene(CONDITIONS[number % len(CONDITIONS)], choose_size(12.0), rng)
    with TemporaryDirectory() as folder:
        path = Path(folder) / "sheet.jpg"
        path.write_bytes(photograph(sheet, scene, np.random.default_rng([SEED + number, 2]), textures).jpeg())
        [reading] = read_photo(path, None, reader, printed=False)
    return heads, {field.id: field for field in reading.readings}


def _count_boxes(written: Mapping[str, str], found: Mapping[str, Reading]) -> Iterator[str]:
    """Yields a word for each thing that is counted."""
    for id_, text in written.items():
        kind, clear = id_.partition(".")[0], read_clear_number(found[id_])
        yield kind
        if found[id_].text == text:
            yield f"{kind} right"
        if clear is not None:
            yield f"{kind} clear" if clear == int(text) else f"{kind} silently wrong"


def _count_names(written: Mapping[str, str], found: Mapping[str, Reading]) -> Iterator[str]:
    """Likewise for the players who are named by the numbers."""
    true = {int(id_[-1]): PLAYERS[int(text)] for id_, text in written.items() if id_.startswith("start.")}
    boxes = {seat: box for seat in true if is_written(box := found[f"start.p{seat}"])}
    for how, drawn in (("draw", tuple(true.values())), ("list", ())):
        named = match_starts(boxes, PLAYERS, drawn)
        yield from (f"{how} named" if named[seat] == true[seat] else f"{how} wrong" for seat in named)


def _list_figures(counts: Count) -> Iterator[str]:
    """Yields the lines to print."""
    yield f"sheets not read: {counts['sheets not read']}"
    for kind in ("start", "head"):
        for what in ("right", "clear", "silently wrong"):
            yield f"{kind}, {what}: {Share(counts[f'{kind} {what}'], counts[kind])}"
    for how in ("draw", "list"):
        for what in ("named", "wrong"):
            yield f"players by {how}, {what}: {Share(counts[f'{how} {what}'], counts['start'])}"
