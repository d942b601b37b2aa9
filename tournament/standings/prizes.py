"""Money, prizes, place points and teams.

Players who tie share the value of their places. No cent is created or lost: a remainder that cannot be divided stays in
the till, and is shown. The best members of a team count.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby

from scoring.findings import write_points
from texts.sentences import Phrase
from tournament.standings.places import Player, Standing, group_by_key, number_places

TILL = 0
"""Stands for the organiser's till where a payment names a player's number."""


@dataclass(frozen=True, slots=True)
class Payment:
    """One player pays another. Players by number; `TILL` where points do not add up to 0 and the till fills in."""

    payer: int
    payee: int
    cents: int


def count_money(players: Sequence[Player], cents_per_point: int) -> Mapping[int, int]:
    """By the player's number how many cents the points are worth, below 0 for who must pay."""
    return {player.number: player.total * cents_per_point for player in players}


def settle_up(balances: Mapping[int, int]) -> tuple[Payment, ...]:
    """Payments after which nobody owes anything: fewer than there are players, the largest debts first.

    If the balances do not add up to 0, because rows are still open, the till pays or takes the rest.
    """
    rest = sum(balances.values())
    open_ = dict(balances) | ({TILL: -rest} if rest else {})
    payments: list[Payment] = []
    while any(open_.values()):
        payer = min(open_, key=lambda number: (open_[number], number))
        payee = max(open_, key=lambda number: (open_[number], -number))
        cents = min(-open_[payer], open_[payee])
        payments.append(Payment(payer, payee, cents))
        open_[payer] += cents
        open_[payee] -= cents
    return tuple(payments)


def give_place_points(standings: Sequence[Standing], points: Sequence[int]) -> Mapping[int, Fraction]:
    """By the player's number the place points; 0 below the last place that has any.

    `points`: for the first place, the second ... Players who share places get the mean of the points for these places.
    Players who withdrew get none.
    """
    return {
        player.number: Fraction(sum(points[place - 1 : place - 1 + len(tied)]), len(tied))
        for place, tied in list_placed(standings)
        for player in tied
    } | {one.player.number: Fraction(0) for one in standings if one.player.withdrawn}


def list_placed(standings: Sequence[Standing]) -> Iterator[tuple[int, tuple[Player, ...]]]:
    """(place, players who share it) for all who did not withdraw, the first place first."""
    playing = [one for one in standings if not one.player.withdrawn]
    for place, tied in groupby(playing, key=lambda one: one.place):
        yield place, tuple(one.player for one in tied)


@dataclass(frozen=True, slots=True)
class Team:
    """A team and its place. `counted`: the members whose points count, the best first; `complete`: whether there are
    as many of them as must count."""

    place: int
    shared: bool
    name: str
    counted: tuple[Player, ...]
    complete: bool

    @property
    def total(self) -> int:
        """The points of the members who count."""
        return sum(player.total for player in self.counted)


def find_teams(players: Sequence[Player], clubs: Mapping[int, str]) -> Mapping[int, str]:
    """By the player's number the club for which the player's points count; players who withdrew are left out. `clubs`:
    by start number."""
    return {one.number: clubs.get(one.start, "") for one in players if not one.withdrawn}


def rank_teams(players: Sequence[Player], team_of: Mapping[int, str], counting: int) -> tuple[Team, ...]:
    """The teams by place. `team_of`: by the player's number; who is in no team is left out. `counting`: how many
    members count, the best ones.

    Teams that tie are parted by their best member, then by the second best and so on. A team with fewer members comes
    behind all complete ones.
    """
    members: dict[str, list[Player]] = {}
    for player in sorted(players, key=lambda player: (-player.total, player.name.casefold())):
        if name := team_of.get(player.number, ""):
            members.setdefault(name, []).append(player)
    teams = [(name, tuple(found[:counting])) for name, found in sorted(members.items())]
    placed = number_places(group_by_key(teams, lambda team: _weigh_team(team[1], counting)))
    return tuple(
        Team(place, shared, name, counted, len(counted) == counting) for place, shared, (name, counted) in placed
    )


def name_teams(players: Sequence[Player], counting: int) -> tuple[Phrase, ...]:
    """The clubs by place in one sentence, so many of the best members of each counted; () where none count, or nobody
    has a club."""
    clubs = {one.number: one.club for one in players if not one.withdrawn}
    teams = rank_teams(players, clubs, counting) if counting else ()
    named = tuple(
        Phrase("standings.teams.one", {"place": one.place, "name": one.name, "points": write_points(one.total)})
        for one in teams
    )
    return (Phrase("standings.teams.all", {"count": counting, "teams": named}),) if named else ()


def _weigh_team(counted: Sequence[Player], counting: int) -> tuple[bool, int, tuple[int, ...]]:
    totals = tuple(player.total for player in counted)
    return len(totals) == counting, sum(totals), totals


@dataclass(frozen=True, slots=True)
class Payout:
    """`cents`: (player's number, cents) for all who win something, the first place first. `left`: cents that stay in
    the till, because they cannot be divided among players who tie or because nobody has the place."""

    cents: tuple[tuple[int, int], ...]
    left: int


def name_euros(cents: int) -> Phrase:
    """12,50 € in German, €12.50 in English."""
    return Phrase("standings.euros", {"amount": cents / 100})


def name_prizes(standings: Sequence[Standing], prizes: Sequence[int], *, final: bool) -> tuple[Phrase, ...]:
    """Who gets which prize, or, before the standings are final, the prizes by place: one sentence, () without
    prizes."""
    if not prizes:
        return ()
    if not final:
        named = [{"place": place, "amount": name_euros(cents)} for place, cents in enumerate(prizes, 1)]
        return (_name_all("planned", named),)
    payout, names = pay_prizes(standings, prizes), {one.player.number: one.player.name for one in standings}
    paid = _name_all("paid", [{"who": names[who], "amount": name_euros(cents)} for who, cents in payout.cents])
    left = Phrase("standings.prizes.left", {"amount": name_euros(payout.left)})
    return (paid, left) if payout.left else (paid,)


def _name_all(which: str, named: Sequence[Mapping[str, object]]) -> Phrase:
    parts = tuple(Phrase(f"standings.prizes.{which}", one) for one in named)
    return Phrase("standings.prizes.all", {"prizes": parts})


def pay_prizes(standings: Sequence[Standing], prizes: Sequence[int]) -> Payout:
    """Who gets which prize. `prizes`: cents for the first place, the second ...

    Players who share places share the prizes of these places evenly. Players who withdrew win nothing.
    """
    shares = [
        (player.number, sum(prizes[place - 1 : place - 1 + len(tied)]) // len(tied))
        for place, tied in list_placed(standings)
        for player in tied
    ]
    paid = tuple((number, cents) for number, cents in shares if cents)
    return Payout(paid, sum(prizes) - sum(cents for _, cents in paid))
