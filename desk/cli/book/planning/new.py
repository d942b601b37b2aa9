"""`kiebitz new`: a tournament's file with its rules and players."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from desk.book.author import find_author
from desk.exits import Status, WrongUse
from desk.rules import load_rules
from texts.languages import Lang
from texts.sentences import say
from tournament.printing.sheet_orders import choose_games

_MOST_TOLD = 10
"""Pairs of names that are told; of more, their number."""


@dataclass(frozen=True, slots=True)
class NewOrder:
    """What the user asked for, as typed. `games`: None for the rules' own. `ties`, `places`, `prizes`: with commas."""

    where: str
    rules: str
    title: str
    rounds: int
    games: int | None
    seats: int
    players: Path | None
    by: str
    lang: Lang
    ties: str = ""
    places: str = ""
    prizes: str = ""


def make_tournament(order: NewOrder) -> Status:
    """Writes the file, and tells what it holds and which names are alike."""
    from scoring.rulesets.load_rules import load_texts
    from tournament.filing.people_files import read_player_list
    from tournament.record.facts import Opened
    from tournament.record.open_store import create_store
    from tournament.record.record_errors import SUFFIX, is_url

    if not is_url(order.where) and Path(order.where).suffix.lower() != SUFFIX:
        raise WrongUse("desk.use.wrong-ending", path=order.where, suffix=SUFFIX)
    rules = load_rules(order.rules)
    games = choose_games(rules, order.seats, order.games)
    own, base = load_texts(order.rules)
    opened = Opened(
        " ".join(order.title.split()),
        rules.id,
        own,
        order.rounds,
        games,
        order.seats,
        base,
        _read_ties(order.ties),
        _read_amounts(order.places, "--places", 1),
        _read_amounts(order.prizes, "--prizes", 100),
    )
    players = read_player_list(order.players) if order.players is not None else ()
    store = create_store(order.where, [opened, *players], by=find_author(order.by))
    told = say(order.lang, "book.new.written", where=store.where, players=len(players), rounds=order.rounds)
    sys.stderr.write(f"{told}\n")
    tell_look_alikes([player.name for player in players], None, order.lang)
    return Status.DONE


def _read_ties(typed: str) -> tuple[str, ...]:
    """The rules for ties, in order. Raises UnknownTieRule."""
    from tournament.standings.ties import check_chain

    chain = tuple(word.strip().lower() for word in typed.split(",") if word.strip())
    if chain:
        check_chain(chain)
    return chain


def _read_amounts(typed: str, option: str, scale: int) -> tuple[int, ...]:
    """Whole numbers by place, `scale` times as large. Raises WrongUse for what is none or grows from place to place."""
    try:
        amounts = tuple(int(word) * scale for word in typed.split(",")) if typed.strip() else ()
    except ValueError as error:
        raise WrongUse("standings.use.no-numbers", option=option) from error
    if min(amounts, default=0) < 0 or list(amounts) != sorted(amounts, reverse=True):
        raise WrongUse("standings.use.no-numbers", option=option)
    return amounts


def tell_look_alikes(names: Sequence[str], new: Sequence[str] | None, lang: Lang) -> None:
    """Says which names are easily mistaken for one another; with `new` only those that are like one of these."""
    from tournament.evening.name_matching import find_look_alikes

    pairs = find_look_alikes(names, new)
    for one, other in pairs[:_MOST_TOLD]:
        sys.stderr.write(say(lang, "book.players.alike", one=one, other=other) + "\n")
    if len(pairs) > _MOST_TOLD:
        sys.stderr.write(say(lang, "book.players.more-alike", count=len(pairs) - _MOST_TOLD) + "\n")
