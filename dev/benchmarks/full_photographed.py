"""Full sheets from photograph to findings: real hands that no training has seen, all rule sets, planted mistakes.

    python -m dev.benchmarks.full_photographed --data HANDWRITING [--sheets 42] [--first 0] [--keep DIR]

Every sheet is played, counted and filled in (`dev.tools.full_samples`), with two mistakes that its details reveal;
every third has five seats. The conditions of the standard set take turns (`dev.benchmarks.compose`), with ball pen, gel
pen and pencil: felt pens fill the low rows of a full sheet, which no person could read either. `numbers`: points,
values, Augen and Sonderpunkte before any rule, written once. `crosses`: boxes read as another state than they have, and
nobody is asked. `found`: planted mistakes whose row goes to a person. `blamed`: right rows told as the players'
mistake. `asked`: right rows that a person must look at all the same. `silent`: rows whose points count otherwise than
written, and nobody is asked. `--keep` leaves the pictures there; `--data` may be KIEBITZ_HANDWRITING. """

from __future__ import annotations

import argparse
import json
import os
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from dev.benchmarks import ink
from dev.benchmarks.compose import SETS, hands_of
from dev.benchmarks.figures import Share
from dev.benchmarks.photographed import MESSY, NUMBERS, SHIFTS, Truth, reader, written_value
from dev.filler.pens.glyphs import Hand
from dev.filler.pens.sheet import Manner
from dev.tools.full_samples import Order, fill, shoot
from scanner.pipeline import read_photo
from scanner.reading import SheetReading
from scoring.rulesets import load
from tournament.judging.reconcile import reconcile
from tournament.judging.row.judged import JudgedRow, JudgedSheet
from tournament.judging.row.transcribe import transcribe

SEED = 11_000_000  # far from those of tests, samples and the other sets
SYSTEMS = ("pflichtsolo-40", "ddv", "kurzregeln-48", "stille-hochzeit", "zehn-cent", "zwoelf-spiele")
MISTAKES = (
    "signs-inverted",
    "doubling-forgotten",
    "gegen-forgotten",
    "solo-not-tripled",
    "extra-left-out",
    "call-not-crossed",
    "wrong-sign",
    "wrong-value",
)
"""What details reveal; two of them a sheet, in turn."""
PENS = ("ball", "gel", "ball", "pencil")


