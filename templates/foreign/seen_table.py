"""What was seen of a foreign ruled table, as plain data: rules, cells, the print in them. Nothing is guessed yet."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise


@dataclass(frozen=True, slots=True)
class SeenCell:
    """One cell of the table.

    `print_`: the words that Tesseract read in it. `trust`: its confidence in the weakest of them, from 0 to 1. `ink`:
    whether anything stands in the cell. `number`: what the number reader is sure of, "" for none.
    """

    print_: str = ""
    trust: float = 0.0
    ink: bool = False
    number: str = ""

    @property
    def has_words(self) -> bool:
        """Whether letters were read with confidence: print, or a very neat hand."""
        return self.trust >= SURE_PRINT and sum(char.isalpha() for char in self.print_) >= 2


SURE_PRINT = 0.55
"""Tesseract's confidence from which words count as print: misread handwriting rarely reaches it."""


@dataclass(frozen=True, slots=True)
class ShortRule:
    """A rule that does not span the table: `upright` or level, at `at_mm`, and from `start_mm` to `end_mm` along it."""

    upright: bool
    at_mm: float
    start_mm: float
    end_mm: float


@dataclass(frozen=True, slots=True)
class SeenTable:
    """A table, upright as it is held to be read. All lengths are proportions: their size is arbitrary.

    `xs_mm`, `ys_mm`: the rules that span it. `edges_x_mm`, `edges_y_mm`: all edges of its cells, also where no rule is
    printed. `cells`: by row, then by column. `above`: the print over each column, outside of the table. `walls`: by
    row, whether an upright rule is seen at each of the edges. `short`: rules that do not span the table. `turned`:
    whether print showed which way is up.
    """

    xs_mm: tuple[float, ...]
    ys_mm: tuple[float, ...]
    edges_x_mm: tuple[float, ...]
    edges_y_mm: tuple[float, ...]
    cells: tuple[tuple[SeenCell, ...], ...]
    above: tuple[str, ...]
    walls: tuple[tuple[bool, ...], ...]
    short: tuple[ShortRule, ...] = ()
    turned: bool = True

    @property
    def columns(self) -> int:
        """How many columns of cells there are."""
        return len(self.edges_x_mm) - 1

    @property
    def rows(self) -> int:
        """How many rows of cells there are."""
        return len(self.edges_y_mm) - 1

    @property
    def pitch_mm(self) -> float:
        """The median height of a row."""
        heights = sorted(low - top for top, low in pairwise(self.edges_y_mm))
        return heights[len(heights) // 2]

    @property
    def headed_above(self) -> bool:
        """Whether the headings stand above the table: print over half of the columns; a title covers one or two."""
        return 2 * sum(bool(text) for text in self.above) >= max(self.columns, 3)

    def measure_width_mm(self, column: int) -> float:
        """The width of a column, counted from 0, as a proportion."""
        return self.edges_x_mm[column + 1] - self.edges_x_mm[column]
