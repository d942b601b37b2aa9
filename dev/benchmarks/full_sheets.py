"""How long a full sheet takes from the file to its findings: read and judged, and how often its grey decoding that is.

    python -m dev.benchmarks.full_sheets [--sheets 6] [--seed 1] [--rounds 3] [--conditions clean shadow curl]
        [--tables RULES:SEATS ...]

Sheets of 20 games, four and five seats in turn (or of the tables named), are played and filled in with fonts
(`dev.tools.full_samples`), two planted mistakes each, and photographed with 12 megapixels as a camera saves them (JPEG
of quality 84 to 94). One core, processor time, the best of the rounds, everything in one run; the first sheet of a rule
set also derives every possible value. """

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

from dev.benchmarks.speed import timed
from dev.filler.camera.scene import CONDITIONS
from dev.filler.pens.glyphs import load_font_hands
from dev.tools.full_samples import Order, fill, shoot
from scanner.pipeline import read_photo
from scanner.read import marks
from scanner.read.digits import DigitReader
from scoring.rulesets import load
from tournament.judging.reconcile import reconcile
from tournament.judging.row.transcribe import transcribe

ORDERS = (("pflichtsolo-40", 5), ("stille-hochzeit", 4))
"""Rule sets whose rounds have 20 games at a table of so many."""
MISTAKES = ("doubling-forgotten", "signs-inverted")
BAR_MS = 400


def main() -> None:
    """Prints a line a photograph, then the medians."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--sheets", type=int, default=6)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--conditions", nargs="+", choices=sorted(CONDITIONS), default=["clean", "shadow", "curl"])
    parser.add_argument("--tables", nargs="+", type=_table, default=ORDERS, metavar="RULES:SEATS")
    options = parser.parse_args()
    cv2.setNumThreads(1)
    reader = DigitReader.load()
    marks.reader()
    print(f"{'photograph':40} {'fields':>6} {'decode':>8} {'read':>8} {'judge':>8} {'whole':>8} {'x decode':>9}")
    with TemporaryDirectory() as folder:
        # drawn by another process: what drawing leaves of the memory makes reading a quarter slower
        with ProcessPoolExecutor(1, get_context("spawn")) as drawing:
            drawn = drawing.submit(
                _photos, Path(folder), options.sheets, options.seed, options.conditions, options.tables
            ).result()
        found = [_measured(photo, rules, reader, options.rounds) for photo, rules in drawn]
    decoding, reading, judging = (statistics.median(column) for column in zip(*found, strict=True))
    whole = [read + judge for _, read, judge in found]
    ratio = statistics.median((read + judge) / decode for decode, read, judge in found)
    print(f"{'median':40} {'':6} {_ms(decoding)} {_ms(reading)} {_ms(judging)} {_ms(statistics.median(whole))}"
          f" {ratio:9.2f}")
    print(f"slowest {1e3 * max(whole):.0f} ms, bar {BAR_MS} ms")


def _table(text: str) -> tuple[str, int]:
    rules, seats = text.split(":")
    return rules, int(seats)


def _photos(
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
        made.append((shoot(sheet, shown, 12.0, folder, f"{rules}-{seats}-{number}-{shown[0]}", rng), rules))
    return made


def _measured(photo: Path, rules: str, reader: DigitReader, rounds: int) -> tuple[float, float, float]:
    """Seconds of decoding, reading and judging; names are not read, as a sheet filled in by hand has none printed."""
    data, system = np.frombuffer(photo.read_bytes(), np.uint8), load(rules)
    decoding, _ = timed(lambda: cv2.imdecode(data, cv2.IMREAD_GRAYSCALE), rounds)
    reading, (seen,) = timed(lambda: tuple(read_photo(photo, None, reader, printed=False)), rounds)
    if seen.problem is not None:
        raise SystemExit(f"{photo.name}: {seen.problem.message_en}")
    judging, _ = timed(lambda: reconcile(system, transcribe(seen)), rounds)
    whole = reading + judging
    print(f"{photo.stem:40} {len(seen.readings):6} {_ms(decoding)} {_ms(reading)} {_ms(judging)} {_ms(whole)}"
          f" {whole / decoding:9.2f}", flush=True)
    return decoding, reading, judging


def _ms(seconds: float) -> str:
    return f"{1e3 * seconds:8.1f}"


if __name__ == "__main__":
    main()
