"""A season: the best n of m evenings count."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from tournament.standings.season import SeasonEvening, rank_season

WORTH = st.dictionaries(st.sampled_from("ABCDEF"), st.integers(-20, 20).map(Fraction), min_size=1)
SEASONS = st.lists(WORTH.map(lambda worth: SeasonEvening("Abend", worth)), min_size=1, max_size=5)


def make_evening(title: str, **worth: int) -> SeasonEvening:
    """An evening with whole numbers."""
    return SeasonEvening(title, {name: Fraction(value) for name, value in worth.items()})


def test_the_best_two_of_three_count() -> None:
    """Anna's bad evening is struck; who came once has that one; a missed evening is no 0."""
    season = [
        make_evening("Mai", Anna=10, Bernd=4),
        make_evening("Juni", anna=-30, Bernd=5, Clara=14),
        make_evening("Juli", Anna=6, Bernd=7),
    ]
    lines = rank_season(season, best=2)
    assert [(line.place, line.name, line.total) for line in lines] == [
        (1, "Anna", 16),
        (2, "Clara", 14),
        (3, "Bernd", 12),
    ]
    assert lines[0].counts == (True, False, True)
    assert lines[1].worth == (None, 14, None)


def test_the_best_evening_parts_equal_totals() -> None:
    """12 and 0 stands before 6 and 6."""
    lines = rank_season([make_evening("Mai", Anna=6, Bernd=12), make_evening("Juni", Anna=6, Bernd=0)])
    assert [(line.place, line.name) for line in lines] == [(1, "Bernd"), (2, "Anna")]


@given(SEASONS, st.integers(1, 5))
def test_no_other_choice_of_evenings_is_better(season: list[SeasonEvening], best: int) -> None:
    """What counts is the largest sum of so many evenings, and never more of them."""
    for line in rank_season(season, best):
        played = sorted((worth for worth in line.worth if worth is not None), reverse=True)
        assert line.total == sum(played[:best])
        assert sum(line.counts) == min(best, len(played))


@given(SEASONS, st.integers(1, 5))
def test_the_order_of_the_evenings_does_not_matter(season: list[SeasonEvening], best: int) -> None:
    """The same totals and places, whichever file comes first."""
    there = {(line.name, line.place, line.total) for line in rank_season(season, best)}
    assert {(line.name, line.place, line.total) for line in rank_season(season[::-1], best)} == there
