"""What holds for every full sheet: right rows are right, mistakes that details reveal are found, in all six systems."""

from __future__ import annotations

import random
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scanner.reading import Reading
from scoring.counting.rules import RuleSet
from scoring.counting.score import score
from scoring.rows.patterns import are_offence_points
from scoring.rulesets import load
from templates.code import SheetCode
from tests.tournament.fullmistakes import MISTAKES
from tests.tournament.fullpaper import proposed
from tests.tournament.fullsheets import (
    SYSTEMS,
    CrossHand,
    FullPage,
    a_game,
    columns,
    full_page,
    read_full,
    told_partly,
    written,
)
from tests.tournament.paper import codes
from tests.tournament.simulate import QUAD, Hand, sheet_reading, write
from tournament.judging.details.allowed_games import find_game_of_points, fits, ways
from tournament.judging.reconcile import reconcile
from tournament.judging.row.gamefields import WrittenDetails
from tournament.judging.row.judged import JudgedRow
from tournament.judging.row.transcribe import transcribe

RULES = {name: load(name) for name in SYSTEMS}
PLAIN = Hand(unclear=0.0, boast=0.0), CrossHand(doubtful=0.0, wrong=0.0)
seeds = st.integers(0, 2**32)


@settings(max_examples=60, deadline=None)
@given(seeds, st.sampled_from(SYSTEMS), st.sampled_from([4, 5]), st.booleans())
def test_right_rows_are_never_asked_about(seed: int, name: str, seats: int, partly: bool) -> None:
    """A game written as it was played, or only a part of it, is ok; a game told whole is known afterwards."""
    rng, rules = random.Random(seed), RULES[name]
    seats = seats if seats in rules.sheet.seats else 4
    game = a_game(rng, rules, seats, 1 if seats == 5 else None)
    row = written(rules, game)
    if partly:
        row = told_partly(rng, row)
        paid = are_offence_points(rules, {seat: points for seat, points in enumerate(row.points, 1) if points})
        if paid and row.told not in ("re", "calls", "solo", "no augen"):
            return  # where nothing tells who played alone, a lost solo may pass for an offence, and is asked about
        if row.told in ("re", "calls") and len(game.re) == 1 and any(row.right):
            return  # one Re seat without the kind of game is asked about
    judged = _judged(rng, rules, FullPage((row,), columns(rules), _code(rules, len(row.right))))
    assert (judged.status, codes(judged.findings)) == ("ok", []), row.cells
    if not partly:
        assert judged.details is not None
        assert score(rules, judged.details).points == row.right


@settings(max_examples=40, deadline=None)
@given(seeds, st.sampled_from(SYSTEMS), st.sampled_from(sorted(MISTAKES)))
def test_every_planted_mistake_is_found(seed: int, name: str, kind: str) -> None:
    """Whatever is written otherwise than the details have it goes to a person, and nothing is changed."""
    rng, rules = random.Random(seed), RULES[name]
    game = a_game(rng, rules, 4, None)
    row = MISTAKES[kind](rng, rules, game, written(rules, game))
    if row is None or row.cells == written(rules, game).cells:
        return
    judged = _judged(rng, rules, FullPage((row,), columns(rules), _code(rules, 4)))
    assert judged.status == "review", (kind, row.cells)
    assert judged.points == row.points
    assert judged.look


@pytest.mark.parametrize("kind", ["augen", "re_seat", "re_seats", "extra_other"])
def test_a_wrong_detail_turns_no_points(kind: str) -> None:
    """Of wrong details beside points, a value and sums that are right, hardly one has a proposal to change the points,
    and the Re crosses are nearly always put right."""
    turned = planted = mended = 0
    for number, (rules, _) in enumerate(product(RULES.values(), range(6))):
        rng = random.Random(number)
        right = written(rules, game := a_game(rng, rules, 4, None))
        row = MISTAKES[kind](rng, rules, game, right)
        if row is not None and row.cells != right.cells:
            sums = tuple(write(points) for points in row.points)
            found = proposed(_judged(rng, rules, FullPage((row,), columns(rules), _code(rules, 4), sums)))
            planted, turned = planted + 1, turned + any(name[0] == "p" for name in found)
            mended += bool(found) and {name: text for name, text in (row.cells | found).items() if text} == right.cells
    assert planted > 5
    assert turned <= planted // 25
    assert kind != "re_seat" or mended >= 0.9 * planted


