"""How well foreign ruled tables are found, learnt and read.

    python -m dev.benchmarks.read.foreign_tables --tables 100 --grids SUDOKUS --newspaper PICTURES --cards CARDS

Composed tables of random design are learnt from one picture, filled in or not, and a second picture of the same form is
read with what was learnt, without touching a file: every cell must lie where it was drawn. Of photographed grids the
corners count (1 % of the side), of newspapers' grids the digits, and what is surely read and wrong.
"""

from __future__ import annotations

import argparse
import csv
import json
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

import cv2
import numpy as np

from desk.cli.paper_orders import LearnOrder
from desk.cli.run.run_learn import learn_page
from desk.exits import Unusable
from dev.benchmarks.figures import SURE, Share, format_table
from dev.benchmarks.read.photographed import load_reader
from dev.filler.camera.camera import Quad
from dev.filler.drawn_tables import FEATURES, draw_design, fill_design
from dev.filler.pens.glyphs import load_font_hands
from dev.filler.table_pictures import picture_design
from dev.tools.fresh_processes import open_processes
from scanner.pipeline import read_photo
from scanner.pyramid import Points
from scanner.sheet_reading import Problem, SheetReading
from templates.foreign.layout_draft import write_layout
from templates.foreign.layout_file import load_layout
from templates.layout import Layout

LAYOUTS = Path(__file__).parents[3] / "templates" / "layouts"
NEAR = 0.15
"""How far a cell's corner may lie from where it was drawn, in heights of its row."""
CORNER = 0.01
"""How far a grid's corner may lie from where it is, as a share of its side."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Prints the figures that are asked for; returns the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=0, help="how many composed tables")
    parser.add_argument("--first", type=int, default=0, help="number of the first one")
    parser.add_argument("--grids", type=Path, nargs="*", default=[], help="folders with images and metadata.csv")
    parser.add_argument("--every", type=int, default=1, help="take only every so many of the grids")
    parser.add_argument("--newspaper", type=Path, help="folder with .jpg and .dat")
    parser.add_argument("--cards", type=Path, help="folder with Kniffel cards and their truth")
    parser.add_argument("--jobs", type=int, default=1)
    options = parser.parse_args(arguments)
    cv2.setNumThreads(1)
    for folder in options.grids:
        print(f"{folder.name}: corners {_measure_grids(folder, options.every)}")
    if options.newspaper:
        _print_counts(sum(map(_measure_newspaper, sorted(options.newspaper.glob("*.jpg"))), Counter()))
    if options.cards:
        _print_counts(sum(map(_measure_card, sorted(options.cards.glob("*.json"))), Counter()))
    if options.tables:
        with open_processes(options.jobs) as pool:
            found = list(pool.map(measure_table, range(options.first, options.first + options.tables)))
        print("\n".join(format_table([["", "tables", "learnt", "proved", "read"], *_group_tables(found)])))
    return 0


def _print_counts(counts: Mapping[str, int]) -> None:
    print(", ".join(f"{name} {count}" for name, count in counts.items()))


def _measure_grids(folder: Path, every: int) -> Share:
    """How many grids are read with every corner in its place."""
    layout = load_layout(LAYOUTS / "sudoku.toml")
    rows = list(csv.DictReader((folder / "metadata.csv").read_text("utf-8").splitlines()))[::every]
    right = 0
    for row in rows:
        names = ("topleft", "topright", "bottomright", "bottomleft")
        true = np.array([[float(row[f"{axis}_{name}_absolute"]) for axis in "xy"] for name in names])
        seen = _read_one(folder / "images" / row["Name"], layout)
        fine = seen.problem is None and _measure_off(_find_corners(seen), true) <= CORNER
        right += fine
        if not fine:
            print(f"  {row['Name']}: {seen.problem.in_('en') if seen.problem else 'corner off'}", flush=True)
    return Share(right, len(rows))


def _find_corners(seen: SheetReading) -> Points:
    """The outermost corners (4, 2) float64 px of the fields, which fill the grid row by row."""
    quads = np.array([reading.quad_px for reading in seen.readings])
    side = round(len(quads) ** 0.5)
    return np.asarray(quads.reshape(side, side, 4, 2)[[0, 0, -1, -1], [0, -1, -1, 0], [0, 1, 2, 3]])


def _measure_off(corners: Points, true: Points) -> float:
    """How far the worst corner is off as a share of the mean side; grids have no upper side."""
    side = float(np.linalg.norm(true - np.roll(true, 1, axis=0), axis=1).mean())
    turned = (np.roll(corners, turn, axis=0) for turn in range(4))
    return min(float(np.linalg.norm(one - true, axis=1).max()) for one in turned) / side


def _read_one(photo: Path, layout: Layout) -> SheetReading:
    return next(iter(read_photo(photo, layout, load_reader(), printed=False)))


def _measure_newspaper(photo: Path) -> Counter[str]:
    """Grids found, digits, digits right, and what is sure and wrong."""
    lines = photo.with_suffix(".dat").read_text("utf-8").splitlines()[2:11]
    truth = [digit.replace("0", "") for line in lines for digit in line.split()]
    return _count_answers(photo, _read_one(photo, load_layout(LAYOUTS / "sudoku.toml")), truth)


def _measure_card(truth_file: Path) -> Counter[str]:
    """As of a newspaper's grid, of the first column of a card."""
    truth = json.loads(truth_file.read_text("utf-8"))
    photo = truth_file.with_name(truth["file"])
    written = [str(cell[0]) for cell in truth["cells"]]
    seen = _read_one(photo, load_layout(LAYOUTS / "kniffel.toml"))
    columns = len({reading.id.split(".")[-1] for reading in seen.readings}) or 1
    return _count_answers(photo, seen, [text for cell in written for text in (cell, *[""] * (columns - 1))])


