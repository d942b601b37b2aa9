"""The evenings that were open lately, remembered in the user's own folder, and what can be said of each at once.

What is said of an evening comes from what was kept when it was last counted; no evening is opened for it.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, date, datetime
from hashlib import sha256
from pathlib import Path
from threading import Lock
from typing import Any

from pydantic import TypeAdapter

from texts.languages import Lang
from texts.sentences import Phrase, enumerate_things
from tournament.filing.cache_folder import glance
from tournament.record.record_errors import is_url
from tournament.record.replay import Tournament
from tournament.whole_files import write_whole

MOST = 100
"""Evenings that are remembered: a club has some fifty in a year."""
_ID_LETTERS = 16


@dataclass(frozen=True, slots=True)
class Recent:
    """An evening that was open. `where`: its file or database; `day`: when it was made; `opened`: UTC, when it was last
    opened; `players`, `rounds`: as they were then."""

    where: str
    title: str
    day: date
    opened: datetime
    players: int = 0
    rounds: int = 0

    @property
    def id(self) -> str:
        """What names it in an address, which tells nothing of its place."""
        return make_id(self.where)

    @property
    def is_there(self) -> bool:
        """Whether its file is there; a database is asked only when it is opened."""
        return is_url(self.where) or Path(self.where).is_file()


_RECENT = TypeAdapter(tuple[Recent, ...])


def make_id(where: str) -> str:
    """The name of that place in addresses."""
    return sha256(where.encode(errors="surrogateescape")).hexdigest()[:_ID_LETTERS]


class RecentEvenings:
    """The list, last opened first, kept in a file. Every call may come from any thread."""

    def __init__(self, path: Path) -> None:
        self._path, self._lock = path, Lock()

    def list_all(self) -> tuple[Recent, ...]:
        """All of them; none where the list cannot be read."""
        with suppress(OSError, ValueError):
            return _RECENT.validate_json(self._path.read_bytes())
        return ()

    def find(self, id_: str) -> Recent | None:
        """The one with that name."""
        return next((one for one in self.list_all() if one.id == id_), None)

    def note(self, where: str, tournament: Tournament, made: datetime) -> None:
        """Puts the evening first. `made`: when its first entry was written."""
        opening, day = tournament.opening, made.astimezone().date()
        players = len(tournament.players)
        self._put(Recent(where, opening.title, day, datetime.now(UTC), players, opening.rounds))

    def forget(self, id_: str) -> None:
        """Takes the evening out of the list; its file stays."""
        with self._lock:
            self._keep(tuple(one for one in self.list_all() if one.id != id_))

    def _put(self, first: Recent) -> None:
        with self._lock:
            self._keep((first, *(one for one in self.list_all() if one.where != first.where))[:MOST])

    def _keep(self, evenings: tuple[Recent, ...]) -> None:
        document = _RECENT.dump_json(evenings)
        write_whole(self._path, lambda draft: draft.write_bytes(document))


@dataclass(frozen=True, slots=True)
class Told:
    """What is said of an evening. `state`: one sentence; `open`: items that wait; `final`: whether all is done."""

    state: Phrase
    open: int = 0
    final: bool = False


def describe_recent(recent: Recent, lang: Lang) -> Told:
    """One sentence on the evening, from what was kept when it was last counted."""
    if not recent.is_there:
        return Told(Phrase("startpage.state.missing"))
    if not recent.players:
        return Told(Phrase("startpage.state.empty"))
    known = {"players": recent.players, "rounds": recent.rounds}
    status, standings = glance(recent.where, "status", lang), glance(recent.where, "standings", lang)
    if status is None or standings is None:
        return Told(Phrase("startpage.state.uncounted", known))
    winners = [line for line in standings["standings"] if line["place"] == 1]
    if status["final"] and winners:
        won = {"names": enumerate_things(lang, [line["name"] for line in winners]), "count": len(winners)}
        return Told(Phrase("startpage.state.won", {**known, **won}), final=True)
    return Told(_describe_running(status, known), open=len(status["open"]))


def _describe_running(status: Mapping[str, Any], known: Mapping[str, int]) -> Phrase:
    """How far the first round is that is not closed."""
    running = next((one for one in status["rounds"] if not one["closed"]), None)
    if running is None:
        return Phrase("startpage.state.between", known)
    there = {"round": running["round"], "sheets": running["in"], "tables": running["tables"]}
    waiting = "waiting" if status["open"] else "running"
    return Phrase(f"startpage.state.{waiting}", {**known, **there, "open": len(status["open"])})
