"""What counts by a rule set, as the key of a sheet says it in one line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from texts.languages import Lang, pick
from tournament.printing.paper_example import signed

if TYPE_CHECKING:
    from scoring.counting.rules import Part, RuleSet

_PARTS = {
    "gewonnen": ("gewonnen {points}", "won {points}"),
    "gegen": ("gegen die Alten {points}", "Kontra wins {points}"),
    "erreicht": ("je unter 90, 60, 30, schwarz {points}", "each under 90, 60, 30, schwarz {points}"),
    "verfehlt": ("je verfehlte Absage {points}", "each missed Absage {points}"),
    "angesagt": ("Re, Kontra angesagt je {points}", "Re, Kontra called {points} each"),
    "abgesagt": ("je Absage {points}", "each Absage {points}"),
    "dagegen": ("je 120/90/60/30 gegen Absage {points}", "each 120/90/60/30 against an Absage {points}"),
    "solo": ("{names} {points}", "{names} {points}"),
    "sonderpunkte": ("Sonderpunkte je {points}, der Gegner {minus}", "extras {points} each, the others' {minus}"),
    "verdoppelt": ("Re mal {factor}, Kontra mal {factor}", "Re times {factor}, Kontra times {factor}"),
    "bock": ("im Bock mal {factor}", "Bock times {factor}"),
}
_NOT_ALONE = ("nicht im Solo", "not in solos")
_ONLY = ("im Solo nur {names}", "in solos only {names}")


def counting(rules: RuleSet, lang: Lang) -> str:
    """What counts, in its order."""
    return "; ".join(part for entry in rules.value if (part := _part(rules, entry, lang))) + "."


def _part(rules: RuleSet, part: Part, lang: Lang) -> str:
    gaps = {"points": signed(part.points), "minus": signed(-part.points), "factor": part.points}
    pairs = any(kind.re_seats == 2 and kind.id in part.kinds for kind in rules.kinds)
    if part.rule == "solo":
        return pick(*_PARTS["solo"], lang).format(names=_solos(rules, part, lang), **gaps)
    if part.rule == "sonderpunkte" and not pairs:
        return pick(*_ONLY, lang).format(names=_extras(rules, part, lang))
    words = pick(*_PARTS[part.rule], lang).format(**gaps)
    return words if "solo" in part.kinds else f"{words} ({pick(*_NOT_ALONE, lang)})"


def _solos(rules: RuleSet, part: Part, lang: Lang) -> str:
    """The solos, or the kinds of game, that a point is given for."""
    if part.only:
        return ", ".join(solo.title.in_(lang) for name in part.only if (solo := rules.sheet.find_solo(name)))
    return ", ".join(kind.title.in_(lang) for kind in rules.kinds if kind.id in part.kinds)


def _extras(rules: RuleSet, part: Part, lang: Lang) -> str:
    known = rules.sheet.sonderpunkte
    return ", ".join(extra.title.in_(lang) for extra in known if not part.only or extra.id in part.only)

