"""The value of a game: one small function per rule, named with the players' word.

Where to look for a rule of the value, such as "keine 90":

* its amount, the games in which it counts, and its place in the order: an entry of `value` in the rule set's TOML file
  (`scoring.counting.counted_entries.Part`)
* its condition: the function below of the entry's name (`RULES`). It sees the game from the winner's side, or from Re's
  when nobody wins, and yields the steps that it adds
* what multiplies: the rules in `FACTORS`, whose steps are `Times`. Each multiplies all that entries above it have
  added, but for those that name it in `outside`
* what else must hold for an entry: `CONDITIONS`, by the names in its `when`
* which entries a game has at all: `list_parts`; their steps in order: `list_steps`
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from scoring.counting.count_steps import Apart, Idle, Line, Sonderpunkte, Step, Times, Turned
from scoring.counting.counted_entries import OF_SOLOS, Part, name_said
from scoring.counting.game import ANSAGE, AUGEN, NOTHING, PARTIES, Game, Party, find_other_party
from scoring.counting.rules import RuleSet, is_under
from texts.sentences import Words


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


def ungeteilt(case: Case, part: Part) -> Iterator[Step]:
    """The game is won; not where both have 120 Augen and nobody made an Absage ("gespaltener Arsch")."""
    if case.game.augen != AUGEN // 2 or any(case.game.calls.list_absagen(party) for party in PARTIES):
        yield _make_line("keine-120", part.points)


def gegen(case: Case, part: Part) -> Iterator[Step]:
    """Won against the party of the Kreuz-Damen, or against the soloist."""
    if case.winner == "kontra":
        yield _make_line("gegen", part.points)


def erreicht(case: Case, part: Part) -> Iterator[Step]:
    """Each level that the loser stayed below; when nobody wins, each party's levels against the other's."""
    for party, points in _list_earners(case, part):
        for level in _list_levels(case, part, case.rules.absagen):
            if is_under(case.rules, case.game, find_other_party(party), level):
                name = "erreicht" if case.winner else "erreicht-von"
                yield _make_line(name, points, level=case.rules.get_level(level).title, party=party.capitalize())


def verfehlt(case: Case, part: Part) -> Iterator[Step]:
    """Each level that the loser said and missed counts as if the winner had reached it, once."""
    for level in _list_levels(case, part, case.game.calls.list_absagen(find_other_party(case.side))):
        if not is_under(case.rules, case.game, find_other_party(case.side), level):
            yield _make_line("verfehlt", part.points, level=case.rules.get_level(level).title)


def gescheitert(case: Case, part: Part) -> Iterator[Step]:
    """Each level that the loser said and the winner escaped."""
    loser = find_other_party(case.side)
    for level in _list_levels(case, part, case.game.calls.list_absagen(loser)):
        if not is_under(case.rules, case.game, case.side, level):
            title = case.rules.get_level(level).title
            yield _make_line("gescheitert", part.points, level=title, party=loser.capitalize())


def verspielt(case: Case, part: Part) -> Iterator[Step]:
    """Each level that the loser said counts for the winner, whether the loser kept it or not."""
    loser = find_other_party(case.side)
    for level in _list_levels(case, part, case.game.calls.list_absagen(loser)):
        yield _make_line("verspielt", part.points, level=case.rules.get_level(level).title, party=loser.capitalize())


def abgesagt(case: Case, part: Part) -> Iterator[Step]:
    """Each level that either party said."""
    for party in PARTIES:
        for level in _list_levels(case, part, case.game.calls.list_absagen(party)):
            yield _make_line("abgesagt", part.points, level=case.rules.get_level(level).title, party=party.capitalize())


def angesagt(case: Case, part: Part) -> Iterator[Step]:
    """Re and Kontra, where saying them earns points instead of doubling."""
    for party in _list_callers(case, part):
        yield _make_line("angesagt", part.points, party=party.capitalize())


def dagegen(case: Case, part: Part) -> Iterator[Step]:
    """Each Absage of the loser against which the winner reached far more than enough: 120 against "keine 90"."""
    for party, points in _list_earners(case, part):
        for level in _list_levels(case, part, case.game.calls.list_absagen(find_other_party(party))):
            facts = case.rules.get_level(level)
            if facts.against and case.game.get_augen(party) >= facts.against:
                yield _make_line("dagegen", points, level=facts.title, augen=facts.against, party=party.capitalize())


def solo(case: Case, part: Part) -> Iterator[Step]:
    """What a kind of game, or a solo, is worth by itself."""
    yield _make_line("solo", part.points, title=_find_title(case))


def sonderpunkte(case: Case, part: Part) -> Iterator[Step]:
    """The winner's Sonderpunkte, less the loser's."""
    entries = (entry for entry in case.rules.sheet.sonderpunkte if not part.only or entry.id in part.only)
    yield Sonderpunkte(part.points, {entry.id: entry.title for entry in entries}, case.side)


def verdoppelt(case: Case, part: Part) -> Iterator[Step]:
    """Re and Kontra each multiply what was counted before."""
    for party in _list_callers(case, part):
        yield Times("verdoppelt", part.points, {"party": party.capitalize()})


def absage_verdoppelt(case: Case, part: Part) -> Iterator[Step]:
    """Each Absage of either party multiplies what was counted before."""
    for party in PARTIES:
        for level in _list_levels(case, part, case.game.calls.list_absagen(party)):
            gaps = {"level": case.rules.get_level(level).title, "party": party.capitalize(), "factor": part.points}
            yield Times("absage-verdoppelt", part.points, gaps)


def mal(case: Case, part: Part) -> Iterator[Step]:
    """A kind of game, or a solo, multiplies what was counted before."""
    yield Times("mal", part.points, {"title": _find_title(case), "factor": part.points})


def bock(case: Case, part: Part) -> Iterator[Step]:
    """A Bock game multiplies all that was counted before, a Doppelbock twice."""
    for _ in range(case.game.bock):
        yield Times("bock", part.points)


def jungfrau(case: Case, part: Part) -> Iterator[Step]:
    """Each player without a trick multiplies what who loses a Ramsch pays."""
    for _ in range(case.game.jungfern):
        yield Times("jungfrau", part.points, {"factor": part.points})


def feigheit(case: Case, part: Part) -> Iterator[Step]:
    """The winner came far beyond what it said: all that was counted before goes to the other party."""
    if case.winner and _measure_beyond(case, part) >= part.beyond:
        yield Times("feigheit", -part.points)


def bockzuschlag(case: Case, part: Part) -> Iterator[Step]:
    """Points that a Bock game brings the winner beside all else, a Doppelbock twice."""
    for _ in range(case.game.bock):
        yield _make_line("bockzuschlag", part.points)


_ADDING = (
    gewonnen,
    ungeteilt,
    gegen,
    erreicht,
    verfehlt,
    gescheitert,
    verspielt,
    angesagt,
    abgesagt,
    dagegen,
    solo,
    sonderpunkte,
    bockzuschlag,
)
_MULTIPLYING = (verdoppelt, absage_verdoppelt, mal, bock, jungfrau, feigheit)
RULES: dict[str, Rule] = {rule.__name__.replace("_", "-"): rule for rule in (*_ADDING, *_MULTIPLYING)}
"""The condition of each rule, by the name that a rule set's `value` calls it."""

