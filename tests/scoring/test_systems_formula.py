"""Each system against its closed formula, written down a second time and in another way: arithmetic, not lines."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

import pytest

from scoring import rulesets
from scoring.counting.game import Call, Calls, Extras, Game
from scoring.counting.score import score

Bounds = dict[str, tuple[int, int, int]]
Needs = dict[tuple[bool, bool], tuple[int, int]]

ALIKE: Bounds = {"re": (90, 60, 30), "kontra": (90, 60, 30)}
"""Augen with which a party is no longer under 90, 60, 30."""
ZEHN: Bounds = {"re": (91, 61, 31), "kontra": (90, 60, 30)}
OTHER = {"re": "kontra", "kontra": "re"}


class Facts:
    """One game in plain numbers: who won, what was said by winner and loser, what was reached."""

    def __init__(self, re: int, kontra: int, augen: int, bounds: Bounds, needs: Needs):
        """`re`, `kontra`: 0 nothing, 1 called, 2 to 5 Absagen; `needs`: Augen of Re and Kontra by who called."""
        self.augen = {"re": augen, "kontra": 240 - augen}
        self.said = {"re": re, "kontra": kontra}
        self.bounds = bounds
        need_re, need_kontra = needs[re > 0, kontra > 0]
        enough = {"re": augen >= need_re, "kontra": 240 - augen >= need_kontra}
        self.won = next((party for party in ("re", "kontra") if self._wins(party, enough[party])), None)

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

    @property
    def plain(self) -> int:
        """1 + reached + said by both."""
        assert self.won
        return 1 + self.below(OTHER[self.won]) + self.absagen("re") + self.absagen("kontra")

    @property
    def calls(self) -> int:
        """How many parties said Re or Kontra."""
        return (self.said["re"] > 0) + (self.said["kontra"] > 0)


DDV = {(False, False): (121, 120), (True, False): (121, 120), (False, True): (120, 121), (True, True): (121, 120)}
PLAIN = dict.fromkeys(DDV, (121, 120))
CALLED = {**DDV, (True, True): (121, 121)}


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
    "zehn-cent": (zehn_cent, ZEHN, PLAIN), "kurzregeln-48": (kurzregeln, ALIKE, DDV),
    "zwoelf-spiele": (zwoelf, ALIKE, PLAIN), "stille-hochzeit": (stille, ALIKE, CALLED), "ddv": (ddv, ALIKE, DDV),
}
EDGES = sorted({
    edge + step for edge in (0, 30, 60, 90, 120, 150, 180, 210, 240) for step in (-2, -1, 0, 1, 2)
    if 0 <= edge + step <= 240
} | {15, 45, 75, 105, 135, 165, 195, 225})


def _cases(name: str) -> list[tuple[str, str | None, int, bool]]:
    rules = rulesets.load(name)
    solos = ["buben", "damen", "trumpf"]
    kinds = [(kind.id, solo) for kind in rules.kinds for solo in (solos if kind.id == "solo" else [None])]
    bocks = (False, True) if rules.bock.triggers else (False,)
    return [(kind, solo, net, bock) for (kind, solo), net, bock in product(kinds, (0, 1, -1), bocks)]


@pytest.mark.parametrize("name", SYSTEMS)
def test_value_is_the_formula(name: str) -> None:
    """Every kind, solo and pair of calls, at every edge of the Augen, with one Sonderpunkt for either party or none."""
    rules = rulesets.load(name)
    formula, bounds, needs = SYSTEMS[name]
    sonderpunkt = "karlchen" if name != "zehn-cent" else "fuchs"
    facts = {
        (re, kontra, augen): Facts(re, kontra, augen, bounds, needs)
        for re, kontra, augen in product(Call, Call, EDGES)
    }
    for kind, solo, net, bock in _cases(name):
        one = ((sonderpunkt, 1),)
        extras = Extras(re=one if net > 0 else (), kontra=one if net < 0 else ())
        seats = (2,) if rules.find_kind(kind).re_seats == 1 else (1, 4)  # type: ignore[union-attr]
        few = facts if net == 0 and not bock else dict(list(facts.items())[::7])
        for (re, kontra, augen), told in few.items():
            result = score(rules, Game(kind, seats, Calls(re, kontra), augen, extras=extras, solo=solo, bock=bock))
            assert result.winner == told.won
            assert result.value == formula(told, kind, solo, net, bock), (kind, solo, re, kontra, augen, net, bock)


def test_only_charly_counts_in_solos() -> None:
    """zwoelf-spiele, 11: Füchse and Doppelköpfe do not count in a solo, and a line says so."""
    game = Game("solo", (1,), augen=130, solo="damen", extras=Extras(re=(("fuchs", 1), ("karlchen", 1))))
    result = score(rulesets.load("zwoelf-spiele"), game)
    assert result.value == 1 + 3 + 1
    assert result.lines[-1].describe() == "zählt hier nicht: Fuchs gefangen"
