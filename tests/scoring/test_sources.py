"""Where every amount comes from: the paragraph of the rule sheet, or a decision that says so."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass

import pytest

from scoring import rulesets


def _sources(value: object, where: str = "") -> Iterator[tuple[str, str]]:
    """The `source` of every entry, by its key; entries that are told by their parts alone have none of their own."""
    if isinstance(value, tuple):
        for number, entry in enumerate(value, 1):
            yield from _sources(entry, f"{where}[{number}]")
    elif is_dataclass(value):
        told = {field.name: getattr(value, field.name) for field in fields(value)}
        if "source" in told:
            yield where, told["source"]
        for name, entry in told.items():
            yield from _sources(entry, f"{where}.{name}")


@pytest.mark.parametrize("name", rulesets.list_known())
def test_every_entry_has_its_source(name: str) -> None:
    """In every system each entry names the paragraph, the words of the sheet, or a decision marked D."""
    rules = rulesets.load(name)
    absent = {".bock", ".money", ".offence.minor", ".offence.absage", ".sheet.totals"}  # what the system does not have
    silent = {where for where, source in _sources(rules) if not source}
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
    sources = [source for _, source in _sources(rulesets.load(name))]
    decided = [source for source in sources if "D: " in source]
    assert [one for one in words.split(" ; ") if not any(one in source for source in decided)] == []
