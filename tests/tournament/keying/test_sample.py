"""The sample and the rates by themselves: laws that hold for every draw and every count."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournament.filing.decisions.second_keying import Comparison, count_rates, draw_sample, find_interval

FIELDS = tuple(
    (f"r1.t{table}.g{game}", f"g{game:02}.p{seat}")
    for table in range(1, 4)
    for game in range(1, 9)
    for seat in range(1, 5)
)
COUNTS = st.integers(0, 400).flatmap(lambda of: st.tuples(st.integers(0, of), st.just(of)))
NAMES = st.sampled_from(("Anna", "Bernd", "Cora"))
COMPARISONS = st.lists(
    st.builds(
        lambda first, second, right: Comparison("r1.t1.g1", "g01.p1", "settled", first, second, *right),
        NAMES,
        NAMES,
        st.tuples(st.booleans(), st.booleans() | st.none()),
    )
)


@given(st.permutations(FIELDS), st.integers(0, len(FIELDS)), st.text(max_size=20))
def test_the_same_seed_draws_the_same_fields(fields: list[tuple[str, str]], size: int, seed: str) -> None:
    """Whatever their order, so many, each once; and a smaller sample is part of a larger one."""
    drawn = draw_sample(fields, size, seed)
    assert len(set(drawn)) == len(drawn) == size
    assert set(drawn) == set(draw_sample(FIELDS, size, seed))
    assert set(draw_sample(FIELDS, size // 2, seed)) <= set(drawn)
    assert [field for field in fields if field in drawn] == list(drawn)


def test_each_field_is_as_likely() -> None:
    """Over 300 seeds every field is drawn about equally often; other seeds draw others."""
    drawn = [draw_sample(FIELDS, 24, str(seed)) for seed in range(300)]
    counts = [sum(field in one for one in drawn) for field in FIELDS]
    assert 45 < min(counts) <= max(counts) < 110
    assert len(set(drawn)) == 300


@given(COUNTS)
def test_the_interval_holds_the_share(count: tuple[int, int]) -> None:
    """It lies between 0 and 1 around what was seen, mirrored for the other share, and is never a point."""
    wrong, of = count
    low, high = find_interval(wrong, of)
    assert 0 <= low < high <= 1
    assert of == 0 or low - 1e-12 <= wrong / of <= high + 1e-12
    other = find_interval(of - wrong, of)
    assert math.isclose(low, 1 - other[1], abs_tol=1e-9)


@pytest.mark.parametrize(
    ("wrong", "of", "low", "high"),
    [
        (0, 10, 0.0, 0.2775),
        (1, 10, 0.0179, 0.4042),
        (15, 50, 0.1910, 0.4375),
        (81, 263, 0.2553, 0.3662),
    ],
)
def test_the_interval_is_wilsons(wrong: int, of: int, low: float, high: float) -> None:
    """As published tables have it; the last is Newcombe's example (Statistics in Medicine 17, 1998)."""
    assert [round(one, 4) for one in find_interval(wrong, of)] == [low, high]


@given(COMPARISONS)
def test_every_reading_counts_once(compared: list[Comparison]) -> None:
    """All rates together have as many fields and mistakes as the comparisons say."""
    said = [one for each in compared for one in (each.first_right, each.second_right) if one is not None]
    rates = count_rates(compared)
    assert sum(one.compared for one in rates) == len(said)
    assert sum(one.wrong for one in rates) == said.count(False)
    assert all(one.low <= one.wrong / one.compared <= one.high for one in rates)
