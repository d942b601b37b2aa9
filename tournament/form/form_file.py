"""All keys of a form, and reading forms: from a TOML file, or from KEY=VALUE on the command line."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from texts.sentences import tidy_text
from tournament.errors import RefusedOrder, UnreadableTable, find_reason
from tournament.form.form_keys import FormKey, shorten
from tournament.form.ranking_form import RANKING_KEYS
from tournament.form.seating_form import SEATING_KEYS
from tournament.near_names import find_closest

KEYS: Final[Mapping[str, FormKey[Any]]] = {key.name: key for key in (*SEATING_KEYS, *RANKING_KEYS)}
"""The keys by name, in the order in which they are shown."""
GROUPS: Final[Mapping[str, tuple[FormKey[Any], ...]]] = {"seating": SEATING_KEYS, "ranking": RANKING_KEYS}
"""The keys by group; a group's heading is "form.group.seating"."""
MOST_BYTES = 256_000

Settings = tuple[tuple[str, str], ...]
"""Keys with the texts of their values."""


def read_form_file(path: Path) -> Settings:
    """The settings of a TOML file. Raises `UnreadableTable`, and `RefusedOrder` for an unknown key or an invalid
    value."""
    try:
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
        if len(data) > MOST_BYTES:
            raise UnreadableTable("form.too-large", path=path, most=MOST_BYTES)
        document = tomllib.loads(data.decode())
    except OSError as error:
        raise UnreadableTable("form.unreadable", path=path, reason=find_reason(error)) from error
    except (UnicodeDecodeError, tomllib.TOMLDecodeError, RecursionError) as error:
        raise UnreadableTable("form.no-toml", path=path, reason=shorten(tidy_text(str(error)))) from error
    return check_settings(_flatten(document))


def _flatten(document: Mapping[str, Any], above: str = "") -> Iterator[tuple[str, str]]:
    """Keys of tables within tables get a dot: "apart.clubs"."""
    for name, value in document.items():
        key = f"{above}{name}"
        if isinstance(value, dict):
            yield from _flatten(value, f"{key}.")
        else:
            yield key, _write_value(key, value)


def _write_value(key: str, value: object) -> str:
    """The value as text. The items of a list are parted by commas; those of a text with lines are its lines."""
    if not isinstance(value, list):
        return str(value)
    return ("\n" if key in KEYS and KEYS[key].is_long else ", ").join(map(str, value))


def read_typed(typed: Iterable[str]) -> Settings:
    """The settings from words such as "final=places". Raises `RefusedOrder`."""
    settings = []
    for word in typed:
        key, sign, text = word.partition("=")
        if not sign:
            raise RefusedOrder("form.no-setting", typed=shorten(tidy_text(word)))
        settings.append((key.strip(), text))
    return check_settings(settings)


def check_settings(settings: Iterable[tuple[str, str]]) -> Settings:
    """The settings, tidied. Raises `RefusedOrder` for an unknown key or an invalid value."""
    tidy = tuple((key, "\n".join(map(tidy_text, text.splitlines())).strip()) for key, text in settings)
    for key, text in tidy:
        if key not in KEYS:
            raise RefusedOrder("form.unknown", key=shorten(tidy_text(key)), closest=_find_near(key))
        if text:
            KEYS[key].check(text)
    return tidy


def _find_near(key: str) -> str:
    """The nearest key; all keys where none is near."""
    return next(iter(find_closest(key, KEYS, 1)), "") or ", ".join(KEYS)


def changes_results(names: Iterable[str]) -> bool:
    """Whether a change of one of these keys changes results of earlier rounds."""
    return any(KEYS[name].counts for name in names if name in KEYS)
