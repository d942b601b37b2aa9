"""What a person is told of a row, and which of its fields they must look at."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import astuple, replace

from scoring.findings import Change, Finding, Proposal
from scoring.rows.row_patterns import find_pattern
from texts.field_ids import parse_column
from texts.sentences import Phrase
from tournament.judging.decide import Decision
from tournament.judging.decided_rows import DecidedRow
from tournament.judging.detail_fields import KINDS
from tournament.judging.ink_options import Choices, asks, is_half_read
from tournament.judging.limits.judging_limits import Limits
from tournament.judging.meant_rows import find_changed, list_meant
from tournament.judging.row_law import RowLaw
from tournament.judging.row_readings import RowChoices, RowValues, is_too_unclear
from tournament.judging.weighed_row import make_proposal
from tournament.judging.written_sheet import parse_number
from tournament.remarks import Doubt, Remark, RowName, RowText

TOLD_ONLY = frozenset({"unusual-value"})
"""Warnings that stand in the row but open it only beside another doubt: one right game in a hundred is as high."""


def list_row_findings(row: RowChoices, decision: Decision, law: RowLaw, limits: Limits) -> tuple[Doubt, ...]:
    """Everything to be said of the row: about the ink, about the choice of a reading, and what the rules say."""
    about_ink = _list_ink_remarks(row, decision, law, limits)
    if decision.verdict == "unsettled":
        certain, milder = _list_whichever(row, decision, law), _list_rules(row, decision, law, ("warning", "note"))
        return (*about_ink, *_list_unsettled(row, decision, law, about_ink), *certain, *milder)
    told = _list_rules(row, decision, law)
    if decision.mending is not None:
        told = [replace(one, severity="warning", proposal=None) if one.severity == "error" else one for one in told]
    chosen = (*_list_choice_remarks(row, decision), *_list_mending(row, decision, about_ink))
    return (*about_ink, *chosen, *_list_sign_remarks(row, decision, law), *told)


def list_fields_to_look_at(findings: tuple[Doubt, ...], row: RowChoices) -> tuple[str, ...]:
    """The fields of every finding that asks for a decision, in the row's order; a wrong sum asks for all cells."""
    asked = {field for finding in findings if finding.severity != "note" for field in finding.fields}
    if any(finding.code == "not-zero-sum" for finding in findings):
        asked.update(_list_ids(row))
    return tuple(choices.id for choices in row.all if choices.id in asked)


def _list_ink_remarks(row: RowChoices, decision: Decision, law: RowLaw, limits: Limits) -> list[Doubt]:
    told: list[Doubt] = [
        remark
        for n, choices in enumerate(row.all)
        if choices.id and (remark := _tell_cell(choices, n, row, decision, law, limits)) is not None
    ]
    unclear = Remark("illegible", "warning", "findings.too-unclear", _list_ids(row))
    return [unclear, *told] if is_too_unclear(row, limits) else told


def _tell_cell(
    choices: Choices, n: int, row: RowChoices, decision: Decision, law: RowLaw, limits: Limits
) -> Remark | None:
    """The one most telling remark about a cell's ink."""
    here = (choices.id or "",)
    if choices.first.value and n + 1 == law.due_to_sit(row.game) and asks(choices, limits):
        told = decision.verdict != "unsettled" and decision.counted.values.points[n]  # then the rules say so
        return (
            None
            if told
            else Remark(
                "illegible", "warning", "findings.sitter-inked", here, {"readings": _list_texts(choices, limits)}
            )
        )
    if n < len(row.cells) and choices.first.value is None:
        gap = _fill(row, row.ink, (n,), law)
        return Remark("illegible", "error", "findings.illegible", here, proposal=gap or _find_best_rival(row, decision))
    if "illegible" in choices.flags:
        return Remark("illegible", "error", "findings.unclear", here, {"readings": _list_texts(choices, limits)})
    if decision.witness and decision.verdict != "unsettled" and asks(choices, limits):
        return _note_borne_out(choices, n, decision)
    if "overwritten" in choices.flags:
        return Remark("overwritten", "warning", "findings.overwritten", here, {"text": _list_texts(choices, limits)})
    if "taken-back" in choices.flags and choices.first.probability < limits.sure:
        return Remark("overwritten", "warning", "findings.taken-back", here, {"text": _spell_word(choices.first.text)})
    if is_half_read(choices, limits) and decision.verdict != "ink":
        return Remark("illegible", "warning", "findings.unclear", here, {"readings": _list_texts(choices, limits)})
    return None


