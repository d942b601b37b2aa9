"""A sheet after reconciling: what was written, what counts for now, and what a person must look at."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from scoring.counting.game import Game
from scoring.findings import Proposal
from texts.field_ids import name_line, parse_field
from tournament.judging.ink_options import Choices
from tournament.judging.limits.judging_limits import LEAST
from tournament.judging.misreadings import RowRisk
from tournament.judging.row_readings import is_anything_there
from tournament.judging.written_sheet import PLAYERS, WrittenRow, WrittenSheet
from tournament.remarks import Doubt

Status = Literal["ok", "review"]

Provisional = Literal["likeliest", "written"]
"""What an open row counts until somebody decides. `likeliest`: the reader doubts; the likeliest reading that no rule
forbids counts. `written`: the reader sees what stands there, and that counts, as where players miscounted."""

_NOT_SUMS = ("pflichtsolo", "wrong-sitter")
"""Findings that name a seat by its sum, but are not about the sum."""


@dataclass(frozen=True, slots=True)
class Chosen:
    """A reading that a rule chose over the ink's own first choice. `rule`: what demanded it (`details`: points and
    details together); `share`: its probability."""

    field: str
    ink: str
    read: str
    rule: Literal["row", "sums", "details"]
    share: float


Texts = tuple[tuple[str, float], ...]
"""What a field may say with the chances, likeliest first, from `LEAST`."""


def likely_texts(chances: Mapping[str, float]) -> Texts:
    """The texts from `LEAST`, likeliest first."""
    likely = ((text, chance) for text, chance in chances.items() if chance >= LEAST)
    return tuple(sorted(likely, key=lambda pair: -pair[1]))


Posterior = Mapping[str, Texts]
"""By field id what it may say after everything on the sheet spoke."""


RowPoints = tuple[int | None, ...]
"""A row's points by seat; None for one that is not known and for the seat that sits out."""


UNKNOWN_ROW: RowPoints = ()
"""The points of a row of which nobody knows anything."""


def is_whole(points: RowPoints) -> bool:
    """Whether all who play have points; at a table of five one sits out."""
    return sum(value is not None for value in points) >= PLAYERS


class RowOutcome(NamedTuple):
    """What a row may count once everything about it is known, and the chance that this is what it should count."""

    points: RowPoints
    chance: float


class Mended(NamedTuple):
    """What a row counts once what is proposed of it is accepted."""

    points: RowPoints
    solo: bool
    offence: bool


def list_likely_outcomes(counts: RowPoints, chances: Mapping[RowPoints, float]) -> tuple[RowOutcome, ...]:
    """The outcomes from `LEAST`, likeliest first; () where it is sure that the row should count what `counts`."""
    likely = {points: chance for points, chance in chances.items() if chance >= LEAST}
    whole = sum(likely.values())
    outcomes = (RowOutcome(points, chance / whole) for points, chance in likely.items() if [*likely] != [counts])
    return tuple(sorted(outcomes, key=lambda one: -one.chance))


@dataclass(frozen=True, slots=True)
class Odds:
    """Whose mistake something is. `miscounted`: the chance that what the players wrote breaks a rule; `misread`: that
    they wrote otherwise than the ink's first choice says."""

    miscounted: float
    misread: float


@dataclass(frozen=True, slots=True)
class Explanation:
    """The fewest fields that must say otherwise for a row to be right: other readings of the ink (`misread`), or what
    the players wrote wrongly (`miscounted`)."""

    whose: Literal["misread", "miscounted"]
    changes: Proposal


@dataclass(frozen=True, slots=True)
class WholeExplanation:
    """The fewest fields of a whole sheet, of rows and sum row together, that must say otherwise for everything to add
    up: those rather read wrongly, by candidates of the ink, and those rather written wrongly. `complete`: whether all
    was searched; else there may be fewer."""

    misread: Proposal
    miscounted: Proposal
    complete: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgedRow:
    """One row. Tuples are by seat.

    `written`: the ink's own first choice, "" for a blank cell. `points`: what counts now; None for a cell that counts
    nothing because it is unreadable, and for the seat that sits out. `look`: fields that a person must look at, empty
    when `status` is ok. `solo`, `offence`: the crosses as they count; an offence that ends a solo leaves none.
    `played`: False for a row in which nothing is written, or
    that is blank but for one doubtful spot (then its status is review). `soloist`: seat of a marked solo,
    where the row shows it. `details`: the game that was played, where the sheet tells all of it and the points agree.
    `wrong`: how it may have been misread. `provisional`: of an open row. `outcomes`: what it should count, likeliest
    first; () where that is what counts now.
    `odds`: None for a row that counts nothing. `posterior`: points (totals), crosses and details after the rules and
    the whole sheet spoke, where more than the ink's text is possible. `explanation`: what would make
    the row right; None where it is right as the ink has it, or nothing is known that would. `mended`: what it
    counts with each of its proposals and with the explanation.
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

    @property
    def game(self) -> int:
        """The row's number on the sheet."""
        return self.source.game

    @property
    def place(self) -> str:
        """The row as field ids name it: g07."""
        return name_line(self.source.game)

    @property
    def soloist(self) -> int | None:
        """The seat that played the marked solo: the one whose sign stands alone. None without a cross or in a
        Nullspiel."""
        plus = [seat for seat, value in enumerate(self.points, 1) if value and value > 0]
        minus = [seat for seat, value in enumerate(self.points, 1) if value and value < 0]
        seats = min(plus, minus, key=len)
        return seats[0] if self.solo and len(seats) == 1 and len(plus) != len(minus) else None


