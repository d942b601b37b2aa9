"""Who sits where in a round, as the wall shows it: by name, in the alphabet's order, and by table."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from typing import TYPE_CHECKING

from texts.languages import Lang
from texts.sentences import say
from tournament.draw.draw_rounds import Tables

if TYPE_CHECKING:
    from templates.drawing.wall_pages import Wall

_LETTERS = str.maketrans({"ı": "i", "ł": "l", "ø": "o", "đ": "d", "æ": "ae", "œ": "oe", "þ": "th", "ð": "d"})
"""Letters without an accent that stand among others in the alphabet; ß and the accents go by themselves."""


def list_wall(title: str, round_: int, tables: Tables, names: Mapping[int, str], lang: Lang) -> Wall:
    """The wall of a round; `names`: who sits there, by start number."""
    from templates.drawing.wall_pages import Wall, WallPlayer

    seated = [
        tuple(WallPlayer(start, names[start], table.number) for start in table.starts)
        for table in sorted(tables, key=lambda table: table.number)
    ]
    everyone = [player for players in seated for player in players]
    return Wall(
        title=title,
        round=say(lang, "book.print.round", round=round_),
        by_name=say(lang, "book.print.by-name"),
        by_table=say(lang, "book.print.by-table"),
        start=say(lang, "book.print.start"),
        table=say(lang, "book.print.table"),
        names=tuple(sorted(everyone, key=lambda player: (fold_name(player.name), player.start))),
        tables=tuple(seated),
    )


def fold_name(name: str) -> str:
    """The name in the letters by which it is sorted: small, without accents, ä as a (DIN 5007-1)."""
    plain = unicodedata.normalize("NFKD", name.casefold().translate(_LETTERS))
    return "".join(letter for letter in plain if not unicodedata.combining(letter))
