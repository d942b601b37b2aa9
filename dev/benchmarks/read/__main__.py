"""How well photographs of our own sheets are read and judged. The writers are hands that no training has seen.

python -m dev.benchmarks.read sheets FOLDER --data HANDWRITING    points sheets under seven conditions, all figures
python -m dev.benchmarks.read full --data HANDWRITING             full sheets of all rule sets, mistakes planted
python -m dev.benchmarks.read boxes --data HANDWRITING            boxes to cross
python -m dev.benchmarks.read starts --data HANDWRITING           start numbers, rounds and tables on blank copies
python -m dev.benchmarks.read compose --out FOLDER --data ...     only makes the photographs of `sheets`
python -m dev.benchmarks.read further KIND --out FOLDER ...       makes folded sheets, full sheets or lists
"""

from __future__ import annotations

from collections.abc import Sequence

from dev.benchmarks.commands import run_one
from dev.benchmarks.read import boxes, compose, full, further, sheets, starts


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the command; returns its exit status."""
    measurements = {
        "sheets": sheets,
        "full": full,
        "boxes": boxes,
        "starts": starts,
        "compose": compose,
        "further": further,
    }
    return run_one(__doc__, measurements, arguments)


if __name__ == "__main__":
    raise SystemExit(main())
