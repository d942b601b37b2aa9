"""Where the entries of a rule set's file come from, key by key: `python -m dev.tools.rule_sources ddv`."""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from scoring.rulesets.load_rules import find_file

_NAMES = ("id", "rule", "rank", "said", "seats")
"""What an entry of a list is called by: the first of these keys that it has."""


def list_sources(path: Path) -> list[tuple[str, str]]:
    """Each key that has a source, with that source in German."""
    return list(_walk(tomllib.loads(path.read_text(encoding="utf-8")), ""))


def _walk(value: Any, where: str) -> Iterator[tuple[str, str]]:
    if isinstance(value, dict):
        if source := value.get("source"):
            yield where, source if isinstance(source, str) else source["de"]
        for key, inner in value.items():
            yield from _walk(inner, f"{where}.{key}" if where else key) if key != "source" else ()
    elif isinstance(value, list):
        for number, inner in enumerate(value, 1):
            yield from _walk(inner, f"{where}[{_name_entry(inner, number)}]")


def _name_entry(entry: Any, number: int) -> str:
    names = (entry.get(name) for name in _NAMES) if isinstance(entry, dict) else ()
    return str(next((name for name in names if name), number))


if __name__ == "__main__":
    for key, source in list_sources(find_file(sys.argv[1])):
        sys.stdout.write(f"{key:38} {source}\n")
