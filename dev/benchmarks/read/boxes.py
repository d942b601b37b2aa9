"""Boxes to cross on composed photographs of all styles of sheets.

The marks are of writers kept apart from training (`dev.training.marks.shapes.is_apart`). The sheets are photographed
under many conditions at 3 to 12 megapixels, found, followed and cut as the scanner does. A box is silently wrong when
it is read as another state than it has (empty, marked, taken back) and nobody is asked about it. Dots, dashes and
crosses with one line through them count apart: there a person must be asked. `--pictures` keeps boxes that went wrong.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from dev.benchmarks.figures import Share
from dev.benchmarks.read.compose import add_data_options, ask_for_data
from dev.benchmarks.read.marked_sheets import State, load_marks_kept_apart, make_marked_sheet
from dev.filler.camera.camera import photograph
from dev.filler.camera.scene import choose_scene, choose_size
from dev.filler.pens.glyphs import load_font_hands
from scanner.geometry.cut_cells import Cut, cut_fields
from scanner.geometry.find_sheet import Page, locate_sheet
from scanner.geometry.fit_quality import judge_quality, measure_quality
from scanner.geometry.printed_rules import follow_rules
from scanner.pyramid import build_pyramid
from scanner.read.read_marks import Mark, MarkReader

SEED = 9_000_000
ORDERS = (
    ("pflichtsolo-40", "full", 4, 20),
    ("ddv", "full", 4, 24),
    ("pflichtsolo-40", "full", 5, 20),
    ("pflichtsolo-40", "points", 4, 16),
    ("stille-hochzeit", "full", 4, 16),
    ("ddv", "totals", 4, 20),
    ("pflichtsolo-40", "full", 4, 24),
)
CONDITIONS: tuple[tuple[tuple[str, ...], str | None, float], ...] = (
    (("clean",), None, 12.0),
    (("shadow",), None, 12.0),
    (("curl", "perspective"), None, 12.0),
    (("clean",), None, 5.0),
    (("turned",), "felt", 12.0),
    (("warm",), "pencil", 12.0),
    (("glare",), None, 8.0),
    (("jpeg", "uneven"), None, 6.0),
    (("dark", "noise"), None, 12.0),
    (("fold",), "pencil", 8.0),
    (("clean",), None, 3.2),
)
STATES: tuple[State, ...] = ("empty", "marked", "back", "odd")


@dataclass(frozen=True, slots=True)
class Box:
    """A box of a photograph: its sheet and id, its state, whether a printed box stands there, and its crop."""

    name: str
    state: State
    printed: bool
    cell: Cut


def add_options(parser: argparse.ArgumentParser) -> None:
    """The options of `boxes`."""
    add_data_options(parser)
    parser.add_argument("--sheets", type=int, default=60)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--pictures", type=Path)


def run(options: argparse.Namespace) -> int:
    """Prints a table for the cells of full sheets, one for printed boxes, and both together."""
    if not ask_for_data(options):
        return 2
    cv2.setNumThreads(1)
    numbers = range(options.first, options.first + options.sheets)
    found = list(compose_boxes(options.data, numbers, options.textures))
    marks = MarkReader.load().read([box.cell.crop for box in found], [box.cell.paper for box in found])
    pairs = list(zip(found, marks, strict=True))
    for printed in (False, True):
        print("\n".join(format_states([pair for pair in pairs if pair[0].printed == printed], printed)))
    print(format_total(pairs))
    if options.pictures:
        keep_pictures(pairs, options.pictures)
    return 0


def compose_boxes(data: Path, numbers: Sequence[int], textures: Path | None) -> Iterator[Box]:
    """The boxes of composed photographs; prints which sheets were refused."""
    writers, hands = load_marks_kept_apart(data / "drawn_signs.npz"), load_font_hands()
    for number in numbers:
        order, (names, pen, megapixels) = ORDERS[number % len(ORDERS)], CONDITIONS[number % len(CONDITIONS)]
        rng = np.random.default_rng([SEED, number])
        sheet, states = make_marked_sheet(order, writers, hands, rng, pen)
        upright = sheet.layout.page_mm[0] < sheet.layout.page_mm[1]
        shot = photograph(sheet, choose_scene(names, choose_size(megapixels, upright), rng), rng, textures)
        cells = _cut_boxes(shot.jpeg(), shot.visible)
        if isinstance(cells, str):
            print(f"{number}: {order}, {names}, {megapixels} MP: refused, {cells}", flush=True)
            continue
        for cell in cells:
            yield Box(f"{number:03}-{cell.field.id}", states[cell.field.id], order[1] != "full", cell)


def _cut_boxes(jpeg: bytes, visible: Mapping[str, bool]) -> Sequence[Cut] | str:
    """The visible boxes as the scanner cuts them; the problem's code when it refuses the sheet."""
    grey = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_GRAYSCALE)
    picture = build_pyramid(np.asarray(grey, np.uint8))
    page = locate_sheet(picture, None)
    if not isinstance(page, Page):
        return page.code
    followed = follow_rules(picture, page.layout, page.to_px)
    fault = judge_quality(page, followed, measure_quality(page, followed), picture.size_px)
    if fault is not None:
        return fault.code
    return cut_fields(picture, followed, [one for one in page.layout.fields if one.kind == "cross" and visible[one.id]])


