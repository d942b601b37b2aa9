"""How well whole photographs are read and judged: `python -m benchmarks.reading PHOTOS [--json OUT]`.

PHOTOS is a folder of pictures with their truth beside them (docs/truth.md), composed with writers never trained on.
One table: number cells right before any rule, silent errors after reconciling, what is put before a person, planted
mistakes found, right rows blamed; with 95 % Wilson intervals (Wilson, JASA 22, 1927), in all, by condition and hand.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import cache
from itertools import repeat
from math import sqrt
from pathlib import Path
from typing import Any

import cv2

from scanner.digits import DigitReader
from scanner.pipeline import read_photo
from scanner.reading import SheetReading
from scoring.rulesets import load
from tournament.judged import JudgedRow, JudgedSheet
from tournament.reconcile import reconcile
from tournament.transcribe import transcribe

BLAMES = {"not-zero-sum", "pattern", "miscounted", "impossible-value", "wrong-sitter", "unit-step"}
"""Findings by which a row is called the players' mistake."""
SHIFTS = {"row-twice", "row-missing", "nullspiel-missing", "offence-as-game"}
"""Mistakes after which every further row stands where it should not: its rows are no longer right ones."""
MESSY = {"overwritten", "illegible"}
Truth = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Sheet:
    """One photograph's counts and the groups (conditions, hands) that it belongs to."""

    groups: tuple[str, ...]
    counts: Counter[str]
    wrong: tuple[tuple[str, str, str, float], ...] = ()


@cache
def reader() -> DigitReader:
    """One recogniser a process, on one thread."""
    cv2.setNumThreads(1)
    return DigitReader.load()


def measure(truth_file: Path, rules_id: str) -> Sheet:
    """Reads one photograph and holds it against its truth."""
    truth: Truth = json.loads(truth_file.read_text("utf-8"))
    groups = tuple(dict.fromkeys((*truth["conditions"]["names"], *(f"hand {hand}" for hand in truth["hands"][:1]))))
    reading = next(read_photo(truth_file.with_name(truth["photo"]), None, reader(), printed=False))
    if reading.problem is not None:
        return Sheet((*groups, f"refused: {reading.problem.code}"), Counter(sheets=1, refused=1))
    judged = reconcile(load(rules_id), transcribe(reading))
    counts = Counter(sheets=1)
    wrong = tuple(_ink(truth, reading, counts))
    _judgement(truth, judged, counts)
    return Sheet(groups, counts, wrong)


def _fields(truth: Truth) -> Mapping[str, Truth]:
    return {
        key: field
        for key, field in truth["fields"].items()
        if ".p" in key and not key.startswith(("name.", "sign.")) and field.get("visible", True)
    }


def _ink(truth: Truth, reading: SheetReading, counts: Counter[str]) -> Iterator[tuple[str, str, str, float]]:
    """Number cells before any rule; yields the wrong ones."""
    readings = {got.id: got for got in reading.readings}
    for key, field in _fields(truth).items():
        got, messy = readings[key], bool(MESSY & set(field["flags"]))
        right = got.text == field["written"]
        sure = got.confidence >= 0.99 and not got.flags
        if messy:
            counts.update(messy=1, messy_told=bool(got.flags))
            continue
        counts.update(cells=1, right=right, sure=sure, sure_wrong=sure and not right)
        counts.update(held=field["written"] in [text for text, _ in got.candidates])
        if not right:
            yield key, field["written"], got.text, got.confidence
    for key, field in truth["fields"].items():
        if key.endswith((".solo", ".offence")) and key in readings:
            marked = readings[key].text == "x"
            counts.update(crosses=1, crosses_wrong=marked != (field["written"] == "x") and not readings[key].flags)


def _judgement(truth: Truth, judged: JudgedSheet, counts: Counter[str]) -> None:
    """Silent errors, what a person is asked, planted mistakes, blame."""
    fields = _fields(truth)
    planted = {key.split(".")[0] for mistake in truth["mistakes"] for key in mistake["fields"]}
    shifted = SHIFTS & {mistake["kind"] for mistake in truth["mistakes"]}
    for row in judged.rows:
        name = f"g{row.game:02}"
        mine = {key: field for key, field in fields.items() if key.startswith(f"{name}.")}
        asked = row.status == "review"
        for key, field in mine.items():
            points = row.points[int(key.split(".p")[1]) - 1]
            wrong = (points or 0) != _value(field["written"])
            counts.update(fields=1, asked=key in row.look, silent=wrong and not asked)
        clean = name not in planted and not shifted and not any(field["flags"] for field in mine.values())
        if clean and row.played:
            counts.update(right_rows=1, blamed=_blamed(row), rows_asked=asked)
    told = {key for finding in judged.findings for key in finding.fields}
    for key, field in fields.items():
        if key.startswith("sum."):
            wrong = judged.sums[int(key.split(".p")[1]) - 1] != field["written"]
            counts.update(fields=1, asked=key in judged.look, silent=wrong and key not in told)
    for mistake in truth["mistakes"]:
        if mistake["detectable"]:
            found = _found(mistake, judged)
            counts.update({"planted": 1, "found": int(found), f"missed {mistake['kind']}": int(not found)})


