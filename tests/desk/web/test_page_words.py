"""No sentence that a page can show speaks of the command line, of its options, or of files."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import texts
from texts.languages import LANGUAGES, Lang, load_table
from texts.sentences import Phrase, say_on_page

COMMAND = re.compile(r"--\w|\bkiebitz [a-z]|\bDATEI\b|\bFILE\b|(?<!\w)/(?:tmp|home|etc|var)/|[A-Za-z]:\\")
"""An option, a command, the word for its file, a path."""
TERMINAL = (
    # whole tables of the command line, of papers, of the workbook and of files that a club writes
    *("desk", "help", "newrules", "paper", "workbook", "wall", "foreign", "files", "startpage", "standings"),
    # what single commands print
    *(f"decisions.{name}" for name in ("status", "decide", "scan", "audit", "undo", "move", "strike.one-choice")),
    *("keying.told", "book.list", "book.verify", "form.both", "form.help"),
    # of layouts, which only a command can be given, and of a failure in the reader
    *("scanner.other-layout", "scanner.own-sheet", "evening.unchecked-names"),
    # what is said before the server runs
    *("web.serve", "web.certificate"),
)
"""Where sentences begin that only a terminal or a paper shows."""


def list_sentences(lang: Lang) -> dict[str, str]:
    """Every sentence that a page may show, as the page has it."""
    tables = sorted(file.stem for file in (Path(texts.__file__).parent / lang).glob("*.toml"))
    every = {key: words for name in tables for key, words in load_table(lang, name).items()}
    page = load_table(lang, "web")
    shown = {key: page.get(f"web.refusal.{key}", words) for key, words in every.items()}
    return {key: words for key, words in shown.items() if not key.startswith(TERMINAL)}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_pages_know_no_command_line(lang: Lang) -> None:
    """Each sentence is as somebody may read it who has never seen a terminal."""
    found = {key: words for key, words in list_sentences(lang).items() if COMMAND.search(words)}
    assert found == {}


def test_the_pages_version_is_the_one_that_is_shown() -> None:
    """With the same gaps filled in."""
    phrase = Phrase("decisions.refused.illegal", {"row": "(+5 +2 -2 -2)", "why": "Zusammen +3 statt 0."})
    assert "--reason" in phrase.in_("de")
    assert say_on_page(phrase, "de").endswith("Soll es trotzdem so zählen, bitte einen Grund angeben.")
