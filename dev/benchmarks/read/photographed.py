"""Reads one photograph with the whole pipeline, judges it, and compares both with its truth (docs/truth.md)."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import cv2

from dev.benchmarks.figures import count_cell
from dev.benchmarks.judge.points import is_blamed
from dev.benchmarks.read.compose import SETS
from scanner.pipeline import read_photo
from scanner.read.read_numbers import DigitReader
from scanner.sheet_reading import SheetReading
from scoring.rulesets.load_rules import load
from tournament.judging.judged_sheet import JudgedSheet
from tournament.judging.reconcile import reconcile
from tournament.judging.written_sheet import transcribe

SHIFTS = {"row-twice", "row-missing", "nullspiel-missing", "offence-as-game"}
"""Mistakes that shift all further rows of a sheet, so that none of them counts as a right row."""
MESSY = {"overwritten", "illegible"}
NUMBERS = ("points", "number", "digit")
TITLES = {"small": "3 MP", "felt": "felt pen"}
Truth = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Cell:
    """A number cell with one number, written once: what is written, and what was read before any rule."""

    photo: str
    field: str
    written: str
    read: str
    confidence: float

    @property
    def right(self) -> bool:
        """Whether the text is what is written, sign included."""
        return self.read == self.written


@dataclass(frozen=True, slots=True)
class Sheet:
    """The counts of one photograph, its condition, its writer and its number cells."""

    photo: str
    sha256: str
    condition: str
    writer: str
    counts: Counter[str]
    cells: tuple[Cell, ...] = ()

    @property
    def wrong(self) -> tuple[Cell, ...]:
        """Cells that were read otherwise than written."""
        return tuple(cell for cell in self.cells if not cell.right)


@cache
def load_reader() -> DigitReader:
    """The recogniser, loaded once a process, on one thread."""
    cv2.setNumThreads(1)
    return DigitReader.load()


def list_truths(folder: Path) -> list[Path]:
    """The truth files of all pictures in a folder and the folders in it."""
    return [file for file in sorted(folder.rglob("*.json")) if "photo" in json.loads(file.read_text("utf-8"))]


def measure_photo(truth_file: Path, name: str, rules_id: str) -> Sheet:
    """Reads and judges the photograph called `name` and compares it with its truth."""
    truth: Truth = json.loads(truth_file.read_text("utf-8"))
    reading = next(read_photo(truth_file.with_name(truth["photo"]), None, load_reader(), printed=False))
    counts = Counter(sheets=1)
    writer = str(truth["hands"][0]).split(":")[-1]
    who = (name, reading.photo_sha256, name_condition(truth_file.stem, truth), writer)
    if reading.problem is not None:
        return Sheet(*who, counts + Counter({"refused": 1, f"refused {reading.problem.code}": 1}))
    cells = tuple(_count_ink(name, truth, reading, counts))
    _count_judgement(truth, reconcile(load(rules_id), transcribe(reading)), counts)
    return Sheet(*who, counts, cells)


def name_condition(stem: str, truth: Truth) -> str:
    """The condition in the picture's name where it is of the standard set, else all that it was made with."""
    name = stem.rsplit("-", 1)[0]
    return TITLES.get(name, name) if name in SETS else " ".join(truth["conditions"]["names"])


def _point_fields(truth: Truth) -> Mapping[str, Truth]:
    return {
        key: field
        for key, field in truth["fields"].items()
        if ".p" in key and not key.startswith(("name.", "sign.")) and field.get("visible", True)
    }


def _clean_fields(truth: Truth) -> Mapping[str, Truth]:
    """Number cells that hold one number, written once."""
    return {key: field for key, field in _point_fields(truth).items() if not MESSY & set(field["flags"])}


def _count_ink(photo: str, truth: Truth, reading: SheetReading, counts: Counter[str]) -> Iterator[Cell]:
    """Counts number cells and crosses before any rule; yields the number cells."""
    readings = {got.id: got for got in reading.readings}
    for key, field in _clean_fields(truth).items():
        got = readings[key]
        counts.update(held=field["written"] in [text for text, _ in got.candidates])
        count_cell(counts, "cells", field["written"], got)
        yield Cell(photo, key, field["written"], got.text, round(got.confidence, 4))
    for key in set(_point_fields(truth)) - set(_clean_fields(truth)):
        counts.update(messy=1, messy_told=bool(readings[key].flags))
    for key, field in truth["fields"].items():
        if key.endswith((".solo", ".offence")) and key in readings:
            marked = readings[key].text == "x"
            counts.update(crosses=1, crosses_wrong=marked != (field["written"] == "x") and not readings[key].flags)


def _count_judgement(truth: Truth, judged: JudgedSheet, counts: Counter[str]) -> None:
    """Counts fields after the rules, silent errors, fields asked about, planted mistakes found, right rows blamed."""
    fields, clean = _point_fields(truth), _clean_fields(truth)
    planted = {key.split(".")[0] for mistake in truth["mistakes"] for key in mistake["fields"]}
    shifted = SHIFTS & {mistake["kind"] for mistake in truth["mistakes"]}
    for row in judged.rows:
        name = f"g{row.game:02}"
        mine = {key: field for key, field in fields.items() if key.startswith(f"{name}.")}
        asked = row.status == "review"
        for key, field in mine.items():
            points = row.points[int(key.split(".p")[1]) - 1]
            right = (points or 0) == count_points(field["written"])
            counts.update(fields=1, asked=key in row.look, silent=not right and not asked, after=right and key in clean)
        untouched = name not in planted and not shifted and not any(field["flags"] for field in mine.values())
        if untouched and row.played:
            counts.update(right_rows=1, blamed=is_blamed(row), rows_asked=asked)
    told = {key for finding in judged.findings for key in finding.fields}
    for key, field in fields.items():
        if key.startswith("sum."):
            right = count_points(judged.sums[int(key.split(".p")[1]) - 1]) == count_points(field["written"])
            silent = not right and key not in told
            counts.update(fields=1, asked=key in judged.look, silent=silent, after=right and key in clean)
    for mistake in truth["mistakes"]:
        if mistake["detectable"]:
            found = _is_found(mistake, judged)
            counts.update({"planted": 1, "found": int(found), f"missed {mistake['kind']}": int(not found)})


def count_points(written: str) -> int:
    """The points that a cell counts; a blank, a stroke and a scribble count 0."""
    return int(written) if written.lstrip("+-").isdigit() else 0


def _is_found(mistake: Truth, judged: JudgedSheet) -> bool:
    """Whether the row of the mistake waits for a person, or it or the sheet has a finding beyond a note."""
    rows = {key.split(".")[0] for key in mistake["fields"]}
    told = [finding for row in judged.rows if f"g{row.game:02}" in rows for finding in row.findings]
    waits = any(row.status == "review" for row in judged.rows if f"g{row.game:02}" in rows)
    return waits or any(finding.severity != "note" for finding in (*told, *judged.findings))