def _note_borne_out(choices: Choices, n: int, decision: Decision) -> Remark | None:
    """The note on doubtful ink that row and sums, or the details, bear out. What they chose instead of it has a note of
    its own, and of what is only unclear the details speak themselves."""
    overwritten, told = "overwritten" in choices.flags, decision.witness == "details"
    if n in decision.changed or (told and not choices.flags):
        return None
    sentence = (
        ("details.cell-overwritten" if overwritten else "details.cell-confirmed")
        if told
        else ("findings.overwritten-proven" if overwritten else "findings.unclear-proven")
    )
    code = "overwritten" if overwritten else "illegible"
    return Remark(code, "note", sentence, (choices.id or "",), {"text": _spell_word(choices.first.text)})


def _list_unsettled(row: RowChoices, decision: Decision, law: RowLaw, about_ink: Sequence[Doubt]) -> list[Doubt]:
    """The rival readings of the row, with the likeliest other one as the proposal; of a row with one doubtful field,
    what that must say for the row to be right."""
    fields = tuple(row.all[n].id or "" for n in decision.changed)
    if mended := _tell_only_cell(row, decision, law, about_ink):
        return [mended]
    ways = dict.fromkeys((*(rival.values for rival in decision.rivals), decision.counted.values))
    readings = tuple(RowText(*astuple(values)) for values in ways)
    text = "findings.unsettled" if fields else "findings.unsupported"
    proposal = _find_best_rival(row, decision)
    return [Remark("illegible", "warning", text, fields or _list_ids(row), {"readings": readings}, proposal)]


def _tell_only_cell(row: RowChoices, decision: Decision, law: RowLaw, about_ink: Sequence[Doubt]) -> Remark | None:
    """What makes a row right that is broken as the ink has it, where only one field is in doubt; None for any other."""
    rival = next((rival for rival in decision.rivals if rival.values != row.ink), None)
    if len(decision.changed) != 1 or rival is None or law.legal(row.game, row.ink):
        return None
    (place,) = decision.changed
    choices, read = row.all[place], rival.options[place]
    if read is choices.first or not law.legal(row.game, rival.values):
        return None
    here = any(choices.id in one.fields for one in about_ink)
    data = {"read": _spell_word(read.text), "ink": _spell_word(choices.first.text)}
    key = "findings.fits-here" if here else "findings.fits"
    return Remark("illegible", "warning", key, (choices.id or "",), data, make_proposal(row, rival))


def _find_best_rival(row: RowChoices, decision: Decision) -> Proposal | None:
    return next((found for rival in decision.rivals if (found := make_proposal(row, rival))), None)


def _list_choice_remarks(row: RowChoices, decision: Decision) -> list[Doubt]:
    """Notes on what a rule chose: nothing to decide, but on record."""
    if decision.verdict != "repaired":
        return []
    return [
        Remark(
            "illegible",
            "note",
            f"findings.chosen-{decision.by}",
            (row.all[n].id or "",),
            {"read": _spell_word(decision.counted.options[n].text), "ink": _spell_word(row.all[n].first.text)},
        )
        for n in decision.changed
    ]


