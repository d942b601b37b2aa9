"""What a detail field of a full sheet may say: a cross, a count, a number. Ink that cannot be read is no blank box."""

from __future__ import annotations

from dataclasses import replace

from scanner.sheet_reading import Reading
from texts.field_ids import parse_field
from tournament.judging.ink_options import Choices, Option, Value, choices_by, cross_choices, parse_points
from tournament.judging.judging_limits import Limits
from tournament.judging.written_sheet import parse_number

BLANK = -1
"""The value of a number field in which nothing stands; in the points it would be 0, here it is "not told"."""
_STROKE = "/"


def list_field_choices(reading: Reading, limits: Limits) -> Choices:
    """The choices of a detail field, by its kind."""
    if reading.kind == "cross":
        return cross_choices(reading, limits)
    if reading.kind == "digit":
        return _spread_hidden(choices_by(counted_strokes(reading, limits), parse_points, limits, "illegible"), limits)
    if parse_field(reading.id).kind == "augen":
        return _weigh_unread(choices_by(reading, _read_number, limits, "illegible"))
    return choices_by(reading, _read_number, limits)


def _weigh_unread(choices: Choices) -> Choices:
    """The choices of the Augen: what is hidden of those that cannot be read may be any."""
    first, *others = choices.options
    hidden = choices.missing if first.value is None else 0.0
    return replace(choices, options=(replace(first, probability=max(first.probability, hidden)), *others))


def _spread_hidden(choices: Choices, limits: Limits) -> Choices:
    """The choices of a count: ink that cannot be read is none or one, each as likely; a box in which nothing is seen is
    mostly blank beneath what hides it."""
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
    """The reading of a count: a bare stroke there is far oftener a 1 than a dash for "none"."""
    spread = dict(reading.candidates or ((reading.text, reading.confidence),))
    stroke = spread.pop(_STROKE, 0.0)
    if not stroke or "illegible" in reading.flags:
        return reading
    spread["1"] = spread.get("1", 0.0) + limits.tally * stroke
    spread[_STROKE] = (1.0 - limits.tally) * stroke
    ranked = sorted(spread.items(), key=lambda entry: -entry[1])
    return replace(reading, text=ranked[0][0], confidence=ranked[0][1], candidates=tuple(ranked))


def _read_number(text: str) -> Value:
    number = parse_number(text)
    return BLANK if number.empty else number.value
