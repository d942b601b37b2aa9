"""Pictures of rows, fields and sheets: from the copy in the file or the photograph beside it, and nothing else."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from PIL import Image

from desk.pictures.flat_sheet import find_view
from desk.pictures.picture_shelf import ByteCache, PictureShelf, view_sheet
from scanner.sheet_reading import Quad
from templates.list_sheets import make_list_layout
from templates.sheet_code import SheetCode
from tests.desk.photographed import make_photo, open_with
from tournament.filing.opened.open_evening import open_evening


def measure(jpeg: bytes | None) -> tuple[int, int]:
    """Width and height."""
    assert jpeg is not None
    with Image.open(io.BytesIO(jpeg)) as picture:
        return picture.size


def has_orange(jpeg: bytes | None) -> bool:
    """Whether a frame is drawn on it."""
    assert jpeg is not None
    with Image.open(io.BytesIO(jpeg)) as picture:
        pixels = picture.convert("RGB").tobytes()
    return any(red > 200 and blue < 60 for red, blue in zip(pixels[::3], pixels[2::3], strict=True))


def test_a_half_sized_copy_shows_the_same_places(tmp_path: Path) -> None:
    """The copy in the file is smaller than the photograph that was read; frames lie where the fields are."""
    store, _ = open_with(tmp_path, make_photo(1050))
    evening, shelf = open_evening(store), PictureShelf(store)
    entry = evening.book.entries[0]
    row = entry.sheet.rows[4]
    strip = shelf.cut_row(evening, entry, row, ["g05.p2"])
    assert has_orange(strip)
    assert not has_orange(shelf.cut_row(evening, entry, row, []))
    assert shelf.cut_row(evening, entry, row, ["g05.p2"]) is strip
    wide, high = measure(shelf.cut_cell(evening, entry.sheet.source, row.source.readings[1]))
    assert wide > high
    assert measure(shelf.draw_sheet(evening, entry.sheet.source)) == view_sheet(entry.sheet.source).size


def test_without_a_copy_the_photograph_itself_is_used(tmp_path: Path) -> None:
    """As long as it lies in the folder unchanged; a changed one of the same size is not shown."""
    store, photo = open_with(tmp_path)
    evening, folder = open_evening(store), tmp_path / "abend-fotos"
    entry = evening.book.entries[0]
    assert PictureShelf(store).cut_row(evening, entry, entry.sheet.rows[0], []) is None
    folder.mkdir()
    (folder / "a.jpg").write_bytes(photo)
    assert PictureShelf(store).cut_row(evening, entry, entry.sheet.rows[0], []) is not None
    (folder / "a.jpg").write_bytes(photo[:-1] + b"x")
    assert PictureShelf(store).cut_row(evening, entry, entry.sheet.rows[0], []) is None


@pytest.mark.parametrize("turned", [False, True])
def test_a_sheet_is_shown_upright(*, turned: bool) -> None:
    """Fields keep their order from left to right and from top to bottom, however the photograph was held."""
    first: Quad = ((100, 100), (200, 100), (200, 140), (100, 140))
    second: Quad = ((300, 300), (400, 300), (400, 340), (300, 340))
    if turned:
        first, second = _turn(first), _turn(second)
    view = find_view({"g01.p1": first, "g02.p2": second})
    (ax, ay), (bx, by) = view.place(first)[0], view.place(second)[2]
    assert 0 < ax < bx < view.size[0]
    assert 0 < ay < by < view.size[1]


@pytest.mark.parametrize("known", [True, False])
def test_perspective_is_taken_out(*, known: bool) -> None:
    """Fields of a sheet seen from aside are upright boxes in the picture, also where nobody knows its page."""
    layout = make_list_layout(SheetCode("pflichtsolo-40", "points", 4, 16, 1, 1, True))
    quads = {field.id: _see_aslant(field.box_mm) for field in layout.fields}
    view = find_view(quads, layout if known else None)
    for quad in quads.values():
        (ax, ay), (bx, by), (cx, cy), (dx, dy) = view.place(quad)
        assert max(abs(ay - by), abs(dy - cy), abs(ax - dx), abs(bx - cx)) <= (1 if known else 25)
        assert 0 <= ax < bx <= view.size[0]
        assert 0 <= ay < dy <= view.size[1]


def test_a_page_that_does_not_fit_is_not_forced_on_the_fields() -> None:
    """Where the code names another page than the fields lie on, all fields are shown as they lie."""
    layout = make_list_layout(SheetCode("pflichtsolo-40", "points", 4, 16, 1, 1, True))
    last = {field.id: other.box_mm for field, other in zip(layout.fields, reversed(layout.fields), strict=True)}
    quads = {one: _see_aslant(box) for one, box in last.items()}
    assert find_view(quads, layout) == find_view(quads)


def _see_aslant(box: tuple[float, float, float, float]) -> Quad:
    """The box as a camera sees it that is held too low and turned."""
    x, y, w, h = box
    first, second, third, fourth = (
        (12 * (a + 0.1 * b) / (1 + b / 600), 12 * (b - 0.05 * a) / (1 + b / 600))
        for a, b in ((x, y), (x + w, y), (x + w, y + h), (x, y + h))
    )
    return first, second, third, fourth


def _turn(quad: Quad) -> Quad:
    """The field in a photograph that lies on its side."""
    first, second, third, fourth = ((1000 - y, x) for x, y in quad)
    return first, second, third, fourth


def test_the_cache_forgets_what_was_not_asked_for() -> None:
    """At most so many bytes are kept; what is larger than that is not kept at all."""
    cache: ByteCache[bytes] = ByteCache(10, len)
    cache.put("a", b"12345")
    cache.put("b", b"12345")
    assert cache.find("a")
    cache.put("c", b"123")
    cache.put("d", bytes(11))
    assert [cache.find(key) for key in "abcd"] == [b"12345", None, b"123", None]
