"""How many silent errors are stated, against how many there are."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dev.rounds.reader import Hand, read_sheet
from dev.rounds.sheets import draw_points_sheet
from scoring.rulesets.load_rules import load
from tests.tournament.silent_sheets import simulate_sheets, sum_figures
from tournament.judging.judged_sheet import JudgedRow
from tournament.judging.misreadings import Admitted, MisreadWay, RowRisk
from tournament.judging.reconcile import reconcile
from tournament.judging.silent_errors import measure_trust
from tournament.judging.written_sheet import WrittenRow, transcribe

RULES = load("pflichtsolo-40")
BLANK = WrittenRow(1, ())
EQUAL = Admitted(0.0, ((0.4, 0.1),))
"""A row of four equal numbers, each of them doubtful as 10 to 1."""


def row(*ways: MisreadWay, admitted: Admitted | None = None, status: str = "ok") -> JudgedRow:
    """A row that may be read in these ways."""
    judged = JudgedRow(source=BLANK, written=(), points=(), played=True, status="ok", wrong=RowRisk(ways, admitted))
    return judged if status == "ok" else replace(judged, status="review")


def doubtful(chance: float) -> JudgedRow:
    """A row with this chance of one wrong cross, which no supposition about numbers covers."""
    return row(MisreadWay(1.0 - chance), MisreadWay(chance, wrong=1))


def test_the_rows_risks_add_up() -> None:
    """Expected: the sum. At most: what 95 of 100 such batches stay at or below."""
    trust = measure_trust([doubtful(0.1)] * 3)
    assert (trust.rows, trust.expected, trust.most) == (3, pytest.approx(0.3), 1)
    assert measure_trust([doubtful(0.01)] * 3).most == 0


def test_what_a_person_is_asked_is_no_silent_error() -> None:
    """Open rows, and rows of which nothing is reported, are not stated."""
    untold = replace(row(), wrong=None)
    trust = measure_trust([row(MisreadWay(0.5), MisreadWay(0.5, wrong=1), status="review"), untold])
    assert (trust.rows, trust.expected, trust.most) == (0, 0.0, 0)


SETTLED = row(MisreadWay(1.0), MisreadWay(0.02, wrong=4, misread=1, alike=1))
"""A settled row whose four equal numbers may all be misread alike."""


def stated_beside(*others: JudgedRow) -> float:
    """What is expected of the settled row alone, in a batch with these open ones."""
    return measure_trust([SETTLED, *others]).expected


def test_a_reader_that_is_often_caught_is_trusted_less() -> None:
    """Rules reveal misreadings that it held unlikely: then it errs oftener than it says where none reveals it, too."""
    caught = row(MisreadWay(1e-3), MisreadWay(1.0, misread=1), admitted=Admitted(0.05), status="review")
    right = row(MisreadWay(1.0), MisreadWay(1e-3, misread=1), admitted=Admitted(0.05), status="review")
    assert stated_beside(*[right] * 60) < stated_beside() < stated_beside(*[caught] * 6)


def test_doubt_that_never_shows_in_one_of_equal_numbers_hides_in_all_of_them() -> None:
    """The reader admits a misreading in every third such row and none is ever caught: so they are misread alike."""
    silent = row(MisreadWay(1.0), admitted=EQUAL, status="review")
    caught = row(MisreadWay(1e-3), MisreadWay(1.0, misread=1, split=1), admitted=EQUAL, status="review")
    alone = row(MisreadWay(1e-3), MisreadWay(1.0, misread=1), admitted=Admitted(0.3), status="review")
    beside = row(MisreadWay(1.0), admitted=Admitted(0.3), status="review")
    reader = [alone] * 6 + [beside] * 14  # errs as often as it says where numbers stand alone
    assert stated_beside(*reader, *[silent] * 20) > 2 * stated_beside(*reader, *[silent] * 14, *[caught] * 6)


def test_ink_of_which_no_odds_tell_says_nothing_about_the_reader() -> None:
    """Numbers that are written over are misread more often, by whomever."""
    written_over = row(MisreadWay(1e-3), MisreadWay(1.0, misread=1), status="review")
    assert stated_beside(*[written_over] * 9) == pytest.approx(stated_beside())


WAYS = st.builds(
    MisreadWay, st.floats(1e-200, 1.0), st.integers(0, 7), st.integers(0, 5), st.integers(0, 2), st.integers(0, 5)
)
ODDS = st.floats(0.0, 5.0)
ROWS = st.builds(
    lambda ways, admitted: row(*ways, admitted=admitted),
    st.lists(WAYS, min_size=1, max_size=5),
    st.none() | st.builds(Admitted, ODDS, st.lists(st.tuples(ODDS, ODDS), max_size=2).map(tuple)),
)


@given(st.lists(ROWS, max_size=12))
def test_whatever_the_rows_are_no_more_is_stated_than_there_are_fields(rows: list[JudgedRow]) -> None:
    """Absurd chances neither overflow nor come to nothing, and the order of the rows is nothing."""
    trust, fields = measure_trust(rows), 7 * len(rows)
    assert 0.0 <= trust.expected <= fields + 1e-9
    assert 0 <= trust.most <= fields
    assert measure_trust(rows[::-1]).expected == pytest.approx(trust.expected)


def test_thousands_of_hopeless_rows_are_stated_as_what_they_are() -> None:
    """The statement neither overflows nor takes long."""
    ways = MisreadWay(1e-200, 7), MisreadWay(1e-200, 6, 5, 2)
    trust = measure_trust([row(*ways, admitted=Admitted(5.0, ((5.0, 1.0),)))] * 2000)
    assert 12_000 < trust.expected <= 14_000
    assert 12_000 < trust.most <= 14_000


def test_doubtful_readings_cost_trust() -> None:
    """The same sheet without sums, read by a hand with more doubt: more questions, and never less stated than for
    clear ink."""
    whole = draw_points_sheet(random.Random(5))
    truth = replace(whole, sums=("",) * len(whole.sums))
    clear, unclear = (
        measure_trust(reconcile(RULES, transcribe(read_sheet(random.Random(5), truth, Hand(unclear=share)))).rows)
        for share in (0.0, 0.4)
    )
    assert unclear.rows < clear.rows
    assert unclear.expected / unclear.rows > clear.expected / clear.rows


@pytest.mark.slow
def test_what_is_stated_is_true_of_a_calibrated_reader() -> None:
    """Over many simulated sheets there are about as many silent errors as stated, and few beyond the bound, in reports
    of one sheet as of an evening."""
    sheets = simulate_sheets(RULES, Hand(unclear=0.05), sheets=144, seed=3)
    for found in (sum_figures(sheets, 1), sum_figures(sheets, 24)):
        assert found.stated > 0.1
        assert found.seen <= 3 + 2 * found.stated
        assert found.beyond <= max(1.0, 0.05 * found.reports)
