"""The list of players with its rounds, as every page shows it that changes something there.

Who takes part: the list, and everything that can change of a player."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Annotated

from fastapi import APIRouter, Form, HTTPException, Request
from fastapi.responses import RedirectResponse, Response

from desk.web.access import Visitor
from desk.web.page_kit import Organiser, Seen, TheDesk, TheLang, Typed, read_number, show, word_note, word_refusal
from desk.web.running_desk import Desk
from texts.languages import Lang
from texts.sentences import SpokenError, say
from tournament.draw.draw_rounds import find_second_meetings
from tournament.evening.name_matching import find_look_alikes
from tournament.filing.chronicle import Chronicle
from tournament.filing.entering import enter_change, list_player_changes
from tournament.filing.player_entries import (
    FreeSeat,
    PlayerChange,
    find_last_played,
    list_free_seats,
    make_joining,
    make_leaving,
    make_pause,
    make_payment,
    make_renaming,
    make_schedule,
    make_seating,
    make_substitution,
)
from tournament.filing.reasons import report_waiting
from tournament.printing.round_paper import list_notes
from tournament.record.entries import Entry
from tournament.record.replay import Tournament, replay

MOST_TOLD = 5
"""Pairs that meet again that are named."""


def read_state(desk: Desk) -> Tournament:
    """The tournament without its sheets: quick, also with many of them."""
    return replay(desk.store.read_entries())


def tell_changes(entries: Sequence[Entry], changes: Sequence[Entry], lang: Lang) -> str:
    """What somebody entered meanwhile, "" for nothing."""
    if not changes:
        return ""
    last = Chronicle(entries, replay(entries)).describe(changes[-1], lang)
    return say(lang, "web.players.changed", what=last.words, by=last.by)


def write_change(desk: Desk, by: str, lang: Lang, make: Callable[[Tournament], PlayerChange]) -> tuple[str, str]:
    """Writes the change. Returns the name that is new with it, and what is said against it; "" for neither."""
    try:
        change, made = enter_change(desk.store, make, by)
    except SpokenError as error:
        return "", word_refusal(error, lang)
    return change.new, " ".join(one.in_(lang) for one in report_waiting(desk.store, made))


def show_everybody(
    request: Request,
    desk: Desk,
    lang: Lang,
    refusal: str = "",
    at: str = "",
    new: int | None = None,
    typed: dict[str, str] | None = None,
    seed: str = "",
) -> Response:
    """`at`: the form that the refusal stands beside."""
    state = read_state(desk)
    names = {player.start: player.name for player in state.players}
    player = state.find_player(new) if new is not None else None
    others = [one.name for one in state.players if one != player]
    met = [(names[one], names[other], rounds) for (one, other), rounds in find_second_meetings(state.draws).items()]
    return show(
        request,
        "players.html",
        409 if refusal else 200,
        state=state,
        schedule=make_schedule(state),
        free=_list_free_tables(state),
        refusal=refusal,
        at=at,
        new=player,
        alike=find_look_alikes(others, [player.name]) if player and others else (),
        names=names,
        met=met[:MOST_TOLD],
        more=len(met) - MOST_TOLD,
        typed=typed or {"name": "", "club": ""},
        seed=seed,
        notes=_list_notes(state, lang),
    )


def _list_free_tables(state: Tournament) -> dict[int, list[FreeSeat]]:
    """By round that stands: the next free seat at each table that has one."""
    return {
        number: list({seat.table: seat for seat in reversed(list_free_seats(state, number))}.values())[::-1]
        for number in make_schedule(state).list_standing()
    }


def _list_notes(state: Tournament, lang: Lang) -> dict[int, list[str]]:
    """By round that is drawn what is to be said beside its paper."""
    names = {number: {player.start: player.name_in(number) for player in state.players} for number in state.draws}
    return {
        number: [word_note(note, lang) for note in list_notes(state.opening, tables, names[number])]
        for number, tables in state.draws.items()
    }


router = APIRouter()


@router.get("/spieler")
def show_players(request: Request, desk: TheDesk, lang: TheLang, _visitor: Organiser, new: str = "") -> Response:
    """The list, the rounds, and the forms. `new`: the start number of a name that was just written."""
    return show_everybody(request, desk, lang, new=read_number(new))


@router.get("/spieler/{start}")
def show_player(request: Request, start: int, desk: TheDesk, lang: TheLang, _visitor: Organiser) -> Response:
    """One player: everything that can change."""
    return _show_one(request, desk, lang, start)


@router.post("/spieler")
def add_late(
    request: Request,
    desk: TheDesk,
    lang: TheLang,
    visitor: Organiser,
    name: Typed,
    club: Typed = "",
    start: Typed = "",
    table: Typed = "",
    first: Typed = "",
) -> Response:
    """Adds a player."""
    number, fixed, since = read_number(start), read_number(table), read_number(first)
    new, refused = write_change(
        desk, visitor.access.name, lang, lambda state: make_joining(state, name, club, number, fixed, since)
    )
    if refused:
        return show_everybody(request, desk, lang, refused, "add", typed={"name": name, "club": club})
    given = next(player.start for player in read_state(desk).players if player.name == new)
    return RedirectResponse(f"/spieler?new={given}", 303)


@router.post("/spieler/{start}/bezahlt")
def note_payment(
    request: Request,
    start: int,
    desk: TheDesk,
    lang: TheLang,
    visitor: Organiser,
    paid: Annotated[bool, Form()],
    seen: Seen = None,
) -> Response:
    """Notes that a player has paid, or has not after all."""
    who = [str(start)]
    _, refused = _write_about(desk, visitor, lang, start, seen, lambda state: make_payment(state, who, paid=paid))
    return show_everybody(request, desk, lang, refused) if refused else RedirectResponse(f"/spieler#p{start}", 303)


@router.post("/spieler/{start}/name")
def correct_name(
    request: Request,
    start: int,
    desk: TheDesk,
    lang: TheLang,
    visitor: Organiser,
    name: Typed,
    seen: Seen = None,
) -> Response:
    """Puts a name right."""
    _, refused = _write_about(desk, visitor, lang, start, seen, lambda state: make_renaming(state, str(start), name))
    if refused:
        return _show_one(request, desk, lang, start, refused, "name", name)
    return RedirectResponse(f"/spieler?new={start}", 303)


@router.post("/spieler/{start}/abmelden")
def let_leave(
    request: Request,
    start: int,
    desk: TheDesk,
    lang: TheLang,
    visitor: Organiser,
    after: Annotated[int, Form(ge=0)],
    seen: Seen = None,
) -> Response:
    """Lets a player leave after that round."""
    _, refused = _write_about(desk, visitor, lang, start, seen, lambda state: make_leaving(state, str(start), after))
    return _show_one(request, desk, lang, start, refused, "leave") if refused else RedirectResponse("/spieler", 303)


@router.post("/spieler/{start}/vertretung")
def name_substitute(
    request: Request,
    start: int,
    desk: TheDesk,
    lang: TheLang,
    visitor: Organiser,
    number: Annotated[int, Form(ge=1, le=99)],
    name: Typed = "",
    seen: Seen = None,
) -> Response:
    """Lets somebody play a round for the player; without a name the player plays after all."""
    who = str(start)
    _, refused = _write_about(
        desk, visitor, lang, start, seen, lambda state: make_substitution(state, who, name, number)
    )
    if refused:
        return _show_one(request, desk, lang, start, refused, "sub", name)
    return RedirectResponse("/spieler", 303)


@router.post("/spieler/{start}/aussetzen")
def let_pause(
    request: Request,
    start: int,
    desk: TheDesk,
    lang: TheLang,
    visitor: Organiser,
    number: Annotated[int, Form(ge=1, le=99)],
    seen: Seen = None,
) -> Response:
    """Lets a player sit a round out."""
    _, refused = _write_about(desk, visitor, lang, start, seen, lambda state: make_pause(state, str(start), number))
    if refused:
        return show_everybody(request, desk, lang, refused, f"round{number}")
    return RedirectResponse(f"/spieler#round{number}", 303)


@router.post("/spieler/{start}/platz")
def give_seat(
    request: Request,
    start: int,
    desk: TheDesk,
    lang: TheLang,
    visitor: Organiser,
    number: Annotated[int, Form(ge=1, le=99)],
    table: Annotated[int, Form(ge=1, le=999)],
    seen: Seen = None,
) -> Response:
    """Gives a player who comes late the free seat of a table in a round that stands."""
    _, refused = _write_about(
        desk, visitor, lang, start, seen, lambda state: make_seating(state, str(start), number, table)
    )
    if refused:
        return show_everybody(request, desk, lang, refused, f"round{number}")
    return RedirectResponse(f"/spieler#round{number}", 303)


def _write_about(
    desk: Desk, visitor: Visitor, lang: Lang, start: int, seen: int | None, make: Callable[[Tournament], PlayerChange]
) -> tuple[str, str]:
    """The same for one player, unless somebody changed something about that player after the entry `seen`."""
    entries = desk.store.read_entries()
    changed = () if seen is None else list_player_changes(entries, start, seen)
    refused = tell_changes(entries, changed, lang)
    return ("", refused) if refused else write_change(desk, visitor.access.name, lang, make)


def _show_one(
    request: Request, desk: Desk, lang: Lang, start: int, refusal: str = "", at: str = "", typed: str = ""
) -> Response:
    state = read_state(desk)
    player = state.find_player(start)
    if player is None:
        raise HTTPException(404)
    return show(
        request,
        "player.html",
        409 if refusal else 200,
        state=state,
        player=player,
        refusal=refusal,
        at=at,
        last=find_last_played(state),
        typed={at: typed},
    )
