"""Who wins, and why: by Absagen first, then by Augen. One frame for all systems; its amounts come from the rule set."""

from __future__ import annotations

from typing import Literal

from scoring.counting.game import PARTIES, Call, Game, Party, other
from scoring.counting.rules import RuleSet

SAID = ("nothing", "re", "kontra", "both")
"""What was said at all, as the rule sets name it."""


Why = Literal["verworfen", "own", "against", "augen"]
"""What decides whether a party wins: an offence played out, its own Absage, the other's, or the Augen."""


def winner(rules: RuleSet, game: Game) -> Party | None:
    """The party that wins, or None when nobody does: both missed what they said."""
    return next((party for party in PARTIES if wins(rules, game, party)), None)


def wins(rules: RuleSet, game: Game, party: Party) -> bool:
    """Whether the party keeps its own highest Absage; having none, breaks the other's; else has the Augen. Where one
    party broke a rule and the game is lost for it, the other wins.
    """
    match decided_by(game, party):
        case "verworfen":
            return game.verworfen != party
        case "own":
            return under(rules, game, other(party), game.calls.absagen(party)[-1])
        case "against":
            return not under(rules, game, party, game.calls.absagen(other(party))[-1])
    return game.augen_of(party) >= rules.needs_of(game.calls).of(party)


def decided_by(game: Game, party: Party) -> Why:
    """What decides whether that party wins."""
    if game.verworfen:
        return "verworfen"
    return "own" if game.calls.absagen(party) else "against" if game.calls.absagen(other(party)) else "augen"


def under(rules: RuleSet, game: Game, party: Party, level: Call) -> bool:
    """Whether the party stayed below that level: too few Augen, or for schwarz no trick."""
    if level is Call.SCHWARZ:
        return game.trickless(party)
    return game.augen_of(party) < rules.level(level).escape(party)

