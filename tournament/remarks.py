"""What the book itself has to say of a sheet, in the shape of the scoring's findings, with its own sentences."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from typing import Protocol

from scoring.findings import Proposal, Severity
from texts.filling import Spoken, fill
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
    """A finding of the book. `text`: which of `texts.json`'s sentences; `data`: what it speaks of."""

    code: str
    severity: Severity
    text: str
    fields: tuple[str, ...] = ()
    data: Mapping[str, object] = field(default_factory=dict, hash=False)
    proposal: Proposal | None = None

    def message(self, lang: Lang = "de") -> str:
        """One sentence for the organiser."""
        field = where(lang, self.fields[0]) if self.fields else ""
        return say(lang, self.text, field=field, **{key: in_words(value, lang) for key, value in self.data.items()})

    def proposal_text(self, lang: str = "de") -> str:
        """The proposal in words, "" when there is none."""
        return proposal_text(self.proposal or (), lang)


def proposal_text(changes: Proposal, lang: str) -> str:
    """The changes in words: "Spiel 7, Platz 3: +6 statt +8; ..."."""
    return "; ".join(
        say(lang, "change", field=where(lang, change.field),
            written=_cell(change.field, change.written, lang), proposed=_cell(change.field, change.proposed, lang))
        for change in changes
    )


def say(lang: str, key: str, **data: object) -> str:
    """The sentence or word `key` of `texts.json` in that language, filled in."""
    return fill(_texts()[key][lang], "en" if lang == "en" else "de", data)


def show(value: int | str | None, lang: str) -> str:
    """A value as people write it: +6, -6, 0; a blank cell is named."""
    if isinstance(value, int):
        return signed(value)
    return value if value else say(lang, "blank")


def _cell(field_id: str, value: int | str | None, lang: str) -> str:
    """A field's value; only points have a sign."""
    plain = isinstance(value, int) and not field_id.partition(".")[2].startswith("p")
    return str(value) if plain else show(value, lang)


def signed(value: int) -> str:
    """+6, -6, 0."""
    return f"{value:+d}" if value else "0"


_OF_SEATS = {"p": "seat", "total": "seat-total", "win": "seat-win"}
"""The words for a column that each seat has, by its name in field ids."""


def where(lang: str, field_id: str) -> str:
    """A field id for people: "Spiel 7, Platz 3"."""
    row, _, what = field_id.partition(".")
    column, seat = what[:-1], what[-1:]
    if column in _OF_SEATS and seat.isdigit():
        what = say(lang, _OF_SEATS[column], seat=seat)
    elif what:
        what = say(lang, what) if what in _texts() else what
    place = say(lang, "game", game=int(row[1:])) if row[:1] == "g" and row[1:].isdigit() else say(lang, f"row-{row}")
    return f"{place}, {what}" if what else place


@dataclass(frozen=True, slots=True)
class RowText:
    """A whole row as one may read it; None is an unreadable cell, or one in which `nothing` stands."""

    points: tuple[int | None, ...]
    solo: bool = False
    offence: bool = False
    nothing: str = "?"

    def in_(self, lang: str) -> str:
        """(+6 +6 -6 -6), with the crosses named."""
        points = (self.nothing if value is None else signed(value) for value in self.points)
        marks = (say(lang, f"mark-{name}") for name, on in (("solo", self.solo), ("offence", self.offence)) if on)
        return f"({' '.join((*points, *marks))})"


@dataclass(frozen=True, slots=True)
class RoundText:
    """A round by its number; None is the round of sheets that do not tell theirs."""

    number: int | None

    def in_(self, lang: str) -> str:
        """Runde 1."""
        return say(lang, "no-round") if self.number is None else say(lang, "round", round=self.number)


@dataclass(frozen=True, slots=True)
class SeatText:
    """A seat by sheet and number."""

    sheet: int
    seat: int

    def in_(self, lang: str) -> str:
        """Bogen 3, Platz 2."""
        return say(lang, "seat-label", sheet=self.sheet, seat=self.seat)


def in_words(value: object, lang: Lang) -> object:
    """Lists as people read them ("a, b, c"), and whatever has words of its own in the language's words."""
    if isinstance(value, str | int):  # asked first: asking for a protocol is slow
        return value
    if isinstance(value, tuple):
        return ("; " if any(isinstance(entry, SeatText) for entry in value) else ", ").join(
            str(in_words(entry, lang)) for entry in value
        )
    return value.in_(lang) if isinstance(value, Spoken) else value


@cache
def _texts() -> dict[str, dict[str, str]]:
    """Sentences of the findings, words for a full sheet's fields, and labels of the workbook; they share no key."""
    folder = resources.files("tournament")
    loaded: dict[str, dict[str, str]] = {}
    for name in ("texts.json", "details.json", "labels.json"):
        loaded |= json.loads(folder.joinpath(name).read_text(encoding="utf-8"))
    return loaded
