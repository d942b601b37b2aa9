"""What each field of a sheet may say: the reader's candidates, gathered by what they mean."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from scanner.sheet_reading import Reading, SheetReading
from tournament.judging.limits.judging_limits import LIMITS

NOTHING = -1
"""What a blank box for Augen or for the value says; a blank cell of points says 0."""
EMPTY = ("", "/", "-")
Value = int | None
"""Points, a count, Augen; 1 for a cross, 0 for none; None for what cannot be read."""


@dataclass(frozen=True)
class Saying:
    """One meaning of a field, its likeliest text, and its chance. `seen`: the reader named it, and did not miss part of
    it."""

    value: Value
    text: str
    chance: float
    seen: bool = True

    @property
    def digits(self) -> int | None:
        """The number without its sign; None for anything else."""
        return abs(self.value) if self.value is not None and self.text not in EMPTY else None

    @property
    def odd_zero(self) -> bool:
        """Whether it is a zero with a sign, which hardly anybody writes."""
        return self.value == 0 and self.text[:1] in ("+", "-") and self.text != "-"


@dataclass(frozen=True)
class Field:
    """One field; the first of `sayings` is the ink's own. `name`: without the row, such as "p1" or "re.k90"; `inked`:
    the chance that anything stands in it."""

    id: str
    name: str
    sayings: tuple[Saying, ...]
    flagged: bool
    inked: float = 1.0

    @property
    def first(self) -> Saying:
        """What the ink says by itself."""
        return self.sayings[0]

    @property
    def clear(self) -> bool:
        """Whether nobody doubts it."""
        return self.first.chance >= LIMITS.clear_ink and not self.flagged

    @property
    def struck(self) -> bool:
        """Whether it looks like a stroke."""
        return self.first.text == "/"

    @property
    def surely_inked(self) -> bool:
        """Whether something stands in it, be it a stroke or a 1."""
        return self.inked >= LIMITS.clear_ink

    @property
    def is_detail(self) -> bool:
        """Whether it describes the game, and not points."""
        return re.fullmatch(r"p\d|solo|offence", self.name) is None


@dataclass(frozen=True)
class Line:
    """One row's fields by name, points first."""

    number: int
    fields: Mapping[str, Field]

    @property
    def details(self) -> dict[str, Field]:
        """The fields that describe the game."""
        return {name: field for name, field in self.fields.items() if field.is_detail}


@dataclass(frozen=True)
class Paper:
    """One sheet: its rows, the totals below them, and for how many games it was printed (0: nobody knows). `half`: it
    holds half of a round."""

    seats: int
    games: int
    plus: bool
    half: bool
    lines: tuple[Line, ...]
    sums: tuple[Field, ...]

    @property
    def fields(self) -> dict[str, Field]:
        """Every field by id."""
        every = (*(field for line in self.lines for field in line.fields.values()), *self.sums)
        return {field.id: field for field in every}


def read_paper(reading: SheetReading) -> Paper:
    """The sheet's fields in their places."""
    lines: dict[int, dict[str, Field]] = {}
    sums: dict[str, Field] = {}
    for one in sorted(reading.readings, key=lambda one: re.search(r"\.p\d", one.id) is None):
        place, _, name = one.id.partition(".")
        if re.fullmatch(r"g\d\d", place):
            lines.setdefault(int(place[1:]), {})[name] = read_field(one)
        elif place == "sum":
            sums[name] = read_field(one)
    seats = max(int(name[1:]) for fields in lines.values() for name in fields if re.fullmatch(r"p\d", name))
    code = reading.sheet_code
    cells = {number: dict(sorted(fields.items(), key=_order)) for number, fields in sorted(lines.items())}
    return Paper(
        seats,
        code.games if code else 0,
        bool(code and code.plus),
        bool(code and code.half),
        tuple(Line(number, fields) for number, fields in cells.items()),
        tuple(sums[name] for name in sorted(sums)),
    )


def _order(entry: tuple[str, Field]) -> tuple[bool, str]:
    return entry[1].is_detail, "" if entry[1].is_detail else entry[0].replace("offence", "q").replace("solo", "r")


def read_field(reading: Reading, *, points: bool = False) -> Field:
    """The field with everything that it may say; `points`: a blank value is 0, too."""
    name = reading.id.partition(".")[2]
    mean: Callable[[str], Value] = mean_cross if reading.kind == "cross" else mean_points
    if name in ("augen", "value") and not points:
        mean = mean_number
    spread = list(reading.candidates or ((reading.text, reading.confidence),))
    own = None if "illegible" in reading.flags and mean is mean_points else mean(reading.text)
    meant = [(own if text == reading.text else mean(text), text, chance) for text, chance in spread]
    if all(text != reading.text for text, _ in spread):
        meant.append((own, reading.text, reading.confidence))
    inked = sum(chance for text, chance in spread if text)
    return Field(reading.id, name, tuple(_gather(meant, own, reading.text)), bool(reading.flags), inked)


def _gather(meant: Iterable[tuple[Value, str, float]], own: Value, text: str) -> Iterable[Saying]:
    """One saying for each meaning, the ink's own first."""
    shares: dict[Value, list[tuple[float, str]]] = {own: []}
    for value, spelling, chance in meant:
        shares.setdefault(value, []).append((chance, spelling))
    for value, told in shares.items():
        yield Saying(value, text if value == own else max(told)[1], sum(chance for chance, _ in told))


def mean_points(text: str) -> Value:
    """Points: a blank cell and a stroke are 0."""
    return 0 if text in EMPTY else _number(text)


def mean_number(text: str) -> Value:
    """Augen, or a value: nothing is not 0."""
    return NOTHING if text in EMPTY else _number(text)


def mean_cross(text: str) -> Value:
    """A cross."""
    return int(text != "")


def _number(text: str) -> Value:
    return int(text) if re.fullmatch(r"[+-]?\d{1,4}", text) else None
