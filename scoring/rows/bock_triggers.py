"""Bock: what starts it, and which games of a sheet are therefore Bock games.

Triggers are data (`bock.triggers` of a rule set), their conditions are the small functions here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from scoring.counting.game import Call, find_other_party
from scoring.counting.rules import RuleSet, Trigger
from scoring.counting.score import score
from scoring.counting.winner import find_winner
from scoring.rows.row import Row
from scoring.rows.seating import find_hands


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
    return won is not None and game.calls.of(find_other_party(won)) > Call.NOTHING


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
