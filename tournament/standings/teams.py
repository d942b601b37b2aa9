"""Teams: the best members' points together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tournament.standings.places import group_by_key, number_places
from tournament.standings.player import Player


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


def _weigh_team(counted: Sequence[Player], counting: int) -> tuple[bool, int, tuple[int, ...]]:
    totals = tuple(player.total for player in counted)
    return len(totals) == counting, sum(totals), totals
