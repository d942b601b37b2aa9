"""The names by which commands and tables call an item: "r1.t3.g14"."""

from __future__ import annotations

from tournament.evening.standings import CountedSheet
from tournament.judging.row.judged import JudgedRow
from tournament.standings.player import Round


def name_item(entry: CountedSheet, what: str) -> str:
    """An item of a sheet: by round and table ("r1.t3.sum"), where one is unknown by the sheet's number ("s5.sum")."""
    if entry.round is None or entry.table is None:
        return f"s{entry.number}.{what}"
    return f"r{entry.round}.t{entry.table}.{what}"


def name_row_item(entry: CountedSheet, row: JudgedRow) -> str:
    """A row as an item: "r1.t3.g14", of the rows for offences below the games "r1.t3.o1"."""
    code = entry.sheet.source.code
    games = code.games if code else 0
    return name_item(entry, f"o{row.game - games}" if 0 < games < row.game else f"g{row.game}")


def name_seat_item(entry: CountedSheet, seat: int) -> str:
    """The name at a seat as an item: "r1.t3.name.p2"."""
    return name_item(entry, f"name.p{seat}")


def name_round_item(round_: Round, code: str) -> str:
    """A matter of a whole round as an item: "r1.game-count"; of all rounds only its code."""
    return code if round_ is None else f"r{round_}.{code}"
