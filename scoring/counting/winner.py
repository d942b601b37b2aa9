"""Who wins, and why: by Absagen first, then by Augen. The same in all systems; amounts come from the rule set."""

from __future__ import annotations

from typing import Literal

from scoring.counting.game import PARTIES, Call, Game, Party, find_other_party
from scoring.counting.rules import RuleSet

SAID = ("nothing", "re", "kontra", "both")
"""What was said at all, as the rule sets name it."""


Why = Literal["verworfen", "own", "against", "augen"]
"""What decides whether a party wins: an offence played out, its own Absage, the other's, or the Augen."""


def find_winner(rules: RuleSet, game: Game) -> Party | None:
    """The party that wins, or None when nobody does: both missed what they said."""
    return next((party for party in PARTIES if wins(rules, game, party)), None)


def wins(rules: RuleSet, game: Game, party: Party) -> bool:
    """Whether the party wins: by its own highest Absage, kept; without one, by the other's, missed; else by its Augen.

    A party that lost the game by a broken rule does not win, the other does.
    """
    match find_why(game, party):
        case "verworfen":
            return game.verworfen != party
        case "own":
            return is_under(rules, game, find_other_party(party), game.calls.list_absagen(party)[-1])
        case "against":
            return not is_under(rules, game, party, game.calls.list_absagen(find_other_party(party))[-1])
    return game.get_augen(party) >= rules.get_needs(game.calls).of(party)


def find_why(game: Game, party: Party) -> Why:
    """What decides whether that party wins."""
    if game.verworfen:
        return "verworfen"
    if game.calls.list_absagen(party):
        return "own"
    return "against" if game.calls.list_absagen(find_other_party(party)) else "augen"


def is_under(rules: RuleSet, game: Game, party: Party, level: Call) -> bool:
    """Whether the party stayed below that level: too few Augen, or for schwarz no trick."""
    if level is Call.SCHWARZ:
        return game.is_trickless(party)
    return game.get_augen(party) < rules.get_level(level).get_escape(party)
