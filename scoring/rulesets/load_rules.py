"""The shipped rule sets, and how one is loaded: by its id, or from a club's own file.

A TOML file becomes a `RuleSet`. A file may extend another rule set; it then holds only what differs.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from scoring.counting.rules import RuleSet
from scoring.rulesets.own_rules import find_extension_troubles, merge, name_key
from scoring.rulesets.rules_consistency import find_nonsense
from scoring.rulesets.rules_oversights import find_oversights
from scoring.rulesets.rules_schema import BrokenRules, Reader, Trouble, UnknownRules, list_needed

_FOLDER = Path(__file__).parent


@cache
def list_known() -> tuple[str, ...]:
    """The ids of the shipped rule sets, sorted."""
    return tuple(sorted(path.stem for path in _FOLDER.glob("*.toml")))


def find_file(name: str) -> Path:
    """The file of the shipped rule set of that id."""
    return _FOLDER / f"{name}.toml"


BIGGEST = 256 * 1024
"""Bytes of a rule set file; the largest that is shipped has 20,000."""

Inspected = tuple[RuleSet | None, tuple[BrokenRules, ...]]
"""The rule set, or None and everything that is wrong with its file."""


def load(id_or_path: str | Path) -> RuleSet:
    """The rule set of that id, or of that `.toml` file.

    Raises `UnknownRules` for another name, and `BrokenRules` naming file and key when the file is none or no rule set.
    """
    name = str(id_or_path)
    if name in list_known():
        return _load_shipped(name)
    if Path(name).suffix.lower() != ".toml":
        raise UnknownRules(name, list_known())
    return _require(inspect(Path(name)))


@lru_cache
def _load_shipped(name: str) -> RuleSet:
    return _require(inspect(find_file(name)))


def _require(inspected: Inspected) -> RuleSet:
    rules, faults = inspected
    if rules is None:
        raise faults[0]
    return rules


def inspect(path: Path) -> Inspected:
    """The rule set in that file (or of that id), or all its faults at once, each with file and key."""
    try:
        path = _locate(str(path), Path())
        table = _read_toml(path)
        if "extends" in table:
            return _read_extending(path, table)
        missing = tuple(key for key in list_needed(RuleSet) if key not in table)
        if len(missing) > len(list_needed(RuleSet)) / 2:
            raise BrokenRules(path, "extends", "rulefile.base.missing", known=list_known(), missing=missing)
    except BrokenRules as broken:
        return None, (broken,)
    return _read_whole(path, table)


def load_texts(id_or_path: str | Path) -> tuple[str, str]:
    """The text of a rule set's file, and of the file that it extends, "" for none: all that says how games count."""
    path = _locate(str(id_or_path), Path())
    own = _read_text(path)
    name = tomllib.loads(own).get("extends")
    return own, "" if name is None else _read_text(_locate(name, path.parent))


def read_from_texts(name: str, own: str, base: str) -> RuleSet:
    """The rule set of these two texts, which somebody kept; `name` is how faults name them. Raises `BrokenRules`."""
    path = Path(name)
    table = _parse_toml(path, own)
    extends = table.pop("extends", "")
    if base:
        table = merge(_parse_toml(path, base), table) | {"extends": extends}
    return _require(_read_whole(path, table, kept=True))


def find_base(path: Path, rules: RuleSet) -> RuleSet | None:
    """The rule set that `rules`, read from that file, extend; None for rules that extend nothing."""
    return load(_locate(rules.extends, path.parent)) if rules.extends else None


def _locate(name: str, folder: Path) -> Path:
    """The file that this name means: that of a shipped rule set, or one in the folder."""
    return find_file(name) if name in list_known() else folder / name


def _read_whole(path: Path, table: dict[str, Any], *, kept: bool = False) -> Inspected:
    """`kept`: a tournament was opened with these rules, and oversights are no reason to refuse it."""
    reader = Reader()
    rules = reader.read_table(RuleSet, table, "")
    if not isinstance(rules, RuleSet):
        return None, _name_file(path, reader.troubles)
    faults = _name_file(path, [*find_nonsense(rules)] or ([] if kept else find_oversights(rules)))
    return (None if faults else rules), faults


def _name_file(path: Path, troubles: Iterable[Trouble]) -> tuple[BrokenRules, ...]:
    return tuple(BrokenRules(path, trouble.key, trouble.sentence, **trouble.gaps) for trouble in troubles)


def _read_extending(path: Path, table: dict[str, Any]) -> Inspected:
    """The file's own entries are checked first, so that a fault names the place in this file."""
    name = table.pop("extends")
    base = _read_base(path, name)
    reader = Reader(partial=True)
    reader.read_table(RuleSet, table, "")
    faults = _name_file(path, (*reader.troubles, *find_extension_troubles(base, table)))
    if table.get("id") in list_known():
        faults = (*faults, BrokenRules(path, "id", "rulefile.base.id-taken", name=table["id"]))
    if faults:
        return None, faults
    merged = merge(base, table) | {"extends": name}
    rules, faults = _read_whole(path, merged)
    return rules, tuple(
        BrokenRules(path, name_key(merged, fault.key), fault.sentence, **fault.phrase.gaps) for fault in faults
    )


def _read_base(path: Path, name: object) -> dict[str, Any]:
    """The table of the rule set that is extended: a shipped one, or a file beside this one, which extends no other."""
    if not isinstance(name, str):
        raise BrokenRules(path, "extends", "rulefile.type.str")
    file = _locate(name, path.parent)
    if name not in list_known() and not (file.suffix.lower() == ".toml" and _is_file(file)):
        raise BrokenRules(path, "extends", "rulefile.base.unknown", name=name, known=list_known())
    table = _read_toml(file)
    if "extends" in table:
        back = _is_file(file.parent / str(table["extends"])) and path.samefile(file.parent / str(table["extends"]))
        sentence = "rulefile.base.itself" if back or path.samefile(file) else "rulefile.base.deep"
        raise BrokenRules(path, "extends", sentence, name=name, known=list_known())
    _, faults = _read_whole(file, table)
    if faults:
        raise faults[0]
    return table


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except OSError:  # a name that no file can have
        return False


def _read_toml(path: Path) -> dict[str, Any]:
    try:
        if path.stat().st_size > BIGGEST:
            raise BrokenRules(path, "", "rulefile.file.too-big", most=BIGGEST)
        if not path.is_file():  # a folder, or a device that never ends
            raise BrokenRules(path, "", "rulefile.file.no-file")
        return _parse_toml(path, _read_text(path))
    except FileNotFoundError as error:
        raise BrokenRules(path, "", "rulefile.file.absent") from error
    except OSError as error:
        raise BrokenRules(path, "", "rulefile.file.unreadable", reason=error.strerror) from error
    except UnicodeDecodeError as error:
        raise BrokenRules(path, "", "rulefile.file.no-text") from error


def _read_text(path: Path) -> str:
    return path.read_text(encoding="utf-8-sig")  # Windows' editor writes the mark


def _parse_toml(path: Path, text: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise BrokenRules(path, "", "rulefile.file.no-toml", reason=str(error)) from error
