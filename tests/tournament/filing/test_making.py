"""The book of a tournament's file: sheets by their keys, decisions kept, judgements recalled."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from scanner.sheet_reading import SheetReading
from scoring.counting.rules import RuleSet
from tests.desk.paper import ROUND, sheet
from tests.tournament.filing.files import NAMES, forget_judgements, make_book, open_tournament, put_in
from tournament.evening.book import judge_here
from tournament.evening.item_names import read_row_ink
from tournament.filing.opened.cache_folder import forget_tournament
from tournament.filing.opened.open_evening import append_to, open_evening
from tournament.judging.judged_sheet import JudgedSheet
from tournament.judging.limits.judging_limits import Limits
from tournament.judging.written_sheet import WrittenSheet
from tournament.record.facts import Decided
from tournament.record.player_facts import Paid, PlayerRenamed, Substituted
from tournament.record.store import Store

MISCOUNTED = ROUND.replace("+2 +2 -2 -2", "+2 +2 -2 -3", 1)
OTHER = ROUND.replace("+2 +2 -2 -2", "+4 -4 +4 -4").replace("-2 -2 +2 +2", "-4 +4 -4 +4")


@pytest.fixture
def store(tmp_path: Path) -> Store:
    """Eight players, two rounds at two tables."""
    return open_tournament(tmp_path)


def decide(store: Store, item: str, points: tuple[int, ...], reading: SheetReading, game: int = 5) -> None:
    """A referee decides the points of a row."""
    source = next(s.written for s in open_evening(store).sheets if s.written.photo == reading.photo)
    store.append([Decided(item, "points", points, ink=read_row_ink(source.rows[game - 1]))], by="Referee")


def clear(reading: SheetReading, field: str, text: str) -> SheetReading:
    """The same sheet with other ink in one field."""
    return replace(
        reading,
        readings=tuple(
            replace(one, text=text, candidates=((text, 0.9999),)) if one.id == field else one
            for one in reading.readings
        ),
    )


def test_sheets_get_their_place_as_key(store: Store) -> None:
    """Round and table name a sheet; what is neither is named by its number."""
    found = put_in(
        store,
        sheet("a.jpg", table=1),
        sheet("b.jpg", OTHER, table=2),
        sheet("c.jpg", OTHER, table=None, round_=None),
        sheet("d.jpg", OTHER, table=1),
    )
    assert [filing.keys for filing in found] == [("r1.t1",), ("r1.t2",), ("s3",), ("s4",)]
    assert [entry.number for entry in make_book(store).entries] == [1, 2, 3, 4]


def test_the_same_photograph_is_nothing_new(store: Store) -> None:
    """No entry is made for a photograph that is in the file."""
    _, again = put_in(store, sheet("a.jpg"), sheet("a.jpg"))
    assert again.facts == ()


def test_an_evening_knows_its_own_entries_only(store: Store) -> None:
    """What it adds itself is its head; behind what somebody else added meanwhile, nothing is kept as the latest."""
    evening = append_to(store, open_evening(store), [Paid(1, True)], "Kiebitz")
    assert evening.tournament.head == open_evening(store).tournament.head
    store.append([Paid(2, True)], by="Wart")
    later = append_to(store, evening, [Paid(3, True)], "Kiebitz")
    assert later.tournament.head == evening.tournament.head != open_evening(store).tournament.head


def test_a_decided_row_counts_what_was_decided(store: Store) -> None:
    """It is asked about no more, keeps what was written, says who decided, and the sums are right."""
    one = sheet("a.jpg", MISCOUNTED, sums="+9 +9 -9 -9".replace("9", "0"), names=NAMES[:4])
    put_in(store, one)
    before = make_book(store).entries[0].sheet
    assert [row.game for row in before.open_rows] == [5]
    decide(store, "r1.t1.g5", (2, 2, -2, -2), one)
    after = make_book(store).entries[0].sheet
    row = after.rows[4]
    assert (row.status, row.points, row.written) == ("ok", (2, 2, -2, -2), ("+2", "+2", "-2", "-3"))
    assert "Referee hat entschieden: (+2 +2 -2 -2)." in [finding.message() for finding in row.findings]
    assert after.totals == (0, 0, 0, 0)
    assert (after.open_rows, after.open_matters) == ((), ())
    assert after.source == before.source


def test_a_decision_survives_a_better_photograph(store: Store) -> None:
    """The better photograph counts, keeps the sheet's number, and the decision stays while the ink says the same."""
    one = sheet("a.jpg", MISCOUNTED, names=NAMES[:4])
    blurred = replace(one, readings=tuple(replace(r, confidence=0.9) if ".p" in r.id else r for r in one.readings))
    put_in(store, blurred, sheet("b.jpg", OTHER, table=2))
    put_in(store, replace(one, photo="a2.jpg", photo_sha256="2" * 64))
    decide(store, "r1.t1.g5", (2, 2, -2, -2), blurred)
    (first, _) = make_book(store).entries
    assert (first.photo, first.number) == ("a2.jpg", 1)
    assert first.sheet.rows[4].status == "ok"


