"""Lists on squared, lined and blank paper: found where they were written, and refused where a row could be lost."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path
from unittest.mock import Mock

import cv2
import numpy as np
import pytest

from dev.filler.camera.camera import photograph
from dev.filler.camera.scene import Scene, choose_size
from dev.filler.pens.glyphs import load_font_hand
from dev.filler.plain_lists import PlainDesign, write_plain_list
from scanner.pipeline import read_photo
from scanner.plain import read_list as plain
from scanner.plain.flat_paper import find_lines, find_paper
from scanner.plain.tight_rows import find_line_rows, part_rows
from scanner.plain.written_words import gather_writing
from scanner.pyramid import build_pyramid
from scanner.read.read_numbers import DigitReader
from scanner.sheet_reading import SheetReading
from templates.layout import Grid, Layout
from texts.field_ids import parse_field

LIST = PlainDesign(
    paper="squared",
    spacing="usual",
    style="points",
    page_mm=(148.0, 210.0),
    pitch_mm=5.0,
    colour="pale blue",
    width_mm=0.2,
    row_mm=10.0,
    top_mm=35.0,
    columns_mm=(30.0, 56.0, 82.0, 108.0),
    names=("Anna", "Bernd", "Ines", "Olaf"),
    games=9,
    digit_mm=5.2,
    slant=0.0,
    drift=0.03,
    value=False,
    numbered=False,
    title="Doppelkopf",
    drawn=("head",),
    skipped=(5,),
    struck=0,
    megapixels=5.0,
    conditions=("clean",),
)
"""Four players, nine games and a row left free before the fifth one."""


@cache
def load_reader() -> DigitReader:
    """The recogniser, loaded once."""
    return DigitReader.load()


def read_list(
    tmp_path: Path, design: PlainDesign, seats: int = 0, style: str = "", scene: Scene | None = None
) -> tuple[SheetReading, tuple[tuple[int, ...], ...], dict[str, str]]:
    """What is read of a photograph of the list; the points of its games; and what was written by field."""
    sheet, points = write_plain_list(design, load_font_hand("patrick-hand"), np.random.default_rng(5))
    scene = scene or Scene(choose_size(design.megapixels), tilt=5, towards=120, jpeg=93)
    path = tmp_path / "list.jpg"
    path.write_bytes(photograph(sheet, scene, np.random.default_rng(6)).jpeg())
    return (
        read_file(path, style or design.style, seats),
        points,
        {name: one.written for name, one in sheet.inks.items()},
    )


def read_file(path: Path, style: str = "points", seats: int = 0) -> SheetReading:
    """What is read of the picture."""
    layout = Layout("plain", (1.0, 1.0), Grid((0.0, 1.0), (0.0, 1.0)), (), seats=seats, plain=style)
    [reading] = read_photo(path, layout, load_reader(), printed=False)
    return reading


@pytest.mark.parametrize(("paper", "pitch"), [("squared", 5.0), ("lined", 10.0), ("blank", 0.0)])
def test_every_number_is_found_in_its_row_and_column(paper: str, pitch: float, tmp_path: Path) -> None:
    """Names on top, nine games below; the row left free is no game."""
    reading, points, written = read_list(tmp_path, replace(LIST, paper=paper, pitch_mm=pitch))
    assert reading.problem is None
    assert [remark.key for remark in reading.remarks[:2]] == [f"scanner.plain.{paper}", "scanner.plain.points"]
    found = {one.id: one.text for one in reading.readings}
    assert sum(name.startswith("name.") for name in found) == 4
    assert len({parse_field(name).game for name in found} - {None}) == len(points)
    assert "scanner.plain.free" in [remark.key for remark in reading.remarks]
    numbers = {name: text for name, text in written.items() if parse_field(name).game}
    assert sum(found.get(name) == text for name, text in numbers.items()) >= 0.9 * len(numbers)
    sure = [one for one in reading.readings if one.id in numbers and one.confidence >= 0.99 and not one.flags]
    assert len(sure) >= 0.6 * len(numbers)
    assert all(int(one.text or 0) == int(numbers[one.id] or 0) for one in sure)


def test_what_is_written_in_every_line_is_parted_between_rows() -> None:
    """Also where digits of neighbouring rows hang together; a line left free is no row."""
    lines, ink = np.arange(20.0, 900.0, 40.0), np.zeros((920, 700), np.uint8)
    middles = [float(lines[at] + 26) for at in range(3, 15) if at != 8]
    for middle in middles:
        for left in (100, 300, 500):
            ink[round(middle) - 2 : round(middle) + 3, left - 12 : left + 15] = 1
            ink[round(middle) - 17 : round(middle) + 24, left : left + 3] = 1
    rows = find_line_rows(ink, lines)
    assert rows is not None
    assert len(rows.rows) == len(middles)
    assert np.abs(rows.rows - middles).max() < 8
    parted, cuts = part_rows(ink, gather_writing(ink, 36.0), rows)
    heights = gather_writing(parted, 36.0).boxes[1:, 3]
    assert cuts.any()
    assert heights.max() < 60


@pytest.mark.few(1)
@pytest.mark.parametrize("turn", [cv2.ROTATE_180, cv2.ROTATE_90_CLOCKWISE, cv2.ROTATE_90_COUNTERCLOCKWISE])
def test_a_photo_that_lies_turned_is_read_as_it_is_meant(
    turn: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same numbers as upright, each at its place in the photo; the whole list is read in one turn only."""
    upright, *_ = read_list(tmp_path, replace(LIST, megapixels=3.0))
    picture = cv2.rotate(cv2.imread(str(tmp_path / "list.jpg"), cv2.IMREAD_GRAYSCALE), turn)
    cv2.imwrite(str(tmp_path / "turned.png"), picture)
    seen = Mock(side_effect=plain._see_paper)
    monkeypatch.setattr(plain, "_see_paper", seen)
    turned = read_file(tmp_path / "turned.png")
    assert seen.call_count == 1
    assert turned.quality is not None
    assert turned.quality.is_upright
    known = {one.id: one for one in upright.readings}
    assert {one.id for one in turned.readings} == set(known)
    assert sum(one.text == known[one.id].text for one in turned.readings) >= 0.95 * len(known)
    high, wide = picture.shape
    (x, y), at = known["g01.p1"].quad_px[0], next(one for one in turned.readings if one.id == "g01.p1").quad_px[0]
    back = {
        cv2.ROTATE_180: (wide - at[0], high - at[1]),
        cv2.ROTATE_90_CLOCKWISE: (at[1], wide - at[0]),
        cv2.ROTATE_90_COUNTERCLOCKWISE: (high - at[1], at[0]),
    }
    assert np.hypot(back[turn][0] - x, back[turn][1] - y) < 12


