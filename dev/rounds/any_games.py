"""Any game in which nothing is wrong, each thing equally often: far more is said, reached and made than at a table."""

from __future__ import annotations

import numpy as np

from scoring.counting.game import AUGEN, PARTIES, Call, Calls, Extras, Game
from scoring.counting.rules import RuleSet


def draw_any_game(rules: RuleSet, rng: np.random.Generator) -> Game:
    """A game with any seats: kinds, calls and Augen all equally often, many Sonderpunkte, every third game of Bock."""
    kind = rules.kinds[int(rng.integers(len(rules.kinds)))]
    augen = _draw_augen(rules, rng)
    seats = int(rng.choice(rules.sheet.seats))
    sits = int(rng.integers(1, 6)) if seats == 5 else None
    playing = [seat for seat in range(1, seats + 1) if seat != sits]
    re = tuple(sorted(int(seat) for seat in rng.permutation(playing)[: kind.re_seats]))
    solo = rules.sheet.solos[int(rng.integers(len(rules.sheet.solos)))].id if kind.id == "solo" else None
    bock = bool(rules.bock.triggers) and rng.random() < 0.3
    calls = Calls(*(Call(int(call)) for call in rng.integers(len(Call), size=2)))
    extras = _draw_extras(rules, augen, rng)
    return Game(kind.id, re, calls, augen, extras=extras, solo=solo, bock=bock, seats=seats, sits=sits)


def _draw_augen(rules: RuleSet, rng: np.random.Generator) -> int:
    """Augen of Re that the deck allows."""
    least = max(rules.least_trick, 1)
    return int(rng.choice([0, *range(least, AUGEN - least + 1), AUGEN]))


def _draw_extras(rules: RuleSet, augen: int, rng: np.random.Generator) -> Extras:
    """Each Sonderpunkt in every second game, of either party, as far as the party's Augen and the one last trick
    allow it."""
    made: dict[str, list[tuple[str, int]]] = {"re": [], "kontra": []}
    last = False
    for entry in rules.sheet.sonderpunkte:
        party, count = PARTIES[int(rng.integers(2))], int(rng.integers(1, entry.most + 1))
        enough = (augen if party == "re" else AUGEN - augen) >= entry.augen * count
        if rng.random() < 0.5 and enough and not (last and entry.last_trick):
            made[party].append((entry.id, count))
            last = last or entry.last_trick
    return Extras(**{party: tuple(counts) for party, counts in made.items()})
