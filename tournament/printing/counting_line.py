"""What counts by a rule set, as the key of a sheet says it in one line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from texts.languages import Lang
from texts.sentences import say
from tournament.printing.written_points import typeset_points

if TYPE_CHECKING:
    from scoring.counting.rules import Part, RuleSet


def write_counting_line(rules: RuleSet, lang: Lang) -> str:
    """What counts, in the rule set's order: "gewonnen +1; gegen die Alten +1; ..."."""
    return "; ".join(words for part in rules.value if (words := _write_part(rules, part, lang))) + "."


def _write_part(rules: RuleSet, part: Part, lang: Lang) -> str:
    """One part of a game's value, and whether it counts in solos."""
    pairs = any(kind.re_seats == 2 and kind.id in part.kinds for kind in rules.kinds)
    if part.rule == "solo":
        names = _name_solos(rules, part, lang)
        return say(lang, "printing.counts.solo", names=names, points=typeset_points(part.points))
    if part.rule == "sonderpunkte" and not pairs:
        return say(lang, "printing.counts.sonderpunkte-solo", names=_name_extras(rules, part, lang))
    words = say(
        lang,
        f"printing.counts.{part.rule}",
        points=typeset_points(part.points),
        minus=typeset_points(-part.points),
        factor=part.points,
    )
    return words if "solo" in part.kinds else say(lang, "printing.counts.not-in-solos", counting=words)


def _name_solos(rules: RuleSet, part: Part, lang: Lang) -> str:
    """The solos, or the kinds of game, that a point is given for."""
    if part.only:
        return ", ".join(solo.title.in_(lang) for name in part.only if (solo := rules.sheet.find_solo(name)))
    return ", ".join(kind.title.in_(lang) for kind in rules.kinds if kind.id in part.kinds)


def _name_extras(rules: RuleSet, part: Part, lang: Lang) -> str:
    """The Sonderpunkte that a point is given for."""
    known = rules.sheet.sonderpunkte
    return ", ".join(extra.title.in_(lang) for extra in known if not part.only or extra.id in part.only)
