"""What places go by where it is not the total: by hand, and what holds for any evening."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import partial

import pytest
from hypothesis import given

from tests.tournament.standings.evenings import draw_evenings, play
from tournament.standings.chances import weigh_chances
from tournament.standings.places import Player
from tournament.standings.scenarios import Move, Outcome, Uncertain
from tournament.standings.scorings import SCORES, Scoring, score_players, write_score
from tournament.standings.ties import rank_players

TABLES = Scoring("table-points")


def list_scores(players: tuple[Player, ...], scoring: Scoring) -> str:
    """By place: "A 6, B 2"."""
    ranked = rank_players(players, ("total", "shared"), "", scoring)
    return ", ".join(f"{one.place} {one.player.name} {write_score(one.worth):+g}" for one in ranked)


def test_table_points_go_by_the_place_at_the_table() -> None:
    """A won both tables with few points; D has more points in all and comes behind."""
    players = play("A+2 B+1 C-1 D-2", "A+1 B-8 C-4 D+11")
    assert list_scores(players, TABLES) == "1 A +4, 2 D +0, 3 C -2, 4 B -2"


def test_who_ties_at_a_table_gets_the_mean() -> None:
    """Two first ones share 3 and 1; all four share nothing."""
    assert list_scores(play("A+5 B+5 C-3 D-7"), TABLES) == "1 A +2, 1 B +2, 3 C -1, 4 D -3"
    assert list_scores(play("A+0 B+0 C+0 D+0"), TABLES) == "1 A +0, 1 B +0, 1 C +0, 1 D +0"


def test_a_table_of_five_has_points_of_its_own() -> None:
    """4, 2, 0, -2, -4; of a table of three 2, 0, -2."""
    assert list_scores(play("A+9 B+4 C+1 D-5 E-9"), TABLES) == "1 A +4, 2 B +2, 3 C +0, 4 D -2, 5 E -4"
    assert list_scores(play("A+9 B+4 C-13"), TABLES) == "1 A +2, 2 B +0, 3 C -2"


def test_two_half_sheets_are_one_table() -> None:
    """A has 3 and -4 on its halves, B 2 and 1: B is first at the table."""
    halves = tuple(
        replace(player, sittings=tuple(replace(one, round=1, table=1) for one in player.sittings))
        for player in play("A+3 B+2 C-1 D-4", "A-4 B+1 C+1 D+2")
    )
    assert list_scores(halves, TABLES).startswith("1 B +3, ")


def test_the_best_rounds_count_and_the_others_do_not() -> None:
    """Of three rounds the best two; who played only two has both."""
    players = play("A+9 B+1 C-5 D-5", "A-9 B+1 C+4 D+4", "A+3 B-2 C-1 E+0")
    assert list_scores(players, Scoring("best-rounds", best=2)) == "1 A +12, 2 C +3, 3 B +2, 4 E +0, 5 D -1"


def test_points_a_game_are_fair_to_short_tables() -> None:
    """A has 12 in 24 games, E 8 in 12: E is in front. Who has played no game has 0."""
    players = play("A+12 B-4 C-4 D-4 / E+8 F-2 G-3 H-3")
    games = tuple(
        replace(one, sittings=tuple(replace(at, games=24 if at.table == 1 else 12) for at in one.sittings))
        for one in players
    )
    ranked = rank_players(games, scoring=Scoring("per-game"))
    assert [(one.player.name, one.worth) for one in ranked[:2]] == [("E", Fraction(2, 3)), ("A", Fraction(1, 2))]
    assert write_score(ranked[0].worth) == 0.67
    assert set(score_players(players, Scoring("per-game")).values()) == {0}


def test_an_index_adds_up_what_it_names() -> None:
    """Ten times the table points and the points."""
    index = Scoring("index", index=((Fraction(10), "table-points"), (Fraction(1, 2), "total")))
    assert list_scores(play("A+8 B+2 C-4 D-6"), index) == "1 A +34, 2 B +11, 3 C -12, 4 D -33"


def test_the_total_parts_equal_scores_and_says_so() -> None:
    """B and F both won their tables; F with more points."""
    ranked = rank_players(play("B+3 C-1 D-1 E-1 / F+6 G-2 H-2 I-2"), scoring=TABLES)
    assert [(one.place, one.player.name, one.parted_by) for one in ranked[:2]] == [(1, "F", "total"), (2, "B", "total")]


def test_who_withdrew_stays_behind() -> None:
    """However good the score is."""
    assert list_scores(play("A+9 B+3 C-4 D-8", withdrawn="A"), TABLES).endswith("4 A +3")


@pytest.mark.parametrize("by", sorted(set(SCORES) - {"index"}))
def test_every_scoring_names_itself(by: str) -> None:
    """In both languages, without a gap left open."""
    for scoring in (Scoring(by, best=2), Scoring("index", index=((Fraction(3), by),))):
        for lang in ("de", "en"):
            words = scoring.name().in_(lang)  # type: ignore[arg-type]  # both are languages
            assert words.endswith(".")
            assert "{" not in words


@given(draw_evenings())
def test_table_points_of_an_evening_add_up_to_nothing(players: tuple[Player, ...]) -> None:
    """Each table's points do, however many share a place; the order of the list does not matter."""
    scores = score_players(players, TABLES)
    assert sum(scores.values()) == 0
    assert score_players(players[::-1], TABLES) == scores


@given(draw_evenings())
def test_the_total_as_a_scoring_is_the_usual_order(players: tuple[Player, ...]) -> None:
    """And an index of it alone ranks the same."""
    plain = [(one.place, one.player.name) for one in rank_players(players)]
    index = Scoring("index", index=((Fraction(2), "total"),))
    assert [(one.place, one.player.name) for one in rank_players(players, scoring=index)] == plain


def test_chances_follow_the_scoring() -> None:
    """E is first by points whatever happens; by table points C is, unless E has two of C's points at their table."""
    players = play("A+4 B-4 C+3 D-3 / E+5 F+5 G-5 H-5", "A-2 B-1 E+1 C+2 / D+0 F+0 G+0 H+0")
    doubt = Uncertain("r2.t1.g1", (Outcome(0.5), Outcome(0.5, (Move(3, 3, -2), Move(5, 3, 2)))))
    plain = weigh_chances(players, [doubt], rank_players, prizes=1)
    scored = weigh_chances(players, [doubt], partial(rank_players, scoring=TABLES), prizes=1, level=None)
    assert (plain.prizes, scored.prizes) == (pytest.approx(1.0), pytest.approx(0.5))
    assert scored.matters == {"r2.t1.g1": pytest.approx(0.5)}
