"""The draw of a tournament's rounds: who is to be seated, the rounds that are drawn or taken from a list, and their
entries.

Every function takes the tournament as it is and raises NoDraw if something cannot be drawn.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from pathlib import Path

from texts.item_ids import parse_item
from tournament.draw.draw_rounds import BY_HAND, RoundDraw, Schedule
from tournament.draw.form_rounds import Rank, seat_open
from tournament.draw.listed_draws import seat_listed
from tournament.draw.seating_ways import Results, SeatingForm
from tournament.draw.table_sizes import Lineup, NoDraw, Wishes
from tournament.filing.setup.people_files import read_draw
from tournament.form.seating_form import read_seating
from tournament.near_names import fold_name
from tournament.record import facts, player_facts
from tournament.record.replay import Tournament

LONGEST_SEED = 200
"""The most letters of a seed, which people announce and type."""


def make_schedule(tournament: Tournament) -> Schedule:
    """Who plays in each round, the draws so far, and which rounds have sheets, were printed or closed."""
    rounds = range(1, tournament.opening.rounds + 1)
    scanned = {one.round for one in map(parse_item, tournament.sheets) if one.round is not None}
    origins = {round_: (fact.seed, fact.method) for round_, fact in tournament.drawn.items()}
    form = read_seating(tournament.form, len(rounds))
    lineups = {round_: _list_players(tournament, form, round_) for round_ in rounds}
    closed, cancelled = tournament.closed.keys(), tournament.cancelled
    return Schedule(lineups, tournament.draws, scanned, origins, tournament.printed, closed, form, cancelled)


def _list_players(tournament: Tournament, form: SeatingForm, round_: int) -> Lineup:
    players = [player for player in tournament.players if player.plays(round_)]
    fixed = {player.start: player.fixed_table for player in players if player.fixed_table is not None}
    opening, wishes = tournament.opening, Wishes(form.opponents, form.clubs)
    clubs = {player.start: fold_name(player.club) for player in players if player.club and wishes.clubs}
    starts = tuple(player.start for player in players)
    return Lineup(starts, fixed, opening.seats, opening.rules.sheet.seats, wishes, clubs, form.rest)


def seat_rounds(schedule: Schedule, round_: int | None, seed: str | None, rank: Rank) -> tuple[RoundDraw, ...]:
    """That round, or all open ones, seated as the form says; what is drawn as planned before, else with that seed or a
    random one. `rank`: the results before a round. Raises `NoDraw`."""
    if seed is not None and not 0 < len(seed.strip()) <= LONGEST_SEED:
        raise NoDraw("book.draw.no-seed", most=LONGEST_SEED)
    return seat_open(schedule, round_, seed, seed or secrets.token_hex(4), rank)


def read_listed(path: Path, wanted: int | None, schedule: Schedule, tournament: Tournament) -> tuple[RoundDraw, ...]:
    """The wanted round of a CSV with a draw, or all of this tournament that it has. Raises `NoDraw`, and
    `UnreadableTable`."""
    listed = read_draw(path)
    rounds = [wanted] if wanted is not None else sorted({round_ for round_, _ in listed} & schedule.lineups.keys())
    if not rounds:
        raise NoDraw("book.draw.no-rounds-listed", path=path)
    drawn = []
    for round_ in rounds:
        schedule.check_round(round_)
        if wanted is None and schedule.stands(round_):
            raise NoDraw("book.draw.stands", round=round_)
        tables = seat_listed(listed, round_, schedule.lineups[round_], name_players(tournament, round_))
        drawn.append(RoundDraw(round_, "", BY_HAND, tables))
    return tuple(drawn)


def name_players(tournament: Tournament, round_: int) -> dict[int, str]:
    """Who plays in that round, by start number."""
    return {player.start: player.name_in(round_) for player in tournament.players if player.plays(round_)}


def make_print_facts(tournament: Tournament, round_: int) -> tuple[facts.RoundPrinted, ...]:
    """The entry that a round was printed; () if today's draw of it was printed before."""
    return () if round_ in tournament.printed else (facts.RoundPrinted(round_),)


def make_draw_facts(drawn: Iterable[RoundDraw]) -> list[player_facts.SeatedBy | player_facts.Drawn]:
    """The entries of the rounds, before each what it was seated by, where that is results."""
    made: list[player_facts.SeatedBy | player_facts.Drawn] = []
    for one in drawn:
        if one.results is not None:
            made.append(_make_basis(one.round, one.results))
        tables = tuple((table.number, table.starts) for table in one.tables)
        made.append(player_facts.Drawn(one.round, one.seed, one.method, tables))
    return made


def _make_basis(round_: int, results: Results) -> player_facts.SeatedBy:
    places, points = tuple(sorted(results.places.items())), tuple(sorted(results.points.items()))
    return player_facts.SeatedBy(round_, places, points)


def check_round_number(state: Tournament, round_: int) -> None:
    """Raises `NoDraw` for a round that the tournament does not have."""
    if not 1 <= round_ <= state.opening.rounds:
        raise NoDraw("book.draw.no-such-round", round=round_, rounds=state.opening.rounds)
