"""Rows of a full sheet whose kind only a club has: what the crosses allow, and what they do not."""

from __future__ import annotations

from pathlib import Path

import pytest

from scoring.counting.game import Extras
from scoring.rulesets.load_rules import load
from tournament.judging.allowed_games import find_exact_game, find_game_of_points, fits, list_allowed_games
from tournament.judging.detail_fields import WrittenDetails, is_kind_column

RULES = load(Path(__file__).parents[1] / "desk" / "wild_club.toml")


def ramsch(*re: int, augen: int | None = None, jungfern: int = 0) -> WrittenDetails:
    """A row crossed as a Ramsch in which these seats pay."""
    return WrittenDetails(("ramsch",), re, augen=augen, counted=augen is not None, jungfern=jungfern)


@pytest.mark.parametrize(
    ("details", "points", "right"),
    [
        (ramsch(3), (3, 3, -9, 3), True),
        (ramsch(3), (3, -9, 3, 3), False),
        (ramsch(3), (-3, -3, 9, -3), True),  # no Augen are written: he may have made all tricks
        (ramsch(3, augen=90), (-3, -3, 9, -3), False),
        (ramsch(3, augen=240), (-3, -3, 9, -3), True),
        (ramsch(3, augen=90), (6, 6, -18, 6), False),
        (ramsch(3, augen=90, jungfern=1), (6, 6, -18, 6), True),
        (ramsch(3, augen=90, jungfern=-1), (12, 12, -36, 12), True),  # unreadable: any number of them
        (ramsch(1, 2), (-3, -3, 3, 3), True),
        (ramsch(1, 2), (-9, 3, 3, 3), False),
        (ramsch(1, 2, 3), (-3, -3, -3, 9), True),
        (ramsch(1, 2, 3), (3, 3, 3, -9), False),
        (ramsch(), (3, 3, -9, 3), True),
        (ramsch(), (3, 3, -3, -3), True),
        (ramsch(), (4, 4, -4, -4), False),
    ],
)
def test_who_pays_in_a_ramsch(details: WrittenDetails, points: tuple[int, ...], right: bool) -> None:
    """One pays threefold, two or three each once; the points must be those of who is crossed."""
    assert fits(RULES, details, dict(enumerate(points, 1))) == right


def test_the_game_of_a_ramsch_is_known() -> None:
    """With Augen and one payer the row is one game, and without a cross its points say who paid."""
    exact = find_exact_game(RULES, ramsch(3, augen=90))
    assert exact is not None
    assert (exact.kind, exact.re, exact.values) == ("ramsch", (3,), frozenset({-3}))
    found = find_game_of_points(RULES, ramsch(augen=90), {1: 3, 2: 3, 3: -9, 4: 3})
    assert found is not None
    assert found.re == (3,)


SOLO = WrittenDetails(("solo.damen",), (1,), augen=130, counted=True)


def test_a_pflichtsolo_that_counts_more_is_right_either_way() -> None:
    """No column says which solo it was; its points do."""
    (way,) = list_allowed_games(RULES, SOLO)
    assert way.values == {1, 3}
    for value in (1, 3):
        found = find_game_of_points(RULES, SOLO, {1: 3 * value, 2: -value, 3: -value, 4: -value})
        assert found is not None
        assert found.values == {value}
    assert not fits(RULES, SOLO, {1: 6, 2: -2, 3: -2, 4: -2})


def test_an_own_sonderpunkt_counts_from_its_column() -> None:
    """Schweinchen bring two whatever was called; a Karlchen that was lost takes one."""
    made = WrittenDetails((), (1, 2), augen=130, counted=True, extras=Extras((("schwein", 1), ("karl_weg", 1)), ()))
    assert [way.values for way in list_allowed_games(RULES, made)] == [{2}]


@pytest.mark.parametrize(
    ("name", "kind"), [("ramsch", True), ("solo.damen", True), ("hochzeit", True), ("solo", False), ("re.k150", False)]
)
def test_which_columns_name_a_kind(name: str, kind: bool) -> None:
    """The rule set says so; the cross for any solo on a list is none."""
    assert is_kind_column(RULES, name) == kind
