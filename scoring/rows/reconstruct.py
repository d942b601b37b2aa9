"""Full rows out of sheets that tell less: only the plus points are written, or only the minus points.

A cell without a number tells something there: the other side. So what is written is read as every row of four that
would have been written just so; if that is one row, it is the row, and otherwise a finding says why it is not. Running
totals: `scoring.rows.reconstruct_totals`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

from scoring.counting.rules import RuleSet
from scoring.findings import Change, Finding
from scoring.rows.patterns import list_rows_of_value
from scoring.rows.row import Row, make_mark_id
from scoring.rows.seating import find_expected_sitter
from scoring.wording import name_row
from texts.sentences import Phrase

Side = Literal["plus", "minus"]
"""The side whose points are written."""

Hands = dict[int, int]
"""Points of the four who play, by seat."""

MANY = 3  # possible rows that a sentence lists; more are no help to who has to choose


@dataclass(frozen=True, slots=True)
class Inked:
    """A row as its sheet shows it.

    `number`, `solo`, `offence`, `game`, `deal` as in `Row`. `cells`: a number a seat, running totals on a sheet of
    such; None where there is none. `unread`: seats with ink that cannot be read, None in `cells`. `sits`: the one seat
    that is struck out. `value`, `winners` (the marked seats): where the sheet has columns for them; else None and ().
    `column`: what the cells are called in field ids, "p" or "total".
    """

    number: int
    cells: tuple[int | None, ...]
    unread: tuple[int, ...] = ()
    solo: bool = False
    offence: bool = False
    sits: int | None = None
    game: int | None = None
    deal: int | None = None
    value: int | None = None
    winners: tuple[int, ...] = ()
    column: str = "p"

    @property
    def blank(self) -> bool:
        """Whether nothing at all is written in the row."""
        marks = self.unread or self.solo or self.offence or self.winners or self.value is not None
        return not marks and all(number is None for number in self.cells)

    @property
    def fields(self) -> tuple[str, ...]:
        """The field ids of the cells by seat."""
        return tuple(make_mark_id(self.number, f"{self.column}{seat}") for seat in range(1, len(self.cells) + 1))

    @property
    def name(self) -> Phrase:
        """The row as people name it."""
        return name_row(self.number, offence=self.offence)

    def make_row(self, hands: Hands | None) -> Row:
        """The full row of these points; without them a row whose points are not known.

        It has no value, winners or totals: they have had their say, and the checks need not ask them again.
        """
        points = tuple((hands or {}).get(seat) for seat in range(1, len(self.cells) + 1))
        blank = self.blank and not hands
        return Row(self.number, points, solo=self.solo, offence=self.offence, sits=self.sits, blank=blank,
                   game=self.game, deal=self.deal)

    def make_finding(
        self, code: str, sentence: str = "", /, *, fields: tuple[str, ...] = (), **gaps: object
    ) -> Finding:
        """An error of this row; `sentence`: its key, where the code has several."""
        return Finding(code, "error", fields or self.fields, {"row": self.name, **gaps}, sentence=sentence)


@dataclass(frozen=True, slots=True)
class Rebuilt:
    """The full row, as far as it can be told: without it all points are None, and a finding tells why.

    `totals`: the running totals below it as they should be, by seat, on a sheet that has such; `carried`: as they
    would be when counted on from the last written ones, which may be off.
    """

    row: Row
    findings: tuple[Finding, ...] = ()
    totals: tuple[int | None, ...] = ()
    carried: tuple[int | None, ...] = ()


def rebuild_from_one_side(rules: RuleSet, inked: Inked, side: Side) -> Rebuilt:
    """The full row of a sheet on which only the points of one side are written, with or without their sign.

    A zero is as good as nothing there; zeros alone are a Nullspiel. Four numbers are a row written in full, and stay
    as they are for the checks to judge.
    """
    told = {seat: number for seat, number in enumerate(inked.cells, 1) if number}
    if inked.blank or len(told) >= 4:
        return Rebuilt(inked.make_row(told))
    if not told and not inked.unread:
        return _rebuild_without_points(rules, inked)
    told = told if side == "plus" else {seat: -abs(number) for seat, number in told.items()}
    found = tuple(_list_fitting(rules, inked, told, side))
    if len(found) == 1:
        return Rebuilt(inked.make_row(found[0]), tuple(_list_remarks(inked, found[0], told)))
    return Rebuilt(inked.make_row(None), (_explain_trouble(rules, inked, told, found),))


def find_shown_points(hands: Hands, seat: int, side: Side | None) -> int:
    """What such a sheet shows of the seat's points: all of them, or those of one side only, else 0."""
    points = hands.get(seat, 0)
    return points if side is None else max(points, 0) if side == "plus" else min(points, 0)


