"""How well `kiebitz learn` tells a table of which it knows nothing: real grids, a real card, spreadsheets photographed.

    python -m dev.benchmarks.learn sudoku --photos FOLDER [--every 1]
    python -m dev.benchmarks.learn kniffel --photos FOLDER
    python -m dev.benchmarks.learn tables --out FOLDER [--count 49] [--first 0] [--seed 1]

FOLDER of the photographs as for `dev.benchmarks.sudoku`; `kniffel` holds a card whose layout is `templates/layouts`'.
The tables are printed by LibreOffice (`dev.benchmarks.spreadsheets`), every third filled in by hand, and photographed
twice: the layout learnt from the first picture must give the true cells on the second one, filled in. """

from __future__ import annotations

import argparse
import csv
import os
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

import cv2
import numpy as np

from dev.benchmarks.spreadsheets import Table, filled, pdfs, tables
from dev.filler.camera.camera import Photograph, photograph
from dev.filler.camera.scene import choose_scene, choose_size
from scanner.learn.check import fault_of
from scanner.learn.outline import Outline, find_outline
from scanner.learn.table import Learnt, learn
from scanner.open.photo import Photo, load
from scanner.pipeline import read_photo
from scanner.pyramid import Pyramid, pyramid
from scanner.read.digits import DigitReader
from scanner.reading import SheetReading
from templates.foreign import load_layout
from templates.foreign.draft import Draft
from templates.foreign.guess import guess
from templates.foreign.write import layout_text
from templates.layout import Layout

LAYOUTS = Path(__file__).parents[2] / "templates" / "layouts"
CONDITIONS = (("clean",), ("perspective",), ("rot90",), ("shadow",), ("rot180",), ("curl",), ("small",), ("rot270",),
              ("noise",), ("jpeg",), ("warm",), ("perspective", "shadow"))
NEAR_ROWS = 0.12
"""How far a cell's corner may be from its true place, in row heights."""
NEAR_GUESSED = 0.25
"""How far an edge may be from its true place where no rule is printed, as a share of the column's width."""
NEAR_SHARE = 0.012
"""How far a rule of a real sheet may be from its place in the layout made by hand, as a share of the table."""


