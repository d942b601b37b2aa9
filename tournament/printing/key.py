"""The short key of the rules that is printed at a sheet's foot, written from the rule set."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby, takewhile
from typing import TYPE_CHECKING

from texts.languages import Lang, pick
from tournament.printing.paper_wins import wins_line

if TYPE_CHECKING:
    from scoring.counting.rules import RuleSet

_ROW = {
    "de": "Je Spiel eine Zeile: Punkte mit Vorzeichen, zusammen null.{sits}",
    "en": "One row a game: signed points, adding up to zero.{sits}",
}
_SITS = {"de": " Wer aussetzt: Strich.", "en": " Who sits out: a stroke."}
_SOLO = {
    "de": "Solo ankreuzen (zählt dreifach)",
    "en": "Cross a solo (threefold)",
}
_CROSSED = {"de": "auch", "en": "a"}
_UNCROSSED = {"de": "nicht", "en": "no"}
_OR = {"de": " oder ", "en": " or "}
_EXTRAS = {"de": "Sonderpunkte: {extras}.", "en": "Extras: {extras}."}
_PFLICHT = {"de": "Pflichtsolo: {count} je Spieler.", "en": "Pflichtsolo: {count} for each player."}
_OFFENCE = {"de": "{offender}, alle anderen {others}", "en": "{offender}, all others {others}"}
_ABSAGE = {"de": "; je Absage der Gegner {offender}/{others}", "en": "; each Absage of the others {offender}/{others}"}
_MINOR = {"de": "; leichte {offender}/{others}", "en": "; a minor one {offender}/{others}"}
_CALLS = {
    "de": "Re/Kontra mit mindestens {cards} Karten ({levels})", "en": "Re/Kontra with {cards} cards or more ({levels})",
}
_CALLS_AT_ONCE = {
    "de": "Re, Kontra und alle Absagen mit mindestens {cards} Karten",
    "en": "Re, Kontra and every Absage with {cards} cards or more",
}
_REPLY = {"de": "Erwiderung: {fewer} weniger", "en": "a reply: {fewer} fewer"}
_MOVED = {
    "de": "Hochzeit, Klärung im 1./2./3. Stich: {moved} weniger",
    "en": "Hochzeit, clarified in trick 1/2/3: {moved} fewer",
}
_DECK = {"de": "{count} Karten: {ranks}", "en": "{count} cards: {ranks}"}
_TRUMPS = {"de": "Trumpf: {order}", "en": "Trumps: {order}"}


def key_lines(rules: RuleSet, seats: int, lang: Lang, *, brief: bool = False) -> tuple[str, ...]:
    """Five lines for a sheet of signed points, with the amounts of this rule set; `brief`: in fewer words."""
    row = _ROW[lang].format(sits=_SITS[lang] if seats > 4 else "")
    cards = cards_line(rules, lang, brief=brief)
    return (f"{row} {solo_line(rules, lang)}", wins_line(rules, lang, brief=brief), marks_line(rules, lang), cards,
            calls_line(rules, lang))


def solo_line(rules: RuleSet, lang: Lang) -> str:
    """What to do with a solo, and with the other games of one against three."""
    lone = [kind for kind in rules.kinds if kind.re_seats == 1 and kind.id != "solo"]
    kinds = sorted(lone, key=rules.is_crossed, reverse=True)
    named = zip(kinds, _shared([kind.title.in_(lang) for kind in kinds]), strict=True)
    told = (
        f"{(_CROSSED if crossed else _UNCROSSED)[lang]} {_OR[lang].join(name for _, name in alike)}"
        for crossed, alike in groupby(named, key=lambda one: rules.is_crossed(one[0]))
    )
    return ", ".join((_SOLO[lang], *told)) + "."


def _shared(names: list[str]) -> list[str]:
    """Names that end alike, with that word said once: "stille", "allein gebliebene Hochzeit"."""
    ends = {name.rpartition(" ")[2] for name in names}
    return names if len(ends) > 1 else [*(name.rpartition(" ")[0] for name in names[:-1]), *names[-1:]]


def marks_line(rules: RuleSet, lang: Lang) -> str:
    """Pflichtsolo and offence, and the Sonderpunkte."""
    extras = ", ".join(extra.title.in_(lang) for extra in rules.sheet.sonderpunkte)
    return " ".join((*special_lines(rules, lang), _EXTRAS[lang].format(extras=extras)))


def special_lines(rules: RuleSet, lang: Lang) -> Iterator[str]:
    """Pflichtsolo, unless its rows are marked; offence, unless it is played out like any lost game."""
    pflicht = rules.sheet.pflichtsolo
    if pflicht.per_player and not pflicht.section:
        yield _PFLICHT[lang].format(count=pflicht.per_player)
    if rules.offence.offender:
        yield pick(f"Strafe: {fines_line(rules, lang)}", f"Offence: {fines_line(rules, lang)}", lang)


def fines_line(rules: RuleSet, lang: Lang) -> str:
    """Every fine: "−12, alle anderen +4; je Absage der Gegner −3/+1; leichte −3/+1."."""
    offence = rules.offence
    parts = ((_OFFENCE, offence.make_fine(), True), (_ABSAGE, offence.absage, offence.has_absagen),
             (_MINOR, offence.minor, offence.has_minor))
    told = (words[lang].format(offender=_signed(fine.offender), others=_signed(fine.others))
            for words, fine, known in parts if known)
    return "".join(told) + "."


def cards_line(rules: RuleSet, lang: Lang, *, brief: bool = False) -> str:
    """The deck with what its cards are worth, and the trumps from the highest down; `brief`: without the order of the
    suits among queens and jacks, and of the plain trumps."""
    return ". ".join(_cards(rules, lang, brief)) + "."


def calls_line(rules: RuleSet, lang: Lang) -> str:
    """Until when each call may be made, and what else the rules say in few words."""
    return "; ".join((*_calls(rules, lang), *filter(None, (aside.key.in_(lang) for aside in rules.asides)))) + "."


def _cards(rules: RuleSet, lang: Lang, brief: bool) -> Iterator[str]:
    from texts.sentences import say

    ranks = ", ".join(f"{say(lang, f'cards.{card.rank}')} {card.augen}" for card in rules.deck)
    yield _DECK[lang].format(count=sum(card.copies for card in rules.deck), ranks=ranks)
    if rules.trumps.order:
        yield _TRUMPS[lang].format(order=", ".join(_trumps(rules, lang, brief)))


def _trumps(rules: RuleSet, lang: Lang, brief: bool) -> Iterator[str]:
    """The trumps in few words: "Herz-Zehn", "Dame, Bube (Kreuz, Pik, Herz, Karo)", "Karo (Ass, Zehn, König)"."""
    from texts.sentences import say

    for others, alike in groupby(_groups(rules), key=lambda group: group[1]):
        names = [say(lang, f"cards.{name}") for name, _ in alike]
        if len(others) > 1 and brief:
            yield ", ".join(names)
        elif len(others) > 1:
            yield f"{', '.join(names)} ({', '.join(say(lang, f'cards.{other}') for other in others)})"
        else:
            yield from (say(lang, "cards.name", suit=name, rank=say(lang, f"cards.{others[0]}")) for name in names)


def _groups(rules: RuleSet) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Trumps that follow each other and have a rank or a suit in common: that, and the suits or ranks."""
    cards = [tuple(name.split("-")) for name in rules.trumps.order]
    while cards:
        count, same = max((_run(cards, 1), 1), (_run(cards, 0), 0), key=lambda run: (run[0], -run[1]))
        yield cards[0][same], tuple(card[1 - same] for card in cards[:count])
        cards = cards[count:]


