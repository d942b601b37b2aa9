"""Measures the effect of a threshold: it is made smaller and larger, and the same sheets are judged again.

Two kinds of sheets are drawn: short ones of all systems and styles on which much is wrong, every third with two columns
half hidden; and whole ones as they are played, in a usual and in a hard hand. Of every four lists one lacks many signs,
one many last digits, as if cut off by the cells' borders, and on one some rows are left blank.

A probability is divided and multiplied by three, a count by two; `--values` takes other values. Changed rows are
counted in comparison with the usual limits: `status`, `points`, `findings` (their codes), `words` (their sentences),
`proposals`. `silent`: the change in the number of rows that count differently than the same sheet read without any
doubt, without a question; `asked`: the change in the number of questions that this sheet would not have. `time`:
processor time of judging, as a multiple of that with the usual limits.
"""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields, replace
from typing import Annotated, Any

from typer import Argument

from dev.benchmarks.judge.points import HANDS
from dev.rounds.doubtful_sheets import EVERY_STYLE, DoubtfulSheet, Style, draw_doubtful_sheet, halve_columns
from dev.rounds.lists import draw_slips, write_plus, write_totals
from dev.rounds.reader import PLAIN, PLAIN_CROSSES, CrossHand, read_sheet
from dev.rounds.sheets import SYSTEMS, TextSheet, draw_full_sheet, draw_points_sheet
from scanner.sheet_reading import Reading, SheetReading
from scoring.counting.rules import RuleSet
from scoring.rulesets.load_rules import load
from tournament.judging.judged_sheet import JudgedRow
from tournament.judging.limits.detail_limits import DetailLimits
from tournament.judging.limits.judging_limits import LIMITS, Limits
from tournament.judging.limits.list_limits import ListLimits
from tournament.judging.reconcile import reconcile
from tournament.judging.written_sheet import WrittenSheet, transcribe

Judged = list[tuple[JudgedRow, ...]]
"""The rows of each sheet."""
_TABLES = tuple((system, seats) for system in SYSTEMS for seats in load(system).sheet.seats if seats < 6)
_PLAYED: tuple[Style, ...] = ("points", "plus", "totals", "full")
_CERTAIN, _CUT = 0.9995, 0.33
_HEAD = ("status", "points", "findings", "words", "proposals", "silent", "asked")


@dataclass(frozen=True, slots=True)
class Case:
    """A sheet as it is read, and as a reader without any doubt reads it."""

    rules: RuleSet
    read: WrittenSheet
    exact: WrittenSheet


def run(
    names: Annotated[list[str] | None, Argument()] = None,
    sheets: int = 30,
    seed: int = 1,
    blank: bool = False,
    values: list[float] | None = None,
) -> None:
    """Prints a line for each value of each threshold, all of them without names; `blank`: of lists with blank rows."""
    print(f"{'threshold':18} {'value':>9} {'rows':>6} " + " ".join(f"{name:>9}" for name in _HEAD) + f" {'time':>6}")
    kept: dict[tuple[Style, ...], tuple[list[Case], Judged, Judged, float]] = {}
    for name in names or [field.name for field in fields(LIMITS)]:
        styles = find_styles(name)
        if styles not in kept:
            draw = draw_blank_lists if blank else draw_cases
            cases = [*draw(seed, sheets, styles)]
            exact, _ = judge_all([(case.rules, case.exact) for case in cases], LIMITS)
            judged, spent = judge_all([(case.rules, case.read) for case in cases], LIMITS)
            kept[styles] = cases, exact, judged, spent
        cases, exact, before, usual = kept[styles]
        for value in values or vary(getattr(LIMITS, name)):
            after, spent = judge_all([(case.rules, case.read) for case in cases], set_limit(name, value))
            counts = compare_rows(exact, before, after)
            told = " ".join(f"{counts[key]:>9}" for key in _HEAD)
            print(f"{name:18} {value:9.4g} {counts['rows']:6} {told} {spent / usual:6.2f}", flush=True)


def find_styles(name: str) -> tuple[Style, ...]:
    """The styles of sheets on which the threshold may matter."""
    for owner, word in ((ListLimits, "totals"), (DetailLimits, "full")):
        if name in {field.name for field in fields(owner)}:
            return tuple(style for style in EVERY_STYLE if style.startswith(word))
    return EVERY_STYLE


