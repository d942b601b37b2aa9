"""A second keying: another person reads doubtful numbers of decided rows, without seeing the decisions.

All such fields are keyed, or a sample that anybody can draw again. Then both readings are compared, and each person's
mistakes counted: a person was wrong if something else holds in the end. If both read the same it counts as right, so
that a mistake which both made is not seen. The interval is Wilson's (Journal of the American Statistical Association
22, 1927), which is valid also for a person without a mistake.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import NormalDist
from typing import Literal

from scanner.sheet_reading import Reading
from tournament.errors import BookError
from tournament.evening.counted_sheets import CountedSheet
from tournament.evening.decided_sheets import (
    UNREADABLE,
    is_clear_ink,
    is_same_reading,
    list_number_fields,
    list_read_numbers,
)
from tournament.evening.item_names import name_row_item
from tournament.filing.opened.open_evening import Evening
from tournament.human_decisions import HumanDecision, SecondReading
from tournament.judging.judged_sheet import JudgedRow
from tournament.judging.written_sheet import parse_number
from tournament.record.entries import Entry
from tournament.record.facts import Decided, FieldKeyed, KeyingAsked
from tournament.review.open_effects import is_decided
from tournament.standings.audit_sample import draw_row_lot

FieldName = tuple[str, str]
"""The item and the id of a field: ("r1.t3.g14", "g14.p2")."""


@dataclass(frozen=True, slots=True)
class KeyField:
    """A field of a decided row. `ruling`: the decision that holds."""

    entry: CountedSheet
    row: JudgedRow
    reading: Reading
    ruling: HumanDecision

    @property
    def name(self) -> FieldName:
        """Its item and id."""
        return self.ruling.item, self.reading.id


def list_decided_fields(evening: Evening) -> tuple[KeyField, ...]:
    """Every field with points of every row whose decision holds, in the order of sheets, rows and seats; typed sheets
    are left out."""
    found: list[KeyField] = []
    for entry in evening.book.entries:
        source = entry.sheet.source
        for row in filter(is_decided, entry.sheet.rows) if source.typed is None else ():
            if ruling := evening.tournament.decisions.get(name_row_item(source, row.game)):
                ids = list_number_fields(source, row.source)
                found += [KeyField(entry, row, one, ruling) for one in row.source.readings if one.id in ids]
    return tuple(found)


def list_doubtful_fields(evening: Evening) -> tuple[KeyField, ...]:
    """For each decided row the fields whose ink is not clear; if all of it is clear, every field of the row.

    The choice does not depend on the decision, so that being shown a field gives nothing away about it.
    """
    fields = list_decided_fields(evening)
    unclear = {one.name for one in fields if not is_clear_ink(one.reading, evening.book.limits)}
    rows = {item for item, _ in unclear}
    return tuple(one for one in fields if one.name in unclear or one.name[0] not in rows)


LONGEST_SEED = 100
"""Letters; a seed is announced and typed."""


class RefusedKeying(BookError):
    """A field cannot be keyed by that person, or there is nothing to be keyed."""

    exit_status = 2


def draw_sample(fields: Sequence[FieldName], size: int, seed: str) -> tuple[FieldName, ...]:
    """The `size` fields with the smallest lots, in their old order. A field's lot is the SHA-256 of "seed:item.field",
    so that it depends on no other field."""
    drawn = set(sorted(fields, key=lambda one: (draw_row_lot(seed, ".".join(one)), one))[:size])
    return tuple(one for one in fields if one in drawn)


def list_askable(evening: Evening) -> tuple[FieldName, ...]:
    """The doubtful fields of decided rows for which no second keying was asked yet."""
    asked = {field for one in evening.tournament.asked for field in one.fields}
    return tuple(one.name for one in list_doubtful_fields(evening) if one.name not in asked)


def make_keying(evening: Evening, size: int | None, seed: str) -> KeyingAsked:
    """The entry that asks for a second keying. `size`: of how many fields, None for all.

    Raises `RefusedKeying` if there is no field left, and for a seed that nobody could type.
    """
    fields = list_askable(evening)
    if not fields:
        raise RefusedKeying("keying.refused.no-fields")
    if size is None or size >= len(fields):
        return KeyingAsked(fields, len(fields))
    if size < 1 or not 0 < len(seed.strip()) <= LONGEST_SEED:
        raise RefusedKeying("keying.refused.sample", most=LONGEST_SEED)
    return KeyingAsked(draw_sample(fields, size, seed.strip()), len(fields), seed.strip())


MOST_LETTERS = 6
"""The most letters of what is keyed for a field: a sign and four digits, with a space."""


def list_asked_fields(evening: Evening) -> tuple[KeyField, ...]:
    """The fields for which a second keying was asked, if their decision still holds."""
    asked = {field for one in evening.tournament.asked for field in one.fields}
    return tuple(one for one in list_decided_fields(evening) if one.name in asked) if asked else ()


def list_due_fields(evening: Evening, by: str) -> tuple[KeyField, ...]:
    """The fields that this person may still key: nobody has keyed them, and somebody else decided them."""
    keyed = evening.tournament.keyed
    return tuple(one for one in list_asked_fields(evening) if one.name not in keyed and not is_same_person(one, by))


def is_same_person(field: KeyField, by: str) -> bool:
    """Whether that person decided the field's row."""
    return spell_person(field.ruling.by) == spell_person(by)


