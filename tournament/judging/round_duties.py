"""The duties of a whole round: a Pflichtsolo of everybody, the number of games, equal turns to sit out.

A duty is evidence, like the sum row, and no rule: players do forget a Pflichtsolo, which is a finding of its own. So a
broken duty is unlikely (`Limits.solo_forgotten` and the like), never impossible. It may confirm what the ink says or
put it in doubt, but it chooses no reading (`tournament.judging.decide`). Clear ink counts as it is written.

There is no duty if the rules have no Pflichtsolo (kurzregeln-48, zehn-cent, zwoelf-spiele) or the sheet has no boxes
for solos; on half a round, as the solo may be in the other half; while rows are blank, as the round may go on; and on
sheets without our code. The number of games is a duty unless the rules leave it free. Turns to sit out are counted only
where the rules have no rotation (kurzregeln-48, stille-hochzeit); with a rotation each row's turn is known (`RowLaw`).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from scoring.counting.game import count_sitters
from scoring.rows.written_rows import find_sitters, find_soloist, is_game
from tournament.judging.chain import Floats, Ints
from tournament.judging.limits.judging_limits import Limits
from tournament.judging.row_law import RowLaw
from tournament.judging.row_readings import JointReading, RowChoices
from tournament.judging.written_sheet import WrittenSheet


@dataclass(frozen=True, slots=True)
class Owed:
    """The duties of a sheet's round: how many `solos` of each player, whether `turns` to sit out must be equal, how
    many `games`; 0 and False where there is no such duty."""

    solos: int
    turns: bool
    games: int


@dataclass(frozen=True, slots=True)
class Counts:
    """The duties of a round, and what each reading of each row adds to their counts.

    `rows`: by row (readings, counts) int64; () if there is no duty, or if no doubtful reading counts differently. The
    counts are: by seat solos, by seat turns to sit out, solos of an unknown player, rows with an unknown sitter, games.
    """

    owed: Owed
    rows: tuple[Ints, ...]
    limits: Limits

    @property
    def width(self) -> int:
        """How many counts there are."""
        return self.rows[0].shape[1] if self.rows else 0

    def fit(self, counts: Ints) -> Floats:
        """P(a round ends with these `counts` (n, counts) int64), relative to one that meets its duties; (n,)
        float64."""
        seats, owed, limits = (counts.shape[1] - _OTHERS) // 2, self.owed, self.limits
        anybodys, unknown, games = counts[:, -_OTHERS:].T
        missing = np.maximum((counts[:, :seats] < owed.solos).sum(axis=1) - anybodys, 0)
        turns = counts[:, seats : 2 * seats]
        uneven = owed.turns & (unknown == 0) & (turns.sum(axis=1) % seats == 0) & (np.ptp(turns, axis=1) > 0)
        short = games < owed.games
        fits: Floats = limits.solo_forgotten**missing * limits.turns_uneven**uneven * limits.games_short**short
        return fits


CountedRow = tuple[int, ...]
"""What one reading of a row adds to the counts, in the order of `Counts.rows`."""

_OTHERS = 3
"""How many counts are not by seat: they come last."""

NOTHING = Owed(0, turns=False, games=0)


def counts_of(
    written: WrittenSheet,
    rows: Sequence[RowChoices],
    readings: Sequence[tuple[JointReading, ...]],
    inked: Sequence[bool],
    law: RowLaw,
    limits: Limits,
) -> Counts:
    """The duties of the round with what each reading of each row adds; `inked`: by row whether it has details."""
    duty = find_duty(written, rows, law)
    clear = [all(choices.clear(limits) for choices in row.all) for row in rows]
    doubtful = [
        [] if sure or duty == NOTHING else _count_readings(law, duty, row, told, inked=there)
        for sure, row, told, there in zip(clear, rows, readings, inked, strict=True)
    ]
    if not any(one != row[0] for row in doubtful for one in row):  # a shortcut for most sheets
        return Counts(NOTHING, (), limits)
    found = [
        counted or [count_reading(law, duty, row, _read_ink(row), inked=there)] * len(told)
        for counted, row, told, there in zip(doubtful, rows, readings, inked, strict=True)
    ]
    owed = limit_duty(duty, sum(max(one[-1] for one in row) for row in found), law)
    return Counts(owed, () if owed == NOTHING else tuple(np.array(row, np.int64) for row in found), limits)


def find_duty(written: WrittenSheet, rows: Sequence[RowChoices], law: RowLaw) -> Owed:
    """The duties by the rules of a whole round on such a sheet; none if offence rows below the games are filled in."""
    sheet, code = law.rules.sheet, written.code
    below = any(choices.first.text.strip() for row in rows if row.game in law.offences for choices in row.all)
    if code is None or code.half or below:
        return NOTHING
    due = sheet.count_owed_games(law.seats) or 0
    solos = sheet.pflichtsolo.per_player if law.crosses or sheet.pflichtsolo.section else 0
    return Owed(solos, count_sitters(law.seats) > 0 and not sheet.list_away(law.seats), due if code.games >= due else 0)


def limit_duty(duty: Owed, played: int, law: RowLaw) -> Owed:
    """The duty if at most `played` rows hold a game: in a round that is not whole only that of turns to sit out."""
    sheet = law.rules.sheet
    least = sheet.count_owed_games(law.seats) or sheet.pflichtsolo.within * law.seats
    return duty if least and played >= least else Owed(0, duty.turns, 0)


@dataclass(frozen=True)
class Soloists:
    """Who plays the solos of a sheet whose rows are read so. `disputed`: numbers of rows in which the crosses for Re
    and the points show different soloists, so that it may be anybody."""

    written: WrittenSheet
    rows: Sequence[RowChoices]
    readings: Sequence[JointReading]
    inked: Sequence[bool]
    disputed: Collection[int]
    law: RowLaw
    limits: Limits

    def weigh(self, number: int, seat: int | None) -> float:
        """P(the round's solos), if that seat (None: nobody) plays a solo in row `number`, relative to the most probable
        seat: whoever then has no Pflichtsolo must have forgotten it. 1 if no Pflichtsolo is due."""
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
    """The reading of the ink's first choices."""
    return JointReading(row.ink, tuple(choices.first for choices in row.all), 1.0)


def _count_readings(
    law: RowLaw, duty: Owed, row: RowChoices, readings: Sequence[JointReading], *, inked: bool
) -> list[CountedRow]:
    """What each of the row's readings adds to the counts; hardly possible ones are taken to add what the likeliest
    does."""
    first, least = count_reading(law, duty, row, readings[0], inked=inked), law.limits.counted
    return [count_reading(law, duty, row, one, inked=inked) if one.share >= least else first for one in readings]


def count_reading(law: RowLaw, duty: Owed, choices: RowChoices, reading: JointReading, *, inked: bool) -> CountedRow:
    """What this reading of the row adds to the counts, where there is a duty.

    Points that no game has show neither whether it was a solo nor whose: then the cross counts by its ink, and the
    soloist is unknown.
    """
    rules, seats, number, values = law.rules, law.seats, choices.game, reading.values
    legal = law.legal(number, values)
    row = law.row(number, values if legal else replace(values, solo=choices.ink.solo))
    stands = inked or any(option.text.strip() for option in reading.options)
    game = stands and is_game(rules, row, seats)
    ordinary = game and not row.offence
    played = ordinary or (legal and row.offence and find_soloist(rules, row, seats) is not None)
    solo = played and duty.solos and (row.solo or rules.sheet.is_in_section(seats, row.game or number))
    alone = find_soloist(rules, row, seats) if solo and legal else None
    away = find_sitters(rules, row, seats) if ordinary and duty.turns else None
    by_seat, unknown = range(1, seats + 1), ordinary and duty.turns and away is None
    counted = (
        *(seat == alone for seat in by_seat),
        *(seat in (away or ()) for seat in by_seat),
        solo and alone is None,
        unknown,
        game,
    )
    return tuple(map(int, map(bool, counted)))
