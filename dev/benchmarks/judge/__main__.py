"""How well readings are judged, over thousands of simulated sheets with players' mistakes.

    python -m dev.benchmarks.judge points     points sheets: silent errors, questions, mistakes found, rows blamed
    python -m dev.benchmarks.judge silent     whether the stated number of silent errors is true
    python -m dev.benchmarks.judge asked      photographs: rows a person is asked about without need, and why
    python -m dev.benchmarks.judge speed      how long judging takes, by the sheet's style
    python -m dev.benchmarks.judge proposals  whether what is proposed makes rows right, and no right row wrong
    python -m dev.benchmarks.judge limits     what hangs on a threshold: statuses, findings, silent errors, time
    python -m dev.benchmarks.judge truths     whether what is proposed is the truth, by kind of mistake

The simulated reader is calibrated by construction: an answer with probability 0.9 is right nine times of ten.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from typing import Protocol

from dev.benchmarks.judge import asked, points, proposals, silent, speed, truths, varied_limits


class Measurement(Protocol):
    """A module that measures something: its docstring is its help, and these are its two functions."""

    __doc__: str | None

    def add_options(self, parser: argparse.ArgumentParser) -> None:
        """Declares what its command line takes."""
        ...

    def run(self, options: argparse.Namespace) -> int:
        """Measures and prints; returns the exit status."""
        ...


MEASUREMENTS: Mapping[str, Measurement] = {
    "points": points,
    "silent": silent,
    "asked": asked,
    "speed": speed,
    "proposals": proposals,
    "limits": varied_limits,
    "truths": truths,
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the measurement that the command line names; returns its exit status."""
    raw = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=raw)
    chosen = parser.add_subparsers(required=True)
    for name, measurement in MEASUREMENTS.items():
        about = measurement.__doc__ or ""
        one = chosen.add_parser(name, help=about.splitlines()[0], description=about, formatter_class=raw)
        measurement.add_options(one)
        one.set_defaults(run=measurement.run)
    options = parser.parse_args(arguments)
    status: int = options.run(options)
    return status


if __name__ == "__main__":
    raise SystemExit(main())
