"""A printed sheet filled in as people do, with the truth of every field."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from dev.filler.foreign_pdf import find_table_origin, render_foreign
from dev.filler.pens import hand as write
from dev.filler.pens.fields import Paper, Work, write_cross, write_details, write_points
from dev.filler.pens.glyphs import Hand
from dev.filler.pens.habits import Scribe, choose_scribe, spell_points
from dev.filler.pens.pen import Picture
from dev.filler.pens.sheet import FilledSheet, Ink, Manner
from dev.rounds.written import WrittenRound, WrittenRow
from templates.drawing.sheet_pdf import render_sheet
from templates.layout import Layout
from templates.sheet_spec import SheetSpec, make_layout

NOTHING: Mapping[str, str] = {}
PX_PER_MM = 12.0  # a sheet that fills a 12-MP photo has 11 to 13
_BLACK, _PAPER = 38.0, (244.0, 248.0, 249.0)  # toner and office paper, blue green red


def fill_sheet(
    spec: SheetSpec,
    round_: WrittenRound,
    hands: Sequence[Hand],
    rng: np.random.Generator,
    *,
    names: Sequence[str] = (),
    heads: Mapping[str, str] = NOTHING,
    manner: Manner | None = None,
    px_per_mm: float = PX_PER_MM,
) -> FilledSheet:
    """One of our sheets: printed, then filled in. `hands`: the first writes; `names` by hand where none are printed.

    `heads`: what is written into the boxes of the head, by field id: `start.p1`, `head.round`.
    """
    print_ = shrink_print(render_sheet(spec, 2 * px_per_mm))
    paper = Paper(print_, make_layout(spec.code), px_per_mm, (0.0, 0.0), spec.code.spell())
    return _fill(paper, round_, hands, rng, spec.names, names, manner or Manner(), heads)


def fill_foreign(
    layout: Layout,
    title: str,
    round_: WrittenRound,
    hands: Sequence[Hand],
    rng: np.random.Generator,
    *,
    names: Sequence[str] = (),
    manner: Manner | None = None,
    px_per_mm: float = PX_PER_MM,
) -> FilledSheet:
    """A club's own list, ruled by hand from its layout, and filled in."""
    print_ = shrink_print(render_foreign(layout, 2 * px_per_mm, title, 0.4, int(rng.integers(1_000_000))))
    paper = Paper(print_, layout, px_per_mm, find_table_origin(layout), None)
    return _fill(paper, round_, hands, rng, (), names, manner or Manner())


def _fill(
    paper: Paper,
    round_: WrittenRound,
    hands: Sequence[Hand],
    rng: np.random.Generator,
    printed: Sequence[str],
    names: Sequence[str],
    manner: Manner,
    heads: Mapping[str, str] = NOTHING,
) -> FilledSheet:
    seats = round_.played.seats
    scribes = tuple(
        choose_scribe(hand, seats, rng, manner.pen if place == 0 else None) for place, hand in enumerate(hands)
    )
    page = print_on_paper(paper.print_, rng)
    work = Work(write.Desk(page, paper.px_per_mm), paper, scribes, rng, _choose_corrections(round_, manner, rng))
    _write_names(work, printed, names)
    _write_heads(work, heads)
    for place, row, scribe in _assign_rows(round_, scribes, manner, rng):
        _write_row(work, place, row, scribe)
    if manner.sums:
        _write_sums(work, round_)
    if manner.signatures:
        _sign(work, printed, names)
    inks = {place.id: work.inks.get(place.id, Ink("")) for place in paper.layout.fields}
    called = tuple(printed) or tuple(names)
    return FilledSheet(
        page,
        paper.px_per_mm,
        paper.layout,
        paper.code,
        inks,
        round_,
        called,
        tuple(scribe.hand.name for scribe in scribes),
        paper.origin_mm,
    )