def _value(written: str) -> int:
    return int(written) if written.lstrip("+-").isdigit() else 0


def _blamed(row: JudgedRow) -> bool:
    return any(finding.severity == "error" and finding.code in BLAMES for finding in row.findings)


def _found(mistake: Truth, judged: JudgedSheet) -> bool:
    """Found means: its row waits for a person or has a finding, or the sheet has one that is no mere note."""
    rows = {key.split(".")[0] for key in mistake["fields"]}
    told = [finding for row in judged.rows if f"g{row.game:02}" in rows for finding in row.findings]
    waits = any(row.status == "review" for row in judged.rows if f"g{row.game:02}" in rows)
    return waits or any(finding.severity != "note" for finding in (*told, *judged.findings))


def wilson(hits: int, count: int) -> tuple[float, float]:
    """95 % interval of a share."""
    if count == 0:
        return 0.0, 1.0
    z, share = 1.96, hits / count
    middle = (share + z * z / (2 * count)) / (1 + z * z / count)
    half = z * sqrt(share * (1 - share) / count + z * z / (4 * count * count)) / (1 + z * z / count)
    return max(0.0, middle - half), min(1.0, middle + half)


def line(name: str, sheets: list[Sheet]) -> dict[str, Any]:
    """One group's figures."""
    counts: Counter[str] = sum((sheet.counts for sheet in sheets), Counter())
    shares = {
        "cells right": ("right", "cells"),
        "candidates hold it": ("held", "cells"),
        "sure but wrong": ("sure_wrong", "sure"),
        "silent errors": ("silent", "fields"),
        "fields asked": ("asked", "fields"),
        "rows asked": ("rows_asked", "right_rows"),
        "rows blamed": ("blamed", "right_rows"),
        "mistakes found": ("found", "planted"),
        "crosses wrong": ("crosses_wrong", "crosses"),
        "messes told": ("messy_told", "messy"),
        "refused": ("refused", "sheets"),
    }
    figures = {
        title: {"hits": counts[hits], "of": counts[count], "low_high": wilson(counts[hits], counts[count])}
        for title, (hits, count) in shares.items()
    }
    return {
        "group": name,
        "figures": figures,
        "missed": {k: v for k, v in counts.items() if k.startswith("missed ") and v},
    }


def show(result: dict[str, Any]) -> None:
    """Prints one group's figures in a line, the whole with intervals."""
    figures = result["figures"]
    if result["group"] != "all":
        shown = ("cells right", "silent errors", "fields asked", "rows blamed", "mistakes found")
        parts = [f"{title} {figures[title]['hits']}/{figures[title]['of']}" for title in shown]
        print(f"{result['group']:34}", "  ".join(parts))
        return
    for title, figure in figures.items():
        low, high = figure["low_high"]
        share = 100 * figure["hits"] / max(1, figure["of"])
        print(
            f"{title:20} {figure['hits']:6} of {figure['of']:6}  {share:8.3f} %  ({100 * low:.3f} to {100 * high:.3f})"
        )
    print("missed mistakes:", result["missed"] or "none")


def main() -> None:
    """Command line of the benchmark."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("photos", type=Path)
    parser.add_argument("--rules", default="pflichtsolo-40")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--json", type=Path)
    args = parser.parse_args()
    files = [file for file in sorted(args.photos.glob("*.json")) if file.name != "set.json"]
    with ProcessPoolExecutor(args.jobs) as pool:
        sheets = list(pool.map(measure, files, repeat(args.rules)))
    groups = sorted({group for sheet in sheets for group in sheet.groups})
    results = [line("all", sheets), *(line(g, [s for s in sheets if g in s.groups]) for g in groups)]
    for result in results:
        show(result)
    for file, sheet in zip(files, sheets, strict=True):
        for wrong in sheet.wrong:
            print(file.stem, *wrong)
    if args.json:
        args.json.write_text(json.dumps(results, indent=1), "utf-8")


if __name__ == "__main__":
    main()
