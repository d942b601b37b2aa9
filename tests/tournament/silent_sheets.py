"""Simulated sheets and the silent errors in them: as many as a report states, and as many as there are.

Sheets are of points, of plus points, or of running totals (2 totals in 100 rows are wrong, 5 values in 100 left out).
A cross that the whole sheet asks about is not silent.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from dev.benchmarks.judge.points import simulate_styles
from dev.rounds.reader import Hand, read_sheet
from dev.rounds.sheets import TextSheet, spell
from scoring.counting.rules import RuleSet
from tournament.judging.judged_sheet import JudgedRow, JudgedSheet
from tournament.judging.reconcile import reconcile
from tournament.judging.silent_errors import measure_trust
from tournament.judging.written_sheet import parse_number, transcribe

Fields = Mapping[str, str]
"""What is written, by field id ("g07.p3", "g07.solo"); "x" for a cross."""


@dataclass(frozen=True, slots=True)
class CountedSheet:
    """A sheet's rows. `seen`: fields of rows that nobody is asked about which are not what was written."""

    rows: tuple[JudgedRow, ...]
    seen: int


@dataclass(frozen=True, slots=True)
class Figures:
    """Over so many reports: `rows` that nobody is asked about, silent errors `stated` and `seen`, the sum of the bounds
    (`most`), and reports `beyond` their bound."""

    reports: int
    rows: int
    stated: float
    seen: int
    most: int
    beyond: int


def simulate_sheets(
    rules: RuleSet, hand: Hand, *, sheets: int, seed: int, sums: bool = True, style: str = "points"
) -> list[CountedSheet]:
    """Simulated sheets, read and judged; `sums`: whether the sum row is filled in."""
    return [
        _count_silent(_list_written(truth), reconcile(rules, transcribe(read_sheet(rng, truth, hand))))
        for truth, rng in simulate_styles(style, sheets, seed, sums=sums)
    ]


def sum_figures(sheets: Sequence[CountedSheet], evening: int) -> Figures:
    """Stated and seen in reports of `evening` sheets each; the sheets left over make a smaller one."""
    found = []
    for first in range(0, len(sheets), evening):
        batch = sheets[first : first + evening]
        trust, seen = measure_trust([row for sheet in batch for row in sheet.rows]), sum(sheet.seen for sheet in batch)
        found.append((trust.rows, trust.expected, seen, trust.most, seen > trust.most))
    rows, stated, seen, most, beyond = (sum(column) for column in zip((0, 0.0, 0, 0, 0), *found, strict=True))
    return Figures(len(found), int(rows), stated, int(seen), int(most), int(beyond))


def _count_silent(written: Fields, judged: JudgedSheet) -> CountedSheet:
    settled = (row for row in judged.rows if row.status == "ok")
    return CountedSheet(judged.rows, sum(_count_wrong(written, row, judged.look) for row in settled))


def _list_written(truth: TextSheet) -> Fields:
    """What counts as written: on a points sheet the texts, on a list the points that its rows stand for."""
    listed = truth.code.plus or truth.code.style == "totals"
    cells = {
        f"g{n:02}.p{seat}": text
        for n, row in enumerate(truth.rows, 1)
        for seat, text in enumerate(map(spell, row.right) if listed else row.texts, 1)
    }
    solos = {f"g{n:02}.solo": "x" if row.solo else "" for n, row in enumerate(truth.rows, 1)}
    return cells | solos | {f"g{n:02}.offence": "x" if row.offence else "" for n, row in enumerate(truth.rows, 1)}


def _count_wrong(written: Fields, row: JudgedRow, asked: Collection[str]) -> int:
    """How many of a row's counted fields are not what was written; those that the whole sheet has `asked` about, as
    about a missing Pflichtsolo, are not silent. A row of fines has no cross on paper."""
    points = {f"g{row.game:02}.p{seat}": value or 0 for seat, value in enumerate(row.points, 1)}
    crosses = {f"g{row.game:02}.solo": row.solo, f"g{row.game:02}.offence": row.offence}
    cells = sum(
        (parse_number(written.get(key, "")).points or 0) != value for key, value in points.items() if key not in asked
    )
    return cells + sum(
        (written[key] == "x") != crossed for key, crossed in crosses.items() if key in written and key not in asked
    )
