"""One command for several measurements: `python -m dev.benchmarks.read boxes --data FOLDER`."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from typing import Protocol


class Measurement(Protocol):
    """A module that measures something: its docstring is its help, and these are its two functions."""

    __doc__: str | None

    def add_options(self, parser: argparse.ArgumentParser) -> None:
        """Declares what its command line takes."""
        ...

    def run(self, options: argparse.Namespace) -> int:
        """Measures and prints; returns the exit status."""
        ...


def run_one(about: str | None, measurements: Mapping[str, Measurement], arguments: Sequence[str] | None = None) -> int:
    """Runs the measurement that the command line names; returns its exit status."""
    parser = argparse.ArgumentParser(description=about, formatter_class=argparse.RawDescriptionHelpFormatter)
    chosen = parser.add_subparsers(required=True)
    for name, measurement in measurements.items():
        about_it = measurement.__doc__ or ""
        one = chosen.add_parser(
            name,
            help=about_it.splitlines()[0],
            description=about_it,
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        measurement.add_options(one)
        one.set_defaults(run=measurement.run)
    options = parser.parse_args(arguments)
    status: int = options.run(options)
    return status
