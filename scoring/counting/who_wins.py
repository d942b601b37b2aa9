"""Who wins a game: by Absagen first, then by Augen, the same in all systems. The Augen are data of the rule set."""

from __future__ import annotations

from typing import Literal

from scoring.counting.game import PARTIES, Game, Party, find_other_party
from scoring.counting.rules import RuleSet, is_under

SAID = ("nothing", "re", "kontra", "both")
"""What was said at all, as the rule sets name it."""


Why = Literal["verworfen", "ramsch", "own", "against", "augen"]
"""What decides whether a party wins: a broken rule, the kind of game, its own Absage, the other's, or the Augen."""


def find_winner(rules: RuleSet, game: Game) -> Party | None:
    """The party that wins, or None when nobody does: both missed what they said."""
    return next((party for party in PARTIES if wins(rules, game, party)), None)


def wins(rules: RuleSet, game: Game, party: Party) -> bool:
    """Whether the party wins: by its own highest Absage, kept; without one, by the other's, missed; else by its Augen.

    A party that lost the game by a broken rule does not win, the other does. An Absage above 120 is kept by many who do
    not win: it takes the Augen, too. In a Ramsch those win who do not pay, but for who makes all tricks.
    """
    match find_why(rules, game, party):
        case "verworfen":
            return game.verworfen != party
        case "ramsch":
            return (party == "re") == is_durchmarsch(rules, game)
        case "own":
            kept = is_under(rules, game, find_other_party(party), game.calls.list_absagen(party)[-1])
            return kept and (_has_augen(rules, game, party) or not _is_above_half(rules, game, party))
        case "against":
            other = find_other_party(party)
            missed = not is_under(rules, game, party, game.calls.list_absagen(other)[-1])
            return missed or (_has_augen(rules, game, party) and _is_above_half(rules, game, other))
    return _has_augen(rules, game, party)


def find_why(rules: RuleSet, game: Game, party: Party) -> Why:
    """What decides whether that party wins."""
    kind = rules.find_kind(game.kind)
    if game.verworfen:
        return "verworfen"
    if kind and kind.is_ramsch:
        return "ramsch"
    if rules.find_needs(game.calls):
        return "augen"
    if game.calls.list_absagen(party):
        return "own"
    return "against" if game.calls.list_absagen(find_other_party(party)) else "augen"


def is_durchmarsch(rules: RuleSet, game: Game) -> bool:
    """Whether one made all tricks of a Ramsch, where that wins it."""
    kind = rules.find_kind(game.kind)
    return bool(kind and kind.durchmarsch and game.augen is not None and game.is_trickless("kontra"))


def find_reason(rules: RuleSet, game: Game, party: Party) -> str:
    """Why the winner wins, for a sentence: as `find_why`, but the Augen where an Absage above 120 did not decide."""
    why, other = find_why(rules, game, party), find_other_party(party)
    if why == "ramsch" and is_durchmarsch(rules, game):
        return "durchmarsch"
    by_own = why == "own" and _is_above_half(rules, game, party)
    kept = why == "against" and is_under(rules, game, party, game.calls.list_absagen(other)[-1])
    return "augen" if by_own or kept else why


def _has_augen(rules: RuleSet, game: Game, party: Party) -> bool:
    return game.get_augen(party) >= rules.get_needs(game.calls).of(party)


def _is_above_half(rules: RuleSet, game: Game, party: Party) -> bool:
    """Whether the party's highest Absage is kept by some who have not the Augen to win."""
    other = find_other_party(party)
    return rules.get_level(game.calls.list_absagen(party)[-1]).of(other) > rules.get_needs(game.calls).of(other)
