"""The rounds that are being drawn: who sits where, who has met whom, and what a swap of two players costs.

With the random numbers for it, which anyone can work out again: SHA-256 of a text and a counter.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import MutableSequence, Sequence
from hashlib import sha256
from itertools import combinations
from struct import unpack
from typing import TypeVar

from tournament.draw.table_sizes import FIVE, FOUR, Lineup, Table

Item = TypeVar("Item")
_BITS = 32


class Dice:
    """A stream of random numbers that follows from `text`.

    The digests of `text:0`, `text:1`, ... in UTF-8 follow each other; every four bytes are a number, high byte first.
    What is no letter, such as half a byte sequence of a terminal, counts as "?", as which the record keeps it.
    """

    def __init__(self, text: str) -> None:
        self._text = text
        self._counter = 0
        self._waiting: list[int] = []

    def roll(self, sides: int) -> int:
        """A number from 0 to `sides` - 1: the next number of the stream times `sides`, without its lower 32 bits."""
        if not self._waiting:
            digest = sha256(f"{self._text}:{self._counter}".encode(errors="replace")).digest()
            self._waiting = list(unpack(">8I", digest))[::-1]
            self._counter += 1
        return self._waiting.pop() * sides >> _BITS

    def shuffle(self, items: MutableSequence[Item]) -> None:
        """Puts the items into a random order, in place: from the last down, each is swapped with one up to it."""
        for last in range(len(items) - 1, 0, -1):
            other = self.roll(last + 1)
            items[last], items[other] = items[other], items[last]


Plan = list[list[list[int]]]
"""Rounds of tables of players, by start number."""


class Hall:
    """The tables of the rounds to be drawn; the one thing in this folder that changes, for the sake of speed.

    `sizes`: the seats of each table. `before`: other rounds, whose pairs have met. `free`: the seats that no fixed
    player has, as (table, seat), both from 0. `five`: what a player's second round at a table of five, or of the other
    size that there is beside four, costs in the search; it is 1 where plans are compared. Far fewer than 100 such
    rounds are at stake in one swap, so with the usual weights a pair never meets for their sake.
    """

    def __init__(self, lineup: Lineup, sizes: Sequence[int], before: Sequence[Sequence[Table]], rounds: int) -> None:
        self.rounds = rounds
        self._odd = next((size for size in sizes if size != FOUR), FIVE)
        self._lineup, self._sizes, self.five = lineup, sizes, 1
        self._meeting, self._clubmates = lineup.wishes.opponents, lineup.wishes.clubs if lineup.clubs else 0
        self._club = {start: lineup.clubs.get(start) for start in lineup.players}
        self._before = [table for tables in before for table in tables]
        self._fixed = [lineup.list_fixed(table) for table in range(1, len(sizes) + 1)]
        self.free = [(table, seat) for table, size in enumerate(sizes) for seat in range(len(self._fixed[table]), size)]
        self._seat([self._fixed] * rounds)
        self._least = self._find_least()

    @property
    def is_crowded(self) -> bool:
        """Whether a table has more seats than there are tables: then two of its players met in the round before."""
        return max(self._sizes) > len(self._sizes)

    @property
    def has_fives(self) -> bool:
        """Whether some tables have five seats, or another number, and others four: else all sit there equally often."""
        return len(set(self._sizes)) > 1

    @property
    def has_lesser_wishes(self) -> bool:
        """Whether more is wished for than that nobody meets twice."""
        return self.has_fives or self._clubmates > 0

    @property
    def meeting(self) -> int:
        """What a pair's second meeting costs."""
        return self._meeting

    def shuffle(self, dice: Dice) -> int:
        """Shuffles the players into the free seats of each round, and gives the cost."""
        plan: Plan = []
        for _ in range(self.rounds):
            loose = [start for start in self._lineup.players if start not in self._lineup.fixed]
            dice.shuffle(loose)
            plan.append(
                [
                    fixed + [loose.pop(0) for _ in range(size - len(fixed))]
                    for fixed, size in zip(self._fixed, self._sizes, strict=True)
                ]
            )
        self._seat(plan)
        return self.sum_cost()

    def weigh_plan(self, plan: Plan) -> int:
        """The cost of a plan of this hall, which it takes."""
        self._seat(plan)
        return self.sum_cost()

    def copy_plan(self) -> Plan:
        """The rounds as they are now."""
        return [[players.copy() for players in tables] for tables in self._plan]

    def weigh_swap(self, round_: int, first: int, second: int) -> int:
        """By how much the cost changes when the players of two free seats change places; 0 within one table."""
        here, one, there, other = self._find(round_, first, second)
        if here is there:
            return 0
        # the n-th meeting of a pair costs n - 1: both give back their last ones here and pay for the next ones there
        met_one, met_other = self._met[one], self._met[other]
        change = len(here) + len(there) - 2 - 2 * met_one[other]
        for start in here:
            change += met_other[start] - met_one[start]
        for start in there:
            change += met_one[start] - met_other[start]
        change *= self._meeting
        if self._clubmates:
            change += self._clubmates * self._weigh_clubs(here, one, there, other)
        if len(here) != len(there):
            change_fives = self._fives[other] - self._fives[one] + 1
            return change + self.five * (change_fives if len(here) == self._odd else 2 - change_fives)
        return change

    def _weigh_clubs(self, here: Sequence[int], one: int, there: Sequence[int], other: int) -> int:
        """How many more pairs of clubmates share a table when `one` and `other` change places."""
        club, mine, its = self._club, self._club[one], self._club[other]
        if mine == its:
            return 0
        at_here, at_there = [club[start] for start in here], [club[start] for start in there]
        change = 0
        if mine is not None:
            change += at_there.count(mine) - at_here.count(mine) + 1
        if its is not None:
            change += at_here.count(its) - at_there.count(its) + 1
        return change

    def swap(self, round_: int, first: int, second: int) -> None:
        """Lets the players of two free seats at two tables change places."""
        here, one, there, other = self._find(round_, first, second)
        self._meet(here, one, -1)
        self._meet(there, other, -1)
        here[self.free[first][1]], there[self.free[second][1]] = other, one
        self._meet(here, other, 1)
        self._meet(there, one, 1)

    def _find(self, round_: int, first: int, second: int) -> tuple[list[int], int, list[int], int]:
        """The tables of two free seats, each with the player who sits there."""
        (one_table, one_seat), (other_table, other_seat) = self.free[first], self.free[second]
        here, there = self._plan[round_][one_table], self._plan[round_][other_table]
        return here, here[one_seat], there, there[other_seat]

    def _meet(self, table: list[int], player: int, times: int) -> None:
        """Counts once more, or once less, that the player sits at that table with the others there."""
        met = self._met[player]
        for start in table:
            if start != player:
                met[start] += times
                self._met[start][player] += times
        self._fives[player] += times if len(table) == self._odd else 0

    def _seat(self, plan: Plan) -> None:
        """Takes the plan, and counts from the start who has met whom, and who sat at tables of five how often."""
        self._plan = plan
        self._fives = dict.fromkeys(self._lineup.players, 0)
        self._met: dict[int, defaultdict[int, int]] = {start: defaultdict(int) for start in self._fives}
        tables = (players for tables in plan for players in tables)
        for players in (*(table.starts for table in self._before), *tables):
            here = [start for start in players if start in self._met]
            for one, other in combinations(here, 2):
                self._met[one][other] += 1
                self._met[other][one] += 1
            for start in here if len(players) == self._odd else ():
                self._fives[start] += 1

    def sum_cost(self) -> int:
        """The cost of each pair's meetings after its first, of each player's rounds at five after the first, and of
        clubmates at a table."""
        clubs = (Counter(self._club[start] for start in players) for tables in self._plan for players in tables)
        mates = sum(_count_pairs(times) for at in clubs for club, times in at.items() if club is not None)
        return self._sum_meetings() + self.five * self._sum_fives() + self._clubmates * mates

    def _sum_meetings(self) -> int:
        return self._meeting * sum(_count_pairs(one) for others in self._met.values() for one in others.values()) // 2

    def _sum_fives(self) -> int:
        return sum(map(_count_pairs, self._fives.values()))

    @property
    def least_cost(self) -> int:
        """A cost that no plan is below: only the fixed players have met again, the rounds at five are dealt evenly, and
        so is each club to the tables."""
        met, fives, mates = self._least
        return met + self.five * fives + self._clubmates * mates

    def _find_least(self) -> tuple[int, int, int]:
        """What no plan has less of: cost of meetings, second rounds at five, pairs of clubmates at a table.

        To be called while only the fixed players have seats.
        """
        fives = self._fives
        tables = zip(self._fixed, self._sizes, strict=True)
        seats = sum(size for fixed, size in tables if size == self._odd > len(fixed))
        for _ in range(seats * self.rounds):
            fives[min(fives, key=fives.__getitem__)] += 1
        return self._sum_meetings(), self._sum_fives(), self.rounds * self._find_fewest_mates()

    def _find_fewest_mates(self) -> int:
        """How many pairs of clubmates share a table in a round at the least."""
        sizes = Counter(club for club in self._club.values() if club is not None)
        spread = [divmod(players, len(self._sizes)) for players in sizes.values()]
        return sum(len(self._sizes) * _count_pairs(each) + more * each for each, more in spread)


def _count_pairs(times: int) -> int:
    """The number of pairs among that many things: 0, 0, 1, 3, 6."""
    return times * (times - 1) // 2
