"""How exactly the cells of our sheets are found, whatever is done to paper, camera and light, and what is read there.

    python -m dev.benchmarks.geometry [--seeds 8] [--quick] [--only GROUP] [--data FOLDER] [--json OUT] [--keep DIR]

Composes sheets (fonts write; with `--data` the writers kept apart, as `dev.benchmarks.compose` has them) under every
condition of `dev.benchmarks.geometry_shots` and reads them. One line a strength: sheets read and refused, the largest
and the 95th percentile error of the cells in mm (a cell's worst corner against the filler's truth), the largest as a
share of the cell's shorter side, fields right, and those read wrong with 0.99 and more without a flag. `*`: beyond what
is promised. `--quick`: two seeds, every other angle. `--keep`: where pictures refused, far off or misread with
confidence are put. """

from __future__ import annotations

import argparse
import json
import os
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass, field, replace
from functools import cache, lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import cv2
import numpy as np

from dev.benchmarks.compose import hands_of
from dev.benchmarks.geometry_shots import KINDS, Case, Shot, cases, sheet_of, shoot
from dev.filler.pens.glyphs import Hand, load_font_hands
from dev.filler.pens.sheet import FilledSheet
from scanner.pipeline import read_photo
from scanner.read.digits import DigitReader
from scanner.reading import SheetReading

