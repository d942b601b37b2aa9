"""The sentences: both languages say the same things."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from pathlib import Path

import pytest

from scoring import rulesets, texts
from scoring.counting.rules import RuleSet
from scoring.findings import Finding
from scoring.texts import english, german, notes, page_english, page_german

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


@pytest.mark.parametrize("key", page_german.SENTENCES)
def test_pages_in_both_languages(key: str) -> None:
    """What a rule set's page and an explained game say, they say in both languages of the same things."""
    assert page_german.SENTENCES.keys() == page_english.SENTENCES.keys()
    assert set(_gaps(page_german.SENTENCES[key])) == set(_gaps(page_english.SENTENCES[key]))


def test_no_sentence_of_the_pages_is_left_over() -> None:
    """Every sentence of a page is asked for somewhere by its name, or by the beginning of it."""
    code = "".join(path.read_text(encoding="utf-8") for path in SOURCES.rglob("*.py"))
    cards = {word for name in rulesets.list_known() for word in _card_words(rulesets.load(name))}
    built = ("part-", "kind-", "needs-", "sitter-", "check-", "won-")
    told = [key for key in page_german.SENTENCES if key not in cards and not key.startswith(built)]
    assert [key for key in told if code.count(f'"{key}"') < 3] == []  # once in each language, once where it is said


def _card_words(rules: RuleSet) -> Iterator[str]:
    """Everything that the names of this rule set's cards and suits are made of."""
    yield from (card.rank for card in rules.deck)
    yield from (word for card in rules.trumps.order for word in card.split("-"))


def sources(thing: object) -> Iterator[str]:
    """Every source note in a rule set."""
    if isinstance(thing, tuple):
        yield from (note for entry in thing for note in sources(entry))
    elif is_dataclass(thing):
        for entry in fields(thing):
            value = getattr(thing, entry.name)
            yield from ([value] if entry.name == "source" else sources(value))


@pytest.mark.parametrize("name", rulesets.list_known())
def test_every_note_has_its_german(name: str) -> None:
    """No source note of a shipped rule set is left in English: each of its parts is known, or speaks no English."""
    english_words = re.compile(r"\b(the|is|are|and|of|no|with|it|one|each|only|he|for|that|what|game|games|row)\b")
    for source in sources(rulesets.load(name)):
        told = re.sub("„[^“]*“", "", notes.note("de", source))
        assert not english_words.search(told), told


def test_every_german_note_is_used() -> None:
    """The notes in German are those of the shipped rule sets, and no others."""
    said = "; ".join(source for name in rulesets.list_known() for source in sources(rulesets.load(name)))
    assert [note for note in notes.GERMAN if note not in said] == []


def test_a_clubs_own_note_stays() -> None:
    """What nobody has put into German is shown as the club wrote it; quotations get German marks."""
    assert notes.note("de", "minutes of 2026; D: all of us agreed") == "minutes of 2026; D: all of us agreed"
    assert notes.note("de", "11: Charly am End; D: 'so ist es'") == "11: Charly am End; D: „so ist es“"
    assert notes.note("en", "D: 'so ist es'") == "D: 'so ist es'"


def test_a_code_with_one_sentence_needs_no_text() -> None:
    """A finding then says what its code says."""
    finding = Finding("not-zero-sum", "error", data={"number": 7, "sum": 4})
    assert finding.text == ""
    assert finding.message("en") == "Game 7: the points add up to +4 instead of 0."


@pytest.mark.parametrize(("lang", "count", "told"), [
    ("de", 1, "1 Absage der Gegenpartei"), ("de", 2, "2 Absagen der Gegenpartei"),
    ("en", 1, "1 Absage of the other party"),
])
def test_one_thing_is_told_as_one(lang: str, count: int, told: str) -> None:
    """A number brings its own word along."""
    assert texts.sentence(lang, "strafe-absagen", {"count": count}) == told


@pytest.mark.parametrize(("lang", "found", "told"), [
    ("de", 1, "Es ist 1 Spiel aufgeschrieben statt 16."), ("de", 15, "Es sind 15 Spiele aufgeschrieben statt 16."),
    ("en", 1, "1 game is written down instead of 16."),
])
def test_a_verb_goes_with_its_number(lang: str, found: int, told: str) -> None:
    """Where the number stands within the words, they go round it."""
    assert texts.sentence(lang, "too-few", {"found": found, "expected": 16}) == told
