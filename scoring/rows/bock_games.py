"""Finds which games of a sheet must be Bock games by the games above them, and checks the crossed ones."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from math import prod
from typing import NamedTuple

from scoring.counting.bock_rules import Trigger
from scoring.counting.rules import RuleSet
from scoring.counting.score import find_bock_values
from scoring.findings import Finding, Severity
from scoring.rows.bock_rounds import NOTHING_OWED, Owed, are_whole, count_games, owe_after
from scoring.rows.bock_triggers import are_all_bare, find_triggers, list_unseen
from scoring.rows.point_checks import Findings, fill_row_gaps, find_row_pattern
from scoring.rows.row_patterns import find_possible_values
from scoring.rows.sheet_checks import list_games
from scoring.rows.written_rows import Row, Sheet
from texts.field_ids import BOCK_COLUMNS, make_field_id


@dataclass(frozen=True, slots=True)
class DueGame:
    """A game, and how many Böcke count in it by the games above it (`bock`).

    `known`: all games above it have details. `named`: the triggers that the rule sheet itself names are enough for it.
    """

    row: Row
    bock: int
    known: bool
    named: bool

    @property
    def crossed(self) -> int | None:
        """How many Böcke are crossed in the row; None where the sheet has no such crosses."""
        return self.row.details.bock if self.row.details is not None else self.row.bock

    @property
    def extra(self) -> int:
        """How many more are crossed than the games above it brought about."""
        return max(0, (self.crossed or 0) - self.bock)


class Uncounted(NamedTuple):
    """A value that no Bock game can have. `factor`: the number by which it would have to be divisible; 0 for another
    reason."""

    value: int
    factor: int


def list_due_games(rules: RuleSet, rows: Iterable[Row], seats: int, known: bool = True) -> Iterator[DueGame]:
    """The games in order, each with how many Böcke count in it.

    Where details are missing, triggers are missed: more games may be Bock games than these, never fewer. `known`: false
    where games above these are on another sheet.
    """
    owed = by_name = NOTHING_OWED
    for row in rows:
        game = DueGame(row, owed.level, known, by_name.level >= owed.level)
        yield game
        known = known and row.details is not None
        found = find_triggers(rules, row)
        owed = _owe_surely(rules, game, found, seats, owed, known=known)
        named = tuple(trigger for trigger in found if trigger.named)
        by_name = _owe_surely(rules, game, named, seats, by_name, known=known)


def _owe_surely(
    rules: RuleSet, game: DueGame, found: Sequence[Trigger], seats: int, owed: Owed, *, known: bool
) -> Owed:
    """What is owed below the game, whatever brought about Bock games above it without being seen.

    Only where a Bock game brings no Bock may such a one be in the way. Then the crosses say whether a round runs.
    """
    hidden = not (known or are_all_bare(rules)) or bool(list_unseen(rules, single=False))
    if rules.bock.meets == "ignore" and hidden and not owed.games and (game.crossed is None or game.crossed):
        return owed
    return owe_after(rules, found, seats, owed)


def check_bock_rounds(rules: RuleSet, sheet: Sheet) -> Findings:
    """S9 (stille-hochzeit: Böcke): the Bock games are those that the games above them bring about, in whole rounds. At
    four seats, three Bock games behind a Nullspiel.

    A sheet without details shows few triggers, and whether a Bock game can have a row's value. `+3 +3 -3 -3` behind a
    Nullspiel. Calls and Augen are in details.
    """
    if not rules.bock.triggers:
        return
    due = tuple(list_due_games(rules, list_games(sheet), sheet.seats, known=sheet.half != 2))
    for game in due:
        if game.bock or game.crossed:
            yield from _check_counted(rules, game, sheet.seats)
    if due and due[-1].known and due[-1].row.details is not None:
        yield from _find_too_many(rules, due, sheet.seats)
    elif all(game.row.details is None and game.row.bock is not None for game in due):
        yield from _find_broken_rounds(rules, due, sheet.seats, above=sheet.half == 2)


def _check_counted(rules: RuleSet, game: DueGame, seats: int) -> Findings:
    """A game of a Bock round that is not crossed as one, or whose value no Bock game has.

    It is a warning where only triggers of our own make it a Bock game: the rule sheet does not name them.
    """
    row, crossed = game.row, game.crossed
    severity: Severity = "error" if game.named or crossed else "warning"
    if crossed is not None and crossed < game.bock:
        column = BOCK_COLUMNS[game.bock - 1]
        fields = (make_field_id(row.number, column),)
        sentence = f"faults.row.{column}-missing"
        yield Finding("bock-block", severity, fields, fill_row_gaps(row), sentence=sentence)
    elif row.details is None and (found := _find_uncounted(rules, row, seats, crossed or game.bock)):
        gaps = fill_row_gaps(row, value=found.value, factor=found.factor)
        sentence = "faults.row.bock-crossed-" if crossed else "faults.row.bock-"
        sentence += "odd" if found.factor else "value"
        yield Finding("bock-block", severity, row.list_cells(), gaps, sentence=sentence)


def _find_too_many(rules: RuleSet, due: tuple[DueGame, ...], seats: int) -> Findings:
    """Crossed Bock games that no game above them brought about, and that no trigger off the sheet can explain."""
    for run in _list_runs(due):
        games = [due[at] for at in run]
        extra = [game for game in games if game.extra]
        if extra and not _can_be_explained(rules, games, seats, unfinished=games[-1] is due[-1]):
            fields = tuple(make_field_id(one.row.number, BOCK_COLUMNS[(one.crossed or 1) - 1]) for one in extra)
            found = sum(game.crossed or 0 for game in games)
            gaps = {"number": extra[0].row.number, "found": found, "right": found - sum(game.extra for game in games)}
            gaps |= {"games": count_games(rules, seats)}
            unseen = tuple(trigger.title for trigger in list_unseen(rules, single=False))
            sentence = "faults.sheet.bock-unexplained" if unseen else ""
            yield Finding("bock-block", "warning", fields, gaps | {"titles": unseen}, sentence=sentence)


def _can_be_explained(rules: RuleSet, games: list[DueGame], seats: int, unfinished: bool) -> bool:
    """Whether triggers that no sheet shows can have brought about the Bock games that the games above them did not.

    Such triggers start single Bock games, never two in a row, or whole Bock rounds.
    """
    extra = [game.extra for game in games]
    places = sum(1 for bock, _ in groupby(games, key=lambda game: game.bock > 0) if not bock)
    singles = range(places + 1) if list_unseen(rules, single=True) else range(1)
    if not list_unseen(rules, single=False):
        return sum(extra) in singles
    levels = [game.crossed or 0 for game in games] if rules.bock.meets in ("extend", "anew") else [*filter(None, extra)]
    return unfinished or are_whole(rules, levels, seats, singles)


def _find_broken_rounds(rules: RuleSet, due: tuple[DueGame, ...], seats: int, *, above: bool) -> Findings:
    """Where a sheet has crosses but no details: Bock games in a row that are no whole rounds, one of which may wait for
    another. `above`: games above these are on another sheet. What runs on to its end may go on on the next one."""
    runs = [*_list_runs(due)]
    broken = [
        run
        for run in runs
        if not _is_whole(rules, _list_levels(due, run), seats) and run[-1] + 1 < len(due) and (run[0] or not above)
    ]
    places = dict.fromkeys(tuple(_find_lacking(rules, due, run, runs, seats)) for run in broken)
    for lacking in places:
        rows = [due[at].row for at in lacking if at >= 0 and not _find_uncounted(rules, due[at].row, seats, 1)]
        if rows and not any(due[at].bock for at in lacking):  # else that game has a finding of its own
            fields = tuple(make_field_id(row.number, "bock") for row in rows)
            gaps = fill_row_gaps(rows[0], rows=tuple(row.number for row in rows), games=count_games(rules, seats))
            sentence = "faults.row.bock-gap" if len(rows) == 1 else "faults.row.bock-short"
            yield Finding("bock-block", "warning", fields, gaps, sentence=sentence)


def _is_whole(rules: RuleSet, levels: Sequence[int], seats: int) -> bool:
    """Whether crossed games in a row are whole rounds, one of them perhaps a single Bock game."""
    return are_whole(rules, levels, seats, range(2 if list_unseen(rules, single=True) else 1))


def _find_lacking(
    rules: RuleSet, due: tuple[DueGame, ...], run: range, runs: Sequence[range], seats: int
) -> Iterator[int]:
    """The position between this run and another that would join both to a whole round, else those on either side."""
    for other in runs:
        gap = other[0] - 1 if other[0] == run[-1] + 2 else run[0] - 1
        joined = [*_list_levels(due, run), 1, *_list_levels(due, other)]
        if gap in (other[0] - 1, other[-1] + 1) and other != run and _is_whole(rules, joined, seats):
            yield gap
            return
    yield from (run[0] - 1, run[-1] + 1)


def _list_levels(due: Sequence[DueGame], places: Iterable[int]) -> list[int]:
    """How many Böcke are crossed in each of these games."""
    return [due[at].crossed or 0 for at in places]


def _list_runs(due: Sequence[DueGame]) -> Iterator[range]:
    """The places of crossed games that follow one another."""
    places = [at for at, game in enumerate(due) if game.crossed]
    for _, run in groupby(enumerate(places), key=lambda pair: pair[1] - pair[0]):
        found = [at for _, at in run]
        yield range(found[0], found[-1] + 1)


def _find_uncounted(rules: RuleSet, row: Row, seats: int, bock: int) -> Uncounted | None:
    """The row's value, if no game of so many Böcke can have it; None where one can, or nothing is known of the row.

    A value that no game has at all is found by R5; one that cannot be divided is reported here, too.
    """
    found = find_row_pattern(rules, row, seats)
    bock = min(bock, rules.most_bocks)
    if found is None or found.shape == "zero" or not bock:
        return None
    lone = found.shape == "lone"
    with_bock = find_bock_values(rules, lone, row.solo, bock)
    factor = prod(part.points for part in rules.list_entries("bock")) ** bock
    odd = bool(found.value % factor) and not any(value % factor for value in with_bock)
    possible = find_possible_values(rules, found, solo=row.solo)
    wrong = odd or (found.value in possible and found.value not in with_bock)
    return Uncounted(abs(found.value), factor if odd else 0) if wrong else None