SURE = 0.99
FAR_MM = 0.5
"""A cell's corner this far off is told by its name: half of what a stroke may stand off its cell's border."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """One picture: why it was refused, or how far off its cells lie (mm, and in shorter sides) and what was read."""

    case: Case
    seed: int
    refused: str = ""
    message: str = ""
    errors_mm: tuple[float, ...] = ()
    worst_share: float = 0.0
    counts: Counter[str] = field(default_factory=Counter)
    told: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Job:
    """A picture to make and read."""

    case: Case
    seed: int
    data: Path | None
    keep: Path | None


def measure(job: Job) -> Outcome:
    """Composes the picture, reads it and holds it against its truth."""
    shot = shoot(job.case, job.seed, _sheet(job.seed, job.data))
    name = f"{job.case.group}-{job.case.grade}-{job.seed}.jpg".replace(" ", "_").replace("%", "").replace(",", "")
    with TemporaryDirectory() as folder:
        photo = (job.keep or Path(folder)) / name
        photo.write_bytes(shot.jpeg)
        outcome = compare(job, shot, next(iter(read_photo(photo, None, _reader(), printed=False))))
        if job.keep and not (outcome.told or outcome.refused):
            photo.unlink()
    return outcome


def compare(job: Job, shot: Shot, seen: SheetReading) -> Outcome:
    """What was found and read against the truth of `shot`; fields that cannot be seen do not count."""
    if seen.problem is not None or seen.code != shot.sheet.code:
        refused = seen.problem.code if seen.problem else "WRONG CODE"
        return Outcome(job.case, job.seed, refused, seen.problem.message_en if seen.problem else "")
    errors, shares, counts, told = [], [], Counter[str](), []
    for one in seen.readings:
        if not shot.visible[one.id]:
            counts["hidden, sure"] += int(one.confidence >= SURE and bool(one.text) and not one.flags)
            continue
        true, box = np.array(shot.quads[one.id]), shot.sheet.layout.field(one.id).box_mm
        off = float(np.linalg.norm(np.array(one.quad_px) - true, axis=1).max())
        area = float(cv2.contourArea(true.astype(np.float32)))
        errors.append(off / (area / (box[2] * box[3])) ** 0.5)
        shares.append(errors[-1] / min(box[2], box[3]))
        if one.kind in ("text", "signature"):
            continue
        ink = shot.sheet.inks[one.id]
        right, sure = one.text == ink.written, one.confidence >= SURE and not one.flags
        counts.update(fields=1, right=right, sure=sure, sure_wrong=sure and not right and not ink.flags)
        if sure and not right and not ink.flags:
            seen_as = f"{ink.written!r} read as {one.text!r} ({one.confidence:.3f})"
            told.append(f"{one.id}: {seen_as}, {errors[-1]:.2f} mm off")
    if max(errors) > FAR_MM:
        told.append(f"{seen.readings[int(np.argmax(errors))].id}: {max(errors):.2f} mm off")
    return Outcome(job.case, job.seed, "", "", tuple(errors), max(shares), counts, tuple(told))


@lru_cache(maxsize=1)
def _sheet(seed: int, data: Path | None) -> FilledSheet:
    return sheet_of(seed, _hands(data))


@cache
def _hands(data: Path | None) -> tuple[Hand, ...]:
    return load_font_hands() if data is None else hands_of(data, last=False)


@cache
def _reader() -> DigitReader:
    cv2.setNumThreads(1)
    return DigitReader.load()


def summary(outcomes: Sequence[Outcome]) -> dict[str, Any]:
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


def line(row: dict[str, Any]) -> str:
    """One strength as a line of the table."""
    refused = ", ".join(f"{count} {code}" for code, count in row["refused"].items()) or "-"
    right = 100 * row["right"] / row["fields"] if row["fields"] else float("nan")
    return (
        f"{row['condition']:13} {row['strength']:13}{' ' if row['promised'] else '*'}"
        f" {row['read']:3}/{row['pictures']:<3} {row['p95_mm']:6.2f} {row['worst_mm']:6.2f} {row['worst_share']:7.1%}"
        f" {row['right']:6}/{row['fields']:<6}"
        f" {right:6.2f} % {row['sure_wrong']:4} of {row['sure']:<6} {refused}"
    )


def main() -> None:
    """Prints the table, then every picture that was refused, far off or misread with confidence."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seeds", type=int, default=8)
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--only", help="conditions whose name begins so")
    parser.add_argument("--data", type=Path, default=os.environ.get("KIEBITZ_HANDWRITING"))
    parser.add_argument("--json", type=Path)
    parser.add_argument("--keep", type=Path)
    parser.add_argument("--jobs", type=int, default=1)
    options = parser.parse_args()
    if options.keep:
        options.keep.mkdir(parents=True, exist_ok=True)
    chosen = [case for case in cases() if not options.only or case.group.startswith(options.only)]
    if options.quick:
        chosen = [case for case in chosen if case.group != "turned" or int(case.grade.split()[0]) % 30 == 0]
    seeds = range(options.first, options.first + (2 if options.quick else options.seeds))
    data = Path(options.data) if options.data else None
    shown = [(case, seed) for seed in seeds for case in chosen if _wanted(case, seed - options.first)]
    jobs = [Job(case, seed, data, options.keep) for case, seed in shown]
    with ProcessPoolExecutor(options.jobs) as pool:
        outcomes = list(pool.map(measure, jobs, chunksize=max(1, len(jobs) // (8 * options.jobs))))
    _show(outcomes, options.json)


def _wanted(case: Case, number: int) -> bool:
    """A turn is no strength: every angle is shown by two kinds of sheet only; 50 MP are large."""
    few = {"turned": 2, "size": 6, "scan": 6}
    return number < few.get(case.group, 10**9)


def _show(outcomes: Sequence[Outcome], out: Path | None) -> None:
    kinds = dict.fromkeys(one.case for one in outcomes)
    rows = [summary([one for one in outcomes if one.case == case]) for case in kinds]
    promised = [replace(one, case=Case("ALL", "promised")) for one in outcomes if one.case.promised]
    beyond = [replace(one, case=Case("ALL", "beyond", False)) for one in outcomes if not one.case.promised]
    rows += [summary(group) for group in (promised, beyond) if group]
    print(f"{'':28} {'read':>7} {'95 %':>6} {'worst':>6} {'share':>7} {'right':>13} {'':>8} sure, wrong  refused")
    for row in rows:
        print(line(row))
    for one in outcomes:
        refused = (f"REFUSED {one.refused}: {one.message}",) if one.refused else ()
        for what in (*refused, *one.told):
            print(f"  {one.case.group} {one.case.grade}, seed {one.seed}, {KINDS[one.seed % len(KINDS)][1]}: {what}")
    if out:
        document = {"kiebitz": 1, "rows": rows, "cases": [asdict(case) for case in kinds]}
        out.write_text(json.dumps(document, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
