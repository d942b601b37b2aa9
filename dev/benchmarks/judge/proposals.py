"""Checks proposals: each must make its row right, and change no row that was right.

Rows of all six systems on sheets of every style, with planted mistakes, scrawls, wrong sums and cells that are hard to
read. `broken`: the row still has an error with the proposal. `spoilt`: it changes a row, or a sum, that is right on
paper and was read correctly. `misled`: it changes a right row that was misread as another valid one; no rule can find
that. With `--played`: whole points sheets and full sheets in a usual hand, with a mistake in one row of twenty.
"""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from dev.benchmarks.judge.points import HANDS
from dev.rounds.doubtful_sheets import STYLES, DoubtfulSheet, Style, draw_doubtful_sheet
from dev.rounds.reader import CrossHand, read_exactly, read_sheet
from dev.rounds.sheets import SYSTEMS, TextSheet, draw_full_sheet, draw_points_sheet
from scanner.sheet_reading import SheetReading
from scoring.counting.rules import RuleSet
from scoring.findings import Proposal
from scoring.rulesets.load_rules import load
from tournament.judging.judged_sheet import JudgedSheet
from tournament.judging.reconcile import reconcile
from tournament.judging.written_sheet import parse_number, transcribe

PLAYED: tuple[Style, ...] = ("points", "full")
"""The styles of which whole sheets are drawn."""
_TABLES = tuple((system, seats) for system in SYSTEMS for seats in load(system).sheet.seats if seats < 6)
_MISTAKES, _FOURS = 0.05, 0.5  # shares of rows and sums; of sheets that have four seats, whatever the table has


@dataclass(frozen=True, slots=True)
class Fault:
    """A wrong proposal, and its kind: "broken", "spoilt" or "misled"."""

    why: str
    proposal: Proposal
    sheet: DoubtfulSheet


def run(rows: int = 10_000, seed: int = 1, style: Style | None = None, played: bool = False) -> None:
    """Prints one line per style, or for that style alone; `played`: for whole sheets with few mistakes, points and
    full."""
    print(f"{'style':8} {'rows':>8} {'proposals':>9} {'broken':>7} {'spoilt':>7} {'misled':>7} {'ms/row':>7}")
    styles = [one for one in ((style,) if style else STYLES) if one in PLAYED or not played]
    for one in styles:
        counts, start, rng = Counter[str](), time.process_time(), random.Random(f"{seed} {one}")
        while counts["rows"] * len(styles) < rows:
            counts += count_faults(*draw_sheet(rng, one, played=played))
        spent = 1000 * (time.process_time() - start) / counts["rows"]
        print(
            f"{one:8} {counts['rows']:8} {counts['proposals']:9} {counts['broken']:7} {counts['spoilt']:7} "
            f"{counts['misled']:7} {spent:7.1f}",
            flush=True,
        )


def draw_sheet(rng: random.Random, style: Style, *, played: bool = False) -> tuple[RuleSet, DoubtfulSheet]:
    """A short sheet on which much is wrong, of any system; or a whole one as it is `played`."""
    system, seats = rng.choice(_TABLES)
    if not played:
        return load(system), draw_doubtful_sheet(rng, load(system), seats, style)
    seats = 4 if rng.random() < _FOURS else seats
    sheet = (
        draw_points_sheet(rng, seats, _MISTAKES, _MISTAKES)
        if style == "points"
        else draw_full_sheet(rng, load(system), seats, _MISTAKES, partly=0.33)
    )
    return load(sheet.code.rules), _tell_truth(sheet, read_sheet(rng, sheet, HANDS["usual"], CrossHand()))


def _tell_truth(sheet: TextSheet, reading: SheetReading) -> DoubtfulSheet:
    """The sheet as it is read, beside what is written there."""
    rows = {f"g{number:02}": row for number, row in enumerate(sheet.rows, 1)}
    written = {f"{name}.{column}": text for name, row in rows.items() for column, text in row.cells.items()}
    sums = {f"sum.p{seat}": text for seat, text in enumerate(sheet.sums, 1)}
    paper = dict.fromkeys((one.id for one in reading.readings), "") | written | sums
    right = {name for name, row in rows.items() if not row.mistake}
    if len(right) == len(rows):  # else a sum may be that of other rows
        right |= {f"sum.p{seat}" for seat in range(1, len(sums) + 1) if seat not in sheet.slipped}
    return DoubtfulSheet(paper, reading, frozenset(right))


