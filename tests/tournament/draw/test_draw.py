"""The draw: who meets whom, for every number of players; and the same draw from the same seed, for ever."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournament.draw.draw_rounds import Tables, draw_rounds, find_second_meetings
from tournament.draw.hall import Dice
from tournament.draw.table_sizes import FIVE, FOUR, Lineup, NoDraw, Table, size_tables

pytestmark = pytest.mark.usefixtures("lasting_draws")
ROOT = Path(__file__).parents[3]
ROUNDS = (1, 2, 3)
GOLDEN = [(11, 1, 8, 3), (2, 9, 15, 10), (6, 16, 12, 5), (13, 14, 4, 7)]


def draw(players: int, rounds: Sequence[int] = ROUNDS, seed: str = "abend") -> tuple[Tables, ...]:
    """The first rounds of so many players with the start numbers from 1."""
    return draw_rounds(Lineup(tuple(range(1, players + 1))), (), rounds, seed)


def count_repeats(rounds: Sequence[Tables]) -> int:
    """How many pairs meet more than once."""
    return len(find_second_meetings(dict(enumerate(rounds))))


def list_starts(tables: Tables) -> list[int]:
    """Everybody who sits, in rising order."""
    return sorted(start for table in tables for start in table.starts)


@pytest.mark.few(40)
@pytest.mark.parametrize("players", [16, *range(20, 201)])
def test_no_pair_meets_twice(players: int) -> None:
    """Three rounds of any number of players who can be seated so: everybody sits once a round, and meets nobody twice,
    nor sits on the same seat twice."""
    rounds = draw(players)
    assert [list_starts(tables) for tables in rounds] == [list(range(1, players + 1))] * 3
    assert count_repeats(rounds) == 0
    seats = Counter((start, seat) for tables in rounds for table in tables for seat, start in enumerate(table.starts))
    assert max(seats.values()) == 1


@pytest.mark.few(1)
@pytest.mark.parametrize("players", [8, 9, 10, 12, 13, 14, 15, 17, 18, 19])
def test_with_fewer_tables_than_seats_some_pair_meets_again(players: int) -> None:
    """A table's players come from different tables of the round before: there must be as many tables as it has seats.
    That is all that is in the way, for no other number of players needs a second meeting in three rounds."""
    sizes = size_tables(Lineup(tuple(range(players))))
    assert max(sizes) > len(sizes)
    assert count_repeats(draw(players, (1, 2))) > 0
    others = (size_tables(Lineup(tuple(range(count)))) for count in (16, *range(20, 201)))
    assert all(max(sizes) <= len(sizes) for sizes in others)


@pytest.mark.parametrize(("players", "rounds"), [(16, 5), (20, 4), (24, 5), (28, 6), (48, 5)])
def test_many_rounds_are_drawn_together(players: int, rounds: int) -> None:
    """With 16 players, five rounds are all there are: after them everybody has met everybody."""
    assert count_repeats(draw(players, range(1, rounds + 1))) == 0


@pytest.mark.parametrize("players", [24, 25, 29, 30, 50, 199])
def test_round_by_round_is_as_good(players: int) -> None:
    """Where each round is drawn by itself, after the one before was played."""
    drawn: list[Tables] = []
    for round_ in ROUNDS:
        drawn.append(draw_rounds(Lineup(tuple(range(players))), drawn, (round_,), "abend")[0])
    assert count_repeats(drawn) == 0


@pytest.mark.parametrize("players", [25, 29, 30, 47, 50, 51, 101, 199])
def test_tables_of_five_go_round(players: int) -> None:
    """Nobody sits at a table of five twice, where there are players enough."""
    at_five = Counter(
        start for tables in draw(players) for table in tables if len(table.starts) == FIVE for start in table.starts
    )
    assert max(at_five.values()) == 1
    assert sum(at_five.values()) == 3 * FIVE * (players % FOUR)


def test_the_dice_are_as_documented() -> None:
    """The first throws from SHA-256 of `text:0` and `text:1`, worked out by hand."""
    dice = Dice("abend:1,2,3")
    digest = "".join(sha256(f"abend:1,2,3:{n}".encode()).hexdigest() for n in (0, 1))
    numbers = [int(digest[place : place + 8], 16) for place in range(0, 128, 8)]
    assert [dice.roll(1000) for _ in numbers] == [number * 1000 // 2**32 for number in numbers]


def test_a_draw_stays_the_same_for_ever() -> None:
    """A draw that was announced can be repeated with any later version."""
    assert [table.starts for table in draw(16, (1, 2))[0]] == GOLDEN


@pytest.mark.parametrize(
    ("players", "rounds", "before"),
    [
        (24, (1, 2, 3), 0),
        (33, (2, 3), 1),
        pytest.param(13, (3,), 2, marks=pytest.mark.slow),
    ],
)
def test_the_listing_in_the_docs_gives_the_same_draw(players: int, rounds: tuple[int, ...], before: int) -> None:
    """Who checks a draw without Kiebitz comes to the same tables and seats."""
    found = re.search(r"```python\n(.*?)```", (ROOT / "docs" / "draw.md").read_text(encoding="utf-8"), re.DOTALL)
    assert found is not None
    listing: dict[str, Any] = {}
    exec(found[1], listing)
    lineup = Lineup(tuple(range(1, players + 1)))
    others = draw(players, range(1, before + 1), "zuvor") if before else ()
    plain = [[table.starts for table in tables] for tables in others]
    drawn = draw_rounds(lineup, others, rounds, "abend")
    theirs = listing["draw"](lineup.players, list(size_tables(lineup)), rounds, "abend", plain)
    assert [[table.starts for table in tables] for tables in drawn] == theirs


@st.composite
def lineups(draw: Any) -> Lineup:
    """Players with any start numbers, some of them with fixed tables."""
    count = draw(st.integers(12, 40))
    starts = draw(st.lists(st.integers(1, 999), min_size=count, max_size=count, unique=True))
    tables = len(size_tables(Lineup(tuple(starts))))
    guests = draw(st.lists(st.sampled_from(starts), max_size=4, unique=True))
    return Lineup(tuple(starts), {start: draw(st.integers(1, tables)) for start in guests})


@given(lineups(), st.text(min_size=1, max_size=8), st.randoms())
def test_laws_of_any_draw(lineup: Lineup, seed: str, random: Any) -> None:
    """Everybody sits once; tables have four players, or few have five; fixed tables hold; the order of the list does
    not matter, and the same seed gives the same draw."""
    (first,) = draw_rounds(lineup, (), (1,), seed)
    assert list_starts(first) == sorted(lineup.players)
    assert [table.number for table in first] == list(range(1, len(first) + 1))
    sizes = Counter(len(table.starts) for table in first)
    assert sizes[FIVE] == len(lineup.players) % FOUR
    assert set(sizes) <= {FOUR, FIVE}
    seated = {start: table.number for table in first for start in table.starts}
    assert {start: seated[start] for start in lineup.fixed} == lineup.fixed
    starts = list(lineup.players)
    random.shuffle(starts)
    assert draw_rounds(Lineup(tuple(starts), lineup.fixed), (), (1,), seed) == (first,)


@given(st.integers(24, 60), st.data())
def test_who_comes_late_or_leaves_meets_nobody_twice(players: int, data: st.DataObject) -> None:
    """The third round of those who are there, after two that others have played too."""
    played = draw(players, (1, 2))
    gone = data.draw(st.sets(st.integers(1, players), max_size=3))
    late = data.draw(st.integers(0, 3))
    lineup = Lineup(tuple(start for start in range(1, players + late + 1) if start not in gone))
    (third,) = draw_rounds(lineup, played, (3,), "abend")
    assert list_starts(third) == list(lineup.players)
    if len(lineup.players) > 27:  # with fewer, two rounds may leave no third
        assert count_repeats((*played, third)) == 0


@pytest.mark.parametrize(
    ("players", "words"),
    [
        (0, "0 Spieler sind zu wenig für einen Tisch; bitte mit „kiebitz players add“ noch 4 eintragen."),
        (3, "3 Spieler sind zu wenig für einen Tisch; bitte mit „kiebitz players add“ noch 1 eintragen."),
        (
            6,
            "6 Spieler lassen sich nicht auf Tische zu viert und zu fünft verteilen; bitte noch 2 eintragen oder 1 "
            "streichen („kiebitz players add“ und „drop“).",
        ),
        (
            7,
            "7 Spieler lassen sich nicht auf Tische zu viert und zu fünft verteilen; bitte noch 1 eintragen oder "
            "2 streichen („kiebitz players add“ und „drop“).",
        ),
        (
            11,
            "11 Spieler lassen sich nicht auf Tische zu viert und zu fünft verteilen; bitte noch 1 eintragen oder "
            "1 streichen („kiebitz players add“ und „drop“).",
        ),
        (4000, "4000 Spieler sind zu viele für ein Turnier, möglich sind 3996; bitte auf mehrere Turniere verteilen."),
    ],
)
def test_players_whom_no_tables_hold(players: int, words: str) -> None:
    """One sentence says how many are too few or too many."""
    with pytest.raises(NoDraw) as caught:
        size_tables(Lineup(tuple(range(players))))
    assert caught.value.message("de") == words


@pytest.mark.parametrize(
    ("players", "fixed", "words"),
    [
        (16, {1: 5}, "Den festen Tisch 5 gibt es nicht"),
        (16, dict.fromkeys(range(1, 6), 2), "An Tisch 2 sollen 5 Spieler fest sitzen, er hat 4 Plätze"),
        (17, dict.fromkeys(range(1, 7), 2), "An Tisch 2 sollen 6 Spieler fest sitzen, er hat 5 Plätze"),
        (
            17,
            {start: 1 + start // 6 for start in range(1, 11)},
            "An Tisch 2 sollen 5 Spieler fest sitzen, er hat 4 Plätze",
        ),
    ],
)
def test_fixed_tables_that_cannot_be(players: int, fixed: dict[int, int], words: str) -> None:
    """A table that does not exist, or has too few seats for those who must sit there."""
    with pytest.raises(NoDraw) as caught:
        size_tables(Lineup(tuple(range(1, players + 1)), fixed))
    assert caught.value.message("de").startswith(words)


def test_a_lineup_holds_each_player_once() -> None:
    """A start number that is there twice, or fixed without being there, is no player."""
    for players, fixed in (((1, 2, 2, 3), {}), ((1, 2, 3, 4), {9: 1})):
        with pytest.raises(NoDraw):
            Lineup(players, fixed)


def test_rules_without_tables_of_five() -> None:
    """Players who do not fill tables of four are told so; those who do are not."""
    with pytest.raises(NoDraw, match="zu fünft wird nach diesen Regeln nicht gespielt"):
        size_tables(Lineup(tuple(range(18)), allowed=(FOUR,)))
    assert size_tables(Lineup(tuple(range(16)), allowed=(FOUR,))) == (4, 4, 4, 4)


@pytest.mark.parametrize(
    ("players", "sizes"),
    [
        (20, (5, 5, 5, 5)),
        (21, (4, 4, 4, 4, 5)),
        (40, (5,) * 8),
        (22, (4, 4, 4, 5, 5)),
        (24, (4, 5, 5, 5, 5)),
    ],
)
def test_a_tournament_of_fives_has_as_many_as_it_can(players: int, sizes: tuple[int, ...]) -> None:
    """Where five seats are the rule, tables of four are the exception."""
    assert size_tables(Lineup(tuple(range(players)), seats=FIVE)) == sizes


def test_five_fixed_players_have_a_table_of_five() -> None:
    """Wherever their table stands; the others with five seats are the last."""
    fixed = dict.fromkeys(range(1, 6), 1)
    assert size_tables(Lineup(tuple(range(1, 19)), fixed)) == (5, 4, 4, 5)
    assert Table(1, (1, 2, 3, 4, 5)).starts == tuple(sorted(fixed))


def test_two_players_with_one_fixed_table_meet_every_round() -> None:
    """That cannot be helped, and nobody else has to meet again for it."""
    lineup = Lineup(tuple(range(1, 31)), {1: 3, 2: 3, 3: 1})
    rounds = draw_rounds(lineup, (), ROUNDS, "abend")
    assert find_second_meetings(dict(enumerate(rounds, 1))) == {(1, 2): (1, 2, 3)}
    assert all(3 in tables[0].starts and {1, 2} <= set(tables[2].starts) for tables in rounds)
