"""A row of which nothing is said is right as its ink has it, on every style of sheet, in judge and report."""

from __future__ import annotations

import json
import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dev.rounds.doubtful_sheets import Style, draw_doubtful_sheet, halve_columns
from dev.rounds.lists import write_totals
from dev.rounds.reader import PLAIN, PLAIN_CROSSES, make_reading, read_sheet
from dev.rounds.sheets import TextRow, TextSheet, draw_points_sheet
from scanner.sheet_reading import Reading, SheetReading
from scoring.rulesets.load_rules import load
from templates.sheet_code import SheetCode
from tests.tournament.filing.files import keep_book
from tests.tournament.test_lists import DDV, totals
from tournament.judging.judged_sheet import JudgedSheet
from tournament.judging.reconcile import reconcile
from tournament.judging.written_sheet import parse_number, transcribe
from tournament.review.book_report import make_report

SHEETS: dict[str, tuple[Style, int]] = {
    "points": ("points", 4),
    "points of five": ("points", 5),
    "plus": ("plus", 4),
    "totals": ("totals", 4),
    "totals plus": ("totals-plus", 4),
    "full": ("full", 4),
    "full plus": ("full-plus", 4),
    "half": ("half", 4),
}
SYSTEMS = ("ddv", "pflichtsolo-40", "zehn-cent", "stille-hochzeit")
PFLICHT = load("pflichtsolo-40")


def is_quiet(row: dict[str, object]) -> bool:
    """Whether the report says nothing of the row."""
    return row["status"] == "ok" and row["findings"] == []


