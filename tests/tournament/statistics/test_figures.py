"""Statistics by hand: an evening of two tables whose figures can be counted on the fingers."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from tournament.handout.statistics_workbook import (
    compare_parties,
    count_solos,
    find_partners,
    find_streaks,
    make_frame,
    run_points,
    run_table,
)
from tournament.review.game_rows import PlayedRow

A, B, C, D = 1, 2, 3, 4


def make_row(
    game: int,
    *points: int,
    round_: int = 1,
    soloist: int | None = None,
    re: set[int] | None = None,
    offence: bool = False,
    played: bool = True,
) -> PlayedRow:
    """A row at table 1 with players 1 to 4."""
    return PlayedRow(
        f"r{round_}.t1.g{game}",
        round_,
        1,
        round_,
        game,
        dict(enumerate(points, 1)),
        played,
        offence,
        soloist,
        frozenset(re) if re is not None else None,
    )


ROWS = [
    make_row(1, 6, -6, 6, -6, re={A, C}),
    make_row(2, -3, 9, -3, -3, soloist=B, re={B}),
    make_row(3, 0, 0, 0, 0, re={A, B}),
    make_row(4, 2, 2, -2, -2, re={C, D}),
    make_row(5, 0, 0, 0, 0, played=False),
    make_row(17, -15, 5, 5, 5, offence=True),
    make_row(1, 4, 4, -4, -4, round_=2),
]
FRAME = make_frame(ROWS)


def test_points_run_over_the_rounds() -> None:
    """The last line is everybody's total; blank rows are none."""
    running = run_points(FRAME)
    assert running[A].tolist() == [6, 3, 3, 5, -10, -6]
    assert running.iloc[-1].to_dict() == {A: -6, B: 14, C: 2, D: -10}


def test_a_table_runs_by_itself() -> None:
    """Round 2 begins at 0 again."""
    assert run_table(FRAME, 2, 1).to_dict("list") == {A: [4], B: [4], C: [-4], D: [-4]}


def test_solos_are_counted() -> None:
    """Bernd played one and won it with 9."""
    assert count_solos(FRAME).to_dict("index") == {B: {"solos": 1, "won": 1, "points": 9}}


def test_re_against_kontra() -> None:
    """Of four told games Re had two seats, one, two and two, and won two of them."""
    parties = compare_parties(FRAME)
    assert parties["games"].to_dict() == {"kontra": 9, "re": 7}
    assert parties["won"].to_dict() == {"kontra": 2, "re": 3}


def test_partners_are_who_won_or_lost_together() -> None:
    """Anna and Bernd won games 4 and 1 of the second round; a solo and an offence make no partners."""
    partners = find_partners(ROWS)
    assert partners.loc[(A, B)].to_dict() == {"games": 2, "won": 2, "points": 6}
    assert partners["games"].sum() == 6


def test_the_longest_streaks() -> None:
    """Bernd lost one, won three: a game without points does not end it. The offence counts nothing."""
    assert find_streaks(FRAME).loc[B].to_dict() == {"won": 3, "lost": 1}
    assert find_streaks(FRAME).loc[D].to_dict() == {"won": 0, "lost": 4}


@given(st.lists(st.tuples(*[st.integers(-9, 9)] * 3), min_size=1, max_size=12))
def test_running_points_end_at_the_totals(rows: list[tuple[int, int, int]]) -> None:
    """However the games went, and at every row they add up to 0."""
    found = [make_row(game, *points, -sum(points)) for game, points in enumerate(rows, 1)]
    running = run_points(make_frame(found))
    assert (running.sum(axis=1) == 0).all()
    assert running.iloc[-1].tolist() == [sum(row.points[player] for row in found) for player in (A, B, C, D)]
