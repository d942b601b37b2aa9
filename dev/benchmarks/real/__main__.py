"""Real photographs: sudokus (MIT, github.com/AlexKubiesa/sudoku-scanner) and a Kniffel score card.

    python -m dev.benchmarks.real grids --photos FOLDER    corners of the sudokus, and what stands in their cells
    python -m dev.benchmarks.real cards --photos FOLDER    the cells of the card
    python -m dev.benchmarks.real cuts --photos FOLDER     the same cells cut a little otherwise
    python -m dev.benchmarks.real learn --photos FOLDER    layouts learnt from the photographs alone

FOLDER (or the variable KIEBITZ_PHOTOS) holds `sudoku`, a copy of that repository's data (`images/`, `labels/`,
`metadata.csv`), and `kniffel`, photographs of the card with their truth.
"""

from __future__ import annotations

from collections.abc import Sequence

from dev.benchmarks.commands import run_one
from dev.benchmarks.real import cards, cuts, grids, learn


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the command; returns its exit status."""
    return run_one(__doc__, {"grids": grids, "cards": cards, "cuts": cuts, "learn": learn}, arguments)


if __name__ == "__main__":
    raise SystemExit(main())
