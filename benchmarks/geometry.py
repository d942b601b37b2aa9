"""How far cut cells lie from the truth on composed photographs, by condition, and how crosses are read.

    python -m benchmarks.geometry FOLDER...

FOLDER holds photographs with their truth beside them (`NAME.jpg`, `NAME.json`), as `python -m templates.filler` writes.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.pipeline import read_photo
from scanner.reading import Flag, SheetReading
from templates.code import parse_code
from templates.layout import FieldKind
from templates.registry import layout_for

"""Usual row height of our sheets: errors in pixels are told in millimetres by it."""


@dataclass(frozen=True, slots=True)
class Blank:
    """Stands in for a number: here only the place of a cell counts."""

    text: str = ""
    confidence: float = 1.0
    candidates: tuple[tuple[str, float], ...] = (("", 1.0),)
    flags: tuple[Flag, ...] = ()


class NoReader:
    """A reader of numbers that reads none."""

    def read(self, crops: Sequence[NDArray[np.uint8]], kinds: Sequence[FieldKind]) -> list[Blank]:
        """One blank per crop."""
        return [Blank() for _ in crops]


@dataclass(slots=True)
class Tally:
    """What was found under one condition."""

    photos: int = 0
    refused: list[str] = field(default_factory=list)
    errors_mm: list[float] = field(default_factory=list)
    crosses: Counter[str] = field(default_factory=Counter)


def main() -> None:
    """Prints one line per condition, and one per photo that is refused or far off."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("folders", nargs="+", type=Path)
    cv2.setNumThreads(1)
    tallies: dict[str, Tally] = defaultdict(Tally)
    for photo, truth in _photos(parser.parse_args().folders):
        reading = next(iter(read_photo(photo, None, NoReader(), printed=False)))
        for name in (*truth["conditions"]["names"], "all"):
            _count(tallies[name], photo, reading, truth)
    for name, tally in sorted(tallies.items(), key=lambda item: item[0]):
        print(_line(name, tally))


def _photos(folders: Sequence[Path]) -> Iterator[tuple[Path, dict[str, Any]]]:
    for folder in folders:
        for truth in sorted(folder.glob("*.json")):
            data = json.loads(truth.read_text("utf-8"))
            if data.get("usable", False) and "fields" in data and (truth.parent / data["photo"]).exists():
                yield truth.parent / data["photo"], data


def _count(tally: Tally, photo: Path, reading: SheetReading, truth: dict[str, Any]) -> None:
    tally.photos += 1
    if reading.problem is not None or reading.code != truth["code"]:
        tally.refused.append(f"{photo.name}: {reading.problem.code if reading.problem else reading.code}")
        return
    worst = ("", 0.0)
    for one in reading.readings:
        true = truth["fields"][one.id]
        quad = np.array(true["quad_px"], np.float64)
        off = float(np.linalg.norm(np.array(one.quad_px) - quad, axis=1).max())
        tally.errors_mm.append(off / _px_per_mm(truth))
        worst = max(worst, (one.id, tally.errors_mm[-1]), key=lambda item: item[1])
        if one.kind == "cross" and true["visible"]:
            said, was = one.text or "-", (true["written"] or "-") + ("!" if true["flags"] else "")
            tally.crosses[f"{was}>{said}{'!' if one.flags else ''}"] += 1
            if said != was.rstrip("!"):
                print(f"  {photo.name} {one.id}: {was} read as {said} {one.confidence:.3f} {one.flags}")
    if worst[1] > 1.0:
        print(f"  {photo.name}: {worst[0]} {worst[1]:.2f} mm off")


def _px_per_mm(truth: dict[str, Any]) -> float:
    code = parse_code(truth["code"])
    assert code is not None
    field = next(field for field in layout_for(code).fields if field.id.startswith("g01."))
    quad = np.array(truth["fields"][field.id]["quad_px"], np.float64)
    return float(np.linalg.norm(quad[3] - quad[0])) / field.box_mm[3]


def _line(name: str, tally: Tally) -> str:
    errors = np.array(tally.errors_mm or [0.0])
    spread = f"median {np.median(errors):.2f}  99 % {np.percentile(errors, 99):.2f}  largest {errors.max():.2f} mm"
    refused = f"  refused: {', '.join(tally.refused)}" if tally.refused else ""
    return f"{name:12} {tally.photos:3} photos  {spread}  crosses {dict(tally.crosses)}{refused}"


if __name__ == "__main__":
    main()
