"""How long judging a sheet takes on one core, by the sheet's style.

Simulated sheets of each style are judged in turn, so that a busy machine slows all styles alike; the last column is the
ratio to the points sheets of the same run. Processor time, of each sheet the best of the rounds. Full sheets are of all
six systems. A system's first sheet also derives every possible value: one of each is judged before the clock runs.
"""

from __future__ import annotations

import argparse
import random
import statistics
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import accumulate

from dev.benchmarks.judge.points import simulate_pages
from dev.benchmarks.speed.stages import measure_time
from dev.rounds.reader import Hand, make_reading, read_cross, read_number, read_numbers, read_sheet
from dev.rounds.sheets import SYSTEMS, TextSheet, count_text, draw_full_sheet, draw_points_sheet, spell
from scanner.sheet_reading import Reading, SheetReading
from scoring.rulesets.load_rules import load
from tournament.judging.reconcile import reconcile
from tournament.judging.written_sheet import transcribe

HAND = Hand(unclear=0.05)
Read = tuple[str, SheetReading]
"""A rule set's name, and a sheet as it is read."""


def add_options(parser: argparse.ArgumentParser) -> None:
    """The options of `speed`."""
    parser.add_argument("--sheets", type=int, default=60, help="of each style")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rounds", type=int, default=3)


def run(options: argparse.Namespace) -> int:
    """Prints a line a style."""
    times = measure_styles(options.sheets, options.seed, options.rounds)
    print(f"{'style':8} {'mean ms':>8} {'median':>8} {'slowest':>8} {'x points':>9}")
    for style, found in times.items():
        mean, plain = statistics.mean(found), statistics.mean(times["points"])
        print(
            f"{style:8} {1e3 * mean:8.1f} {1e3 * statistics.median(found):8.1f} {1e3 * max(found):8.1f} "
            f"{mean / plain:9.2f}"
        )
    return 0


def measure_styles(sheets: int, seed: int, rounds: int) -> dict[str, list[float]]:
    """Seconds of judging each sheet, by style."""
    for number, _ in enumerate(SYSTEMS):
        _judge(_read_full(number, random.Random(number)), 1)
    times: dict[str, list[float]] = {style: [] for style in _STYLES}
    for number in range(sheets):
        for style, read in _STYLES.items():
            times[style].append(_judge(read(number, random.Random(seed * 1_000_003 + number)), rounds))
    return times


def _judge(sheet: Read, rounds: int) -> float:
    rules, written = load(sheet[0]), transcribe(sheet[1])
    seconds, _ = measure_time(lambda: reconcile(rules, written), rounds)
    return seconds


def _read_points(number: int, rng: random.Random) -> Read:
    truth, chance = next(simulate_pages(1, rng.getrandbits(30)))
    return truth.code.rules, read_sheet(chance, truth, HAND)


def _read_full(number: int, rng: random.Random) -> Read:
    rules = load(SYSTEMS[number % len(SYSTEMS)])
    seats = 5 if number % 4 == 3 and 5 in rules.sheet.seats else 4
    return rules.id, read_sheet(rng, draw_full_sheet(rng, rules, seats, mistakes=0.1, partly=0.33), HAND)


def _read_plus(number: int, rng: random.Random) -> Read:
    """Only plus points are written, and added up."""
    sheet = draw_points_sheet(rng, 4 + number % 2, mistakes=0.02)
    rows = [row.write([spell(points) if points > 0 else "" for points in row.points]) for row in sheet.rows]
    sums = [sum(column) for column in zip(*([count_text(text) for text in row.texts] for row in rows), strict=True)]
    code = replace(sheet.code, plus=True)
    return code.rules, read_sheet(rng, replace(sheet, rows=tuple(rows), sums=tuple(map(spell, sums)), code=code), HAND)


def _read_totals(number: int, rng: random.Random) -> Read:
    """Running totals with value and winners' marks; now and then a total is off by a slip that is carried on."""
    sheet = draw_points_sheet(rng, 4 + number % 2)
    slips = [[2 * (rng.random() < 0.01) for _ in row.points] for row in sheet.rows]
    steps = [_add(row.points, slip) for row, slip in zip(sheet.rows, slips, strict=True)]
    totals = list(accumulate(steps, _add))
    sums = [
        replace(read_number(rng, spell(total), HAND), id=f"sum.p{seat}") for seat, total in enumerate(totals[-1], 1)
    ]
    code = replace(sheet.code, style="totals")
    return code.rules, make_reading([*_read_total_rows(sheet, totals, rng), *sums], code)


def _add(one: Sequence[int], other: Sequence[int]) -> list[int]:
    return [a + b for a, b in zip(one, other, strict=True)]


def _read_total_rows(sheet: TextSheet, totals: list[list[int]], rng: random.Random) -> Iterator[Reading]:
    for game, (row, total) in enumerate(zip(sheet.rows, totals, strict=True), 1):
        for seat, seen in enumerate(read_numbers(rng, [spell(number) for number in total], HAND), 1):
            yield replace(seen, id=f"g{game:02}.total{seat}")
        for seat, points in enumerate(row.points, 1):
            yield read_cross(rng, f"g{game:02}.win{seat}", points > 0)
        worth = min((abs(points) for points in row.points if points), default=0)
        yield replace(read_number(rng, str(worth), HAND), id=f"g{game:02}.value", kind="number")
        yield read_cross(rng, f"g{game:02}.solo", row.solo)
        yield read_cross(rng, f"g{game:02}.offence", row.offence)


_STYLES: dict[str, Callable[[int, random.Random], Read]] = {
    "points": _read_points,
    "plus": _read_plus,
    "totals": _read_totals,
    "full": _read_full,
}
