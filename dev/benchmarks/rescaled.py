"""Whether copies of one photograph at other sizes are read differently with confidence: none may be.

    python -m dev.benchmarks.rescaled PHOTO|FOLDER... [--scales 0.5 0.7 1 1.5 2] [--layout FILE] [--json OUT]

Each photograph is read at every scale (copies beyond 64 megapixels are left out). A field is sure with a confidence of
0.99 and more and no flag. Told are fields that two copies read differently, both surely; the table counts, against the
original size, fields read alike, otherwise but in doubt at one of the sizes, and otherwise with confidence at both.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from tempfile import TemporaryDirectory

import cv2
import numpy as np

from scanner import limits
from scanner.open.photo import Photo, load_photos
from scanner.pipeline import read_photo
from scanner.read.digits import DigitReader
from scanner.reading import Reading, SheetReading
from templates.foreign import load_layout
from templates.layout import Layout

SCALES = (0.5, 0.7, 1.0, 1.5, 2.0)
SURE = 0.99
_PICTURES = {".jpg", ".jpeg", ".png"}


@dataclass(frozen=True, slots=True)
class Copies:
    """One photograph read at several scales."""

    name: str
    readings: Mapping[float, SheetReading]


def main() -> None:
    """Prints every confident difference, then a line a scale."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("photos", nargs="+", type=Path)
    parser.add_argument("--scales", nargs="+", type=float, default=SCALES)
    parser.add_argument("--layout", type=Path)
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    cv2.setNumThreads(1)
    reader, layout = DigitReader.load(), load_layout(options.layout) if options.layout else None
    counts = {scale: Counter[str]() for scale in options.scales}
    clashes: list[str] = []
    for photo in _photos(options.photos):
        copies = read_copies(photo, options.scales, layout, reader)
        clashes += [f"{copies.name}: {clash}" for clash in confident_clashes(copies)]
        for scale in copies.readings:
            counts[scale].update(against_original(copies, scale))
    print("\n".join(clashes) or "no two copies read a field differently with confidence")
    for scale, count in counts.items():
        print(f"x {scale:<4g}", "  ".join(f"{what} {number}" for what, number in sorted(count.items())))
    if options.json:
        document = {"kiebitz": 1, "clashes": clashes, "scales": {str(scale): count for scale, count in counts.items()}}
        options.json.write_text(json.dumps(document, indent=1) + "\n", "utf-8")


def _photos(paths: Sequence[Path]) -> Iterator[Path]:
    for path in paths:
        inside = sorted(path.rglob("*")) if path.is_dir() else [path]
        yield from (file for file in inside if file.suffix.lower() in _PICTURES)


def read_copies(path: Path, scales: Sequence[float], layout: Layout | None, reader: DigitReader) -> Copies:
    """The photograph at `path` read at every scale; a file that cannot be decoded has no copies."""
    photo = next(iter(load_photos(path)))
    found: dict[float, SheetReading] = {}
    if not isinstance(photo, Photo):
        return Copies(path.name, found)
    with TemporaryDirectory() as folder:
        for scale in scales:
            if scale**2 * photo.grey.size <= limits.MAX_PIXELS:
                copy = path if scale == 1 else _copy(photo, scale, Path(folder))
                found[scale] = next(iter(read_photo(copy, layout, reader, printed=False)))
    return Copies(path.name, found)


def _copy(photo: Photo, scale: float, folder: Path) -> Path:
    """Saved as programs do that make pictures smaller or larger."""
    way = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
    copy = folder / f"{scale:g}.jpg"
    cv2.imwrite(str(copy), cv2.resize(photo.colour(), None, fx=scale, fy=scale, interpolation=way),
                [cv2.IMWRITE_JPEG_QUALITY, 93])
    return copy


def confident_clashes(copies: Copies) -> Iterator[str]:
    """Fields that two copies read differently, both surely."""
    for (one, a), (other, b) in combinations(sorted(copies.readings.items()), 2):
        there = {reading.id: reading for reading in b.readings}
        for reading in a.readings:
            clash = there.get(reading.id)
            if clash is not None and sure(reading) and sure(clash) and clash.text != reading.text:
                yield (f"{reading.id} {reading.text!r} at x {one:g} ({reading.confidence:.3f}),"
                       f" {clash.text!r} at x {other:g} ({clash.confidence:.3f})")


def sure(reading: Reading) -> bool:
    """Whether nobody would be asked about it."""
    return reading.kind != "text" and reading.confidence >= SURE and not reading.flags


def against_original(copies: Copies, scale: float) -> Counter[str]:
    """How the copy of that scale compares with the one of the original size."""
    original, copy = copies.readings.get(1.0), copies.readings[scale]
    counts = Counter(photographs=1, refused=copy.problem is not None)
    if original is None or original.problem or copy.problem:
        return counts
    before = {reading.id: reading for reading in original.readings}
    for now in copy.readings:
        was = before[now.id]
        off = np.abs(np.array(now.quad_px) / scale - np.array(was.quad_px)).max()
        counts.update(fields=1, alike=now.text == was.text, moved=bool(off > 3), sure=sure(now))
        counts.update(clash=now.text != was.text and sure(now) and sure(was))
    return counts


if __name__ == "__main__":
    main()
