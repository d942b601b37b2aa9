"""Rounds that are not drawn by lot, each held against the listing of docs/draw.md, which uses no code of ours."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from hashlib import sha256
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournament.draw.draw_rounds import (
    METHOD,
    OLD_METHOD,
    RoundDraw,
    Schedule,
    Tables,
    draw_rounds,
    draw_schedule,
    find_second_meetings,
    follow_plan,
)
from tournament.draw.form_rounds import make_plan, seat_again, seat_open
from tournament.draw.seat_by_form import follow_numbers, keep_tables
from tournament.draw.seating_ways import NO_RESULTS, Results, SeatingForm, read_way
from tournament.draw.table_sizes import FIVE, Lineup, NoDraw, Table, Wishes, size_tables

pytestmark = pytest.mark.usefixtures("lasting_draws")
ROOT = Path(__file__).parents[3]
MOVES = (0, 1, 2, 3, 4)
ROUND = (Table(1, (1, 2, 3, 4)), Table(2, (5, 6, 7, 8)), Table(3, (9, 10, 11, 12)), Table(4, (13, 14, 15, 16)))
ALL = Lineup(tuple(range(1, 17)))
POINTS = {start: 40 - start for start in ALL.players}
"""At each table the first seat has won, the second is second, and so on."""
UNEVEN = (9, 13, 14, 17, 18, 19, 21, 22, 23, 26, 27, 31)
"""The numbers of players with tables of five and fewer than five tables of four."""


@cache
def read_listing() -> Mapping[str, Any]:
    """The functions of the listing."""
    found = re.search(r"```python\n(.*?)```", (ROOT / "docs" / "draw.md").read_text(encoding="utf-8"), re.DOTALL)
    assert found is not None
    listing: dict[str, Any] = {}
    exec(found[1], listing)
    return listing


def make_form(*ways: str, plan: Sequence[Sequence[Sequence[int]]] = ()) -> SeatingForm:
    """A form with that word for each round."""
    rounds = tuple(tuple(map(tuple, tables)) for tables in plan)
    return SeatingForm(dict(enumerate(ways, 1)), MOVES, rounds, 100, 0)


def count_at_five(rounds: Sequence[Tables], players: int) -> Counter[int]:
    """How often each sits at a table of five."""
    fives = Counter(dict.fromkeys(range(1, players + 1), 0))
    fives.update(start for tables in rounds for table in tables if len(table.starts) == FIVE for start in table.starts)
    return fives


def list_tables(tables: Tables) -> list[set[int]]:
    """Who sits together."""
    return [set(table.starts) for table in tables]


def cut_tables(starts: Sequence[int]) -> Tables:
    """These players in a row at tables of a right size."""
    rest = iter(starts)
    sizes = size_tables(Lineup(tuple(starts)))
    return tuple(Table(number, tuple(next(rest) for _ in range(size))) for number, size in enumerate(sizes, 1))


@st.composite
def rounds_before(draw: Any) -> tuple[Lineup, list[Tables], Results]:
    """One or two rounds, who plays the next (some have left, some are new), and results with ties and gaps."""
    starts = draw(st.permutations(range(1, draw(st.integers(12, 33)) + 1)))
    before = [cut_tables(starts), cut_tables(draw(st.permutations(starts)))][: draw(st.integers(1, 2))]
    gone = draw(st.sets(st.sampled_from(starts), max_size=2))
    new = draw(st.sets(st.integers(100, 110), max_size=2))
    some = st.sets(st.sampled_from(starts))
    points = {start: start % 5 for start in draw(some)}
    places = {start: 1 + start % 7 for start in draw(some)}
    return Lineup(tuple({*starts, *new} - gone)), before, Results(places, points)


def seat(way: str, lineup: Lineup, before: Sequence[Tables], results: Results, seed: str) -> Tables:
    """The round after those."""
    method = {"progressive": "progressive-1 0,1,2,3,4", "same": f"same-1 {len(before)}"}.get(way, f"{way}-1")
    schedule = Schedule(dict.fromkeys(range(1, len(before) + 2), lineup), dict(enumerate(before, 1)), set())
    return seat_again(schedule, len(before) + 1, seed, method, results)


@pytest.mark.parametrize("way", ["same", "progressive", "places", "snake"])
@given(rounds_before(), st.text(min_size=1, max_size=8), st.randoms())
@settings(deadline=None)
def test_the_listing_seats_every_form_alike(way: str, case: Any, seed: str, random: Any) -> None:
    """Whoever comes, leaves or ties: the page and the program seat the same. Everybody sits once, at tables of the
    right sizes; the same seed gives the same seats, in whatever order things are given."""
    lineup, before, results = case
    try:
        sizes = size_tables(lineup)
    except NoDraw:
        return
    seated = seat(way, lineup, before, results, seed)
    plain = [[table.starts for table in tables] for tables in before]
    more = {"places": dict(results.places), "points": dict(results.points), "moves": MOVES}
    theirs = read_listing()["seat"](way, lineup.players, list(sizes), len(before) + 1, seed, plain, **more)
    assert [table.starts for table in seated] == theirs
    assert sorted(start for table in seated for start in table.starts) == list(lineup.players)
    assert sorted(len(table.starts) for table in seated) == sorted(sizes)
    others = [dict(random.sample([*one.items()], len(one))) for one in (results.places, results.points)]
    assert seat(way, lineup, before, Results(*others), seed) == seated


def test_moving_on_by_hand() -> None:
    """Four tables: the winners stay, the seconds go one table on, the thirds two, the fourths three; after the last
    table comes the first."""
    seated = seat("progressive", ALL, [ROUND], Results({}, POINTS), "abend")
    assert list_tables(seated) == [{1, 14, 11, 8}, {5, 2, 15, 12}, {9, 6, 3, 16}, {13, 10, 7, 4}]
    up = Schedule({1: ALL, 2: ALL}, {1: ROUND}, set())
    seated = seat_again(up, 2, "abend", "progressive-1 -1,0,0,1,0", Results({}, POINTS))
    assert list_tables(seated) == [{5, 2, 3, 16}, {9, 6, 7, 4}, {13, 10, 11, 8}, {1, 14, 15, 12}]


def test_ties_at_a_table() -> None:
    """Equal points are parted by the standings, then by the lot of the seed; who has no points comes last."""
    tied = POINTS | {1: 50, 2: 50}
    by_place = seat("progressive", ALL, [ROUND], Results({2: 1, 1: 7}, tied), "abend")
    assert 2 in by_place[0].starts
    assert 1 in by_place[1].starts
    lots = {seat("progressive", ALL, [ROUND], Results({}, tied), str(seed))[0].starts for seed in range(9)}
    assert {1 in table for table in lots} == {True, False}
    without = {start: points for start, points in POINTS.items() if start != 1}
    assert 1 in seat("progressive", ALL, [ROUND], Results({}, without), "abend")[3].starts


def test_the_fifth_moves_among_tables_of_five() -> None:
    """Eighteen players: the rings of the first four places go over all tables, that of the fifth over two."""
    lineup = Lineup(tuple(range(1, 19)))
    before = (
        Table(1, (1, 2, 3, 4)),
        Table(2, (5, 6, 7, 8)),
        Table(3, (9, 10, 11, 12, 13)),
        Table(4, (14, 15, 16, 17, 18)),
    )
    schedule = Schedule({1: lineup, 2: lineup}, {1: before}, set())
    points = {start: -start for start in lineup.players}
    seated = seat_again(schedule, 2, "abend", "progressive-1 0,1,2,3,1", Results({}, points))
    assert [13 in table.starts for table in seated] == [False, False, False, True]
    assert [18 in table.starts for table in seated] == [False, False, True, False]


def test_the_standings_are_dealt_out() -> None:
    """The first four at table 1; or there and back, the fifth seats where there are some."""
    places = {start: 17 - start for start in ALL.players}
    assert list_tables(seat("places", ALL, [ROUND], Results(places, {}), "a"))[0] == {16, 15, 14, 13}
    assert list_tables(seat("snake", ALL, [ROUND], Results(places, {}), "a"))[0] == {16, 9, 8, 1}
    more = Lineup(tuple(range(1, 19)))
    by_five = list_tables(seat("snake", more, [], Results({start: start for start in more.players}, {}), "a"))
    assert by_five == [{1, 8, 9, 16}, {2, 7, 10, 15}, {3, 6, 11, 14, 17}, {4, 5, 12, 13, 18}]


def test_tables_stay_and_seats_change() -> None:
    """Nobody sits on the same seat again; who is new takes the place of who left; table numbers stay."""
    odd = (
        Table(3, ROUND[0].starts),
        Table(9, ROUND[1].starts),
        *(replace(one, number=one.number + 9) for one in ROUND[2:]),
    )
    again = seat("same", ALL, [odd], NO_RESULTS, "abend")
    assert [table.number for table in again] == [3, 9, 12, 13]
    assert list_tables(again) == list_tables(odd)
    assert not any(
        one == other
        for two in zip(odd, again, strict=True)
        for one, other in zip(*(t.starts for t in two), strict=True)
    )
    lineup = Lineup(tuple({*ALL.players, 99} - {6}))
    assert keep_tables(lineup, ROUND) == {1: [1, 2, 3, 4], 2: [5, 7, 8, 99], 3: [9, 10, 11, 12], 4: [13, 14, 15, 16]}


@pytest.mark.parametrize("way", ["same", "progressive", "places", "snake"])
def test_fixed_tables_hold_in_every_form(way: str) -> None:
    """Whoever sits at a fixed table does so; who should have sat there takes a free seat."""
    lineup = Lineup(ALL.players, {4: 1, 13: 2})
    seated = seat(way, lineup, [ROUND], Results({start: start for start in ALL.players}, POINTS), "abend")
    assert 4 in seated[0].starts
    assert 13 in seated[1].starts
    assert sorted(start for table in seated for start in table.starts) == [*ALL.players]


def refuse(round_: int) -> Results:
    """No results are asked for."""
    raise AssertionError(round_)


def rank(round_: int) -> Results:
    """Start numbers in order."""
    return Results({start: start for start in ALL.players}, POINTS)


def collect(drawn: Sequence[RoundDraw]) -> dict[int, Tables]:
    """The tables by round."""
    return {one.round: one.tables for one in drawn}


def test_a_plan_is_followed_by_number() -> None:
    """From the form, number 1 being the lowest start number, by seat; what comes with the program is the draw of as
    many players with the seed "plan", which the listing draws too."""
    lineup = Lineup(tuple(range(11, 19)))
    plan = [[(1, 2, 3, 4), (5, 6, 7, 8)], [(8, 1, 7, 2), (3, 4, 5, 6)]]
    schedule = Schedule({1: lineup, 2: lineup}, {}, set(), form=make_form("plan", "plan", plan=plan))
    drawn = seat_open(schedule, None, None, "x", refuse)
    assert [(one.seed, one.method) for one in drawn] == [("", "plan-1 1"), ("", "plan-1 2")]
    assert [table.starts for table in drawn[1].tables] == [(18, 11, 17, 12), (13, 14, 15, 16)]
    built_in = Schedule(dict.fromkeys((1, 2, 3), ALL), {}, set(), form=make_form("plan", "plan", "plan"))
    drawn = seat_open(built_in, None, None, "x", refuse)
    assert [(one.seed, one.method) for one in drawn] == [("plan", f"plan-1 {number} of 3") for number in (1, 2, 3)]
    theirs = read_listing()["draw"](ALL.players, [4] * 4, (1, 2, 3), "plan")
    assert [[table.starts for table in one.tables] for one in drawn] == theirs
    assert find_second_meetings(collect(drawn)) == {}


@pytest.mark.parametrize(
    ("lineup", "plan", "words"),
    [
        (ALL, [[(1, 2, 3, 4), (5, 6, 7, 8)]], "Der Plan ist für 8 Spieler, es spielen 16"),
        (Lineup((1, 2, 3, 4, 5), allowed=(4,)), [[(1, 2, 3, 4, 5)]], "Der Plan hat einen Tisch mit 5 Spielern"),
        (
            Lineup((1, 2, 3, 4, 5, 6, 7, 8), {1: 2}),
            [[(1, 2, 3, 4), (5, 6, 7, 8)]],
            "Startnummer 1 hat einen festen Tisch",
        ),
    ],
)
def test_a_plan_that_does_not_fit(lineup: Lineup, plan: Any, words: str) -> None:
    """Other players, a table that the rules do not have, a fixed table: one sentence says what helps."""
    with pytest.raises(NoDraw) as caught:
        follow_numbers(lineup, plan[0])
    assert caught.value.message("de").startswith(words)


def test_a_plan_with_too_few_rounds() -> None:
    """The round for which a line is missing is named."""
    form = make_form("plan", "plan", plan=[[ROUND[n].starts for n in range(4)]])
    with pytest.raises(NoDraw, match="für Runde 2 fehlt eine Zeile"):
        seat_open(Schedule({1: ALL, 2: ALL}, {}, set(), form=form), 2, None, "x", refuse)


def test_every_second_round_is_drawn() -> None:
    """Rounds 1 and 3 are drawn together, 2 and 4 keep their tables; who was drawn together meets in no other round."""
    schedule = Schedule(dict.fromkeys(range(1, 5), ALL), {}, set(), form=make_form("draw", "same", "draw", "same"))
    drawn = seat_open(schedule, None, "abend", "x", refuse)
    methods = {one.round: one.method for one in drawn}
    assert methods == {1: "kiebitz-3 1,3", 3: "kiebitz-3 1,3", 2: "same-1 1", 4: "same-1 3"}
    tables = collect(drawn)
    assert [list_tables(tables[one]) == list_tables(tables[one - 1]) for one in (2, 3, 4)] == [True, False, True]
    assert find_second_meetings({1: tables[1], 3: tables[3]}) == {}


def test_round_by_round_comes_to_the_same() -> None:
    """Rounds that kept their tables do not count as met: the plan of round 1 holds on."""
    form, lineups = make_form("draw", "same", "draw", "same"), dict.fromkeys(range(1, 5), ALL)
    whole = seat_open(Schedule(lineups, {}, set(), form=form), None, "abend", "x", refuse)
    draws: dict[int, Tables] = {}
    origins: dict[int, tuple[str, str]] = {}
    for round_ in lineups:
        schedule = Schedule(lineups, draws, set(draws), origins, form=form)
        (one,) = seat_open(schedule, round_, "abend" if round_ in (1, 2, 4) else None, "x", refuse)
        draws, origins = draws | {round_: one.tables}, origins | {round_: (one.seed, one.method)}
    assert [list_tables(draws[one]) for one in draws] == [list_tables(collect(whole)[one]) for one in sorted(draws)]


def test_a_round_drawn_again_takes_its_followers_along() -> None:
    """The round that keeps its tables is seated again too, unless people sit by it."""
    form, lineups = make_form("draw", "same", "draw"), dict.fromkeys((1, 2, 3), ALL)
    first = seat_open(Schedule(lineups, {}, set(), form=form), None, "abend", "x", refuse)
    origins = {one.round: (one.seed, one.method) for one in first}
    again = seat_open(Schedule(lineups, collect(first), set(), origins, form=form), 1, "neu", "x", refuse)
    assert [one.round for one in again] == [1, 2]
    assert list_tables(again[0].tables) == list_tables(again[1].tables) != list_tables(collect(first)[1])


def test_rounds_by_results_wait_until_all_before_are_closed() -> None:
    """So does what is drawn behind them, since nobody knows yet who meets there; what can be seated is."""
    form, lineups = make_form("draw", "progressive", "draw", "places"), dict.fromkeys(range(1, 5), ALL)
    schedule = Schedule(lineups, {}, set(), form=form)
    (one,) = seat_open(schedule, None, "abend", "x", refuse)
    assert (one.round, one.method) == (1, "kiebitz-3 1")
    played = replace(schedule, draws={1: one.tables}, origins={1: (one.seed, one.method)}, scanned={1})
    for wanted in (None, 2):
        with pytest.raises(NoDraw, match="Runde 2 wird nach dem Stand gesetzt, sobald Runde 1"):
            seat_open(played, wanted, None, "x", refuse)
    closed = replace(played, closed={1})
    two = seat_open(closed, None, None, "los", rank)
    assert [(one.round, one.seed, one.method) for one in two] == [(2, "los", "progressive-1 0,1,2,3,4")]
    assert two[0].results == rank(2)
    with pytest.raises(NoDraw, match="Runde 4 wird nach dem Stand gesetzt, sobald Runde 3"):
        seat_open(closed, 4, None, "x", refuse)


def test_a_changed_form_opens_what_nobody_sits_by() -> None:
    """A drawn round that is to be seated by the standings is open again; one that was printed, or comes from a CSV,
    stays."""
    lineups = dict.fromkeys((1, 2), ALL)
    drawn = draw_schedule(Schedule(lineups, {}, set()), None, "abend")
    origins = {one.round: (one.seed, one.method) for one in drawn}
    schedule = Schedule(lineups, collect(drawn), set(), origins, closed={1}, form=make_form("draw", "places"))
    assert schedule.list_open() == [2]
    assert replace(schedule, printed={2}).list_open() == []
    assert replace(schedule, origins=origins | {2: ("", "csv")}).list_open() == []
    assert [one.method for one in seat_open(schedule, None, None, "x", rank)] == ["places-1"]


def test_methods_are_read_back() -> None:
    """The word of a method; anything else was drawn."""
    methods = ("progressive-1 0,1,2,3,4", "same-1 3", "plan-1 1 of 2", "kiebitz-3 1,2", "kiebitz-2 1", "csv", "1")
    assert [read_way(one) for one in methods] == ["progressive", "same", "plan", *["draw"] * 4]


def join_clubs(players: int, clubs: int) -> dict[int, str]:
    """Start numbers to clubs, dealt out in blocks."""
    return {start: f"Verein {(start - 1) * clubs // players}" for start in range(1, players + 1)}


def count_mates(rounds: Sequence[Tables], clubs: Mapping[int, str]) -> int:
    """Pairs of clubmates at a table."""
    tables = [table for tables in rounds for table in tables]
    pairs = (pair for table in tables for pair in combinations(table.starts, 2))
    return sum(clubs[one] == clubs[other] for one, other in pairs)


@pytest.mark.parametrize(("players", "rounds", "clubs", "fewest"), [(24, 3, 4, 0), (24, 4, 3, 24), (50, 3, 8, 0)])
def test_clubmates_are_kept_apart(players: int, rounds: int, clubs: int, fewest: int) -> None:
    """As far as their number allows, and nobody meets twice for it."""
    at = join_clubs(players, clubs)
    lineup = Lineup(tuple(range(1, players + 1)), wishes=Wishes(100, 100), clubs=at)
    drawn = draw_rounds(lineup, (), range(1, rounds + 1), "abend")
    assert count_mates(drawn, at) == fewest
    assert find_second_meetings(dict(enumerate(drawn))) == {}
    assert count_mates(draw_rounds(Lineup(lineup.players), (), range(1, rounds + 1), "abend"), at) > fewest


@pytest.mark.few(1)
@pytest.mark.parametrize(("players", "clubs", "wishes"), [(16, 4, (100, 30)), (17, 3, (100, 100)), (20, 5, (0, 50))])
def test_the_listing_keeps_clubmates_apart_alike(players: int, clubs: int, wishes: tuple[int, int]) -> None:
    """With any weights."""
    at = join_clubs(players, clubs)
    lineup = Lineup(tuple(range(1, players + 1)), wishes=Wishes(*wishes), clubs=at)
    before = draw_rounds(lineup, (), (1,), "zuvor")
    drawn = draw_rounds(lineup, before, (2,), "abend")
    plain = [[table.starts for table in before[0]]]
    theirs = read_listing()["draw"](lineup.players, list(size_tables(lineup)), (2,), "abend", plain, *wishes, at)
    assert [[table.starts for table in tables] for tables in drawn] == theirs


def test_weights_stand_in_the_method() -> None:
    """Where they are not the usual ones; with others the plan of round 1 holds no more."""
    lineup = Lineup(ALL.players, wishes=Wishes(100, 30), clubs=join_clubs(16, 4))
    schedule = Schedule({1: lineup, 2: lineup}, {}, set())
    (one,) = draw_schedule(schedule, 1, "abend")
    assert one.method == f"{METHOD} 1,2 100/30"
    held = replace(schedule, draws={1: one.tables}, origins={1: (one.seed, one.method)})
    assert [drawn.round for drawn in follow_plan(held, None, None)] == [2]
    assert follow_plan(replace(held, lineups={1: lineup, 2: ALL}), None, None) == ()


def test_rounds_of_the_old_method_are_planned_on() -> None:
    """A file of an older version: the rounds that were planned then come out as they would have there."""
    lineup = Lineup(tuple(range(1, 32)))
    rounds = range(1, 5)
    old = draw_rounds(lineup, (), rounds, "abend", OLD_METHOD)
    assert old != draw_rounds(lineup, (), rounds, "abend")
    origins = {1: ("abend", f"{OLD_METHOD} 1,2,3,4")}
    held = Schedule(dict.fromkeys(rounds, lineup), {1: old[0]}, {1}, origins)
    assert [one.tables for one in follow_plan(held, None, None)] == [*old[1:]]


@pytest.mark.parametrize(
    ("players", "rounds", "seed", "digest"),
    [
        (10, 2, "abend", "4dc9278e47b32be6"),
        (13, 2, "x", "efe84f2f78628447"),
        (31, 4, "abend", "6f042998bf777ce7"),
        pytest.param(22, 6, "abend", "4b982cd100717204", marks=pytest.mark.slow),
        pytest.param(20, 5, "s0", "12a1843ce76ede1b", marks=pytest.mark.slow),
    ],
)
def test_the_old_method_draws_as_version_0_2_1_did(players: int, rounds: int, seed: str, digest: str) -> None:
    """Digests of that version's draws: whoever announced a seed then finds the same tables."""
    drawn = draw_rounds(Lineup(tuple(range(1, players + 1))), (), range(1, rounds + 1), seed, OLD_METHOD)
    found = sha256(repr([[table.starts for table in tables] for tables in drawn]).encode()).hexdigest()
    assert found.startswith(digest)