def name_state(mark: Mark) -> State:
    """The state that the reader sees."""
    return "marked" if mark.text else "back" if "taken-back" in mark.flags else "empty"


def judge_box(box: Box, mark: Mark) -> str:
    """One of "right", "asked" and "wrong"; an odd mark is never right, a person must be asked about it."""
    if "doubtful" in mark.flags or box.cell.hidden:
        return "asked"
    if box.state == "odd":
        return "asked" if mark.flags else "wrong"
    return "right" if name_state(mark) == box.state else "wrong"


def format_states(pairs: Sequence[tuple[Box, Mark]], printed: bool) -> Iterator[str]:
    """A line a state: how many boxes, right, asked about, silently wrong."""
    yield f"{'printed boxes' if printed else 'cells of the table':20} boxes  right  asked  silently wrong"
    for state in STATES:
        got = Counter(judge_box(box, mark) for box, mark in pairs if box.state == state)
        yield f"  {state:18} {got.total():6} {got['right']:6} {got['asked']:6} {got['wrong']:6}"


def format_total(pairs: Sequence[tuple[Box, Mark]]) -> str:
    """Silent errors of clear boxes, and how many clear boxes are asked about."""
    got = Counter(judge_box(box, mark) for box, mark in pairs if box.state != "odd")
    wrong, asked = Share(got["wrong"], got.total()), Share(got["asked"], got.total())
    low, high = (1e4 * end for end in wrong.interval)
    return (
        f"clear boxes: {wrong.hits} of {wrong.of} silently wrong, {1e4 * wrong.value:.2f} in 10,000"
        f" ({low:.2f} to {high:.2f}); asked {asked}"
    )


def keep_pictures(pairs: Sequence[tuple[Box, Mark]], folder: Path) -> None:
    """Writes boxes that went wrong, and boxes asked about, as one picture for each state; at most 300 each."""
    folder.mkdir(parents=True, exist_ok=True)
    for verdict in ("wrong", "asked"):
        for state in STATES:
            some = [box for box, mark in pairs if box.state == state and judge_box(box, mark) == verdict][:300]
            if some:
                tiles = [cv2.copyMakeBorder(box.cell.crop, 2, 2, 2, 2, cv2.BORDER_CONSTANT, value=255) for box in some]
                tiles += [np.zeros_like(tiles[0])] * (-len(tiles) % 20)
                rows = [np.hstack(tiles[start : start + 20]) for start in range(0, len(tiles), 20)]
                cv2.imwrite(str(folder / f"{verdict}-{state}.png"), np.vstack(rows))
                (folder / f"{verdict}-{state}.txt").write_text("\n".join(box.name for box in some) + "\n", "utf-8")
