"""The short key of the rules that is printed at a sheet's foot, written from the rule set."""

from __future__ import annotations

from typing import TYPE_CHECKING

from desk.lang import Lang

if TYPE_CHECKING:
    from scoring.rules import RuleSet

_DE = (
    "Je Spiel eine Zeile: für jeden Platz die Punkte mit Vorzeichen, in der Summe null.{sits}",
    "Solo ankreuzen (der Solist zählt dreifach).{pflicht} Strafe: {offender}, alle anderen {others}{own_row}.",
    "Re gewinnt ab {re}, Kontra ab {kontra} Augen. Sonderpunkte: {extras}.",
    "Re und Kontra mit mindestens {cards} Karten, danach {levels}.",
)
_EN = (
    'One row a game: each seat\'s signed points, adding up to zero. The seat that sits out gets "/".',
    "Cross a solo (the soloist counts threefold).{pflicht} Offence: {offender}, the others {others} each{own_row}.",
    "Re wins from {re}, Kontra from {kontra} Augen. Extras: {extras}.",
    "Re and Kontra with {cards} cards or more, then {levels}.",
)
_SITS = {"de": " Wer aussetzt, bekommt einen Strich.", "en": " The seat that sits out gets a stroke."}
_PFLICHT = {"de": " Jeder spielt {count} Pflichtsolo je Runde.", "en": " Each player owes {count} Pflichtsolo a round."}
_OWN_ROW = {"de": ", in eigener Zeile unter den Spielen", "en": ", in a row of its own below the games"}
_LEVEL = {"de": "{title} mit {cards}", "en": "{title} with {cards}"}


def key_lines(rules: RuleSet, seats: int, lang: Lang) -> tuple[str, ...]:
    """Four sentences with the amounts of this rule set."""
    facts = {
        "sits": _SITS[lang] if seats > 4 else "",
        "pflicht": _pflicht(rules, lang),
        "offender": _signed(rules.offence.offender),
        "others": _signed(rules.offence.others),
        "own_row": "" if rules.offence.counts_as_game else _OWN_ROW[lang],
        "re": rules.needs[0].re,
        "kontra": rules.needs[0].kontra,
        "extras": ", ".join(extra.title.in_(lang) for extra in rules.sheet.sonderpunkte),
        "cards": rules.deadline.ansage_cards,
        "levels": ", ".join(_LEVEL[lang].format(title=x.title.in_(lang), cards=x.cards) for x in rules.levels),
    }
    return tuple(line.format(**facts) for line in (_EN if lang == "en" else _DE))


def _pflicht(rules: RuleSet, lang: Lang) -> str:
    count = rules.sheet.pflichtsolo.per_player
    return _PFLICHT[lang].format(count=count) if count else ""


def _signed(points: int) -> str:
    """With a true minus sign, as print has it."""
    return f"{points:+d}".replace("-", "−")