@settings(max_examples=60, deadline=None)
@given(seeds, st.sampled_from(SYSTEMS))
def test_less_told_allows_more(seed: int, name: str) -> None:
    """Points that follow from details follow from any part of them."""
    rng, rules = random.Random(seed), RULES[name]
    game = a_game(rng, rules, 4, None)
    points = score(rules, game).points
    assert points is not None
    hands = dict(enumerate(points, 1))
    crossed = {"hochzeit-allein": ("hochzeit",), "normal": (), "solo": (f"solo.{game.solo}",)}
    kinds = crossed.get(game.kind, (game.kind,))
    whole = WrittenDetails(kinds, game.re, game.calls.re, game.calls.kontra, game.augen, True, game.extras, game.bock)
    assert fits(rules, whole, hands)
    assert find_game_of_points(rules, whole, hands) is not None
    for less in (
        WrittenDetails(kinds, game.re, game.calls.re, game.calls.kontra, None, False, game.extras, game.bock),
        WrittenDetails(kinds, game.re), WrittenDetails(kinds), WrittenDetails((), game.re),
        WrittenDetails((), (), game.calls.re, game.calls.kontra),
        WrittenDetails(kinds, game.re, game.calls.re, game.calls.kontra, None, True, game.extras, game.bock),
    ):
        assert fits(rules, less, hands), less


@settings(max_examples=40, deadline=None)
@given(seeds, st.sampled_from(SYSTEMS), st.sampled_from([4, 5]), st.booleans())
def test_any_ink_is_judged(seed: int, name: str, seats: int, plus: bool) -> None:
    """Whatever stands in the fields, clear or not, the sheet is judged, and every finding has its words."""
    rng, rules = random.Random(seed), RULES[name]
    texts = ("", "", "", "x", "1", "2", "+2", "-2", "+6", "-4", "0", "/", "-", "?", "153", "999", "+12345", "--")
    readings = []
    for game in range(1, 5):
        for name_ in (*(f"re{seat}" for seat in range(1, seats + 1)), *columns(rules),
                      *(f"p{seat}" for seat in range(1, seats + 1))):
            first, other = rng.choices(texts, k=2)
            sure = rng.choice((0.9999, 0.99, 0.6, 0.2))
            kind = "points" if name_[0] == "p" else "number" if name_ in ("augen", "value") else "cross"
            kind = "digit" if name_.startswith(("re.", "kontra.")) and rng.random() < 0.5 else kind
            flags = rng.choice(((), (), ("doubtful",), ("illegible",)))
            pairs = ((first, sure), (other, round(1 - sure, 6)))
            readings.append(Reading(f"g{game:02}.{name_}", kind, first, sure, pairs, QUAD, flags))
    code = SheetCode(name, "full", seats, 4, 1, 1, plus=plus)
    judged = reconcile(rules, transcribe(sheet_reading(readings, code)))
    for row in judged.rows:
        for found in row.findings:
            assert all(found.message(lang) and found.proposal_text(lang) is not None for lang in ("de", "en"))


@pytest.mark.parametrize("rules", RULES.values(), ids=SYSTEMS)
def test_ways_that_are_no_game_are_none(rules: RuleSet) -> None:
    """Contradictions leave no way: three Re seats, a soloist with a partner, two kinds of game, 241 Augen."""
    solo = f"solo.{rules.sheet.solos[0].id}"
    for told in (
        WrittenDetails(re=(1, 2, 3)), WrittenDetails((solo,), (1, 2)), WrittenDetails(("stille-hochzeit", solo)),
        WrittenDetails(re=(1, 2), augen=241, counted=True), WrittenDetails(("stille-hochzeit", "hochzeit")),
        WrittenDetails(augen=241),
    ):
        assert ways(rules, told) == ()


@pytest.mark.slow
def test_a_hard_hand() -> None:
    """With a hand that is hard to read, no wrong points count in silence and right rows are hardly ever blamed."""
    right = blamed = silent = missed = 0
    for number, rules in enumerate([*RULES.values()] * 8):
        rng = random.Random(number)
        page = full_page(rng, rules, mistakes=0.1, partly=0.3)
        judged = reconcile(rules, transcribe(read_full(rng, page, Hand(unclear=0.12))))
        for row, verdict in zip(page.rows, judged.rows, strict=True):
            right += not row.mistake
            blamed += not row.mistake and any(finding.severity == "error" for finding in verdict.findings)
            silent += verdict.status == "ok" and tuple(points or 0 for points in verdict.points) != row.points
            missed += bool(row.mistake) and verdict.status == "ok"
    assert (silent, missed) == (0, 0)
    assert blamed <= 0.01 * right


def _judged(rng: random.Random, rules: RuleSet, page: FullPage) -> JudgedRow:
    return reconcile(rules, transcribe(read_full(rng, page, *PLAIN))).rows[0]


def _code(rules: RuleSet, seats: int) -> SheetCode:
    return SheetCode(rules.id, "full", seats, 1, 1, 1)
