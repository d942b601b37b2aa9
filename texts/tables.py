"""The tables of sentences, one a language: `de/*.toml`, `en/*.toml`."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

from texts.languages import Lang


@cache
def load_table(lang: Lang, name: str) -> Mapping[str, str]:
    """One file of sentences by full key: `{"scanner.damaged": "Die Bilddatei ..."}`. KeyError for no such file."""
    file = Path(__file__).parent / lang / f"{name}.toml"  # importlib.resources alone takes 5 to 10 ms of the help's 130
    if not file.is_file():
        raise KeyError(f"no table {lang}/{name}.toml")
    return dict(_flatten(name, tomllib.loads(file.read_text(encoding="utf-8"))))


def _flatten(prefix: str, table: Mapping[str, object]) -> Iterator[tuple[str, str]]:
    """Tables in tables become dotted keys."""
    for key, value in table.items():
        if isinstance(value, dict):
            yield from _flatten(f"{prefix}.{key}", value)
        else:
            yield f"{prefix}.{key}", str(value)
