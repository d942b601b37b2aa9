"""The book as its tournament's file knows it: title and day, start numbers, clubs, who withdrew, what is closed, and
the tournament's own ties; and how sure these standings are.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from functools import partial

from texts.sentences import Moment
from tournament.evening.book import Book
from tournament.record.entries import Entry
from tournament.record.facts import SheetRead
from tournament.record.tournament_state import Entrant, Tournament
from tournament.review.open_effects import find_nobody, list_uncertain
from tournament.standings.chances import PRIZES, Chances, weigh_chances
from tournament.standings.places import Player, Standing
from tournament.standings.ties import TIE_CHAIN, rank_players


def rank_book(book: Book, tournament: Tournament, entries: Sequence[Entry]) -> Book:
    """The book with what the file knows of tournament and players, and the standings by the file's chain of ties."""
    players, rounds = tuple(enter_players(book.players, tournament)), list_round_numbers(book, tournament)
    return replace(
        book,
        players=players,
        standings=rank_by_rules(players, tournament),
        title=tournament.opening.title,
        day=_find_day(entries),
        planned=tournament.opening.rounds,
        closed=bool(rounds) and set(rounds) <= tournament.closed.keys(),
        signed=frozenset(item for one in tournament.closed.values() for item in one.open_items),
    )


def list_round_numbers(book: Book, tournament: Tournament) -> list[int]:
    """All rounds: those that the tournament has, those drawn, and those of its sheets."""
    seen = (number for number in book.rounds if number is not None)
    return sorted({*range(1, tournament.opening.rounds + 1), *tournament.draws, *seen})


def _find_day(entries: Sequence[Entry]) -> date:
    """The day of the last sheet, before any sheet the file's first, by the clock on the wall."""
    sheets = [entry.when for entry in entries if isinstance(entry.fact, SheetRead)]
    return Moment(sheets[-1] if sheets else entries[0].when).find_day()


def rank_by_rules(players: Sequence[Player], tournament: Tournament) -> tuple[Standing, ...]:
    """The players by place, as the tournament parts ties. Lots are drawn by the file's key, which was there first."""
    return rank_players(players, tournament.opening.ties or TIE_CHAIN, tournament.opening.key)


def enter_players(players: Sequence[Player], tournament: Tournament) -> list[Player]:
    """The players with their start numbers and clubs; a name that the file does not have keeps the number 0."""
    entrants = {entrant.name.casefold(): entrant for entrant in tournament.players}
    return [_enter(player, entrants.get(player.name.casefold()), tournament.opening.rounds) for player in players]


def _enter(player: Player, entrant: Entrant | None, rounds: int) -> Player:
    if entrant is None:
        return player
    left = entrant.dropped_after is not None and entrant.dropped_after < rounds
    return replace(player, start=entrant.start, withdrawn=left, club=entrant.club)


def weigh_evening(book: Book, tournament: Tournament) -> Chances:
    """How sure the standings are, and which open items matter for the prizes, or the first places without prizes."""
    rank = partial(rank_by_rules, tournament=tournament)
    prizes = len(tournament.opening.prizes) or PRIZES
    return weigh_chances(book.players, list_uncertain(book), rank, prizes, find_nobody(book))