def main() -> None:
    """Prints a line a rule set, and one for all; then what went wrong."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=os.environ.get("KIEBITZ_HANDWRITING"), required=False)
    parser.add_argument("--sheets", type=int, default=42)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--keep", type=Path)
    options = parser.parse_args()
    hands = (*hands_of(Path(options.data), False), *hands_of(Path(options.data), True))
    numbers = range(options.first, options.first + options.sheets)
    with TemporaryDirectory() as folder:
        counts = _counted(hands, numbers, options.keep or Path(folder))
    for name in (*SYSTEMS, "all"):
        print(_line(name, sum(counts.values(), Counter()) if name == "all" else counts[name]))


def _counted(hands: Sequence[Hand], numbers: Sequence[int], folder: Path) -> dict[str, Counter[str]]:
    """What was counted, by rule set; tells of every row that went wrong."""
    folder.mkdir(parents=True, exist_ok=True)
    counts: dict[str, Counter[str]] = {name: Counter() for name in SYSTEMS}
    for number in numbers:
        name, photo = composed(number, hands, folder)
        truth: Truth = json.loads(photo.with_suffix(".json").read_text("utf-8"))
        reading = next(read_photo(photo, None, reader(), printed=False))
        counts[name].update(sheets=1, refused=reading.problem is not None)
        if reading.problem is not None:
            print(f"{photo.name}: {reading.problem.message_en}", flush=True)
            continue
        counts[name].update(seen(truth, reading))
        for told in judged(truth, reconcile(load(name), transcribe(reading)), counts[name]):
            print(f"{photo.name}: {told}", flush=True)
    return counts


def composed(number: int, hands: Sequence[Hand], folder: Path) -> tuple[str, Path]:
    """The number-th sheet: its rule set and its photograph, which has its truth beside it."""
    rules, (conditions, _, megapixels) = SYSTEMS[number % len(SYSTEMS)], list(SETS.values())[number % len(SETS)]
    wrong = (MISTAKES[number % len(MISTAKES)], MISTAKES[(number // len(MISTAKES) + number + 3) % len(MISTAKES)])
    rng = np.random.default_rng([SEED, number])
    pen, overwritten, struck = PENS[number % len(PENS)], int(rng.poisson(0.5)), int(rng.poisson(0.5))
    manner = Manner(pen=pen, overwritten=overwritten, struck=struck, taken_back=1)
    seats = 5 if number // len(SYSTEMS) % 3 == 2 and 5 in load(rules).sheet.seats else 4
    order = Order(rules, "full", seats, SEED + number, wrong, manner)
    first = number // len(SETS) % len(hands)
    sheet = fill(order, (hands[first], hands[(first + 1) % len(hands)]))
    return rules, shoot(sheet, conditions, megapixels, folder, f"{rules}-{seats}-{number:04}", rng)


def seen(truth: Truth, reading: SheetReading) -> Counter[str]:
    """Numbers and crosses before any rule."""
    counts: Counter[str] = Counter()
    for got in reading.readings:
        field = truth["fields"][got.id]
        if not field.get("visible", True) or MESSY & set(field["flags"]):
            continue
        if got.kind in NUMBERS:
            ink.count(counts, field["written"], got)
        if got.kind == "cross":
            counts.update(crosses=1, crosses_wrong=got.text != field["written"] and not got.flags)
    return counts


def judged(truth: Truth, sheet: JudgedSheet, counts: Counter[str]) -> Iterator[str]:
    """Rows after the rules; yields what should not be."""
    fields, mistakes = truth["fields"], [one for one in truth["mistakes"] if one["detectable"]]
    planted = {key.split(".")[0] for one in truth["mistakes"] for key in one["fields"]}
    shifted = SHIFTS & {one["kind"] for one in truth["mistakes"]}
    for row in sheet.rows:
        name = f"g{row.game:02}"
        mine = {key: field for key, field in fields.items() if key.startswith(f"{name}.")}
        silent = row.status != "review" and _points(mine, len(row.points)) != tuple(p or 0 for p in row.points)
        right = row.played and name not in planted and not shifted and not any(f["flags"] for f in mine.values())
        blamed = right and any(one.severity == "error" and one.code != "illegible" for one in row.findings)
        counts.update(rows=1, silent=silent, right_rows=right, blamed=blamed, asked=right and row.status == "review")
        if silent or blamed:
            yield f"{name} {'silent' if silent else 'blamed'}: {' '.join(one.message('en') for one in row.findings)}"
    for one in mistakes:
        found = _found({key.split(".")[0] for key in one["fields"]}, sheet.rows)
        counts.update(planted=1, found=found)
        if not found:
            yield f"{one['kind']} missed in {one['fields'][0]}"


def _points(mine: Truth, seats: int) -> tuple[int, ...]:
    """What is written for every seat."""
    texts = (
        next((f["written"] for key, f in mine.items() if key.endswith(f".p{seat}")), "") for seat in range(1, seats + 1)
    )
    return tuple(map(written_value, texts))


def _found(names: set[str], rows: Sequence[JudgedRow]) -> bool:
    return any(row.status == "review" for row in rows if f"g{row.game:02}" in names)


def _line(name: str, counts: Counter[str]) -> str:
    right, blamed = Share(ink.total(counts, "right"), ink.total(counts)), Share(counts["blamed"], counts["right_rows"])
    low, high = right.low_high
    sure, sure_wrong = ink.total(counts, "sure"), ink.total(counts, "sure wrong")
    return (
        f"{name:16} {counts['sheets'] - counts['refused']} of {counts['sheets']} read  numbers {right.hits}/{right.of}"
        f" {right.value:.2%} ({low:.2%} to {high:.2%}), sure but wrong {sure_wrong}/{sure}"
        f"  crosses {counts['crosses_wrong']}/{counts['crosses']}  found {counts['found']}/{counts['planted']}"
        f"  blamed {blamed.hits}/{blamed.of} (up to {blamed.low_high[1]:.2%})"
        f"  asked {Share(counts['asked'], counts['right_rows']).value:.2%}  silent {counts['silent']}/{counts['rows']}"
    )


if __name__ == "__main__":
    main()
