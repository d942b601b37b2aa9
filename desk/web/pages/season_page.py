"""Saison: adds up evenings whose files lie beside the open tournament; asks which names belong to one player, and keeps
the answers there.

A file is chosen by name from a list made here, so that no address reaches any other file on the disk.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Final
from urllib.parse import parse_qs, urlencode

from fastapi import APIRouter, Depends, Form, HTTPException, Query
from fastapi.responses import RedirectResponse, Response

from desk.exits import write_log
from desk.outputs import name_download
from desk.web.handout_shelf import send_file
from desk.web.page_kit import Organiser, Typed, Visit, read_number
from desk.web.running_desk import Desk
from texts.sentences import Phrase, SpokenError, say
from tournament.filing.open_evening import Evening, open_evening
from tournament.filing.season_answers import keep_answers, load_answers
from tournament.handout.handout import add_up_season, make_season_file
from tournament.handout.season_list import SeasonKind, make_season_wall
from tournament.record.open_store import open_store
from tournament.record.record_errors import SUFFIX, is_url
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
def serve_season(visit: Organiser, wish: Wished, kind: SeasonKind) -> Response:
    """The season as a workbook, as the list for the wall, or as the page for phones."""
    season = _add_up(visit, wish, [])
    if season is None:
        raise HTTPException(404)
    name = name_download(season.title, say(visit.lang, "web.season.title"), ending=kind)
    return send_file(name, make_season_file(kind, season, visit.lang))


@router.post("/namen")
def answer_question(
    visit: Organiser, one: Typed, other: Typed, wish: Typed, *, same: Annotated[bool, Form()]
) -> Response:
    """Stores whether two names belong to one player, unless that contradicts earlier answers."""
    back = _parse_wish(wish)
    try:
        new = make_answer(read_pair(f"{one} {'=' if same else '≠'} {other}")[0], same)
        _add_up(visit, back, [], new)
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
    return Path(desk.where).resolve().parent


def list_files(desk: Desk) -> tuple[Path, ...]:
    """The files of tournaments in the same folder, by name; none if the open one is in a database."""
    if is_url(desk.where):
        return ()
    found = sorted(path for path in _find_folder(desk).glob(f"*{SUFFIX}") if path.is_file())
    return tuple(found[:MOST_FILES])


def _add_up(visit: Visit, wish: SeasonWish, faults: list[str], new: Answers = NO_ANSWERS) -> Season | None:
    """The season of the chosen files; None without any. Sentences on unusable files are added to `faults`; the others
    count. Raises `UnclearNames`."""
    evenings: dict[str, Evening] = {}
    for path in list_files(visit.desk):
        if path.name in wish.files:
            try:
                evening = _open_file(visit, path)
            except SpokenError as error:
                faults.append(visit.explain(error))
                continue
            key = evening.tournament.opening.key
            if key in evenings:
                faults.append(Phrase("web.season.twice", {"file": path.name}).in_(visit.lang))
            evenings.setdefault(key, evening)
    if not evenings:
        return None
    answers = load_answers(_find_folder(visit.desk)) + new
    return add_up_season(wish.title, list(evenings.values()), wish.by, wish.best or None, answers)


def _open_file(visit: Visit, path: Path) -> Evening:
    """The evening in that file; the open tournament's is not loaded again."""
    if path == Path(visit.desk.where).resolve():
        return visit.open()
    return open_evening(open_store(path), visit.lang, log=write_log)


def _show_page(visit: Visit, wish: SeasonWish, refusal: str = "") -> Response:
    faults: list[str] = []
    try:
        season = _add_up(visit, wish, faults)
    except SpokenError as unclear:
        season, refusal = None, refusal or visit.explain(unclear)
    return visit.show(
        "season.html",
        409 if refusal else 200,
        files=[path.name for path in list_files(visit.desk)],
        wish=wish,
        season=season,
        wall=make_season_wall(season, visit.lang) if season else None,
        faults=faults,
        refusal=refusal,
    )