@pytest.mark.few(3)
@pytest.mark.parametrize("rounds", [2, 3, 4, 5])
@pytest.mark.parametrize("players", [one for one in range(25, 61) if one % 4 and one not in UNEVEN])
def test_rounds_at_five_are_dealt_evenly(players: int, rounds: int) -> None:
    """Nobody sits at a table of five more than once more often than others, wherever there are five tables of four."""
    fives = count_at_five(draw_rounds(Lineup(tuple(range(1, players + 1))), (), range(1, rounds + 1), "abend"), players)
    assert max(fives.values()) - min(fives.values()) <= 1


def test_why_twelve_numbers_cannot_be_even() -> None:
    """They are those with tables of five and fewer than five of four: a table of five of round 2 has at most one player
    from each table of round 1, so too few of those who were not at five."""
    found = []
    for players in (one for one in range(8, 201) if one != 11 and one % 4):
        sizes = size_tables(Lineup(tuple(range(players))))
        fives, fours = sizes.count(FIVE), len(sizes) - sizes.count(FIVE)
        fresh, seats = 4 * fours, FIVE * fives
        if fives and min(fresh, seats) > fives * fours:
            found.append(players)
    assert found == [*UNEVEN]


def test_the_built_in_plan_is_the_same_for_everybody() -> None:
    """For as many players, seats and rounds; start numbers do not matter."""
    assert make_plan(16, 4, (4, 5), 3) == make_plan(16, 4, (4, 5), 3)
    assert all(
        sorted(one for table in tables for one in table) == [*range(1, 17)] for tables in make_plan(16, 4, (4, 5), 3)
    )
