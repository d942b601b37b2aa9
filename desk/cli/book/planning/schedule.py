"""What the draw needs to know, taken from a tournament's state."""

from __future__ import annotations

import re

from tournament.draw.rounds import Schedule
from tournament.draw.tables import Lineup
from tournament.record.state import Tournament


def make_schedule(tournament: Tournament) -> Schedule:
    """Who plays in each round, the draws so far, and the rounds of which sheets are in."""
    rounds = range(1, tournament.opening.rounds + 1)
    found = (re.match(r"r(\d+)\.", key) for key in tournament.sheets)
    scanned = {int(key[1]) for key in found if key}
    origins = {round_: (fact.seed, fact.method) for round_, fact in tournament.drawn.items()}
    lineups = {round_: _list_players(tournament, round_) for round_ in rounds}
    return Schedule(lineups, tournament.draws, scanned, origins)


def _list_players(tournament: Tournament, round_: int) -> Lineup:
    players = [player for player in tournament.players if player.plays(round_)]
    fixed = {player.start: player.fixed_table for player in players if player.fixed_table is not None}
    opening = tournament.opening
    return Lineup(tuple(player.start for player in players), fixed, opening.seats, opening.rules.sheet.seats)
