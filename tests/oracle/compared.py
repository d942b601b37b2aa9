"""The judged sheet held against the oracle's."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from math import inf

import pytest

from scanner.sheet_reading import SheetReading
from scoring.counting.rules import RuleSet
from tests.oracle.ink import Field, Value, mean_points, read_paper
from tests.oracle.list_fields import read_list
from tests.oracle.lists import WholeList
from tests.oracle.rulebook import BOOK
from tests.oracle.sheets import Tried, try_all
from tests.oracle.smallest import find_smallest, rank_changes
from tests.oracle.smallest_full import FullSheet
from tournament.judging.judged_sheet import JudgedRow, JudgedSheet, WholeExplanation
from tournament.judging.limits.judging_limits import LEAST, LIMITS
from tournament.judging.reconcile import reconcile
from tournament.judging.written_sheet import transcribe

EXACT = replace(
    LIMITS,
    stray=1e-12,
    row_readings=10**6,
    row_ways=10**9,
    negligible=0.0,
    counted=0.0,
    forgotten=0.0,
    chain_states=10**9,
    explained_ways=10**9,
    detail_likely=0.0,
    detail_odds=0.0,
    detail_readings=10**6,
    sign_missed=0.0,
    digit_missed=0.0,
    unseen_blank=0.0,
    unseen_number=0.0,
)
"""No combination is left out, and a cell says nothing but what its reader names."""
ALL = replace(
    LIMITS,
    stray=1e-12,
    rival=1e-12,
    negligible=1e-12,
    total_rival=0.0,
    total_readings=20,
    list_reads=10**6,
    list_states=20_000,
    list_sizes=400,
    chain_states=10**9,
    missed_told=inf,
)
"""The same for lists: every standing, value, and way to read the totals of a row is followed; what is missed of their
numbers is missed as often as anywhere."""
OPEN = ("findings.unsettled", "findings.unsupported", "findings.fits", "findings.fits-here", "findings.fits-row")
"""Sentences that ask which reading of a row stands there."""


def judge_exactly(rules: RuleSet, reading: SheetReading) -> JudgedSheet:
    """The sheet judged, after comparing all that it shows with every combination."""
    paper, judged = read_paper(reading), reconcile(rules, transcribe(reading), EXACT)
    compare_told(judged, paper.fields, try_all(BOOK[rules.id], paper), 1e-6)
    return judged


def judge_list_exactly(rules: RuleSet, reading: SheetReading) -> JudgedSheet:
    """The list judged, after comparing what it shows with every combination: its smallest explanation, too."""
    paper = read_list(reading)
    judged, whole = reconcile(rules, transcribe(reading), ALL), WholeList(BOOK[rules.id], paper)
    compare_told(judged, paper.fields, whole.try_all(), 1e-6)
    changes = list_changes(judged.explanation)
    count, cost = whole.find_smallest()
    assert len(changes) == count
    assert whole.find_smallest(changes) == pytest.approx((count, cost))
    return judged


def compare_told(judged: JudgedSheet, fields: Mapping[str, Field], by_hand: Tried, within: float) -> None:
    """What the judged sheet says about each field, row and total is what every combination says."""
    told = {name: dict(texts) for row in judged.rows for name, texts in row.posterior.items()}
    told |= {name: dict(texts) for name, texts in judged.posterior.items()}
    for name, chances in by_hand.texts.items():
        field = fields[name]
        said = add_by_meaning(field, told.get(name, {field.first.text: 1.0}))
        for value, chance in add_by_meaning(field, chances).items():
            untold = value not in said or len(said) == 1  # what is hardly possible is not told
            hidden = max(within, LEAST) if untold else within
            assert said.get(value, 0.0) == pytest.approx(chance, abs=hidden), (name, value)
    odds = [*(row.odds for row in judged.rows), *judged.sum_odds]
    for n, one in enumerate(odds):
        if one is not None:
            wrong = by_hand.miscounted[n], by_hand.misread[n]
            assert (one.miscounted, one.misread) == pytest.approx(wrong, abs=within)


def explain_exactly(rules: RuleSet, reading: SheetReading) -> WholeExplanation | None:
    """The smallest explanation of a sheet without details, after comparing it with every combination."""
    paper, system = read_paper(reading), BOOK[rules.id]
    judged = reconcile(rules, transcribe(reading), EXACT)
    if any(any(row.written) and not row.played for row in judged.rows):  # rather a blank row
        return None
    found = judged.explanation
    size, cost = find_smallest(system, paper)
    assert (found is None) == (size in (0, 99))
    if found is not None:
        changes = list_changes(found)
        count, paid = rank_changes(system, paper, changes)
        assert count == len(changes) == size
        assert paid == pytest.approx(cost)
    return found


def explain_full_exactly(rules: RuleSet, reading: SheetReading) -> WholeExplanation | None:
    """The smallest explanation of a full sheet, after comparing it with every combination. One with slips in the boxes
    has as few wrong fields as any; how likely players make one is the table's to say
    (`tournament.judging.limits.slips`). Slips are looked for beside the points that count; not while the row asks which
    of its readings stands there."""
    judged = reconcile(rules, transcribe(reading), EXACT)
    chosen = {row.game: find_chosen(row) for row in judged.rows}
    whole = FullSheet(BOOK[rules.id], read_paper(reading), chosen)
    if any(any(row.written) and not row.played for row in judged.rows):  # rather a blank row
        return None
    found, fewest = judged.explanation, whole.count_fewest()
    assert (found is None) == (fewest in (0, inf)), fewest
    if found is not None:
        (count, cost), by_ink = whole.rank_changes(list_changes(found))
        assert count == len(list_changes(found)) == fewest
        if by_ink:
            assert (count, cost) == pytest.approx(whole.find_smallest())
    return found


def find_chosen(row: JudgedRow) -> dict[str, Value] | None:
    """The points and crosses of the row, by name, that count otherwise than the ink's own; None while that is open."""
    if any(getattr(one, "sentence", "") in OPEN for one in row.findings):
        return None
    names = {one.field.partition(".")[2]: one.read for one in row.chosen if one.rule != "details"}
    return {name: mean_points(text) if name[0] == "p" else int(bool(text)) for name, text in names.items()}


def list_changes(found: WholeExplanation | None) -> dict[str, int]:
    """What the wrong fields, by id, say instead."""
    changes = (*found.misread, *found.miscounted) if found else ()
    return {one.field: read_proposed(one.proposed) for one in changes}


def read_proposed(proposed: int | str | None) -> int:
    """The number, or 1 for a cross."""
    text = str(proposed) if proposed is not None else ""
    return int(text) if text.lstrip("+-").isdigit() else int(bool(text))


def add_by_meaning(field: Field, texts: Mapping[str, float]) -> dict[Value, float]:
    """The chances of what a field means: a stroke and a blank cell are one, as is a cell left blank by who sits out.
    Numbers that the reader missed mean what they say."""
    meant = {saying.text: saying.value for saying in field.sayings}
    found: dict[Value, float] = {}
    for text, chance in texts.items():
        value = meant[text] if text in meant else mean_points(text)
        found[value] = found.get(value, 0.0) + chance
    return found
