"""Checks a row's points against its details (R8), once the points are decided.

Clear ink is never changed. Points that follow from the details as written are right, whatever ink is in doubt there. If
they follow only from another reading of doubtful details, a finding says so; if from none, it is the players' mistake,
explained by the likeliest single slip. A row with details but without points counts nothing: the points are proposed.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from scoring.counting.game import PARTIES, Calls, find_other_party
from scoring.counting.rules import name_call_column
from scoring.findings import Change, Severity
from scoring.rows.row_patterns import are_offence_points, find_pattern
from texts.field_ids import parse_column
from tournament.judging.allowed_games import (
    Hands,
    find_exact_game,
    find_game_of_points,
    find_offender,
    find_party,
    fits,
    list_fines_for,
    make_game,
)
from tournament.judging.detail_fields import WrittenDetails
from tournament.judging.details.contradictions import (
    ask_revealed,
    blame,
    judge_broken,
    judge_value,
    list_spellings,
    settle_doubt,
    show_text,
)
from tournament.judging.details.detail_case import (
    DetailCase,
    DetailVerdict,
)
from tournament.judging.details.say_details import list_facts, list_fine_words
from tournament.judging.ink_options import asks, is_messy
from tournament.remarks import Remark, RowText


def judge_details(case: DetailCase) -> DetailVerdict:
    """The verdict on the row's points and details. The row cannot be an offence whose cross was left out
    (`DetailVerdict.ordinary`) if offences have rows of their own, or if the details name who played and agree with the
    points."""
    named, hands = case.details.re or case.details.kinds, case.hands
    played = bool(named) and hands is not None and fits(case.rules, case.details, hands)
    return replace(_judge(case), ordinary=case.row.offence.id is None or played)


def _judge(case: DetailCase) -> DetailVerdict:
    if case.ink.silent:
        return DetailVerdict()
    if case.decision.counted.values.offence:
        return _judge_offence(case)
    if case.empty and case.decision.verdict != "players":
        return _judge_without_points(case)
    if case.decision.verdict == "unsettled" or not case.knows_players:
        return DetailVerdict()
    if case.hands is None or find_pattern(case.rules, case.hands) is None:
        return judge_broken(case)
    return _judge_points(case, case.hands)


def _judge_points(case: DetailCase, hands: Hands) -> DetailVerdict:
    """The verdict on points that some game has."""
    if fits(case.rules, case.details, hands):
        return ask_revealed(case, _confirm_points(case, hands, case.details))
    messy = any(is_messy(choices, case.limits) for choices in case.ink.fields.by_name.values())
    read = settle_doubt(case, lambda sure: blame(case, hands, sure=sure and not messy))
    if not read.chosen or case.best is None:
        return read
    confirmed = _confirm_points(case, hands, case.best.details)
    found = (*read.findings, *confirmed.findings)
    return ask_revealed(case, replace(confirmed, findings=found, chosen=read.chosen))


def _judge_without_points(case: DetailCase) -> DetailVerdict:
    """The verdict on details beside blank cells: a Nullspiel, which needs no points, or points were left out."""
    if find_exact_game(case.rules, case.details) is None or case.due is None:
        remark = case.make_remark("details.points-missing-open", case.cells, {})
        return DetailVerdict((remark,), without_points=True)
    due, _ = case.due
    if not any(due.values()):
        return ask_revealed(case, _confirm_points(case, due, case.details))
    gaps, changes = {"due": RowText(tuple(due.values()))}, case.list_due_changes()
    remark = case.make_remark("details.points-missing", case.cells, gaps, changes)
    return DetailVerdict((remark,), without_points=True)


def _confirm_points(case: DetailCase, hands: Hands, details: WrittenDetails) -> DetailVerdict:
    """The verdict on points that follow from the details: notes that doubtful ink is confirmed, and findings on the
    value column."""
    way = find_game_of_points(case.rules, details, hands)
    cells = _note_cells(case) if way and details is case.details else ()
    proven = way is not None and details is case.details
    remarks = (*cells, *_note_details(case, hands), *judge_value(case, hands, proven=proven))
    look = tuple(field for remark in remarks if remark.severity != "note" for field in remark.fields)
    game = make_game(way.kind, way.solo, way.re, details, case.ink.law.seats, case.sits) if way else None
    return DetailVerdict(remarks, look, game=game)


def _note_cells(case: DetailCase) -> Iterator[Remark]:
    """Notes that doubtful points are confirmed by the details; not where a rule chose another number than the ink's."""
    for place, choices in enumerate(case.row.cells):
        kept = not choices.flags and place not in case.decision.changed
        if choices.id and kept and choices.first.probability < case.limits.plain:
            gaps = {"text": show_text(choices.first.text)}
            yield case.make_remark("details.cell-confirmed", (choices.id,), gaps, code="illegible", severity="note")


def _note_details(case: DetailCase, hands: Hands) -> Iterator[Remark]:
    """Notes on doubtful details: whether the points confirm them, or do not depend on them."""
    fields, limits = case.ink.fields, case.limits
    for name in fields.names:
        choices = fields.by_name[name]
        if not asks(choices, limits) or (parse_column(name).solo and asks(case.row.solo, limits)):
            continue
        others = (fields.read_details({name: option}) for option in choices.options[1:])
        if choices.first.value is None:
            key = "findings.illegible"
        elif any(fits(case.rules, other, hands) for other in others):
            key = "findings.unclear"
        else:
            key = "details.confirmed"
        gaps = {"text": show_text(choices.first.text), "readings": list_spellings(choices)}
        yield case.make_remark(key, fields.list_ids((name,)), gaps, code="illegible", severity="note")


