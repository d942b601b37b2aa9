"""Remarks: the book's own findings on sheets and rounds, beside those of the scoring; and fields, rows and points in
words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, Protocol

from scoring.findings import Proposal, Severity, write_points, write_proposal
from texts import sentences
from texts.labels import NO_LABELS, Labels
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

    def message(self, lang: Lang = "de", labels: Labels = NO_LABELS) -> str:
        """Two short sentences at most. `labels`: what the seats and rows of its sheet are called."""

    def proposal_text(self, lang: Lang = "de", labels: Labels = NO_LABELS) -> str:
        """The proposal in words, "" without one."""


@dataclass(frozen=True, slots=True)
class Remark:
    """A finding of the book. `sentence`: the sentence's key ("findings.unclear"); `gaps`: what fills its gaps.

    A sentence may have one gap more, `field`: the first of `fields`.
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
        return sentences.Phrase(self.sentence, {"field": self.fields[0] if self.fields else "", **self.gaps})

    def message(self, lang: Lang = "de", labels: Labels = NO_LABELS) -> str:
        """Two short sentences at most."""
        return self.phrase.say_on_sheet(lang, labels)

    def proposal_text(self, lang: Lang = "de", labels: Labels = NO_LABELS) -> str:
        """The proposal in words, "" when there is none."""
        return write_proposal(self.proposal or (), lang, labels)


@dataclass(frozen=True, slots=True)
class RowName:
    """A game by its number."""

    number: int

    def __index__(self) -> int:
        return self.number


@dataclass(frozen=True, slots=True)
class RowText:
    """A whole row in words. `points`: by seat; for None, `nothing` is written: "?" for a cell that cannot be read.
    `denied`: crosses that are written and do not count."""

    points: tuple[int | None, ...]
    solo: bool = False
    offence: bool = False
    nothing: str = "?"
    denied: tuple[Literal["solo", "offence"], ...] = ()

    def in_(self, lang: Lang) -> str:
        """For example: (+6 +6 -6 -6), or (-3 -3 +9 -3 Solo) with a cross."""
        return f"({self.spell(lang)})"

    def spell(self, lang: Lang) -> str:
        """The same without the brackets."""
        points = (self.nothing if value is None else write_points(value) for value in self.points)
        crosses = (("fields.mark-solo", self.solo), ("fields.mark-offence", self.offence))
        said = (*(key for key, on in crosses if on), *(f"fields.no-{name}" for name in self.denied))
        return " ".join((*points, *(sentences.say(lang, key) for key in said)))


@dataclass(frozen=True, slots=True)
class RoundText:
    """A round by its number; None is the round of sheets whose round nobody knows."""

    number: int | None

    def in_(self, lang: Lang) -> str:
        """For example: Runde 1."""
        return sentences.say(
            lang, "fields.no-round" if self.number is None else "fields.round-number", round=self.number
        )


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
