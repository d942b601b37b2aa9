"""How well readings are judged, over thousands of simulated sheets with players' mistakes.

    python -m dev.benchmarks.judge points     points sheets: silent errors, questions, mistakes found, rows blamed
    python -m dev.benchmarks.judge details    full sheets: what their details reveal, and proposals
    python -m dev.benchmarks.judge silent     whether the stated number of silent errors is true
    python -m dev.benchmarks.judge odds       whether the stated probability of a row's mistake is true
    python -m dev.benchmarks.judge asked      photographs: rows a person is asked about without need, and why
    python -m dev.benchmarks.judge lamp       the same photographs beside a lamp: slips that pass, and what is asked
    python -m dev.benchmarks.judge spoilt     photographed lists with a wrong total each: whether somebody is asked
    python -m dev.benchmarks.judge speed      how long judging takes, by the sheet's style
    python -m dev.benchmarks.judge proposals  whether what is proposed makes rows right, and no right row wrong
    python -m dev.benchmarks.judge limits     what hangs on a threshold: statuses, findings, silent errors, time
    python -m dev.benchmarks.judge starts     start numbers: seats named wrongly or asked, as thresholds change
    python -m dev.benchmarks.judge truths     whether what is proposed is the truth, by kind of mistake

The simulated reader is calibrated by construction: an answer with probability 0.9 is right nine times of ten.
"""

from __future__ import annotations

from collections.abc import Sequence

from dev.benchmarks.commands import run_one
from dev.benchmarks.judge import (
    asked,
    details,
    lamp,
    odds,
    points,
    proposals,
    silent,
    speed,
    spoilt,
    truths,
    varied_limits,
    varied_starts,
)


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the command; returns its exit status."""
    measurements = {
        "points": points,
        "details": details,
        "silent": silent,
        "odds": odds,
        "asked": asked,
        "lamp": lamp,
        "speed": speed,
        "spoilt": spoilt,
        "proposals": proposals,
        "limits": varied_limits,
        "starts": varied_starts,
        "truths": truths,
    }
    return run_one(__doc__, measurements, arguments)


if __name__ == "__main__":
    raise SystemExit(main())
