"""The names of items and the keys of sheets; only this module makes and parses them.

`r1.t3` is the sheet of table 3 in round 1, `r1.t3.h2` its second half sheet, `s5` the fifth sheet, which has no place
or whose place was taken. Behind a sheet's key: `g14` is its row 14, `o1` the first row below its games, `sum`,
`name.p2`, or a finding's code, such as `unsigned`. `r1.game-count` is about a whole round.

An item keeps its name, whatever else comes in.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from texts.languages import Lang
from texts.sentences import say

_ITEM = re.compile(
    r"(?P<key>r(?P<round>\d{1,6})(?:\.t(?P<table>\d{1,6})(?:\.h(?P<half>\d))?)?|s(?P<sheet>\d{1,6}))(?:\.(?P<matter>.*))?"
)
_MATTER = re.compile(r"(?P<kind>g|o|name\.p)(?P<number>\d{1,6})|sum")
_WORDS = {"g": "game", "o": "offence", "name.p": "name", None: "sum"}
_PLACES = ("round", "table", "half", "sheet")


@dataclass(frozen=True, slots=True)
class ItemId:
    """The parts of an item's name. `key`: that of its sheet, "" for an item of a whole round; `matter`: everything
    after the sheet or the round; "" for a sheet itself.

    `kind`: "game", "offence" or "name", each with its `number` from 1, or "sum"; "" for any other matter.
    """

    key: str
    matter: str
    round: int | None = None
    table: int | None = None
    half: int | None = None
    sheet: int | None = None
    kind: str = ""
    number: int = 0

    def is_at(self, round_: int, table: int) -> bool:
        """Whether the item belongs to a sheet of that table."""
        return (self.round, self.table) == (round_, table)


@lru_cache(maxsize=8192)
def parse_item(name: str) -> ItemId:
    """Parses an item's name or a sheet's key; for any other text everything is `matter`."""
    found = _ITEM.fullmatch(name)
    if found is None:
        return ItemId("", name)
    round_, table, half, sheet = (int(digits) if digits else None for digits in found.group(*_PLACES))
    key = "" if table is None and sheet is None else found["key"]
    matter = found["matter"] or ""
    known = _MATTER.fullmatch(matter)
    kind, number = (_WORDS[known["kind"]], int(known["number"] or 0)) if known else ("", 0)
    return ItemId(key, matter, round_, table, half, sheet, kind, number)


def make_place_key(round_: int, table: int, half: int = 0) -> str:
    """The key of the sheet of that round and table. `half`: 1 or 2 for a half sheet."""
    return f"r{round_}.t{table}" + (f".h{half}" if half else "")


def make_sheet_key(number: int) -> str:
    """The key of a sheet without a place, or whose place is taken."""
    return f"s{number}"


def make_row_item(key: str, row: int, games: int) -> str:
    """The item of that row of a sheet. `games`: how many games are printed on it; 0 if unknown."""
    return f"{key}.o{row - games}" if 0 < games < row else f"{key}.g{row}"


def make_name_item(key: str, seat: int) -> str:
    """The item of the name at that seat of a sheet."""
    return f"{key}.name.p{seat}"


def make_sum_item(key: str) -> str:
    """The item of a sheet's written sums."""
    return f"{key}.sum"


def make_round_key(round_: int | None) -> str:
    """The first part of the items of a whole round; of all rounds for None."""
    return f"r{round_ or 0}"


def spell_item(typed: str) -> str:
    """The usual spelling of an item that a person typed: "R1.T3.G07" is "r1.t3.g7"."""
    item = typed.strip().lower()
    head, dot, row = item.rpartition(".g")
    return f"{head}{dot}{int(row)}" if re.fullmatch("0*[1-9][0-9]?", row) and head else item


def spell_place(item: str, lang: Lang, photo: str = "") -> str:
    """The item in words: "Runde 1, Tisch 3, Spiel 14"; any other text stays as it is. `photo`: the name of the sheet's
    photograph, used for a sheet without a place."""
    one = parse_item(item)
    places = zip(_PLACES, (one.round, one.table, one.half, one.sheet), strict=True)
    parts = [say(lang, f"chronicle.place.{name}", number=number) for name, number in places if number is not None]
    if one.sheet is not None and photo:
        parts = [say(lang, "fields.sheet.nowhere", photo=photo.rpartition(".")[0] or photo)]
    if parts and one.kind:
        parts.append(say(lang, f"chronicle.place.{one.kind}", number=one.number))
    return ", ".join(parts) or item
