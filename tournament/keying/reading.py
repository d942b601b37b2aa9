"""What the second person does: the fields that are still to be read, a field read, the last one taken back.

Nothing here tells what was decided: no sentence, and no refusal.
"""

from __future__ import annotations

from tournament.evening.decisions import UNREADABLE
from tournament.filing.making import Evening
from tournament.judging.written_sheet import parse_number
from tournament.keying.asking import RefusedKeying
from tournament.keying.fields import KeyField, list_decided_fields
from tournament.record.facts import FieldKeyed
from tournament.record.tournament_state import Keyed

MOST_LETTERS = 6
"""Letters of what is written in a field: a sign and four digits, with a blank."""


def list_asked_fields(evening: Evening) -> tuple[KeyField, ...]:
    """The fields that somebody asked to have read, as far as their decision holds."""
    asked = {field for one in evening.tournament.asked for field in one.fields}
    return tuple(one for one in list_decided_fields(evening) if one.name in asked) if asked else ()


def list_due_fields(evening: Evening, by: str) -> tuple[KeyField, ...]:
    """The fields that this person is still to read: those that nobody has read, and that somebody else decided."""
    keyed = evening.tournament.keyed
    return tuple(one for one in list_asked_fields(evening) if one.name not in keyed and not is_same_person(one, by))


def is_same_person(field: KeyField, by: str) -> bool:
    """Whether that person decided of the field."""
    return spell_person(field.ruling.by) == spell_person(by)


def spell_person(name: str) -> str:
    """The name as it is compared: whoever has it in other letters is the same."""
    return " ".join(name.split()).casefold()


def find_asked_field(evening: Evening, item: str, field: str) -> KeyField | None:
    """The field of that name; None for one that nobody asked for."""
    return next((one for one in list_asked_fields(evening) if one.name == (item, field)), None)


def make_keyed(evening: Evening, item: str, field: str, typed: str, by: str, photo: str = "") -> FieldKeyed:
    """The entry for what the person reads there. `typed`: a number, "" for nothing, "?" for what cannot be read.
    `photo`: how the SHA-256 begins of the photograph that the person saw.

    Raises `RefusedKeying`.
    """
    found = find_asked_field(evening, item, field)
    if found is None:
        raise RefusedKeying("keying.refused.not-asked")
    if is_same_person(found, by):
        raise RefusedKeying("keying.refused.own")
    if found.name in evening.tournament.keyed:
        raise RefusedKeying("keying.refused.already")
    if not found.entry.sheet.source.photo_sha256.startswith(photo):
        raise RefusedKeying("keying.refused.new-photo")
    return FieldKeyed(item, field, _read_typed(typed), found.ruling.entry)


def _read_typed(typed: str) -> str:
    text = typed.strip().replace("−", "-").replace("–", "-")
    if text != UNREADABLE and parse_number(text).mark == "illegible":
        raise RefusedKeying("keying.refused.no-number", typed=typed[:MOST_LETTERS])
    return text


def find_last_keyed(evening: Evening, by: str) -> Keyed:
    """What the person read last, to be taken back.

    Raises `RefusedKeying` where there is nothing, and where somebody has decided of the row since.
    """
    own = [one for one in evening.tournament.keyed.values() if spell_person(one.by) == spell_person(by)]
    last = max(own, key=lambda one: one.entry, default=None)
    if last is None:
        raise RefusedKeying("keying.refused.nothing-to-undo")
    ruling = evening.tournament.decisions.get(last.fact.item)
    if ruling is not None and ruling.entry > last.entry:
        raise RefusedKeying("keying.refused.settled")
    return last
