"""Who wins and why, and the value of a game: one small function per rule, named with the players' word.

The winner is found by Absagen first, then by Augen, the same in all systems.

Where to look for a rule of the value, such as "keine 90":

* its amount, the games in which it counts, and its place in the order: an entry of `value` in the rule set's TOML file
  (`scoring.counting.rules.Part`)
* its condition: the function below of the entry's name (`RULES`). It sees the game from the winner's side, or from Re's
  when nobody wins, and yields the steps that it adds
* what multiplies: the rules in `FACTORS`, whose steps are `Times`. Each multiplies all that entries above it have added
* which entries a game has at all: `list_parts`; their steps in order: `list_steps`
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from scoring.counting.count_steps import Idle, Line, Sonderpunkte, Step, Times, Turned
from scoring.counting.game import LEVELS, PARTIES, Call, Game, Party, find_other_party
from scoring.counting.rules import Part, RuleSet

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
    return game.get_augen(party) < rules.get_level(level).of(party)


@dataclass(frozen=True, slots=True)
class Case:
    """A game and its winner, None for nobody. Rules look neither at its seats nor at its Sonderpunkte."""

    rules: RuleSet
    game: Game
    winner: Party | None

    @property
    def side(self) -> Party:
        """The party from whose view the steps are counted."""
        return self.winner or "re"


Rule = Callable[[Case, Part], Iterator[Step]]
"""(case, entry of the rule set) -> the steps that it adds."""


def gewonnen(case: Case, part: Part) -> Iterator[Step]:
    """The game is won: "keine 120"."""
    yield _make_line("keine-120", part.points)


def gegen(case: Case, part: Part) -> Iterator[Step]:
    """Won against the party of the Kreuz-Damen, or against the soloist."""
    if case.winner == "kontra":
        yield _make_line("gegen", part.points)


def erreicht(case: Case, part: Part) -> Iterator[Step]:
    """Each level that the loser stayed below; when nobody wins, each party's levels against the other's."""
    for party, points in _list_earners(case, part):
        for level in LEVELS:
            if is_under(case.rules, case.game, find_other_party(party), level):
                name = "erreicht" if case.winner else "erreicht-von"
                yield _make_line(name, points, level=case.rules.get_level(level).title, party=party.capitalize())


def verfehlt(case: Case, part: Part) -> Iterator[Step]:
    """Each level that the loser said and missed counts as if the winner had reached it, once."""
    for level in case.game.calls.list_absagen(find_other_party(case.side)):
        if not is_under(case.rules, case.game, find_other_party(case.side), level):
            yield _make_line("verfehlt", part.points, level=case.rules.get_level(level).title)


def abgesagt(case: Case, part: Part) -> Iterator[Step]:
    """Each level that either party said."""
    for party in PARTIES:
        for level in case.game.calls.list_absagen(party):
            yield _make_line("abgesagt", part.points, level=case.rules.get_level(level).title, party=party.capitalize())


def angesagt(case: Case, part: Part) -> Iterator[Step]:
    """Re and Kontra, where saying them earns points instead of doubling."""
    for party in PARTIES:
        if case.game.calls.of(party) > Call.NOTHING:
            yield _make_line("angesagt", part.points, party=party.capitalize())


def dagegen(case: Case, part: Part) -> Iterator[Step]:
    """Each Absage of the loser against which the winner reached far more than enough: 120 against "keine 90"."""
    for party, points in _list_earners(case, part):
        for level in case.game.calls.list_absagen(find_other_party(party)):
            facts = case.rules.get_level(level)
            if facts.against and case.game.get_augen(party) >= facts.against:
                yield _make_line("dagegen", points, level=facts.title, augen=facts.against, party=party.capitalize())


def solo(case: Case, part: Part) -> Iterator[Step]:
    """What a game of one against three is worth by itself."""
    named = case.rules.sheet.find_solo(case.game.solo) or case.rules.find_kind(case.game.kind)
    assert named
    yield _make_line("solo", part.points, title=named.title)


def sonderpunkte(case: Case, part: Part) -> Iterator[Step]:
    """The winner's Sonderpunkte, less the loser's."""
    entries = (entry for entry in case.rules.sheet.sonderpunkte if not part.only or entry.id in part.only)
    yield Sonderpunkte(part.points, {entry.id: entry.title for entry in entries}, case.side)


def verdoppelt(case: Case, part: Part) -> Iterator[Step]:
    """Re and Kontra each multiply what was counted before."""
    for party in PARTIES:
        if case.game.calls.of(party) > Call.NOTHING:
            yield Times("verdoppelt", part.points, {"party": party.capitalize()})


def bock(case: Case, part: Part) -> Iterator[Step]:
    """A Bock game multiplies all that was counted before."""
    if case.game.bock:
        yield Times("bock", part.points)


_ADDING = (gewonnen, gegen, erreicht, verfehlt, angesagt, abgesagt, dagegen, solo, sonderpunkte)
_MULTIPLYING = (verdoppelt, bock)
RULES: dict[str, Rule] = {rule.__name__: rule for rule in (*_ADDING, *_MULTIPLYING)}
"""The condition of each rule, by the name that a rule set's `value` calls it."""

