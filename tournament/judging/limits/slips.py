"""The only table of players' slips: what they get wrong on paper, how often, and how that is known.

`rate`: how often a slip is made, relative to a right row (for sums: a right total; for duties: a right round). Most
rates are guesses whose order follows club sheets: counting goes wrong more often than crosses, and crosses are left out
more often than set wrongly. Only their order and rough ratios matter: they decide what a person is shown first, and how
much weight a rule has against ink that can hardly be read. Clear ink is never changed by them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

GUESS = "guess"
CLUBS = "club sheets: 1 to 2 % of the rows; the higher figure asks more and repairs less"


@dataclass(frozen=True, slots=True)
class NamedSlip:
    """One kind of slip. `text`: the end of its sentence's key ("sign" for "details.slip-sign"), "" if it has none.
    `source`: what its rate was measured on, else `GUESS`. `ways`: how many wrong rows it can make of a right one."""

    name: str
    text: str
    rate: float
    source: str = GUESS
    ways: int = 1

    @property
    def odds(self) -> float:
        """How often it leads to one particular wrong row, relative to the right row."""
        return self.rate / self.ways


_TABLE = (
    # whole rows, totals and rounds, whatever the slip
    NamedSlip("row miswritten", "", 0.02, CLUBS, ways=40),
    NamedSlip("row miscounted", "", 0.003, "guess: 3 rows in 100, with ten likely wrong values"),
    NamedSlip("impossible details", "", 2e-4, "guess: players hardly ever write 793 Augen"),
    NamedSlip("sum off", "", 0.05, "guess: 16 signed numbers in the head"),
    NamedSlip("Pflichtsolo forgotten", "", 0.05, "guess: no solo at the end of a round, or no cross for it; 1 in 20"),
    NamedSlip("turns uneven", "", 0.1, "guess: tables of five without a rotation"),
    NamedSlip("game left out", "", 0.02, "guess: rounds with one game fewer than the rules say"),
    # running totals, with value, winners' marks and crosses
    NamedSlip("left blank", "", 0.05, "guess: totals and values that nobody writes, lists without marks"),
    NamedSlip("total not carried on", "", 0.1, "guess: the next total mostly goes on from a wrong one"),
    NamedSlip("winner not marked", "", 0.015),
    NamedSlip("loser marked", "", 0.003),
    NamedSlip("cross beside other points", "", 0.001, "guess: solo crossed beside two against two, and the like"),
    # points that are counted right and written wrongly
    NamedSlip("wrong sign", "sign", 0.003, "guess: at four seats, the other sign or none", ways=8),
    NamedSlip("solo not tripled", "tripled", 0.003, "guess: one row in ten is a solo", ways=10),
    NamedSlip("all signs turned", "turned", 0.0024),
    NamedSlip("number miswritten", "number", 0.0018, ways=40),
    NamedSlip("number left out", "blank", 0.0018, ways=4),
    NamedSlip("seats swapped", "moved", 0.0003, ways=5),
    # points that are counted wrongly: a line of the count forgotten, by its name
    NamedSlip("verdoppelt forgotten", "verdoppelt", 0.003),
    NamedSlip("bock forgotten", "bock", 0.003),
    NamedSlip("gegen forgotten", "gegen", 0.003),
    NamedSlip("sonderpunkt forgotten", "sonderpunkt", 0.0024),
    NamedSlip("sonderpunkte forgotten", "sonderpunkte", 0.0024),
    NamedSlip("angesagt forgotten", "angesagt", 0.0024),
    NamedSlip("abgesagt forgotten", "abgesagt", 0.0018),
    NamedSlip("verfehlt forgotten", "verfehlt", 0.0015),
    NamedSlip("solo forgotten", "solo", 0.0015),
    NamedSlip("erreicht forgotten", "erreicht", 0.0012),
    NamedSlip("dagegen forgotten", "dagegen", 0.0012),
    NamedSlip("all doublings", "doublings", 0.0012),
    NamedSlip("off by one or two", "count", 0.0006),
    NamedSlip("off by three or four", "count", 0.0003),
    NamedSlip("off by more", "count", 0.00012),
    NamedSlip("calls not counted", "uncounted", 0.0024, "guess: as an Ansage: all that a party said is forgotten"),
    NamedSlip("missed Absage not counted", "missed", 0.003, "guess: as any line; the Augen say that it was won"),
    NamedSlip("points at another seat", "moved", 0.0012, "guess: as a cross for Re: either is the wrong column"),
    # calls among the details
    NamedSlip("ansage not crossed", "cross-missing", 0.0015),
    NamedSlip("k90 not crossed", "cross-missing", 0.0009),
    NamedSlip("k60 not crossed", "cross-missing", 0.00045),
    NamedSlip("k30 not crossed", "cross-missing", 0.00015),
    NamedSlip("schwarz not crossed", "cross-missing", 0.00009),
    NamedSlip("higher call not crossed", "cross-missing", 0.0006),
    NamedSlip("call not made", "cross-extra", 0.0003),
    NamedSlip("call at other party", "call-other", 0.0012, "guess: as a cross for Re: the wrong column"),
    # what else stands among the details
    NamedSlip("Augen miswritten", "augen", 0.0009),
    NamedSlip("Augen of Kontra", "augen-other", 0.00045),
    NamedSlip("Sonderpunkt left out", "extra-missing", 0.0012),
    NamedSlip("Sonderpunkte left out", "extras-missing", 0.0005, "guess: who writes none leaves out all of two"),
    NamedSlip("Sonderpunkt too many", "extra", 0.00045),
    NamedSlip("Sonderpunkt at other party", "extra-other", 0.0012, "guess: the same"),
    NamedSlip("Re at another seat", "re", 0.0012),
    NamedSlip("Kontra crossed as Re", "re", 0.00075),
    NamedSlip("kind not crossed", "cross-missing", 0.0006),
    NamedSlip("another kind crossed", "kind", 0.0006),
    NamedSlip("kind crossed", "cross-extra", 0.00015),
    NamedSlip("Bock not crossed", "cross-missing", 0.0015),
    NamedSlip("Bock crossed", "cross-extra", 0.0003),
    NamedSlip("offence not crossed", "cross-missing", 0.0018, "guess: a game has other points"),
    NamedSlip("lost at other party", "lost", 0.0012),
    NamedSlip("lost crossed", "cross-extra", 0.0003),
    NamedSlip("lost not crossed", "cross-missing", 0.00006, "guess: it explains nearly every row, and hardly any"),
    NamedSlip("points left out", "points", 0.003),
)

SLIPS: Mapping[str, NamedSlip] = {slip.name: slip for slip in _TABLE}
"""Every slip by its name."""


def get_rate(name: str) -> float:
    """How often this slip is made, relative to a right row. Raises KeyError for an unknown name."""
    return SLIPS[name].rate
