"""Stand: the current places for everybody, updated live, also for a projector. The organiser closes and reopens rounds
here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil
from typing import Annotated, Literal

from fastapi import APIRouter, Form
from fastapi.responses import RedirectResponse, Response

from desk.web.page_kit import Organiser, Seen, Typed, Visit, Watcher
from desk.web.pages.phones.links_page import find_short_address
from desk.web.pages.playing.clock_page import view_clocks
from texts.languages import Lang
from texts.sentences import Phrase, SpokenError, say
from tournament.filing.decisions.reasons import RoundEnd, find_closings, list_ends, make_closing, make_reopening
from tournament.filing.opened.open_evening import Evening
from tournament.filing.rounds.evening_status import describe_standings, describe_status
from tournament.filing.rounds.round_states import list_round_states
from tournament.filing.stories.chronicle import Chronicle
from tournament.handout.handout import prepare_handout
from tournament.handout.wall_list import WallList, WallRow
from tournament.record.entries import Head, write_head
from tournament.record.record_errors import ChangedMeanwhile
from tournament.review.next_step import RoundState, choose_round

router = APIRouter()
FIRST = 3
"""Players at the top of the list, whom the projector shows larger."""
MOST_A_PAGE = 60
"""Players on a projector's page: in three columns their capitals are 21 mm high on a picture two metres wide, which is
read from ten metres."""
MOST_IN_TWO = 30
"""Below the first ones, two columns with larger letters are enough for so many; more need three."""
MOST_LARGE = 16
"""So few may be larger still."""
LEAST_SURE = 0.005
"""A chance closer to 0 or 1 would be written as 0 % or 100 %, and says nothing."""
Back = Annotated[Literal["stand", "jetzt"], Form()]
"""The page to go back to."""


@dataclass(frozen=True, slots=True)
class StandingsView:
    """What the page shows. `state`: how far the standings are, in one sentence; `running`: the round that is played,
    None once nothing is; `sure`: for the organiser alone, how sure the first places are, where that says something."""

    wall: WallList
    state: str = ""
    running: RoundState | None = None
    sure: str = ""


Size = Literal["large", "usual", "dense"]


@dataclass(frozen=True, slots=True)
class WallPage:
    """What a projector shows at once. `first`: the first three, on the first page; `columns`: the others, from top to
    bottom; `numbers`: the first and the last line of the list; `size`: of the letters."""

    first: tuple[WallRow, ...]
    columns: tuple[tuple[WallRow, ...], ...]
    numbers: tuple[int, int]
    size: Size


def list_wall_pages(rows: Sequence[WallRow]) -> list[WallPage]:
    """As few pages as possible, all about as full; the columns of one page are equally long but for the last."""
    pages = max(1, ceil(len(rows) / MOST_A_PAGE))
    length = ceil(len(rows) / pages) or 1
    return [_fill_page(rows, at, rows[at : at + length]) for at in range(0, len(rows), length)]


def _fill_page(rows: Sequence[WallRow], at: int, shown: Sequence[WallRow]) -> WallPage:
    ahead = FIRST if not at and len(rows) > FIRST and not rows[FIRST - 1].unseen else 0
    rest, numbers = tuple(shown[ahead:]), (at + 1, at + len(shown))
    beside = 3 if _choose_size(len(rest)) == "dense" else 2
    deep = ceil(len(rest) / beside)
    columns = tuple(rest[down : down + deep] for down in range(0, len(rest), deep or 1))
    return WallPage(tuple(shown[:ahead]), columns, numbers, _choose_size(len(rest)))


def _choose_size(count: int) -> Size:
    return "large" if count <= MOST_LARGE else "usual" if count <= MOST_IN_TWO else "dense"


@router.get("/stand")
def show_places(visit: Watcher) -> Response:
    """The page; its list is sent again with every change."""
    return (
        visit.show("places_part.html", view=view_places(visit), partly=True) if visit.is_partial else _show_page(visit)
    )


@router.get("/stand/wand")
def show_wall(visit: Watcher) -> Response:
    """The standings in large type, one page at a time, with the running clock and the way for phones."""
    view = view_places(visit)
    return visit.show_live(
        "projector",
        view=view,
        screens=list_wall_pages(view.wall.rows),
        clocks=view_clocks(visit.open().tournament, visit.lang).clocks,
        phones=find_short_address(visit),
    )


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


def view_places(visit: Visit) -> StandingsView:
    """The standings for the page, with the same figures as `kiebitz standings` and `kiebitz export`."""
    evening = visit.open()
    wall, rounds = prepare_handout(evening, visit.lang).wall, list_round_states(evening, ())
    running = None if wall.final else choose_round(rounds)
    whole = not wall.final and not (running and running.due)
    sure = _say_how_sure(visit, evening) if visit.is_organiser and whole else ""
    return StandingsView(wall, _say_state(wall, running, evening.book.open_items, visit.lang), running, sure)


def _say_state(wall: WallList, running: RoundState | None, items: int, lang: Lang) -> str:
    """How far the standings are: the sheets of the running round and what is to be checked; else what the wall says."""
    if running is None or not running.tables:
        return wall.state.in_(lang) if wall.rows else ""
    gaps = {"round": running.round, "count": running.count_in, "tables": len(running.tables), "open": items}
    return say(lang, f"standings.state.{'checking' if items else 'in' if running.count_in else 'none'}", **gaps)


def _say_how_sure(visit: Visit, evening: Evening) -> str:
    """How sure the first places are; "" where they are certain, or nobody can say yet."""
    posted = describe_standings(evening, visit.desk.weights.weigh(evening), visit.lang)
    tells = bool(posted["standings"]) and LEAST_SURE <= posted["sure"] <= 1 - LEAST_SURE
    return say(visit.lang, "standings.note.sure-exactly", sure=posted["sure"]) if tells else ""


def _list_ends(visit: Visit) -> tuple[RoundEnd, ...]:
    evening = visit.open()
    return list_ends(describe_status(evening, visit.lang, visit.desk.weights.weigh(evening)))


def _show_page(visit: Visit, refusal: str = "", reason: str = "") -> Response:
    evening = visit.open()
    ends = [one for one in _list_ends(visit) if one.sheets] if visit.is_organiser else []
    chronicle, closings = Chronicle(evening.entries, evening.tournament), find_closings(evening.entries)
    return visit.show(
        "places.html",
        409 if refusal else 200,
        view=view_places(visit),
        ends=ends,
        closings={number: chronicle.describe(one, visit.lang) for number, one in closings.items()},
        noted={number: write_head(one.head, visit.lang) for number, one in closings.items()},
        head=evening.head,
        refusal=refusal,
        reason=reason,
    )
