"""How long reading and judging take, and in how much memory.

python -m dev.benchmarks.speed stages PHOTO...     every stage of reading one photograph
python -m dev.benchmarks.speed full                full sheets, from the file to the findings
python -m dev.benchmarks.speed memory PHOTO...     the peak for one photograph, and the growth over a long folder
"""

from __future__ import annotations

from collections.abc import Sequence

from dev.benchmarks.commands import run_one
from dev.benchmarks.speed import full, memory, stages


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the command; returns its exit status."""
    return run_one(__doc__, {"stages": stages, "full": full, "memory": memory}, arguments)


if __name__ == "__main__":
    raise SystemExit(main())
