"""Whether what is promised of standings is true, over thousands of simulated evenings.

python -m dev.benchmarks.standings audit          whether a wrong winner is noticed as often as the audit promises
python -m dev.benchmarks.standings sure           whether the stated chance that a place is right is true
python -m dev.benchmarks.standings speed FOLDER   how long `kiebitz standings` takes on a large file
"""

from __future__ import annotations

from collections.abc import Sequence

from dev.benchmarks.commands import run_one
from dev.benchmarks.standings import audit, speed, sure


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the command; returns its exit status."""
    return run_one(__doc__, {"audit": audit, "sure": sure, "speed": speed}, arguments)


if __name__ == "__main__":
    raise SystemExit(main())
