"""The draw: which rounds are still to be drawn, and their tables, from the players and the other rounds.

A draw made elsewhere, a list of names by round and table, becomes start numbers here too.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from itertools import combinations, groupby
from typing import Final

from texts.sentences import Phrase
from tournament.draw.draw_search import search_rounds, seat_players
from tournament.draw.hall import Dice, Hall
from tournament.draw.seating_ways import ALL_DRAWN, BY_RESULTS, DRAW, PLAN, SAME, Results, SeatingForm, read_way
from tournament.draw.table_sizes import FIVE, FOUR, MOST_TABLES, Lineup, NoDraw, Table, Wishes, size_tables
from tournament.near_names import find_closest

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
    a number of players that no tables of four and five seat.
    """
    dice = Dice(f"{seed}:{','.join(map(str, rounds))}")
    hall = Hall(lineup, size_tables(lineup), others, len(rounds))
    return seat_players(search_rounds(hall, dice, further=method == METHOD), others, dice)


def find_second_meetings(draws: Mapping[int, Tables]) -> dict[tuple[int, int], tuple[int, ...]]:
    """The pairs that meet more than once, the lower start number first, with the rounds in which they meet."""
    met: dict[tuple[int, int], tuple[int, ...]] = {}
    for round_, tables in sorted(draws.items()):
        for pair in (pair for table in tables for pair in combinations(sorted(table.starts), 2)):
            met[pair] = (*met.get(pair, ()), round_)
    return {pair: rounds for pair, rounds in sorted(met.items()) if len(rounds) > 1}


BY_HAND = "csv"
"""The method in the record of a draw that was made elsewhere."""

Listed = Mapping[tuple[int, int], Sequence[str]]
"""The names at a table, by round and table."""


def seat_listed(listed: Listed, round_: int, lineup: Lineup, names: Mapping[int, str]) -> Tables:
    """The round's tables as they are listed; `names`: by start number, of those who play.

    Raises `NoDraw` for a table without four or five players, a name that nobody or more than one player has, and a
    player who sits twice or nowhere.
    """
    tables = sorted((table, players) for (drawn, table), players in listed.items() if drawn == round_)
    if not tables:
        raise NoDraw("book.draw.round-not-listed", round=round_)
    seated = tuple(Table(number, tuple(_find_start(names, name) for name in players)) for number, players in tables)
    for table in seated:
        if len(table.starts) not in (FOUR, FIVE) or len(table.starts) not in lineup.allowed:
            raise NoDraw(
                "book.draw.table-size",
                round=round_,
                table=table.number,
                players=len(table.starts),
                allowed=lineup.allowed,
            )
        if not 1 <= table.number <= MOST_TABLES:
            raise NoDraw("book.draw.table-number", table=table.number, most=MOST_TABLES)
    _check_all_sit(seated, round_, names)
    return seated


def _find_start(names: Mapping[int, str], name: str) -> int:
    """The start number of the one player of that name. Raises `NoDraw` for none, and for several."""
    found = tuple(start for start, known in names.items() if known.casefold() == name.casefold())
    if not found:
        if near := find_closest(name, names.values(), 1):
            raise NoDraw("book.draw.unknown-name", name=name, closest=near[0])
        raise NoDraw("book.draw.stranger", name=name)
    if len(found) > 1:
        raise NoDraw("book.draw.shared-name", name=name, starts=found)
    return found[0]


def _check_all_sit(tables: Tables, round_: int, names: Mapping[int, str]) -> None:
    """Raises `NoDraw` for a player who sits twice, or nowhere."""
    seated = [start for table in tables for start in table.starts]
    if twice := [start for start in names if seated.count(start) > 1]:
        raise NoDraw("book.draw.sits-twice", name=names[twice[0]], round=round_)
    if nowhere := [name for start, name in names.items() if start not in seated]:
        raise NoDraw("book.draw.sits-nowhere", name=nowhere[0], round=round_)


_GROUP: Final = re.compile(rf"({METHOD}|{OLD_METHOD}) (\d{{1,3}}(?:,\d{{1,3}})*)(?: (\d{{1,4}}/\d{{1,4}}))?")
"""A method in the record: its name, the rounds that were drawn together, and unusual weights."""


@dataclass(frozen=True, slots=True)
class _Group:
    """Rounds that were drawn together."""

    method: str
    rounds: tuple[int, ...]
    wishes: Wishes


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
        """The players of a round that is drawn who sit at none of its tables."""
        drawn = {start for table in self.draws[round_] for start in table.starts}
        return tuple(start for start in self.lineups[round_].players if start not in drawn)

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
        drawn = {start for table in self.draws.get(round_, ()) for start in table.starts}
        return round_ in self.draws and drawn == set(self.lineups[round_].players) and self.fits_form(round_)

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
    """The method in the record: with the rounds that were drawn together, and the weights where they are not the usual
    ones."""
    wishes = lineup.wishes
    weights = "" if wishes == Wishes() else f" {wishes.opponents}/{wishes.clubs}"
    return f"{METHOD} {','.join(map(str, rounds))}{weights}"


def _read_group(method: str) -> _Group | None:
    """What a method in the record says; None for a round that was not drawn by lot."""
    found = _GROUP.fullmatch(method)
    if found is None:
        return None
    wishes = Wishes(*map(int, found[3].split("/"))) if found[3] else Wishes()
    return _Group(found[1], tuple(map(int, found[2].split(","))), wishes)


def _draw_again(schedule: Schedule, group: _Group, rounds: Sequence[int], seed: str) -> dict[int, Tables]:
    """The rounds of the group for those who play in all of the `rounds`; {} where these are not the same players, or
    other wishes hold now."""
    lineup = schedule.lineups[rounds[0]]
    if lineup.wishes != group.wishes or any(schedule.lineups[round_] != lineup for round_ in rounds):
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
    groups = [tuple(alike) for _, alike in groupby(drawn_now, key=schedule.lineups.__getitem__)]
    draws = {round_: tables for round_, tables in schedule.draws.items() if round_ not in rounds and round_ != wanted}
    made: list[RoundDraw] = []
    for group in groups if wanted is None else groups[:1]:
        others = replace(schedule, draws=draws).list_met(frozenset())
        drawn = draw_rounds(schedule.lineups[group[0]], others, group, seed)
        draws.update(zip(group, drawn, strict=True))
        method = name_method(schedule.lineups[group[0]], group)
        made += [RoundDraw(round_, seed, method, tables) for round_, tables in zip(group, drawn, strict=True)]
    return tuple(made) if wanted is None else tuple(made[:1])
