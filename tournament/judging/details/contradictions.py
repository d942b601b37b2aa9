"""The finding of a row whose details contradict its points: which detail and which number disagree, and why."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain

from scoring.findings import Change
from scoring.rows.patterns import find_pattern
from tournament.judging.details.allowed_games import Hands, list_allowed_games
from tournament.judging.details.counting import write_formula
from tournament.judging.details.detailcase import BLANK_CELL, DetailCase, DetailVerdict, Due, RowName
from tournament.judging.details.detailslips import list_slips
from tournament.judging.details.detailwords import Facts, Hint, Why
from tournament.judging.details.fines import fits_fine
from tournament.judging.details.slips import Case, Explained, Slip, explain_slips, list_changed_points
from tournament.judging.row.options import asks
from tournament.remarks import Remark, RowText

_FEW = 6
"""Possible values that a sentence lists."""


def blame(case: DetailCase, hands: Hands, *, sure: bool = True) -> DetailVerdict:
    """The verdict on points that some game has, but none with these details.

    Not `sure`: a box or a digit that looks clear may have been misread, so that it is no more than a warning.
    """
    problem = _weigh_case(case, hands)
    slips = chain(list_slips(problem, case.written), _list_misread(case), _list_uncrossed(case, hands))
    found = _keep_proposal(case, problem, explain_slips(slips, case.ink.limits))
    if not list_allowed_games(case.law.rules, case.details) or case.sits in case.details.re:
        remark = _tell_clash(case, found)
    elif case.due is None:
        remark = _tell_open(case, hands, found)
    else:
        remark = _tell_rescored(case, case.due, hands, found)
    return _make_verdict(case, remark if sure else replace(remark, severity="warning"), found)


def _weigh_case(case: DetailCase, hands: Hands) -> Case:
    """The case with what value and sums say of the points, and of those that are due."""
    problem = case.case(hands)
    stands = problem.worth in (None, min(map(abs, hands.values()))) and case.summed(hands)
    return replace(problem, stands=stands, summed=problem.due is not None and case.summed(problem.due))


def _keep_proposal(case: DetailCase, problem: Case, found: Explained) -> Explained:
    """Without the proposal to change points that stand, unless hardly any wrong detail would explain the row."""
    changed = {change.field for change in found.proposal or ()}
    spared = problem.stands and found.share < case.ink.limits.points_stand and not changed.isdisjoint(case.cells)
    return replace(found, proposal=None) if spared else found


def judge_broken(case: DetailCase) -> DetailVerdict:
    """The verdict on points that no game has: the row is told as broken by itself, and mended by its details."""
    due = case.due
    if due is None:
        return DetailVerdict()
    told = {seat: number for seat in case.players if (number := case.written[seat]) is not None}
    problem = case.case(told)
    changes = list_changed_points(problem, case.written)
    odds = _weigh_ink(case, due) / case.ink.limits.row_slip
    rate = odds * case.ink.limits.misfit  # a slip that leaves no game at all is as much rarer as such a row is
    misread = Slip("details.slip-misread", rate, changes, {"fields": tuple(change.field for change in changes)})
    slips = (*list_slips(problem, case.written), *((misread,) if odds else ()))
    found = replace(explain_slips(slips, case.ink.limits), proposal=changes)
    remark = _tell_rescored(case, due, None, found)
    if all(number == due.hands[seat] for seat, number in told.items()):  # only cells that are blank or unreadable
        return _make_verdict(case, replace(remark, severity="note"), found)
    if odds / (1.0 + odds) < case.ink.limits.blame:
        return _make_verdict(case, replace(remark, severity="warning") if _mends_sum(case, due) else remark, found)
    return replace(_make_verdict(case, replace(remark, severity="warning"), found), misread=True)


def _mends_sum(case: DetailCase, due: Due) -> bool:
    """Whether the one number that is due mends its column's sum as well: misread, or a slip of the pen."""
    off = [(seat - 1, points) for seat, points in due.hands.items() if case.written[seat] != points]
    return off == [case.decision.mending]


def _weigh_ink(case: DetailCase, due: Due) -> float:
    """The odds of the ink for the points that are due, against those read; 0 where no candidate of a cell has them."""
    odds = 1.0
    for seat, points in due.hands.items():
        choices = case.row.cells[seat - 1]
        if points != choices.first.value:
            found = (option.probability for option in choices.options if option.value == points)
            odds *= next(found, 0.0) / choices.first.probability
    return odds