def test_a_better_photograph_that_says_otherwise_reopens(store: Store) -> None:
    """Its clear ink contradicts the decision: the row is open again, and its sentence says so."""
    one = sheet("a.jpg", MISCOUNTED, names=NAMES[:4])
    blurred = replace(one, readings=tuple(replace(r, confidence=0.9) if ".p" in r.id else r for r in one.readings))
    put_in(store, blurred)
    decide(store, "r1.t1.g5", (2, 2, -2, -2), blurred)
    put_in(store, clear(replace(one, photo="a2.jpg", photo_sha256="2" * 64), "g05.p1", "+5"))
    row = make_book(store).entries[0].sheet.rows[4]
    assert row.status == "review"
    assert any("das bessere Foto zeigt etwas anderes" in finding.message() for finding in row.findings)
    decide(store, "r1.t1.g5", (3, 3, -3, -3), replace(one, photo="a2.jpg"))
    assert make_book(store).entries[0].sheet.rows[4].status == "ok"


@pytest.mark.usefixtures("home")  # of no other file that was made in the same second
def test_a_sheet_is_judged_once(store: Store) -> None:
    """The second book judges nothing; a decision has its sheet judged again, and the others not. Without the cache it
    is judged without the decision, too."""
    judged: list[int] = []

    def count(rules: RuleSet, sheets: Sequence[WrittenSheet], limits: Limits) -> list[JudgedSheet]:
        judged.append(len(sheets))
        return list(judge_here(rules, sheets, limits))

    one = sheet("a.jpg", MISCOUNTED)
    put_in(store, one, sheet("b.jpg", OTHER, table=2))
    with forget_judgements():
        first, second = open_evening(store, judge=count).book, open_evening(store, judge=count).book
        assert first == second
        decide(store, "r1.t1.g5", (2, 2, -2, -2), one)
        open_evening(store, judge=count)
    forget_tournament(store.read_first())
    with forget_judgements():
        assert open_evening(store, judge=count).book == make_book(store)
    assert [count for count in judged if count] == [2, 1, 1, 2]


def test_who_plays_for_somebody_brings_the_points_home(tmp_path: Path) -> None:
    """Xaver sits there for Dörte: the sheet has his name, the points are hers, and nothing is asked."""
    store = open_tournament(tmp_path, drawn=1)
    store.append([Substituted(4, 1, "Xaver")], by="Wart")
    put_in(store, sheet("a.jpg", names=("Anna", "Bernd", "Çem", "Xaver")))
    [entry] = make_book(store).entries
    assert entry.names == NAMES[:4]
    assert entry.open_items == 0


def test_a_name_put_right_is_known_on_sheets_with_the_old_one(store: Store) -> None:
    """Nobody is asked who that was, and the points count for the name as it is now."""
    put_in(store, sheet("a.jpg", names=NAMES[:4]))
    store.append([PlayerRenamed(2, "Bernhard Böhm")], by="Wart")
    [entry] = make_book(store).entries
    assert entry.names == ("Anna", "Bernhard Böhm", "Çem", "Dörte")
    assert entry.open_items == 0


def test_an_old_name_of_two_players_is_asked(store: Store) -> None:
    """Both were called so once: nobody is guessed."""
    put_in(store, sheet("a.jpg", names=("Anna", "Bernd Bo", "Çem", "Dörte")))
    renamed = [PlayerRenamed(2, "Bernd Bo"), PlayerRenamed(2, "Xaver"), PlayerRenamed(7, "Bernd Bo")]
    store.append([*renamed, PlayerRenamed(7, "Yvonne")], by="Wart")
    [entry] = make_book(store).entries
    assert entry.names[1] not in ("Xaver", "Yvonne")
    assert entry.open_items == 1
