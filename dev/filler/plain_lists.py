"""Lists on squared, lined and blank paper, as people write them who have no printed list: names on top, numbers below.

Paper, spacing and slant are drawn by chance, and so are wandering columns, strike-outs, skipped rows, a title and lines
drawn by hand. The truth is a layout with a field where each name and number was written.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

import cv2
import numpy as np

from dev.filler.drawn_tables import RULES
from dev.filler.fill import print_on_paper
from dev.filler.pens import hand as write
from dev.filler.pens.glyphs import Hand
from dev.filler.pens.habits import Scribe, choose_scribe, spell_points
from dev.filler.pens.pen import Picture, find_margin, stroke
from dev.filler.pens.pen import write as lay
from dev.filler.pens.sheet import FilledSheet, Ink
from dev.rounds.points import draw_points_round
from dev.rounds.written import PlayedRound, WrittenRound
from templates.layout import Field, Grid, Layout

PX_PER_MM = 12.0
PAPERS = ("squared", "lined", "blank")
SPACINGS = ("tight", "usual", "wide")
STYLES = ("points", "total")
_PAGES_MM = ((210.0, 297.0), (148.0, 210.0))
_NAMES = ("Anna", "Bernd", "Käthe", "Olaf", "Uli", "Jens", "Meike", "Timo", "Rolf", "Ines", "Ada", "Kurt")
_ODD_NAMES = ("Jo", "Uwe", "Gerd", "Heike", "Renate", "Günther", "Annegret", "Friedrich")
_WHITE, _COFFEE = (1.0, 1.0, 1.0), (0.68, 0.84, 0.93)
"""Share of blue, green and red light that white and brownish paper sends back."""
_STRUCK = 0.6
"""Share of lists in which a number is struck out and written anew."""
Box = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class PlainDesign:
    """A list on paper without a printed table. Lengths in mm.

    `pitch_mm`: distance of the paper's lines, 0 on blank paper. `row_mm`: from one game to the next, `columns_mm`: the
    middles of the columns in the first row of games. `slant`: how rows fall to the right, `drift`: how columns wander
    to the right on their way down, both as slopes. `value`, `numbered`: whether games have values and numbers.
    `skipped`: games before which a row is left free. `drawn`: lines drawn by hand, "head", "columns", "sum". `tone`:
    share of blue, green and red light that the paper sends back.
    """

    paper: str
    spacing: str
    style: str
    page_mm: tuple[float, float]
    pitch_mm: float
    colour: str
    width_mm: float
    row_mm: float
    top_mm: float
    columns_mm: tuple[float, ...]
    names: tuple[str, ...]
    games: int
    digit_mm: float
    slant: float
    drift: float
    value: bool
    numbered: bool
    title: str
    drawn: tuple[str, ...]
    skipped: tuple[int, ...]
    struck: int
    megapixels: float
    conditions: tuple[str, ...]
    tone: tuple[float, float, float] = _WHITE

    @property
    def seats(self) -> int:
        """How many players there are."""
        return len(self.names)


def draw_plain_design(number: int, seed: int = 0) -> PlainDesign:
    """The design of that number: paper, spacing and style take turns, all else is by chance."""
    rng = np.random.default_rng((seed, number, 38))
    paper, style = PAPERS[number % 3], STYLES[number // 3 % 2]
    spacing = SPACINGS[number // 6 % 3]
    page = _PAGES_MM[int(rng.random() < 0.35)]
    pitch = {"squared": 5.0, "lined": float(rng.choice([8.0, 9.0])), "blank": 0.0}[paper]
    row = _choose_row(paper, spacing, pitch, rng)
    games, top = int(rng.integers(8, 17)), float(rng.uniform(26, 40)) if page[0] > 200 else float(rng.uniform(20, 28))
    skipped = tuple(sorted(rng.choice(np.arange(3, games), int(rng.choice([0, 0, 0, 1, 2])), replace=False).tolist()))
    games = min(games, int((page[1] - top - 14) / row) - len(skipped) - 2)
    seats, value, numbered = int(rng.choice([3, 4, 4, 4, 5])), rng.random() < 0.35, rng.random() < 0.3
    names = [str(name) for name in rng.choice(_NAMES, seats, replace=False)]
    if rng.random() < 0.25 and len({name[0] for name in names}) == seats:
        names = [name[0] for name in names]
    return PlainDesign(
        paper,
        spacing,
        style,
        page,
        pitch,
        str(rng.choice(["grey", "pale blue", "pale blue", "pale green"])),
        float(rng.choice([0.15, 0.2, 0.25])),
        row,
        round(top / pitch) * pitch if pitch else top,
        tuple(_place_columns(page[0], seats + value + numbered, rng)),
        tuple(names),
        games,
        float(np.clip(rng.uniform(0.62, 0.95) * row, 3.2, 6.5)),
        float(rng.normal(0, 0.006 if pitch else 0.015)),
        float(rng.normal(0, 0.03)),
        bool(value),
        bool(numbered),
        str(rng.choice(["", "", "Doppelkopf", "Doko am Freitag", "14.11."])),
        tuple(line for line, share in (("head", 0.6), ("columns", 0.4), ("sum", 0.3)) if rng.random() < share),
        skipped,
        int(rng.random() < _STRUCK) + int(rng.random() < _STRUCK / 2),
        float(rng.choice([8.0, 12.0])),
        tuple(rng.choice(["clean", "shadow", "uneven", "perspective", "curl", "warm"], 2, replace=False).tolist()),
    )


def draw_odd_design(number: int, seed: int) -> PlainDesign:
    """A design on squares of 4 and 10 mm or brownish paper: long names over a line, falling rows, more strike-outs."""
    rng = np.random.default_rng((seed, number, 410))
    base = draw_plain_design(3 * number + (1 if number % 6 == 5 else 0), seed)
    squares = ((4.0, 8.0), (10.0, 10.0), (5.0, 10.0), (5.0, 5.0), (4.0, 4.0))
    pitch, row = (7.0, 7.0) if base.paper == "lined" else squares[number % 5]
    room = int((base.page_mm[1] - base.top_mm - 14) / row) - len(base.skipped) - 2
    return replace(
        base,
        style=STYLES[number // 2 % 2],
        pitch_mm=pitch,
        row_mm=row,
        top_mm=round(base.top_mm / pitch) * pitch,
        names=tuple(str(name) for name in rng.choice(_ODD_NAMES, base.seats, replace=False)),
        games=min(base.games, room),
        digit_mm=float(np.clip(rng.uniform(0.62, 0.95) * row, 3.2, 6.5)),
        slant=float(rng.normal(0, 0.01)),
        drawn=tuple({*base.drawn} | ({"head"} if rng.random() < 0.75 else set())),
        struck=int(rng.integers(0, 4)),
        tone=_COFFEE if rng.random() < 0.5 else _WHITE,
    )


def _choose_row(paper: str, spacing: str, pitch: float, rng: np.random.Generator) -> float:
    """How far the games are from one another: on paper with lines whole lines."""
    if paper == "blank":
        return float({"tight": 6.0, "usual": 8.0, "wide": 11.0}[spacing] * rng.uniform(0.9, 1.1))
    lines = {"squared": {"tight": 1, "usual": 2, "wide": 2}, "lined": {"tight": 1, "usual": 1, "wide": 2}}
    return pitch * lines[paper][spacing]


def _place_columns(width: float, count: int, rng: np.random.Generator) -> Iterator[float]:
    """Middles of columns of uneven widths, somewhere on the page."""
    least, room = 15.0, width - 24.0
    share = min(room / count, float(rng.uniform(17, 36)))
    steps = np.maximum(share * rng.uniform(0.85, 1.15, count - 1), least)
    steps *= min(1.0, (room - 12) / max(steps.sum(), 1.0))
    left = 18.0 + float(rng.uniform(0, max(0.0, room - 12 - steps.sum())))
    yield from (left + float(step) for step in (0.0, *np.cumsum(steps)))


@dataclass(slots=True)
class _Page:
    """The list while it is written: its truth grows with it."""

    design: PlainDesign
    desk: write.Desk
    scribe: Scribe
    rng: np.random.Generator
    inks: dict[str, Ink] = field(default_factory=dict)
    fields: list[Field] = field(default_factory=list)

    def place(self, column: int, row: float) -> tuple[float, float]:
        """The middle of a number in mm, `row` counted from the first game."""
        design, rng = self.design, self.rng
        y = design.top_mm + row * design.row_mm
        x = design.columns_mm[column] + design.drift * (y - design.top_mm) + float(rng.normal(0, 0.9))
        return x, y + design.slant * (x - design.columns_mm[0]) + float(rng.normal(0, 0.035 * design.row_mm))

    def make_box(self, column: int, row: float) -> Box:
        """The box for a number in mm: as high as its row, as wide as the column may be."""
        (x, y), design = self.place(column, row), self.design
        gaps = np.diff(design.columns_mm)
        wide = 0.92 * float(gaps.min()) if len(gaps) else 25.0
        return x - wide / 2, y - design.row_mm / 2, wide, design.row_mm

    def note(self, id_: str, box: Box, ink: Ink, kind: str = "points") -> None:
        """Notes what is written where."""
        self.fields.append(Field(id_, kind, box))  # type: ignore[arg-type]  # a kind of fields
        self.inks[id_] = ink

    def to_px(self, box: Box) -> Box:
        """The box in pixels of the page."""
        x, y, width, height = (side * PX_PER_MM for side in box)
        return x, y, width, height


def write_plain_list(
    design: PlainDesign, hand: Hand, rng: np.random.Generator
) -> tuple[FilledSheet, tuple[tuple[int, ...], ...]]:
    """The paper with its lines, and the whole list on it in that hand; and the points of every game by seat."""
    size = tuple(round(side * PX_PER_MM) for side in design.page_mm)
    paper = print_on_paper(np.full((size[1], size[0]), 255, np.uint8), rng)
    picture = np.asarray(paper * np.array(design.tone), np.uint8)
    _rule_paper(picture, design, rng)
    scribe = choose_scribe(hand, design.seats, rng)
    scribe = replace(scribe, habit=replace(scribe.habit, height_mm=design.digit_mm, place=0.5, stray=0.01))
    page = _Page(design, write.Desk(picture, PX_PER_MM), scribe, rng)
    round_ = draw_points_round(design.seats, design.games, rng, plain=True)
    _write_heads(page)
    lines = list(_list_lines(design))
    for game, (row, line) in enumerate(zip(round_.rows, lines, strict=True), 1):
        sits = [seat for seat in range(1, design.seats + 1) if seat in row.game.sits]
        _write_game(page, game, line, row.points, sits, [one.points for one in round_.rows[:game]])
    _strike_some(page)
    _draw_lines(page, lines[-1])
    played = PlayedRound(design.seats, ())
    layout = Layout("plain", design.page_mm, Grid((0.0,), (0.0,)), tuple(page.fields), seats=design.seats)
    nothing = WrittenRound(played, (), (), ())
    sheet = FilledSheet(picture, PX_PER_MM, layout, None, page.inks, nothing, design.names, (hand.name,))
    return sheet, tuple(row.points for row in round_.rows)


def _rule_paper(picture: Picture, design: PlainDesign, rng: np.random.Generator) -> None:
    """The paper's own lines, which begin anywhere."""
    if not design.pitch_mm:
        return
    width, height = design.page_mm
    thick, off = max(1, round(design.width_mm * PX_PER_MM)), float(rng.uniform(0, design.pitch_mm))
    first = (design.top_mm + design.pitch_mm * 0.38) % design.pitch_mm
    for y in np.arange(first, height, design.pitch_mm):
        cv2.line(
            picture, (0, round(y * PX_PER_MM)), (picture.shape[1], round(y * PX_PER_MM)), RULES[design.colour], thick
        )
    for x in np.arange(off, width, design.pitch_mm) if design.paper == "squared" else ():
        cv2.line(
            picture, (round(x * PX_PER_MM), 0), (round(x * PX_PER_MM), picture.shape[0]), RULES[design.colour], thick
        )


