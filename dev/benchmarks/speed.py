"""How long the stages of reading and judging take on one core, and their ratio to the grey decoding of the same file.

    OMP_NUM_THREADS=1 python -m dev.benchmarks.speed samples/r1-t1-clean.jpg

Processor time, so that a busy machine disturbs little; the best of the rounds. Full sheets to measure come from
`python -m dev.filler --rules zehn-cent --style full`; the first sheet of a rule set also derives every possible value.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

import cv2
import numpy as np

from scanner.geometry.cut_cells import cut_fields, find_creased_fields
from scanner.geometry.find_sheet import Page, locate_sheet
from scanner.geometry.printed_rules import follow_rules
from scanner.open_photo import Photo, load_photos
from scanner.pipeline import read_photo
from scanner.pyramid import build_pyramid
from scanner.read.overrun_numbers import read_numbers
from scanner.read.read_marks import MarkReader
from scanner.read.read_numbers import DigitReader
from scoring.rulesets.load_rules import load
from tournament.judging.reconcile import reconcile
from tournament.judging.written_sheet import transcribe

Result = TypeVar("Result")


def main(arguments: Sequence[str] | None = None) -> int:
    """Prints a table for each photograph; returns the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("photos", nargs="+", type=Path)
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args(arguments)
    cv2.setNumThreads(1)
    seconds, reader = measure_time(DigitReader.load, 1)
    more, crosses = measure_time(MarkReader.load, 1)
    print(f"loading the recognisers: {seconds * 1e3:.0f} ms and {more * 1e3:.0f} ms")
    for path in options.photos:
        print(path.name)
        _measure_photo(Stages(options.rounds), path, reader, crosses)
    return 0


class Stages:
    """Prints a line for each stage; the first is the grey decoding that the others are compared with."""

    def __init__(self, rounds: int) -> None:
        self.rounds, self.decoding = rounds, 0.0

    def measure(self, name: str, work: Callable[[], Result]) -> Result:
        """Does the work and prints its time."""
        seconds, result = measure_time(work, self.rounds)
        self.decoding = self.decoding or seconds
        print(f"  {name:20} {seconds * 1e3:7.1f} ms  {seconds / self.decoding:5.2f} x decoding")
        return result


def _measure_photo(stages: Stages, path: Path, reader: DigitReader, crosses: MarkReader) -> None:
    data = np.frombuffer(path.read_bytes(), np.uint8)
    stages.measure("grey decoding alone", lambda: cv2.imdecode(data, cv2.IMREAD_GRAYSCALE))
    photo = stages.measure("load", lambda: next(iter(load_photos(path))))
    if not isinstance(photo, Photo):
        print(f"{path.name}: {photo.problem.code}")
        return
    picture = stages.measure("halves", lambda: build_pyramid(photo.grey))
    page = stages.measure("find the sheet", lambda: locate_sheet(picture, None))
    if not isinstance(page, Page):
        print(f"{path.name}: {page.code}")
        return
    followed = stages.measure("follow its rules", lambda: follow_rules(picture, page.layout, page.to_px))
    stages.measure("look for folds", lambda: find_creased_fields(picture, followed, page.layout))
    cells = stages.measure("cut its cells", lambda: cut_fields(picture, followed, page.layout.fields))
    numbers = [cell for cell in cells if cell.field.kind in ("points", "number", "digit")]
    boxes = [cell for cell in cells if cell.field.kind == "cross"]
    stages.measure(f"read {len(numbers)} numbers", lambda: read_numbers(picture, followed, numbers, reader))
    stages.measure(f"read {len(boxes)} boxes", lambda: crosses.read([b.crop for b in boxes], [b.paper for b in boxes]))
    [seen] = stages.measure("whole read", lambda: list(read_photo(path, None, reader, printed=False)))
    if code := seen.sheet_code:
        stages.measure("judge", lambda: reconcile(load(code.rules), transcribe(seen)))


def measure_time(work: Callable[[], Result], rounds: int) -> tuple[float, Result]:
    """The least processor time in seconds of `rounds` runs, and the last result."""
    best = float("inf")
    for _ in range(rounds):
        start = time.process_time()
        result = work()
        best = min(best, time.process_time() - start)
    return best, result


if __name__ == "__main__":
    raise SystemExit(main())
