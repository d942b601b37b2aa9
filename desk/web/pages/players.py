"""Spieler und Auslosung: who takes part, who sits where, and a round on paper."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path, PurePath
from tempfile import TemporaryDirectory
from typing import Annotated, Literal

from fastapi import APIRouter, Form, HTTPException, Request, UploadFile
from fastapi.responses import RedirectResponse, Response

from desk.book.chronicle import Chronicle
from desk.book.players import (
    PlayerChange,
    make_joining,
    make_leaving,
    make_payment,
    make_renaming,
    make_substitution,
    make_swap,
)
from desk.book.round_paper import RoundPaper, draw_paper, list_notes, plan_round
from desk.book.schedule import make_draw_facts, make_schedule, read_listed, seat_rounds
from desk.web.access import Visitor
from desk.web.desk import Desk
from desk.web.forms import read_number, word_note, word_refusal
from desk.web.guard import Organiser, TheDesk, TheLang
from desk.web.render import show
from texts.languages import Lang
from texts.sentences import SpokenError, say
from tournament.draw.plan import find_second_meetings
from tournament.draw.rounds import RoundDraw
from tournament.draw.tables import NoDraw
from tournament.errors import UnreadableTable
from tournament.filing.entering import list_player_changes, list_seat_changes
from tournament.record.entries import Entry
from tournament.record.look_alikes import find_look_alikes
from tournament.record.replay import replay
from tournament.record.state import Tournament
from tournament.text_tables import tidy_text

router = APIRouter()
Typed = Annotated[str, Form(max_length=2000)]
Seen = Annotated[int | None, Form(ge=0)]
"""The last entry that the visitor saw."""
MOST_BYTES = 4_000_000
"""Of a CSV; what is longer is a picture that was chosen by mistake, and is refused as such."""
MOST_NAMED = 80
"""Letters of a file's name in a sentence."""
MOST_TOLD = 5
"""Pairs that meet again that are named."""


@router.get("/spieler")
def show_players(request: Request, desk: TheDesk, lang: TheLang, _visitor: Organiser, new: str = "") -> Response:
    """The list, the rounds, and the forms. `new`: the start number of a name that was just written."""
    return _show_list(request, desk, lang, new=read_number(new))


@router.get("/spieler/{start}")
def show_player(request: Request, start: int, desk: TheDesk, lang: TheLang, _visitor: Organiser) -> Response:
    """One player: everything that can change."""
    return _show_one(request, desk, lang, start)


@router.post("/spieler")
def add_late(
    request: Request, desk: TheDesk, lang: TheLang, visitor: Organiser,
    name: Typed, club: Typed = "", start: Typed = "", table: Typed = "",
) -> Response:
    """Adds a player."""
    number, fixed = read_number(start), read_number(table)
    new, refused = _write(desk, visitor.access.name, lang, lambda state: make_joining(state, name, club, number, fixed))
    if refused:
        return _show_list(request, desk, lang, refused, "add", typed={"name": name, "club": club})
    given = next(player.start for player in _read(desk).players if player.name == new)
    return RedirectResponse(f"/spieler?new={given}", 303)


@router.post("/spieler/{start}/bezahlt")
def note_payment(
    request: Request, start: int, desk: TheDesk, lang: TheLang, visitor: Organiser, paid: Annotated[bool, Form()],
    seen: Seen = None,
) -> Response:
    """Notes that a player has paid, or has not after all."""
    who = [str(start)]
    _, refused = _write_about(desk, visitor, lang, start, seen, lambda state: make_payment(state, who, paid=paid))
    return _show_list(request, desk, lang, refused) if refused else RedirectResponse(f"/spieler#p{start}", 303)


@router.post("/spieler/{start}/name")
def correct_name(
    request: Request, start: int, desk: TheDesk, lang: TheLang, visitor: Organiser, name: Typed, seen: Seen = None,
) -> Response:
    """Puts a name right."""
    _, refused = _write_about(desk, visitor, lang, start, seen, lambda state: make_renaming(state, str(start), name))
    if refused:
        return _show_one(request, desk, lang, start, refused, "name", name)
    return RedirectResponse(f"/spieler?new={start}", 303)


