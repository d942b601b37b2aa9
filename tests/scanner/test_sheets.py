"""Our sheets, defaced and photographed in every way: cells within half a millimetre, or one clear refusal."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest

from dev.filler.camera.camera import Photograph
from dev.filler.full_sheets import Order, fill
from dev.filler.pens.glyphs import load_font_hands
from dev.filler.pens.sheet import FilledSheet, Manner
from dev.filler.truth import shoot
from scanner.geometry.find_sheet import Page, locate_sheet
from scanner.pipeline import read_photo
from scanner.pyramid import build_pyramid
from scanner.sheet_reading import SheetReading
from templates.foreign.layout_file import load_layout
from templates.sheet_code import SheetCode
from templates.sheet_spec import make_layout

LAYOUTS = Path(__file__).parents[2] / "templates" / "layouts"
CORNERS = {0: (9, 9, 14, 14), 1: (186, 9, 16, 14), 2: (186, 274, 16, 14), 3: (9, 274, 14, 14)}
"""Boxes in mm that hide one corner mark each."""


def brighten(image: np.ndarray, side: str, gains: tuple[float, float]) -> np.ndarray:
    """The picture (h, w, 3) uint8 with a lamp at that side: `gains` far from it and beside it, straight between."""
    height, width = image.shape[:2]
    ramp = np.linspace(gains[1], gains[0], width if side in ("left", "right") else height, dtype=np.float32)
    ramp = ramp[::-1] if side in ("right", "bottom") else ramp
    gain = ramp[None, :, None] if side in ("left", "right") else ramp[:, None, None]
    return np.clip(image * gain, 0, 255).round().astype(np.uint8)


@pytest.fixture
def read(save: Callable[..., Path], reader: object) -> Callable[..., SheetReading]:
    """Reads a picture through the whole pipeline, Tesseract left out."""

    def run(picture: np.ndarray, layout: str | None = None) -> SheetReading:
        given = load_layout(LAYOUTS / f"{layout}.toml") if layout else None
        pages = list(read_photo(save(picture), given, reader, printed=False))  # type: ignore[arg-type]
        assert len(pages) == 1
        return pages[0]

    return run


SCENES = {
    "flat": {},
    "upside down": {"roll": 180.0},
    "on its side": {"roll": 90.0},
    "askew": {"roll": 33.0, "fill": 0.9},
    "tilted": {"tilt": 33.0, "towards": 70.0},
    "curled": {"curl_mm": 20.0, "bend": 95.0, "tilt": 12.0, "towards": 180.0},
    "rolled sideways": {"curl_mm": 20.0, "bend": 5.0, "tilt": 10.0, "towards": 90.0},
    "arched": {"arch_mm": 20.0, "bend": 0.0, "tilt": 8.0},
    "arched along its length": {"arch_mm": 20.0, "bend": 90.0, "tilt": 30.0, "towards": 20.0},
    "folded sharply": {"fold": 25.0, "fold_at_mm": -5.0, "bend": 90.0},
    "folded": {"fold": 15.0, "fold_at_mm": 10.0, "bend": 0.0},
    "in shadow": {"shadow": 0.5, "uneven": 0.4},
    "out of focus": {"defocus": 1.6},
    "thumb on a mark": {"finger": 2},
}


@pytest.mark.few(3)
@pytest.mark.parametrize("scene", SCENES.values(), ids=SCENES)
def test_cells_lie_where_they_were_photographed(
    scene: dict[str, float],
    snap: Callable[..., object],
    read: Callable[..., SheetReading],
    worst_mm: Callable[..., float],
) -> None:
    """Whatever people do to the paper and the camera, every field's corner is within half a millimetre."""
    shot = snap(**scene)
    result = read(shot.image)
    assert result.problem is None
    assert result.layout == "pflichtsolo-40/points/4"
    assert worst_mm(result.readings, shot) < 0.5


