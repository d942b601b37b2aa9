"""Photographs with their truth: how many rows a person is asked about, and which finding asked without need.

A row is open without need when nothing is wrong in it: every field was read as it is written, and a perfect reader
would not ask about it. `found`: planted mistakes whose row, or whose sheet, waits for a person. `blamed`: right rows
that are called the players' mistake. `silent`: fields of rows that nobody is asked about which count otherwise than
written. Readings are kept in `--cache`, so that a folder is read once and judged in seconds.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path

from dev.benchmarks.figures import Share
from dev.benchmarks.judge.photographs import Photograph, load_photographs
from scoring.rulesets.load_rules import load
from tournament.judging.judged_sheet import JudgedRow, JudgedSheet
from tournament.judging.reconcile import reconcile
from tournament.judging.say_rows import TOLD_ONLY
from tournament.judging.written_sheet import parse_number, transcribe
from tournament.remarks import Doubt


def add_options(parser: argparse.ArgumentParser) -> None:
    """The options of `asked`."""
    parser.add_argument("photos", type=Path, nargs="+", help="folders of photographs with their truth")
    parser.add_argument("--cache", type=Path, required=True, help="folder in which readings are kept")
    parser.add_argument("--list", action="store_true", help="print every row that is open without need")


def run(options: argparse.Namespace) -> int:
    """Prints the figures of each folder."""
    for folder in options.photos:
        counts: Counter[str] = Counter()
        for photograph in load_photographs(folder, options.cache):
            for line in count_photograph(photograph, counts):
                if options.list:
                    print(line)
        print("\n".join(_format_counts(folder.name, counts)), flush=True)
    return 0


def count_photograph(photograph: Photograph, counts: Counter[str]) -> Iterator[str]:
    """Counts one photograph; yields a line for every row that is open without need, blamed, or silently wrong."""
    if photograph.reading.problem is not None:
        counts["refused"] += 1
        return
    rules = load(photograph.rules)
    judged = reconcile(rules, transcribe(photograph.reading))
    plain = reconcile(rules, transcribe(photograph.perfect))
    counts["sheets"] += 1
    for row, right in zip(judged.rows, plain.rows, strict=True):
        for line in _count_row(photograph, row, right, counts):
            yield f"{photograph.name} g{row.game:02} {line}"
    for rows in photograph.planted:
        found = _waits(judged, rows)
        counts.update(planted=1, found=found)
        if not found:
            yield f"{photograph.name} missed: {' '.join(sorted(rows))}"
    yield from _count_matters(photograph, judged, plain, counts)


def _count_row(photograph: Photograph, row: JudgedRow, right: JudgedRow, counts: Counter[str]) -> Iterator[str]:
    if not (row.played or right.played or row.status == "review"):
        return
    is_open, wrong = row.status == "review", _list_wrong(photograph, row)
    misread = _list_misread(photograph, row)
    fine = right.status == "ok" and not any(f"g{row.game:02}" in rows for rows in photograph.planted)
    needless = is_open and fine and not misread
    blamed = fine and any(one.severity == "error" and one.code != "illegible" for one in row.findings)
    counts.update(rows=1, open=is_open, needless=needless, fine=fine, blamed=blamed)
    counts["silent"] += 0 if is_open else len(wrong)
    counts["fields"] += len(row.source.readings)
    if needless:
        causes = list(_name_causes(row.findings, photograph))
        counts[f"cause {causes[0]}"] += 1
        yield f"needless: {'; '.join(causes)}"
    if blamed:
        yield f"blamed: {' '.join(one.code for one in row.findings)}; misread {misread}"
    if wrong and not is_open:
        yield f"silent: {wrong}"


def _list_misread(photograph: Photograph, row: JudgedRow) -> list[str]:
    """The fields that the ink's first choice has otherwise than they are written."""
    return [
        one.id
        for one in row.source.readings
        if _mean(one.kind, one.text) != _mean(one.kind, photograph.written.get(one.id, one.text))
    ]


def _list_wrong(photograph: Photograph, row: JudgedRow) -> list[str]:
    """The fields that count otherwise than they are written, as `field: counted, written`."""
    counted: Mapping[str, str] = {one.field: one.read for one in row.chosen}
    points = {f"g{row.game:02}.p{seat}": str(value or 0) for seat, value in enumerate(row.points, 1)}
    texts = {one.id: (one.kind, counted.get(one.id, points.get(one.id, one.text))) for one in row.source.readings}
    return [
        f"{key}: {text!r}, {photograph.written[key]!r}"
        for key, (kind, text) in texts.items()
        if key in photograph.written and _mean(kind, text) != _mean(kind, photograph.written[key])
    ]


def _mean(kind: str, text: str) -> int | str | None:
    """What a text means: a cross or none, or points."""
    return text.strip() if kind in ("cross", "text", "signature") else parse_number(text).points


def _waits(judged: JudgedSheet, rows: frozenset[str]) -> bool:
    """Whether one of the rows waits for a person, or something about the whole sheet does."""
    return any(row.status == "review" for row in judged.rows if f"g{row.game:02}" in rows) or bool(judged.open_matters)


def _count_matters(
    photograph: Photograph, judged: JudgedSheet, plain: JudgedSheet, counts: Counter[str]
) -> Iterator[str]:
    """Counts what is asked of the whole sheet, and what of it a perfect reader would not ask."""
    codes = {one.code for matter in plain.open_matters for one in matter}
    for matter in judged.open_matters:
        needless = not any(one.code in codes for one in matter)
        counts.update(matters=1, matters_needless=needless)
        if needless:
            yield f"{photograph.name} sheet: {'; '.join(_name_causes(matter, photograph))}"


def _name_causes(findings: tuple[Doubt, ...], photograph: Photograph) -> Iterator[str]:
    """The findings that ask, with the flags of their fields."""
    read = {one.id: one for one in photograph.reading.readings}
    for one in findings:
        if one.severity != "note" and one.code not in TOLD_ONLY:
            known = [read[field] for field in one.fields if field in read]
            flags = sorted({flag for reading in known for flag in reading.flags})
            truth = sorted({flag for field in one.fields for flag in photograph.messy.get(field, ())})
            key = getattr(one, "sentence", "") or one.code
            yield f"{key} [{' '.join(flags)}]" + (f" written {' '.join(truth)}" if truth else "")


def _format_counts(name: str, counts: Counter[str]) -> Iterator[str]:
    yield f"{name}: {counts['sheets']} sheets, {counts['refused']} refused"
    shares = {
        "rows open": Share(counts["open"], counts["rows"]),
        "open without need": Share(counts["needless"], counts["rows"]),
        "mistakes found": Share(counts["found"], counts["planted"]),
        "right rows blamed": Share(counts["blamed"], counts["fine"]),
        "silent fields": Share(counts["silent"], counts["fields"]),
        "of sheets, no need": Share(counts["matters_needless"], counts["matters"]),
    }
    yield from (f"  {title:20} {share}" for title, share in shares.items())
    causes = Counter({key.removeprefix("cause "): n for key, n in counts.items() if key.startswith("cause ")})
    yield from (f"    {number:4} {cause}" for cause, number in causes.most_common())
