"""Whether the stated probability that a row is written wrongly, or read wrongly, is true: stated and seen.

Simulated points sheets, or with `--full` full sheets of all systems; one row in twenty has a mistake of the players. A
row is written wrongly when, read without any doubt, it breaks a rule or its points do not follow from its details. It
is read wrongly when the ink's first choice of any field is not what was written.
"""

from __future__ import annotations

import argparse
import random
from collections import defaultdict
from collections.abc import Iterator
from itertools import pairwise, product

from dev.benchmarks.judge.points import HANDS, simulate_pages
from dev.rounds.reader import CrossHand, Hand, read_sheet
from dev.rounds.sheets import SYSTEMS, draw_full_sheet
from scoring.counting.rules import RuleSet
from scoring.rulesets.load_rules import load
from tournament.judging.judged_sheet import JudgedRow, JudgedSheet
from tournament.judging.reconcile import reconcile
from tournament.judging.written_sheet import parse_number, transcribe

EDGES = (0.0, 0.001, 0.01, 0.1, 0.5, 0.9, 0.99, 1.01)
MISTAKES = 0.05
CLEAR = Hand(unclear=0.0)
Stated = tuple[float, bool]
"""A stated probability, and whether it came true."""
Pair = tuple[JudgedSheet, JudgedSheet]
"""A sheet as it is read, and the same sheet read without any doubt."""


def add_options(parser: argparse.ArgumentParser) -> None:
    """The options of `odds`."""
    parser.add_argument("--sheets", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--full", action="store_true", help="full sheets, so many of each system")


def run(options: argparse.Namespace) -> int:
    """Prints two tables a hand: by what was stated, how many rows there were, expected and seen."""
    for name in ("clean", "usual", "hard"):
        pairs = (
            judge_full_pairs(HANDS[name], options.sheets, options.seed)
            if options.full
            else judge_pairs(load("pflichtsolo-40"), HANDS[name], options.sheets, options.seed)
        )
        for kind, stated in list_stated(pairs).items():
            print(f"{name}, {kind}")
            for low, high in pairwise(EDGES):
                band = [pair for pair in stated if low <= pair[0] < high]
                print(
                    f"  {low:5} to {min(high, 1):5}: {len(band):6} rows, stated {sum(p for p, _ in band):8.2f},"
                    f" seen {sum(was for _, was in band):5}"
                )
    return 0


def judge_pairs(rules: RuleSet, hand: Hand, sheets: int, seed: int) -> Iterator[Pair]:
    """Points sheets as the hand's reader gives them, each beside the same sheet without any doubt."""
    for truth, rng in simulate_pages(sheets, seed, MISTAKES):
        plain = read_sheet(random.Random(1), truth, CLEAR)
        yield reconcile(rules, transcribe(read_sheet(rng, truth, hand))), reconcile(rules, transcribe(plain))


def judge_full_pairs(hand: Hand, sheets: int, seed: int) -> Iterator[Pair]:
    """The same for full sheets of each system."""
    for name, number in product(SYSTEMS, range(sheets)):
        rng, rules = random.Random(seed * 1_000_003 + number), load(name)
        truth = draw_full_sheet(rng, rules, mistakes=MISTAKES, partly=0.33)
        plain = read_sheet(random.Random(1), truth, CLEAR, CrossHand(0.0, 0.0))
        yield reconcile(rules, transcribe(read_sheet(rng, truth, hand))), reconcile(rules, transcribe(plain))


def list_stated(pairs: Iterator[Pair]) -> dict[str, list[Stated]]:
    """For both kinds of mistakes, what was stated of every row."""
    found: dict[str, list[Stated]] = defaultdict(list)
    for judged, plain in pairs:
        for row, true in zip(judged.rows, plain.rows, strict=True):
            if row.odds is None or true.odds is None:
                continue
            found["written wrongly"].append((row.odds.miscounted, true.odds.miscounted > 0.5))
            found["read wrongly"].append((row.odds.misread, _read_ink(row) != _read_ink(true)))
    return found


def _read_ink(row: JudgedRow) -> tuple[int | str | None, ...]:
    """The numbers and crosses by the ink alone."""
    return tuple(
        one.text.strip() if one.kind == "cross" else parse_number(one.text).points for one in row.source.readings
    )
