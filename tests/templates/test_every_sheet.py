"""Every sheet that can be printed, rendered: words in their boxes and whole, print where the geometry has it."""

from __future__ import annotations

import re
from functools import cache
from itertools import pairwise

import cv2
import numpy as np
import pytest
import zxingcpp
from numpy.typing import NDArray

from desk.cli.run.run_sheet import make_every_sheet
from scoring.rulesets.load_rules import list_known, load
from templates.drawing import draw_full, draw_list
from templates.drawing.pen import PLAIN, Pen, flow
from templates.drawing.sheet_pdf import make_sheet_pdf, render_sheet
from templates.full_sheet import group_columns, place_columns
from templates.layout import Box, Layout
from templates.sheet_spec import KeyBlock, SheetSpec, make_layout
from tests.templates.printed import apart, find_touching, printable, printed, within
from texts.sentences import say
from tournament.printing.sheet_orders import SheetOrder, make_sheets

PX = 10
TOLERANCE_MM = 0.1
ALL = {
    f"{name}-{place}": spec
    for rules in list_known()
    for name, specs in make_every_sheet(load(rules))
    for place, spec in enumerate(specs, 1)
}
GERMAN = [name for name in ALL if ALL[name].lang == "de"]
NAMES = ("Anna Größe", "Bartholomäus von Hohenstein-Wittelsbach", "Cem", "Đorđe Šarić", "Éva", "Farid Günther", "Gö")


def named(spec: SheetSpec) -> SheetSpec:
    """The same sheet with long names, a long title, round and table."""
    code = spec.code
    title = "Herbstturnier der Doppelkopffreunde " * 3
    order = SheetOrder(
        code.rules,
        code.style,
        code.seats,
        code.games,
        title,
        12,
        123,
        ",".join(NAMES[: code.seats]),
        spec.lang,
        True,
        "a5" if code.small else "a4",
    )
    return next(s for s in make_sheets(order, load(code.rules)) if s.code.half == code.half)


@cache
def words_of(spec: SheetSpec) -> list[tuple[str, Box]]:
    """The printed words with their boxes, as a PDF reader finds them."""
    return printed(make_sheet_pdf(spec))


@cache
def page(name: str) -> NDArray[np.uint8]:
    """The rendered sheet, once for all tests."""
    return render_sheet(ALL[name], PX)


def test_there_are_sheets_for_everybody() -> None:
    """Six rule sets, three styles, every number of seats, two languages; A5 where a round has 16 games or fewer."""
    ordered = {(spec.code.rules, spec.code.style, spec.code.seats, spec.lang) for spec in ALL.values()}
    wanted = {
        (rules, style, seats, lang)
        for rules in list_known()
        for style in ("points", "totals", "full")
        for seats in load(rules).sheet.seats
        for lang in ("de", "en")
    }
    assert ordered == wanted
    assert {spec.code.rules for spec in ALL.values() if spec.code.small} == {
        "pflichtsolo-40",
        "zehn-cent",
        "kurzregeln-48",
        "zwoelf-spiele",
    }


def check_words(spec: SheetSpec) -> None:
    """Words keep off the page's edge, each other, marks and code; in the table they stay in one cell."""
    layout, runs = make_layout(spec.code), words_of(spec)
    assert find_touching(runs) == []
    solid = [mark.box_mm for mark in layout.marks] + [layout.code_mm or (0, 0, 0, 0)]
    for text, box in runs:
        x, y, width, height = box
        assert within(box, printable(layout.page_mm)), text
        assert all(apart((x - 1.5, y - 1.5, width + 3, height + 3), mark) for mark in solid), text
        if layout.grid.ys_mm[0] < y + height / 2 < layout.grid.ys_mm[-1]:
            around = (x - 0.2, y - 0.2, width + 0.4, height + 0.4)
            assert any(within(around, cell) for cell in cells(spec, layout)), text
        else:
            assert not layout.grid.ys_mm[0] < y < layout.grid.ys_mm[-1], text


def cells(spec: SheetSpec, layout: Layout) -> list[Box]:
    """The cells of the table; an offence row of a full sheet is one cell left of the seats."""
    xs, ys = layout.grid.xs_mm, layout.grid.ys_mm
    found = [(x, y, right - x, low - y) for x, right in pairwise(xs) for y, low in pairwise(ys)]
    if spec.code.style == "full":
        seats = layout.find_field("sum.p1").box_mm[0]
        found += [(xs[0], y, seats - xs[0], low - y) for y, low in list(pairwise(ys))[2 + len(spec.code.numbers) :]]
    return found


