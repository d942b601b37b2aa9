"""Every paragraph of the five founding rule sheets stands somewhere in its rule set: counted, checked, or told aside.

The federation's text is in `docs/rules/ddv.md`, paragraph by paragraph (`tests/test_ddv_table.py`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import chain

import pytest

from dev.tools.rule_sources import list_sources
from scoring.rulesets.load_rules import find_file, load

NUMBERED = {"pflichtsolo-40": 25, "zwoelf-spiele": 14}
"""Sheets whose paragraphs have numbers, with the last one."""
NAMED = {
    "kurzregeln-48": (
        *("Trümpfe", "Kartenwert", "Spielpunkte", "Extras", "Solo 1", "Solo 2", "Solo 3", "Solo 4"),
        *("Regeln 1", "Regeln 2"),
    ),
    "zehn-cent": (
        *(
            "16 Spiele",
            "an 5er Tischen 20 Spiele",
            "Die Tische werden 3mal ausgelost",
            "Spieler 1 beginnt mit dem Geben",
        ),
        *("Es muss abgehoben werden", "Es muss alles vor der 1. Karte gesagt werden", "darf er schmeißen"),
        *("nur als erstes ausspielen", "Trumpfsolo, Damensolo, Bubensolo", "durch Abreizen"),
        *(
            "Spielpartner wird, wer den ersten Fehlstich erhält",
            "stille Solo",
            "das 1. Fehl",
            "nicht als Solo gewertet",
        ),
        *("nur ein Contra (oder höher) melden", "erhöht automatisch", "nur 2mal", "10 Cent für 10 Punkte"),
        *("Aufzählung zu", "Verliert die Re-Partei", "31, 61, 91 oder 121", "je 50 Punkte"),
        *("Das Spiel wird nicht wiederholt", "Strittige Spiele entscheidet der Leitende"),
    ),
    "stille-hochzeit": (
        *("Allgemeines", "Spielbeginn", "mehr als vier Könige", "Spielbeginn: Armut", "ein einziger Bock"),
        *("Spielbeginn: Hochzeit", "Ansagen", "Spielablauf", "mit dem aktuellen Stand verloren", "Zählen", "Solo"),
        *("Vorführung in der fünften", "Böcke"),
    ),
}
"""Sheets without numbers: their headings, or words of each paragraph by which the rule set names it."""
COUNTS = {"pflichtsolo-40": 25, "zwoelf-spiele": 14, "kurzregeln-48": 10, "zehn-cent": 24, "stille-hochzeit": 13}


def read_numbers(source: str) -> Iterator[int]:
    """The paragraphs that a source cites: "19 bis 25; D: ..." are seven; what stands behind a colon is no number of
    one."""
    for part in source.split(";"):
        cited = "" if part.strip().startswith("D:") else part.partition(":")[0]
        for first, last in re.findall(r"\b(\d+)(?: bis (\d+))?", cited):
            yield from range(int(first), int(last or first) + 1)


def list_paragraphs(name: str) -> Mapping[str, list[str]]:
    """By paragraph of that system the keys of the rule set's file that cite it, but for worked examples."""
    sources = [(key, source) for key, source in list_sources(find_file(name)) if not key.startswith("examples")]
    if name in NUMBERED:
        wanted = range(1, NUMBERED[name] + 1)
        return {str(one): [key for key, source in sources if one in read_numbers(source)] for one in wanted}
    return {one: [key for key, source in sources if one in source] for one in NAMED[name]}


@pytest.mark.parametrize("name", COUNTS)
def test_every_paragraph_stands_somewhere(name: str) -> None:
    """None is missing, and as many are there as the sheet has."""
    found = list_paragraphs(name)
    assert [one for one, keys in found.items() if not keys] == []
    assert len(found) == COUNTS[name]


@pytest.mark.parametrize("name", [*COUNTS, "ddv"])
def test_rules_show_tells_every_aside(name: str) -> None:
    """In German and English, each with its paragraph, and none a second time."""
    from scoring.rulesets.rule_page import write_page

    rules = load(name)
    ids = [aside.id for aside in rules.asides]
    assert len(ids) == len(set(ids)) > 4
    for lang in ("de", "en"):
        page = "\n".join(write_page(rules, lang))
        assert [aside.id for aside in rules.asides if page.count(aside.text.in_(lang)) != 1] == []


def test_the_count_of_all_is_known() -> None:
    """68 rules that no count shows have an aside, beside the two from before."""
    asides = list(chain.from_iterable(load(name).asides for name in (*COUNTS, "ddv")))
    assert len(asides) == 68 + 3
