"""How large each number of a rule set may be, and how long its lists and texts.

The bounds are wide. They keep out what no card game can have, and what would take hours or too much memory to play
through (`scoring.counting.possible_values`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass

from scoring.counting.game import AUGEN
from scoring.counting.offence import Fine, Offence
from scoring.counting.rules import Bock, Card, Deadline, Level, Needs, Part, RuleSet, Unit, Unusual
from scoring.page_facts import Money
from scoring.rulesets.trouble import Trouble
from scoring.sheet_facts import Games, Pflichtsolo, Rounds, Sonderpunkt
from scoring.sources import Source

POINTS = 1000  # the dearest amount known is 150
HAND = 20  # cards in hand; 12 with nines
ENTRIES = 100  # of one list; the longest shipped one, of checks, has 18
LETTERS = 1000  # of one text

RANGES: dict[tuple[type, str], tuple[int, int]] = {
    (RuleSet, "version"): (1, 9999),
    (Card, "copies"): (1, 40),
    (Card, "augen"): (0, 40),
    (Needs, "re"): (1, AUGEN),
    (Needs, "kontra"): (1, AUGEN),
    (Level, "re"): (0, AUGEN),
    (Level, "kontra"): (0, AUGEN),
    (Level, "cards"): (0, HAND),
    (Level, "against"): (0, AUGEN),
    (Deadline, "ansage_cards"): (1, HAND),
    (Deadline, "reply_fewer"): (0, HAND),
    (Deadline, "hochzeit_shift"): (0, 3),
    (Part, "points"): (1, POINTS),
    (Offence, "offender"): (-POINTS, 0),
    (Offence, "others"): (0, POINTS),
    (Fine, "offender"): (-POINTS, 0),
    (Fine, "others"): (0, POINTS),
    (Bock, "per_game"): (1, 10),
    (Money, "entry_cents"): (0, 10**6),
    (Money, "cents_per_point"): (0, 10**4),
    (Unit, "step"): (1, POINTS),
    (Unusual, "above"): (0, 100 * POINTS),
    (Rounds, "count"): (1, 99),
    (Games, "games"): (1, 99),
    (Sonderpunkt, "most"): (1, 20),
    (Sonderpunkt, "augen"): (0, AUGEN),
    (Pflichtsolo, "per_player"): (0, 9),
    (Pflichtsolo, "within"): (0, 99),
}


def find_out_of_range(value: object, where: str = "") -> Iterator[Trouble]:
    """Every number below that is out of its range, and every list or text that is too long."""
    if isinstance(value, Source):
        value = max(value.de, value.en, key=len)
    if isinstance(value, tuple | str):
        most = ENTRIES if isinstance(value, tuple) else LETTERS
        if len(value) > most:
            yield Trouble(where, "rulefile.entry.length", {"most": most})
    if isinstance(value, tuple):
        for number, entry in enumerate(value, 1):
            yield from find_out_of_range(entry, f"{where}[{number}]")
    elif is_dataclass(value):
        for field in fields(value):
            here, inner = f"{where}.{field.name}" if where else field.name, getattr(value, field.name)
            low, high = RANGES.get((type(value), field.name), (0, 0))
            if low < high and not low <= inner <= high:
                yield Trouble(here, "rulefile.entry.range", {"low": low, "high": high})
            yield from find_out_of_range(inner, here)
