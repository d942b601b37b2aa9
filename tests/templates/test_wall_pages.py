"""The pages for the wall: everybody stands there in large letters, inside the page, and nobody over another."""

from __future__ import annotations

import re
from itertools import combinations

import pypdfium2  # type: ignore[import-untyped]  # it ships no types
import pytest

from templates.drawing.sheet_pdf import make_round_pdf
from templates.drawing.wall_pages import SMALLEST_PT, Wall, WallPlayer, choose_grid, paint_wall
from templates.layout import A4
from templates.sheet_code import SheetCode
from templates.sheet_spec import SheetSpec

LONG = "Maximiliane-Friederike von der Wiesenthal-Brücksheim-Altenburg"
TURKISH, POLISH = "Yıldız İnönü-Öztürk", "Zbigniew Źródłowski"


def make_wall(players: int, seats: int = 4) -> Wall:
    """A round of so many players at tables of `seats`."""
    strange = {2: LONG, 3: TURKISH, 4: POLISH}
    everyone = tuple(
        WallPlayer(start, strange.get(start, f"Wolfgang Meier{start}"), (start - 1) // seats + 1)
        for start in range(1, players + 1)
    )
    tables = tuple(everyone[first : first + seats] for first in range(0, players, seats))
    return Wall("Vereinsabend", "Runde 1", "nach Namen", "nach Tischen", "Start-Nr.", "Tisch", everyone, tables)


def read_pages(pdf: bytes) -> list[tuple[tuple[float, float], str]]:
    """Size in points and text of every page."""
    document = pypdfium2.PdfDocument(pdf)
    pages = [(page.get_size(), page.get_textpage().get_text_range()) for page in document]
    document.close()
    return pages


def make_sheet(table: int | None, *, small: bool = False) -> SheetSpec:
    """A list of points for that table."""
    return SheetSpec(SheetCode("pflichtsolo-40", "points", 4, 16, 1, table, small=small), "Vereinsabend")


@pytest.mark.parametrize("players", [4, 24, 48, 200])
def test_everybody_stands_on_the_wall_twice(players: int) -> None:
    """Once by name and once by table, letters of Turkish and Polish names and all; long names are not cut."""
    wall = make_wall(players)
    pages = read_pages(make_round_pdf([make_sheet(1)], paint_wall(wall), []))[1:]
    text = " ".join(" ".join(words.split()) for _, words in pages)
    for player in wall.names:
        assert all(text.count(part) >= 2 for part in re.split("[ -]", player.name)), player.name
    assert "…" not in text


def test_few_pages_hold_two_hundred() -> None:
    """In print that can be read from two metres: three pages by name, four by table."""
    pages = read_pages(make_round_pdf([make_sheet(1)], paint_wall(make_wall(200)), []))[1:]
    assert sum("nach Namen" in text for _, text in pages) <= 3
    assert sum("nach Tischen" in text for _, text in pages) <= 4


@pytest.mark.parametrize("count", [1, 6, 24, 50, 67, 200, 999])
@pytest.mark.parametrize("needs", [(3.0, 0.5), (4.5, 2.2), (12.0, 0.5)])
def test_the_cells_lie_apart_on_their_pages(count: int, needs: tuple[float, float]) -> None:
    """No cell leaves its page or lies on another, and none is smaller than can be read."""
    grid = choose_grid(count, lambda size: (needs[0] * size, needs[1] * size))
    cells = list(grid.place(count))
    assert len(cells) == count
    assert {page for page, _ in cells} == set(range(grid.pages))
    assert grid.size_pt >= SMALLEST_PT
    for _, (x, y, width, height) in cells:
        assert x >= 10
        assert x + width <= A4.size_mm[0] - 10
        assert y + height <= A4.size_mm[1] - 10
    for (page, one), (other_page, other) in combinations(cells, 2):
        apart = one[0] + one[2] <= other[0] or other[0] + other[2] <= one[0]
        above = one[1] + one[3] <= other[1] + 1e-6 or other[1] + other[3] <= one[1] + 1e-6
        assert page != other_page or apart or above


def test_each_page_has_its_own_size() -> None:
    """Sheets on A5, the wall on A4, in this order."""
    wall = paint_wall(make_wall(8))
    pages = read_pages(make_round_pdf([make_sheet(1, small=True), make_sheet(2, small=True)], wall, [make_sheet(None)]))
    widths = [round(size[0] * 25.4 / 72) for size, _ in pages]
    assert widths == [148, 148, *[210] * len(wall), 210]
    assert make_round_pdf([make_sheet(1)], wall, []) == make_round_pdf([make_sheet(1)], wall, [])
