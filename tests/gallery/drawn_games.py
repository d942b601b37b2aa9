"""Games for a house by chance: every kind, call and band of Augen, with Sonderpunkte that the cards allow."""

from __future__ import annotations

from random import Random
from typing import Any

from tests.gallery.house_rules import PAIRS, House

CALLS = (None, None, None, None, "call", "call", "k90", "k90", "k60", "k30", "schwarz")
EDGES = (0, 1, 29, 30, 59, 60, 89, 90, 119, 120, 121, 150, 151, 180, 181, 210, 211, 239, 240)
COSTS = {"doppelkopf": 48, "dulle_gefangen": 30, "kaffeekraenzchen": 12}
"""Augen that a party surely has with such a trick; 29 where none is named."""


def draw_game(house: House, random: Random, *, bock: int = 0) -> dict[str, Any]:
    """One game at a table of four or five."""
    if house.fine and random.random() < 0.02:
        return {"kind": "strafe", "offender": random.randint(1, 4)}
    kind = random.choice(house.kinds)
    seats = random.choice((4, 4, 5))
    playing = list(range(1, seats + 1))
    sits = playing.pop(random.randrange(5)) if seats == 5 else None
    game: dict[str, Any] = {"kind": kind, "re": sorted(random.sample(playing, 2 if kind in PAIRS else 1))}
    calls = {party: random.choice(CALLS) for party in ("re", "kontra")}
    if kind == "solo":
        game["solo"] = random.choice(house.solos)
    if game.get("solo") == "fehl":
        calls["re"] = "schwarz"
    said = {party: party if call == "call" else call for party, call in calls.items() if call}
    game |= {"calls": said} if said else {}
    game["augen"] = random.choice((random.randint(0, 240), random.choice(EDGES)))
    made = _draw_extras(house, random, game["augen"])
    game |= {"extras": made} if made else {}
    game |= {"bock": bock} if bock else {}
    return game | ({"seats": 5, "sits": sits} if sits else {})


def _draw_extras(house: House, random: Random, augen: int) -> dict[str, dict[str, int]]:
    """Sonderpunkte of both parties, as far as their Augen reach; a second fox only where the first was caught, too."""
    made: dict[str, dict[str, int]] = {}
    room = {"re": augen, "kontra": 240 - augen}
    names = [name for name in house.most for _ in range(house.most[name])]
    for name in random.sample(names, min(len(names), random.choice((0, 0, 1, 1, 2, 3)))):
        party = random.choice(("re", "kontra"))
        taken = any(one in own for own in made.values() for one in house.alone) and name in house.alone
        cost = COSTS.get(name, 29)
        if room[party] >= cost and not taken:
            room[party] -= cost
            own = made.setdefault(party, {})
            own[name] = own.get(name, 0) + 1
    for party, own in made.items():
        other = made.get("kontra" if party == "re" else "re", {})
        if "zweiter_fuchs" in own and ("fuchs" not in own or "fuchs" in other):
            del own["zweiter_fuchs"]
    return {party: own for party, own in made.items() if own}


def draw_evening(house: House, random: Random, games: int) -> tuple[list[dict[str, Any]], list[bool]]:
    """Games of one table of four without their Böcke, and in which a heart went through."""
    drawn = []
    while len(drawn) < games:
        game = draw_game(house, random)
        if game["kind"] != "strafe" and "seats" not in game:
            drawn.append(game)
    return drawn, [random.random() < 0.06 for _ in drawn]
