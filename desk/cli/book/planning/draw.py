"""`kiebitz draw`: the tables of a round, or of all that are still open; or those that a CSV lists."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from desk.book.author import find_author
from desk.exits import Status, WrongUse
from texts.languages import Lang
from texts.sentences import say

if TYPE_CHECKING:
    from tournament.draw.draw_rounds import RoundDraw
    from tournament.record.tournament_state import Tournament

_MOST_TOLD = 5
"""Pairs that meet again that are named; of more, their number."""


@dataclass(frozen=True, slots=True)
class DrawOrder:
    """What the user asked for, as typed. `seed`: None for a random one. `listed`: a CSV with the draw."""

    where: str
    round: int | None
    seed: str | None
    listed: Path | None
    json: bool
    by: str
    lang: Lang


def draw_tables(order: DrawOrder) -> Status:
    """Adds the draw to the file and writes it out."""
    from tournament.filing.player_entries import make_draw_facts, make_schedule, read_listed, seat_rounds
    from tournament.record.open_store import open_store
    from tournament.record.replay import replay

    if order.seed is not None and order.listed is not None:
        raise WrongUse("book.draw.seed-of-list")
    store = open_store(order.where)
    tournament = replay(store.read_entries())
    schedule = make_schedule(tournament)
    if order.listed is not None:
        drawn = read_listed(order.listed, order.round, schedule, tournament)
    else:
        drawn = seat_rounds(schedule, order.round, order.seed)
    store.append(make_draw_facts(drawn), by=find_author(order.by), seen=tournament.head)
    for one in drawn:
        text = _write_json(one, tournament) if order.json else _write_text(one, tournament, order)
        sys.stdout.write(text)
    _tell_repeats(tournament, drawn, order.lang)
    return Status.DONE


def _write_json(drawn: RoundDraw, tournament: Tournament) -> str:
    """One line, in the form that the contract has."""
    from tournament.filing.player_entries import name_players

    names = name_players(tournament, drawn.round)
    tables = [{"table": table.number, "players": [names[start] for start in table.starts]} for table in drawn.tables]
    document = {"kiebitz": 1, "round": drawn.round, "seed": drawn.seed, "tables": tables}
    return json.dumps(document, ensure_ascii=False) + "\n"


def _write_text(drawn: RoundDraw, tournament: Tournament, order: DrawOrder) -> str:
    """A heading, and a line for each table."""
    from tournament.filing.player_entries import name_players

    names = name_players(tournament, drawn.round)
    listed = order.listed is not None
    key = "book.draw.listed-round" if listed else "book.draw.round"
    head = say(order.lang, key, round=drawn.round, seed=order.listed if listed else drawn.seed)
    seated = [(table.number, "; ".join(names[start] for start in table.starts)) for table in drawn.tables]
    lines = [say(order.lang, "book.draw.table", table=number, players=players) for number, players in seated]
    return "\n".join((head, *lines)) + "\n"


def _tell_repeats(tournament: Tournament, drawn: Sequence[RoundDraw], lang: Lang) -> None:
    """Says on standard error which pairs meet again in the rounds that were drawn."""
    from tournament.draw.draw_rounds import find_second_meetings

    new = {one.round: one.tables for one in drawn}
    repeats = [
        (pair, rounds)
        for pair, rounds in find_second_meetings({**tournament.draws, **new}).items()
        if new.keys() & set(rounds)
    ]
    names = {player.start: player.name for player in tournament.players}
    for (one, other), rounds in repeats[:_MOST_TOLD]:
        sys.stderr.write(say(lang, "book.draw.meet-again", one=names[one], other=names[other], rounds=rounds) + "\n")
    if len(repeats) > _MOST_TOLD:
        sys.stderr.write(say(lang, "book.draw.more-pairs", count=len(repeats) - _MOST_TOLD) + "\n")
