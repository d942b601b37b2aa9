"""The entries of a game in JSON: each reader takes one entry's value, or raises `Wrong` with what would be right."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from scoring.counting.game import PARTIES, Call, Calls, Counts, Extras, NoTrick, Party

_MOST = 10**6  # a number beyond this is no count of anything in a game
_LONGEST = 60  # letters of a name; those of kinds, solos and Sonderpunkte have a third
_LONGEST_LIST = 20  # seats, or Sonderpunkte of one party
_SIDES = frozenset(PARTIES)


class Wrong(Exception):
    """A value of the wrong type; says what would be right. `parse_game` turns it into a finding."""


def _text(value: object) -> str:
    if isinstance(value, str):
        return _cut(value)
    raise Wrong("\"...\"")


def _cut(name: str) -> str:
    """A name as it is; of one that is too long to be any, what a sentence can repeat."""
    return name if len(name) <= _LONGEST else name[: _LONGEST - 1] + "…"


def _number(value: object) -> int:
    if type(value) is int and -_MOST < value < _MOST:  # true is an int by its class, but no number
        return value
    if isinstance(value, float) and value.is_integer():  # tables exported by other programs write 177.0
        return _number(int(value))
    raise Wrong("0, 1, 2 ...")


def _flag(value: object) -> bool:
    if isinstance(value, bool):
        return value
    raise Wrong("true, false")


def _seats(value: object) -> tuple[int, ...]:
    if isinstance(value, list) and len(value) <= _LONGEST_LIST:
        return tuple(map(_number, value))
    raise Wrong("[1, 3]")


def _party(value: object) -> Party:
    if value in PARTIES:
        return value
    raise Wrong('"re", "kontra"')


def _no_trick(value: object) -> NoTrick:
    if value == "none" or value in PARTIES:
        return value
    raise Wrong('"re", "kontra", "none"')


def _by_party(value: object) -> dict[str, Any]:
    if isinstance(value, dict) and _SIDES.issuperset(value):
        return value
    raise Wrong('{"re": ..., "kontra": ...}')


def name_call(party: Party, call: Call) -> str | None:
    """How that party's call is named in JSON; None when nothing was said."""
    return (None, party, "k90", "k60", "k30", "schwarz")[call]


_CALLS: dict[Party, dict[str | None, Call]] = {
    party: {name_call(party, call): call for call in Call} for party in PARTIES
}


def _calls(value: object) -> Calls:
    said = _by_party(value)
    return Calls(_call("re", said.get("re")), _call("kontra", said.get("kontra")))


def _call(party: Party, value: object) -> Call:
    names = _CALLS[party]
    if value is None or isinstance(value, str):
        call = names.get(value)
        if call is not None:
            return call
    raise Wrong(", ".join(json.dumps(name) for name in names))


def _extras(value: object) -> Extras:
    made = _by_party(value)
    return Extras(_counts(made.get("re")), _counts(made.get("kontra")))


def _counts(value: object) -> Counts:
    if value is None:
        return ()
    if isinstance(value, dict) and len(value) <= _LONGEST_LIST:
        return tuple([(_cut(name), _number(count)) for name, count in value.items() if count is not None])
    raise Wrong('{"fuchs": 1}')


READERS: dict[str, Callable[[Any], object]] = {
    "kind": _text, "re": _seats, "calls": _calls, "augen": _number, "no_trick": _no_trick, "extras": _extras,
    "solo": _text, "pflicht": _flag, "bock": _flag, "seats": _number, "sits": _number, "offender": _number,
    "minor": _flag, "absagen": _number, "verworfen": _party,
}
"""The public names of a game's entries."""
