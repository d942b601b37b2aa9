"""Seats the rounds of a tournament by its form: by lot, at the same tables, by a plan, or by results.

Each round's method in the record states how, with all parameters for seating it again: "progressive-1 0,1,2,3,4".
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import lru_cache

from texts.sentences import Phrase
from tournament.draw.draw_rounds import RoundDraw, Schedule, Tables, draw_rounds, draw_schedule, follow_plan
from tournament.draw.draw_search import seat_players
from tournament.draw.hall import Dice
from tournament.draw.seat_by_form import follow_numbers, keep_tables, move_on, seat_by_places
from tournament.draw.seating_ways import (
    BY_RESULTS,
    DRAW,
    NO_RESULTS,
    PLAN,
    PROGRESSIVE,
    SAME,
    SNAKE,
    VERSION,
    PlanRound,
    Results,
    SeatingForm,
    read_way,
)
from tournament.draw.table_sizes import FIVES, Lineup, NoDraw, Table

Rank = Callable[[int], Results]
"""A function that gives the results before a round."""
PLAN_SEED = "plan"
"""The seed of the plan that comes with the program: it is the same for every tournament of as many players."""


def seat_open(
    schedule: Schedule, wanted: int | None, seed: str | None, chance: str, rank: Rank
) -> tuple[RoundDraw, ...]:
    """Seats the round `wanted`, or all open rounds that can be seated by now; also drawn rounds that keep its tables.

    `seed`: the seed asked for, None for any; `chance`: the seed to use then. Raises `NoDraw`.
    """
    made, refusals = _draw_lots(schedule, wanted, seed, chance), []
    for round_ in _list_rest(schedule, wanted):
        now = _add_rounds(schedule, made)
        if refusal := _find_refusal(now, round_):
            refusals.append(refusal)
        else:
            made = (*made, seat_round(now, round_, seed or chance, rank))
    if refusals and not made:
        raise refusals[0]
    return made


def _draw_lots(schedule: Schedule, wanted: int | None, seed: str | None, chance: str) -> tuple[RoundDraw, ...]:
    """The rounds to seat that are drawn by lot."""
    if wanted is None and not schedule.list_lots() and schedule.list_open():
        return ()
    if wanted is not None and schedule.form.find_way(wanted) != DRAW:
        return ()
    return follow_plan(schedule, wanted, seed) or draw_schedule(schedule, wanted, chance)


def _list_rest(schedule: Schedule, wanted: int | None) -> Sequence[int]:
    """The rounds to seat that are not drawn by lot. A round that is seated again includes later rounds that keep its
    tables, unless they are in use."""
    if wanted is None:
        return [round_ for round_ in schedule.list_open() if schedule.form.find_way(round_) != DRAW]
    schedule.check_round(wanted)
    after = [round_ for round_ in schedule.lineups if round_ > wanted]
    kept = [one for one in after if all(schedule.form.find_way(two) == SAME for two in range(wanted + 1, one + 1))]
    again = [round_ for round_ in kept if round_ in schedule.draws and not schedule.stands(round_)]
    return [*([wanted] if schedule.form.find_way(wanted) != DRAW else []), *again]


def _add_rounds(schedule: Schedule, made: Sequence[RoundDraw]) -> Schedule:
    """The schedule with the rounds that were just seated."""
    draws = {**schedule.draws, **{one.round: one.tables for one in made}}
    return replace(schedule, draws=draws, origins={**schedule.origins, **{o.round: (o.seed, o.method) for o in made}})


def _find_refusal(schedule: Schedule, round_: int) -> NoDraw | None:
    """Why the round cannot be seated yet."""
    way, before = schedule.form.find_way(round_), round_ - 1
    unclosed = [one for one in range(1, round_) if one not in schedule.closed]
    if way in BY_RESULTS and unclosed:
        return NoDraw("form.waits", round=round_, before=unclosed[-1])
    if way != PLAN and before not in schedule.draws:
        return NoDraw("form.waits-drawn", round=round_, before=before)
    return None


def seat_round(schedule: Schedule, round_: int, seed: str, rank: Rank) -> RoundDraw:
    """Seats a round that is not drawn by lot. Raises `NoDraw`."""
    way = schedule.form.find_way(round_)
    if way == PLAN:
        return _follow_numbers(schedule.lineups[round_], schedule.form, round_)
    details = {SAME: f" {round_ - 1}", PROGRESSIVE: f" {','.join(map(str, schedule.form.moves))}"}
    method = f"{way}{VERSION}{details.get(way, '')}"
    results = rank(round_) if way in BY_RESULTS else None
    tables = seat_again(schedule, round_, seed, method, results or NO_RESULTS)
    return RoundDraw(round_, seed, method, tables, results)


def seat_again(schedule: Schedule, round_: int, seed: str, method: str, results: Results) -> Tables:
    """The tables of a round by its method in the record, from the rounds and players as they are. Raises `NoDraw`."""
    lineup, before = schedule.lineups[round_], schedule.draws.get(round_ - 1, ())
    dice, way = Dice(f"{seed}:{round_}"), read_way(method)
    if way == SAME:
        tables = keep_tables(lineup, before)
    elif way == PROGRESSIVE:
        moves = tuple(map(int, method.partition(" ")[2].split(",")))
        tables = move_on(lineup, before, results, moves, dice)
    else:
        tables = seat_by_places(lineup, results, dice, snake=way == SNAKE)
    others = [schedule.draws[number] for number in sorted(schedule.draws) if number != round_]
    (seated,) = seat_players([[*tables.values()]], others, dice)
    return tuple(Table(number, table.starts) for number, table in zip(tables, seated, strict=True))


def _follow_numbers(lineup: Lineup, form: SeatingForm, round_: int) -> RoundDraw:
    """The next round of the plan. Raises `NoDraw` where it has no more."""
    number, planned = form.count_planned(round_), form.plan
    if not planned:
        total = form.count_planned(max(form.ways))
        if lineup.byes or lineup.springers:
            raise NoDraw("book.draw.rest-by-lot")
        planned = make_plan(len(lineup.players), lineup.seats, lineup.allowed, total, lineup.rest)
        method, seed = f"{PLAN}{VERSION} {number} of {total}", PLAN_SEED
    elif number > len(planned):
        raise NoDraw("book.draw.plan-rounds", plan=len(planned), round=round_)
    else:
        method, seed = f"{PLAN}{VERSION} {number}", ""
    return RoundDraw(round_, seed, method, follow_numbers(lineup, planned[number - 1]))


@lru_cache(maxsize=8)
def make_plan(
    players: int, seats: int, allowed: tuple[int, ...], rounds: int, rest: str = FIVES
) -> tuple[PlanRound, ...]:
    """The plan that comes with the program: a draw of that many players for all rounds, always with the same seed.

    Raises `NoDraw`.
    """
    lineup = Lineup(tuple(range(1, players + 1)), seats=seats, allowed=allowed, rest=rest)
    drawn = draw_rounds(lineup, (), range(1, rounds + 1), PLAN_SEED)
    return tuple(tuple(table.starts for table in tables) for tables in drawn)


def say_source(round_: int, seed: str, method: str, listed: str = "") -> Phrase:
    """How a round was seated: by which seed, by results, by a plan, or from a file. `listed`: the file's name, if
    known."""
    way = read_way(method)
    gaps = {"round": round_, "seed": seed, "way": Phrase(f"form.word.{way}")}
    if way != DRAW:
        return Phrase("form.seated-by-seed" if seed and way != PLAN else "form.round", gaps)
    if seed:
        return Phrase("book.draw.round", gaps)
    return Phrase("book.draw.listed-round", gaps | {"seed": listed or Phrase("book.draw.a-file")})
