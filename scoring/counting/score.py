"""One game scored: points per seat and the value. The lines that explain it are made when they are asked for."""

from __future__ import annotations

from dataclasses import dataclass, field

from scoring.counting.game import PARTIES, Extras, Game, Party
from scoring.counting.game_faults import find_faults
from scoring.counting.rules import RuleSet
from scoring.counting.steps import Line
from scoring.counting.tally import Tally, find_tally
from scoring.findings import Finding


@dataclass(frozen=True, slots=True)
class Score:
    """What a game is worth. `points`, `value` and `winner` are None for an impossible game.

    `points`: one entry a seat, 0 for the seat that sits out. `value`: from a Re player's view, per opponent (in an
    offence, the offender's view). `winner`: None too when nobody wins. `tally` and `extras`: how it was counted.
    """

    points: tuple[int, ...] | None
    value: int | None
    winner: Party | None
    findings: tuple[Finding, ...]
    tally: Tally | None = field(default=None, compare=False)
    extras: Extras = field(default=Extras(), compare=False)

    @property
    def lines(self) -> tuple[Line, ...]:
        """The count line by line; the lines add up to `value`."""
        return self.tally.list_lines(self.extras) if self.tally else ()


def score(rules: RuleSet, game: Game) -> Score:
    """Scores one game. An impossible one gets findings instead of points; one that is merely odd gets both."""
    findings = find_faults(rules, game)
    if findings and any(finding.severity == "error" for finding in findings):
        return Score(None, None, None, findings)
    tally = find_tally(rules, game)
    if game.kind == "strafe":
        return _score_offence(rules, game, tally, findings)
    value = tally.count_value(game.extras)
    if tally.winner is None:
        findings = (*findings, Finding("unusual-value", "warning", ("augen", "calls"), sentence=_choose_sentence(game)))
    points = _spread_points(game, game.re, 3 * value if len(game.re) == 1 else value, -value)
    return Score(points, value, tally.winner, findings, tally, game.extras)


def _score_offence(rules: RuleSet, game: Game, tally: Tally, findings: tuple[Finding, ...]) -> Score:
    assert game.offender is not None
    fine = rules.offence.find_fine(game)
    return Score(_spread_points(game, (game.offender,), fine.offender, fine.others), tally.base, None, findings, tally)


def _spread_points(game: Game, seats: tuple[int, ...], theirs: int, others: int) -> tuple[int, ...]:
    """Points by seat: `theirs` for `seats`, `others` for all others who play, 0 for the seat that sits out."""
    points = [others] * game.seats
    for seat in seats:
        points[seat - 1] = theirs
    if game.sits is not None:
        points[game.sits - 1] = 0
    return tuple(points)


def _choose_sentence(game: Game) -> str:
    """The sentence why nobody wins: both missed their Absage, or both said Re and Kontra and neither has the Augen."""
    absagen = any(game.calls.list_absagen(party) for party in PARTIES)
    return "faults.game.nobody-wins" if absagen else "faults.game.nobody-has-augen"
