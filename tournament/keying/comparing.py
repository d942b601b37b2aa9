"""Both people's readings side by side, and what holds in the end."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from tournament.evening.decisions import UNREADABLE, HumanDecision, is_same_reading, list_read_numbers
from tournament.filing.making import Evening
from tournament.keying.fields import KeyField
from tournament.keying.reading import list_asked_fields
from tournament.record.entries import Entry
from tournament.record.facts import Decided
from tournament.record.tournament_state import Keyed

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
