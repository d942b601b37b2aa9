"""Ruled tables of a design drawn by chance, as clubs and schools print them, filled in and pictured.

Every rule, its colour and its width are settled by a seed, and so are headings, numbered rows and what is written in
the columns. The truth is a layout with one field for every cell.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from dev.filler.camera.camera import Quad, photograph
from dev.filler.camera.scene import choose_scene, choose_size
from dev.filler.fill import print_on_paper
from dev.filler.pens import hand as write
from dev.filler.pens.glyphs import Hand
from dev.filler.pens.habits import choose_scribe
from dev.filler.pens.pen import Picture
from dev.filler.pens.sheet import FilledSheet, Ink
from dev.rounds.written import PlayedRound, WrittenRound
from templates.layout import Field, Grid, Layout

PX_PER_MM = 12.0
PAGE_MM = (210.0, 297.0)
Colour = tuple[int, int, int]
"""Blue, green, red."""
RULES: Mapping[str, Colour] = {
    "black": (40, 40, 40),
    "grey": (150, 150, 150),
    "pale blue": (225, 195, 160),
    "blue": (170, 90, 50),
    "red": (70, 60, 190),
    "pale green": (170, 205, 165),
}
_WORDS = (
    "Nr", "Name", "Wert", "Anna", "Bernd", "Käthe", "Olaf", "Summe", "Ort", "Klasse", "Datum", "Wertung", "Gruppe",
    "Bahn", "Höhe", "Fach",
)  # fmt: skip
_TYPE = "templates/type/IBMPlexSansCondensed-SemiBold.ttf"
FEATURES = ("plain", "thick", "double", "white on black", "open side", "faint frame", "rim", "two tables", "filled")
"""What a design may have beside its rules; they take turns."""


@dataclass(frozen=True, slots=True)
class Design:
    """A table on A4: where its rules lie, in mm of the page; their colour and width; and one of `FEATURES`.

    `columns`: for each column what is written there: "" for nothing, "label", "rank" (ascending, by hand), "points".
    """

    xs_mm: tuple[float, ...]
    ys_mm: tuple[float, ...]
    colour: str
    width_mm: float
    feature: str
    columns: tuple[str, ...]
    megapixels: float
    conditions: tuple[str, ...]

    @property
    def layout(self) -> Layout:
        """One field for every cell, by row and column from 1."""
        xs, ys = ([place - places[0] for place in places] for places in (self.xs_mm, self.ys_mm))
        fields = tuple(
            Field(f"r{row}.c{column}", "points", (left, top, right - left, low - top))
            for row, (top, low) in enumerate(pairwise(ys), 1)
            for column, (left, right) in enumerate(pairwise(xs), 1)
        )
        return Layout("drawn", (xs[-1], ys[-1]), Grid(tuple(xs), tuple(ys)), fields)


def draw_design(number: int, seed: int = 0) -> Design:
    """The design of that number; features take turns, all else is by chance."""
    rng = np.random.default_rng((seed, number))
    feature = FEATURES[number % len(FEATURES)]
    columns, rows = int(rng.integers(3, 10)), int(rng.integers(5, 25))
    widths = rng.choice([1.0, 1.0, 1.0, 1.8, 2.6], columns)
    widths[0] *= 0.6 if rng.random() < 0.5 else 1.0
    high = 110.0 if feature == "two tables" else 240.0
    height = min(7.0 * (rows + 1), high) if rng.random() < 0.5 else float(rng.uniform(0.6, 1) * high)
    height = max(height, 5.5 * (rows + 1), 45.0)
    heights = np.ones(rows + 1)
    heights[0] = rng.choice([1.0, 1.4, 2.0])
    wide = float(rng.uniform(120, 186))
    left, top = (PAGE_MM[0] - wide) / 2, float(rng.uniform(22, 35))
    xs = left + np.concatenate([[0], np.cumsum(widths)]) / widths.sum() * wide
    ys = top + np.concatenate([[0], np.cumsum(heights)]) / heights.sum() * height
    return Design(
        tuple(round(float(x), 2) for x in xs),
        tuple(round(float(y), 2) for y in ys),
        str(rng.choice(list(RULES))),
        float(rng.choice([0.2, 0.3, 0.5, 0.8])),
        feature,
        _choose_columns(rng, columns, feature),
        float(rng.choice([2.0, 5.0, 8.0, 12.0])) if height / (rows + 1) > 9 else 8.0,
        tuple(rng.choice(["clean", "shadow", "uneven", "perspective", "curl", "noise"], 2, replace=False).tolist()),
    )


def _choose_columns(rng: np.random.Generator, columns: int, feature: str) -> tuple[str, ...]:
    """What is written in each column."""
    first = str(rng.choice(["label", "rank", ""]))
    share = 0.8 if feature == "filled" else 0.3
    return (first, *("points" if rng.random() < share else "" for _ in range(columns - 1)))


def fill_design(design: Design, hand: Hand, rng: np.random.Generator, *, written: bool) -> FilledSheet:
    """The table printed in colour, and filled in by that hand where it is `written`."""
    size = tuple(round(side * PX_PER_MM) for side in PAGE_MM)
    page = print_on_paper(np.full((size[1], size[0]), 255, np.uint8), rng)
    _draw_rules(page, design)
    _print_words(page, design)
    inks = _write_columns(page, design, hand, rng) if written else {}
    nobody = WrittenRound(PlayedRound(0, ()), (), (), ())
    return FilledSheet(page, PX_PER_MM, design.layout, None, inks, nobody, origin_mm=(design.xs_mm[0], design.ys_mm[0]))


def _draw_rules(page: Picture, design: Design) -> None:
    """Every rule of the table, and of a smaller one below where there are two."""
    xs, ys, feature = design.xs_mm, design.ys_mm, design.feature
    for place, y in enumerate(ys):
        _draw_rule(page, (xs[0], y), (xs[-1], y), design, outer=place in (0, len(ys) - 1), second=place == 1)
    for place, x in enumerate(xs):
        if feature != "open side" or place not in (0, len(xs) - 1):
            _draw_rule(page, (x, ys[0]), (x, ys[-1]), design, outer=place in (0, len(xs) - 1), second=place == 1)
    if feature == "white on black":
        cv2.rectangle(page, _to_px(xs[0], ys[0]), _to_px(xs[-1], ys[1]), RULES["black"], -1)
        for x in xs[1:-1]:
            cv2.line(page, _to_px(x, ys[0]), _to_px(x, ys[1]), (235, 240, 240), 4)
    if feature == "two tables":
        top, wide = ys[-1] + 25, xs[-1] - xs[0]
        for step in range(5):
            _draw_rule(page, (xs[0], top + 7 * step), (xs[0] + 0.6 * wide, top + 7 * step), design)
        for share in (0, 0.2, 0.4, 0.6):
            _draw_rule(page, (xs[0] + share * wide, top), (xs[0] + share * wide, top + 28), design)


def _draw_rule(
    page: Picture,
    start: tuple[float, float],
    end: tuple[float, float],
    design: Design,
    *,
    outer: bool = False,
    second: bool = False,
) -> None:
    """One rule; `outer` ones may be thick or faint, the `second` one doubled."""
    colour, width = RULES[design.colour], design.width_mm
    if outer and design.feature == "thick":
        width = 1.4
    if outer and design.feature == "faint frame":
        colour, width = (228, 228, 228), 0.25
    thick = max(1, round(width * PX_PER_MM))
    if second and design.feature == "double":
        for off in (-0.5, 0.5):
            step = (0.0, off) if start[1] == end[1] else (off, 0.0)
            ends = [_to_px(x + step[0], y + step[1]) for x, y in (start, end)]
            cv2.line(page, ends[0], ends[1], colour, max(1, round(0.25 * PX_PER_MM)))
        return
    cv2.line(page, _to_px(*start), _to_px(*end), colour, thick)


def _to_px(x: float, y: float) -> tuple[int, int]:
    return round(x * PX_PER_MM), round(y * PX_PER_MM)


def _print_words(page: Picture, design: Design) -> None:
    """The headings, and numbers or labels of the rows."""
    image = Image.fromarray(page)
    pen = ImageDraw.Draw(image)
    shade = (235, 235, 235) if design.feature == "white on black" else (45, 45, 45)
    for column, (left, right) in enumerate(pairwise(design.xs_mm)):
        word = _WORDS[column if column < 2 else (column * 5) % len(_WORDS)]
        _print_word(pen, (left, design.ys_mm[0], right - left, design.ys_mm[1] - design.ys_mm[0]), word, shade)
    if design.columns[0] == "label":
        for row, (top, low) in enumerate(pairwise(design.ys_mm[1:]), 1):
            box = (design.xs_mm[0], top, design.xs_mm[1] - design.xs_mm[0], low - top)
            _print_word(pen, box, str(row), (45, 45, 45))
    _print_word(pen, (design.xs_mm[0], design.ys_mm[0] - 14, 120, 9), "Liste vom Freitag im Vereinsheim", (45, 45, 45))
    page[:] = np.asarray(image)


def _print_word(pen: ImageDraw.ImageDraw, box_mm: tuple[float, ...], word: str, shade: Colour) -> None:
    """One word in the middle of its cell."""
    x, y, width, height = (side * PX_PER_MM for side in box_mm)
    size = min(0.5 * height, 4.5 * PX_PER_MM)
    font = ImageFont.truetype(_TYPE, size)
    size *= min(1.0, 0.9 * width / max(font.getlength(word), 1.0))
    if size >= 1.2 * PX_PER_MM:
        font = ImageFont.truetype(_TYPE, size)
        pen.text((x + width / 2, y + height / 2), word, shade, font, anchor="mm")


def _write_columns(page: Picture, design: Design, hand: Hand, rng: np.random.Generator) -> dict[str, Ink]:
    """Numbers in the columns that are filled in."""
    scribe, desk = choose_scribe(hand, 4, rng), write.Desk(page, PX_PER_MM)
    scribe = replace(scribe, habit=replace(scribe.habit, most=0.75))
    inks = {}
    for field in design.layout.fields:
        row, column = (int(part[1:]) for part in field.id.split("."))
        use = design.columns[column - 1]
        if row == 1 or use not in ("rank", "points"):
            continue
        text = str(row - 1) if use == "rank" else str(int(rng.integers(-60, 120)))
        x, y, width, height = field.box_mm
        box = (x + design.xs_mm[0], y + design.ys_mm[0], width, height)
        left, top, wide, high = (side * PX_PER_MM for side in box)
        write.write_number(desk, (left, top, wide, min(high, 7 * PX_PER_MM)), text, scribe, rng)
        inks[field.id] = Ink(text)
    return inks


def picture_design(
    design: Design, sheet: FilledSheet, rng: np.random.Generator, turns: Sequence[float] = (0.0,)
) -> tuple[Picture, Mapping[str, Quad]]:
    """A photograph, turned by one of `turns` degrees; of the feature "rim" a scan that ends at the table's frame."""
    if design.feature == "rim":
        return _scan(design, sheet)
    scene = choose_scene(design.conditions, choose_size(design.megapixels), rng)
    shot = photograph(sheet, replace(scene, roll=scene.roll + float(rng.choice(turns))), rng)
    return shot.image, shot.quads


def _scan(design: Design, sheet: FilledSheet) -> tuple[Picture, Mapping[str, Quad]]:
    """The table at 8 px a mm, half of its outer rules cut off."""
    left, top = _to_px(design.xs_mm[0], design.ys_mm[0])
    right, low = _to_px(design.xs_mm[-1], design.ys_mm[-1])
    part = sheet.image[top:low, left:right]
    share = 8.0 / PX_PER_MM
    small = cv2.resize(part, None, fx=share, fy=share, interpolation=cv2.INTER_AREA)
    quads = {
        field.id: tuple((8.0 * a, 8.0 * b) for a, b in ((x, y), (x + w, y), (x + w, y + h), (x, y + h)))
        for field in design.layout.fields
        for x, y, w, h in (field.box_mm,)
    }
    return np.asarray(small, np.uint8), quads
