"""Sitzplan: how the rounds are drawn, for everybody; looking at it draws nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from desk.web.access import Role
from tests.desk.paper import ROUND
from tests.desk.web.visitors import open_desk, read_words, visit
from tournament.filing.setup.player_entries import make_joining, make_leaving
from tournament.record.facts import Closed, RoundPrinted
from tournament.record.player_facts import PlayerDropped
from tournament.record.replay import replay


@pytest.mark.parametrize("role", ["organiser", "table", "public"])
def test_a_draw_is_shown_to_everybody(tmp_path: Path, role: Role) -> None:
    """By table and by name, from the menu; round 2, which is not drawn, is not there, and nothing is written."""
    desk = open_desk(tmp_path)
    client = visit(desk, role)
    before = desk.store.read_head()
    page = client.get("/sitzplan")
    words = read_words(page.text)
    assert "Tisch 2 Emil Frieda Gül Hans" in words
    assert "Anna Tisch 1" in words
    assert "Runde 2" not in words
    assert 'aria-current="page"' in page.text
    assert client.post("/sitzplan").status_code == 405
    assert desk.store.read_head() == before


def test_what_is_not_drawn_is_said(tmp_path: Path) -> None:
    """No round yet; a round that is to be drawn anew; who has no seat in a round that stands; who has left."""
    desk = open_desk(tmp_path)
    client = visit(desk, "public")
    store = desk.store
    store.append(make_leaving(replay(store.read_entries()), "Emil", 0).facts, by="Wart")
    assert "Wird neu ausgelost" in read_words(client.get("/sitzplan").text)
    store.append([RoundPrinted(1)], by="Wart")
    store.append(make_joining(replay(store.read_entries()), "Ida", "", None, None).facts, by="Wart")
    words = read_words(client.get("/sitzplan").text)
    assert "Noch ohne Platz: Ida." in words
    assert "Emil spielt nicht mit" in words
    assert "Wird neu ausgelost" not in words


def test_before_the_first_draw(tmp_path: Path) -> None:
    """A sentence; the organiser gets the way to the draw."""
    from desk.web.access import Register
    from desk.web.running_desk import Desk
    from tests.tournament.filing.files import open_tournament

    desk = Desk(open_tournament(tmp_path).where, Register(tmp_path / "links.json"), "de")
    assert "/spieler#rounds" not in visit(desk, "public").get("/sitzplan").text
    html = visit(desk, "organiser").get("/sitzplan").text
    assert "Noch keine Runde ausgelost." in read_words(html)
    assert "/spieler#rounds" in html


def test_a_round_that_is_over_is_folded(tmp_path: Path) -> None:
    """The next round stands open."""
    desk = open_desk(tmp_path, ROUND, ROUND)
    client = visit(desk, "public")
    assert client.get("/sitzplan").text.count('<details class="card" open>') == 1
    desk.store.append([Closed(1), PlayerDropped(1, 1)], by="Wart")
    assert client.get("/sitzplan").text.count('<details class="card" open>') == 0


def test_when_every_round_is_over(tmp_path: Path) -> None:
    """The seats of all rounds stay to be seen, none of them opened."""
    desk = open_desk(tmp_path, ROUND, ROUND)
    desk.store.append([Closed(1)], by="Wart")
    page = visit(desk, "public").get("/sitzplan")
    assert page.status_code == 200
    assert "Tisch 2 Emil Frieda Gül Hans" in read_words(page.text)
    assert '<details class="card" open>' not in page.text
