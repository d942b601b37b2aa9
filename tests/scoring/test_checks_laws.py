"""Laws of the checks of a row: a row that no game gives never passes in silence, and a right one is never blamed."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.counting.rules import RuleSet
from scoring.rows.all_checks import check_row
from scoring.rows.row_patterns import is_legal, list_offence_rows, list_rows_of_value
from scoring.rows.written_rows import Row, find_expected_sitters
from scoring.rulesets import load_rules

TABLES = [(name, seats) for name in load_rules.list_known() for seats in load_rules.load(name).sheet.seats]
Rows = st.SearchStrategy[tuple[int | None, ...]]


def near_rows(rules: RuleSet, seats: int) -> Rows:
    """Rows of games and offences, and rows near them: a number or two changed, or anything at all."""
    step = rules.checks.unit.step
    four = (1, 2, 3, 4)
    games = [hands for value in range(1, 13) for hands in list_rows_of_value(rules, four, value * step)]
    offences = list(list_offence_rows(rules, four))
    right = [tuple(hands[seat] for seat in four) for hands in (*games, *offences, dict.fromkeys(four, 0))]
    numbers = st.integers(-4, 4).map(lambda number: number * step)
    base = st.sampled_from(right) | st.tuples(*[numbers] * 4)
    for last in range(4, seats):
        base = st.tuples(base, st.integers(0, last), st.none() | st.just(0) | numbers).map(
            lambda drawn: (*drawn[0][: drawn[1]], drawn[2], *drawn[0][drawn[1] :])
        )
    change = st.tuples(st.integers(0, seats - 1), numbers)
    return st.tuples(base, st.lists(change, max_size=2)).map(lambda drawn: _changed(*drawn))


def _changed(row: tuple[int | None, ...], changes: list[tuple[int, int]]) -> tuple[int | None, ...]:
    for at, number in changes:
        row = (*row[:at], number, *row[at + 1 :])
    return row


def _row(points: tuple[int | None, ...], number: int, solo: bool, offence: bool) -> Row:
    """A cell without a number is struck out: everything that is written can be read."""
    sits = tuple(seat for seat, one in enumerate(points, 1) if one is None)
    return Row(number, points, solo=solo, offence=offence, sits=sits)


@pytest.mark.few(5)
@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_what_is_not_legal_is_told(name: str, seats: int) -> None:
    """A row that can be read is either legal or has an error, never both, and never neither."""
    rules = load_rules.load(name)

    @settings()
    @given(near_rows(rules, seats), st.integers(1, 28), st.booleans(), st.booleans())
    def law(points: tuple[int | None, ...], number: int, solo: bool, offence: bool) -> None:
        row = _row(points, number, solo, offence)
        errors = [finding for finding in check_row(rules, row, seats) if finding.severity == "error"]
        assert is_legal(rules, row, seats) == (errors == [])

    law()


@pytest.mark.few(5)
@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_a_proposal_mends_the_row(name: str, seats: int) -> None:
    """Whatever a finding proposes makes the row legal, where it is the points alone that are wrong."""
    rules, proposals = load_rules.load(name), 0

    # few of them have a proposal, and the fewer the more sit out
    @settings(max_examples=(2 if seats < 6 else 12) * settings.default.max_examples)
    @given(near_rows(rules, seats), st.integers(1, 28))
    def law(points: tuple[int | None, ...], number: int) -> None:
        nonlocal proposals
        row = _row(points, number, solo=False, offence=False)
        for finding in check_row(rules, row, seats):
            if finding.severity == "error" and finding.proposal and finding.code != "miscounted":
                proposals += 1
                mended = {int(change.field[-1]): change.proposed for change in finding.proposal}
                new = tuple(mended.get(seat, old) for seat, old in enumerate(points, 1))
                numbers = tuple(value if isinstance(value, int) else None for value in new)
                assert is_legal(rules, _row(numbers, number, solo=False, offence=False), seats)

    law()
    assert proposals


@pytest.mark.parametrize(("name", "seats"), [table for table in TABLES if table[1] == 5])
def test_whose_turn_it_is(name: str, seats: int) -> None:
    """Where turns are known, each of five has one in any five games in a row, and an offence none."""
    rules = load_rules.load(name)
    for first in range(1, 16):
        turns = [find_expected_sitters(rules, Row(n, (None,) * 5), seats) for n in range(first, first + 5)]
        assert sorted(turns) == ([(1,), (2,), (3,), (4,), (5,)] if rules.sheet.sitter.rotation else [()] * 5)
        assert not find_expected_sitters(rules, Row(first, (None,) * 5, offence=True), seats)
