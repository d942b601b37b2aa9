"""Ranks the players: by the total or another score, and then by the tournament's rules for ties."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import ClassVar, Protocol

from texts.sentences import Phrase, SpokenError
from tournament.near_names import fold_name
from tournament.standings.places import Player, Round, Standing, find_last_round, group_by_key, number_places
from tournament.standings.scorings import PLAIN, Scoring, score_players


@dataclass(frozen=True, slots=True)
class TieFacts:
    """What a rule needs besides the tied players. `seed`: of the lot. `last`: the tournament's last round so far."""

    seed: str
    last: Round


TieRule = Callable[[Sequence[Player], TieFacts], list[int]]
"""A function that returns a number for each of several tied players; more is better."""


def _compare_directly(tied: Sequence[Player], facts: TieFacts) -> list[int]:
    """By how many points each was better than the others at the tables that they shared.

    It decides nothing unless every two of them met: otherwise two who never met would count as equal.
    """
    at = [{one.sheet: one.points for one in player.sittings} for player in tied]
    pairs = [(mine, other) for mine in range(len(at)) for other in range(mine + 1, len(at))]
    if any(at[mine].keys().isdisjoint(at[other]) for mine, other in pairs):
        return [0] * len(at)
    better = [0] * len(at)
    for mine, other in pairs:
        by = sum(at[mine][sheet] - at[other][sheet] for sheet in at[mine].keys() & at[other].keys())
        better[mine] += by
        better[other] -= by
    return better


def _draw_lots(tied: Sequence[Player], facts: TieFacts) -> list[int]:
    """The smallest SHA-256 of the seed, a colon, and the start number or else the name wins; anyone can work it out
    again."""
    lots = (sha256(f"{facts.seed}:{player.start or player.name}".encode()).hexdigest() for player in tied)
    return [-int(lot, 16) for lot in lots]


TIE_RULES: Mapping[str, TieRule] = {
    "total": lambda tied, _: [player.total for player in tied],
    "best-round": lambda tied, _: [player.best_round for player in tied],
    "last-round": lambda tied, facts: [player.get_points(facts.last) or 0 for player in tied],
    "solos-won": lambda tied, _: [player.solos_won for player in tied],
    "direct-meeting": _compare_directly,
    "lot": _draw_lots,
}
SHARED = "shared"
"""The word that may end a chain: players who still tie share the place, as they would without it."""

TIE_CHAIN = ("total", SHARED)
"""The chain of a tournament that names no other one."""


class UnknownTieRule(SpokenError):
    """A chain names a rule that does not exist, or does not begin with the total."""

    exit_status: ClassVar[int] = 2


def check_chain(chain: Sequence[str]) -> tuple[str, ...]:
    """The chain without `SHARED` at its end. Raises UnknownTieRule."""
    rules = tuple(chain[:-1] if chain and chain[-1] == SHARED else chain)
    if rules[:1] != ("total",):
        raise UnknownTieRule("standings.chain-begins", rule="total")
    if wrong := [rule for rule in rules if rule not in TIE_RULES]:
        raise UnknownTieRule("standings.no-such-rule", rule=wrong[0], known=(*TIE_RULES, SHARED))
    return rules


def name_tie_rules(chain: Sequence[str], *, scored: bool = False) -> Phrase:
    """How that chain decides ties, in one sentence; () is the usual chain. `scored`: another score counts before the
    total, which then is the first rule for ties."""
    rules = [rule for rule in chain if rule not in TIE_CHAIN]
    rules = ["total", *rules] if scored else rules
    if not rules:
        return Phrase("standings.ties.shared")
    which = "lot" if rules[-1] == "lot" else "parted"
    key = f"standings.ties.{which}-score" if scored else f"standings.ties.{which}"
    return Phrase(key, {"rules": tuple(Phrase(f"standings.rule.{rule}") for rule in rules)})


class Parted(Protocol):
    """A line of a list with its place, and the rule for ties that decided it."""

    @property
    def place(self) -> int:
        """The place."""

    @property
    def parted_by(self) -> str:
        """The rule, "" for none."""


def name_parted(standings: Sequence[Parted]) -> tuple[Phrase, ...]:
    """One sentence on which rules decided between equal totals, each with the places; () if none did."""
    places: dict[str, list[str]] = {}
    for one in standings:
        if one.parted_by:
            places.setdefault(one.parted_by, []).append(str(one.place))
    rules = tuple(
        Phrase("standings.ties.by", {"rule": Phrase(f"standings.rule.{rule}"), "places": tuple(dict.fromkeys(found))})
        for rule, found in places.items()
    )
    return (Phrase("standings.ties.decided", {"rules": rules}),) if rules else ()


def rank_players(
    players: Sequence[Player],
    chain: Sequence[str] = TIE_CHAIN,
    seed: str = "",
    scoring: Scoring = PLAIN,
    last: int | None = None,
) -> tuple[Standing, ...]:
    """The players by place; players who share one are in the order of their names. `last`: the last round, where these
    are not all players; None for the last one of these.

    Who withdrew comes behind all others, who was disqualified behind these; then counts what places go by. A rule
    parts only players whom all rules before it left together.
    """
    rules = check_chain(chain)
    facts = TieFacts(seed, find_last_round(players) if last is None else last)
    scores = {} if scoring.is_plain else score_players(players, scoring)
    ranked = group_by_key(players, lambda one: (-one.rank_group, scores.get(one.number, 0)))
    groups = [(group, "") for group in ranked]
    for rule in rules:
        groups = [
            parted
            for group in groups
            for parted in (_part(*group, rule, facts, named=bool(scores)) if len(group[0]) > 1 else (group,))
        ]
    named = [sorted(tied, key=lambda one: (fold_name(one.name), one.name)) for tied, _ in groups]
    parted_by = [by for tied, by in groups for _ in tied]
    placed = zip(number_places(named), parted_by, strict=True)
    return tuple(Standing(place, shared, one, by, scores.get(one.number)) for (place, shared, one), by in placed)


def compare_tied(players: Sequence[Player], tied: Sequence[Player], rule: str) -> Mapping[int, int]:
    """By player's number the rule's value for each of the `tied`, of all `players`; empty for the lot, and if no rule
    decided between them."""
    if rule not in TIE_RULES or rule == "lot":
        return {}
    numbers = TIE_RULES[rule](tied, TieFacts("", find_last_round(players)))
    return dict(zip((player.number for player in tied), numbers, strict=True))


def _part(tied: list[Player], by: str, rule: str, facts: TieFacts, *, named: bool) -> list[tuple[list[Player], str]]:
    """Tied players in groups by one more rule, the best first, each with the rule that parted it from the others; the
    total is a rule to be `named` where something else counts before it."""
    keys = dict(zip((player.number for player in tied), TIE_RULES[rule](tied, facts), strict=True))
    groups = group_by_key(tied, lambda player: keys[player.number])
    by = rule if len(groups) > 1 and (named or rule != "total") else by
    return [(group, by) for group in groups]