@pytest.mark.few(8)
@pytest.mark.parametrize("name", ALL)
def test_every_word_is_whole_and_in_its_place(name: str) -> None:
    """On the blank sheet, and with a long title, long names and plus points only: no word leaves its box or touches
    another, no heading and no line of the key is cut."""
    for spec in (ALL[name], named(ALL[name])):
        check_words(spec)
        runs = words_of(spec)
        cut = [text for text, _ in runs if "…" in text]
        assert len(cut) <= (0 if spec is ALL[name] else 3), cut  # only the title and the two long names may be
        everything = re.sub(r"[\s\ufffe-]", "", "".join(text for text, _ in runs))  # a PDF reader may drop a hyphen
        told = [line for block in spec.key for line in block.lines]  # all of the first block may stand beside the title
        key = (*spec.key_lines, *told, *(block.title for block in spec.key[1:]))
        for word in (word for line in key for word in line.split()):
            assert word.replace("-", "") in everything, word


@pytest.mark.few(4)
@pytest.mark.parametrize("name", [name for name in ALL if ALL[name].code.style == "full"])
def test_headings_of_a_full_sheet_stand_over_their_columns(name: str) -> None:
    """Each group's name above its columns, each column's word in its head cell, letters of 2 mm and more; of 1.9 mm at
    seven seats, whose columns are the narrowest."""
    spec = ALL[name]
    least = 2.0 if spec.code.seats < 7 else 1.9
    layout, runs = make_layout(spec.code), words_of(spec)
    columns, (top, low) = place_columns(spec.code), layout.grid.ys_mm[:2]
    for group, inside in group_columns(spec.code):
        left, right = columns[inside[0]][0], sum(columns[inside[-1]])
        band = (left, top - 6, right - left, 6)
        assert [text for text, box in runs if within(box, band)] == [say(spec.lang, f"paper.group.{group}")]
    for column, (x, width) in columns.items():
        found = [(text, box) for text, box in runs if within(box, (x, top, width, low - top))]
        assert found, column
        assert max(min(box[2:]) if len(text) > 2 else box[3] for text, box in found) >= least, column


@pytest.mark.few(5)
@pytest.mark.parametrize("name", GERMAN)
def test_print_and_geometry_agree(name: str) -> None:
    """Every rule within 0.1 mm, every box to cross, nothing near the edge, marks and code where they are said to be."""
    spec, picture = ALL[name], page(name)
    layout = make_layout(spec.code)
    check_rules(spec, layout, picture)
    check_boxes(layout, picture)
    assert picture.shape == (round(layout.page_mm[1] * PX), round(layout.page_mm[0] * PX))
    outside = picture.copy()
    left, top, *_ = (round(side * PX) for side in printable(layout.page_mm))
    outside[top:-top, left:-left] = 255
    assert outside.min() == 255
    assert [code.text for code in zxingcpp.read_barcodes(picture)] == [spec.code.spell()]
    check_marks(layout, picture)


def check_rules(spec: SheetSpec, layout: Layout, picture: NDArray[np.uint8]) -> None:
    """The rules found in a strip beside the left edge and in one across are those of the grid."""
    xs, ys = layout.grid.xs_mm, layout.grid.ys_mm
    down = rules_along(profile(picture, (xs[0] + 0.5, ys[0] - 1, 0.3, ys[-1] - ys[0] + 1.6), 1), ys[0] - 1)
    strip, high = (ys[1] - 0.6, 0.3) if spec.code.style == "full" else (ys[-1] - 1.2, 0.5)
    across = rules_along(profile(picture, (xs[0] - 0.8, strip, xs[-1] - xs[0] + 1.6, high), 0), xs[0] - 0.8)
    assert down == pytest.approx(ys, abs=TOLERANCE_MM)
    assert across == pytest.approx(xs, abs=TOLERANCE_MM)
    last = ys[1 + len(spec.code.numbers)] if spec.code.style == "full" else ys[-1]
    for y in ys:
        assert picture[round(y * PX) - 1 : round(y * PX) + 1, round(xs[0] * PX) : round(xs[-1] * PX)].max() < 175
    for x in xs:
        assert picture[round(ys[0] * PX) : round(last * PX), round(x * PX) - 1 : round(x * PX) + 1].max() < 175