@pytest.mark.few(2)
@pytest.mark.parametrize("hidden", [(1,), (0, 3), (0, 2), (2, 3), (0, 1, 2), (0, 1, 2, 3)])
def test_hidden_marks_are_made_up_for(
    hidden: tuple[int, ...],
    sheet: FilledSheet,
    deface: Callable[..., FilledSheet],
    snap: Callable[..., object],
    read: Callable[..., SheetReading],
    worst_mm: Callable[..., float],
) -> None:
    """Two marks are enough on slightly curled paper; with fewer, code and table still show where the sheet lies."""
    shot = snap(deface(sheet, *(CORNERS[mark] for mark in hidden)), roll=8.0, tilt=10.0, curl_mm=6.0, fill=0.85)
    result = read(shot.image)
    assert result.problem is None
    assert result.quality is not None
    assert result.quality.marks_found == 4 - len(hidden)
    assert worst_mm(result.readings, shot) < 0.5


def test_marks_without_code_are_refused(
    sheet: FilledSheet,
    deface: Callable[..., FilledSheet],
    snap: Callable[..., object],
    read: Callable[..., SheetReading],
    save: Callable[..., Path],
) -> None:
    """With the code covered nobody knows what the columns mean, unless the layout is given."""
    shot = snap(deface(sheet, (160.0, 9.0, 27.0, 27.0)))
    result = read(shot.image)
    assert result.problem is not None
    assert result.problem.code == "no-code"
    assert not result.readings
    told = locate_sheet(
        build_pyramid(cv2.cvtColor(shot.image, cv2.COLOR_BGR2GRAY)),
        make_layout(SheetCode("pflichtsolo-40", "points", 4, 16)),
    )
    assert isinstance(told, Page)


