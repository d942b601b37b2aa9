"""What holds for every full sheet: right rows are right, mistakes that details reveal are found, in all six systems."""

from __future__ import annotations

import random
from itertools import product

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from dev.rounds.mistakes import FULL_MISTAKES, change_row
from dev.rounds.reader import PLAIN, PLAIN_CROSSES, QUAD, Hand, make_reading, read_sheet
from dev.rounds.rows import LEFT_OUT, Row, count_row
from dev.rounds.sheets import (
    SYSTEMS,
    TextRow,
    TextSheet,
    draw_full_sheet,
    draw_single_game,
    list_columns,
    spell,
    spell_row,
    tell_partly,
)
from scanner.sheet_reading import Reading
from scoring.counting.rules import RuleSet
from scoring.counting.score import score
from scoring.rows.row_patterns import are_offence_points
from scoring.rulesets.load_rules import load
from templates.sheet_code import SheetCode
from tests.tournament.fullpaper import accepted
from tests.tournament.paper import codes
from tournament.judging.allowed_games import find_game_of_points, fits, list_allowed_games
from tournament.judging.detail_fields import WrittenDetails
from tournament.judging.judged_sheet import JudgedRow
from tournament.judging.offers import list_offers
from tournament.judging.reconcile import reconcile
from tournament.judging.written_sheet import transcribe

RULES = {name: load(name) for name in SYSTEMS}
seeds = st.integers(0, 2**32)


def drawn(rules: RuleSet, seats: int, rng: np.random.Generator) -> Row:
    """The right row of some game."""
    return count_row(rules, draw_single_game(rules, seats, (1,) if seats == 5 else (), rng), every_level=True)


def spoilt(rules: RuleSet, kind: str, rng: np.random.Generator) -> Row | None:
    """The row with that mistake of the first game that has a place for it, None if none of a thousand has: one in
    fifteen games is played alone."""
    rows = (change_row(rules, drawn(rules, 4, rng), kind, rng) for _ in range(1000))
    return next(filter(None, rows), None)


def can_be(rules: RuleSet, kind: str) -> bool:
    """Whether games of these rules have a place for the mistake at all."""
    doubles, bock = any(part.rule == "verdoppelt" for part in rules.value), bool(rules.bock.triggers)
    return {"doubling-forgotten": doubles, "bock-forgotten": bock}.get(kind, True)


MISTAKES = [(name, kind) for name, rules in RULES.items() for kind in FULL_MISTAKES if can_be(rules, kind)]


@settings(max_examples=2 * settings.default.max_examples, deadline=None)
@given(seeds, st.sampled_from(SYSTEMS), st.sampled_from([4, 5]), st.sampled_from(["", *LEFT_OUT]))
def test_right_rows_are_never_asked_about(seed: int, name: str, seats: int, left_out: str) -> None:
    """A game written as it was played, or only a part of it, is ok; a game told whole is known afterwards."""
    rules = RULES[name]
    right = drawn(rules, seats if seats in rules.sheet.seats else 4, np.random.default_rng(seed))
    row = tell_partly(right, left_out)
    paid = are_offence_points(rules, {seat: points for seat, points in enumerate(row.points, 1) if points})
    # where nothing tells who played alone, a lost solo may pass for an offence, and is asked about
    alone = any(name.startswith("solo.") for name in row.cells)
    assume(not (paid and not alone and left_out in ("all", "all but value", "all but solo", "re")))
    # one Re seat without the kind of game is asked about
    assume(not (left_out in ("all but re", "all but calls") and right.solist and any(row.right)))
    judged = _judged(rules, row)
    assert (judged.status, codes(judged.findings)) == ("ok", []), row.cells
    if not left_out:
        assert judged.details is not None
        assert score(rules, judged.details).points == row.right


@settings(max_examples=4 * settings.default.max_examples, deadline=None)
@given(seeds, st.sampled_from(MISTAKES))
def test_every_planted_mistake_is_found(seed: int, mistake: tuple[str, str]) -> None:
    """Whatever is written otherwise than the details have it goes to a person, and nothing is changed."""
    name, kind = mistake
    wrong = spoilt(RULES[name], kind, np.random.default_rng(seed))
    assert wrong is not None  # every example plants its mistake
    row = spell_row(wrong)
    judged = _judged(RULES[name], row)
    assert judged.status == "review", (kind, row.cells)
    assert tuple(points or 0 for points in judged.points) == row.points
    assert judged.look


@pytest.mark.few(2)
@pytest.mark.parametrize("kind", ["augen-miswritten", "re-at-wrong-seat", "kontra-as-re", "extra-at-other-party"])
def test_a_wrong_detail_turns_no_points(kind: str) -> None:
    """Of wrong details beside points, a value and sums that are right, Enter changes no points, and nearly always the
    Re crosses are offered as they should be."""
    turned = planted = mended = 0
    for number, (rules, _) in enumerate(product(RULES.values(), range(12))):
        rng = np.random.default_rng(number)
        right = drawn(rules, 4, rng)
        wrong = change_row(rules, right, kind, rng)
        if wrong is not None:
            row = spell_row(wrong)
            told = _judged(rules, row, tuple(map(spell, row.points)))
            planted, turned = planted + 1, turned + any(name[0] == "p" for name in accepted(told))
            offered = (
                {one.field.partition(".")[2]: str(one.proposed) for one in offer.proposal}
                for offer in list_offers(told)
            )
            after = [{name: text for name, text in {**row.cells, **found}.items() if text} for found in offered]
            mended += spell_row(right).cells in after
    assert planted > 5
    assert turned == 0
    assert kind != "re-at-wrong-seat" or mended >= 0.9 * planted


