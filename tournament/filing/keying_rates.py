"""Both people's readings side by side, and what holds in the end.

How often each person was wrong, measured by the fields that two people read.

Of the fields that two people read apart from each other, a person was wrong where something else holds in the end. What
both read alike counts as right; a mistake that both made is not seen. The interval is Wilson's (Journal of the American
Statistical Association 22, 1927), which also holds for a person without a mistake.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from math import sqrt
from statistics import NormalDist
from typing import Literal

from tournament.evening.decisions import UNREADABLE, HumanDecision, is_same_reading, list_read_numbers
from tournament.filing.open_evening import Evening
from tournament.filing.second_keying import KeyField, list_askable, list_asked_fields, spell_person
from tournament.record.entries import Entry
from tournament.record.facts import Decided
from tournament.record.replay import Keyed

Outcome = Literal["agreed", "open", "settled"]


@dataclass(frozen=True, slots=True)
class Comparison:
    """A field that two people read. `outcome`: they agree and that holds, a referee is to settle it, or has.

    `first`, `second`: who decided before, and who read the field then. `first_right`, `second_right`: whether what the
    person said is what holds now; None while it is open, and for a person who could not read the field.
    """

    item: str
    field: str
    outcome: Outcome
    first: str
    second: str
    first_right: bool | None
    second_right: bool | None


def compare_fields(evening: Evening) -> tuple[Comparison, ...]:
    """Every field that was read twice, in the order of sheets. Left out are those whose decision was taken back."""
    entries = {entry.number: entry for entry in evening.entries}
    return tuple(_list_comparisons(evening, entries))


def _list_comparisons(evening: Evening, entries: Mapping[int, Entry]) -> Iterator[Comparison]:
    for field in list_asked_fields(evening):
        keyed = evening.tournament.keyed.get(field.name)
        if keyed is not None and (field.ruling.entry == keyed.fact.decision or field.ruling.entry > keyed.entry):
            yield _compare(evening, field, keyed, entries[keyed.fact.decision])


def _compare(evening: Evening, field: KeyField, keyed: Keyed, before: Entry) -> Comparison:
    """`before`: the decision beside which the field was read."""
    settled = field.ruling.entry > keyed.entry
    numbers = _list_numbers(evening, field, field.ruling.fact)
    same, unread = is_same_reading(numbers, keyed.fact.text), keyed.fact.text == UNREADABLE
    if not settled and not same:
        return Comparison(*field.name, "open", before.by, keyed.by, None, None)
    assert isinstance(before.fact, Decided)
    said = _list_numbers(evening, field, before.fact)
    first_right = said[0] == numbers[0]
    agreed = is_same_reading(said, keyed.fact.text) and first_right and same
    outcome: Outcome = "agreed" if agreed else "settled"
    return Comparison(*field.name, outcome, before.by, keyed.by, first_right, None if unread else same)


def _list_numbers(evening: Evening, field: KeyField, fact: Decided) -> tuple[int | None, ...]:
    """What the author of that decision may have read in the field, the decided number first."""
    sheet, decision = field.entry.sheet.source, HumanDecision(fact.item, fact.how, "", points=fact.points)
    return list_read_numbers(sheet, field.row.source, decision, evening.book.limits)[field.reading.id]


SURE = 0.95
"""The chance with which the interval covers the true rate."""


@dataclass(frozen=True, slots=True)
class PersonRate:
    """A person was wrong in `wrong` of the `compared` fields. `low`, `high`: between these lies the true share."""

    name: str
    wrong: int
    compared: int
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class KeyingState:
    """How a second keying stands: how many fields can still be asked for, were asked for, and were read; of those read,
    how many agree, wait for a referee, and were settled. `samples`: (fields drawn, of how many, seed) of each sample.
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
    """The state of all second keyings of the evening. `open`: the items that wait for a referee."""
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
    """Each person's rate, by name. Fields that wait for a referee do not count yet, nor what one could not read."""
    names: dict[str, str] = {}
    right: dict[str, list[bool]] = {}
    for name, was_right in _list_readings(compared):
        person = spell_person(name)
        names.setdefault(person, name)
        right.setdefault(person, []).append(was_right)
    return tuple(_make_rate(names[person], right[person]) for person in sorted(right))


def _list_readings(compared: Iterable[Comparison]) -> Iterator[tuple[str, bool]]:
    for one in compared:
        if one.first_right is not None:
            yield one.first, one.first_right
        if one.second_right is not None:
            yield one.second, one.second_right


def _make_rate(name: str, right: list[bool]) -> PersonRate:
    wrong = right.count(False)
    return PersonRate(name, wrong, len(right), *find_interval(wrong, len(right)))


def find_interval(count: int, of: int, sure: float = SURE) -> tuple[float, float]:
    """Wilson's interval for a share of which `count` of `of` were seen; (0.0, 1.0) where nothing was."""
    if of == 0:
        return 0.0, 1.0
    z = NormalDist().inv_cdf((1 + sure) / 2)
    share, spread = count / of, z * z / of
    middle = (share + spread / 2) / (1 + spread)
    half = z * sqrt((share * (1 - share) + spread / 4) / of) / (1 + spread)
    return min(share, max(0.0, middle - half)), max(share, min(1.0, middle + half))  # rounding moves no end past it
