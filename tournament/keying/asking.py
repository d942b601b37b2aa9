"""A second keying is asked for: of all doubtful fields, or of a sample that anybody can draw again."""

from __future__ import annotations

from collections.abc import Sequence

from tournament.errors import BookError
from tournament.filing.making import Evening
from tournament.keying.fields import FieldName, list_doubtful_fields
from tournament.record.facts import KeyingAsked
from tournament.standings.audit_sample import draw_row_lot

LONGEST_SEED = 100
"""Letters; a seed is announced and typed."""


class RefusedKeying(BookError):
    """A field cannot be keyed by that person, or there is nothing to be keyed."""

    exit_status = 2


def draw_sample(fields: Sequence[FieldName], size: int, seed: str) -> tuple[FieldName, ...]:
    """So many of the fields, in their old order: those with the smallest lots. A field's lot is the SHA-256 of
    "seed:item.field"; it hangs on no other field."""
    drawn = set(sorted(fields, key=lambda one: (draw_row_lot(seed, ".".join(one)), one))[:size])
    return tuple(one for one in fields if one in drawn)


def list_askable(evening: Evening) -> tuple[FieldName, ...]:
    """The doubtful fields of decided rows that nobody was asked to read yet."""
    asked = {field for one in evening.tournament.asked for field in one.fields}
    return tuple(one.name for one in list_doubtful_fields(evening) if one.name not in asked)


def make_keying(evening: Evening, size: int | None, seed: str) -> KeyingAsked:
    """The entry that puts fields before a second person. `size`: None for all.

    Raises `RefusedKeying` where there is no field left to ask for, and for a seed that nobody could type.
    """
    fields = list_askable(evening)
    if not fields:
        raise RefusedKeying("keying.refused.no-fields")
    if size is None or size >= len(fields):
        return KeyingAsked(fields, len(fields))
    if size < 1 or not 0 < len(seed.strip()) <= LONGEST_SEED:
        raise RefusedKeying("keying.refused.sample", most=LONGEST_SEED)
    return KeyingAsked(draw_sample(fields, size, seed.strip()), len(fields), seed.strip())
