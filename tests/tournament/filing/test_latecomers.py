"""Who comes late: a round that people may sit by stands, and a free seat, a pause or the next round is offered."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tournament.filing.files import NAMES, open_tournament
from texts.sentences import SpokenError
from tournament.draw.seating_ways import Results
from tournament.draw.table_sizes import NoDraw
from tournament.errors import RefusedDecision, RefusedOrder
from tournament.filing.decisions.undoing import undo_entry
from tournament.filing.setup.draw_entries import (
    make_draw_facts,
    make_print_facts,
    make_schedule,
    read_listed,
    seat_rounds,
)
from tournament.filing.setup.player_entries import (
    PlayerChange,
    list_coming,
    list_free_seats,
    list_pausable,
    list_redraws,
    list_short_tables,
    make_joining,
    make_leaving,
    make_pause,
    make_seating,
)
from tournament.record.facts import (
    Closed,
    Fact,
    RoundPrinted,
    SheetRead,
)
from tournament.record.replay import Tournament, replay
from tournament.record.store import Store


def refuse_results(round_: int) -> Results:
    """No round is seated by results here."""
    raise AssertionError(round_)


def open_drawn(folder: Path, names: tuple[str, ...] = NAMES, rounds: int = 3) -> Store:
    """A tournament of which all rounds are drawn, four at a table."""
    return open_tournament(folder, names, rounds, drawn=rounds)


def read(store: Store) -> Tournament:
    """What the file says now."""
    return replay(store.read_entries())


def add(store: Store, *facts: Fact) -> Tournament:
    """The state with these entries."""
    store.append(facts, by="Wart")
    return read(store)


def enter(store: Store, change: PlayerChange) -> Tournament:
    """The state after the change."""
    return add(store, *change.facts)


def put_sheet(store: Store, key: str) -> Tournament:
    """The state after a sheet came in; nobody looks into it here."""
    return add(store, SheetRead(key, "a" * 64, "b" * 64, "test"))


def test_a_printed_round_is_not_drawn_again_unasked(tmp_path: Path) -> None:
    """Somebody is added after printing: the later rounds are drawn anew, the printed one stands, seed and all."""
    store = open_drawn(tmp_path)
    before = add(store, *make_print_facts(read(store), 1))
    state = enter(store, make_joining(before, "Ida", "", None, None))
    schedule = make_schedule(state)
    assert (schedule.list_open(), schedule.find_seatless(1)) == ([2, 3], (9,))
    drawn = add(store, *make_draw_facts(seat_rounds(schedule, None, "neu", refuse_results)))
    assert (drawn.draws[1], drawn.drawn[1]) == (before.draws[1], before.drawn[1])
    assert all(9 in {start for table in drawn.draws[number] for start in table.starts} for number in (2, 3))
    with pytest.raises(NoDraw, match="Startnummer 9"):
        seat_rounds(make_schedule(drawn), None, None, refuse_results)


def test_a_printed_round_that_is_named_is_drawn_again(tmp_path: Path) -> None:
    """Then the new draw is not printed yet, and printing notes it once."""
    store = open_drawn(tmp_path)
    add(store, *make_print_facts(read(store), 1))
    assert make_print_facts(read(store), 1) == ()
    state = enter(store, make_joining(read(store), "Ida", "", None, None))
    state = add(store, *make_draw_facts(seat_rounds(make_schedule(state), 1, "neu", refuse_results)))
    assert (state.drawn[1].seed, state.printed, make_schedule(state).fits(1)) == ("neu", frozenset(), True)
    assert make_print_facts(state, 1) == (RoundPrinted(1),)


@pytest.mark.parametrize("used", ["printed", "closed", "sheet"])
def test_a_round_before_one_that_is_used_stands(tmp_path: Path, used: str) -> None:
    """Round 2 was printed, closed, or has a sheet: round 1 was played by its draw, printed or not."""
    store = open_drawn(tmp_path)
    facts: dict[str, Fact] = {"printed": RoundPrinted(2), "closed": Closed(2)}
    state = put_sheet(store, "r2.t1") if used == "sheet" else add(store, facts[used])
    state = enter(store, make_joining(state, "Ida", "", None, None, 1))
    assert make_schedule(state).list_open() == [3]


def test_a_listed_draw_leaves_a_printed_round_alone(tmp_path: Path) -> None:
    """A CSV with all rounds is refused as a whole; the round that is named is taken from it."""
    store = open_drawn(tmp_path, rounds=1)
    state = add(store, RoundPrinted(1))
    path = tmp_path / "draw.csv"
    path.write_text("1;1;Hans;Bernd;Çem;Dörte\n1;2;Emil;Frieda;Gül;Anna\n", encoding="utf-8")
    with pytest.raises(NoDraw, match="Runde 1 ist schon gedruckt"):
        read_listed(path, None, make_schedule(state), state)
    (one,) = read_listed(path, 1, make_schedule(state), state)
    assert one.tables[0].starts == (8, 2, 3, 4)


def test_a_player_plays_from_a_round_on(tmp_path: Path) -> None:
    """In no round before it; without a number from the first round that is not closed."""
    store = open_drawn(tmp_path)
    change = make_joining(read(store), "Ida", "", None, None, 3)
    state = enter(store, change)
    assert change.said.in_("de") == "Ida spielt ab Runde 3 mit, Startnummer 9."
    assert [state.players[-1].plays(number) for number in (1, 2, 3)] == [False, False, True]
    assert make_schedule(state).list_open() == [3]
    state = add(store, Closed(1))
    assert enter(store, make_joining(state, "Jo", "", None, None)).players[-1].paused == {1}
    with pytest.raises(NoDraw, match="Eine Runde 4"):
        make_joining(state, "Uli", "", None, None, 4)


def test_the_next_free_seat_is_that_of_who_left(tmp_path: Path) -> None:
    """Else one more at the first table of four whose sheet is not in; the file shows it, and it can be taken back."""
    store = open_drawn(tmp_path)
    state = enter(store, make_leaving(add(store, RoundPrinted(1)), "Emil", 0))
    change = make_joining(state, "Ida", "", None, None)
    assert [note.in_("de").partition(":")[0] for note in change.notes] == [
        "Runde 1 ist schon gedruckt oder wird gespielt und bleibt. Frei ist Platz 1 an Tisch 2, statt Emil",
        "Bitte Runde 2, 3 mit „kiebitz draw“ neu auslosen",
    ]
    state = enter(store, change)
    state = enter(store, make_seating(state, "Ida", 1, None))
    assert state.draws[1][1].starts == (9, 6, 7, 8)
    entry = store.read_entries()[-1]
    with pytest.raises(RefusedOrder, match="schon an einem Tisch"):
        make_seating(state, "Ida", 1, None)
    state = enter(store, make_seating(enter(store, make_joining(state, "Jo", "", None, None)), "Jo", 1, None))
    assert state.draws[1][0].starts == (1, 2, 3, 4, 10)
    undone, _ = undo_entry(store.read_entries(), entry.number)
    assert add(store, undone).draws[1][1].starts == (5, 6, 7, 8)


def test_a_table_whose_sheet_is_in_has_no_free_seat(tmp_path: Path) -> None:
    """Neither has a closed round, nor one that is not drawn; who cannot sit down is told to wait, and waits."""
    store = open_drawn(tmp_path)
    state = put_sheet(store, "r1.t1")
    assert [seat.table for seat in list_free_seats(state, 1)] == [2]
    state = put_sheet(store, "r1.t2.h1")
    assert list_free_seats(state, 1) == []
    change = make_joining(state, "Ida", "", None, None)
    assert "Ida muss warten" in change.notes[0].in_("de")
    state = enter(store, change)
    with pytest.raises(RefusedOrder, match="Ida muss warten"):
        make_seating(state, "Ida", 1, None)
    with pytest.raises(RefusedOrder, match="An Tisch 2"):
        make_seating(state, "Ida", 1, 2)
    state = enter(store, make_pause(state, "Ida", 1))
    assert (make_schedule(state).report_seatless(), state.players[-1].paused) == ((), {1})
    assert list_free_seats(add(store, Closed(2)), 2) == []


def test_who_sits_in_a_printed_round_does_not_pause(tmp_path: Path) -> None:
    """Such a player leaves, or somebody stands in; before printing a pause is an open round."""
    store = open_drawn(tmp_path)
    with pytest.raises(RefusedOrder, match="schon an einem Tisch"):
        make_pause(add(store, RoundPrinted(1)), "Anna", 1)
    state = enter(store, make_pause(read(store), "Anna", 2))
    assert make_schedule(state).list_open() == [2]
    for refused in (lambda: make_pause(state, "Anna", 2), lambda: make_seating(state, "Anna", 2, None)):
        with pytest.raises(SpokenError):
            refused()


def test_who_leaves_plays_the_rounds_with_sheets(tmp_path: Path) -> None:
    """With all rounds drawn a player leaves after the last one that was played, not after the last one drawn."""
    store = open_drawn(tmp_path)
    assert make_leaving(read(store), "Anna", None).said.in_("de") == ("Anna ist abgemeldet und spielt keine Runde.")
    state = enter(store, make_leaving(put_sheet(store, "r1.t1"), "Anna", None))
    assert (state.players[0].dropped_after, make_schedule(state).list_open()) == (1, [2, 3])


def test_a_seat_is_kept_once_its_sheet_is_in(tmp_path: Path) -> None:
    """What a sheet builds on is not taken back."""
    store = open_drawn(tmp_path)
    state = enter(store, make_joining(add(store, RoundPrinted(1)), "Ida", "", None, None))
    enter(store, make_seating(state, "Ida", 1, None))
    entry = store.read_entries()[-1]
    put_sheet(store, "r1.t1")
    with pytest.raises(RefusedDecision):
        undo_entry(store.read_entries(), entry.number)


def test_who_leaves_is_told_what_is_to_be_done(tmp_path: Path) -> None:
    """A table of a printed round that is short now, and the later rounds that are to be drawn anew."""
    store = open_tournament(tmp_path, (*NAMES, "Ida", "Jo"), 3)
    add(
        store, *make_draw_facts(seat_rounds(make_schedule(read(store)), None, "1", refuse_results))
    )  # two tables of five
    put_sheet(store, "r1.t1")
    put_sheet(store, "r1.t2")
    state = add(store, RoundPrinted(2))
    change = make_leaving(state, "Anna", None)
    (table,) = [table for table in state.draws[2] if 1 in table.starts]
    assert [note.in_("de") for note in (change.said, *change.notes)] == [
        "Anna ist abgemeldet und spielt nach Runde 1 nicht mehr mit.",
        f"An Tisch {table.number} sind in Runde 2 jetzt 4: bitte auf einem leeren Bogen für 4 spielen.",
        "Bitte Runde 3 mit „kiebitz draw“ neu auslosen: Spieler oder Turnierform haben sich geändert.",
    ]
    state = enter(store, change)
    neighbour = next(start for start in table.starts if start != 1)
    notes = [note.in_("de") for note in make_leaving(state, str(neighbour), None).notes]
    assert notes[0].startswith(f"An Tisch {table.number} sind in Runde 2 nur noch 3: „kiebitz players DATEI seat“")
    assert len(list_short_tables(state)) == 1


def test_too_few_for_tables_are_told_at_once(tmp_path: Path) -> None:
    """Seven cannot sit at tables of four and five: who leaves hears it before the draw refuses."""
    store = open_drawn(tmp_path)
    change = make_leaving(put_sheet(store, "r1.t1"), "Anna", None)
    assert "7 Spieler lassen sich nicht auf Tische" in change.notes[-1].in_("de")
    assert list_redraws(put_sheet(store, "r1.t2")) == ()


def test_the_next_round_comes_first(tmp_path: Path) -> None:
    """With all rounds drawn in advance: what is chosen for a pause or a substitute is the next round without a sheet,
    and a pause is not offered where the player has a seat for good."""
    store = open_drawn(tmp_path)
    state = add(store, *make_print_facts(put_sheet(store, "r1.t1"), 2))
    anna = state.players[0]
    assert (list_coming(state, anna), list_pausable(state, anna)) == ((2, 3), (3,))
    later = enter(store, make_joining(state, "Ida", "", None, None, 2)).players[-1]
    assert list_pausable(read(store), later) == (2, 3)
