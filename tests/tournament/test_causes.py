"""One cause, one item: what depends on an open row is asked about with it, and what moves most places comes first."""

from __future__ import annotations

import pytest

from scoring.rulesets.load_rules import load
from tests.tournament.filing.files import keep_book
from tests.tournament.fullpaper import full_reading
from tests.tournament.paper import written
from tournament.evening.book import Book
from tournament.review.open_effects import NONE, UNKNOWN, Totals, measure_row
from tournament.review.open_items import OpenItem, list_open_items
from tournament.review.waiting import list_waiting

RULES = load("pflichtsolo-40")
FIRM = "+2 -2 +2 -2"
SOLI = ["-3 +9 -3 -3 solo", "-3 -3 +9 -3 solo", "-3 -3 -3 +9 solo"]
NAMES = ("Anna", "Bernd", "Chris", "Doris")


def keep(lines: list[str], sums: str = "") -> Book:
    """The evening of one sheet with printed names."""
    return keep_book(RULES, [written(lines, sums, names=NAMES)])


def list_places(book: Book) -> list[str]:
    """Where the items stand, Pflichtsoli aside."""
    return [item.place for item in list_open_items(book, "de") if "Pflichtsolo" not in item.findings[0]]


def find_item(book: Book, place: str) -> OpenItem:
    """The item that stands there."""
    return next(item for item in list_open_items(book, "de") if item.place == place)


def test_a_sum_that_hangs_on_a_row_is_asked_with_it() -> None:
    """A -7 where row and sum want -2: one item, reported in one sentence, and the counts agree."""
    book = keep(["+2 +2 -2 -7", FIRM, *SOLI], "-5 +3 +3 -1")
    assert list_places(book) == ["Spiel 1"]
    assert find_item(book, "Spiel 1").findings == ("Doris: Mit -2 statt -7 stimmen Zeile und Summe.",)
    assert book.open_items == len(list_open_items(book, "de"))
    assert [finding.code for finding in book.entries[0].sheet.caused[1]] == ["sum-mismatch"]


def test_a_sum_that_is_wrong_anyway_stays_an_item() -> None:
    """Neither number of the row makes this total right."""
    book = keep(["+2 +2 -2 -7", FIRM, *SOLI], "-5 +3 +4 -1")
    assert "Summenzeile" in list_places(book)


def test_a_pflichtsolo_that_hangs_on_a_cross_is_asked_with_its_row() -> None:
    """Whether Anna has her solo is the same question as whether that cross stands there."""
    book = keep(["+9 -3 -3 -3 ~solo@0.6", *SOLI])
    (item,) = list_open_items(book, "de")
    assert item.place == "Spiel 1"
    assert item.findings[-1] == "Anna hat kein Pflichtsolo angekreuzt. Fehlt das Kreuz in Spiel 1?"


BOCK = load("stille-hochzeit")
EVEN = ("-2 +2 -2 +2", "re1 re3 augen=120 value=2")


@pytest.mark.parametrize(
    ("lines", "place"),
    [
        ([EVEN, ("+4 -4 +4 -4", "re1 re3 re.re ~bock@0.6 augen=153 value=4")], "Spiel 2"),
        (
            [("-2 +2 -2 +2", "re1 re3 augen=120~130@0.6 value=3"), ("+1 -1 +1 -1", "re1 re3 augen=130 value=1")],
            "Spiel 1",
        ),
    ],
)
def test_a_bock_game_that_hangs_on_a_misread_is_asked_with_its_row(lines: list[tuple[str, str]], place: str) -> None:
    """Whether the cross stands there, or the game before ended 120 to 120, is the question; the rest follows."""
    items = list_open_items(keep_book(BOCK, [full_reading(BOCK, lines)]), "de")
    assert [item.place for item in items if "Bock" in " ".join(item.findings)] == [place]
    assert any("Das muss ein Bockspiel sein" in words for item in items for words in item.findings)


def test_a_bock_game_that_nobody_doubled_is_asked_with_its_row() -> None:
    """The details and the Nullspiel above show the same of one row: 1 instead of 2."""
    book = keep_book(BOCK, [full_reading(BOCK, [EVEN, ("+1 -1 +1 -1", "re1 re3 bock augen=130 value=1")])])
    assert [item.place for item in list_open_items(book, "de") if "Bock" in " ".join(item.findings)] == ["Spiel 2"]
    (waiting,) = [one for one in list_waiting(book) if "Bock" in one.sentence]
    assert waiting.sentence.endswith("Das muss ein Bockspiel sein. 1 ist aber nicht durch 2 teilbar.")


def test_a_bock_cross_that_must_be_there_is_not_taken_back() -> None:
    """Points without the doubling make a blank box likely; the Nullspiel above does not."""
    lines = [EVEN, ("+1 -1 +1 -1", "re1 re3 bock@0.996 augen=130 value=1")]
    book = keep_book(BOCK, [full_reading(BOCK, lines)])
    (item,) = [item for item in list_open_items(book, "de") if "Bock" in " ".join(item.findings)]
    assert item.place == "Spiel 2"
    assert all("Bock" not in words for words in item.proposals)
    assert "verlesen: Bock-Kreuz" in item.findings[0]


@pytest.mark.parametrize("lines", [["+1 +1 -1 +1", "+8 +8 -8 +8"], ["+8 +8 -8 +8", "+1 +1 -1 +1"]])
def test_what_moves_places_comes_first(lines: list[str]) -> None:
    """A wrong sign of 8 moves more places than one of 1, in whichever row it stands."""
    wrong = lines.index("+8 +8 -8 +8") + 1
    assert list_places(keep([*lines, *SOLI])) == [f"Spiel {wrong}", f"Spiel {3 - wrong}"]


def test_nobody_knows_what_an_unread_row_changes() -> None:
    """It has no other reading, so it comes before all whose effect is known; a sum changes nobody's points."""
    book = keep(["? ? ? ?", "+2 +2 -2 -4", *SOLI], "0 0 0 0")
    entry = book.entries[0]
    totals = Totals.from_players(book.players)
    assert measure_row(totals, entry, entry.sheet.rows[0]) == UNKNOWN
    assert UNKNOWN < measure_row(totals, entry, entry.sheet.rows[1]) <= NONE
    assert list_places(book)[0] == "Spiel 1"
