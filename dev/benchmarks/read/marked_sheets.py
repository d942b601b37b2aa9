"""Sheets whose boxes hold every mark that people make.

There are real ticks and crosses of writers kept apart from training, circles, slashes, filled and scribbled boxes, and
seldom ink that nobody can be sure about. The strokes of scribbles and circles are the filler's own
(`dev.filler.pens.strokes`), not those of the training.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Literal

import cv2
import numpy as np
from numpy.typing import NDArray

from dev.filler.fill import PX_PER_MM, print_on_paper, shrink_print
from dev.filler.pens import hand as write
from dev.filler.pens import pen as ink
from dev.filler.pens import strokes
from dev.filler.pens.glyphs import Hand, Mask, resize
from dev.filler.pens.habits import Scribe, choose_scribe
from dev.filler.pens.sheet import FilledSheet
from dev.filler.pens.sheet import Ink as Written
from dev.rounds.written import PlayedRound, WrittenRound
from dev.training.cells.glyphs import frame_glyph
from dev.training.marks.shapes import is_apart
from scoring.rulesets.load_rules import load as load_rules
from templates.drawing.sheet_pdf import render_sheet
from templates.layout import Field
from templates.sheet_code import SheetCode
from templates.sheet_spec import make_layout
from tournament.printing.sheet_orders import SheetOrder, make_sheets

State = Literal["empty", "marked", "back", "odd"]
"""An odd box holds a dot, a dash, or a cross with one line through it. A person must look, whatever is read."""
SHARES: dict[State, float] = {"empty": 0.62, "marked": 0.28, "back": 0.08, "odd": 0.02}
_LABELS = {"times": 6, "check": 5, "x": 1, "X": 1, "slash": 1, "bar": 1, "backslash": 1, "0": 1}
"""Labels of HASYv2 that are marks here, and how often each is taken; a nought serves as a circle."""


@dataclass(frozen=True, slots=True)
class Marks:
    """Masks (H, W) uint8 of the marks of one writer, by label."""

    writer: str
    masks: Mapping[str, Sequence[Mask]]


def load_marks_kept_apart(file: Path) -> tuple[Marks, ...]:
    """The writers of `drawn_signs.npz` on whom nothing is trained."""
    data = np.load(file)
    found: dict[str, dict[str, list[Mask]]] = {}
    for image, label, writer in zip(data["x"], data["y"], data["w"], strict=True):
        if str(label) in _LABELS and is_apart("drawn_signs", str(writer)):
            mask = frame_glyph(image)
            if mask is not None:
                found.setdefault(str(writer), {}).setdefault(str(label), []).append(_trim(mask))
    return tuple(Marks(writer, masks) for writer, masks in sorted(found.items()))


def make_marked_sheet(
    order: tuple[str, str, int, int | None],
    writers: Sequence[Marks],
    hands: Sequence[Hand],
    rng: np.random.Generator,
    pen: str | None = None,
    share: Mapping[State, float] = SHARES,
    px_per_mm: float = PX_PER_MM,
) -> tuple[FilledSheet, dict[str, State]]:
    """A sheet with marks in its boxes and numbers in other cells, and the state of each box.

    `order`: rule set, style, seats, games.
    """
    code, print_ = _print_blank(order, px_per_mm)
    layout = make_layout(code)
    desk = write.Desk(print_on_paper(print_, rng), px_per_mm)
    scribe = choose_scribe(hands[int(rng.integers(len(hands)))], code.seats, rng, pen)
    states: dict[str, State] = {}
    names, odds = list(share), np.array(list(share.values()))
    for place in layout.fields:
        if place.kind == "cross":
            states[place.id] = names[int(rng.choice(len(names), p=odds / odds.sum()))]
            _write_mark(desk, place, states[place.id], writers, scribe, rng)
        elif rng.random() < 0.5 * (share["empty"] < 1):
            _write_number(desk, place, scribe, rng)
    nothing = WrittenRound(PlayedRound(code.seats, ()), (), (), ())
    return FilledSheet(desk.page, px_per_mm, layout, code.spell(), _list_inks(layout.fields, states), nothing), states


@cache
def _print_blank(order: tuple[str, str, int, int | None], px_per_mm: float) -> tuple[SheetCode, NDArray[np.uint8]]:
    """The blank sheet's code and its print."""
    rules, style, seats, games = order
    spec = make_sheets(SheetOrder(rules, style, seats, games, "", 1, 7, "", "de"), load_rules(rules))[0]
    return spec.code, shrink_print(render_sheet(spec, 2 * px_per_mm))


def _list_inks(fields: Sequence[Field], states: Mapping[str, State]) -> dict[str, Written]:
    return {place.id: Written("x" if states.get(place.id) == "marked" else "") for place in fields}


