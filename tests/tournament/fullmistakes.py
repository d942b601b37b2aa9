"""Mistakes on full sheets that the details reveal, each planted in a right row; None where the game has no place."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace

from scoring.counting.game import PARTIES, Call, Extras, Game, find_other_party
from scoring.counting.rules import RuleSet
from scoring.counting.score import score
from tests.tournament.fullsheets import FullRow, written
from tests.tournament.simulate import write
from tournament.judging.details.counting import count_of, total

Planter = Callable[[random.Random, RuleSet, Game, FullRow], FullRow | None]


def swapped(rng: random.Random, rules: RuleSet, game: Game, row: FullRow) -> FullRow | None:
    """Winners and losers swapped."""
    return _with_value(rules, game, row, -_value(rules, game)) if any(row.right) else None


def doubling(rng: random.Random, rules: RuleSet, game: Game, row: FullRow) -> FullRow | None:
    """One doubling forgotten."""
    return _without(rng, rules, game, row, ("verdoppelt",))


def gegen(rng: random.Random, rules: RuleSet, game: Game, row: FullRow) -> FullRow | None:
    """"Gegen die Alten" forgotten."""
    return _without(rng, rules, game, row, ("gegen",))


def sonderpunkt(rng: random.Random, rules: RuleSet, game: Game, row: FullRow) -> FullRow | None:
    """A Sonderpunkt that is written down was not counted."""
    return _without(rng, rules, game, row, ("sonderpunkt", "sonderpunkte"))


def absage(rng: random.Random, rules: RuleSet, game: Game, row: FullRow) -> FullRow | None:
    """An Absage or an Ansage was not counted."""
    return _without(rng, rules, game, row, ("abgesagt", "angesagt", "verfehlt"))


def bock(rng: random.Random, rules: RuleSet, game: Game, row: FullRow) -> FullRow | None:
    """Bock forgotten."""
    return _without(rng, rules, game, row, ("bock",))


def untripled(rng: random.Random, rules: RuleSet, game: Game, row: FullRow) -> FullRow | None:
    """A solo not tripled."""
    if len(game.re) != 1 or not any(row.right):
        return None
    seat = game.re[0]
    return replace(row, cells={**row.cells, f"p{seat}": write(row.right[seat - 1] // 3)})


def sign(rng: random.Random, rules: RuleSet, game: Game, row: FullRow) -> FullRow | None:
    """One sign wrong."""
    seats = [seat for seat, points in enumerate(row.right, 1) if points]
    if not seats:
        return None
    seat = rng.choice(seats)
    return replace(row, cells={**row.cells, f"p{seat}": write(-row.right[seat - 1])})


def number(rng: random.Random, rules: RuleSet, game: Game, row: FullRow) -> FullRow | None:
    """Counted wrongly by one or two, the same everywhere."""
    step = rules.checks.unit.step
    return _with_value(rules, game, row, _value(rules, game) + step * rng.choice((-2, -1, 1, 2)))


def value(rng: random.Random, rules: RuleSet, game: Game, row: FullRow) -> FullRow | None:
    """The value column wrong, the points right."""
    return replace(row, cells={**row.cells, "value": str(abs(_value(rules, game)) + rng.choice((1, 2, 3)))})


def call_uncrossed(rng: random.Random, rules: RuleSet, game: Game, row: FullRow) -> FullRow | None:
    """A call that was made and counted is not crossed."""
    party = rng.choice([party for party in ("re", "kontra") if game.calls.of(party)] or [None])
    calls = {"re": replace(game.calls, re=Call.NOTHING), "kontra": replace(game.calls, kontra=Call.NOTHING)}
    return _details(rules, row, replace(game, calls=calls[party])) if party else None


def augen(rng: random.Random, rules: RuleSet, game: Game, row: FullRow) -> FullRow | None:
    """One digit of the Augen wrong."""
    text = str(game.augen)
    at = rng.randrange(len(text))
    wrong = int(text[:at] + rng.choice("0123456789") + text[at + 1 :])
    return _details(rules, row, replace(game, augen=wrong)) if wrong <= 240 else None


def re_seats(rng: random.Random, rules: RuleSet, game: Game, row: FullRow) -> FullRow | None:
    """Kontra's seats crossed instead of Re's."""
    others = tuple(seat for seat in game.playing if seat not in game.re)
    return _details(rules, row, replace(game, re=others)) if len(others) == 2 else None


def re_seat(rng: random.Random, rules: RuleSet, game: Game, row: FullRow) -> FullRow | None:
    """One Re cross at the wrong seat."""
    wrong, others = rng.choice(game.re), [seat for seat in game.playing if seat not in game.re]
    return _details(rules, row, replace(game, re=tuple(sorted({*game.re, rng.choice(others)} - {wrong}))))


def extra_other(rng: random.Random, rules: RuleSet, game: Game, row: FullRow) -> FullRow | None:
    """A Sonderpunkt entered at the other party."""
    if not list(game.extras):
        return None
    party, name, count = rng.choice(list(game.extras))
    counts = {one: dict(game.extras.of(one)) for one in PARTIES}
    del counts[party][name]
    counts[find_other_party(party)][name] = counts[find_other_party(party)].get(name, 0) + count
    return _details(rules, row, replace(game, extras=Extras(*(tuple(counts[one].items()) for one in PARTIES))))


def extra_left_out(rng: random.Random, rules: RuleSet, game: Game, row: FullRow) -> FullRow | None:
    """A Sonderpunkt that was counted is not written down."""
    return _details(rules, row, replace(game, extras=Extras())) if list(game.extras) else None


def no_points(rng: random.Random, rules: RuleSet, game: Game, row: FullRow) -> FullRow | None:
    """The points left out."""
    cells = {name: text for name, text in row.cells.items() if name[0] != "p"}
    return replace(row, cells=cells) if any(row.right) else None


def in_sitters_column(rng: random.Random, rules: RuleSet, game: Game, row: FullRow) -> FullRow | None:
    """At a table of five the points of a Re player stand in the column of the seat that sits out."""
    if game.sits is None or not any(row.right):
        return None
    seat = rng.choice(game.re)
    return replace(row, cells={**row.cells, f"p{game.sits}": row.cells[f"p{seat}"], f"p{seat}": ""})


MISTAKES: dict[str, Planter] = {
    planter.__name__: planter
    for planter in (swapped, doubling, gegen, sonderpunkt, absage, bock, untripled, sign, number, value, call_uncrossed,
                    augen, re_seats, re_seat, extra_other, extra_left_out, no_points)
}
IN_DETAILS = ("call_uncrossed", "augen", "re_seats", "re_seat", "extra_other", "extra_left_out")
"""Mistakes in the details: the points are right."""


def _value(rules: RuleSet, game: Game) -> int:
    return score(rules, game).value or 0


def _with_value(rules: RuleSet, game: Game, row: FullRow, worth: int) -> FullRow:
    """The row written as if the game had that value."""
    alone = len(game.re) == 1
    points = {seat: 0 if seat == game.sits else (3 if alone else 1) * worth if seat in game.re else -worth
              for seat in range(1, game.seats + 1)}
    cells = {f"p{seat}": "" if seat == game.sits else write(one) for seat, one in points.items()}
    return replace(row, cells={**row.cells, **cells, "value": str(abs(worth))})


def _without(rng: random.Random, rules: RuleSet, game: Game, row: FullRow, names: tuple[str, ...]) -> FullRow | None:
    """The row counted without one line of that name."""
    result = score(rules, game)
    count = count_of(result)
    places = [place for place, operation in enumerate(count) if operation.line.name in names]
    if not places:
        return None
    place = rng.choice(places)
    worth = total(count[:place] + count[place + 1 :])
    wrong = -worth if result.winner == "kontra" else worth
    return _with_value(rules, game, row, wrong) if wrong != result.value else None


def _details(rules: RuleSet, row: FullRow, told: Game) -> FullRow | None:
    """The right points beside the details of another game; None where these details would give the same points."""
    result = score(rules, told)
    if result.points in (None, row.right) or any(finding.severity == "error" for finding in result.findings):
        return None
    points = {name: text for name, text in row.cells.items() if name[0] == "p" or name == "value"}
    return replace(row, cells={**written(rules, told).cells, **points})
