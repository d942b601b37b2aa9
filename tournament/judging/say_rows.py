"""The findings on a row of points, and which of its fields a person must look at."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import astuple, replace

from scoring.findings import Change, Finding, Proposal
from scoring.rows.row_patterns import find_pattern
from texts.sentences import Phrase
from tournament.judging.decide import Decision
from tournament.judging.decided_rows import DecidedRow
from tournament.judging.detail_fields import is_kind_column
from tournament.judging.ink_options import Choices, asks, is_half_read
from tournament.judging.limits.judging_limits import Limits
from tournament.judging.meant_rows import find_changed, list_meant
from tournament.judging.row_law import RowLaw
from tournament.judging.row_readings import RowChoices, RowValues, is_too_unclear
from tournament.judging.weighed_row import make_proposal
from tournament.judging.written_sheet import parse_number
from tournament.remarks import Doubt, Remark, RowName, RowText

TOLD_ONLY = frozenset({"unusual-value"})
"""Codes of warnings that do not open a row by themselves: one right game in a hundred has such a value."""


def list_row_findings(row: RowChoices, decision: Decision, law: RowLaw, limits: Limits) -> tuple[Doubt, ...]:
    """All findings on the row: on its ink, on the choice of its reading, and those of the rules."""
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
    """The ids of the fields of all findings that ask for a decision, in the row's order; all cells, if the row does not
    add up to 0."""
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
    """The most important remark on a cell's ink, None if there is none."""
    here = (choices.id or "",)
    if choices.first.value and n + 1 in law.due_to_sit(row.game) and asks(choices, limits):
        # the rules have a finding of their own if the seat that should sit out has points
        told = decision.verdict != "unsettled" and decision.counted.values.points[n]
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
    """The note on doubtful ink that row and sums, or the details, confirm. None if they chose another reading, which
    has a note of its own; or if the ink is only unclear, on which the details have a note."""
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
    """A question with the row's likely readings, and the likeliest other one as the proposal; or, if one reading of a
    single doubtful field makes the row right, a question about that field. None where no other reading is likely, and
    a field that cannot be read is asked about anyhow."""
    fields = tuple(row.all[n].id or "" for n in decision.changed)
    if not fields and any(one.severity == "error" for one in about_ink):
        return []
    if mended := _tell_only_cell(row, decision, law, about_ink):
        return [mended]
    ways = dict.fromkeys((*(rival.values for rival in decision.rivals), decision.counted.values))
    readings = tuple(RowText(*astuple(values)) for values in ways)
    text = "findings.unsettled" if fields else "findings.unsupported"
    proposal = _find_best_rival(row, decision)
    return [Remark("illegible", "warning", text, fields or _list_ids(row), {"readings": readings}, proposal)]


def _tell_only_cell(row: RowChoices, decision: Decision, law: RowLaw, about_ink: Sequence[Doubt]) -> Remark | None:
    """A question about the only doubtful field, if its likeliest other reading makes the row right, which it is not as
    inked; None for any other row."""
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


def _list_choice_remarks(row: RowChoices, decision: Decision) -> list[Remark]:
    """Notes on readings that a rule chose: there is nothing to decide, but the record shows it."""
    if decision.verdict != "repaired":
        return []
    found = []
    for n in decision.changed:
        choices, read = row.all[n], decision.counted.options[n]
        gaps = {"read": _spell_word(read.text), "ink": _spell_word(choices.first.text)}
        code, why = ("overwritten",) * 2 if "overwritten" in choices.flags else ("illegible", decision.by)
        found.append(Remark(code, "note", f"findings.chosen-{why}", (choices.id or "",), gaps))
    return found


def _list_mending(row: RowChoices, decision: Decision, about_ink: Sequence[Doubt]) -> list[Doubt]:
    """A question about the number that would mend both the row and its column's sum, misread or miswritten; it does not
    repeat the field if a remark on the ink names it."""
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
    """A question about a row without a minus: only plus points are written, or no signs at all."""
    numbers = [parse_number(option.text) for option in decision.counted.options[: len(row.cells)]]
    if law.side or decision.verdict == "repaired" or any(n.sign == "-" or n.mark == "illegible" for n in numbers):
        return []
    if not any(number.value for number in numbers):
        return []
    values, away = decision.counted.values, law.sitters(row.game, decision.counted.values)
    gaps = tuple(place for place, number in enumerate(numbers) if number.empty and place + 1 not in away)
    fields = _list_ids(row)
    if gaps:
        return [Remark("unsigned", "warning", "findings.only-plus", fields, proposal=_fill(row, values, gaps, law))]
    return [] if any(n.sign for n in numbers) else [Remark("unsigned", "warning", "findings.unsigned", fields)]


def _fill(row: RowChoices, values: RowValues, places: tuple[int, ...], law: RowLaw) -> Proposal | None:
    """The proposal with the only number in these cells that makes the row right; None if there is none, or more than
    one; or where only one side's points are written, as a blank cell there shows who lost."""
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
    """The errors that all likely readings of the row have in common, without proposals, as these would differ."""
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
    """The row's findings. If one plays against three on a full sheet, and no kind of game is crossed, a question which
    kind it was replaces the note that a cross is missing: only a person can say.

    It is not asked if neither Re nor Augen are filled in, as the table then writes no details; nor if the row is asked
    about anyway.
    """
    number, values = row.source.game, row.decision.counted.values
    details, hands = row.joint.ink, law.hands(number, values)
    if details is None or hands is None or values.offence or any(one.severity != "note" for one in findings):
        return tuple(findings)
    played, fields = find_pattern(law.rules, hands), details.fields
    if played is None or not details.lacks_kind(fields.ink, hands):
        return tuple(findings)
    kinds = tuple(fields.id(name) for name in fields.names if is_kind_column(fields.rules, name))
    data = {"place": RowName(number), "seat": played.seat}
    question = Remark("pflichtsolo", "warning", "findings.kind-uncrossed", kinds, data)
    return (*(finding for finding in findings if finding.code != "pflichtsolo"), question)
