"""Twelve houses' rules by their prose (`docs/rules/galerie.md`): plain arithmetic, and nothing of the product.

A game is the JSON object that `kiebitz score` takes. A value is for one opponent, seen from Re, as a table writes it
before the row's own law (only winners write, or only losers). Where the prose says "D", so does the code.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

OTHER = {"re": "kontra", "kontra": "re"}
PAIRS = ("normal", "hochzeit", "armut")
LEVELS = {None: 0, "re": 1, "kontra": 1, "k90": 2, "k60": 3, "k30": 4, "schwarz": 5}
NEEDED = {1: 90, 2: 60, 3: 30}
"""Augen with which a party is no longer under keine 90, 60, 30."""

Game = Mapping[str, Any]


class Hand:
    """What happened in one game: who said what, who won, what was reached."""

    def __init__(self, game: Game, strict_120: bool):
        """`strict_120`: Kontra wins at 120 each whatever was said; else Re does where only Kontra was said."""
        self.kind, self.solo = game["kind"], game.get("solo")
        calls = game.get("calls") or {}
        self.said = {party: LEVELS[calls.get(party)] for party in OTHER}
        self.augen = {"re": game["augen"], "kontra": 240 - game["augen"]}
        self.made = {party: (game.get("extras") or {}).get(party) or {} for party in OTHER}
        self.bock = int(game.get("bock") or 0)
        self.pair = self.kind in PAIRS
        self.winner = self._find_winner(strict_120)

    def _find_winner(self, strict_120: bool) -> str | None:
        """Who keeps the own Absage wins; without one it is enough to spoil the other's, or to have the Augen."""
        only_kontra = self.said["kontra"] > 0 and not self.said["re"]
        enough = {"re": 120 if only_kontra and not strict_120 else 121, "kontra": 120}
        if only_kontra and not strict_120:
            enough["kontra"] = 121
        for party, other in OTHER.items():
            if self.said[party] > 1:
                won = self.count_under(other) >= self.said[party] - 1
            elif self.said[other] > 1:
                won = self.count_under(party) < self.said[other] - 1
            else:
                won = self.augen[party] >= enough[party]
            if won:
                return party
        return None

    def count_under(self, party: str) -> int:
        """How many of keine 90, keine 60, keine 30 and schwarz the party is under."""
        return sum(self.augen[party] < bound for bound in NEEDED.values()) + (self.augen[party] == 0)

    def count_levels(self, party: str) -> int:
        """How many Absagen the party made."""
        return max(0, self.said[party] - 1)

    def count_against(self, party: str) -> int:
        """For how many of the other's Absagen this party has 120, 90, 60, 30 Augen."""
        return sum(self.augen[party] >= 150 - 30 * n for n in range(1, self.count_levels(OTHER[party]) + 1))

    @property
    def callers(self) -> int:
        """How many parties said Re or Kontra."""
        return (self.said["re"] > 0) + (self.said["kontra"] > 0)

    @property
    def loser(self) -> str:
        """The party that lost, in a game that somebody won."""
        assert self.winner
        return OTHER[self.winner]

    @property
    def reached(self) -> int:
        """How many levels the loser is under."""
        return self.count_under(self.loser)

    @property
    def absagen(self) -> int:
        """All Absagen of both."""
        return self.count_levels("re") + self.count_levels("kontra")

    def sum_extras(self, weights: Mapping[str, int] | None = None) -> int:
        """Re's Sonderpunkte less Kontra's."""
        count = {
            party: sum(n * (weights or {}).get(name, 1) for name, n in self.made[party].items()) for party in OTHER
        }
        return count["re"] - count["kontra"]

    def sign(self, points: int) -> int:
        """The winner's points, seen from Re; 0 where nobody won."""
        return {"re": points, "kontra": -points, None: 0}[self.winner]


def count_hennef(hand: Hand) -> int:
    """(1 + gegen + under + Absagen + Sonderpunkte) x 2 for Re, x 2 for Kontra, x 2 in a Bock game."""
    units = 0 if hand.winner is None else 1 + (hand.winner == "kontra") + hand.reached + hand.absagen
    net = hand.sum_extras() if hand.pair else 0
    return (hand.sign(units) + net) * 2**hand.callers * (2 if hand.bock else 1)


