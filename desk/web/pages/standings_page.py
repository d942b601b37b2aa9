"""Stand: the current places for everybody, updated live, also for a projector. The organiser closes and reopens rounds
here."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from fastapi import APIRouter, Form
from fastapi.responses import RedirectResponse, Response

from desk.web.page_kit import Organiser, Seen, Typed, Visit, Watcher
from desk.web.pages.clock_page import view_clocks
from desk.web.running_desk import Desk
from texts.languages import Lang
from texts.sentences import Phrase, SpokenError
from tournament.filing.chronicle import Chronicle
from tournament.filing.evening_status import describe_standings, describe_status
from tournament.filing.reasons import RoundEnd, find_closings, list_ends, make_closing, make_reopening
from tournament.handout.handout import prepare_handout
from tournament.handout.wall_list import WallList, WallRow
from tournament.record.entries import Head, write_head
from tournament.record.record_errors import ChangedMeanwhile

router = APIRouter()
ROWS_A_PAGE = 12
"""Lines of large type that fill a projector's screen."""
MOST_PAGES = 4
"""With more players, two columns are shown side by side, without the single rounds, so that nobody waits minutes for a
name to appear."""
Back = Annotated[Literal["stand", "jetzt"], Form()]
"""The page to go back to."""
Lines = tuple[tuple[WallRow, float], ...]


@dataclass(frozen=True, slots=True)
class StandingsView:
    """What the page shows. `lines`: each row of the wall list with P(its place is right)."""

    wall: WallList
    lines: Lines

    def list_screens(self) -> list[tuple[Lines, ...]]:
        """The screens that a projector shows in turn: each one column of lines, or two for many players."""
        columns = [self.lines[at : at + ROWS_A_PAGE] for at in range(0, len(self.lines), ROWS_A_PAGE)]
        beside = 1 if len(columns) <= MOST_PAGES else 2
        return [tuple(columns[at : at + beside]) for at in range(0, len(columns), beside)]


@router.get("/stand")
def show_places(visit: Watcher) -> Response:
    """The page; its list is sent again with every change."""
    return (
        visit.show("places_part.html", view=view_places(visit.desk, visit.lang))
        if visit.is_partial
        else _show_page(visit)
    )


@router.get("/stand/wand")
def show_wall(visit: Watcher) -> Response:
    """The standings in large type, one screen at a time, with the running clocks."""
    clocks = view_clocks(visit.open().tournament, visit.lang)
    return visit.show_live("projector", view=view_places(visit.desk, visit.lang), clocks=clocks)


@router.post("/stand/abschliessen")
def answer_closing(
    visit: Organiser,
    number: Annotated[int, Form()],
    seen: Seen = None,
    reason: Typed = "",
    back: Back = "stand",
    *,
    cancel: Annotated[bool, Form()] = False,
) -> Response:
    """Closes a round. If something is open or missing, a reason is needed. `cancel`: closes one that is not played."""
    head = visit.open().tournament.head
    end = next((one for one in _list_ends(visit) if one.round == number), None)
    refusal = _find_refusal(end, reason, cancel=cancel)
    if end is not None and refusal is None:
        refusal = _write_closing(visit, end, reason, head if seen is None else seen)
    return _show_page(visit, refusal.in_(visit.lang), reason) if refusal else RedirectResponse(f"/{back}", 303)


@router.post("/stand/oeffnen")
def answer_opening(
    visit: Organiser, number: Annotated[int, Form()], reason: Typed = "", back: Back = "stand"
) -> Response:
    """Reopens a closed round, with a reason."""
    store = visit.desk.store
    entries = store.read_entries()
    try:
        store.append([make_reopening(entries, number, reason)], by=visit.by, seen=len(entries))
    except SpokenError as refused:
        return _show_page(visit, visit.explain(refused), reason)
    return RedirectResponse(f"/{back}#round{number}", 303)


def _find_refusal(end: RoundEnd | None, reason: str, *, cancel: bool) -> Phrase | None:
    """Why the round cannot be closed with that reason, or cancelled; None where it can."""
    if end is None or bool(end.sheets) == cancel:
        return Phrase("web.close.played" if cancel else "web.close.no-sheet")
    if end.closed:
        return Phrase("web.close.already", {"round": end.round})
    if not end.is_clear and not reason.strip():
        return Phrase("web.close.needs-reason", {"round": end.round})
    return None


def _write_closing(visit: Visit, end: RoundEnd, reason: str, seen: Head | int) -> Phrase | None:
    store = visit.desk.store
    try:
        store.append(make_closing(store.read_entries(), end, reason.strip()), by=visit.by, seen=seen)
    except ChangedMeanwhile:
        return Phrase("web.close.changed")
    return None


def view_places(desk: Desk, lang: Lang) -> StandingsView:
    """The standings for the page, with the same figures as `kiebitz standings` and `kiebitz export`."""
    evening = desk.open(lang)
    posted = describe_standings(evening, desk.weigh(evening), lang)
    wall = prepare_handout(evening, lang).wall
    sure = (line["sure"] for line in posted["standings"])
    return StandingsView(wall, tuple(zip(wall.rows, sure, strict=True)))


def _list_ends(visit: Visit) -> tuple[RoundEnd, ...]:
    evening = visit.open()
    return list_ends(describe_status(evening, visit.lang, visit.desk.weigh(evening)))


def _show_page(visit: Visit, refusal: str = "", reason: str = "") -> Response:
    evening = visit.open()
    ends = [one for one in _list_ends(visit) if one.sheets] if visit.is_organiser else []
    chronicle, closings = Chronicle(evening.entries, evening.tournament), find_closings(evening.entries)
    return visit.show(
        "places.html",
        409 if refusal else 200,
        view=view_places(visit.desk, visit.lang),
        ends=ends,
        closings={number: chronicle.describe(one, visit.lang) for number, one in closings.items()},
        noted={number: write_head(one.head, visit.lang) for number, one in closings.items()},
        head=evening.head,
        refusal=refusal,
        reason=reason,
    )
