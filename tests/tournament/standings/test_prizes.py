"""Place points, prizes, money and teams: examples by hand, and sums that must come out."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from tests.tournament.standings.evenings import draw_evenings, play
from tournament.standings.places import Player
from tournament.standings.prizes import (
    TILL,
    Payment,
    count_money,
    find_teams,
    give_place_points,
    name_prizes,
    pay_prizes,
    rank_teams,
    settle_up,
)
from tournament.standings.season import weigh_season_evening
from tournament.standings.ties import rank_players

AMOUNTS = st.lists(st.integers(0, 500), max_size=8)


def test_who_ties_shares_place_points() -> None:
    """Places 2 and 3 give 6 and 4: both get 5."""
    points = give_place_points(rank_players(play("A+9 B+4 C+4 D-17")), (10, 6, 4))
    assert points == {1: 10, 2: 5, 3: 5, 4: 0}


def test_plain_points_go_down_to_one() -> None:
    """Where the tournament gives no points of its own: of four players the last one gets 1."""
    evening = weigh_season_evening("Mai", rank_players(play("A+9 B+4 C-4 D-9")), "places", ())
    assert evening.worth == {"A": 4, "B": 3, "C": 2, "D": 1}


def test_who_withdrew_gets_no_place_points() -> None:
    """The next player takes the place."""
    assert give_place_points(rank_players(play("A+9 B+4 C-4 D-9", withdrawn="A")), (3, 2, 1)) == {
        1: 0,
        2: 3,
        3: 2,
        4: 1,
    }


def test_prizes_of_shared_places_are_divided() -> None:
    """25 and 15 euros for two second places are 20 each; a cent that cannot be divided stays in the till."""
    standings = rank_players(play("A+9 B+4 C+4 D-17"))
    assert pay_prizes(standings, (5000, 2500, 1501)).cents == ((1, 5000), (2, 2000), (3, 2000))
    assert pay_prizes(standings, (5000, 2500, 1501)).left == 1


def test_prizes_are_said_with_who_wins_them() -> None:
    """Before the end the places, then the names; a cent that is left over is reported; a tournament without prizes says
    nothing."""
    standings = rank_players(play("A+9 B+4 C+4 D-17"))
    [planned] = name_prizes(standings, (5000, 2550), final=False)
    assert planned.in_("de") == "Preise: 1. Platz 50,00 €, 2. Platz 25,50 €."
    said = [one.in_("de") for one in name_prizes(standings, (5000, 2500, 1501), final=True)]
    assert said == ["Preise: A 50,00 €, B 20,00 €, C 20,00 €.", "In der Kasse bleiben 0,01 €."]
    assert name_prizes(standings, (), final=True) == ()


def test_ten_points_are_ten_cents() -> None:
    """`zehn-cent`: a cent a point, and the largest debt is paid first."""
    balances = count_money(play("A+300 B+100 C-150 D-250"), 1)
    assert balances == {1: 300, 2: 100, 3: -150, 4: -250}
    assert settle_up(balances) == (Payment(4, 1, 250), Payment(3, 2, 100), Payment(3, 1, 50))


def test_the_till_fills_in_what_does_not_add_up() -> None:
    """An open row leaves 5 too many: the till pays them."""
    assert settle_up({1: 10, 2: -5}) == (Payment(TILL, 1, 5), Payment(2, 1, 5))


def test_teams_count_their_best_members() -> None:
    """Of three members the best two count; equal teams are parted by their best member; half a team comes last."""
    players = play("A+9 B+1 C-2 D-8 / E+6 F+4 G-5 H-5 / I+40 J-10 K-10 L-20")
    team_of = {1: "Rot", 2: "Rot", 3: "Rot", 5: "Blau", 6: "Blau", 9: "Solo"}
    found = [(team.place, team.name, team.total, team.complete) for team in rank_teams(players, team_of, 2)]
    assert found == [(1, "Rot", 10, True), (2, "Blau", 10, True), (3, "Solo", 40, False)]


def test_a_team_is_a_club_of_those_who_stayed() -> None:
    """Clubs are known by start number; who withdrew plays for none, and who is in no club is in no team."""
    players = [replace(one, start=one.number + 10) for one in play("A+9 B+1 C-2 D-8", withdrawn="B")]
    clubs = {11: "Rot", 12: "Rot", 13: "Blau"}
    assert find_teams(players, clubs) == {1: "Rot", 3: "Blau", 4: ""}
    assert [team.name for team in rank_teams(players, find_teams(players, clubs), 2)] == ["Rot", "Blau"]


def test_an_evening_is_worth_points_or_places() -> None:
    """By places it gives the tournament's own place points, and without any one point more a place from the last."""
    standings = rank_players(play("A+9 B+4 C-4 D-9"))
    names = [one.player.name for one in standings]
    found = [
        weigh_season_evening("Mai", standings, "points", (5,)),
        weigh_season_evening("Mai", standings, "places", (5,)),
        weigh_season_evening("Mai", standings, "places", ()),
    ]
    assert [[one.worth[name] for name in names] for one in found] == [[9, 4, -4, -9], [5, 0, 0, 0], [4, 3, 2, 1]]


