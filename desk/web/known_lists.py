"""Lists that former evenings of this computer read: a club shows its own list once, and chooses it from then on.

Each comes from its evening's file; nothing else keeps it. An evening is named by a list made here, so that no address
reaches any other file on the disk.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import date

from desk.web.recent_evenings import Recent, RecentEvenings, find_place
from templates.foreign.layout_file import load_layout_text
from texts.languages import Lang
from texts.sentences import SpokenError, say
from tournament.record.open_store import open_store
from tournament.record.replay import replay

_MOST = 12
"""Evenings that are looked into, the last opened first: each takes some milliseconds."""


@dataclass(frozen=True, slots=True)
class KnownList:
    """A list as an evening read it. `id`: what names the evening in addresses."""

    id: str
    title: str
    day: date
    layout_toml: str
    seats: int
    games: int
    plain: str

    def say(self, lang: Lang) -> str:
        """The list in one line, by the evening that read it."""
        day = {"day": self.day.day, "month": self.day.month, "year": self.day.year}
        key = f"ownlist.known.{self.plain or 'line'}"
        return say(lang, key, title=self.title, seats=self.seats, games=self.games, **day)


def list_known_lists(own: str = "") -> tuple[KnownList, ...]:
    """Every list that one of the last evenings read, the latest first, each once. `own`: the evening that asks."""
    found: dict[str, KnownList] = {}
    here = find_place(own) if own else ""
    for recent in [one for one in RecentEvenings().list_all() if one.is_there and one.where != here][:_MOST]:
        for one in _read_list(recent):
            found.setdefault(one.layout_toml, one)
    return tuple(found.values())


def find_known_list(id_: str) -> KnownList | None:
    """The list of the evening of that name; None where it has none."""
    recent = RecentEvenings().find(id_)
    return None if recent is None or not recent.is_there else next(_read_list(recent), None)


def _read_list(recent: Recent) -> Iterator[KnownList]:
    """The evening's list; none for a file that cannot be read."""
    with suppress(SpokenError):
        text = replay(open_store(recent.where).read_entries()).opening.own_list
        if text:
            layout = load_layout_text(text)
            yield KnownList(recent.id, recent.title, recent.day, text, layout.seats, layout.games, layout.plain)
