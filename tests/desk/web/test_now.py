"""Jetzt: which sheets are in, what is open, which places are sure."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

from desk.web.access import Access
from desk.web.inbox import Refusal
from tests.desk.paper import ROUND
from tests.desk.web.visitors import WRONG, open_desk, read_words, visit
from tournament.record.entries import hash_bytes

JPEG = b"\xff\xd8\xff"


def test_each_table_says_how_it_stands(tmp_path: Path) -> None:
    """In, open, missing: in words, not only by colour."""
    desk = open_desk(tmp_path, ROUND, WRONG)
    words = read_words(visit(desk, "referee").get("/jetzt").text)
    assert "✓ Tisch 1 da ! Tisch 2 1 offen" in words
    assert "2 von 2 Bögen sind da." in words
    assert "R1 T2: Spiel 5: Zusammen +1 statt 0." in words
    (tmp_path / "b").mkdir()
    words = read_words(visit(open_desk(tmp_path / "b", ROUND), "referee").get("/jetzt").text)
    assert "✓ Tisch 1 da – Tisch 2 fehlt" in words


def test_a_table_whose_photograph_is_unusable_is_shown(tmp_path: Path) -> None:
    """And what is still being read is counted."""
    desk = open_desk(tmp_path, ROUND)
    client = visit(desk, "organiser")
    sender = Access("t2", "table", "", 2, 9e9)
    desk.inbox.take_in(BytesIO(JPEG), sender)
    assert "1 Foto wird gelesen." in read_words(client.get("/jetzt").text)
    desk.inbox.refuse(hash_bytes(JPEG), Refusal("blurred", {"de": "a", "en": "b"}))
    words = read_words(client.get("/jetzt").text)
    assert "✗ Tisch 2 noch einmal" in words
    assert "gelesen" not in words


def test_the_standings_say_what_is_sure(tmp_path: Path) -> None:
    """With nothing open every place is sure; the doubtful row leaves some open."""
    words = read_words(visit(open_desk(tmp_path, ROUND, ROUND), "organiser").get("/jetzt").text)
    assert "0 sicher" in words
    assert "0 offen" not in words
    (tmp_path / "b").mkdir()
    words = read_words(visit(open_desk(tmp_path / "b", ROUND, WRONG), "organiser").get("/jetzt").text)
    assert "0 offen" in words


def test_the_middle_comes_again_only_when_it_changed(tmp_path: Path) -> None:
    """A change that this page does not show sends nothing."""
    client = visit(open_desk(tmp_path, ROUND), "organiser")
    part = client.get("/jetzt", headers={"hx-request": "true"}).text
    address = part.partition('hx-get="')[2].partition('"')[0]
    assert client.get(address, headers={"hx-request": "true"}).status_code == 204
