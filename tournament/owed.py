"""What a whole round owes: everybody's Pflichtsolo, as many games as the rules say, as many turns to sit out for each.

A count is a witness beside the sum row and no rule: players do forget a Pflichtsolo, which is a finding of its own. So
a broken count is unlikely (`Limits.solo_forgotten` and the like), never impossible, and may bear out what the ink says
or put it in doubt, but chooses no reading (`tournament.decide`). Clear ink counts as it is written.

Nothing is owed where the rules have no Pflichtsolo (kurzregeln-48, zehn-cent, zwoelf-spiele) or the sheet no boxes for
solos; on half a round, whose other half may hold it; while rows are blank, as there may be time left for it; and by
sheets without our code. Games are owed where their number is not free. Turns to sit out are counted only where nobody
knows whose turn it is in each row (kurzregeln-48, stille-hochzeit): a rotation tells every row by itself (`RowLaw`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from scoring.seating import is_game, out, soloist
from tournament.addition import Floats, Ints
from tournament.limits import Limits
from tournament.rowlaw import RowLaw
from tournament.transcribe import WrittenSheet
from tournament.weigh import JointReading, RowChoices


@dataclass(frozen=True, slots=True)
class Owed:
    """What the sheet owes: `solos` of each player, whether `turns` to sit out are equal, how many `games`; 0 and False
    where nothing is known."""

    solos: int
    turns: bool
    games: int


@dataclass(frozen=True, slots=True)
class Counts:
    """What the readings of each row count: (n, 2 * seats + 2) int64 a row, solos and turns to sit out by seat, rows
    whose turn is unknown, and games. `rows` is () where nothing is owed that hangs on doubtful ink."""

    owed: Owed
    rows: tuple[Ints, ...]
    limits: Limits

    @property
    def speak(self) -> bool:
        """Whether they tell anything."""
        return bool(self.rows)

    def fit(self, counts: Ints) -> Floats:
        """How often rounds have these counts, (n, 2 * seats + 2), relative to what is owed."""
        seats, owed, limits = counts.shape[1] // 2 - 1, self.owed, self.limits
        missing = (counts[:, :seats] < owed.solos).sum(axis=1)
        turns, unknown, games = counts[:, seats : 2 * seats], counts[:, -2], counts[:, -1]
        uneven = owed.turns & (unknown == 0) & (turns.sum(axis=1) % seats == 0) & (np.ptp(turns, axis=1) > 0)
        short = games < owed.games
        fits: Floats = limits.solo_forgotten**missing * limits.turns_uneven**uneven * limits.games_short**short
        return fits


_NOTHING = Owed(0, turns=False, games=0)


def counts_of(
    written: WrittenSheet, rows: Sequence[RowChoices], readings: Sequence[tuple[JointReading, ...]],
    inked: Sequence[bool], law: RowLaw, limits: Limits,
) -> Counts:
    """What each reading of each row counts; `inked`: whether details stand in the row."""
    found = tuple(_counted(law, *parts, limits) for parts in zip(rows, readings, inked, strict=True))
    owed = _owed(written, rows, found, law)
    varied = any((row != row[0]).any() for row in found)
    return Counts(owed, found if varied and owed != _NOTHING else (), limits)


def _owed(written: WrittenSheet, rows: Sequence[RowChoices], counts: Sequence[Ints], law: RowLaw) -> Owed:
    """Of a whole round: every one of its games' rows may hold something, and none below them does."""
    sheet, code = law.rules.sheet, written.code
    below = any(choices.first.text.strip() for row in rows if row.game in law.offences for choices in row.all)
    if code is None or code.half or below:
        return _NOTHING
    due, free = sheet.owed_games(law.seats), sheet.pflichtsolo.within * law.seats
    played = sum(int(row[:, -1].max()) for row in counts)
    whole = played >= (due or free or played + 1)
    solos = sheet.pflichtsolo.per_player if whole and (law.crosses or sheet.pflichtsolo.section) else 0
    turns = law.seats == 5 and not sheet.sitter.rotation
    return Owed(solos, turns, due if due and whole and code.games >= due else 0)


def _counted(law: RowLaw, row: RowChoices, readings: tuple[JointReading, ...], inked: bool, limits: Limits) -> Ints:
    """What the row's readings count; all alike where its ink is clear."""
    if all(choices.clear(limits) for choices in row.all):
        ink = JointReading(row.ink, tuple(choices.first for choices in row.all), 1.0)
        return np.repeat([_of(law, row.game, ink, inked=inked)], len(readings), axis=0)
    return np.array([_of(law, row.game, reading, inked=inked) for reading in readings], np.int64)


def _of(law: RowLaw, number: int, reading: JointReading, *, inked: bool) -> list[int]:
    rules, seats, row = law.rules, law.seats, law.row(number, reading.values)
    stands = inked or any(option.text.strip() for option in reading.options)
    game = stands and is_game(rules, row, seats)
    solo = row.solo or rules.sheet.in_section(seats, row.game or number)
    alone = soloist(rules, row, seats) if game and solo and not row.offence else None
    plays = game and not row.offence and seats == 5
    away = out(rules, row, seats) if plays else None
    by_seat = range(1, seats + 1)
    return [*(seat == alone for seat in by_seat), *(seat == away for seat in by_seat), plays and away is None, game]
