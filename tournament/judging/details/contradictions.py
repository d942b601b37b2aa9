"""The finding of a row whose details contradict its points: which detail and which number disagree, and why."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import chain

from scoring.findings import Change, write_points
from scoring.rows.row_patterns import find_pattern
from texts.sentences import Phrase
from tournament.judging.details.allowed_games import Hands, fits, list_allowed_games
from tournament.judging.details.case import BLANK_CELL, Contradiction, DetailCase, Due
from tournament.judging.details.counting import write_formula
from tournament.judging.details.detail_words import Cause, Facts, Hint, Why
from tournament.judging.details.doubtful import list_slips
from tournament.judging.details.readings import DetailReading
from tournament.judging.details.verdict import DetailVerdict, Explained, Slip, explain_slips
from tournament.remarks import Remark, RowName, RowText

_FEW = 6
"""Possible values that a sentence lists."""


def blame(case: DetailCase, hands: Hands, *, sure: bool = True) -> DetailVerdict:
    """The verdict on points that some game has, but none with these details.

    Not `sure`: a box or a digit that looks clear may have been misread, so that it is no more than a warning.
    """
    summed = case.due is not None and case.is_summed(case.due.hands)
    misread = (_tell_misread(case, case.best, hands),) if case.best else ()
    slips = chain(list_slips(Contradiction(case, hands, summed)), misread, _list_uncrossed(case, hands))
    found = explain_slips(slips, case.ink.limits)
    if found.smallest is None:  # of another kind of game than the details tell, which no single slip makes
        found = replace(found, smallest=case.list_due_changes() or None)
    if not list_allowed_games(case.ink.rules, case.details) or case.sits in case.details.re:
        remark = _tell_clash(case, found)
    elif case.due is None:
        remark = _tell_open(case, hands, found)
    else:
        remark = _tell_rescored(case, case.due, hands, found)
    return _make_verdict(case, remark if sure else replace(remark, severity="warning"), found)


def _tell_misread(case: DetailCase, best: DetailReading, hands: Hands) -> Slip:
    """That the details say what the points fit."""
    owed = case.weigh_soloist(hands, solo=bool(best.details.solo))
    return Slip.misread(best.odds * owed, case.list_misread(best))


def judge_broken(case: DetailCase) -> DetailVerdict:
    """The verdict on points that no game has: the row is told as broken by itself, and mended by its details."""
    due, limits = case.due, case.ink.limits
    if due is None:
        return DetailVerdict()
    told = {seat: number for seat in case.players if (number := case.written[seat]) is not None}
    changes, odds = case.list_due_changes(), _weigh_ink(case, due) / limits.row_slip
    misread = Slip.misread(odds * limits.misfit, changes)  # one that leaves no game is as much rarer as such a row is
    slips = (*list_slips(Contradiction(case, told)), *((misread,) if odds else ()))
    found = replace(explain_slips(slips, limits), proposal=changes, key=True, other=None)
    remark = _tell_rescored(case, due, None, found)
    wrong = [(seat - 1, due.hands[seat]) for seat in case.list_wrong(case.show(due.hands))]
    if all(number == due.hands[seat] for seat, number in told.items()):  # only cells that are blank or unreadable
        return _make_verdict(case, replace(remark, severity="note"), found)
    misread_likely = odds / (1.0 + odds) >= limits.blame
    if misread_likely or wrong == [case.decision.mending]:  # the one number that mends its column's sum as well
        remark = replace(remark, severity="warning")
    return replace(_make_verdict(case, remark, found), misread=misread_likely)


def _weigh_ink(case: DetailCase, due: Due) -> float:
    """The odds of the ink for the points that are due, against those read; 0 where no candidate of a cell has them."""
    odds = 1.0
    for seat, points in due.hands.items():
        choices = case.row.cells[seat - 1]
        if points != choices.first.value:
            found = (option.probability for option in choices.options if option.value == points)
            odds *= next(found, 0.0) / choices.first.probability
    return odds


def _list_uncrossed(case: DetailCase, hands: Hands) -> Iterator[Slip]:
    """That the cross for an offence was left out: an offence has neither Augen nor Sonderpunkte."""
    played = case.details.counted or any(case.details.extras)
    if case.row.offence.id and not played and fits(case.ink.rules, case.details, hands, offence=True):
        change = Change(case.row.offence.id, "", "x")
        yield Slip.named("offence not crossed", (change,), fields=(change.field,))


def _tell_rescored(case: DetailCase, due: Due, hands: Hands | None, found: Explained) -> Remark:
    """What was told, how it counts, and what is written instead: the value, one player's points, or the whole row."""
    shown, seen = case.show(due.hands), find_pattern(hands) if hands else None
    wrong = case.list_wrong(shown)
    data: dict[str, object] = {
        "place": RowName(case.row.game),
        "hint": Hint(found.likely, Facts(case.ink.rules, case.details, due.way)),
    }
    alike = seen is not None and seen.shape == ("lone" if due.way.lone else "pairs")
    single = case.ink.law.side and due.way.lone  # a lone number shows no value
    turned = any((case.written[seat] or 0) * points < 0 for seat, points in due.hands.items())
    if seen is not None and alike and not single and not turned and abs(seen.value) != due.worth:
        key, told = "value", {"count": write_formula(due.count), "written": abs(seen.value)}
    elif len(wrong) == 1:
        key, told = "seat", {"seat": wrong[0], "due": _spell(shown[wrong[0]]), "points": _spell(case.written[wrong[0]])}
    else:
        points = RowText(tuple(shown[seat] for seat in case.players), nothing=BLANK_CELL)
        key, told = "row", {"due": points, "points": case.shown_row}
    fields = tuple(filter(None, (case.row.cells[seat - 1].id for seat in wrong)))
    return Remark("miscounted", "error", f"details.rescored-{key}", fields, data | told, found.proposal, not found.key)


