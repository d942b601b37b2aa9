"""The papers that sheets are printed on: size, corner marks, and where the sheet code stands.

The marks of each paper have numbers of their own, so the marks in a photo show which paper lies there.
"""

from __future__ import annotations

from dataclasses import dataclass

from templates.layout import Box, Mark

EDGE_MM = 11.0  # 10 mm that office printers need, and 0.4 mm for half the outer frame, and slack for a skewed feed


@dataclass(frozen=True, slots=True)
class Paper:
    """A page of `size_mm` (width, height) with square corner marks `mark_mm` wide.

    The upper left mark has the number `first_mark`; the others follow clockwise.
    """

    size_mm: tuple[float, float]
    mark_mm: float
    first_mark: int
    code_mm: Box

    @property
    def marks(self) -> tuple[Mark, ...]:
        """The four corner marks, clockwise from the upper left."""
        right, low = (side - EDGE_MM - self.mark_mm for side in self.size_mm)
        corners = ((EDGE_MM, EDGE_MM), (right, EDGE_MM), (right, low), (EDGE_MM, low))
        return tuple(
            Mark(self.first_mark + turn, (x, y, self.mark_mm, self.mark_mm)) for turn, (x, y) in enumerate(corners)
        )


# Marks have six modules of 1.5 mm: 12 px a module in a photo of 12 MP that the sheet fills to two thirds.
# Sheet codes have 33 to 41 modules of 0.54 mm and more; with names up to 45 of 0.49 mm, on A5 of 0.44 mm. Their quiet
# zone of 4 modules is free of print.
A4 = Paper((210.0, 297.0), 9.0, 0, (163.0, 11.0, 22.0, 22.0))
A4_ACROSS = Paper((297.0, 210.0), 9.0, 4, (24.0, 176.5, 22.0, 22.0))
A5 = Paper((148.0, 210.0), 7.2, 8, (109.0, 11.0, 18.0, 18.0))  # it fills a photo at 1.4 times the scale of A4

PAPERS = (A4, A4_ACROSS, A5)