FACTORS = tuple(rule.__name__.replace("_", "-") for rule in _MULTIPLYING)
"""Rules whose points multiply what was counted before them."""

CONDITIONS: dict[str, Callable[[Case], bool]] = {
    "re-gewinnt": lambda case: case.winner == "re",
    "kontra-gewinnt": lambda case: case.winner == "kontra",
    "pflicht": lambda case: case.game.pflicht,
    "freiwillig": lambda case: not case.game.pflicht,
    "bock": lambda case: case.game.bock > 0,
    "kein-bock": lambda case: not case.game.bock,
}
"""What an entry may ask of the game in its `when`: who wins it, whether it is a Pflichtsolo or a Bock game."""


OF_THE_KIND = frozenset({"solo", "mal", "bock", "bockzuschlag", "jungfrau"})
"""Rules that depend only on which game is played. All others depend only on calls, Augen and winner."""

Shared = tuple[tuple[Step, ...], ...]
"""By entry of a rule set its steps; () where its rule is one of `OF_THE_KIND`."""


def list_steps(case: Case, shared: Shared | None = None) -> tuple[Step, ...]:
    """The whole count per opponent. It runs from the winner's side; the last step turns it to Re's.

    `shared`: as `list_shared_steps` gives it for the same calls, Augen and winner, where it was kept.
    """
    game, shared = case.game, shared or list_shared_steps(case)
    parts, idle = _pick_parts(case.rules, game.kind, game.solo, case.winner, game.verworfen is not None)
    counted = [
        (part, tuple(RULES[part.rule](case, part)) if part.rule in OF_THE_KIND else shared[number])
        for number, part in parts
        if not part.when or all(CONDITIONS[name](case) for name in part.when)
    ]
    steps = (*(step for part, steps in counted if not part.outside for step in steps), *_put_apart(counted), *idle)
    return (*steps, Turned()) if case.winner == "kontra" else steps


