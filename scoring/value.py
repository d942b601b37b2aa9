"""The value of a game: one small function per rule, named with the players' word. Amounts come from the rule set.

Every rule looks at the game from the winner's side and yields the steps that it adds; the rule set lists which rules
count, in which order. When nobody wins, the steps are Re's.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from scoring.game import LEVELS, PARTIES, Call, Calls, Game, Party, other
from scoring.rules import Part, RuleSet
from scoring.steps import Idle, Line, Sonderpunkte, Step, Times, Turned
from scoring.winner import under


@dataclass(frozen=True, slots=True)
class Case:
    """A game and who won it, None for nobody. No rule asks for its seats, nor for its Sonderpunkte."""

    rules: RuleSet
    game: Game
    winner: Party | None

    @property
    def side(self) -> Party:
        """The party from whose view the steps are counted."""
        return self.winner or "re"


Rule = Callable[[Case, Part], Iterator[Step]]
"""(case, the rule set's entry) -> steps."""


def gewonnen(case: Case, part: Part) -> Iterator[Step]:
    """The game is won: "keine 120"."""
    yield _line("keine-120", part.points)


def gegen(case: Case, part: Part) -> Iterator[Step]:
    """Won against the party of the Kreuz-Damen, or against the soloist."""
    if case.winner == "kontra":
        yield _line("gegen", part.points)


def erreicht(case: Case, part: Part) -> Iterator[Step]:
    """Each level that the loser stayed below; when nobody wins, each party's levels against the other's."""
    for party, points in _earners(case, part):
        for level in LEVELS:
            if under(case.rules, case.game, other(party), level):
                text = "erreicht" if case.winner else "erreicht-von"
                yield _line(text, points, level=case.rules.level(level).title, party=party.capitalize())


def verfehlt(case: Case, part: Part) -> Iterator[Step]:
    """Each level that the loser said and missed counts as if the winner had reached it, once."""
    for level in case.game.calls.absagen(other(case.side)):
        if not under(case.rules, case.game, other(case.side), level):
            yield _line("verfehlt", part.points, level=case.rules.level(level).title)


def abgesagt(case: Case, part: Part) -> Iterator[Step]:
    """Each level that was said, by whom ever."""
    for party in PARTIES:
        for level in case.game.calls.absagen(party):
            yield _line("abgesagt", part.points, level=case.rules.level(level).title, party=party.capitalize())


def angesagt(case: Case, part: Part) -> Iterator[Step]:
    """Re and Kontra, where saying them earns points instead of doubling."""
    for party in PARTIES:
        if case.game.calls.of(party) > Call.NOTHING:
            yield _line("angesagt", part.points, party=party.capitalize())


def dagegen(case: Case, part: Part) -> Iterator[Step]:
    """Each Absage of the loser against which the winner reached far more than enough: 120 against "keine 90"."""
    for party, points in _earners(case, part):
        for level in case.game.calls.absagen(other(party)):
            facts = case.rules.level(level)
            if facts.against and case.game.augen_of(party) >= facts.against:
                yield _line("dagegen", points, level=facts.title, augen=facts.against, party=party.capitalize())


def solo(case: Case, part: Part) -> Iterator[Step]:
    """What a game of one against three is worth by itself."""
    played = case.rules.sheet.solo(case.game.solo or "")
    if not part.only or (played and played.id in part.only):
        title = played.title if played else (case.rules.kind(case.game.kind) or case.rules.kinds[0]).title
        yield _line("solo", part.points, title=title)


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


RULES: dict[str, Rule] = {
    rule.__name__: rule
    for rule in (
        gewonnen, gegen, erreicht, verfehlt, angesagt, abgesagt, dagegen, solo, sonderpunkte, verdoppelt, bock,
    )
}


OF_THE_KIND = frozenset({"solo", "bock"})
"""Rules that ask which kind of game it is; all others ask for the calls, the Augen and the winner alone."""


def steps_of(case: Case) -> tuple[Step, ...]:
    """The whole count, per opponent: from the winner's side, and at the end from Re's."""
    entries, idle = _counting(case.rules, case.game.kind, case.winner is not None)
    alike = _alike(case.rules, case.game.calls, case.game.augen, case.game.no_trick, case.winner)
    steps: list[Step] = []
    for number, part in entries:
        steps += RULES[part.rule](case, part) if part.rule in OF_THE_KIND else alike[number]
    return (*steps, *idle, *((Turned(),) if case.winner == "kontra" else ()))


@lru_cache(maxsize=2**12)
def _alike(
    rules: RuleSet, calls: Calls, augen: int | None, no_trick: Party | None, winner: Party | None
) -> tuple[tuple[Step, ...], ...]:
    """For each entry of the rule set its steps, which all kinds of game share; () where the rule asks for the kind."""
    case = Case(rules, Game("", calls=calls, augen=augen, no_trick=no_trick), winner)
    return tuple(
        () if part.rule in OF_THE_KIND else tuple(RULES[part.rule](case, part)) for part in rules.value
    )


@lru_cache(maxsize=256)
def _counting(rules: RuleSet, kind: str, won: bool) -> tuple[tuple[tuple[int, Part], ...], tuple[Step, ...]]:
    """The rule set's entries (with their numbers) that apply to this kind of game and outcome, and what becomes of
    idle Sonderpunkte."""
    entries = tuple((n, part) for n, part in enumerate(rules.value) if kind in part.kinds and (part.nobody or won))
    titles = {entry.id: entry.title for entry in rules.sheet.sonderpunkte}
    counted = {name for _, part in entries if part.rule == "sonderpunkte" for name in part.only or titles}
    idle = {name: title for name, title in titles.items() if name not in counted}
    return entries, (Idle(idle, all=not counted),) if idle else ()


def _line(text: str, points: int, **data: object) -> Line:
    return Line(text, points, data)


def _earners(case: Case, part: Part) -> Iterator[tuple[Party, int]]:
    """Who may earn the points, and how they count from the winner's view: the winner, or both if nobody wins."""
    for party in (case.winner,) if case.winner else PARTIES:
        yield party, part.points if party == case.side else -part.points
