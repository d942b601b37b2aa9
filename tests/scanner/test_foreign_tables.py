"""Foreign ruled tables are found by their lines alone, in every turn; other tables are not taken for them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest

from scanner.geometry.find_sheet import Page, locate_sheet
from scanner.geometry.layout_fit import list_turns
from scanner.pipeline import read_photo
from scanner.pyramid import build_pyramid
from scanner.sheet_reading import Problem, SheetReading
from templates.foreign.layout_file import load_layout
from templates.layout import Grid, Layout

LAYOUTS = Path(__file__).parents[2] / "templates" / "layouts"
PX = 8
"""Pixels per layout unit of the drawn tables."""


def _layout(name: str) -> Layout:
    return load_layout(LAYOUTS / f"{name}.toml")


def _drawn(layout: Layout, skip_gap: bool = True) -> np.ndarray:
    """The table as printed, on paper with a margin of 12 units; rows without fields (gaps) have no upright rules."""
    xs, ys = (np.array(places) * PX + 12 * PX for places in (layout.grid.xs_mm, layout.grid.ys_mm))
    page = np.full((int(ys[-1]) + 12 * PX, int(xs[-1]) + 12 * PX), 225, np.uint8)
    used = {round(field.box_mm[1], 2) for field in layout.fields}
    for y in ys:
        cv2.line(page, (int(xs[0]), int(y)), (int(xs[-1]), int(y)), 70, 2)
    for top, low, row in zip(ys, ys[1:], layout.grid.ys_mm, strict=False):
        if round(row, 2) in used or not skip_gap:
            for x in xs:
                cv2.line(page, (int(x), int(top)), (int(x), int(low)), 70, 2)
    return page


def _on_a_desk(page: np.ndarray, quarter_turns: int = 0, bulge: float = 0.0) -> tuple[np.ndarray, np.ndarray]:
    """A photo of `page` (1500 x 1500) in perspective, curved by `bulge` of its width; and page to photo px (3, 3)."""
    height, width = page.shape
    corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    target = np.roll(np.array([[260, 210], [1230, 290], [1290, 1300], [200, 1230]], np.float32), -quarter_turns, axis=0)
    matrix = cv2.getPerspectiveTransform(corners, target)
    y, x = np.indices((1500, 1500), dtype=np.float32)
    back = cv2.perspectiveTransform(np.stack([x, y], -1).reshape(1, -1, 2), np.linalg.inv(matrix)).reshape(
        1500, 1500, 2
    )
    back[..., 1] += bulge * width * (4 * np.square(back[..., 0] / width - 0.5) - 1)
    photo = cv2.remap(page, back[..., 0], back[..., 1], cv2.INTER_LINEAR, borderValue=95)
    noise = np.random.default_rng(2).normal(0, 2, photo.shape)
    shade = np.linspace(0.6, 1.0, 1500)[None, :]
    return (photo * shade + noise).clip(0, 255).astype(np.uint8), matrix


def _assert_cells_where_drawn(result: SheetReading, layout: Layout, matrix: np.ndarray) -> None:
    assert result.problem is None
    for one, field in zip(result.readings, layout.fields, strict=True):
        corner = (np.array([[field.box_mm[:2]]]) + 12) * PX
        true = cv2.perspectiveTransform(corner.astype(np.float64), matrix)[0, 0]
        assert np.abs(true - one.quad_px[0]).max() < 4


@pytest.mark.few(2)
@pytest.mark.parametrize("turn", range(4))
@pytest.mark.parametrize("name", ["kniffel", "doppelkopf-liste"])
def test_tables_are_found_in_every_turn(name: str, turn: int, save: Callable[..., Path], reader: object) -> None:
    """Two blocks with a gap, or a list that is nearly the same upside down: every cell where it was drawn."""
    layout = _layout(name)
    photo, matrix = _on_a_desk(_drawn(layout), turn)
    result = next(iter(read_photo(save(photo, "a.png"), layout, reader, printed=False)))  # type: ignore[arg-type]
    _assert_cells_where_drawn(result, layout, matrix)


def test_a_felt_pens_numbers_do_not_lead_hairlines_astray(save: Callable[..., Path], reader: object) -> None:
    """Elevens below one another, twice as dark as grey rules and four times as wide, drift across their columns."""
    layout = _layout("doppelkopf-liste")
    page = np.where(_drawn(layout) == 70, 150, 225).astype(np.uint8)
    for field in layout.fields:
        x, y, width, height = ((value + shift) * PX for value, shift in zip(field.box_mm, (12, 12, 0, 0), strict=True))
        middle, low = x + width / 2 + 120 * y / page.shape[0] - 60, y + 0.9 * height
        for at in (middle - 40, middle + 40):
            cv2.line(page, (int(at + 2), int(y + 0.1 * height)), (int(at - 2), int(low)), 20, 8)
    photo, matrix = _on_a_desk(page)
    result = next(iter(read_photo(save(photo, "a.png"), layout, reader, printed=False)))  # type: ignore[arg-type]
    _assert_cells_where_drawn(result, layout, matrix)


def test_curved_tables_are_followed(save: Callable[..., Path], reader: object) -> None:
    """A list on a page that bulges by 3 % of its width still gives true cells."""
    layout = _layout("doppelkopf-liste")
    photo, _ = _on_a_desk(_drawn(layout), bulge=0.03)
    result = next(iter(read_photo(save(photo, "a.png"), layout, reader, printed=False)))  # type: ignore[arg-type]
    assert result.problem is None
    assert result.quality is not None
    assert result.quality.rules_found > 0.97


@pytest.mark.few(1)
@pytest.mark.parametrize(
    ("drawn", "asked"),
    [
        ("kniffel", "doppelkopf-liste"),
        ("doppelkopf-liste", "kniffel"),
        ("sudoku", "kniffel"),
        ("doppelkopf-liste", "sudoku"),
    ],
)
def test_other_tables_are_not_taken(drawn: str, asked: str, save: Callable[..., Path], reader: object) -> None:
    """A sheet of another layout is refused with a sentence that names the layout, and what its table has."""
    photo, _ = _on_a_desk(_drawn(_layout(drawn)))
    result = next(iter(read_photo(save(photo, "a.png"), _layout(asked), reader, printed=False)))  # type: ignore[arg-type]
    assert result.problem is not None
    assert result.problem.code == "no-table"
    seen, own = (sorted((len(one.grid.xs_mm), len(one.grid.ys_mm))) for one in (_layout(drawn), _layout(asked)))
    said = result.problem.in_("de")
    assert f"als die des Layouts „{asked}“ zu erkennen: Die größte hat {seen[0]} Linien in der einen" in said
    assert f"und {seen[1]} in der anderen Richtung, das Layout {own[0]} und {own[1]}, oder" in said
    assert not result.readings


def test_two_tables_of_one_layout_are_refused() -> None:
    """Two lists side by side: nobody said which."""
    photo, _ = _on_a_desk(_drawn(_layout("doppelkopf-liste")))
    found = locate_sheet(build_pyramid(np.hstack([photo, photo])), _layout("doppelkopf-liste"))
    assert isinstance(found, Problem)
    assert found.code == "two-sheets"


def test_a_small_copy_beside_is_no_second_sheet() -> None:
    """The solution printed small beside a sudoku does not count."""
    photo, _ = _on_a_desk(_drawn(_layout("sudoku"), skip_gap=False))
    scene = np.hstack([photo, np.full((1500, 500), 95, np.uint8)])
    scene[100:500, 1550:1950] = cv2.resize(photo, (400, 400), interpolation=cv2.INTER_AREA)
    assert isinstance(locate_sheet(build_pyramid(scene), _layout("sudoku")), Page)


def test_turns_are_told_apart_only_where_rules_differ() -> None:
    """A sudoku has no upside, a list with equal rows has two, a table with a narrow first column four."""
    assert list_turns(_layout("sudoku").grid) == (0,)
    assert list_turns(Grid((0, 40, 80), (0, 10, 20, 30))) == (0, 1)
    assert list_turns(_layout("doppelkopf-liste").grid) == (0, 1, 2, 3)
