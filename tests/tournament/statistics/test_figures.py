"""Statistics by hand: an evening of two tables whose figures can be counted on the fingers."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from scoring.counting.game import Calls, Extras, Game
from scoring.rulesets.load_rules import load
from tests.scoring.calls import K60
from tournament.review.figures import (
    compare_parties,
    count_feats,
    count_places,
    count_solos,
    count_values,
    find_best_games,
    find_opponents,
    find_partners,
    find_streaks,
    join_evenings,
    make_frame,
    run_points,
    run_table,
    split_points,
    sum_up_players,
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
    told: Game | None = None,
    resting: tuple[int, ...] = (),
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
        told=told,
        resting=frozenset(resting),
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


def test_players_are_summed_up_without_offences() -> None:
    """Five games each; Bernd won two and his solo, the best of them with 9."""
    players = sum_up_players(FRAME).to_dict("index")
    assert players[B] == {"games": 5, "won": 3, "best": 9, "worst": -6, "mean": 1.8, "points": 9}
    assert {line["games"] for line in players.values()} == {5}


def test_who_sits_out_played_no_game() -> None:
    """At a table of five the fifth has no line in that row, and no game."""
    frame = make_frame([make_row(1, 2, 2, -2, -2, 0, resting=(5,)), make_row(2, 0, 4, 4, -4, -4, resting=(1,))])
    assert sum_up_players(frame)["games"].to_dict() == {1: 1, 2: 2, 3: 2, 4: 2, 5: 1}
    assert run_points(frame).iloc[-1].to_dict() == {1: 2, 2: 6, 3: 2, 4: -6, 5: -4}


BOCK = [
    make_row(1, 4, 4, -4, -4, re={A, B}, told=Game("normal", (1, 2), bock=True)),
    make_row(2, 9, -3, -3, -3, re={A}, soloist=A, told=Game("solo", (1,), solo="buben")),
    make_row(3, 1, -1, -1, 1, re={B, C}, told=Game("normal", (2, 3))),
]


def test_points_are_split_by_party_solo_and_bock() -> None:
    """A solo is no game as Re with a partner; without Bock games there is no part without Bock."""
    split = split_points(make_frame(BOCK)).to_dict("index")
    assert split[A] == {
        "re-games": 1, "re-points": 4, "kontra-games": 1, "kontra-points": 1, "solo-games": 1, "solo-points": 9,
        "bock-games": 1, "bock-points": 4, "plain-games": 2, "plain-points": 10,
    }  # fmt: skip
    assert list(split_points(make_frame(BOCK[1:])).columns) == [
        "re-games", "re-points", "kontra-games", "kontra-points", "solo-games", "solo-points",
    ]  # fmt: skip
    assert list(split_points(make_frame([make_row(1, 1, 1, -1, -1)])).columns) == []


def test_sonderpunkte_and_absagen_are_the_partys() -> None:
    """Re said keine 60 and Kontra came to 63: keine 90 is kept, keine 60 missed; Kontra caught two foxes."""
    told = Game(
        "normal",
        (1, 2),
        Calls(re=K60),
        augen=240 - 63,
        extras=Extras(re=(("karlchen", 1),), kontra=(("fuchs", 2),)),
    )
    feats = count_feats([make_row(1, -5, -5, 5, 5, re={A, B}, told=told)], load("pflichtsolo-40")).to_dict("index")
    assert feats[A] == feats[B] == {"extras-won": 1, "extras-lost": 2, "kept": 1, "missed": 1}
    assert feats[C] == {"extras-won": 2, "extras-lost": 1, "kept": 0, "missed": 0}


def test_opponents_are_who_lost_when_the_other_won() -> None:
    """Anna lost one game of two against Bernd, his solo and the first; a Nullspiel and an offence set nobody apart."""
    opponents = find_opponents(ROWS)
    assert opponents.loc[(A, B)].to_dict() == {"games": 2, "won": 1, "points": 3}
    assert opponents.loc[(B, A)].to_dict() == {"games": 2, "won": 1, "points": 3}
    assert opponents.loc[(A, D)].to_dict() == {"games": 3, "won": 3, "points": 12}


def test_places_at_tables_are_counted_by_round() -> None:
    """Round 1: Bernd 10, Anna -10, Çem 6, Dörte -6; round 2: Anna and Bernd share the first place."""
    found = count_places(FRAME).to_dict("index")
    assert {player: {place: n for place, n in line.items() if n} for player, line in found.items()} == {
        A: {1: 1, 4: 1},
        B: {1: 2},
        C: {2: 1, 3: 1},
        D: {3: 2},
    }


def test_the_value_of_a_solo_is_what_an_opponent_lost() -> None:
    """A game of 6, the solo of 3, a Nullspiel, 2, and 4."""
    assert count_values(FRAME)["games"].to_dict() == {0: 1, 2: 1, 3: 1, 4: 1, 6: 1}


def test_the_best_game_stands_once() -> None:
    """Who won together has one line, the soloist of 9 the first."""
    best = find_best_games(FRAME, 2)
    assert best["points"].tolist() == [9, 6]
    assert best["player"].tolist()[0] == B


def test_evenings_are_joined_under_the_seasons_numbers() -> None:
    """Anna is 7 in the season; the second evening's rounds go on behind the first's."""
    numbers = {A: 7, B: 8, C: 9, D: 10}
    rows = join_evenings([(ROWS, numbers), (ROWS, numbers)])
    frame = make_frame(rows)
    assert sorted(frame["round"].unique()) == [1, 2, 3, 4]
    assert run_points(frame).iloc[-1].to_dict() == {7: -12, 8: 28, 9: 4, 10: -20}
    assert count_solos(frame).to_dict("index") == {8: {"solos": 2, "won": 2, "points": 18}}


@given(st.lists(st.tuples(*[st.integers(-9, 9)] * 3), min_size=1, max_size=12))
def test_running_points_end_at_the_totals(rows: list[tuple[int, int, int]]) -> None:
    """However the games went, and at every row they add up to 0."""
    found = [make_row(game, *points, -sum(points)) for game, points in enumerate(rows, 1)]
    running = run_points(make_frame(found))
    assert (running.sum(axis=1) == 0).all()
    assert running.iloc[-1].tolist() == [sum(row.points[player] for row in found) for player in (A, B, C, D)]
