"""The short key of the rules that is printed at a sheet's foot, written from the rule set."""

from __future__ import annotations

from typing import TYPE_CHECKING

from desk.lang import Lang

if TYPE_CHECKING:
    from scoring.rules import RuleSet

_DE = (
    "Je Spiel eine Zeile: für jeden Platz die Punkte mit Vorzeichen, in der Summe null.{sits}",
    "Solo ankreuzen (der Solist zählt dreifach).{pflicht}{offence}",
    "Re gewinnt ab {re}, Kontra ab {kontra} Augen. Sonderpunkte: {extras}.",
    "{calls}.",
)
_EN = (
    'One row a game: each seat\'s signed points, adding up to zero. The seat that sits out gets "/".',
    "Cross a solo (the soloist counts threefold).{pflicht}{offence}",
    "Re wins from {re}, Kontra from {kontra} Augen. Extras: {extras}.",
    "{calls}.",
)
_SITS = {"de": " Wer aussetzt, bekommt einen Strich.", "en": " The seat that sits out gets a stroke."}
_PFLICHT = {"de": " Jeder spielt {count} Pflichtsolo je Runde.", "en": " Each player owes {count} Pflichtsolo a round."}
_OFFENCE = {
    "de": " Strafe: {offender}, alle anderen {others}{own_row}.",
    "en": " Offence: {offender}, the others {others} each{own_row}.",
}
_OWN_ROW = {"de": ", in eigener Zeile unter den Spielen", "en": ", in a row of its own below the games"}
_CALLS = {
    "de": "Re und Kontra mit mindestens {cards} Karten, danach {levels}",
    "en": "Re and Kontra with {cards} cards or more, then {levels}",
}
_CALLS_AT_ONCE = {
    "de": "Re, Kontra und alle Absagen mit mindestens {cards} Karten",
    "en": "Re, Kontra and every Absage with {cards} cards or more",
}
_LEVEL = {"de": "{title} mit {cards}", "en": "{title} with {cards}"}


def key_lines(rules: RuleSet, seats: int, lang: Lang) -> tuple[str, ...]:
    """Four sentences with the amounts of this rule set."""
    facts = {
        "sits": _SITS[lang] if seats > 4 else "",
        "pflicht": _pflicht(rules, lang),
        "offence": _offence(rules, lang),
        "re": rules.needs[0].re,
        "kontra": rules.needs[0].kontra,
        "extras": ", ".join(extra.title.in_(lang) for extra in rules.sheet.sonderpunkte),
        "calls": _calls(rules, lang),
    }
    return tuple(line.format(**facts) for line in (_EN if lang == "en" else _DE))


def _pflicht(rules: RuleSet, lang: Lang) -> str:
    count = rules.sheet.pflichtsolo.per_player
    return _PFLICHT[lang].format(count=count) if count else ""


def _offence(rules: RuleSet, lang: Lang) -> str:
    """Nothing where an offence is played out like any lost game."""
    offence = rules.offence
    if not offence.offender:
        return ""
    own_row = "" if offence.counts_as_game else _OWN_ROW[lang]
    return _OFFENCE[lang].format(
        offender=_signed(offence.offender), others=_signed(offence.others), own_row=own_row
    )


def _calls(rules: RuleSet, lang: Lang) -> str:
    cards = rules.deadline.ansage_cards
    if all(level.cards == cards for level in rules.levels):
        return _CALLS_AT_ONCE[lang].format(cards=cards)
    levels = (_LEVEL[lang].format(title=level.title.in_(lang), cards=level.cards) for level in rules.levels)
    return _CALLS[lang].format(cards=cards, levels=", ".join(levels))


def _signed(points: int) -> str:
    """With a true minus sign, as print has it."""
    return f"{points:+d}".replace("-", "−")
