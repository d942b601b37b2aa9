"""Photographs that show the same sheet, and different sheets that claim the same table.

Two photographs show one sheet when their codes agree and so do the numbers written in them.


Sheets as they come in: written out, held against rule set and tournament, and those that repeat others found."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from scanner.sheet_reading import Problem, Quality, Reading, SheetReading
from scoring.counting.rules import RuleSet
from texts.sentences import Phrase
from tournament.evening.evening_limits import EVENING_LIMITS, EveningLimits
from tournament.evening.item_names import RoundMatter
from tournament.evening.roster import Roster
from tournament.judging.written_sheet import Place, WrittenSheet, parse_number, transcribe
from tournament.remarks import Log, Remark, try_or_remark


@dataclass(frozen=True, slots=True)
class Disagreement:
    """One field (by its id) that two photographs of a sheet show differently.

    `used`: its text in the photograph that is counted; `other`: its text in the one that is left out.
    """

    field: str
    used: str
    other: str


@dataclass(frozen=True, slots=True)
class Repeat:
    """A photograph that is left out because another shows the same sheet better.

    `left_out` and `used` are places (from 0) in the sequence of sheets that was given to `sort_out`.
    """

    left_out: int
    used: int
    disagreements: tuple[Disagreement, ...]


@dataclass(frozen=True, slots=True)
class Sorted:
    """Which sheets count, which photographs repeat them, and which sheets clash.

    `kept`: places (from 0) of the sheets that count, in the given order. `clashes`: pairs of such places whose sheets
    have the same round and table but different numbers. Both sheets of a clash count until a person decides.
    """

    kept: tuple[int, ...]
    repeats: tuple[Repeat, ...]
    clashes: tuple[tuple[int, int], ...]


def sort_out(sheets: Sequence[WrittenSheet], limits: EveningLimits = EVENING_LIMITS) -> Sorted:
    """Keeps of the photographs of one key the most readable, in the order in which the keys came first."""
    groups: dict[str, list[int]] = {}
    for index, sheet in enumerate(sheets):
        groups.setdefault(sheet.key, []).append(index)
    kept = tuple(
        group[0] if len(group) == 1 else max(group, key=lambda index: _grade(sheets[index]))
        for group in groups.values()
    )
    left_out = (
        (index, used) for group, used in zip(groups.values(), kept, strict=True) for index in group if index != used
    )
    found = tuple(Repeat(left, used, find_disagreements(sheets[used], sheets[left], limits)) for left, used in left_out)
    return Sorted(kept, found, _find_clashes(sheets, kept))


def group_repeats(found: Sorted) -> dict[int, list[Repeat]]:
    """The repeats of each sheet, by its number: the first of those that count has 1."""
    numbers = {index: number for number, index in enumerate(found.kept, 1)}
    groups: dict[int, list[Repeat]] = {}
    for repeat in found.repeats:
        groups.setdefault(numbers[repeat.used], []).append(repeat)
    return groups


def group_clashes(found: Sorted) -> dict[int, list[int]]:
    """The numbers of the sheets that clash with each, by its number."""
    numbers = {index: number for number, index in enumerate(found.kept, 1)}
    groups: dict[int, list[int]] = {}
    for one, two in found.clashes:
        groups.setdefault(numbers[one], []).append(numbers[two])
        groups.setdefault(numbers[two], []).append(numbers[one])
    return groups


def is_better(one: WrittenSheet, two: WrittenSheet) -> bool:
    """Whether the first photograph shows the sheet better than the second."""
    return _grade(one) > _grade(two)


def is_retaken(one: WrittenSheet, two: WrittenSheet, limits: EveningLimits = EVENING_LIMITS) -> bool:
    """Whether both photographs show one sheet.

    They do when they are the same file with the same readings. They also do when their codes are equal and at least
    `limits.same_content` of their written cells hold the same number. Only cells that are clear in both are compared,
    and `limits.same_cells` of them must be there; where the code says round and table, one photograph may be so bad
    that few compare.
    """
    if (one.photo_sha256, one.page) == (two.photo_sha256, two.page) and one.readings_by_id() == two.readings_by_id():
        return True
    if one.code != two.code or one.seats != two.seats:
        return False
    placed = one.round is not None and one.table is not None
    both = [(a, b) for a, b in _pair_fields(one, two) if _is_clear(a, limits) and _is_clear(b, limits)]
    written = [pair for pair in both if not all(parse_number(reading.text).empty for reading in pair)]
    if len(written) < limits.same_cells and not placed:
        return False
    return sum(_is_same(a, b) for a, b in written) >= limits.same_content * len(written)


def find_disagreements(
    used: WrittenSheet, other: WrittenSheet, limits: EveningLimits = EVENING_LIMITS
) -> tuple[Disagreement, ...]:
    """The fields that the other photograph shows differently, and clearly so."""
    pairs = ((a, b) for a, b in _pair_fields(used, other) if not _is_same(a, b) and _is_clear(b, limits))
    return tuple(Disagreement(a.id, a.text, b.text) for a, b in pairs)


def _pair_fields(one: WrittenSheet, two: WrittenSheet) -> list[tuple[Reading, Reading]]:
    theirs = two.readings_by_id()
    mine = one.readings_by_id()
    return [(mine[key], theirs[key]) for key in mine if key in theirs and mine[key].kind in ("points", "cross")]


def _is_clear(reading: Reading, limits: EveningLimits) -> bool:
    return reading.confidence >= limits.clear_ink and not reading.flags


def _is_same(one: Reading, two: Reading) -> bool:
    if one.kind == "cross":
        return one.text == two.text
    return parse_number(one.text).points == parse_number(two.text).points


def _find_clashes(sheets: Sequence[WrittenSheet], kept: Sequence[int]) -> tuple[tuple[int, int], ...]:
    places: dict[tuple[int, int, int], list[int]] = {}
    for index in kept:
        if (place := _find_place(sheets[index])) is not None:
            places.setdefault(place, []).append(index)
    return tuple(pair for same in places.values() for pair in combinations(same, 2))


def _find_place(sheet: WrittenSheet) -> tuple[int, int, int] | None:
    """Round, table and half of the games, None where round or table are unknown. Two halves do not clash."""
    if sheet.round is None or sheet.table is None:
        return None
    return sheet.round, sheet.table, 0 if sheet.code is None else sheet.code.half


def _grade(sheet: WrittenSheet) -> tuple[float, float]:
    """How readable a photograph is: the share of clear cells (0 to 1, two digits), then the quality of its geometry."""
    cells = [r for r in sheet.readings_by_id().values() if r.kind in ("points", "cross")]
    clear = sum(_is_clear(reading, EVENING_LIMITS) for reading in cells) / max(1, len(cells))
    return round(clear, 2), _grade_geometry(sheet.quality)


def _grade_geometry(quality: Quality | None) -> float:
    """The share of printed rules that were found, less the blur in mm; both are 0 to about 1 in usable photographs."""
    return 0.0 if quality is None else quality.rules_found - quality.sharpness_mm


@dataclass(frozen=True, slots=True)
class Unusable:
    """A photograph, or one sheet in it, of which nothing is counted; `problem` says why."""

    photo: str
    photo_sha256: str
    problem: Problem


def transcribe_safely(reading: SheetReading, given: Place, log: Log) -> WrittenSheet:
    """The sheet as it is written; where transcribing fails, an unusable one without fields."""

    def make_unusable(why: Remark) -> WrittenSheet:
        return transcribe(replace(reading, readings=(), code=None, problem=Problem(why.code, why.phrase)))

    return try_or_remark(lambda: transcribe(reading, given), "evening.unchecked-sheet", log, make_unusable)


def sort_out_safely(
    usable: Sequence[WrittenSheet], limits: EveningLimits, log: Log
) -> tuple[Sorted, tuple[RoundMatter, ...]]:
    """Which sheets repeat others. Where that fails, all sheets count and a person is asked to look for repeats."""
    every = Sorted(tuple(range(len(usable))), (), ())
    return try_or_remark(
        lambda: (sort_out(usable, limits), ()), "evening.unchecked-evening", log, lambda why: (every, make_matter(why))
    )


def make_matter(why: Remark) -> tuple[RoundMatter, ...]:
    """What a person must look after because the program failed there."""
    return (RoundMatter(None, (why,)),)


def divide_sheets(
    rules: RuleSet, roster: Roster, written: Sequence[WrittenSheet]
) -> tuple[list[WrittenSheet], tuple[Unusable, ...]]:
    """The sheets that may be counted, and the photographs that may not."""
    problems = [(sheet, find_problem(rules, roster, sheet)) for sheet in written]
    usable = [sheet for sheet, problem in problems if problem is None]
    return usable, tuple(Unusable(s.photo, s.photo_sha256, problem) for s, problem in problems if problem is not None)


def find_problem(rules: RuleSet, roster: Roster, sheet: WrittenSheet) -> Problem | None:
    """Why nothing of the sheet may be counted: it is unreadable, or printed for another rule set or tournament."""
    if sheet.problem is not None or sheet.code is None:
        return sheet.problem
    if roster.is_other_tournament(sheet.code.tournament):
        return Problem.of("evening.other-tournament", found=sheet.code.tournament, asked=roster.tournament)
    if sheet.code.rules != rules.id:
        return Problem("other-rules", Phrase("evening.other-rules", {"found": sheet.code.rules, "asked": rules.id}))
    return None
