"""Doubtful details that the points settle, or leave open, told to a person."""

from __future__ import annotations

from scoring.findings import Change
from texts.sentences import Phrase
from tournament.judging.details.detailcase import DetailCase, DetailVerdict
from tournament.judging.details.detailink import DetailReading
from tournament.judging.row.judged import Chosen
from tournament.judging.row.options import Choices
from tournament.remarks import Remark


def read_by_points(case: DetailCase, best: DetailReading, share: float) -> DetailVerdict:
    """Doubtful details read as the points have it: nothing to decide, but on record."""
    pairs = [(name, case.ink.fields.by_name[name].first.text, option.text) for name, option in best.changed.items()]
    notes = tuple(
        Remark("illegible", "note", "findings.chosen-details", case.ids((name,)),
               {"read": show_text(read), "ink": show_text(ink)})
        for name, ink, read in pairs
    )
    chosen = tuple(Chosen(case.ink.fields.id(name), ink, read, "details", share) for name, ink, read in pairs)
    return DetailVerdict(notes, chosen=chosen)


def ask_unclear(case: DetailCase, best: DetailReading) -> DetailVerdict:
    """Details that may be read so that the points are right, but not for certain; together they make the row right."""
    remarks, fields = [], case.ink.fields
    changes = tuple(Change(fields.id(name), fields.by_name[name].first.text, option.text)
                    for name, option in best.changed.items())
    for name, option in best.changed.items():
        choices, here = fields.by_name[name], case.ids((name,))
        data = {"readings": list_spellings(choices), "fitting": show_text(option.text)}
        remarks.append(Remark("illegible", "warning", "details.unclear", here, data, changes))
    return DetailVerdict(tuple(remarks), case.ids(tuple(best.changed)))


def list_spellings(choices: Choices) -> tuple[str | Phrase, ...]:
    """What the field may say, the likeliest first."""
    return tuple(show_text(option.text) for option in choices.options[:3])


def show_text(text: str) -> str | Phrase:
    """The text, "leer" for a blank field."""
    return text if text.strip() else Phrase("fields.blank")
