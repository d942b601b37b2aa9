"""The types of the entries of a rule set: source, bounds, names and amounts.

A source is the rulebook's paragraph, or a decision, marked D.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any

from texts.languages import Lang
from texts.sentences import Words


@dataclass(frozen=True, slots=True)
class Bound:
    """What a field's value must be beyond its type (`scoring.rulesets.rules_consistency` checks it).

    `allows`: whether it is. `sentence`, `gaps`: what is wrong otherwise; a key in `texts/`, and what fills its gaps.
    """

    sentence: str
    allows: Callable[[Any], object]
    gaps: Mapping[str, object] = field(default_factory=dict)


def limit(low: int, high: int) -> Bound:
    """A number from `low` to `high`, both included. Limits are wide: they keep out what no card game can have, and what
    would take hours to play through (`scoring.counting.score`).
    """
    return Bound("rulefile.entry.range", lambda number: low <= number <= high, {"low": low, "high": high})


def restrict(*known: object) -> Bound:
    """One of these values."""
    return Bound("rulefile.entry.choice", known.__contains__, {"known": known})


HIGHEST = 1000
"""Points that one entry may have; the dearest amount known is 150."""

ALL_AUGEN = 240  # `AUGEN` of a game, which imports nothing from here, nor does this from there
Amount = Annotated[int, limit(1, HIGHEST)]
Augen = Annotated[int, limit(0, ALL_AUGEN)]
NeededAugen = Annotated[int, limit(1, ALL_AUGEN)]
HandSize = Annotated[int, limit(0, 20)]  # 12 with nines
Id = Annotated[str, Bound("rulefile.entry.entry-id", re.compile(r"[a-z0-9_-]{1,40}").fullmatch)]
"""A name that is part of field ids and of JSON."""


@dataclass(frozen=True, slots=True)
class Source(Words):
    """The note in both languages. Quotations stay in German, as the rulebook's own words."""

    @classmethod
    def from_text(cls, text: str) -> Source:
        """A note that reads the same in both languages; single quotes become German quotation marks in German."""
        pieces = text.split("'")
        if len(pieces) % 2 == 0:  # an apostrophe, no pair of quotes
            return cls(text, text)
        return cls("".join(f"„{piece}“" if n % 2 else piece for n, piece in enumerate(pieces)), text)

    def cite(self, lang: Lang) -> str:
        """The paragraph alone, without what it says: "TSR 9.4.3"; a decision in full."""
        return self.in_(lang) if self.is_decision else re.split("[:;]", self.in_(lang))[0]

    @property
    def is_decision(self) -> bool:
        """Whether it begins with the D of a decision: the rulebook is silent, or can be read in two ways."""
        return self.de.partition(":")[0] == "D"


NO_SOURCE = Source("", "")
"""Of what a system does not have."""
NO_WORDS = Words("", "")