@settings(max_examples=2 * settings.default.max_examples, deadline=None)
@given(seeds, st.sampled_from(SYSTEMS))
def test_less_told_allows_more(seed: int, name: str) -> None:
    """Points that follow from details follow from any part of them."""
    rules = RULES[name]
    game = draw_single_game(rules, 4, (), np.random.default_rng(seed))
    points = score(rules, game).points
    assert points is not None
    hands = dict(enumerate(points, 1))
    crossed = {"hochzeit-allein": ("hochzeit",), "normal": (), "solo": (f"solo.{game.solo}",)}
    kinds = crossed.get(game.kind, (game.kind,))
    whole = WrittenDetails(kinds, game.re, game.calls, game.augen, True, game.extras, game.bock)
    assert fits(rules, whole, hands)
    assert find_game_of_points(rules, whole, hands) is not None
    for less in (
        WrittenDetails(kinds, game.re, game.calls, None, False, game.extras, game.bock),
        WrittenDetails(kinds, game.re),
        WrittenDetails(kinds),
        WrittenDetails((), game.re),
        WrittenDetails((), (), game.calls),
        WrittenDetails(kinds, game.re, game.calls, None, True, game.extras, game.bock),
    ):
        assert fits(rules, less, hands), less


@settings(max_examples=settings.default.max_examples // 2, deadline=None)
@given(seeds, st.sampled_from(SYSTEMS), st.sampled_from([4, 5]), st.booleans())
def test_any_ink_is_judged(seed: int, name: str, seats: int, plus: bool) -> None:
    """Whatever stands in the fields, clear or not, the sheet is judged, and every finding has its words."""
    rng, rules = random.Random(seed), RULES[name]
    texts = ("", "", "", "x", "1", "2", "+2", "-2", "+6", "-4", "0", "/", "-", "?", "153", "999", "+12345", "--")
    readings = []
    for game in range(1, 5):
        for name_ in (*list_columns(rules, seats), *(f"p{seat}" for seat in range(1, seats + 1))):
            first, other = rng.choices(texts, k=2)
            sure = rng.choice((0.9999, 0.99, 0.6, 0.2))
            kind = "points" if name_[0] == "p" else "number" if name_ in ("augen", "value") else "cross"
            kind = "digit" if name_.startswith(("re.", "kontra.")) and rng.random() < 0.5 else kind
            flags = rng.choice(((), (), ("doubtful",), ("illegible",)))
            pairs = ((first, sure), (other, round(1 - sure, 6)))
            readings.append(Reading(f"g{game:02}.{name_}", kind, first, sure, pairs, QUAD, flags))
    code = SheetCode(name, "full", seats, 4, 1, 1, plus=plus)
    judged = reconcile(rules, transcribe(make_reading(readings, code)))
    for row in judged.rows:
        for found in row.findings:
            assert all(found.message(lang) and found.proposal_text(lang) is not None for lang in ("de", "en"))


@pytest.mark.parametrize("rules", RULES.values(), ids=SYSTEMS)
def test_ways_that_are_no_game_are_none(rules: RuleSet) -> None:
    """Contradictions leave no way: three Re seats, a soloist with a partner, two kinds of game, 241 Augen."""
    solo = f"solo.{rules.sheet.solos[0].id}"
    for told in (
        WrittenDetails(re=(1, 2, 3)),
        WrittenDetails((solo,), (1, 2)),
        WrittenDetails(("stille-hochzeit", solo)),
        WrittenDetails(re=(1, 2), augen=241, counted=True),
        WrittenDetails(("stille-hochzeit", "hochzeit")),
        WrittenDetails(augen=241),
    ):
        assert list_allowed_games(rules, told) == ()


@pytest.mark.slow
def test_a_hard_hand() -> None:
    """With a hand that is hard to read, no wrong points count in silence and right rows are hardly ever blamed."""
    right = blamed = silent = missed = 0
    for number, rules in enumerate([*RULES.values()] * 8):
        rng = random.Random(number)
        page = draw_full_sheet(rng, rules, mistakes=0.1, partly=0.3)
        judged = reconcile(rules, transcribe(read_sheet(rng, page, Hand(unclear=0.12))))
        for row, verdict in zip(page.rows, judged.rows, strict=True):
            right += not row.mistake
            blamed += not row.mistake and any(finding.severity == "error" for finding in verdict.findings)
            silent += verdict.status == "ok" and tuple(points or 0 for points in verdict.points) != row.points
            missed += bool(row.mistake) and verdict.status == "ok"
    assert (silent, missed) == (0, 0)
    assert blamed <= 0.01 * right


def _judged(rules: RuleSet, row: TextRow, sums: tuple[str, ...] = ()) -> JudgedRow:
    seats = len(row.right)
    sheet = TextSheet((row,), list_columns(rules, seats), SheetCode(rules.id, "full", seats, 1, 1, 1), sums)
    return reconcile(rules, transcribe(read_sheet(random.Random(1), sheet, PLAIN, PLAIN_CROSSES))).rows[0]
