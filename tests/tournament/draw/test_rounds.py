"""Which rounds are drawn, and draws that were made elsewhere."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import pytest

from tournament.draw.draw_rounds import (
    RoundDraw,
    Schedule,
    Tables,
    draw_schedule,
    find_second_meetings,
    follow_plan,
)
from tournament.draw.listed_draws import seat_listed
from tournament.draw.table_sizes import FOUR, Lineup, NoDraw, Table

NAMES = dict(enumerate(("Anna", "Bernd", "Çem", "Dörte", "Eva", "Fritz", "Gül", "Hans"), 1))
ALL = Lineup(tuple(range(1, 25)))
LEFT = Lineup(tuple(range(2, 26)))
"""Number 1 has gone, number 25 has come."""


def plan(draws: Mapping[int, Tables], scanned: Sequence[int] = (), later: Lineup = ALL) -> Schedule:
    """Three rounds; `later`: who plays in rounds 2 and 3."""
    return Schedule({1: ALL, 2: later, 3: later}, draws, set(scanned))


def collect(drawn: Sequence[RoundDraw]) -> dict[int, Tables]:
    """The tables by round."""
    return {one.round: one.tables for one in drawn}


def test_all_open_rounds_are_drawn_together() -> None:
    """The record says which rounds were drawn together: who checks them needs to know."""
    drawn = draw_schedule(plan({}), None, "abend")
    assert [(one.round, one.method) for one in drawn] == [(round_, "kiebitz-3 1,2,3") for round_ in (1, 2, 3)]
    assert find_second_meetings(collect(drawn)) == {}


def test_a_single_round_leaves_room_for_the_next() -> None:
    """It is drawn together with the rounds after it, and so is the same as if all were drawn."""
    (one,) = draw_schedule(plan({}), 1, "abend")
    assert one == draw_schedule(plan({}), None, "abend")[0]


def draw_singly(players: int, rounds: int, seed: str, again: str | None = None) -> dict[int, Tables]:
    """Each round is drawn when the one before was played; `again`: the seed that is given for the later ones."""
    lineup = Lineup(tuple(range(1, players + 1)))
    lineups = dict.fromkeys(range(1, rounds + 1), lineup)
    draws: dict[int, Tables] = {}
    origins: dict[int, tuple[str, str]] = {}
    for round_ in lineups:
        schedule = Schedule(lineups, draws, set(draws), origins)
        (one,) = follow_plan(schedule, round_, seed if round_ == 1 else again) or draw_schedule(schedule, round_, seed)
        draws, origins = draws | {round_: one.tables}, origins | {round_: (one.seed, one.method)}
    return draws


@pytest.mark.usefixtures("lasting_draws")
@pytest.mark.few(3)
@pytest.mark.parametrize(("players", "rounds"), [(16, 5), (20, 5), (24, 5), (47, 4)])
@pytest.mark.parametrize("again", [None, "abend"])
def test_round_by_round_follows_the_plan(players: int, rounds: int, again: str | None) -> None:
    """The first draw plans all rounds, and the later ones keep to it: none meets twice in 20 players' five rounds."""
    drawn = draw_singly(players, rounds, "abend", again)
    lineups = dict.fromkeys(drawn, Lineup(tuple(range(1, players + 1))))
    assert drawn == collect(draw_schedule(Schedule(lineups, {}, set()), None, "abend"))
    assert find_second_meetings(drawn) == {}


def test_a_plan_that_no_longer_holds_is_left() -> None:
    """Other players, two who swapped seats, another seed, a round that is drawn once more: it is drawn anew."""
    (one,) = draw_schedule(plan({}), 1, "abend")
    origins = {1: ("abend", one.method)}
    held = Schedule({1: ALL, 2: ALL, 3: ALL}, {1: one.tables}, {1}, origins)
    assert [drawn.round for drawn in follow_plan(held, None, None)] == [2, 3]
    assert follow_plan(held, 2, "other") == ()
    assert follow_plan(replace(held, lineups={1: ALL, 2: LEFT, 3: LEFT}), 2, None) == ()
    assert follow_plan(replace(held, lineups={1: ALL, 2: ALL, 3: LEFT}), None, None) == ()
    first, second, *rest = one.tables
    swapped = (Table(1, (second.starts[0], *first.starts[1:])), Table(2, (first.starts[0], *second.starts[1:])), *rest)
    assert follow_plan(replace(held, draws={1: swapped}), 2, None) == ()
    (second_round,) = follow_plan(held, 2, None)
    both = replace(held, draws={1: one.tables, 2: second_round.tables}, origins=origins | {2: origins[1]})
    assert follow_plan(both, 2, None) == ()
    assert follow_plan(replace(held, origins={1: ("abend", "kiebitz-3 1,2,3,4,5,6,7")}), 2, None) == ()


def test_who_comes_or_leaves_opens_the_later_rounds_again() -> None:
    """Only rounds that do not fit their players are drawn again, and what was played counts."""
    first = collect(draw_schedule(plan({}), None, "abend"))
    again = draw_schedule(plan(first, later=LEFT), None, "abend")
    assert [one.round for one in again] == [2, 3]
    assert all({start for table in one.tables for start in table.starts} == set(LEFT.players) for one in again)
    assert find_second_meetings(first | collect(again)) == {}


