"""What the details of full sheets make of rows: mistakes found, right rows blamed, proposals that hit, time a sheet.

    python -m dev.benchmarks.details [--sheets 60] [--seed 1]

Sheets of all six systems are simulated (`tests/tournament/fullsheets.py`): games as they are played, a third of the
rows filled in only in part, one planted mistake in a tenth of them (`fullmistakes.py`, every kind equally often), a
reader that is calibrated by construction (crosses wrong once in 10,000, doubtful once in 500). `found`: planted
mistakes whose row goes to a person. `blamed`: right rows that are told as the players' mistake (severity error).
`asked`: right rows that a person must look at all the same. `silent`: points that count otherwise than they were
written without being put before a person. `hit`: proposals that restore the row as it was played, among all proposals.
"""

from __future__ import annotations

import argparse
import random
import time
from collections import Counter

from dev.rounds.mistakes import WRONG_DETAILS as IN_DETAILS
from dev.rounds.reader import CrossHand, Hand
from dev.rounds.reader import read_sheet as read_full
from dev.rounds.sheets import SYSTEMS
from dev.rounds.sheets import TextRow as FullRow
from dev.rounds.sheets import draw_full_sheet as full_page
from scoring.counting.rules import RuleSet
from scoring.rulesets import load
from tournament.judging.reconcile import reconcile
from tournament.judging.row.judged import JudgedRow
from tournament.judging.row.transcribe import transcribe


def main() -> None:
    """Prints a line a system, then the share found of each kind of mistake."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--sheets", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--unclear", type=float, default=0.05)
    options = parser.parse_args()
    print(f"{'rules':16} {'found':>11} {'blamed':>8} {'asked':>7} {'silent':>7} {'proposed':>9} "
          f"{'hit':>6} {'ms/sheet':>9}")
    whole: Counter[str] = Counter()
    for name in SYSTEMS:
        counts, time_s = measure(load(name), options.sheets, options.seed, Hand(unclear=options.unclear))
        print(line_of(name, counts, 1000 * time_s / options.sheets))
        whole += counts
    kinds = sorted(key.removeprefix("kind ") for key in whole if key.startswith("kind "))
    for kind in kinds:
        planted = whole[f"kind {kind}"]
        print(f"  {kind:16} {whole[f'found {kind}']:>5}/{planted:<5} proposed {whole[f'proposed {kind}']:>4} "
              f"hit {whole[f'hit {kind}']:>4}")


def measure(rules: RuleSet, sheets: int, seed: int, hand: Hand) -> tuple[Counter[str], float]:
    """Counts over that many sheets, every fourth with five seats where the system has them; seconds in judging."""
    counts: Counter[str] = Counter()
    spent = 0.0
    for number in range(sheets):
        rng = random.Random(seed * 1_000_003 + number)
        seats = 5 if number % 4 == 3 and 5 in rules.sheet.seats else 4
        page = full_page(rng, rules, seats, mistakes=0.1, partly=0.33)
        written = transcribe(read_full(rng, page, hand, CrossHand()))
        start = time.process_time()
        judged = reconcile(rules, written)
        spent += time.process_time() - start
        for row, verdict in zip(page.rows, judged.rows, strict=True):
            count(counts, row, verdict)
    return counts, spent


def count(counts: Counter[str], row: FullRow, judged: JudgedRow) -> None:
    """Adds one row."""
    counts["rows"] += 1
    for seat, (right, counted) in enumerate(zip(row.points, judged.points, strict=True), 1):
        wrong = (counted or 0) != right
        counts["silent"] += wrong and f"g{judged.game:02}.p{seat}" not in judged.look
        counts["silent rows"] += wrong and judged.status == "ok"
    open_, blamed = judged.status == "review", any(finding.severity == "error" for finding in judged.findings)
    if not row.mistake:
        counts["right"] += 1
        counts["blamed"] += blamed
        counts["asked"] += open_
        return
    kind = row.mistake
    for key in ("planted", f"kind {kind}"):
        counts[key] += 1
    for key in ("found", f"found {kind}"):
        counts[key] += open_
    changed = {c.field: c.proposed for finding in judged.findings for c in finding.proposal or ()}
    if changed:
        hit = mends(row, judged.game, changed)
        for what, is_so in (("proposed", True), ("hit", hit)):
            counts[what] += is_so
            counts[f"{what} {kind}"] += is_so


def mends(row: FullRow, game: int, changed: dict[str, int | str | None]) -> bool:
    """Whether the proposal restores what was played: the points where these are wrong, else a detail alone."""
    points = [changed.get(f"g{game:02}.p{seat}", written) for seat, written in enumerate(row.points, 1)]
    only_details = not any(field.partition(".")[2].startswith("p") for field in changed)
    return tuple(points) == row.right and (row.mistake not in IN_DETAILS or only_details)


def line_of(name: str, counts: Counter[str], ms: float) -> str:
    """One line of the table."""
    found = f"{counts['found']}/{counts['planted']}"
    right, proposed = max(1, counts["right"]), max(1, counts["proposed"])
    return (
        f"{name:16} {found:>11} {counts['blamed'] / right:>8.2%} {counts['asked'] / right:>7.2%} "
        f"{counts['silent rows']:>7} {counts['proposed'] / max(1, counts['planted']):>9.1%} "
        f"{counts['hit'] / proposed:>6.1%} {ms:>9.1f}"
    )


if __name__ == "__main__":
    main()