def _list_misread(case: DetailCase) -> Iterator[Slip]:
    """That clear ink was read wrongly: as likely as the reader says, beside all that players may get wrong."""
    best = case.best
    if best is not None:
        changes = tuple(
            Change(case.ink.fields.id(name), case.ink.fields.by_name[name].first.text, option.text)
            for name, option in best.changed.items()
        )
        fields = {"fields": tuple(change.field for change in changes)}
        yield Slip("details.slip-misread", best.odds, changes, fields)


def _list_uncrossed(case: DetailCase, hands: Hands) -> Iterator[Slip]:
    """That the cross for an offence was left out: an offence has neither Augen nor Sonderpunkte."""
    played = case.details.counted or any(case.details.extras)
    if case.row.offence.id and not played and fits_fine(case.law.rules, case.details, hands):
        change = Change(case.row.offence.id, "", "x")
        yield Slip.named("offence not crossed", (change,), fields=(change.field,))


def _tell_rescored(case: DetailCase, due: Due, hands: Hands | None, found: Explained) -> Remark:
    """What was told, how it counts, and what is written instead."""
    data: dict[str, object] = {
        "place": RowName(case.row.game), "hint": Hint(found.likely, Facts(case.law.rules, case.details, due.way)),
        "count": write_formula(due.count), "due": _show_row(case, due.hands), "points": case.shown_row,
    }
    seen = find_pattern(hands) if hands else None
    alike = seen is not None and seen.shape == ("lone" if due.way.lone else "pairs")
    wrong = [seat for seat, points in case.shown(due.hands).items() if case.written[seat] != points]
    fields = tuple(filter(None, (case.row.cells[seat - 1].id for seat in wrong)))
    single = case.law.side and due.way.lone  # a lone number shows no value
    if seen is None or not alike or single or abs(seen.value) == due.worth:
        return Remark("miscounted", "error", "details.rescored-row", fields, data, found.proposal)
    data["written"] = abs(seen.value)
    return Remark("miscounted", "error", "details.rescored-value", fields, data, found.proposal)


def _tell_open(case: DetailCase, hands: Hands, found: Explained) -> Remark:
    """Details that leave several games open, none of them with these points."""
    values = sorted({abs(value) for way in list_allowed_games(case.law.rules, case.details) for value in way.values})
    seen = find_pattern(hands)
    few = len(values) <= _FEW and seen is not None and abs(seen.value) not in values
    data = {
        "place": RowName(case.row.game), "values": tuple(values), "points": case.shown_row,
        "hint": Hint(found.likely, Facts(case.law.rules, case.details, None)),
    }
    key = "details.values" if few else "details.no-game"
    return Remark("miscounted", "error", key, case.cells, data, found.proposal)


def _tell_clash(case: DetailCase, found: Explained) -> Remark:
    """Details that are no game at all."""
    told = tuple(name for name in case.ink.fields.names if case.ink.fields.by_name[name].first.value not in (0, -1))
    data = {"place": RowName(case.row.game), "why": Why(case.law.rules, case.details, case.sits)}
    return Remark("impossible-value", "warning", "details.clash", case.ids(told), data, found.proposal)


def _make_verdict(case: DetailCase, remark: Remark, found: Explained) -> DetailVerdict:
    """With the detail fields to look at: those that the proposal or a likely mistake speaks of, and doubtful ones."""
    named = [change.field for slip in found.likely for change in slip.changes]
    doubtful = [name for name, choices in case.ink.fields.by_name.items() if asks(choices, case.ink.limits)]
    look = _pick_own(case, (*remark.fields, *named, *case.ids(doubtful)))
    look = () if remark.severity == "note" else look
    return DetailVerdict((remark,), look, smallest=found.smallest, slips=found.mended)


def _pick_own(case: DetailCase, fields: Sequence[str]) -> tuple[str, ...]:
    """Only detail fields, each once."""
    known = set(case.ids(tuple(case.ink.fields.by_name)))
    return tuple(field for field in dict.fromkeys(fields) if field in known)


def _show_row(case: DetailCase, hands: Hands) -> RowText:
    shown = case.shown(hands)
    return RowText(tuple(shown[seat] for seat in case.players), nothing=BLANK_CELL)
