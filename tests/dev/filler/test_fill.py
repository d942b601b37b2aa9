"""What the truth says is what stands on the paper."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
from numpy.typing import NDArray

from dev.filler.fill import fill_foreign, fill_sheet
from dev.filler.pens.glyphs import list_fonts, load_font_hand
from dev.filler.pens.sheet import FilledSheet, Manner
from dev.rounds.points import draw_points_round
from dev.rounds.written import write_round
from templates.drawing.sheet_pdf import render_sheet
from templates.foreign.layout_file import load_layout
from templates.layout import Box
from templates.sheet_spec import make_layout

from .conftest import NAMES, SPEC, filled

LIST = "templates/layouts/doppelkopf-liste.toml"


@cache
def _bare(scale: float) -> NDArray[np.int_]:
    return render_sheet(SPEC, scale).astype(int)


def _ink(sheet: FilledSheet, box: Box) -> float:
    """Share of the box's middle that is darker than the bare print there."""
    x, y, width, height = box
    scale = sheet.px_per_mm
    rows = slice(int((y + 0.12 * height) * scale), int((y + 0.88 * height) * scale))
    columns = slice(int((x + 0.04 * width) * scale), int((x + 0.96 * width) * scale))
    bare = _bare(scale)[rows, columns]
    return float((bare - sheet.image[rows, columns].min(axis=2) > 70).mean())


def test_written_fields_hold_ink_and_blank_ones_do_not(sheet: FilledSheet) -> None:
    """For points, crosses and sums alike; the extra rows of offences are blank here. Neighbours may reach in."""
    for field in sheet.layout.fields:
        written, ink = sheet.inks[field.id].written, _ink(sheet, field.box_mm)
        if sheet.inks[field.id].by == "hand":
            assert (ink > 0.006) if written else (ink < 0.004), (field.id, written, ink)


def test_every_field_of_the_layout_has_its_truth(sheet: FilledSheet) -> None:
    """A field without truth could never be counted wrong."""
    assert set(sheet.inks) == {field.id for field in make_layout(SPEC.code).fields}


def test_what_is_written_is_what_was_meant(sheet: FilledSheet) -> None:
    """The characters spell the points, with or without plus, and zero in the scribe's way."""
    for game, row in enumerate(sheet.round_.rows, 1):
        for seat, points in enumerate(row.cells, 1):
            text = sheet.inks[f"g{game:02}.p{seat}"].written
            assert text in ({"0", "-", "/"} if points == 0 else {f"{points}", f"{points:+}"})
        assert sheet.inks[f"g{game:02}.solo"].written == ("x" if row.solo else "")


def test_the_same_seed_fills_the_same_sheet() -> None:
    """To the last pixel."""
    first, second, other = (filled(seed, Manner(struck=2), 4.0) for seed in (5, 5, 6))
    assert np.array_equal(first.image, second.image)
    assert first.inks == second.inks
    assert not np.array_equal(first.image, other.image)


@pytest.mark.parametrize(
    ("manner", "flag", "count"),
    [
        (Manner(overwritten=3), "overwritten", 3),
        (Manner(struck=4), "overwritten", 4),
        (Manner(illegible=2), "illegible", 2),
        (Manner(taken_back=2), "taken-back", 2),
    ],
)
def test_corrections_are_flagged(manner: Manner, flag: str, count: int) -> None:
    """As many as ordered, and only they; what counts is the number that was meant last."""
    sheet = filled(3, manner, 4.0)
    flagged = {name: ink for name, ink in sheet.inks.items() if ink.flags}
    assert len(flagged) == count
    assert all(ink.flags == (flag,) for ink in flagged.values())
    assert all(bool(ink.written) == (flag == "overwritten") for ink in flagged.values())


def test_a_struck_out_number_leaves_more_ink_than_the_number_alone() -> None:
    """The wrong number stays on the paper beside the right one."""
    plain, mended = filled(4, Manner(), 6.0), filled(4, Manner(struck=6), 6.0)
    places = [field for field in mended.layout.fields if mended.inks[field.id].flags]
    assert len(places) == 6
    more = [_ink(mended, field.box_mm) - _ink(plain, field.box_mm) for field in places]
    assert np.mean(more) > 0.01


@pytest.mark.parametrize("pen", ["ball", "gel", "felt", "pencil"])
def test_every_pen_writes(pen: str) -> None:
    """Every written number is there, however faint the pencil."""
    sheet = filled(2, Manner(pen=pen), 6.0)
    cells = [field for field in sheet.layout.fields if field.kind == "points" and sheet.inks[field.id].written]
    assert len(cells) >= 60
    assert min(_ink(sheet, field.box_mm) for field in cells) > 0.003


def test_felt_leaves_more_ink_than_pencil() -> None:
    """The same numbers of the same hand."""
    felt, pencil = (filled(2, Manner(pen=pen), 6.0) for pen in ("felt", "pencil"))
    box = (30.0, 55.0, 140.0, 160.0)
    assert _ink(felt, box) > 1.5 * _ink(pencil, box)


@pytest.mark.parametrize("name", list_fonts())
def test_every_font_has_all_digits_signs_and_umlauts(name: str) -> None:
    """A font without a minus would turn losers into winners."""
    hand = load_font_hand(name)
    for char in "0123456789+-/":
        assert hand.glyphs[char][0].mask.size > 20
    assert hand.glyphs["-"][0].drop < -0.15  # above the base line


def test_printed_names_are_print_and_written_names_are_hand(sheet: FilledSheet) -> None:
    """The scanner may read the one and must not guess the other."""
    assert all(sheet.inks[f"name.p{seat}"].by == "hand" for seat in range(1, 5))
    round_ = write_round(draw_points_round(4, 16, np.random.default_rng(1)))
    spec, rng = type(SPEC)(SPEC.code, "Probe", NAMES), np.random.default_rng(1)
    printed = fill_sheet(spec, round_, [load_font_hand("kalam")], rng, px_per_mm=4.0)
    assert [printed.inks[f"name.p{seat}"].written for seat in range(1, 5)] == list(NAMES)
    assert all(printed.inks[f"name.p{seat}"].by == "print" for seat in range(1, 5))


def test_a_foreign_list_is_filled_in_its_own_cells(request: pytest.FixtureRequest) -> None:
    """Its layout counts from the ruled table, which lies somewhere on the page."""
    rng = np.random.default_rng(7)
    layout = load_layout(request.config.rootpath / LIST)
    round_ = write_round(draw_points_round(4, 16, rng))
    sheet = fill_foreign(
        layout, "Freitag", round_, [load_font_hand("kalam")], rng, px_per_mm=6.0, manner=Manner(pen="felt")
    )
    left, top = sheet.origin_mm
    assert left > 5
    assert top > 5
    x, y, width, height = layout.find_field("g01.p1").box_mm
    cell = sheet.image[
        int((y + top + 2) * 6) : int((y + top + height - 2) * 6),
        int((x + left + 2) * 6) : int((x + left + width - 2) * 6),
    ]
    assert int(cell.min()) < 130
    assert sheet.code is None
