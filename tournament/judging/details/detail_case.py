"""A decided row with its details: what both say, and how findings on the details join those of the row."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial

from scoring.counting.game import Game, count_players, count_sitters
from scoring.counting.rules import RuleSet
from scoring.findings import Change, Finding, Proposal, Severity
from scoring.rows.one_sided_rows import find_shown_points
from texts.field_ids import make_field_id, parse_field
from tournament.judging.allowed_games import AllowedGame, Hands, list_allowed_games, pick_likeliest
from tournament.judging.decide import Decision
from tournament.judging.detail_fields import WrittenDetails
from tournament.judging.detail_ink import DetailInk, DetailReading
from tournament.judging.ink_options import BLANK, asks
from tournament.judging.judged_sheet import Chosen
from tournament.judging.limits.judging_limits import Limits
from tournament.judging.round_duties import Soloists
from tournament.judging.row_readings import RowChoices, weigh
from tournament.judging.written_sheet import Number, WrittenRow, parse_number
from tournament.remarks import Doubt, Remark, RowName, RowText

BLANK_CELL = "–"
"""How a sentence shows a cell that is blank and may be."""

_MOST_ROWS = 60
"""If details leave more rows than this open, none of them is called the nearest to the written points."""


@dataclass(frozen=True, slots=True)
class DetailVerdict:
    """What the details add to a row's judgement.

    `look`: the ids of detail fields that a person should look at. `chosen`: the fields that were read against their
    ink's first choice. `game`: what was played, if details and points agree on one game. `without_points`: details are
    filled in, but no points. `misread`: the points as read are no game, but P(they were misread) is high. `smallest`:
    the changes of the fewest fields that undo a single slip of the players. `ordinary`: the row cannot be an offence
    whose cross was left out. `slips`: by proposal how often players make a slip that it undoes, relative to a right
    row.
    """

    findings: tuple[Doubt, ...] = ()
    look: tuple[str, ...] = ()
    chosen: tuple[Chosen, ...] = ()
    game: Game | None = None
    without_points: bool = False
    misread: bool = False
    smallest: Proposal | None = None
    ordinary: bool = False
    slips: Mapping[Proposal, float] = field(default_factory=dict, hash=False)


@dataclass(frozen=True)
class DetailCase:
    """A decided row with its details. `gaps`: by column the written sum minus what its numbers add up to, None where no
    sum can be read. `soloists`: who plays the solos of the other rows."""

    ink: DetailInk
    row: RowChoices
    decision: Decision
    gaps: tuple[int | None, ...] = ()
    soloists: Soloists | None = None

    @property
    def rules(self) -> RuleSet:
        """The rules at the table."""
        return self.ink.rules

    @property
    def limits(self) -> Limits:
        """The thresholds."""
        return self.ink.limits

    @property
    def details(self) -> WrittenDetails:
        """The details by the first choices of their ink."""
        return self.ink.fields.ink

    @property
    def cells(self) -> tuple[str, ...]:
        """The ids of the fields with points."""
        return tuple(choices.id for choices in self.row.cells if choices.id)

    @property
    def doubtful(self) -> tuple[str, ...]:
        """The ids of the details whose ink is in doubt."""
        fields = self.ink.fields
        return fields.list_ids(name for name, choices in fields.by_name.items() if asks(choices, self.limits))

    @cached_property
    def numbers(self) -> Mapping[int, Number]:
        """What the cells say as decided, by seat from 1."""
        options = self.decision.counted.options[: len(self.row.cells)]
        return {seat: parse_number(option.text) for seat, option in enumerate(options, 1)}

    @cached_property
    def written(self) -> Mapping[int, int | None]:
        """The numbers by seat from 1; None for a cell that is blank or cannot be read."""
        return {seat: number.value for seat, number in self.numbers.items()}

    @property
    def empty(self) -> bool:
        """Whether the row has no number."""
        return all(number is None for number in self.written.values())

    @cached_property
    def sits(self) -> tuple[int, ...]:
        """The seats that sit out, () if unknown: by the points, by their turn (which comes first in a Nullspiel), or by
        the only blank cells."""
        law, game, values = self.ink.law, self.row.game, self.decision.counted.values
        known = (law.sitters(game, values), law.due_to_sit(game))
        # in a row of zeros one cell with a stroke shows nobody: it is one way to write a zero
        zeros = not any(values.points) and None not in values.points
        blank = tuple(seat for seat, number in self.written.items() if number is None)
        found = (*(known[::-1] if zeros else known), blank)
        return next((away for away in found if len(away) == count_sitters(law.seats)), ())

    @cached_property
    def players(self) -> tuple[int, ...]:
        """The seats that play; all if it is unknown who sits out."""
        return tuple(seat for seat in range(1, self.ink.law.seats + 1) if seat not in self.sits)

    @property
    def knows_players(self) -> bool:
        """Whether it is known who plays."""
        return len(self.players) == count_players(self.ink.law.seats)

    @cached_property
    def hands(self) -> Hands | None:
        """The points of those who played, by seat; None if not all are known."""
        hands = self.ink.law.hands(self.row.game, self.decision.counted.values)
        if hands is None or any(hands.values()):
            return hands
        return dict.fromkeys(self.players, 0) if self.knows_players else None

    @cached_property
    def beside(self) -> tuple[DetailReading, ...]:
        """Every reading of the details, weighed beside the points of those who played; the likeliest ink first."""
        return self.ink.list_beside(self.hands or {}, self.decision.counted.values, thorough=True)

    @property
    def best(self) -> DetailReading | None:
        """The likeliest reading of the details from which the points follow; None if there is none."""
        return next((one for one in self.beside if one.right), None)

    @cached_property
    def due(self) -> tuple[Hands, AllowedGame] | None:
        """The points that follow from the details, by seat, with their game; None if they leave several open. Where it
        is open who was Re, the points nearest to those written."""
        if not self.details.counted or not self.knows_players:
            return None
        games = pick_likeliest(list_allowed_games(self.rules, self.details))
        rows = [(row, way) for way in games if len(way.values) == 1 for row in way.rows(self.players)]
        if not 1 <= len(rows) <= _MOST_ROWS:
            return None
        far = [len(self.list_wrong(row)) for row, _ in rows]
        nearest = [entry for entry, wrong in zip(rows, far, strict=True) if wrong == min(far)]
        return nearest[0] if len({tuple(row.items()) for row, _ in nearest}) == 1 else None

    def show_points(self, hands: Hands) -> Mapping[int, int | None]:
        """By seat what is written on paper for these points; None for 0 and the other side's points where only one
        side's are written."""
        side = self.ink.law.side
        return {
            seat: points if side is None else find_shown_points(dict(hands), seat, side) or None
            for seat, points in hands.items()
        }

    def list_wrong(self, hands: Hands) -> list[int]:
        """The seats whose cells differ from these points or cannot be read; a blank cell counts as 0."""
        return [
            seat
            for seat, points in self.show_points(hands).items()
            if (self.written[seat] or 0) != (points or 0) or self.numbers[seat].mark == "illegible"
        ]

    def list_point_changes(self, hands: Hands) -> Proposal:
        """The changes from the cells as written to these points."""
        shown = self.show_points(hands)
        return tuple(
            Change(self.ink.fields.id(f"p{seat}"), self.written[seat], shown[seat]) for seat in self.list_wrong(hands)
        )

    def list_due_changes(self) -> Proposal:
        """The changes to the points that follow from the details, and of the value column; () if there are none."""
        if self.due is None:
            return ()
        (hands, _), column = self.due, self.ink.fields.value
        written = column.first.value if column is not None else None
        worth = min(map(abs, hands.values()))
        value = (Change(self.ink.fields.id("value"), written, worth),) if written not in (None, BLANK, worth) else ()
        return (*self.list_point_changes(hands), *value)

    def spell_row(self) -> RowText:
        """The written numbers of those who play, for a sentence."""
        unread = any(self.numbers[seat].mark == "illegible" for seat in self.players)
        nothing = "?" if unread and not self.ink.law.side else BLANK_CELL
        return RowText(tuple(self.written[seat] for seat in self.players), nothing=nothing)

    def make_remark(
        self,
        sentence: str,
        fields: Iterable[str],
        gaps: Mapping[str, object],
        proposal: Proposal | None = None,
        *,
        code: str = "miscounted",
        severity: Severity = "warning",
        unsure: bool = False,
    ) -> Remark:
        """A finding on this row; the arguments are those of `Remark`."""
        place = RowName(self.row.game)
        return Remark(code, severity, sentence, tuple(fields), {"place": place, **gaps}, proposal, unsure)