def _list_mending(row: RowChoices, decision: Decision, about_ink: Sequence[Doubt]) -> list[Doubt]:
    """What would mend the row and its column's sum at once, whoever slipped there; its field is not named again."""
    if decision.mending is None:
        return []
    place, value = decision.mending
    choices = row.all[place]
    blank = not choices.first.text.strip()
    change = Change(choices.id or "", None if blank else choices.first.value, value)
    data = {"read": f"{value:+d}" if value else "0", "ink": _spell_word(choices.first.text)}
    here = any(choices.id in one.fields for one in about_ink)
    key = "findings.sums-mend-here" if here else "findings.sums-mend-blank" if blank else "findings.sums-mend"
    return [Remark("illegible", "warning", key, (choices.id or "",), data, (change,))]


def _list_sign_remarks(row: RowChoices, decision: Decision, law: RowLaw) -> list[Doubt]:
    """No sign anywhere although some must be minus; only the plus points written."""
    numbers = [parse_number(option.text) for option in decision.counted.options[: len(row.cells)]]
    if law.side or decision.verdict == "repaired" or any(n.sign == "-" or n.mark == "illegible" for n in numbers):
        return []
    if not any(number.value for number in numbers):
        return []
    values, away = decision.counted.values, law.sitter(row.game, decision.counted.values)
    gaps = tuple(place for place, number in enumerate(numbers) if number.empty and place + 1 != away)
    fields = _list_ids(row)
    if gaps:
        return [Remark("unsigned", "warning", "findings.only-plus", fields, proposal=_fill(row, values, gaps, law))]
    return [] if any(n.sign for n in numbers) else [Remark("unsigned", "warning", "findings.unsigned", fields)]


def _fill(row: RowChoices, values: RowValues, places: tuple[int, ...], law: RowLaw) -> Proposal | None:
    """The one number in these cells that makes the row right; None where there is no such number, and where one side's
    points alone are written: there a gap tells who lost."""
    if law.side:
        return None
    meant = (one.points for one in list_meant(law, row.game, values, most=len(places)))
    fitting = (points for points in meant if find_changed(values.points, points) == places)
    found = [points for points in fitting if len({points[place] for place in places}) == 1]
    if len(found) != 1:
        return None
    return tuple(Change(row.cells[n].id or "", row.cells[n].first.text or None, found[0][n]) for n in places)


def _list_rules(
    row: RowChoices, decision: Decision, law: RowLaw, severities: tuple[str, ...] = ("error", "warning", "note")
) -> list[Finding]:
    return [f for f in law.findings(row.game, decision.counted.values) if f.severity in severities]


def _list_whichever(row: RowChoices, decision: Decision, law: RowLaw) -> list[Finding]:
    """The rules that are broken whichever of its likely readings the row has; what would mend it depends on that."""
    rivals = [law.findings(row.game, rival.values) for rival in decision.rivals]
    broken = (replace(finding, proposal=None) for finding in _list_rules(row, decision, law, ("error",)))
    return [one for one in broken if all(one in [replace(f, proposal=None) for f in told] for told in rivals)]


def _list_ids(row: RowChoices) -> tuple[str, ...]:
    return tuple(choices.id for choices in row.cells if choices.id)


def _list_texts(choices: Choices, limits: Limits) -> tuple[str | Phrase, ...]:
    """The cell's likely spellings, first choice first."""
    return tuple(_spell_word(o.text) for o in choices.options[:3] if o is choices.first or o.probability >= limits.show)


def _spell_word(text: str) -> str | Phrase:
    if text.strip() in ("/", "-"):
        return Phrase("fields.stroke")
    return text if text.strip() else Phrase("fields.blank")


def ask_kind(row: DecidedRow, law: RowLaw, findings: Sequence[Doubt]) -> tuple[Doubt, ...]:
    """The row's findings; where one plays against three on a full sheet, and no kind of game is crossed, with the
    question which it was in place of the note that a cross is missing: only a person can say.

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
    kinds = tuple(fields.id(name) for name in fields.names if name in KINDS or parse_column(name).solo)
    data = {"place": RowName(number), "seat": played.seat}
    question = Remark("pflichtsolo", "warning", "findings.kind-uncrossed", kinds, data)
    return (*(finding for finding in findings if finding.code != "pflichtsolo"), question)
