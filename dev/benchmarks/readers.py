"""The same cells through our reader, Tesseract and RapidOCR: `python -m dev.benchmarks.readers --data FOLDER`.

Cells are composed from writers kept apart from training. RapidOCR is a development dependency only; without it its row
is left out and said so. Times are per cell on one core; what compares is the ratio to our reader in the same run.
"""

from __future__ import annotations

import argparse
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from shutil import which
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from dev.benchmarks.figures import READERS
from dev.training.cells.compose import Cell
from dev.training.measure import kept_apart
from scanner.read.digits import DigitReader
from scanner.read.number_answer import MESS

Crop = NDArray[np.uint8]
Reader = Callable[[Sequence[Crop]], list[str]]


def ours(crops: Sequence[Crop]) -> list[str]:
    """One batch per 64 cells, about a sheet."""
    reader = DigitReader.load()
    return [
        got.text
        for i in range(0, len(crops), 64)
        for got in reader.read(crops[i : i + 64], ["points"] * len(crops[i : i + 64]))
    ]


def tesseract(crops: Sequence[Crop]) -> list[str]:
    """One call a cell, a single line of digits and signs."""
    command = ["tesseract", "stdin", "stdout", "--psm", "7", "-c", "tessedit_char_whitelist=0123456789+-/"]
    pictures = (cv2.imencode(".png", _enlarged(crop))[1].tobytes() for crop in crops)
    told = (subprocess.run(command, input=picture, capture_output=True, check=True) for picture in pictures)
    return [one.stdout.decode("utf-8").strip() for one in told]


def rapidocr(crops: Sequence[Crop]) -> list[str]:
    """Its recogniser alone (PP-OCRv6 small), as the cell is cut already."""
    engine = _engine()
    texts: list[str] = []
    for crop in crops:
        found = engine(cv2.cvtColor(_enlarged(crop), cv2.COLOR_GRAY2BGR), use_det=False, use_cls=False, use_rec=True)
        texts.append("".join(found.txts or ()))
    return texts


@cache
def _engine() -> Any:
    from rapidocr import RapidOCR

    return RapidOCR(params={"Global.log_level": "error", "EngineConfig.onnxruntime.intra_op_num_threads": 1})


@cache
def others() -> Mapping[str, Reader]:
    """The readers besides ours that are installed here, by name."""
    known: dict[str, tuple[bool, Reader]] = {
        "tesseract": (which("tesseract") is not None, tesseract),
        "rapidocr": (find_spec("rapidocr") is not None, rapidocr),
    }
    return {name: read for name, (installed, read) in known.items() if installed}


def _enlarged(crop: Crop) -> Crop:
    return np.asarray(
        cv2.resize(crop, None, fx=96 / crop.shape[0], fy=96 / crop.shape[0], interpolation=cv2.INTER_CUBIC), np.uint8
    )


def row(name: str, reader: Reader, cells: Sequence[Cell], base: float | None) -> float:
    """Prints one reader's line and returns its seconds per cell."""
    reader([cells[0].grey])
    begin = time.perf_counter()
    texts = reader([cell.grey for cell in cells])
    each = (time.perf_counter() - begin) / len(cells)
    right = np.mean([text.replace(" ", "") == cell.text for text, cell in zip(texts, cells, strict=True)])
    print(f"{name:12} {100 * right:6.1f} % right   {1000 * each:8.2f} ms a cell   {each / (base or each):7.1f} x ours")
    return each


def main() -> None:
    """Command line of the comparison."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--cells", type=int, default=300)
    args = parser.parse_args()
    cv2.setNumThreads(1)
    cells = [
        cell for cell in kept_apart(args.data, 2 * args.cells, swiss_only=True) if MESS not in cell.text and cell.text
    ][: args.cells]
    base = row("Kiebitz", ours, cells, None)
    for name, read in others().items():
        row(READERS[name], read, cells, base)
    if "rapidocr" not in others():
        print("RapidOCR is not installed (docs/dependencies.md): its row is left out.")


if __name__ == "__main__":
    main()
