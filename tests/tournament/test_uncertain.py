"""What of an evening may count otherwise: from the judge's chances to the chances of places."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.tournament.evening import evening
from tests.tournament.paper import RULES, written
from tournament.evening.book import Book, keep_book
from tournament.evening.roster import Roster
from tournament.evening.row_outcomes import weigh_outcomes
from tournament.evening.uncertain import find_nobody, list_uncertain
from tournament.standings.chances import Uncertain, weigh_chances
from tournament.standings.ties import rank_players

NAMES = ("Anna", "Bernd", "Chris", "Doris")
SOLI = ["+9 -3 -3 -3 solo", "-3 +9 -3 -3 solo", "-3 -3 +9 -3 solo", "-3 -3 -3 +9 solo"]


def keep(lines: list[str], sums: str = "") -> Book:
    """The evening of one sheet with printed names."""
    return keep_book(RULES, [written([*lines, *SOLI], sums, names=NAMES)])


def list_moves(one: Uncertain) -> list[tuple[float, list[int]]]:
    """Each outcome's chance, and by how much it moves players 1 to 4."""
    return [
        (outcome.chance, [sum(move.points for move in outcome.moves if move.player == n) for n in range(1, 5)])
        for outcome in one.outcomes
    ]


def test_clear_rows_are_certain() -> None:
    """Nothing of a clean sheet may count otherwise."""
    assert list_uncertain(keep(["+6 -6 +6 -6", "+2 +2 -2 -2"])) == ()


def test_a_row_in_doubt_has_its_whole_readings() -> None:
    """Two readings that both add up: 6 in all cells or 8 in all, never a mixture; their chances are the fields'."""
    book = keep(["+6~+8@0.6 -6~-8@0.6 +6~+8@0.6 -6~-8@0.6"])
    row = book.entries[0].sheet.rows[0]
    outcomes = weigh_outcomes(RULES, row)
    assert {one.points for one in outcomes} == {(6, -6, 6, -6), (8, -8, 8, -8)}
    shown = dict(row.posterior["g01.p1"])
    assert {one.points[0]: round(one.chance, 2) for one in outcomes} == {
        6: round(shown["+6"], 2), 8: round(shown["+8"], 2)}


def test_a_miscounted_row_is_one_of_its_mendings() -> None:
    """+6 -6 +6 -5 in clear ink cannot be right: each row that one changed cell makes of it has the same chance."""
    (one,) = list_uncertain(keep(["+6 -6 +6 -5"]))
    assert one.item == "r1.t1.g1"
    assert (0, 0, 0, -1) in [tuple(moves) for _, moves in list_moves(one)]
    assert all(any(moves) for _, moves in list_moves(one))
    assert sum(outcome.chance for outcome in one.outcomes) == pytest.approx(1)


def test_a_row_that_nobody_can_read_counts_like_any_other() -> None:
    """It has the other rows' points, turned from seat to seat."""
    one = next(one for one in list_uncertain(keep(["? ? ? ?", "+2 +2 -2 -2"])) if one.item == "r1.t1.g1")
    assert len(one.outcomes) == 5
    assert all(sum(moves) == 0 for _, moves in list_moves(one))
    assert {tuple(sorted(moves)) for _, moves in list_moves(one)} == {(-3, -3, -3, 9), (-2, -2, 2, 2)}


def test_a_seat_without_a_player_is_one_of_the_absent() -> None:
    """Doris has no seat in round 2, and one there has no name: its line is nobody's, its points may be hers."""
    sheets = [written(SOLI, names=NAMES), written(["+4 +4 -4 -4", *SOLI], round_=2, photo="b.jpg")]
    given = {("2", seat): name for seat, name in enumerate(NAMES[:3], 1)}
    book = keep_book(RULES, sheets, Roster(NAMES, given))
    (one,) = list_uncertain(book)
    assert (one.item, [move.points for outcome in one.outcomes for move in outcome.moves]) == ("r2.t1.name.p4", [-4])
    (nobody,) = find_nobody(book)
    assert book.players[nobody - 1].name == "Bogen 2, Platz 4"


def test_a_missing_round_makes_places_less_sure() -> None:
    """Who has no sheet in round 2 may have played any other player's round."""
    sheets = [written(["+4 +4 -4 -4", *SOLI], names=NAMES),
              written(["+4 +4 -4 -4", *SOLI], round_=2, photo="b.jpg", names=("Anna", "Bernd", "Chris", "Emil"))]
    book = keep_book(RULES, sheets, Roster((*NAMES, "Emil")))
    uncertain = [one for one in list_uncertain(book) if ".absent." in one.item]
    assert [one.item for one in uncertain] == ["r1.absent.5", "r2.absent.4"]
    assert all(sum(outcome.chance for outcome in one.outcomes) == pytest.approx(1) for one in uncertain)


def test_an_evening_says_how_sure_it_is() -> None:
    """A whole evening with mistakes and unclear ink: no place is surer than it may be, and settled books are sure."""
    book = evening()
    uncertain = list_uncertain(book)
    chances = weigh_chances(book.players, uncertain, rank_players)
    assert 0 < chances.prizes < 1
    assert set(chances.matters) == {one.item for one in uncertain if one.open}
    clean = replace(book, entries=tuple(
        replace(entry, sheet=replace(entry.sheet, rows=tuple(
            replace(row, status="ok", posterior={}) for row in entry.sheet.rows)))
        for entry in book.entries))
    assert list_uncertain(clean) == ()
