"""Aushang: everything that can be handed out, each as one line with its formats; what is due comes first.

Whoever may see the standings gets the files that show no more than these; the others are the organiser's. A file that
the organiser takes is noted in the tournament's file, as on the command line.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from itertools import takewhile
from pathlib import Path
from typing import Annotated, Final, Literal

from fastapi import APIRouter, Form, HTTPException
from fastapi.responses import FileResponse, RedirectResponse, Response
from starlette.background import BackgroundTask

from desk.outputs import name_download
from desk.pictures.photo_copies import cut_for_workbook
from desk.web.handout_shelf import MEDIA, BackedUp, FileKey, find_shown, send_file
from desk.web.page_kit import Decider, Organiser, Visit, Watcher, read_number
from texts.languages import Lang
from texts.sentences import Moment, SpokenError, say, say_on_page
from tournament.filing.backups import find_stem, write_backup
from tournament.filing.opened.absences import count_fees
from tournament.filing.opened.open_evening import Evening, append_to
from tournament.filing.rounds.evening_status import FILE_LANG, list_posted
from tournament.filing.rounds.round_states import is_posted, list_round_states
from tournament.filing.setup.draw_entries import make_print_facts, make_schedule
from tournament.filing.stories.row_story import find_audited
from tournament.handout.handout import make_draw_certificate, make_file, prepare_handout
from tournament.handout.rules_leaflet import make_leaflet
from tournament.handout.wall_list import WallList
from tournament.printing.player_guide import make_guide_file
from tournament.printing.round_paper import RoundPaper, draw_seating, plan_round
from tournament.record.entries import Entry, hash_bytes
from tournament.record.facts import Closed, Exported
from tournament.record.replay import replay
from tournament.record.verify_record import list_folders
from tournament.review.next_step import find_next_step
from tournament.review.waiting import is_final

router = APIRouter(prefix="/aushang")
FileWish = Literal["a4", "a3", "html", "xlsx", "ods", "csv", "json", "certificates", "draw", "guide", "rules"]
"""What can be asked for; the first two are sizes of the list for the wall."""
PUBLIC: Final = ("a4", "a3", "html", "draw", "guide", "rules")
"""What shows no more than the standings and the seating, which everybody may see."""
_STANDINGS: Final = ("a4", "a3", "html", "xlsx", "ods", "csv", "json", "certificates")
"""What is made from the standings, and is noted with them."""
_NAMED: Final = ("certificates", "draw", "guide", "rules")
"""What is named by what it is, not by its round."""
ENDINGS: Final = {"a4": "pdf", "a3": "pdf", "certificates": "pdf", "draw": "pdf", "guide": "pdf", "rules": "html"}
"""The ending of each file whose wish is not its ending; CSV files come in a ZIP."""


@dataclass(frozen=True, slots=True)
class Due:
    """The paper that somebody waits for: the standings after a round, a round's sheets, or the certificates."""

    what: Literal["standings", "round", "certificates"]
    round: int = 0


@router.get("")
def show_handouts(visit: Watcher) -> Response:
    """The page; its list is sent again with every change."""
    return _show_page(visit)


@router.post("/datei")
def serve_file(visit: Watcher, kind: Annotated[FileWish, Form()]) -> Response:
    """One file. Certificates exist only once the standings are final."""
    if kind not in PUBLIC and not visit.is_organiser:
        raise HTTPException(403)
    evening = visit.open()
    wall = prepare_handout(evening, visit.lang).wall
    if kind == "certificates" and not wall.final:
        return _show_page(visit, say(visit.lang, "handouts.no-certificates", state=wall.state))
    if kind == "draw" and not evening.tournament.drawn:
        return _show_page(visit, say(visit.lang, "handouts.no-draw"))
    key = FileKey(kind, find_shown(evening.entries), visit.lang)
    data = visit.desk.handouts.fetch(key, lambda: _make_file(visit, kind, evening))
    name = _name_file(kind, wall, visit.lang)
    if kind in _STANDINGS and visit.is_organiser:
        _note_file(visit, evening, name, data)
    return send_file(name, data)


@router.post("/sitzplan/{number}.pdf")
def print_seating(visit: Organiser, number: int) -> Response:
    """A round's seating for the wall; from now on its draw is fixed, as people go by it."""
    entries = visit.desk.store.read_entries()
    try:
        planned = plan_round(RoundPaper(number, visit.lang), entries)
        pdf = draw_seating(planned, number, visit.lang)
        if number not in replay(entries).printed:
            visit.desk.store.append(make_print_facts(replay(entries), number), by=visit.by)
    except SpokenError as refused:
        return _show_page(visit, visit.explain(refused))
    words = say(visit.lang, "handouts.file.seating"), say(visit.lang, "book.print.round", round=number)
    return send_file(name_download(visit.desk.title, *words, ending="pdf"), pdf)


