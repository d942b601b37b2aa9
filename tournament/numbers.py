"""What the characters in a number cell mean."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

Mark = Literal["number", "blank", "slash", "dash", "illegible"]
_NUMBER = re.compile(r"(?P<sign>[+-]?)(?P<digits>\d{1,4})")
_MARKS: dict[str, Mark] = {"": "blank", "/": "slash", "-": "dash"}


@dataclass(frozen=True, slots=True)
class Number:
    """What is written in a cell. `value`: None unless it is a number; `sign`: "+", "-", or "" where none is written."""

    mark: Mark
    value: int | None = None
    sign: str = ""

    @property
    def empty(self) -> bool:
        """Whether it is blank, a slash or a dash. People write zero so, and the seat that sits out."""
        return self.mark in ("blank", "slash", "dash")

    @property
    def points(self) -> int | None:
        """The points that it counts: the number, 0 for an empty cell, None for ink that cannot be read."""
        return 0 if self.empty else self.value


@lru_cache(maxsize=4096)
def parse_number(text: str) -> Number:
    """The meaning of a cell's characters. All but a number (with or without sign), "/", "-" and "" is illegible."""
    text = text.strip().replace("−", "-").replace("–", "-")
    if text in _MARKS:
        return Number(_MARKS[text])
    found = _NUMBER.fullmatch(text)
    if found is None:
        return Number("illegible")
    value = int(found["digits"])
    return Number("number", -value if found["sign"] == "-" else value, found["sign"])
