"""A club's own rules as the difference to a rule set: tables are merged key by key, lists of tables entry by entry."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, TypeGuard

from scoring.counting.game_value import FACTORS
from scoring.rulesets.rules_schema import Trouble

Table = dict[str, Any]

OWN = ("id", "version", "title", "examples")
"""What a file never takes over from the rule set that it extends. Its examples would have other points."""

IDENTITY = {
    "deck": ("rank",),
    "kinds": ("id",),
    "needs": ("said",),
    "levels": ("id",),
    "value": ("rule", "only", "id"),
    "games": ("seats",),
    "time": ("seats",),
    "sonderpunkte": ("id",),
    "solos": ("id",),
    "triggers": ("id",),
    "apply": ("id",),
    "asides": ("id",),
}
"""The keys by which two entries of a list are the same. New ones go to the end; `remove = true` takes one out."""

PLACES = ("before", "behind")
"""Keys of an entry that say where it goes; their value names the entry beside it, by its `id`, or its rule."""
PLACED = ("value", "kinds", "levels", "sonderpunkte", "solos")
"""The lists whose order says something: how it is counted, which Absage is higher, which column comes first."""


def merge(base: Table, own: Table) -> Table:
    """The base's table, with the file's entries in place of those that it changes."""
    return _merge({key: value for key, value in base.items() if key not in OWN}, own)


def find_extension_troubles(base: Table, own: Table, where: str = "") -> Iterator[Trouble]:
    """Entries that are changed without a `source` of their own, and entries to remove that the base does not have."""
    changed = [key for key, value in own.items() if not _is_nested(value) and value != base.get(key)]
    if changed and "source" in base and "source" not in own and not own.get("remove"):
        yield Trouble(f"{where}source", "rulefile.base.own-source")
    for key, value in own.items():
        before = base.get(key)
        if isinstance(value, dict) and isinstance(before, dict):
            yield from find_extension_troubles(before, value, f"{where}{key}.")
        elif _are_tables(value, key) and _are_tables(before, key):
            for number in range(1, len(value) + 1):
                yield from _find_entry_troubles(key, before, value, number, f"{where}{key}[{number}]")


def _find_entry_troubles(name: str, base: list[Table], own: list[Table], number: int, where: str) -> Iterator[Trouble]:
    """What is wrong with the entry of that number, counted from 1, in a list of the file."""
    entry = own[number - 1]
    found, removed = _find(name, base, entry), entry.get("remove")
    if found is None and removed:
        yield Trouble(where, "rulefile.base.nothing-to-remove")
    if found is not None:
        if not removed and _find(name, own[: number - 1], entry) is not None:
            yield Trouble(where, "rulefile.entry.twice")  # the second would win without a word
        yield from find_extension_troubles(base[found], _drop_place(entry), f"{where}.")
    if name in PLACED and not removed:
        yield from _find_misplaced(name, base, own, entry, where, new=found is None)


def _find_misplaced(
    name: str, base: list[Table], own: list[Table], entry: Table, where: str, *, new: bool
) -> Iterator[Trouble]:
    """A new entry of `value` that does not say on which side of a doubling it goes; an unknown entry beside it."""
    gone = [_identify(name, one) for one in own if one.get("remove")]
    kept = [one for one in (*base, *own) if one is not entry and _identify(name, one) not in gone]
    names = tuple(dict.fromkeys(one_name for one in kept for one_name in _list_names(one)))
    places = [key for key in PLACES if key in entry]
    factors = [one["rule"] for one in base if one.get("rule") in FACTORS]
    if len(places) > 1 or (new and factors and not places):
        yield Trouble(where, "rulefile.base.beside", {"example": f'before = "{(*factors, *names)[0]}"'})
    for key in places:
        if entry[key] not in names:
            yield Trouble(f"{where}.{key}", "rulefile.entry.choice", {"known": names})


def _list_names(entry: Table) -> list[str]:
    """What another entry may call this one."""
    return [str(entry[key]) for key in ("rule", "id") if entry.get(key)]


def name_key(table: Table, key: str) -> str:
    """A key of the merged table with names for numbers ("kinds[normal].title"): the club's file has other numbers."""
    here: Any = table
    words = []
    for word in key.split("."):
        name, number = re.fullmatch(r"(\w*)(?:\[(\d+)\])?", word).groups()  # type: ignore[union-attr]
        here = here.get(name)
        if number:
            here = here[int(number) - 1]
            label = here.get(IDENTITY[name][0], number) if name in IDENTITY else number
            word = f"{name}[{label}]"
        words.append(word)
    return ".".join(words)


def _merge(base: Table, own: Table) -> Table:
    table = dict(base)
    for key, value in own.items():
        before = base.get(key)
        if isinstance(value, dict) and isinstance(before, dict) and key != "source":  # which is one thing
            table[key] = _merge(before, value)
        elif _are_tables(value, key) and _are_tables(before, key):
            table[key] = _merge_list(key, before, value)
        else:
            table[key] = value
    return table


def _merge_list(name: str, base: list[Table], own: list[Table]) -> list[Table]:
    entries: list[Table | None] = list(base)
    for entry in own:
        found = _find(name, base, entry)
        if found is None:
            entries.append(_drop_place(entry))
        else:
            entries[found] = None if entry.get("remove") else _merge(base[found], _drop_place(entry))
    merged = [entry for entry in entries if entry is not None]
    for entry in own:
        merged = _place(name, merged, entry)
    return merged


def _place(name: str, entries: list[Table], own: Table) -> list[Table]:
    """The entries, with that one moved to the place that it names."""
    found = _find(name, entries, own)
    beside = [(key, own[key]) for key in PLACES if key in own]
    if found is None or not beside:
        return entries
    (side, rule), entry = beside[0], entries[found]
    others = [one for one in entries if one is not entry]
    at = [n for n, one in enumerate(others) if rule in _list_names(one)]
    place = at[0] if side == "before" else at[-1] + 1
    return [*others[:place], entry, *others[place:]]


def _drop_place(entry: Table) -> Table:
    return {key: value for key, value in entry.items() if key not in PLACES}


def _are_tables(value: object, key: str) -> TypeGuard[list[Table]]:
    """Whether it is a list of tables, which are merged one by one; a list of names is replaced."""
    return key in IDENTITY and isinstance(value, list) and all(isinstance(entry, dict) for entry in value)


def _find(name: str, entries: list[Table], wanted: object) -> int | None:
    """The place of the entry that is the same as the wanted one."""
    if not isinstance(wanted, dict):
        return None
    same = (n for n, entry in enumerate(entries) if _identify(name, entry) == _identify(name, wanted))
    return next(same, None)


def _identify(name: str, entry: Table) -> list[object]:
    return [entry.get(key) or None for key in IDENTITY[name]]


def _is_nested(value: object) -> bool:
    return isinstance(value, dict) or (isinstance(value, list) and any(isinstance(item, dict) for item in value))
