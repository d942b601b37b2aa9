"""What a club's file hardly means: entries that never count, that contradict one another, or that count twice.

Games can be counted by such rules, so a tournament that was opened with them goes on; only a file is refused.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from scoring.counting.counted_entries import OF_LEVELS, OF_SOLOS, Kind, Level, Part
from scoring.counting.game import ANSAGE
from scoring.counting.game_value import FACTORS
from scoring.counting.paper_rules import Sonderpunkt
from scoring.counting.rules import RuleSet
from scoring.rulesets.rules_consistency import list_only
from scoring.rulesets.rules_schema import Trouble

_OPPOSITES = (("re-gewinnt", "kontra-gewinnt"), ("pflicht", "freiwillig"), ("bock", "kein-bock"))


def find_oversights(rules: RuleSet) -> Iterator[Trouble]:
    """Every entry that never counts, counts twice, contradicts another one, or has a value that no row can show."""
    yield from _find_idle_kinds(rules)
    for number, part in enumerate(rules.value, 1):
        yield from _find_idle_part(rules, part, f"value[{number}]")
    if rules.bock.triggers and not rules.most_bocks:
        yield Trouble("bock", "rulefile.entry.bock-uncounted")
    yield from _find_unsayable(rules)
    yield from _find_counted_twice(rules)
    yield from _find_twins(rules)
    yield from _find_unshown(rules)


def _find_idle_kinds(rules: RuleSet) -> Iterator[Trouble]:
    """Kinds of game that would always count 0, and a Pflichtsolo that nobody can play."""
    for number, kind in enumerate(rules.kinds, 1):
        if not any(kind.id in part.kinds for part in rules.value):
            yield Trouble(f"kinds[{number}]", "rulefile.entry.unnamed", {"name": kind.id})
        elif not any(_gives_points(rules, part, kind.id) for part in rules.value):
            yield Trouble(f"kinds[{number}]", "rulefile.entry.worthless", {"name": kind.id})
    if rules.sheet.pflichtsolo.per_player and not any(kind.pflicht for kind in rules.kinds):
        yield Trouble("sheet.pflichtsolo", "rulefile.entry.no-pflicht")


def _gives_points(rules: RuleSet, part: Part, kind: str) -> bool:
    """Whether some game of that kind has points by the entry alone."""
    if kind not in part.kinds or part.rule in FACTORS:
        return False
    if part.rule == "sonderpunkte":
        return bool(rules.sheet.sonderpunkte)
    return part.rule != "solo" or kind == "solo" or not part.only


def _find_idle_part(rules: RuleSet, part: Part, here: str) -> Iterator[Trouble]:
    """Why an entry of the value never counts, if it never does."""
    kinds = [kind for kind in rules.kinds if kind.id in part.kinds]
    if not part.kinds:
        yield Trouble(f"{here}.kinds", "rulefile.entry.no-kinds")
    if part.counts_bock and not rules.bock.triggers:
        yield Trouble(here, "rulefile.entry.no-bock")
    if "pflicht" in part.when and not (rules.sheet.pflichtsolo.per_player and any(kind.pflicht for kind in kinds)):
        yield Trouble(f"{here}.when", "rulefile.entry.when-pflicht")
    if part.rule == "jungfrau" and not any(kind.is_ramsch for kind in kinds):
        yield Trouble(f"{here}.kinds", "rulefile.entry.no-ramsch")
    yield from _find_idle_levels(rules, part, here)
    yield from _find_contradiction(part, here)
    below = [one.rule for one in rules.value[rules.value.index(part) + 1 :]]
    for name in part.outside:
        if name not in below:
            yield Trouble(f"{here}.outside", "rulefile.entry.not-below", {"name": name})


def _find_idle_levels(rules: RuleSet, part: Part, here: str) -> Iterator[Trouble]:
    """What is amiss where an entry is about Absagen."""
    highest = ANSAGE + len(rules.levels)
    if part.rule in OF_LEVELS and not rules.levels:
        yield Trouble(here, "rulefile.entry.no-levels", {"name": part.rule})
    if part.rule == "dagegen" and not any(level.against for level in rules.levels if level.id in _pick(rules, part)):
        yield Trouble(here, "rulefile.entry.no-against")
    if part.rule == "feigheit" and not 0 < part.beyond <= highest:
        yield Trouble(f"{here}.beyond", "rulefile.entry.range", {"low": 1, "high": highest})
    if part.rule != "feigheit" and part.beyond:
        yield Trouble(f"{here}.beyond", "rulefile.entry.beyond")


def _find_contradiction(part: Part, here: str) -> Iterator[Trouble]:
    """Conditions of one entry that cannot hold together."""
    asked = (*part.when, *(("kontra-gewinnt",) if part.rule == "gegen" else ()))
    for one, other in _OPPOSITES:
        if one in asked and other in asked:
            yield Trouble(f"{here}.when", "rulefile.entry.contradiction", {"one": one, "other": other})


def _find_unsayable(rules: RuleSet) -> Iterator[Trouble]:
    """Absagen for which nobody ever has enough cards."""
    hand = sum(card.copies for card in rules.deck) // 4
    for number, level in enumerate(rules.levels, 1):
        if level.cards > hand:
            yield Trouble(f"levels[{number}].cards", "rulefile.entry.unsayable", {"name": level.id, "cards": hand})


def _pick(rules: RuleSet, part: Part) -> tuple[str, ...]:
    """What the entry is about, by name; one that is about nothing by name has one nameless thing."""
    return part.only or list_only(rules, part.rule) or ("",)


def _find_counted_twice(rules: RuleSet) -> Iterator[Trouble]:
    """A Sonderpunkt, an Absage or a party that two entries of one rule count in the same kind of game."""
    counted: dict[tuple[str, str, str], int] = {}
    for number, part in enumerate(rules.value, 1):
        own = part.id and part.rule != "sonderpunkte"  # a name of its own says that it is meant
        if own or part.when or part.said or part.loser_said or part.rule in OF_SOLOS:
            continue
        both = [(part.rule, *pair) for pair in product(_pick(rules, part), part.kinds)]
        if twice := next((one for one in both if one in counted), None):
            gaps = {"name": twice[1] or twice[0], "kind": twice[2], "other": counted[twice]}
            key = "counted-twice" if part.rule == "sonderpunkte" else "rule-twice"
            yield Trouble(f"value[{number}]", f"rulefile.entry.{key}", gaps)
        counted |= dict.fromkeys(both, number)


def _find_twins(rules: RuleSet) -> Iterator[Trouble]:
    """Two Sonderpunkte, two kinds or two Absagen of one name."""
    lists: tuple[tuple[str, tuple[Sonderpunkt | Kind | Level, ...]], ...] = (
        ("sheet.sonderpunkte", rules.sheet.sonderpunkte),
        ("kinds", rules.kinds),
        ("levels", rules.levels),
    )
    for key, entries in lists:
        titles = [entry.title for entry in entries]
        sentence = "same-title" if key == "sheet.sonderpunkte" else "same-name"
        for number, title in enumerate(titles, 1):
            if any(title.de == other.de or title.en == other.en for other in titles[: number - 1]):
                yield Trouble(f"{key}[{number}].title", f"rulefile.entry.{sentence}", {"title": title})


def _find_unshown(rules: RuleSet) -> Iterator[Trouble]:
    """Points that no row of a sheet can show: such as are no multiple of the unit, and such as do not add up to 0."""
    step = rules.checks.unit.step
    odd = tuple(dict.fromkeys(part.rule for part in rules.value if part.rule not in FACTORS and part.points % step))
    if odd:
        yield Trouble("checks.unit.step", "rulefile.entry.off-unit", {"step": step, "names": odd})
    for number, kind in enumerate(rules.kinds, 1):
        theirs, others = kind.get_times(kind.re_seats or 1)
        seats = kind.re_seats or 1
        asked = ("R1",) if kind.is_of_soloist else ("R1", "R2")
        if rules.checks_applied.intersection(asked) and theirs * seats != others * (4 - seats):
            yield Trouble(f"kinds[{number}]", "rulefile.entry.no-zero-sum", {"name": kind.id, "checks": asked})