def _spell(points: int | None) -> str | Phrase:
    return Phrase("fields.blank") if points is None else write_points(points)


def _tell_open(case: DetailCase, hands: Hands, found: Explained) -> Remark:
    """Details that leave several games open, none of them with these points."""
    values = sorted({abs(value) for way in list_allowed_games(case.ink.rules, case.details) for value in way.values})
    seen = find_pattern(hands)
    few = len(values) <= _FEW and seen is not None and abs(seen.value) not in values
    data = {
        "place": RowName(case.row.game),
        "values": tuple(values),
        "points": case.shown_row,
        "hint": Hint(found.likely, Facts(case.ink.rules, case.details, None)),
    }
    key = "details.values" if few else "details.no-game"
    return Remark("miscounted", "error", key, case.cells, data, found.proposal, not found.key)


def _tell_clash(case: DetailCase, found: Explained) -> Remark:
    """Details that are no game at all."""
    told = tuple(name for name in case.ink.fields.names if case.ink.fields.by_name[name].first.value not in (0, -1))
    data = {"place": RowName(case.row.game), "why": Why(case.ink.rules, case.details, case.sits)}
    fields = case.list_ids(told)
    return Remark("impossible-value", "warning", "details.clash", fields, data, found.proposal, not found.key)


def _make_verdict(case: DetailCase, remark: Remark, found: Explained) -> DetailVerdict:
    """With what else may be the cause, and the detail fields to look at: those that a proposal or a likely mistake
    speaks of, and doubtful ones."""
    others = (found.other,) if found.other else ()
    named = [change.field for slip in (*found.likely, *others) for change in slip.changes]
    own = set(case.list_ids(tuple(case.ink.fields.by_name)))
    look = tuple(one for one in dict.fromkeys((*remark.fields, *named, *case.doubtful)) if one in own)
    look = () if remark.severity == "note" else look
    told = (remark, *(_tell_other(case, slip, remark) for slip in others))
    return DetailVerdict(told, look, smallest=found.smallest, slips=found.mended)


def _tell_other(case: DetailCase, slip: Slip, first: Remark) -> Remark:
    """The other cause of what the first finding tells, with what mends it then."""
    data = {"place": RowName(case.row.game), "cause": Cause(slip)}
    fields = tuple(change.field for change in slip.changes)
    return Remark("miscounted", first.severity, "details.other-cause", fields, data, slip.changes, unsure=True)
