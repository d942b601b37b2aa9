"""Full rows out of sheets on which only the plus points are written, or only the minus points.

There a cell without a number means that the seat has points of the other side. All rows of four that would have been
written like this are listed. If there is one, it is the row; otherwise a finding says why there is none, or several.
Sheets of running totals: `tournament.judging.lists`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from scoring.counting.game import PLAYERS, count_players
from scoring.counting.row_laws import Side, keep_side
from scoring.counting.rules import RuleSet
from scoring.findings import Change, Finding
from scoring.rows.row_patterns import find_values, is_fine, list_rows_of_value
from scoring.rows.written_rows import Row, find_expected_sitters, list_absent
from texts.field_ids import make_field_id

Hands = dict[int, int]
"""Points of those who play, by seat."""

MANY = 3  # possible rows that a sentence lists; more do not help the person who has to choose


@dataclass(frozen=True, slots=True)
class Inked:
    """A row as its sheet shows it.

    `number`, `solo`, `offence`, `game`, `deal`: as in `Row`. `cells`: by seat the written number (points, or a running
    total); None where there is none. `unread`: seats with ink that cannot be read; their `cells` are None. `sits`: the
    seats that are struck out, where no more are than sit out. `value`, `winners`: the value column and the seats with a
    winner's cross; None and () where the sheet has no such columns. `column`: the cells' name in field ids, "p" or
    "total".
    """

    number: int
    cells: tuple[int | None, ...]
    unread: tuple[int, ...] = ()
    solo: bool = False
    offence: bool = False
    sits: tuple[int, ...] = ()
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
        return tuple(make_field_id(self.number, f"{self.column}{seat}") for seat in range(1, len(self.cells) + 1))

    def make_row(self, hands: Hands | None) -> Row:
        """The full row of these points; None gives a row whose points are unknown.

        It has no value, winners or totals: the points were worked out from them, so checking them again says nothing.
        """
        points = tuple((hands or {}).get(seat) for seat in range(1, len(self.cells) + 1))
        blank = self.blank and not hands
        return Row(
            self.number,
            points,
            solo=self.solo,
            offence=self.offence,
            sits=self.sits,
            blank=blank,
            game=self.game,
            deal=self.deal,
        )

    def make_finding(
        self, code: str, sentence: str = "", /, *, fields: tuple[str, ...] = (), **gaps: object
    ) -> Finding:
        """An error of this row; `sentence`: its key, where the code has several."""
        return Finding(code, "error", fields or self.fields, {"row": self.number, **gaps}, sentence=sentence)


@dataclass(frozen=True, slots=True)
class Rebuilt:
    """The full row. Where it cannot be worked out, all its points are None, and a finding says why."""

    row: Row
    findings: tuple[Finding, ...] = ()


def rebuild_from_one_side(rules: RuleSet, inked: Inked, side: Side, *, by_law: bool = False) -> Rebuilt:
    """The full row of a sheet on which only the points of one side are written, with or without their sign.

    A zero counts as nothing written; a row of zeros only is a Nullspiel. Four numbers are a row written in full; it
    stays as it is, and the checks judge it. `by_law`: the rules want one side's points only, and such a row is wrong.
    """
    written = {seat: number for seat, number in enumerate(inked.cells, 1) if number}
    others = tuple(seat for seat, number in written.items() if by_law and keep_side(side, number) != number)
    if by_law and is_fine(rules, (number or 0 for number in inked.cells)):
        cross = make_field_id(inked.number, "offence")
        uncrossed = inked.make_finding("offence-count", "faults.row.offence-cross-missing", fields=(cross,))
        return Rebuilt(inked.make_row(None), (uncrossed,))
    if others:
        sentence = "faults.row.only-winners" if side == "plus" else "faults.row.only-losers"
        fields = tuple(inked.fields[seat - 1] for seat in others)
        wrong = inked.make_finding("not-zero-sum", sentence, fields=fields, seats=others)
        return Rebuilt(inked.make_row(None), (wrong,))
    if inked.blank or (len(written) >= count_players(len(inked.cells)) and not by_law):
        return Rebuilt(inked.make_row(written))
    if not written and not inked.unread:
        return _rebuild_without_points(rules, inked)
    written = written if side == "plus" else {seat: -abs(number) for seat, number in written.items()}
    found = tuple(_list_fitting(rules, inked, written, side))
    if len(found) == 1:
        return Rebuilt(inked.make_row(found[0]), tuple(_list_remarks(inked, found[0], written)))
    return Rebuilt(inked.make_row(None), (_explain_trouble(rules, inked, written, found),))


def find_shown_points(hands: Hands, seat: int, side: Side | None) -> int:
    """What the sheet shows of the seat's points: with a `side` only points of that side, else 0; without one all."""
    return keep_side(side, hands.get(seat, 0))


def list_sitters(rules: RuleSet, inked: Inked) -> list[tuple[int, ...]]:
    """Who may have sat out: nobody of four; those struck out, or whose turn it was; anybody where some are open."""
    seats = len(inked.cells)
    return list_absent(inked.sits or find_expected_sitters(rules, inked.make_row(None), seats), seats)


