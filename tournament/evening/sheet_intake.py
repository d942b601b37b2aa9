"""Sheets as they come in: turned into written rows, and compared with rule set and tournament.

Of several photographs of one sheet the best counts; sheets that claim the same table are found. Two photographs show
the same sheet if their codes agree, and the numbers written in them, too.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from scanner.sheet_reading import Problem, Reading, SheetReading
from scoring.counting.rules import RuleSet
from texts.sentences import Phrase
from tournament.evening.evening_limits import EVENING_LIMITS, EveningLimits
from tournament.evening.item_names import RoundMatter
from tournament.evening.roster import Roster
from tournament.evening.struck_rows import strike_ticked
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
    """Another photograph of a sheet that counts, which shows it no better."""

    photo: str
    disagreements: tuple[Disagreement, ...]


@dataclass(frozen=True, slots=True)
class KeptSheet:
    """A sheet that counts, as its best photograph shows it.

    `repeats`: its other photographs. `clashes`: the numbers, from 1 in the order of those that count, of sheets that
    claim the same round and table with other numbers. Both sheets of a clash count until a person decides. `typed`:
    other results that people typed for the same table, in their order.
    """

    sheet: WrittenSheet
    repeats: tuple[Repeat, ...] = ()
    clashes: tuple[int, ...] = ()
    typed: tuple[WrittenSheet, ...] = ()


def sort_out(sheets: Sequence[WrittenSheet], limits: EveningLimits = EVENING_LIMITS) -> tuple[KeptSheet, ...]:
    """Keeps for each key the most readable photograph, or, without one, the result that was typed first; in the order
    in which the keys came first."""
    groups: dict[str, list[WrittenSheet]] = {}
    for sheet in sheets:
        groups.setdefault(sheet.key, []).append(sheet)
    best = [_pick_best(group) for group in groups.values()]
    places: dict[object, list[int]] = {}
    for number, sheet in enumerate(best, 1):
        if sheet.round is not None and sheet.table is not None:  # two halves of one table do not clash
            half = 0 if sheet.code is None else sheet.code.half
            places.setdefault((sheet.round, sheet.table, half), []).append(number)
    clashes = {one: tuple(other for other in same if other != one) for same in places.values() for one in same}
    return tuple(
        KeptSheet(
            sheet,
            tuple(
                Repeat(one.photo, find_disagreements(sheet, one, limits))
                for one in group
                if one is not sheet and one.typed is None
            ),
            clashes.get(number, ()),
            tuple(one for one in group if one is not sheet and one.typed is not None),
        )
        for number, (sheet, group) in enumerate(zip(best, groups.values(), strict=True), 1)
    )


def _pick_best(group: Sequence[WrittenSheet]) -> WrittenSheet:
    photographed = [sheet for sheet in group if sheet.typed is None]
    return max(photographed, key=_grade) if len(photographed) > 1 else (photographed or group)[0]


def is_better(one: WrittenSheet, two: WrittenSheet) -> bool:
    """Whether the first photograph shows the sheet better than the second."""
    return _grade(one) > _grade(two)


def is_retaken(one: WrittenSheet, two: WrittenSheet, limits: EveningLimits = EVENING_LIMITS) -> bool:
    """Whether both photographs show the same sheet.

    They do if they are the same file with the same readings; or if their codes are equal and at least
    `limits.same_content` of their written cells have the same number. Only cells that are clear in both are compared,
    and there must be `limits.same_cells` of them; fewer will do if the code names round and table, as one photograph
    may be bad.
    """
    if (one.photo_sha256, one.page) == (two.photo_sha256, two.page) and one.readings_by_id() == two.readings_by_id():
        return True
    if one.code != two.code or one.seats != two.seats:
        return False
    placed = None not in one.said and one.said == two.said  # a list without a code may be any table's
    both = [(a, b) for a, b in _pair_fields(one, two) if _is_clear(a, limits) and _is_clear(b, limits)]
    written = [pair for pair in both if not all(parse_number(reading.text).empty for reading in pair)]
    if len(written) < limits.same_cells and not placed:
        return False
    return sum(_is_same(a, b) for a, b in written) >= limits.same_content * len(written)


def find_disagreements(
    used: WrittenSheet, other: WrittenSheet, limits: EveningLimits = EVENING_LIMITS
) -> tuple[Disagreement, ...]:
    """The fields that the other photograph clearly shows differently."""
    pairs = ((a, b) for a, b in _pair_fields(used, other, _SHOWN) if not _is_same(a, b) and _is_clear(b, limits))
    return tuple(Disagreement(a.id, a.text, b.text) for a, b in pairs)


_SHOWN = ("points", "number", "digit", "cross")
"""The kinds of fields that say what was played. Whether two photographs show the same sheet depends on fewer kinds."""


def _pair_fields(
    one: WrittenSheet, two: WrittenSheet, kinds: tuple[str, ...] = ("points", "cross")
) -> list[tuple[Reading, Reading]]:
    theirs = two.readings_by_id()
    mine = one.readings_by_id()
    return [(mine[key], theirs[key]) for key in mine if key in theirs and mine[key].kind in kinds]


def _is_clear(reading: Reading, limits: EveningLimits) -> bool:
    return reading.confidence >= limits.clear_ink and not reading.flags


def _is_same(one: Reading, two: Reading) -> bool:
    if one.kind == "cross":
        return one.text == two.text
    return parse_number(one.text).points == parse_number(two.text).points


def _grade(sheet: WrittenSheet) -> tuple[float, float]:
    """How readable a photograph is: the share of clear cells (0 to 1, two digits), then the share of printed rules that
    were found, less the blur in mm; both are 0 to about 1 in usable photographs."""
    quality = sheet.quality
    cells = [r for r in sheet.readings_by_id().values() if r.kind in ("points", "cross")]
    clear = sum(_is_clear(reading, EVENING_LIMITS) for reading in cells) / max(1, len(cells))
    return round(clear, 2), quality.rules_found - quality.sharpness_mm if quality else 0.0


@dataclass(frozen=True, slots=True)
class Unusable:
    """A photograph, or one sheet in it, of which nothing is counted; `problem` says why."""

    photo: str
    photo_sha256: str
    problem: Problem


def transcribe_safely(reading: SheetReading, given: Place, log: Log) -> WrittenSheet:
    """The reading as a written sheet; if that fails, an unusable sheet without fields. The fault goes to `log`."""

    def make_unusable(why: Remark) -> WrittenSheet:
        return transcribe(replace(reading, readings=(), code=None, problem=Problem(why.code, why.phrase)))

    return try_or_remark(lambda: transcribe(reading, given), "evening.unchecked-sheet", log, make_unusable)


def sort_out_safely(
    usable: Sequence[WrittenSheet], limits: EveningLimits, log: Log
) -> tuple[tuple[KeptSheet, ...], tuple[RoundMatter, ...]]:
    """Finds which sheets repeat others. If that fails, all sheets count and a person is asked to look for repeats."""

    def keep_all(why: Remark) -> tuple[tuple[KeptSheet, ...], tuple[RoundMatter, ...]]:
        return tuple(map(KeptSheet, usable)), make_matter(why)

    return try_or_remark(lambda: (sort_out(usable, limits), ()), "evening.unchecked-evening", log, keep_all)


def make_matter(why: Remark) -> tuple[RoundMatter, ...]:
    """The matter that a person must look after, because the program failed there."""
    return (RoundMatter(None, (why,)),)


def divide_sheets(
    rules: RuleSet, roster: Roster, written: Sequence[WrittenSheet]
) -> tuple[list[WrittenSheet], tuple[Unusable, ...]]:
    """The sheets that may be counted, with what their ticks strike, and the photographs that may not."""
    problems = [(sheet, find_problem(rules, roster, sheet)) for sheet in written]
    usable = [strike_ticked(rules, sheet) for sheet, problem in problems if problem is None]
    return usable, tuple(Unusable(s.photo, s.photo_sha256, problem) for s, problem in problems if problem is not None)


def find_problem(rules: RuleSet, roster: Roster, sheet: WrittenSheet) -> Problem | None:
    """Why nothing of the sheet may be counted: it is unreadable, or printed for another rule set or tournament; None if
    it may."""
    if sheet.problem is not None or sheet.code is None:
        return sheet.problem
    if roster.is_other_tournament(sheet.code.tournament):
        return Problem.of("evening.other-tournament", found=sheet.code.tournament, asked=roster.tournament)
    if sheet.code.rules != rules.id:
        return Problem("other-rules", Phrase("evening.other-rules", {"found": sheet.code.rules, "asked": rules.id}))
    return None