def _list_lines(design: PlainDesign) -> Iterator[float]:
    """In which row each game is written, from 0: rows that are left free count."""
    free = 0
    for game in range(1, design.games + 1):
        free += game in design.skipped
        yield game - 1.0 + free


def _write_heads(page: _Page) -> None:
    """The title, and the players' names or initials in the row above the games."""
    design = page.design
    up = 1.25 if design.row_mm < 7 else 1.0
    for seat, name in enumerate(design.names):
        x, y, width, height = page.make_box(seat + design.numbered, -up)
        tall = max(min(height, 8.0), 5.5)
        box = (x + 0.12 * width, y + (height - tall) / 2, 0.8 * width, tall)
        write.write_words(page.desk, page.to_px(box), name, page.scribe, page.rng)
        page.note(f"name.p{seat + 1}", box, Ink(name), "text")
    if design.title:
        box = (design.columns_mm[0], design.top_mm - (up + 1.4) * max(design.row_mm, 7.0), 70.0, 8.0)
        write.write_words(page.desk, page.to_px(box), design.title, page.scribe, page.rng)


def _write_game(
    page: _Page, game: int, line: float, points: Sequence[int], sits: Sequence[int], so_far: Sequence[Sequence[int]]
) -> None:
    """One row: the game's number, each player's points or running total, the game's value."""
    design, habit, rng = page.design, page.scribe.habit, page.rng
    if design.numbered:
        write.write_number(page.desk, page.to_px(page.make_box(0, line)), str(game), page.scribe, rng)
    totals = [sum(column) for column in zip(*so_far, strict=True)]
    for seat in range(1, design.seats + 1):
        mine = totals[seat - 1] if design.style == "total" else None if seat in sits else points[seat - 1]
        text = (
            ("0" if mine == 0 else spell_points(mine, habit, rng))
            if design.style == "total"
            else spell_points(mine, habit, rng)
        )
        part = "total" if design.style == "total" else "p"
        box = page.make_box(seat - 1 + design.numbered, line)
        page.note(f"g{game:02}.{part}{seat}", box, Ink(text))
    if design.value:
        worth = str(min((abs(one) for one in points if one), default=0))
        page.note(f"g{game:02}.value", page.make_box(len(design.columns_mm) - 1, line), Ink(worth), "number")


