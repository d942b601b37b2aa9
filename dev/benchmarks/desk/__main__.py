"""How the running page bears many visitors and long use.

python -m dev.benchmarks.desk crowd FILE PHOTOS    50 phones watch, 20 photographs come in at once
python -m dev.benchmarks.desk week FILE            whether anything grows with a week of use
python -m dev.benchmarks.desk attacks FILE         800 half-sent heads, 200 slow bodies, 1,000 streams
python -m dev.benchmarks.desk neighbour FILE PHOTO a verdict behind another table's 40 slow pictures
"""

from __future__ import annotations

from collections.abc import Sequence

from dev.benchmarks.commands import run_one
from dev.benchmarks.desk import attacks, crowd, neighbour, week


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the command; returns its exit status."""
    return run_one(__doc__, {"attacks": attacks, "crowd": crowd, "neighbour": neighbour, "week": week}, arguments)


if __name__ == "__main__":
    raise SystemExit(main())
