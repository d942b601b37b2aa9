"""One plays against three on a full sheet, and no kind of game is crossed: which it was, only a person can say."""

from __future__ import annotations

from collections.abc import Sequence

from scoring.rows.patterns import find_pattern
from tournament.judging.row.gamefields import KINDS
from tournament.judging.row.row_rules import RowLaw
from tournament.judging.sheet.rowsdecided import DecidedRow
from tournament.remarks import Doubt, Remark, RowName


def ask_kind(row: DecidedRow, law: RowLaw, findings: Sequence[Doubt]) -> tuple[Doubt, ...]:
    """The row's findings, with the question which kind of game it was, in place of the note that a cross is missing.

    Nothing is asked where who was Re is not told, nor the Augen: such a row tells of no game which kind it was; nor
    where the row is asked about anyway.
    """
    number, values = row.source.game, row.decision.counted.values
    details, hands = row.joint.ink, law.hands(number, values)
    if details is None or hands is None or values.offence or any(one.severity != "note" for one in findings):
        return tuple(findings)
    played, fields, ink = find_pattern(hands), details.fields, details.fields.ink
    if played is None or played.shape != "lone" or ink.kinds or not (ink.re or ink.counted):
        return tuple(findings)
    kinds = tuple(fields.id(name) for name in fields.names if name in KINDS or name.startswith("solo."))
    data = {"place": RowName(number), "seat": played.seat}
    question = Remark("pflichtsolo", "warning", "findings.kind-uncrossed", kinds, data)
    return (*(finding for finding in findings if finding.code != "pflichtsolo"), question)
