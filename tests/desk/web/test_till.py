"""Kasse: what comes in and goes out, to the cent."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from desk.web.pages.results.till_page import Till, count_till
from tests.desk.paper import ROUND
from tests.desk.web.visitors import open_desk, read_words, visit
from tournament.evening.book import Book
from tournament.filing.opened.absences import Fees
from tournament.record.facts import Closed

ALL = Fees(1000, ("Anna", "Bernd", "Çem"), ("Dörte",))


@pytest.fixture
def book(tmp_path: Path) -> Book:
    """Eight players of one closed round; the prizes are 50, 30 and 20 euros."""
    desk = open_desk(tmp_path, ROUND, ROUND)
    desk.store.append([Closed(1, "geprüft"), Closed(2, "fällt aus")], by="Eva")
    return replace(desk.open("de").book, prizes=(5000, 3000, 2001))


def test_what_is_left_is_what_came_less_what_goes(book: Book) -> None:
    """Nobody's cent is lost: prizes that cannot be divided stay in the till."""
    till = count_till(book, ALL)
    assert till.final
    assert (till.came_in, till.expected) == (3000, 4000)
    assert till.goes_out + till.undivided == sum(book.prizes)
    assert till.left == 4000 - till.goes_out
    places = {one.player.name: one.place for one in book.standings}
    assert all(places[prize.name] == prize.place for prize in till.prizes)


def test_nobody_gets_a_prize_too_early(book: Book) -> None:
    """As long as the standings may change each prize stands by its place, without a name."""
    till = count_till(replace(book, closed={}), ALL)
    assert not till.final
    assert [(one.place, one.name, one.cents) for one in till.prizes] == [(1, "", 5000), (2, "", 3000), (3, "", 2001)]


def test_an_evening_without_money() -> None:
    """Nothing comes in, nothing goes out."""
    till = Till(Fees(0, (), ("Anna",)), (), False, 0)
    assert (till.came_in, till.expected, till.goes_out, till.left) == (0, 0, 0, 0)


def test_the_page_says_the_sums(tmp_path: Path) -> None:
    """Fee by players, who has not paid by name, and what would be left; on the page of hand-outs the sum is named."""
    desk = open_desk(tmp_path, ROUND)
    client = visit(desk, "organiser")
    words = read_words(client.get("/aushang/kasse").text)
    assert "Ein Startgeld ist noch nicht gesetzt." in words
    assert "Hans" not in words, "nobody lacks what nobody asked for"
    client.post("/spieler/startgeld", data={"fee": "7,50"})
    client.post("/spieler/1/bezahlt", data={"paid": "true"})
    words = read_words(client.get("/aushang/kasse").text)
    for said in (
        "Startgeld, 8 × 7,50 €",
        "60,00 €",
        "Bezahlt haben 1 von 8",
        "Es fehlen noch 7, zusammen 52,50 €",
        "Hans",
    ):
        assert said in words, said
    assert "zusammen 7,50 €" in read_words(client.get("/aushang").text)
    assert "kiebitz" not in words.casefold()
