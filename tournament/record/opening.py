"""What is played: title, rules, rounds, games and seats, as they are by the entries so far."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from scoring.counting.game import count_players
from scoring.counting.rules import RuleSet
from scoring.rulesets.load_rules import read_from_texts
from templates.list_sheets import OFFENCE_ROWS
from tournament.record.facts import Opened

_KEY_LETTERS = 8
"""Letters of the first entry's hash that identify a tournament: one in four thousand million has the same."""


@dataclass(frozen=True, slots=True)
class Opening:
    """What is played: the tournament's first entry and what changed it, with the rule set loaded from the text that is
    kept.

    `key`: the first letters of the first entry's hash, which distinguish this tournament from others. `day`: on which
    it is played, "2026-11-28"; "" if nobody said so. `texts`: the rule set's own text, and that of the one that it
    extends. `own_list`: the layout of the club's own list as the text of a file, "" for none.
    """

    key: str
    title: str
    rules: RuleSet
    rounds: int
    games: int
    seats: int
    ties: tuple[str, ...]
    places: tuple[int, ...]
    prizes: tuple[int, ...]
    day: str = ""
    texts: tuple[str, str] = ("", "")
    own_list: str = ""

    def count_games(self, seats: int) -> int:
        """How many games a table of `seats` plays, so that everybody plays as often as at the tournament's usual
        tables. If the tournament plays as many games as the rules say, so do tables of another size."""
        usual = self.rules.sheet.count_games
        if seats == self.seats:
            return self.games
        if self.games == usual(self.seats) and (games := usual(seats)) is not None:
            return games
        per_deal = self.games * count_players(self.seats) * seats
        return -(-per_deal // (self.seats * count_players(seats)))

    def count_rows(self, seats: int) -> int:
        """How many rows a table of `seats` may write: its games, and rows for offences that are no game."""
        return self.count_games(seats) + (0 if self.rules.offence.counts_as_game else OFFENCE_ROWS)


def load_opening(hash_: str, fact: Opened, day: str, own_list: str) -> Opening:
    """What is played, by the first entry as it was changed. `hash_`: the first entry's; the rest as in `Opening`."""
    rules = load_rules(fact.rules_id, fact.rules_toml, fact.base_toml)
    rest = (fact.rounds, fact.games, fact.seats, fact.ties, fact.places, fact.prizes)
    texts = fact.rules_toml, fact.base_toml
    return Opening(hash_[:_KEY_LETTERS], fact.title, rules, *rest, day=day, texts=texts, own_list=own_list)


@lru_cache
def load_rules(name: str, own: str, base: str) -> RuleSet:
    """The rule set of these texts. Cached, so that equal texts give one object: many other caches depend on it."""
    return read_from_texts(f"{name}.toml", own, base)
