"""Lists on which a row was skipped, left blank or written twice: reported once, and no right row below is blamed."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace

import pytest

from dev.benchmarks.judge.points import HANDS, simulate_pages
from dev.rounds.lists import write_totals
from dev.rounds.reader import make_reading, read_sheet
from dev.rounds.sheets import draw_points_sheet
from scoring.findings import Change
from templates.sheet_code import SheetCode
from tests.tournament.filing.files import keep_book
from tests.tournament.paper import codes
from tests.tournament.test_lists import EVENING, PFLICHT, judge_totals, points, told, totals
from tournament.judging.judged_sheet import JudgedSheet
from tournament.judging.reconcile import reconcile
from tournament.judging.written_sheet import transcribe
from tournament.review.game_rows import list_game_rows
from tournament.review.open_items import list_open_items


@dataclass(frozen=True)
class Game:
    """A game by seat, whether it is crossed as a solo, and who sits out (from 0); `written`: whether it has its row."""

    points: tuple[int, ...]
    solo: bool
    sits: int | None
    written: bool = True


def a_round(seed: int, seats: int = 5) -> list[Game]:
    """A right round in which every game has points."""
    rng = random.Random(seed)
    rounds = (draw_points_sheet(rng, seats, plus=True).rows for _ in range(100))
    rows = next(rows for rows in rounds if all(any(row.right) for row in rows))
    return [Game(row.right, row.solo, n % 5 if seats == 5 else None) for n, row in enumerate(rows)]


def listed(games: Sequence[Game], away: str = "/") -> list[str]:
    """The games as rows of running totals; `away`: what stands where somebody sits out, "copy" his total."""
    lines, totals = [], [0] * len(games[0].points)
    for game in games:
        totals = [total + one for total, one in zip(totals, game.points, strict=True)]
        shown = [f"{total:+d}" if total else "0" for total in totals]
        if game.sits is not None and away != "copy":
            shown[game.sits] = away
        wins = "".join(str(seat) for seat, one in enumerate(game.points, 1) if one > 0)
        worth = min(abs(one) for one in game.points if one)
        blank = f" | _ | {' '.join('_' for _ in totals)}"
        lines.append(f"{worth} | {wins} | {' '.join(shown)}{' solo' * game.solo}" if game.written else blank)
    return lines


def counted(sheet: JudgedSheet) -> list[tuple[int, ...]]:
    """The points of the rows that were played, 0 for who sits out."""
    return [tuple(one or 0 for one in row) for row in points(sheet)]


def shifts(sheet: JudgedSheet) -> list[str]:
    """What is said of sitters out of step."""
    return [finding.message() for finding in sheet.findings if finding.code == "wrong-sitter"]


@pytest.mark.parametrize("away", ["/", "_", "copy"])
@pytest.mark.parametrize(("what", "said"), [("twice", "Ist Spiel 7 doppelt"), ("skipped", "Fehlt davor ein Spiel")])
def test_a_row_written_twice_or_skipped_is_told_once(what: str, said: str, away: str) -> None:
    """The sheet says from which game on, and no row below is blamed; their points stay what they are."""
    games = a_round(len(what))
    games = [*games[:7], games[6], *games[7:-1]] if what == "twice" else [*games[:7], *games[8:]]
    sheet = judge_totals(listed(games, away), rules=PFLICHT)
    assert told(sheet) == [""] * len(games)
    assert counted(sheet) == [game.points for game in games]
    assert [text for text in shifts(sheet) if text.startswith("Ab Spiel 8 ") and said in text] == shifts(sheet) != []


@pytest.mark.parametrize("away", ["/", "_", "copy"])
def test_a_line_left_blank_does_not_blame_those_below(away: str) -> None:
    """The games go on a row lower: the blank row and the shift are reported, and no game is missing."""
    games = a_round(3)
    lines = listed(games[:-1], away)
    sheet = judge_totals([*lines[:6], " | _ | _ _ _ _ _", *lines[6:]], rules=PFLICHT)
    assert told(sheet) == [""] * 20
    assert counted(sheet) == [game.points for game in games[:-1]]
    (said,) = shifts(sheet)
    assert "Spiel 7 ist leer, das nächste steht eine Zeile tiefer" in said


def test_a_single_wrong_sitter_is_told_in_its_row() -> None:
    """One row in which another seat sat out is that row's mistake, and shifts nobody."""
    games = a_round(4)
    two = games[9]
    turned = Game((*two.points[1:], two.points[0]), solo=two.solo, sits=3)
    sheet = judge_totals(listed([*games[:9], turned, *games[10:]], "copy"), rules=PFLICHT)
    assert [row.game for row in sheet.open_rows] == [10]
    assert shifts(sheet) == []


