"""Saison: adds up evenings whose files lie beside the open tournament, or were open here lately.

It asks which names belong to one player, and keeps the answers beside the tournament. A file from elsewhere is copied
there first.

A file is chosen by name from a list made here, so that no address reaches any other file on the disk.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Final
from urllib.parse import parse_qs, urlencode

from fastapi import APIRouter, Depends, Form, HTTPException, Query, UploadFile
from fastapi.responses import RedirectResponse, Response

from desk.exits import write_log
from desk.outputs import name_download
from desk.web.access import make_state_folder
from desk.web.given_evening import take_given
from desk.web.handout_shelf import send_file
from desk.web.page_kit import Organiser, Typed, Visit, read_number
from desk.web.recent_evenings import Recent, RecentEvenings
from desk.web.running_desk import Desk
from texts.languages import Lang
from texts.sentences import Phrase, SpokenError, say
from tournament.filing.opened.open_evening import Evening, open_evening
from tournament.filing.season_answers import keep_answers, load_answers
from tournament.handout.handout import Paper, add_up_season, make_season_figures, make_season_file
from tournament.handout.season_list import SeasonKind, make_season_wall
from tournament.record.older_files import is_kept_copy
from tournament.record.open_store import open_store
from tournament.record.record_errors import SUFFIX, is_url
from tournament.review.waiting import write_day
from tournament.standings.season import Season, Worth
from tournament.standings.season_names import NO_ANSWERS, Answers, make_answer, read_pair

router = APIRouter(prefix="/saison")
MOST_FILES: Final = 60
"""Files that are listed: a folder with more is not that of a season."""


@dataclass(frozen=True, slots=True)
class SeasonWish:
    """Which files to add up, and how. `best`: how many evenings of each player count, 0 for all."""

    files: tuple[str, ...] = ()
    best: int = 0
    by: Worth = "points"
    title: str = ""

    @property
    def query(self) -> str:
        """The wish as the query of an address."""
        files = [("file", name) for name in self.files]
        return urlencode([*files, ("best", self.best or ""), ("by", self.by), ("title", self.title)])


@dataclass(frozen=True, slots=True)
class SeasonFile:
    """A tournament's file to choose. `name`: in addresses; `recent`: what is known of it since it was open here, None
    for nothing; `beside`: whether it lies beside the open one."""

    name: str
    path: Path
    recent: Recent | None
    beside: bool


def _describe_file(one: SeasonFile, lang: Lang) -> str:
    """Title and day where they are known, else the file's name."""
    return f"{one.recent.title}, {write_day(one.recent.day, lang)}" if one.recent else one.path.name


def read_wish(
    file: Annotated[list[str], Query(max_length=MOST_FILES)] = [],  # noqa: B006 - FastAPI copies it
    best: Annotated[str, Query(max_length=10)] = "",
    by: Worth = "points",
    title: Annotated[str, Query(max_length=200)] = "",
) -> SeasonWish:
    """Reads the wish from an address."""
    return SeasonWish(tuple(dict.fromkeys(file)), read_number(best) or 0, by, title.strip())


Wished = Annotated[SeasonWish, Depends(read_wish)]


@router.get("")
def show_season(visit: Organiser, wish: Wished) -> Response:
    """The files to choose from, and the season of the chosen ones."""
    return _show_page(visit, wish)


@router.get("/datei/{kind}")
def serve_season(visit: Organiser, wish: Wished, kind: SeasonKind, paper: Paper = "a4") -> Response:
    """The season as a workbook, as the list for the wall, or as the page for phones."""
    season = _add_up(visit, wish, _open_chosen(visit, wish, []))
    if season is None:
        raise HTTPException(404)
    words = say(visit.lang, "web.season.title"), *(("a3",) if paper == "a3" else ())
    name = name_download(season.title, *words, ending=kind)
    return send_file(name, make_season_file(kind, season, visit.lang, paper))


@router.get("/statistik")
def serve_figures(visit: Organiser, wish: Wished) -> Response:
    """The workbook of statistics over the chosen evenings."""
    evenings = _open_chosen(visit, wish, [])
    if not evenings:
        raise HTTPException(404)
    figures = make_season_figures(evenings, load_answers(_find_folder(visit.desk)), visit.lang)
    words = say(visit.lang, "web.season.title"), say(visit.lang, "web.statistics.title")
    return send_file(name_download(wish.title, *words, ending="xlsx"), figures)


