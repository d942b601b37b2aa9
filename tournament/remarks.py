"""Remarks: the book's own findings on sheets and rounds, beside those of the scoring; and fields, rows and points in
words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

from scoring.findings import Proposal, Severity
from scoring.wording import write_points
from texts import sentences
from texts.languages import Lang


class Doubt(Protocol):
    """A finding, whoever made it: the scoring or the book."""

    @property
    def code(self) -> str:
        """Public and stable: `not-zero-sum`."""

    @property
    def severity(self) -> Severity:
        """error, warning or note, as in `scoring.findings`."""

    @property
    def fields(self) -> tuple[str, ...]:
        """The ids of the sheet's fields that it is about."""

    @property
    def proposal(self) -> Proposal | None:
        """The smallest changes that would mend it. They are shown and never applied."""

    def message(self, lang: Lang = "de") -> str:
        """One sentence for the organiser."""

    def proposal_text(self, lang: Lang = "de") -> str:
        """The proposal in words, "" without one."""


@dataclass(frozen=True, slots=True)
class Remark:
    """A finding of the book. `sentence`: the sentence's key ("findings.unclear"); `gaps`: what fills its gaps.

    A sentence may have one gap more, `field`: the first of `fields` in words.
    """

    code: str
    severity: Severity
    sentence: str
    fields: tuple[str, ...] = ()
    gaps: Mapping[str, object] = field(default_factory=dict, hash=False)
    proposal: Proposal | None = None

    @property
    def phrase(self) -> sentences.Phrase:
        """Its sentence, filled in."""
        field = FieldText(self.fields[0]) if self.fields else ""
        return sentences.Phrase(self.sentence, {"field": field, **self.gaps})

    def message(self, lang: Lang = "de") -> str:
        """One sentence for the organiser."""
        return self.phrase.in_(lang)

    def proposal_text(self, lang: Lang = "de") -> str:
        """The proposal in words, "" when there is none."""
        return write_proposal(self.proposal or (), lang)


def write_proposal(changes: Proposal, lang: Lang) -> str:
    """The changes in words, such as "Spiel 7, Platz 3: +6 statt +8"."""
    return "; ".join(
        sentences.say(
            lang, "fields.change", field=name_field(lang, change.field),
            written=_write_field_value(change.field, change.written, lang),
            proposed=_write_field_value(change.field, change.proposed, lang),
        )
        for change in changes
    )


def write_value(value: int | str | None, lang: Lang) -> str:
    """A value as people write it: +6, -6, 0, "x"; a blank cell is called "leer"."""
    if isinstance(value, int):
        return write_points(value)
    return value if value else sentences.say(lang, "fields.blank")


def _write_field_value(field_id: str, value: int | str | None, lang: Lang) -> str:
    """A field's value as people write it. Only points have a sign."""
    plain = isinstance(value, int) and not field_id.partition(".")[2].startswith("p")
    return str(value) if plain else write_value(value, lang)


_OF_SEATS = {"p": "fields.seat", "total": "fields.seat-total", "win": "fields.seat-win"}
"""The words for columns that each seat has, by the column's name in field ids."""


def name_field(lang: Lang, field_id: str) -> str:
    """A field in words: "Spiel 7, Platz 3" for "g07.p3"."""
    row, _, column = field_id.partition(".")
    place = _name_row(lang, row)
    return f"{place}, {say_column(lang, column)}" if column else place


def say_column(lang: Lang, column: str) -> str:
    """A column in words: "Platz 3" for "p3", "Ansage Re" for "re.re". A column without words stays as it is."""
    name, seat = column[:-1], column[-1:]
    if name in _OF_SEATS and seat.isdigit():
        return sentences.say(lang, _OF_SEATS[name], seat=seat)
    known = sentences.load_table(lang, "fields")
    return known.get(f"fields.{column}", column)


def _name_row(lang: Lang, row: str) -> str:
    if row[:1] == "g" and row[1:].isdigit():
        return sentences.say(lang, "fields.game", game=int(row[1:]))
    return sentences.say(lang, f"fields.row-{row}")


@dataclass(frozen=True, slots=True)
class FieldText:
    """A field by its id."""

    id: str

    def in_(self, lang: Lang) -> str:
        """For example: Spiel 7, Platz 3."""
        return name_field(lang, self.id)


@dataclass(frozen=True, slots=True)
class RowText:
    """A whole row in words. `points`: by seat; for None, `nothing` is written: "?" for a cell that cannot be read."""

    points: tuple[int | None, ...]
    solo: bool = False
    offence: bool = False
    nothing: str = "?"

    def in_(self, lang: Lang) -> str:
        """For example: (+6 +6 -6 -6), or (-3 -3 +9 -3 Solo) with a cross."""
        points = (self.nothing if value is None else write_points(value) for value in self.points)
        crosses = (("fields.mark-solo", self.solo), ("fields.mark-offence", self.offence))
        return f"({' '.join((*points, *(sentences.say(lang, key) for key, on in crosses if on)))})"


@dataclass(frozen=True, slots=True)
class RoundText:
    """A round by its number; None is the round of sheets whose round nobody knows."""

    number: int | None

    def in_(self, lang: Lang) -> str:
        """For example: Runde 1."""
        return sentences.say(
            lang, "fields.no-round" if self.number is None else "fields.round", round=self.number)


@dataclass(frozen=True, slots=True)
class SeatText:
    """A seat by its sheet and its number, both from 1."""

    sheet: int
    seat: int

    def in_(self, lang: Lang) -> str:
        """For example: Bogen 3, Platz 2."""
        return sentences.say(lang, "fields.seat-label", sheet=self.sheet, seat=self.seat)


@dataclass(frozen=True, slots=True)
class SeatTexts:
    """Several seats, joined by semicolons."""

    seats: tuple[SeatText, ...]

    def in_(self, lang: Lang) -> str:
        """For example: Bogen 3, Platz 2; Bogen 4, Platz 1."""
        return "; ".join(seat.in_(lang) for seat in self.seats)
