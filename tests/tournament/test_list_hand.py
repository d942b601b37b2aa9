"""What a list's rows are weighed with as those of points are: the writer's hand, what a round owes, silent errors."""

from __future__ import annotations

from dataclasses import replace

import pytest

from dev.rounds.reader import Hand, make_reading
from scanner.sheet_reading import Reading
from scoring.rulesets.load_rules import load
from templates.sheet_code import SheetCode
from tests.tournament.paper import codes
from tests.tournament.silent_sheets import simulate_sheets, sum_figures
from tests.tournament.test_list_order import a_round, listed
from tests.tournament.test_lists import PFLICHT, judge_plus, totals
from tournament.judging.judged_sheet import JudgedRow, JudgedSheet
from tournament.judging.limits.judging_limits import LIMITS, Limits
from tournament.judging.reconcile import reconcile
from tournament.judging.written_sheet import transcribe

Spread = list[tuple[str, float]]


def judge(lines: list[str], doubts: dict[str, Spread], limits: Limits = LIMITS) -> JudgedSheet:
    """The list judged; `doubts`: what the ink of a field may say, likeliest first."""
    readings = [_doubt(reading, doubts.get(reading.id)) for reading in totals(lines)]
    code = SheetCode("pflichtsolo-40", "totals", 4, len(lines), 1, 1)
    return reconcile(PFLICHT, transcribe(make_reading(readings, code)), limits)


def _doubt(reading: Reading, spread: Spread | None) -> Reading:
    if spread is None:
        return reading
    return Reading(reading.id, reading.kind, spread[0][0], spread[0][1], tuple(spread), reading.quad_px)


def chance(row: JudgedRow, field: str, text: str) -> float:
    """How likely the field says that."""
    return dict(row.posterior.get(f"g{row.game:02}.{field}", ())).get(text, 0.0)


SEVENS = " | 12 | 7~1@0.97 7~1@0.97 -7~-1@0.97 -7~-1@0.97"


def test_equal_totals_are_misread_alike() -> None:
    """One hand wrote four sevens that may be ones: all of them are, or none, as one event."""
    alike, alone = (judge([SEVENS], {}, replace(LIMITS, same_hand=share)).rows[0] for share in (0.25, 0.0))
    assert chance(alike, "total1", "1") > 0.005
    assert chance(alone, "total1", "1") < 0.001


def test_a_value_is_misread_like_the_totals() -> None:
    """Its seven may be a one, too; a clear value contradicts it."""
    doubtful, clear = (judge([f"{value}{SEVENS}"], {}).rows[0] for value in ("7~1@0.97", "7"))
    assert chance(doubtful, "total1", "1") > 0.005 > 0.001 > chance(clear, "total1", "1")


ZEROS = " | _ | +0~+6@0.9 +0~+6@0.9 -0~-6@0.9 -0~-6@0.9"


def test_zeros_with_a_sign_are_hardly_zeros() -> None:
    """Nobody writes -0: what was read so is a 6 that is closed like a D."""
    usual, often = (judge([ZEROS], {}, replace(LIMITS, signed_zero=share)).rows[0] for share in (0.02, 1.0))
    assert usual.odds is not None
    assert often.odds is not None
    assert usual.odds.misread > 5 * often.odds.misread > 0.0


def test_a_zero_with_a_sign_may_be_the_total() -> None:
    """Where everything else says 0, the ink's +0 stays likelier than another number, and counts."""
    row = judge(["4 | 12 | +4 +4 -4 -4", "4 | 34 | +0~+6@0.9 0 0 0"], {}).rows[1]
    assert (row.points, row.chosen, row.status) == ((-4, -4, 4, 4), (), "ok")
    assert chance(row, "total1", "+6") == 0.0


def whole_round(doubtful: Spread, *, again: bool = False, limits: Limits = LIMITS) -> tuple[JudgedRow, str]:
    """The row of a round's first solo, whose cross is in doubt, and its field; `again`: its player has another one."""
    games = a_round(11, 4)
    place = next(place for place, game in enumerate(games) if game.solo)
    pairs = next(n for n, game in enumerate(games) if not game.solo)
    if again:
        games[pairs] = replace(games[place])
    return judge(listed(games), {f"g{place + 1:02}.solo": doubtful}, limits).rows[place], f"g{place + 1:02}.solo"


