"""Stand: the places as they are, live, for everybody; on paper, and on a wall by a projector. The organiser closes
rounds here, and opens them again."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from fastapi import APIRouter, Form, Request
from fastapi.responses import RedirectResponse, Response

from desk.web.page_kit import Organiser, TheDesk, TheLang, Watcher, show, word_refusal
from desk.web.running_desk import Desk
from texts.languages import Lang
from texts.sentences import Phrase, SpokenError
from tournament.filing.chronicle import Chronicle
from tournament.filing.evening_status import describe_standings, describe_status
from tournament.filing.open_evening import Evening
from tournament.filing.reasons import RoundEnd, find_closings, list_ends, make_closing, make_reopening
from tournament.handout.handout import prepare_handout
from tournament.handout.wall_list import WallList, WallRow
from tournament.record.entries import write_head
from tournament.record.record_errors import ChangedMeanwhile
from tournament.standings.chances import Chances

router = APIRouter()
ROWS_A_PAGE = 12
"""On the wall: so many lines of large type fill a screen."""
MOST_PAGES = 4
"""With more, two stand side by side, without the single rounds: nobody waits minutes for a name to come."""
Lines = tuple[tuple[WallRow, float], ...]


@dataclass(frozen=True, slots=True)
class StandingsView:
    """What the page shows. `lines`: each row of the wall list with the chance that its place is right."""

    wall: WallList
    lines: Lines

    def list_screens(self) -> list[tuple[Lines, ...]]:
        """What a projector shows one after the other: a column of lines, of many players two side by side."""
        columns = [self.lines[at : at + ROWS_A_PAGE] for at in range(0, len(self.lines), ROWS_A_PAGE)]
        beside = 1 if len(columns) <= MOST_PAGES else 2
        return [tuple(columns[at : at + beside]) for at in range(0, len(columns), beside)]


def make_view(evening: Evening, chances: Chances, lang: Lang) -> StandingsView:
    """The same figures as `kiebitz standings` and `kiebitz export` give."""
    posted = describe_standings(evening, chances, lang)
    wall = prepare_handout(evening, lang).wall
    sure = (line["sure"] for line in posted["standings"])
    return StandingsView(wall, tuple(zip(wall.rows, sure, strict=True)))


@router.get("/stand")
def show_places(request: Request, desk: TheDesk, lang: TheLang, visitor: Watcher) -> Response:
    """The page; its list comes again with every change."""
    if "hx-request" in request.headers:
        return show(request, "places_part.html", view=view_places(desk, lang))
    return _show_page(request, desk, lang, is_organiser=visitor.role == "organiser")


@router.get("/stand/wand")
def show_wall(request: Request, desk: TheDesk, lang: TheLang, _visitor: Watcher) -> Response:
    """The same in large type, a screen at a time."""
    template = "projector_part.html" if "hx-request" in request.headers else "projector.html"
    return show(request, template, view=view_places(desk, lang))


@router.post("/stand/abschliessen")
def answer_closing(
    request: Request,
    desk: TheDesk,
    lang: TheLang,
    visitor: Organiser,
    number: Annotated[int, Form()],
    seen: Annotated[int, Form()],
    reason: Annotated[str, Form(max_length=2000)] = "",
) -> Response:
    """Closes a round. With something open or missing it needs a reason."""
    evening = desk.open(lang)
    ends = _list_ends(evening, desk.weigh(evening), lang)
    end = next((one for one in ends if one.round == number), None)
    refusal = _find_refusal(end, reason)
    if end is not None and refusal is None:
        refusal = _write_closing(desk, end, reason, visitor.access.name, seen)
    if refusal is None:
        return RedirectResponse("/stand", 303)
    return _show_page(request, desk, lang, refusal.in_(lang), reason, is_organiser=True)


@router.post("/stand/oeffnen")
def answer_opening(
    request: Request,
    desk: TheDesk,
    lang: TheLang,
    visitor: Organiser,
    number: Annotated[int, Form()],
    reason: Annotated[str, Form(max_length=2000)] = "",
) -> Response:
    """Opens a closed round again, for a reason."""
    entries = desk.store.read_entries()
    try:
        desk.store.append([make_reopening(entries, number, reason)], by=visitor.access.name, seen=len(entries))
    except SpokenError as refused:
        return _show_page(request, desk, lang, word_refusal(refused, lang), reason, is_organiser=True)
    return RedirectResponse("/stand#rounds", 303)


def _find_refusal(end: RoundEnd | None, reason: str) -> Phrase | None:
    """Why the round cannot be closed like that; None where it can."""
    if end is None or not end.sheets:
        return Phrase("web.close.no-sheet")
    if end.closed:
        return Phrase("web.close.already", {"round": end.round})
    if not end.is_clear and not reason.strip():
        return Phrase("web.close.needs-reason", {"round": end.round})
    return None


def _write_closing(desk: Desk, end: RoundEnd, reason: str, by: str, seen: int) -> Phrase | None:
    try:
        desk.store.append(make_closing(desk.store.read_entries(), end, reason.strip()), by=by, seen=seen)
    except ChangedMeanwhile:
        return Phrase("web.close.changed")
    return None


def view_places(desk: Desk, lang: Lang) -> StandingsView:
    """The standings as they are now."""
    evening = desk.open(lang)
    return make_view(evening, desk.weigh(evening), lang)


def _list_ends(evening: Evening, chances: Chances, lang: Lang) -> tuple[RoundEnd, ...]:
    return list_ends(describe_status(evening, lang, chances))


def _show_page(
    request: Request, desk: Desk, lang: Lang, refusal: str = "", reason: str = "", *, is_organiser: bool
) -> Response:
    evening = desk.open(lang)
    chances = desk.weigh(evening)
    ends = [one for one in _list_ends(evening, chances, lang) if one.sheets] if is_organiser else []
    chronicle = Chronicle(evening.entries, evening.tournament)
    closings = find_closings(evening.entries).items()
    told = {number: chronicle.describe(one, lang) for number, one in closings}
    return show(
        request,
        "places.html",
        409 if refusal else 200,
        view=make_view(evening, chances, lang),
        ends=ends,
        closings=told,
        noted={number: write_head(one.head, lang) for number, one in closings},
        head=evening.head,
        refusal=refusal,
        reason=reason,
    )