def _count_answers(photo: Path, seen: SheetReading, truth: Sequence[str]) -> Counter[str]:
    if seen.problem is not None:
        print(f"  {photo.name}: {seen.problem.in_('en')}", flush=True)
        return Counter(pictures=1)
    pairs = list(zip(truth, seen.readings, strict=True))
    sure = [(text, one) for text, one in pairs if one.confidence >= SURE and not one.flags]
    return Counter(
        pictures=1,
        found=1,
        written=sum(bool(text) for text in truth),
        right=sum(bool(text) and text == one.text for text, one in pairs),
        sure=len(sure),
        sure_wrong=sum(text != one.text for text, one in sure),
    )


def measure_table(number: int) -> Counter[str]:
    """Learns one composed table and reads another picture of it; counts what went well."""
    design = draw_design(number)
    hands, rng = load_font_hands(), np.random.default_rng(number)
    sheets = [fill_design(design, hands[(number + k) % len(hands)], rng, written=written)
              for k, written in enumerate((number % 3 > 0, True))]  # fmt: skip
    shots = [picture_design(design, sheet, rng, turns) for sheet, turns in zip(sheets, ((0, 90), (0,)), strict=True)]
    counts = Counter({"tables": 1, design.feature: 1})
    with tempfile.TemporaryDirectory() as folder:
        paths = [Path(folder, f"{name}.png") for name in ("learn", "read")]
        for path, (picture, _) in zip(paths, shots, strict=True):
            cv2.imwrite(str(path), picture, [cv2.IMWRITE_PNG_COMPRESSION, 1])
        why = _learn_and_read(paths, Path(folder, "table.toml"), [quads for _, quads in shots], counts)
    print(f"  {number} {design.feature}, {design.colour} {design.width_mm}: {why}", flush=True)
    return counts


def _learn_and_read(
    paths: Sequence[Path], layout: Path, quads: Sequence[Mapping[str, Quad]], counts: Counter[str]
) -> str:
    """Learns the first picture and reads the second one; returns what went wrong."""
    try:
        (learnt,) = learn_page(LearnOrder(paths[0], layout))
    except Unusable as refused:
        return refused.message("en")
    if isinstance(learnt, Problem):
        return learnt.in_("en")
    rows = max(int(name.split(".")[0][1:]) for name in quads[0])
    shape = learnt.draft.table.rows, learnt.draft.table.columns
    if shape != (rows, len(quads[0]) // rows):
        return f"{shape} instead of {(rows, len(quads[0]) // rows)}"
    counts["learnt"] = 1
    trial = [remark for remark in learnt.draft.remarks if "trial" in getattr(remark, "key", "")]
    counts["proved"] = not trial
    layout.write_text(write_layout(learnt.draft, "picture.png", "en"), encoding="utf-8")
    seen = _read_one(paths[1], load_layout(layout))
    if seen.problem is not None:
        return f"read: {seen.problem.in_('en')}"
    off = max(_measure_cell(reading.quad_px, quads[1].values()) for reading in seen.readings)
    counts["read"] = off <= NEAR
    return f"{off:.2f} off" + (f", {trial[0].in_('en')}" if trial else "")


def _measure_cell(quad: Quad, true: Iterable[Quad]) -> float:
    """How far the cell is from the nearest true one, in heights of that one; upright only."""
    places = np.array(list(true))
    off = np.linalg.norm(places - np.array(quad), axis=-1).max(axis=1)
    high = np.linalg.norm(places[:, 3] - places[:, 0], axis=-1)
    return float((off / high).min())


def _group_tables(found: Sequence[Counter[str]]) -> Iterator[list[str]]:
    for name in (*FEATURES, "tables"):
        some = [counts for counts in found if counts[name]]
        if some:
            yield [name, str(len(some)), *(str(sum(one[key] for one in some)) for key in ("learnt", "proved", "read"))]


if __name__ == "__main__":
    raise SystemExit(main())
