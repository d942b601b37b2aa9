"""What is told of drawn sheets is what every combination of their fields shows, by a row model of the rulebooks."""

from __future__ import annotations

from itertools import product

import pytest

from scoring.rulesets.load_rules import load
from tests.oracle.compared import explain_exactly, explain_full_exactly, judge_exactly, judge_list_exactly
from tests.oracle.drawn import draw_sheet
from tests.oracle.drawn_lists import draw_list
from tests.tournament.fullpaper import full_reading
from tests.tournament.paper import written


def compare(first: int, count: int, style: str) -> None:
    """So many drawn sheets, each named when it differs."""
    for seed in range(first, first + count):
        drawn = draw_sheet(seed, style)
        try:
            judge_exactly(load(drawn.name), drawn.reading)
        except AssertionError as error:
            raise AssertionError(f"{style} {seed}: {drawn.name} {drawn.lines} {drawn.sums!r}") from error


@pytest.mark.parametrize("first", range(0, 2_960, 40))
@pytest.mark.few(1)
def test_points_are_judged_exactly(first: int) -> None:
    """Points, crosses and totals of four and five seats, in all systems."""
    compare(first, 40, "points")


@pytest.mark.parametrize("first", range(0, 2_960, 40))
@pytest.mark.few(1)
def test_plus_points_are_judged_exactly(first: int) -> None:
    """The same where only plus points are written."""
    compare(first, 40, "plus")


@pytest.mark.parametrize("first", range(0, 1_200, 40))
@pytest.mark.few(1)
def test_halves_of_rounds_are_judged_exactly(first: int) -> None:
    """Games from 9 on, of which the other half of the round stands elsewhere."""
    compare(first, 40, "half")


@pytest.mark.parametrize("first", range(0, 1_200, 40))
@pytest.mark.few(1)
def test_tables_out_of_step_are_judged_exactly(first: int) -> None:
    """Of five seats another sat out than was planned, from the first row on."""
    compare(first, 40, "shifted")


@pytest.mark.parametrize(
    ("style", "first"), [("full", n) for n in range(0, 160, 4)] + [("full-plus", n) for n in range(0, 40, 4)]
)
@pytest.mark.few(2)
def test_full_sheets_are_judged_exactly(style: str, first: int) -> None:
    """Points with details and value column, some of them in doubt, some of them wrong."""
    compare(first, 4, style)


@pytest.mark.parametrize(("style", "first"), list(product(("points", "plus", "half", "shifted"), range(0, 400, 20))))
@pytest.mark.few(2)
def test_explanations_are_the_smallest(style: str, first: int) -> None:
    """As few wrong fields as any combination has, and as likely ones."""
    for seed in range(first, first + 20):
        drawn = draw_sheet(seed, style)
        explain_exactly(load(drawn.name), drawn.reading)


@pytest.mark.parametrize(("style", "first"), list(product(("full", "full-plus"), range(0, 160, 8))))
@pytest.mark.few(2)
def test_explanations_of_full_sheets_are_the_smallest(style: str, first: int) -> None:
    """The same with details: by the ink, by other points, or by one slip among the boxes."""
    for seed in range(first, first + 8):
        drawn = draw_sheet(seed, style)
        explain_full_exactly(load(drawn.name), drawn.reading)


def test_a_right_row_may_be_another_one_that_was_meant() -> None:
    """Beside details that cannot be: a box that may say otherwise, where two other numbers would do as well."""
    drawn = draw_sheet(304, "full")
    explain_full_exactly(load(drawn.name), drawn.reading)


@pytest.mark.parametrize(("style", "seed"), [("full", 3414), ("full", 4408), ("full-plus", 4162), ("full-plus", 5582)])
@pytest.mark.few(2)
def test_a_slip_stands_beside_what_counts(style: str, seed: int) -> None:
    """A box, beside points that a rule chose, a call whose lower one has no cross, or a value in doubt."""
    drawn = draw_sheet(seed, style)
    assert explain_full_exactly(load(drawn.name), drawn.reading) is not None


def test_another_kind_of_game_is_explained() -> None:
    """Points of a lone player beside details of two pairs: no single slip leads from one to the other, so that the
    fewest fields are the points that are due."""
    explain_full_exactly(load("zwoelf-spiele"), draw_sheet(8244, "full-plus").reading)


def test_nothing_and_zero_say_the_same() -> None:
    """A 0 where plus points are blank is no wrong field."""
    drawn = draw_sheet(87, "full-plus")
    found = explain_full_exactly(load(drawn.name), drawn.reading)
    assert found is not None
    assert {"g02.p1", "g02.p4"}.isdisjoint(one.field for one in found.miscounted)


def test_each_final_total_is_a_mistake_of_its_own() -> None:
    """One misread total and a winner's mark that was missed are likelier than two totals added up wrongly."""
    drawn = draw_list(129, "totals")
    found = judge_list_exactly(load(drawn.name), drawn.reading).explanation
    assert found is not None
    assert [one.field for one in found.misread] == ["g01.win1", "sum.p4"]


