"""What reconciling makes of doubtful readings: silent errors, questions, mistakes found, rows wrongly blamed.

    python -m dev.benchmarks.reconcile [--sheets 400] [--seed 1]

The readings are simulated (`tests/tournament/simulate.py`): a calibrated reader by construction, grades of handwriting
(`alike`: one hand's equal numbers are misread alike; `no sums`: the same with a blank sum row; `boasting`: a reader
that errs three times as often as it admits), players' mistakes in 2 of 100 rows and 5 of 100 totals. A silent error
is a field that counts otherwise than it was written and is not among the fields put before a person. Prints one line
a grade; the bars are 1 in 1,000 and 5 in 100.
"""

from __future__ import annotations

import argparse
import random
import time
from collections import Counter
from dataclasses import dataclass, field, replace

from dev.rounds.reader import Hand
from dev.rounds.reader import read_sheet as read
from dev.rounds.sheets import TextSheet as Page
from dev.rounds.sheets import count_text as value
from dev.rounds.sheets import draw_points_sheet as page
from scoring.counting.rules import RuleSet
from scoring.rulesets import load
from tournament.judging.reconcile import reconcile
from tournament.judging.row.judged import JudgedRow, JudgedSheet
from tournament.judging.row.transcribe import transcribe
from tournament.limits import LIMITS, Limits

HANDS = {
    "clean": Hand(unclear=0.01),
    "usual": Hand(unclear=0.05),
    "hard": Hand(unclear=0.12),
    "alike": Hand(unclear=0.05, alike=0.9),
    "no sums": Hand(unclear=0.05, alike=0.9),
    "boasting": Hand(unclear=0.05, boast=3.0, lost=0.2),
}
RULE_CODES = {"not-zero-sum", "pattern", "miscounted", "impossible-value", "wrong-sitter", "unit-step"}


@dataclass
class Tally:
    """Counts over many sheets; `time_s` is spent in reconciling alone."""

    counts: Counter[str] = field(default_factory=Counter)
    time_s: float = 0.0

    def share(self, what: str, of: str) -> float:
        """One count over another."""
        return self.counts[what] / max(1, self.counts[of])


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--sheets", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    rules = load("pflichtsolo-40")
    print(
        f"{'hand':8} {'cells right':>11} {'silent/1000':>11} {'asked':>7} {'repaired':>8} {'wrongly':>8} "
        f"{'mistakes found':>15} {'rows blamed':>11} {'ms/sheet':>8}"
    )
    for name, hand in HANDS.items():
        tally = measure(rules, hand, options.sheets, options.seed, sums=name != "no sums")
        print(row_of(name, tally, options.sheets))


def measure(rules: RuleSet, hand: Hand, sheets: int, seed: int, limits: Limits = LIMITS, *, sums: bool = True) -> Tally:
    """The tally over that many sheets, one in four of them with five seats; `sums`: whether the sum row is filled
    in."""
    tally = Tally()
    for number in range(sheets):
        rng = random.Random(seed * 1_000_003 + number)
        truth = page(rng, 5 if number % 4 == 3 else 4, mistakes=0.02, slips=0.05)
        truth = truth if sums else replace(truth, sums=("",) * len(truth.sums), slipped=())
        written = transcribe(read(rng, truth, hand))
        start = time.perf_counter()
        judged = reconcile(rules, written, limits)
        tally.time_s += time.perf_counter() - start
        count(tally.counts, truth, judged)
    return tally


def count(counts: Counter[str], truth: Page, judged: JudgedSheet) -> None:
    """Adds one sheet."""
    for written, row in zip(truth.rows, judged.rows, strict=True):
        worth = [value(text) for text in written.texts]
        _cells(counts, worth, row)
        _crosses(counts, (written.solo, written.offence), row)
        blamed = any(finding.code in RULE_CODES and finding.severity == "error" for finding in row.findings)
        counts["rows"] += 1
        counts["mistakes" if written.mistake else "right rows"] += 1
        counts["mistakes found"] += bool(written.mistake) and row.status == "review"
        counts["blamed"] += not written.mistake and blamed
    for seat in range(1, len(truth.sums) + 1):
        counts["fields"] += 1
        counts["asked"] += f"sum.p{seat}" in judged.look
        slipped = seat in truth.slipped
        counts["slips"] += slipped
        counts["slips found"] += slipped and bool(judged.look or judged.open_rows)


def _cells(counts: Counter[str], worth: list[int], row: JudgedRow) -> None:
    for seat, (right, counted) in enumerate(zip(worth, row.points, strict=True), 1):
        cell = f"g{row.game:02}.p{seat}"
        reading = row.source.cells[seat - 1]
        counts["fields"] += 1
        counts["cells"] += 1
        counts["cells right"] += reading is not None and value(reading.text) == right
        counts["asked"] += cell in row.look
        wrong = (counted or 0) != right
        counts["silent"] += wrong and cell not in row.look
        counts["silent rows"] += wrong and row.status == "ok"
        changed = any(choice.field == cell for choice in row.chosen)
        counts["repaired"] += changed
        counts["repaired wrongly"] += changed and wrong


def _crosses(counts: Counter[str], right: tuple[bool, bool], row: JudgedRow) -> None:
    for name, truth, counted in zip(("solo", "offence"), right, (row.solo, row.offence), strict=True):
        asked = f"g{row.game:02}.{name}" in row.look
        counts["fields"] += 1
        counts["asked"] += asked
        counts["silent"] += truth != counted and not asked
        counts["silent crosses"] += truth != counted and not asked


def row_of(name: str, tally: Tally, sheets: int) -> str:
    """One line of the table."""
    counts = tally.counts
    found = f"{counts['mistakes found']}/{counts['mistakes']}"
    return (
        f"{name:8} {tally.share('cells right', 'cells'):>11.2%} {1000 * tally.share('silent', 'fields'):>11.2f} "
        f"{tally.share('asked', 'fields'):>7.2%} {counts['repaired']:>8} {counts['repaired wrongly']:>8} "
        f"{found:>15} {tally.share('blamed', 'right rows'):>11.2%} {1000 * tally.time_s / sheets:>8.1f}"
    )


if __name__ == "__main__":
    main()
