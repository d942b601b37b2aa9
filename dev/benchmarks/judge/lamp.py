"""Photographs as they are, and with a lamp beside them: whether a slip passes, and what is asked beyond ordinary light.

The lamp makes each picture brighter from one side to the other, and what is brighter than white is lost. Nothing else
changes, so that a perfect reader would ask the same in both lights. `questions`: open rows and open matters of whole
sheets. `explained`: rows of which nothing is said although they need an explanation. The other figures are those of
`judge asked`. No picture is kept.
"""

from __future__ import annotations

import argparse
import json
import shutil
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import cv2
import numpy as np
from numpy.typing import NDArray

from dev.benchmarks.figures import Share
from dev.benchmarks.judge.asked import count_photograph
from dev.benchmarks.judge.photographs import Photograph, load_photographs
from scoring.rulesets.load_rules import load
from tournament.judging.reconcile import reconcile
from tournament.judging.written_sheet import transcribe

SIDES = ("left", "top", "right", "bottom")
"""Where the lamp stands, in turn."""
QUALITY = 92
"""Of the brighter picture's JPEG."""


def add_options(parser: argparse.ArgumentParser) -> None:
    """The options of `lamp`."""
    parser.add_argument("photos", type=Path, nargs="+", help="folders of photographs with their truth")
    parser.add_argument("--cache", type=Path, required=True, help="folder in which readings are kept")
    parser.add_argument("--gains", type=float, nargs=2, default=(1.2, 1.6), help="far from the lamp, and beside it")
    parser.add_argument("--list", action="store_true", help="print every row that is open without need, or silent")


def run(options: argparse.Namespace) -> int:
    """Prints the figures of each folder in both lights."""
    for folder in options.photos:
        _print_counts(f"{folder.name}, ordinary light", folder, options)
        with TemporaryDirectory() as bright:
            _brighten_folder(folder, Path(bright), options.gains)
            _print_counts(f"{folder.name}, lamp {options.gains[0]:g} to {options.gains[1]:g}", Path(bright), options)
    return 0


def brighten(image: NDArray[np.uint8], side: str, gains: Sequence[float]) -> NDArray[np.uint8]:
    """The picture (h, w, 3) uint8 with a lamp at that side: `gains` far from it and beside it, straight between."""
    height, width = image.shape[:2]
    ramp = np.linspace(gains[1], gains[0], width if side in ("left", "right") else height, dtype=np.float32)
    ramp = ramp[::-1] if side in ("right", "bottom") else ramp
    gain = ramp[None, :, None] if side in ("left", "right") else ramp[:, None, None]
    return np.asarray(np.clip(image * gain, 0, 255).round(), np.uint8)


def _brighten_folder(folder: Path, bright: Path, gains: Sequence[float]) -> None:
    """Every photograph with a truth in a brighter copy, its truth beside it."""
    for number, file in enumerate(sorted(folder.rglob("*.json"))):
        truth = json.loads(file.read_text("utf-8"))
        photo = file.with_name(truth.get("photo", f"{file.stem}.jpg"))
        image = cv2.imread(str(photo)) if "fields" in truth else None
        if image is not None:
            copy = bright / file.relative_to(folder)
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(file, copy)
            lit = brighten(np.asarray(image, np.uint8), SIDES[number % len(SIDES)], gains)
            cv2.imwrite(str(copy.with_name(photo.name)), lit, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])


def _print_counts(title: str, folder: Path, options: argparse.Namespace) -> None:
    counts: Counter[str] = Counter()
    for photograph in load_photographs(folder, options.cache):
        for line in (*count_photograph(photograph, counts), *_count_quiet(photograph, counts)):
            if options.list:
                print(line)
    print("\n".join(_format_counts(title, counts)), flush=True)


def _count_quiet(photograph: Photograph, counts: Counter[str]) -> Iterator[str]:
    """Counts the rows of which nothing is said; yields those that need an explanation."""
    if photograph.reading.problem is not None:
        return
    for row in reconcile(load(photograph.rules), transcribe(photograph.reading)).rows:
        quiet = row.played and row.status == "ok" and not row.findings
        counts.update(quiet=quiet, explained=quiet and row.explanation is not None)
        if quiet and row.explanation is not None:
            yield f"{photograph.name} g{row.game:02} explained: {row.explanation}"


def _format_counts(title: str, counts: Counter[str]) -> Iterator[str]:
    yield f"{title}: {counts['sheets']} sheets, {counts['refused']} refused"
    yield f"  questions            {counts['open'] + counts['matters']}"
    shares = {
        "mistakes found": Share(counts["found"], counts["planted"]),
        "right rows asked": Share(counts["needless"], counts["fine"]),
        "right rows blamed": Share(counts["blamed"], counts["fine"]),
        "silent fields": Share(counts["silent"], counts["fields"]),
        "ok, but explained": Share(counts["explained"], counts["quiet"]),
    }
    yield from (f"  {name:20} {share}" for name, share in shares.items())
