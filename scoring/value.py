"""The value of a game: one small function per rule, named with the players' word. Amounts come from the rule set.

Every rule looks at the game from the winner's side and yields the lines that it adds; the rule set lists which rules
count, in which order. When nobody wins, the lines are Re's.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

from scoring import texts
from scoring.game import LEVELS, PARTIES, Call, Game, Party, other
from scoring.rules import Part, RuleSet
from scoring.winner import under
from scoring.words import Words


@dataclass(frozen=True, slots=True)
class Line:
    """One step of the counting: `text` names a sentence in `scoring.texts`, `data` what it speaks of."""

    text: str
    points: int
    data: Mapping[str, object] = field(default_factory=dict, hash=False)

    def words(self, lang: str = "de") -> str:
        """The line in the players' words, without its points."""
        return texts.sentence(lang, self.text, self.data)

    def in_(self, lang: str) -> str:
        """The line with its points: "keine 90 +1"."""
        return f"{self.words(lang)} {self.points:+d}"


@dataclass(frozen=True, slots=True)
class Case:
    """A game and who won it, None for nobody."""

    rules: RuleSet
    game: Game
    winner: Party | None

    @property
    def side(self) -> Party:
        """The party from whose view the lines are counted."""
        return self.winner or "re"


Rule = Callable[[Case, Part, int], Iterator[Line]]
"""(case, the rule set's entry, sum of the lines so far) -> lines."""


def gewonnen(case: Case, part: Part, _: int) -> Iterator[Line]:
    """The game is won: "keine 120"."""
    yield Line("keine-120", part.points)


def gegen(case: Case, part: Part, _: int) -> Iterator[Line]:
    """Won against the party of the Kreuz-Damen, or against the soloist."""
    if case.winner == "kontra":
        yield Line("gegen", part.points)


def erreicht(case: Case, part: Part, _: int) -> Iterator[Line]:
    """Each level that the loser stayed below; when nobody wins, each party's levels against the other's."""
    for party, points in _earners(case, part):
        for level in LEVELS:
            if under(case.rules, case.game, other(party), level):
                data = {"level": case.rules.level(level).title, "party": party.capitalize()}
                yield Line("erreicht" if case.winner else "erreicht-von", points, data)


def verfehlt(case: Case, part: Part, _: int) -> Iterator[Line]:
    """Each level that the loser said and missed counts as if the winner had reached it, once."""
    for level in case.game.calls.absagen(other(case.side)):
        if not under(case.rules, case.game, other(case.side), level):
            yield Line("verfehlt", part.points, {"level": case.rules.level(level).title})


def abgesagt(case: Case, part: Part, _: int) -> Iterator[Line]:
    """Each level that was said, by whom ever."""
    for party in PARTIES:
        for level in case.game.calls.absagen(party):
            yield Line("abgesagt", part.points, {"level": case.rules.level(level).title, "party": party.capitalize()})


def angesagt(case: Case, part: Part, _: int) -> Iterator[Line]:
    """Re and Kontra, where saying them earns points instead of doubling."""
    for party in PARTIES:
        if case.game.calls.of(party) > Call.NOTHING:
            yield Line("angesagt", part.points, {"party": party.capitalize()})


def dagegen(case: Case, part: Part, _: int) -> Iterator[Line]:
    """Each Absage of the loser against which the winner reached far more than enough: 120 against "keine 90"."""
    for party, points in _earners(case, part):
        for level in case.game.calls.absagen(other(party)):
            facts = case.rules.level(level)
            if facts.against and case.game.augen_of(party) >= facts.against:
                data = {"level": facts.title, "augen": facts.against, "party": party.capitalize()}
                yield Line("dagegen", points, data)


def solo(case: Case, part: Part, _: int) -> Iterator[Line]:
    """What a game of one against three is worth by itself."""
    played = case.rules.sheet.solo(case.game.solo or "")
    if not part.only or (played and played.id in part.only):
        title = played.title if played else (case.rules.kind(case.game.kind) or case.rules.kinds[0]).title
        yield Line("solo", part.points, {"title": title})


def sonderpunkte(case: Case, part: Part, _: int) -> Iterator[Line]:
    """The winner's Sonderpunkte, less the loser's."""
    for party, name, count in case.game.extras:
        if part.only and name not in part.only:
            continue
        sign = 1 if party == case.side else -1
        known = case.rules.sheet.sonderpunkt(name)
        title = known.title if known else Words(name, name)
        text = "sonderpunkt" if count == 1 else "sonderpunkte"
        yield Line(text, sign * count * part.points, {"title": title, "count": count, "party": party.capitalize()})


def verdoppelt(case: Case, part: Part, so_far: int) -> Iterator[Line]:
    """Re and Kontra each multiply what was counted before."""
    for party in PARTIES:
        if case.game.calls.of(party) > Call.NOTHING:
            yield Line("verdoppelt", so_far * (part.points - 1), {"party": party.capitalize()})
            so_far *= part.points


def bock(case: Case, part: Part, so_far: int) -> Iterator[Line]:
    """A Bock game multiplies all that was counted before."""
    if case.game.bock:
        yield Line("bock", so_far * (part.points - 1))


RULES: dict[str, Rule] = {
    rule.__name__: rule
    for rule in (
        gewonnen, gegen, erreicht, verfehlt, angesagt, abgesagt, dagegen, solo, sonderpunkte, verdoppelt, bock,
    )
}


def _earners(case: Case, part: Part) -> Iterator[tuple[Party, int]]:
    """Who may earn the points, and how they count from the winner's view: the winner, or both if nobody wins."""
    for party in (case.winner,) if case.winner else PARTIES:
        yield party, part.points if party == case.side else -part.points


def counts(case: Case, part: Part) -> bool:
    """Whether the rule set's entry applies to this kind of game and outcome."""
    return case.game.kind in part.kinds and (part.nobody or case.winner is not None)


def lines_of(case: Case) -> tuple[Line, ...]:
    """The whole count from Re's view, per opponent."""
    lines: list[Line] = []
    for part in case.rules.value:
        if counts(case, part):
            lines.extend(RULES[part.rule](case, part, sum(line.points for line in lines)))
    return (*lines, *_idle_sonderpunkte(case), *_turned(case, sum(line.points for line in lines)))


def _idle_sonderpunkte(case: Case) -> Iterator[Line]:
    """Sonderpunkte were written that do not count here: said openly instead of dropped."""
    parts = [part for part in case.rules.value if part.rule == "sonderpunkte" and counts(case, part)]
    idle = {name for _, name, _ in case.game.extras if not any(not part.only or name in part.only for part in parts)}
    if idle and not parts:
        yield Line("keine-sonderpunkte", 0)
    elif idle:
        titles = tuple(entry.title for entry in case.rules.sheet.sonderpunkte if entry.id in idle)
        yield Line("sonderpunkt-zählt-nicht", 0, {"titles": titles})


def _turned(case: Case, total: int) -> Iterator[Line]:
    """The lines count for the winner; when that is Kontra, Re's value is the opposite."""
    if case.winner == "kontra" and total:
        yield Line("umgekehrt", -2 * total)