def test_a_pflichtsolo_that_is_owed_bears_out_its_cross() -> None:
    """Everybody else has played one; where its player has another, or nobody owes one, the cross is less likely."""
    doubt = [("x", 0.6), ("", 0.4)]
    nobody_owes = replace(LIMITS, solo_forgotten=1.0)
    owed, another, free = (
        chance(row, "solo", "x")
        for row, _ in (whole_round(doubt), whole_round(doubt, again=True), whole_round(doubt, limits=nobody_owes))
    )
    assert owed > 0.98 > another
    assert another == pytest.approx(free, abs=0.01)


def test_a_pflichtsolo_that_is_owed_settles_nothing() -> None:
    """People forget it: the cross in doubt is asked about all the same."""
    row, field = whole_round([("x", 0.6), ("", 0.4)])
    assert (row.status, codes(row.findings), row.look) == ("review", ["illegible"], (field,))


@pytest.mark.parametrize(("line", "asked"), [("2 | 3 | +2 +2 +2 -6", True), ("2 | 13 | +6 +2 -2 -6", False)])
def test_a_cross_in_doubt_counts_only_where_the_row_tells_it(line: str, asked: bool) -> None:
    """Beside a game of two against two no solo is crossed; beside one against three it may be: then a person looks."""
    row = judge(["4 | 12 | +4 +4 -4 -4", line], {"g02.solo": [("", 0.8), ("x", 0.2)]}).rows[1]
    assert (row.status, row.look) == (("review", ("g02.solo",)) if asked else ("ok", ()))


def test_an_offence_is_crossed_beside_what_it_costs() -> None:
    """A stray dot in the box of an ordinary game is none."""
    row = judge(["4 | 12 | +4 +4 -4 -4", "2 | 13 | +6 +2 -2 -6"], {"g02.offence": [("x", 0.6), ("", 0.4)]}).rows[1]
    assert chance(row, "offence", "") > 0.99


def test_the_rows_of_a_list_are_among_those_stated() -> None:
    """How each may have been misread: nothing where all is clear, much where it depends on one cross."""
    lines = ["4 | 12 | +4 +4 -4 -4", "2 | 3 | +2 +2 +2 -6"]
    sure, unsure = (judge(lines, {"g02.solo": [("", p), ("x", 1.0 - p)]}).rows[1].wrong for p in (0.9995, 0.9))
    assert sure is not None
    assert unsure is not None
    wrong = [sum(way.share for way in risk.ways if way.wrong) for risk in (sure, unsure)]
    assert wrong[0] < 0.01 < 0.2 < wrong[1]


def test_a_misread_list_row_names_its_misreadings() -> None:
    """All four sevens and the value at once: four wrong fields by one misreading of equal numbers."""
    risk = judge([f"7~1@0.97{SEVENS}"], {}).rows[0].wrong
    assert risk is not None
    likeliest, other = sorted(risk.ways, key=lambda way: -way.share)[:2]
    assert (likeliest.misread, other.misread, other.wrong, other.alike) == (0, 1, 4, 1)


def test_a_misread_plus_moves_who_lost() -> None:
    """Two numbers of plus points are misread, and four fields of the full row count wrong."""
    risk = judge_plus(["9~2@0.9 9~2@0.9 _ _"]).rows[0].wrong
    assert risk is not None
    assert {way.wrong for way in risk.ways if way.share > 0.01} == {0, 4}


@pytest.mark.parametrize("style", ["plus", "totals"])
def test_silent_errors_are_stated_of_lists(style: str) -> None:
    """Of every settled row, and not of none."""
    found = sum_figures(simulate_sheets(load("pflichtsolo-40"), Hand(unclear=0.05), sheets=3, seed=2, style=style), 3)
    assert found.rows >= 40
    assert 0.0 < found.stated < 0.5
