"""How well boxes to cross are read on composed photographs, by the network and by the rules it replaced.

    python -m dev.benchmarks.crosses --data HANDWRITING [--sheets 60] [--first 0] [--textures DESKS] [--pictures DIR]

Sheets of all styles with marks of writers kept apart (`dev.training.marks.shapes.is_apart`), photographed under many
conditions at 3 to 12 megapixels, found, followed and cut as the scanner does. A box is silently wrong when it is
read as another state than it has (empty, marked, taken back) and nobody is asked about it. Dots, dashes and crosses
with one line through them count apart: there a person must be asked. `--pictures` keeps the boxes that went wrong.
"""

from __future__ import annotations

import argparse
import os
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from unittest.mock import patch

import cv2
import numpy as np
from numpy.typing import NDArray

from dev.benchmarks import crosses_by_rule as by_rule
from dev.benchmarks.crossed_sheets import State, crossed_sheet, marks_kept_apart
from dev.filler.camera.camera import photograph
from dev.filler.camera.scene import choose_scene, choose_size
from dev.filler.pens.glyphs import load_font_hands
from dev.tools.wilson import wilson
from scanner.cut import cells
from scanner.cut.cells import Cut, cut
from scanner.find.page import Page, locate
from scanner.follow.grid import follow
from scanner.pyramid import pyramid
from scanner.quality import judge, measure
from scanner.read.marks import Mark, MarkReader

SEED = 9_000_000
ORDERS = (
    ("pflichtsolo-40", "full", 4, 20), ("ddv", "full", 4, 24), ("pflichtsolo-40", "full", 5, 20),
    ("pflichtsolo-40", "points", 4, 16), ("stille-hochzeit", "full", 4, 16), ("ddv", "totals", 4, 20),
    ("pflichtsolo-40", "full", 4, 24),
)
CONDITIONS: tuple[tuple[tuple[str, ...], str | None, float], ...] = (
    (("clean",), None, 12.0), (("shadow",), None, 12.0), (("curl", "perspective"), None, 12.0), (("clean",), None, 5.0),
    (("turned",), "felt", 12.0), (("warm",), "pencil", 12.0), (("glare",), None, 8.0), (("jpeg", "uneven"), None, 6.0),
    (("dark", "noise"), None, 12.0), (("fold",), "pencil", 8.0), (("clean",), None, 3.2),
)
_FINE_PX = 86
"""Height of a box with its rim for the rules: without its rim and its printed lines it is 48 px high, as they were
made for."""


@dataclass(frozen=True, slots=True)
class Box:
    """A box of a photograph: its sheet and id, its state, and as it was cut for both readers."""

    name: str
    state: State
    printed: bool
    cell: Cut
    fine: NDArray[np.uint8]


def boxes(data: Path, numbers: Sequence[int], textures: Path | None) -> Iterator[Box]:
    """The boxes of composed photographs; says which sheets were refused."""
    writers, hands = marks_kept_apart(data / "drawn_signs.npz"), load_font_hands()
    for number in numbers:
        order, (names, pen, megapixels) = ORDERS[number % len(ORDERS)], CONDITIONS[number % len(CONDITIONS)]
        rng = np.random.default_rng([SEED, number])
        sheet, states = crossed_sheet(order, writers, hands, rng, pen)
        upright = sheet.layout.page_mm[0] < sheet.layout.page_mm[1]
        shot = photograph(sheet, choose_scene(names, choose_size(megapixels, upright), rng), rng, textures)
        grey = cv2.imdecode(np.frombuffer(shot.jpeg(), np.uint8), cv2.IMREAD_GRAYSCALE)
        picture = pyramid(np.asarray(grey, np.uint8))
        page = locate(picture, None)
        if not isinstance(page, Page):
            print(f"{number}: {order}, {names}, {megapixels} MP: refused, {page.code}", flush=True)
            continue
        followed = follow(picture, page.layout, page.to_px)
        fault = judge(page, followed, measure(page, followed), picture.size_px)
        if fault is not None:
            print(f"{number}: {order}, {names}, {megapixels} MP: refused, {fault.code}", flush=True)
            continue
        fields = [place for place in page.layout.fields if place.kind == "cross" and shot.visible[place.id]]
        with patch.object(cells, "HEIGHT_PX", _FINE_PX):
            fines = cut(picture, followed, fields)
        for cell, fine in zip(cut(picture, followed, fields), fines, strict=True):
            printed = order[1] != "full"
            yield Box(f"{number:03}-{cell.field.id}", states[cell.field.id], printed, cell, fine.crop)


def rule_read(box: Box) -> Mark:
    """The box as the rules read it: without its rim and its printed lines."""
    rim = round(0.22 * _FINE_PX)
    return by_rule.read_cross(box.fine[rim:-rim, rim:-rim], box.cell.paper)


