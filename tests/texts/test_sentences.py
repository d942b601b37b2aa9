"""The tables of sentences: both languages have the same keys and gaps, and nothing is left over or left out."""

from __future__ import annotations

import ast
import pickle
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import texts
from texts.languages import LANGUAGES, Lang, load_table
from texts.sentences import Phrase, SpokenError, Words, fill, say

ROOT = Path(texts.__file__).parents[1]
TABLES = sorted(path.stem for path in (ROOT / "texts" / "de").glob("*.toml"))
PACKAGES = ("texts", "scoring", "templates", "scanner", "tournament", "desk")
MOST_WORDS = 20
GERMAN = re.compile(r"[äöüÄÖÜß„]")


def _find_gaps(sentence: str) -> set[str]:
    return set(re.findall(r"\{(\w+)", sentence))


@cache
def _read_strings() -> tuple[tuple[Path, int, str], ...]:
    """Every string of the code that is no docstring, and the fixed parts of formatted ones: file, line, text."""
    paths = [path for package in PACKAGES for path in sorted((ROOT / package).rglob("*.py"))]
    code = [(path, *found) for path in paths for found in _find_strings(ast.parse(path.read_text("utf-8")))]
    return (*code, *_find_template_strings())


def _find_template_strings() -> Iterator[tuple[Path, int, str]]:
    """Every quoted text in the expressions of the page's templates."""
    for path in sorted((ROOT / "desk" / "web").rglob("*.html")):
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
            for inside in re.findall(r"\{[{%].*?[%}]\}", line):
                yield from (
                    (path, number, first or second) for first, second in re.findall(r"\"([^\"]+)\"|'([^']+)'", inside)
                )


WORD_LISTS = ("templates/foreign/seen_table.py", "scanner/read/printed_names.py")
"""Modules with lists of words and letters that stand on paper: nobody is told them."""


def _find_strings(tree: ast.Module) -> Iterator[tuple[int, str]]:
    nodes = list(ast.walk(tree))
    told = {id(node.value) for node in nodes if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)}
    for node in nodes:
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in told:
            yield node.lineno, node.value


def _is_module(name: str) -> bool:
    """A package may have the name of its table: "scanner.open" is a folder."""
    place = ROOT / name.replace(".", "/")
    return place.is_dir() or place.with_suffix(".py").is_file()


def test_both_languages_have_the_same_tables() -> None:
    """A file of sentences has its twin."""
    assert sorted(path.stem for path in (ROOT / "texts" / "en").glob("*.toml")) == TABLES


@pytest.mark.parametrize("name", TABLES)
def test_a_sentence_has_its_twin(name: str) -> None:
    """What can be said in German can be said in English, and the other way round."""
    assert load_table("de", name).keys() == load_table("en", name).keys()


@pytest.mark.parametrize("name", TABLES)
def test_twins_speak_of_the_same_things(name: str) -> None:
    """No gap is filled in one language only."""
    german, english = load_table("de", name), load_table("en", name)
    assert [key for key in german if _find_gaps(german[key]) != _find_gaps(english[key])] == []


def test_no_sentence_is_left_over() -> None:
    """Every key stands in the code: as a whole, with a gap, or as a formatted string's fixed beginning."""
    strings = {text for *_, text in _read_strings()}
    begun = tuple(text for text in strings if text.partition(".")[0] in TABLES and text[-1] in ".-")
    templates = (text for text in strings if re.match(r"\w+\.(\w+\.)?\{\}", text))
    gapped = [re.compile(r"[\w-]+".join(map(re.escape, text.split("{}")))) for text in templates]
    keys = [key for name in TABLES for key in load_table("de", name)]
    left = [key for key in keys if key not in strings and not key.startswith(begun or ("\0",))]
    assert [key for key in left if not any(one.fullmatch(key) for one in gapped)] == []


def test_no_sentence_is_left_out() -> None:
    """A key that the code names stands in its table."""
    known = {key for name in TABLES for key in load_table("de", name)}
    asked = {
        (path.name, text)
        for path, _, text in _read_strings()
        if re.fullmatch(rf"(?:{'|'.join(TABLES)})\.[\w.-]*\w", text)
    }
    assert sorted(one for one in asked if one[1] not in known and not _is_module(one[1])) == []


def test_german_stands_in_the_tables_only() -> None:
    """No module has a German sentence of its own: one with an umlaut, a sharp s or a German quotation mark."""
    found = [
        f"{path.relative_to(ROOT)}:{line}: {text}"
        for path, line, text in _read_strings()
        if GERMAN.search(text) and " " in text.strip() and path.relative_to(ROOT).as_posix() not in WORD_LISTS
    ]
    assert found == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_finding_is_two_short_sentences_at_most(lang: Lang) -> None:
    """What an organiser reads beside a row, a sheet or a round: a mistake that is named counts as a sentence."""
    tables = [load_table(lang, name) for name in ("findings", "details", "evening", "faults")]
    told = {
        key: text
        for table in tables
        for key, text in table.items()
        if not key.startswith(("faults.line.", "faults.game."))
    }
    counted = {key: len(re.findall(r"[.?!](?= |$|\{hint)", text)) + ("{hint}" in text) for key, text in told.items()}
    assert {key for key, count in counted.items() if count > 2} == set()
    assert {key for key, text in told.items() if len(text.split()) > MOST_WORDS} == set()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_an_unknown_key_is_our_fault(lang: Lang) -> None:
    """A sentence that does not exist is a KeyError, never an empty line on the screen."""
    with pytest.raises(KeyError):
        say(lang, "common.there-is-no-such-sentence")
    with pytest.raises(KeyError):
        say(lang, "nowhere.at-all")


def test_a_phrase_fills_the_gap_of_another() -> None:
    """Parts of sentences, names in both languages and tuples of them are said in the sentence's language."""
    both = Phrase("common.and", {"before": (Words("Fuchs", "fox"), "Karlchen"), "last": Words("Herzstich", "heart")})
    assert both.in_("de") == "Fuchs, Karlchen und Herzstich"
    assert both.in_("en") == "fox, Karlchen and heart"


def test_numbers_are_written_as_the_language_does() -> None:
    """A comma and a space before the per cent in German; counted words; rounding away from a limit."""
    assert fill("{a:.1f} {b:.0%>}", "de", {"a": 1.25, "b": 0.301}) == "1,2 31 %"
    assert fill("{a:.1f} {b:.1%<}", "en", {"a": 1.25, "b": 0.3019}) == "1.2 30.1%"
    assert fill("{n:Spiel|Spiele}", "de", {"n": 1}) == "1 Spiel"
    assert fill("{n:Es ist #|Es sind #}", "de", {"n": 3}) == "Es sind 3"


def test_an_error_says_itself_in_both_languages() -> None:
    """The same error, also after it has travelled between processes."""
    error = pickle.loads(pickle.dumps(SpokenError("common.and", before="1", last="2")))
    assert (error.message("de"), error.message("en")) == ("1 und 2", "1 and 2")
    assert str(error) == "1 und 2"
