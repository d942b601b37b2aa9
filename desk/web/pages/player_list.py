"""The list of players with its rounds, as every page shows it that changes something there."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from fastapi import Request
from fastapi.responses import Response

from desk.web.desk import Desk
from desk.web.forms import word_note, word_refusal
from desk.web.render import show
from texts.languages import Lang
from texts.sentences import SpokenError, say
from tournament.draw.draw_rounds import find_second_meetings
from tournament.evening.name_matching import find_look_alikes
from tournament.filing.chronicle import Chronicle
from tournament.filing.player_entries import PlayerChange, make_schedule
from tournament.printing.round_paper import list_notes
from tournament.record.entries import Entry
from tournament.record.replay import replay
from tournament.record.tournament_state import Tournament

MOST_TOLD = 5
"""Pairs that meet again that are named."""


def read_state(desk: Desk) -> Tournament:
    """The tournament without its sheets: quick, also with many of them."""
    return replay(desk.store.read_entries())


def tell_changes(entries: Sequence[Entry], changes: Sequence[Entry], lang: Lang) -> str:
    """What somebody entered meanwhile, "" for nothing."""
    if not changes:
        return ""
    last = Chronicle(entries, replay(entries)).tell(changes[-1], lang)
    return say(lang, "web.players.changed", what=last.words, by=last.by)


def write_change(desk: Desk, by: str, lang: Lang, make: Callable[[Tournament], PlayerChange]) -> tuple[str, str]:
    """Writes the change. Returns the name that is new with it, and what is said against it; "" for neither."""
    state = read_state(desk)
    try:
        change = make(state)
        desk.write(change.facts, by, state.head.number)
    except SpokenError as error:
        return "", word_refusal(error, lang)
    return change.new, ""


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


def _list_notes(state: Tournament, lang: Lang) -> dict[int, list[str]]:
    """By round that is drawn what is to be said beside its paper."""
    names = {number: {player.start: player.name_in(number) for player in state.players} for number in state.draws}
    return {
        number: [word_note(note, lang) for note in list_notes(state.opening, tables, names[number])]
        for number, tables in state.draws.items()
    }