def _strike_some(page: _Page) -> None:
    """Writes every number of the games, some of them wrong first, struck out and mended beside it."""
    numbers = [one for one in page.fields if one.kind != "text"]
    struck = set(page.rng.choice(len(numbers), page.design.struck, replace=False).tolist())
    for place, one in enumerate(numbers):
        text, box = page.inks[one.id].written, page.to_px(one.box_mm)
        if place in struck and text.strip("+-/"):
            wrong = str(int(page.rng.integers(2, 20)))
            write.strike_out(page.desk, box, wrong, text, page.scribe, page.rng)
            page.inks[one.id] = Ink(text, ("overwritten",))
        else:
            write.write_number(page.desk, box, text, page.scribe, page.rng)


def _draw_lines(page: _Page, last: float) -> None:
    """Lines under the names, between the columns, and below the last game, as a hand draws them."""
    design = page.design
    gap = float(np.diff(design.columns_mm).mean()) if len(design.columns_mm) > 1 else 25.0
    left, right = design.columns_mm[0] - 0.6 * gap, design.columns_mm[-1] + 0.6 * gap
    top, low = design.top_mm, design.top_mm + (last + 0.75) * design.row_mm
    for y in (top - 0.6 * design.row_mm,) * ("head" in design.drawn) + (low,) * ("sum" in design.drawn):
        _draw_line(page, (left, y), (right, y + design.slant * (right - left)))
    for one, other in zip(design.columns_mm, design.columns_mm[1:], strict=False) if "columns" in design.drawn else ():
        x = (one + other) / 2
        _draw_line(page, (x, top - 1.6 * design.row_mm), (x + design.drift * (low - top), low))


def _draw_line(page: _Page, start: tuple[float, float], end: tuple[float, float]) -> None:
    """One unsteady stroke between two places in mm."""
    (x, y), (width, height) = start, (end[0] - start[0], end[1] - start[1])
    mask = np.zeros((round((abs(height) + 4) * PX_PER_MM), round((abs(width) + 4) * PX_PER_MM)), np.uint8)
    steps = np.linspace(0, 1, 40)
    sway = np.cumsum(page.rng.normal(0, 0.06, (40, 2)), axis=0)
    sway -= steps[:, None] * sway[-1]
    points = np.stack([steps * width, steps * height], axis=1) + sway + (2 - min(width, 0.0), 2 - min(height, 0.0))
    cv2.polylines(mask, [np.round(points * PX_PER_MM).astype(np.int32)], False, 255, 1)
    thick = max(1.3, page.scribe.pen.width_mm * PX_PER_MM)
    room = find_margin(thick)
    left, top = (round((at - 2 + min(far, 0.0)) * PX_PER_MM) - room for at, far in ((x, width), (y, height)))
    lay(page.desk.page, stroke(mask, thick), left, top, page.scribe.pen, page.rng)
