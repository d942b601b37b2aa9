"""What the machine-readable code on a sheet says, as text and back."""

from __future__ import annotations

import re
from dataclasses import dataclass

_PATTERN = re.compile(
    r"KIEBITZ1:(?P<rules>[a-z0-9-]{1,40})/(?P<style>points|totals|full)/(?P<seats>[45])/(?P<games>[0-9]{1,2})"
    r":r(?P<round>[0-9]{0,2}):t(?P<table>[0-9]{0,3}):(?P<named>[n-])"
)


@dataclass(frozen=True, slots=True)
class SheetCode:
    """Layout, rule set, seats, games and the prefilled table; `round` and `table` are None where left blank.

    `named` tells that the players' names are printed, so that the scanner knows print from handwriting.
    """

    rules: str
    style: str
    seats: int
    games: int
    round: int | None = None
    table: int | None = None
    named: bool = False

    @property
    def layout_id(self) -> str:
        """As in the geometry: `pflichtsolo-40/points/4`."""
        return f"{self.rules}/{self.style}/{self.seats}"

    def text(self) -> str:
        """The text inside the printed code."""
        round_, table = (("" if n is None else str(n)) for n in (self.round, self.table))
        named = "n" if self.named else "-"
        return f"KIEBITZ1:{self.layout_id}/{self.games}:r{round_}:t{table}:{named}"


def parse_code(text: str) -> SheetCode | None:
    """The code that `text` spells, or None when it is no sheet code of ours."""
    found = _PATTERN.fullmatch(text)
    if found is None:
        return None
    number = {key: int(found[key]) if found[key] else None for key in ("round", "table")}
    return SheetCode(
        rules=found["rules"], style=found["style"], seats=int(found["seats"]), games=int(found["games"]),
        round=number["round"], table=number["table"], named=found["named"] == "n",
    )
