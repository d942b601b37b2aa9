"""Bock: what starts it, which games of a sheet are therefore Bock games, and the check of those that are crossed.

Triggers are data (`bock.triggers` of a rule set), their conditions are the small functions here.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from scoring.counting.game import NOTHING, find_other_party
from scoring.counting.rules import RuleSet, Trigger
from scoring.counting.score import score
from scoring.counting.who_wins import find_winner
from scoring.findings import Finding, Severity
from scoring.rows.point_checks import Findings, fill_row_gaps, find_row_pattern
from scoring.rows.sheet_checks import list_games
from scoring.rows.written_rows import Row, Sheet, find_hands
from texts.field_ids import make_field_id


def null_spiel(rules: RuleSet, row: Row) -> bool:
    """The game is worth nothing: all points are 0."""
    if row.details is not None:
        return score(rules, row.details).value == 0
    hands = find_hands(rules, row, len(row.points))
    return hands is not None and not any(hands.values())


def gleichstand(rules: RuleSet, row: Row) -> bool:
    """Both parties have 120 Augen."""
    return row.details is not None and row.details.augen == 120


def verlorene_ansage(rules: RuleSet, row: Row) -> bool:
    """A party that said Re or Kontra loses to the other one."""
    game = row.details
    if game is None or game.augen is None:
        return False
    won = find_winner(rules, game)
    return won is not None and game.calls.of(find_other_party(won)) > NOTHING


def unseen(rules: RuleSet, row: Row) -> bool:
    """Something that no sheet shows, such as an Armut that nobody takes: that hand is not played and has no row."""
    return False


TRIGGERS: dict[str, Callable[[RuleSet, Row], bool]] = {
    "null-spiel": null_spiel,
    "gleichstand": gleichstand,
    "verlorene-ansage": verlorene_ansage,
    "armut": unseen,
    "unseen": unseen,
}


@dataclass(frozen=True, slots=True)
class DueGame:
    """A game, and whether the games above it make it a Bock game (`bock`).

    `known`: all games above it have details. `named`: the triggers that the rule sheet itself names are enough for it.
    """

    row: Row
    bock: bool
    known: bool
    named: bool


def list_due_games(rules: RuleSet, rows: Iterable[Row], seats: int, known: bool = True) -> Iterator[DueGame]:
    """The games in order, each with whether it is a Bock game. A new Bock round begins with the next game, or after the
    rounds that run.

    Where details are missing, triggers are missed: more games may be Bock games than these, never fewer. `known`: false
    where games above these are on another sheet.
    """
    owed = by_name = 0
    for row in rows:
        yield DueGame(row, owed > 0, known, by_name > 0)
        known = known and row.details is not None
        found = [trigger for trigger in rules.bock.triggers if TRIGGERS[trigger.id](rules, row)]
        owed = _count_owed_after(rules, found, seats, owed)
        by_name = _count_owed_after(rules, [trigger for trigger in found if trigger.named], seats, by_name)


def _count_owed_after(rules: RuleSet, found: Sequence[Trigger], seats: int, owed: int) -> int:
    """How many Bock games are still to be played below a game with these triggers. `owed`: how many above it."""
    rounds = sum(not trigger.single for trigger in found)
    started = seats * min(rounds, rules.bock.per_game) if rounds else int(bool(found) and not owed)
    return max(0, owed - 1) + started


def appears_from_nowhere(rules: RuleSet, single: bool) -> bool:
    """Whether a Bock round (or, if `single`, one Bock game) may come about without any sign of it on the sheet."""
    return any(TRIGGERS[trigger.id] is unseen and trigger.single == single for trigger in rules.bock.triggers)


def check_bock_rounds(rules: RuleSet, sheet: Sheet) -> Findings:
    """S9 (stille-hochzeit: Böcke): a Bock round is one deal by each player, and a new one waits for the one that runs.
    At four seats, three Bock games behind a Nullspiel.

    A sheet without details shows two things: which games are Nullspiele, the one trigger that points can show, and
    whether the value of a Bock game can be halved. `+3 +3 -3 -3` behind a Nullspiel. Calls and Augen are in details.
    """
    if not rules.bock.triggers:
        return
    due = tuple(list_due_games(rules, list_games(sheet), sheet.seats, known=sheet.half != 2))
    for game in due:
        if game.bock or _is_crossed(game.row):
            yield from _check_doubled(rules, game, sheet.seats)
    if due and due[-1].known and due[-1].row.details is not None:
        yield from _find_too_many(rules, due, sheet.seats)
    elif all(game.row.details is None and game.row.bock is not None for game in due):
        yield from _find_broken_rounds(rules, due, sheet.seats, above=sheet.half == 2)


def _is_crossed(row: Row) -> bool | None:
    """Whether the row is crossed as a Bock game; None where the sheet has no such cross."""
    return row.details.bock if row.details is not None else row.bock


def _check_doubled(rules: RuleSet, game: DueGame, seats: int) -> Findings:
    """A game of a Bock round that is not crossed as one, or whose value cannot be doubled.

    It is a warning where only triggers of our own make it a Bock game: the rule sheet does not name them.
    """
    row, crossed = game.row, _is_crossed(game.row)
    severity: Severity = "error" if game.named or crossed else "warning"
    if crossed is False:
        fields = (make_field_id(row.number, "bock"),)
        yield Finding("bock-block", severity, fields, fill_row_gaps(row), sentence="faults.row.bock-missing")
    elif row.details is None and (value := _find_undoubled(rules, row, seats)):
        gaps = fill_row_gaps(row, value=abs(value), factor=_find_factor(rules))
        sentence = "faults.row.bock-crossed-odd" if crossed else "faults.row.bock-odd"
        yield Finding("bock-block", severity, row.list_cells(), gaps, sentence=sentence)


def _find_too_many(rules: RuleSet, due: tuple[DueGame, ...], seats: int) -> Findings:
    """Crossed Bock games that no game above them brought about, and that no trigger off the sheet can explain."""
    for run in _list_runs(due):
        games = [due[at] for at in run]
        extra = [game.row for game in games if not game.bock]
        if extra and not _can_be_explained(rules, games, seats, unfinished=games[-1] is due[-1]):
            fields = tuple(make_field_id(row.number, "bock") for row in extra)
            gaps = {"number": extra[0].number, "found": len(games), "right": len(games) - len(extra)}
            yield Finding("bock-block", "warning", fields, gaps)


def _can_be_explained(rules: RuleSet, games: list[DueGame], seats: int, unfinished: bool) -> bool:
    """Whether triggers that no sheet shows can have brought about the Bock games that the games above them did not.

    Such triggers start single Bock games, never two in a row, or whole Bock rounds of one deal by each player.
    """
    extra = sum(not game.bock for game in games)
    places = sum(1 for bock, _ in groupby(games, key=lambda game: game.bock) if not bock)
    singles = range(places + 1) if appears_from_nowhere(rules, single=True) else range(1)
    if not appears_from_nowhere(rules, single=False):
        return extra in singles
    return unfinished or any((extra - single) % seats == 0 for single in singles)


def _find_broken_rounds(rules: RuleSet, due: tuple[DueGame, ...], seats: int, *, above: bool) -> Findings:
    """Where a sheet has crosses but no details: Bock games in a row that are no whole rounds, one of which may wait for
    another. `above`: games above these are on another sheet. What runs on to its end may go on on the next one."""
    whole = {0, 1} if appears_from_nowhere(rules, single=True) else {0}
    runs = [*_list_runs(due)]
    broken = [run for run in runs if len(run) % seats not in whole and run[-1] + 1 < len(due) and (run[0] or not above)]
    places = dict.fromkeys(tuple(_find_lacking(run, runs, seats, whole)) for run in broken)
    for lacking in places:
        rows = [due[at].row for at in lacking if at >= 0 and _find_undoubled(rules, due[at].row, seats) is None]
        if rows and not any(due[at].bock for at in lacking):  # else that game has a finding of its own
            fields = tuple(make_field_id(row.number, "bock") for row in rows)
            gaps = fill_row_gaps(rows[0], rows=tuple(row.number for row in rows), games=seats)
            sentence = "faults.row.bock-gap" if len(rows) == 1 else "faults.row.bock-short"
            yield Finding("bock-block", "warning", fields, gaps, sentence=sentence)


def _find_lacking(run: range, runs: Sequence[range], seats: int, whole: Collection[int]) -> Iterator[int]:
    """The place between this run and another that makes both a whole round, else those on either side of it."""
    for other in runs:
        gap = other[0] - 1 if other[0] == run[-1] + 2 else run[0] - 1
        if gap in (other[0] - 1, other[-1] + 1) and other != run and (len(run) + len(other) + 1) % seats in whole:
            yield gap
            return
    yield from (run[0] - 1, run[-1] + 1)


def _list_runs(due: Sequence[DueGame]) -> Iterator[range]:
    """The places of crossed games that follow one another."""
    places = [at for at, game in enumerate(due) if _is_crossed(game.row)]
    for _, run in groupby(enumerate(places), key=lambda pair: pair[1] - pair[0]):
        found = [at for _, at in run]
        yield range(found[0], found[-1] + 1)


def _find_undoubled(rules: RuleSet, row: Row, seats: int) -> int | None:
    """The row's value if no Bock game can have it; None where one can, or nothing is known of the row."""
    found = find_row_pattern(rules, row, seats)
    return found.value if found and found.value % _find_factor(rules) else None


def _find_factor(rules: RuleSet) -> int:
    """By how much a Bock game multiplies."""
    return next((part.points for part in rules.list_entries("bock")), 1)
