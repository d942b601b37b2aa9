"""How standings that were handed out are kept in a tournament's file."""

from __future__ import annotations

from texts.languages import Lang
from tournament.evening.book import Book
from tournament.filing.making import open_evening
from tournament.record.facts import Posted
from tournament.record.store import Store
from tournament.record.tournament_state import Tournament

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
