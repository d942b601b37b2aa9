"""A photo's journey, read aloud: load, find the sheet, follow its rules, cut its cells, read them."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from scanner import scan_limits
from scanner.debug_pictures import Overlays
from scanner.geometry.creases import find_creased_fields
from scanner.geometry.cut_cells import NUMBERS, Cut, cut_fields
from scanner.geometry.find_sheet import Page, locate_by_table, locate_sheet
from scanner.geometry.fit_quality import judge_quality, measure_quality
from scanner.geometry.printed_rules import Followed, follow_rules
from scanner.geometry.refusals import refuse_empty, refuse_hazy
from scanner.open_photo import Photo, load_photos
from scanner.pyramid import Pyramid, build_pyramid
from scanner.read import read_marks
from scanner.read.number_answer import NumberReader, Written
from scanner.read.overrun_numbers import read_numbers
from scanner.read.printed_names import CERTAIN, read_names
from scanner.read.read_marks import read_signature
from scanner.sheet_reading import (
    NOBODY_DRAWN,
    DrawnNames,
    Flag,
    PageProgress,
    Problem,
    Quality,
    Reading,
    SheetReading,
    ignore_progress,
)
from templates.layout import Layout

_LIKE_A_LINE = frozenset({"x", "-", "/", "1"})
"""What the line of a fold may be read as. Of 353 numbers on such lines that were surely read as something else, none
was wrong."""

_MAYBE_HAZY = frozenset({"no-sheet", "half-sheet", "no-code", "no-table"})
"""Problems of something that is not found. In the dark and out of focus nothing is found, so that is asked first."""


@dataclass(frozen=True, slots=True)
class PrintedNames:
    """What is known of the names printed on a sheet, by seat: their check letters, and the names that these prove."""

    checks: tuple[str, ...]
    proved: tuple[str, ...]


def read_photo(
    path: Path,
    layout: Layout | None,
    reader: NumberReader,
    printed: bool = True,
    debug: Path | None = None,
    first: int = 0,
    tell: PageProgress = ignore_progress,
    drawn: DrawnNames = NOBODY_DRAWN,
) -> Iterator[SheetReading]:
    """Reads everything written on the sheets in the file at `path`: one reading per page; a page that cannot be used
    has its problem.

    `layout`: for foreign sheets; ours say by their code what they are. `printed`: read printed names, with Tesseract
    where they are not among the `drawn` ones. `debug`: a folder for overlays of every stage. `first`, `tell`: as in
    `load_photos`.
    """
    names = drawn if printed else None
    for page in load_photos(path, first, tell):
        if isinstance(page, Photo):
            yield _read_page(page, layout, reader, names, Overlays(debug, page.name))
        else:
            yield SheetReading(page.name, page.sha256, page.page, page.size_px, None, None, None, (), page.problem)


def _read_page(
    photo: Photo, layout: Layout | None, reader: NumberReader, drawn: DrawnNames | None, overlays: Overlays
) -> SheetReading:
    picture = build_pyramid(photo.grey)
    overlays.draw_photo(picture)
    page = refuse_empty(picture) or locate_sheet(picture, layout)
    if isinstance(page, Problem):
        cause = refuse_hazy(picture) if page.code in _MAYBE_HAZY else None
        return _refuse(photo, cause or page)
    overlays.draw_page(picture, page)
    page, followed, quality, fault = _follow_sheet(picture, page)
    overlays.draw_grid(picture, page, followed)
    if fault is not None:
        return _refuse(photo, fault, page, quality)
    cuts = cut_fields(picture, followed, page.layout.fields)
    overlays.draw_cells(picture, cuts)
    named = page.code if drawn is not None and page.code is not None and page.code.named else None
    names = None if named is None or drawn is None else PrintedNames(named.checks, drawn.prove_names(named))
    answers = _read_number_cells(picture, followed, cuts, reader)
    readings = _make_readings(cuts, answers, find_creased_fields(picture, followed, page.layout), names)
    overlays.draw_readings(picture, readings)
    return SheetReading(
        photo.name, photo.sha256, photo.page, photo.size_px, page.layout.id, page.code_text, quality, readings
    )


def _follow_sheet(picture: Pyramid, page: Page) -> tuple[Page, Followed, Quality, Problem | None]:
    """Follows the rules from the marks; where that fails and marks are hidden, from the table itself."""
    first = _follow_and_judge(picture, page)
    if first[3] is None or not page.marks or page.code is None:
        return first
    again = locate_by_table(picture, page)
    second = _follow_and_judge(picture, again) if again is not None else first
    return second if second[3] is None else first


def _follow_and_judge(picture: Pyramid, page: Page) -> tuple[Page, Followed, Quality, Problem | None]:
    followed = follow_rules(picture, page.layout, page.to_px)
    quality = measure_quality(page, followed)
    return page, followed, quality, judge_quality(page, followed, quality, picture.size_px)


def _refuse(photo: Photo, fault: Problem, page: Page | None = None, quality: Quality | None = None) -> SheetReading:
    layout, code = (None, None) if page is None else (page.layout.id, page.code_text)
    return SheetReading(photo.name, photo.sha256, photo.page, photo.size_px, layout, code, quality, (), fault)


def _read_number_cells(
    picture: Pyramid, followed: Followed, cuts: Sequence[Cut], reader: NumberReader
) -> list[tuple[Cut, Written]]:
    """The number cells with what is written in each."""
    cells = [cell for cell in cuts if cell.field.kind in NUMBERS]
    return list(zip(cells, read_numbers(picture, followed, cells, reader), strict=True))


def _make_readings(
    cuts: Sequence[Cut], numbers: Sequence[tuple[Cut, Written]], lined: Collection[str], names: PrintedNames | None
) -> tuple[Reading, ...]:
    """One reading per field, in the layout's order. Crosses go in a batch, printed words in one call. `lined`: fields
    through which a fold's line runs. `names`: what is known of the printed names, None where none is to be read.
    """
    texts = [cell for cell in cuts if cell.field.kind == "text"]
    found = {cell.field.id: _make_reading(cell, answer, lined) for cell, answer in numbers}
    found |= {cell.field.id: reading for cell, reading in zip(texts, _read_text_cells(texts, names), strict=True)}
    crossed = [cell for cell in cuts if cell.field.kind == "cross"]
    crosses = read_marks.load_mark_reader().read([cell.crop for cell in crossed], [cell.paper for cell in crossed])
    found |= {cell.field.id: _make_reading(cell, mark, lined) for cell, mark in zip(crossed, crosses, strict=True)}
    for cell in cuts:
        if cell.field.kind == "signature":
            found[cell.field.id] = _make_reading(cell, read_signature(cell.crop, cell.paper), ())
    return tuple(found[cell.field.id] for cell in cuts)


def _make_reading(cell: Cut, answer: Written, lined: Collection[str]) -> Reading:
    """The answer as a reading. It is doubted where something hides the cell, or where a fold may have drawn what is
    read: then nothing may be written there.
    """
    field, drawn = cell.field, cell.field.id in lined and answer.text in _LIKE_A_LINE
    if not cell.hidden and not drawn:
        return Reading(
            field.id, field.kind, answer.text, answer.confidence, answer.candidates, cell.quad_px, answer.flags
        )
    trust = scan_limits.HIDDEN_TRUST
    flags: tuple[Flag, ...] = tuple(dict.fromkeys((*answer.flags, "doubtful")))
    shares = {text: chance * trust for text, chance in answer.candidates}
    if drawn:
        shares[""] = shares.get("", 0.0) + scan_limits.FOLD_BLANK
    candidates = tuple(sorted(shares.items(), key=lambda pair: -pair[1]))
    return Reading(field.id, field.kind, answer.text, answer.confidence * trust, candidates, cell.quad_px, flags)


def _read_text_cells(cells: Sequence[Cut], names: PrintedNames | None) -> list[Reading]:
    """Printed words. Handwriting is not guessed but left to a person: "" with confidence 0."""
    if names is None:
        return [Reading(cell.field.id, cell.field.kind, "", 0.0, (), cell.quad_px) for cell in cells]
    read = read_names([cell.crop for cell in cells], names.checks, names.proved)
    return [
        Reading(
            cell.field.id,
            cell.field.kind,
            name.text,
            name.confidence,
            ((name.text, name.confidence),),
            cell.quad_px,
            (*name.flags, *_doubt_hidden(cell, name.confidence)),
        )
        for cell, name in zip(cells, read, strict=True)
    ]


def _doubt_hidden(cell: Cut, confidence: float) -> tuple[Flag, ...]:
    """The flag of a name that something may hide and that nothing proves."""
    return ("doubtful",) if cell.hidden and confidence < CERTAIN else ()
