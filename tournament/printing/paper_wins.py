"""Who wins by a rule set, in full, as every sheet's key says it: found by asking the rules, not told beside them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from texts.languages import Lang, pick

if TYPE_CHECKING:
    from scoring.counting.game import Call, Calls, Party
    from scoring.counting.rules import RuleSet

_USUAL = ("Re gewinnt ab {re}, Kontra ab {kontra}", "Re wins from {re}, Kontra from {kontra}")
_SAID = {"re": ("nur Re angesagt", "only Re called"), "kontra": ("nur Kontra angesagt", "only Kontra called"),
         "both": ("beide angesagt", "both called")}
_OTHER = ("{said}: Re ab {re}, Kontra ab {kontra}", "{said}: Re from {re}, Kontra from {kontra}")
_ALIKE = ("{said}: jeder ab {re}", "{said}: each from {re}")
_UNEVEN = ("Absagen: Re unter {re}, Kontra unter {kontra}", "Absagen: Re under {re}, Kontra under {kontra}")
_MISSED = ("verfehlte Absage: nie", "an Absage missed: never")


def wins_line(rules: RuleSet, lang: Lang, *, brief: bool = False) -> str:
    """"Re gewinnt ab 121, Kontra ab 120; nur Kontra angesagt: Re ab 120, Kontra ab 121; verfehlte Absage: nie."

    `brief`: without what holds in every game of Doppelkopf.
    """
    missed = () if brief else (pick(*_MISSED, lang),)
    return "; ".join((*_by_augen(rules, lang), *_by_absage(rules, lang), *missed)) + "."


def _by_augen(rules: RuleSet, lang: Lang) -> Iterator[str]:
    """With how many Augen either party wins: first as usual, then where the calls change it."""
    from scoring.counting.game import Call, Calls

    usual = _least(rules, Calls())
    yield pick(*_USUAL, lang).format(**usual)
    said = {"re": Calls(re=Call.ANSAGE), "kontra": Calls(kontra=Call.ANSAGE), "both": Calls(Call.ANSAGE, Call.ANSAGE)}
    for name, calls in said.items():
        needed = _least(rules, calls)
        if needed != usual:
            words = _ALIKE if needed["re"] == needed["kontra"] else _OTHER
            yield pick(*words, lang).format(said=pick(*_SAID[name], lang), **needed)


def _by_absage(rules: RuleSet, lang: Lang) -> Iterator[str]:
    """Below how many Augen each party must be kept, where that is not alike."""
    re, kontra = (", ".join(str(_escape(rules, party, level)) for level in _levels()) for party in _parties())
    if re != kontra:
        yield pick(*_UNEVEN, lang).format(re=re, kontra=kontra)


def _least(rules: RuleSet, calls: Calls) -> dict[str, int]:
    """The fewest Augen of its own with which each party wins after these calls, by party."""
    from scoring.counting.game import AUGEN, Game
    from scoring.counting.winner import wins

    games = [Game("", calls=calls, augen=augen) for augen in range(AUGEN + 1)]
    return {party: min(game.get_augen(party) for game in games if wins(rules, game, party)) for party in _parties()}


def _escape(rules: RuleSet, party: Party, level: Call) -> int:
    """The fewest Augen with which that party is no longer under the level."""
    from scoring.counting.game import AUGEN, Game
    from scoring.counting.winner import is_under

    games = [Game("", augen=augen) for augen in range(AUGEN + 1)]
    return min(game.get_augen(party) for game in games if not is_under(rules, game, party, level))


def _parties() -> tuple[Party, ...]:
    from scoring.counting.game import PARTIES

    return PARTIES


def _levels() -> tuple[Call, ...]:
    """The Absagen that are told in Augen."""
    from scoring.counting.game import LEVELS, Call

    return tuple(level for level in LEVELS if level is not Call.SCHWARZ)
