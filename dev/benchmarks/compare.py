"""Compares a network with the shipped one: `python -m dev.benchmarks.compare NEW.onnx SET...`

A SET is a folder of photographs with their truth, the filler's (docs/truth.md) or one that names what is written in its
`fields` alone. Both networks read every photograph; for each set there is a line a network: photographs refused,
numbers read, how many of them are wrong, how many sure, how many of these wrong, the expected calibration error, and
how many rows a person is asked about.

A new network is kept if on every set no more numbers are wrong and no more of the sure ones, and if it asks about no
more rows. What is left to chance there, the model card says (docs/model-card.md).
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from dev.benchmarks.figures import count_cell, format_table
from dev.training.calibrate import measure_calibration_error
from scanner.geometry.cut_cells import NUMBERS
from scanner.pipeline import read_photo
from scanner.read.read_numbers import DigitReader
from scanner.sheet_reading import SheetReading
from scoring.rulesets.load_rules import load
from tournament.judging.reconcile import reconcile
from tournament.judging.written_sheet import transcribe

HEADS = (
    "set",
    "network",
    "refused",
    "numbers",
    "wrong",
    "sure",
    "sure but wrong",
    "calibration error",
    "rows",
    "asked",
)


@dataclass(slots=True)
class Tally:
    """What one network made of one set: counts, and for each number its confidence and whether it is right."""

    counts: Counter[str] = field(default_factory=Counter)
    pairs: list[tuple[float, bool]] = field(default_factory=list)

    def make_line(self, name: str, network: str) -> list[str]:
        """The line of the table, under `HEADS`."""
        counts, error = self.counts, measure_calibration_error(self.pairs) if self.pairs else 0.0
        numbers = ("refused", "cells", "wrong", "cells sure", "cells sure wrong")
        told = [str(counts[key]) for key in numbers], [f"{error:.2%}"], [str(counts["rows"]), str(counts["asked"])]
        return [name, network, *(word for part in told for word in part)]


def main(arguments: Sequence[str] | None = None) -> int:
    """Command line; returns 0 where the new network is to be kept, else 1."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("model", type=Path)
    parser.add_argument("sets", type=Path, nargs="+")
    args = parser.parse_args(arguments)
    readers = {"shipped": DigitReader.load(), "new": DigitReader.load(args.model)}
    lines, worse = [list(HEADS)], []
    for folder in args.sets:
        tallies = {name: read_set(folder, reader) for name, reader in readers.items()}
        lines += [tally.make_line(folder.name, name) for name, tally in tallies.items()]
        worse += [f"{folder.name}: {what}" for what in list_worse(tallies["shipped"], tallies["new"])]
    print("\n".join(format_table(lines)))
    print(f"not to be kept: more {'; more '.join(worse)}" if worse else "to be kept")
    return int(bool(worse))


def list_worse(shipped: Tally, new: Tally) -> Iterator[str]:
    """What the new network has more of: numbers wrong, sure ones wrong, rows asked about."""
    for key, words in (("wrong", "numbers wrong"), ("cells sure wrong", "sure but wrong"), ("asked", "rows asked")):
        if new.counts[key] > shipped.counts[key]:
            yield words


def read_set(folder: Path, reader: DigitReader) -> Tally:
    """Reads every photograph of the folder, and of the folders in it, with that network."""
    tally = Tally()
    for file in sorted(folder.rglob("*.json")):
        truth = json.loads(file.read_text("utf-8"))
        if "fields" in truth:
            reading = next(read_photo(file.with_suffix(".jpg"), None, reader, printed=False))
            tally.counts["refused"] += reading.problem is not None
            _count_numbers(tally, reading, truth)
            _count_rows(tally, reading)
    return tally


def _count_numbers(tally: Tally, reading: SheetReading, truth: dict[str, Any]) -> None:
    """Counts the cells that hold one number, written once, or in which one was read."""
    for got in reading.readings:
        entry = truth["fields"].get(got.id)
        told = entry if isinstance(entry, dict) else {"written": entry, "struck": got.id in truth.get("struck", ())}
        messy = told.get("flags") or told.get("struck") or told.get("by") == "print" or not told.get("visible", True)
        if entry is not None and got.kind in NUMBERS and not messy and (told["written"] or got.text):
            right = count_cell(tally.counts, "cells", told["written"], got)
            tally.counts["wrong"] += not right
            tally.pairs.append((got.confidence, right))


def _count_rows(tally: Tally, reading: SheetReading) -> None:
    """Counts the rows that were played, and those that a person is asked about."""
    if reading.problem is not None or reading.layout is None:
        return
    rows = reconcile(load(reading.layout.split("/")[0]), transcribe(reading)).rows
    played = [row for row in rows if row.played]
    tally.counts.update(rows=len(played), asked=sum(row.status == "review" for row in played))


if __name__ == "__main__":
    raise SystemExit(main())
