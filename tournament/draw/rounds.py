"""Which rounds are to be drawn, and the draw of all of them, from plain values."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, field
from typing import Final

from tournament.draw.plan import METHOD, Tables, draw_rounds
from tournament.draw.tables import Lineup, NoDraw

_GROUP: Final = re.compile(rf"{METHOD} (\d{{1,3}}(?:,\d{{1,3}})*)")
"""A method in the record: its name, and the rounds that were drawn together."""


@dataclass(frozen=True, slots=True)
class RoundDraw:
    """A round that was drawn. `seed`, `method`: what stands in the record, with the rounds that were drawn together."""

    round: int
    seed: str
    method: str
    tables: Tables


@dataclass(frozen=True, slots=True)
class Schedule:
    """What the draw needs to know of a tournament.

    `lineups`: who plays, by round from 1 on. `draws`: the draws so far. `scanned`: the rounds of which a sheet is in.
    `origins`: seed and method of the draws so far, by round.
    """

    lineups: Mapping[int, Lineup]
    draws: Mapping[int, Tables]
    scanned: Set[int]
    origins: Mapping[int, tuple[str, str]] = field(default_factory=dict)

    def fits(self, round_: int) -> bool:
        """Whether the round is drawn, for those who play in it."""
        drawn = {start for table in self.draws.get(round_, ()) for start in table.starts}
        return round_ in self.draws and drawn == set(self.lineups[round_].players)

    def check_round(self, round_: int) -> None:
        """Raises `NoDraw` for a round that the tournament does not have, or of which sheets are in already."""
        if round_ not in self.lineups:
            raise NoDraw("book.draw.no-such-round", round=round_, rounds=len(self.lineups))
        if round_ in self.scanned:
            raise NoDraw("book.draw.has-sheets", round=round_)

    def list_open(self) -> list[int]:
        """The rounds that are not drawn for those who play in them, and of which no sheet is in."""
        return [round_ for round_ in self.lineups if round_ not in self.scanned and not self.fits(round_)]


def follow_plan(schedule: Schedule, wanted: int | None, seed: str | None) -> tuple[RoundDraw, ...]:
    """The round `wanted`, or all that are open, as they were planned when an earlier round was drawn.

    () where no plan has them: since then the players changed or two of them swapped seats, the round is drawn once more
    already, or another `seed` is asked for.
    """
    rounds = [round_ for round_ in schedule.list_open() if wanted in (None, round_)]
    if not rounds or schedule.draws.keys() & set(rounds):
        return ()
    for planned, method in dict.fromkeys(schedule.origins[round_] for round_ in sorted(schedule.origins)):
        group = _read_group(method)
        if set(rounds) <= set(group) <= schedule.lineups.keys() and seed in (None, planned):
            made = _draw_again(schedule, group, rounds, planned)
            if made and all(made[round_] == schedule.draws[round_] for round_ in schedule.draws if round_ in group):
                return tuple(RoundDraw(round_, planned, method, made[round_]) for round_ in rounds)
    return ()


def _read_group(method: str) -> tuple[int, ...]:
    """The rounds that were drawn together; () for a draw that was made otherwise."""
    found = _GROUP.fullmatch(method)
    return tuple(map(int, found[1].split(","))) if found else ()


def _draw_again(schedule: Schedule, group: Sequence[int], rounds: Sequence[int], seed: str) -> dict[int, Tables]:
    """The rounds of the group for those who play in all of the `rounds`; {} where these are not the same players."""
    lineup = schedule.lineups[rounds[0]]
    if any(schedule.lineups[round_] != lineup for round_ in rounds):
        return {}
    others = [tables for round_, tables in sorted(schedule.draws.items()) if round_ not in group]
    return dict(zip(group, draw_rounds(lineup, others, group, seed), strict=True))


def draw_schedule(schedule: Schedule, wanted: int | None, seed: str) -> tuple[RoundDraw, ...]:
    """The draw of the round `wanted`, or of all that are open.

    Rounds with the same players are drawn together. The round that is wanted is drawn together with the open ones after
    it, which are then dropped: so it leaves room for them. Raises `NoDraw`.
    """
    if wanted is not None:
        schedule.check_round(wanted)
    rounds = [round_ for round_ in schedule.list_open() if wanted is None or round_ > wanted]
    if wanted is None and not rounds:
        raise NoDraw("book.draw.all-drawn")
    groups = _group_alike(schedule.lineups, rounds if wanted is None else [wanted, *rounds])
    draws = {round_: tables for round_, tables in schedule.draws.items() if round_ not in rounds and round_ != wanted}
    made: list[RoundDraw] = []
    for group in groups if wanted is None else groups[:1]:
        others = [tables for _, tables in sorted(draws.items())]
        drawn = draw_rounds(schedule.lineups[group[0]], others, group, seed)
        draws.update(zip(group, drawn, strict=True))
        method = f"{METHOD} {','.join(map(str, group))}"
        made += [RoundDraw(round_, seed, method, tables) for round_, tables in zip(group, drawn, strict=True)]
    return tuple(made) if wanted is None else tuple(made[:1])


def _group_alike(lineups: Mapping[int, Lineup], rounds: Sequence[int]) -> list[list[int]]:
    """The rounds in order, those that follow each other with the same players as one group."""
    groups: list[list[int]] = []
    for round_ in rounds:
        if groups and lineups[groups[-1][0]] == lineups[round_]:
            groups[-1].append(round_)
        else:
            groups.append([round_])
    return groups