def mark_details(decision: Decision, row: RowChoices, ink: DetailInk) -> Decision:
    """The decision, marked as made by the details if the row's points by themselves would not have chosen the
    reading."""
    limits = ink.limits
    if decision.verdict != "repaired" or decision.by != "row" or ink.silent:
        return decision
    alone = weigh(row, [partial(ink.law.prior, row.game)], limits)
    share = next((one.share for one in alone if one.options == decision.counted.options), 0.0)
    return decision if share >= limits.sure_repair else replace(decision, by="details")


def add_details(findings: tuple[Doubt, ...], verdict: DetailVerdict, source: WrittenRow) -> tuple[Doubt, ...]:
    """The row's findings with those of its details, with the field ids of its sheet.

    Where the details show what was played, the row's own questions about missing crosses are dropped, and so are its
    proposals and guesses at the game.
    """
    known = any(finding.code == "miscounted" for finding in verdict.findings)
    played = known or verdict.game is not None
    crosses = (*(("pflichtsolo",) if played else ()), *(("offence-count",) if played or verdict.ordinary else ()))
    guesses = ("miscounted", "impossible-value") if known else ()
    own = [one for one in findings if one.code not in (*crosses, *guesses)]
    if known:  # the details show better how to mend the row, and whose mistake it is
        own = [_soften(one, verdict.misread) for one in own]
    return (*place_findings(own, (source,)), *verdict.findings)


