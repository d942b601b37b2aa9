"""A Doppelbock on paper: a column of its own on full sheets and lists, printed, read and counted again."""

from __future__ import annotations

from dataclasses import replace

import pytest

from dev.rounds.reader import make_reading, read_exactly
from scoring.counting.game import Game
from scoring.counting.game_json import describe_game, parse_game
from scoring.rulesets.load_rules import load
from templates.sheet_code import SheetCode, parse_code
from templates.sheet_spec import make_layout
from tests.tournament.fullpaper import full_reading
from tests.tournament.test_lists import totals
from tournament.judging.judged_sheet import JudgedRow
from tournament.judging.reconcile import reconcile
from tournament.judging.written_sheet import transcribe
from tournament.printing.sheet_orders import SheetOrder, make_sheets

BASE = load("stille-hochzeit")
RULES = replace(BASE, bock=replace(BASE.bock, meets="doppelbock"))


@pytest.mark.parametrize("style", ["full", "totals"])
def test_the_sheet_has_both_columns(style: str) -> None:
    """And its code says so, so that it is read as it was printed; without Doppelbock there is one."""
    order = SheetOrder(RULES.id, style, 4, None, "", None, None, "", "de")
    codes = [make_sheets(order, rules)[0].code for rules in (RULES, BASE)]
    both, one = ({field.id for field in make_layout(code).fields} for code in codes)
    assert {"g01.bock", "g01.doppelbock"} <= both
    assert both - one == {field for field in both if field.endswith(".doppelbock")}
    assert parse_code(codes[0].spell()) == codes[0]


def judge_row(points: str, details: str) -> JudgedRow:
    """One row of a full sheet."""
    return reconcile(RULES, transcribe(full_reading(RULES, [(points, details)]))).rows[0]


def test_a_crossed_doppelbock_counts_four_times() -> None:
    """With its cross alone, or beside that for Bock."""
    for crosses in ("doppelbock", "bock doppelbock"):
        row = judge_row("+4 +4 -4 -4", f"{crosses} re1 re2 augen=130 value=4")
        assert row.status == "ok"
        assert row.details is not None
        assert row.details.bock == 2


@pytest.mark.parametrize(
    ("points", "crosses", "field", "proposed"),
    [("+4 +4 -4 -4", "bock", "g01.doppelbock", "x"), ("+2 +2 -2 -2", "doppelbock bock", "g01.doppelbock", "")],
)
def test_the_wrong_cross_is_told_with_a_proposal(points: str, crosses: str, field: str, proposed: str) -> None:
    """Points of two Böcke beside the cross of one, and the other way round."""
    row = judge_row(points, f"{crosses} re1 re2 augen=130 value={points[1]}")
    assert row.status == "review"
    changes = [change for one in row.findings for change in one.proposal or ()]
    changes += row.explanation.changes if row.explanation else ()
    assert (field, proposed) in [(change.field, change.proposed) for change in changes]


def test_a_list_says_how_many_boecke_count() -> None:
    """S9 asks a crossed Doppelbock for what it can be worth: 2 cannot be divided by 4."""
    readings = [*totals(["2 | 12 | +2 +2 -2 -2", "4 | 12 | +6 +6 -6 -6"])]
    readings += [read_exactly(f"g{row:02}.{column}", mark, kind="cross") for row, column, mark in (
        (1, "bock", ""), (1, "doppelbock", "x"), (2, "bock", ""), (2, "doppelbock", "x"),
    )]  # fmt: skip
    sheet = reconcile(RULES, transcribe(make_reading(readings, SheetCode(RULES.id, "totals", 4, 2, 1, 1))))
    told = [one for one in sheet.findings if one.code == "bock-block"]
    assert [one.message() for one in told] == ["Spiel 1: Als Bockspiel angekreuzt. 2 ist aber nicht durch 4 teilbar."]


def test_json_says_how_many_boecke_count() -> None:
    """True for one, as ever, and the number for two."""
    for bock, said in ((0, None), (1, True), (2, 2)):
        game = Game("normal", (1, 2), augen=130, bock=bock)
        assert describe_game(RULES, game).get("bock") == said
        assert parse_game(RULES, describe_game(RULES, game))[0] == game
    assert describe_game(RULES, Game("normal", (1, 2), augen=130, bock=1))["bock"] is True