@router.post("/dazu")
def add_file(visit: Organiser, evening: UploadFile, wish: Typed = "") -> Response:
    """Copies a tournament's file or a backup beside the open one, where nothing is replaced, and chooses it."""
    back = _parse_wish(wish)
    try:
        given = take_given(_find_folder(visit.desk), evening.filename or "", evening.file, lambda tournament: None)
        RecentEvenings().note(str(given))
    except SpokenError as refused:
        return _show_page(visit, back, visit.explain(refused))
    chosen = next((one.name for one in list_files(visit.desk) if one.path == given), "")
    return RedirectResponse(f"/saison?{replace(back, files=(*back.files, chosen)).query}", 303)


@router.post("/namen")
def answer_question(
    visit: Organiser, one: Typed, other: Typed, wish: Typed, *, same: Annotated[bool, Form()]
) -> Response:
    """Stores whether two names belong to one player, unless that contradicts earlier answers."""
    back = _parse_wish(wish)
    try:
        new = make_answer(read_pair(f"{one} {'=' if same else '≠'} {other}")[0], same)
        _add_up(visit, back, _open_chosen(visit, back, []), new)
        keep_answers(_find_folder(visit.desk), new, visit.lang)
    except SpokenError as refused:
        return _show_page(visit, back, visit.explain(refused))
    return RedirectResponse(f"/saison?{back.query}#names", 303)


def _parse_wish(query: str) -> SeasonWish:
    """The wish that a form sends back; unknown or invalid parts are ignored."""
    found = parse_qs(query, max_num_fields=2 * MOST_FILES)
    best, title = (found.get(name, [""])[-1] for name in ("best", "title"))
    by: Worth = "places" if found.get("by") == ["places"] else "points"
    return SeasonWish(tuple(found.get("file", ())), read_number(best) or 0, by, title[:200])


def _find_folder(desk: Desk) -> Path:
    """Where the season's names and further files lie: beside the tournament, of a database in the user's own folder."""
    return make_state_folder() if is_url(desk.where) else Path(desk.where).resolve().parent


def list_files(desk: Desk) -> tuple[SeasonFile, ...]:
    """The files of tournaments in the same folder, by name, then those elsewhere that were open here lately."""
    recent = {Path(one.where): one for one in RecentEvenings().list_all() if one.is_there}
    beside = sorted(path for path in _find_folder(desk).glob(f"*{SUFFIX}") if path.is_file() and not is_kept_copy(path))
    files = [SeasonFile(path.name, path, recent.get(path), True) for path in beside]
    files += [SeasonFile(one.id, path, one, False) for path, one in recent.items() if path not in beside]
    return tuple(files[:MOST_FILES])


def _open_chosen(visit: Visit, wish: SeasonWish, faults: list[str]) -> list[Evening]:
    """The chosen evenings, each once. Sentences on unusable files are added to `faults`; the others count."""
    evenings: dict[str, Evening] = {}
    for one in list_files(visit.desk):
        if one.name in wish.files:
            try:
                evening = _open_file(visit, one.path)
            except SpokenError as error:
                faults.append(visit.explain(error))
                continue
            key = evening.tournament.opening.key
            if key in evenings:
                faults.append(Phrase("web.season.twice", {"file": one.path.name}).in_(visit.lang))
            evenings.setdefault(key, evening)
    return list(evenings.values())


def _add_up(visit: Visit, wish: SeasonWish, evenings: Sequence[Evening], new: Answers = NO_ANSWERS) -> Season | None:
    """The season of these evenings; None without any. Raises `UnclearNames`."""
    answers = load_answers(_find_folder(visit.desk)) + new
    return add_up_season(wish.title, evenings, wish.by, wish.best or None, answers) if evenings else None


def _open_file(visit: Visit, path: Path) -> Evening:
    """The evening in that file; the open tournament's is not loaded again."""
    if path == Path(visit.desk.where).resolve():
        return visit.open()
    return open_evening(open_store(path), visit.lang, log=write_log)


def _show_page(visit: Visit, wish: SeasonWish, refusal: str = "") -> Response:
    faults: list[str] = []
    try:
        season = _add_up(visit, wish, _open_chosen(visit, wish, faults))
    except SpokenError as unclear:
        season, refusal = None, refusal or visit.explain(unclear)
    return visit.show(
        "season.html",
        409 if refusal else 200,
        files=[(one, _describe_file(one, visit.lang)) for one in list_files(visit.desk)],
        wish=wish,
        season=season,
        wall=make_season_wall(season, visit.lang) if season else None,
        faults=faults,
        refusal=refusal,
    )
