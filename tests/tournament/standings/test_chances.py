"""How sure a place is: small evenings worked out by hand, laws for any, and drawn scenarios beside all of them."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import partial
from math import sqrt

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournament.standings.evenings import draw_evenings, play
from tournament.standings.chances import weigh_chances
from tournament.standings.places import Player
from tournament.standings.scenarios import MOST, Move, Outcome, Uncertain, draw_scenarios, move_points
from tournament.standings.ties import rank_players

EVENING = play("A+9 B+4 C-4 D-9 / E+30 F-10 G-10 H-10")


def shift(item: str, chance: float, *points: int, sheet: int = 1, first: int = 1, open_: bool = True) -> Uncertain:
    """A row that with this chance counts so many points more for the players from number `first` on."""
    moves = tuple(Move(number, sheet, value) for number, value in enumerate(points, first) if value)
    return Uncertain(item, (Outcome(1 - chance), Outcome(chance, moves)), open_)


@st.composite
def draw_uncertain(draw: st.DrawFn, players: tuple[Player, ...], most: int = 5) -> list[Uncertain]:
    """Rows of any sheets that may count otherwise, and still add up to 0."""
    rng = random.Random(draw(st.integers(0, 10**6)))
    sheets = sorted({one.sheet for player in players for one in player.sittings})
    found = []
    for number in range(draw(st.integers(0, most))):
        sheet = rng.choice(sheets)
        seated = [player for player in players for one in player.sittings if one.sheet == sheet]
        shifts = [rng.randint(-4, 4) or 1 for _ in range(3)]
        moves = tuple(Move(one.number, sheet, by) for one, by in zip(seated, [*shifts, -sum(shifts)], strict=True))
        chance = rng.random()
        found.append(Uncertain(f"r1.t1.g{number}", (Outcome(1 - chance), Outcome(chance, moves)), rng.random() < 0.7))
    return found


def test_a_row_that_changes_the_second_place() -> None:
    """With 0.3 B has 6 more and passes A: their places are right with 0.7, all others surely."""
    chances = weigh_chances(EVENING, [shift("r1.t1.g1", 0.3, -3, 3, 3, -3)], rank_players)
    assert {EVENING[number - 1].name: round(sure, 9) for number, sure in chances.sure.items()} == {
        "A": 0.7,
        "B": 0.7,
        "C": 1.0,
        "D": 0.7,
        "E": 1.0,
        "F": 0.7,
        "G": 0.7,
        "H": 0.7,
    }
    assert chances.prizes == pytest.approx(0.7)
    assert chances.matters == {"r1.t1.g1": pytest.approx(0.3)}


def test_no_more_scenarios_than_asked_for() -> None:
    """Twenty rows of which each leaves one other outcome have a million scenarios: some of them are drawn."""
    rows = [Uncertain(f"r1.t1.g{number}", (Outcome(0.3, (Move(1, 1, 2), Move(2, 1, -2))),)) for number in range(20)]
    assert len(draw_scenarios(rows, "s").choices) <= MOST + 1


def test_a_row_that_changes_no_prize_does_not_matter() -> None:
    """E is far ahead and D far behind."""
    chances = weigh_chances(EVENING, [shift("far", 0.5, 0, 0, 1, -1), shift("near", 0.1, -6, 6)], rank_players)
    assert chances.matters == {"far": 0.0, "near": pytest.approx(0.1)}


def test_two_rows_that_matter_only_together() -> None:
    """A leads B by 5; each row brings B 4. A look at one alone brings nobody a right place."""
    rows = [shift("one", 0.5, -2, 2), shift("two", 0.5, -2, 2)]
    chances = weigh_chances(EVENING, rows, rank_players)
    assert chances.prizes == pytest.approx(0.75)
    assert chances.matters == {"one": 0.0, "two": 0.0}


def test_what_counts_surely_wrong_now_matters_most() -> None:
    """A row that nobody could count and that puts B before A: as posted the place is never right."""
    chances = weigh_chances(
        EVENING, [Uncertain("r1.t1.g1", (Outcome(1.0, (Move(2, 1, 6), Move(1, 1, -6))),))], rank_players
    )
    assert (chances.prizes, chances.sure[1], chances.matters["r1.t1.g1"]) == (0.0, 0.0, 1.0)


def test_settled_rows_count_and_are_not_asked() -> None:
    """A doubt that remains in a settled row makes the place less sure; it is no item to look at."""
    chances = weigh_chances(EVENING, [shift("g1", 0.01, -6, 6, open_=False)], rank_players)
    assert (round(chances.sure[1], 9), chances.matters) == (0.99, {})


def test_a_line_of_nobody_is_never_right() -> None:
    """Who sat there has another line."""
    chances = weigh_chances(EVENING, [], rank_players, nobody=frozenset({1}))
    assert (chances.sure[1], chances.sure[5]) == (0.0, 1.0)


def test_a_missing_sheet_is_points_in_a_round() -> None:
    """A move without a sheet adds a sitting of that round."""
    (moved,) = move_points(EVENING[:1], [Move(1, 0, 7, round=2)])
    assert moved.rounds == ((1, 9), (2, 7))


@given(st.data())
def test_chances_are_chances(data: st.DataObject) -> None:
    """All between 0 and 1; without doubt all places are right; all prize places are no surer than each of them."""
    players = data.draw(draw_evenings())
    uncertain = data.draw(draw_uncertain(players))
    chances = weigh_chances(players, uncertain, rank_players)
    posted = rank_players(players)
    assert all(-1e-9 <= sure <= 1 + 1e-9 for sure in chances.sure.values())
    assert all(chances.prizes <= chances.sure[one.player.number] + 1e-9 for one in posted if one.place <= 3)
    assert all(0 <= raised <= 1 - chances.prizes + 1e-9 for raised in chances.matters.values())
    assert sum(draw_scenarios(uncertain, "s").choices.values()) == pytest.approx(1)
    if not any(one.change for one in uncertain):
        assert set(chances.sure.values()) <= {1.0}


@given(st.data())
def test_one_item_alone_settles_everything(data: st.DataObject) -> None:
    """Where one thing alone is open, a look at it makes the prize places sure."""
    players = data.draw(draw_evenings())
    uncertain = [replace_open(one) for one in data.draw(draw_uncertain(players, most=1))]
    chances = weigh_chances(players, uncertain, rank_players)
    assert all(chances.prizes + raised == pytest.approx(1) for raised in chances.matters.values())


@given(st.data())
def test_ranking_those_who_moved_alone_changes_nothing(data: st.DataObject) -> None:
    """Ties are decided as if everybody were ranked in every scenario."""
    players = data.draw(draw_evenings())
    uncertain = data.draw(draw_uncertain(players))
    chain = ("total", *data.draw(st.permutations(("best-round", "last-round", "direct-meeting", "solos-won", "lot"))))
    weigh = partial(weigh_chances, players, uncertain, partial(rank_players, chain=chain, seed="x"))
    assert weigh() == weigh(level=None)


def replace_open(one: Uncertain) -> Uncertain:
    """The same as an item that a person is asked about."""
    return Uncertain(one.item, one.outcomes)


@settings(max_examples=10)
@given(st.data())
def test_drawn_scenarios_agree_with_all(data: st.DataObject) -> None:
    """Within five standard errors, for every player; and the same seed draws the same."""
    players = data.draw(draw_evenings())
    uncertain = data.draw(draw_uncertain(players, most=6))
    every = weigh_chances(players, uncertain, rank_players)
    few = 2 ** len(uncertain) - 1
    drawn = weigh_chances(players, uncertain, rank_players, most=min(few, 60)) if few else every
    assert drawn == (weigh_chances(players, uncertain, rank_players, most=min(few, 60)) if few else every)
    for number, sure in every.sure.items():
        assert abs(drawn.sure[number] - sure) <= 5 * (drawn.errors[number] + 0.5 / sqrt(max(few, 1)))


def test_the_stated_error_is_that_of_many_draws() -> None:
    """Of 200 seeds some two thirds are within one standard error of the truth, nearly all within two."""
    rows = [shift(f"g{number}", 0.2, -2, 2) for number in range(8)]
    truth = weigh_chances(EVENING, rows, rank_players, most=10**6).prizes
    drawn = [weigh_chances(EVENING, rows, rank_players, most=100, seed=f"s{seed}") for seed in range(200)]
    near = [abs(one.prizes - truth) / one.error for one in drawn]
    assert 0.55 < sum(one <= 1 for one in near) / 200 < 0.8
    assert sum(one <= 2 for one in near) / 200 > 0.9


@pytest.mark.parametrize("withdrawn", [0, 1, 5])
def test_who_stays_behind_the_prizes_changes_nothing_there(withdrawn: int) -> None:
    """Looks at such items are worth what ranking everybody for each of them says, exactly."""
    rng = random.Random(7)
    chain = ("total", "best-round", "direct-meeting", "lot")
    for _ in range(60):
        players = [replace(player, left_after=0 if player.number == withdrawn else None) for player in EVENING]
        rows = [
            shift(
                f"r{n}",
                0.3,
                *(rng.randint(-15, 15) for _ in range(4)),
                sheet=rng.choice((1, 2)),
                first=rng.choice((1, 5)),
            )
            for n in range(8)
        ]
        nobody = frozenset(rng.sample(range(1, 9), rng.randint(0, 1)))
        weigh = partial(weigh_chances, players, rows, partial(rank_players, chain=chain, seed="x"), 2, nobody, most=20)
        assert weigh() == weigh(level=None)