def test_half_a_sheet_is_refused(snap: Callable[..., object], read: Callable[..., SheetReading]) -> None:
    """The upper half alone, and a sheet whose right columns run out of the picture, are named as such."""
    image = snap().image
    height, width = image.shape[:2]
    for part in (image[: height // 2], image[height // 2 :], image[:, : int(0.8 * width)]):
        result = read(np.ascontiguousarray(part))
        assert result.problem is not None
        assert result.problem.code in ("half-sheet", "cut-off", "no-sheet", "no-code")
        assert not result.readings


def test_two_sheets_in_one_picture_are_refused(snap: Callable[..., object], read: Callable[..., SheetReading]) -> None:
    """Rows of two sheets must never be mixed."""
    image = snap(fill=0.85).image
    result = read(np.hstack([image, image]))
    assert result.problem is not None
    assert result.problem.code == "two-sheets"


@pytest.mark.parametrize("shade", [0, 12, 255])
def test_empty_pictures_are_refused(shade: int, read: Callable[..., SheetReading]) -> None:
    """A photo taken in the pocket shows nothing, and that is said."""
    noise = np.random.default_rng(3).normal(shade, 1.5, (1200, 900, 3)).clip(0, 255).astype(np.uint8)
    result = read(noise)
    assert result.problem is not None
    assert result.problem.code == "no-contrast"


def test_a_picture_without_a_sheet_is_refused(read: Callable[..., SheetReading]) -> None:
    """A table top with things on it is no sheet."""
    scene = np.full((1500, 1200, 3), 150, np.uint8)
    for radius, shade in ((300, 40), (200, 220), (80, 90)):
        cv2.circle(scene, (600, 700), radius, (shade, shade, shade), -1)
    for layout, code in ((None, "no-sheet"), ("kniffel", "no-table")):
        result = read(scene, layout)
        assert result.problem is not None
        assert result.problem.code == code
    assert "keine Tabelle mit Linien zu finden" in result.problem.in_("de")
    assert not re.search(r"\d", result.problem.in_("de")), "there are no rules to count"


def test_a_blurred_sheet_is_refused_for_its_blur(
    snap: Callable[..., object], read: Callable[..., SheetReading]
) -> None:
    """The advice must be to focus, not to uncover the code."""
    result = read(cv2.GaussianBlur(snap().image, (0, 0), 14))
    assert result.problem is not None
    assert result.problem.code in ("unfocused", "blurred")
    assert not result.readings


def test_a_small_sheet_is_refused(snap: Callable[..., object], read: Callable[..., SheetReading]) -> None:
    """Cells of a few pixels are not read, however well the marks are seen."""
    image = snap().image
    small = cv2.resize(image, None, fx=0.3, fy=0.3, interpolation=cv2.INTER_AREA)
    result = read(small)
    assert result.problem is not None
    assert result.problem.code in ("too-far", "no-code", "no-sheet", "half-sheet")


def test_our_sheet_with_a_foreign_layout_is_named(
    snap: Callable[..., object], read: Callable[..., SheetReading]
) -> None:
    """A Kiebitz sheet among the cards of another layout is not read by that layout."""
    result = read(snap().image, "kniffel")
    assert result.problem is not None
    assert result.problem.code == "other-layout"


def test_a_sheet_of_an_unknown_style_is_named(
    sheet: FilledSheet, snap: Callable[..., object], read: Callable[..., SheetReading], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A code of ours that this version cannot read is said with the code."""
    monkeypatch.setattr("templates.sheet_spec._STYLES", {})
    result = read(snap().image)
    assert result.problem is not None
    assert result.problem.code == "unknown-layout"
    assert str(sheet.code) in result.problem.in_("de")


def test_rows_lost_in_the_middle_are_refused(
    sheet: FilledSheet,
    deface: Callable[..., FilledSheet],
    snap: Callable[..., object],
    read: Callable[..., SheetReading],
) -> None:
    """A second paper over a third of the table hides rules: nothing is guessed below it."""
    shot = snap(deface(sheet, (0.0, 120.0, 210.0, 80.0)))
    result = read(shot.image)
    assert result.problem is not None
    assert result.problem.code in ("rules-lost", "rule-missing", "crumpled")


def test_cells_under_a_thumb_are_doubted(
    sheet: FilledSheet,
    deface: Callable[..., FilledSheet],
    snap: Callable[..., object],
    read: Callable[..., SheetReading],
) -> None:
    """A cell whose rules are hidden is never sure, for its ink may be hidden too."""
    shot = snap(deface(sheet, (100.0, 100.0, 30.0, 22.0), shade=120))
    result = read(shot.image)
    assert result.problem is None
    middle = {one.id: one for one in result.readings}["g06.p3"]
    assert "doubtful" in middle.flags
    assert middle.confidence <= 0.5


@pytest.mark.few(1)
@pytest.mark.parametrize(("style", "seats"), [("full", 4), ("points", 5), ("totals", 4)])
def test_white_paper_is_no_glare(style: str, seats: int, read: Callable[..., SheetReading]) -> None:
    """A sheet that never saw a camera has white rows and tinted ones, and hides nothing."""
    sheet = fill(Order("pflichtsolo-40", style, seats, 1), load_font_hands()[:2])
    paper = sheet.image.min(axis=2, keepdims=True).repeat(3, axis=2)
    white = np.where(paper >= 240, 255, np.where(paper >= 225, 243, paper)).astype(np.uint8)
    result = read(white)
    numbers = [one for one in result.readings if one.kind in ("points", "number", "digit")]
    assert result.problem is None
    assert [one.id for one in numbers if one.flags] == []
    assert min(one.confidence for one in numbers) >= 0.9


def test_cells_under_glare_are_doubted(snap: Callable[..., object], read: Callable[..., SheetReading]) -> None:
    """Where the paper around is darker, a spot of light may have taken a cell's ink and left its border."""
    shot = snap()
    corners = np.array(shot.quads["g06.p3"])
    (left, top), (right, low) = corners.min(axis=0).astype(int) + 4, corners.max(axis=0).astype(int) - 4
    shot.image[top:low, left:right] = 255
    flags = {one.id: one.flags for one in read(shot.image).readings}
    assert (flags["g06.p3"], flags["g06.p1"]) == (("doubtful",), ())


def test_a_felt_pen_on_the_narrowest_columns_leads_no_rule_astray(tmp_path: Path, reader: object) -> None:
    """Numbers below one another are darker than a thin rule; the cells lie where the truth says all the same."""
    hands = load_font_hands()
    rng = np.random.default_rng([1, 9])
    two = [hands[place] for place in rng.permutation(len(hands))[:2]]
    sheet = fill(Order("pflichtsolo-40", "full", 5, 1, manner=Manner(pen="felt")), two)
    photo = shoot(sheet, ("clean",), 12.0, tmp_path, "felt", rng)
    truth = json.loads(photo.with_suffix(".json").read_text(encoding="utf-8"))
    [reading] = read_photo(photo, None, reader, printed=False)  # type: ignore[arg-type]
    assert reading.problem is None
    off = [
        np.abs(np.subtract(field.quad_px, truth["fields"][field.id]["quad_px"])).max()
        for field in reading.readings
        if field.id.startswith("g")
    ]
    assert max(off) < 0.5 * 9  # half a millimetre


@pytest.mark.few(1)
@pytest.mark.parametrize(("shade", "part"), [(0, "lower half"), (128, "lower half"), (0, "right third"), (255, "band")])
def test_what_a_decoder_filled_in_holds_no_rules(
    shade: int, part: str, snap: Callable[..., object], read: Callable[..., SheetReading]
) -> None:
    """A file that lacks a part is filled up with one shade: exact black is no perfect rule, no row below blank."""
    image = snap().image
    height, width = image.shape[:2]
    down, across = {
        "lower half": (slice(height // 2, None), slice(None)),
        "right third": (slice(height // 4, None), slice(width * 2 // 3, None)),
        "band": (slice(height // 2, height * 3 // 5), slice(None)),
    }[part]
    image[down, across] = shade
    result = read(image)
    assert result.problem is not None
    assert result.problem.code in ("rules-lost", "rule-missing", "half-sheet")
    assert not result.readings


@pytest.mark.few(1)
@pytest.mark.parametrize("shade", [0, 2, 128, 200])
def test_cells_that_reach_into_a_filled_in_area_are_doubted(
    shade: int, snap: Callable[..., object], read: Callable[..., SheetReading]
) -> None:
    """Whether anything was written there nobody knows; all the others are as sure as ever."""
    shot = snap()
    corners = {name: np.array(shot.quads[name]) for name in ("g06.p3", "g07.p2")}
    middle = corners["g06.p3"].mean(axis=0).astype(int)
    left, low = corners["g07.p2"].mean(axis=0).astype(int)
    shot.image[middle[1] : low, left : middle[0]] = shade
    if shade == 2:  # what a camera, or a JPEG's blocks, leave in the dark
        area = shot.image[middle[1] : low, left : middle[0]]
        area[:] = np.random.default_rng(4).integers(0, 4, area.shape, np.uint8)
    flags = {one.id: one.flags for one in read(shot.image).readings}
    touched = {"g06.p2", "g06.p3", "g07.p2", "g07.p3"}
    assert {name for name in flags if flags[name]} == touched


def list_flags(result: SheetReading, *parts: str) -> dict[str, tuple[str, ...]]:
    """The flags of the fields of the rows whose ids hold one of the parts, where they have any."""
    rows = [one for one in result.readings if one.id[0] == "g" and any(part in one.id for part in parts)]
    return {one.id: one.flags for one in rows if one.flags}


@pytest.fixture(scope="module")
def totals_sheet() -> FilledSheet:
    """A filled list of running totals."""
    return fill(Order("pflichtsolo-40", "totals", 4, 3, px_per_mm=8.0), load_font_hands()[:2])


@pytest.mark.parametrize("side", ["left", "bottom"])
def test_bright_paper_with_clear_ink_hides_nothing(
    side: str, totals_sheet: FilledSheet, snap: Callable[..., Photograph], read: Callable[..., SheetReading]
) -> None:
    """A lamp that washes out half of the paper, but neither boxes nor rules, leaves every cell as it reads without."""
    image = snap(totals_sheet).image
    lit = brighten(image, side, (1.0, 1.6))
    assert np.mean(lit.min(axis=2) >= 252) > 0.2
    dim, bright = (list_flags(read(one), "total", "win", "value", "solo") for one in (image, lit))
    assert {field for field, flags in bright.items() if "doubtful" in flags} <= set(dim)


@pytest.mark.parametrize("shade", [255, 120], ids=["washed out", "thumb"])
def test_a_box_whose_frame_is_gone_is_doubted(
    shade: int,
    totals_sheet: FilledSheet,
    deface: Callable[..., FilledSheet],
    snap: Callable[..., Photograph],
    read: Callable[..., SheetReading],
) -> None:
    """Winners' boxes stand apart from the table's rules: their own sides show whether anything is to be seen there."""
    fields = {field.id: field.box_mm for field in totals_sheet.layout.fields}
    x, y, width, height = fields["g05.win2"]
    shot = snap(deface(totals_sheet, (x - 0.8, y - 0.8, width + 1.6, height + 1.6), shade=shade))
    found = {one.id: one for one in read(shot.image).readings}
    assert "doubtful" in found["g05.win2"].flags
    assert found["g05.win2"].confidence <= 0.6
    assert found["g05.win4"].flags == ()
