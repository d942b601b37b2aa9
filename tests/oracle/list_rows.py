"""Every game that one row of a small list may be, with every way to read its totals.

The model is that of `tournament.judging.lists`, by its definition: its numbers are restated here as data, and what it
leaves out for speed (how many standings, sizes of games, and ways to read a total are followed) is not left out.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, permutations, product
from math import inf, prod

from tests.oracle.ink import Field, Saying
from tests.oracle.list_fields import (
    LOST,
    ListLine,
    ListPaper,
    Standing,
    Told,
    add_missed,
    blank_hatched,
    find_last,
    find_stayed,
    get_chance,
    keep_ink,
    read_plainly,
    weigh_cross,
    weigh_says,
)
from tests.oracle.rulebook import System, find_sitter, is_paid_to_soloist, list_fines
from tests.oracle.sheets import weigh_hand
from tournament.judging.limits.judging_limits import LIMITS

NULLSPIEL, GAME, UNTOLD = 0.03, 0.005, 0.3
"""How often a row is a Nullspiel, one particular game, and none that totals or value speak for."""
ANY_NUMBER, LEFT_BLANK = 1 / 200, 0.05
"""How likely a total is where nothing is known; how often a total, a value, or all marks are left out."""
UNCARRIED = 0.1
"""How often the total below a wrong one is right again."""
STRAY_MARK, MARK_MISSING = 0.003, 0.015
ALONE_UNCROSSED, CROSSED_PAIRS = 0.3, 0.001
"""Games of one against three without a solo's cross; of two against two with one."""
MARKS_OF_NONE = 200**-0.5
"""How likely particular marks are beside no game, or a value where none is known: both tell one game of 200."""
STRAY_CROSS = 0.001
"""Points that no offence costs, crossed as one."""
LEAST = 1e-12
"""Ways and standings that are less likely, beside the best one, are left out. With 1e-11 a final total of which many
unlikely ways together leave a doubt is off by 1e-6."""


@dataclass(frozen=True)
class Way:
    """One way through a row; `known`: it is one of the games, so that an error can be reported."""

    weight: float
    below: Standing
    told: tuple[Told, ...]
    known: bool = True

    @cached_property
    def wrong(self) -> float:
        """How many fields must be changed for it."""
        return sum(one.wrong for one in self.told) if self.known else inf


