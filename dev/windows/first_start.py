"""The set-up program's last step, by Windows' Python, and a check of the folder for Linux: imports all that Kiebitz
imports anywhere, so that what is missing is told now, and compiled is what will be used: `python first_start.py LOG`.
What failed stands in that file, which is written only then; the exit status is 1. On Windows the modules are then put
into one file, `module_shelf.py`."""

from __future__ import annotations

import ast
import sys
import traceback
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

PACKAGES = ("texts", "scoring", "templates", "scanner", "tournament", "desk", "kiebitz")
ELSEWHERE = {
    "distributed": "only with kiebitz[cluster]",
    "psycopg": "only with kiebitz[postgresql]",
    **dict.fromkeys(("fcntl", "resource"), "only on Linux and macOS"),
} | (dict.fromkeys(("msvcrt", "pystray"), "only on Windows") if sys.platform != "win32" else {})
"""What the program imports only where it is there, and why it is not here."""


def list_imports(libraries: Path) -> Iterator[str]:
    """Every module of the program, and every one that a module of it imports, also within functions."""
    for package in PACKAGES:
        for path in sorted((libraries / package).rglob("*.py")):
            inside = path.relative_to(libraries).with_suffix("").parts
            yield ".".join(part for part in inside if part != "__init__")
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Import):
                    yield from (alias.name for alias in node.names)
                elif isinstance(node, ast.ImportFrom) and node.module:
                    yield node.module


def import_all(libraries: Path) -> Iterator[str]:
    """What went wrong, as Python says it."""
    for name in sorted(set(list_imports(libraries))):
        if name.partition(".")[0] in ELSEWHERE or name.endswith("__main__"):
            continue
        try:
            import_module(name)
        except Exception:  # noqa: BLE001 - whatever it is belongs into the log
            yield f"{name}:\n{traceback.format_exc()}"


def main(log: str) -> int:
    """Imports and reports."""
    import texts

    failed = list(import_all(Path(texts.__file__).parents[1]))
    if failed:
        Path(log).write_text("\n".join([sys.version, *failed]), encoding="utf-8")
    elif sys.platform == "win32":
        from module_shelf import write_shelf

        write_shelf()
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
