"""Small lists of running totals drawn at random, of every system: slips, totals carried on, and ink in doubt."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import prod
from random import Random

from dev.rounds.reader import make_reading, read_exactly
from scanner.sheet_reading import Reading
from templates.sheet_code import SheetCode
from tests.oracle.drawn import SHARES, Drawn, Hands, Pen
from tests.oracle.rulebook import BOOK, find_sitter
from tests.tournament.paper import cell

MOST_READINGS = 8
"""In how many ways the rows' numbers of a drawn list can be read, their candidates multiplied; a blank one counts as
two."""


class ListPen(Pen):
    """Draws lists of one system; with the style "totals-plus" only plus points are added up."""

    def draw_sheet(self) -> Drawn:
        """One to three rows, mostly with final totals."""
        readings: list[Reading] = []
        right, off, lines = [0] * self.seats, [0] * self.seats, []
        marked = self.rng.random() < 0.85
        for game in range(1, self.rng.choice((1, 2, 2, 3)) + 1):
            hands, away = self._draw_hands(game)
            right = [total + self._show(number) for total, number in zip(right, hands, strict=True)]
            written = [total + wrong for total, wrong in zip(right, off, strict=True)]
            if self.rng.random() < 0.25:
                seat, by = self.rng.randrange(self.seats), self.rng.choice((1, -2, 10)) * self.system.step
                written[seat] += by
                off[seat] += by * (self.rng.random() < 0.7)
            words = [*self._write_totals(written, away), *self._write_beside(hands, marked)]
            lines.append(" ".join(words))
            readings += [read_word(f"g{game:02}.{word}") for word in words]
        sums = [self.write_cell(number) for number in written] if self.rng.random() < 0.7 else ["_"] * self.seats
        readings += [cell(f"sum.p{seat}", word) for seat, word in enumerate(sums, 1)]
        code = SheetCode(self.system.name, "totals", self.seats, len(lines), 1, 1, plus=self.plus)
        return Drawn(self.system.name, self.seats, tuple(lines), " ".join(sums), make_reading(readings, code))

    def _draw_hands(self, game: int) -> tuple[Hands, int | None]:
        """The points, and the place (from 0) of who sat out."""
        value, kind = self.rng.choice((1, 2, 3, 4, 5, 7, 10, 20)) * self.system.step, self.rng.random()
        hands = [value, value, -value, -value] if kind < 0.6 else [3 * value, *[-value] * 3] if kind < 0.8 else [0] * 4
        if 0.6 <= kind < 0.7:
            hands = [-number for number in hands]
        self.rng.shuffle(hands)
        if self.seats == 4:
            return hands, None
        away = (find_sitter(self.system, 5, game, offence=False) or self.rng.randint(1, 5)) - 1
        return [*hands[:away], 0, *hands[away:]], away

    def _write_totals(self, written: Sequence[int], away: int | None) -> list[str]:
        """A total each; who sat out copies it, or leaves its cell blank or struck."""
        copied = self.rng.random() < 0.4
        cells = []
        for place, number in enumerate(written):
            if place == away:
                cells.append(f"{number:+d}" if copied and number else self.rng.choice(("_", "/")))
            else:
                cells.append(self.write_cell(number) if self.rng.random() < 0.95 else "_")
        return [f"total{seat}={word}" for seat, word in enumerate(cells, 1)]

    def _write(self, number: int) -> str:
        return f"{number:+d}" if number else "0"

    def _write_beside(self, hands: Hands, marked: bool) -> list[str]:
        """Value, winners' marks and crosses."""
        value = min(abs(number) for number in hands if number) if any(hands) else 0
        number = str(value) if self.rng.random() < 0.9 else "_"
        if self.rng.random() < 0.2:
            number = f"{number}~{value + self.rng.choice((1, 2, 10))}@{self.rng.choice(SHARES)}"
        lone = len({abs(number) for number in hands if number}) > 1
        boxes = {f"win{seat}": marked and points > 0 for seat, points in enumerate(hands, 1)}
        boxes |= {"solo": lone and self.rng.random() < 0.7, "offence": False}
        return [f"value={number}", *(self._write_box(name, crossed) for name, crossed in boxes.items())]

    def _write_box(self, name: str, crossed: bool) -> str:
        """A box, in one of ten cases with a mistake, or in doubt."""
        chance = self.rng.random()
        crossed ^= chance < 0.03
        doubt = f"@{self.rng.choice(SHARES)}" if 0.03 < chance < 0.1 else ""
        return f"{'' if crossed else '~'}{name}{doubt}"


def read_word(word: str) -> Reading:
    """A field by its word: "g01.total1=+4~+9@0.8", "g01.win2", "g01.~solo@0.7"."""
    place, _, rest = word.partition(".")
    name, number, text = rest.partition("=")
    if number:
        return cell(f"{place}.{name}", text)
    box, _, sure = name.removeprefix("~").partition("@")
    share, says = float(sure or 0.9995), ("", "x") if name.startswith("~") else ("x", "")
    found = read_exactly(f"{place}.{box}", says[0], share, "cross")
    return replace(found, candidates=((says[0], share), (says[1], round(1 - share, 6))))


def draw_list(seed: int, style: str, name: str = "") -> Drawn:
    """The list of that number. Lists whose numbers can be read in too many ways are drawn anew: some of them take a
    minute."""
    rng = Random(f"{style} {name} {seed}")
    while True:
        drawn = ListPen(rng, name or rng.choice(list(BOOK)), style).draw_sheet()
        numbers = [one for one in drawn.reading.readings if one.kind != "cross" and not one.id.startswith("sum")]
        if prod(len(one.candidates) + (not one.text) for one in numbers) <= MOST_READINGS:
            return drawn
