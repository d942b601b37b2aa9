"""Whether the number of silent errors that a report states is true: stated against seen.

    python -m dev.benchmarks.trust [--sheets 1000] [--evening 24] [--seed 1] [PHOTOS ...]

Over simulated readings of several kinds of hand (`dev/benchmarks/reconcile.py`: a calibrated reader by construction;
`alike`, `no sums` and `boasting` are worse than the program assumes), and over folders of photographs with their truth.
The statement is made of every sheet alone, and of evenings of 24, which tell more of reader and hand. Printed are the
errors stated and seen, and for how many of these reports there were more than its 95 % bound.
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import cv2

from dev.benchmarks.reconcile import HANDS
from dev.rounds.reader import Hand
from dev.rounds.reader import read_sheet as read
from dev.rounds.sheets import TextSheet as Page
from dev.rounds.sheets import draw_points_sheet as page
from scanner.pipeline import read_photo
from scanner.read.digits import DigitReader
from scoring.counting.rules import RuleSet
from scoring.rulesets import load
from tournament.judging.reconcile import reconcile
from tournament.judging.row.judged import JudgedRow, JudgedSheet
from tournament.judging.row.transcribe import transcribe
from tournament.judging.trust import trust_in
from tournament.numbers import parse_number

Fields = Mapping[str, str]
"""What is written, by field id ("g07.p3", "g07.solo"); "x" for a cross."""


@dataclass(frozen=True, slots=True)
class Counted:
    """A sheet's rows, and how many fields of those that nobody is asked about are not what was written."""

    rows: tuple[JudgedRow, ...]
    seen: int


@dataclass(frozen=True, slots=True)
class Figures:
    """Over `reports`: rows that nobody is asked about, silent errors stated and seen, the sum of the bounds, and
    reports with more than their bound."""

    reports: int
    rows: int
    stated: float
    seen: int
    most: int
    beyond: int


def simulated(rules: RuleSet, hand: Hand, *, sheets: int, seed: int, sums: bool = True) -> list[Counted]:
    """Simulated sheets, one in four of them with five seats; `sums`: whether the sum row is filled in."""
    return [_counted(*sheet) for sheet in _simulated(rules, hand, sheets, seed, sums=sums)]


def figures(sheets: Sequence[Counted], evening: int) -> Figures:
    """Stated and seen in reports of `evening` sheets each; what is left over makes a smaller one."""
    found = []
    for first in range(0, len(sheets), evening):
        batch = sheets[first : first + evening]
        trust, seen = trust_in([row for sheet in batch for row in sheet.rows]), sum(sheet.seen for sheet in batch)
        found.append((trust.rows, trust.expected, seen, trust.most, seen > trust.most))
    rows, stated, seen, most, beyond = (sum(column) for column in zip((0, 0.0, 0, 0, 0), *found, strict=True))
    return Figures(len(found), int(rows), stated, int(seen), int(most), int(beyond))


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("photos", type=Path, nargs="*")
    parser.add_argument("--sheets", type=int, default=1000)
    parser.add_argument("--evening", type=int, default=24)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    rules = load("pflichtsolo-40")
    print("hand       sheets each reports   rows  stated  seen  bound beyond")
    for name, hand in HANDS.items():
        sheets = simulated(rules, hand, sheets=options.sheets, seed=options.seed, sums=name != "no sums")
        _show(name, sheets, options.evening)
    for folder in options.photos:
        _show(folder.name, [_counted(*sheet) for sheet in _photographed(folder, rules)], options.evening)


def _show(name: str, sheets: Sequence[Counted], evening: int) -> None:
    for each in (1, evening):
        found = figures(sheets, each)
        print(
            f"{name:10} {each:11} {found.reports:7} {found.rows:6} {found.stated:7.2f} {found.seen:5} "
            f"{found.most / max(found.reports, 1):6.2f} {found.beyond:6}",
            flush=True,
        )


def _counted(written: Fields, judged: JudgedSheet) -> Counted:
    return Counted(judged.rows, sum(_wrong(written, row) for row in judged.rows if row.status == "ok"))


def _simulated(
    rules: RuleSet, hand: Hand, sheets: int, seed: int, *, sums: bool
) -> Iterator[tuple[Fields, JudgedSheet]]:
    for number in range(sheets):
        rng = random.Random(seed * 1_000_003 + number)
        truth = page(rng, 5 if number % 4 == 3 else 4, mistakes=0.02, slips=0.05)
        truth = truth if sums else replace(truth, sums=("",) * len(truth.sums), slipped=())
        yield _as_fields(truth), reconcile(rules, transcribe(read(rng, truth, hand)))


def _as_fields(truth: Page) -> Fields:
    cells = {f"g{n:02}.p{seat}": text for n, row in enumerate(truth.rows, 1) for seat, text in enumerate(row.texts, 1)}
    solos = {f"g{n:02}.solo": "x" if row.solo else "" for n, row in enumerate(truth.rows, 1)}
    return cells | solos | {f"g{n:02}.offence": "x" if row.offence else "" for n, row in enumerate(truth.rows, 1)}


def _photographed(folder: Path, rules: RuleSet) -> Iterator[tuple[Fields, JudgedSheet]]:
    cv2.setNumThreads(1)
    reader = DigitReader.load()
    for file in sorted(folder.glob("*.json")):
        truth = json.loads(file.read_text("utf-8"))
        if "photo" not in truth:
            continue
        reading = next(read_photo(file.with_name(truth["photo"]), None, reader, printed=False))
        if reading.problem is None:
            written = {key: field["written"] for key, field in truth["fields"].items()}
            yield written, reconcile(rules, transcribe(reading))


def _wrong(written: Fields, row: JudgedRow) -> int:
    """How many of a row's counted fields are not what was written. A row of fines has no cross on paper."""
    points = {f"g{row.game:02}.p{seat}": value or 0 for seat, value in enumerate(row.points, 1)}
    crosses = {f"g{row.game:02}.solo": row.solo, f"g{row.game:02}.offence": row.offence}
    cells = sum((parse_number(written.get(key, "")).points or 0) != value for key, value in points.items())
    return cells + sum((written[key] == "x") != crossed for key, crossed in crosses.items() if key in written)


if __name__ == "__main__":
    main()