def count_dorsten(hand: Hand) -> int:
    """10 for each of: won, under, Absagen, Re, Kontra, gegen, solo, Sonderpunkte; 30 for a Hochzeit."""
    wedding = hand.kind in ("hochzeit", "hochzeit-allein")
    net = hand.sum_extras() if hand.kind != "solo" else 0
    if hand.winner is None:
        return 10 * net
    units = 1 + hand.reached + hand.absagen + hand.callers + 3 * wedding
    units += (hand.kind in ("solo", "trumpfsolo", "stille-hochzeit")) + (hand.winner == "kontra" and not wedding)
    return 10 * (hand.sign(units) + net)


def count_ddv(hand: Hand, gegen: Sequence[str]) -> int:
    """The federation's counting, with gegen and Sonderpunkte in games of two against two."""
    net = hand.sum_extras() if hand.pair else 0
    if hand.winner is None:
        under = hand.count_under("kontra") - hand.count_under("re")
        return net + under + hand.count_against("re") - hand.count_against("kontra")
    units = 1 + hand.reached + hand.absagen + 2 * hand.callers + hand.count_against(hand.winner)
    return hand.sign(units + (hand.winner == "kontra" and hand.kind in gegen)) + net


def count_smartdoko(hand: Hand) -> int:
    """As the federation does, an Armut like an ordinary game."""
    return count_ddv(hand, PAIRS)


def count_statistik(hand: Hand) -> int:
    """As the federation does, no gegen in an Armut; a Bock game that somebody wins counts twice."""
    return count_ddv(hand, ("normal", "hochzeit")) * (2 if hand.bock and hand.winner else 1)


def count_dokorama(hand: Hand) -> int:
    """(won + gegen + solo + under + own Absagen + twice the loser's) x 2 x 2, and Sonderpunkte after it."""
    net = hand.sum_extras()
    if hand.winner is None:
        return net
    split = hand.augen["re"] == 120 and not hand.absagen
    units = (not split) + (hand.winner == "kontra" and hand.pair) + (not hand.pair) + hand.reached
    units += hand.count_levels(hand.winner) + 2 * hand.count_levels(hand.loser)
    return hand.sign(units * 2**hand.callers) + net


def count_koppeldopf(hand: Hand) -> int:
    """1 + gegen + under + all said; who missed more than two calls pays that, and 1 for each more; Sonderpunkte."""
    net = hand.sum_extras() if hand.pair or hand.kind == "stille-hochzeit" else 0
    if hand.winner is None:
        return net
    units = 1 + (hand.winner == "kontra") + hand.reached + hand.said["re"] + hand.said["kontra"]
    missed = 1 + hand.reached - hand.said[hand.winner]
    if hand.pair and missed > 2:
        return net - hand.sign(units + missed - 2)
    return hand.sign(units) + net


def count_schreiber(hand: Hand) -> int:
    """1 + gegen + under + Absagen + 2 for Re + 2 for Kontra + Sonderpunkte, and 2 or 4 more to the winner in Böcke."""
    net = hand.sum_extras()
    if hand.winner is None:
        return net
    units = 1 + (hand.winner == "kontra") + hand.reached + hand.absagen + 2 * hand.callers + 2 * hand.bock
    return hand.sign(units) + net


def count_locodoko(hand: Hand) -> int:
    """(1 + own Absagen + the loser's missed ones) x 2 x 2; gegen a called Re and Sonderpunkte after it; x 2 in Bock."""
    net = hand.sum_extras()
    if hand.winner is None:
        return net * (2 if hand.bock else 1)
    missed = max(0, hand.count_levels(hand.loser) - hand.count_under(hand.winner))
    units = (1 + hand.count_levels(hand.winner) + missed) * 2**hand.callers
    units += hand.winner == "kontra" and hand.said["re"] > 0
    return (hand.sign(units) + net) * (2 if hand.bock else 1)


def count_darme(hand: Hand) -> int:
    """1 + gegen + under + Absagen + Re + Kontra + the solo's worth + Sonderpunkte."""
    net = hand.sum_extras() if hand.pair else 0
    if hand.winner is None:
        return net
    worth = {"buben": 1, "damen": 2, "trumpf": 3}[hand.solo] if hand.kind == "solo" else 0
    worth = 3 if hand.kind == "stille-hochzeit" else worth
    units = 1 + (hand.winner == "kontra") + hand.reached + hand.absagen + hand.callers + worth
    return hand.sign(units) + net


