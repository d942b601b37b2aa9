"""The evenings that were open lately, remembered in the user's own folder.

A tournament in a database is not remembered: its address can hold a password.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, date, datetime
from hashlib import sha256
from pathlib import Path
from threading import Lock

from pydantic import TypeAdapter

from desk.web.access import find_register, make_state_folder
from desk.web.page_lock import Running, find_running
from tournament.record.open_store import open_store
from tournament.record.record_errors import is_url
from tournament.record.replay import Tournament, replay
from tournament.whole_files import write_whole

MOST = 100
"""Evenings that are remembered: a club has some fifty in a year."""
_ID_LETTERS = 16


@dataclass(frozen=True, slots=True)
class Recent:
    """An evening that was open. `where`: its file's whole path; `key`: the tournament's; `day`: when it is played, or
    was made; `opened`: UTC, when it was last opened; `players`, `rounds`: as they were then."""

    where: str
    key: str
    title: str
    day: date
    opened: datetime
    players: int
    rounds: int

    @property
    def id(self) -> str:
        """What names it in addresses."""
        return name_evening(self.where)

    @property
    def is_there(self) -> bool:
        """Whether its file is where it was."""
        return Path(self.where).is_file()

    def find_server(self) -> Running | None:
        """Where the evening's pages run now, in this process or another; None where they do not."""
        return find_running(find_register(self.where, self.key).with_suffix(".lock"))


_RECENT = TypeAdapter(tuple[Recent, ...])


class RecentEvenings:
    """The list, last opened first, kept in a file. Every call may come from any thread."""

    def __init__(self) -> None:
        self._path, self._lock = make_state_folder() / "evenings.json", Lock()

    def list_all(self) -> tuple[Recent, ...]:
        """All of them; none where the list cannot be read."""
        with suppress(OSError, ValueError):
            return _RECENT.validate_json(self._path.read_bytes())
        return ()

    def find(self, id_: str) -> Recent | None:
        """The one with that name."""
        return next((one for one in self.list_all() if one.id == id_), None)

    def note(self, where: str) -> Tournament:
        """Puts the evening first, as its file is now; returns it. Raises the errors of `open_store`."""
        entries = open_store(where).read_entries()
        tournament = replay(entries)
        if not is_url(where):
            opening = tournament.opening
            made = datetime.fromisoformat(entries[0].when).astimezone().date()
            day = date.fromisoformat(opening.day) if opening.day else made
            first = (find_place(where), opening.key, opening.title, day, datetime.now(UTC))
            self._put(Recent(*first, len(tournament.players), opening.rounds))
        return tournament

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


def find_place(where: str) -> str:
    """One name for one file, however it was called."""
    return where if is_url(where) else str(Path(where).resolve())


def name_evening(where: str) -> str:
    """What names the file in addresses; it tells nothing of its place."""
    return sha256(find_place(where).encode(errors="surrogateescape")).hexdigest()[:_ID_LETTERS]
