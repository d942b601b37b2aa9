"""The shipped rule sets, and how one is loaded: by its id, or from a club's own file."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from scoring.counting.rules import RuleSet
from scoring.errors import UnknownRules
from scoring.rulesets.loader import find_base, inspect, read_rules, read_texts
from scoring.rulesets.shipped import find_file, list_known

__all__ = ["find_base", "inspect", "list_known", "load", "load_texts"]


def load(id_or_path: str | Path) -> RuleSet:
    """The rule set of that id, or of that `.toml` file.

    Raises `UnknownRules` for another name, and `BrokenRules` naming file and key when the file is none or no rule set.
    """
    name = str(id_or_path)
    if name in list_known():
        return _load_shipped(name)
    path = Path(name)
    if path.suffix.lower() == ".toml":
        return read_rules(path)
    raise UnknownRules(name, list_known())


def load_texts(id_or_path: str | Path) -> tuple[str, str]:
    """The text of the rule set that `load` loads, and of the one that it extends, "" for none."""
    name = str(id_or_path)
    return read_texts(find_file(name) if name in list_known() else Path(name))


@lru_cache
def _load_shipped(name: str) -> RuleSet:
    return read_rules(find_file(name))
