"""A row's points against its details (R8), once the points are decided.

Clear ink is never changed. Points that follow from the details as written are right, whatever is doubtful in the
details; where only another reading of doubtful details fits, that is said; where none does, the row is the players'
mistake, told with the single slip that explains it best. Without points nothing is scored: they are proposed.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from scoring.rows.row_patterns import find_pattern
from texts.field_ids import parse_column
from tournament.judging.details.allowed_games import Hands, find_exact_game, find_game_of_points, fits
from tournament.judging.details.case import DetailCase
from tournament.judging.details.contradictions import blame, judge_broken
from tournament.judging.details.doubtful import ask_revealed, judge_value, list_spellings, settle_doubt, show_text
from tournament.judging.details.game_fields import WrittenDetails
from tournament.judging.details.offence import judge_offence
from tournament.judging.details.verdict import DetailVerdict
from tournament.judging.ink_options import asks, is_messy
from tournament.remarks import Remark, RowName, RowText


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
    if case.hands is None or find_pattern(case.hands) is None:
        return judge_broken(case)
    return _judge_points(case, case.hands)


def _judge_points(case: DetailCase, hands: Hands) -> DetailVerdict:
    """Points that some game has, against the details."""
    if fits(case.ink.rules, case.details, hands):
        return ask_revealed(case, _confirm_points(case, hands, case.details))
    messy = any(is_messy(choices, case.ink.limits) for choices in case.ink.fields.by_name.values())
    read = settle_doubt(case, lambda sure: blame(case, hands, sure=sure and not messy))
    if not read.chosen or case.best is None:
        return read
    confirmed = _confirm_points(case, hands, case.best.details)
    found = (*read.findings, *confirmed.findings)
    return ask_revealed(case, replace(confirmed, findings=found, chosen=read.chosen))


def _judge_without_points(case: DetailCase) -> DetailVerdict:
    """Details beside blank cells: a Nullspiel that needs no points, or points that were left out."""
    way, due = find_exact_game(case.ink.rules, case.details), case.due
    if way is None or due is None:
        return DetailVerdict(
            (
                Remark(
                    "miscounted",
                    "warning",
                    "details.points-missing-open",
                    case.cells,
                    {"place": RowName(case.row.game)},
                ),
            ),
            without_points=True,
        )
    if not any(due.hands.values()):
        return ask_revealed(case, _confirm_points(case, due.hands, case.details))
    data = {"place": RowName(case.row.game), "due": RowText(tuple(due.hands.values()))}
    remark = Remark("miscounted", "warning", "details.points-missing", case.cells, data, case.list_due_changes())
    return DetailVerdict((remark,), without_points=True)


def _confirm_points(case: DetailCase, hands: Hands, told: WrittenDetails) -> DetailVerdict:
    """The points follow from the details: what was doubtful there is confirmed, and the value column is looked at."""
    way = find_game_of_points(case.ink.rules, told, hands)
    remarks = (*_note_confirmed(case, hands), *judge_value(case, hands))
    look = tuple(field for remark in remarks if remark.severity != "note" for field in remark.fields)
    return DetailVerdict(remarks, look, game=case.make_game(way, told) if way else None)


def _note_confirmed(case: DetailCase, hands: Hands) -> Iterator[Remark]:
    """Notes on doubtful fields: whether the points bear them out, or do not depend on them."""
    fields, limits = case.ink.fields, case.ink.limits
    for choices in case.row.cells:
        if choices.id and not choices.flags and choices.first.probability < limits.plain and case.ink.bears_out(hands):
            data = {"text": show_text(choices.first.text)}
            yield Remark("illegible", "note", "details.cell-confirmed", (choices.id,), data)
    for name in fields.names:
        choices = fields.by_name[name]
        if not asks(choices, limits) or (parse_column(name).solo and asks(case.row.solo, limits)):
            continue
        if choices.first.value is None:
            yield Remark("illegible", "note", "findings.illegible", case.list_ids((name,)))
            continue
        others = (fields.read_details({name: option}) for option in choices.options[1:])
        borne_out = not any(fits(case.ink.rules, other, hands) for other in others)
        text = "details.confirmed" if borne_out else "findings.unclear"
        yield Remark(
            "illegible",
            "note",
            text,
            case.list_ids((name,)),
            {"text": show_text(choices.first.text), "readings": list_spellings(choices)},
        )
