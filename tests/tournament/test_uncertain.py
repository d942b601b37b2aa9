"""What of an evening may count otherwise: from the judge's chances to the chances of places."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scanner.sheet_reading import SheetReading
from tests.tournament.evening import evening
from tests.tournament.paper import RULES, written
from tournament.evening.book import Book, count_sheets
from tournament.evening.roster import Roster
from tournament.judging.judged_sheet import RowOutcome
from tournament.judging.written_sheet import transcribe
from tournament.review.open_effects import find_nobody, list_uncertain
from tournament.standings.chances import weigh_chances
from tournament.standings.scenarios import Uncertain
from tournament.standings.ties import rank_players

NAMES = ("Anna", "Bernd", "Chris", "Doris")
SOLI = ["+9 -3 -3 -3 solo", "-3 +9 -3 -3 solo", "-3 -3 +9 -3 solo", "-3 -3 -3 +9 solo"]


def keep(lines: list[str], sums: str = "") -> Book:
    """The evening of one sheet with printed names."""
    return count([written([*lines, *SOLI], sums, names=NAMES)])


def count(readings: list[SheetReading], roster: Roster | None = None) -> Book:
    """The evening of these sheets, each with its key as in a tournament's file."""
    sheets = [transcribe(reading) for reading in readings]
    return count_sheets(RULES, [replace(sheet, key=f"r{sheet.round}.t{sheet.table}") for sheet in sheets], roster)


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
    outcomes = row.outcomes
    assert {one.points for one in outcomes} == {(6, -6, 6, -6), (8, -8, 8, -8)}
    shown = dict(row.posterior["g01.p1"])
    assert {one.points[0]: one.chance for one in outcomes} == pytest.approx({6: shown["+6"], 8: shown["+8"]}, abs=0.005)


def test_a_miscounted_row_is_one_of_its_mendings() -> None:
    """+6 -6 +6 -5 in clear ink cannot be right: what one changed cell makes of it is likelier than what two make."""
    (one,) = list_uncertain(keep(["+6 -6 +6 -5"]))
    assert one.item == "r1.t1.g1"
    assert list_moves(one)[0][1] == [0, 0, 0, -1]
    assert list_moves(one)[0][0] > 0.9
    assert all(any(moves) for _, moves in list_moves(one))
    assert sum(outcome.chance for outcome in one.outcomes) == pytest.approx(1)


def test_the_written_sums_tell_what_was_meant() -> None:
    """One of three signs of +4 -4 +4 +4 is wrong; the sums were added up with the right ones."""
    (one,) = [one for one in list_uncertain(keep(["+4 -4 +4 +4"], "-4 -4 +4 +4")) if one.item == "r1.t1.g1"]
    assert list_moves(one)[0][1] == [-8, 0, 0, 0]
    assert list_moves(one)[0][0] > 0.9


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
    book = count(sheets, Roster(NAMES, given))
    (one,) = list_uncertain(book)
    assert (one.item, [move.points for outcome in one.outcomes for move in outcome.moves]) == ("r2.t1.name.p4", [-4])
    (nobody,) = find_nobody(book)
    assert book.players[nobody - 1].name == "Runde 2, Tisch 1, Platz 4"


def test_a_missing_round_makes_places_less_sure() -> None:
    """Who has no sheet in round 2 may have played any other player's round."""
    sheets = [
        written(["+4 +4 -4 -4", *SOLI], names=NAMES),
        written(["+4 +4 -4 -4", *SOLI], round_=2, photo="b.jpg", names=("Anna", "Bernd", "Chris", "Emil")),
    ]
    book = count(sheets, Roster((*NAMES, "Emil")))
    uncertain = [one for one in list_uncertain(book) if ".absent." in one.item]
    assert [one.item for one in uncertain] == ["r1.absent.5", "r2.absent.4"]
    assert all(sum(outcome.chance for outcome in one.outcomes) == pytest.approx(1) for one in uncertain)


def test_an_evening_says_how_sure_it_is() -> None:
    """A whole evening with mistakes and unclear ink: no place is surer than it may be, and settled books are sure."""
    book = evening()
    uncertain = list_uncertain(book)
    chances = weigh_chances(book.players, uncertain, rank_players)
    assert 0 < min(chances.sure.values()) < 0.9
    assert set(chances.matters) == {one.item for one in uncertain if one.open}
    clean = replace(
        book,
        entries=tuple(
            replace(
                entry,
                sheet=replace(
                    entry.sheet, rows=tuple(replace(row, status="ok", outcomes=()) for row in entry.sheet.rows)
                ),
            )
            for entry in book.entries
        ),
    )
    assert list_uncertain(clean) == ()


@settings(deadline=None)
@given(st.integers(1, 9), st.integers(1, 9), st.floats(0.55, 0.95), st.sampled_from(["+-+-", "++--", "-++-"]))
def test_outcomes_are_rows_that_can_be(value: int, other: int, chance: float, signs: str) -> None:
    """Whatever two numbers the ink wavers between: the chances are 1 together, every outcome adds up to 0, and the
    likeliest is what the judge's own chances call so."""
    book = keep([" ".join(f"{sign}{value}~{sign}{other}@{chance:.2f}" for sign in signs)])
    row = book.entries[0].sheet.rows[0]
    outcomes = row.outcomes or (RowOutcome(row.points, 1.0),)
    assert sum(one.chance for one in outcomes) == pytest.approx(1)
    assert all(sum(points or 0 for points in one.points) == 0 for one in outcomes)
    if told := row.posterior.get("g01.p1"):
        first = sum(one.chance for one in outcomes if one.points[0] == int(told[0][0]))
        assert first == pytest.approx(told[0][1], abs=0.02)
