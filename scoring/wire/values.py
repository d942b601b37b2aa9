"""Readers for the entries of a game in JSON. Each returns the value, or raises `Wrong` with what would be right."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from scoring.counting.game import PARTIES, Call, Calls, Counts, Extras, NoTrick, Party

_MOST_COUNTED = 10**6  # a number beyond this is no count of anything in a game
_LONGEST = 60  # letters of a name; those of kinds, solos and Sonderpunkte have a third
_LONGEST_LIST = 20  # seats, or Sonderpunkte of one party
_SIDES = frozenset(PARTIES)


class Wrong(Exception):
    """A value of the wrong type; says what would be right. `parse_game` turns it into a finding."""


def _read_text(value: object) -> str:
    if isinstance(value, str):
        return _cut(value)
    raise Wrong('"..."')


def _cut(name: str) -> str:
    """The name; one that is too long to be any is cut, so that a sentence can repeat it."""
    return name if len(name) <= _LONGEST else name[: _LONGEST - 1] + "…"


def _read_number(value: object) -> int:
    if type(value) is int and -_MOST_COUNTED < value < _MOST_COUNTED:  # true is an int by its class, but no number
        return value
    if isinstance(value, float) and value.is_integer():  # tables exported by other programs write 177.0
        return _read_number(int(value))
    raise Wrong("0, 1, 2 ...")


def _read_flag(value: object) -> bool:
    if isinstance(value, bool):
        return value
    raise Wrong("true, false")


def _read_seats(value: object) -> tuple[int, ...]:
    if isinstance(value, list) and len(value) <= _LONGEST_LIST:
        return tuple(map(_read_number, value))
    raise Wrong("[1, 3]")


def _read_party(value: object) -> Party:
    if value in PARTIES:
        return value
    raise Wrong('"re", "kontra"')


def _read_no_trick(value: object) -> NoTrick:
    if value == "none" or value in PARTIES:
        return value
    raise Wrong('"re", "kontra", "none"')


def _read_by_party(value: object) -> dict[str, Any]:
    if isinstance(value, dict) and _SIDES.issuperset(value):
        return value
    raise Wrong('{"re": ..., "kontra": ...}')


def name_call(party: Party, call: Call) -> str | None:
    """How that party's call is named in JSON; None when nothing was said."""
    return (None, party, "k90", "k60", "k30", "schwarz")[call]


_CALLS: dict[Party, dict[str | None, Call]] = {
    party: {name_call(party, call): call for call in Call} for party in PARTIES
}


def _read_calls(value: object) -> Calls:
    said = _read_by_party(value)
    return Calls(_read_call("re", said.get("re")), _read_call("kontra", said.get("kontra")))


def _read_call(party: Party, value: object) -> Call:
    names = _CALLS[party]
    if value is None or isinstance(value, str):
        call = names.get(value)
        if call is not None:
            return call
    raise Wrong(", ".join(json.dumps(name) for name in names))


def _read_extras(value: object) -> Extras:
    made = _read_by_party(value)
    return Extras(_read_counts(made.get("re")), _read_counts(made.get("kontra")))


def _read_counts(value: object) -> Counts:
    if value is None:
        return ()
    if isinstance(value, dict) and len(value) <= _LONGEST_LIST:
        return tuple([(_cut(name), _read_number(count)) for name, count in value.items() if count is not None])
    raise Wrong('{"fuchs": 1}')


READERS: dict[str, Callable[[Any], object]] = {
    "kind": _read_text,
    "re": _read_seats,
    "calls": _read_calls,
    "augen": _read_number,
    "no_trick": _read_no_trick,
    "extras": _read_extras,
    "solo": _read_text,
    "pflicht": _read_flag,
    "bock": _read_flag,
    "seats": _read_number,
    "sits": _read_number,
    "offender": _read_number,
    "minor": _read_flag,
    "absagen": _read_number,
    "verworfen": _read_party,
}
"""The public names of a game's entries."""
