"""Who wins by a rule set, in full, as every sheet's key says it: found by asking the rules, not written beside them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from texts.languages import Lang
from texts.sentences import say

if TYPE_CHECKING:
    from scoring.counting.game import Call, Calls, Party
    from scoring.counting.rules import RuleSet


def write_wins_line(rules: RuleSet, lang: Lang, *, brief: bool = False) -> str:
    """ "Re gewinnt ab 121, Kontra ab 120; nur Kontra angesagt: Re ab 120, Kontra ab 121; verfehlte Absage: nie."

    `brief`: without what holds in every game of Doppelkopf.
    """
    missed = () if brief else (say(lang, "printing.wins.missed"),)
    return "; ".join((*_write_by_augen(rules, lang), *_write_by_absage(rules, lang), *missed)) + "."


def _write_by_augen(rules: RuleSet, lang: Lang) -> Iterator[str]:
    """With how many Augen either party wins: first as usual, then where the calls change it."""
    from scoring.counting.game import Call, Calls

    usual = _find_least(rules, Calls())
    yield say(lang, "printing.wins.usual", **usual)
    called = {"re": Calls(re=Call.ANSAGE), "kontra": Calls(kontra=Call.ANSAGE), "both": Calls(Call.ANSAGE, Call.ANSAGE)}
    for who, calls in called.items():
        needed = _find_least(rules, calls)
        if needed != usual:
            alike = "-alike" if needed["re"] == needed["kontra"] else ""
            yield say(lang, f"printing.wins.{who}{alike}", **needed)


def _write_by_absage(rules: RuleSet, lang: Lang) -> Iterator[str]:
    """Below how many Augen an Absage keeps each party, where the parties differ."""
    re, kontra = (
        ", ".join(str(_find_escape(rules, party, level)) for level in _list_levels()) for party in _list_parties()
    )
    if re != kontra:
        yield say(lang, "printing.wins.absagen", re=re, kontra=kontra)


def _find_least(rules: RuleSet, calls: Calls) -> dict[str, int]:
    """The fewest Augen of its own with which each party wins after these calls, by party."""
    from scoring.counting.game import AUGEN, Game
    from scoring.counting.game_value import wins

    games = [Game("", calls=calls, augen=augen) for augen in range(AUGEN + 1)]
    return {
        party: min(game.get_augen(party) for game in games if wins(rules, game, party)) for party in _list_parties()
    }


def _find_escape(rules: RuleSet, party: Party, level: Call) -> int:
    """The fewest Augen with which that party is no longer under the level."""
    from scoring.counting.game import AUGEN, Game
    from scoring.counting.game_value import is_under

    games = [Game("", augen=augen) for augen in range(AUGEN + 1)]
    return min(game.get_augen(party) for game in games if not is_under(rules, game, party, level))


def _list_parties() -> tuple[Party, ...]:
    """Re and Kontra."""
    from scoring.counting.game import PARTIES

    return PARTIES


def _list_levels() -> tuple[Call, ...]:
    """The Absagen that are a number of Augen: all but schwarz."""
    from scoring.counting.game import LEVELS, Call

    return tuple(level for level in LEVELS if level is not Call.SCHWARZ)
