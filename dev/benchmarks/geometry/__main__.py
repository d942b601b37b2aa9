"""How exactly the cells of our sheets are found, whatever is done to paper, camera and light, and what is read there.

    python -m dev.benchmarks.geometry [--seeds 8] [--quick] [--only GROUP] [--data FOLDER] [--json OUT] [--keep DIR]

Composes sheets (written with fonts, with `--data` by the writers kept apart) under every condition of
`dev.benchmarks.geometry.shots` and reads them. One line a strength: sheets read and refused, the 95th percentile and
the largest error of the cells in mm (a cell's worst corner), the largest as a share of the cell's shorter side, fields
right, and those read wrong with 0.99 and more without a flag. `*`: beyond what is promised. `--quick`: two seeds, every
other angle. `--keep`: leaves pictures there that were refused, far off or misread with confidence.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from dev.benchmarks.geometry.measure import Job, Outcome, measure_picture, sum_outcomes
from dev.benchmarks.geometry.shots import KINDS, Case, list_cases

FEW = {"turned": 2, "size": 6, "scan": 6}
"""Conditions that only so many seeds show: a turn is no strength, and 50 MP are large."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the command; returns its exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seeds", type=int, default=8)
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--only", help="conditions whose name begins so")
    parser.add_argument("--data", type=Path, help="handwriting; fonts without it")
    parser.add_argument("--json", type=Path)
    parser.add_argument("--keep", type=Path)
    parser.add_argument("--jobs", type=int, default=1)
    options = parser.parse_args(arguments)
    if options.keep:
        options.keep.mkdir(parents=True, exist_ok=True)
    jobs = list_jobs(options)
    with ProcessPoolExecutor(options.jobs) as pool:
        outcomes = list(pool.map(measure_picture, jobs, chunksize=max(1, len(jobs) // (8 * options.jobs))))
    print_outcomes(outcomes, options.json)
    return 0


def list_jobs(options: argparse.Namespace) -> list[Job]:
    """The pictures that the command line asks for."""
    chosen = [case for case in list_cases() if not options.only or case.group.startswith(options.only)]
    if options.quick:
        chosen = [case for case in chosen if case.group != "turned" or int(case.grade.split()[0]) % 30 == 0]
    seeds = range(options.first, options.first + (2 if options.quick else options.seeds))
    return [
        Job(case, seed, options.data, options.keep)
        for seed in seeds
        for case in chosen
        if seed - options.first < FEW.get(case.group, len(seeds))
    ]


def print_outcomes(outcomes: Sequence[Outcome], out: Path | None) -> None:
    """Prints the table, then every picture that was refused, far off or misread with confidence."""
    cases = dict.fromkeys(one.case for one in outcomes)
    rows = [sum_outcomes([one for one in outcomes if one.case == case]) for case in cases]
    promised = [replace(one, case=Case("ALL", "promised")) for one in outcomes if one.case.promised]
    beyond = [replace(one, case=Case("ALL", "beyond", False)) for one in outcomes if not one.case.promised]
    rows += [sum_outcomes(group) for group in (promised, beyond) if group]
    print(f"{'':28} {'read':>7} {'95 %':>6} {'worst':>6} {'share':>7} {'right':>13} {'':>8} sure, wrong  refused")
    for row in rows:
        print(format_row(row))
    for one in outcomes:
        refused = (f"REFUSED {one.refused}",) if one.refused else ()
        for what in (*refused, *one.remarks):
            print(f"  {one.case.group} {one.case.grade}, seed {one.seed}, {KINDS[one.seed % len(KINDS)][1]}: {what}")
    if out:
        document = {"kiebitz": 1, "rows": rows, "cases": [asdict(case) for case in cases]}
        out.write_text(json.dumps(document, indent=1) + "\n", "utf-8")


def format_row(row: dict[str, Any]) -> str:
    """One strength as a line of the table."""
    refused = ", ".join(f"{count} {code}" for code, count in row["refused"].items()) or "-"
    right = row["right"] / row["fields"] if row["fields"] else float("nan")
    return (
        f"{row['condition']:13} {row['strength']:13}{' ' if row['promised'] else '*'}"
        f" {row['read']:3}/{row['pictures']:<3} {row['p95_mm']:6.2f} {row['worst_mm']:6.2f} {row['worst_share']:7.1%}"
        f" {row['right']:6}/{row['fields']:<6}"
        f" {right:7.2%} {row['sure_wrong']:4} of {row['sure']:<6} {refused}"
    )


if __name__ == "__main__":
    raise SystemExit(main())