def count_kattenvenne(hand: Hand) -> int:
    """As Darme, but every solo is worth 1, and what the loser said counts as if the winner had reached it."""
    net = hand.sum_extras() if hand.pair else 0
    if hand.winner is None:
        return net
    units = 1 + (hand.winner == "kontra") + max(hand.reached, hand.count_levels(hand.loser))
    units += hand.absagen + hand.callers + (hand.kind in ("solo", "stille-hochzeit"))
    return hand.sign(units) + net


def count_gera(hand: Hand) -> int:
    """5 cents x (1 + under + Absagen + Sonderpunkte, a second fox twice) x 2 for Re, x 2 for Kontra; no gegen."""
    net = hand.sum_extras({"zweiter_fuchs": 2}) if hand.pair else 0
    units = 0 if hand.winner is None else 1 + hand.reached + hand.absagen
    return 5 * (hand.sign(units) + net) * 2**hand.callers


def count_kreuzsolo(hand: Hand) -> int:
    """10 cents x (1 + gegen + under + Absagen + Sonderpunkte) x 2 for Re, x 2 for Kontra."""
    net = hand.sum_extras() if hand.pair else 0
    units = 0 if hand.winner is None else 1 + (hand.winner == "kontra") + hand.reached + hand.absagen
    return 10 * (hand.sign(units) + net) * 2**hand.callers


def write_all(points: int) -> int:
    """Plus and minus are written."""
    return points


def write_winners(points: int) -> int:
    """Only who won writes."""
    return max(0, points)


def write_losers(points: int) -> int:
    """Only who lost writes."""
    return min(0, points)


@dataclass(frozen=True)
class House:
    """One house. `most`: how often each Sonderpunkt can be made in a game; `alone`: Sonderpunkte of which a game has
    at most one. `solos`: by name. `trigger`: how many Bock rounds the game brings, by its value from Re and whether a
    heart went through. `length`: games of a Bock round, by the seats. `meet`: what a new round does to a running one.
    """

    name: str
    count: Callable[[Hand], int]
    most: Mapping[str, int]
    kinds: tuple[str, ...] = ("normal", "hochzeit", "hochzeit-allein", "stille-hochzeit", "solo")
    solos: tuple[str, ...] = ("trumpf", "damen", "buben", "fleischlos")
    alone: tuple[str, ...] = ()
    strict_120: bool = False
    write: Callable[[int], int] = write_all
    fine: tuple[int, int] | None = None
    trigger: Callable[[Hand, int, bool], int] | None = None
    length: Callable[[int], int] = field(default=lambda seats: seats)
    meet: str = "append"


def count_called_losses(hand: Hand, parties: Iterable[str]) -> int:
    """How many of these parties said Re or Kontra and lost."""
    return sum(hand.said[party] > 0 and hand.winner == OTHER[party] for party in parties)


def see_hennef(hand: Hand, value: int, heart: bool) -> int:
    """A lost Re, or a heart that went through."""
    return int(count_called_losses(hand, ["re"]) > 0 or heart)


def see_schreiber(hand: Hand, value: int, heart: bool) -> int:
    """A lost Re or Kontra."""
    return int(count_called_losses(hand, OTHER) > 0)


def see_statistik(hand: Hand, value: int, heart: bool) -> int:
    """Heart, 120 each, worth nothing, a lost Re or Kontra, a lost solo."""
    lost_solo = not hand.pair and hand.winner == "kontra"
    split = hand.augen["re"] == 120
    return int(heart or split or value == 0 or count_called_losses(hand, OTHER) > 0 or lost_solo)


def see_locodoko(hand: Hand, value: int, heart: bool) -> int:
    """One game for a heart, and one for a lost Kontra."""
    return heart + count_called_losses(hand, ["kontra"])