def make_unplayed(
    source: WrittenRow, written: tuple[str, ...], spots: Sequence[Choices], outcomes: tuple[RowOutcome, ...]
) -> JudgedRow:
    """A row that counts nothing; asked about where one of these `spots` may be ink. `outcomes`: what it then counts."""
    return JudgedRow(
        source=source,
        written=written,
        points=(None,) * len(written),
        status="review" if spots else "ok",
        findings=tuple(map(is_anything_there, spots)),
        look=tuple(spot.id or "" for spot in spots),
        outcomes=outcomes,
    )


@dataclass(frozen=True, slots=True)
class JudgedSheet:
    """One sheet. `sums`: the written totals as the ink says, by seat; `totals`: of what counts now.

    `findings` are those of the whole sheet (sums, counts, Pflichtsoli, duplicates); `look` their fields. `sum_odds`: by
    seat whose mistake its written total is, None where none is written. `posterior`: what totals may
    say, as in the rows. `explanation`: of all that does not add up; None where everything does as the ink has it, and
    where nothing known mends it. `caused`: by the number of an open row the findings that hang on it
    (`tournament.judging.causes`); `held`: the findings that wait for another item, of this sheet or of another one.
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
        """The rows in which something is or may be written."""
        return tuple(row for row in self.rows if row.played or row.status == "review")

    @property
    def open_rows(self) -> tuple[JudgedRow, ...]:
        """The rows that a person must look at."""
        return tuple(row for row in self.rows if row.status == "review")

    @property
    def open_matters(self) -> tuple[tuple[Doubt, ...], ...]:
        """What a person must settle of the whole sheet, the sum row first: all about one topic at one look. What an
        open row causes is settled with that row, and what is held back waits."""
        rows = {row.game for row in self.open_rows}
        caused = [finding for number, found in self.caused.items() if number in rows for finding in found]
        asked = [one for one in self.findings if one.severity != "note" and one not in caused and one not in self.held]
        return group_by_topic(asked)

    @property
    def open_items(self) -> int:
        """How many things of this sheet wait for a person."""
        return len(self.open_rows) + len(self.open_matters)

    @property
    def status(self) -> Status:
        """review when any row or the sheet itself is open."""
        return "review" if self.open_items or self.look else "ok"


def group_by_topic(findings: Iterable[Doubt]) -> tuple[tuple[Doubt, ...], ...]:
    """The findings on a whole sheet, each topic's together, that of the sum row first."""
    groups: dict[Topic, list[Doubt]] = {SUMS: []}
    for finding in findings:
        groups.setdefault(find_topic(finding), []).append(finding)
    return tuple(tuple(group) for group in groups.values() if group)


Topic = tuple[str, int]
"""What a look settles at once: the sum row, the name at a seat (from 1), or all of a code."""
SUMS: Topic = ("sum", 0)


def find_topic(finding: Doubt) -> Topic:
    """The topic of a finding on a whole sheet."""
    if about_sums(finding):
        return SUMS
    seats = {field.seat if field.line in ("name", "start") else None for field in map(parse_field, finding.fields)}
    seat = next(iter(seats), None)
    return ("name", seat) if len(seats) == 1 and seat is not None else (finding.code, 0)


def about_sums(finding: Doubt) -> bool:
    """Whether a look at the sum row settles it."""
    return finding.code not in _NOT_SUMS and all_in(finding, "sum")


def all_in(finding: Doubt, line: str) -> bool:
    """Whether it is about this line of the paper alone ("g07", "sum", "name")."""
    return bool(finding.fields) and all(parse_field(field).line == line for field in finding.fields)
