"""What a whole round owes (Pflichtsoli, games, turns to sit out) bears on doubtful ink, and never changes any."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.rulesets.load_rules import load
from tests.oracle.compared import judge_exactly as exact
from tests.tournament.fullpaper import full_reading
from tests.tournament.paper import RULES, judge, written
from tournament.judging.judged_sheet import JudgedRow
from tournament.judging.reconcile import reconcile
from tournament.judging.written_sheet import transcribe

LONE = ["+9 -3 -3 -3", "-2 +6 -2 -2", "-1 -1 +3 -1", "+2 +2 +2 -6"]
"""A row for each seat in which it plays alone."""
PAIRS = ["+2 -2 +2 -2"] * 12


def whole(*first: str) -> list[str]:
    """A round of 16 games that begins with these rows, then a crossed solo of each seat that has none there."""
    return [*first, *PAIRS][:16]


def soli(*crosses: str) -> list[str]:
    """A whole round whose four soli have these crosses."""
    return whole(*(f"{points} {cross}" for points, cross in zip(LONE, crosses, strict=True)))


CROSSES = st.sampled_from(["solo", "", "solo@0.8", "~solo@0.7", "solo@0.6"])
DOUBT = st.sampled_from(["+2 -2 +2 -2", "+2~-6@0.6 -2~+2@0.6 +2 -2~+2@0.6 ~solo@0.55", "+9 -3 -3~+3@0.9 -3 solo@0.7"])


@settings(deadline=None)
@given(st.tuples(*[CROSSES] * 4), DOUBT, st.sampled_from(["", "+32 -22 +24 -34", "+32 -22 +24~+26@0.7 -34"]))
def test_pflichtsoli_are_weighed_exactly(crosses: tuple[str, ...], row: str, sums: str) -> None:
    """Crosses, points, sums and everybody's Pflichtsolo have one posterior: that of trying every combination."""
    exact(RULES, written([*soli(*crosses)[:15], row], sums))


@settings(deadline=None)
@given(st.lists(st.sampled_from(["_", "_~-1@0.6", "-1~_@0.7", "+2~_@0.6"]), min_size=4, max_size=4))
def test_the_number_of_games_is_weighed_exactly(cells: list[str]) -> None:
    """A row of which nobody knows whether it is blank, the last of 16."""
    exact(RULES, written([*soli("solo", "solo", "solo", "")[:15], " ".join(cells)]))


DAMEN = ["re1 solo.damen", "re2 solo.damen", "re3 solo.damen", "re4 solo.damen"]


@pytest.mark.parametrize("doubtful", ["re1 solo.damen@0.8", "re1 ~solo.damen@0.7"])
@pytest.mark.parametrize("last", ["re4 solo.damen", "re4", "re4 ~solo.buben@0.8"])
def test_pflichtsoli_of_full_sheets_are_weighed_exactly(doubtful: str, last: str) -> None:
    """Where each solo has a cross of its own, details and everybody's Pflichtsolo have one posterior, too."""
    soli_told = list(zip(LONE, [doubtful, *DAMEN[1:3], last], strict=True))
    exact(RULES, full_reading(RULES, [*soli_told, *((pairs, "") for pairs in PAIRS)]))


def test_the_section_of_the_pflichtsoli_tells_whose_solo_a_row_is() -> None:
    """In `ddv` the last rows are one solo of each player: who has none yet is likelier, and nothing is chosen by it."""
    doubtful, games = "+9~-3@0.55 -3~+9@0.55 -3 -3", ["+2 -2 +2 -2"] * 20
    chances = []
    for section in (LONE[1:], [LONE[0], *LONE[2:]]):
        row = reconcile(load("ddv"), transcribe(written([*games, *section, doubtful], rules="ddv"))).rows[-1]
        assert row.status == "review"
        chances.append(dict(row.posterior["g24.p1"])["+9"])
    assert chances[0] > 0.9 > 0.1 > chances[1]


TURNS = ["_ +2 +2 -2 -2", "+2 _ +2 -2 -2", "+2 +2 _ -2 -2", "+2 +2 -2 _ -2", "+2 +2 -2 -2 _"]


@settings(deadline=None)
@given(
    st.sampled_from(["+1~/@0.6 /~+1@0.6 +1 -1 -1", "/ +1 +1 -1~/@0.7 -1", "+1~/@0.6 +1 +1~/@0.7 -1 -1~/@0.8"]),
    st.integers(0, 4),
    st.integers(4, 5),
)
def test_turns_to_sit_out_are_weighed_exactly(row: str, place: int, rows: int) -> None:
    """At a table of five whose rules name no rotation, a one and a slash in doubt."""
    rules = load("kurzregeln-48")
    lines = [*TURNS[:place], row, *TURNS[place + 1 : rows]]
    exact(rules, written(lines, seats=5, rules=rules.id))


def row_of(*crosses: str) -> JudgedRow:
    """The first solo of the round."""
    return judge(soli(*crosses)).rows[0]


def test_the_duty_bears_out_a_doubtful_cross() -> None:
    """Seat 1 has no other solo: nobody is asked whether the cross is one."""
    assert row_of("solo@0.96", "solo", "solo", "solo").status == "ok"
    second = judge([*soli("solo@0.96", "solo", "solo", "solo")[:15], "+3 -1 -1 -1 solo"]).rows[0]
    assert second.status == "review"


def test_the_duty_alone_changes_nothing() -> None:
    """A box that looks empty is asked about where a Pflichtsolo is missing, and stays empty until then."""
    for sure in (0.98, 0.9, 0.7, 0.61):
        row = row_of(f"~solo@{sure}", "solo", "solo", "solo")
        assert (row.status, row.solo, row.chosen) == ("review", False, ())
        assert row.odds is not None
        assert dict(row.posterior["g01.solo"])["x"] > 1 - sure


def test_a_forgotten_pflichtsolo_is_a_finding_and_no_other_row_s_fault() -> None:
    """Clear ink stays what it is, whoever lacks a solo."""
    sheet = judge(soli("solo", "solo", "solo", ""))
    assert [row.game for row in sheet.rows if row.status == "review"] == []
    assert [one.code for one in sheet.findings] == ["pflichtsolo"]
    assert not any(row.posterior for row in sheet.rows)


@pytest.mark.parametrize(
    "lines",
    [
        [*soli("solo@0.96", "solo", "solo", "solo")[:15], "_ _ _ _"],
        soli("solo@0.96", "solo", "solo", "solo")[:12],
    ],
)
def test_nothing_is_owed_while_the_round_goes_on(lines: list[str]) -> None:
    """With a game to be played the missing solo may still come."""
    assert judge(lines).rows[0].status == "review"


def test_a_one_and_a_slash_are_told_apart_by_the_turns() -> None:
    """Who sat out follows from who did not yet, where the rules name no rotation; but nothing is chosen by it."""
    rules = load("kurzregeln-48")
    lines = ["+1~/@0.6 /~+1@0.6 +1 -1 -1", *TURNS[1:]]
    alone, together = (exact(rules, written(rows, seats=5, rules=rules.id)).rows[0] for rows in (lines[:1], lines))
    chance = [dict(row.posterior["g01.p1"])["/"] for row in (alone, together)]
    assert chance[1] > chance[0] + 0.3
    assert together.status == "review"
