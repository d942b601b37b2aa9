"""A judged sheet: what was written, what counts for now, and what a person must look at."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal, NamedTuple

from scoring.counting.game import Game, count_players
from scoring.counting.row_laws import Side, fill_other_side
from scoring.findings import Proposal
from texts.field_ids import name_line, parse_field
from tournament.judging.ink_options import Choices
from tournament.judging.limits.judging_limits import LEAST
from tournament.judging.misreadings import RowRisk
from tournament.judging.row_readings import is_anything_there
from tournament.judging.written_sheet import WrittenRow, WrittenSheet
from tournament.remarks import Doubt

Status = Literal["ok", "review"]

Provisional = Literal["likeliest", "written"]
"""What an open row counts until somebody decides. `likeliest`: its ink is in doubt, and the likeliest reading that no
rule forbids counts. `written`: its ink is clear and counts as it is, for example where players miscounted."""

_NOT_SUMS = ("pflichtsolo", "wrong-sitter")
"""Codes of findings whose field is a sum only to name the seat; they are not about the sum."""


@dataclass(frozen=True, slots=True)
class Chosen:
    """A reading that a rule chose against the ink's first choice. `ink`, `read`: both texts. `rule`: what chose it
    (`details`: points and details together). `share`: its probability."""

    field: str
    ink: str
    read: str
    rule: Literal["row", "sums", "details"]
    share: float


Texts = tuple[tuple[str, float], ...]
"""The texts that a field may have, with their probabilities of at least `LEAST`, likeliest first."""


def likely_texts(chances: Mapping[str, float]) -> Texts:
    """The texts with a probability of at least `LEAST`, likeliest first."""
    likely = ((text, chance) for text, chance in chances.items() if chance >= LEAST)
    return tuple(sorted(likely, key=lambda pair: -pair[1]))


Posterior = Mapping[str, Texts]
"""By field id P(text), given everything on the sheet."""


RowPoints = tuple[int | None, ...]
"""A row's points by seat; None where they are unknown, and for a seat that sits out."""


UNKNOWN_ROW: RowPoints = ()
"""The points of a row about which nothing is known."""


def is_whole(points: RowPoints) -> bool:
    """Whether all who play have points; of more than four some sit out."""
    return bool(points) and sum(value is not None for value in points) >= count_players(len(points))


class RowOutcome(NamedTuple):
    """What a row may turn out to count, and the probability that this is what it should count."""

    points: RowPoints
    chance: float


class Mended(NamedTuple):
    """What a row counts once a proposal is accepted."""

    points: RowPoints
    solo: bool
    offence: bool


def list_likely_outcomes(counts: RowPoints, chances: Mapping[RowPoints, float]) -> tuple[RowOutcome, ...]:
    """The outcomes with a probability of at least `LEAST`, likeliest first; () if the only one is that the row should
    count what it `counts`."""
    likely = {points: chance for points, chance in chances.items() if chance >= LEAST}
    whole = sum(likely.values())
    outcomes = (RowOutcome(points, chance / whole) for points, chance in likely.items() if [*likely] != [counts])
    return tuple(sorted(outcomes, key=lambda one: -one.chance))


@dataclass(frozen=True, slots=True)
class Odds:
    """Whose mistake something is. `miscounted`: P(what the players wrote breaks a rule). `misread`: P(they wrote
    something else than the ink's first choice)."""

    miscounted: float
    misread: float


@dataclass(frozen=True, slots=True)
class Explanation:
    """The fewest fields that must change for a row to be right. `whose`: whether they were misread, or the players
    wrote them wrongly."""

    whose: Literal["misread", "miscounted"]
    changes: Proposal


