"""One cause, one item: a sum that goes on from a row as it was written is not asked about once the row is decided."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.desk.paper import ROUND, sheet
from tests.tournament.filing.files import NAMES, make_book, open_tournament, put_in
from tests.tournament.filing.test_deciding import decide, list_open
from tournament.filing.opened.open_evening import open_evening
from tournament.record.store import Store
from tournament.review.waiting import list_waiting

MISCOUNTED = ROUND.replace("+2 +2 -2 -2", "+2 +2 -2 -3", 1)
UNTRIPLED = ROUND.replace("-3 -3 -3 +9 x", "-3 -3 -3 +3 x", 1)


def open_sheet(folder: Path, text: str, sums: str) -> Store:
    """One sheet with these rows and sums, all of whose players are known."""
    store = open_tournament(folder)
    put_in(store, sheet("a.jpg", text, sums=sums, names=NAMES[:4]))
    return store


@pytest.mark.parametrize(
    ("text", "sums", "item", "points", "total"),
    [
        (MISCOUNTED, "0 0 0 -1", "r1.t1.g5", "+2,+2,-2,-2", 0),
        (UNTRIPLED, "0 0 0 -6", "r1.t1.g4", "-3,-3,-3,+9", 0),
        (UNTRIPLED, "0 0 0 -6", "r1.t1.g4", "-1,-1,-1,+3", -6),
    ],
)
def test_a_sum_that_follows_the_row_is_not_asked(
    tmp_path: Path, text: str, sums: str, item: str, points: str, total: int
) -> None:
    """The players added up what they wrote. The sum stays as it is written, and a note shows whom it follows."""
    store = open_sheet(tmp_path, text, sums)
    decide(store, item, "points", points=points)
    assert list_open(store) == []
    found = make_book(store).entries[0].sheet
    assert (found.sums[3], found.totals[3]) == (sums.split()[3], total)
    told = list(dict.fromkeys(one.message("de") for one in found.findings if one.code == "sum-mismatch"))
    assert told == [f"Die Summe rechnet Spiel {item[7:]} anders, als entschieden ist."]


def test_a_sum_that_the_rejected_proposal_mends_is_not_asked(tmp_path: Path) -> None:
    """The sums agree with what was proposed; somebody lets the written row count all the same."""
    store = open_sheet(tmp_path, MISCOUNTED, "0 0 0 0")
    decide(store, "r1.t1.g5", "as-written")
    assert list_open(store) == []


def test_a_sum_with_a_slip_of_its_own_is_asked(tmp_path: Path) -> None:
    """It fits neither the row as it was written nor as it was decided; the sentence quotes what stands there."""
    store = open_sheet(tmp_path, MISCOUNTED, "0 0 0 +6")
    decide(store, "r1.t1.g5", "points", points="+2,+2,-2,-2")
    [one] = list_waiting(open_evening(store).book)
    assert (one.item, one.sentence) == (
        "r1.t1.sum",
        "Dörte: Die Spalte ergibt +0, nicht +6. Die Summen ergeben zusammen +6 statt 0.",
    )
    decide(store, "r1.t1.sum", "accept")
    assert list_open(store) == []


def test_a_slip_beside_a_row_that_is_followed_is_quoted_as_written(tmp_path: Path) -> None:
    """Two rows were decided otherwise than three sums have them; only the fourth has a slip as well."""
    text = UNTRIPLED.replace("+2 +2 -2 -2", "+4 +4 -4 -4", 1)
    store = open_sheet(tmp_path, text, "+2 +2 -2 -9")
    decide(store, "r1.t1.g5", "points", points="+2,+2,-2,-2", reason="gefragt")
    decide(store, "r1.t1.g4", "points", points="-3,-3,-3,+9", reason="ein Solo")
    [one] = [one for one in list_waiting(open_evening(store).book) if one.item == "r1.t1.sum"]
    assert one.sentence.startswith("Dörte: Die Spalte ergibt +0, nicht -9.")


def test_what_was_accepted_of_the_sums_is_not_asked_again(tmp_path: Path) -> None:
    """A row that is decided later changes the number in the sentence, and no more."""
    store = open_sheet(tmp_path, MISCOUNTED, "0 0 0 +6")
    decide(store, "r1.t1.g5", "points", points="+2,+2,-2,-2")
    decide(store, "r1.t1.sum", "accept")
    decide(store, "r1.t1.g6", "points", points="-3,-3,+3,+3", reason="am Tisch gefragt")
    assert list_open(store) == []
