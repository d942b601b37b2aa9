"""From a TOML file to a `RuleSet`. A file may extend another rule set and then tells only what is different there."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

from scoring.counting.rules import RuleSet
from scoring.errors import BrokenRules
from scoring.rulesets import extends
from scoring.rulesets.schema import Reader, needed
from scoring.rulesets.sense import nonsense
from scoring.rulesets.shipped import file_of, known

BIGGEST = 256 * 1024
"""Bytes of a rule set file; the largest that is shipped has 20,000."""

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
        path = file_of(str(path)) if str(path) in known() else path
        table = _toml(path)
        if "extends" in table:
            return _extending(path, table)
        missing = tuple(key for key in needed(RuleSet) if key not in table)
        if len(missing) > len(needed(RuleSet)) / 2:
            raise BrokenRules(path, "extends", "rulefile.base.missing", known=known(), missing=missing)
    except BrokenRules as broken:
        return None, (broken,)
    return _whole(path, table)


def base_of(path: Path, rules: RuleSet) -> RuleSet | None:
    """The rule set that those in that file extend; None for rules that stand by themselves."""
    if not rules.extends:
        return None
    return read_rules(file_of(rules.extends) if rules.extends in known() else path.parent / rules.extends)


def _whole(path: Path, table: dict[str, Any]) -> Inspected:
    reader = Reader(path)
    rules = reader.table(RuleSet, table, "")
    if not isinstance(rules, RuleSet):
        return None, tuple(reader.faults)
    faults = tuple(BrokenRules(path, trouble.key, trouble.sentence, **trouble.gaps) for trouble in nonsense(rules))
    return (None if faults else rules), faults


def _extending(path: Path, table: dict[str, Any]) -> Inspected:
    """The file's own entries are judged first, so that a fault is told where it stands."""
    name = table.pop("extends")
    base = _base(path, name)
    reader = Reader(path, partial=True)
    reader.table(RuleSet, table, "")
    faults = (*reader.faults, *extends.faults(path, base, table))
    if table.get("id") in known():
        faults = (*faults, BrokenRules(path, "id", "rulefile.base.id-taken", name=table["id"]))
    if faults:
        return None, faults
    merged = extends.merged(base, table) | {"extends": name}
    rules, troubles = _whole(path, merged)
    return rules, tuple(
        BrokenRules(path, extends.named(merged, fault.key), fault.sentence, **fault.phrase.gaps) for fault in troubles
    )


def _base(path: Path, name: object) -> dict[str, Any]:
    """The table of the rule set that is extended: a shipped one, or a file beside this one, which extends no other."""
    if not isinstance(name, str):
        raise BrokenRules(path, "extends", "rulefile.type.str")
    file = file_of(name) if name in known() else path.parent / name
    if name not in known() and not (file.suffix.lower() == ".toml" and _is_file(file)):
        raise BrokenRules(path, "extends", "rulefile.base.unknown", name=name, known=known())
    table = _toml(file)
    if "extends" in table:
        back = _is_file(file.parent / str(table["extends"])) and path.samefile(file.parent / str(table["extends"]))
        sentence = "rulefile.base.itself" if back or path.samefile(file) else "rulefile.base.deep"
        raise BrokenRules(path, "extends", sentence, name=name, known=known())
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
            raise BrokenRules(path, "", "rulefile.file.too-big", most=BIGGEST)
        if not path.is_file():  # a folder, or a device that never ends
            raise BrokenRules(path, "", "rulefile.file.no-file")
        return tomllib.loads(path.read_text(encoding="utf-8-sig"))  # Windows' editor writes the mark
    except FileNotFoundError as error:
        raise BrokenRules(path, "", "rulefile.file.absent") from error
    except OSError as error:
        raise BrokenRules(path, "", "rulefile.file.unreadable", reason=error.strerror) from error
    except UnicodeDecodeError as error:
        raise BrokenRules(path, "", "rulefile.file.no-text") from error
    except (ValueError, RecursionError) as error:
        raise BrokenRules(path, "", "rulefile.file.no-toml", reason=str(error)) from error
