"""Who writes a cell: one hand of the bank, each source as often as is set, with a pen and a style drawn anew."""

from __future__ import annotations

import numpy as np

from dev.training.cells.glyphs import Bank, Hand
from dev.training.cells.writing import Writer, draw_style

SOURCES = {
    "swiss_train": 0.50,
    "fonts": 0.16,
    "polish_digits_signs": 0.11,
    "cheque_digits": 0.09,
    "mnist_train": 0.08,
    "drawn_signs": 0.03,
    "dutch_digits": 0.03,
}
"""How often each source writes a cell."""


class Writers:
    """Draws writers from a bank of glyphs."""

    def __init__(self, bank: Bank, rng: np.random.Generator) -> None:
        self.bank, self.rng = bank, rng
        digits = [hand for hand in bank.hands if sum(char in hand.glyphs for char in "0123456789") >= 1]
        weights = np.array([SOURCES.get(hand.source, 1.0) / _count_siblings(digits, hand) for hand in digits])
        self._digits, self._upto = digits, np.cumsum(weights / weights.sum())
        self._mixed = {source: _mix_hands(source, digits) for source in {hand.source for hand in digits}}
        self._signs = [hand for hand in bank.hands if "-" in hand.glyphs] or digits

    def has_glyphs(self, char: str) -> bool:
        """Whether some set of hands writes this character."""
        return any(char in hand.glyphs for hand in self._mixed.values())

    def draw_writer(self, digits: str) -> Writer:
        """A writer with these digits; where one hand lacks some, all glyphs of its set serve as one hand."""
        hand = self._digits[min(int(np.searchsorted(self._upto, self.rng.random())), len(self._digits) - 1)]
        if not all(char in hand.glyphs for char in digits):
            hand = self._mixed[hand.source]
        if not all(char in hand.glyphs for char in digits):
            return self.draw_writer(digits)
        signs = self._signs[int(self.rng.integers(len(self._signs)))]
        return Writer(self.bank, hand, signs, draw_style(self.rng), self.rng)


def _mix_hands(source: str, hands: list[Hand]) -> Hand:
    """All glyphs of one set as one hand."""
    same = [hand.glyphs for hand in hands if hand.source == source]
    chars = {char for glyphs in same for char in glyphs}
    return Hand(source, "", {char: np.concatenate([g[char] for g in same if char in g]) for char in sorted(chars)})


def _count_siblings(hands: list[Hand], hand: Hand) -> int:
    return sum(other.source == hand.source for other in hands)
