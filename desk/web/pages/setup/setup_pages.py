"""The draw and the print of the rounds to come, as the last two steps to the first round; and any later round's paper.

A draw may be made again as long as its round has no sheet: the page asks first and says what no longer holds then.
"""

from __future__ import annotations

import secrets
from dataclasses import replace
from pathlib import Path, PurePath
from tempfile import TemporaryDirectory
from typing import Annotated, Literal

from fastapi import APIRouter, Form, UploadFile
from fastapi.responses import RedirectResponse, Response

from desk.outputs import name_download
from desk.web.handout_shelf import send_file
from desk.web.page_kit import Organiser, Seen, Typed, Visit, read_number
from desk.web.setup_steps import list_steps, say_tables
from texts.sentences import SpokenError, say, say_on_page, tidy_text
from tournament.draw.draw_rounds import RoundDraw
from tournament.draw.table_sizes import NoDraw
from tournament.errors import UnreadableTable
from tournament.filing.rounds.round_results import rank_when_asked
from tournament.filing.setup.draw_entries import (
    LONGEST_SEED,
    make_draw_facts,
    make_print_facts,
    make_schedule,
    read_listed,
    seat_rounds,
)
from tournament.filing.setup.form_entries import list_form_waits, list_sources
from tournament.filing.setup.player_entries import list_redraws
from tournament.form.form_words import list_ways
from tournament.printing.round_paper import RoundPaper, draw_paper, list_notes, plan_round
from tournament.record.replay import Tournament, replay

router = APIRouter()
Style = Literal["points", "totals", "full"]
Paper = Literal["a4", "a5"]
STYLES: tuple[Style, ...] = ("points", "totals", "full")
MOST_BYTES = 4_000_000
"""Most bytes of a CSV; a larger file is probably a picture chosen by mistake, and the refusal says so."""
MOST_NAMED = 80
"""Letters of a file's name in a sentence."""
_SEED_BYTES = 4
_SURE = "yes"


@router.get("/auslosung")
def show_draw(visit: Organiser, neu: str = "") -> Response:
    """The seed and the button, or the tables that were drawn. `neu`: asks whether to draw them again."""
    return _show_draw(visit, asking=bool(neu))


@router.post("/auslosung")
def draw_open(visit: Organiser, seed: Typed = "", again: Typed = "", seen: Seen = None) -> Response:
    """Draws what is not drawn yet; with `again` also what is drawn and has no sheet."""
    state = replay(visit.desk.store.read_entries())
    try:
        drawn = _draw(visit, state, seed, again=again == _SURE)
        visit.desk.store.append(make_draw_facts(drawn), by=visit.by, seen=state.head.number if seen is None else seen)
    except SpokenError as refused:
        return _show_draw(visit, visit.explain(refused), seed, asking=bool(again))
    return RedirectResponse("/auslosung", 303)


def _draw(visit: Visit, state: Tournament, seed: str, *, again: bool) -> tuple[RoundDraw, ...]:
    loose = set(_list_loose(state)) if again else set()
    kept = {round_: tables for round_, tables in state.draws.items() if round_ not in loose}
    schedule = make_schedule(replace(state, draws=kept, printed=state.printed - loose))
    return seat_rounds(schedule, None, seed.strip() or None, rank_when_asked(visit.open))


def _list_loose(state: Tournament) -> list[int]:
    """The drawn rounds that nobody has played yet, as far as no later one was."""
    over = max(make_schedule(state).scanned | (state.closed.keys() - state.cancelled), default=0)
    return [round_ for round_ in sorted(state.draws) if round_ > over]


