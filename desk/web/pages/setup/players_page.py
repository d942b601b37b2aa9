"""The players and their seats, on one page: the list, all changes to a player, and each round's draw and paper."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Annotated

from fastapi import APIRouter, Form
from fastapi.responses import RedirectResponse, Response

from desk.web.page_kit import Organiser, Seen, Typed, Visit, Watcher, read_number, require
from texts.languages import Lang
from texts.sentences import SpokenError, say, say_on_page
from tournament.evening.name_matching import find_look_alikes
from tournament.filing.decisions.reasons import report_waiting
from tournament.filing.entering import enter_change, list_player_changes, list_seat_changes
from tournament.filing.opened.absences import count_fees
from tournament.filing.rounds.round_results import rank_when_asked
from tournament.filing.setup.draw_entries import make_draw_facts, make_schedule, seat_rounds
from tournament.filing.setup.form_entries import list_form_waits
from tournament.filing.setup.player_entries import (
    FreeSeat,
    PlayerChange,
    find_last_played,
    list_coming,
    list_free_seats,
    list_pausable,
    list_redraws,
    list_short_tables,
    make_fee,
    make_joining,
    make_leaving,
    make_pause,
    make_payment,
    make_renaming,
    make_seating,
    make_substitution,
    make_swap,
)
from tournament.filing.stories.chronicle import Chronicle
from tournament.filing.stories.sheet_story import describe_player
from tournament.handout.dispute_story import Story, tell_player
from tournament.near_names import fold_name
from tournament.printing.round_paper import list_notes
from tournament.record.entries import Entry
from tournament.record.replay import Entrant, Tournament, replay
from tournament.standings.places import name_withdrawal

router = APIRouter()
RoundNumber = Annotated[int, Form(ge=1, le=99)]
Make = Callable[[Tournament], PlayerChange]
MOST_NAMED_PAIRS = 5
"""Pairs meeting again that are named."""
MOST_NAMED = 80
"""Letters of a file's name in a sentence."""


@router.get("/spieler")
def show_players(visit: Organiser, new: str = "", left: str = "", listed: str = "", q: str = "") -> Response:
    """The list, the rounds, and the forms. `new`: the start number of a name just written; `left`: that of a player who
    has just left; `listed`: how many players a list has just added; `q`: whom to show alone."""
    numbers = read_number(new), read_number(left), read_number(listed)
    return _show_everybody(visit, "", "", *numbers, sought=q[:MOST_NAMED])


@router.get("/spieler/{start}")
def show_player(visit: Watcher, start: int) -> Response:
    """One player's page: how the place came about; for the organiser also all changes to the player."""
    return _show_one(visit, start)


@router.post("/spieler")
def add_late(
    visit: Organiser, name: Typed, club: Typed = "", start: Typed = "", table: Typed = "", first: Typed = ""
) -> Response:
    """Adds a player."""
    numbers = read_number(start), read_number(table), read_number(first)
    new, refused = _write(visit, lambda state: make_joining(state, name, club, *numbers))
    if refused:
        return _show_everybody(visit, refused, "add", typed={"name": name, "club": club})
    given = next(player.start for player in _read_state(visit).players if player.name == new)
    return RedirectResponse(f"/spieler?new={given}", 303)


@router.post("/spieler/{start}/bezahlt")
def note_payment(visit: Organiser, start: int, paid: Annotated[bool, Form()], seen: Seen = None) -> Response:
    """Writes that a player has paid, or that this was wrong."""
    refused = _write_about(visit, start, seen, lambda state: make_payment(state, [str(start)], paid=paid))
    if visit.is_partial and not refused:
        return _show_payment(visit, start)
    return _show_everybody(visit, refused) if refused else RedirectResponse(f"/spieler#p{start}", 303)


@router.post("/spieler/startgeld")
def answer_fee(visit: Organiser, fee: Typed) -> Response:
    """Notes what each player pays to take part."""
    refused = _write(visit, lambda _: make_fee(fee))[1]
    return _show_everybody(visit, refused, "fee") if refused else RedirectResponse("/spieler#fee", 303)


@router.post("/spieler/{start}/name")
def correct_name(visit: Organiser, start: int, name: Typed, seen: Seen = None) -> Response:
    """Corrects a player's name."""
    refused = _write_about(visit, start, seen, lambda state: make_renaming(state, str(start), name))
    return _show_one(visit, start, refused, "name", name) if refused else RedirectResponse(f"/spieler?new={start}", 303)