@dataclass(frozen=True, slots=True)
class WholeExplanation:
    """The fewest fields of a whole sheet, rows and sum row together, that must change for everything to add up: those
    that were probably misread, and those that were probably written wrongly. `complete`: whether all possibilities were
    searched; if not, fewer fields may do."""

    misread: Proposal
    miscounted: Proposal
    complete: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgedRow:
    """One row. Tuples are by seat.

    `written`: the ink's first choices, "" for a blank cell. `points`: what counts now; None for an unreadable cell and
    for the seat that sits out. `status`: review if a person must look. `solo`, `offence`: the crosses as they count; a
    solo that an offence ended does not count as one. `played`: False for a blank row, also for one with a single
    doubtful spot (then its status is review). `look`: the ids of fields to look at, () if the status is ok. `chosen`:
    fields read against their ink's first choice. `details`: the game that was played, if the details say all of it and
    agree with the points. `wrong`: how the row may have been misread. `odds`: whose mistake it is; None for a row that
    counts nothing. `posterior`: P(text) of points (or totals), crosses and details, given the whole sheet, for fields
    where more than the ink's first choice is likely. `explanation`: what would make the row right; None if it is right
    as inked, or if nothing is known that would. `provisional`: how an open row counts. `outcomes`: what the row should
    count, likeliest first; () if that is surely what counts now. `mended`: what it counts with each of its proposals
    and with the explanation. `side`: the side whose points alone the rules have written in it; None for both.
    """

    source: WrittenRow
    written: tuple[str, ...]
    points: tuple[int | None, ...]
    status: Status
    solo: bool = False
    offence: bool = False
    played: bool = False
    findings: tuple[Doubt, ...] = ()
    look: tuple[str, ...] = ()
    chosen: tuple[Chosen, ...] = ()
    details: Game | None = None
    wrong: RowRisk | None = None
    odds: Odds | None = None
    posterior: Posterior = field(default_factory=dict, hash=False)
    explanation: Explanation | None = None
    provisional: Provisional | None = None
    outcomes: tuple[RowOutcome, ...] = ()
    mended: Mapping[Proposal, Mended] = field(default_factory=dict, hash=False)
    side: Side | None = None

    @property
    def game(self) -> int:
        """The row's number on the sheet."""
        return self.source.game

    @property
    def place(self) -> str:
        """The row as it is called in field ids: g07."""
        return name_line(self.source.game)

    @property
    def soloist(self) -> int | None:
        """The seat that played the crossed solo: the only one with plus points, or with minus points. None without a
        cross, or in a Nullspiel."""
        if not self.solo:
            return None
        points = self._full_points
        plus, minus = ([seat for seat, value in points.items() if side * value > 0] for side in (1, -1))
        seats = min(plus, minus, key=len)
        return seats[0] if len(seats) == 1 and len(plus) != len(minus) else None

    @property
    def solo_winner(self) -> int | None:
        """The seat that won the crossed solo."""
        seat = self.soloist
        return None if seat is None or self._full_points[seat] < 0 else seat

    @property
    def _full_points(self) -> Mapping[int, int]:
        """By seat the points of all who played, where the row has one side's only."""
        known = {seat: value for seat, value in enumerate(self.points, 1) if value is not None}
        return fill_other_side(self.side, known) or {}


def make_unplayed(
    source: WrittenRow, written: tuple[str, ...], spots: Sequence[Choices], outcomes: tuple[RowOutcome, ...]
) -> JudgedRow:
    """A blank row, which counts nothing; a person is asked about it if there are `spots` that may be ink. `outcomes`:
    what it may then count."""
    return JudgedRow(
        source=source,
        written=written,
        points=(None,) * len(written),
        status="review" if spots else "ok",
        findings=tuple(map(is_anything_there, spots)),
        look=tuple(spot.id or "" for spot in spots),
        outcomes=outcomes,
    )