def list_rows_near(rules: RuleSet, inked: Inked, sits: tuple[int, ...], values: Iterable[int]) -> Iterator[Hands]:
    """Every row of one of these values (above 0) at the table without the seats that sit out."""
    players = tuple(seat for seat in range(1, len(inked.cells) + 1) if seat not in sits)
    for value in sorted(set(values)):
        yield from list_rows_of_value(rules, players, value)


def write_row(hands: Hands, seats: int) -> str:
    """A row as people write it: "+6 +6 -6 -6 /"."""
    return " ".join(f"{hands[seat]:+d}" if seat in hands else "/" for seat in range(1, seats + 1))


def _rebuild_without_points(rules: RuleSet, inked: Inked) -> Rebuilt:
    """A row of zeros only is a Nullspiel; a row of crosses only has no points."""
    if all(number is None for number in inked.cells):
        return Rebuilt(inked.make_row(None), (inked.make_finding("pattern", "faults.rebuilt.nothing"),))
    return Rebuilt(inked.make_row(make_nullspiel(rules, inked)))


def make_nullspiel(rules: RuleSet, inked: Inked) -> Hands:
    """Zero for each seat except the one that sat out, if that is known."""
    known, *others = list_sitters(rules, inked)
    return {seat: 0 for seat in range(1, len(inked.cells) + 1) if others or seat not in known}


def _list_fitting(rules: RuleSet, inked: Inked, written: Hands, side: Side) -> Iterator[Hands]:
    """The rows of which exactly these numbers would have been written. An unreadable cell may hold any number."""
    silent = set(range(1, len(inked.cells) + 1)) - set(written) - set(inked.unread)
    sizes = {abs(number) for number in written.values()}
    players = count_players(len(inked.cells))
    near, alone = find_values(rules, sizes, players), rules.list_lone_times(players)
    values = [value for value in near if sizes <= {value, *(times * value for times in alone)}]
    for sits in list_sitters(rules, inked) if values else ():
        for hands in list_rows_near(rules, inked, sits, values):
            fits = all(hands.get(seat) == number for seat, number in written.items())
            if fits and not any(find_shown_points(hands, seat, side) for seat in silent):
                yield hands


def _list_remarks(inked: Inked, hands: Hands, written: Hands) -> Iterator[Finding]:
    """What a person should know of a row that was worked out: a cell was unreadable and may contradict it; or there is
    only one number, and instead of one against three a partner's number may have been forgotten.
    """
    if inked.unread:
        unread = tuple(inked.fields[seat - 1] for seat in inked.unread)
        gaps = {"row": inked.number, "rows": write_row(hands, len(inked.cells))}
        yield Finding("illegible", "warning", unread, gaps, sentence="faults.rebuilt.unread")
    elif len(written) == 1 and len(hands) == PLAYERS and not inked.solo and not inked.offence:  # of three one is alone
        ((seat, points),) = written.items()
        others = next(other for player, other in hands.items() if player != seat)
        gaps = {"row": inked.number, "seat": seat, "points": points, "others": others}
        yield Finding("pattern", "note", inked.fields, gaps, sentence="faults.rebuilt.lone")


def _explain_trouble(rules: RuleSet, inked: Inked, written: Hands, found: tuple[Hands, ...]) -> Finding:
    """Why what is written is no row, or more than one."""
    possible = tuple(write_row(hands, len(inked.cells)) for hands in found[:MANY])
    if inked.unread:
        unread = tuple(inked.fields[seat - 1] for seat in inked.unread)
        sentence = "faults.rebuilt.unread" if found and not found[MANY:] else "faults.rebuilt.unread-open"
        return inked.make_finding("illegible", sentence, fields=unread, rows=possible)
    away, *others = list_sitters(rules, inked)
    for seat in away if not others else ():
        if seat in written:
            place = (inked.fields[seat - 1],)
            return inked.make_finding("wrong-sitter", fields=place, seat=seat, points=written[seat])
    if found:
        return inked.make_finding("wrong-sitter", "faults.rebuilt.sitter")
    return _explain_contradiction(rules, inked, written)


def _explain_contradiction(rules: RuleSet, inked: Inked, written: Hands) -> Finding:
    """One number that no lone player can have; several numbers that differ, or that no game has."""
    points = ", ".join(f"{number:+d}" for number in written.values())
    (seat, number), *more = written.items()
    if more:
        sentence = "faults.rebuilt.differ" if len(set(written.values())) > 1 else "faults.rebuilt.none"
        return inked.make_finding("pattern", sentence, points=points)
    if not inked.solo:
        sentence = "faults.rebuilt.third" if rules.adds_up else "faults.rebuilt.alone"
        return inked.make_finding("pattern", sentence, seat=seat, points=points)
    field = inked.fields[seat - 1]
    times = rules.list_lone_times(solo=True)[-1]
    gaps = {"row": inked.number, "seat": seat, "written": number, "right": times * number, "times": times}
    change = (Change(field, inked.cells[seat - 1], times * number),)
    sentence = "faults.row.untripled" if times == PLAYERS - 1 else "faults.row.soloist-times"
    return Finding("miscounted", "error", (field,), gaps, change, sentence)
