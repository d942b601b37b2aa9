"""Whether anything stands in a row: ink, nothing, or one doubtful spot of which nobody knows whether it is ink."""

from __future__ import annotations

from tournament.judging.ink_options import Choices, Option, asks, is_messy
from tournament.judging.judging_limits import Limits
from tournament.judging.row_readings import RowChoices
from tournament.judging.written_sheet import parse_number
from tournament.remarks import Remark


def is_filled(row: RowChoices, limits: Limits) -> bool:
    """Whether a number, a cross or unreadable ink stands in the row. A cross surely taken back is none."""
    crosses = any(_may_be_ink(choices, limits) for choices in (row.solo, row.offence))
    numbers = (parse_number(choices.first.text).mark in ("number", "illegible") for choices in row.cells)
    return crosses or any(numbers) or any(asks(choices, limits) for choices in row.cells)


def is_blank(row: RowChoices, options: tuple[Option, ...], limits: Limits) -> bool:
    """Whether nothing at all is written in a row that is decided to be read as these `options`."""
    return not any(option.value or option.text.strip() for option in options) and not any(
        is_messy(choices, limits) for choices in row.all
    )


def has_strokes(row: RowChoices) -> bool:
    """Whether slashes or dashes stand in it: a Nullspiel among the games, rows struck out behind the last one."""
    return any(parse_number(choices.first.text).mark != "blank" for choices in row.cells)


def find_lone_doubt(row: RowChoices, limits: Limits, *, lone_numbers: bool = False) -> Choices | None:
    """The one doubtful field of a row that is blank else: whether anything is written there at all is the question.

    None where more than one field has ink or may have some, and where the one that has it is clear. `lone_numbers`: a
    number alone is a whole row here, as where only plus points are written, and then no doubt of the kind.
    """
    written = [choices for choices in row.all if _may_be_ink(choices, limits)]
    if len(written) != 1 or any(choices is not written[0] and choices.first.text.strip() for choices in row.all):
        return None
    (field,) = written
    may_be_blank = any(option.value == 0 for option in field.options) or field.first.value is None
    if field.clear(limits) or not may_be_blank or (lone_numbers and field.first.value != 0):
        return None
    return field


def is_anything_there(field: Choices) -> Remark:
    """The one question that such a row asks."""
    return Remark("illegible", "warning", "findings.anything-there", (field.id or "",))


def _may_be_ink(choices: Choices, limits: Limits) -> bool:
    """Its first choice is ink, or it is so unsure or oddly marked that a person must look."""
    return choices.id is not None and (choices.first.value != 0 or asks(choices, limits))
