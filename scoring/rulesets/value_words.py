"""The lines of the value in words: what an entry adds or multiplies, in which games, and what else must hold."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from scoring.counting.counted_entries import OF_SOLOS, Level, Part
from scoring.counting.paper_rules import Solo, Sonderpunkt
from scoring.counting.rules import RuleSet
from scoring.findings import write_points
from texts.languages import Lang
from texts.sentences import enumerate_things, say


def say_times(times: Iterable[int], lang: Lang) -> str:
    """How many times the value who plays alone may have: "dreifach", "doppelt oder dreifach"."""
    words = [say(lang, f"common.times.{one if one in (1, 2, 3) else 'more'}", times=one) for one in times]
    return enumerate_things(lang, words, "common.or")


def describe_part(rules: RuleSet, part: Part, lang: Lang) -> str:
    """The whole entry: "gewonnen (keine 120): +1; nur bei: Normalspiel"."""
    return "; ".join((_say_rule(rules, part, lang), *_say_limits(rules, part, lang)))


def _say_rule(rules: RuleSet, part: Part, lang: Lang) -> str:
    """What the entry adds; a factor of 2 is called doubling."""
    key = f"rulepage.part.{part.rule}"
    if (part.rule in ("verdoppelt", "bock") and part.points == 2) or (part.rule == "feigheit" and part.points == 1):
        key += f"-{part.points}"
    levels = ", ".join(
        say(lang, "rulepage.part.dagegen-level", augen=level.against, title=level.title) for level in rules.levels
    )
    under = ", ".join(_say_under(level, lang) for level in rules.levels if not part.only or level.id in part.only)
    names = ", ".join(name_only(rules, part, lang) or _name_kinds(rules, part, lang))
    points = write_points(part.points)
    return say(
        lang, key, points=points, factor=part.points, levels=levels, under=under, names=names, beyond=part.beyond
    )


def _say_under(level: Level, lang: Lang) -> str:
    """What the losers stayed below: "unter 90"."""
    return say(lang, "rulepage.part.under" if level.kontra else "rulepage.part.no-trick", augen=level.kontra)


def _say_limits(rules: RuleSet, part: Part, lang: Lang) -> Iterator[str]:
    """Which Sonderpunkte, kinds of game and calls, what must hold, and whether it needs a winner; an entry about solos
    names its own itself."""
    if part.rule not in OF_SOLOS:
        if part.only and part.rule != "erreicht":
            yield say(lang, "rulepage.part.only", names=", ".join(name_only(rules, part, lang)))
        if len(part.kinds) < len(rules.kinds):
            yield say(lang, "rulepage.part.kinds", names=", ".join(_name_kinds(rules, part, lang)))
    yield from say_conditions(rules, part, lang)
    if part.nobody:
        yield say(lang, "rulepage.part.nobody")


def say_conditions(rules: RuleSet, part: Part, lang: Lang) -> Iterator[str]:
    """What must hold for the entry to count, and which multipliers leave it alone."""
    if part.when:
        yield say(lang, "rulepage.part.when", names=", ".join(say(lang, f"rulepage.when.{name}") for name in part.when))
    for key, calls in (("said", part.said), ("loser-said", part.loser_said)):
        if calls:
            yield say(lang, f"rulepage.part.{key}", names=", ".join(_name_said(rules, calls, lang)))
    if part.outside:
        names = ", ".join(say(lang, f"rulepage.factor.{name}") for name in part.outside)
        yield say(lang, "rulepage.part.outside", names=names)


def name_only(rules: RuleSet, part: Part, lang: Lang) -> list[str]:
    """The solos, Sonderpunkte, Absagen or parties that the entry is limited to."""
    entries: tuple[Solo | Sonderpunkt | Level, ...] = (*rules.sheet.solos, *rules.sheet.sonderpunkte, *rules.levels)
    titles = {entry.id: entry.title.in_(lang) for entry in entries}
    return [titles.get(name, name.capitalize()) for name in part.only]


def _name_said(rules: RuleSet, calls: tuple[str, ...], lang: Lang) -> list[str]:
    titles = {level.id: level.title.in_(lang) for level in rules.levels}
    return [titles.get(name) or say(lang, f"rulepage.when.{name}") for name in calls]


def _name_kinds(rules: RuleSet, part: Part, lang: Lang) -> list[str]:
    return [kind.title.in_(lang) for kind in rules.kinds if kind.id in part.kinds]
