"""How long a full sheet takes from the file to its findings, and how many grey decodings of the file that is.

Sheets of 20 games, four and five seats in turn (or of the tables named), are played and filled in with fonts, two
planted mistakes each, and photographed with 12 megapixels as a camera saves them (JPEG of quality 84 to 94). One core,
processor time, the best of the rounds; the first sheet of a rule set also derives every possible value.
"""

from __future__ import annotations

import argparse
import statistics
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from tempfile import TemporaryDirectory

import cv2
import numpy as np

from dev.benchmarks.speed.stages import measure_time
from dev.filler.camera.scene import CONDITIONS
from dev.filler.pens.glyphs import load_font_hands
from dev.tools.full_samples import Order, fill, shoot
from scanner.pipeline import read_photo
from scanner.read import read_marks
from scanner.read.read_numbers import DigitReader
from scoring.rulesets.load_rules import load
from tournament.judging.reconcile import reconcile
from tournament.judging.written_sheet import transcribe

TABLES = (("pflichtsolo-40", 5), ("stille-hochzeit", 4))
"""Rule sets whose rounds have 20 games at a table of so many."""
MISTAKES = ("doubling-forgotten", "signs-inverted")
BOUND_MS = 400


def add_options(parser: argparse.ArgumentParser) -> None:
    """The options of `full`."""
    parser.add_argument("--sheets", type=int, default=6)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--conditions", nargs="+", choices=sorted(CONDITIONS), default=["clean", "shadow", "curl"])
    parser.add_argument("--tables", nargs="+", type=_parse_table, default=TABLES, metavar="RULES:SEATS")


def run(options: argparse.Namespace) -> int:
    """Prints a line a photograph, then the medians."""
    cv2.setNumThreads(1)
    reader = DigitReader.load()
    read_marks.load_mark_reader()
    print(f"{'photograph':40} {'fields':>6} {'decode':>8} {'read':>8} {'judge':>8} {'whole':>8} {'x decode':>9}")
    with TemporaryDirectory() as folder:
        # drawn by another process: what drawing leaves of the memory makes reading a quarter slower
        with ProcessPoolExecutor(1, get_context("spawn")) as drawing:
            drawn = drawing.submit(
                _compose_photos, Path(folder), options.sheets, options.seed, options.conditions, options.tables
            ).result()
        found = [_measure_photo(photo, rules, reader, options.rounds) for photo, rules in drawn]
    decoding, reading, judging = (statistics.median(column) for column in zip(*found, strict=True))
    whole = [read + judge for _, read, judge in found]
    ratio = statistics.median((read + judge) / decode for decode, read, judge in found)
    times = map(_format_ms, (decoding, reading, judging, statistics.median(whole)))
    print(f"{'median':40} {'':6} {' '.join(times)} {ratio:9.2f}")
    print(f"slowest {1e3 * max(whole):.0f} ms, bound {BOUND_MS} ms")
    return 0


def _parse_table(text: str) -> tuple[str, int]:
    rules, seats = text.split(":")
    return rules, int(seats)


def _compose_photos(
    folder: Path, sheets: int, seed: int, conditions: list[str], tables: Sequence[tuple[str, int]]
) -> list[tuple[Path, str]]:
    hands = load_font_hands()
    made = []
    for number in range(seed, seed + sheets):
        rules, seats = tables[number % len(tables)]
        rng = np.random.default_rng([number, 4])
        two = [hands[place] for place in rng.permutation(len(hands))[:2]]
        sheet = fill(Order(rules, "full", seats, number, MISTAKES), two)
        shown = (conditions[number % len(conditions)],)
        name = f"{rules}-{seats}-{number}-{shown[0]}"
        made.append((shoot(sheet, shown, 12.0, folder, name, rng), rules))
    return made


def _measure_photo(photo: Path, rules: str, reader: DigitReader, rounds: int) -> tuple[float, float, float]:
    """Seconds of decoding, reading and judging; names are not read, as a sheet filled in by hand has none printed."""
    data, system = np.frombuffer(photo.read_bytes(), np.uint8), load(rules)
    decoding, _ = measure_time(lambda: cv2.imdecode(data, cv2.IMREAD_GRAYSCALE), rounds)
    reading, (seen,) = measure_time(lambda: tuple(read_photo(photo, None, reader, printed=False)), rounds)
    if seen.problem is not None:
        raise SystemExit(f"{photo.name}: refused, {seen.problem.code}")
    judging, _ = measure_time(lambda: reconcile(system, transcribe(seen)), rounds)
    whole = reading + judging
    times = map(_format_ms, (decoding, reading, judging, whole))
    print(f"{photo.stem:40} {len(seen.readings):6} {' '.join(times)} {whole / decoding:9.2f}", flush=True)
    return decoding, reading, judging


def _format_ms(seconds: float) -> str:
    return f"{1e3 * seconds:8.1f}"
