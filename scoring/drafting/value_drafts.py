"""The value of a club's rules from its answers: which entries it has, in order, and how they differ from the base's."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from scoring.counting.counted_entries import Part
from scoring.counting.rules import RuleSet
from scoring.drafting.rule_questions import Answers, complete

Table = dict[str, Any]

_ALWAYS = ("gewonnen", "erreicht", "verfehlt", "abgesagt", "dagegen")
"""Rules of a base's value that no question changes."""
_TIMID = 3
"""Who won by so many steps more than was said pays instead (Feigheit)."""


class Draft:
    """The answers and the base rule set, from which each part of the file is made."""

    def __init__(self, base: RuleSet, answers: Answers) -> None:
        self.base, self.answers = base, answers
        self.source = str(answers["source"])
        self.armut = answers["armut"] == "yes"
        self.unit = base.checks.unit.step
        kinds = [kind for kind in base.kinds if kind.id != "armut"]
        armut = ["armut"] if self.armut else []
        self.pairs = [*(kind.id for kind in kinds if kind.re_seats == 2), *armut]
        self.lone = [kind.id for kind in kinds if kind.re_seats == 1]

    def asked(self, key: str) -> Any:
        """The answer."""
        return self.answers[key]

    def is_usual(self, *keys: str) -> bool:
        """Whether these answers are those that the base implies."""
        usual = complete({"base": self.base.id})
        return all(self.answers[key] == usual[key] for key in keys)

    def entry(self, **values: Any) -> Table:
        """An entry of the file with its source."""
        return {**values, "source": self.source}


def list_value(draft: Draft) -> Iterator[Table]:
    """Every entry of the new value, in order, without its position."""
    everywhere = [*draft.pairs, *draft.lone]
    doubled = draft.asked("calls") == "double"
    extras = [*_list_extras(draft)]
    called = "angesagt" if draft.base.list_entries("angesagt") else "abgesagt"
    for part in draft.base.value:
        if part.rule in _ALWAYS:
            yield _keep(part, everywhere)
        elif part.rule == "gegen" and draft.asked("gegen") != "never":
            yield _keep(part, everywhere if draft.asked("gegen") == "always" else draft.pairs)
        if part.rule == called and not doubled:
            points = draft.unit * {"one": 1, "two": 2}[draft.asked("calls")]
            yield {"rule": "angesagt", "points": points, "kinds": everywhere, "nobody": False}
    yield from _list_solo_worth(draft)
    if draft.asked("feigheit") == "yes":
        yield {"rule": "feigheit", "points": 1, "kinds": draft.pairs, "nobody": False, "beyond": _TIMID}
    inside = not doubled or draft.asked("extras_place") == "inside"
    yield from extras if inside else ()
    if doubled:
        yield _keep_or_make(draft, "verdoppelt", 2, nobody=True)
    yield from () if inside else extras
    if draft.asked("bock"):
        double = draft.asked("bock_effect") == "double"
        yield _keep_or_make(draft, *(("bock", 2) if double else ("bockzuschlag", 2 * draft.unit)), nobody=double)


def _keep_or_make(draft: Draft, rule: str, points: int, *, nobody: bool) -> Table:
    """The base's entry of that rule, else a new one, for all kinds of game."""
    kinds = [*draft.pairs, *draft.lone]
    found = draft.base.list_entries(rule)
    return _keep(found[0], kinds) if found else {"rule": rule, "points": points, "kinds": kinds, "nobody": nobody}


def _keep(part: Part, kinds: list[str]) -> Table:
    """An entry of the base, for these kinds of game."""
    return {"rule": part.rule, "points": part.points, "kinds": kinds, "nobody": part.nobody}


def _list_solo_worth(draft: Draft) -> Iterator[Table]:
    """What solos are worth by themselves."""
    old = draft.base.list_entries("solo")
    if draft.is_usual("solo_worth"):
        chosen = draft.asked("solos")
        kept = [part for part in old if not part.only or any(name in chosen for name in part.only)]
        yield from (
            {**_keep(part, list(part.kinds)), **({"only": list(part.only)} if part.only else {})} for part in kept
        )
    elif draft.asked("solo_worth"):
        points = draft.unit * draft.asked("solo_worth")
        kinds = [kind for kind in draft.lone if kind != "hochzeit-allein"]
        yield {"rule": "solo", "points": points, "kinds": kinds, "nobody": False}


def _list_extras(draft: Draft) -> Iterator[Table]:
    """The entries for Sonderpunkte."""
    if not draft.asked("extras"):
        return
    alone = draft.lone if draft.asked("extras_in_solos") == "yes" else []
    usual = draft.is_usual("extras_in_solos")
    for part in draft.base.list_entries("sonderpunkte"):
        if usual or not part.only:
            kinds = [kind for kind in part.kinds if kind in draft.lone] if usual else alone
            pairs = [] if part.only else draft.pairs
            only = [name for name in part.only if name in draft.asked("extras")]
            if only or not part.only:
                yield {**_keep(part, [*pairs, *kinds]), **({"only": only} if only else {})}


def change_value(draft: Draft) -> list[Table]:
    """The differences from the base's value: removed entries, changed amounts, and new entries with their positions."""
    wanted, old = [*list_value(draft)], {(part.rule, part.only): part for part in draft.base.value}
    places, furthest, before = [*old], -1, ""
    changes = []
    for entry in wanted:
        key = _identify(entry)
        at = places.index(key) if key in old else -1
        place = {"behind": before} if at < furthest or at < 0 else {}
        if place or not _is_same(entry, old[key]):
            changes.append(draft.entry(**entry, **place))
        furthest, before = max(at, furthest), entry["rule"]
    kept = [*map(_identify, wanted)]
    gone = [{"rule": rule, "only": list(only), "remove": True} for rule, only in places if (rule, only) not in kept]
    return [*({name: value for name, value in one.items() if value} for one in gone), *changes]


def _identify(entry: Table) -> tuple[str, tuple[str, ...]]:
    return entry["rule"], tuple(entry.get("only", ()))


def _is_same(entry: Table, part: Part) -> bool:
    """Whether the entry equals the base's part."""
    return (entry["points"], entry["nobody"], tuple(entry["kinds"])) == (part.points, part.nobody, part.kinds)
