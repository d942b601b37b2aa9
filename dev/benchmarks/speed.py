"""How long the stages of reading take on one core, and their ratio to the grey decoding of the same file.

    python -m dev.benchmarks.speed PHOTO... [--layout FILE] [--rounds 5]

Processor time, so that a busy machine disturbs little; the best of the rounds. Peak memory is of the whole process.
"""

from __future__ import annotations

import argparse
import resource
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import cv2
import numpy as np

from scanner.cut.cells import cut_fields
from scanner.cut.overrun import read_numbers
from scanner.find.page import Page, locate_sheet
from scanner.follow.creases import find_creased_fields
from scanner.follow.grid import follow_rules
from scanner.open.photo import Photo, load_photos
from scanner.pipeline import read_photo
from scanner.pyramid import build_pyramid
from scanner.read.digits import DigitReader
from scanner.read.marks import MarkReader
from templates.foreign import load_layout
from templates.layout import Layout

Result = TypeVar("Result")


def main() -> None:
    """Prints one table per photo."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("photos", nargs="+", type=Path)
    parser.add_argument("--layout", type=Path)
    parser.add_argument("--rounds", type=int, default=5)
    arguments = parser.parse_args()
    cv2.setNumThreads(1)
    layout = load_layout(arguments.layout) if arguments.layout else None
    seconds, reader = timed(DigitReader.load, 1)
    more, crosses = timed(MarkReader.load, 1)
    print(f"loading the recognisers: {seconds * 1e3:.0f} ms and {more * 1e3:.0f} ms")
    for path in arguments.photos:
        _photo(path, layout, reader, crosses, arguments.rounds)
    print(f"peak memory: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB")


def _photo(path: Path, layout: Layout | None, reader: DigitReader, crosses: MarkReader, rounds: int) -> None:
    data = np.frombuffer(path.read_bytes(), np.uint8)
    decoding, _ = timed(lambda: cv2.imdecode(data, cv2.IMREAD_GRAYSCALE), rounds)
    loading, photo = timed(lambda: next(iter(load_photos(path))), rounds)
    if not isinstance(photo, Photo):
        print(f"{path.name}: {photo.problem.code}")
        return
    halving, picture = timed(lambda: build_pyramid(photo.grey), rounds)
    finding, page = timed(lambda: locate_sheet(picture, layout), rounds)
    if not isinstance(page, Page):
        print(f"{path.name}: {page.code}")
        return
    following, followed = timed(lambda: follow_rules(picture, page.layout, page.to_px), rounds)
    creasing, _ = timed(lambda: find_creased_fields(picture, followed, page.layout), rounds)
    cutting, cells = timed(lambda: cut_fields(picture, followed, page.layout.fields), rounds)
    numbers = [cell for cell in cells if cell.field.kind in ("points", "number", "digit")]
    crops, kinds = [cell.crop for cell in numbers], [cell.field.kind for cell in numbers]
    reading, _ = timed(lambda: reader.read(crops, kinds), rounds)
    numbering, _ = timed(lambda: read_numbers(picture, followed, numbers, reader), rounds)
    crossed = [cell for cell in cells if cell.field.kind == "cross"]
    boxes, papers = [cell.crop for cell in crossed], [cell.paper for cell in crossed]
    crossing, _ = timed(lambda: crosses.read(boxes, papers), rounds)
    whole, _ = timed(lambda: list(read_photo(path, layout, reader, printed=False)), rounds)
    print(f"{path.name}, {photo.size_px[0]} x {photo.size_px[1]}, {len(cells)} fields:"
          f" {len(crops)} numbers, {len(boxes)} boxes to cross")
    for name, stage in (
        ("grey decoding alone", decoding),
        ("load", loading),
        ("halves", halving),
        ("find the sheet", finding),
        ("follow its rules", following),
        ("look for folds", creasing),
        ("cut its cells", cutting),
        ("read numbers", reading),
        ("those at borders", numbering - reading),
        ("read crosses", crossing),
        ("whole read", whole),
    ):
        print(f"  {name:20} {stage * 1e3:7.1f} ms  {stage / decoding:5.2f} x decoding")


def timed(work: Callable[[], Result], rounds: int) -> tuple[float, Result]:
    """The least processor time in seconds of `rounds` runs, and the last result."""
    best = float("inf")
    for _ in range(rounds):
        start = time.process_time()
        result = work()
        best = min(best, time.process_time() - start)
    return best, result


if __name__ == "__main__":
    main()
