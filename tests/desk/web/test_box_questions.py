"""Prüfen: where one box alone is in doubt, the question is yes or no, whichever box it is."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect

from desk.web.running_desk import Desk
from tests.desk.web.all_kinds import GAMES, SAID, open_boxes
from tests.desk.web.browser import DESKTOP, PHONE, find_violations, fits, open_browser
from tests.desk.web.forms import PAGE, read_form
from tests.desk.web.visitors import read_words, visit
from tests.tournament.filing.files import make_book
from tests.tournament.filing.test_deciding import list_open
from tests.tournament.fullpaper import Line
from tournament.record.facts import Decided

ITEM = "r1.t1.g3"


def list_points(desk: Desk, game: int = 3) -> tuple[int | None, ...]:
    """What the row counts."""
    return make_book(desk.store).entries[0].sheet.rows[game - 1].points


@pytest.mark.parametrize(
    ("line", "question", "main", "other"),
    [
        (SAID, "Ist Ansage Re angekreuzt?", "Ja, angekreuzt Enter", "Nein, leer N"),
        (
            ("+1 +1 -1 -1", "re1 re2 kontra.kontra@0.95 augen=130 value=1"),
            "Ist Ansage Kontra angekreuzt?",
            "Nein, leer Enter",
            "Ja, angekreuzt J",
        ),
    ],
)
def test_a_call_is_asked_as_yes_or_no(tmp_path: Path, line: Line, question: str, main: str, other: str) -> None:
    """With the picture of the box; it says what counts with a cross and without, the likelier answer first."""
    desk = open_boxes(tmp_path, line)
    page = visit(desk, "referee").get(f"/pruefen/{ITEM}").text
    words = read_words(page)
    assert f"{question} Angekreuzt zählt +2 +2 -2 -2, leer +1 +1 -1 -1. {main} {other}" in words
    assert "bild/feld/r1.t1/g03." in page
    assert "übernehmen" not in words


@pytest.mark.parametrize(
    ("answer", "points", "crossed"), [("main", (2, 2, -2, -2), True), ("outcome", (1, 1, -1, -1), False)]
)
def test_each_answer_counts_and_is_kept(tmp_path: Path, answer: str, points: tuple[int, ...], crossed: bool) -> None:
    """The record holds the box, the row is settled, and U asks again."""
    desk = open_boxes(tmp_path, SAID)
    client = visit(desk, "referee")
    form = read_form(client.get(f"/pruefen/{ITEM}").text)
    sent = {True: "+2,+2,-2,-2 g03.re.re", False: "+1,+1,-1,-1 no-g03.re.re"}[crossed]
    assert f'value="{sent}"' in client.get(f"/pruefen/{ITEM}").text
    client.post(f"/pruefen/{ITEM}", data={**form, "outcome": sent}, headers=PAGE)
    fact = desk.store.read_entries()[-1].fact
    assert isinstance(fact, Decided)
    assert (fact.points, fact.boxes) == (points, (("g03.re.re", crossed),))
    assert ("g03.re.re", "") in fact.ink
    assert ITEM not in list_open(desk.store)
    assert list_points(desk) == points
    client.post("/pruefen/zurueck", data={"later": ""}, headers=PAGE)
    assert ITEM in list_open(desk.store)


def test_a_box_that_the_row_has_not_is_refused(tmp_path: Path) -> None:
    """A form from elsewhere writes nothing."""
    desk = open_boxes(tmp_path, SAID)
    client = visit(desk, "referee")
    form, head = read_form(client.get(f"/pruefen/{ITEM}").text), desk.store.read_head()
    for box in ("g04.re.re", "g03.augen", "g03.nothing"):
        sent = {**form, "outcome": f"+2,+2,-2,-2 {box}"}
        assert client.post(f"/pruefen/{ITEM}", data=sent, headers=PAGE).status_code == 422
    assert desk.store.read_head() == head


def test_what_is_more_than_one_box_is_asked_as_before(tmp_path: Path) -> None:
    """Two boxes in doubt, and a box that is clear while the points do not follow from it."""
    two = ("+1 +1 -1 -1", "re1 re2 re.re@0.9 kontra.kontra@0.9 augen=130")
    clear = ("+2 +2 -2 -2", "re1 re2 augen=130 value=2")
    desk = open_boxes(tmp_path, two, GAMES[1], clear)
    client = visit(desk, "referee")
    for item in (ITEM, "r1.t1.g5"):
        assert "angekreuzt? " not in read_words(client.get(f"/pruefen/{item}").text).partition("Kreuze")[0]


def test_a_bock_box_counts_the_same_either_way(tmp_path: Path) -> None:
    """Where the points stand, the question says so."""
    line = ("+2 +2 -2 -2", "re1 re2 bock@0.9 augen=130 value=2")
    desk = open_boxes(tmp_path, line, rules="stille-hochzeit")
    words = read_words(visit(desk, "referee").get(f"/pruefen/{ITEM}").text)
    assert "Ist Bock angekreuzt? So oder so zählt +2 +2 -2 -2." in words


def test_alike_boxes_are_one_item(tmp_path: Path) -> None:
    """Three rows of a sheet with the same box in doubt: one key, and each row counts its own."""
    desk = open_boxes(tmp_path, SAID, SAID, SAID)
    client = visit(desk, "referee")
    page = client.get(f"/pruefen/{ITEM}").text
    assert "Ja, in allen 3 Zeilen" in read_words(page)
    client.post(f"/pruefen/{ITEM}", data={**read_form(page), "how": "alike"}, headers=PAGE)
    assert not {f"r1.t1.g{game}" for game in (3, 4, 5)} & set(list_open(desk.store))
    assert [list_points(desk, game) for game in (3, 4, 5)] == [(2, 2, -2, -2)] * 3


@pytest.mark.slow
@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_a_box_in_the_browser(tmp_path: Path, size: tuple[int, int]) -> None:
    """Enter takes the likelier answer, a tap the other; axe-core finds nothing, all fits."""
    desk = open_boxes(tmp_path, SAID)
    with open_browser(desk, "organiser", size=size, touch=size == PHONE) as browser:
        browser.open_page(f"/pruefen/{ITEM}")
        assert find_violations(browser) == []
        assert fits(browser)
        if size == PHONE:
            browser.page.get_by_role("button", name="Nein, leer").tap()
        else:
            browser.page.keyboard.press("Enter")
        expect(browser.page.get_by_text("Ist Ansage Re angekreuzt?")).to_have_count(0)
        assert browser.faults == []
    assert list_points(desk) == ((1, 1, -1, -1) if size == PHONE else (2, 2, -2, -2))
