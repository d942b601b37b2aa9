"""The players of a tournament's file in the standings: start numbers, who withdrew, and the tournament's own ties;
and how sure these standings are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from tournament.evening.book import Book
from tournament.record.tournament_state import Entrant, Tournament
from tournament.review.open_effects import find_nobody, list_uncertain
from tournament.standings.chances import PRIZES, Chances, weigh_chances
from tournament.standings.places import Player, Standing
from tournament.standings.ties import TIE_CHAIN, rank_players


def rank_book(book: Book, tournament: Tournament) -> Book:
    """The book with its players as the file knows them, and the standings by the file's chain of ties."""
    players = tuple(enter_players(book.players, tournament))
    return replace(book, players=players, standings=rank_by_rules(players, tournament))


def rank_by_rules(players: Sequence[Player], tournament: Tournament) -> tuple[Standing, ...]:
    """The players by place, as the tournament parts ties. Lots are drawn by the file's key, which was there first."""
    return rank_players(players, tournament.opening.ties or TIE_CHAIN, tournament.opening.key)


def enter_players(players: Sequence[Player], tournament: Tournament) -> list[Player]:
    """The players with their start numbers; a name that the file does not have keeps the number 0."""
    entrants = {entrant.name.casefold(): entrant for entrant in tournament.players}
    return [_enter(player, entrants.get(player.name.casefold()), tournament.opening.rounds) for player in players]


def _enter(player: Player, entrant: Entrant | None, rounds: int) -> Player:
    if entrant is None:
        return player
    left = entrant.dropped_after is not None and entrant.dropped_after < rounds
    return replace(player, start=entrant.start, withdrawn=left)


def weigh_evening(book: Book, tournament: Tournament) -> Chances:
    """How sure the standings are, and which open items matter for the prizes, or the first places without prizes."""
    rank = partial(rank_by_rules, tournament=tournament)
    prizes = len(tournament.opening.prizes) or PRIZES
    return weigh_chances(book.players, list_uncertain(book), rank, prizes, find_nobody(book))
