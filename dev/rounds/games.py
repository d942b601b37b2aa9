"""Games as they could be played under a rule set: one by one, or a round with its Pflichtsoli, sitters and Bock."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from scoring.counting.game import PARTIES, Calls, Extras, Game, count_sitters
from scoring.counting.rules import RuleSet
from scoring.counting.score import score
from scoring.rows.bock_rounds import NOTHING_OWED, owe_after
from scoring.rows.bock_triggers import find_triggers
from scoring.rows.written_rows import Row
from templates.list_sheets import find_sitters

_KINDS = {"normal": 80, "hochzeit": 8, "stille-hochzeit": 3, "hochzeit-allein": 1, "solo": 5, "armut": 3}
_OWN_KIND = 6  # how often a club's own kind is played
_HOW_OFTEN = np.array([64, 24, 8, 2.5, 1, 0.5]) / 100  # what a party says, by its highest call: an estimate
_LONE = ("solo", "stille-hochzeit", "hochzeit-allein")


def draw_games(rules: RuleSet, seats: int, games: int, rng: np.random.Generator, *, plain: bool = False) -> list[Game]:
    """A round's games. Where the rules want Pflichtsoli, each seat has one as far as `games` reach: in the section for
    them, or rather late. `plain`: as in `draw_game`, and no game has the points of the one before.
    """
    pflicht = rules.sheet.pflichtsolo
    owed = [int(seat) for seat in rng.permutation(seats) + 1] if pflicht.per_player else []
    patience = 1 if pflicht.section else 2
    found: list[Game] = []
    bock = NOTHING_OWED
    for number in range(1, games + 1):
        sits = choose_sitters(number, seats, rules.sheet.list_away(seats))
        if rules.sheet.is_in_section(seats, number) and sits:
            sits = _draw_sitters([seat for seat in range(1, seats + 1) if seat != owed[0]], len(sits), rng)
        due = [seat for seat in owed if seat not in sits] if games - number < patience * len(owed) else []
        soloist = due[0] if due else None
        if soloist is not None:
            owed.remove(soloist)
        game = draw_game(rules, seats, sits, soloist, rng, plain=plain)
        while plain and found and _is_twin(rules, found[-1], game):
            game = draw_game(rules, seats, sits, soloist, rng, plain=plain)
        found.append(replace(game, bock=bock.level))
        bock = owe_after(rules, find_triggers(rules, Row(number, (), details=game)), seats, bock)
    return found


def choose_sitters(number: int, seats: int, away: tuple[int, ...] = (0,)) -> tuple[int, ...]:
    """Who sits out that game: by `away` as in the rules, or else the dealer; and those behind, as many as it takes."""
    more = dict.fromkeys((*(away or (0,)), *range(seats)))
    return tuple(sorted(find_sitters(number, seats, tuple(more)[: count_sitters(seats)])))


def _draw_sitters(seats: list[int], count: int, rng: np.random.Generator) -> tuple[int, ...]:
    """So many of these seats, one after the other."""
    left = [*seats]
    for _ in range(count):
        left.remove(int(rng.choice(left)))
    return tuple(seat for seat in seats if seat not in left)


def _is_twin(rules: RuleSet, before: Game, game: Game) -> bool:
    return score(rules, replace(before, bock=False)).points == score(rules, game).points


def draw_game(
    rules: RuleSet,
    seats: int,
    sits: tuple[int, ...],
    soloist: int | None,
    rng: np.random.Generator,
    *,
    lone: bool = True,
    plain: bool = False,
) -> Game:
    """A possible game; with a `soloist` his solo, without `lone` none of one against three.

    `plain`: a game without any finding, in Bock or not, and no solo that is worth nothing.
    """
    while True:
        game = _draw(rules, seats, sits, soloist, rng, lone)
        if score(rules, game).points is not None and not (plain and _is_odd(rules, game)):
            return game


def _draw(
    rules: RuleSet, seats: int, sits: tuple[int, ...], soloist: int | None, rng: np.random.Generator, lone: bool
) -> Game:
    known = [kind.id for kind in rules.kinds if lone or kind.re_seats == 2]
    odds = np.array([_KINDS.get(kind, _OWN_KIND) for kind in known], float)
    kind = "solo" if soloist else str(rng.choice(known, p=odds / odds.sum()))
    playing = [seat for seat in range(1, seats + 1) if seat not in sits]
    facts = rules.find_kind(kind)
    assert facts
    if facts.is_ramsch:
        return _draw_ramsch(rules, kind, seats, sits, rng)
    alone = facts.re_seats == 1
    re = (soloist,) if soloist else tuple(sorted(int(s) for s in rng.permutation(playing)[: 1 if alone else 2]))
    return Game(
        kind,
        re,
        Calls(_draw_call(rules, rng), _draw_call(rules, rng)),
        int(np.clip(rng.normal(127, 38), 0, 240)),
        seats=seats,
        sits=sits,
        extras=Extras() if alone else Extras(*(_draw_extras(rules, rng) for _ in PARTIES)),
        solo=str(rng.choice([solo.id for solo in rules.sheet.solos])) if kind == "solo" else None,
    )


def _draw_ramsch(rules: RuleSet, kind: str, seats: int, sits: tuple[int, ...], rng: np.random.Generator) -> Game:
    """A Ramsch: one pays, or two with as many Augen; now and then somebody has no trick, or one has them all."""
    playing = [seat for seat in range(1, seats + 1) if seat not in sits]
    payers = 2 if rng.random() < 0.1 else 1
    augen = 240 if payers == 1 and rng.random() < 0.1 else int(rng.integers(61, 150)) // payers
    jungfern = int(rng.integers(0, 3)) if rules.counts_jungfern(kind) and augen < 240 else 0
    re = tuple(sorted(int(seat) for seat in rng.permutation(playing)[:payers]))
    return Game(kind, re, augen=augen, seats=seats, sits=sits, jungfern=jungfern)


def _is_odd(rules: RuleSet, game: Game) -> bool:
    result = score(rules, replace(game, bock=min(1, rules.most_bocks)))
    unusual = abs(result.value or 0) > rules.checks.unusual.above
    return bool(result.findings) or unusual or (game.kind in _LONE and not result.value)


def draw_offence(rules: RuleSet, seats: int, rng: np.random.Generator) -> Game:
    """An offence of somebody; at a table of five somebody sits out."""
    sits = _draw_sitters([*range(1, seats + 1)], count_sitters(seats), rng)
    offender = int(rng.choice([seat for seat in range(1, seats + 1) if seat not in sits]))
    return Game("strafe", seats=seats, sits=sits, offender=offender)


def _draw_call(rules: RuleSet, rng: np.random.Generator) -> int:
    often = _HOW_OFTEN[: len(rules.calls)]
    return int(rng.choice(len(often), p=often / often.sum()))


def _draw_extras(rules: RuleSet, rng: np.random.Generator) -> tuple[tuple[str, int], ...]:
    counts = ((extra.id, min(extra.most, int(rng.poisson(0.18)))) for extra in rules.sheet.sonderpunkte)
    made = [(name, count) for name, count in counts if count]
    last = [extra.id for extra in rules.sheet.sonderpunkte if extra.last_trick and (extra.id, 1) in made]
    return tuple(one for one in made if one[0] not in last[1:])
