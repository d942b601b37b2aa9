"""Checks of one row by its crosses, and by the game's details where the sheet has columns for them."""

from __future__ import annotations

from dataclasses import replace

from scoring.checks.row import Findings, fill_row_gaps, find_row_pattern
from scoring.counting.game import Extras, Game
from scoring.counting.possible_values import find_kind_values, find_lone_values
from scoring.counting.rules import RuleSet
from scoring.counting.score import score
from scoring.counting.tally import find_edges
from scoring.findings import Change, Finding, Proposal
from scoring.pages.explain import Won
from scoring.rows.legality import is_legal
from scoring.rows.patterns import are_offence_points
from scoring.rows.row import Row, make_cell_id, make_mark_id
from scoring.rows.seating import find_hands


def check_tripled(rules: RuleSet, row: Row, seats: int) -> Findings:
    """R8 (23; ddv TSR 7.2; the others D): a lone player counts threefold. `+6 -6 -6 -6`."""
    hands = find_hands(rules, row, seats)
    if hands is None or row.offence:
        return
    for seat, points in hands.items():
        others = {other for player, other in hands.items() if player != seat}
        if points and others == {-points}:
            gaps = fill_row_gaps(row, seat=seat, written=points, right=3 * points, others=-points)
            right = tuple(3 * points if n == seat else old for n, old in enumerate(row.points, 1))
            mends = row.solo and is_legal(rules, replace(row, points=right), seats)
            change = (Change(make_cell_id(row.number, seat), points, 3 * points),) if mends else None
            sentence = "faults.row.untripled" if row.solo else "faults.row.untripled-perhaps"
            yield Finding("miscounted", "error", (make_cell_id(row.number, seat),), gaps, change, sentence)


def check_solo_of_two(rules: RuleSet, row: Row, seats: int) -> Findings:
    """R8 (8; zwoelf-spiele 3; kurzregeln-48 Solo): a soloist plays alone. `+4 +4 -4 -4`, crossed as a solo."""
    found = find_row_pattern(rules, row, seats)
    if row.solo and found and found.shape == "pairs":
        field = make_mark_id(row.number, "solo")
        change = (Change(field, "x", ""),) if is_legal(rules, replace(row, solo=False), seats) else None
        fields = (field, *row.list_cells())
        yield Finding("miscounted", "error", fields, fill_row_gaps(row), change, "faults.row.solo-of-two")


def check_lone_uncrossed(rules: RuleSet, row: Row, seats: int) -> Findings:
    """R8 (12, 24; zwoelf-spiele 3, 6, 12; kurzregeln-48 Solo 4): one against three without a cross is a stille
    Hochzeit, an offence, or a solo whose cross was forgotten. `+9 -3 -3 -3`.

    No cross is missing where no solo has this value: in zwoelf-spiele nobody loses a solo at 2.
    """
    found = find_row_pattern(rules, row, seats)
    if row.solo or row.details or not found or found.shape != "lone":
        return
    if are_offence_points(rules, find_hands(rules, row, seats) or {}):
        gaps = fill_row_gaps(row, offender=3 * found.value, others=-found.value)
        crosses = (make_mark_id(row.number, "solo"), make_mark_id(row.number, "offence"))
        yield Finding("offence-count", "warning", crosses, gaps, sentence="faults.row.offence-uncrossed")
    else:
        no_solo = found.value in find_lone_values(rules, False) - find_lone_values(rules, True)
        uncrossed = tuple(
            kind.title
            for kind in rules.kinds
            if kind.re_seats == 1 and not rules.is_crossed(kind) and found.value in find_kind_values(rules, kind)
        )
        gaps = fill_row_gaps(row, seat=found.seat, value=abs(found.value), kinds=uncrossed)
        sentence = "faults.row.solo-uncrossed" if uncrossed else "faults.row.solo-cross-missing"
        sentence = "faults.row.lone-no-solo" if no_solo else sentence
        yield Finding("pflichtsolo", "note", (make_mark_id(row.number, "solo"),), gaps, sentence=sentence)


def check_details(rules: RuleSet, row: Row, seats: int) -> Findings:
    """R8 (19 to 25; zwoelf-spiele 6, 9 to 11; zehn-cent the list of 10 Cent; kurzregeln-48 Spielpunkte; stille-hochzeit
    Zählen; ddv TSR 7): the points follow from calls, Augen and Sonderpunkte. `+4 +4 -4 -4` for Re said and 130 Augen.
    A game lost by a broken rule (stille-hochzeit Spielablauf) is right with the points of any Augen.
    """
    if row.details is None or _is_lost_so(rules, row, row.details):
        return
    result = score(rules, row.details)
    for finding in result.findings:
        yield replace(finding, fields=tuple(make_mark_id(row.number, field) for field in finding.fields))
    won = result.winner and Won(rules, row.details, result.winner)
    why = (won,) if won and won.against_augen else ()
    for change in _list_differences(row, result.points):
        seat = int(change.field[-1])
        gaps = fill_row_gaps(row, seat=seat, right=change.proposed, written=change.written, lines=(*why, *result.lines))
        yield Finding("miscounted", "error", (change.field,), gaps, (change,))


def _is_lost_so(rules: RuleSet, row: Row, game: Game) -> bool:
    """Whether the game is lost by a broken rule, and some Augen give these points.

    The row does not say how far the game was played, so any Augen and no Sonderpunkte are tried.
    """
    ends = (replace(game, augen=augen, extras=Extras()) for augen in (0, *find_edges(rules)) if game.verworfen)
    return any((points := score(rules, end).points) and not _list_differences(row, points) for end in ends)


def _list_differences(row: Row, points: tuple[int, ...] | None) -> Proposal:
    changes = map(Change, row.list_cells(), row.points, points or ())
    return tuple(change for change in changes if change.written not in (None, change.proposed))
