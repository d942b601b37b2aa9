"""Who wins and why, and the value of a game: one small function per rule, named with the players' word.

The winner is found by Absagen first, then by Augen, the same in all systems; amounts come from the rule set. Every
rule looks at the game from the winner's side and yields the steps that it adds; the rule set lists which rules count,
in which order. When nobody wins, the steps are Re's.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
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
    return game.get_augen(party) < rules.get_level(level).get_escape(party)


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
    played = case.rules.sheet.find_solo(case.game.solo)
    if not part.only or (played and played.id in part.only):
        named = played or case.rules.find_kind(case.game.kind)
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


RULES: dict[str, Rule] = {
    rule.__name__: rule
    for rule in (
        gewonnen,
        gegen,
        erreicht,
        verfehlt,
        angesagt,
        abgesagt,
        dagegen,
        solo,
        sonderpunkte,
        verdoppelt,
        bock,
    )
}


FACTORS = ("verdoppelt", "bock")
"""Rules whose points multiply what was counted before them."""

OF_THE_KIND = frozenset({"solo", "bock"})
"""Rules that depend only on which game is played. All others depend only on calls, Augen and winner."""

Shared = tuple[tuple[Step, ...], ...]
"""By entry of a rule set its steps; () where its rule is one of `OF_THE_KIND`."""


def list_steps(case: Case) -> tuple[Step, ...]:
    """The whole count per opponent. It runs from the winner's side; the last step turns it to Re's."""
    return join_steps(case, list_shared_steps(case))


def list_shared_steps(case: Case) -> Shared:
    """The steps that are the same in every game with these calls, Augen and winner."""
    return tuple(() if part.rule in OF_THE_KIND else tuple(RULES[part.rule](case, part)) for part in case.rules.value)


def join_steps(case: Case, shared: Shared) -> tuple[Step, ...]:
    """All steps of the game: `shared` as far as they apply to its kind, and those of the kind itself."""
    game, lost = case.game, case.game.verworfen is not None
    entries, last = _find_counting(case.rules, game.kind, game.solo, game.bock, case.winner, lost)
    steps: list[Step] = []
    for number, own in entries:
        steps += own or shared[number]
    return (*steps, *last)


@lru_cache(maxsize=2**10)
def find_stand_in(rules: RuleSet, kind: str, solo: str | None) -> tuple[str, str | None]:
    """The first (kind, solo) of the rule set that counts exactly as this one does, whatever is said and reached."""
    games = (*((entry.id, None) for entry in rules.kinds), *(("solo", entry.id) for entry in rules.sheet.solos))
    own = _list_countings(rules, kind, solo)
    return next(game for game in games if _list_countings(rules, *game) == own)


def _list_countings(rules: RuleSet, kind: str, solo: str | None) -> list[object]:
    """How the game counts, in Bock and outside it, for every winner."""
    ways = product((False, True), (*PARTIES, None))
    return [_find_counting(rules, kind, solo, bock, winner) for bock, winner in ways]


@lru_cache(maxsize=2**10)
def _find_counting(
    rules: RuleSet, kind: str, solo: str | None, bock: bool, winner: Party | None, verworfen: bool = False
) -> tuple[tuple[tuple[int, tuple[Step, ...]], ...], tuple[Step, ...]]:
    """Which entries count in this game with this winner: (entries, last steps).

    entries: the numbers of the entries, each with the steps of the kind itself, if any. last steps: Sonderpunkte that
    do not count, and the turn to Re's side. `verworfen`: lost by a broken rule, so that no Sonderpunkt counts.
    """
    case = Case(rules, Game(kind, solo=solo, bock=bock), winner)
    applied = [
        (n, part)
        for n, part in enumerate(rules.value)
        if kind in part.kinds and (part.nobody or winner) and not (verworfen and part.rule == "sonderpunkte")
    ]
    entries = tuple((n, tuple(RULES[part.rule](case, part)) if part.rule in OF_THE_KIND else ()) for n, part in applied)
    titles = {entry.id: entry.title for entry in rules.sheet.sonderpunkte}
    counted = {name for _, part in applied if part.rule == "sonderpunkte" for name in part.only or titles}
    idle = {name: title for name, title in titles.items() if name not in counted}
    last = (Idle(idle, all=not counted),) if idle else ()
    return entries, (*last, Turned()) if winner == "kontra" else last


def _make_line(name: str, points: int, **gaps: object) -> Line:
    return Line(name, points, gaps)


def _list_earners(case: Case, part: Part) -> Iterator[tuple[Party, int]]:
    """Who may earn the points, and how many they are from the winner's view. Both parties may, where nobody wins."""
    for party in (case.winner,) if case.winner else PARTIES:
        yield party, part.points if party == case.side else -part.points