def list_sitters(rules: RuleSet, inked: Inked) -> tuple[int | None, ...]:
    """Who may have sat out: nobody at four seats; who is struck out; whose turn it was; else anybody."""
    seats = len(inked.cells)
    if seats != 5:
        return (None,)
    turn = inked.sits or find_expected_sitter(rules, inked.make_row(None), seats)
    return (turn,) if turn else tuple(range(1, seats + 1))


def list_rows_near(inked: Inked, sits: int | None, values: Iterable[int]) -> Iterator[Hands]:
    """Every row of one of these values (above 0) at the table without the seat that sits out."""
    players = tuple(seat for seat in range(1, len(inked.cells) + 1) if seat != sits)
    for value in sorted(set(values)):
        yield from list_rows_of_value(players, value)


def find_values(numbers: Iterable[int]) -> set[int]:
    """The values (above 0) of games in which somebody has one of these points."""
    sizes = {abs(number) for number in numbers if number}
    return sizes | {size // 3 for size in sizes if size % 3 == 0}


def write_row(hands: Hands, seats: int) -> str:
    """A row as people write it: "+6 +6 -6 -6 /"."""
    return " ".join(f"{hands[seat]:+d}" if seat in hands else "/" for seat in range(1, seats + 1))


def _rebuild_without_points(rules: RuleSet, inked: Inked) -> Rebuilt:
    """Zeros alone are a Nullspiel; crosses alone are no points."""
    if all(number is None for number in inked.cells):
        return Rebuilt(inked.make_row(None), (inked.make_finding("pattern", "faults.rebuilt.nothing"),))
    return Rebuilt(inked.make_row(make_nullspiel(rules, inked)))


def make_nullspiel(rules: RuleSet, inked: Inked) -> Hands:
    """Zero for each seat, but for the one that is known to sit out."""
    away = list_sitters(rules, inked)
    return {seat: 0 for seat in range(1, len(inked.cells) + 1) if (seat,) != away}


def _list_fitting(rules: RuleSet, inked: Inked, told: Hands, side: Side) -> Iterator[Hands]:
    """The rows of which just these numbers would have been written; a cell that cannot be read may hold anything."""
    silent = set(range(1, len(inked.cells) + 1)) - set(told) - set(inked.unread)
    for sits in list_sitters(rules, inked):
        for hands in list_rows_near(inked, sits, find_values(told.values())):
            as_told = all(hands.get(seat) == number for seat, number in told.items())
            if as_told and not any(find_shown_points(hands, seat, side) for seat in silent):
                yield hands


def _list_remarks(inked: Inked, hands: Hands, told: Hands) -> Iterator[Finding]:
    """Ink that cannot be read may contradict the row all the same; and beside one number alone, which stands for a row
    of one against three, a partner's may have been forgotten."""
    if inked.unread:
        unread = tuple(inked.fields[seat - 1] for seat in inked.unread)
        gaps = {"row": inked.name, "rows": write_row(hands, len(inked.cells))}
        yield Finding("illegible", "warning", unread, gaps, sentence="faults.rebuilt.unread")
    elif len(told) == 1 and not inked.solo and not inked.offence:
        (seat, points), = told.items()
        others = next(other for player, other in hands.items() if player != seat)
        gaps = {"row": inked.name, "seat": seat, "points": points, "others": others}
        yield Finding("pattern", "note", inked.fields, gaps, sentence="faults.rebuilt.lone")


def _explain_trouble(rules: RuleSet, inked: Inked, told: Hands, found: tuple[Hands, ...]) -> Finding:
    """Why what is written is no row, or more than one."""
    possible = tuple(write_row(hands, len(inked.cells)) for hands in found[:MANY])
    if inked.unread:
        unread = tuple(inked.fields[seat - 1] for seat in inked.unread)
        sentence = "faults.rebuilt.unread" if found and not found[MANY:] else "faults.rebuilt.unread-open"
        return inked.make_finding("illegible", sentence, fields=unread, rows=possible)
    seat, *others = list_sitters(rules, inked)
    if not others and seat in told:
        place = (inked.fields[seat - 1],)
        return inked.make_finding("wrong-sitter", fields=place, seat=seat, points=told[seat])
    if found:
        return inked.make_finding("wrong-sitter", "faults.rebuilt.sitter")
    return _explain_contradiction(inked, told)


def _explain_contradiction(inked: Inked, told: Hands) -> Finding:
    """One number that is no threefold value, different numbers, or too many."""
    points = ", ".join(f"{number:+d}" for number in told.values())
    (seat, number), *more = told.items()
    if more:
        sentence = "faults.rebuilt.differ" if len(set(told.values())) > 1 else "faults.rebuilt.none"
        return inked.make_finding("pattern", sentence, points=points)
    if not inked.solo:
        return inked.make_finding("pattern", "faults.rebuilt.third", seat=seat, points=points)
    field = inked.fields[seat - 1]
    gaps = {"row": inked.name, "seat": seat, "written": number, "right": 3 * number}
    change = (Change(field, inked.cells[seat - 1], 3 * number),)
    return Finding("miscounted", "error", (field,), gaps, change, "faults.row.untripled")
