"""What the ink of a row's details may say together."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from tournament.judging.details.game_fields import GameFields, WrittenDetails
from tournament.judging.ink_options import Option

_Changed = Mapping[str, Option]
_Alternative = tuple[float, str, Option]
"""Odds against the field's first choice, its name, and the option."""


@dataclass(frozen=True, slots=True)
class DetailReading:
    """One way to read the details: `odds` against the ink's own reading, `changed` fields with what they would say."""

    details: WrittenDetails
    odds: float
    changed: _Changed = field(default_factory=dict)


def list_detail_readings(fields: GameFields, least: float, most: int) -> tuple[DetailReading, ...]:
    """The ink's own reading, then by falling odds the others that have at least the odds `least`; where there are more
    than `most`, only the likelier ones."""
    while len(found := list(_combine(_list_alternatives(fields, least), least, most))) > most:
        least *= 10
    others = [DetailReading(fields.read_details(changed), odds, changed) for odds, changed in found]
    return (DetailReading(fields.ink, 1.0), *sorted(others, key=lambda reading: -reading.odds))


def _list_alternatives(fields: GameFields, least: float) -> list[_Alternative]:
    found = [
        (option.probability / choices.first.probability, name, option)
        for name in fields.names
        for choices in (fields.by_name[name],)
        for option in choices.options[1:]
    ]
    return sorted((entry for entry in found if entry[0] >= least), key=lambda entry: -entry[0])


def _combine(alternatives: Sequence[_Alternative], least: float, most: int) -> Iterator[tuple[float, _Changed]]:
    """Every combination of alternatives whose odds are worth following; no more than a few beyond `most`."""
    stack: list[tuple[int, float, _Changed]] = [(0, 1.0, {})]
    made = 0
    while stack and made <= most:
        start, weight, changed = stack.pop()
        for place in range(start, len(alternatives)):
            odds, name, option = alternatives[place]
            if weight * odds < least:
                break
            if name not in changed:
                more = {**changed, name: option}
                stack.append((place + 1, weight * odds, more))
                made += 1
                yield weight * odds, more


def pick_with_solo(
    fields: GameFields, readings: tuple[DetailReading, ...], solo: bool, stray: float
) -> tuple[DetailReading, ...]:
    """The readings with a solo crossed just as the row has it: it is the same cross. Where none has, the ink's own with
    the likeliest cross turned; `stray`: the chance of one that no candidate is."""
    kept = tuple(reading for reading in readings if not fields.solos or bool(reading.details.solo) == solo)
    return kept or (_turn_solo(fields, solo, stray),)


def _turn_solo(fields: GameFields, solo: bool, stray: float) -> DetailReading:
    """The ink's own reading with the likeliest cross for a solo set, or with none."""
    crossed = {
        name: next((option for option in choices.options if bool(option.value) == solo), None)
        for name, choices in fields.solos.items()
    }
    likely = max(crossed, key=lambda name: option.probability if (option := crossed[name]) else 0.0)
    turned = {
        name: option or Option(int(solo), stray, "x" * solo)
        for name, option in crossed.items()
        if (name == likely if solo else fields.by_name[name].first.value)
    }
    return DetailReading(fields.read_details(turned), 1.0, turned)
