"""Boxes to cross on whole photographed sheets: the full sheet's cells, the printed boxes of the other styles."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from dev.filler.camera.camera import Photograph, photograph
from dev.filler.camera.scene import Scene, choose_size
from dev.filler.pens import hand
from dev.filler.pens.glyphs import load_font_hands
from dev.filler.pens.habits import choose_scribe
from dev.filler.pens.sheet import FilledSheet, Ink
from dev.rounds.written import PlayedRound, WrittenRound
from scanner.pipeline import read_photo
from scanner.sheet_reading import Reading
from templates.drawing.sheet_pdf import render_sheet
from templates.sheet_code import SheetCode
from templates.sheet_spec import Example, SheetSpec, make_layout

COLUMNS = "hs.fbdt.fdhk.b"
EXAMPLE = Example(frozenset({"re1", "re3", "re.re"}), (("augen", "153"), ("p1", "+6")))
CODES = {
    "full": SheetCode("pflichtsolo-40", "full", 4, 20, 1, 2, columns=COLUMNS),
    "full, five seats": SheetCode("pflichtsolo-40", "full", 5, 20, 1, 2, columns=COLUMNS),
    "full, 24 games": SheetCode("pflichtsolo-40", "full", 4, 24, 1, 2, columns=COLUMNS),
    "full, high rows": SheetCode("ddv", "full", 4, 24, 1, 2, offences=1, columns=COLUMNS, high=True),
    "totals": SheetCode("ddv", "totals", 4, 20, 1, 2, columns="..."),
    "points": SheetCode("pflichtsolo-40", "points", 5, 20, 1, 2),
}
PX_PER_MM = 9.0


def photographed(
    code: SheetCode, marks: Mapping[str, str], condition: Mapping[str, object] | None = None
) -> Photograph:
    """The sheet with `marks` (field id to shape) by one ball pen, at eight megapixels."""
    layout, rng = make_layout(code), np.random.default_rng(8)
    print_ = cv2.resize(
        render_sheet(SheetSpec(code, example=EXAMPLE), 2 * PX_PER_MM),
        None,
        fx=0.5,
        fy=0.5,
        interpolation=cv2.INTER_AREA,
    )
    page = cv2.cvtColor(cv2.LUT(print_, np.linspace(38, 246, 256).astype(np.uint8)), cv2.COLOR_GRAY2BGR)
    desk, scribe = hand.Desk(page, PX_PER_MM), choose_scribe(load_font_hands()[0], code.seats, rng, "ball")
    for name, shape in marks.items():
        x, y, width, height = (length * PX_PER_MM for length in layout.find_field(name).box_mm)
        hand.mark_box(desk, (x, y, width, height), shape, scribe, rng)
    nothing = WrittenRound(PlayedRound(code.seats, ()), (), (), ())
    inks = {field.id: Ink("x" if field.id in marks else "") for field in layout.fields}
    sheet = FilledSheet(page, PX_PER_MM, layout, code.spell(), inks, nothing)
    scene = Scene(choose_size(8.0, layout.page_mm[0] < layout.page_mm[1]), defocus=0.6, jpeg=92)
    return photograph(sheet, replace(scene, **condition or {}), rng)  # type: ignore[arg-type]


@pytest.fixture
def crosses(save: Callable[..., Path], reader: object) -> Callable[[Photograph], dict[str, Reading]]:
    """Reads a photograph's boxes to cross and signatures, by field id."""

    def read(shot: Photograph) -> dict[str, Reading]:
        sheet = next(read_photo(save(shot.image), None, reader, printed=False))  # type: ignore[arg-type]
        assert sheet.problem is None, sheet.problem
        return {one.id: one for one in sheet.readings if one.kind in ("cross", "signature")}

    return read


@pytest.mark.few(1)
@pytest.mark.parametrize("style", CODES)
def test_a_blank_sheet_reads_blank(style: str, crosses: Callable[[Photograph], dict[str, Reading]]) -> None:
    """Neither tint nor rules, the printed example, the grey of a seat that sits out, nor headings are marks."""
    found = crosses(photographed(CODES[style], {}))
    assert found
    assert {name: (one.text, one.flags) for name, one in found.items() if one.text or one.flags} == {}


def test_boxes_below_one_another_are_no_fold(crosses: Callable[[Photograph], dict[str, Reading]]) -> None:
    """Their sides lie in one line, and on A5 each is long for the table's size: no cross is doubted for that."""
    code = SheetCode("ddv", "points", 4, 16, 1, 2, small=True, columns="...")
    marks = {f"g{game:02}.solo": "cross" for game in range(1, code.games + 1)}
    found = crosses(photographed(code, marks))
    assert {name: (one.text, one.flags) for name, one in found.items() if one.text or one.flags} == dict.fromkeys(
        marks, ("x", ())
    )


@pytest.mark.few(1)
@pytest.mark.parametrize(
    "condition", [{}, {"shadow": 0.45}, {"curl_mm": 15.0, "bend": 90.0}], ids=["plain", "shadow", "curl"]
)
def test_every_mark_of_a_full_sheet_is_read(
    condition: Mapping[str, object], crosses: Callable[[Photograph], dict[str, Reading]]
) -> None:
    """Crosses, ticks, slashes and boxes taken back side by side, where strokes reach into their neighbours."""
    code = CODES["full"]
    names = [field.id for field in make_layout(code).fields if field.kind == "cross"]
    rng = np.random.default_rng(3)
    shapes = ("cross", "cross", "tick", "slash", "filled", "scribbled")
    marks = {name: str(rng.choice(shapes)) for name in names if rng.random() < 0.45}
    found = crosses(photographed(code, marks, condition))
    wrong = {name: (marks.get(name), one.text, one.flags) for name, one in found.items() if not _fits(marks, one)}
    assert wrong == {}
    assert sum("doubtful" in one.flags for one in found.values()) <= 0.02 * len(found)


def _fits(marks: Mapping[str, str], one: Reading) -> bool:
    """Whether a box is read as it is, or asked about."""
    shape = marks.get(one.id)
    back = shape in ("filled", "scribbled")
    told = one.text == ("x" if shape and not back else "") and ("taken-back" in one.flags) == back
    return told or "doubtful" in one.flags
