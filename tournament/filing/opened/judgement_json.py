"""Readings and judgements as JSON and back; the decoded value is equal to the original.

Each value names its class (`{"is": "Reading", ...}`), and fields that have their default are left out. A judgement is
kept without the ink and the rules from which it was made: both are in the file already. Judgements that this process
has decoded before are cached, as the page asks for them at every change.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import MISSING, Field, dataclass, fields, is_dataclass
from enum import Enum
from types import ModuleType
from typing import Any, TypeVar

from scanner import sheet_reading
from scanner.sheet_reading import SheetReading
from scoring import findings
from scoring.counting import explain_count, game, paper_rules
from scoring.counting.rules import RuleSet
from texts import sentences
from texts.sentences import SpokenError
from tournament import remarks
from tournament.judging import judged_sheet, misreadings
from tournament.judging.details import say_details
from tournament.judging.judged_sheet import JudgedSheet
from tournament.judging.written_sheet import WrittenRow, WrittenSheet

MOST_BYTES = 16 << 20
"""Bytes of one reading or judgement. The largest sheet has 60 kB of reading and as much of judgement."""
MOST_FLOORS = 60
"""How deep values may be nested at most; ours have a dozen levels."""

_OF_READINGS = (sheet_reading, sentences)
_OF_JUDGEMENTS = (
    *_OF_READINGS,
    *(findings, explain_count, game, paper_rules),
    *(judged_sheet, misreadings, remarks, say_details),
)
"""The modules whose classes may occur in a reading, and in a judgement: plain values, whose constructors do nothing."""


def _list_kinds(modules: Iterable[ModuleType]) -> Mapping[str, Any]:
    """By name the dataclasses, enums and named tuples that these modules define."""
    return {
        name: kind
        for module in modules
        for name, kind in vars(module).items()
        if isinstance(kind, type)
        and kind.__module__ == module.__name__
        and (is_dataclass(kind) or issubclass(kind, (Enum, tuple)))
    }


_KINDS, _READING_KINDS = _list_kinds(_OF_JUDGEMENTS), _list_kinds(_OF_READINGS)

_Json = Any
Kept = TypeVar("Kept")


class UnreadableContent(SpokenError):
    """A reading or judgement in the file is not one that this program wrote."""

    exit_status = 3


class _NotKept(TypeError):
    """A value has a class that may not be in the file."""


@dataclass(frozen=True, slots=True)
class _Ground:
    """What decoding needs: the allowed classes by name; and the sheet and rules of a judgement, which it is kept
    without."""

    kinds: Mapping[str, Any]
    sheet: WrittenSheet | None = None
    rules: RuleSet | None = None

    def find_row(self, game: int) -> WrittenRow:
        """The written row with that number."""
        assert self.sheet is not None
        return next(row for row in self.sheet.rows if row.game == game)


def encode_reading(reading: SheetReading) -> bytes:
    """The reading as JSON in UTF-8."""
    return _dump(_pack(reading))


def decode_reading(data: bytes) -> SheetReading:
    """The reading. Raises `UnreadableContent`."""
    return _decode(data, SheetReading, _Ground(_READING_KINDS))


def encode_judged(sheet: JudgedSheet) -> bytes:
    """The judgement as JSON in UTF-8, without the ink and the rules."""
    return _dump(_pack(sheet))


def decode_judged(data: bytes, rules: RuleSet, source: WrittenSheet) -> JudgedSheet:
    """The judgement of the sheet `source` by these rules. Raises `UnreadableContent`, also if it is of another
    sheet."""
    return _decode(data, JudgedSheet, _Ground(_KINDS, source, rules))


def _dump(value: _Json) -> bytes:
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode("utf-8", "replace")


def _decode(data: bytes, kind: type[Kept], ground: _Ground) -> Kept:
    try:
        if len(data) > MOST_BYTES:
            raise ValueError("too many bytes")
        value = _unpack(json.loads(data), ground, 0)
    except (ValueError, TypeError, KeyError, AttributeError, StopIteration, RecursionError) as error:
        raise UnreadableContent("decisions.unreadable-content") from error
    if not isinstance(value, kind):
        raise UnreadableContent("decisions.unreadable-content")
    return value


def _pack(value: object) -> _Json:
    kind = type(value)
    if value is None or kind in (str, int, float, bool):
        return value
    if kind is tuple:
        return [_pack(one) for one in value]  # type: ignore[attr-defined]  # it is a tuple
    if isinstance(value, WrittenSheet | RuleSet):
        return {"is": kind.__name__}
    if isinstance(value, WrittenRow):
        return {"is": "WrittenRow", "game": value.game}
    if isinstance(value, Mapping):
        return {"is": "mapping", "pairs": [[_pack(key), _pack(one)] for key, one in value.items()]}
    if isinstance(value, list | frozenset):
        return {"is": kind.__name__, "items": [_pack(one) for one in (value if kind is list else sorted(value))]}
    if _KINDS.get(kind.__name__) is not kind:
        raise _NotKept(kind.__name__)
    return {"is": kind.__name__, **_pack_fields(value)}


def _pack_fields(value: Any) -> dict[str, _Json]:
    if isinstance(value, Enum):
        return {"value": value.value}
    if not is_dataclass(value):
        return {name: _pack(one) for name, one in value._asdict().items()}
    values = ((field, getattr(value, field.name)) for field in fields(value))
    return {field.name: _pack(one) for field, one in values if not _is_default(field, one)}


def _is_default(field: Field[Any], value: object) -> bool:
    default = field.default if field.default_factory is MISSING else field.default_factory()
    return default is not MISSING and type(value) is type(default) and value == default


def _unpack(value: _Json, ground: _Ground, floor: int) -> Any:
    if floor > MOST_FLOORS:
        raise ValueError("too deep")
    if isinstance(value, list):
        return tuple([_unpack(one, ground, floor + 1) for one in value])
    if not isinstance(value, dict):
        return sys.intern(value) if isinstance(value, str) else value  # each sheet has the same field names and words
    kind = value.pop("is")
    special = _SPECIAL.get(kind)
    if special is not None:
        return special(value, ground, floor + 1)
    return ground.kinds[kind](**{name: _unpack(one, ground, floor + 1) for name, one in value.items()})


def _unpack_list(value: Mapping[str, _Json], ground: _Ground, floor: int) -> list[object]:
    return [_unpack(one, ground, floor) for one in value["items"]]


def _unpack_game(value: Mapping[str, _Json], ground: _Ground, floor: int) -> game.Game:
    """A game; until version 0.3.0 one seat at most sat out, which stood there as a number."""
    sits = value.get("sits", [])
    known = {**value, "sits": [sits] if isinstance(sits, int) else sits}
    return game.Game(**{name: _unpack(one, ground, floor) for name, one in known.items()})


_SPECIAL: Mapping[str, Callable[[Mapping[str, _Json], _Ground, int], object]] = {
    "mapping": lambda value, ground, floor: {
        _unpack(key, ground, floor): _unpack(one, ground, floor) for key, one in value["pairs"]
    },
    "list": _unpack_list,
    "frozenset": lambda value, ground, floor: frozenset(_unpack_list(value, ground, floor)),
    "WrittenSheet": lambda _value, ground, _floor: ground.sheet,
    "WrittenRow": lambda value, ground, _floor: ground.find_row(value["game"]),
    "Call": lambda value, _ground, _floor: value["value"],  # until version 0.2.1; since then it is a number by itself
    "Game": _unpack_game,
    "RuleSet": lambda _value, ground, _floor: ground.rules,
}
"""By class name how to decode what is not kept field by field."""
