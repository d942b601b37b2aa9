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
from tournament.record.replay import Entrant, Tournament
from tournament.review.open_effects import find_nobody, list_uncertain
from tournament.standings.chances import PRIZES, Chances, weigh_chances
from tournament.standings.places import Player, Standing
from tournament.standings.ties import TIE_CHAIN, rank_players

MOST_SURE = 0.999
"""As long as a sheet is missing no place is surer: the scenarios deal rounds like those played, and no others."""


def rank_book(book: Book, tournament: Tournament, entries: Sequence[Entry]) -> Book:
    """The book with what the file knows of tournament and players, and the standings by the file's chain of ties."""
    rounds = list_round_numbers(book, tournament)
    open_rounds = [number for number in range(1, book.last_round + 1) if number not in tournament.closed]
    players = tuple(_find_missing(one, tournament, open_rounds) for one in enter_players(book.players, tournament))
    return replace(
        book,
        players=players,
        absent=_list_absent(players, tournament, open_rounds),
        standings=rank_by_rules(players, tournament),
        title=tournament.opening.title,
        day=_find_day(entries),
        planned=tournament.opening.rounds,
        closed=bool(rounds) and set(rounds) <= tournament.closed.keys(),
        signed=frozenset(item for one in tournament.closed.values() for item in one.open_items),
    )


def _find_missing(player: Player, tournament: Tournament, rounds: Sequence[int]) -> Player:
    """The player with the rounds of which no sheet has come that names the player."""
    entrant = tournament.find_player(player.start)
    if entrant is None:
        return player
    lacking = (number for number in rounds if _is_due(entrant, tournament, number))
    return replace(player, missing=tuple(number for number in lacking if player.get_points(number) is None))


def _is_due(entrant: Entrant, tournament: Tournament, round_: int) -> bool:
    """Whether the player plays in that round, and sits at a table where it was drawn."""
    tables = tournament.draws.get(round_)
    return entrant.plays(round_) and (not tables or any(entrant.start in table.starts for table in tables))


def _list_absent(players: Sequence[Player], tournament: Tournament, rounds: Sequence[int]) -> tuple[Player, ...]:
    """Who plays in these rounds, and is on no sheet yet."""
    known, first = {player.start for player in players}, max((one.number for one in players), default=0) + 1
    left = [one for one in tournament.players if one.start not in known]
    lines = (
        _find_missing(Player(number, one.name, (), start=one.start, club=one.club), tournament, rounds)
        for number, one in enumerate(left, first)
    )
    return tuple(one for one in lines if one.missing)


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


def rank_all(players: Sequence[Player], tournament: Tournament) -> tuple[Standing, ...]:
    """The same with those of whom no sheet has come: they share the place behind all others."""
    seen, unseen = ([one for one in players if bool(one.sittings) is has] for has in (True, False))
    last = len(seen) + 1
    return (*rank_by_rules(seen, tournament), *(Standing(last, len(unseen) > 1, player) for player in unseen))


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
    rank = partial(rank_all, tournament=tournament)
    prizes = len(tournament.opening.prizes) or PRIZES
    every = replace(book, players=(*book.players, *book.absent))
    chances = weigh_chances(every.players, list_uncertain(every), rank, prizes, find_nobody(book))
    if not any(player.missing for player in every.players):
        return chances
    capped = {number: min(sure, MOST_SURE) for number, sure in chances.sure.items()}
    return replace(chances, sure=capped, prizes=min(chances.prizes, MOST_SURE))
