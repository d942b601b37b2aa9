"""Full sheets of all six systems: mistakes found that details reveal, right rows blamed, proposals that hit.

Games are spread as they are played; a third of the rows is filled in only in part; one row in ten has a planted
mistake, every kind equally often. Crosses are read wrongly once in 10,000 and doubtfully once in 500. `found`: planted
mistakes whose row goes to a person. `blamed`: right rows that are told as the players' mistake (severity error).
`asked`: right rows that a person must look at all the same. `silent`: rows with points that count otherwise than
written, and nobody is asked. `hit`: proposals that restore the row as it was played, among all proposals.
"""

from __future__ import annotations

import argparse
import random
import time
from collections import Counter

from dev.rounds.mistakes import WRONG_DETAILS
from dev.rounds.reader import CrossHand, Hand, read_sheet
from dev.rounds.sheets import SYSTEMS, TextRow, draw_full_sheet
from scoring.counting.rules import RuleSet
from scoring.rulesets.load_rules import load
from tournament.judging.judged_sheet import JudgedRow
from tournament.judging.reconcile import reconcile
from tournament.judging.written_sheet import transcribe


def add_options(parser: argparse.ArgumentParser) -> None:
    """The options of `details`."""
    parser.add_argument("--sheets", type=int, default=60, help="of each system")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--unclear", type=float, default=0.05)


def run(options: argparse.Namespace) -> int:
    """Prints a line a system, then the share found of each kind of mistake."""
    print(
        f"{'rules':16} {'found':>11} {'blamed':>8} {'asked':>7} {'silent':>7} {'proposed':>9} "
        f"{'hit':>6} {'ms/sheet':>9}"
    )
    whole: Counter[str] = Counter()
    for name in SYSTEMS:
        counts, time_s = measure_details(load(name), options.sheets, options.seed, Hand(unclear=options.unclear))
        print(_format_counts(name, counts, 1000 * time_s / options.sheets))
        whole += counts
    for kind in sorted(key.removeprefix("kind ") for key in whole if key.startswith("kind ")):
        planted = whole[f"kind {kind}"]
        print(
            f"  {kind:16} {whole[f'found {kind}']:>5}/{planted:<5} proposed {whole[f'proposed {kind}']:>4} "
            f"hit {whole[f'hit {kind}']:>4}"
        )
    return 0


def measure_details(rules: RuleSet, sheets: int, seed: int, hand: Hand) -> tuple[Counter[str], float]:
    """Counts over that many sheets, every fourth with five seats where the system has them; seconds in judging."""
    counts: Counter[str] = Counter()
    spent = 0.0
    for number in range(sheets):
        rng = random.Random(seed * 1_000_003 + number)
        seats = 5 if number % 4 == 3 and 5 in rules.sheet.seats else 4
        page = draw_full_sheet(rng, rules, seats, mistakes=0.1, partly=0.33)
        written = transcribe(read_sheet(rng, page, hand, CrossHand()))
        start = time.process_time()
        judged = reconcile(rules, written)
        spent += time.process_time() - start
        for row, verdict in zip(page.rows, judged.rows, strict=True):
            _count_row(counts, row, verdict)
    return counts, spent


def _count_row(counts: Counter[str], row: TextRow, judged: JudgedRow) -> None:
    wrong = any((counted or 0) != right for right, counted in zip(row.points, judged.points, strict=True))
    is_open, blamed = judged.status == "review", any(finding.severity == "error" for finding in judged.findings)
    counts["silent rows"] += wrong and judged.status == "ok"
    if not row.mistake:
        counts.update(right=1, blamed=blamed, asked=is_open)
        return
    kind = row.mistake
    counts.update({"planted": 1, f"kind {kind}": 1, "found": is_open, f"found {kind}": is_open})
    changed = {c.field: c.proposed for finding in judged.findings for c in finding.proposal or ()}
    if changed:
        hit = _restores(row, judged.game, changed)
        counts.update({"proposed": 1, f"proposed {kind}": 1, "hit": hit, f"hit {kind}": hit})


def _restores(row: TextRow, game: int, changed: dict[str, int | str | None]) -> bool:
    """Whether the proposal restores what was played: the points where these are wrong, else a detail alone."""
    points = [changed.get(f"g{game:02}.p{seat}", written) for seat, written in enumerate(row.points, 1)]
    only_details = not any(field.partition(".")[2].startswith("p") for field in changed)
    return tuple(points) == row.right and (row.mistake not in WRONG_DETAILS or only_details)


def _format_counts(name: str, counts: Counter[str], ms: float) -> str:
    found = f"{counts['found']}/{counts['planted']}"
    right, proposed = max(1, counts["right"]), max(1, counts["proposed"])
    return (
        f"{name:16} {found:>11} {counts['blamed'] / right:>8.2%} {counts['asked'] / right:>7.2%} "
        f"{counts['silent rows']:>7} {counts['proposed'] / max(1, counts['planted']):>9.1%} "
        f"{counts['hit'] / proposed:>6.1%} {ms:>9.1f}"
    )
