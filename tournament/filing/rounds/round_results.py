"""The results by which a round is seated, and which seats later corrections would change.

The seats of a round are an entry, and stay. The results they were computed from are a second entry, so that anybody can
compute them again; later corrections are compared with it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from texts.languages import Lang
from texts.sentences import Phrase
from tournament.draw.form_rounds import Rank, seat_again
from tournament.draw.seating_ways import BY_RESULTS, Results, read_way
from tournament.draw.table_sizes import NoDraw, Table
from tournament.evening.counted_sheets import list_players
from tournament.filing.opened.absences import describe_players
from tournament.filing.opened.open_evening import Evening, open_evening, take_ranking
from tournament.filing.setup.draw_entries import make_schedule
from tournament.record.player_facts import SeatedBy
from tournament.record.replay import Tournament
from tournament.record.store import Store

MOST_NAMED = 12
"""Players that a sentence names."""


def find_results(evening: Evening, round_: int) -> Results:
    """Places and points before that round, by start number, for players who are on a sheet."""
    book, tournament = evening.book, evening.tournament
    entries = tuple(entry for entry in book.entries if entry.round is not None and entry.round < round_)
    listed = describe_players(replace(book, players=list_players(entries)), tournament)
    players = [replace(player, left_after=None) for player in listed if player.start]
    places = {one.player.start: one.place for one in take_ranking(tournament)(players)}
    last = {player.start: player.get_points(round_ - 1) for player in players}
    return Results(places, {start: points for start, points in last.items() if points is not None})


def read_basis(basis: SeatedBy) -> Results:
    """The results in that entry."""
    return Results(dict(basis.places), dict(basis.points))


def rank_when_asked(look: Callable[[], Evening]) -> Rank:
    """A function for the results before a round. It calls `look` to open the evening only if a round needs them."""
    return lambda round_: find_results(look(), round_)


@dataclass(frozen=True, slots=True)
class Displaced:
    """A round whose seats would differ after later corrections: names of players whose results changed since, and of
    those who would sit at another table."""

    round: int
    changed: tuple[str, ...]
    elsewhere: tuple[str, ...]

    def say(self) -> Phrase:
        """The sentence that the seats stay, and who would sit elsewhere."""
        key = "otherwise" if self.elsewhere else "same-seats"
        gaps = {"round": self.round, "names": _cut(self.changed), "elsewhere": _cut(self.elsewhere)}
        return Phrase(f"form.{key}", gaps)


def _cut(names: tuple[str, ...]) -> tuple[str, ...]:
    return (*names[:MOST_NAMED], "…") if len(names) > MOST_NAMED else names


def list_displaced(evening: Evening) -> tuple[Displaced, ...]:
    """The rounds seated by results of which some have changed since."""
    return tuple(_find_displaced(evening))


def list_displaced_in(store: Store, tournament: Tournament, lang: Lang) -> tuple[Displaced, ...]:
    """As `list_displaced`, for a file; its evening is opened only if a round was seated by results."""
    return list_displaced(open_evening(store, lang)) if tournament.bases else ()


def _find_displaced(evening: Evening) -> Iterator[Displaced]:
    tournament = evening.tournament
    for round_, basis in sorted(tournament.bases.items()):
        then, now = read_basis(basis), find_results(evening, round_)
        if then == now or read_way(tournament.drawn[round_].method) not in BY_RESULTS:
            continue
        known = (then.places, now.places), (then.points, now.points)
        starts = {start for old, new in known for start in old.keys() | new.keys() if old.get(start) != new.get(start)}
        moved = _list_moved(tournament, round_, then, now)
        yield Displaced(round_, _name(tournament, round_, starts), _name(tournament, round_, moved))


def _list_moved(tournament: Tournament, round_: int, then: Results, now: Results) -> set[int]:
    """The players who would sit at another table if the round were seated again by the current results and the same
    seed."""
    schedule, drawn = make_schedule(tournament), tournament.drawn[round_]
    try:
        old, new = (_list_tables(seat_again(schedule, round_, drawn.seed, drawn.method, one)) for one in (then, now))
    except NoDraw:
        return set()
    return {start for start in old.keys() | new.keys() if old.get(start) != new.get(start)}


def _list_tables(tables: tuple[Table, ...]) -> dict[int, int]:
    return {start: table.number for table in sorted(tables, key=lambda one: -one.number) for start in table.starts}


def _name(tournament: Tournament, round_: int, starts: set[int]) -> tuple[str, ...]:
    return tuple(player.name_in(round_) for player in tournament.players if player.start in starts)
