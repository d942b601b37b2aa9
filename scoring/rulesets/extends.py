"""A club's own rules as the difference to a rule set: tables are merged key by key, lists entry by entry."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from scoring.errors import BrokenRules

Table = dict[str, Any]

OWN = ("id", "version", "title", "examples")
"""What a file never takes over from the rule set that it extends: its examples would be others."""

_IDENTITY = {
    "deck": ("rank",), "kinds": ("id",), "needs": ("said",), "levels": ("id",), "value": ("rule", "only"),
    "games": ("seats",), "sonderpunkte": ("id",), "solos": ("id",), "triggers": ("id",),
    "apply": ("id",), "asides": ("id",),
}
"""By which entries of a list are the same; new ones go to the end, and `remove = true` takes one out."""


def merged(base: Table, own: Table) -> Table:
    """The base with the file's own entries in place of its own."""
    return _merged({key: value for key, value in base.items() if key not in OWN}, own)


def faults(path: Path, base: Table, own: Table, where: str = "") -> Iterator[BrokenRules]:
    """Entries changed under the base's `source`, which would then be untrue, and entries removed that are none."""
    changed = [key for key, value in own.items() if not _is_nested(value) and value != base.get(key)]
    if changed and "source" in base and "source" not in own and not own.get("remove"):
        yield BrokenRules(path, f"{where}source", "rules-source-own")
    for key, value in own.items():
        before = base.get(key)
        if isinstance(value, dict) and isinstance(before, dict):
            yield from faults(path, before, value, f"{where}{key}.")
        elif isinstance(value, list) and key in _IDENTITY and isinstance(before, list):
            for number, entry in enumerate(value, 1):
                place = f"{where}{key}[{number}]"
                found = _find(key, before, entry)
                if found is None and isinstance(entry, dict) and entry.get("remove"):
                    yield BrokenRules(path, place, "rules-nothing-to-remove")
                elif found is not None:
                    yield from faults(path, before[found], entry, f"{place}.")


def named(table: Table, key: str) -> str:
    """A key of the merged table with names for numbers, "kinds[normal].title": the file has other numbers."""
    here: Any = table
    words = []
    for word in key.split("."):
        name, number = re.fullmatch(r"(\w*)(?:\[(\d+)\])?", word).groups()  # type: ignore[union-attr]
        here = here.get(name)
        if number:
            here = here[int(number) - 1]
            label = here.get(_IDENTITY[name][0], number) if name in _IDENTITY else number
            word = f"{name}[{label}]"
        words.append(word)
    return ".".join(words)


def _merged(base: Table, own: Table) -> Table:
    table = dict(base)
    for key, value in own.items():
        before = base.get(key)
        if isinstance(value, dict) and isinstance(before, dict):
            table[key] = _merged(before, value)
        elif key in _IDENTITY and isinstance(value, list) and isinstance(before, list):
            table[key] = _merged_list(key, before, value)
        else:
            table[key] = value
    return table


def _merged_list(name: str, base: list[Table], own: list[Table]) -> list[Table]:
    entries: list[Table | None] = list(base)
    for entry in own:
        found = _find(name, base, entry)
        if found is None:
            entries.append(entry)
        else:
            entries[found] = None if entry.get("remove") else _merged(base[found], entry)
    return [entry for entry in entries if entry is not None]


def _find(name: str, entries: list[Table], wanted: object) -> int | None:
    """The place of the entry that is the same as the wanted one."""
    if not isinstance(wanted, dict):
        return None
    same = (n for n, entry in enumerate(entries) if _identity(name, entry) == _identity(name, wanted))
    return next(same, None)


def _identity(name: str, entry: Table) -> list[object]:
    return [entry.get(key) or None for key in _IDENTITY[name]]


def _is_nested(value: object) -> bool:
    return isinstance(value, dict) or (isinstance(value, list) and any(isinstance(item, dict) for item in value))