class RowOfList:
    """One row, asked below any standing."""

    def __init__(self, system: System, paper: ListPaper, line: ListLine) -> None:
        self.system, self.paper, self.line, self.seats = system, paper, line, len(line.totals)
        self.slip = LIMITS.row_mistake / self.seats / LIMITS.mistakes_near
        self.reads: dict[tuple[int, int | None, int, bool], list[tuple[int | None, float, Told]]] = {}

    @cached_property
    def totals(self) -> tuple[Field, ...]:
        """Its totals; what cannot be read in the hatched cell of who has to sit out is as good as nothing."""
        return tuple(blank_hatched(one) if place == self.turn else one for place, one in enumerate(self.line.totals, 1))

    @cached_property
    def turn(self) -> int | None:
        """Whose turn it was to sit out. In an offence's row it is nobody's, and below one that is no game nobody knows
        whether they went on by the rows or by the games."""
        game = self.line.number if not any(map(self._takes_no_game, self.paper.list_above(self.line))) else 0
        return find_sitter(self.system, self.seats, game, offence=bool(self.line.offence.first.value))

    def _takes_no_game(self, line: ListLine) -> bool:
        """Whether the row is crossed as an offence that is no game: a minor one, or any, as the system has it."""
        last = find_last(self.paper, line)
        points = sorted(
            (field.first.value or 0) - above
            for field, above in zip(line.totals, last, strict=True)
            if field.clear and field.first.digits is not None and field.first.value != above
        )
        minor = self.system.minor and points == sorted((self.system.minor[0], *[self.system.minor[1]] * 3))
        return bool(line.offence.first.value) and bool(minor or not self.system.fine_ends_game)

    @cached_property
    def due(self) -> list[int | None]:
        """Who may have sat out: who is struck out, whose turn it was, or anybody."""
        if self.seats == 4:
            return [None]
        struck = [(seat, field.clear) for seat, field in enumerate(self.line.totals, 1) if field.first.text == "/"]
        sole = [seat for seat, clear in struck if clear and len(struck) == 1]
        return [*sole] if sole else [self.turn] if self.turn else list(range(1, 6))

    @cached_property
    def away(self) -> dict[int | None, float]:
        """How often each of them did; against that who seems to have, and whose turn it was."""
        weights: dict[int | None, float] = dict.fromkeys(self.due, 1 / len(self.due))
        stayed = find_stayed(self.paper, self.line) if self.seats == 5 else []
        others = [seat for seat in (*stayed, *([self.turn] if self.turn else [])) if seat not in weights]
        return weights | dict.fromkeys(others, LIMITS.row_mistake)

    def list_ways(self, above: Standing) -> list[Way]:
        """Every game with every way to read its totals; last that it is none of them."""
        found = [
            way
            for sits, often in self.away.items()
            for hands in self._list_hands(above, sits)
            for way in self._list_ways_of(above, hands, often)
        ]
        found.append(self._go_on(above))
        best = max(way.weight for way in found)
        return [way for way in found if way.weight >= LEAST * best]

    def _list_hands(self, above: Standing, sits: int | None) -> Iterator[dict[int, int]]:
        """The games of all values that some total or the value favours."""
        steps = {
            abs(one.value - due)
            for place, field in enumerate(self.line.totals)
            for one in field.sayings
            if one.value is not None
            for due in above.list_due(place)
        }
        values = steps | {step // 3 for step in steps if step % 3 == 0}
        values |= {abs(one.value) for one in self.line.value.sayings if one.value}
        if self.line.value.first.digits is None and any(read_plainly(field) is None for field in self.line.totals):
            values |= {size * self.system.step for size in range(1, 7)}
        players = [seat for seat in range(1, self.seats + 1) if seat != sits]
        yield dict.fromkeys(players, 0)
        for value in values - {0}:
            for pair in combinations(players, 2):
                yield {seat: value if seat in pair else -value for seat in players}
            for lone, sign in product(players, (1, -1)):
                yield {seat: sign * (3 * value if seat == lone else -value) for seat in players}
            for offender, soloist in permutations(players, 2) if self._may_be_paid(value) else ():
                yield {seat: {offender: -value, soloist: value}.get(seat, 0) for seat in players}

    def _may_be_paid(self, value: int) -> bool:
        """Whether the row may be a fine of that size for the soloist alone: one that is crossed, as it may be."""
        paid = (*self.system.against_soloist, *self.system.minor_against_soloist)
        return value in paid and any(one.value for one in self.line.offence.sayings)

    def _list_ways_of(self, above: Standing, hands: Mapping[int, int], sat: float) -> Iterator[Way]:
        value = min(filter(None, map(abs, hands.values())), default=0)
        often = NULLSPIEL if not value else GAME * (LIMITS.unusual if value > self.system.unusual else 1.0)
        besides = [self._weigh_beside(hands, value, solo) for solo in self._list_solos()]
        shown = [
            max(hands.get(seat, 0), 0) if self.paper.plus else hands.get(seat, 0) for seat in range(1, self.seats + 1)
        ]
        now = Standing(
            tuple(None if one is LOST else one + more for one, more in zip(above.right, shown, strict=True)), above.off
        )
        reads = [self._list_reads(now, place, plays=place + 1 in hands) for place in range(self.seats)]
        fields = [*self.line.totals, self.line.value]
        likely = max(self.line.value.sayings, key=lambda one: one.chance * self._weigh_value(one, value))
        for picks in product(*reads):
            right = tuple(read if one is LOST else one for one, (read, _, _) in zip(now.right, picks, strict=True))
            off = tuple(
                before if read is None or one is None else read - one
                for before, one, (read, _, _) in zip(above.off, right, picks, strict=True)
            )
            said = [*(one.likeliest for _, _, one in picks), likely]
            hand = weigh_hand([field.first for field in fields], said)
            hand *= LIMITS.signed_zero if any(one.odd_zero for one in said) else 1.0
            read_so = prod(one for _, one, _ in picks)
            for weight, beside in besides:
                told = (*(one for _, _, one in picks), *beside)
                yield Way(often * sat * weight * read_so * hand, Standing(right, off), told)

    def _list_solos(self) -> list[tuple[Saying, ...]]:
        """What the solo's box says: where it is in doubt, crossed and uncrossed are two ways."""
        solo = self.line.solo
        return [solo.sayings] if solo.clear else [(one,) for one in solo.sayings]

    def _list_reads(self, now: Standing, place: int, *, plays: bool) -> list[tuple[int | None, float, Told]]:
        """What the total of a column may say, None for nothing: each with its weight."""
        asked = (place, now.right[place], now.off[place], plays)
        if asked not in self.reads:
            self.reads[asked] = self._list_reads_anew(now, place, plays=plays)
        return self.reads[asked]

    def _list_reads_anew(self, now: Standing, place: int, *, plays: bool) -> list[tuple[int | None, float, Told]]:
        field, due = add_missed(self.totals[place], now.list_due(place)), now.list_due(place)
        lost = now.right[place] is LOST
        groups: dict[int | None, list[Saying]] = defaultdict(list)
        for one in field.sayings:
            zero = one.digits == 0 and (lost or 0 in due)
            groups[one.value if one.value or zero else None].append(one)
        found = []
        for read, says in groups.items():
            blank = LEFT_BLANK if plays or lost else 1.0
            often = ANY_NUMBER if lost else 1.0 if read in due else self.slip
            often *= UNCARRIED if read == now.right[place] and now.off[place] and not lost else 1.0
            wrong = read is not None and not lost and read not in due
            weights = ((one, often if read is not None else 1.0 if one.value is None else blank, wrong) for one in says)
            whole, told = weigh_says(field, weights, now.right[place])
            found.append((read, whole, told))
        return found

    def _weigh_beside(self, hands: Mapping[int, int], value: int, solo: Iterable[Saying]) -> tuple[float, list[Told]]:
        """How well value, marks and crosses go with a game, and what they say; `solo`: what the solo's box says."""
        line = self.line
        weight, told = weigh_says(
            line.value,
            ((one, self._weigh_value(one, value), self._is_other(one, value)) for one in line.value.sayings),
            value,
        )
        found, winners = [told], {seat for seat, points in hands.items() if points > 0}
        if value and any(get_chance(field) >= LIMITS.plain for field in line.marks):
            for seat, field in enumerate(line.marks, 1):
                one, told = weigh_cross(field, 1 - MARK_MISSING if seat in winners else STRAY_MARK, seat in winners)
                weight *= one
                found.append(told)
        else:
            marked = any(get_chance(field) >= LIMITS.plain for field in line.marks)
            weight *= LEFT_BLANK if value else MARKS_OF_NONE if marked else 1.0
            found += map(keep_ink, line.marks)
        lone = len({abs(points) for points in hands.values() if points}) > 1
        uncrossed, crossed = (ALONE_UNCROSSED, 1.0) if lone else (1.0, CROSSED_PAIRS)
        one, told = weigh_says(
            line.solo, ((one, crossed if one.value else uncrossed, bool(one.value) and not lone) for one in solo), 0
        )
        fine = dict(list_fines(self.system)).get(min(hands.values()))
        fined = sorted(hands.values())[1:] == [fine] * 3 or is_paid_to_soloist(self.system, hands, solo=False)
        other, beside = weigh_says(
            line.offence,
            (
                (one, STRAY_CROSS if one.value and not fined else 1.0, bool(one.value) and not fined)
                for one in line.offence.sayings
            ),
            0,
        )
        return weight * one * other, [*found, told, beside]

    def _weigh_value(self, one: Saying, value: int) -> float:
        left_out = one.value is None or (not one.value and value)
        return self.slip + (LEFT_BLANK if left_out else float(abs(one.value or 0) == value))

    def _is_other(self, one: Saying, value: int) -> bool:
        return one.digits is not None and one.digits != value

    def _go_on(self, above: Standing) -> Way:
        """None of the games: the totals go on from what is written."""
        line, sole = self.line, self.due[0] if len(self.due) == 1 else None
        hatched = [seat == self.turn and not field.first.value for seat, field in enumerate(line.totals, 1)]
        written = [None if empty else read_plainly(field) for field, empty in zip(line.totals, hatched, strict=True)]
        now = tuple(
            number if number is not None else old + off if seat == sole and old is not None else LOST
            for seat, (old, off, number) in enumerate(zip(above.right, above.off, written, strict=True), 1)
        )
        unread = sum(field.first.value is None for field in line.totals)
        blank = max(written.count(None) - unread - (self.seats == 5), 0)
        marked = any(get_chance(field) >= LIMITS.plain for field in line.marks)
        weight = UNTOLD * ANY_NUMBER ** (self.seats - written.count(None)) * LEFT_BLANK**blank
        weight *= LEFT_BLANK if line.value.first.digits is None else MARKS_OF_NONE
        weight *= MARKS_OF_NONE if marked else LEFT_BLANK
        told = tuple(map(keep_ink, self.line.fields))
        return Way(weight, Standing(now, (0,) * self.seats), told, known=False)
