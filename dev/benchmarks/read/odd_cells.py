"""How much of what is no number is read as one.

    python -m dev.benchmarks.read.odd_cells --data FOLDER --fonts FOLDER...

Cells of every kind of `dev.training.cells.odd_entries` are composed with hands and fonts that no training has seen, and
read. For each kind, and for numbers by the same hands: how many cells are called illegible, how many are read as a
number with 0.5, 0.9 and 0.99 or more, and how many numbers are read right.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path

import numpy as np

from dev.benchmarks.figures import format_table
from dev.training.cells.camera import Trouble
from dev.training.cells.compose import Cell, Composer
from dev.training.cells.entries import Entries
from dev.training.cells.glyphs import Bank, load_bank
from dev.training.cells.odd_entries import WAYS, Odd
from dev.training.cells.writers import Writers
from dev.training.cells.writing import CELL_PX, Ink
from scanner.read.cell_doubt import load_cell_doubt
from scanner.read.judge_texts import MESS, OTHER
from scanner.read.read_numbers import MODEL, DigitReader
from scanner.sheet_reading import Answer

FILES = ("swiss_train", "swiss_val", "cheque_digits", "drawn_signs", "mnist_train")
"""Sets some of whose hands are kept apart; none of these draws letters."""
KINDS = tuple(name for name in WAYS if name != "letter")
HEADS = ("what", "cells", "illegible", "0.5 and more", "0.9 and more", "0.99 and more", "right")
BATCH, SEED = 40, 9_100_000


class OddEntries(Entries):
    """Writes what is no number, all of one kind."""

    def __init__(self, way: Odd, writers: Writers, rng: np.random.Generator) -> None:
        super().__init__(writers, rng)
        self._way = way

    def write_entry(self, canvas: Ink, hatched: bool, trouble: Trouble) -> str:
        """Writes into the cell (`canvas`, (h, w) float32) and returns the text that the recogniser shall give."""
        return self._way(canvas, self.writers, self.draw_number(canvas.shape[1] / CELL_PX))


def main(arguments: Sequence[str] | None = None) -> int:
    """Prints the table; returns the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True, help="folder with the .npz files of handwriting")
    parser.add_argument("--fonts", type=Path, nargs="+", required=True, help="folders with .ttf fonts")
    parser.add_argument("--model", type=Path, default=MODEL)
    parser.add_argument("--cells", type=int, default=400, help="cells of each kind")
    args = parser.parse_args(arguments)
    fonts = [font for folder in args.fonts for font in sorted(folder.glob("*.ttf"))]
    bank = load_bank([args.data / f"{name}.npz" for name in FILES], fonts, held_back=True)
    lines = _count_kinds(bank, DigitReader.load(args.model), args.cells)
    print("\n".join(format_table([list(HEADS), *lines])))
    return 0


def _count_kinds(bank: Bank, reader: DigitReader, count: int) -> Iterator[list[str]]:
    """The lines of the table, the numbers last."""
    for name in KINDS:
        yield _count_cells(name, Composer(bank, SEED, partial(OddEntries, WAYS[name][1])), reader, count)
    yield _count_cells("numbers", Composer(bank, SEED), reader, count)


def _count_cells(name: str, composer: Composer, reader: DigitReader, count: int) -> list[str]:
    """One line of the table, under `HEADS`."""
    cells = [cell for cell in (composer.compose_cell() for _ in range(count)) if _is_wanted(cell, name)]
    batches = (cells[start : start + BATCH] for start in range(0, len(cells), BATCH))
    seen = (got for batch in batches for got in reader.read([cell.grey for cell in batch], ["points"] * len(batch)))
    read = [load_cell_doubt().judge(got, box=False) for got in seen]
    sure = [sum(map(partial(_is_number, least=least), read)) for least in (0.5, 0.9, 0.99)]
    right = sum(got.text == cell.text for cell, got in zip(cells, read, strict=True))
    illegible = sum("illegible" in got.flags for got in read)
    return [name, *map(str, (len(cells), illegible, *sure, right if name == "numbers" else "-"))]


def _is_wanted(cell: Cell, name: str) -> bool:
    return name != "numbers" or (cell.text.strip("+-").isdigit() and not {MESS, OTHER} & set(cell.text))


def _is_number(got: Answer, least: float) -> bool:
    return got.text.strip("+-").isdigit() and got.confidence >= least and not got.flags


if __name__ == "__main__":
    raise SystemExit(main())
