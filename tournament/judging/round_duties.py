"""What a whole round owes: everybody's Pflichtsolo, as many games as the rules say, as many turns to sit out for each.

A count is a witness beside the sum row and no rule: players do forget a Pflichtsolo, which is a finding of its own. So
a broken count is unlikely (`Limits.solo_forgotten` and the like), never impossible, and may bear out what the ink says
or put it in doubt, but chooses no reading (`tournament.judging.decide`). Clear ink counts as it is written.

Nothing is owed where the rules have no Pflichtsolo (kurzregeln-48, zehn-cent, zwoelf-spiele) or the sheet no boxes for
solos; on half a round, whose other half may hold it; while rows are blank, as there may be time left for it; and by
sheets without our code. Games are owed where their number is not free. Turns to sit out are counted only where nobody
knows whose turn it is in each row (kurzregeln-48, stille-hochzeit): a rotation tells every row by itself (`RowLaw`).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from scoring.rows.written_rows import find_sitter, find_soloist, is_game
from tournament.judging.chain import Floats, Ints
from tournament.judging.limits.judging_limits import Limits
from tournament.judging.row_law import RowLaw
from tournament.judging.row_readings import JointReading, RowChoices
from tournament.judging.written_sheet import WrittenSheet


@dataclass(frozen=True, slots=True)
class Owed:
    """What the sheet owes: `solos` of each player, whether `turns` to sit out are equal, how many `games`; 0 and False
    where nothing is known."""

    solos: int
    turns: bool
    games: int


@dataclass(frozen=True, slots=True)
class Counts:
    """`rows`: of each what its readings count, (n, counts) int64; no rows where nothing is owed, or where no reading in
    doubt counts otherwise than another.

    Counted are solos and turns to sit out by seat, solos that may be anybody's, rows whose turn is unknown, and games.
    """

    owed: Owed
    rows: tuple[Ints, ...]
    limits: Limits

    @property
    def width(self) -> int:
        """How many numbers are counted along the rows."""
        return self.rows[0].shape[1] if self.rows else 0

    def fit(self, counts: Ints) -> Floats:
        """How often rounds have these `counts` (n, counts) int64, relative to what is owed; (n,) float64."""
        seats, owed, limits = (counts.shape[1] - _OTHERS) // 2, self.owed, self.limits
        anybodys, unknown, games = counts[:, -_OTHERS:].T
        missing = np.maximum((counts[:, :seats] < owed.solos).sum(axis=1) - anybodys, 0)
        turns = counts[:, seats : 2 * seats]
        uneven = owed.turns & (unknown == 0) & (turns.sum(axis=1) % seats == 0) & (np.ptp(turns, axis=1) > 0)
        short = games < owed.games
        fits: Floats = limits.solo_forgotten**missing * limits.turns_uneven**uneven * limits.games_short**short
        return fits


CountedRow = tuple[int, ...]
"""What one reading of a row counts, in the order of `Counts.rows`."""

_OTHERS = 3
"""Counts that are not by seat."""

NOTHING = Owed(0, turns=False, games=0)


def counts_of(
    written: WrittenSheet,
    rows: Sequence[RowChoices],
    readings: Sequence[tuple[JointReading, ...]],
    inked: Sequence[bool],
    law: RowLaw,
    limits: Limits,
) -> Counts:
    """What each reading of each row counts; `inked`: whether details stand in the row."""
    duty = find_duty(written, rows, law)
    clear = [all(choices.clear(limits) for choices in row.all) for row in rows]
    doubtful = [
        [] if sure or duty == NOTHING else _count_readings(law, duty, row, told, inked=there)
        for sure, row, told, there in zip(clear, rows, readings, inked, strict=True)
    ]
    if not any(one != row[0] for row in doubtful for one in row):  # so it is on most sheets
        return Counts(NOTHING, (), limits)
    found = [
        counted or [count_reading(law, duty, row, _read_ink(row), inked=there)] * len(told)
        for counted, row, told, there in zip(doubtful, rows, readings, inked, strict=True)
    ]
    owed = limit_duty(duty, sum(max(one[-1] for one in row) for row in found), law)
    return Counts(owed, () if owed == NOTHING else tuple(np.array(row, np.int64) for row in found), limits)


def find_duty(written: WrittenSheet, rows: Sequence[RowChoices], law: RowLaw) -> Owed:
    """What the rules want of a whole round on such a sheet, below whose games nothing stands."""
    sheet, code = law.rules.sheet, written.code
    below = any(choices.first.text.strip() for row in rows if row.game in law.offences for choices in row.all)
    if code is None or code.half or below:
        return NOTHING
    due = sheet.count_owed_games(law.seats) or 0
    solos = sheet.pflichtsolo.per_player if law.crosses or sheet.pflichtsolo.section else 0
    return Owed(solos, law.seats == 5 and not sheet.sitter.rotation, due if code.games >= due else 0)


def limit_duty(duty: Owed, played: int, law: RowLaw) -> Owed:
    """The same, when so many rows may hold a game: of a round that is not whole only the turns are told."""
    sheet = law.rules.sheet
    least = sheet.count_owed_games(law.seats) or sheet.pflichtsolo.within * law.seats
    return duty if least and played >= least else Owed(0, duty.turns, 0)


@dataclass(frozen=True)
class Soloists:
    """Who plays the solos of a sheet whose rows are read so. `disputed`: rows whose crosses for Re tell another soloist
    than their points, so that they may be anybody's."""

    written: WrittenSheet
    rows: Sequence[RowChoices]
    readings: Sequence[JointReading]
    inked: Sequence[bool]
    disputed: Collection[int]
    law: RowLaw
    limits: Limits

    def weigh(self, number: int, seat: int | None) -> float:
        """How often rounds are so in which that seat, or none, plays a solo in row `number`, relative to whoever fits
        best there: who then lacks his Pflichtsolo must have forgotten it. 1 where none is owed."""
        return self._weigh(number, seat) / max(self._weigh(number, one) for one in (None, *self._seats))

    @property
    def _seats(self) -> range:
        return range(1, self.law.seats + 1)

    @cached_property
    def _duty(self) -> Owed:
        return find_duty(self.written, self.rows, self.law)

    @cached_property
    def _counted(self) -> Mapping[int, CountedRow]:
        read = zip(self.rows, self.readings, self.inked, strict=True)
        return {row.game: count_reading(self.law, self._duty, row, one, inked=there) for row, one, there in read}

    def _weigh(self, number: int, seat: int | None) -> float:
        owed = limit_duty(self._duty, sum(one[-1] for one in self._counted.values()), self.law).solos
        others = {game: one for game, one in self._counted.items() if game != number}
        known = [one for game, one in others.items() if game not in self.disputed]
        played = {one: sum(row[one - 1] for row in known) + (one == seat) for one in self._seats}
        anybodys = sum(row[-_OTHERS] for row in known) + len(others) - len(known)
        missing = sum(count < owed for count in played.values()) - anybodys
        return self.limits.solo_forgotten ** max(missing, 0)


