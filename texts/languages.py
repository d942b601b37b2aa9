"""The languages German and English, and their tables of sentences: `de/*.toml`, `en/*.toml`.

German is the default; `--lang en` or the environment's KIEBITZ_LANG=en asks for English.
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Literal

Lang = Literal["de", "en"]
LANGUAGES: tuple[Lang, ...] = ("de", "en")


def default_language() -> Lang:
    """The language without an option; an unknown KIEBITZ_LANG counts as unset."""
    wish = os.environ.get("KIEBITZ_LANG", "de")[:2].lower()
    return "en" if wish == "en" else "de"


def find_language(arguments: Sequence[str]) -> Lang:
    """The language that the command line asks for, found before its options are parsed: errors need it too."""
    for option, value in zip(("", *arguments), (*arguments, ""), strict=True):
        if option == "--lang" or option.startswith("--lang="):
            wish = value if option == "--lang" else option[len("--lang=") :]
            return "en" if wish == "en" else "de"
    return default_language()


@cache
def load_table(lang: Lang, name: str) -> Mapping[str, str]:
    """One file of sentences by full key: `{"scanner.damaged": "Die Bilddatei ..."}`. KeyError for no such file."""
    file = Path(__file__).parent / lang / f"{name}.toml"  # importlib.resources alone takes 5 to 10 ms of the help's 130
    if not file.is_file():
        raise KeyError(f"no table {lang}/{name}.toml")
    return dict(_flatten(name, tomllib.loads(file.read_text(encoding="utf-8"))))


def _flatten(prefix: str, table: Mapping[str, object]) -> Iterator[tuple[str, str]]:
    """Yields the sentences with dotted keys for nested tables."""
    for key, value in table.items():
        if isinstance(value, dict):
            yield from _flatten(f"{prefix}.{key}", value)
        else:
            yield f"{prefix}.{key}", str(value)
