"""Readings and judgements come out of the file as they went in, for every style of sheet and every doubt."""

from __future__ import annotations

import json
import random
from dataclasses import replace

import pytest

from dev.rounds.doubtful_sheets import STYLES, Style, draw_doubtful_sheet
from dev.rounds.reader import PLAIN, PLAIN_CROSSES, read_sheet
from dev.rounds.sheets import draw_full_sheet
from scoring.rulesets.load_rules import load
from tests.tournament.evening import evening
from tests.tournament.fullpaper import full_reading
from texts.labels import NO_LABELS
from tournament.filing.opened.judgement_json import (
    MOST_BYTES,
    UnreadableContent,
    decode_judged,
    decode_reading,
    encode_judged,
    encode_reading,
)
from tournament.judging.details.say_details import Hint
from tournament.judging.reconcile import reconcile
from tournament.judging.written_sheet import transcribe
from tournament.remarks import Remark

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


def test_why_a_row_contradicts_its_details_comes_back() -> None:
    """What the details state, who wins against the Augen, the fines that may be due, and why there is no such game."""
    rules, offences = load("pflichtsolo-40"), load("ddv")
    for system, points, details, words in (
        (rules, "+4 -4 +4 -4", "re1 re3 re.re re.k60 augen=153 value=4", "Kontra gewinnt, denn Re hat"),
        (rules, "+4 -4 +4 -4", "re1 re2 re3", "3 Plätze sind als Re angekreuzt"),
        (offences, "-12 +4 +4 +4", "offence re1 re3 kontra.k60", "statt (-12 +4 +4 +4)"),
    ):
        written = transcribe(full_reading(system, [(points, details)]))
        judged = reconcile(system, written)
        kept = decode_judged(encode_judged(judged), system, written)
        assert kept == judged
        spoken = [repr(one.gaps) + one.message("de") for one in kept.rows[0].findings if isinstance(one, Remark)]
        facts = [one.gaps["hint"] for one in kept.rows[0].findings if isinstance(one, Remark) and "hint" in one.gaps]
        told = [replace(one, slips=()).say_on_sheet("de", NO_LABELS) for one in facts if isinstance(one, Hint)]
        assert words in " ".join((*spoken, *told)), (spoken, told)


def test_a_whole_evening_comes_back() -> None:
    """With names, repeats, clashes and what depends on open rows."""
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


def test_a_game_of_before_comes_back() -> None:
    """Up to version 0.3.0 who sat out was a number: it is the same game."""
    rules = load("pflichtsolo-40")
    sheet = draw_full_sheet(random.Random(3), rules, 5, games=5)
    written = transcribe(read_sheet(random.Random(1), sheet, PLAIN, PLAIN_CROSSES))
    judged = reconcile(rules, written)
    data = json.loads(encode_judged(judged))
    games = [row["details"] for row in data["rows"] if row.get("details")]
    assert [game["sits"] for game in games] == [[1], [2], [3], [4], [5]]
    for game in games:
        (game["sits"],) = game["sits"]
    assert decode_judged(json.dumps(data).encode(), rules, written) == judged
