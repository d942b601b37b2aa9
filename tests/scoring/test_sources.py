"""Where every amount comes from: the paragraph of the rule sheet, or a decision that says so."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from pathlib import Path

import pytest

from scoring.counting.entry_types import NO_SOURCE, Source
from scoring.rulesets import load_rules


def _sources(value: object, where: str = "") -> Iterator[tuple[str, Source]]:
    """The `source` of every entry, by its key; entries that are reported by their parts alone have none of their
    own."""
    if isinstance(value, tuple):
        for number, entry in enumerate(value, 1):
            yield from _sources(entry, f"{where}[{number}]")
    elif is_dataclass(value) and not isinstance(value, Source):
        told = {field.name: getattr(value, field.name) for field in fields(value)}
        if "source" in told:
            yield where, told["source"]
        for name, entry in told.items():
            yield from _sources(entry, f"{where}.{name}")


@pytest.mark.parametrize("name", load_rules.list_known())
def test_every_entry_has_its_source(name: str) -> None:
    """In every system each entry names the paragraph, the words of the sheet, or a decision marked D."""
    rules = load_rules.load(name)
    absent = {".bock", ".rows", ".money", ".offence.minor", ".offence.absage", ".sheet.totals"}
    absent |= {
        ".sheet.keeper",
        ".offence.solo",
        ".offence.solo_minor",
        ".offence.solo_absage",
    }  # what the system does not have
    silent = {where for where, source in _sources(rules) if source == NO_SOURCE}
    assert silent <= absent
    assert len(dict(_sources(rules))) > 60


DECISIONS = """
pflichtsolo-40  | each level counts as reached at most once ; they alone count when nobody wins \
; D: 'einen zurück' is the other party's Re or Kontra
zehn-cent       | D: the sheet names no deck ; D: in a solo too ; D: they alone count when nobody wins \
; D: the offender pays all three ; D: an Absage that is kept counts as reached too \
; D: to the winner, of a lost solo too ; D: new cards by the same dealer, no row \
; D: he settles with each of three, so his points count three times
kurzregeln-48   | D: DDV frame ; D: 'keine 120' said is Re or Kontra itself \
; D: one point in every game of one against three ; none in a solo or a stille Hochzeit, as in the DDV \
; D: they count when nobody wins ; D: the sheet is silent; as in the DDV \
; D: 'Extras: ... Hochzeit' is the one that stays alone \
; D: he settles with each of three, so his points count three times
zwoelf-spiele   | D: 4, dealt 3, 4 and 3, so without nines ; D: they alone count when nobody wins ; D: DDV frame \
; 'Bei Hochzeit gibt es keine extra Punkte'; D: it is worth nothing by itself \
; 'Es wird nur mit Re und Kontra gespielt'; D: read beside 10 and 11, so that there are Absagen \
; D: to the winner, of a lost solo too ; D: he settles with each of three, so his points count three times
stille-hochzeit | D: at 120 each nobody wins ; D: the list of the sheet is lost \
; D: none in a game of one against three ; D: they alone count when nobody wins \
; D: one game brings one Bock round at most ; D: at 120 each Re wins, since who called lost \
; D: once each, for 'Re oder Kontra' ; D: counted like any other game \
; D: he settles with each of three, so his points count three times
ddv             | D: it counts as a game, since the game is over ; D: it is no game, since the game goes on
"""


@pytest.mark.parametrize("case", DECISIONS.replace("\\\n", "").strip().splitlines())
def test_decisions_are_told_as_such(case: str) -> None:
    """What the rule sheets leave open is decided in the rule set, marked D, so that a club can see and change it."""
    name, words = (part.strip() for part in case.split(" | "))
    sources = [source.en for _, source in _sources(load_rules.load(name))]
    decided = [source for source in sources if "D: " in source]
    assert [one for one in words.split(" ; ") if not any(one in source for source in decided)] == []


ENGLISH = re.compile(r"\b(the|is|are|and|of|no|with|it|one|each|only|he|for|that|what|game|games|row)\b")


@pytest.mark.parametrize("name", load_rules.list_known())
def test_every_source_has_its_german(name: str) -> None:
    """No source of a shipped rule set is left in English: the German one speaks no English outside quotations."""
    german = [re.sub("„[^“]*“", "", source.de) for _, source in _sources(load_rules.load(name))]
    assert [source for source in german if ENGLISH.search(source)] == []


@pytest.mark.parametrize(
    ("text", "german"),
    [
        ("minutes of 2026; D: all of us agreed", "minutes of 2026; D: all of us agreed"),
        ("11: Charly am End; D: 'so ist es'", "11: Charly am End; D: „so ist es“"),
        ("the club's rules", "the club's rules"),
    ],
)
def test_a_plain_source_reads_the_same_in_both_languages(text: str, german: str) -> None:
    """What a club wrote stays; only pairs of quotes become German quotation marks."""
    assert Source.from_text(text) == Source(german, text)


CLUB = """
extends = "pflichtsolo-40"
id = "verein"
version = 1
title = { de = "Unser Verein", en = "Our club", source = "minutes" }
"""


def test_a_club_may_write_its_source_in_both_languages(tmp_path: Path) -> None:
    """As the shipped rule sets do; a plain text still stands for both."""
    path = tmp_path / "verein.toml"
    own = '[offence]\noffender = -30\nothers = 10\nsource.de = "Beschluss"\nsource.en = "decision"\n'
    path.write_text(CLUB + own, encoding="utf-8")
    rules = load_rules.load(path)
    assert (rules.offence.source, rules.title.source) == (Source("Beschluss", "decision"), Source("minutes", "minutes"))


@pytest.mark.parametrize(
    ("source", "key", "sentence"),
    [
        ('source.de = "Beschluss"', "offence.source.en", "rulefile.entry.missing"),
        ('source = { de = "Beschluss", en = "" }', "offence.source.en", "rulefile.entry.empty"),
        ('source = { de = "Beschluss", en = "x", fr = "y" }', "offence.source.fr", "rulefile.entry.unknown-key"),
        ('source = ""', "offence.source", "rulefile.entry.source"),
        ("source = 3", "offence.source", "rulefile.type.str"),
    ],
)
def test_a_source_in_one_language_only_is_refused(tmp_path: Path, source: str, key: str, sentence: str) -> None:
    """The base's words must not stand beside the club's: either one text, or both languages."""
    path = tmp_path / "verein.toml"
    path.write_text(f"{CLUB}[offence]\noffender = -30\nothers = 10\n{source}\n", encoding="utf-8")
    rules, faults = load_rules.inspect(path)
    assert (rules, [(fault.key, fault.sentence) for fault in faults]) == (None, [(key, sentence)])
