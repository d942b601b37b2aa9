"""One photograph, read by the whole pipeline and held against its truth (docs/truth.md): what is counted, and where."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any
from zlib import crc32

import cv2
import numpy as np
from numpy.typing import NDArray

from dev.benchmarks import ink
from dev.benchmarks.compose import SETS
from dev.benchmarks.readers import others as other_readers
from scanner.pipeline import read_photo
from scanner.read.digits import DigitReader
from scanner.reading import SheetReading
from scoring.rulesets import load
from templates.layout import FieldKind
from tournament.judging.reconcile import reconcile
from tournament.judging.row.judged import JudgedRow, JudgedSheet
from tournament.judging.row.transcribe import transcribe

BLAMES = {"not-zero-sum", "pattern", "miscounted", "impossible-value", "wrong-sitter", "unit-step"}
"""Findings by which a row is called the players' mistake."""
SHIFTS = {"row-twice", "row-missing", "nullspiel-missing", "offence-as-game"}
"""Mistakes after which every further row stands where it should not: its rows are no longer right ones."""
MESSY = {"overwritten", "illegible"}
NUMBERS = ("points", "number", "digit")
TITLES = {"small": "3 MP", "felt": "felt pen"}
Truth = dict[str, Any]
Crop = NDArray[np.uint8]


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
        """Whether the text is what is written, to the sign."""
        return self.read == self.written


@dataclass(frozen=True, slots=True)
class Sheet:
    """One photograph's counts, its condition, its writer and its number cells."""

    photo: str
    sha256: str
    condition: str
    writer: str
    counts: Counter[str]
    cells: tuple[Cell, ...] = ()

    @property
    def wrong(self) -> tuple[Cell, ...]:
        """Cells whose ink was read otherwise than it was written."""
        return tuple(cell for cell in self.cells if not cell.right)


class Watched:
    """The recogniser, which keeps the cells that it was given, so that others can read the same."""

    def __init__(self, reader: DigitReader) -> None:
        self.reader = reader
        self.crops: list[Crop] = []

    def read(self, crops: Sequence[Crop], kinds: Sequence[FieldKind]) -> Any:
        """As `scanner.read.digits.DigitReader.read`; cells that are cut again, whole, come later."""
        self.crops = self.crops or list(crops)
        return self.reader.read(crops, kinds)


@cache
def reader() -> DigitReader:
    """One recogniser a process, on one thread."""
    cv2.setNumThreads(1)
    return DigitReader.load()


def measure(truth_file: Path, name: str, rules_id: str, others: int = 0) -> Sheet:
    """Reads the photograph called `name` and holds it against its truth; `others` of its cells also go through the
    other readers."""
    truth: Truth = json.loads(truth_file.read_text("utf-8"))
    watched = Watched(reader())
    reading = next(read_photo(truth_file.with_name(truth["photo"]), None, watched, printed=False))
    counts = Counter(sheets=1)
    writer = str(truth["hands"][0]).split(":")[-1]
    who = (name, reading.photo_sha256, condition_of(truth_file.stem, truth), writer)
    if reading.problem is not None:
        return Sheet(*who, counts + Counter({"refused": 1, f"refused {reading.problem.code}": 1}))
    cells = tuple(_ink(name, truth, reading, counts))
    _judgement(truth, reconcile(load(rules_id), transcribe(reading)), counts)
    if others:
        _others(truth, reading, watched.crops, others, counts)
    return Sheet(*who, counts, cells)


def condition_of(stem: str, truth: Truth) -> str:
    """Of the standard set the one in the picture's name, else all that the picture was made with."""
    name = stem.rsplit("-", 1)[0]
    return TITLES.get(name, name) if name in SETS else " ".join(truth["conditions"]["names"])


def _fields(truth: Truth) -> Mapping[str, Truth]:
    return {
        key: field
        for key, field in truth["fields"].items()
        if ".p" in key and not key.startswith(("name.", "sign.")) and field.get("visible", True)
    }


def _clean(truth: Truth) -> Mapping[str, Truth]:
    """Number cells that hold one number, written once."""
    return {key: field for key, field in _fields(truth).items() if not MESSY & set(field["flags"])}