def _show_draw(visit: Visit, refusal: str = "", seed: str = "", *, asking: bool = False) -> Response:
    state = replay(visit.desk.store.read_entries())
    loose, lang = _list_loose(state), visit.lang
    schedule = make_schedule(state)
    shown = next((round_ for round_ in sorted(state.draws) if round_ in loose), None)
    return visit.show(
        "draw.html",
        409 if refusal else 200,
        state=state,
        steps=list_steps(state, "draw"),
        refusal=refusal,
        asking=asking and bool(loose),
        loose=tuple(loose),
        printed=tuple(round_ for round_ in loose if round_ in state.printed),
        open=tuple(schedule.list_open()),
        shown=shown,
        sources=[source.in_(lang) for round_, source in list_sources(state).items() if round_ in loose],
        ways=[
            say_on_page(way, lang) for way in (*list_ways(state.form, state.opening.rounds), *list_form_waits(state))
        ],
        redraws=[say_on_page(one, lang) for one in list_redraws(state)],
        tables=say_on_page(say_tables(sum(one.plays(shown or 1) for one in state.players), state), lang),
        seed=seed or secrets.token_hex(_SEED_BYTES),
        longest=LONGEST_SEED,
        sure=_SURE,
    )


@router.post("/spieler/auslosung")
def take_listed(visit: Organiser, seen: Annotated[int, Form()], listed: UploadFile) -> Response:
    """Takes over a draw from a CSV that was made elsewhere."""
    try:
        drawn = _read_sent_draw(listed, replay(visit.desk.store.read_entries()))
        visit.desk.store.append(make_draw_facts(drawn), by=visit.by, seen=seen)
    except SpokenError as error:
        return _show_draw(visit, visit.explain(error))
    return RedirectResponse("/auslosung", 303)


def _read_sent_draw(sent: UploadFile, state: Tournament) -> tuple[RoundDraw, ...]:
    """The rounds in the file that was sent. A refusal uses the visitor's name of the file."""
    with TemporaryDirectory(prefix="kiebitz-") as folder:
        path = Path(folder) / "auslosung.csv"
        path.write_bytes(sent.file.read(MOST_BYTES + 1))
        try:
            return read_listed(path, None, make_schedule(state), state)
        except (UnreadableTable, NoDraw) as error:
            named = {"path": tidy_text(PurePath(sent.filename or path.name).name)[:MOST_NAMED]}
            gaps = {name: named.get(name, value) for name, value in error.phrase.gaps.items()}
            raise type(error)(error.phrase.key, **gaps) from error


@router.get("/drucken")
def show_print(visit: Organiser, runde: str = "") -> Response:
    """What is printed for a round, and how; without a number the first round that is drawn and not printed."""
    return _show_print(visit, read_number(runde))


@router.post("/spieler/runde/{number}.pdf")
def print_paper(
    visit: Organiser,
    number: int,
    style: Annotated[Style, Form()] = "points",
    paper: Annotated[Paper, Form()] = "a4",
    *,
    plus: Annotated[bool, Form()] = False,
) -> Response:
    """The round's sheets, its seating, and two blank sheets; from now on its draw is fixed."""
    entries = visit.desk.store.read_entries()
    try:
        planned = plan_round(RoundPaper(number, visit.lang, style, plus, paper), entries)
        pdf, _ = draw_paper(planned, number, visit.lang)
        visit.desk.store.append(make_print_facts(replay(entries), number), by=visit.by)
    except SpokenError as error:
        return _show_print(visit, number, visit.explain(error))
    words = say(visit.lang, "handouts.file.sheets"), say(visit.lang, "book.print.round", round=number)
    return send_file(name_download(visit.desk.title, *words, ending="pdf"), pdf)


def _show_print(visit: Visit, wanted: int | None, refusal: str = "") -> Response:
    state = replay(visit.desk.store.read_entries())
    drawn = sorted(state.draws)
    unprinted = [round_ for round_ in drawn if round_ not in state.printed and round_ not in state.closed]
    number = wanted if wanted in drawn else next(iter((*unprinted, *reversed(drawn))), None)
    return visit.show(
        "print.html",
        409 if refusal else 200,
        state=state,
        steps=list_steps(state, "print"),
        refusal=refusal,
        drawn=drawn,
        number=number,
        tables=len(state.draws.get(number or 0, ())),
        sheet_styles=STYLES,
        notes=_list_notes(visit, state, number) if number else [],
    )


def _list_notes(visit: Visit, state: Tournament, number: int) -> list[str]:
    names = {player.start: player.name_in(number) for player in state.players}
    return [say_on_page(note, visit.lang) for note in list_notes(state.opening, state.draws[number], names)]
