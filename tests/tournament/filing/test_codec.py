"""Readings and judgements come out of the file as they went in, for every style of sheet and every doubt."""

from __future__ import annotations

import json
import random
from dataclasses import replace

import pytest

from dev.rounds.doubtful_sheets import STYLES, Style, draw_doubtful_sheet
from scoring.rulesets.load_rules import load
from tests.tournament.evening import evening
from tournament.filing.judgement_json import (
    MOST_BYTES,
    UnreadableContent,
    decode_judged,
    decode_reading,
    encode_judged,
    encode_reading,
)
from tournament.judging.reconcile import reconcile
from tournament.judging.written_sheet import transcribe

SYSTEMS = ("pflichtsolo-40", "ddv", "kurzregeln-48", "zehn-cent")


@pytest.mark.few(5)
@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("system", SYSTEMS)
def test_a_doubtful_sheet_comes_back(system: str, style: Style) -> None:
    """Mistakes, smudges and offences of every kind: nothing that a judgement says is lost or changed."""
    rules, rng = load(system), random.Random(f"{system} {style}")
    for _ in range(6):
        reading = draw_doubtful_sheet(rng, rules, 4, style, count=5).reading
        assert decode_reading(encode_reading(reading)) == reading
        written = transcribe(reading)
        judged = reconcile(rules, written)
        kept = decode_judged(encode_judged(judged), rules, written)
        assert kept == judged
        assert repr(kept) == repr(judged)  # 1 and True and 1.0 are equal


def test_a_whole_evening_comes_back() -> None:
    """With names, repeats, clashes and what hangs on open rows."""
    book = evening(mistakes=0.2)
    for entry in book.entries:
        kept = decode_judged(encode_judged(entry.sheet), book.rules, entry.sheet.source)
        assert kept == entry.sheet


def test_equal_judgements_have_equal_bytes() -> None:
    """The hash of what is kept does not depend on who made it, or on what was done before."""
    one, two = (encode_judged(evening(mistakes=0.2).entries[0].sheet) for _ in "ab")
    assert one == two


@pytest.mark.few(4)
@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"{",
        b"\xff",
        b"[]",
        b"{}",
        b'{"is":"Reading"}',
        b'{"is":"os.system","command":"x"}',
        b'{"is":["Reading"]}',
        b"[" * 100_000,
        b'{"is":"mapping","pairs":[[[],1]]}',
        b'{"is":"JudgedSheet"}',
        b" " * (MOST_BYTES + 1),
    ],
    ids=lambda data: repr(data[:20]),
)
def test_other_bytes_are_refused(data: bytes) -> None:
    """Whatever a damaged or a crafted file holds: one sentence."""
    source = evening(rounds=1).entries[0].sheet.source
    with pytest.raises(UnreadableContent):
        decode_reading(data)
    with pytest.raises(UnreadableContent):
        decode_judged(data, load("pflichtsolo-40"), source)


def test_a_judgement_of_another_sheet_is_refused() -> None:
    """A row that the sheet does not have cannot be attached to it."""
    entry = evening(rounds=1, mistakes=0.2).entries[0]
    fewer = replace(entry.sheet.source, rows=entry.sheet.source.rows[:3])
    with pytest.raises(UnreadableContent):
        decode_judged(encode_judged(entry.sheet), load("pflichtsolo-40"), fewer)


def test_a_sheet_takes_little_room() -> None:
    """A reading of sixteen games has less than 60 kB, its judgement as well."""
    sheet = evening(rounds=1).entries[0].sheet
    assert len(json.dumps(json.loads(encode_judged(sheet)))) < 60_000
