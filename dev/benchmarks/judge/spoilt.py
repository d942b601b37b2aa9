"""Photographed lists of totals on which one total after the other is made wrong: whether somebody is asked.

Of each list some rows that nobody is asked about are taken. One of their totals is then another number, has another
sign, or is off with all totals below it, in clear ink. `asked`: the row, or the next one, waits for a person. `blamed`:
the row is called the players' mistake. `counted`: its points stay as they were.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np

from dev.benchmarks.figures import Share
from dev.benchmarks.judge.photographs import Photograph, load_photographs
from scanner.sheet_reading import SheetReading
from scoring.rulesets.load_rules import load
from tournament.judging.judged_sheet import JudgedRow
from tournament.judging.reconcile import reconcile
from tournament.judging.written_sheet import parse_number, transcribe

KINDS = ("number", "sign", "carried")
OFF = (1, -1, 2, -2, 5, -10)
"""By how much a total is off, in the rules' unit."""
SURE = 0.9998


def add_options(parser: argparse.ArgumentParser) -> None:
    """The options of `spoilt`."""
    parser.add_argument("photos", type=Path, help="folder of photographed lists with their truth")
    parser.add_argument("--cache", type=Path, required=True, help="folder in which readings are kept")
    parser.add_argument("--seed", type=int, default=5)
    parser.add_argument("--rows", type=int, default=2, help="rows of each list, by kind of mistake")


def run(options: argparse.Namespace) -> int:
    """Prints each row that nobody is asked about, then the shares by kind."""
    rng, counts = np.random.default_rng(options.seed), Counter[tuple[str, str]]()
    for photograph in load_photographs(options.photos, options.cache):
        if photograph.reading.problem is None:
            for line in _count_list(photograph, options.rows, rng, counts):
                print(line, flush=True)
    for kind in KINDS:
        of = counts[kind, "rows"]
        shares = (f"{what} {Share(counts[kind, what], of)}" for what in ("asked", "blamed", "counted"))
        print(f"{kind:8} {'; '.join(shares)}")
    return 0


def _count_list(
    photograph: Photograph, times: int, rng: np.random.Generator, counts: Counter[tuple[str, str]]
) -> Iterator[str]:
    rules = load(photograph.rules)
    before = {row.game: row for row in reconcile(rules, transcribe(photograph.reading)).rows}
    quiet = {
        one: game
        for game, row in before.items()
        if row.played and row.status == "ok"
        for one in _list_totals(photograph, row)
    }
    for kind in KINDS:
        for field in rng.permutation(sorted(quiet))[:times].tolist():
            off = int(rng.choice(OFF)) * rules.checks.unit.step
            judged = reconcile(rules, transcribe(spoil(photograph, field, kind, off)))
            rows = {row.game: row for row in judged.rows}
            row, game = rows[quiet[field]], quiet[field]
            asked = any(rows[n].status == "review" for n in (game, game + 1) if n in rows)
            blamed = any(one.severity == "error" for one in row.findings)
            counts.update(
                {
                    (kind, "rows"): 1,
                    (kind, "asked"): asked,
                    (kind, "blamed"): blamed,
                    (kind, "counted"): row.points == before[game].points,
                }
            )
            if not asked:
                yield f"{photograph.name} {field}: {kind} {off:+d}"


def _list_totals(photograph: Photograph, row: JudgedRow) -> Iterator[str]:
    """The row's written totals that are not 0."""
    names = (one.id for one in row.source.readings if ".total" in one.id)
    yield from (one for one in names if parse_number(photograph.written.get(one, "")).value)


def spoil(photograph: Photograph, field: str, kind: str, off: int) -> SheetReading:
    """The list with that total in clear ink and wrong: of the other sign, or off; `carried`: with all below it."""
    row, _, column = field.partition(".")
    found = []
    for reading in photograph.reading.readings:
        number = parse_number(photograph.written.get(reading.id, "")).value
        below = kind == "carried" and reading.id.endswith(f".{column}") and reading.id >= f"{row}."
        if number is not None and (reading.id == field or below):
            wrong = -number if kind == "sign" else number + off or off  # a 0 says that somebody sat out
            text = f"{wrong:+d}"
            reading = replace(reading, text=text, candidates=((text, SURE),), confidence=SURE, flags=())
        found.append(reading)
    return replace(photograph.reading, readings=tuple(found))