def check_boxes(layout: Layout, picture: NDArray[np.uint8]) -> None:
    """Each cross that is no whole cell has a printed box; inside every field the paper is even, but for hatching."""
    for field in layout.fields:
        x, y, width, height = field.box_mm
        if field.kind == "cross" and y not in layout.grid.ys_mm:
            left = round((x - 0.5) * PX)
            sides = rules_along(profile(picture, (left / PX, y + 1.5, width + 1, height - 3), 0), left / PX)
            assert sides == pytest.approx([x, x + width], abs=TOLERANCE_MM), field.id
        if field.kind in ("cross", "digit", "number"):
            inner = picture[
                round((y + 0.6) * PX) : round((y + height - 0.6) * PX),
                round((x + 0.6) * PX) : round((x + width - 0.6) * PX),
            ]
            assert int(inner.max()) - int(inner.min()) <= 1, field.id
            assert inner.min() >= 210, field.id


def check_marks(layout: Layout, picture: NDArray[np.uint8]) -> None:
    """OpenCV finds the four marks, with their numbers, within 0.1 mm."""
    settings = cv2.aruco.DetectorParameters()
    settings.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    detector = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50), settings)
    corners, numbers, _ = detector.detectMarkers(picture)
    found = {int(number): quad[0] for number, quad in zip(numbers.ravel(), corners, strict=True)}
    assert sorted(found) == [mark.number for mark in layout.marks]
    for mark in layout.marks:
        x, y, side, _ = mark.box_mm
        wanted = np.array([(x, y), (x + side, y), (x + side, y + side), (x, y + side)])
        assert np.abs((found[mark.number] + 0.5) / PX - wanted).max() < TOLERANCE_MM


def profile(picture: NDArray[np.uint8], box_mm: Box, axis: int) -> NDArray[np.float64]:
    """Mean darkness of a strip, over its rows (0) or columns (1)."""
    x, y, width, height = (round(v * PX) for v in box_mm)
    return np.asarray(255.0 - picture[y : y + height, x : x + width].mean(axis=axis), np.float64)


def rules_along(ink: NDArray[np.float64], start_mm: float) -> list[float]:
    """Middles of the dark runs of a profile, in millimetres from the page's edge."""
    dark = np.flatnonzero(np.diff(np.concatenate([[0], (ink > 45).astype(int), [0]])))
    return [
        float(np.average(np.arange(a, b) + 0.5, weights=ink[a:b])) / PX + round(start_mm * PX) / PX
        for a, b in zip(dark[::2], dark[1::2], strict=True)
    ]


def test_the_key_of_a_full_sheet_is_no_small_print(monkeypatch: pytest.MonkeyPatch) -> None:
    """At least 7 points (6.5 beside six and seven seats), however dense the sheet, long its rules; no word is cut."""
    told: list[tuple[float, str, int]] = []
    seats = 4
    block = draw_full._draw_block

    def noted(pen: Pen, said: KeyBlock, place: Box, size_pt: float) -> None:
        lines, _ = flow(said.lines, PLAIN, (place[2], place[3] - draw_full._measure_head_mm(size_pt)), (size_pt,))
        told.append((size_pt, lines[-1], seats))
        block(pen, said, place, size_pt)

    monkeypatch.setattr(draw_full, "_draw_block", noted)
    full = [spec for spec in ALL.values() if spec.code.style == "full"]
    for spec in full:
        seats = spec.code.seats
        make_sheet_pdf(spec)
    assert 2 * len(full) < len(told) <= 3 * len(full)  # the first block may fit between title and round
    assert min(size for size, _, at in told if at < 6) >= 7
    assert min(size for size, _, _ in told) >= 6.5
    assert not [line for _, line, _ in told if line.endswith("…")]


@pytest.mark.parametrize(("paper", "least"), [("a4", 7), ("a5", 6.75)])
def test_the_key_of_a_list_is_no_small_print(monkeypatch: pytest.MonkeyPatch, paper: str, least: float) -> None:
    """How it is filled in beside round and table, the counting at the foot; on A5 all of it at the foot."""
    told: list[tuple[list[str], float]] = []

    def noted(*given: object) -> tuple[list[str], float]:
        told.append(flow(*given))  # type: ignore[arg-type]  # it is called as `flow` is
        return told[-1]

    monkeypatch.setattr(draw_list, "flow", noted)
    for spec in ALL.values():
        if spec.code.style != "full" and spec.code.small == (paper == "a5"):
            make_sheet_pdf(spec)
    assert min(size for lines, size in told if lines) >= least
    assert not [lines for lines, _ in told if lines and lines[-1].endswith("…")]