def _ink(photo: str, truth: Truth, reading: SheetReading, counts: Counter[str]) -> Iterator[Cell]:
    """Number cells and crosses before any rule; yields the number cells."""
    readings = {got.id: got for got in reading.readings}
    for key, field in _clean(truth).items():
        got = readings[key]
        counts.update(held=field["written"] in [text for text, _ in got.candidates])
        ink.count(counts, field["written"], got)
        yield Cell(photo, key, field["written"], got.text, round(got.confidence, 4))
    counts.update(cells=ink.total(counts), right=ink.total(counts, "right"))
    counts.update(sure=ink.total(counts, "sure"), sure_wrong=ink.total(counts, "sure wrong"))
    for key in set(_fields(truth)) - set(_clean(truth)):
        counts.update(messy=1, messy_told=bool(readings[key].flags))
    for key, field in truth["fields"].items():
        if key.endswith((".solo", ".offence")) and key in readings:
            marked = readings[key].text == "x"
            counts.update(crosses=1, crosses_wrong=marked != (field["written"] == "x") and not readings[key].flags)


def _judgement(truth: Truth, judged: JudgedSheet, counts: Counter[str]) -> None:
    """What counts after the rules, silent errors, what a person is asked, planted mistakes, blame."""
    fields, clean = _fields(truth), _clean(truth)
    planted = {key.split(".")[0] for mistake in truth["mistakes"] for key in mistake["fields"]}
    shifted = SHIFTS & {mistake["kind"] for mistake in truth["mistakes"]}
    for row in judged.rows:
        name = f"g{row.game:02}"
        mine = {key: field for key, field in fields.items() if key.startswith(f"{name}.")}
        asked = row.status == "review"
        for key, field in mine.items():
            points = row.points[int(key.split(".p")[1]) - 1]
            right = (points or 0) == written_value(field["written"])
            counts.update(fields=1, asked=key in row.look, silent=not right and not asked, after=right and key in clean)
        untouched = name not in planted and not shifted and not any(field["flags"] for field in mine.values())
        if untouched and row.played:
            counts.update(right_rows=1, blamed=_blamed(row), rows_asked=asked)
    told = {key for finding in judged.findings for key in finding.fields}
    for key, field in fields.items():
        if key.startswith("sum."):
            right = written_value(judged.sums[int(key.split(".p")[1]) - 1]) == written_value(field["written"])
            silent = not right and key not in told
            counts.update(fields=1, asked=key in judged.look, silent=silent, after=right and key in clean)
    for mistake in truth["mistakes"]:
        if mistake["detectable"]:
            found = _found(mistake, judged)
            counts.update({"planted": 1, "found": int(found), f"missed {mistake['kind']}": int(not found)})


def written_value(written: str) -> int:
    """What a cell counts; a blank, a stroke and a scribble count nothing."""
    return int(written) if written.lstrip("+-").isdigit() else 0


def _blamed(row: JudgedRow) -> bool:
    return any(finding.severity == "error" and finding.code in BLAMES for finding in row.findings)


def _found(mistake: Truth, judged: JudgedSheet) -> bool:
    """Found means: its row waits for a person or has a finding, or the sheet has one that is no mere note."""
    rows = {key.split(".")[0] for key in mistake["fields"]}
    told = [finding for row in judged.rows if f"g{row.game:02}" in rows for finding in row.findings]
    waits = any(row.status == "review" for row in judged.rows if f"g{row.game:02}" in rows)
    return waits or any(finding.severity != "note" for finding in (*told, *judged.findings))


def _others(truth: Truth, reading: SheetReading, crops: Sequence[Crop], count: int, counts: Counter[str]) -> None:
    """Some clean cells, the same whenever the photograph is measured, through every other reader that is installed."""
    numbers = [got for got in reading.readings if got.kind in NUMBERS]
    clean = _clean(truth)
    known = [(got, crop) for got, crop in zip(numbers, crops, strict=True) if got.id in clean]
    rng = np.random.default_rng(crc32(truth["photo"].encode()))
    some = [known[place] for place in rng.permutation(len(known))[:count]]
    written = [clean[got.id]["written"] for got, _ in some]
    ours = sum(got.text == text for (got, _), text in zip(some, written, strict=True))
    counts.update({"kiebitz": ours, "kiebitz cells": len(some)})
    for name, read in other_readers().items():
        texts = read([crop for _, crop in some])
        right = sum(text.replace(" ", "") == truth for text, truth in zip(texts, written, strict=True))
        counts.update({name: right, f"{name} cells": len(some)})
