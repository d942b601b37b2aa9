"""Points sheets, photographed under seven conditions: all figures of reading and judging, by condition and by writer.

    python -m dev.benchmarks.read FOLDER --data HANDWRITING

FOLDER holds pictures with their truth beside them (docs/truth.md), in folders of their own too. An empty or missing one
is composed first from `--data`: `--sheets` photographs of every writer kept apart from training, in seven conditions.
The columns: number cells right before any rule and after it, silent errors, fields put before a person, planted
mistakes found, right rows blamed; shares with 95 % intervals. `--card` prints the model card's figures by hand,
length and character, and draws the calibration diagram into that file (SVG).
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from itertools import repeat
from pathlib import Path

from dev.benchmarks.read.card import draw_calibration, format_card, group_by_writer
from dev.benchmarks.read.compose import compose_set
from dev.benchmarks.read.photographed import Sheet, list_truths, measure_photo
from dev.benchmarks.read.report import format_report
from dev.filler.pens.glyphs import NoHands
from dev.tools.fresh_processes import open_processes

RULES = "pflichtsolo-40"


def main(arguments: Sequence[str] | None = None) -> int:
    """Measures the folder; returns the exit status."""
    options = _make_parser().parse_args(arguments)
    if not list_truths(options.photos):
        if options.data is None:
            print("name the handwriting with --data or KIEBITZ_HANDWRITING", file=sys.stderr)
            return 2
        try:
            _compose_both_sets(options)
        except NoHands as error:
            print(error, file=sys.stderr)
            return 3
    sheets = measure_folder(options.photos, options.rules, options.jobs)
    print("\n".join(format_report(sheets)))
    if options.wrong:
        print("\n".join(f"{w.photo} {w.field} {w.written} {w.read} {w.confidence}" for s in sheets for w in s.wrong))
    if options.card:
        by_writer = group_by_writer(sheets)
        print("\n".join(format_card(by_writer)))
        draw_calibration(by_writer, options.card)
    return 0


def _compose_both_sets(options: argparse.Namespace) -> None:
    """The writers for choices share one set, the last writer has another."""
    for name, sheets, last in (("choices", 2 * options.sheets, False), ("last", options.sheets, True)):
        compose_set(options.data, options.photos / name, sheets, options.first, last=last, textures=options.textures)


def measure_folder(folder: Path, rules: str, jobs: int = 1) -> Sequence[Sheet]:
    """Reads every photograph of a folder and compares it with its truth."""
    files = list_truths(folder)
    names = [file.relative_to(folder).with_suffix("").as_posix() for file in files]
    given = (files, names, repeat(rules))
    if jobs == 1:
        return list(map(measure_photo, *given))
    with open_processes(jobs) as pool:
        return list(pool.map(measure_photo, *given))


def _make_parser() -> argparse.ArgumentParser:
    """What the command line takes; the environment may name both folders as well."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "--data", type=Path, default=os.environ.get("KIEBITZ_HANDWRITING"), help="folder of handwriting"
    )
    parser.add_argument("--textures", type=Path, default=os.environ.get("KIEBITZ_TEXTURES"), help="table tops")
    parser.add_argument("photos", type=Path, help="folder of pictures with their truth; composed when there are none")
    parser.add_argument("--sheets", type=int, default=70, help="photographs of every writer")
    parser.add_argument("--first", type=int, default=0, help="leave out the sheets before this one of either set")
    parser.add_argument("--rules", default=RULES)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--wrong", action="store_true", help="list every number cell that is read wrongly")
    parser.add_argument("--card", type=Path, help="print the model card's figures and draw its diagram here")
    return parser


if __name__ == "__main__":
    raise SystemExit(main())
