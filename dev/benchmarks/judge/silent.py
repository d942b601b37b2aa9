"""Whether the number of silent errors that a report states is true: stated and seen.

Simulated hands as in `points`, on sheets of points, of plus points, or of running totals (`--style`; 2 totals in 100
rows are wrong, 5 values in 100 left out). The hands `alike`, `no sums` and `boasting` are worse than the program
assumes. The number is stated for every sheet alone, and for evenings of 24 sheets, which show more of reader and hand.
A cross that the whole sheet asks about is not silent. Printed are the silent errors stated and seen, the mean of the
bounds, and how many reports had more than their 95 % bound.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from dev.benchmarks.judge.points import HANDS, simulate_pages
from dev.rounds.lists import draw_slips, write_plus, write_totals
from dev.rounds.reader import Hand, read_sheet
from dev.rounds.sheets import TextSheet, spell
from scoring.counting.rules import RuleSet
from scoring.rulesets.load_rules import load
from tournament.judging.judged_sheet import JudgedRow, JudgedSheet
from tournament.judging.reconcile import reconcile
from tournament.judging.silent_errors import measure_trust
from tournament.judging.written_sheet import parse_number, transcribe

STYLES = ("points", "plus", "totals")
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


def run(
    style: str = "points", hand: list[str] | None = None, sheets: int = 1000, evening: int = 24, seed: int = 1
) -> None:
    """Prints the table: `style` is one of `STYLES`, `hand` some of `HANDS`."""
    rules = load("pflichtsolo-40")
    print("hand       sheets each reports   rows  stated  seen  bound beyond")
    for name in hand or HANDS:
        drawn = simulate_sheets(rules, HANDS[name], sheets=sheets, seed=seed, sums=name != "no sums", style=style)
        _print_figures(name, drawn, evening)


def simulate_sheets(
    rules: RuleSet, hand: Hand, *, sheets: int, seed: int, sums: bool = True, style: str = "points"
) -> list[CountedSheet]:
    """Simulated sheets, read and judged; `sums`: whether the sum row is filled in."""
    return [
        _count_silent(_list_written(truth), reconcile(rules, transcribe(read_sheet(rng, truth, hand))))
        for truth, rng in simulate_styles(style, sheets, seed, sums=sums)
    ]


def simulate_styles(
    style: str, sheets: int, seed: int, *, sums: bool = True
) -> Iterator[tuple[TextSheet, random.Random]]:
    """As `simulate_pages`, in one of the `STYLES`."""
    if style == "points":
        yield from simulate_pages(sheets, seed, sums=sums)
        return
    for truth, rng in simulate_pages(sheets, seed, mistakes=0.0):
        listed = (
            write_plus(rng, truth)
            if style == "plus"
            else write_totals(rng, truth, draw_slips(rng, truth, 0.02), unvalued=0.05)
        )
        yield listed if sums else replace(listed, sums=("",) * len(listed.sums)), rng


def sum_figures(sheets: Sequence[CountedSheet], evening: int) -> Figures:
    """Stated and seen in reports of `evening` sheets each; the sheets left over make a smaller one."""
    found = []
    for first in range(0, len(sheets), evening):
        batch = sheets[first : first + evening]
        trust, seen = measure_trust([row for sheet in batch for row in sheet.rows]), sum(sheet.seen for sheet in batch)
        found.append((trust.rows, trust.expected, seen, trust.most, seen > trust.most))
    rows, stated, seen, most, beyond = (sum(column) for column in zip((0, 0.0, 0, 0, 0), *found, strict=True))
    return Figures(len(found), int(rows), stated, int(seen), int(most), int(beyond))


def _print_figures(name: str, sheets: Sequence[CountedSheet], evening: int) -> None:
    for each in (1, evening):
        found = sum_figures(sheets, each)
        print(
            f"{name:10} {each:11} {found.reports:7} {found.rows:6} {found.stated:7.2f} {found.seen:5} "
            f"{found.most / max(found.reports, 1):6.2f} {found.beyond:6}",
            flush=True,
        )


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
