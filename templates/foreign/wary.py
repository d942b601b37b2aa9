"""Values out of a TOML file that anyone may have written: each is checked, and each fault names its key."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

from templates.errors import LayoutFault

MAX_BYTES = 64 * 1024  # our largest example has 2 kB

Fault = Callable[[str, str, str], LayoutFault]
"""Makes the error for a key from its German and its English half sentence."""


def faults_of(path: Path) -> Fault:
    """The maker of errors about this file."""
    def fault(key: str, german: str, english: str) -> LayoutFault:
        return LayoutFault(_clean(path.name), _clean(key), german, english)
    return fault


def parse(path: Path, fault: Fault) -> dict[str, Any]:
    """The file as a table; raises the fault for one that is missing, too large or no TOML."""
    try:
        raw = _read(path)
    except OSError:
        raise fault("", "Die Datei lässt sich nicht lesen; bitte Pfad und Rechte prüfen.",
                    "The file cannot be read; check its path and permissions.") from None
    if len(raw) > MAX_BYTES:
        raise fault("", f"Die Datei ist größer als {MAX_BYTES // 1024} kB; bitte die Layout-Datei angeben.",
                    f"The file is larger than {MAX_BYTES // 1024} kB; give the layout file.")
    try:
        return tomllib.loads(raw.decode())
    except (UnicodeDecodeError, tomllib.TOMLDecodeError, RecursionError, ValueError) as error:
        found = re.search(r"line (\d+), column", str(error))
        german, english = (f" (Zeile {found[1]})", f" (line {found[1]})") if found else ("", "")
        raise fault("", f"Die Datei ist kein gültiges TOML{german}; bitte mit docs/layouts.md vergleichen.",
                    f"The file is no valid TOML{english}; compare it with docs/layouts.md.") from None


def _read(path: Path) -> bytes:
    if not path.is_file():  # a pipe or a device would keep us waiting
        raise FileNotFoundError(path)
    with path.open("rb") as file:
        return file.read(MAX_BYTES + 1)


def only(table: dict[str, Any], allowed: set[str], prefix: str, fault: Fault) -> None:
    """Raises the fault for a key that is not in `allowed`."""
    for key in table:
        if key not in allowed:
            names = ", ".join(sorted(allowed))
            raise fault(prefix + key, f"Diesen Schlüssel gibt es nicht; erlaubt sind {names}.",
                        f"There is no such key; allowed are {names}.")


def count(data: dict[str, Any], key: str, bounds: tuple[int, int], fault: Fault, default: int = 0,
          prefix: str = "") -> int:
    """A whole number within `bounds`."""
    value = data.get(key, default)
    if type(value) is not int or not bounds[0] <= value <= bounds[1]:
        raise fault(prefix + key, f"Hier muss eine ganze Zahl von {bounds[0]} bis {bounds[1]} stehen.",
                    f"Write a whole number from {bounds[0]} to {bounds[1]}.")
    return value


def _clean(text: str) -> str:
    """`text` fit for one line of a terminal: no control characters, at most 80 characters."""
    return "".join(char if char.isprintable() else "?" for char in text)[:80]
