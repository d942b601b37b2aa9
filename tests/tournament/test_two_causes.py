"""What explains a full sheet's row: the cause that is far likelier is accepted with one key, of two as likely none."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from dev.rounds.mistakes import FULL_MISTAKES
from dev.rounds.sheets import SYSTEMS
from scoring.counting.game import NOTHING, Calls, Game
from scoring.counting.score import score
from scoring.rulesets.load_rules import load
from tests.scoring.calls import K60, K90
from tests.tournament.filing.files import keep_book
from tests.tournament.fullpaper import Line, accepted, full_reading, judge_full, judge_row
from tests.tournament.slipped_sheets import count_kind
from tournament.judging.judged_sheet import JudgedRow
from tournament.judging.offers import list_offers
from tournament.review.book_report import make_report
from tournament.review.game_rows import list_choices
from tournament.review.open_items import list_open_items
from tournament.review.waiting import find_proposed, list_waiting

MOVED = ("-3 +9 -3 -3", "re1 solo.buben augen=190 value=3")
"""Crossed for seat 1, with the points of seat 2."""


def tell(row: JudgedRow) -> str:
    """All that is said of the row."""
    return " ".join(finding.message("de") for finding in row.findings)


def offer(row: JudgedRow) -> list[Mapping[str, object]]:
    """What is proposed, by field without the game."""
    return [{one.field.partition(".")[2]: one.proposed for one in found.proposal} for found in list_offers(row)]


def write_game(rules: str, augen: int, calls: Calls) -> str:
    """The points of an ordinary game of seats 1 and 3."""
    points = score(load(rules), Game("normal", (1, 3), calls, augen)).points
    assert points is not None
    return " ".join(f"{one:+d}" for one in points)


@pytest.mark.parametrize("rules", SYSTEMS)
def test_a_missed_absage_that_was_not_counted_is_named(rules: str) -> None:
    """Kontra has 140 Augen, said "keine 90" and missed it; the players count it as won. Enter counts the Absage, in
    every rule set, also where value and sums go with what is written."""
    wrong, right = (write_game(rules, 100, Calls(kontra=call)) for call in (NOTHING, K90))
    details = f"re1 re3 kontra.kontra kontra.k90 augen=100 value={abs(int(wrong.split()[0]))}"
    row = judge_full([(wrong, details)], rules, sums=wrong).rows[0]
    assert "Vermutlich „keine 90“ von Kontra verfehlt, aber nicht angerechnet." in tell(row)
    proposed = find_proposed(row)
    assert proposed is not None
    assert proposed.points == tuple(map(int, right.split()))
    assert {"re1", "kontra.k90"}.isdisjoint(accepted(row))


def test_a_row_of_which_one_number_is_known_is_judged_beside_a_missed_absage() -> None:
    """There is no row to compare with what would have counted."""
    row = judge_row("+4 ? ? ?", "re1 re3 kontra.kontra kontra.k90 augen=100 value=6")
    assert accepted(row) == {"p1": 6, "p2": -6, "p3": 6, "p4": -6}


def test_a_missed_absage_says_whole_rows() -> None:
    """The winners are others as well as the value, which says nothing of them."""
    row = judge_row("-2 +2 -2 +2", "re1 re3 kontra.kontra kontra.k90 augen=100 value=2")
    assert tell(row).startswith("Spiel 1: (+6 -6 +6 -6) statt (-2 +2 -2 +2). Vermutlich")


@pytest.mark.parametrize("rules", ["ddv", "pflichtsolo-40"])
def test_calls_crossed_at_the_other_party_are_moved(rules: str) -> None:
    """Re said "keine 60" and missed it, the crosses stand at Kontra: Enter moves them, and no points."""
    points = write_game(rules, 170, Calls(re=K60))
    row = judge_full([(points, "re1 re3 kontra.kontra kontra.k90 kontra.k60 augen=170")], rules, sums=points).rows[0]
    here, there = (("kontra.kontra", "kontra.k90", "kontra.k60"), ("re.re", "re.k90", "re.k60"))
    assert accepted(row) == dict.fromkeys(here, "") | dict.fromkeys(there, "x")
    assert "bei der falschen Partei angekreuzt: Ansage Kontra, keine 90 von Kontra und keine 60 von Kontra" in tell(row)


@pytest.mark.parametrize("rules", ["zehn-cent", "kurzregeln-48", "zwoelf-spiele", "stille-hochzeit"])
def test_calls_that_would_only_turn_the_winners_are_offered(rules: str) -> None:
    """There the same value turned round explains the row as well."""
    points = write_game(rules, 170, Calls(re=K60))
    row = judge_full([(points, "re1 re3 kontra.kontra kontra.k90 kontra.k60 augen=170")], rules, sums=points).rows[0]
    assert "re.k60" in offer(row)[1]
    assert accepted(row) == {}


# -- points in another's column ---------------------------------------------------------------------------------------


def test_a_soloists_points_or_his_cross_stand_in_the_wrong_column() -> None:
    """Either is as likely where nothing else shows: both are offered, and Enter takes neither."""
    row = judge_row(*MOVED)
    assert offer(row) == [{"p1": 9, "p2": -3}, {"re1": "", "re2": "x"}]
    assert accepted(row) == {}
    assert find_proposed(row) is None
    assert "Vermutlich die Punkte bei den falschen Plätzen." in tell(row)
    assert "Oder die Re-Kreuze falsch gesetzt." in tell(row)


def test_so_it_is_where_only_plus_points_are_written() -> None:
    """What stands for nothing there moves with the points."""
    row = judge_row("_ +9 _ _", MOVED[1], plus=True)
    assert offer(row) == [{"p1": 9, "p2": None}, {"re1": "", "re2": "x"}]
    assert accepted(row) == {}
    missed = judge_row("_ +2 _ +2", "re1 re3 kontra.kontra kontra.k90 augen=100 value=2", plus=True)
    proposed = find_proposed(missed)
    assert proposed is not None
    assert proposed.points == (6, -6, 6, -6)


@pytest.mark.parametrize(("soloists", "key"), [((2, 3, 4), {"p1": 9, "p2": -3}), ((1, 3, 4), {"re1": "", "re2": "x"})])
def test_a_pflichtsolo_that_is_missing_tells_which(soloists: tuple[int, ...], key: Mapping[str, object]) -> None:
    """In a whole round: whose Pflichtsolo is missing else, played this one."""
    row = judge_full([MOVED, *list_round(soloists)]).rows[0]
    assert accepted(row) == key


def list_round(soloists: tuple[int, ...]) -> list[Line]:
    """15 games, the last ones solos of these seats."""
    solos = [
        (" ".join("+9" if seat == one else "-3" for seat in range(1, 5)), f"re{one} solo.buben augen=190 value=3")
        for one in soloists
    ]
    return [("+1 -1 +1 -1", "re1 re3 augen=130 value=1")] * (15 - len(solos)) + solos


def test_two_soloists_whose_rows_are_disputed_prove_nothing() -> None:
    """A second row that is as doubtful is anybody's solo."""
    other = ("+9 -3 -3 -3", "re2 solo.buben augen=190 value=3")
    row = judge_full([MOVED, other, *list_round((3, 4))[1:]]).rows[0]
    assert accepted(row) == {}


