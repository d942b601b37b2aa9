"""The columns of a sheet, as the few letters that its sheet code has room for.

`hs.fbdt.fdhk.b` has four groups: kinds of game, solos, Sonderpunkte, and options, each in the order of the columns.
Every letter stands for the last part of a field id. A rule set with a solo or a Sonderpunkt that has no letter has no
full sheet. The code of a list names its options only. A points list without letters has boxes for offences: so were
all points lists once.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from templates.code import SheetCode
from templates.errors import UnknownSheet

KINDS = {"h": "hochzeit", "s": "stille-hochzeit", "a": "armut"}
SOLOS = {"b": "buben", "d": "damen", "t": "trumpf", "f": "fleischlos"}
EXTRAS = {"f": "fuchs", "d": "doppelkopf", "k": "karlchen", "h": "herzstich", "e": "fuchs_am_end"}
OPTIONS = {"b": "bock", "o": "offence", "v": "verworfen"}
LEVELS = ("k90", "k60", "k30", "schwarz")

_PARTS = (KINDS, SOLOS, EXTRAS, OPTIONS)


@dataclass(frozen=True, slots=True)
class Columns:
    """The ids of the columns by group.

    `options`: `bock` and `offence`, a cross each where the rule set has them; `verworfen`, a cross for either party
    where a broken rule loses the game.
    """

    kinds: tuple[str, ...] = ()
    solos: tuple[str, ...] = ()
    extras: tuple[str, ...] = ()
    options: tuple[str, ...] = ()

    def spell(self) -> str:
        """The letters, which `parse_columns` reads back; raises KeyError with the id of a column that has no letter."""
        groups = (map(_invert(known).__getitem__, ids) for known, ids in zip(_PARTS, self._ids, strict=True))
        return ".".join(map("".join, groups))

    @property
    def _ids(self) -> tuple[tuple[str, ...], ...]:
        """The groups in the order of the letters."""
        return self.kinds, self.solos, self.extras, self.options


@lru_cache(maxsize=64)  # every field of a sheet asks
def parse_columns(text: str) -> Columns | None:
    """The columns that the letters spell; None for an unknown letter, a letter twice, another number of groups."""
    groups = text.split(".")
    if len(groups) != len(_PARTS) or any(len(set(group)) < len(group) for group in groups):
        return None
    if any(set(group) - set(known) for known, group in zip(_PARTS, groups, strict=True)):
        return None
    return Columns(*(tuple(known[letter] for letter in group) for known, group in zip(_PARTS, groups, strict=True)))


def read_columns(code: SheetCode) -> Columns:
    """The columns that a sheet's code names; raises `UnknownSheet` for letters that nobody knows."""
    columns = parse_columns(code.columns)
    if columns is None:
        raise UnknownSheet("paper.fault.columns", columns=code.columns)
    return columns


def find_letterless(columns: Columns) -> tuple[str, ...]:
    """The ids in `columns` that have no letter, so that no sheet can be printed with them."""
    ids: Iterable[str] = (
        id_ for known, group in zip(_PARTS, columns._ids, strict=True) for id_ in group if id_ not in known.values()
    )
    return tuple(ids)


def _invert(known: dict[str, str]) -> dict[str, str]:
    """Letters by id, from ids by letter."""
    return {id_: letter for letter, id_ in known.items()}