@router.post("/spieler/{start}/abmelden")
def let_leave(visit: Organiser, start: int, after: Annotated[int, Form(ge=0)], seen: Seen = None) -> Response:
    """Lets a player leave after that round."""
    refused = _write_about(visit, start, seen, lambda state: make_leaving(state, str(start), after))
    return _show_one(visit, start, refused, "leave") if refused else RedirectResponse(f"/spieler?left={start}", 303)


@router.post("/spieler/{start}/vertretung")
def name_substitute(visit: Organiser, start: int, number: RoundNumber, name: Typed = "", seen: Seen = None) -> Response:
    """Lets somebody play a round for the player; without a name the player plays after all."""
    refused = _write_about(visit, start, seen, lambda state: make_substitution(state, str(start), name, number))
    return _show_one(visit, start, refused, "sub", name) if refused else RedirectResponse("/spieler", 303)


@router.post("/spieler/{start}/aussetzen")
def let_pause(visit: Organiser, start: int, number: RoundNumber, seen: Seen = None) -> Response:
    """Lets a player sit a round out."""
    refused = _write_about(visit, start, seen, lambda state: make_pause(state, str(start), number))
    return _go_to_round(visit, number, refused)


@router.post("/spieler/{start}/platz")
def give_seat(
    visit: Organiser, start: int, number: RoundNumber, table: Annotated[int, Form(ge=1, le=999)], seen: Seen = None
) -> Response:
    """Gives a player who comes late the free seat of a table in a round whose draw is fixed."""
    refused = _write_about(visit, start, seen, lambda state: make_seating(state, str(start), number, table))
    return _go_to_round(visit, number, refused)


@router.post("/spieler/tauschen")
def exchange_seats(visit: Organiser, number: RoundNumber, first: Typed, second: Typed, seen: Seen = None) -> Response:
    """Two players change seats in a round's draw."""
    entries = visit.desk.store.read_entries()
    changes = () if seen is None else list_seat_changes(entries, number, seen)
    refused = _say_changed(entries, changes, visit.lang)
    return _go_to_round(
        visit, number, refused or _write(visit, lambda state: make_swap(state, first, second, number))[1]
    )


@router.post("/spieler/auslosen")
def draw_seats(visit: Organiser, seen: Annotated[int, Form()], number: Typed = "", seed: Typed = "") -> Response:
    """Draws a round, or all that are not drawn yet."""
    wanted = read_number(number)
    try:
        schedule, rank = make_schedule(_read_state(visit)), rank_when_asked(visit.open)
        drawn = seat_rounds(schedule, wanted, seed.strip() or None, rank)
        visit.desk.store.append(make_draw_facts(drawn), by=visit.by, seen=seen)
    except SpokenError as error:
        return _show_everybody(visit, visit.explain(error), f"round{wanted}" if wanted else "draw", seed=seed)
    return _go_to_round(visit, drawn[0].round)


def _read_state(visit: Visit) -> Tournament:
    """The tournament without its sheets, which is quick to load even with many sheets."""
    return replay(visit.desk.store.read_entries())


def _write(visit: Visit, make: Make) -> tuple[str, str]:
    """Writes the change. Returns the new name in it, and a sentence that refuses it or says what now waits for a
    person; "" for either that is missing."""
    try:
        change, made = enter_change(visit.desk.store, make, visit.by)
    except SpokenError as error:
        return "", visit.explain(error)
    return change.new, " ".join(one.in_(visit.lang) for one in report_waiting(visit.desk.store, made))


def _write_about(visit: Visit, start: int, seen: int | None, make: Make) -> str:
    """Writes a change to one player, unless somebody changed that player after the entry `seen`. Returns the same
    sentence as `_write`, "" for none."""
    entries = visit.desk.store.read_entries()
    changes = () if seen is None else list_player_changes(entries, start, seen)
    return _say_changed(entries, changes, visit.lang) or _write(visit, make)[1]


def _say_changed(entries: Sequence[Entry], changes: Sequence[Entry], lang: Lang) -> str:
    """A sentence on what somebody entered meanwhile, "" for nothing."""
    if not changes:
        return ""
    last = Chronicle(entries, replay(entries)).describe(changes[-1], lang)
    return say(lang, "web.players.changed", what=last.words, by=last.by)


