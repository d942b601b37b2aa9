"""A row crossed as an offence, beside its details: the fine that the Absagen raise, and details of a game played.

An offence ends its game (ddv TSR 9; zwoelf-spiele 12) or is none at all (pflichtsolo-40 24), so that Re seats and calls
may stand beside it, but neither Augen nor Sonderpunkte.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from scoring.counting.game import LEVELS, PARTIES, find_other_party
from scoring.counting.rules import Fine, RuleSet
from scoring.findings import Change, Severity, write_points
from scoring.rows.row_patterns import are_offence_points
from texts.languages import Lang
from texts.sentences import enumerate_things, say
from tournament.judging.details.allowed_games import Hands, fits
from tournament.judging.details.case import DetailCase
from tournament.judging.details.detail_words import Facts
from tournament.judging.details.doubtful import judge_value, settle_doubt
from tournament.judging.details.fines import find_offender, find_party, list_fines_for
from tournament.judging.details.game_fields import CALL_FIELDS
from tournament.judging.details.verdict import DetailVerdict
from tournament.remarks import Remark, RowName


def judge_offence(case: DetailCase) -> DetailVerdict:
    """What the details say of a row that counts as an offence; nothing, where nobody knows yet whether it is one."""
    rules, hands = case.ink.rules, case.hands
    if case.decision.verdict == "unsettled":
        return DetailVerdict()
    if hands is not None and are_offence_points(rules, hands):
        verdict = _judge_paid(case, hands)
        more = (*_ask_played(case), *judge_value(case, hands), *_ask_uncalled(case, hands))
        look = (field for remark in more for field in remark.fields if field not in _find_cross(case))
        return replace(verdict, findings=(*verdict.findings, *more), look=(*verdict.look, *look))
    if hands is not None and case.details.counted and fits(rules, case.details, hands):
        return DetailVerdict((_tell_crossed_game(case),))
    return _tell_wrong_fine(case)


def _judge_paid(case: DetailCase, hands: Hands) -> DetailVerdict:
    """Points of some offence, against the calls: as they are crossed, or as doubtful crosses may be read."""
    if fits(case.ink.rules, case.details, hands, offence=True):
        return DetailVerdict()
    return settle_doubt(case, lambda sure: _tell_wrong_fine(case, sure=sure))


def _tell_wrong_fine(case: DetailCase, *, sure: bool = True) -> DetailVerdict:
    """A fine other than the one that the calls make; nothing where they tell none, or nobody seems to pay.

    Not `sure`: a box that looks clear may have been misread.
    """
    rules, told = case.ink.rules, case.details
    offender = find_offender(case.hands or {seat: case.written[seat] for seat in case.players})
    if offender is None or len(case.players) != 4:
        return DetailVerdict()
    fines = list_fines_for(rules, told, offender)
    if fines == rules.offence.list_fines():
        return DetailVerdict()
    serious = tuple(fine for fine in fines if fine != rules.offence.minor)
    changes = None
    if len(serious) == 1:
        due = {seat: serious[0].offender if seat == offender else serious[0].others for seat in case.players}
        changes = case.list_changes(due)
    data = {
        "place": RowName(case.row.game),
        "seat": offender,
        "facts": Facts(rules, told, None),
        "fines": Fines(rules, serious),
        "points": case.shown_row,
    }
    fields = case.cells if changes is None else tuple(change.field for change in changes)
    severity: Severity = "error" if sure else "warning"
    return DetailVerdict((Remark("miscounted", severity, "details.fine-due", fields, data, changes),), case.doubtful)


def _tell_crossed_game(case: DetailCase) -> Remark:
    """No offence costs these points, but they are those of the game that the details tell: the cross is wrong."""
    crossed = _find_cross(case)
    data = {"place": RowName(case.row.game), "facts": Facts(case.ink.rules, case.details, None)}
    changes = tuple(Change(field, "x", "") for field in crossed)
    return Remark("miscounted", "error", "details.offence-is-a-game", crossed, data, changes)


def _ask_played(case: DetailCase) -> Iterator[Remark]:
    """Augen or Sonderpunkte beside the points of an offence: was a game played to its end, or not?"""
    told = case.details
    names = (*(["augen"] if told.counted else []), *(f"{party}.{extra}" for party, extra, _ in told.extras))
    if names:
        data = {"place": RowName(case.row.game), "facts": Facts(case.ink.rules, told, None)}
        fields = (*_find_cross(case), *case.list_ids(names))
        yield Remark("offence-count", "warning", "details.offence-played", fields, data)


def _ask_uncalled(case: DetailCase, hands: Hands) -> Iterator[Remark]:
    """A fine that counts Absagen in a row that tells who was Re, and no call: one was not crossed, or none was made."""
    told, rules = case.details, case.ink.rules
    offender = find_offender(hands)
    filled_in = (told.re or told.kinds) and not (told.said_re or told.said_kontra)
    offence, points = rules.offence, sorted(hands.values())
    paid = [count for count in range(1, len(LEVELS) + 1) if offence.make_fine(count).hands == points]
    if offender is None or not offence.has_absagen or not filled_in or not paid:
        return
    party = find_party(rules, told, offender)
    calls = [CALL_FIELDS[find_other_party(one), LEVELS[paid[0] - 1]] for one in PARTIES if party in (one, None)]
    data = {
        "place": RowName(case.row.game),
        "seat": offender,
        "fine": Fines(rules, (offence.make_fine(paid[0]),)),
        "plain": Fines(rules, (offence.make_fine(),)),
    }
    fields = (*case.cells, *case.list_ids([name for name in calls if name in case.ink.fields.by_name]))
    yield Remark("miscounted", "warning", "details.fine-uncalled", fields, data)


def _find_cross(case: DetailCase) -> tuple[str, ...]:
    """The field of the offence's cross, where the row has one."""
    return (case.row.offence.id,) if case.row.offence.id else ()


@dataclass(frozen=True, slots=True)
class Fines:
    """What is to be paid: one fine, or several of which nobody knows which."""

    rules: RuleSet
    fines: Sequence[Fine]

    def in_(self, lang: Lang) -> str:
        """-12 - 2 x 3 = -18, alle anderen +6"""
        return enumerate_things(lang, [self._say_fine(fine, lang) for fine in self.fines], "common.or")

    def _say_fine(self, fine: Fine, lang: Lang) -> str:
        plain, each = self.rules.offence.offender, self.rules.offence.absage.offender
        count = (fine.offender - plain) // each if each else 0
        sum_ = f"{plain} - {count} x {-each} = {fine.offender}" if count else str(plain)
        return say(lang, "details.fine", offender=sum_, others=write_points(fine.others))