@pytest.mark.parametrize(
    ("points", "details"),
    [
        ("+4 -4 +4 -4", "re1 re2 re.re augen=153 value=4"),
        ("+3 -3 +3 -3", "re2 re4 augen=200 value=3"),
    ],
)
def test_in_a_game_of_two_and_two_both_are_named(points: str, details: str) -> None:
    """One cross at another seat, or Kontra's seats crossed: crosses or points, and Enter takes neither."""
    row = judge_full([(points, details)], sums=points).rows[0]
    assert [{name[0] for name in found} for found in offer(row)] == [{"p"}, {"r"}]
    assert accepted(row) == {}
    assert "die Re-Kreuze falsch gesetzt" in tell(row)
    assert "falschen Plätzen" in tell(row) or "vertauscht" in tell(row)


# -- where it shows ---------------------------------------------------------------------------------------------------


def test_the_report_says_which_proposal_enter_takes() -> None:
    """Every finding has its `key`: one proposal has it, of two neither, and what has no proposal never."""
    lines = [MOVED, ("-2 +2 -2 +2", "re1 re3 kontra.kontra kontra.k90 augen=100 value=2")]
    report = make_report(keep_book(load("pflichtsolo-40"), [full_reading(load("pflichtsolo-40"), lines)]), program="x")
    two, one = ([(f["proposal"] is not None, f["key"]) for f in row["findings"]] for row in report["sheets"][0]["rows"])
    assert two == [(True, False), (True, False)]
    assert (True, True) in one
    assert (False, True) not in one


def test_the_workbook_offers_both() -> None:
    """Points that are not those written are chosen by themselves; the proposals stand one below the other."""
    book = keep_book(load("pflichtsolo-40"), [full_reading(load("pflichtsolo-40"), [MOVED])])
    (row,) = book.entries[0].sheet.open_rows
    words = [words for words, _ in list_choices(row, row.findings, plain=True).list_words("de")]
    assert words == ["Punkte +9 -3 -3 -3", "wie geschrieben", "Punkte"]
    (item,) = [one for one in list_open_items(book, "de") if one.game]
    assert (
        item.proposals[1]
        == "oder Re-Kreuz von Platz 1: leer statt angekreuzt; Re-Kreuz von Platz 2: angekreuzt statt leer "
        "(dann -3 +9 -3 -3 Solo)"
    )


def test_the_status_has_both() -> None:
    """With the points that count then, and no proposal of its own."""
    book = keep_book(load("pflichtsolo-40"), [full_reading(load("pflichtsolo-40"), [MOVED])])
    (waiting,) = [one for one in list_waiting(book) if one.game]
    assert waiting.proposal is None
    assert [(one.points, one.key) for one in waiting.offers] == [((9, -3, -3, -3), False), ((-3, 9, -3, -3), False)]


# -- how often it is the truth ----------------------------------------------------------------------------------------


def count(kind: str, rows: int) -> Mapping[str, int]:
    """Keys and truths of rows with that mistake."""
    return count_kind(kind, rows, seed=5)


@pytest.mark.slow
@pytest.mark.parametrize("kind", FULL_MISTAKES)
def test_what_enter_takes_is_the_truth(kind: str) -> None:
    """Of 60 rows with each kind of mistake every key is what was played."""
    found = count(kind, 60)
    assert found["rows"] >= 60
    assert found["true"] == found["key"]
