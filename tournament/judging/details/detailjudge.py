"""A row's points against its details (R8), once the points are decided.

Clear ink is never changed. Points that follow from the details as written are right, whatever is doubtful in the
details; where only another reading of doubtful details fits, that is said; where none does, the row is the players'
mistake, told with the single slip that explains it best. Without points nothing is scored: they are proposed.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import chain

from scoring.findings import Change, Severity
from scoring.rows.patterns import find_pattern
from tournament.judging.details.allowed_games import Hands, find_exact_game, find_game_of_points, fits
from tournament.judging.details.contradictions import blame, judge_broken
from tournament.judging.details.detailcase import DetailCase, DetailVerdict, RowName
from tournament.judging.details.detailink import DetailReading
from tournament.judging.details.detailoffence import judge_offence
from tournament.judging.details.doubtful_details import (
    ask_revealed,
    ask_unclear,
    list_spellings,
    read_by_points,
    show_text,
)
from tournament.judging.details.slips import list_changed_points
from tournament.judging.row.gamefields import BLANK, WrittenDetails
from tournament.judging.row.options import asks, is_messy
from tournament.remarks import Remark, RowText


def judge_details(case: DetailCase) -> DetailVerdict:
    """What the details say of the row's points, and of themselves."""
    return replace(_judge(case), ordinary=case.ordinary)


def _judge(case: DetailCase) -> DetailVerdict:
    if case.ink.silent:
        return DetailVerdict()
    if case.decision.counted.values.offence:
        return judge_offence(case)
    if case.empty and case.decision.verdict != "players":
        return _judge_without_points(case)
    if case.decision.verdict == "unsettled" or len(case.players) != 4:
        return DetailVerdict()
    hands = case.hands
    if hands is None or find_pattern(hands) is None:
        return judge_broken(case)
    return _judge_points(case, hands)


def _judge_points(case: DetailCase, hands: Hands) -> DetailVerdict:
    """Points that some game has, against the details."""
    ink, limits = case.ink, case.ink.limits
    if fits(case.law.rules, case.details, hands):
        return ask_revealed(case, _confirm_points(case, hands, case.details))
    best, share = case.best, case.share
    if best is None or share < limits.blame:
        messy = any(is_messy(choices, limits) for choices in ink.fields.by_name.values())
        return blame(case, hands, sure=not messy)
    if any(ink.fields.by_name[name].clear(limits) for name in best.changed):
        return blame(case, hands, sure=False)
    if share < limits.detail_repair:
        return ask_unclear(case, best)
    return ask_revealed(case, _repair(case, hands, best, share))


def _judge_without_points(case: DetailCase) -> DetailVerdict:
    """Details beside blank cells: a Nullspiel that needs no points, or points that were left out."""
    way, due = find_exact_game(case.law.rules, case.details), case.due
    if way is None or due is None:
        return DetailVerdict((Remark("miscounted", "warning", "details.points-missing-open", case.cells,
                                     {"place": RowName(case.row.game)}),), without_points=True)
    if not any(due.hands.values()):
        return ask_revealed(case, _confirm_points(case, due.hands, case.details))
    data = {"place": RowName(case.row.game), "due": RowText(tuple(due.hands.values()))}
    changes = list_changed_points(case.case(due.hands), case.written)
    remark = Remark("miscounted", "warning", "details.points-missing", case.cells, data, changes)
    return DetailVerdict((remark,), without_points=True)


def _confirm_points(case: DetailCase, hands: Hands, told: WrittenDetails) -> DetailVerdict:
    """The points follow from the details: what was doubtful there is confirmed, and the value column is looked at."""
    way = find_game_of_points(case.law.rules, told, hands)
    remarks = tuple(chain(_note_confirmed(case, hands), _judge_value(case, hands)))
    look = tuple(field for remark in remarks if remark.severity != "note" for field in remark.fields)
    return DetailVerdict(remarks, look, game=case.game(way, told) if way else None)


def _note_confirmed(case: DetailCase, hands: Hands) -> Iterator[Remark]:
    """Notes on doubtful fields: whether the points bear them out, or do not depend on them."""
    fields, limits = case.ink.fields, case.ink.limits
    for choices in case.row.cells:
        if choices.id and not choices.flags and choices.first.probability < limits.plain and case.ink.bears_out(hands):
            data = {"text": show_text(choices.first.text)}
            yield Remark("illegible", "note", "details.cell-confirmed", (choices.id,), data)
    for name in fields.names:
        choices = fields.by_name[name]
        if not asks(choices, limits) or (name.startswith("solo.") and asks(case.row.solo, limits)):
            continue
        others = (fields.read_details({name: option}) for option in choices.options[1:])
        borne_out = not any(fits(case.law.rules, other, hands) for other in others)
        text = "details.confirmed" if borne_out else "findings.unclear"
        yield Remark("illegible", "note", text, case.ids((name,)), {"text": show_text(choices.first.text),
                                                                    "readings": list_spellings(choices)})


def _judge_value(case: DetailCase, hands: Hands) -> Iterator[Remark]:
    """The value column beside points that are borne out."""
    column, right = case.ink.fields.value, min(map(abs, hands.values()))
    if column is None or column.first.value == BLANK:
        return
    share, limits = case.ink.value_share(right), case.ink.limits
    against = sum(option.probability for option in column.options if option.value not in (BLANK, right))
    revealed = against >= limits.revealed_value
    if column.first.value == right and not revealed:
        return
    here = case.ids(("value",))
    change = None if column.first.value == right else (Change(here[0], column.first.text, right),)
    severity: Severity
    if column.clear(limits) and column.first.value is not None:
        severity = "error" if share < limits.blame else "warning"
        data: dict[str, object] = {"place": RowName(case.row.game), "written": column.first.text, "right": right}
        yield Remark("value-mismatch", severity, "details.value-differs", here, data, change)
    else:
        severity = "note" if share >= limits.detail_repair and not revealed else "warning"
        data = {"readings": list_spellings(column), "fitting": right}
        yield Remark("illegible", severity, "details.unclear", here, data, change)


def _repair(case: DetailCase, hands: Hands, best: DetailReading, share: float) -> DetailVerdict:
    """Doubtful details read as the points have it."""
    read, verdict = read_by_points(case, best, share), _confirm_points(case, hands, best.details)
    return replace(verdict, findings=(*read.findings, *verdict.findings), chosen=read.chosen)