def read_as(mark: Mark) -> State:
    """The state that a reading tells."""
    return "marked" if mark.text else "back" if "taken-back" in mark.flags else "empty"


def main() -> None:
    """Prints the tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=os.environ.get("KIEBITZ_HANDWRITING"), required=False)
    parser.add_argument("--textures", type=Path, default=os.environ.get("KIEBITZ_TEXTURES"))
    parser.add_argument("--sheets", type=int, default=60)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--pictures", type=Path)
    options = parser.parse_args()
    if options.data is None:
        parser.error("name the handwriting with --data or KIEBITZ_HANDWRITING")
    cv2.setNumThreads(1)
    numbers = range(options.first, options.first + options.sheets)
    found = list(boxes(Path(options.data), numbers, Path(options.textures) if options.textures else None))
    new = MarkReader.load().read([box.cell.crop for box in found], [box.cell.paper for box in found])
    old = [rule_read(box) for box in found]
    for title, marks in (("network", new), ("rules", old)):
        print(f"\n{title}")
        for printed in (False, True):
            table([(box, mark) for box, mark in zip(found, marks, strict=True) if box.printed == printed], printed)
        total([(box, mark) for box, mark in zip(found, marks, strict=True)])
    calibration(found, new)
    if options.pictures:
        keep(found, new, options.pictures)


def table(pairs: Sequence[tuple[Box, Mark]], printed: bool) -> None:
    """What was read, by state."""
    counts: dict[State, Counter[str]] = defaultdict(Counter)
    for box, mark in pairs:
        counts[box.state][_verdict(box, mark)] += 1
    print(f"{'printed boxes' if printed else 'cells of the table':20} boxes  right  asked  silently wrong")
    for state in ("empty", "marked", "back", "odd"):
        got = counts[state]
        print(f"  {state:18} {got.total():6} {got['right']:6} {got['asked']:6} {got['wrong']:6}")


def total(pairs: Sequence[tuple[Box, Mark]]) -> None:
    """Silent errors of clear boxes, with the upper end of the 95 % interval (Wilson), and what is asked."""
    clear = [(box, mark) for box, mark in pairs if box.state != "odd"]
    silent = [(box, mark) for box, mark in clear if _verdict(box, mark) == "wrong"]
    turned, wrong = sum((mark.text == "x") != (box.state == "marked") for box, mark in silent), len(silent)
    asked = sum(_verdict(box, mark) == "asked" for box, mark in clear)
    n, (_, high) = max(len(clear), 1), wilson(wrong, len(clear))
    print(f"  clear boxes: {wrong} of {n} silently wrong ({1e4 * wrong / n:.2f} in 10,000, up to {1e4 * high:.2f});"
          f" marked for unmarked or the other way: {turned}; asked {asked} ({asked / n:.2%})")


def _verdict(box: Box, mark: Mark) -> str:
    if "doubtful" in mark.flags or box.cell.hidden:
        return "asked"
    if box.state == "odd":
        return "asked" if mark.flags else "wrong"
    return "right" if read_as(mark) == box.state else "wrong"


def calibration(found: Sequence[Box], marks: Sequence[Mark]) -> None:
    """How often readings of so much confidence are right."""
    pairs = [(mark.confidence, (mark.text == "x") == (box.state == "marked"))
             for box, mark in zip(found, marks, strict=True) if box.state != "odd"]
    print("\nconfidence of the network, clear boxes    right")
    for low, high in ((0.5, 0.8), (0.8, 0.9), (0.9, 0.97), (0.97, 0.99), (0.99, 0.999), (0.999, 1.1)):
        inside = [right for confidence, right in pairs if low <= confidence < high]
        print(f"  {low:.3f} to {min(high, 1):.3f} {len(inside):8} {np.mean(inside) if inside else float('nan'):.4f}")


def keep(found: Sequence[Box], marks: Sequence[Mark], folder: Path) -> None:
    """The boxes that went wrong, and those that were asked about, as one picture each, twice their size."""
    folder.mkdir(parents=True, exist_ok=True)
    for verdict in ("wrong", "asked"):
        for states in (("empty",), ("marked",), ("back",), ("odd",)):
            some = [box for box, mark in zip(found, marks, strict=True)
                    if box.state in states and _verdict(box, mark) == verdict][:300]
            if some:
                tiles = [cv2.copyMakeBorder(box.cell.crop, 2, 2, 2, 2, cv2.BORDER_CONSTANT, value=255) for box in some]
                tiles += [np.zeros_like(tiles[0])] * (-len(tiles) % 20)
                rows = [np.hstack(tiles[start : start + 20]) for start in range(0, len(tiles), 20)]
                cv2.imwrite(str(folder / f"{verdict}-{states[0]}.png"), np.vstack(rows))
                (folder / f"{verdict}-{states[0]}.txt").write_text("\n".join(box.name for box in some) + "\n", "utf-8")


if __name__ == "__main__":
    main()
