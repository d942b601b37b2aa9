"""The draw: which rounds are still to be drawn, and their tables, from the players and the other rounds."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from itertools import combinations, groupby, permutations
from typing import Final

from texts.sentences import Phrase
from tournament.draw.draw_search import search_rounds, seat_players
from tournament.draw.hall import Dice, Hall
from tournament.draw.seating_ways import ALL_DRAWN, BY_RESULTS, DRAW, PLAN, SAME, Results, SeatingForm, read_way
from tournament.draw.table_sizes import (
    FIVES,
    FOUR,
    MOST_TABLES,
    RESTS,
    Lineup,
    NoDraw,
    Table,
    Wishes,
    find_springers,
    size_tables,
)

METHOD, OLD_METHOD = "kiebitz-3", "kiebitz-2"
"""The method's name in the record. Change it whenever the same seed would give another draw. Rounds of the old one are
planned on as they were begun: it left rounds at tables of five as uneven as the first plan had them."""

Tables = tuple[Table, ...]
"""One round."""


def draw_rounds(
    lineup: Lineup, others: Sequence[Tables], rounds: Sequence[int], seed: str, method: str = METHOD
) -> tuple[Tables, ...]:
    """The tables of these rounds, all drawn together; the same values give the same draw for ever.

    `others`: the rounds that stay as they are, in their order; they may name players who have left. Raises `NoDraw` for
    a number of players that no such tables seat. Rounds in which some sit out or at two tables are drawn one by one.
    """
    dice = Dice(f"{seed}:{','.join(map(str, rounds))}")
    lineup = _leave_out(lineup, others, dice)
    hall = Hall(lineup, size_tables(lineup), others, len(rounds))
    plan = search_rounds(hall, dice, further=method.split()[0] != OLD_METHOD)
    return seat_players([_add_springers(lineup, tables, others, dice) for tables in plan], others, dice)


def _leave_out(lineup: Lineup, others: Sequence[Tables], dice: Dice) -> Lineup:
    """The lineup without those who sit out: who sat at a table most often, by lot where that is equal."""
    if not lineup.byes:
        return lineup
    sat = Counter(start for tables in others for start in {one for table in tables for one in table.starts})
    loose = [start for start in lineup.players if start not in lineup.fixed]
    dice.shuffle(loose)
    out = sorted(loose, key=lambda start: -sat[start])[: lineup.byes]
    return replace(lineup, players=tuple(start for start in lineup.players if start not in out))


def _add_springers(
    lineup: Lineup, tables: Sequence[Sequence[int]], others: Sequence[Tables], dice: Dice
) -> list[list[int]]:
    """The tables with a Springer at each one that is short: of the players at tables with a lower number that who was
    Springer least often, then who met the fewest there, then by lot."""
    seated = [list(table) for table in tables]
    if not lineup.springers:
        return seated
    been = Counter(start for one in others for starts in find_springers(one).values() for start in starts)
    met = Counter(pair for one in others for table in one for pair in permutations(table.starts, 2))
    loose = list(lineup.players)
    dice.shuffle(loose)
    for at, table in enumerate(seated):
        if len(table) < FOUR:
            before = {start for other in tables[:at] for start in other}
            able = [start for start in loose if start in before]
            chosen = min(able, key=lambda start: (been[start], sum(met[start, other] for other in table)))
            loose.remove(chosen)
            table.append(chosen)
    return seated


def find_second_meetings(draws: Mapping[int, Tables]) -> dict[tuple[int, int], tuple[int, ...]]:
    """The pairs that meet more than once, the lower start number first, with the rounds in which they meet."""
    met: dict[tuple[int, int], tuple[int, ...]] = {}
    for round_, tables in sorted(draws.items()):
        for pair in (pair for table in tables for pair in combinations(sorted(table.starts), 2)):
            met[pair] = (*met.get(pair, ()), round_)
    return {pair: rounds for pair, rounds in sorted(met.items()) if len(rounds) > 1}


BY_HAND = "csv"
"""The method in the record of a draw that was made elsewhere."""

_GROUP: Final = re.compile(
    rf"({METHOD}|{OLD_METHOD}) (\d{{1,3}}(?:,\d{{1,3}})*)(?: (\d{{1,4}}/\d{{1,4}}))?(?: ({'|'.join(RESTS)}))?"
)
"""A method in the record: its name, the rounds that were drawn together, unusual weights, and what becomes of those
whom tables of four leave over, where these are no tables of five."""


@dataclass(frozen=True, slots=True)
class _Group:
    """Rounds that were drawn together."""

    method: str
    rounds: tuple[int, ...]
    wishes: Wishes
    rest: str


@dataclass(frozen=True, slots=True)
class RoundDraw:
    """A round that was drawn. `seed`, `method`: as in the record; the method names the rounds drawn together.
    `results`: what a round went by that is seated by results."""

    round: int
    seed: str
    method: str
    tables: Tables
    results: Results | None = None


@dataclass(frozen=True, slots=True)
class Schedule:
    """What the draw needs to know about a tournament.

    `lineups`: who plays, by round from 1 on. `draws`: the draws so far. `scanned`: the rounds of which a sheet is in.
    `origins`: seed and method of the draws so far, by round. `printed`, `closed`: the rounds of which the
    draw was printed, and those that are over. `form`: how each round is seated. `cancelled`: those of the `closed`
    that are not played.
    """

    lineups: Mapping[int, Lineup]
    draws: Mapping[int, Tables]
    scanned: Set[int]
    origins: Mapping[int, tuple[str, str]] = field(default_factory=dict)
    printed: Set[int] = frozenset()
    closed: Set[int] = frozenset()
    form: SeatingForm = ALL_DRAWN
    cancelled: Set[int] = frozenset()

    def stands(self, round_: int) -> bool:
        """Whether the round's draw is in use, so that people may already sit by it: the round or a later one was
        printed, closed, or has sheets."""
        used = (self.printed | self.closed | self.scanned) - self.cancelled
        return round_ in self.draws and any(later >= round_ for later in used)

    def list_standing(self) -> list[int]:
        """The rounds whose draw is in use, and that are not closed."""
        return [round_ for round_ in self.lineups if self.stands(round_) and round_ not in self.closed]

    def find_seatless(self, round_: int) -> tuple[int, ...]:
        """The players of a round that is drawn who sit at none of its tables, where more do than have byes."""
        left = _list_left(self.lineups[round_], self.draws[round_])
        return left if len(left) > self.lineups[round_].byes else ()

    def list_byes(self, round_: int) -> tuple[int, ...]:
        """The players of a round that is drawn who sit it out by the draw."""
        return find_byes(self.lineups[round_], self.draws[round_])

    def report_seatless(self) -> tuple[Phrase, ...]:
        """A sentence for each round in use in which a player has no seat."""
        seatless = {round_: self.find_seatless(round_) for round_ in self.list_standing()}
        return tuple(
            Phrase("book.draw.seatless", {"round": round_, "starts": starts})
            for round_, starts in seatless.items()
            if starts
        )

    def fits(self, round_: int) -> bool:
        """Whether the round is drawn, for those who play in it, and as the form says."""
        seats = [start for table in self.draws.get(round_, ()) for start in table.starts]
        lineup, drawn = self.lineups[round_], set(seats)
        whole = drawn <= set(lineup.players) and len(drawn) == len(lineup.players) - lineup.byes
        return round_ in self.draws and whole and len(seats) - len(drawn) == lineup.springers and self.fits_form(round_)

    def fits_form(self, round_: int) -> bool:
        """Whether the drawn round is seated as the form says; one that was made elsewhere is meant as it is."""
        by_hand = self.origins.get(round_, ("", ""))[1] == BY_HAND
        return by_hand or self._read_way(round_) == self.form.find_way(round_)

    def check_round(self, round_: int) -> None:
        """Raises `NoDraw` for a round that the tournament does not have, that is closed, or that has sheets."""
        if round_ not in self.lineups:
            raise NoDraw("book.draw.no-such-round", round=round_, rounds=len(self.lineups))
        if round_ in self.closed:
            raise NoDraw("book.draw.closed", round=round_)
        if round_ in self.scanned:
            raise NoDraw("book.draw.has-sheets", round=round_)

    def list_open(self) -> list[int]:
        """The rounds that are to be drawn: not drawn for those who play in them, and without a draw in use."""
        return [
            round_
            for round_ in self.lineups
            if round_ not in self.scanned | self.closed and not self.fits(round_) and not self.stands(round_)
        ]

    def identify_group(self, round_: int) -> tuple[Lineup, int]:
        """What rounds that are drawn together have in common: who plays; those with byes or Springers are alone."""
        lineup = self.lineups[round_]
        return lineup, round_ if lineup.byes or lineup.springers else 0

    def list_lots(self) -> list[int]:
        """The open rounds that are drawn by lot. Those behind a round that is seated by results wait until it is
        seated: who meets there is not known yet."""
        waits = [round_ for round_ in self.lineups if self.form.find_way(round_) in BY_RESULTS]
        unseated = min((one for one in waits if not self.fits(one) and not self.stands(one)), default=MOST_TABLES)
        return [one for one in self.list_open() if self.form.find_way(one) == DRAW and one < unseated]

    def list_met(self, but: Set[int]) -> list[Tables]:
        """The drawn rounds but these, in order, as far as they count for who has met: not those that kept the tables of
        the round before."""
        return [
            tables for round_, tables in sorted(self.draws.items()) if round_ not in but and not self._keeps(round_)
        ]

    def _keeps(self, round_: int) -> bool:
        return self._read_way(round_) == SAME

    def _read_way(self, round_: int) -> str:
        return read_way(self.origins.get(round_, ("", ""))[1])

    def find_repeats(self) -> dict[tuple[int, int], tuple[int, ...]]:
        """The pairs that meet more than once in rounds that were drawn or planned, as `find_second_meetings` gives
        them. In other forms people meet again on purpose."""
        apart = {one: tables for one, tables in self.draws.items() if self._read_way(one) in (DRAW, PLAN)}
        return find_second_meetings(apart)


def find_byes(lineup: Lineup, tables: Tables) -> tuple[int, ...]:
    """Who sits the round out by the draw; () where more have no seat than have byes."""
    left = _list_left(lineup, tables)
    return left if len(left) <= lineup.byes else ()


def _list_left(lineup: Lineup, tables: Tables) -> tuple[int, ...]:
    drawn = {start for table in tables for start in table.starts}
    return tuple(start for start in lineup.players if start not in drawn)


def follow_plan(schedule: Schedule, wanted: int | None, seed: str | None) -> tuple[RoundDraw, ...]:
    """The round `wanted`, or all that are open, as they were planned when an earlier round was drawn.

    () where no plan has them: the players changed since, two of them swapped seats, the round was drawn once more, or
    another `seed` is wanted.
    """
    rounds = [round_ for round_ in schedule.list_lots() if wanted in (None, round_)]
    if not rounds or schedule.draws.keys() & set(rounds):
        return ()
    for planned, method in dict.fromkeys(schedule.origins[round_] for round_ in sorted(schedule.origins)):
        group = _read_group(method)
        if group and set(rounds) <= set(group.rounds) <= schedule.lineups.keys() and seed in (None, planned):
            made = _draw_again(schedule, group, rounds, planned)
            drawn = schedule.draws.keys() & set(group.rounds)
            if made and all(made[round_] == schedule.draws[round_] for round_ in drawn):
                return tuple(RoundDraw(round_, planned, method, made[round_]) for round_ in rounds)
    return ()


def name_method(lineup: Lineup, rounds: Sequence[int]) -> str:
    """The method in the record: with the rounds that were drawn together, the weights and what becomes of the rest,
    where they are not the usual ones."""
    wishes, rest = lineup.wishes, "" if lineup.rest == FIVES else f" {lineup.rest}"
    weights = "" if wishes == Wishes() else f" {wishes.opponents}/{wishes.clubs}"
    return f"{METHOD} {','.join(map(str, rounds))}{weights}{rest}"


def _read_group(method: str) -> _Group | None:
    """What a method in the record says; None for a round that was not drawn by lot."""
    found = _GROUP.fullmatch(method)
    if found is None:
        return None
    wishes = Wishes(*map(int, found[3].split("/"))) if found[3] else Wishes()
    return _Group(found[1], tuple(map(int, found[2].split(","))), wishes, found[4] or FIVES)


def _draw_again(schedule: Schedule, group: _Group, rounds: Sequence[int], seed: str) -> dict[int, Tables]:
    """The rounds of the group for those who play in all of the `rounds`; {} where these are not the same players, or
    other wishes hold now."""
    lineup = schedule.lineups[rounds[0]]
    if (lineup.wishes, lineup.rest) != (group.wishes, group.rest) or any(
        schedule.lineups[round_] != lineup for round_ in rounds
    ):
        return {}
    others = schedule.list_met(set(group.rounds))
    drawn = draw_rounds(lineup, others, group.rounds, seed, group.method)
    return dict(zip(group.rounds, drawn, strict=True))


def draw_schedule(schedule: Schedule, wanted: int | None, seed: str) -> tuple[RoundDraw, ...]:
    """The draw of the round `wanted`, or of all that are open.

    Rounds with the same players are drawn together. The round that is wanted is drawn together with the open ones after
    it, which are then dropped: so it leaves room for them. Raises `NoDraw`.
    """
    if wanted is not None:
        schedule.check_round(wanted)
    rounds = [round_ for round_ in schedule.list_lots() if wanted is None or round_ > wanted]
    if wanted is None and not rounds:
        why = next(iter(schedule.report_seatless()), Phrase("book.draw.all-drawn"))
        raise NoDraw(why.key, **why.gaps)
    drawn_now = rounds if wanted is None else [wanted, *rounds]
    groups = [tuple(alike) for _, alike in groupby(drawn_now, key=schedule.identify_group)]
    draws = {round_: tables for round_, tables in schedule.draws.items() if round_ not in rounds and round_ != wanted}
    made: list[RoundDraw] = []
    for group in groups if wanted is None else groups[:1]:
        others = replace(schedule, draws=draws).list_met(frozenset())
        drawn = draw_rounds(schedule.lineups[group[0]], others, group, seed)
        draws.update(zip(group, drawn, strict=True))
        method = name_method(schedule.lineups[group[0]], group)
        made += [RoundDraw(round_, seed, method, tables) for round_, tables in zip(group, drawn, strict=True)]
    return tuple(made) if wanted is None else tuple(made[:1])
