"""How long judging a sheet takes on one core, by the sheet's style.

Simulated sheets of each style are judged in turn, so that a busy machine slows all styles alike; the last column is the
ratio to the points sheets of the same run. Processor time, of each sheet the best of the rounds. Full sheets are of all
six systems. A system's first sheet also derives every possible value: one of each is judged before the clock runs.
"""

from __future__ import annotations

import random
import statistics

from dev.benchmarks.judge.points import HANDS, STYLES, simulate_styles
from dev.benchmarks.speed import measure_time
from dev.rounds.reader import read_sheet
from dev.rounds.sheets import SYSTEMS, draw_full_sheet
from scanner.sheet_reading import SheetReading
from scoring.counting.rules import RuleSet
from scoring.rulesets.load_rules import load
from tournament.judging.reconcile import reconcile
from tournament.judging.written_sheet import transcribe


def run(sheets: int = 60, seed: int = 1, rounds: int = 3) -> None:
    """Prints a line a style; `sheets`: of each."""
    times = measure_styles(sheets, seed, rounds)
    print(f"{'style':8} {'mean ms':>8} {'median':>8} {'slowest':>8} {'x points':>9}")
    for style, found in times.items():
        mean, plain = statistics.mean(found), statistics.mean(times["points"])
        print(
            f"{style:8} {1e3 * mean:8.1f} {1e3 * statistics.median(found):8.1f} {1e3 * max(found):8.1f} "
            f"{mean / plain:9.2f}"
        )


def measure_styles(sheets: int, seed: int, rounds: int) -> dict[str, list[float]]:
    """Seconds of judging each sheet, by style."""
    for number, _ in enumerate(SYSTEMS):
        _judge(*_read_full(number, random.Random(number)), 1)
    drawn = {style: simulate_styles(style, sheets, seed) for style in STYLES}
    times: dict[str, list[float]] = {style: [] for style in (*STYLES, "full")}
    for number in range(sheets):
        for style, pages in drawn.items():
            truth, rng = next(pages)
            times[style].append(_judge(load(truth.code.rules), read_sheet(rng, truth, HANDS["usual"]), rounds))
        times["full"].append(_judge(*_read_full(number, random.Random(seed * 1_000_003 + number)), rounds))
    return times


def _judge(rules: RuleSet, reading: SheetReading, rounds: int) -> float:
    written = transcribe(reading)
    seconds, _ = measure_time(lambda: reconcile(rules, written), rounds)
    return seconds


def _read_full(number: int, rng: random.Random) -> tuple[RuleSet, SheetReading]:
    rules = load(SYSTEMS[number % len(SYSTEMS)])
    seats = 5 if number % 4 == 3 and 5 in rules.sheet.seats else 4
    return rules, read_sheet(rng, draw_full_sheet(rng, rules, seats, mistakes=0.1, partly=0.33), HANDS["usual"])