def shrink_print(print_: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The print (h, w) uint8 at half its size: the renderer paints every pixel that a shape touches, so marks come out
    a pixel too wide."""
    return np.asarray(cv2.resize(print_, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), np.uint8)


def print_on_paper(print_: NDArray[np.uint8], rng: np.random.Generator) -> Picture:
    """The print (h, w) uint8 in toner on paper with a faint grain, (h, w, 3) uint8."""
    grain = rng.normal(0, 4.5, (256, 256)).astype(np.float32)
    grain = np.asarray(cv2.GaussianBlur(grain, (0, 0), 1.2), np.float32)
    repeats = tuple(size // 256 + 1 for size in print_.shape)
    tile = np.tile(grain, repeats)[: print_.shape[0], : print_.shape[1]]
    toner = cv2.LUT(print_, np.linspace(_BLACK / 255, 1, 256).astype(np.float32))
    channels = [np.clip(toner * tone + tile, 0, 255).astype(np.uint8) for tone in _PAPER]
    return np.asarray(cv2.merge(channels), np.uint8)


def _choose_corrections(round_: WrittenRound, manner: Manner, rng: np.random.Generator) -> dict[str, str]:
    """Which cells are corrected how, by field id. Cells of planted mistakes are left alone: one trouble at a time."""
    troubled = {name for mistake in round_.mistakes for name in mistake.fields}
    cells = [
        f"g{game:02}.p{seat}"
        for game, row in enumerate(round_.rows, 1)
        if not row.blank
        for seat, points in enumerate(row.cells, 1)
        if points
    ]
    wanted = ["overwritten"] * manner.overwritten + ["struck"] * manner.struck + ["illegible"] * manner.illegible
    open_cells = [name for name in cells if name not in troubled]
    chosen = dict(zip(rng.permutation(open_cells).tolist(), wanted, strict=False))
    games = [
        f"g{game:02}.{name}"
        for game, row in enumerate(round_.rows, 1)
        if not row.blank
        for name in _find_open_boxes(row)
    ]
    return chosen | {str(name): "taken-back" for name in rng.permutation(games)[: manner.taken_back]}


def _find_open_boxes(row: WrittenRow) -> Iterator[str]:
    """Boxes of a row that stay blank, and in which a cross may be taken back."""
    if row.details:
        yield from (name for name, text in row.details if not text)
    elif not row.solo:
        yield "solo"


def _assign_rows(
    round_: WrittenRound, scribes: Sequence[Scribe], manner: Manner, rng: np.random.Generator
) -> Iterator[tuple[str, WrittenRow, Scribe]]:
    """Row name, row, and who writes it."""
    change = int(rng.integers(4, max(5, len(round_.rows)))) if manner.scribes > 1 and len(scribes) > 1 else 99
    for game, row in enumerate((*round_.rows, *round_.extra), 1):
        yield f"g{game:02}", row, scribes[0 if game < change else 1]


def _write_row(work: Work, row_name: str, row: WrittenRow, scribe: Scribe) -> None:
    fields = {place.id: place for place in work.paper.layout.fields if place.id.startswith(row_name)}
    for seat, points in enumerate(row.cells, 1):
        place = fields.get(f"{row_name}.p{seat}")
        if place is not None and not row.blank and seat not in row.unwritten:
            work.inks[place.id] = write_points(work, place, points, scribe)
    for what, crossed in (("solo", row.solo), ("offence", row.offence)):
        place = fields.get(f"{row_name}.{what}")
        if place is not None:
            work.inks[place.id] = write_cross(work, place, crossed, scribe)
    if not row.blank:
        write_details(work, row_name, row, scribe)


def _write_sums(work: Work, round_: WrittenRound) -> None:
    for seat, total in enumerate(round_.sums, 1):
        scribe = work.scribes[-1]
        place = work.paper.layout.find_field(f"sum.p{seat}")
        text = spell_points(total, scribe.habit, work.rng) if total else "0"
        write.write_number(work.desk, work.box(place), text, scribe, work.rng)
        work.inks[place.id] = Ink(text)


def _write_heads(work: Work, heads: Mapping[str, str]) -> None:
    """Writes into the boxes of the head, about in their middles: a number hardly has room elsewhere."""
    scribe = replace(work.scribes[0], habit=replace(work.scribes[0].habit, place=0.5))
    for id_, text in heads.items():
        write.write_number(work.desk, work.box(work.paper.layout.find_field(id_)), text, scribe, work.rng)
        work.inks[id_] = Ink(text)


def _write_names(work: Work, printed: Sequence[str], names: Sequence[str]) -> None:
    for place in work.paper.layout.fields:
        if place.kind == "text" and place.id.startswith("name.p"):
            seat = int(place.id[-1]) - 1
            if seat < len(printed) and printed[seat]:
                work.inks[place.id] = Ink(printed[seat], by="print")
            elif seat < len(names) and names[seat]:
                write.write_words(work.desk, work.box(place), names[seat], work.scribes[0], work.rng)
                work.inks[place.id] = Ink(names[seat])


def _sign(work: Work, printed: Sequence[str], names: Sequence[str]) -> None:
    called = tuple(printed) or tuple(names)
    for place in work.paper.layout.fields:
        if place.kind == "signature":
            seat = int(place.id[-1]) - 1
            name = called[seat] if seat < len(called) else ""
            other = work.scribes[seat % len(work.scribes)]
            write.sign(work.desk, work.box(place), name, other, work.rng)
            work.inks[place.id] = Ink("x")