def _soften(finding: Doubt, misread: bool) -> Doubt:
    """The finding without its proposal; only a warning if the ink was probably `misread`."""
    assert isinstance(finding, Finding | Remark)
    milder = misread and finding.severity == "error"
    return replace(finding, proposal=None, severity="warning" if milder else finding.severity)


def place_findings(findings: Iterable[Doubt], rows: Sequence[WrittenRow]) -> tuple[Doubt, ...]:
    """The findings with the ids of fields that these rows really have on paper."""
    solos = {
        make_field_id(row.game, "solo"): tuple(reading.id for reading in row.others if parse_field(reading.id).solo)
        for row in rows
        if row.solo is None
    }
    uncrossed = {make_field_id(row.game, "offence") for row in rows if row.offence is None}
    blank = {cell.id for row in rows for cell in row.cells if cell is not None and not cell.text.strip()}
    return tuple(
        _place(finding, solos, uncrossed, blank) if isinstance(finding, Finding) else finding for finding in findings
    )


def _place(
    finding: Finding, solos: Mapping[str, tuple[str, ...]], uncrossed: Collection[str], blank: Collection[str]
) -> Finding:
    """The finding with the ids of fields that its row has.

    `solos`: where each kind of solo has its own box, these boxes by the id of "the solo cross"; a finding on that is
    then about all of them, and proposes none. `uncrossed`: ids of offence boxes that do not exist. `blank`: ids of
    blank cells, which a proposal changes from None, not from the 0 that they count as.
    """
    if finding.sentence == "faults.row.offence-uncrossed":
        finding = replace(finding, fields=tuple(field for field in finding.fields if field not in uncrossed))
    if any(solos.get(field) for field in finding.fields):
        fields = tuple(one for field in finding.fields for one in solos.get(field) or (field,))
        return replace(finding, fields=fields, proposal=None)
    changes = tuple(replace(one, written=None) if one.field in blank else one for one in finding.proposal or ())
    return replace(finding, proposal=changes) if changes else finding
