"""Reads a rule set's tables by the dataclasses of `scoring.counting.rules`: their fields are the schema.

A key that is no field is a trouble. A field with a default may be left out. A new entry of a rule set is a new field.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import MISSING, dataclass, field, fields, is_dataclass
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Any, get_args, get_origin, get_type_hints

from scoring.counting.counted_entries import Kind, Level, Part
from scoring.counting.entry_types import Source
from scoring.counting.paper_rules import Solo, Sonderpunkt
from texts.sentences import SpokenError


class RulesError(SpokenError):
    """A rule set cannot be used. `exit_status` is that of the command line."""

    exit_status = 3


class UnknownRules(RulesError):
    """No rule set of that name is shipped and no file of that name exists (wrong use: exit status 2)."""

    exit_status = 2

    def __init__(self, name: str, known: Sequence[str]) -> None:
        self.name, self.known = name, tuple(known)
        super().__init__("rulefile.file.unknown", name=name, known=self.known)


@dataclass(frozen=True, slots=True)
class Trouble:
    """An entry that is wrong: its key in the file, the key of its sentence in `texts/`, and what fills the gaps."""

    key: str
    sentence: str
    gaps: Mapping[str, object] = field(default_factory=dict)


class BrokenRules(RulesError):
    """A rule set file cannot be used (exit status 3). `key` is "" where the file itself is wrong."""

    def __init__(self, file: Path, key: str, sentence: str, **gaps: object) -> None:
        self.file, self.key, self.sentence = file, key, sentence
        super().__init__(sentence, **{**gaps, "where": f"{file}: {key}" if key else str(file)})


_EXTRA: dict[str, Any] = {"remove": bool}
_PLACES: dict[str, Any] = {"before": str, "behind": str}
"""What an entry of a list may have beside its own keys in a file that extends another one."""
_PLACED = (Part, Kind, Level, Sonderpunkt, Solo)


@lru_cache
def read_schema(kind: Any) -> dict[str, Any]:
    """The annotated type of each field of the dataclass `kind`."""
    hints = get_type_hints(kind, include_extras=True)
    return {entry.name: hints[entry.name] for entry in fields(kind)}


@lru_cache
def list_needed(kind: type) -> tuple[str, ...]:
    """The entries that a table of that kind must have."""
    return tuple(entry.name for entry in fields(kind) if entry.default is MISSING)


@dataclass(frozen=True, slots=True)
class Reader:
    """Reads a file's tables and collects all that is wrong with them.

    `partial`: the file extends another one. Its entries may be missing, entries of lists may have `remove`, and those
    whose order says something `before` or `behind`.
    """

    partial: bool = False
    troubles: list[Trouble] = field(default_factory=list)

    def read_table(self, kind: type, table: object, where: str, listed: bool = False) -> Any:
        """An instance of the dataclass `kind` from `table`; None as soon as anything is wrong, or if partial."""
        if not isinstance(table, dict):
            return self._note_trouble(where, "rulefile.type.table")
        schema = read_schema(kind)
        extra = _EXTRA | (_PLACES if kind in _PLACED else {}) if self.partial and listed else {}
        for key in table:
            if key not in schema and key not in extra:
                self._note_trouble(_join_key(where, key), "rulefile.entry.unknown-key", known=(*schema, *extra))
        for key in () if self.partial and kind is not Source else list_needed(kind):
            if key not in table:
                self._note_trouble(_join_key(where, key), "rulefile.entry.missing")
        types = {**schema, **extra}
        values = {key: self.read_entry(types[key], table[key], _join_key(where, key)) for key in types if key in table}
        return None if self.troubles or self.partial else kind(**values)

    def read_entry(self, kind: Any, value: object, where: str, listed: bool = False) -> Any:
        """A value of the annotated type `kind`. Its range is checked by `scoring.rulesets.rules_consistency`."""
        if get_origin(kind) is Annotated:
            kind = get_args(kind)[0]
        if kind is Source and not isinstance(value, dict):
            return self._read_source(value, where)
        if is_dataclass(kind):
            assert isinstance(kind, type)
            return self.read_table(kind, value, where, listed)
        if get_origin(kind) is tuple:
            if not isinstance(value, list):
                return self._note_trouble(where, "rulefile.type.list")
            item_kind = get_args(kind)[0]
            return tuple(self.read_entry(item_kind, item, f"{where}[{n}]", True) for n, item in enumerate(value, 1))
        if type(value) is not kind:  # not isinstance: true is no number
            return self._note_trouble(where, f"rulefile.type.{kind.__name__}")
        if value == "" and not where.endswith("rotation"):
            return self._note_trouble(where, "rulefile.entry.empty")
        return value

    def _read_source(self, value: object, where: str) -> Source | None:
        """A source that reads the same in both languages."""
        if isinstance(value, str) and value:
            return Source.from_text(value)
        self._note_trouble(where, "rulefile.entry.source" if value == "" else "rulefile.type.str")
        return None

    def _note_trouble(self, where: str, sentence: str, **gaps: object) -> None:
        self.troubles.append(Trouble(where, sentence, gaps))


def _join_key(where: str, key: str) -> str:
    return f"{where}.{key}" if where else key