def spell_person(name: str) -> str:
    """The name in the form that is compared: without case and extra spaces."""
    return " ".join(name.split()).casefold()


def find_asked_field(evening: Evening, item: str, field: str) -> KeyField | None:
    """The field of that name; None if no second keying of it was asked."""
    return next((one for one in list_asked_fields(evening) if one.name == (item, field)), None)


def make_keyed(evening: Evening, item: str, field: str, typed: str, by: str, photo: str = "") -> FieldKeyed:
    """The entry for what the person keyed. `typed`: a number, "" for nothing, "?" if it cannot be read. `photo`: the
    beginning of the SHA-256 of the photograph that the person saw.

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
    text = typed.strip().replace("−", "-").replace("–", "-")
    if text != UNREADABLE and parse_number(text).mark == "illegible":
        raise RefusedKeying("keying.refused.no-number", typed=typed[:MOST_LETTERS])
    return FieldKeyed(item, field, text, found.ruling.entry)


def find_last_keyed(evening: Evening, by: str) -> SecondReading:
    """What the person keyed last, to be taken back.

    Raises `RefusedKeying` if there is nothing, or if somebody has decided the row since.
    """
    own = [one for one in evening.tournament.keyed.values() if spell_person(one.by) == spell_person(by)]
    last = max(own, key=lambda one: one.entry, default=None)
    if last is None:
        raise RefusedKeying("keying.refused.nothing-to-undo")
    ruling = evening.tournament.decisions.get(last.item)
    if ruling is not None and ruling.entry > last.entry:
        raise RefusedKeying("keying.refused.settled")
    return last


Outcome = Literal["agreed", "open", "settled"]


@dataclass(frozen=True, slots=True)
class Comparison:
    """A field that two people read. `outcome`: they agree and that holds; a referee must settle it; or has settled it.

    `first`, `second`: who decided, and who keyed the field. `first_right`, `second_right`: whether what the person said
    holds now; None while it is open, and for a person who could not read the field.
    """

    item: str
    field: str
    outcome: Outcome
    first: str
    second: str
    first_right: bool | None
    second_right: bool | None


def compare_fields(evening: Evening) -> tuple[Comparison, ...]:
    """Every field that was read twice, in the order of sheets, except those whose decision was taken back."""
    pairs = ((field, evening.tournament.keyed.get(field.name)) for field in list_asked_fields(evening))
    return tuple(
        _compare(evening, field, keyed, evening.entries[keyed.decision - 1])
        for field, keyed in pairs
        if keyed is not None and (field.ruling.entry == keyed.decision or field.ruling.entry > keyed.entry)
    )


def _compare(evening: Evening, field: KeyField, keyed: SecondReading, before: Entry) -> Comparison:
    """Compares one field. `before`: the entry with the decision at the time of keying."""
    settled = field.ruling.entry > keyed.entry
    numbers = _list_numbers(evening, field, field.ruling)
    same, unread = is_same_reading(numbers, keyed.text), keyed.text == UNREADABLE
    if not settled and not same:
        return Comparison(*field.name, "open", before.by, keyed.by, None, None)
    assert isinstance(before.fact, Decided)
    said = _list_numbers(
        evening, field, HumanDecision(before.fact.item, before.fact.how, before.by, points=before.fact.points)
    )
    first_right = said[0] == numbers[0]
    agreed = is_same_reading(said, keyed.text) and first_right and same
    outcome: Outcome = "agreed" if agreed else "settled"
    return Comparison(*field.name, outcome, before.by, keyed.by, first_right, None if unread else same)


def _list_numbers(evening: Evening, field: KeyField, decision: HumanDecision) -> tuple[int | None, ...]:
    """The numbers that the author of that decision may have read in the field, the decided one first."""
    return list_read_numbers(field.entry.sheet.source, field.row.source, decision, evening.book.limits)[
        field.reading.id
    ]


SURE = 0.95
"""P(the interval contains the true rate)."""


@dataclass(frozen=True, slots=True)
class PersonRate:
    """A person was wrong in `wrong` of the `compared` fields. `low`, `high`: the true share lies between these, with
    the probability `SURE`."""

    name: str
    wrong: int
    compared: int
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class KeyingState:
    """The state of all second keyings: how many fields can still be asked for, were asked for, and were read. Of those
    read: how many agree, the items that wait for a referee (`open`), and how many were settled. `samples`: (fields
    drawn, from how many, seed) of each sample.
    """

    askable: int
    asked: int
    read: int
    agreed: int
    open: tuple[str, ...]
    settled: int
    rates: tuple[PersonRate, ...]
    samples: tuple[tuple[int, int, str], ...]


def describe_keying(evening: Evening) -> KeyingState:
    """The state of all second keyings of the evening."""
    compared = compare_fields(evening)
    outcomes = [one.outcome for one in compared]
    asked = evening.tournament.asked
    return KeyingState(
        len(list_askable(evening)),
        len(list_asked_fields(evening)),
        len(compared),
        outcomes.count("agreed"),
        tuple(dict.fromkeys(one.item for one in compared if one.outcome == "open")),
        outcomes.count("settled"),
        count_rates(compared),
        tuple((len(one.fields), one.among, one.seed) for one in asked if one.seed),
    )


def count_rates(compared: Iterable[Comparison]) -> tuple[PersonRate, ...]:
    """Each person's rate, by name. Fields that wait for a referee do not count yet, nor fields that the person could
    not read."""
    names: dict[str, str] = {}
    right: dict[str, list[bool]] = {}
    for one in compared:
        for name, was_right in ((one.first, one.first_right), (one.second, one.second_right)):
            if was_right is not None:
                names.setdefault(spell_person(name), name)
                right.setdefault(spell_person(name), []).append(was_right)
    counts = [(names[person], right[person].count(False), len(right[person])) for person in sorted(right)]
    return tuple(PersonRate(name, wrong, of, *find_interval(wrong, of)) for name, wrong, of in counts)


def find_interval(count: int, of: int, sure: float = SURE) -> tuple[float, float]:
    """Wilson's interval for a share, if `count` of `of` were observed; (0.0, 1.0) if `of` is 0."""
    if of == 0:
        return 0.0, 1.0
    z = NormalDist().inv_cdf((1 + sure) / 2)
    share, spread = count / of, z * z / of
    middle = (share + spread / 2) / (1 + spread)
    half = z * sqrt((share * (1 - share) + spread / 4) / of) / (1 + spread)
    return min(share, max(0.0, middle - half)), max(share, min(1.0, middle + half))  # rounding moves no end past it
