"""Soloists who have the value once or twice instead of three times: rows, lists and full sheets by a club's file."""

from __future__ import annotations

import pytest

from scoring.rulesets.rule_gist import tell_gist
from scoring.rulesets.rule_page import write_page
from tests.scoring.test_lone_times import CLUBS, MIXED, write_lone
from tests.tournament.paper import written
from tests.tournament.test_lists import judge_totals
from tournament.judging.allowed_games import fits, list_allowed_games
from tournament.judging.detail_fields import WrittenDetails
from tournament.judging.reconcile import reconcile
from tournament.judging.written_sheet import transcribe
from tournament.printing.sheet_keys import write_full_key, write_list_key


@pytest.mark.parametrize("times", CLUBS)
def test_a_sheet_of_points(times: int) -> None:
    """Its rows and sums are right as they stand; one of another factor is asked about."""
    rules, lone = CLUBS[times], write_lone(1, times, 2)
    lines = ["+2 +2 -2 -2", " ".join(f"{one:+d}" for one in lone) + " solo", "0 0 0 0"]
    sums = " ".join(f"{one + two:+d}" for one, two in zip(lone, (2, 2, -2, -2), strict=True))
    sheet = reconcile(rules, transcribe(written(lines, sums)))
    assert [row.points for row in sheet.rows] == [(2, 2, -2, -2), lone, (0, 0, 0, 0)]
    assert [row.status for row in sheet.rows] == ["ok"] * 3
    assert not [one for one in sheet.findings if one.code in ("sum-mismatch", "not-zero-sum", "parity", "one-sided")]
    other = " ".join(f"{one:+d}" for one in write_lone(1, times % 4 + 1, 2))
    assert reconcile(rules, transcribe(written([f"{other} solo"]))).rows[0].status == "review"


@pytest.mark.parametrize("times", CLUBS)
def test_a_list_of_running_totals(times: int) -> None:
    """The totals say the same games by the club's factor."""
    games = [(2, 2, -2, -2), write_lone(3, times, 3), (-1, 1, 1, -1), write_lone(1, times, -2)]
    lines, above = [], [0] * 4
    for game in games:
        above = [one + more for one, more in zip(above, game, strict=True)]
        wins = "".join(str(seat) for seat, one in enumerate(game, 1) if one > 0)
        solo = "solo" if sum(one > 0 for one in game) != 2 else ""
        lines.append(f"{min(map(abs, game))} | {wins} | {' '.join(f'{one:+d}' for one in above)} {solo}")
    sheet = judge_totals(lines, " ".join(f"{one:+d}" for one in above), rules=CLUBS[times])
    assert [row.points for row in sheet.rows] == games
    assert [row.status for row in sheet.rows] == ["ok"] * 4


def test_details_of_a_full_sheet() -> None:
    """A crossed solo has its points by its own factor, a stille Hochzeit by its own."""
    solo, silent = (
        WrittenDetails((kind,), (1,), augen=130, counted=True) for kind in ("solo.damen", "stille-hochzeit")
    )
    for details, times in ((solo, 2), (silent, 3)):
        (way,) = list_allowed_games(MIXED, details)
        (value,) = way.values
        assert way.times == times
        for other in (1, 2, 3):
            points = dict(enumerate(write_lone(1, other, value), 1))
            assert fits(MIXED, details, points) == (other == times)


def test_words() -> None:
    """Pages and sheets say how often a soloist counts."""
    once, page = CLUBS[1], "\n".join(write_page(CLUBS[2], "de"))
    assert "der Alleinspieler zählt doppelt" in page
    assert "S8: Nichts, weil Soli nicht zusammen null ergeben" in page
    assert "Alleinspieler zählt dreifach" not in page
    assert any("zählt einfach" in line for line in tell_gist(once, "de"))
    key = " ".join(write_list_key(CLUBS[2], "points", 4, None, "de"))
    assert "Solo ankreuzen (zählt doppelt)" in key
    assert "zusammen null" not in key
    full = " ".join(line for block in write_full_key(MIXED, 4, None, "de") for line in block.lines)
    assert "; Solo: doppelt." in full
    assert "allein gebliebene Hochzeit: dreifach" in full


def test_a_number_is_not_said_to_lack_a_factor_of_three() -> None:
    """Where a table writes plus points alone, a number of no soloist is asked about in the club's words."""
    lines = ["3 _ _ _", "2 2 _ _", "_ 2 _ 2", "1 _ 1 _"]
    row = reconcile(CLUBS[2], transcribe(written(lines, plus=True))).rows[0]
    told = " ".join(one.message("de") for one in row.findings)
    assert "wie die Regeln sagen" in told
    assert "verdreifacht" not in told
    assert row.status == "review"
