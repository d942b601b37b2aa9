"""Whether it is true how likely a row is said to be written wrongly, and read wrongly: stated against seen.

    python -m benchmarks.blame [--sheets 1000] [--seed 1]

Simulated sheets as in `benchmarks.trust`, one row in twenty with a mistake of the players. A row is written wrongly
when, read without any doubt, it breaks a rule; read wrongly when the ink's first choice is not what was written.
"""

from __future__ import annotations

import argparse
import random
from collections import defaultdict
from collections.abc import Iterator

from benchmarks.reconcile import HANDS
from scoring.rules import RuleSet
from scoring.rulesets import load
from tests.tournament.simulate import Hand, page, read
from tournament.judged import JudgedRow, JudgedSheet
from tournament.numbers import parse_number
from tournament.reconcile import reconcile
from tournament.transcribe import transcribe

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
    options = parser.parse_args()
    rules = load("pflichtsolo-40")
    for name in ("clean", "usual", "hard"):
        for kind, pairs in stated(judged_twice(rules, HANDS[name], options.sheets, options.seed)).items():
            print(f"{name}, {kind}")
            for low, high in zip((0.0, *EDGES), (*EDGES, 1.01), strict=True):
                band = [pair for pair in pairs if low <= pair[0] < high]
                print(f"  {low:5} to {min(high, 1):5}: {len(band):6} rows, stated {sum(p for p, _ in band):8.2f},"
                      f" seen {sum(was for _, was in band):5}")


def _inked(row: JudgedRow) -> tuple[int | str | None, ...]:
    """The numbers and crosses by the ink alone."""
    crosses = (row.source.solo, row.source.offence)
    return (*(parse_number(text).points for text in row.written), *(cross and cross.text for cross in crosses))


if __name__ == "__main__":
    main()
