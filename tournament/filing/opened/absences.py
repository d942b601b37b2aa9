"""What the tournament's file holds about players besides their points: number and club, who left, who is on no sheet
yet, why a player has no points in a round, and who has paid.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from texts.sentences import Phrase
from tournament.draw.table_sizes import SPRINGER_MARK, Table
from tournament.evening.book import Book
from tournament.filing.opened.awarded_players import add_awards
from tournament.record.replay import Entrant, Tournament
from tournament.standings.places import Gap, Player
from tournament.standings.prizes import name_euros


def describe_players(book: Book, tournament: Tournament) -> tuple[Player, ...]:
    """The book's players with what the file holds about them; a name that is not in it keeps the start number 0."""
    entrants = {entrant.name.casefold(): entrant for entrant in tournament.players}
    named, last = ((player, entrants.get(player.name.casefold())) for player in book.players), book.last_round
    springers = list_springers(tournament)
    return tuple(
        replace(player, springer=player.name in springers)
        if entrant is None
        else _describe(player, entrant, tournament, last)
        for player, entrant in named
    )


def list_springers(tournament: Tournament) -> frozenset[str]:
    """The names under which players sit at second tables."""
    return frozenset(
        name
        for round_ in tournament.draws
        for seated in tournament.name_tables(round_).values()
        for name in seated
        if name.endswith(SPRINGER_MARK)
    )


def list_absent(players: Sequence[Player], tournament: Tournament, last: int) -> tuple[Player, ...]:
    """The players of the tournament who are on no sheet of the rounds up to the `last`: a sheet is missing, or they
    come later."""
    known, first = {player.start for player in players}, max((one.number for one in players), default=0) + 1
    left = [one for one in tournament.players if one.start not in known]
    lines = (_describe(Player(number, one.name, ()), one, tournament, last) for number, one in enumerate(left, first))
    return tuple(one for one in lines if one.missing or (one.gaps and one.left_after is None))


def list_gone(players: Sequence[Player], tournament: Tournament) -> tuple[Player, ...]:
    """Who left and is on no sheet, mostly before the first game: such players have no line, only a sentence."""
    known = {player.start for player in players}
    left = (one for one in tournament.players if one.start not in known and one.dropped_after is not None)
    return tuple(Player(0, one.name, (), start=one.start, left_after=one.dropped_after) for one in left)


def _describe(player: Player, entrant: Entrant, tournament: Tournament, last: int) -> Player:
    after = entrant.dropped_after
    left_after = None if after is None or after >= tournament.opening.rounds else after
    gaps = tuple(_list_gaps(player, entrant, tournament, last))
    known = replace(player, start=entrant.start, club=entrant.club, left_after=left_after, gaps=gaps)
    return add_awards(known, tournament.awards)


def _list_gaps(player: Player, entrant: Entrant, tournament: Tournament, last: int) -> Iterator[tuple[int, Gap]]:
    """The rounds up to the `last` without points, each with the reason."""
    for round_ in range(1, last + 1):
        if player.get_points(round_) is None:
            yield round_, _explain_gap(entrant, round_, tournament)


def _explain_gap(entrant: Entrant, round_: int, tournament: Tournament) -> Gap:
    """Why the player has no points in the round."""
    if round_ in tournament.cancelled:
        return "cancelled"
    if entrant.dropped_after is not None and round_ > entrant.dropped_after:
        return "withdrew"
    if round_ in entrant.paused:
        return "late" if entrant.paused.issuperset(range(1, round_)) else "paused"
    if round_ in tournament.draws and entrant.start not in _list_seated(tournament.draws[round_]):
        return "undrawn"
    return "closed" if round_ in tournament.closed else "missing"


@lru_cache(maxsize=128)
def _list_seated(tables: tuple[Table, ...]) -> frozenset[int]:
    """The start numbers at these tables. Cached, as it is needed for each player of a large hall."""
    return frozenset(start for table in tables for start in table.starts)


@dataclass(frozen=True, slots=True)
class Fees:
    """The entry fee: what each player pays, in cents, 0 if unknown; who has paid, and who has not but should."""

    cents: int
    paid: tuple[str, ...]
    unpaid: tuple[str, ...]

    def say(self) -> tuple[Phrase, ...]:
        """Sentences on how much came in and who has not paid; () if there is no fee and nobody has paid."""
        if not self.cents and not self.paid:
            return ()
        gaps: dict[str, object] = {"paid": len(self.paid), "players": len(self.paid) + len(self.unpaid)}
        gaps |= {"names": self.unpaid, "fee": name_euros(self.cents)}
        gaps |= {"sum": name_euros(self.cents * len(self.paid)), "rest": name_euros(self.cents * len(self.unpaid))}
        owing = ("unpaid" if self.cents else "unpaid-plain") if self.unpaid else "all-paid"
        keys = ("sum" if self.cents else "count", owing)
        return tuple(Phrase(f"book.fee.{key}", gaps) for key in keys)


def count_fees(tournament: Tournament) -> Fees:
    """The fees of the tournament; players who left before the first round need not pay."""
    due = [one for one in tournament.players if one.paid or one.dropped_after != 0]
    paid, unpaid = (tuple(one.name for one in due if one.paid is has) for has in (True, False))
    return Fees(tournament.fee, paid, unpaid)


_ORDER: tuple[Gap, ...] = ("withdrew", "late", "paused", "missing", "closed", "undrawn", "cancelled")
_MOST_NAMED = 6
"""A sentence names at most so many players; if there are more, only their number."""


def explain_gaps(book: Book) -> tuple[Phrase, ...]:
    """The sentences below a list: one for each reason of a "–" in it, with the players; and who left without having
    played, and has no line."""
    found: dict[tuple[Gap, int], list[str]] = {}
    for line in book.lines:
        for key in dict.fromkeys(_sum_up(line.player, round_, gap) for round_, gap in line.player.gaps):
            found.setdefault(key, []).append(line.player.name)
    for player in book.gone:
        found.setdefault(("withdrew", player.left_after or 0), []).append(player.name)
    return tuple(_say_gap(*key, names) for key, names in sorted(found.items(), key=_sort_gap))


def explain_leavings(book: Book) -> tuple[Phrase, ...]:
    """Of these sentences those on who left."""
    return tuple(one for one in explain_gaps(book) if one.key.endswith(("withdrew", "withdrew-first")))


def explain_gap(player: Player, round_: int, gap: Gap) -> Phrase:
    """The sentence on why one player has no points in one round."""
    return _say_gap(*_sum_up(player, round_, gap), [player.name])


def _sum_up(player: Player, round_: int, gap: Gap) -> tuple[Gap, int]:
    """The reason, with the round that its sentence names. All rounds of a player who came late or left are one."""
    if gap == "withdrew":
        return gap, player.left_after or 0
    late = [number for number, why in player.gaps if why == "late"]
    return (gap, late[-1] + 1) if gap == "late" else (gap, round_)


def _sort_gap(found: tuple[tuple[Gap, int], list[str]]) -> tuple[int, int]:
    (gap, round_), _ = found
    return _ORDER.index(gap), round_


def _say_gap(gap: Gap, round_: int, names: Sequence[str]) -> Phrase:
    first = "-first" if gap == "withdrew" and not round_ else ""
    gaps = {"round": round_, "names": tuple(names), "count": len(names)}
    many = len(names) > _MOST_NAMED
    return Phrase(f"wall.gap.many.{gap}{first}" if many else f"wall.gap.{gap}{first}", gaps)