def count_faults(rules: RuleSet, sheet: DoubtfulSheet) -> Counter[str]:
    """Rows, proposals and faults of one sheet."""
    judged = reconcile(rules, transcribe(sheet.reading))
    found = list(list_faults(rules, sheet, judged))
    shown = sum(len(one) for _, one in _list_proposals(judged))
    return Counter({"rows": len(judged.rows), "proposals": shown, **Counter(fault.why for fault in found)})


def list_faults(rules: RuleSet, sheet: DoubtfulSheet, judged: JudgedSheet) -> Iterator[Fault]:
    """The wrong proposals of a judged sheet."""
    seen = {one.id: one.text for one in sheet.reading.readings}
    for of_row, proposals in _list_proposals(judged):
        for proposal in proposals:
            wrong = [change.field for change in proposal if _is_other(sheet, change.field, change.proposed)]
            if any(_is_spoilt(sheet, seen, field, of_row=of_row) for field in wrong):
                yield Fault("spoilt", proposal, sheet)
            elif wrong:
                yield Fault("misled", proposal, sheet)
            if _is_broken(rules, sheet.reading, proposal):
                yield Fault("broken", proposal, sheet)


def _list_proposals(judged: JudgedSheet) -> Iterator[tuple[bool, tuple[Proposal, ...]]]:
    """All proposals, of findings and smallest explanations, each with whether it is for a row."""
    for row in judged.rows:
        shown = dict.fromkeys(one.proposal for one in row.findings if one.proposal)
        listed = ".total" in "".join(reading.id for reading in row.source.readings)  # there columns explain, not rows
        yield True, tuple(shown | ({row.explanation.changes: None} if row.explanation and not listed else {}))
    yield False, tuple(dict.fromkeys(one.proposal for one in judged.findings if one.proposal))


def _is_spoilt(sheet: DoubtfulSheet, seen: Mapping[str, str], field: str, *, of_row: bool) -> bool:
    """Whether the field is of a row that is right and was read so, or of such a sum. What the sheet as a whole lacks
    may be a cross in such a row."""
    row = field.partition(".")[0]
    of_row = of_row or field.partition(".")[2][:1] == "p"
    if row == "sum":
        return field in sheet.right and _say_same(sheet.paper[field], seen[field])
    fields = [one for one in seen if one.partition(".")[0] == row]
    return of_row and row in sheet.right and all(_say_same(sheet.paper[one], seen[one]) for one in fields)


def _is_other(sheet: DoubtfulSheet, field: str, proposed: int | str | None) -> bool:
    """Whether the field is of a right row, and the paper has something else there."""
    right = field in sheet.right if field.startswith("sum.") else field.partition(".")[0] in sheet.right
    return right and not _say_same(sheet.paper[field], _spell(proposed))


def _say_same(one: str, other: str) -> bool:
    """Whether two texts of a field mean the same."""
    return one == other or (one != "x" != other and parse_number(one).points == parse_number(other).points)


def _is_broken(rules: RuleSet, reading: SheetReading, proposal: Proposal) -> bool:
    """Whether a row with what is proposed for it has an error, however plainly it is written; what cannot be read in it
    besides stays so."""
    said = {change.field: _spell(change.proposed) for change in proposal}
    rows = {field.partition(".")[0] for field in said} - {"sum"}
    totals = any(".total" in one.id for one in reading.readings)
    around = totals or any(one.id == "sum.p5" for one in reading.readings)  # the rows above count
    kept = [one for one in reading.readings if around or one.id.partition(".")[0] in rows]
    plain = {
        one.id: read_exactly(one.id, said.get(one.id, one.text), kind=one.kind)
        for one in kept
        if one.id in said or (one.id.partition(".")[0] in rows and not totals and "illegible" not in one.flags)
    }
    told = tuple(plain.get(one.id, one) for one in kept)
    after = reconcile(rules, transcribe(replace(reading, readings=told)))
    touched = [row for row in after.rows if f"g{row.game:02}" in rows]
    found = (finding for row in touched for finding in row.findings if finding.code != "illegible")
    return any(finding.severity == "error" for finding in found)


def _spell(proposed: int | str | None) -> str:
    return f"{proposed:+d}" if isinstance(proposed, int) and proposed else str(proposed if proposed is not None else "")
