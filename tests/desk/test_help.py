"""Help pages: in one language from the first word to the last, narrow, and with examples that can be typed."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from desk.cli.help_pages import list_examples, write_page
from tests.desk.help_pages import list_contexts
from texts.languages import LANGUAGES, Lang

ROOT = Path(__file__).parents[2]
ENGLISH = re.compile(
    r"Options|Usage|Arguments|Commands|OPTIONS|COMMAND\b|ARGS|required|default|range>|<\w+>|Show this|\bexit\b"
    r"|\bTEXT\b|\bPATH\b|INTEGER|\bFILE\b|\b(the|and|with|of|or)\b"
)
"""What the library would say, and what an English sentence has; `a|or b` apart, names of options are left out."""
CONTEXTS = {context.command_path: context for context in list_contexts()}


@cache
def load_pages(lang: Lang) -> dict[str, str]:
    """Every command's page by its name, at 80 columns."""
    run = subprocess.run(
        [sys.executable, str(ROOT / "tests" / "desk" / "help_pages.py")],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
        env=os.environ | {"KIEBITZ_LANG": lang, "COLUMNS": "80", "PYTHONPATH": str(ROOT)},
    )
    pages: dict[str, str] = json.loads(run.stdout)
    return pages


@pytest.mark.parametrize(("lang", "names", "file"), [("de", "NAMEN", "DATEI"), ("en", "NAMES", "FILE")])
def test_names_are_typed_or_a_file_as_the_page_says(lang: Lang, names: str, file: str) -> None:
    """A table's names are typed, its rows are a file; of a whole evening the names are a file, too."""
    pages = load_pages(lang)
    assert all(f"--names {names} " in pages[f"kiebitz {command}"] for command in ("enter", "move"))
    assert f"--rows {file} " in pages["kiebitz enter"]
    assert f"--names {file} " in pages["kiebitz scan"]


def test_german_pages_have_no_english() -> None:
    """Neither the library's words nor a sentence that was forgotten."""
    for name, page in load_pages("de").items():
        words = re.sub(r"--[a-z-]+", "", page.partition("Beispiele:")[0])
        assert ENGLISH.findall(words) == [], name


def test_english_pages_have_no_german() -> None:
    """An umlaut may stand in a player's name, so examples are left out."""
    for name, page in load_pages("en").items():
        words = page.partition("Examples:")[0]
        assert re.findall(r"\w*[äöüÄÖÜß„]\w*|Aufruf|Optionen|Angaben|Befehle", words) == [], name


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_page_fits_a_terminal(lang: Lang) -> None:
    """No line is wider than 79 characters, and a command's sentence in the list takes one line."""
    pages = load_pages(lang)
    assert {name: line for name, page in pages.items() for line in page.splitlines() if len(line) > 79} == {}
    [block] = [part for part in pages["kiebitz"].split("\n\n") if part.startswith(("Befehle:", "Commands:"))]
    assert len(block.splitlines()) == 1 + len([name for name in pages if name.count(" ") == 1])


def test_a_narrow_terminal_gets_narrow_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    """Half a screen beside a browser: sentences go on below their beginning."""
    monkeypatch.setenv("COLUMNS", "60")
    for context in CONTEXTS.values():
        page = write_page(context, "de").partition("Beispiele:")[0]
        assert max(map(len, page.splitlines())) < 60


def test_what_must_be_given_stands_in_the_call() -> None:
    """The first line is enough to begin with, and a value that has limits names them."""
    page = load_pages("de")["kiebitz new"]
    assert page.startswith("Aufruf: kiebitz new DATEI --rules REGELN --title NAME --rounds ZAHL [Optionen]\n")
    assert "Zahl der Runden. (nötig, 1 bis 99)" in page
    assert "(4 bis 5, sonst\n" in page


def test_a_command_behind_another_says_where_the_file_goes() -> None:
    """`kiebitz players DATEI add NAME`, not the library's own signs for it."""
    [add] = [page for name, page in load_pages("de").items() if name.endswith(" add")]
    assert add.startswith("Aufruf: kiebitz players DATEI add NAME [Optionen]\n")


def parse(command: Any, words: list[str], name: str, parent: Any = None) -> str:
    """Has the real parser read the words, without running anything; returns the command that they reach."""
    context = command.make_context(name, words, parent=parent)
    if not hasattr(command, "commands"):
        return str(context.info_name)
    inner, below, rest = command.resolve_command(context, [*context._protected_args, *context.args])
    return f"{name} {parse(below, rest, inner, context)}"


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("path", CONTEXTS)
def test_each_example_is_understood(path: str, lang: Lang) -> None:
    """There are two for each command, they differ, and the parser takes every word of them."""
    examples = list_examples(CONTEXTS[path], lang)
    assert len(set(examples)) == len(examples) == 2
    for line in examples:
        program, *words = shlex.split(line)
        reached = parse(CONTEXTS["kiebitz"].command, words, program)
        assert reached.startswith(re.sub(r" \S*[A-Z{}\[\]]\S*", "", path))


def test_commands_stand_in_the_order_of_an_evening() -> None:
    """Each once: what a person settles is read a second time before its round is closed."""
    commands = load_pages("de")["kiebitz"].split("Befehle:")[1].split("Beispiele:")[0]
    listed = [line.split()[0] for line in commands.splitlines() if re.match("  [a-z]", line)]
    wanted = ["new", "draw", "print", "scan", "decide", "keying", "close", "standings", "export", "verify"]
    assert [name for name in listed if name in wanted] == wanted
    assert len(listed) == len(set(listed))


@pytest.mark.parametrize("page", ["windows", "macos", "linux"])
def test_the_pages_for_laptops_can_be_typed(page: str) -> None:
    """A file and a double click, or one line; nothing needs the project's scripts or names a place to load from."""
    text = (ROOT / "docs" / f"{page}.md").read_text(encoding="utf-8")
    lines = [line.strip() for block in re.findall(r"```\w+\n(.*?)```", text, re.DOTALL) for line in block.splitlines()]
    assert [line for line in lines if line.startswith("sh ")] == []
    assert "://" not in text
    assert "uv tool install" in text
