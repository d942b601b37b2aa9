"""What a row's crosses and fields may be settled as, by a step of its own."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import pytest

from desk.cli.run.run_status import list_lines
from desk.web.pages.review.item_view import view_item
from dev.rounds.doubtful_sheets import draw_doubtful_sheet
from scoring.rulesets.load_rules import load
from tests.desk.paper import ROUND, sheet
from tests.tournament.filing.files import NAMES, make_book, open_tournament, put_in
from tests.tournament.filing.test_deciding import list_open
from tournament.errors import RefusedDecision
from tournament.filing.decisions.deciding import Wish, make_decision
from tournament.filing.opened.open_evening import open_evening
from tournament.filing.rounds.evening_status import describe_status
from tournament.human_decisions import How
from tournament.record.store import Store
from tournament.review.open_items import list_open_items
from tournament.review.waiting import list_waiting

UNCROSSED = ROUND.replace("-3 -3 -3 +9 x", "-3 -3 -3 +9", 1)
WRONGLY_CROSSED = ROUND.replace("+2 +2 -2 -2", "+2 +2 -2 -2 x", 1)


def cross(store: Store, item: str, solo: bool | None = None, offence: bool | None = None, **more: str) -> None:
    """The referee says how the crosses count."""
    wish = Wish(item, "points", solo=solo, offence=offence, **more)
    store.append([make_decision(open_evening(store), wish)], by="Referee")


def open_sheet(folder: Path, text: str) -> Store:
    """One sheet with these rows, all of whose players are known."""
    store = open_tournament(folder)
    put_in(store, sheet("a.jpg", text, names=NAMES[:4]))
    return store


def test_a_cross_that_was_forgotten_is_added(tmp_path: Path) -> None:
    """The points stay; the Pflichtsolo is there, and nobody is asked about it."""
    store = open_sheet(tmp_path, UNCROSSED)
    assert list_open(store) == ["r1.t1.pflichtsolo"]
    cross(store, "r1.t1.g4", solo=True, reason="ein Solo")
    assert list_open(store) == []
    row = make_book(store).entries[0].sheet.rows[3]
    assert (row.points, row.solo, row.source.solo and row.source.solo.text) == ((-3, -3, -3, 9), True, "")


def test_a_cross_too_many_is_taken_away(tmp_path: Path) -> None:
    """Two against two is no solo: without its cross the row is right."""
    store = open_sheet(tmp_path, WRONGLY_CROSSED)
    assert "r1.t1.g5" in list_open(store)
    cross(store, "r1.t1.g5", solo=False)
    assert list_open(store) == []
    assert not make_book(store).entries[0].sheet.rows[4].solo


def test_a_cross_may_make_a_row_impossible(tmp_path: Path) -> None:
    """Then it needs a reason; and a matter of the sheet has no cross."""
    store = open_sheet(tmp_path, UNCROSSED)
    with pytest.raises(RefusedDecision, match="Solo"):
        cross(store, "r1.t1.g5", solo=True)
    with pytest.raises(RefusedDecision, match="bei der Zeile"):
        cross(store, "r1.t1.pflichtsolo", solo=True)
    cross(store, "r1.t1.g5", solo=True, reason="am Tisch gefragt")
    assert make_book(store).entries[0].sheet.rows[4].solo


def test_a_proposal_shows_the_cross_that_counts_with_it(tmp_path: Path) -> None:
    """-2 for -6 in a solo: command line, JSON and workbook say "+2 -6 +2 +2 Solo", and it is accepted so."""
    store = open_tournament(tmp_path)
    put_in(store, sheet("a.jpg", ROUND.replace("+2 +2 -2 -2", "+2 -2 +2 +2 x", 1), sums="0 -8 +4 +4", names=NAMES[:4]))
    evening = open_evening(store)
    (one,) = describe_status(evening)["open"]
    assert (one["proposal"], one["proposal_text"]) == (["+2", "-6", "+2", "+2"], "+2 -6 +2 +2 Solo")
    assert one["proposals"][0]["counts"] == "+2 -6 +2 +2 Solo"
    assert any(line.endswith("Vorschlag: +2 -6 +2 +2 Solo") for line in list_lines(describe_status(evening), "de"))
    (item,) = list_open_items(evening.book, "de")
    assert item.proposals == ("Bernd: -6 statt -2 (dann +2 -6 +2 +2 Solo)",)
    view = view_item(evening, list_waiting(evening.book), "r1.t1.g5", "de")
    assert view is not None
    assert view.proposal == "+2 -6 +2 +2 Solo"
    store.append([make_decision(evening, Wish("r1.t1.g5", "accept"))], by="Referee")
    row = make_book(store).entries[0].sheet.rows[4]
    assert (row.points, row.solo, row.status) == ((2, -6, 2, 2), True, "ok")


def test_an_offence_is_decided_with_its_points(tmp_path: Path) -> None:
    """Points and cross in one step; undone crosses come back as they are written."""
    store = open_sheet(tmp_path, ROUND)
    cross(store, "r1.t1.g6", offence=True, points="-15,+5,+5,+5", reason="Strafe")
    row = make_book(store).entries[0].sheet.rows[5]
    assert (row.points, row.offence) == ((-15, 5, 5, 5), True)
    cross(store, "r1.t1.g6", offence=False, points="-2,-2,+2,+2", reason="doch keine")
    assert not make_book(store).entries[0].sheet.rows[5].offence


@pytest.mark.parametrize("how", ["accept", "as-written"])
@pytest.mark.parametrize("style", ["totals", "plus"])
def test_no_total_and_no_blank_counts_as_points(tmp_path: Path, style: str, how: How) -> None:
    """Where a cell holds no seat's points, what is written counts as what it shows, or is refused."""
    rng, rules, found = random.Random(style), load("pflichtsolo-40"), 0
    for number in range(3):
        (folder := tmp_path / str(number)).mkdir()
        store = open_tournament(folder)
        reading = draw_doubtful_sheet(rng, rules, 4, style, count=6).reading  # type: ignore[arg-type]  # a style
        put_in(store, replace(reading, photo="a.jpg", photo_sha256="1" * 64))
        evening = open_evening(store)
        for row in evening.book.entries[0].sheet.rows:
            try:
                points = make_decision(evening, Wish(f"r1.t1.g{row.game}", how, reason="so")).points
            except RefusedDecision:
                continue
            assert points == row.points or how == "accept"
            assert sum(value or 0 for value in points) == 0
            found += 1
    assert found > 3