def test_a_list_that_may_lie_turned_is_asked_about(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing on it is sure where the turn is not."""
    monkeypatch.setattr(plain, "choose_turn", lambda counts: (0, 0.8))
    reading, *_ = read_list(tmp_path, replace(LIST, megapixels=3.0))
    assert reading.quality is not None
    assert not reading.quality.is_upright
    assert {one.flags for one in reading.readings if one.kind == "points"} == {("doubtful",)}


def test_a_list_with_numbered_games_and_values_says_so(tmp_path: Path) -> None:
    """The columns without a name above them are no players."""
    design = replace(LIST, columns_mm=(18.0, 38.0, 60.0, 82.0, 104.0, 126.0), numbered=True, value=True, skipped=())
    reading, points, _ = read_list(tmp_path, design, seats=4)
    assert reading.problem is None
    keys = [remark.key for remark in reading.remarks]
    assert "scanner.plain.numbered" in keys
    assert "scanner.plain.value" in keys
    assert sum(one.id.endswith(".value") for one in reading.readings) == len(points)
    assert {parse_field(one.id).seat for one in reading.readings} - {None} == {1, 2, 3, 4}


def test_running_totals_that_are_called_points_are_refused(tmp_path: Path) -> None:
    """The rows say what they are."""
    reading, *_ = read_list(tmp_path, replace(LIST, style="total", games=10, skipped=()), style="points")
    assert reading.problem is not None
    assert reading.problem.code == "plain-is-total"
    assert reading.readings == ()


def test_another_number_of_players_is_refused(tmp_path: Path) -> None:
    """Five are said to play, and four columns have names."""
    reading, *_ = read_list(tmp_path, LIST, seats=5)
    assert reading.problem is not None
    assert reading.problem.code == "plain-columns"
    assert "5" in reading.problem.in_("de")


def test_a_photo_without_the_names_is_refused(tmp_path: Path) -> None:
    """Above the first row in the picture others may be."""
    sheet, _ = write_plain_list(LIST, load_font_hand("patrick-hand"), np.random.default_rng(5))
    cut = sheet.image[round((LIST.top_mm - 0.6 * LIST.row_mm) * sheet.px_per_mm) :]
    cv2.imwrite(str(tmp_path / "cut.png"), cut[:, :, ::1])
    reading = read_file(tmp_path / "cut.png")
    assert reading.problem is not None
    assert reading.problem.code in ("plain-no-names", "plain-between")


@pytest.mark.parametrize("shade", [0, 240])
def test_paper_without_writing_is_refused(shade: int, tmp_path: Path) -> None:
    """Bare paper, and nothing at all."""
    picture = np.full((1200, 900), shade, np.uint8)
    picture[100:1100, 100:800] = 225
    cv2.imwrite(str(tmp_path / "bare.png"), picture)
    reading = read_file(tmp_path / "bare.png")
    assert reading.problem is not None
    assert reading.problem.in_("de").count(".") >= 1


def test_the_paper_is_found_where_light_falls_off() -> None:
    """Its sides are where it gets brighter at once, not where the lamp's light ends."""
    light = np.linspace(1.0, 0.5, 800)[None, :] * np.ones((1000, 1))
    picture = np.full((1000, 800), 110.0)
    picture[100:900, 80:720] = 230
    corners = find_paper(build_pyramid(np.asarray(picture * light, np.uint8)))
    assert np.abs(corners - [[80, 100], [720, 100], [720, 900], [80, 900]]).max() < 12


def test_lines_at_even_distances_are_the_papers() -> None:
    """Also where some are hidden; a few strokes are none."""
    level = np.zeros((800, 600), np.uint8)
    level[20::25] = 40
    level[220:270] = 0
    lines = find_lines(level)
    assert len(lines) == 32
    assert np.abs(np.diff(lines) - 25).max() < 2
    assert len(find_lines(np.zeros((800, 600), np.uint8))) == 0


def test_such_a_list_among_our_sheets_is_told(tmp_path: Path) -> None:
    """Who sends it where sheets of ours are read hears what it is, and what to do."""
    sheet, _ = write_plain_list(LIST, load_font_hand("patrick-hand"), np.random.default_rng(5))
    shot = photograph(
        sheet, Scene(choose_size(LIST.megapixels), tilt=5, towards=120, jpeg=93), np.random.default_rng(6)
    )
    (tmp_path / "list.jpg").write_bytes(shot.jpeg())
    [reading] = read_photo(tmp_path / "list.jpg", None, load_reader(), printed=False)
    assert reading.problem is not None
    assert reading.problem.code == "plain-list"
    assert "4 Spalten" in reading.problem.in_("de")


def test_turned_lists_are_told_and_tables_are_not() -> None:
    """However the photograph lies; with a line between all rows it is a table's, of which another list says more."""
    sheet, _ = write_plain_list(LIST, load_font_hand("patrick-hand"), np.random.default_rng(5))
    grey = cv2.cvtColor(sheet.image, cv2.COLOR_BGR2GRAY)
    for turn in range(4):
        told = plain.explain_list(build_pyramid(np.ascontiguousarray(np.rot90(grey, turn))))
        assert told is not None
        assert "4 columns" in told.in_("en")
    for y in np.arange(30.0, 140.0, 10.0) * sheet.px_per_mm:
        cv2.line(grey, (200, round(y)), (grey.shape[1] - 250, round(y)), 40, 4)
    assert plain.explain_list(build_pyramid(grey)) is None