def _read_ink(row: RowChoices) -> JointReading:
    """The row as its ink is."""
    return JointReading(row.ink, tuple(choices.first for choices in row.all), 1.0)


def _count_readings(
    law: RowLaw, duty: Owed, row: RowChoices, readings: Sequence[JointReading], *, inked: bool
) -> list[CountedRow]:
    """What the row's readings count, those that are hardly possible as the likeliest."""
    first, least = count_reading(law, duty, row, readings[0], inked=inked), law.limits.counted
    return [count_reading(law, duty, row, one, inked=inked) if one.share >= least else first for one in readings]


def count_reading(law: RowLaw, duty: Owed, choices: RowChoices, reading: JointReading, *, inked: bool) -> CountedRow:
    """What this reading of the row counts, as far as it is owed. Points that no game has tell of no cross and of no
    soloist: there the cross counts as its ink is, and for anybody."""
    rules, seats, number, values = law.rules, law.seats, choices.game, reading.values
    legal = law.legal(number, values)
    row = law.row(number, values if legal else replace(values, solo=choices.ink.solo))
    stands = inked or any(option.text.strip() for option in reading.options)
    game = stands and is_game(rules, row, seats)
    ordinary = game and not row.offence
    solo = ordinary and duty.solos and (row.solo or rules.sheet.is_in_section(seats, row.game or number))
    alone = find_soloist(rules, row, seats) if solo and legal else None
    away = find_sitter(rules, row, seats) if ordinary and duty.turns else None
    by_seat, unknown = range(1, seats + 1), ordinary and duty.turns and away is None
    counted = (
        *(seat == alone for seat in by_seat),
        *(seat == away for seat in by_seat),
        solo and alone is None,
        unknown,
        game,
    )
    return tuple(map(int, map(bool, counted)))
