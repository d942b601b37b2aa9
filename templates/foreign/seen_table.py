"""What was seen of a foreign ruled table, as plain data: rules, cells, the print in them. Nothing is guessed yet."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise


@dataclass(frozen=True, slots=True)
class SeenCell:
    """One cell. `print_`: words read in it, `trust` in the weakest of them (0..1); `ink`: whether anything stands in
    it; `number`: what the number reader is sure of, "" for none.
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
    """A rule that does not span the table, at `at_mm`, from `start_mm` to `end_mm` along it; `upright` or level."""

    upright: bool
    at_mm: float
    start_mm: float
    end_mm: float


@dataclass(frozen=True, slots=True)
class SeenTable:
    """A table as it is held to be read. `xs_mm`, `ys_mm`: rules that span it; `edges_x_mm`, `edges_y_mm`: all edges of
    its cells, also where no rule is printed; proportions, their size is arbitrary.

    `cells`: by row, then column; `above`: print over each column, outside the table. `walls`: by row, whether an
    upright rule is seen at each of the edges. `turned`: whether print told which way is up.
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
        """Columns of cells."""
        return len(self.edges_x_mm) - 1

    @property
    def rows(self) -> int:
        """Rows of cells."""
        return len(self.edges_y_mm) - 1

    @property
    def pitch_mm(self) -> float:
        """A usual row height."""
        heights = sorted(low - top for top, low in pairwise(self.edges_y_mm))
        return heights[len(heights) // 2]

    @property
    def headed_above(self) -> bool:
        """Whether the headings stand above the table: over most columns, not as a title over one or two."""
        return 2 * sum(bool(text) for text in self.above) >= max(self.columns, 3)

    def measure_width_mm(self, column: int) -> float:
        """Width of a column, counted from 0."""
        return self.edges_x_mm[column + 1] - self.edges_x_mm[column]
