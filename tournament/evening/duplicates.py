"""Photographs of one sheet, and sheets that claim the same table: told apart by the sheet's code and by what is
written."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scanner.reading import Quality, Reading
from tournament.judging.row.transcribe import WrittenSheet
from tournament.limits import LIMITS, Limits
from tournament.numbers import parse_number


@dataclass(frozen=True, slots=True)
class Disagreement:
    """One field that two photographs of a sheet show differently: what the used and what the other photograph says."""

    field: str
    used: str
    other: str


@dataclass(frozen=True, slots=True)
class Repeat:
    """A photograph left out because another shows the same sheet better. Indices are those of the given sheets."""

    left_out: int
    used: int
    disagreements: tuple[Disagreement, ...]


@dataclass(frozen=True, slots=True)
class Sorted:
    """Which sheets count (indices, in the given order), which photographs repeat them, and which sheets clash.

    A clash is a pair of counted sheets with the same round and table but different content: neither is dropped.
    """

    kept: tuple[int, ...]
    repeats: tuple[Repeat, ...]
    clashes: tuple[tuple[int, int], ...]


def sort_out(sheets: Sequence[WrittenSheet], limits: Limits = LIMITS) -> Sorted:
    """Finds photographs of the same sheet among `sheets` and keeps the best of each."""
    best: list[int] = []
    repeats: list[tuple[int, int]] = []
    for index, sheet in enumerate(sheets):
        twin = next((i for i, kept in enumerate(best) if same_sheet(sheets[kept], sheet, limits)), None)
        if twin is None:
            best.append(index)
        elif _grade(sheet) > _grade(sheets[best[twin]]):
            repeats = [(left, index if used == best[twin] else used) for left, used in repeats]
            repeats.append((best[twin], index))
            best[twin] = index
        else:
            repeats.append((index, best[twin]))
    kept = tuple(sorted(best))
    found = tuple(Repeat(left, used, differing(sheets[used], sheets[left], limits)) for left, used in repeats)
    return Sorted(kept, found, _clashes(sheets, kept))


def same_sheet(one: WrittenSheet, two: WrittenSheet, limits: Limits = LIMITS) -> bool:
    """Whether both show one sheet: the same file, or nothing in the codes against it and the same numbers in it."""
    if (one.photo_sha256, one.page) == (two.photo_sha256, two.page) and one.readings_by_id() == two.readings_by_id():
        return True
    if one.code != two.code or one.seats != two.seats:
        return False
    both = [(a, b) for a, b in _pairs(one, two) if _clear(a, limits) and _clear(b, limits)]
    written = [pair for pair in both if not all(parse_number(reading.text).empty for reading in pair)]
    if len(written) < limits.same_cells:
        return False
    return sum(_same(a, b) for a, b in written) >= limits.same_content * len(written)


def differing(used: WrittenSheet, other: WrittenSheet, limits: Limits = LIMITS) -> tuple[Disagreement, ...]:
    """The fields that the other photograph clearly shows otherwise."""
    pairs = ((a, b) for a, b in _pairs(used, other) if not _same(a, b) and _clear(b, limits))
    return tuple(Disagreement(a.id, a.text, b.text) for a, b in pairs)


def _pairs(one: WrittenSheet, two: WrittenSheet) -> list[tuple[Reading, Reading]]:
    theirs = two.readings_by_id()
    mine = one.readings_by_id()
    return [(mine[key], theirs[key]) for key in mine if key in theirs and mine[key].kind in ("points", "cross")]


def _clear(reading: Reading, limits: Limits) -> bool:
    return reading.confidence >= limits.clear_ink and not reading.flags


def _same(one: Reading, two: Reading) -> bool:
    if one.kind == "cross":
        return one.text == two.text
    return parse_number(one.text).points == parse_number(two.text).points


def _clashes(sheets: Sequence[WrittenSheet], kept: Sequence[int]) -> tuple[tuple[int, int], ...]:
    pairs = ((a, b) for n, a in enumerate(kept) for b in kept[n + 1 :])
    return tuple((a, b) for a, b in pairs if _place(sheets[a]) is not None and _place(sheets[a]) == _place(sheets[b]))


def _place(sheet: WrittenSheet) -> tuple[int, int, int] | None:
    """Round, table, and which half of the games; two halves of one table's games are no clash."""
    if sheet.round is None or sheet.table is None:
        return None
    return sheet.round, sheet.table, 0 if sheet.code is None else sheet.code.half


def _grade(sheet: WrittenSheet) -> tuple[float, float]:
    """How far a photograph can be trusted: share of clear cells first, then the geometry."""
    cells = [r for r in sheet.readings_by_id().values() if r.kind in ("points", "cross")]
    clear = sum(_clear(reading, LIMITS) for reading in cells) / max(1, len(cells))
    return round(clear, 2), _geometry(sheet.quality)


def _geometry(quality: Quality | None) -> float:
    """Printed rules under the grid, less the blur: both run from 0 to about 1 in usable photographs."""
    return 0.0 if quality is None else quality.rules_found - quality.sharpness_mm