@dataclass(frozen=True)
class JudgedSheet:
    """One sheet.

    `sums`: by seat the written totals as inked. `totals`: by seat what the rows that count now add up to. `findings`:
    those on the whole sheet (sums, counts, Pflichtsoli, duplicates); `look`: their fields. `sum_odds`: by seat whose
    mistake a wrong written total is, None where none is written. `posterior`: P(text) of the totals, as in the rows.
    `explanation`: the fewest wrong fields of the sheet; None if it adds up as inked, or if nothing is known that would
    mend it. `caused`: by the number of an open row the findings that are gone once it is settled
    (`tournament.judging.causes`). `held`: the findings that are not asked before another item is settled, on this sheet
    or on another one.
    """

    source: WrittenSheet
    rows: tuple[JudgedRow, ...]
    sums: tuple[str, ...]
    totals: tuple[int, ...]
    findings: tuple[Doubt, ...] = ()
    look: tuple[str, ...] = ()
    sum_odds: tuple[Odds | None, ...] = ()
    posterior: Posterior = field(default_factory=dict, hash=False)
    explanation: WholeExplanation | None = None
    caused: Mapping[int, tuple[Doubt, ...]] = field(default_factory=dict, hash=False)
    held: tuple[Doubt, ...] = ()

    @property
    def shown_rows(self) -> tuple[JudgedRow, ...]:
        """The rows in which something is written, or may be, and those that somebody struck."""
        return tuple(row for row in self.rows if row.played or row.status == "review" or row.game in self.source.struck)

    @cached_property
    def open_rows(self) -> tuple[JudgedRow, ...]:
        """The rows that a person must look at."""
        return tuple(row for row in self.rows if row.status == "review")

    @cached_property
    def solos_won(self) -> Counter[int | None]:
        """By seat how many of the crossed solos it won."""
        return Counter(row.solo_winner for row in self.rows)

    @cached_property
    def games_played(self) -> tuple[int, ...]:
        """By seat how many games it played."""
        played = [row.points for row in self.rows if row.played and not row.offence]
        return tuple(sum(points[seat] is not None for points in played) for seat in range(self.source.seats))

    @cached_property
    def open_matters(self) -> tuple[tuple[Doubt, ...], ...]:
        """What a person must settle of the whole sheet, grouped by topic, the sum row first; without findings that an
        open row causes, and without those that are held back."""
        rows = {row.game for row in self.open_rows}
        caused = [finding for number, found in self.caused.items() if number in rows for finding in found]
        asked = [one for one in self.findings if one.severity != "note" and one not in caused and one not in self.held]
        return group_by_topic(asked)

    @property
    def status(self) -> Status:
        """review if any row or the sheet itself is open."""
        return "review" if self.open_rows or self.open_matters or self.look else "ok"


def group_by_topic(findings: Iterable[Doubt]) -> tuple[tuple[Doubt, ...], ...]:
    """The findings on a whole sheet, grouped by topic, the sum row first."""
    groups: dict[Topic, list[Doubt]] = {SUMS: []}
    for finding in findings:
        groups.setdefault(find_topic(finding), []).append(finding)
    return tuple(tuple(group) for group in groups.values() if group)


Topic = tuple[str, int]
"""What a person settles at one look: the sum row, the name at a seat (from 1), or all findings of one code."""
SUMS: Topic = ("sum", 0)


def find_topic(finding: Doubt) -> Topic:
    """The topic of a finding on a whole sheet."""
    if about_sums(finding):
        return SUMS
    seats = {field.seat if field.line in ("name", "start") else None for field in map(parse_field, finding.fields)}
    seat = next(iter(seats), None)
    return ("name", seat) if len(seats) == 1 and seat is not None else (finding.code, 0)


def about_sums(finding: Doubt) -> bool:
    """Whether the finding is about the sum row."""
    return finding.code not in _NOT_SUMS and all_in(finding, "sum")


def all_in(finding: Doubt, line: str) -> bool:
    """Whether all fields of the finding are in this line of the paper ("g07", "sum", "name")."""
    return bool(finding.fields) and all(parse_field(field).line == line for field in finding.fields)
