"""The deck with what its cards are worth, and the trumps, as the key of a sheet says them in one line."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby, takewhile
from typing import TYPE_CHECKING

from texts.languages import Lang
from texts.sentences import say

if TYPE_CHECKING:
    from scoring.counting.rules import RuleSet


def write_cards_line(rules: RuleSet, lang: Lang, *, brief: bool = False) -> str:
    """The deck with the Augen of its cards, and the trumps from the highest down.

    `brief`: without the order of the suits among queens and jacks, and without that of the plain trumps.
    """
    return ". ".join(_write_cards(rules, lang, brief)) + "."


def _write_cards(rules: RuleSet, lang: Lang, brief: bool) -> Iterator[str]:
    """The deck, then the trumps where the rules name them."""
    ranks = ", ".join(f"{say(lang, f'cards.{card.rank}')} {card.augen}" for card in rules.deck)
    yield say(lang, "printing.cards.deck", count=sum(card.copies for card in rules.deck), ranks=ranks)
    if rules.trumps.order:
        yield say(lang, "printing.cards.trumps", order=", ".join(_write_trumps(rules, lang, brief)))


def _write_trumps(rules: RuleSet, lang: Lang, brief: bool) -> Iterator[str]:
    """The trumps in few words: "Herz-Zehn", "Dame, Bube (Kreuz, Pik, Herz, Karo)", "Karo (Ass, Zehn, König)"."""
    for others, alike in groupby(_group_trumps(rules), key=lambda group: group[1]):
        names = [say(lang, f"cards.{name}") for name, _ in alike]
        if len(others) > 1 and brief:
            yield ", ".join(names)
        elif len(others) > 1:
            yield f"{', '.join(names)} ({', '.join(say(lang, f'cards.{other}') for other in others)})"
        else:
            yield from (say(lang, "cards.name", suit=name, rank=say(lang, f"cards.{others[0]}")) for name in names)


def _group_trumps(rules: RuleSet) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Trumps that follow each other and share a rank or a suit: that, and their suits or ranks."""
    cards = [tuple(name.split("-")) for name in rules.trumps.order]
    while cards:
        count, same = max((_count_alike(cards, 1), 1), (_count_alike(cards, 0), 0), key=lambda run: (run[0], -run[1]))
        yield cards[0][same], tuple(card[1 - same] for card in cards[:count])
        cards = cards[count:]


def _count_alike(cards: list[tuple[str, ...]], part: int) -> int:
    """How many of the first cards have the first one's suit (`part` 0) or rank (1)."""
    return len(list(takewhile(lambda card: card[part] == cards[0][part], cards)))
