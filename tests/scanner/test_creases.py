"""The worn line of a fold is no cross: boxes that it runs through are asked about, not believed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from dev.filler.camera.camera import Photograph, photograph
from dev.filler.camera.scene import Scene, choose_size
from dev.filler.full_sheets import Order, fill
from dev.filler.pens.glyphs import load_font_hands
from dev.filler.pens.sheet import FilledSheet
from scanner.geometry.cut_cells import find_creased_fields
from scanner.geometry.find_sheet import Page, locate_sheet
from scanner.geometry.printed_rules import follow_rules
from scanner.pipeline import read_photo
from scanner.pyramid import build_pyramid

_ACROSS = Scene(choose_size(6.0, upright=False), defocus=0.6, jpeg=92)


@pytest.fixture(scope="module")
def full() -> FilledSheet:
    """A full sheet of 20 games with many narrow columns of boxes."""
    return fill(Order("stille-hochzeit", seed=3, printed=False), load_font_hands()[:2])


def _shot(sheet: FilledSheet, **scene: float) -> Photograph:
    return photograph(sheet, replace(_ACROSS, **scene), np.random.default_rng(4))  # type: ignore[arg-type]


def _creased(shot: Photograph) -> frozenset[str]:
    picture = build_pyramid(cv2.cvtColor(shot.image, cv2.COLOR_BGR2GRAY))
    page = locate_sheet(picture, None)
    assert isinstance(page, Page)
    return find_creased_fields(picture, follow_rules(picture, page.layout, page.to_px), page.layout)


def _under(shot: Photograph, sheet: FilledSheet, at_mm: float) -> set[str]:
    """Fields that the fold truly runs through, a fifth of their width away from their sides."""
    under = set()
    for place in sheet.layout.fields:
        x, y, width, height = place.box_mm
        corners = np.array([(x + part * width, y + other * height) for part in (0.2, 0.8) for other in (0.2, 0.8)])
        along = shot.lens.bend.across(corners, sheet.page_mm)
        if along.min() < at_mm < along.max():
            under.add(place.id)
    return under


def _through(sheet: FilledSheet, field: str, level: bool = False) -> float:
    """Where a fold lies that runs through the middle of `field`, in mm from the middle of the page."""
    x, y, width, height = sheet.layout.find_field(field).box_mm
    return y + height / 2 - sheet.page_mm[1] / 2 if level else x + width / 2 - sheet.page_mm[0] / 2


@pytest.mark.few(1)
@pytest.mark.parametrize(("bend", "field"), [(0.0, "g01.kontra.k30"), (0.6, "g10.augen"), (90.0, "g09.p1")])
def test_fields_under_a_fold_are_told(full: FilledSheet, bend: float, field: str) -> None:
    """Upright, a little askew, and level: every field that the line runs well through is named, hardly another one."""
    at_mm = _through(full, field, level=bend == 90.0)
    shot = _shot(full, bend=bend, fold=8.0, fold_at_mm=at_mm)
    told, under = _creased(shot), _under(shot, full, at_mm)
    assert len(under) > 10
    assert under - told == set()
    assert len(told) < 3 * len(under)


def test_a_sheet_without_a_fold_has_none(
    full: FilledSheet, sheet: FilledSheet, snap: Callable[..., Photograph]
) -> None:
    """Rules, columns of ones, names on their lines and shadows are no folds, as far as boxes and numbers go."""
    for paper, shot in ((full, _shot(full)), (full, _shot(full, curl_mm=15.0, bend=80.0)), (sheet, snap(shadow=0.5))):
        kinds = {place.id: place.kind for place in paper.layout.fields}
        assert not [name for name in _creased(shot) if kinds[name] not in ("text", "signature")]


def test_no_fold_is_read_as_a_cross(full: FilledSheet, save: Callable[..., Path], reader: object) -> None:
    """What the line makes of an empty box is doubted; boxes elsewhere stay as sure as they were."""
    at_mm = _through(full, "g01.kontra.k30")
    shot = _shot(full, bend=0.0, fold=8.0, fold_at_mm=at_mm)
    result = next(iter(read_photo(save(shot.image), None, reader, printed=False)))  # type: ignore[arg-type]
    assert result.problem is None
    crosses, under = [one for one in result.readings if one.kind == "cross"], _under(shot, full, at_mm)
    lined = [one for one in crosses if one.id in under and dict(one.candidates)["x"] > 0.1]
    assert lined
    assert all("doubtful" in one.flags and one.confidence < 0.9 for one in lined)
    elsewhere = [one for one in crosses if one.text == "x" and one.id not in under]
    assert sum("doubtful" in one.flags for one in elsewhere) < 0.2 * len(elsewhere)