@pytest.mark.slow
@pytest.mark.parametrize(("style", "first"), list(product(("totals", "totals-plus"), range(0, 40, 10))))
def test_lists_are_judged_exactly(style: str, first: int) -> None:
    """Running totals, with nothing left out for the sake of time; the smallest explanation is as likely, too."""
    for seed in range(first, first + 10):
        drawn = draw_list(seed, style)
        try:
            judge_list_exactly(load(drawn.name), drawn.reading)
        except AssertionError as error:
            raise AssertionError(f"{style} {seed}: {drawn.name} {drawn.lines} {drawn.sums!r}") from error


def test_whose_turn_it_is_sits_out_of_a_nullspiel() -> None:
    """A stroke in the first cell beside zeros, where seat 2 deals: the crosses for Re may be those of seats 1 and 4."""
    rows = [
        ("_ +12 +12 / _", "re4 re5 re.k90 augen=2 value=12 ~kontra.karlchen@0.99"),
        ("/ 0 _ _~/@0.6 0", "re1 re4 re.re augen=149 kontra.fuchs=1"),
    ]
    judge_exactly(load("pflichtsolo-40"), full_reading(load("pflichtsolo-40"), rows, "0 +12 +12 /~+1@0.5 _", plus=True))


@pytest.mark.few(1)
@pytest.mark.parametrize(("name", "seed"), [("stille-hochzeit", 2444), ("stille-hochzeit", 3568)])
def test_anybody_may_sit_out_of_a_nullspiel(name: str, seed: int) -> None:
    """Where nobody knows whose turn it is, the crosses for Re may be those of any seats, of one struck out as well."""
    judge_exactly(load(name), draw_sheet(seed, "full-plus").reading)


@pytest.mark.parametrize("seed", [686, 798, 2495, 3913])
def test_two_slips_are_counted_in_what_is_written(seed: int) -> None:
    """Of plus points only those that are written can be wrong: four numbers, a stroke beside the turn, one left out."""
    judge_exactly(load(draw_sheet(seed, "full-plus").name), draw_sheet(seed, "full-plus").reading)


@pytest.mark.few(1)
@pytest.mark.parametrize("seed", [6327, 9783])
def test_the_value_beside_a_fine_tells_nothing(seed: int) -> None:
    """It may be what the offender pays, or the others get, or of the game that the offence ended."""
    judge_exactly(load("ddv"), draw_sheet(seed, "full").reading)


@pytest.mark.few(1)
@pytest.mark.parametrize(("style", "seed"), [("totals", 2202), ("totals", 1836), ("totals-plus", 3948)])
def test_an_offence_in_a_list_takes_nobodys_turn(style: str, seed: int) -> None:
    """Nobody has to sit out of it; below one that is no game nobody knows whose turn it is."""
    drawn = draw_list(seed, style)
    judge_list_exactly(load(drawn.name), drawn.reading)


def test_a_missed_digit_is_another_number() -> None:
    """A "+1" that may be "+10": what the reader missed is no blank cell."""
    drawn = draw_list(1224, "totals-plus")
    judge_list_exactly(load(drawn.name), drawn.reading)


def test_a_fine_is_no_unusual_game() -> None:
    """TSR 9: -24 and +8 are a serious offence after four Absagen (ddv), and no game is rare for being a fine."""
    judge_exactly(load("ddv"), written(["+8 +8 -24 +8~+7@0.9 solo ~strafe@0.6"], rules="ddv"))


def test_nobody_has_to_sit_out_of_an_offence_row() -> None:
    """That the first seat has points in row 1 is no second mistake where the row is an offence: it has no dealer."""
    line = "+50 -150 +50 _~/@0.9 +150~+50@0.6 strafe@0.95"
    judge_exactly(load("zehn-cent"), written([line], seats=5, rules="zehn-cent"))


def test_each_solo_cross_may_make_the_row_a_solo() -> None:
    """Two boxes that look empty, each of which may hold a cross."""
    row = ("-8 +8~+16@0.9 -8 +8", "re2 re4 re.re value=8 ~solo.damen@0.9 ~solo.fleischlos@0.9")
    judge_exactly(load("pflichtsolo-40"), full_reading(load("pflichtsolo-40"), [row]))


def test_there_is_one_last_trick() -> None:
    """Paragraph 11 of zwoelf-spiele: a Charly of Re and a Fuchs am End of Kontra would be two last tricks."""
    row = ("+5 +5 -15 +5", "re3 hochzeit re.re kontra.kontra augen=45 value=5 re.karlchen=1 ~kontra.fuchs_am_end@0.7")
    judge_exactly(load("zwoelf-spiele"), full_reading(load("zwoelf-spiele"), [row]))


def test_of_equally_many_wrong_fields_the_likeliest_are_named() -> None:
    """A game of 7, a misread total and one added up wrongly are likelier than a game of 21 and one such total."""
    line, sums = "+21 -7~-14@0.9 -7 -21", "+21~+63@0.5 /~-7@0.8 +7~-7@0.55 -21~-42@0.9"
    explain_exactly(load("zwoelf-spiele"), written([line], sums, rules="zwoelf-spiele"))