def test_a_name_stays_when_its_doubt_is_accepted(tmp_path: Path) -> None:
    """Anna was named at two tables; who accepts that leaves her where somebody put her."""
    store = open_tournament(tmp_path)
    put_in(store, sheet("a.jpg", names=("Xaver", *NAMES[1:4])), sheet("b.jpg", table=2, names=NAMES[:1] + NAMES[5:]))
    item = "r1.t1.name.p1"
    hows: tuple[How, How] = ("name", "accept")
    for how in hows:
        assert [one for one in list_open(store) if ".name." in one] == [item]  # asked once, of both tables
        store.append([make_decision(open_evening(store), Wish(item, how, name="Anna"))], by="Referee")
    assert not [one for one in list_open(store) if ".name." in one]
    first, second = make_book(store).entries
    assert first.names[0] == second.names[0] == "Anna"


def test_two_sheets_of_one_table_are_one_item(tmp_path: Path) -> None:
    """Both count once somebody has given a reason of either; and each can be taken out."""
    store = open_tournament(tmp_path)
    other = ROUND.replace("+9 -3 -3 -3 x", "-3 +1 +1 +1", 1).replace("+2 +2 -2 -2", "-4 -4 +4 +4")
    put_in(store, sheet("a.jpg", names=NAMES[:4]), sheet("b.jpg", other, names=NAMES[4:]))
    asked = [item for item in list_open(store) if item.endswith("duplicate-sheet")]
    assert asked == ["r1.t1.duplicate-sheet"]
    wish = Wish("s2.duplicate-sheet", "accept")
    with pytest.raises(RefusedDecision, match="Dass beide zählen, bitte mit --reason begründen"):
        make_decision(open_evening(store), wish)
    wish = replace(wish, reason="zwei Bögen, ein Tisch")
    store.append([make_decision(open_evening(store), wish)], by="Referee")
    assert not [item for item in list_open(store) if item.endswith("duplicate-sheet")]
    assert not [
        one
        for entry in make_book(store).entries
        for one in entry.sheet.findings
        if one.code == "duplicate-sheet" and one.severity != "note"
    ]


@pytest.mark.parametrize(
    ("item", "wish", "words"),
    [
        ("r2.game-count", Wish("", "points", points="0,0,0,0"), "ist keine Zeile"),
        ("r2.game-count", Wish("", "name", name="Anna"), "ist keine Zeile"),
        ("r2.game-count", Wish("", "points", solo=True), "hat kein eigenes Kreuz"),
        ("r1.t1.g1", Wish("", "name", name="Anna"), "ist eine Zeile und kein Name"),
        ("r1.t1.sum", Wish("", "accept"), "gibt es nicht"),
    ],
    ids=str,
)
def test_a_step_that_does_not_fit_names_the_one_that_does(tmp_path: Path, item: str, wish: Wish, words: str) -> None:
    """Somebody is missing in round 2: that can be accepted, and no more."""
    store = open_tournament(tmp_path)
    put_in(store, sheet("a.jpg", names=NAMES[:4]), sheet("b.jpg", names=(*NAMES[:3], "Emil"), round_=2))
    assert "r2.game-count" in list_open(store)
    with pytest.raises(RefusedDecision, match=words):
        make_decision(open_evening(store), replace(wish, item=item))
    for one in ("r1.game-count", "r2.game-count"):
        store.append([make_decision(open_evening(store), Wish(one, "accept"))], by="Referee")
    assert list_open(store) == []


def test_a_start_number_in_doubt_is_an_item_of_its_seat() -> None:
    """It is settled by a name, under the name that the status shows."""
    from tests.tournament.paper import written
    from tournament.evening.item_names import name_matter_item
    from tournament.judging.written_sheet import transcribe
    from tournament.remarks import Remark

    source = transcribe(written(["+1 +1 -1 -1"]))
    for fields in (("name.p2", "start.p2"), ("start.p2",), ("name.p2",)):
        assert name_matter_item(source, [Remark("unknown-name", "warning", "x", fields)]) == "r1.t1.name.p2"