def _judge_offence(case: DetailCase) -> DetailVerdict:
    """The verdict on a row that counts as an offence; an empty one if it is not yet decided whether it is one.

    An offence ends its game (ddv TSR 9; zwoelf-spiele 12) or is none at all (pflichtsolo-40 24), so that Re seats and
    calls may stand beside it, but neither Augen nor Sonderpunkte.
    """
    rules, hands, crossed = case.rules, case.hands, tuple(filter(None, (case.row.offence.id,)))
    if case.decision.verdict == "unsettled":
        return DetailVerdict()
    if hands is not None and are_offence_points(rules, hands):
        verdict = DetailVerdict()
        if not fits(rules, case.details, hands, offence=True):  # as crossed, or as doubtful crosses may be read
            verdict = settle_doubt(case, lambda sure: _judge_fine(case, sure=sure))
        more = (*_ask_played(case, crossed), *judge_value(case, hands), *_ask_uncalled(case, hands))
        look = (field for remark in more for field in remark.fields if field not in crossed)
        return replace(verdict, findings=(*verdict.findings, *more), look=(*verdict.look, *look))
    if hands is not None and case.details.counted and fits(rules, case.details, hands):
        # no offence costs these points, but they are those of the game: the cross is wrong
        gaps, changes = {"facts": list_facts(rules, case.details)}, tuple(Change(field, "x", "") for field in crossed)
        return DetailVerdict((case.make_remark("details.offence-is-a-game", crossed, gaps, changes, severity="error"),))
    return _judge_fine(case)


def _judge_fine(case: DetailCase, *, sure: bool = True) -> DetailVerdict:
    """The verdict on a fine that does not agree with the calls; an empty one if there are no calls that raise the fine,
    or nobody seems to pay.

    Not `sure`: a box that looks clear may have been misread.
    """
    offence, players = case.rules.offence, case.players
    offender = find_offender(case.hands or {seat: case.written[seat] for seat in players})
    if offender is None or not case.knows_players:
        return DetailVerdict()
    fines = list_fines_for(case.rules, case.details, offender)
    if fines == offence.list_fines():
        return DetailVerdict()
    serious = tuple(fine for fine in fines if fine not in (offence.minor, offence.solo_minor))
    to_soloist = [fine for fine in serious if fine.soloist]
    if len(serious) > len(to_soloist) > 0:  # the points show whether it went to a soloist
        serious = tuple(
            fine for fine in serious if bool(fine.soloist) == (0 in [case.written[seat] for seat in players])
        )
    changes, alone = None, case.details.re[0] if len(case.details.re) == 1 else None
    if len(serious) == 1 and not (serious[0].soloist and alone is None):
        changes = case.list_point_changes(serious[0].spread(players, offender, alone))
    gaps = {"seat": offender, "fines": list_fine_words(case.rules, serious), "points": case.spell_row()}
    fields = case.cells if changes is None else [change.field for change in changes]
    severity: Severity = "error" if sure else "warning"
    remark = case.make_remark("details.fine-due", fields, gaps, changes, severity=severity)
    return DetailVerdict((remark,), case.doubtful)


def _ask_played(case: DetailCase, crossed: tuple[str, ...]) -> Iterator[Remark]:
    """A question if Augen or Sonderpunkte are written beside the points of an offence: was the game played to its
    end?"""
    details = case.details
    names = (*(["augen"] if details.counted else []), *(f"{party}.{extra}" for party, extra, _ in details.extras))
    if names:
        fields, gaps = (*crossed, *case.ink.fields.list_ids(names)), {"facts": list_facts(case.rules, details)}
        yield case.make_remark("details.offence-played", fields, gaps, code="offence-count")


def _ask_uncalled(case: DetailCase, hands: Hands) -> Iterator[Remark]:
    """A question if a fine counts Absagen in a row that names Re or the kind of game, but no call: either a call was
    not crossed, or the fine is too high."""
    details, rules, offence = case.details, case.rules, case.rules.offence
    offender, points = find_offender(hands), sorted(hands.values())
    filled_in = (details.re or details.kinds) and details.calls == Calls()
    solo = 0 in points  # only a fine that goes to the soloist leaves anybody without points
    raised = range(1, offence.absage.most + 1)
    paid = [count for count in raised if offence.make_fine(count, solo=solo).hands == points]
    if offender is None or not offence.has_absagen or not filled_in or not paid:
        return
    party = find_party(rules, details, offender)
    callers = [find_other_party(one) for one in PARTIES if party in (one, None)]
    calls = [name_call_column(rules, one, rules.absagen[paid[0] - 1]) for one in callers]
    fine, plain = list_fine_words(rules, (offence.make_fine(paid[0], solo=solo), offence.make_fine(solo=solo)))
    fields = (*case.cells, *case.ink.fields.list_ids(name for name in calls if name in case.ink.fields.by_name))
    yield case.make_remark("details.fine-uncalled", fields, {"seat": offender, "fine": fine, "plain": plain})
