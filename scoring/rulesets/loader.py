"""From a TOML file to a `RuleSet`: the dataclasses of `scoring.rules` are the schema, and nothing else is let in."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, fields, is_dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, get_args, get_origin, get_type_hints

from scoring.errors import BrokenRules
from scoring.rules import RuleSet
from scoring.rulesets.sense import nonsense


def read_rules(path: Path) -> RuleSet:
    """The rule set in that file; raises `BrokenRules` naming file and key of what is unknown, missing or senseless."""
    rules: RuleSet = _Reader(path).table(RuleSet, _toml(path), "")
    for trouble in nonsense(rules):
        raise BrokenRules(path, trouble.key, trouble.text, **trouble.data)
    return rules


def _toml(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise BrokenRules(path, "", "rules-unreadable", reason=error.strerror or str(error)) from error
    except (ValueError, RecursionError) as error:  # neither UTF-8 nor TOML
        raise BrokenRules(path, "", "rules-no-toml", reason=str(error)) from error


@lru_cache
def _schema(kind: type) -> dict[str, Any]:
    hints = get_type_hints(kind)
    return {field.name: hints[field.name] for field in fields(kind)}


@dataclass(frozen=True, slots=True)
class _Reader:
    """Reads tables of one file, so that every trouble can name it."""

    file: Path

    def table(self, kind: type, table: object, where: str) -> Any:
        """An instance of the dataclass `kind` from `table`."""
        if not isinstance(table, dict):
            raise BrokenRules(self.file, where, "rules-table")
        schema = _schema(kind)
        for key in table:
            if key not in schema:
                raise BrokenRules(self.file, _join(where, key), "rules-unknown-key", known=tuple(schema))
        for key in schema:
            if key not in table:
                raise BrokenRules(self.file, _join(where, key), "rules-missing")
        return kind(**{key: self.entry(schema[key], table[key], _join(where, key)) for key in schema})

    def entry(self, kind: Any, value: object, where: str) -> Any:
        """A value of the annotated type `kind`."""
        if is_dataclass(kind):
            assert isinstance(kind, type)
            return self.table(kind, value, where)
        if get_origin(kind) is tuple:
            if not isinstance(value, list):
                raise BrokenRules(self.file, where, "rules-list")
            return tuple(self.entry(get_args(kind)[0], item, f"{where}[{n}]") for n, item in enumerate(value, 1))
        if type(value) is not kind:  # not isinstance: true is no number
            raise BrokenRules(self.file, where, f"rules-{kind.__name__}")
        if value == "" and where.endswith("source"):
            raise BrokenRules(self.file, where, "rules-source")
        return value


def _join(where: str, key: str) -> str:
    return f"{where}.{key}" if where else key
