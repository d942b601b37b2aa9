"""A round's draw and its paper: drawn, taken over from a CSV, two seats exchanged, printed."""

from __future__ import annotations

from pathlib import Path, PurePath
from tempfile import TemporaryDirectory
from typing import Annotated, Literal

from fastapi import APIRouter, Form, Request, UploadFile
from fastapi.responses import RedirectResponse, Response

from desk.web.page_kit import Organiser, Seen, TheDesk, TheLang, Typed, read_number, word_refusal
from desk.web.pages.players_page import read_state, show_everybody, tell_changes, write_change
from texts.sentences import SpokenError
from tournament.draw.draw_rounds import RoundDraw
from tournament.draw.table_sizes import NoDraw
from tournament.errors import UnreadableTable
from tournament.filing.entering import list_seat_changes
from tournament.filing.player_entries import (
    make_draw_facts,
    make_print_facts,
    make_schedule,
    make_swap,
    read_listed,
    seat_rounds,
)
from tournament.given_tables import tidy_text
from tournament.printing.round_paper import RoundPaper, draw_paper, plan_round
from tournament.record.replay import Tournament, replay

router = APIRouter()
MOST_BYTES = 4_000_000
"""Of a CSV; what is longer is a picture that was chosen by mistake, and is refused as such."""
MOST_NAMED = 80
"""Letters of a file's name in a sentence."""


@router.post("/spieler/tauschen")
def exchange_seats(
    request: Request,
    desk: TheDesk,
    lang: TheLang,
    visitor: Organiser,
    number: Annotated[int, Form(ge=1, le=99)],
    first: Typed,
    second: Typed,
    seen: Seen = None,
) -> Response:
    """Two players change seats in a round's draw."""
    entries = desk.store.read_entries()
    refused = "" if seen is None else tell_changes(entries, list_seat_changes(entries, number, seen), lang)
    if not refused:
        _, refused = write_change(
            desk, visitor.access.name, lang, lambda state: make_swap(state, first, second, number)
        )
    if refused:
        return show_everybody(request, desk, lang, refused, f"round{number}")
    return RedirectResponse(f"/spieler#round{number}", 303)


@router.post("/spieler/auslosen")
def draw_seats(
    request: Request,
    desk: TheDesk,
    lang: TheLang,
    visitor: Organiser,
    seen: Annotated[int, Form()],
    number: Typed = "",
    seed: Typed = "",
) -> Response:
    """Draws a round, or all that are open."""
    wanted = read_number(number)
    try:
        drawn = seat_rounds(make_schedule(read_state(desk)), wanted, seed.strip() or None)
        desk.store.append(make_draw_facts(drawn), by=visitor.access.name, seen=seen)
    except SpokenError as error:
        return show_everybody(
            request, desk, lang, word_refusal(error, lang), f"round{wanted}" if wanted else "draw", seed=seed
        )
    return RedirectResponse(f"/spieler#round{drawn[0].round}", 303)


@router.post("/spieler/auslosung")
def take_listed(
    request: Request,
    desk: TheDesk,
    lang: TheLang,
    visitor: Organiser,
    seen: Annotated[int, Form()],
    listed: UploadFile,
) -> Response:
    """Takes a draw over that was made elsewhere, from a CSV."""
    try:
        drawn = _read_sent(listed, read_state(desk))
        desk.store.append(make_draw_facts(drawn), by=visitor.access.name, seen=seen)
    except SpokenError as error:
        return show_everybody(request, desk, lang, word_refusal(error, lang), "listed")
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


@router.post("/spieler/runde/{number}.pdf")
def print_paper(
    request: Request,
    number: int,
    desk: TheDesk,
    lang: TheLang,
    visitor: Organiser,
    style: Annotated[Literal["points", "totals", "full"], Form()] = "points",
    paper: Annotated[Literal["a4", "a5"], Form()] = "a4",
    *,
    plus: Annotated[bool, Form()] = False,
) -> Response:
    """The round's sheets, its seating, and two blank sheets; from now on its draw stands."""
    entries = desk.store.read_entries()
    try:
        planned = plan_round(RoundPaper(number, lang, style, plus, paper), entries)
        pdf, _ = draw_paper(planned, number, lang)
        desk.store.append(make_print_facts(replay(entries), number), by=visitor.access.name)
    except SpokenError as error:
        return show_everybody(request, desk, lang, word_refusal(error, lang), f"round{number}")
    name = f'inline; filename="runde{number}.pdf"'
    return Response(pdf, media_type="application/pdf", headers={"content-disposition": name})
