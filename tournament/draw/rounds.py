"""Which rounds are to be drawn, and the draw of all of them, from plain values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass

from tournament.draw.plan import METHOD, Tables, draw_rounds
from tournament.draw.tables import Lineup, NoDraw


@dataclass(frozen=True, slots=True)
class RoundDraw:
    """A round that was drawn. `method`: what stands in the record, with the rounds that were drawn together."""

    round: int
    method: str
    tables: Tables


@dataclass(frozen=True, slots=True)
class Schedule:
    """What the draw needs to know of a tournament.

    `lineups`: who plays, by round from 1 on. `draws`: the draws so far. `scanned`: the rounds of which a sheet is in.
    """

    lineups: Mapping[int, Lineup]
    draws: Mapping[int, Tables]
    scanned: Set[int]

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
        made += [RoundDraw(round_, method, tables) for round_, tables in zip(group, drawn, strict=True)]
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