def test_rounds_with_other_players_are_drawn_by_themselves() -> None:
    """The draw knows before round 1 who leaves after it."""
    drawn = draw_schedule(plan({}, later=LEFT), None, "abend")
    assert [one.method for one in drawn] == ["kiebitz-3 1", "kiebitz-3 2,3", "kiebitz-3 2,3"]
    assert find_second_meetings(collect(drawn)) == {}


def test_a_round_is_drawn_again_among_the_others() -> None:
    """The other rounds stand, and nobody meets in the new one who meets in them."""
    first = collect(draw_schedule(plan({}), None, "abend"))
    (one,) = draw_schedule(plan(first), 2, "noch einmal")
    assert (one.round, one.method) == (2, "kiebitz-3 2")
    assert one.tables != first[2]
    assert find_second_meetings(first | {2: one.tables}) == {}


@pytest.mark.parametrize(
    ("scanned", "wanted", "words"),
    [
        ([1], 1, "Von Runde 1 sind schon Bögen eingelesen, sie wird nicht neu ausgelost"),
        ([], 4, "Eine Runde 4 hat dieses Turnier nicht, gespielt werden 3 Runden"),
        ([], None, "Alle Runden sind ausgelost"),
    ],
)
def test_what_is_not_drawn(scanned: Sequence[int], wanted: int | None, words: str) -> None:
    """A round that was played, one that does not exist, and nothing where all is drawn."""
    drawn = collect(draw_schedule(plan({}), None, "abend"))
    with pytest.raises(NoDraw) as caught:
        draw_schedule(plan(drawn, scanned), wanted, "abend")
    assert caught.value.message("de").startswith(words)


def test_a_played_round_stands_though_players_left() -> None:
    """Sheets of round 1 are in: it is no open round, whoever has gone since."""
    first = collect(draw_schedule(plan({}), None, "abend"))
    changed = Schedule({1: LEFT, 2: LEFT, 3: LEFT}, first, {1})
    assert [one.round for one in draw_schedule(changed, None, "abend")] == [2, 3]


def test_a_listed_draw_is_taken_as_it_is() -> None:
    """Names in any case, by seat in the order of the list; tables keep their numbers."""
    listed = {(1, 7): ("Dörte", "anna", "Çem", "Bernd"), (1, 3): ("Eva", "Fritz", "Gül", "Hans"), (2, 1): ("Eva",)}
    assert seat_listed(listed, 1, Lineup(tuple(NAMES)), NAMES) == (Table(3, (5, 6, 7, 8)), Table(7, (4, 1, 3, 2)))


GOOD = ("Eva", "Fritz", "Gül", "Hans")


@pytest.mark.parametrize(
    ("first", "second", "words"),
    [
        (
            ("Anna", "Bernd", "Cem", "Dörte"),
            GOOD,
            "„Cem“ aus der Auslosung spielt in dieser Runde nicht mit, am ähnlichsten ist „Çem“; "
            "bitte die Datei berichtigen.",
        ),
        (
            ("Anna", "Bernd", "Çem"),
            GOOD,
            "Runde 1, Tisch 1: 3 Spieler in der Auslosung, gebraucht werden 4 oder 5; bitte die Datei berichtigen.",
        ),
        (("Anna", "Bernd", "Çem", "Eva"), GOOD, "„Eva“ sitzt in Runde 1 an zwei Plätzen; bitte die Datei berichtigen."),
        (
            ("Anna", "Bernd", "Çem", "Dörte"),
            None,
            "„Eva“ sitzt in Runde 1 an keinem Tisch; "
            "bitte in der Datei ergänzen oder mit „kiebitz players drop“ abmelden.",
        ),
        (None, None, "Runde 1 steht nicht in der Auslosung; bitte ihre Tische in die Datei eintragen."),
    ],
)
def test_a_listed_draw_that_does_not_fit(first: Sequence[str] | None, second: Sequence[str] | None, words: str) -> None:
    """Each slip of the list has its sentence, and nothing is guessed."""
    listed = {(1, number): names for number, names in ((1, first), (2, second)) if names is not None}
    with pytest.raises(NoDraw) as caught:
        seat_listed(listed, 1, Lineup(tuple(NAMES)), NAMES)
    assert caught.value.message("de") == words


def test_namesakes_are_not_guessed() -> None:
    """Two players of one name cannot be distinguished by a list of names."""
    names = {1: "Thomas Müller", 2: "Bernd", 3: "Çem", 4: "Thomas Müller"}
    with pytest.raises(NoDraw) as caught:
        seat_listed({(1, 1): ("Thomas Müller", "Bernd", "Çem")}, 1, Lineup(tuple(names), allowed=(FOUR,)), names)
    assert caught.value.message("de").startswith("„Thomas Müller“ heißen mehrere Spieler (Startnummern 1, 4)")