def _go_to_round(visit: Visit, number: int, refused: str = "") -> Response:
    """Shows the round on the page of all players again, with the refusal beside it."""
    at = f"round{number}"
    return _show_everybody(visit, refused, at) if refused else RedirectResponse(f"/spieler#{at}", 303)


def _show_everybody(
    visit: Visit,
    refusal: str = "",
    at: str = "",
    new: int | None = None,
    left: int | None = None,
    listed: int | None = None,
    typed: dict[str, str] | None = None,
    seed: str = "",
    sought: str = "",
) -> Response:
    """The page of all players. `at`: the form beside which the refusal is shown."""
    state = _read_state(visit)
    names = {player.start: player.name for player in state.players}
    player = state.find_player(new) if new is not None else None
    others = [one.name for one in state.players if one != player]
    schedule = make_schedule(state)
    met = [(names[one], names[other], rounds) for (one, other), rounds in schedule.find_repeats().items()]
    return visit.show(
        "players.html",
        409 if refusal else 200,
        state=state,
        schedule=schedule,
        free=_list_free_tables(state),
        refusal=refusal,
        at=at,
        new=player,
        listed=listed,
        gone=state.find_player(left) if left is not None else None,
        alike=find_look_alikes(others, [player.name]) if player and others else (),
        names=names,
        met=met[:MOST_NAMED_PAIRS],
        more=len(met) - MOST_NAMED_PAIRS,
        typed=typed or {"name": "", "club": ""},
        seed=seed,
        notes=_list_notes(state, visit.lang),
        waits=[one.in_(visit.lang) for one in list_form_waits(state)],
        redraws=[say_on_page(one, visit.lang) for one in list_redraws(state)],
        short=[(one.round, say_on_page(one.say(), visit.lang)) for one in list_short_tables(state)],
        name_withdrawal=name_withdrawal,
        fees=_say_fees(state, visit.lang),
        part=False,
        sought=sought,
        listed_players=[one for one in state.players if _is_sought(one, sought)],
    )


def _show_payment(visit: Visit, start: int) -> Response:
    """Only what a payment changes: the player's line and the sum."""
    state = _read_state(visit)
    return visit.show(
        "player_paid_part.html",
        state=state,
        player=require(state.find_player(start)),
        fees=_say_fees(state, visit.lang),
        name_withdrawal=name_withdrawal,
        part=True,
    )


def _say_fees(state: Tournament, lang: Lang) -> list[str]:
    return [say_on_page(fee, lang) for fee in count_fees(state).say()]


def _is_sought(player: Entrant, sought: str) -> bool:
    """Whether every word is part of the player's number, name or club."""
    told = fold_name(f"{player.start} {player.name} {player.club}")
    return all(word in told for word in fold_name(sought).split())


def _list_free_tables(state: Tournament) -> dict[int, list[FreeSeat]]:
    """By round with a fixed draw: the next free seat at each table that has one."""
    return {
        number: list({seat.table: seat for seat in reversed(list_free_seats(state, number))}.values())[::-1]
        for number in make_schedule(state).list_standing()
    }


def _list_notes(state: Tournament, lang: Lang) -> dict[int, list[str]]:
    """Notes on printing, by drawn round."""
    names = {number: {player.start: player.name_in(number) for player in state.players} for number in state.draws}
    return {
        number: [say_on_page(note, lang) for note in list_notes(state.opening, tables, names[number])]
        for number, tables in state.draws.items()
    }


def _tell_story(visit: Visit, start: int) -> Story | None:
    """The player's rounds and how the place came about; None for a number without a player."""
    evening = visit.open()
    line = next((one for one in evening.book.lines if one.player.start == start), None)
    return None if line is None else tell_player(describe_player(evening, line, visit.lang), visit.lang)


def _show_one(visit: Visit, start: int, refusal: str = "", at: str = "", typed: str = "") -> Response:
    state = _read_state(visit)
    return visit.show(
        "player.html",
        409 if refusal else 200,
        state=state,
        story=_tell_story(visit, start),
        player=require(state.find_player(start)),
        refusal=refusal,
        at=at,
        last=find_last_played(state),
        coming=list_coming(state, require(state.find_player(start))),
        pausable=list_pausable(state, require(state.find_player(start))),
        typed={at: typed},
    )
