"""Remarks: the book's own findings on sheets and rounds, in addition to those of the scoring; and fields, rows and
points in words.

A fault in the program costs the sheet at which it happened, and never the whole evening.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Literal, Protocol, TypeVar

from scoring.findings import Proposal, Severity, write_points, write_proposal
from texts import sentences
from texts.item_ids import spell_place
from texts.labels import NO_LABELS, Labels
from texts.languages import Lang

_MOST_WORDS = 1 << 13
"""So many names of sheets and seats are kept: they are asked for at every count, and an evening of 240 players by five
rounds has 1,500."""


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

    A sentence may have one gap more, `field`: the first of `fields`. `unsure`: another proposal of its row is about as
    likely as its own.
    """

    code: str
    severity: Severity
    sentence: str
    fields: tuple[str, ...] = ()
    gaps: Mapping[str, object] = field(default_factory=dict, hash=False)
    proposal: Proposal | None = None
    unsure: bool = False

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
    """A round by its number; None is the round of sheets whose round is unknown."""

    number: int | None

    def in_(self, lang: Lang) -> str:
        """For example: Runde 1."""
        return sentences.say(
            lang, "fields.no-round" if self.number is None else "fields.round-number", round=self.number
        )


@dataclass(frozen=True, slots=True)
class SheetText:
    """A sheet by where it belongs; without a table by its photograph. `same`: which one it is, from 1, of several with
    the same words; 0 if it is the only one."""

    round: int | None
    table: int | None
    photo: str
    half: int = 0
    same: int = 0

    def in_(self, lang: Lang) -> str:
        """For example: Runde 1, Tisch 3; Foto IMG_2041, ohne Tisch."""
        return _write_sheet(self, lang)


@lru_cache(maxsize=_MOST_WORDS)
def _write_sheet(sheet: SheetText, lang: Lang) -> str:
    photo = sheet.photo.rpartition(".")[0] or sheet.photo
    known = f"{'round' * (sheet.round is not None)}{'table' * (sheet.table is not None)}" or "nowhere"
    gaps = {"round": sheet.round, "table": sheet.table, "photo": photo}
    parts = [sentences.say(lang, f"fields.sheet.{known}", **gaps)]
    parts += [sentences.say(lang, "chronicle.place.half", number=sheet.half)] if sheet.half else []
    if sheet.same:
        placed = "roundtable" if known == "roundtable" else "nowhere"
        parts.append(sentences.say(lang, f"fields.sheet.same-{placed}", photo=photo, number=sheet.same))
    return ", ".join(parts)


@dataclass(frozen=True, slots=True)
class PlaceText:
    """What an item's name stands for. `photo`: of its sheet's photograph, by which one without a place is called."""

    item: str
    photo: str = ""

    def in_(self, lang: Lang) -> str:
        """For example: Runde 1, Tisch 3, Spiel 14; Foto IMG_2041, ohne Tisch."""
        return spell_place(self.item, lang, self.photo)


@dataclass(frozen=True, slots=True)
class SeatText:
    """A seat by its sheet's number and its own, both from 1. `title`: the sheet's name."""

    sheet: int
    seat: int
    title: SheetText = field(repr=False, compare=False)

    def in_(self, lang: Lang) -> str:
        """For example: Runde 1, Tisch 3, Platz 2."""
        return _write_seat(self.title, self.seat, lang)


@lru_cache(maxsize=_MOST_WORDS)
def _write_seat(title: SheetText, seat: int, lang: Lang) -> str:
    return sentences.say(lang, "fields.seat-label", sheet=title, seat=seat)


@dataclass(frozen=True, slots=True)
class SeatTexts:
    """Several seats, joined by semicolons."""

    seats: tuple[SeatText, ...]

    def in_(self, lang: Lang) -> str:
        """For example: Bogen 3, Platz 2; Bogen 4, Platz 1."""
        return "; ".join(seat.in_(lang) for seat in self.seats)


Value = TypeVar("Value")
Log = Callable[[Exception], str]
"""Keeps the details of a fault; returns the name of the place where they are kept."""


class SheetFault(Exception):
    """The program failed at the sheet with this number; `fault` is the exception."""

    def __init__(self, number: int, fault: Exception) -> None:
        super().__init__(number, fault)
        self.number, self.fault = number, fault


@contextmanager
def attribute_faults(number: int | None) -> Iterator[None]:
    """Turns every exception inside into a `SheetFault` of the sheet `number`; with None it leaves them as they are."""
    try:
        yield
    except Exception as fault:
        if number is None or isinstance(fault, SheetFault):
            raise
        raise SheetFault(number, fault) from fault


def keep_nothing(_fault: Exception) -> str:
    """Keeps no log."""
    return "-"


def make_fault_remark(key: str, fault: Exception, log: Log) -> Remark:
    """The remark on a fault. `key`: its sentence, which has gaps for the kind of fault and for its log."""
    return Remark("unchecked", "error", key, (), {"reason": type(fault).__name__, "log": log(fault)})


def try_or_remark(task: Callable[[], Value], key: str, log: Log, otherwise: Callable[[Remark], Value]) -> Value:
    """The task's value. If the task fails, the fault is logged, and `otherwise` makes a value from the remark on it."""
    try:
        return task()
    except Exception as fault:  # noqa: BLE001 - whatever it is, the other sheets are counted
        return otherwise(make_fault_remark(key, fault, log))
