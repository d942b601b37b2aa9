"""The files of the rule sets that come with the program."""

from __future__ import annotations

from pathlib import Path

_FOLDER = Path(__file__).parent


def list_known() -> tuple[str, ...]:
    """The ids of the shipped rule sets, sorted."""
    return tuple(sorted(path.stem for path in _FOLDER.glob("*.toml")))


def find_file(name: str) -> Path:
    """The file of the shipped rule set of that id."""
    return _FOLDER / f"{name}.toml"
