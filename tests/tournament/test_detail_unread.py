"""Details in which ink stands that nobody can read: they are no blank boxes, and confirm nothing."""

from __future__ import annotations

import random
from dataclasses import replace

import numpy as np
import pytest

from dev.rounds.reader import PLAIN, PLAIN_CROSSES, read_sheet
from dev.rounds.rows import count_row
from dev.rounds.sheets import SYSTEMS, TextSheet, draw_single_game, list_columns, spell_row
from scanner.sheet_reading import Reading, SheetReading
from scoring.counting.rules import RuleSet
from scoring.rulesets.load_rules import load
from templates.sheet_code import SheetCode
from tests.tournament.fullpaper import finding, full_reading, judge_row
from tournament.judging.judged_sheet import JudgedRow
from tournament.judging.reconcile import reconcile
from tournament.judging.written_sheet import transcribe

PLAYED = "re1 re3 augen=153"
UNREAD = ("?", "_!i")
WORDS = ("unreadable", "scribbled", "hidden")


def unread(reading: Reading, how: str) -> Reading:
    """The field when nothing certain is read there: by anybody, beneath a scribble, or under a fold."""
    if how == "unreadable":
        return replace(reading, text="?", candidates=(("?", 0.9995),))
    if how == "scribbled":
        return replace(reading, text="", confidence=0.0, candidates=((reading.text, 0.3),), flags=("illegible",))
    return replace(reading, confidence=0.35, candidates=((reading.text, 0.35),))


def judge_with(rules: RuleSet, reading: SheetReading, field: str, how: str) -> JudgedRow:
    """The first row with that field unread."""
    changed = [unread(one, how) if one.id == field else one for one in reading.readings]
    return reconcile(rules, transcribe(replace(reading, readings=tuple(changed)))).rows[0]


@pytest.mark.parametrize("word", UNREAD)
@pytest.mark.parametrize(("points", "against"), [("+2 -2 +2 -2", "1"), ("+3 -3 +3 -3", "leer")])
def test_an_unread_count_is_not_none(points: str, against: str, word: str) -> None:
    """Without a Fuchs the game is worth 2, with one 3. Either is asked about, none blamed, and none confirmed."""
    row = judge_row(points, f"{PLAYED} re.fuchs={word}")
    found = finding(row, "illegible")
    assert (row.status, row.details, found.severity, row.chosen) == ("review", None, "warning", ())
    assert f"leer oder 1? Bei {against}:" in found.message("de")


def test_a_count_that_counts_nothing_is_not_asked_about() -> None:
    """In a solo nobody catches a Fuchs: it is told that the box is unread, and the row stands."""
    row = judge_row("+6 -2 -2 -2", "re1 solo.trumpf re.re augen=133 re.fuchs=?")
    assert (row.status, finding(row, "illegible").message("de")) == ("ok", "Spiel 1, Fuchs von Re: nicht lesbar.")


def test_half_read_points_are_not_borne_out_by_an_unread_count() -> None:
    """Details that might say anything are no second witness."""
    points = "+4~+7@0.55 -4 +4 -4"
    assert judge_row(points, f"{PLAYED} re.re").status == "ok"
    assert judge_row(points, f"{PLAYED} re.re kontra.fuchs=?").status == "review"


@pytest.mark.parametrize("word", UNREAD)
def test_unread_augen_bear_out_nothing(word: str) -> None:
    """Any Augen may stand there: nothing is confirmed, and nobody blamed."""
    for points in ("+2 -2 +2 -2", "+3 -3 +3 -3"):
        row = judge_row(points, f"re1 re3 augen={word}")
        assert (row.status, row.details) == ("ok", None)
        assert finding(row, "illegible").message("de") == "Spiel 1, Augen von Re: nicht lesbar."


@pytest.mark.parametrize(("how", "severity"), [("hidden", "warning"), ("", "error")])
def test_half_seen_augen_blame_nobody(how: str, severity: str) -> None:
    """The points follow from none of what was seen: asked about, and the players' mistake only if nothing else may
    stand there."""
    rules = load("pflichtsolo-40")
    row = judge_with(rules, full_reading(rules, [("+3 -3 +3 -3", PLAYED)]), "g01.augen" if how else "", how)
    assert (row.status, finding(row, "miscounted").severity) == ("review", severity)


@pytest.mark.parametrize("word", UNREAD)
def test_unread_augen_were_counted(word: str) -> None:
    """Ink stands there: calls that are not crossed were not made. No game without one is worth 9 without extras."""
    assert judge_row("+9 -9 +9 -9", f"re1 re3 augen={word}").status == "review"
    assert judge_row("+9 -9 +9 -9", "re1 re3").status == "ok"


@pytest.mark.parametrize("word", UNREAD)
def test_an_unread_value_bears_out_nothing(word: str) -> None:
    """Points that do not follow from the details stay the players' mistake."""
    assert judge_row("+3 -3 +3 -3", f"{PLAYED} value={word}").status == "review"


def test_a_hidden_count_may_be_one() -> None:
    """Under a fold hardly anything is seen of a count, and most are blank: points without it stand, and those with it
    are asked about and not blamed."""
    rules, shown = load("pflichtsolo-40"), []
    for points in ("+2 -2 +2 -2", "+3 -3 +3 -3"):
        row = judge_with(rules, full_reading(rules, [(points, PLAYED)]), "g01.re.fuchs", "hidden")
        shown.append((row.status, [one.severity for one in row.findings], row.look))
    assert shown == [("ok", [], ()), ("review", ["warning"], ("g01.re.fuchs",))]


def test_a_hidden_cross_may_be_set() -> None:
    """Though the reader named nothing but a blank box."""
    rules = load("pflichtsolo-40")
    reading = full_reading(rules, [("+4 -4 +4 -4", PLAYED)])
    assert judge_with(rules, reading, "g01.re.re", "hidden").look == ("g01.re.re",)


@pytest.mark.few(6)
@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize("how", WORDS)
def test_right_rows_with_an_unread_count(system: str, how: str) -> None:
    """Nobody is blamed for a right row whose count cannot be read, in any system; what counts is what is written."""
    rules, chance, rng = load(system), np.random.default_rng(4), random.Random(4)
    for _ in range(12):
        row = spell_row(count_row(rules, draw_single_game(rules, 4, (), chance), every_level=True))
        page = TextSheet((row,), list_columns(rules, 4), SheetCode(rules.id, "full", 4, 1, 1, 1))
        reading = read_sheet(rng, page, PLAIN, PLAIN_CROSSES)
        field = rng.choice([one.id for one in reading.readings if one.kind == "digit"])
        judged = judge_with(rules, reading, field, how)
        assert judged.points == row.points
        assert "error" not in [one.severity for one in judged.findings]
