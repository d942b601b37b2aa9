"""A row that is blank but for one doubtful spot: a question, and neither a game nor an offence."""

from __future__ import annotations

from dataclasses import replace

import pytest

from dev.rounds.reader import QUAD
from scanner.sheet_reading import Flag, Reading
from tests.tournament.filing.files import keep_book
from tests.tournament.paper import RULES, written
from tournament.judging.judged_sheet import JudgedSheet
from tournament.judging.reconcile import reconcile
from tournament.judging.written_sheet import transcribe
from tournament.review.game_rows import list_game_rows
from tournament.review.open_items import list_open_items

GAMES = ["+2 +2 -2 -2", "+1 -1 -1 +1", "+3 -3 +3 -3"]
QUESTION = "Steht da etwas?"


def spot(field: str, text: str, other: str, share: float, *flags: Flag) -> Reading:
    """A reading that may be one or the other."""
    return Reading(field, "points", text, share, ((text, share), (other, round(1 - share, 6))), QUAD, flags)


def judged(lines: list[str], *spots: Reading, games: int = 0, plus: bool = False) -> JudgedSheet:
    """The sheet with these spots in place of what the lines say."""
    sheet = written(lines, games=games, plus=plus)
    there = {reading.id: reading for reading in spots}
    return reconcile(
        RULES, transcribe(replace(sheet, readings=tuple(there.get(reading.id, reading) for reading in sheet.readings)))
    )


@pytest.mark.parametrize(
    "there",
    [
        spot("g04.offence", "", "x", 0.6, "doubtful"),
        spot("g04.offence", "x", "", 0.6, "doubtful"),
        spot("g04.p2", "", "-1", 0.7, "doubtful"),
        spot("g04.p2", "", "-1", 0.5),
        spot("g04.p2", "-1", "", 0.7),
    ],
)
def test_a_spot_that_no_rule_allows_is_nothing(there: Reading) -> None:
    """Who wrote a row wrote more than one spot: it is blank, neither asked about nor a game."""
    row = judged([*GAMES, "_ _ _ _"], there).rows[3]
    assert (row.status, row.played, row.offence, row.solo, row.look) == ("ok", False, False, False, ())


@pytest.mark.parametrize(
    "there",
    [
        spot("g04.p2", "-1", "", 0.97),
        spot("g04.solo", "x", "", 0.7),
        spot("g04.p2", "?", "", 0.7, "illegible"),
        spot("g04.p3", "", "-7", 0.9, "overwritten"),
        spot("g04.offence", "", "x", 0.9, "taken-back"),
    ],
)
def test_one_doubtful_spot_is_one_question(there: Reading) -> None:
    """Whatever the spot may be, the row asks whether it is anything, counts nothing and is no game."""
    row = judged([*GAMES, "_ _ _ _"], there).rows[3]
    assert [QUESTION in finding.message() for finding in row.findings] == [True]
    assert (row.points, row.offence, row.solo, row.played) == ((None,) * 4, False, False, False)
    assert (row.status, row.look) == ("review", (there.id,))


def test_behind_the_last_game_it_is_no_offence() -> None:
    """Rows below the printed games are for offences; a spot there was counted as one, of nobody and worth nothing."""
    sheet = judged([*GAMES, "_ _ _ _"], spot("g04.p2", "?", "", 0.6, "illegible"), games=3)
    assert [QUESTION in finding.message() for finding in sheet.rows[3].findings] == [True]
    assert [finding.code for finding in sheet.findings if finding.code in ("offence-count", "game-count")] == []


def test_between_two_games_it_is_asked_once() -> None:
    """The row's question stands for that of the sheet, whether a row was skipped."""
    there = spot("g02.offence", "", "x", 0.7, "taken-back")
    sheet = judged([GAMES[0], "_ _ _ _", GAMES[2]], there)
    assert [row.status for row in sheet.rows] == ["ok", "review", "ok"]
    assert [finding.code for finding in sheet.findings if finding.code == "game-count"] == []
    blank = judged([GAMES[0], "_ _ _ _", GAMES[2]])
    assert [finding.code for finding in blank.findings if finding.code == "game-count"] == ["game-count"]


@pytest.mark.parametrize(
    "lines",
    [
        [*GAMES, "_ -1 _ _"],
        [*GAMES, "_ +6~+8@0.8 _ _"],
        [*GAMES, "_~-1@0.55!o _~+1@0.55!o _ _"],
        [*GAMES, "/ _~-1@0.5!o / /"],
    ],
)
def test_more_than_a_spot_is_a_row(lines: list[str]) -> None:
    """Clear ink, ink that is a number in every reading, two spots, a spot among slashes: somebody wrote a row."""
    row = judged([*lines, GAMES[0]]).rows[3]
    assert row.played
    assert row.status == "review"
    assert not any(QUESTION in finding.message() for finding in row.findings)


def test_where_only_plus_is_written_a_lone_number_is_a_row() -> None:
    """A solo won has one entry."""
    plus = ["2 2 _ _", "_ 1 _ 1", "_ _ 3 3", "_ _ _ 9~_@0.7 solo"]
    assert judged(plus, plus=True).rows[3].played
    assert not judged(["2 2 _ _", "_ 1 _ 1", "_ _ _ _~1@0.5!d"], plus=True).rows[2].played


def test_a_cross_surely_taken_back_leaves_the_row_blank() -> None:
    """Somebody crossed the wrong row and filled the box in: nothing to ask, no Nullspiel."""
    row = judged([*GAMES, "_ _ _ _"], spot("g04.solo", "", "x", 0.999, "taken-back")).rows[3]
    assert (row.played, row.status) == (False, "ok")


def test_it_can_be_settled_in_the_workbook() -> None:
    """The row stands in `Spiele`, blank and open, and waits in `Prüfung` with the row's picture."""
    sheet = written([*GAMES, "_ _~-1@0.55!o _ _"])
    book = keep_book(RULES, [sheet])
    row = list_game_rows(book, "de")[3]
    assert (row.game, row.counted, row.status) == ("4", (None,) * 4, "review")
    item = next(item for item in list_open_items(book, "de") if item.game == "4")
    assert {"g04.p1", "g04.p2"} <= {reading.id for reading in item.fields}
