"""The six systems' values by closed formula, from the rulebooks alone: arithmetic, and nothing of the product.

Calls are numbers: 0 nothing, 1 Re or Kontra, 2 to 5 the Absagen keine 90, keine 60, keine 30, schwarz. A value is for
one opponent, seen from Re.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property

Bounds = dict[str, tuple[int, int, int]]
Needs = dict[tuple[bool, bool], tuple[int, int]]

ALIKE: Bounds = {"re": (90, 60, 30), "kontra": (90, 60, 30)}
"""Augen with which a party is no longer under 90, 60, 30."""
ZEHN: Bounds = {"re": (91, 61, 31), "kontra": (90, 60, 30)}
OTHER = {"re": "kontra", "kontra": "re"}


class Facts:
    """One game in plain numbers: who won, what was said by winner and loser, what was reached."""

    def __init__(self, re: int, kontra: int, augen: int, bounds: Bounds, needs: Needs, lost: str | None = None):
        """`needs`: Augen of Re and Kontra by who called. `lost`: the party that lost by a broken rule."""
        self.augen = {"re": augen, "kontra": 240 - augen}
        self.said = {"re": re, "kontra": kontra}
        self.bounds = bounds
        need_re, need_kontra = needs[re > 0, kontra > 0]
        enough = {"re": augen >= need_re, "kontra": 240 - augen >= need_kontra}
        self.won = OTHER[lost] if lost else next((one for one in OTHER if self._wins(one, enough[one])), None)

    def _wins(self, party: str, enough: bool) -> bool:
        if self.said[party] > 1:
            return self.below(OTHER[party]) >= self.said[party] - 1
        if self.said[OTHER[party]] > 1:
            return self.below(party) < self.said[OTHER[party]] - 1
        return enough

    def below(self, party: str) -> int:
        """How many of 90, 60, 30 and schwarz the party is under."""
        return sum(self.augen[party] < bound for bound in self.bounds[party]) + (self.augen[party] == 0)

    def absagen(self, party: str) -> int:
        """How many levels the party said."""
        return max(0, self.said[party] - 1)

    def against(self, party: str) -> int:
        """For how many Absagen of the other party this one has 120, 90, 60, 30 Augen."""
        return sum(self.augen[party] >= 150 - 30 * n for n in range(1, self.absagen(OTHER[party]) + 1))

    @cached_property
    def plain(self) -> int:
        """1 + reached + said by both."""
        assert self.won
        return 1 + self.below(OTHER[self.won]) + self.absagen("re") + self.absagen("kontra")

    @cached_property
    def calls(self) -> int:
        """How many parties said Re or Kontra."""
        return (self.said["re"] > 0) + (self.said["kontra"] > 0)


DDV = {(False, False): (121, 120), (True, False): (121, 120), (False, True): (120, 121), (True, True): (121, 120)}
PLAIN = dict.fromkeys(DDV, (121, 120))
CALLED = {**DDV, (True, True): (121, 121)}
_NEEDED = {2: 151, 3: 181, 4: 211}


def find_pflichtsolo_winner(re: int, kontra: int, augen: int) -> str | None:
    """Who wins in pflichtsolo-40, by the Augen needed: 151, 181, 211, all tricks; against an Absage 90, 60, 30, one
    trick."""
    mine = {"re": augen, "kontra": 240 - augen}
    said = {"re": re, "kontra": kontra}
    for party, other in OTHER.items():
        if said[party] > 1:
            won = mine[party] >= _NEEDED.get(said[party], 240)
        elif said[other] > 1:
            won = mine[party] >= 241 - _NEEDED.get(said[other], 240)
        else:
            won = mine[party] >= (121 if (party == "re") != (kontra == 1 and re == 0) else 120)
        if won:
            return party
    return None


def count_pflichtsolo(re: int, kontra: int, augen: int, net: int) -> int:
    """V = (1 + gegen + sum over L of ([reached or said_L] + said_W + said_L) + net) * m."""
    won = find_pflichtsolo_winner(re, kontra, augen)
    doubled = (2 if re else 1) * (2 if kontra else 1)
    if won is None:
        return net * doubled
    winner, loser, rest = (re, kontra, 240 - augen) if won == "re" else (kontra, re, augen)
    total = 1 + (won == "kontra")
    for level, bound in zip((2, 3, 4, 5), (90, 60, 30, 1), strict=True):
        total += (rest < bound or loser >= level) + (winner >= level) + (loser >= level)
    return ((total if won == "re" else -total) + net) * doubled


def pflichtsolo(f: Facts, kind: str, solo: str | None, net: int, bock: bool) -> int:
    """The same; paragraph 21: no Sonderpunkte in a solo and in a Hochzeit that stays alone."""
    net = net if kind in ("normal", "hochzeit", "stille-hochzeit") else 0
    return count_pflichtsolo(f.said["re"], f.said["kontra"], f.augen["re"], net)


def zehn_cent(f: Facts, kind: str, solo: str | None, net: int, bock: bool) -> int:
    """V = 10 * (1 + gegen + Re + Contra + reached + said_W + said_L + solo + net)."""
    if f.won is None:
        return 10 * net
    units = f.plain + (f.won == "kontra") + f.calls + (kind in ("solo", "stille-hochzeit"))
    return 10 * (net + (units if f.won == "re" else -units))


def kurzregeln(f: Facts, kind: str, solo: str | None, net: int, bock: bool) -> int:
    """V = (1 + gegen + reached + said_W + said_L + net + solo) * m, no Sonderpunkte in a game of one against three."""
    alone = kind not in ("normal", "hochzeit")
    net = 0 if alone else net
    units = 0 if f.won is None else f.plain + (f.won == "kontra") + alone
    return int((net + (-units if f.won == "kontra" else units)) * 2**f.calls)


def zwoelf(f: Facts, kind: str, solo: str | None, net: int, bock: bool) -> int:
    """V = 1 + gegen + Re + Kontra + reached + said_W + said_L + solo + net."""
    if f.won is None:
        return net
    worth = {"buben": 2, "damen": 3, "trumpf": 4}[solo] if solo else 4 if kind == "stille-hochzeit" else 0
    units = f.plain + (f.won == "kontra") + f.calls + worth
    return net + (units if f.won == "re" else -units)


def stille(f: Facts, kind: str, solo: str | None, net: int, bock: bool) -> int:
    """V = ((1 + gegen + reached + said_W + said_L) * m + net) * (2 in a Bock game)."""
    net = net if kind in ("normal", "hochzeit", "armut") else 0
    units = 0 if f.won is None else (f.plain + (f.won == "kontra")) * 2**f.calls
    return int((net + (-units if f.won == "kontra" else units)) * (1 + bock))


def ddv(f: Facts, kind: str, solo: str | None, net: int, bock: bool) -> int:
    """V = 1 + reached + said + 2 Re + 2 Kontra + against + gegen + net; nobody wins: reached and against are offset."""
    alone = kind not in ("normal", "hochzeit")
    net = 0 if alone else net
    if f.won is None:
        return net + f.below("kontra") + f.against("re") - f.below("re") - f.against("kontra")
    units = f.plain + 2 * f.calls + f.against(f.won) + (f.won == "kontra" and not alone)
    return net + (units if f.won == "re" else -units)


Formula = Callable[[Facts, str, str | None, int, bool], int]
SYSTEMS: dict[str, tuple[Formula, Bounds, Needs]] = {
    "zehn-cent": (zehn_cent, ZEHN, PLAIN),
    "kurzregeln-48": (kurzregeln, ALIKE, DDV),
    "zwoelf-spiele": (zwoelf, ALIKE, PLAIN),
    "stille-hochzeit": (stille, ALIKE, CALLED),
    "ddv": (ddv, ALIKE, DDV),
    "pflichtsolo-40": (pflichtsolo, ALIKE, DDV),
}
EDGES = sorted(
    {
        edge + step
        for edge in (0, 30, 60, 90, 120, 150, 180, 210, 240)
        for step in (-2, -1, 0, 1, 2)
        if 0 <= edge + step <= 240
    }
    | {15, 45, 75, 105, 135, 165, 195, 225}
)
"""Augen of Re on both sides of every bound of every system, and some between."""