@router.post("/spieler/{start}/abmelden")
def let_leave(
    request: Request, start: int, desk: TheDesk, lang: TheLang, visitor: Organiser, after: Annotated[int, Form(ge=0)],
    seen: Seen = None,
) -> Response:
    """Lets a player leave after that round."""
    _, refused = _write_about(desk, visitor, lang, start, seen, lambda state: make_leaving(state, str(start), after))
    return _show_one(request, desk, lang, start, refused, "leave") if refused else RedirectResponse("/spieler", 303)


@router.post("/spieler/{start}/vertretung")
def name_substitute(
    request: Request, start: int, desk: TheDesk, lang: TheLang, visitor: Organiser,
    number: Annotated[int, Form(ge=1, le=99)], name: Typed = "", seen: Seen = None,
) -> Response:
    """Lets somebody play a round for the player; without a name the player plays after all."""
    who = str(start)
    _, refused = _write_about(
        desk, visitor, lang, start, seen, lambda state: make_substitution(state, who, name, number))
    if refused:
        return _show_one(request, desk, lang, start, refused, "sub", name)
    return RedirectResponse("/spieler", 303)


@router.post("/spieler/tauschen")
def exchange_seats(
    request: Request, desk: TheDesk, lang: TheLang, visitor: Organiser,
    number: Annotated[int, Form(ge=1, le=99)], first: Typed, second: Typed, seen: Seen = None,
) -> Response:
    """Two players change seats in a round's draw."""
    entries = desk.store.read_entries()
    refused = "" if seen is None else _tell_changes(entries, list_seat_changes(entries, number, seen), lang)
    if not refused:
        _, refused = _write(desk, visitor.access.name, lang, lambda state: make_swap(state, first, second, number))
    if refused:
        return _show_list(request, desk, lang, refused, f"round{number}")
    return RedirectResponse(f"/spieler#round{number}", 303)


@router.post("/spieler/auslosen")
def draw_seats(
    request: Request, desk: TheDesk, lang: TheLang, visitor: Organiser, seen: Annotated[int, Form()],
    number: Typed = "", seed: Typed = "",
) -> Response:
    """Draws a round, or all that are open."""
    wanted = read_number(number)
    try:
        drawn = seat_rounds(make_schedule(_read(desk)), wanted, seed.strip() or None)
        desk.write(make_draw_facts(drawn), visitor.access.name, seen)
    except SpokenError as error:
        return _show_list(request, desk, lang, word_refusal(error, lang), f"round{wanted}" if wanted else "draw",
                          seed=seed)
    return RedirectResponse(f"/spieler#round{drawn[0].round}", 303)


@router.post("/spieler/auslosung")
def take_listed(
    request: Request, desk: TheDesk, lang: TheLang, visitor: Organiser, seen: Annotated[int, Form()],
    listed: UploadFile,
) -> Response:
    """Takes a draw over that was made elsewhere, from a CSV."""
    try:
        drawn = _read_sent(listed, _read(desk))
        desk.write(make_draw_facts(drawn), visitor.access.name, seen)
    except SpokenError as error:
        return _show_list(request, desk, lang, word_refusal(error, lang), "listed")
    return RedirectResponse(f"/spieler#round{drawn[0].round}", 303)


def _read_sent(sent: UploadFile, state: Tournament) -> tuple[RoundDraw, ...]:
    """The rounds of the file that was sent. A refusal names the file as the visitor does."""
    with TemporaryDirectory(prefix="kiebitz-") as folder:
        path = Path(folder) / "auslosung.csv"
        path.write_bytes(sent.file.read(MOST_BYTES + 1))
        try:
            return read_listed(path, None, make_schedule(state), state)
        except (UnreadableTable, NoDraw) as error:
            named = {"path": tidy_text(PurePath(sent.filename or path.name).name)[:MOST_NAMED]}
            gaps = {name: named.get(name, value) for name, value in error.phrase.gaps.items()}
            raise type(error)(error.phrase.key, **gaps) from error


