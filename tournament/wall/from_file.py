"""What a tournament's file says of its occasion, and how handed-out standings are kept in it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime

from texts.languages import Lang
from tournament.evening.book import Book
from tournament.evening.occasion import Occasion
from tournament.filing.making import open_evening
from tournament.record.entries import Entry
from tournament.record.facts import Posted, SheetRead
from tournament.record.state import Tournament
from tournament.record.store import Store


def find_occasion(tournament: Tournament, entries: Sequence[Entry]) -> Occasion:
    """The tournament's title, players and rounds; the day is that of its last sheet, before any sheet its first."""
    opening, people = tournament.opening, tournament.players
    return Occasion(
        title=opening.title, day=_find_day(entries), planned=opening.rounds,
        final=set(range(1, opening.rounds + 1)) <= tournament.closed.keys(),
        starts={name: player.start for player in people for name in (*player.substitutes.values(), player.name)},
        clubs={player.name: player.club for player in people if player.club},
    )


def _find_day(entries: Sequence[Entry]) -> date:
    """By the clock on the wall."""
    sheets = [entry.when for entry in entries if isinstance(entry.fact, SheetRead)]
    return datetime.fromisoformat(sheets[-1] if sheets else entries[0].when).astimezone().date()


FILE_LANG: Lang = "de"
"""A seat without a player has a name in some language; in the file it is always in this one."""


def post_standings(store: Store) -> tuple[Posted, ...]:
    """The standings of the tournament in the store, as the file keeps them."""
    evening = open_evening(store, FILE_LANG)
    return list_posted(evening.book, evening.tournament)


def list_posted(book: Book, tournament: Tournament) -> tuple[Posted, ...]:
    """The standings of a book in `FILE_LANG` as the file keeps them: start number 0 for whoever has none."""
    starts = {player.name: player.start for player in tournament.players}
    return tuple(
        Posted(one.place, starts.get(one.player.name, 0), one.player.name, one.player.total) for one in book.standings
    )
