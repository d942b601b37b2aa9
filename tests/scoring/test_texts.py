"""The sentences: both languages say the same things."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from scoring import rulesets, texts
from scoring.texts import english, german, pages

SOURCES = Path(rulesets.__file__).parents[1]


def _gaps(sentence: str) -> list[str]:
    return sorted(re.findall(r"\{(\w+)", sentence))


def test_same_keys() -> None:
    """What can be said in German can be said in English."""
    assert german.SENTENCES.keys() == english.SENTENCES.keys()


@pytest.mark.parametrize("key", german.SENTENCES)
def test_same_gaps(key: str) -> None:
    """A sentence speaks of the same things in both languages."""
    assert _gaps(german.SENTENCES[key]) == _gaps(english.SENTENCES[key])


def test_no_sentence_is_left_over() -> None:
    """Every sentence is asked for somewhere by its name, or by the beginning of it."""
    code = "".join(path.read_text(encoding="utf-8") for path in SOURCES.rglob("*.py") if path.parent.name != "texts")
    code += Path(texts.__file__).read_text(encoding="utf-8")
    built = ("impossible-", "where-", "rules-str", "rules-int", "rules-bool")
    assert [key for key in german.SENTENCES if f'"{key}"' not in code and not key.startswith(built)] == []


@pytest.mark.parametrize("key", pages.GERMAN)
def test_pages_in_both_languages(key: str) -> None:
    """What a rule set's page and an explained game say, they say in both languages of the same things."""
    assert pages.GERMAN.keys() == pages.ENGLISH.keys()
    assert _gaps(pages.GERMAN[key]) == _gaps(pages.ENGLISH[key])
