"""Ruled tables of a design drawn by chance, as clubs and schools print them, and filled in.

Every rule, its colour and its width are settled by a seed, and so are headings, numbered rows and what is written in
the columns. The truth is a layout with one field for every cell.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import pairwise

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

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
FEATURES = (
    "plain", "thick", "double", "white on black", "open side", "faint frame", "rim", "two tables", "filled",
    "touching print", "side by side", "small", "old phone", "book",
)  # fmt: skip
"""What a design may have beside its rules; they take turns."""
_LINES = (
    "Gespielt wird jeden Freitag ab 20 Uhr im Vereinsheim am Sportplatz, Gäste sind willkommen.",
    "Bitte leserlich schreiben und die Liste am Ende des Abends beim Kassenwart abgeben.",
    "Die Wertung richtet sich nach der Satzung, bei Gleichstand entscheidet das Los.",
)


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
    low = 11.0 if feature == "old phone" else 5.5
    high = 110.0 if feature == "two tables" else 220.0 if feature in ("touching print", "book") else 240.0
    columns, rows = int(rng.integers(3, 10)), int(rng.integers(5, min(25, int(high / low) - 1)))
    height = min(7.0 * (rows + 1), high) if rng.random() < 0.5 else float(rng.uniform(0.6, 1) * high)
    height = max(height, low * (rows + 1), 45.0)
    wide = float(rng.uniform(95, 110) if feature == "side by side" else rng.uniform(120, 186))
    left = 14.0 if feature == "side by side" else (PAGE_MM[0] - wide) / 2
    xs = left + _spread(_choose_widths(rng, columns), wide)
    ys = float(rng.uniform(22, 35)) + _spread(np.array([rng.choice([1.0, 1.4, 2.0]), *[1.0] * rows]), height)
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


def _choose_widths(rng: np.random.Generator, columns: int) -> NDArray[np.float64]:
    """How wide the columns are beside each other; the first one may be narrow."""
    widths = rng.choice([1.0, 1.0, 1.0, 1.8, 2.6], columns)
    widths[0] *= 0.6 if rng.random() < 0.5 else 1.0
    return np.asarray(widths, np.float64)


def _spread(shares: NDArray[np.float64], length_mm: float) -> NDArray[np.float64]:
    """The edges of cells of these sizes over a length, from 0."""
    return np.asarray(np.concatenate([[0.0], np.cumsum(shares)]) / shares.sum() * length_mm, np.float64)


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
    _draw_others(page, design)
    _print_words(page, design)
    inks = _write_columns(page, design, hand, rng) if written else {}
    nobody = WrittenRound(PlayedRound(0, ()), (), (), ())
    return FilledSheet(page, PX_PER_MM, design.layout, None, inks, nobody, origin_mm=(design.xs_mm[0], design.ys_mm[0]))


def _draw_rules(page: Picture, design: Design) -> None:
    """Every rule of the table."""
    xs, ys, feature = design.xs_mm, design.ys_mm, design.feature
    for place, y in enumerate(ys):
        _draw_rule(page, (xs[0], y), (xs[-1], y), design, outer=place in (0, len(ys) - 1), second=place == 1)
    for place, x in enumerate(xs):
        if feature != "open side" or place not in (0, len(xs) - 1):
            _draw_rule(page, (x, ys[0]), (x, ys[-1]), design, outer=place in (0, len(xs) - 1), second=place == 1)
    if feature == "white on black":
        cv2.rectangle(page, to_px(xs[0], ys[0]), to_px(xs[-1], ys[1]), RULES["black"], -1)
        for x in xs[1:-1]:
            cv2.line(page, to_px(x, ys[0]), to_px(x, ys[1]), (235, 240, 240), 4)


def _draw_others(page: Picture, design: Design) -> None:
    """A smaller table below, or beside."""
    xs, ys = design.xs_mm, design.ys_mm
    places = {
        "two tables": (xs[0], ys[-1] + 25, 0.6 * (xs[-1] - xs[0]), 28.0),
        "side by side": (xs[-1] + 12, ys[0] + 8, 0.5 * (xs[-1] - xs[0]), 0.5 * (ys[-1] - ys[0])),
    }
    if design.feature not in places:
        return
    left, top, wide, high = places[design.feature]
    for share in (0, 0.25, 0.5, 0.75, 1):
        _draw_rule(page, (left, top + share * high), (left + wide, top + share * high), design)
    for share in (0, 1 / 3, 2 / 3, 1):
        _draw_rule(page, (left + share * wide, top), (left + share * wide, top + high), design)


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
            ends = [to_px(x + step[0], y + step[1]) for x, y in (start, end)]
            cv2.line(page, ends[0], ends[1], colour, max(1, round(0.25 * PX_PER_MM)))
        return
    cv2.line(page, to_px(*start), to_px(*end), colour, thick)


def to_px(x: float, y: float) -> tuple[int, int]:
    """A place on the page, in mm, as the nearest pixel of its picture."""
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
    if design.feature in ("touching print", "book"):
        _print_lines(pen, design)
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


def _print_lines(pen: ImageDraw.ImageDraw, design: Design) -> None:
    """Lines of print below the table and a column beside it; of "touching print" they touch its frame."""
    touches = design.feature == "touching print"
    font = ImageFont.truetype(_TYPE, 4.0 * PX_PER_MM)
    for place, line in enumerate(_LINES):
        at = to_px(design.xs_mm[0] + 2, design.ys_mm[-1] + (0.2 if touches else 5) + 5.5 * place)
        pen.text(at, line, (45, 45, 45), font, anchor="lt")
    for place, line in enumerate((_LINES[0] * 4).split()[: int((design.ys_mm[-1] - design.ys_mm[0]) / 5.5)]):
        at = to_px(design.xs_mm[-1] + (0.1 if touches else 3), design.ys_mm[0] + 5.5 * place)
        pen.text(at, line, (45, 45, 45), font, anchor="lt")


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