@pytest.mark.parametrize("away", ["/", "_", "copy"])
@pytest.mark.parametrize("seats", [4, 5])
@pytest.mark.parametrize("place", [0, 7])
def test_a_blank_row_whose_game_was_added(place: int, seats: int, away: str) -> None:
    """The next row's totals hold its game: the blank row asks, with its points, and the row below is right."""
    games = a_round(5 + seats, seats)
    games[place] = Game(games[place].points, games[place].solo, games[place].sits, written=False)
    sheet = judge_totals(listed(games, away), rules=PFLICHT)
    assert [row.game for row in sheet.open_rows] == [place + 1]
    assert counted(sheet) == [game.points for game in games]
    (found,) = sheet.rows[place].findings
    assert (found.code, found.severity) == ("game-count", "error")
    assert f"Leer, doch in Spiel {place + 2} steckt ein Spiel mehr" in found.message()
    assert "holds one game more" in found.message("en")
    totals = [sum(column) for column in zip(*(game.points for game in games[: place + 1]), strict=True)]
    playing = [seat for seat in range(1, seats + 1) if seat - 1 != games[place].sits]
    assert found.proposal == tuple(Change(f"g{place + 1:02}.total{seat}", None, totals[seat - 1]) for seat in playing)
    assert "game-count" not in codes(sheet.findings)


def test_a_blank_row_below_which_nothing_tells() -> None:
    """Without value and marks two games cannot be distinguished: the row below is asked about, and nothing is
    counted."""
    sheet = judge_totals([EVENING[0], " | _ | _ _ _ _", "_ | _ | +7 +3 +1 -11", "1 | 12 | +8 +4 0 -12"])
    assert points(sheet)[1] == (None,) * 4
    assert [row.game for row in sheet.open_rows] == [3]
    assert "game-count" in codes(sheet.findings)


@pytest.mark.parametrize("seed", range(6))
def test_a_row_below_a_blank_one_is_not_blamed(seed: int) -> None:
    """Among numbers in doubt, too, and where it has no value: the blank row is asked about, and both count right."""
    rng = random.Random(seed)
    page, _ = next(simulate_pages(1, seed, mistakes=0.0))
    place = rng.randrange(len(page.rows) - 1)
    page = write_totals(rng, page, unvalued=0.2)
    rows = [replace(row, cells=dict.fromkeys(row.cells, "")) if n == place else row for n, row in enumerate(page.rows)]
    judged = reconcile(PFLICHT, transcribe(read_sheet(rng, replace(page, rows=tuple(rows)), HANDS["usual"]))).rows
    assert judged[place].status == ("review" if any(page.rows[place].right) else "ok")
    assert not [one for one in judged[place + 1].findings if one.severity == "error" and one.code != "illegible"]
    assert [
        row.game
        for row, right in zip(judged, page.rows, strict=True)
        if row.status == "ok" and tuple(one or 0 for one in row.points) != right.right
    ] == []


def test_a_game_left_out_can_be_settled_in_the_workbook() -> None:
    """Its row stands in `Spiele` with what it counts, and waits in `Prüfung`."""
    games = a_round(9, 4)
    games[7] = Game(games[7].points, games[7].solo, None, written=False)
    readings = totals(
        listed(games), " ".join(f"{sum(column):+d}" for column in zip(*(game.points for game in games), strict=True))
    )
    book = keep_book(PFLICHT, [make_reading(readings, SheetCode("pflichtsolo-40", "totals", 4, 16, 1, 1))])
    row = list_game_rows(book, "de")[7]
    assert (row.written, row.counted, row.status) == (("",) * 4, games[7].points, "review")
    assert [item.game for item in list_open_items(book, "de") if item.game] == ["8"]
    assert not [finding for finding in book.entries[0].sheet.findings if finding.code == "sum-mismatch"]


def test_turns_go_on_below_a_minor_offence() -> None:
    """TSR 9: the game goes on after -3 and three times +1, by which the totals of row 2 moved; the row is no game."""
    lines = [
        "2 | 23 | _ +2 +2 -2 -2",
        "1 | 134 | +1 _ +3 -1 -5 strafe",
        "3 | 13 | +4 _ +6 -4 -8",
        "1 | 14 | +5 +1 _ -3 -9",
        "2 | 13 | +7 -1 +8 _ -11",
    ]
    sheet = judge_totals(lines, "+7 -1 +8 -3 -11")
    assert told(sheet) == [""] * 5
    assert "wrong-sitter" not in codes(sheet.findings)
