"""From a TOML file to a `RuleSet`. A file may extend another rule set and then tells only what is different there."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

from scoring.counting.rules import RuleSet
from scoring.errors import BrokenRules
from scoring.rulesets import extension as extends
from scoring.rulesets.consistency import find_nonsense
from scoring.rulesets.schema import Reader, list_needed
from scoring.rulesets.shipped import find_file, list_known

BIGGEST = 256 * 1024
"""Bytes of a rule set file; the largest that is shipped has 16,000."""

Inspected = tuple[RuleSet | None, tuple[BrokenRules, ...]]
"""The rule set, or None and everything that is wrong with its file."""


def read_rules(path: Path) -> RuleSet:
    """The rule set in that file; raises `BrokenRules` naming file and key of what is unknown, missing or senseless."""
    rules, faults = inspect(path)
    if rules is None:
        raise faults[0]
    return rules


def inspect(path: Path) -> Inspected:
    """The rule set in that file (or of that id), or every fault that can be told at once, each naming file and key."""
    try:
        path = find_file(str(path)) if str(path) in list_known() else path
        table = _toml(path)
        if "extends" in table:
            return _extending(path, table)
        missing = tuple(key for key in list_needed(RuleSet) if key not in table)
        if len(missing) > len(list_needed(RuleSet)) / 2:
            raise BrokenRules(path, "extends", "rules-no-base", known=list_known(), missing=missing)
    except BrokenRules as broken:
        return None, (broken,)
    return _whole(path, table)


def find_base(path: Path, rules: RuleSet) -> RuleSet | None:
    """The rule set that those in that file extend; None for rules that stand by themselves."""
    if not rules.extends:
        return None
    return read_rules(find_file(rules.extends) if rules.extends in list_known() else path.parent / rules.extends)


def _whole(path: Path, table: dict[str, Any]) -> Inspected:
    reader = Reader(path)
    rules = reader.table(RuleSet, table, "")
    if not isinstance(rules, RuleSet):
        return None, tuple(reader.faults)
    faults = tuple(BrokenRules(path, trouble.key, trouble.text, **trouble.data) for trouble in find_nonsense(rules))
    return (None if faults else rules), faults


def _extending(path: Path, table: dict[str, Any]) -> Inspected:
    """The file's own entries are judged first, so that a fault is told where it stands."""
    name = table.pop("extends")
    base = _base(path, name)
    reader = Reader(path, partial=True)
    reader.table(RuleSet, table, "")
    faults = (*reader.faults, *extends.find_extension_faults(path, base, table))
    if table.get("id") in list_known():
        faults = (*faults, BrokenRules(path, "id", "rules-id-taken", name=table["id"]))
    if faults:
        return None, faults
    merged = extends.merge(base, table) | {"extends": name}
    rules, troubles = _whole(path, merged)
    named = (BrokenRules(path, extends.name_key(merged, fault.key), fault.trouble, **fault.data) for fault in troubles)
    return rules, tuple(named)


def _base(path: Path, name: object) -> dict[str, Any]:
    """The table of the rule set that is extended: a shipped one, or a file beside this one, which extends no other."""
    if not isinstance(name, str):
        raise BrokenRules(path, "extends", "rules-str")
    file = find_file(name) if name in list_known() else path.parent / name
    if name not in list_known() and not (file.suffix.lower() == ".toml" and _is_file(file)):
        raise BrokenRules(path, "extends", "rules-base", name=name, known=list_known())
    table = _toml(file)
    if "extends" in table:
        back = _is_file(file.parent / str(table["extends"])) and path.samefile(file.parent / str(table["extends"]))
        trouble = "rules-extends-itself" if back or path.samefile(file) else "rules-extends-deep"
        raise BrokenRules(path, "extends", trouble, name=name, known=list_known())
    _, faults = _whole(file, table)
    if faults:
        raise faults[0]
    return table


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except OSError:  # a name that no file can have
        return False


def _toml(path: Path) -> dict[str, Any]:
    try:
        if path.stat().st_size > BIGGEST:
            raise BrokenRules(path, "", "rules-too-big", most=BIGGEST)
        if not path.is_file():  # a folder, or a device that never ends
            raise BrokenRules(path, "", "rules-no-file")
        return tomllib.loads(path.read_text(encoding="utf-8-sig"))  # Windows' editor writes the mark
    except FileNotFoundError as error:
        raise BrokenRules(path, "", "rules-absent") from error
    except OSError as error:
        raise BrokenRules(path, "", "rules-unreadable", reason=error.strerror) from error
    except UnicodeDecodeError as error:
        raise BrokenRules(path, "", "rules-no-text") from error
    except (ValueError, RecursionError) as error:
        raise BrokenRules(path, "", "rules-no-toml", reason=str(error)) from error
