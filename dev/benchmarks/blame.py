"""Whether it is true how likely a row is said to be written wrongly, and read wrongly: stated against seen.

    python -m dev.benchmarks.blame [--sheets 1000] [--seed 1] [--full]

Simulated sheets as in `dev.benchmarks.trust`, or full ones of all systems as in `dev.benchmarks.details`; one row in
twenty has a mistake of the players. A row is written wrongly when, read without any doubt, it breaks a rule or its
points do not follow from its details; read wrongly when the ink's first choice of any field is not what was written.
"""

from __future__ import annotations

import argparse
import random
from collections import defaultdict
from collections.abc import Iterator
from itertools import product

from dev.benchmarks.reconcile import HANDS
from dev.rounds.reader import CrossHand, Hand
from dev.rounds.reader import read_sheet as read
from dev.rounds.reader import read_sheet as read_full
from dev.rounds.sheets import SYSTEMS
from dev.rounds.sheets import draw_full_sheet as full_page
from dev.rounds.sheets import draw_points_sheet as page
from scoring.counting.rules import RuleSet
from scoring.rulesets import load
from tournament.judging.reconcile import reconcile
from tournament.judging.row.judged import JudgedRow, JudgedSheet
from tournament.judging.row.transcribe import transcribe
from tournament.numbers import parse_number

EDGES = (0.001, 0.01, 0.1, 0.5, 0.9, 0.99)
MISTAKES = 0.05
Stated = tuple[float, bool]
"""What was stated, and whether it was so."""


def judged_twice(rules: RuleSet, hand: Hand, sheets: int, seed: int) -> Iterator[tuple[JudgedSheet, JudgedSheet]]:
    """Sheets as the hand's reader gives them, each beside the same sheet without any doubt."""
    for number in range(sheets):
        rng = random.Random(seed * 1_000_003 + number)
        truth = page(rng, 5 if number % 4 == 3 else 4, mistakes=MISTAKES, slips=0.05)
        plain = reconcile(rules, transcribe(read(random.Random(1), truth, Hand(unclear=0.0))))
        yield reconcile(rules, transcribe(read(rng, truth, hand))), plain


def full_judged_twice(hand: Hand, sheets: int, seed: int) -> Iterator[tuple[JudgedSheet, JudgedSheet]]:
    """The same for full sheets of each system."""
    for name, number in product(SYSTEMS, range(sheets)):
        rng, rules = random.Random(seed * 1_000_003 + number), load(name)
        truth = full_page(rng, rules, mistakes=MISTAKES, partly=0.33)
        plain = read_full(random.Random(1), truth, Hand(unclear=0.0), CrossHand(0.0, 0.0))
        yield reconcile(rules, transcribe(read_full(rng, truth, hand))), reconcile(rules, transcribe(plain))


def stated(pairs: Iterator[tuple[JudgedSheet, JudgedSheet]]) -> dict[str, list[Stated]]:
    """Over all rows, of both kinds of mistakes."""
    found: dict[str, list[Stated]] = defaultdict(list)
    for judged, plain in pairs:
        for row, true in zip(judged.rows, plain.rows, strict=True):
            if row.odds is None or true.odds is None:
                continue
            found["written wrongly"].append((row.odds.miscounted, true.odds.miscounted > 0.5))
            found["read wrongly"].append((row.odds.misread, _inked(row) != _inked(true)))
    return found


def main() -> None:
    """Prints one table a hand: per band of what was stated the rows, how many were stated and how many it was."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--sheets", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--full", action="store_true", help="full sheets, so many of each system")
    options = parser.parse_args()
    rules = load("pflichtsolo-40")
    for name in ("clean", "usual", "hard"):
        sheets = (full_judged_twice(HANDS[name], options.sheets, options.seed) if options.full
                  else judged_twice(rules, HANDS[name], options.sheets, options.seed))
        for kind, pairs in stated(sheets).items():
            print(f"{name}, {kind}")
            for low, high in zip((0.0, *EDGES), (*EDGES, 1.01), strict=True):
                band = [pair for pair in pairs if low <= pair[0] < high]
                print(f"  {low:5} to {min(high, 1):5}: {len(band):6} rows, stated {sum(p for p, _ in band):8.2f},"
                      f" seen {sum(was for _, was in band):5}")


def _inked(row: JudgedRow) -> tuple[int | str | None, ...]:
    """The numbers and crosses by the ink alone."""
    return tuple(one.text.strip() if one.kind == "cross" else parse_number(one.text).points
                 for one in row.source.readings)


if __name__ == "__main__":
    main()
