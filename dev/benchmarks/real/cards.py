"""A real score card, filled in by hand: its cells against their truth, a list of rows beside each photograph."""

from __future__ import annotations

import argparse
import json
from collections import Counter
from pathlib import Path

import cv2

from dev.benchmarks.figures import Share, count_cell
from dev.benchmarks.real.opened import LAYOUTS, add_photo_options, open_photo
from scanner.read.read_numbers import DigitReader
from templates.foreign.layout_file import load_layout


def add_options(parser: argparse.ArgumentParser) -> None:
    """The options of `cards`."""
    add_photo_options(parser)


def run(options: argparse.Namespace) -> int:
    """Prints every cell that is read wrongly, then the shares of written and of blank cells."""
    cv2.setNumThreads(1)
    reader, counts = DigitReader.load(), Counter[str]()
    for photo in sorted((options.photos / "kniffel").glob("*.jpg")):
        count_card(photo, reader, counts)
    for kind in ("written", "blank"):
        print(
            f"{kind} cells right: {Share(counts[f'{kind} right'], counts[kind])}; sure {counts[f'{kind} sure']},"
            f" {counts[f'{kind} sure wrong']} of them wrong"
        )
    return 0


def count_card(photo: Path, reader: DigitReader, counts: Counter[str]) -> None:
    """Counts the number cells of one card; columns that its truth does not name are blank."""
    rows: list[list[object]] = json.loads(photo.with_suffix(".json").read_text("utf-8"))["cells"]
    sheet = open_photo(photo, load_layout(LAYOUTS / "kniffel.toml"))
    if isinstance(sheet, str):
        print(f"{photo.name}: {sheet}")
        return
    for field, answer in zip(sheet.numbers, sheet.read(sheet.cut(sheet.numbers), reader), strict=True):
        row, column = (int(part[1:]) for part in field.id.split("."))
        written = str(rows[row - 1][column - 1]) if column <= len(rows[row - 1]) else ""
        if not count_cell(counts, "written" if written else "blank", written, answer):
            print(f"{photo.name} {field.id}: {written} read as {answer.text!r} ({answer.confidence:.3f})")
