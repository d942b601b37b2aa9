"""Full sheets from photograph to findings: real hands that no training has seen, all rule sets, planted mistakes.

Every sheet is played, counted and filled in, with two mistakes that its details reveal; every third has five seats. The
conditions of the standard set take turns, with ball pen, gel pen and pencil: felt pens fill the low rows of a full
sheet, which no person could read either. `numbers`: points, values, Augen and Sonderpunkte before any rule, written
once. `crosses`: boxes read as another state than they have, and nobody is asked. `found`: planted mistakes whose row
goes to a person. `blamed`: right rows told as the players' mistake. `asked`: right rows that a person must look at all
the same. `silent`: rows whose points count otherwise than written, and nobody is asked. `--keep` leaves the pictures
there.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from dev.benchmarks.figures import Share, count_cell
from dev.benchmarks.read.compose import SETS, add_data_options, ask_for_data, load_all_writers
from dev.benchmarks.read.photographed import MESSY, NUMBERS, SHIFTS, Truth, count_points, load_reader
from dev.filler.pens.glyphs import Hand
from dev.filler.pens.sheet import Manner
from dev.tools.full_samples import Order, fill, shoot
from scanner.pipeline import read_photo
from scanner.sheet_reading import SheetReading
from scoring.rulesets.load_rules import load
from tournament.judging.judged_sheet import JudgedRow, JudgedSheet
from tournament.judging.reconcile import reconcile
from tournament.judging.written_sheet import transcribe

SEED = 11_000_000  # far from those of tests, samples and the other sets
SYSTEMS = ("pflichtsolo-40", "ddv", "kurzregeln-48", "stille-hochzeit", "zehn-cent", "zwoelf-spiele")
MISTAKES = (
    "signs-inverted",
    "doubling-forgotten",
    "gegen-forgotten",
    "solo-not-tripled",
    "extra-left-out",
    "call-not-crossed",
    "wrong-sign",
    "wrong-value",
)
"""Mistakes that details reveal; each sheet has two of them, in turn."""
PENS = ("ball", "gel", "ball", "pencil")


def add_options(parser: argparse.ArgumentParser) -> None:
    """The options of `full`."""
    add_data_options(parser)
    parser.add_argument("--sheets", type=int, default=42)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--keep", type=Path)


def run(options: argparse.Namespace) -> int:
    """Prints every row that went wrong, then a line a rule set and one for all."""
    if not ask_for_data(options):
        return 2
    writers = load_all_writers(options.data)
    numbers = range(options.first, options.first + options.sheets)
    with TemporaryDirectory() as folder:
        counts = _measure_sheets(writers, numbers, options.keep or Path(folder))
    for name, mine in {**counts, "all": sum(counts.values(), Counter())}.items():
        if mine["sheets"]:
            print(_format_counts(name, mine))
    return 0


def _measure_sheets(writers: Sequence[Hand], numbers: Sequence[int], folder: Path) -> dict[str, Counter[str]]:
    """The counts by rule set; prints every row that went wrong."""
    folder.mkdir(parents=True, exist_ok=True)
    counts: dict[str, Counter[str]] = {name: Counter() for name in SYSTEMS}
    for number in numbers:
        name, photo = compose_photo(number, writers, folder)
        truth: Truth = json.loads(photo.with_suffix(".json").read_text("utf-8"))
        reading = next(read_photo(photo, None, load_reader(), printed=False))
        counts[name].update(sheets=1, refused=reading.problem is not None)
        if reading.problem is not None:
            print(f"{photo.name}: refused, {reading.problem.code}", flush=True)
            continue
        _count_ink(truth, reading, counts[name])
        for line in _count_judgement(truth, reconcile(load(name), transcribe(reading)), counts[name]):
            print(f"{photo.name}: {line}", flush=True)
    return counts


def compose_photo(number: int, writers: Sequence[Hand], folder: Path) -> tuple[str, Path]:
    """The number-th sheet: its rule set and its photograph, which has its truth beside it."""
    wrong = (MISTAKES[number % len(MISTAKES)], MISTAKES[(number // len(MISTAKES) + number + 3) % len(MISTAKES)])
    return compose_style(number, writers, folder, "full", SYSTEMS, wrong)


def compose_style(
    number: int, writers: Sequence[Hand], folder: Path, style: str, systems: Sequence[str], wrong: tuple[str, ...] = ()
) -> tuple[str, Path]:
    """The number-th sheet of a style, with these mistakes; rule sets and conditions take turns."""
    rules, (conditions, _, megapixels) = systems[number % len(systems)], list(SETS.values())[number % len(SETS)]
    rng = np.random.default_rng([SEED, number])
    pen, overwritten, struck = PENS[number % len(PENS)], int(rng.poisson(0.5)), int(rng.poisson(0.5))
    manner = Manner(pen=pen, overwritten=overwritten, struck=struck, taken_back=1)
    seats = 5 if number // len(systems) % 3 == 2 and 5 in load(rules).sheet.seats else 4
    order = Order(rules, style, seats, SEED + number, wrong, manner)
    first = number // len(SETS) % len(writers)
    sheet = fill(order, (writers[first], writers[(first + 1) % len(writers)]))
    return rules, shoot(sheet, conditions, megapixels, folder, f"{rules}-{seats}-{number:04}", rng)


def _count_ink(truth: Truth, reading: SheetReading, counts: Counter[str]) -> None:
    """Counts numbers and crosses before any rule."""
    for got in reading.readings:
        field = truth["fields"][got.id]
        if not field.get("visible", True) or MESSY & set(field["flags"]):
            continue
        if got.kind in NUMBERS:
            count_cell(counts, "numbers", field["written"], got)
        if got.kind == "cross":
            counts.update(crosses=1, crosses_wrong=got.text != field["written"] and not got.flags)


def _count_judgement(truth: Truth, sheet: JudgedSheet, counts: Counter[str]) -> Iterator[str]:
    """Counts rows and planted mistakes after the rules; yields a line for each that went wrong."""
    fields, mistakes = truth["fields"], [one for one in truth["mistakes"] if one["detectable"]]
    planted = {key.split(".")[0] for one in truth["mistakes"] for key in one["fields"]}
    shifted = SHIFTS & {one["kind"] for one in truth["mistakes"]}
    for row in sheet.rows:
        name = f"g{row.game:02}"
        mine = {key: field for key, field in fields.items() if key.startswith(f"{name}.")}
        written = _count_written_points(mine, len(row.points))
        silent = row.status != "review" and written != tuple(p or 0 for p in row.points)
        right = row.played and name not in planted and not shifted and not any(f["flags"] for f in mine.values())
        blamed = right and any(one.severity == "error" and one.code != "illegible" for one in row.findings)
        counts.update(rows=1, silent=silent, right_rows=right, blamed=blamed, asked=right and row.status == "review")
        if silent or blamed:
            yield f"{name} {'silent' if silent else 'blamed'}: {' '.join(one.code for one in row.findings)}"
    for one in mistakes:
        found = _is_asked({key.split(".")[0] for key in one["fields"]}, sheet.rows)
        counts.update(planted=1, found=found)
        if not found:
            yield f"{one['kind']} missed in {one['fields'][0]}"


def _count_written_points(mine: Truth, seats: int) -> tuple[int, ...]:
    """The written points of every seat."""
    texts = (
        next((f["written"] for key, f in mine.items() if key.endswith(f".p{seat}")), "") for seat in range(1, seats + 1)
    )
    return tuple(map(count_points, texts))


def _is_asked(names: set[str], rows: Sequence[JudgedRow]) -> bool:
    return any(row.status == "review" for row in rows if f"g{row.game:02}" in names)


def _format_counts(name: str, counts: Counter[str]) -> str:
    shares = {
        "numbers": Share(counts["numbers right"], counts["numbers"]),
        "sure but wrong": Share(counts["numbers sure wrong"], counts["numbers sure"]),
        "crosses wrong": Share(counts["crosses_wrong"], counts["crosses"]),
        "found": Share(counts["found"], counts["planted"]),
        "blamed": Share(counts["blamed"], counts["right_rows"]),
        "asked": Share(counts["asked"], counts["right_rows"]),
        "silent": Share(counts["silent"], counts["rows"]),
    }
    told = "".join(f"\n  {title:16} {share}" for title, share in shares.items())
    return f"{name}: {counts['sheets'] - counts['refused']} of {counts['sheets']} sheets read{told}"