@pytest.mark.parametrize("kind", SHEETS)
@given(seed=st.integers(0, 2**32), system=st.sampled_from(SYSTEMS), hidden=st.integers(0, 4))
@settings(max_examples=settings.default.max_examples // 2, deadline=None)
def test_a_quiet_row_is_right_as_its_ink_has_it(kind: str, seed: int, system: str, hidden: int) -> None:
    """No explanation is needed, no other text counts than the one read best, and the players rather made no mistake:
    on doubtful sheets, also where up to four columns are hidden."""
    rng, (style, seats) = random.Random(seed), SHEETS[kind]
    reading = halve_columns(rng, draw_doubtful_sheet(rng, load(system), seats, style).reading, hidden)
    book = keep_book(load(system), [reading])
    for row in book.entries[0].sheet.rows:
        if row.status == "ok" and not row.findings:
            assert row.explanation is None
            assert row.odds is None or row.odds.miscounted < 0.5
            assert row.chosen == ()
            if style in ("points", "half") and row.played:
                assert row.points == tuple(parse_number(text).points for text in row.written) or seats == 5
    report = json.loads(json.dumps(make_report(book, program="0")))
    quiet = [row for sheet in report["sheets"] for row in sheet["rows"] if is_quiet(row)]
    assert [row for row in quiet if row["explanation"] is not None or row["chosen"]] == []
    assert [row for row in quiet if row["miscounted"] is not None and row["miscounted"] >= 0.5] == []


def hide(reading: SheetReading, *columns: str) -> SheetReading:
    """The sheet with these columns of its rows trusted by half."""
    return replace(
        reading,
        readings=tuple(
            _trust_half(one) if one.id[0] == "g" and one.id[4:] in columns else one for one in reading.readings
        ),
    )


def _trust_half(one: Reading) -> Reading:
    spread = tuple((text, chance / 2) for text, chance in one.candidates)
    return replace(one, confidence=one.confidence / 2, candidates=spread, flags=("doubtful",))


def judge_list(lines: list[str], *columns: str) -> JudgedSheet:
    """The list with these columns hidden."""
    code = SheetCode(DDV.id, "totals", 4, len(lines), 1, 1)
    return reconcile(DDV, transcribe(hide(make_reading(totals(lines), code), *columns)))


WINS = ("win1", "win2", "win3", "win4")


@pytest.mark.parametrize(
    ("line", "columns", "code"),
    [
        ("4 | 13 | +4 +4 -4 -4", WINS, "winner-mark"),
        ("4 | 1 | +4 +4 -4 -4", WINS, "winner-mark"),
        ("5 | 12 | +4 +4 -4 -4", ("value",), "value-mismatch"),
        ("4 | _ | +12 -4 -4 -4 solo", WINS, "winner-mark"),
    ],
)
def test_hidden_ink_explains_no_slip_away(line: str, columns: tuple[str, ...], code: str) -> None:
    """What is not seen of a mark or value is no reading: the row is asked about, by what is seen there."""
    row = judge_list(["2 | 12 | +2 +2 -2 -2", "2 | 34 | 0 0 0 0", line], *columns).rows[2]
    assert (row.status, row.chosen) == ("review", ())
    assert code in {one.code for one in row.findings}
    assert "error" not in {one.severity for one in row.findings}  # nobody is blamed beside what is hidden


def exchange_winners(rng: random.Random, row: TextRow) -> TextRow:
    """The row with a loser crossed instead of a winner."""
    up, down = (rng.choice([seat for seat, points in enumerate(row.right, 1) if points * sign > 0]) for sign in (1, -1))
    return replace(row, cells={**row.cells, f"win{up}": "", f"win{down}": "x"})


def change_value(rng: random.Random, row: TextRow) -> TextRow:
    """The row with another value."""
    return replace(row, cells={**row.cells, "value": str(int(row.cells["value"]) + rng.choice((1, 2, 3, 10)))})


def draw_slip(rng: random.Random, kind: str) -> tuple[TextSheet, int]:
    """A list with one slip of that kind, and its game."""
    sheet = write_totals(rng, draw_points_sheet(rng, 4, plus=True))
    game = rng.choice([game for game, row in enumerate(sheet.rows, 1) if any(row.right)])
    change = {"winners": exchange_winners, "value": change_value}[kind]
    rows = [change(rng, row) if number == game else row for number, row in enumerate(sheet.rows, 1)]
    return replace(sheet, rows=tuple(rows)), game


@pytest.mark.few(2)
@pytest.mark.parametrize(("kind", "columns"), [("winners", WINS), ("winners", ("win2",)), ("value", ("value",))])
def test_slips_beside_hidden_columns_are_told(kind: str, columns: tuple[str, ...]) -> None:
    """Of lists in clear ink with one slip and hidden marks or values every slip is asked about, and nothing else."""
    rng = random.Random(f"hidden {kind}")
    for _ in range(12):
        sheet, game = draw_slip(rng, kind)
        judged = reconcile(PFLICHT, transcribe(hide(read_sheet(rng, sheet, PLAIN, PLAIN_CROSSES), *columns)))
        assert [row.game for row in judged.rows if row.status == "review"] == [game]


def test_no_number_is_explained_away_as_a_stroke() -> None:
    """A wrong total that may be a dash: that nothing stands there would make the row right, and is asked about."""
    readings = totals(["2 | 12 | +2 +2 -2 -2", "1 | 13 | +3 +1 -1 -6", "3 | 34 | 0 -2 +2 0"])
    doubt = replace(
        next(one for one in readings if one.id == "g02.total4"),
        confidence=0.887,
        candidates=(("-6", 0.887), ("-", 0.09), ("6", 0.02)),
    )
    code = SheetCode(DDV.id, "totals", 4, 3, 1, 1)
    row = reconcile(
        DDV, transcribe(make_reading([doubt if one.id == doubt.id else one for one in readings], code))
    ).rows[1]
    assert (row.status, row.points, row.chosen) == ("review", (1, -1, 1, -1), ())


def test_a_stroke_where_a_total_is_due_is_asked_about() -> None:
    """Who copied 0 from above as a stroke, and goes on from it, made a slip in this row and not in the next one only;
    who sat out may strike his cell."""
    four = judge_list(["2 | 23 | -2 +2 +2 /", "2 | 12 | 0 +4 0 -2", "1 | 12 | +1 +5 -1 -3"])
    assert four.rows[0].look == ("g01.total4",)
    assert four.rows[1].points == (2, 2, -2, -2)
    zero = judge_list(["2 | 23 | -2 +2 +2 -2", "2 | 14 | / 0 0 /"])
    assert [row.status for row in zero.rows] == ["ok", "ok"]
