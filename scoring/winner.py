"""Who wins: by Absagen first, then by Augen. One frame for all systems; its amounts come from the rule set."""

from __future__ import annotations

from scoring.game import PARTIES, Call, Game, Party, other
from scoring.rules import RuleSet

SAID = ("nothing", "re", "kontra", "both")
"""What was said at all, as the rule sets name it."""


def winner(rules: RuleSet, game: Game) -> Party | None:
    """The party that wins, or None when nobody does: both missed what they said."""
    return next((party for party in PARTIES if wins(rules, game, party)), None)


def wins(rules: RuleSet, game: Game, party: Party) -> bool:
    """Whether the party keeps its own highest Absage; having none, breaks the other's; else has the Augen."""
    own, against = game.calls.absagen(party), game.calls.absagen(other(party))
    if own:
        return under(rules, game, other(party), own[-1])
    if against:
        return not under(rules, game, party, against[-1])
    needs = rules.needs_of(game.calls)
    return game.augen_of(party) >= (needs.re if party == "re" else needs.kontra)


def under(rules: RuleSet, game: Game, party: Party, level: Call) -> bool:
    """Whether the party stayed below that level: too few Augen, or for schwarz no trick."""
    if level is Call.SCHWARZ:
        return game.trickless(party)
    return game.augen_of(party) < rules.level(level).escape(party)

