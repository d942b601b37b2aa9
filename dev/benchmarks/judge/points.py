"""Points sheets: silent errors, questions, mistakes found, rows wrongly blamed, by how hard the hand is to read.

Players make mistakes in 2 of 100 rows and 5 of 100 totals. `alike`: equal numbers of one hand are misread in the same
way; `no sums`: the same with a blank sum row; `boasting`: a reader that errs three times as often as its probabilities
say. A silent error is a field that counts differently than written and about which nobody is asked.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from dev.rounds.lists import draw_slips, write_plus, write_totals
from dev.rounds.reader import Hand, read_sheet
from dev.rounds.sheets import TextSheet, count_text, draw_points_sheet
from scoring.counting.rules import RuleSet
from scoring.rulesets.load_rules import load
from tournament.judging.judged_sheet import JudgedRow, JudgedSheet
from tournament.judging.limits.judging_limits import LIMITS, Limits
from tournament.judging.reconcile import reconcile
from tournament.judging.written_sheet import transcribe

HANDS = {
    "clean": Hand(unclear=0.01),
    "usual": Hand(unclear=0.05),
    "hard": Hand(unclear=0.12),
    "alike": Hand(unclear=0.05, alike=0.9),
    "no sums": Hand(unclear=0.05, alike=0.9),
    "boasting": Hand(unclear=0.05, boast=3.0, lost=0.2),
}
STYLES = ("points", "plus", "totals")
RULE_CODES = {"not-zero-sum", "pattern", "miscounted", "impossible-value", "wrong-sitter", "unit-step"}


@dataclass
class Tally:
    """Counts over many sheets."""

    counts: Counter[str] = field(default_factory=Counter)

    def share(self, what: str, of: str) -> float:
        """One count over another."""
        return self.counts[what] / max(1, self.counts[of])


def run(sheets: int = 400, seed: int = 1) -> None:
    """Prints one line per hand."""
    print(
        f"{'hand':8} {'cells right':>11} {'silent/1000':>11} {'asked':>7} {'repaired':>8} {'wrongly':>8} "
        f"{'mistakes found':>15} {'rows blamed':>11}"
    )
    for name, hand in HANDS.items():
        tally = measure_points(load("pflichtsolo-40"), hand, sheets, seed, sums=name != "no sums")
        print(_format_tally(name, tally))


def simulate_pages(
    sheets: int, seed: int, mistakes: float = 0.02, *, sums: bool = True
) -> Iterator[tuple[TextSheet, random.Random]]:
    """Sheets as written, one in four of them with five seats, each with the random generator for its reading.

    `sums`: whether the sum row is filled in.
    """
    for number in range(sheets):
        rng = random.Random(seed * 1_000_003 + number)
        truth = draw_points_sheet(rng, 5 if number % 4 == 3 else 4, mistakes=mistakes, slips=0.05)
        yield truth if sums else replace(truth, sums=("",) * len(truth.sums), slipped=()), rng


def simulate_styles(
    style: str, sheets: int, seed: int, *, sums: bool = True
) -> Iterator[tuple[TextSheet, random.Random]]:
    """As `simulate_pages`, in one of the `STYLES`: of the lists 2 totals in 100 rows are wrong, 5 values in 100 left
    out."""
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


def measure_points(
    rules: RuleSet, hand: Hand, sheets: int, seed: int, limits: Limits = LIMITS, *, sums: bool = True
) -> Tally:
    """The tally over that many sheets."""
    tally = Tally()
    for truth, rng in simulate_pages(sheets, seed, sums=sums):
        written = transcribe(read_sheet(rng, truth, hand))
        _count_sheet(tally.counts, truth, reconcile(rules, written, limits))
    return tally


def _count_sheet(counts: Counter[str], truth: TextSheet, judged: JudgedSheet) -> None:
    for written, row in zip(truth.rows, judged.rows, strict=True):
        _count_cells(counts, [count_text(text) for text in written.texts], row)
        _count_crosses(counts, (written.solo, written.offence), row)
        counts["rows"] += 1
        counts["mistakes" if written.mistake else "right rows"] += 1
        counts["mistakes found"] += bool(written.mistake) and row.status == "review"
        counts["blamed"] += not written.mistake and is_blamed(row)
    for seat in range(1, len(truth.sums) + 1):
        counts["fields"] += 1
        counts["asked"] += f"sum.p{seat}" in judged.look


def is_blamed(row: JudgedRow) -> bool:
    """Whether the judge blames the row on the players."""
    return any(finding.code in RULE_CODES and finding.severity == "error" for finding in row.findings)


def _count_cells(counts: Counter[str], worth: list[int], row: JudgedRow) -> None:
    for seat, (right, counted) in enumerate(zip(worth, row.points, strict=True), 1):
        cell = f"g{row.game:02}.p{seat}"
        reading = row.source.cells[seat - 1]
        counts["fields"] += 1
        counts["cells"] += 1
        counts["cells right"] += reading is not None and count_text(reading.text) == right
        counts["asked"] += cell in row.look
        wrong = (counted or 0) != right
        counts["silent"] += wrong and cell not in row.look
        changed = any(choice.field == cell for choice in row.chosen)
        counts["repaired"] += changed
        counts["repaired wrongly"] += changed and wrong


def _count_crosses(counts: Counter[str], right: tuple[bool, bool], row: JudgedRow) -> None:
    for name, truth, counted in zip(("solo", "offence"), right, (row.solo, row.offence), strict=True):
        asked = f"g{row.game:02}.{name}" in row.look
        counts["fields"] += 1
        counts["asked"] += asked
        counts["silent"] += truth != counted and not asked


def _format_tally(name: str, tally: Tally) -> str:
    counts = tally.counts
    found = f"{counts['mistakes found']}/{counts['mistakes']}"
    return (
        f"{name:8} {tally.share('cells right', 'cells'):>11.2%} {1000 * tally.share('silent', 'fields'):>11.2f} "
        f"{tally.share('asked', 'fields'):>7.2%} {counts['repaired']:>8} {counts['repaired wrongly']:>8} "
        f"{found:>15} {tally.share('blamed', 'right rows'):>11.2%}"
    )
