"""Measures the recogniser on composed cells of writers never trained on.

python -m dev.training.measure --data FOLDER
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from dev.training.cells.compose import Cell, Composer
from dev.training.cells.glyphs import load_bank
from scanner.read.read_numbers import MESS, DigitReader
from scanner.sheet_reading import Answer

HELD_BACK = ("cheque_digits", "drawn_signs", "mnist_train")
"""Sets with named writers of whom every tenth is kept apart; `swiss_val` is kept apart whole."""


def compose_cells_kept_apart(data: Path, count: int, seed: int = 5, *, swiss_only: bool = False) -> list[Cell]:
    """`count` composed cells of writers kept apart."""
    names = ("swiss_val",) if swiss_only else ("swiss_val", *HELD_BACK)
    composer = Composer(load_bank([data / f"{name}.npz" for name in names], held_back=True), seed)
    return [composer.compose_cell() for _ in range(count)]


def is_right(cell: Cell, digits: Answer) -> bool:
    """Whether the text is right; a mess is right when it is put before a person."""
    plain = cell.text.replace(MESS, "")
    if MESS in cell.text and not plain:
        return "illegible" in digits.flags
    return digits.text == plain


@dataclass(frozen=True, slots=True)
class Band:
    """Cells of nearly the same confidence: its `mean`, how many `cells`, and how many of them are `right`."""

    mean: float
    cells: int
    right: int


def split_bands(pairs: Sequence[tuple[float, bool]], count: int = 20) -> Iterator[Band]:
    """Splits (confidence, right) pairs into equally wide bands of confidence; empty bands are left out."""
    for band in range(count):
        mine = [pair for pair in pairs if min(int(pair[0] * count), count - 1) == band]
        if mine:
            yield Band(sum(p for p, _ in mine) / len(mine), len(mine), sum(ok for _, ok in mine))


def measure_calibration_error(pairs: Sequence[tuple[float, bool]]) -> float:
    """The expected calibration error of (confidence, right) pairs over equally wide bands."""
    return sum(abs(band.mean * band.cells - band.right) for band in split_bands(pairs)) / len(pairs)


def format_report(cells: Sequence[Cell], reader: DigitReader) -> str:
    """Accuracy, confident errors, calibration and the commonest confusions as plain lines."""
    results: list[Answer] = []
    for start in range(0, len(cells), 64):
        part = cells[start : start + 64]
        results += reader.read([cell.grey for cell in part], ["points"] * len(part))
    pairs = list(zip(cells, results, strict=True))
    clean = [(cell, got) for cell, got in pairs if MESS not in cell.text]
    wrong = [(cell.text, got.text, got.confidence, got.flags) for cell, got in clean if not is_right(cell, got)]
    sure = [got for cell, got in clean if got.confidence >= 0.99 and not got.flags]
    false = [(text, said) for text, said, p, flags in wrong if p >= 0.99 and not flags]
    messes = [(cell, got) for cell, got in pairs if MESS in cell.text]
    flagged = sum(bool(got.flags) for _, got in messes)
    among = sum(cell.text in [text for text, _ in got.candidates] for cell, got in clean)
    error = measure_calibration_error([(got.confidence, is_right(cell, got)) for cell, got in clean])
    lines = [
        f"clean cells right: {1 - len(wrong) / len(clean):.4f} of {len(clean)}",
        f"confident (>= 0.99, no flag): {len(sure) / len(clean):.3f}, wrong among them: {len(false)}",
        f"truth among candidates: {among / len(clean):.4f}",
        f"clean cells flagged: {sum(bool(got.flags) for _, got in clean) / len(clean):.4f}",
        f"struck-out or overwritten cells flagged: {flagged / max(len(messes), 1):.3f} of {len(messes)}",
        f"calibration error: {error:.4f}",
        f"commonest confusions: {Counter((text, said) for text, said, _, _ in wrong).most_common(12)}",
        f"confident errors: {false[:20]}",
    ]
    return "\n".join(lines)


def main() -> None:
    """Command line of the measurement."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--cells", type=int, default=4000)
    parser.add_argument("--swiss-only", action="store_true")
    args = parser.parse_args()
    cells = compose_cells_kept_apart(args.data, args.cells, swiss_only=args.swiss_only)
    print(format_report(cells, DigitReader.load()))


if __name__ == "__main__":
    main()