def _put_apart(counted: list[tuple[Part, tuple[Step, ...]]]) -> Iterator[Step]:
    """Entries that some multiplier below leaves as they are: counted apart, with the other multipliers only."""
    for outside in dict.fromkeys(part.outside for part, _ in counted if part.outside):
        alike = [part.outside == outside for part, _ in counted]
        below = [*zip(counted, alike, strict=True)][alike.index(True) :]
        multipliers = [part.rule in FACTORS and part.rule not in outside for (part, _), _ in below]
        kept = (steps for ((_, steps), own), times in zip(below, multipliers, strict=True) if own or times)
        yield Apart(tuple(step for steps in kept for step in steps))


def list_shared_steps(case: Case) -> Shared:
    """The steps that are the same in every kind of game with these calls, Augen and winner."""
    return tuple(
        () if part.rule in OF_THE_KIND or not _is_said(case, part) else tuple(RULES[part.rule](case, part))
        for part in case.rules.value
    )


def _is_said(case: Case, part: Part) -> bool:
    """Whether winner and loser said what the entry asks."""
    if not part.said and not part.loser_said:
        return True
    sides = ((part.said, case.side), (part.loser_said, find_other_party(case.side)))
    return all(not asked or name_said(case.rules.levels, case.game.calls.of(party)) in asked for asked, party in sides)


@lru_cache(maxsize=2**10)
def list_parts(rules: RuleSet, kind: str, solo: str | None) -> tuple[Part, ...]:
    """The entries of the rule set that count in such a game, in order."""
    named = rules.sheet.find_solo(solo)
    others = [p for p in rules.value if p.rule in OF_SOLOS and p.only and not (named and named.id in p.only)]
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


def _list_levels(case: Case, part: Part, levels: Iterable[int]) -> Iterator[int]:
    """Those of the levels that the entry is about."""
    return (level for level in levels if not part.only or case.rules.get_level(level).id in part.only)


def _list_callers(case: Case, part: Part) -> Iterator[Party]:
    """The parties that said Re or Kontra, as far as the entry is about them."""
    return (party for party in PARTIES if case.game.calls.of(party) > NOTHING and (not part.only or party in part.only))


def _find_title(case: Case) -> Words:
    """What the game is called: the solo, else the kind."""
    named = case.rules.sheet.find_solo(case.game.solo) or case.rules.find_kind(case.game.kind)
    assert named
    return named.title


def _measure_beyond(case: Case, part: Part) -> int:
    """By how many steps the winner came beyond its call: winning is one, and each Absage below 120 is one more."""
    loser, said = find_other_party(case.side), case.game.calls.of(case.side)
    steps = [level for level in case.rules.absagen if case.rules.get_level(level).of(loser) <= AUGEN // 2]
    reached = [level for level in steps if is_under(case.rules, case.game, loser, level)]
    if part.only and not [*_list_levels(case, part, reached)]:
        return -1
    return 1 + len(reached) - min(said, ANSAGE) - sum(level <= said for level in steps)