@router.get("/zeile")
def find_story(visit: Decider, runde: str = "", tisch: str = "", spiel: str = "") -> Response:
    """Leads to the story of that row."""
    place = [read_number(typed) or 0 for typed in (runde, tisch, spiel)]
    try:
        audited = find_audited(visit.open(), place[0], place[1], place[2])
    except SpokenError:
        return _show_page(visit, say(visit.lang, "handouts.no-row", round=place[0], table=place[1], game=place[2]))
    return RedirectResponse(f"/akte/zeile/{audited.item}", 303)


@router.post("/sicherung")
def serve_backup(visit: Organiser) -> Response:
    """File, photographs and rules in one ZIP. It is handed out to nobody, so it is not noted."""
    handle, path = tempfile.mkstemp(prefix="kiebitz-", suffix=".zip")
    os.close(handle)
    try:
        folders, stem = list_folders(visit.desk.where), find_stem(visit.desk.where)
        made = write_backup(visit.desk.store, folders, stem, Path(path), visit.lang)
    except BaseException:
        Path(path).unlink(missing_ok=True)
        raise
    now = datetime.now(UTC)
    visit.desk.backed_up = BackedUp(now.strftime("%Y-%m-%dT%H:%M:%SZ"), made.head.number)
    words = say(visit.lang, "handouts.file.backup"), f"{now:%Y-%m-%d}"
    name = name_download(visit.desk.title, *words, ending="zip")
    return FileResponse(path, filename=name, media_type=MEDIA["zip"], background=BackgroundTask(os.unlink, path))


def _name_file(kind: FileWish, wall: WallList, lang: Lang) -> str:
    """Its name: of standings with the round, for all others what it is."""
    ending = "zip" if kind == "csv" else ENDINGS.get(kind, kind)
    stage = wall.stage.in_(lang) if wall.final else say(lang, "handouts.file.standings", round=wall.after)
    standings = (stage, *(("a3",) if kind == "a3" else ()))
    words = (say(lang, f"handouts.file.{kind}"),) if kind in _NAMED else standings
    return name_download(wall.title, *words, ending=ending)


def _note_file(visit: Visit, evening: Evening, name: str, data: bytes) -> None:
    """Writes an entry with the file's hash and the standings, unless there is one."""
    hash_ = hash_bytes(data)
    if all(one.sha256 != hash_ for _, one in evening.tournament.exports):
        posted = list_posted(visit.desk.open(FILE_LANG).book, evening.tournament)
        now = append_to(visit.desk.store, evening, [Exported(name, hash_, posted)], visit.by)
        visit.desk.take_over(now, visit.lang)


def _make_file(visit: Visit, kind: FileWish, evening: Evening) -> bytes:
    handout, rules = prepare_handout(evening, visit.lang), evening.tournament.opening.rules
    match kind:
        case "a4" | "a3":
            return make_file("pdf", replace(handout, paper=kind))
        case "xlsx":
            crop = cut_for_workbook(visit.desk.store, evening, visit.lang)
            return make_file("xlsx", replace(handout, crop=crop))
        case "draw":
            return make_draw_certificate(evening.entries, evening.tournament, visit.lang)
        case "guide":
            return make_guide_file(rules, visit.lang)
        case "rules":
            return make_leaflet(rules, visit.lang)
        case _:
            return make_file(kind, handout)


def find_due(evening: Evening) -> Due | None:
    """What is to be printed next, whatever else is still to be done: the standings after the last closed round until
    they were handed out, then the next round that is drawn, at the end the certificates."""
    step = find_next_step(list_round_states(evening, ()), 0, 0, has_players=True)
    match step.kind:
        case "post":
            return Due("standings", step.round)
        case "print":
            return Due("round", step.round)
        case "done" if is_final(evening.book):
            return Due("certificates")
        case _:
            return None


def find_posted(entries: Sequence[Entry]) -> Entry | None:
    """The entry of the last hand-out of the standings since a round was closed; None for none."""
    since = takewhile(lambda entry: not isinstance(entry.fact, Closed), reversed(entries))
    return next((one for one in since if isinstance(one.fact, Exported) and one.fact.standings), None)


def _show_page(visit: Visit, refusal: str = "") -> Response:
    evening = visit.open()
    state, posted = evening.tournament, find_posted(evening.entries)
    schedule, check = make_schedule(state), visit.desk.checker.last
    return visit.show_live(
        "handouts",
        409 if refusal else 200,
        wall=prepare_handout(evening, visit.lang).wall,
        due=find_due(evening),
        posted=Moment(posted.when) if posted else None,
        outdated=posted is not None and not is_posted(evening, posted.number - 1),
        rounds=[(number, len(state.draws[number])) for number in sorted(state.draws) if number not in schedule.closed],
        drawn=[one.seed for _, one in sorted(state.drawn.items())],
        fees=[say_on_page(fee, visit.lang) for fee in count_fees(state).say()[:1]],
        check=check,
        saved=(Moment(saved.when), evening.head - saved.head) if (saved := visit.desk.backed_up) else None,
        checked=Moment(check.ended) if check and check.ended else None,
        refusal=refusal,
    )