@router.get("/spieler/runde/{number}.pdf")
def print_paper(
    request: Request, number: int, desk: TheDesk, lang: TheLang, _visitor: Organiser,
    style: Literal["points", "totals", "full"] = "points", paper: Literal["a4", "a5"] = "a4", *, plus: bool = False,
) -> Response:
    """The round's sheets, its seating, and two blank sheets."""
    try:
        planned = plan_round(RoundPaper(number, lang, style, plus, paper), desk.store.read_entries())
        pdf, _ = draw_paper(planned, number, lang)
    except SpokenError as error:
        return _show_list(request, desk, lang, word_refusal(error, lang), f"round{number}")
    name = f'inline; filename="runde{number}.pdf"'
    return Response(pdf, media_type="application/pdf", headers={"content-disposition": name})


def _read(desk: Desk) -> Tournament:
    """The tournament without its sheets: quick, also with many of them."""
    return replay(desk.store.read_entries())


def _write_about(
    desk: Desk, visitor: Visitor, lang: Lang, start: int, seen: int | None, make: Callable[[Tournament], PlayerChange]
) -> tuple[str, str]:
    """The same for one player, unless somebody changed something about that player after the entry `seen`."""
    entries = desk.store.read_entries()
    changed = () if seen is None else list_player_changes(entries, start, seen)
    refused = _tell_changes(entries, changed, lang)
    return ("", refused) if refused else _write(desk, visitor.access.name, lang, make)


def _tell_changes(entries: Sequence[Entry], changes: Sequence[Entry], lang: Lang) -> str:
    """What somebody entered meanwhile, "" for nothing."""
    if not changes:
        return ""
    last = Chronicle(entries, replay(entries)).tell(changes[-1], lang)
    return say(lang, "web.players.changed", what=last.words, by=last.by)


def _write(desk: Desk, by: str, lang: Lang, make: Callable[[Tournament], PlayerChange]) -> tuple[str, str]:
    """Writes the change. Returns the name that is new with it, and what is said against it; "" for neither."""
    state = _read(desk)
    try:
        change = make(state)
        desk.write(change.facts, by, state.head.number)
    except SpokenError as error:
        return "", word_refusal(error, lang)
    return change.new, ""


def _show_list(
    request: Request, desk: Desk, lang: Lang, refusal: str = "", at: str = "", new: int | None = None,
    typed: dict[str, str] | None = None, seed: str = "",
) -> Response:
    """`at`: the form that the refusal stands beside."""
    state = _read(desk)
    names = {player.start: player.name for player in state.players}
    player = state.find_player(new) if new is not None else None
    others = [one.name for one in state.players if one != player]
    met = [(names[one], names[other], rounds) for (one, other), rounds in find_second_meetings(state.draws).items()]
    return show(
        request, "players.html", 409 if refusal else 200, state=state, schedule=make_schedule(state), refusal=refusal,
        at=at, new=player, alike=find_look_alikes(others, [player.name]) if player and others else (), names=names,
        met=met[:MOST_TOLD], more=len(met) - MOST_TOLD, typed=typed or {"name": "", "club": ""}, seed=seed,
        notes=_list_notes(state, lang),
    )


def _list_notes(state: Tournament, lang: Lang) -> dict[int, list[str]]:
    """By round that is drawn what is to be said beside its paper."""
    names = {number: {player.start: player.name_in(number) for player in state.players} for number in state.draws}
    return {number: [word_note(note, lang) for note in list_notes(state.opening, tables, names[number])]
            for number, tables in state.draws.items()}


def _show_one(
    request: Request, desk: Desk, lang: Lang, start: int, refusal: str = "", at: str = "", typed: str = ""
) -> Response:
    state = _read(desk)
    player = state.find_player(start)
    if player is None:
        raise HTTPException(404)
    last = max(state.draws, default=0)
    return show(request, "player.html", 409 if refusal else 200, state=state, player=player, refusal=refusal, at=at,
                last=last, typed={at: typed})
