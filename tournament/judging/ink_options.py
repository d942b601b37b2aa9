"""The options of each cell: the reader's candidates gathered by meaning, and ink that it may have missed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace

from scanner.sheet_reading import Flag, Reading
from scoring.findings import Change
from texts.field_ids import parse_field
from tournament.judging.limits.judging_limits import Limits
from tournament.judging.written_sheet import parse_number

Value = int | None
"""Points in a number cell, 1 or 0 for a cross; None for ink that cannot be read."""
BLANK = -1
"""The value of a blank number field among the details: it means "unknown", while a blank cell of points means 0."""
_STROKE = "/"


@dataclass(frozen=True, slots=True)
class Option:
    """One meaning of a cell, its probability (all spellings together) and its likeliest spelling.

    `seen`: False for a number that the reader hardly saw, but may have missed. Such a number never counts without a
    question. `named`: False for a number that is no candidate of the reader at all. Such a number never counts, not
    even provisionally, before somebody decides.
    """

    value: Value
    probability: float
    text: str
    seen: bool = True
    named: bool = True


@dataclass(frozen=True, slots=True)
class Choices:
    """A cell's options: first the ink's own first choice, then the others by falling probability.

    `id` is None for a field that the sheet does not have: then there is one certain option. `missing`: 1 minus the sum
    of the probabilities of the reader's candidates, if that is more than clear ink may lack; it is large where a fold,
    glare or a finger hides the cell.
    """

    id: str | None
    options: tuple[Option, ...]
    flags: tuple[str, ...] = ()
    missing: float = 0.0

    @property
    def first(self) -> Option:
        """The ink's own first choice."""
        return self.options[0]

    def clear(self, limits: Limits) -> bool:
        """Whether no rule may choose anything but the first choice."""
        return self.id is None or (self.first.probability >= limits.clear_ink and not self.flags)


def asks(choices: Choices, limits: Limits) -> bool:
    """Whether one rule alone may not decide how this cell is read: it is unreadable, written over, or half read."""
    return is_messy(choices, limits) or is_half_read(choices, limits)


def is_messy(choices: Choices, limits: Limits) -> bool:
    """Whether the ink was written over or taken back, or cannot be read at all."""
    taken_back = "taken-back" in choices.flags and choices.first.probability < limits.sure
    told = not {"illegible", "overwritten"}.isdisjoint(choices.flags)
    return choices.id is not None and (choices.first.value is None or taken_back or told)


def is_half_read(choices: Choices, limits: Limits) -> bool:
    """Whether the reader hesitates between its candidates: the first has less than the share `Limits.plain` of what was
    seen. How well the cell was seen at all does not matter here."""
    return choices.id is not None and choices.first.probability < limits.plain * (1.0 - choices.missing)


ABSENT = Choices(None, (Option(0, 1.0, ""),))


def number_choices(reading: Reading | None, limits: Limits) -> Choices:
    """The options of a number cell: "6" and "+6" are one option; blank, "/", "-" and "0" are one. Unreadable ink is no
    number, not even 0."""
    return ABSENT if reading is None else choices_by(reading, parse_points, limits, unread="illegible")


def hatched_choices(reading: Reading | None, limits: Limits) -> Choices:
    """The options of the cell of the seat that sits out: printed with hatching, or struck through by the players.

    A reader of numbers takes both for scribbles; so "unreadable" means empty here. A number that it does see is kept.
    """
    choices = number_choices(reading, limits)
    numbers = tuple(option for option in choices.options if option.value)
    if choices.id is None or choices.first.value:
        return choices
    empty = Option(0, max(1.0 - sum(option.probability for option in numbers), limits.hatched), "")
    return Choices(choices.id, (empty, *numbers))


def cross_choices(reading: Reading | None, limits: Limits) -> Choices:
    """The options of a cross: 1 if marked, 0 if blank or taken back. A hidden box may be either; the one that the
    reader did not see is marked as not `seen`."""
    if reading is None:
        return ABSENT
    choices = choices_by(reading, _read_cross, limits)
    if not choices.missing:
        return choices
    said = (*choices.options, Option(1, 0.0, "x"), Option(0, 0.0, ""))
    both = {one.value: one for one in reversed(said)}  # the reader's own option comes last and replaces the added one
    least, half = limits.show * (1.0 - choices.missing), choices.missing / 2
    options = tuple(
        replace(one, probability=one.probability + half, seen=seen, named=seen)
        for value in dict.fromkeys(one.value for one in said)
        for one, seen in ((both[value], both[value].probability >= least),)
    )
    return replace(choices, options=options, missing=0.0)