FACTORS = tuple(rule.__name__ for rule in _MULTIPLYING)
"""Rules whose points multiply what was counted before them."""


OF_THE_KIND = frozenset({"solo", "bock"})
"""Rules that depend only on which game is played. All others depend only on calls, Augen and winner."""

Shared = tuple[tuple[Step, ...], ...]
"""By entry of a rule set its steps; () where its rule is one of `OF_THE_KIND`."""


def list_steps(case: Case, shared: Shared | None = None) -> tuple[Step, ...]:
    """The whole count per opponent. It runs from the winner's side; the last step turns it to Re's.

    `shared`: as `list_shared_steps` gives it for the same calls, Augen and winner, where it was kept.
    """
    game, shared = case.game, shared or list_shared_steps(case)
    parts, idle = _pick_parts(case.rules, game.kind, game.solo, case.winner, game.verworfen is not None)
    steps: list[Step] = []
    for number, part in parts:
        steps += RULES[part.rule](case, part) if part.rule in OF_THE_KIND else shared[number]
    return (*steps, *idle, Turned()) if case.winner == "kontra" else (*steps, *idle)


def list_shared_steps(case: Case) -> Shared:
    """The steps that are the same in every kind of game with these calls, Augen and winner."""
    return tuple(() if part.rule in OF_THE_KIND else tuple(RULES[part.rule](case, part)) for part in case.rules.value)


@lru_cache(maxsize=2**10)
def list_parts(rules: RuleSet, kind: str, solo: str | None) -> tuple[Part, ...]:
    """The entries of the rule set that count in such a game, in order."""
    named = rules.sheet.find_solo(solo)
    others = [p for p in rules.value if p.rule == "solo" and p.only and not (named and named.id in p.only)]
    return tuple(part for part in rules.value if kind in part.kinds and part not in others)


@lru_cache(maxsize=2**10)
def _pick_parts(
    rules: RuleSet, kind: str, solo: str | None, winner: Party | None, verworfen: bool
) -> tuple[tuple[tuple[int, Part], ...], tuple[Idle, ...]]:
    """The entries that count with this winner, each with its place in `value`, and a step for idle Sonderpunkte.

    `verworfen`: the game was lost by a broken rule, so that no Sonderpunkt counts.
    """
    parts = tuple(
        (rules.value.index(part), part)
        for part in list_parts(rules, kind, solo)
        if (part.nobody or winner) and not (verworfen and part.rule == "sonderpunkte")
    )
    titles = {entry.id: entry.title for entry in rules.sheet.sonderpunkte}
    counted = {name for _, part in parts if part.rule == "sonderpunkte" for name in part.only or titles}
    idle = {name: title for name, title in titles.items() if name not in counted}
    return parts, (Idle(idle, all=not counted),) if idle else ()


def _make_line(name: str, points: int, **gaps: object) -> Line:
    return Line(name, points, gaps)


def _list_earners(case: Case, part: Part) -> Iterator[tuple[Party, int]]:
    """Who may earn the points, and how many they are from the winner's view. Both parties may, where nobody wins."""
    for party in (case.winner,) if case.winner else PARTIES:
        yield party, part.points if party == case.side else -part.points
