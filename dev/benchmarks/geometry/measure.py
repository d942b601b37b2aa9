"""Shows one sheet under one condition, reads the picture, and compares the cells with their true places."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import cv2
import numpy as np

from dev.benchmarks.figures import is_sure
from dev.benchmarks.geometry.shots import Case, Shot, make_sheet, shoot_sheet
from dev.benchmarks.read.compose import load_writers
from dev.benchmarks.read.photographed import load_reader
from dev.filler.pens.glyphs import Hand, load_font_hands
from dev.filler.pens.sheet import FilledSheet
from scanner.pipeline import read_photo
from scanner.sheet_reading import Reading, SheetReading

FAR_MM = 0.5
"""A cell's corner this far off is printed with its name: half of what a stroke may stand off its cell's border."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """One picture: why it was refused, or how far off its cells lie, what was read, and `remarks` for a person.

    `errors_mm`: each cell's worst corner; `worst_share`: the worst of them in shorter sides of its cell.
    """

    case: Case
    seed: int
    refused: str = ""
    errors_mm: tuple[float, ...] = ()
    worst_share: float = 0.0
    counts: Counter[str] = field(default_factory=Counter)
    remarks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Job:
    """A picture to make and read. `data`: handwriting, fonts without; `keep`: where notable pictures are left."""

    case: Case
    seed: int
    data: Path | None
    keep: Path | None


def measure_picture(job: Job) -> Outcome:
    """Composes the picture, reads it and compares it with its truth."""
    shot = shoot_sheet(job.case, job.seed, _make_sheet(job.seed, job.data))
    name = f"{job.case.group}-{job.case.grade}-{job.seed}.jpg".replace(" ", "_").replace("%", "").replace(",", "")
    with TemporaryDirectory() as folder:
        photo = (job.keep or Path(folder)) / name
        photo.write_bytes(shot.jpeg)
        outcome = compare_reading(job, shot, next(iter(read_photo(photo, None, load_reader(), printed=False))))
        if job.keep and not (outcome.remarks or outcome.refused):
            photo.unlink()
    return outcome


def compare_reading(job: Job, shot: Shot, seen: SheetReading) -> Outcome:
    """Compares what was found and read with the truth of `shot`; fields that cannot be seen do not count."""
    if seen.problem is not None or seen.code != shot.sheet.code:
        return Outcome(job.case, job.seed, seen.problem.code if seen.problem else "WRONG CODE")
    errors, shares, counts, remarks = [], [], Counter[str](), []
    for one in seen.readings:
        if not shot.visible[one.id]:
            counts["hidden, sure"] += is_sure(one) and bool(one.text)
            continue
        errors.append(_measure_error(shot, one))
        shares.append(errors[-1] / min(shot.sheet.layout.find_field(one.id).box_mm[2:]))
        if one.kind in ("text", "signature"):
            continue
        ink = shot.sheet.inks[one.id]
        right, sure = one.text == ink.written, is_sure(one)
        counts.update(fields=1, right=right, sure=sure, sure_wrong=sure and not right and not ink.flags)
        if sure and not right and not ink.flags:
            seen_as = f"{ink.written!r} read as {one.text!r} ({one.confidence:.3f})"
            remarks.append(f"{one.id}: {seen_as}, {errors[-1]:.2f} mm off")
    if max(errors) > FAR_MM:
        remarks.append(f"{seen.readings[int(np.argmax(errors))].id}: {max(errors):.2f} mm off")
    return Outcome(job.case, job.seed, "", tuple(errors), max(shares), counts, tuple(remarks))


def _measure_error(shot: Shot, one: Reading) -> float:
    """Distance in mm of the cell's worst corner from its true place."""
    true, box = np.array(shot.quads[one.id]), shot.sheet.layout.find_field(one.id).box_mm
    off_px = float(np.linalg.norm(np.array(one.quad_px) - true, axis=1).max())
    area_px = float(cv2.contourArea(true.astype(np.float32)))
    return float(off_px / (area_px / (box[2] * box[3])) ** 0.5)


@lru_cache(maxsize=1)
def _make_sheet(seed: int, data: Path | None) -> FilledSheet:
    return make_sheet(seed, _load_hands(data))


@cache
def _load_hands(data: Path | None) -> tuple[Hand, ...]:
    return load_font_hands() if data is None else load_writers(data, last=False)


def sum_outcomes(outcomes: Sequence[Outcome]) -> dict[str, Any]:
    """The figures of one strength of one condition."""
    read = [one for one in outcomes if not one.refused]
    errors = np.array([error for one in read for error in one.errors_mm] or [np.nan])
    counts = sum((one.counts for one in outcomes), Counter[str]())
    return {
        "condition": outcomes[0].case.group,
        "strength": outcomes[0].case.grade,
        "promised": outcomes[0].case.promised,
        "pictures": len(outcomes),
        "read": len(read),
        "refused": dict(Counter(one.refused for one in outcomes if one.refused)),
        "cells": sum(len(one.errors_mm) for one in read),
        "p95_mm": round(float(np.percentile(errors, 95)), 3),
        "worst_mm": round(float(errors.max()), 3),
        "worst_share": round(max((one.worst_share for one in read), default=float("nan")), 4),
        "fields": counts["fields"],
        "right": counts["right"],
        "sure": counts["sure"],
        "sure_wrong": counts["sure_wrong"],
        "hidden_sure": counts["hidden, sure"],
    }