def _write_number(desk: write.Desk, place: Field, scribe: Scribe, rng: np.random.Generator) -> None:
    text = {"digit": str(rng.integers(1, 4)), "number": str(rng.integers(1, 240)), "points": str(rng.integers(-40, 40))}
    if place.kind in text and (place.kind != "digit" or rng.random() < 0.3):
        x, y, width, height = (length * desk.px_per_mm for length in place.box_mm)
        write.write_number(desk, (x, y, width, height), text[place.kind], scribe, rng)


def _write_mark(
    desk: write.Desk, place: Field, state: State, writers: Sequence[Marks], scribe: Scribe, rng: np.random.Generator
) -> None:
    if state == "empty":
        return
    _, _, width, height = (length * desk.px_per_mm for length in place.box_mm)
    side = min(width, height) * float(np.clip(rng.normal(0.85, 0.2), 0.45, 1.35))
    if state == "odd":
        _write_odd_mark(desk, place, side, scribe, rng)
        return
    if state == "marked" or rng.random() < 0.9:
        _lay(desk, place, _draw_sign(writers, side, rng), scribe, rng, 0.07)
    if state == "back":
        turns = int(rng.choice([8, 10, 14, 18]))
        over = [float(rng.uniform(0.9, 1.15)) * length for length in (min(width, 1.3 * height), height)]
        mask = strokes.draw_strokes(strokes.draw_scribble(rng, turns), int(over[0]), int(over[1]), rng)
        _lay(desk, place, _turn(mask, float(rng.choice([0, 90])) + float(rng.normal(0, 12))), scribe, rng, 0.04)


def _write_odd_mark(desk: write.Desk, place: Field, side: float, scribe: Scribe, rng: np.random.Generator) -> None:
    """A dot, a dash, or a cross with one line through it."""
    what = int(rng.integers(3))
    if what == 0:
        _lay(desk, place, np.full((2, 2), 255, np.uint8), scribe, rng, 0.1)
    elif what == 1:
        _lay(desk, place, strokes.draw_strokes([[(0.0, 0.5), (1.0, 0.5)]], int(side * 0.6), 4, rng), scribe, rng, 0.07)
    else:
        _lay(desk, place, strokes.draw_strokes(strokes.draw_cross(rng), int(side), int(side), rng), scribe, rng, 0.05)
        line = strokes.draw_strokes([[(0.0, 0.5), (1.0, 0.5)]], int(side * 1.3), int(side / 3), rng)
        _lay(desk, place, line, scribe, rng, 0.03)


def _draw_sign(writers: Sequence[Marks], side: float, rng: np.random.Generator) -> Mask:
    """A mark of one of the writers, or of the filler, as large as `side` pixels."""
    if rng.random() < 0.2:
        path = (strokes.draw_cross, strokes.draw_tick, strokes.draw_slash)[int(rng.integers(3))](rng)
        return strokes.draw_strokes(path, int(side), int(side), rng)
    often = np.sqrt([sum(map(len, one.masks.values())) for one in writers])  # most gave one or two marks
    masks = writers[int(rng.choice(len(writers), p=often / often.sum()))].masks
    odds = np.array([_LABELS[label] for label in masks], float)
    kind = masks[list(masks)[int(rng.choice(len(odds), p=odds / odds.sum()))]]
    mask = kind[int(rng.integers(len(kind)))]
    grow = side / max(mask.shape)
    mask = resize(mask, max(3, round(mask.shape[0] * grow)), max(3, round(mask.shape[1] * grow)))
    return _turn(mask, float(rng.normal(0, 6)))


def _lay(desk: write.Desk, place: Field, mask: Mask, scribe: Scribe, rng: np.random.Generator, stray: float) -> None:
    """The mask in the scribe's ink about the middle of the box."""
    x, y, width, height = (length * desk.px_per_mm for length in place.box_mm)
    wide = max(1.3, scribe.pen.width_mm * desk.px_per_mm * float(rng.normal(1, 0.08)))
    drawn, room = ink.stroke(mask, wide), ink.find_margin(wide)
    off = np.clip(rng.normal(0, stray, 2), -2.5 * stray, 2.5 * stray) * (width, height)
    left, top = x + width / 2 + off[0] - mask.shape[1] / 2, y + height / 2 + off[1] - mask.shape[0] / 2
    ink.write(desk.page, drawn, round(left) - room, round(top) - room, scribe.pen, rng)


def _turn(mask: Mask, degrees: float) -> Mask:
    room = max(mask.shape) // 4 + 2
    wide = cv2.copyMakeBorder(mask, room, room, room, room, cv2.BORDER_CONSTANT, value=0)
    turn = cv2.getRotationMatrix2D((wide.shape[1] / 2, wide.shape[0] / 2), degrees, 1.0)
    return _trim(np.asarray(cv2.warpAffine(wide, turn, wide.shape[1::-1]), np.uint8))


def _trim(mask: NDArray[np.uint8]) -> Mask:
    rows, columns = (np.flatnonzero((mask > 60).any(axis=axis)) for axis in (1, 0))
    return np.asarray(mask[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1] if len(rows) else mask, np.uint8)
