"""Certificates: who has one, what stands on it, and that a place that may change is on none."""

from __future__ import annotations

from dataclasses import replace

import pypdfium2  # type: ignore[import-untyped]  # it ships no types
import pytest

from tests.tournament.evening import HOSTILE
from tests.tournament.wall.test_wall import finish, keep, read_pages
from texts.sentences import Phrase
from tournament.handout.certificates import list_winners, make_certificates
from tournament.handout.wall_list import WallList, WallRow, make_wall_list


def make_final(*places: int, names: tuple[str, ...] = ()) -> WallList:
    """Final standings of two rounds with these places."""
    called = names or tuple(f"Spieler {number}" for number in range(1, len(places) + 1))
    rows = tuple(
        WallRow(place, places.count(place) > 1, number, name, "SC Kiel", (10, -place), 10 - place, 0, 0)
        for number, (place, name) in enumerate(zip(places, called, strict=True), 1)
    )
    return replace(make_wall_list(finish(keep())), rounds=(1, 2), rows=rows)


def test_the_first_three_have_one_each() -> None:
    """Title, name, club, place, points, day, and a line for the signature; A4 across."""
    data = make_certificates(make_final(1, 2, 3, 4), "de")
    pages = read_pages(data)
    assert len(pages) == 3
    assert {(round(page.get_width()), round(page.get_height())) for page in pypdfium2.PdfDocument(data)} == {(842, 595)}
    for number, page in enumerate(pages, 1):
        for words in ("Herbstturnier", "URKUNDE", f"{number}. Platz", f"Spieler {number}", "SC Kiel", "21.11.2026"):
            assert words in page
        assert f"mit +{10 - number} Punkten in 2 Runden" in page
        assert "Turnierleitung" in page


@pytest.mark.parametrize(
    ("places", "count", "shared"),
    [((1, 2, 2, 4), 3, {2: "Spieler 3", 3: "Spieler 2"}), ((1, 1, 1, 1, 5), 4, {1: "Spieler 2, Spieler 3, Spieler 4"})],
)
def test_who_shares_a_place_has_the_same(places: tuple[int, ...], count: int, shared: dict[int, str]) -> None:
    """Each one's certificate names the others; behind two seconds there is no third."""
    pages = read_pages(make_certificates(make_final(*places), "de"))
    assert len(pages) == count
    for number, others in shared.items():
        assert f"gemeinsam mit {others}" in pages[number - 1]
    assert ["gemeinsam" in page for page in pages] == [places.count(place) > 1 for place in places[:count]]


def test_a_place_that_may_change_is_on_none() -> None:
    """Nor is that of who left, or is on no sheet."""
    with pytest.raises(ValueError, match="not final"):
        make_certificates(replace(make_final(1, 2), final=False), "de")
    wall = make_final(1, 2, 3)
    left = replace(wall.rows[1], left=Phrase("wall.withdrew", {"round": 1}))
    unseen = replace(wall.rows[2], rounds=(None, None))
    assert list_winners(replace(wall, rows=(wall.rows[0], left, unseen))) == wall.rows[:1]


@pytest.mark.parametrize("lang", ["de", "en"])
def test_no_name_breaks_out_of_its_frame(lang: str) -> None:
    """Hostile and very long names and titles: there is a white strip inside the frames."""
    for name in HOSTILE:
        wall = replace(make_final(1, names=(name,)), title=name * 5)
        page = pypdfium2.PdfDocument(make_certificates(wall, lang))[0].render(scale=0.5).to_pil().convert("L")
        edge, top = round(17 / 297 * page.width), page.height // 5
        strip = page.crop((edge, top, edge + 8, page.height - top))
        assert min(strip.tobytes()) > 250, name
