"""Writes all sentences on one page, German and English side by side: `python -m dev.tools.sentences out/sentences.md`.

They are grouped as in their tables, and what an organiser reads about a sheet or an evening comes first.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

import texts
from texts.languages import load_table

_TABLES = Path(texts.__file__).parent / "de"
_FIRST = ("findings", "details", "faults", "evening", "workbook", "fields", "common", "counting")
"""The tables of findings and of what is shown with them."""

_KEY = re.compile(r'("?)([\w.-]+)\1\s*=')
_HEAD = """# All sentences

What Kiebitz says, to be read as a whole and aloud. A gap `{name}` is filled in: a seat (`who`) by its player's name
where it is known, a row (`row`, `at`) by "Spiel 7" or "Strafe 1". The sentences are in `texts/de` and `texts/en`;
this page is written by a command, `python -m dev.tools.sentences`, and not kept."""


def make_page() -> str:
    """The whole page as Markdown."""
    names = sorted((path.stem for path in _TABLES.glob("*.toml")), key=lambda name: (_rank_table(name), name))
    return "\n".join([_HEAD, *(line for name in names for line in _list_lines(name))]) + "\n"


def _rank_table(name: str) -> int:
    return _FIRST.index(name) if name in _FIRST else len(_FIRST)


def _list_lines(name: str) -> Iterator[str]:
    """One file: its comments are what introduces the sentences below them."""
    german, english = load_table("de", name), load_table("en", name)
    yield from ("", f"## {name}")
    section, is_open = name, False
    for line in (_TABLES / f"{name}.toml").read_text(encoding="utf-8").splitlines():
        if line.startswith("["):
            section, is_open = f"{name}.{line.strip('[]')}", False
            yield from ("", f"### {section}")
        elif line.startswith("#"):
            is_open = False
            yield from ("", line.lstrip("# "))
        elif (found := _KEY.match(line)) and (key := f"{section}.{found[2]}") in german:
            yield from () if is_open else ("", "| | Deutsch | English |", "|---|---|---|")
            is_open = True
            yield f"| {found[2]} | {_write_cell(german[key])} | {_write_cell(english[key])} |"


def _write_cell(sentence: str) -> str:
    """The sentence so that a table of Markdown shows it as it is."""
    return sentence.replace("|", "\\|").replace("\n", "<br>").replace("<", "&lt;").replace("&lt;br>", "<br>")


def main() -> None:
    """See the module."""
    target = Path(sys.argv[1])
    target.parent.mkdir(exist_ok=True)
    target.write_text(make_page(), encoding="utf-8")


if __name__ == "__main__":
    main()
