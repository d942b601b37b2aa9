"""The page of all sentences in the docs is what the tables say now."""

from __future__ import annotations

from pathlib import Path

import texts
from dev.tools.sentences import make_page
from texts.languages import load_table

ROOT = Path(texts.__file__).parents[1]


def test_the_page_is_up_to_date() -> None:
    """Whoever changes a sentence runs `python -m dev.tools.sentences docs/sentences.md`."""
    assert (ROOT / "docs" / "sentences.md").read_text(encoding="utf-8") == make_page()


def test_every_sentence_is_on_the_page() -> None:
    """One line each, in both languages."""
    keys = [key for path in (ROOT / "texts" / "de").glob("*.toml") for key in load_table("de", path.stem)]
    lines = [line for line in make_page().splitlines() if line.startswith("| ") and not line.startswith("| |")]
    assert len(lines) == len(keys)
