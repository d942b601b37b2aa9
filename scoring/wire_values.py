"""The entries of a game in JSON: each reader takes one entry's value, or raises `Wrong` with what would be right."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, cast

from scoring.game import PARTIES, Call, Calls, Counts, Extras, Party

_MOST = 10**6  # a number beyond this is no count of anything in a game


class Wrong(Exception):
    """A value of the wrong type; says what would be right. `parse_game` turns it into a finding."""


def _text(value: object) -> str:
    if isinstance(value, str):
        return value
    raise Wrong("\"...\"")


def _number(value: object) -> int:
    if isinstance(value, float) and value.is_integer():  # tables exported by other programs write 177.0
        value = int(value)
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) < _MOST:
        return value
    raise Wrong("0, 1, 2 ...")


def _flag(value: object) -> bool:
    if isinstance(value, bool):
        return value
    raise Wrong("true, false")


def _seats(value: object) -> tuple[int, ...]:
    if isinstance(value, list):
        return tuple(_number(item) for item in value)
    raise Wrong("[1, 3]")


def _party(value: object) -> Party:
    for party in PARTIES:
        if value == party:
            return party
    raise Wrong('"re", "kontra"')


def _by_party(value: object) -> dict[str, Any]:
    if isinstance(value, dict) and set(value) <= set(PARTIES):
        return value
    raise Wrong('{"re": ..., "kontra": ...}')


def call_name(party: Party, call: Call) -> str | None:
    """How that party's call is named in JSON; None when nothing was said."""
    return (None, party, "k90", "k60", "k30", "schwarz")[call]


def _calls(value: object) -> Calls:
    return Calls(**{party: _call(cast(Party, party), said) for party, said in _by_party(value).items()})


def _call(party: Party, value: object) -> Call:
    names = {call_name(party, call): call for call in Call}
    if value is None or isinstance(value, str):
        call = names.get(value)
        if call is not None:
            return call
    raise Wrong(", ".join(json.dumps(name) for name in names))


def _extras(value: object) -> Extras:
    return Extras(**{party: _counts(counts) for party, counts in _by_party(value).items()})


def _counts(value: object) -> Counts:
    if value is None:
        return ()
    if isinstance(value, dict):
        return tuple((name, _number(count)) for name, count in value.items() if count is not None)
    raise Wrong('{"fuchs": 1}')


READERS: dict[str, Callable[[Any], object]] = {
    "kind": _text, "re": _seats, "calls": _calls, "augen": _number, "no_trick": _party, "extras": _extras,
    "solo": _text, "pflicht": _flag, "bock": _flag, "seats": _number, "sits": _number, "offender": _number,
    "minor": _flag, "absagen": _number,
}
"""The public names of a game's entries."""