THREE = ("trumpf", "damen", "buben")
WITH_ARMUT = ("normal", "hochzeit", "armut", "hochzeit-allein", "stille-hochzeit", "solo")
USUAL = {"fuchs": 2, "doppelkopf": 4, "karlchen": 1}
HOUSES = {
    one.name: one
    for one in (
        House(
            "hennef",
            count_hennef,
            {**USUAL, "karlchen_gefangen": 1, "fuchs_am_end": 1},
            solos=THREE,
            alone=("karlchen", "karlchen_gefangen"),
            trigger=see_hennef,
        ),
        House(
            "dorsten",
            count_dorsten,
            {"fuchs": 2, "doppelkopf": 4, "fuchs_am_end": 1},
            ("normal", "hochzeit", "hochzeit-allein", "stille-hochzeit", "solo", "trumpfsolo"),
            ("damen", "buben"),
            strict_120=True,
            write=write_winners,
        ),
        House(
            "smartdoko",
            count_smartdoko,
            {**USUAL, "karlchen_gefangen": 1},
            WITH_ARMUT,
            alone=("karlchen", "karlchen_gefangen"),
            write=write_winners,
        ),
        House(
            "dokorama",
            count_dokorama,
            {**USUAL, "karlchen_gefangen": 1},
            WITH_ARMUT,
            alone=("karlchen", "karlchen_gefangen"),
            strict_120=True,
        ),
        House(
            "koppeldopf",
            count_koppeldopf,
            {**USUAL, "agathe": 1, "fischauge": 2, "gans": 2, "klabautermann": 2, "kaffeekraenzchen": 2},
            WITH_ARMUT,
            alone=("karlchen", "agathe"),
            strict_120=True,
        ),
        House(
            "schreiber",
            count_schreiber,
            {**USUAL, "karlchen_gefangen": 1, "dulle_gefangen": 1, "fuchs_am_end": 1},
            alone=("karlchen", "karlchen_gefangen", "fuchs_am_end"),
            trigger=see_schreiber,
            meet="double",
        ),
        House("statistik", count_statistik, USUAL, WITH_ARMUT, trigger=see_statistik, meet="restart"),
        House(
            "locodoko",
            count_locodoko,
            USUAL,
            WITH_ARMUT,
            strict_120=True,
            trigger=see_locodoko,
            length=lambda seats: 1,
        ),
        House("darme", count_darme, {"fuchs": 2, "doppelkopf": 4}, solos=THREE, strict_120=True),
        House(
            "kattenvenne",
            count_kattenvenne,
            {"fuchs": 2, "doppelkopf": 4},
            solos=("fehl", *THREE),
            strict_120=True,
        ),
        House(
            "gera",
            count_gera,
            {"fuchs": 1, "zweiter_fuchs": 1, "doppelkopf": 4, "karlchen": 1, "karlchen_gefangen": 1},
            alone=("karlchen", "karlchen_gefangen"),
            strict_120=True,
            fine=(-300, 100),
        ),
        House("kreuzsolo", count_kreuzsolo, USUAL, write=write_losers),
    )
}


def count_value(house: House, game: Game) -> int:
    """What the game is worth for one opponent, seen from Re, before the law of the row."""
    return house.count(Hand(game, house.strict_120))


def write_row(house: House, game: Game) -> list[int]:
    """What the table writes, by seat; whoever sits out has 0."""
    seats = range(1, game.get("seats", 4) + 1)
    if game["kind"] == "strafe":
        assert house.fine
        return [house.fine[seat != game["offender"]] for seat in seats]
    value, re = count_value(house, game), game["re"]
    hands = {seat: value * (4 - len(re)) // len(re) if seat in re else -value for seat in seats}
    return [0 if seat == game.get("sits") else house.write(hands[seat]) for seat in seats]


def list_bock_levels(house: House, games: Sequence[Game], hearts: Sequence[bool], seats: int = 4) -> list[int]:
    """How many Böcke count in each game. `games`: in order; `hearts`: whether in the game a heart went through."""
    levels: list[int] = []
    coming: list[int] = []
    for game, heart in zip(games, hearts, strict=True):
        levels.append(coming.pop(0) if coming else 0)
        hand = Hand({**game, "bock": levels[-1]}, house.strict_120)
        rounds = house.trigger(hand, house.count(hand), heart) if house.trigger else 0
        for _ in range(rounds):
            coming = MEETINGS[house.meet](coming, house.length(seats))
    return levels


def queue(coming: list[int], games: int) -> list[int]:
    """The new round waits for the one that runs."""
    return [*coming, *[1] * games]


def restart(coming: list[int], games: int) -> list[int]:
    """The new round takes the place of the one that runs."""
    return [1] * games


def double(coming: list[int], games: int) -> list[int]:
    """The new round runs beside the other; no game has more than two Böcke, and what is too much moves on."""
    long = [*coming, *[0] * (games + len(coming))]
    places = [at for at, bocks in enumerate(long) if bocks < 2][:games]
    return [bocks + (at in places) for at, bocks in enumerate(long) if bocks or at in places]


MEETINGS = {"append": queue, "restart": restart, "double": double}