def vary(value: float) -> tuple[float, float]:
    """A third and three times a probability, which stays below 1; half and double a count."""
    if isinstance(value, int):
        return max(value // 2, 1), 2 * value
    return value / 3, 3 * value if value > 1 else min(3 * value, (1 + value) / 2)


def set_limit(name: str, value: float) -> Limits:
    """The limits with another value of one."""
    changed: dict[str, Any] = {name: round(value) if isinstance(getattr(LIMITS, name), int) else value}
    return replace(LIMITS, **changed)


def draw_cases(seed: int, sheets: int, styles: Sequence[Style]) -> Iterator[Case]:
    """So many short sheets and whole ones of each style."""
    for style in styles:
        rng = random.Random(f"{seed} {style}")
        for number in range(sheets):
            system, seats = rng.choice(_TABLES)
            sheet = draw_doubtful_sheet(rng, load(system), seats, style)
            reading = sheet.reading if number % 3 else halve_columns(rng, sheet.reading)
            yield Case(load(system), transcribe(reading), transcribe(_read_paper(sheet)))
        for number in range(sheets if style in _PLAYED else 0):
            cut = number % 4 if style == "totals" else 0
            yield _read_played(rng, style, number, blank=cut == 3, lost={1: "sign", 2: "digit"}.get(cut, ""))


def draw_blank_lists(seed: int, sheets: int, _styles: Sequence[Style] = ()) -> Iterator[Case]:
    """So many whole lists of totals on which two rows are left blank."""
    rng = random.Random(seed)
    yield from (_read_played(rng, "totals", number, blank=True) for number in range(sheets))


def _read_played(rng: random.Random, style: Style, number: int, *, blank: bool, lost: str = "") -> Case:
    """A whole sheet as it is played, read of a usual or a hard hand; of a list totals may have `lost` sign or digit."""
    truth = _draw_played(rng, style)
    truth = _leave_blank(rng, truth) if blank else truth
    reading = read_sheet(rng, truth, HANDS["hard" if number % 2 else "usual"], CrossHand())
    reading = _cut_totals(rng, reading, signs=lost == "sign") if lost else reading
    plain = read_sheet(rng, truth, PLAIN, PLAIN_CROSSES)
    return Case(load(truth.code.rules), transcribe(reading), transcribe(plain))


def _read_paper(sheet: DoubtfulSheet) -> SheetReading:
    """Every field as it is written, and no doubt about any."""
    certain = (
        replace(one, text=text, confidence=_CERTAIN, candidates=((text, _CERTAIN),), flags=())
        for one in sheet.reading.readings
        for text in (sheet.paper.get(one.id, ""),)
    )
    return replace(sheet.reading, readings=tuple(certain))


def _draw_played(rng: random.Random, style: Style) -> TextSheet:
    """A whole sheet with a mistake in one row of twenty."""
    if style == "full":
        return draw_full_sheet(rng, load(rng.choice(SYSTEMS)), 4, 0.05, partly=0.33)
    sheet = draw_points_sheet(rng, rng.choice((4, 5)), 0.05, 0.05)
    if style == "totals":
        plain = draw_points_sheet(rng, sheet.code.seats)
        return write_totals(rng, plain, draw_slips(rng, plain, 0.05), unvalued=0.02)
    return write_plus(rng, sheet) if style == "plus" else sheet


def _leave_blank(rng: random.Random, sheet: TextSheet) -> TextSheet:
    """The list with two rows in which nothing is written."""
    blank = rng.sample(range(len(sheet.rows)), 2)
    rows = [replace(row, cells={}) if number in blank else row for number, row in enumerate(sheet.rows)]
    return replace(sheet, rows=tuple(rows))


def _cut_totals(rng: random.Random, reading: SheetReading, *, signs: bool) -> SheetReading:
    """A third of the totals is surely read without its minus, or without its last digit."""
    return replace(
        reading,
        readings=tuple(
            _cut(one, signs=signs) if ".total" in one.id and rng.random() < _CUT else one for one in reading.readings
        ),
    )


def _cut(one: Reading, *, signs: bool) -> Reading:
    digits = one.text.lstrip("+-")
    shorter = one.text[:-1] if len(digits) > 1 else one.text
    text = one.text.removeprefix("-") if signs else shorter
    return one if text == one.text else replace(one, text=text, candidates=((text, one.confidence),))


def judge_all(sheets: Sequence[tuple[RuleSet, WrittenSheet]], limits: Limits) -> tuple[Judged, float]:
    """The sheets' rows as judged, and the seconds of processor time that it took."""
    start = time.process_time()
    rows = [reconcile(rules, written, limits).rows for rules, written in sheets]
    return rows, time.process_time() - start


def compare_rows(exact: Judged, before: Judged, after: Judged) -> Counter[str]:
    """How many rows are judged differently, and how many more are silently wrong, or asked about without need."""
    counts = Counter[str]()
    for right, one, other in zip(exact, before, after, strict=True):
        for truth, was, now in zip(right, one, other, strict=True):
            counts["rows"] += 1
            is_ = _describe(now)
            counts.update({name: value != is_[name] for name, value in _describe(was).items()})
            counts["silent"] += _is_silent(truth, now) - _is_silent(truth, was)
            counts["asked"] += _is_needless(truth, now) - _is_needless(truth, was)
    return counts


def _describe(row: JudgedRow) -> dict[str, object]:
    """All that a threshold may change of a row."""
    return {
        "status": row.status,
        "points": row.points,
        "findings": sorted(f"{finding.code} {finding.severity}" for finding in row.findings),
        "words": [finding.message("en") for finding in row.findings],
        "proposals": [finding.proposal for finding in row.findings if finding.proposal],
    }


def _is_silent(truth: JudgedRow, row: JudgedRow) -> bool:
    return row.status == "ok" and (truth.status != "ok" or truth.points != row.points)


def _is_needless(truth: JudgedRow, row: JudgedRow) -> bool:
    return row.status != "ok" and truth.status == "ok"
