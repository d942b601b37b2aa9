"""One game scored: points per seat, the value, and the lines that explain it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from scoring.bounds import faults
from scoring.findings import Finding
from scoring.game import PARTIES, Game, Party
from scoring.rules import RuleSet
from scoring.value import Case, Line, lines_of
from scoring.winner import winner


@dataclass(frozen=True, slots=True)
class Score:
    """What a game is worth. `points`, `value` and `winner` are None for an impossible game.

    `points`: one entry a seat, 0 for the seat that sits out. `value`: from a Re player's view, per opponent (in an
    offence, the offender's view). `winner`: None too when nobody wins. `lines` add up to `value`.
    """

    points: tuple[int, ...] | None
    value: int | None
    winner: Party | None
    lines: tuple[Line, ...]
    findings: tuple[Finding, ...]


def score(rules: RuleSet, game: Game) -> Score:
    """Scores one game. An impossible one gets findings instead of points; one that is merely odd gets both."""
    findings = faults(rules, game)
    if any(finding.severity == "error" for finding in findings):
        return Score(None, None, None, (), findings)
    if game.kind == "strafe":
        return Score(_offence_points(rules, game), -rules.offence.fine_of(game).others, None,
                     tuple(_offence_lines(rules, game)), findings)
    won = winner(rules, game)
    lines = lines_of(Case(rules, game, won))
    value = sum(line.points for line in lines)
    if won is None:
        findings = (*findings, Finding("unusual-value", "warning", ("augen", "calls"), text=_nobody(game)))
    return Score(points_of(game, value), value, won, lines, findings)


def points_of(game: Game, value: int) -> tuple[int, ...]:
    """Points per seat: a lone player has the value from each of three, the seat that sits out has none."""
    lone = 3 if len(game.re) == 1 else 1
    share = {seat: value * lone if seat in game.re else -value for seat in game.playing}
    return tuple(share.get(seat, 0) for seat in range(1, game.seats + 1))


def _offence_points(rules: RuleSet, game: Game) -> tuple[int, ...]:
    fine = rules.offence.fine_of(game)
    share = {seat: fine.offender if seat == game.offender else fine.others for seat in game.playing}
    return tuple(share.get(seat, 0) for seat in range(1, game.seats + 1))


def _offence_lines(rules: RuleSet, game: Game) -> Iterator[Line]:
    offence = rules.offence
    if game.minor:
        yield Line("strafe-leicht", -offence.minor.others)
        return
    yield Line("strafe", -offence.others)
    if game.absagen:
        yield Line("strafe-absagen", -game.absagen * offence.absage.others, {"count": game.absagen})


def _nobody(game: Game) -> str:
    """Both missed an Absage; or, where both said just Re and Kontra, neither has the Augen."""
    return "nobody-wins" if any(game.calls.absagen(party) for party in PARTIES) else "nobody-has-augen"