def main() -> None:
    """Prints what is wrong, then the totals."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("what", choices=("sudoku", "kniffel", "tables"))
    parser.add_argument("--photos", type=Path, default=Path(os.environ.get("KIEBITZ_PHOTOS", ".")))
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path(tempfile.gettempdir()) / "kiebitz-tables")
    parser.add_argument("--count", type=int, default=49)
    parser.add_argument("--first", type=int, default=0, help="leave out the tables before this one")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    cv2.setNumThreads(1)
    os.environ.setdefault("OMP_THREAD_LIMIT", "1")
    if arguments.what == "sudoku":
        _sudokus(arguments.photos / "sudoku", arguments.every)
    elif arguments.what == "kniffel":
        _cards(arguments.photos / "kniffel")
    else:
        _tables(arguments.out, arguments.count, arguments.first, arguments.seed)


def _picture(path: Path) -> Pyramid:
    photo = next(iter(load(path)))
    assert isinstance(photo, Photo), photo
    return pyramid(photo.grey)


def _sudokus(folder: Path, every: int) -> None:
    """Rows and columns of the grids, and the corners of every one against their truth."""
    with (folder / "metadata.csv").open(encoding="utf-8") as table:
        rows = list(csv.DictReader(table))[::every]
    right = 0
    for row in rows:
        found = find_outline(_picture(folder / "images" / row["Name"]))
        size = _size(found)
        off = _corners_off(found, row) if isinstance(found, Outline) else float("inf")
        right += size == (9, 9) and off <= NEAR_SHARE
        if size != (9, 9) or off > NEAR_SHARE:
            print(f"{row['Name']}: {size}, corners {off:.1%} off", flush=True)
    print(f"{right} of {len(rows)} grids with 9 columns, 9 rows and true corners")


def _size(found: object) -> tuple[int, int] | str:
    if not isinstance(found, Outline):
        return str(getattr(found, "code", found))
    return len(found.ruled.edges_x) - 1, len(found.ruled.edges_y) - 1


def _corners_off(found: Outline, row: dict[str, str]) -> float:
    """Largest distance of a corner, as a share of the side."""
    names = ("topleft", "topright", "bottomright", "bottomleft")
    true = np.array([[float(row[f"{axis}_{corner}_absolute"]) for axis in "xy"] for corner in names])
    xs, ys = found.ruled.edges_x[[0, -1, -1, 0]], found.ruled.edges_y[[0, 0, -1, -1]]
    seen = found.flat.mesh.px(np.stack([xs, ys], axis=-1))
    side = float(np.linalg.norm(true - np.roll(true, 1, axis=0), axis=1).mean())
    return float(np.linalg.norm(seen - true, axis=1).max()) / side


def _cards(folder: Path) -> None:
    """Rules and kinds against the layout that was made by hand, and whether the learnt one reads the photo."""
    reader, truth = DigitReader.load(), load_layout(LAYOUTS / "kniffel.toml")
    for path in sorted(folder.glob("*.jpg")):
        picture = _picture(path)
        learnt = learn(picture, reader)
        if not isinstance(learnt, Learnt):
            print(f"{path.name}: {learnt.code}")
            continue
        draft, layout = _drafted(learnt)
        same = all(
            len(mine) == len(true) and np.abs(np.array(mine) / mine[-1] - np.array(true) / true[-1]).max() < NEAR_SHARE
            for mine, true in ((layout.grid.xs_mm, truth.grid.xs_mm), (layout.grid.ys_mm, truth.grid.ys_mm))
        )
        fault = fault_of(picture, layout)
        cells = {_cell(field.box_mm, layout) for field in layout.fields}
        wanted = {_cell(field.box_mm, truth) for field in truth.fields}
        print(f"{path.name}: rules {'right' if same else 'WRONG'}, fields {len(cells & wanted)} of {len(wanted)} and"
              f" {len(cells - wanted)} more, kinds {Counter(field.kind for field in layout.fields)},"
              f" read again: {'yes' if fault is None else fault.code}; {len(draft.remarks)} remarks")


def _cell(box: tuple[float, float, float, float], layout: Layout) -> tuple[int, int]:
    """Column and row of a field among the rules."""
    xs, ys = layout.grid.xs_mm, layout.grid.ys_mm
    return int(np.abs(np.array(xs) - box[0]).argmin()), int(np.abs(np.array(ys) - box[1]).argmin())


def _drafted(learnt: Learnt) -> tuple[Draft, Layout]:
    """The draft, and its layout as loaded from its own text."""
    draft = guess(learnt.seen, "learnt", "learnt")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "learnt.toml"
        path.write_text(layout_text(draft, "learnt.png", "de"), encoding="utf-8")
        return draft, load_layout(path)


def _tables(folder: Path, count: int, first: int, seed: int) -> None:
    """Every table learnt from one photograph and read from another."""
    made = tables(count, seed)[first:]
    files, reader = pdfs(made, folder), DigitReader.load()
    totals: Counter[str] = Counter()
    for number, (table, pdf) in enumerate(zip(made, files, strict=True), first):
        start = time.process_time()
        said = dict(_one(table, pdf, folder, number, seed, reader))
        totals.update(key for key, good in said.items() if good)
        totals["tables"] += 1
        wrong = [key for key, good in said.items() if not good]
        if wrong:
            print(f"{table.name} ({table.ruling}, {CONDITIONS[number % len(CONDITIONS)]}): {', '.join(wrong)}"
                  f" [{time.process_time() - start:.0f} s]", flush=True)
    for key, value in totals.items():
        print(f"{key}: {value}")


def _one(
    table: Table, pdf: Path, folder: Path, number: int, seed: int, reader: DigitReader
) -> Iterator[tuple[str, bool]]:
    """What is right about one table, by name."""
    rng = np.random.default_rng([seed, number])
    _shot(table, pdf, rng, number % 3 == 0, CONDITIONS[number % len(CONDITIONS)], folder / f"{table.name}-a.jpg")
    learnt = learn(_picture(folder / f"{table.name}-a.jpg"), reader)
    if not isinstance(learnt, Learnt):
        yield f"learnt ({learnt.code})", False
        return
    draft, layout = _drafted(learnt)
    seen = learnt.seen
    if not _right_size(table, seen.columns, seen.rows):
        print(f"{table.name}: {seen.columns} columns and {seen.rows} rows seen")
    yield "rows and columns", _right_size(table, seen.columns, seen.rows)
    kinds = [column.kind for column in draft.columns]
    yield "kinds", kinds == _kinds(table)
    told = {column.number for column in draft.columns if not column.sure}
    wrong = {n for n, (a, b) in enumerate(zip(kinds, _kinds(table), strict=False), 1) if a != b}
    yield "kinds right or told as doubtful", wrong <= told and len(kinds) == len(table.heads)
    second, _ = _shot(table, pdf, rng, True, ("clean",), folder / f"{table.name}-b.jpg")
    result = next(iter(read_photo(folder / f"{table.name}-b.jpg", layout, reader, printed=False)))
    if result.problem is not None:
        print(f"{table.name}: {result.problem.code}")
    yield "read from another photograph", result.problem is None
    yield "its cells where they are", result.problem is None and _true_cells(
        result, second, layout, table.ruling == "level"
    )


def _right_size(table: Table, columns: int, rows: int) -> bool:
    return (columns, rows) == (len(table.heads), table.all_rows)


def _kinds(table: Table) -> list[str | None]:
    """What each column should be; numbers of the rows that are not printed are written."""
    first = table.heads[0][1]
    usual = [kind for _, kind in table.heads]
    return [first, *usual[1:]]


def _shot(
    table: Table, pdf: Path, rng: np.random.Generator, by_hand: bool, conditions: Sequence[str], target: Path
) -> tuple[Photograph, dict[str, str]]:
    sheet, texts = filled(table, pdf, rng, by_hand)
    picture = photograph(sheet, choose_scene(conditions, choose_size(8, upright=not table.landscape), rng), rng)
    target.write_bytes(picture.jpeg())
    return picture, texts


def _true_cells(result: SheetReading, shot: Photograph, layout: Layout, guessed: bool) -> bool:
    """Whether every field's corners are those of a true cell, each cell at most once; `guessed`: edges of columns."""
    true = {name: np.array(quad) for name, quad in shot.quads.items()}
    corner = np.array([quad[0] for quad in true.values()])
    names, taken = list(true), set()
    for reading in result.readings:
        quad = np.array(reading.quad_px)
        name = names[int(np.linalg.norm(corner - quad[0], axis=1).argmin())]
        along, down = (float(np.linalg.norm(true[name][k] - true[name][0])) for k in (1, 3))
        loose = np.array([NEAR_GUESSED * along if guessed else NEAR_ROWS * down, NEAR_ROWS * down])
        if name in taken or (np.abs(quad - true[name]).max(axis=0) > loose).any():
            return False
        taken.add(name)
    return len(taken) == len(layout.fields)


if __name__ == "__main__":
    main()
