"""Says for which systems every library is to be had ready-made: `python -m dev.tools.wheels`.

Each row of the table is what uv would install there, with the versions of `requirements.txt` and of nothing but wheels:
whoever has no compiler can install it. Ends with status 1 where another row fails than is known to.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from uv import find_uv_bin

ROOT = Path(__file__).parents[2]
SYSTEMS: Final = {
    "macOS arm64": "aarch64-apple-darwin",
    "macOS x86_64": "x86_64-apple-darwin",
    "Windows x64": "x86_64-pc-windows-msvc",
    "Linux x86_64": "x86_64-manylinux_2_28",
    "Linux aarch64": "aarch64-manylinux_2_28",
}
"""As uv calls them; 2.28 is the glibc of Debian 10 and Ubuntu 20.04."""
PYTHONS: Final = ("3.11", "3.12", "3.13", "3.14")
MACOS: Final = "15.0"
"""The oldest macOS for which all libraries have wheels."""
KNOWN: Final = {("macOS x86_64", "3.14"): "onnxruntime"}
"""Rows that fail, with the library at fault: its makers build nothing for Intel's Macs any more, and the last version
that they built knows Python up to 3.13."""
_UNREACHED = ("Failed to fetch", "Request failed", "error sending request", "network was disabled")


class NoIndex(Exception):
    """No package index answers."""


@dataclass(frozen=True, slots=True)
class Row:
    """What was found for a system and a version of Python: how many libraries, or why they are not to be had."""

    system: str
    python: str
    libraries: int
    why: str = ""

    @property
    def is_known(self) -> bool:
        """Whether it came out as is known."""
        lacking = KNOWN.get((self.system, self.python), "")
        return lacking in self.why if lacking else not self.why


def list_rows() -> Iterator[Row]:
    """Every system with every version of Python. Raises `NoIndex`."""
    for system in SYSTEMS:
        for python in PYTHONS:
            yield resolve(system, python)


def resolve(system: str, python: str) -> Row:
    """What uv would install there, of wheels alone. Raises `NoIndex`."""
    order = ["pip", "compile", "--quiet", "--no-header", "--no-annotate", "--only-binary", ":all:"]
    order += [
        "--no-python-downloads",
        "--constraint",
        "requirements.txt",
        "--python-platform",
        SYSTEMS[system],
        "--python-version",
        python,
    ]
    environment = os.environ | {"MACOSX_DEPLOYMENT_TARGET": MACOS}
    run = subprocess.run(
        [find_uv_bin(), *order, "pyproject.toml"],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    if any(words in run.stderr for words in _UNREACHED):
        raise NoIndex(run.stderr.strip().splitlines()[-1])
    return Row(system, python, run.stdout.count("=="), " ".join(run.stderr.split()) if run.returncode else "")


def main() -> int:
    """Prints the table."""
    try:
        rows = list(list_rows())
    except NoIndex as unreached:
        sys.stdout.write(f"Skipped: no package index answers ({unreached})\n")
        return 0
    for row in rows:
        found = f"{row.libraries} libraries, all of them wheels" if not row.why else f"no: {row.why[:300]}"
        sys.stdout.write(f"{row.system:13} {row.python}  {found}\n")
    return 0 if all(row.is_known for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