@given(draw_evenings(), AMOUNTS)
def test_place_points_are_all_given_out(players: tuple[Player, ...], points: list[int]) -> None:
    """Their sum is that of the places taken, however many tie."""
    playing = sum(not player.withdrawn for player in players)
    assert sum(give_place_points(rank_players(players), points).values()) == sum(points[:playing])


@given(draw_evenings())
def test_better_places_give_no_fewer_points(players: tuple[Player, ...]) -> None:
    """With points that fall from place to place nobody gets more than who is in front."""
    standings = rank_players(players)
    points = give_place_points(standings, range(len(players), 0, -1))
    given_out = [points[one.player.number] for one in standings]
    assert given_out == sorted(given_out, reverse=True)
    assert all(isinstance(one, Fraction) for one in given_out)


@given(draw_evenings(), AMOUNTS)
def test_prizes_add_up(players: tuple[Player, ...], prizes: list[int]) -> None:
    """What is paid and what is left are the prizes; equal places win equally."""
    standings = rank_players(players)
    payout = pay_prizes(standings, prizes)
    assert sum(cents for _, cents in payout.cents) + payout.left == sum(prizes)
    assert payout.left >= 0
    by_place = {
        (one.place, dict(payout.cents).get(one.player.number, 0)) for one in standings if not one.player.withdrawn
    }
    assert len(by_place) == len({place for place, _ in by_place})


@given(draw_evenings(), st.integers(1, 50))
def test_money_adds_up_to_nothing(players: tuple[Player, ...], cents: int) -> None:
    """Points that add up to 0 are money that does; after the payments everybody is even, and the till is not needed."""
    balances = dict(count_money(players, cents))
    assert sum(balances.values()) == 0
    payments = settle_up(balances)
    for one in payments:
        balances[one.payer] += one.cents
        balances[one.payee] -= one.cents
    assert not any(balances.values())
    assert len(payments) < len(players)
    assert all(one.cents > 0 and TILL not in (one.payer, one.payee) for one in payments)


@given(draw_evenings(), st.integers(1, 3))
def test_teams_of_one_are_the_players(players: tuple[Player, ...], counting: int) -> None:
    """With one member each the teams stand like their players; no member counts twice."""
    alone = rank_teams(players, {player.number: player.name for player in players}, 1)
    plain = rank_players([Player(one.number, one.name, one.sittings) for one in players])
    assert [(team.place, team.name) for team in alone] == [(one.place, one.player.name) for one in plain]
    teams = rank_teams(players, {player.number: f"T{player.number % 3}" for player in players}, counting)
    counted = [player.number for team in teams for player in team.counted]
    assert len(counted) == len(set(counted))
