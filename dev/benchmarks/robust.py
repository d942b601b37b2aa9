"""Whether a confident answer stays when the same cell is cut a little otherwise: of real photographs and composed ones.

    python -m dev.benchmarks.robust [--photos FOLDER] [--composed FOLDER] [--every 1] [--json OUT] [--keep DIR]

Every number cell is read as usual, shifted by up to 2 mm, rescaled by 0.5 to 2, and cut with more and with less inset
(`dev.benchmarks.robust_cells`), each time with its whole sheet. Confident is what the pipeline takes for clear ink
(`tournament.limits`, no flag). The table tells of the cells that are confident as usual: how many are doubted in the
other way, and how many change to another confident answer, which none may. FOLDER holds `sudoku` and `kniffel` as for
`dev.benchmarks.sudoku`; `--composed` a folder as for `dev.benchmarks.reading`. `--keep` puts both crops of each change
there. """

from __future__ import annotations

import argparse
import json
import os
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import cv2
import numpy as np

from dev.benchmarks.figures import Share
from dev.benchmarks.reading import truths
from dev.benchmarks.robust_cells import Crop, Opened, opened, variants
from scanner.read.digits import DigitReader
from scanner.read.number_reader import NumberReader, Written
from templates.foreign import load_layout
from templates.layout import Layout
from tournament.limits import LIMITS

LAYOUTS = Path(__file__).parents[2] / "templates" / "layouts"
KINDS = ("shifted", "rescaled", "inset")


@dataclass(frozen=True, slots=True)
class Change:
    """A cell whose confident answer changed to another confident one."""

    photo: str
    field: str
    kind: str
    amount: str
    usual: str
    other: str


Tally = dict[tuple[str, str], Counter[str]]
"""Counts by kind of change and amount."""


def sure(answer: Written) -> bool:
    """Whether the pipeline takes this for clear ink."""
    return answer.confidence >= LIMITS.clear_ink and not answer.flags


def compare(name: str, sheet: Opened, reader: NumberReader, tally: Tally, keep: Path | None) -> Iterator[Change]:
    """Reads one photograph's cells in every way, counts, and yields the changes."""
    ways = variants(sheet)
    first = next(ways)
    usual = sheet.read(first.cells, reader)
    for variant in ways:
        for place, (was, now) in enumerate(zip(usual, sheet.read(variant.cells, reader), strict=True)):
            changed = sure(was) and sure(now) and was.text != now.text
            tally[variant.kind, variant.amount].update(cells=sure(was), doubted=sure(was) and not sure(now))
            tally[variant.kind, variant.amount].update(changed=changed)
            if changed:
                change = Change(name, first.cells[place].field.id, variant.kind, variant.amount, was.text, now.text)
                if keep:
                    _keep(keep, change, first.cells[place].crop, variant.cells[place].crop)
                yield change


def _keep(folder: Path, change: Change, usual: Crop, other: Crop) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    height = max(len(usual), len(other))
    pair = [np.pad(crop, ((0, height - len(crop)), (0, 12)), constant_values=255) for crop in (usual, other)]
    texts = "_".join(text.replace("/", "slash") or "blank" for text in (change.usual, change.other))
    name = f"{change.photo}_{change.field}_{change.kind}_{change.amount}_{texts}.png"
    cv2.imwrite(str(folder / name.replace("/", "-").replace(" ", "")), np.hstack(pair))


def lines(name: str, photos: int, tally: Tally) -> Iterator[str]:
    """One source's part of the table: each amount, and each kind in all."""
    for kind in KINDS:
        mine = {amount: counts for (which, amount), counts in tally.items() if which == kind}
        for amount, counts in [*mine.items(), ("all", sum(mine.values(), Counter()))]:
            changed, doubted = Share(counts["changed"], counts["cells"]), Share(counts["doubted"], counts["cells"])
            yield (
                f"{name:10} {photos:6}  {kind:9} {amount:13} {counts['cells']:8} {100 * doubted.value:8.2f} %"
                f" {changed.hits:8}  {1000 * changed.value:7.3f} (up to {1000 * changed.low_high[1]:.3f})"
            )


def main() -> None:
    """Prints the table, and every change."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--photos", type=Path, default=os.environ.get("KIEBITZ_PHOTOS"))
    parser.add_argument("--composed", type=Path)
    parser.add_argument(
        "--every", type=int, default=1, help="take only every n-th photo of sudokus and composed sheets"
    )
    parser.add_argument("--json", type=Path, help="keep the figures here")
    parser.add_argument("--keep", type=Path, help="keep the crops of changes here")
    options = parser.parse_args()
    cv2.setNumThreads(1)
    reader = DigitReader.load()
    print(f"{'source':10} {'photos':>6}  {'the cell':9} {'':13} {'clear':>8} {'doubted':>10} {'changed':>8}  in 1,000")
    kept = {}
    for name, layout, files in _sources(options.photos, options.composed, options.every):
        kept[name] = _source(name, layout, files, reader, options.keep)
    if options.json:
        options.json.write_text(json.dumps(kept, indent=1, ensure_ascii=False) + "\n", "utf-8")


def _sources(
    photos: Path | None, composed: Path | None, every: int
) -> Iterator[tuple[str, Layout | None, Sequence[Path]]]:
    if photos:
        yield "kniffel", load_layout(LAYOUTS / "kniffel.toml"), sorted((Path(photos) / "kniffel").glob("*.jpg"))
        grids = sorted((Path(photos) / "sudoku" / "images").iterdir())[::every]
        yield "sudoku", load_layout(LAYOUTS / "sudoku.toml"), grids
    if composed:
        yield "composed", None, [file.with_suffix(".jpg") for file in truths(composed)[::every]]


def _source(
    name: str, layout: Layout | None, files: Sequence[Path], reader: DigitReader, keep: Path | None
) -> dict[str, object]:
    tally: Tally = defaultdict(Counter)
    changes, read = [], 0
    for file in files:
        sheet = opened(file, layout)
        if isinstance(sheet, str):
            print(f"{file.name}: {sheet}", flush=True)
            continue
        read += 1
        changes += list(compare(file.stem, sheet, reader, tally, keep))
    print("\n".join(lines(name, read, tally)), flush=True)
    for change in changes:
        print(f"  {change.photo} {change.field} {change.kind} {change.amount}: {change.usual!r} -> {change.other!r}")
    counts = {f"{kind} {amount}": dict(count) for (kind, amount), count in tally.items()}
    return {"photos": read, "counts": counts, "changes": [asdict(change) for change in changes]}


if __name__ == "__main__":
    main()
