"""Datei öffnen: a file of this computer by its folders, or one that is dropped or chosen, which is copied.

A browser says of a chosen file what is in it, but never where it lies. Whoever wants to go on with a file where it is
finds it by its folders, which are shown below the user's own folder and on what is plugged in, and nowhere else.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Annotated, BinaryIO

from fastapi import APIRouter, File, Form, HTTPException, UploadFile
from fastapi.responses import Response

from desk.web.given_evening import BACKUP, NotOpened, SameEvening, take_given
from desk.web.recent_evenings import name_evening
from desk.web.start.drives import Drive, list_drives
from desk.web.start.evening_house import House
from desk.web.start.start_kit import Call, Starter
from texts.sentences import SpokenError, say
from tournament.errors import BookError
from tournament.record.record_errors import SUFFIX
from tournament.record.replay import Tournament

router = APIRouter(prefix="/oeffnen")
MOST_SHOWN = 300
"""Folders and files of a folder that are shown; nobody finds one among more."""
MOST_LOOKED_AT = 20_000


@dataclass(frozen=True, slots=True)
class Shown:
    """A folder or file in the list. `changed`: None for a folder."""

    name: str
    path: Path
    changed: datetime | None


@router.get("")
def show_folder(call: Starter, ordner: str = "") -> Response:
    """The way to open a file, and the folder that was chosen: at first that of the tournaments."""
    return _show_page(call, _find_allowed(call.house, ordner) if ordner else call.house.folder.resolve())


@router.post("")
def open_file(call: Starter, datei: Annotated[str, Form()]) -> Response:
    """Opens the file where it lies; a backup is copied, since it is to stay what it is."""
    path = _find_allowed(call.house, datei)
    if path.suffix.lower() != BACKUP:
        return _enter(call, path)
    with path.open("rb") as given:
        return _take(call, path.name, given, copied=False)


@router.post("/datei")
def take_file(
    call: Starter, file: Annotated[UploadFile, File()], copied: Annotated[str, Form(alias="kopie")] = ""
) -> Response:
    """Copies the file, or what a backup holds, into the tournaments' folder, and opens it there. `kopie`: even where
    the same tournament is known already."""
    if not file.filename:
        return _show_page(call, call.house.folder.resolve(), NotOpened("none", ""))
    return _take(call, file.filename, file.file, copied=bool(copied))


def _enter(call: Call, path: Path) -> Response:
    try:
        return call.enter(str(path))
    except NotOpened as refused:
        return _show_page(call, path.parent, refused)


def _take(call: Call, name: str, given: BinaryIO, *, copied: bool) -> Response:
    folder = call.house.folder.resolve()
    check = _refuse_nothing if copied else partial(_refuse_known, call.house, name)
    try:
        return call.enter(str(take_given(folder, name, given, check)))
    except (NotOpened, BookError) as refused:  # the second where nothing can be written
        return _show_page(call, folder, refused)


def _refuse_nothing(_: Tournament) -> None:
    """It was said that a copy is meant."""


def _refuse_known(house: House, name: str, tournament: Tournament) -> None:
    """Two files of one evening would soon say different things: the one that is known is to be opened."""
    key = tournament.opening.key
    known = next((one for one in house.recent.list_all() if one.key == key and one.is_there), None)
    if known is not None:
        raise SameEvening(name, known.where)


def _show_page(call: Call, folder: Path, refused: SpokenError | None = None) -> Response:
    try:
        shown = _list_folder(folder)
    except OSError:
        shown = None
    home, drives = Drive(say(call.lang, "startpage.folder.home"), Path.home().resolve()), list_drives()
    names = {one.path: one.name for one in (*drives, home)}
    trail = [Drive(names.get(one, one.name), one) for one in (folder, *folder.parents) if _is_allowed(call.house, one)]
    return call.show(
        "open_file.html",
        409 if refused else 200,
        refusal=refused.message(call.lang) if refused else "",
        same=name_evening(refused.where) if isinstance(refused, SameEvening) else "",
        trail=trail[::-1],
        places=[home, *drives] if drives else [],
        plugged=any(folder.is_relative_to(one.path) for one in drives),
        shown=shown,
    )


def _list_folder(folder: Path) -> list[Shown]:
    """Its folders, then its tournaments and backups, the last changed first. Raises OSError."""
    with os.scandir(folder) as entries:
        named = (one for one in islice(entries, MOST_LOOKED_AT) if one.name.isprintable())  # in UTF-8
        found = [one for one in named if not one.name.startswith(".")]
    folders = sorted((one.name for one in found if one.is_dir()), key=str.casefold)
    files = [one for one in found if one.name.lower().endswith((SUFFIX, BACKUP)) and one.is_file()]
    dated = sorted(((one.stat().st_mtime, one.name) for one in files), reverse=True)
    shown = [Shown(name, folder / name, datetime.fromtimestamp(when).astimezone()) for when, name in dated]
    return [*shown, *(Shown(name, folder / name, None) for name in folders)][:MOST_SHOWN]


def _find_allowed(house: House, chosen: str) -> Path:
    """The folder or file, wherever links lead. Answers 404 for what is not below the user's own folder or that of the
    tournaments, nor on a drive that is plugged in."""
    try:
        path = Path(chosen).resolve(strict=True)
    except (OSError, ValueError, RuntimeError):
        raise HTTPException(404) from None
    if not _is_allowed(house, path):
        raise HTTPException(404)
    return path


def _is_allowed(house: House, path: Path) -> bool:
    roots = (Path.home().resolve(), house.folder.resolve(), *(one.path for one in list_drives()))
    return any(path.is_relative_to(root) for root in roots)
