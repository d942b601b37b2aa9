"""The page of all sentences has each of them, in both languages, as a table of Markdown shows it."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

import texts
from dev.tools.sentences import main, make_page
from texts.languages import load_table

ROOT = Path(texts.__file__).parents[1]


def test_every_sentence_is_on_the_page() -> None:
    """One line each, in both languages."""
    keys = [key for path in (ROOT / "texts" / "de").glob("*.toml") for key in load_table("de", path.stem)]
    lines = [line for line in make_page().splitlines() if line.startswith("| ") and not line.startswith("| |")]
    assert len(lines) == len(keys)
    assert {line.count(" | ") for line in lines} == {2}


def test_a_sentence_stands_below_its_section() -> None:
    """Key, German and English in one line, under the name of the table's section."""
    section = make_page().split("\n### faults.code\n")[1].split("\n### ")[0]
    german, english = (load_table(lang, "faults")["faults.code.pattern"] for lang in ("de", "en"))
    assert f"| pattern | {german} | {english} |" in section


def test_the_command_writes_the_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Into a folder that is made where it is missing."""
    target = tmp_path / "out" / "sentences.md"
    monkeypatch.setattr(sys, "argv", ["sentences", str(target)])
    main()
    assert target.read_text(encoding="utf-8") == make_page()