def choices_by(
    reading: Reading, value_of: Callable[[str], Value], limits: Limits, unread: Flag | None = None
) -> Choices:
    """The options of a field; texts with the same value by `value_of` are one option. If the field has the flag
    `unread`, its own text counts as unreadable."""
    own, spread = reading.text, reading.candidates or ((reading.text, reading.confidence),)
    lacking = 1.0 - sum([probability for _, probability in spread])
    missing = lacking if lacking > 1.0 - limits.clear_ink else 0.0
    first = None if unread in reading.flags else value_of(own)
    shares: dict[Value, float] = {first: dict(spread).get(own, reading.confidence)}
    likeliest: dict[Value, tuple[float, str]] = {}
    for text, probability in spread:
        if text != own:
            value = value_of(text)
            shares[value] = shares.get(value, 0.0) + probability
            likeliest[value] = max(likeliest.get(value, (0.0, "")), (probability, text))
    least, most = limits.least, 1.0 - limits.stray
    lead = Option(first, min(max(shares.pop(first), least), most), own)
    others = [Option(value, min(max(share, least), most), likeliest[value][1]) for value, share in shares.items()]
    if len(others) > 1:
        others.sort(key=lambda option: -option.probability)
    return Choices(reading.id, (lead, *others)[: limits.cell_readings], reading.flags, missing)


def add_unseen(cells: tuple[Choices, ...], limits: Limits) -> tuple[Choices, ...]:
    """A row's cells (by seat) with options that the reader may have missed: a blank cell taken for a number, a missing
    sign, a missing last digit, and the one number with which the row adds up to 0. Of several cells that cannot be read
    none has such a number."""
    total = sum(choices.first.value or 0 for choices in cells)
    several = sum(choices.first.value is None for choices in cells) > 1
    return tuple(
        choices
        if several and choices.first.value is None
        else _add_options(choices, _list_unseen(choices, total, limits))
        for choices in cells
    )


def add_missed_ink(choices: Choices, due: Iterable[Value], limits: Limits) -> Choices:
    """The cell of a running total with those of the expected numbers (`due`) as options from which the reader may have
    missed only a minus, or the last digit."""
    missed = [number for number in due if number is not None and may_be_missed(choices, number)]
    added = (
        option
        for number in missed
        for one in (_list_missed_sign, _list_missed_digits)
        for option in one(choices, limits)
        if option.value == number
    )
    return _add_options(choices, added) if missed else choices


def may_be_missed(choices: Choices, number: int) -> bool:
    """Whether the ink's number would be this one with a minus, or with one digit more."""
    return lacks_sign(choices, number) or lacks_digit(choices, number)


def lacks_sign(choices: Choices, number: Value) -> bool:
    """Whether the ink's number has no sign, and would be this one with a minus."""
    value = choices.first.value
    return bool(value and number == -value) and parse_number(choices.first.text).sign == ""


def lacks_digit(choices: Choices, number: Value) -> bool:
    """Whether the ink's number would be this one with one more digit at its end."""
    value, number = choices.first.value or 0, number or 0
    return value * number > 0 and abs(number) // 10 == abs(value)


def _add_options(choices: Choices, added: Iterable[Option]) -> Choices:
    """The choices with these options added; options of equal value are merged. The first choice stays first."""
    new = [*added]
    if not new:
        return choices
    first, *others = choices.options
    by_value = {option.value: option for option in others}
    for option in new:
        known = by_value.get(option.value, replace(option, probability=0.0))
        likelier = max(known, option, key=lambda one: one.probability)
        named = known.named or option.named
        by_value[option.value] = replace(likelier, probability=known.probability + option.probability, named=named)
    ranked = sorted(by_value.values(), key=lambda option: -option.probability)
    return replace(choices, options=(first, *ranked))


def _list_unseen(choices: Choices, total: int, limits: Limits) -> Iterator[Option]:
    """The options that the reader may have missed. `total`: what the row adds up to by its ink; if that is 0, no number
    is added, only a blank where part of the cell is hidden."""
    value, missing = choices.first.value, choices.missing
    if choices.id is None:
        return
    if value and missing and limits.unseen_blank:
        yield Option(0, missing * limits.unseen_blank, "", seen=False)
    if total == 0:
        return
    yield from _list_missed_sign(choices, limits)
    needed = (value or 0) - total
    yield from (option for option in _list_missed_digits(choices, limits) if option.value == needed)
    if needed and missing and limits.unseen_number:
        yield Option(needed, missing * limits.unseen_number, f"{needed:+d}", seen=False, named=False)


