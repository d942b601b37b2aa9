"""The tables of a TOML file that anyone may have written: every value is checked, every fault names file and key."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from templates.errors import LayoutFault
from texts.sentences import Phrase

MAX_BYTES = 64 * 1024  # our largest example has 2 kB


@dataclass(frozen=True, slots=True)
class TomlTable:
    """One table of the file. `prefix` stands before its keys in a fault: "" for the file's own, "fields[2]."."""

    file: str
    values: Mapping[str, object]
    prefix: str = ""

    def make_fault(self, at: str, sentence: str, /, **gaps: object) -> LayoutFault:
        """The error about the key `at`, or about the whole file where that is "" and there is no prefix."""
        place = _clean(self.prefix + at)
        file = _clean(self.file)
        what = Phrase(sentence, gaps)
        return LayoutFault("foreign.fault.at", place=f"{file}: {place}" if place else file, what=what)

    def open_table(self, values: Mapping[str, object], prefix: str) -> TomlTable:
        """A table inside this one."""
        return TomlTable(self.file, values, prefix)

    def check_keys(self, *known: str) -> None:
        """Raises `LayoutFault` for a key that is not one of the known ones."""
        for key in self.values:
            if key not in known:
                raise self.make_fault(key, "foreign.fault.key", known=tuple(sorted(known)))

    def read_count(self, key: str, bounds: tuple[int, int], default: int = 0) -> int:
        """The whole number of that key; raises `LayoutFault` outside of `bounds`, which are both allowed."""
        value = self.values.get(key, default)
        if not isinstance(value, int) or isinstance(value, bool) or not bounds[0] <= value <= bounds[1]:
            raise self.make_fault(key, "foreign.fault.count", least=bounds[0], most=bounds[1])
        return value

    def read_numbers(self, key: str) -> list[float] | None:
        """The list of numbers of that key, empty where the key is missing; None for anything else.

        A number may be as large as TOML allows: bound it before any arithmetic with floats.
        """
        values = self.values.get(key, [])
        return values if isinstance(values, list) and all(type(value) in (int, float) for value in values) else None


def read_file(path: Path) -> TomlTable:
    """The file's outermost table; raises `LayoutFault` for a file that is missing, too large or no TOML."""
    empty = TomlTable(path.name, {})
    try:
        raw = _read_bytes(path)
    except OSError:
        raise empty.make_fault("", "foreign.fault.unreadable") from None
    if len(raw) > MAX_BYTES:
        raise empty.make_fault("", "foreign.fault.too-large", limit=MAX_BYTES // 1024)
    try:
        return TomlTable(path.name, tomllib.loads(raw.decode()))
    except (UnicodeDecodeError, tomllib.TOMLDecodeError, RecursionError, ValueError) as error:
        found = re.search(r"line (\d+), column", str(error))
        if found:
            raise empty.make_fault("", "foreign.fault.no-toml-line", line=found[1]) from None
        raise empty.make_fault("", "foreign.fault.no-toml") from None


def _read_bytes(path: Path) -> bytes:
    """The file's first bytes, one more than it may have; OSError where there is no file."""
    if not path.is_file():  # a pipe or a device would keep us waiting
        raise FileNotFoundError(path)
    with path.open("rb") as file:
        return file.read(MAX_BYTES + 1)


def _clean(text: str) -> str:
    """`text` fit for one line of a terminal: no control characters, at most 80 characters."""
    return "".join(char if char.isprintable() else "?" for char in text)[:80]