def _run(cards: list[tuple[str, ...]], what: int) -> int:
    """How many of the first cards have the first one's suit (0) or rank (1)."""
    return len(list(takewhile(lambda card: card[what] == cards[0][what], cards)))


def _calls(rules: RuleSet, lang: Lang) -> Iterator[str]:
    """Until when, in cards in hand; what a reply and a Hochzeit may have fewer."""
    deadline, cards = rules.deadline, rules.deadline.ansage_cards
    if all(level.cards == cards for level in rules.levels):
        yield _CALLS_AT_ONCE[lang].format(cards=cards)
    else:
        first, *others = ((level.title.in_(lang), level.cards) for level in rules.levels)
        word = first[0].partition(" ")[0] + " "  # "keine 90: 8, 60: 7"
        levels = (f"{title.removeprefix(word)}: {least}" for title, least in others)
        yield _CALLS[lang].format(cards=cards, levels=", ".join((f"{first[0]}: {first[1]}", *levels)))
    if deadline.reply_fewer:
        fewer = pick("eine", "one", lang) if deadline.reply_fewer == 1 else deadline.reply_fewer
        yield _REPLY[lang].format(fewer=fewer)
    if deadline.hochzeit_moves:
        yield _MOVED[lang].format(moved="/".join(str(trick - deadline.hochzeit_shift) for trick in (1, 2, 3)))


def _signed(points: int) -> str:
    """With a true minus sign, as print has it."""
    return f"{points:+d}".replace("-", "−")