def _list_missed_sign(choices: Choices, limits: Limits) -> Iterator[Option]:
    value = choices.first.value
    if choices.id is not None and value and limits.sign_missed and parse_number(choices.first.text).sign == "":
        yield Option(-value, limits.sign_missed, f"{-value:+d}", seen=False, named=False)


def _list_missed_digits(choices: Choices, limits: Limits) -> Iterator[Option]:
    """The numbers with one more digit at the end, which the cell's border may have cut off."""
    value = choices.first.value
    if choices.id is not None and value and limits.digit_missed:
        for digit in range(10):
            longer = 10 * value + (digit if value > 0 else -digit)
            yield Option(longer, limits.digit_missed, f"{longer:+d}", seen=False, named=False)


def parse_points(text: str) -> Value:
    """The points, or the count, in a number cell; 0 for a blank one, None for an unreadable one."""
    return parse_number(text).points


def _read_cross(text: str) -> Value:
    return 1 if text.strip() else 0


def make_change(choices: Choices, option: Option, *, points: bool) -> Change:
    """The change from the ink's first choice to the option. `points`: a number field in which blank counts as 0."""
    first = choices.first
    if not points:
        return Change(choices.id or "", first.text or None, option.text)
    written = first.value if first.value else first.text or None
    return Change(choices.id or "", written, option.value or (0 if option.text.strip() else None))


def list_detail_choices(reading: Reading, limits: Limits) -> Choices:
    """The options of a detail field: a cross, a count, a number. Unreadable ink does not count as a blank box."""
    if reading.kind == "cross":
        return cross_choices(reading, limits)
    if reading.kind == "digit":
        return _spread_hidden(choices_by(counted_strokes(reading, limits), parse_points, limits, "illegible"), limits)
    if parse_field(reading.id).kind == "augen":
        return _weigh_unread(choices_by(reading, _read_number, limits, "illegible"))
    return choices_by(reading, _read_number, limits)


def _weigh_unread(choices: Choices) -> Choices:
    """The choices of the Augen; if they cannot be read, what is hidden adds to "unreadable"."""
    first, *others = choices.options
    hidden = choices.missing if first.value is None else 0.0
    return replace(choices, options=(replace(first, probability=max(first.probability, hidden)), *others))


def _spread_hidden(choices: Choices, limits: Limits) -> Choices:
    """The choices of a count, with unreadable ink and what is hidden shared out between 0 and 1: by `unread_count` for
    ink that cannot be read, by `hidden_count` for a box in which nothing is seen."""
    first = choices.first
    unread, one = (first.probability, limits.unread_count) if first.value is None else (0.0, limits.hidden_count)
    hidden = choices.missing + unread
    if not hidden or first.value:
        return choices
    options = {option.value: option for option in choices.options}
    options[first.value] = replace(first, probability=max(first.probability - unread, limits.least))
    for value, text, share in ((0, "", 1.0 - one), (1, "1", one)):
        known = options.get(value, Option(value, 0.0, text, seen=False))
        options[value] = replace(known, probability=known.probability + hidden * share)
    others = sorted((told for value, told in options.items() if value != first.value), key=lambda o: -o.probability)
    return replace(choices, options=(options[first.value], *others), missing=0.0)


def counted_strokes(reading: Reading, limits: Limits) -> Reading:
    """The reading of a count, in which a bare stroke mostly means 1, and only seldom "none"."""
    spread = dict(reading.candidates or ((reading.text, reading.confidence),))
    stroke = spread.pop(_STROKE, 0.0)
    if not stroke or "illegible" in reading.flags:
        return reading
    spread["1"] = spread.get("1", 0.0) + limits.tally * stroke
    spread[_STROKE] = (1.0 - limits.tally) * stroke
    ranked = sorted(spread.items(), key=lambda entry: -entry[1])
    return replace(reading, text=ranked[0][0], confidence=ranked[0][1], candidates=tuple(ranked))


def _read_number(text: str) -> Value:
    """The number; `BLANK` for a blank field, None for an unreadable one."""
    number = parse_number(text)
    return BLANK if number.empty else number.value
