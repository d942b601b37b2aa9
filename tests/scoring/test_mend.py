"""The smallest mendings of a written row."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from dev.rounds.sheets import SYSTEMS
from scoring.counting.rules import RuleSet
from scoring.findings import Proposal
from scoring.rows.all_checks import check_row
from scoring.rows.row_patterns import find_mendings, find_smallest, is_legal, list_rows_of_value
from scoring.rows.written_rows import Row
from scoring.rulesets import load_rules
from texts.field_ids import make_field_id

RULES = load_rules.load("pflichtsolo-40")
RowOf = Callable[[str], Row]

SMALLEST = """
a sign, or a lost solo      | +4 +4 -4 +4          | sign: -4 +4 -4 +4; sign: +4 -4 -4 +4; sign: +4 +4 -4 -4; \
tripled: +4 +4 -12 +4
a solo not tripled          | +6 -6 -6 -6 solo     | tripled: +18 -6 -6 -6
a number                    | +4 +4 -4 -6          | number: +4 +4 -4 -4
a digit lost in a solo      | +1 -4 -4 -4 solo     | number: +12 -4 -4 -4
an unread cell              | +4 . -4 -4           | blank: +4 +4 -4 -4
an unread soloist           | . -4 -4 -4 solo      | blank: +12 -4 -4 -4
moved from the sitter       | / +2 -2 +2 -2        | moved: +2 / -2 +2 -2
the sitter's, and unlike    | / +3 -2 +2 -2        | several: +2 / -2 +2 -2
written in no cell at all   | / / / / /            |
an offence miswritten       | -15 +5 +5 -5 offence | sign: -15 +5 +5 +5
no minus at all             | +4 +4 +4 +4          | number: -12 +4 +4 +4; number: +4 -12 +4 +4; \
number: +4 +4 -12 +4; number: +4 +4 +4 -12
right as it stands          | +4 +4 -4 -4          |
beyond two changes          | +1 +3 +7 +9          |
"""


@pytest.mark.parametrize("case", SMALLEST.strip().splitlines())
def test_smallest(rules: RuleSet, row_of: RowOf, case: str) -> None:
    """The mendings that nothing undercuts, with the reason for each."""
    _, text, wanted = (part.strip() for part in case.split("|"))
    row = row_of(f"2 {text}")
    found = find_smallest(find_mendings(rules, row, len(row.points)))
    shown = [f"{m.reason}: " + " ".join("/" if p is None else f"{p:+d}" for p in m.row.points) for m in found]
    assert sorted(shown) == sorted(entry.strip() for entry in wanted.split(";") if entry.strip())


def test_larger_ones_follow(rules: RuleSet, row_of: RowOf) -> None:
    """Behind the one sign stand the changes of other numbers, for the ink to choose from."""
    reasons = [mending.reason for mending in find_mendings(rules, row_of("7 +12 -4 -4 +4"), 4)]
    assert reasons[:2] == ["sign", "number"]
    assert [m.size for m in find_mendings(rules, row_of("7 +12 -4 -4 +4"), 4)] == sorted(
        m.size for m in find_mendings(rules, row_of("7 +12 -4 -4 +4"), 4)
    )


@given(st.tuples(*[st.none() | st.integers(-30, 30)] * 4), st.booleans(), st.booleans())
def test_every_mending_is_legal(points: tuple[int | None, ...], solo: bool, offence: bool) -> None:
    """A mended row is right, differs from the written one by just its changes, and a right row has none."""
    row = Row(7, points, solo=solo, offence=offence and not solo)
    found = find_mendings(RULES, row, 4)
    assert not (found and is_legal(RULES, row, 4))
    for mending in found:
        assert is_legal(RULES, mending.row, 4)
        changed = {change.field: change.proposed for change in mending.changes}
        cells = zip(row.list_cells(), points, strict=True)
        assert [changed.get(cell, old) for cell, old in cells] == [*mending.row.points]


@pytest.mark.few(3)
@pytest.mark.parametrize("seats", [4, 5])
@pytest.mark.parametrize("system", SYSTEMS)
def test_every_proposal_mends_its_row(system: str, seats: int) -> None:
    """Of 4,400 spoilt rows of the six systems none has a proposal of a row's check that leaves it with an error."""
    rules, rng = load_rules.load(system), random.Random(f"{system} {seats}")
    for _ in range(400):
        row = _spoilt(rules, seats, rng)
        for finding in check_row(rules, row, seats):
            after = changed(row, finding.proposal or ())
            left = [one.code for one in check_row(rules, after, seats) if one.severity == "error"]
            assert not finding.proposal or not left, (row, finding.proposal, left)


def _spoilt(rules: RuleSet, seats: int, rng: random.Random) -> Row:
    """A row of some value, with a wrong number, cross or place in it."""
    players = tuple(sorted(rng.sample(range(1, seats + 1), 4)))
    hands = rng.choice(list(list_rows_of_value(rules, players, rules.checks.unit.step * rng.randint(1, 9))))
    points = [hands.get(seat) for seat in range(1, seats + 1)]
    for seat in rng.sample(range(seats), rng.choice((0, 1, 1, 2))):
        here = points[seat] or 0
        points[seat] = rng.choice((None, 0, points[0], -here, 3 * here, rng.randint(-9, 9)))
    solo, offence = rng.random() < 0.2, rng.random() < 0.1
    return Row(rng.randint(1, 12), tuple(points), solo=solo, offence=offence and not solo)


def changed(row: Row, changes: Proposal) -> Row:
    """The row when its players had written what is proposed."""
    said = {change.field: change.proposed for change in changes}
    points = tuple(said.get(field, old) for field, old in zip(row.list_cells(), row.points, strict=True))
    solo = bool(said.get(make_field_id(row.number, "solo"), row.solo))
    return replace(row, points=points, solo=solo)


@given(st.integers(1, 12), st.data())
def test_one_wrong_cell_is_always_found(value: int, data: st.DataObject) -> None:
    """Whatever one number of a right row becomes, the right row is among the mendings."""
    right = data.draw(st.sampled_from(list(list_rows_of_value(RULES, (1, 2, 3, 4), value))))
    points = tuple(right[seat] for seat in (1, 2, 3, 4))
    seat, wrong = data.draw(st.integers(0, 3)), data.draw(st.none() | st.integers(-99, 99))
    written = Row(7, (*points[:seat], wrong, *points[seat + 1 :]))
    assume(points[seat] != wrong)
    assert points in [mending.row.points for mending in find_mendings(RULES, written, 4)]
