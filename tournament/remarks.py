"""What the book itself has to say of a sheet, in the shape of the scoring's findings, with its own sentences."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from typing import Protocol

from scoring.findings import Proposal, Severity
from texts import sentences
from texts.filling import fill
from texts.languages import Lang


class Doubt(Protocol):
    """A finding, whoever made it: the scoring or the book."""

    @property
    def code(self) -> str:
        """Public and stable: `not-zero-sum`."""

    @property
    def severity(self) -> Severity:
        """error, warning or note."""

    @property
    def fields(self) -> tuple[str, ...]:
        """Field ids of the sheet."""

    @property
    def proposal(self) -> Proposal | None:
        """The smallest changes that mend it; never applied."""

    def message(self, lang: Lang = "de") -> str:
        """One sentence for the organiser."""

    def proposal_text(self, lang: Lang = "de") -> str:
        """The proposal in words, "" without one."""


@dataclass(frozen=True, slots=True)
class Remark:
    """A finding of the book. `key`: its sentence ("findings.unclear"); `data`: what fills the sentence's gaps.

    A sentence may have one gap more, `field`: the first of `fields` in words.
    """

    code: str
    severity: Severity
    key: str
    fields: tuple[str, ...] = ()
    data: Mapping[str, object] = field(default_factory=dict, hash=False)
    proposal: Proposal | None = None

    @property
    def phrase(self) -> sentences.Phrase:
        """Its sentence, filled in."""
        field = FieldText(self.fields[0]) if self.fields else ""
        return sentences.Phrase(self.key, {"field": field, **self.data})

    def message(self, lang: Lang = "de") -> str:
        """One sentence for the organiser."""
        return self.phrase.in_(lang)

    def proposal_text(self, lang: Lang = "de") -> str:
        """The proposal in words, "" when there is none."""
        return write_proposal(self.proposal or (), lang)


def write_proposal(changes: Proposal, lang: Lang) -> str:
    """The changes in words: "Spiel 7, Platz 3: +6 statt +8; ..."."""
    return "; ".join(
        sentences.say(
            lang, "fields.change", field=name_field(lang, change.field),
            written=_write_field_value(change.field, change.written, lang),
            proposed=_write_field_value(change.field, change.proposed, lang),
        )
        for change in changes
    )


def write_value(value: int | str | None, lang: Lang) -> str:
    """A value as people write it: +6, -6, 0; a blank cell is named."""
    if isinstance(value, int):
        return write_points(value)
    return value if value else sentences.say(lang, "fields.blank")


def _write_field_value(field_id: str, value: int | str | None, lang: Lang) -> str:
    """A field's value; only points have a sign."""
    plain = isinstance(value, int) and not field_id.partition(".")[2].startswith("p")
    return str(value) if plain else write_value(value, lang)


def write_points(value: int) -> str:
    """+6, -6, 0."""
    return f"{value:+d}" if value else "0"


_OF_SEATS = {"p": "fields.seat", "total": "fields.seat-total", "win": "fields.seat-win"}
"""The words for a column that each seat has, by its name in field ids."""


def name_field(lang: Lang, field_id: str) -> str:
    """A field id for people: "Spiel 7, Platz 3"."""
    row, _, column = field_id.partition(".")
    place = _name_row(lang, row)
    return f"{place}, {name_column(lang, column)}" if column else place


def name_column(lang: Lang, column: str) -> str:
    """The last part of a field id for people: "Platz 3", "Ansage Re"; one without words of its own stays as it is."""
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
        """Spiel 7, Platz 3"""
        return name_field(lang, self.id)


@dataclass(frozen=True, slots=True)
class RowText:
    """A whole row as one may read it; None is an unreadable cell, or one in which `nothing` stands."""

    points: tuple[int | None, ...]
    solo: bool = False
    offence: bool = False
    nothing: str = "?"

    def in_(self, lang: Lang) -> str:
        """(+6 +6 -6 -6), with the crosses named."""
        points = (self.nothing if value is None else write_points(value) for value in self.points)
        crosses = (("fields.mark-solo", self.solo), ("fields.mark-offence", self.offence))
        return f"({' '.join((*points, *(sentences.say(lang, key) for key, on in crosses if on)))})"


@dataclass(frozen=True, slots=True)
class RoundText:
    """A round by its number; None is the round of sheets that do not tell theirs."""

    number: int | None

    def in_(self, lang: Lang) -> str:
        """Runde 1."""
        return sentences.say(
            lang, "fields.no-round" if self.number is None else "fields.round", round=self.number)


@dataclass(frozen=True, slots=True)
class SeatText:
    """A seat by sheet and number."""

    sheet: int
    seat: int

    def in_(self, lang: Lang) -> str:
        """Bogen 3, Platz 2."""
        return sentences.say(lang, "fields.seat-label", sheet=self.sheet, seat=self.seat)


@dataclass(frozen=True, slots=True)
class SeatTexts:
    """Several seats."""

    seats: tuple[SeatText, ...]

    def in_(self, lang: Lang) -> str:
        """Bogen 3, Platz 2; Bogen 4, Platz 1"""
        return "; ".join(seat.in_(lang) for seat in self.seats)


def say(lang: str, key: str, **data: object) -> str:
    """A label of the workbook, until `labels.json` stands in `texts`."""
    labels = _labels()
    asked: Lang = "en" if lang == "en" else "de"
    return fill(labels[key][asked], asked, data) if key in labels else sentences.say(asked, f"fields.{key}", **data)


@cache
def _labels() -> dict[str, dict[str, str]]:
    text = resources.files("tournament").joinpath("labels.json").read_text(encoding="utf-8")
    labels: dict[str, dict[str, str]] = json.loads(text)
    return labels
