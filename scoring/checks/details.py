"""Checks of one row by what stands beside the points: the crosses, and the game's details where the sheet has them."""

from __future__ import annotations

from dataclasses import replace

from scoring.checks.row import Findings, about, pattern
from scoring.counting.feasible import kind_values, lone_values
from scoring.counting.game import Extras, Game
from scoring.counting.rules import RuleSet
from scoring.counting.score import score
from scoring.counting.tally import edges
from scoring.findings import Change, Finding, Proposal
from scoring.pages.explain import Won
from scoring.rows.legal import legal
from scoring.rows.patterns import is_offence_points
from scoring.rows.row import Row, cell, mark
from scoring.rows.seating import hands


def untripled(rules: RuleSet, row: Row, seats: int) -> Findings:
    """R8 (23; ddv TSR 7.2; the others D): a lone player counts threefold. `+6 -6 -6 -6`."""
    told = hands(rules, row, seats)
    if told is None or row.offence:
        return
    for seat, points in told.items():
        others = {other for player, other in told.items() if player != seat}
        if points and others == {-points}:
            gaps = about(row, seat=seat, written=points, right=3 * points, others=-points)
            right = tuple(3 * points if n == seat else old for n, old in enumerate(row.points, 1))
            mends = row.solo and legal(rules, replace(row, points=right), seats)
            change = (Change(cell(row.number, seat), points, 3 * points),) if mends else None
            sentence = "faults.row.untripled" if row.solo else "faults.row.untripled-perhaps"
            yield Finding("miscounted", "error", (cell(row.number, seat),), gaps, change, sentence)


def solo_of_two(rules: RuleSet, row: Row, seats: int) -> Findings:
    """R8 (8; zwoelf-spiele 3; kurzregeln-48 Solo): a soloist plays alone. `+4 +4 -4 -4`, crossed as a solo."""
    found = pattern(rules, row, seats)
    if row.solo and found and found.shape == "pairs":
        field = mark(row.number, "solo")
        change = (Change(field, "x", ""),) if legal(rules, replace(row, solo=False), seats) else None
        yield Finding("miscounted", "error", (field, *row.cells()), about(row), change, "faults.row.solo-of-two")


def lone_uncrossed(rules: RuleSet, row: Row, seats: int) -> Findings:
    """R8 (12, 24; zwoelf-spiele 3, 6, 12; kurzregeln-48 Solo 4): one against three, no cross: a stille Hochzeit, a
    cross forgotten, an offence. `+9 -3 -3 -3`. In zwoelf-spiele nobody loses a solo at 2: there no cross is missing.
    """
    found = pattern(rules, row, seats)
    if row.solo or row.details or not found or found.shape != "lone":
        return
    if is_offence_points(rules, hands(rules, row, seats) or {}):
        gaps = about(row, offender=3 * found.value, others=-found.value)
        crosses = (mark(row.number, "solo"), mark(row.number, "offence"))
        yield Finding("offence-count", "warning", crosses, gaps, sentence="faults.row.offence-uncrossed")
    else:
        no_solo = found.value in lone_values(rules, False) - lone_values(rules, True)
        uncrossed = tuple(
            kind.title for kind in rules.kinds
            if kind.re_seats == 1 and not rules.is_crossed(kind) and found.value in kind_values(rules, kind)
        )
        gaps = about(row, seat=found.seat, value=abs(found.value), kinds=uncrossed)
        sentence = "faults.row.solo-uncrossed" if uncrossed else "faults.row.solo-cross-missing"
        sentence = "faults.row.lone-no-solo" if no_solo else sentence
        yield Finding("pflichtsolo", "note", (mark(row.number, "solo"),), gaps, sentence=sentence)


def rescored(rules: RuleSet, row: Row, seats: int) -> Findings:
    """R8 (19 to 25; zwoelf-spiele 6, 9 to 11; zehn-cent the list of 10 Cent; kurzregeln-48 Spielpunkte; stille-hochzeit
    Zählen; ddv TSR 7): the points follow from calls, Augen and Sonderpunkte. `+4 +4 -4 -4` for Re said and 130 Augen.
    A game lost by a broken rule (stille-hochzeit Spielablauf) is right with the points of any Augen.
    """
    if row.details is None or _lost_so(rules, row, row.details):
        return
    result = score(rules, row.details)
    for finding in result.findings:
        yield replace(finding, fields=tuple(mark(row.number, field) for field in finding.fields))
    won = result.winner and Won(rules, row.details, result.winner)
    why = (won,) if won and won.against_augen else ()
    for change in _differences(row, result.points):
        seat = int(change.field[-1])
        gaps = about(row, seat=seat, right=change.proposed, written=change.written, lines=(*why, *result.lines))
        yield Finding("miscounted", "error", (change.field,), gaps, (change,))


def _lost_so(rules: RuleSet, row: Row, game: Game) -> bool:
    """Whether the game is lost by a broken rule, and some Augen give these points: how far it was played, the row does
    not tell."""
    ends = (replace(game, augen=augen, extras=Extras()) for augen in (0, *edges(rules)) if game.verworfen)
    return any((points := score(rules, end).points) and not _differences(row, points) for end in ends)


def _differences(row: Row, points: tuple[int, ...] | None) -> Proposal:
    changes = map(Change, row.cells(), row.points, points or ())
    return tuple(change for change in changes if change.written not in (None, change.proposed))


