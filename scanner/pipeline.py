"""Reads a photo step by step: load it, find the sheet, follow its printed rules, cut its cells, read them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from scanner.debug_pictures import Overlays
from scanner.geometry.cut_cells import NUMBERS, Cut, cut_fields, find_creased_fields
from scanner.geometry.find_sheet import Page
from scanner.geometry.place_sheet import Placed, place_every, place_sheet
from scanner.geometry.printed_rules import Followed
from scanner.geometry.refusals import refuse_empty, refuse_hazy
from scanner.geometry.tables_beside import count_beside
from scanner.open_photo import Photo, load_photos
from scanner.plain.read_list import SeenList, explain_list, outline_list, read_list, see_list
from scanner.pyramid import Pyramid, build_pyramid
from scanner.read import read_marks
from scanner.read.cell_doubt import CellDoubt, load_cell_doubt
from scanner.read.lifted_folds import lift_folds
from scanner.read.overrun_numbers import read_numbers
from scanner.read.printed_names import CERTAIN, read_names
from scanner.read.read_marks import read_signature
from scanner.read.read_numbers import NumberReader
from scanner.read.way_up import doubt_turned, turn_upright
from scanner.sheet_reading import (
    NOBODY_DRAWN,
    Answer,
    DrawnNames,
    PageProgress,
    Problem,
    Quality,
    Reading,
    SheetReading,
    ignore_progress,
)
from templates.layout import Layout
from templates.sheet_code import SheetCode

_LIKE_A_LINE = frozenset({"x", "-", "/", "1"})
"""What the line of a fold may be read as. Of 353 numbers on such lines that were surely read as something else, none
was wrong."""

_MAYBE_HAZY = frozenset({"no-sheet", "half-sheet", "no-code", "no-table"})
"""Problems of something that is not found. In the dark and out of focus nothing is found, so that is asked first."""


def read_photo(
    path: Path,
    layout: Layout | None,
    reader: NumberReader,
    printed: bool = True,
    debug: Path | None = None,
    first: int = 0,
    report: PageProgress = ignore_progress,
    drawn: DrawnNames = NOBODY_DRAWN,
    doubt: CellDoubt | None = None,
    every: bool = False,
) -> Iterator[SheetReading]:
    """Reads everything written on the sheets in the file at `path`: one reading per page; a page that cannot be used
    has its problem. With `every`, a page that shows several tables of a foreign layout has a reading for each.

    `layout`: for foreign sheets; ours say by their code what they are. `printed`: read printed names, with Tesseract
    where they are not among the `drawn` ones. `debug`: a folder for overlays of every stage. `first`, `report`: as in
    `load_photos`. `doubt`: how far hidden cells are trusted, None as calibrated.
    """
    names = drawn if printed else None
    for page in load_photos(path, first, report):
        if isinstance(page, Photo):
            yield from _read_page(page, layout, _Tools(reader, names, debug, doubt or load_cell_doubt()), every)
        else:
            yield SheetReading(page.name, page.sha256, page.page, page.size_px, None, None, None, (), page.problem)


@dataclass(frozen=True, slots=True)
class _Tools:
    """With what pages are read. `names`: who was drawn where, None where printed names are not read; `debug`: the
    folder for overlays."""

    reader: NumberReader
    names: DrawnNames | None
    debug: Path | None
    doubt: CellDoubt


def _read_page(photo: Photo, layout: Layout | None, tools: _Tools, every: bool) -> Iterator[SheetReading]:
    picture, overlays = build_pyramid(photo.grey), Overlays(tools.debug, photo.name)
    overlays.draw_photo(picture)
    if layout is not None and layout.plain:
        yield _read_plain(photo, picture, layout, tools.reader, overlays)
        return
    placed = refuse_empty(picture) or place_sheet(picture, layout)
    if isinstance(placed, Placed) and placed.fault is None and not placed.page.layout.marks:
        placed = _note_beside(picture, placed)
    tables = _place_every(picture, placed, layout) if every and layout is not None else ()
    for number, one in enumerate(tables, 1):
        each = replace(photo, name=f"{photo.name}#{number}")
        yield _read_placed(each, picture, one, tools, Overlays(tools.debug, each.name))
    if not tables:
        yield _read_placed(photo, picture, placed, tools, overlays)


def _note_beside(picture: Pyramid, placed: Placed, *others: Placed) -> Placed:
    """The foreign table, with how many more like it are in the photo besides the `others`."""
    beside = count_beside(picture, placed.page.layout, *(one.followed for one in (placed, *others)))
    return replace(placed, quality=replace(placed.quality, beside=beside))


def _place_every(picture: Pyramid, placed: Placed | Problem, layout: Layout) -> tuple[Placed, ...]:
    """All tables of the layout, where the photo shows several that can be read, the first with how many cannot; else
    none."""
    read = placed if isinstance(placed, Placed) and placed.fault is None else None
    fault = placed if isinstance(placed, Problem) else placed.fault
    several = read.quality.beside > 0 if read is not None else fault is not None and fault.code == "two-sheets"
    tables = place_every(picture, layout) if several and not layout.marks else ()
    if len(tables) < 2 or (read is not None and not any(one.lies_on(read) for one in tables)):
        return ()
    return _note_beside(picture, *tables), *tables[1:]


def _read_placed(
    photo: Photo, picture: Pyramid, placed: Placed | Problem, tools: _Tools, overlays: Overlays
) -> SheetReading:
    if isinstance(placed, Problem):
        cause = refuse_hazy(picture) if placed.code in _MAYBE_HAZY else None
        if cause is None and placed.code == "no-sheet":
            cause = explain_list(picture)
        return _refuse(photo, cause or placed)
    if placed.fault is None and not placed.page.layout.marks:
        placed = turn_upright(picture, placed, tools.reader)
    page, followed = placed.page, placed.followed
    overlays.draw_page(picture, page)
    overlays.draw_grid(picture, page, followed)
    if placed.fault is not None:
        return _refuse(photo, placed.fault, page, placed.quality)
    cuts = cut_fields(picture, followed, page.layout.fields)
    overlays.draw_cells(picture, cuts)
    creased = find_creased_fields(picture, followed, page.layout)
    lifted, names = lift_folds(cuts, creased), _read_names(cuts, page.code, tools.names)
    written = _read_fields(picture, followed, lifted, tools.reader) | names
    answers = {name: doubt_turned(answer, placed.quality.upright) for name, answer in written.items()}
    readings = tuple(
        _make_reading(cell, answers[cell.field.id], cell.field.id in creased, tools.doubt) for cell in cuts
    )
    overlays.draw_readings(picture, readings)
    return SheetReading(
        photo.name, photo.sha256, photo.page, photo.size_px, page.layout.id, page.code_text, placed.quality, readings
    )


def _read_plain(
    photo: Photo, picture: Pyramid, layout: Layout, reader: NumberReader, overlays: Overlays
) -> SheetReading:
    """A list on paper without a table."""
    seen = refuse_empty(picture) or see_list(picture, reader)
    if isinstance(seen, SeenList):
        overlays.draw_list(picture, seen.paper.mesh, *outline_list(seen))
    read = seen if isinstance(seen, Problem) else read_list(seen, layout, reader)
    if isinstance(read, Problem):
        return _refuse(photo, refuse_hazy(picture) or read)
    overlays.draw_readings(picture, read.readings)
    size, quality = photo.size_px, read.quality
    return SheetReading(
        photo.name, photo.sha256, photo.page, size, layout.id, None, quality, read.readings, remarks=read.remarks
    )


def _refuse(photo: Photo, fault: Problem, page: Page | None = None, quality: Quality | None = None) -> SheetReading:
    layout, code = (None, None) if page is None else (page.layout.id, page.code_text)
    return SheetReading(photo.name, photo.sha256, photo.page, photo.size_px, layout, code, quality, (), fault)


def _read_fields(picture: Pyramid, followed: Followed, cuts: Sequence[Cut], reader: NumberReader) -> dict[str, Answer]:
    """What is written in the fields, by their ids; numbers go in a batch, and so do crosses."""
    numbers = [cell for cell in cuts if cell.field.kind in NUMBERS]
    crosses = [cell for cell in cuts if cell.field.kind == "cross"]
    signatures = [cell for cell in cuts if cell.field.kind == "signature"]
    answers = (
        *read_numbers(picture, followed, numbers, reader),
        *read_marks.load_mark_reader().read([cell.crop for cell in crosses], [cell.paper for cell in crosses]),
        *(read_signature(cell.crop, cell.paper) for cell in signatures),
    )
    cells = (*numbers, *crosses, *signatures)
    return {cell.field.id: answer for cell, answer in zip(cells, answers, strict=True)}


def _read_names(cuts: Sequence[Cut], code: SheetCode | None, drawn: DrawnNames | None) -> dict[str, Answer]:
    """The printed names by their fields' ids, all in one call. Handwriting is not guessed but left to a person: "" with
    confidence 0; so is print where `drawn` is None.
    """
    cells = [cell for cell in cuts if cell.field.kind == "text"]
    if drawn is None or code is None or not code.named:
        return {cell.field.id: Answer("", 0.0) for cell in cells}
    names = read_names([cell.crop for cell in cells], code.checks, drawn.prove_names(code))
    return {cell.field.id: _doubt_hidden_name(cell, name) for cell, name in zip(cells, names, strict=True)}


def _doubt_hidden_name(cell: Cut, name: Answer) -> Answer:
    """The name; doubtful if something may hide a part of it and no check letters prove it."""
    flags = (*name.flags, "doubtful") if cell.hidden and name.confidence < CERTAIN else name.flags
    return Answer(name.text, name.confidence, ((name.text, name.confidence),), flags)


def _make_reading(cell: Cut, answer: Answer, creased: bool, doubt: CellDoubt) -> Reading:
    """The answer as a reading of its field, as far as `doubt` trusts it. `creased`: the line of a fold runs through
    it.
    """
    field = cell.field
    if field.kind != "text":
        drawn = creased and field.kind != "signature" and answer.text in _LIKE_A_LINE
        seen = answer.add_signs({"faded": 1 - cell.border_seen, "spot": cell.glare, "creased": drawn})
        answer = doubt.judge(seen, field.kind not in NUMBERS)
    return Reading(field.id, field.kind, answer.text, answer.confidence, answer.candidates, cell.quad_px, answer.flags)
