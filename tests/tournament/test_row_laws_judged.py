"""Sheets whose rows need not add up to 0, judged: points, details and running totals by the law of the rules."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import replace

import numpy as np
import pytest

from dev.rounds.points import draw_points_round
from dev.rounds.reader import CrossHand, Hand, make_reading, read_sheet
from dev.rounds.sheets import draw_full_sheet
from scoring.counting.entry_types import Source
from scoring.counting.row_laws import Rows, keep_side
from scoring.counting.rules import RuleSet
from scoring.rulesets.load_rules import load
from templates.sheet_code import SheetCode
from tests.tournament.paper import written
from tests.tournament.test_lists import totals
from tournament.judging.judged_sheet import JudgedSheet
from tournament.judging.reconcile import reconcile
from tournament.judging.written_sheet import transcribe

BASE = load("pflichtsolo-40")
SOURCE = Source.from_text("Beschluss")


def make_club(law: str = "zero-sum", *, pot: bool = False, offender: int = -15, others: int = 5) -> RuleSet:
    """The shipped rules with this law and this fine."""
    offence = replace(BASE.offence, offender=offender, others=others)
    return replace(BASE, rows=Rows(law, SOURCE, pot), offence=offence)


WINNERS, LOSERS = make_club("winners"), make_club("losers", pot=True)
POT = make_club(pot=True, offender=-30, others=0)
BOTH = make_club("winners", pot=True, offender=-30, others=0)


def judge(rules: RuleSet, lines: list[str], sums: str = "", *, seats: int = 4, plus: bool = False) -> JudgedSheet:
    """The sheet of points judged by these rules."""
    return reconcile(rules, transcribe(written(lines, sums, seats=seats, plus=plus)))


RIGHT = {
    "winners": (
        WINNERS,
        ["2 2 _ _", "+4 0 +4 0", "_ _ 9 _ solo", "2 2 2 0 solo", "0 0 0 0", "-15 5 5 5 strafe"],
        [(2, 2, 0, 0), (4, 0, 4, 0), (0, 0, 9, 0), (2, 2, 2, 0), (0, 0, 0, 0), (-15, 5, 5, 5)],
    ),
    "losers": (
        LOSERS,
        ["_ _ -2 -2", "-4 0 -4 0", "_ _ -9 _ solo", "-2 -2 -2 _ solo", "-6 _ _ -6"],
        [(0, 0, -2, -2), (-4, 0, -4, 0), (0, 0, -9, 0), (-2, -2, -2, 0), (-6, 0, 0, -6)],
    ),
    "pot": (
        POT,
        ["+2 +2 -2 -2", "-30 0 0 0 strafe", "_ -30 _ _ strafe", "+9 -3 -3 -3 solo"],
        [(2, 2, -2, -2), (-30, 0, 0, 0), (0, -30, 0, 0), (9, -3, -3, -3)],
    ),
    "winners with a pot": (BOTH, ["_ _ 6 6", "-30 _ _ _ strafe"], [(0, 0, 6, 6), (-30, 0, 0, 0)]),
}


@pytest.mark.parametrize("name", RIGHT)
@pytest.mark.parametrize("plus", [False, True])
def test_right_rows_count_as_they_stand(name: str, plus: bool) -> None:
    """Blank cells, zeros and offences by the law; on paper for plus points alone likewise, and right sums are right."""
    rules, lines, points = RIGHT[name]
    if plus and not name.startswith("winners"):
        pytest.skip("such paper is for winners")
    sums = [sum(column) for column in zip(*points, strict=True)]
    sheet = judge(rules, lines, " ".join(f"{one:+d}" for one in sums), plus=plus)
    assert [row.points for row in sheet.rows] == points
    assert [row.status for row in sheet.rows] == ["ok"] * len(points)
    assert sheet.totals == tuple(sums)
    assert not [one for one in sheet.findings if one.code in ("sum-mismatch", "not-zero-sum", "parity", "one-sided")]


@pytest.mark.parametrize(
    ("rules", "line", "sentence"),
    [
        (WINNERS, "+4 +4 -4 -4", "Spiel 2: Minus bei Platz 3 und Platz 4. Aufgeschrieben wird nur, was die Sieger"),
        (WINNERS, "+3 +3 _ -3", "Spiel 2: Minus bei Platz 4."),
        (WINNERS, "2 2 2 2", "Spiel 2: Zu +2, +2, +2, +2 gibt es kein Spiel."),
        (WINNERS, "2 4 _ _", "Spiel 2: Partner bekommen gleich viel, hier steht +2, +4."),
        (WINNERS, "7 _ _ _ solo", "Spiel 2: Solo nicht verdreifacht: Platz 1 +21 statt +7."),
        (BOTH, "-30 _ _ _", "Spiel 2: Das sind die Punkte einer Strafe, aber das Straf-Kreuz fehlt."),
        (BOTH, "-30 10 10 10 strafe", "Spiel 2: Eine Strafe bringt zusammen -30, hier stehen +0."),
        (LOSERS, "4 4 4 4", "Aufgeschrieben wird nur, was die Verlierer zahlen."),
        (LOSERS, "-2 -4 _ _", "Spiel 2: Partner bekommen gleich viel, hier steht -2, -4."),
        (POT, "-30 0 0 0", "Spiel 2: Das sind die Punkte einer Strafe, aber das Straf-Kreuz fehlt."),
        (POT, "_ -15 _ _ strafe", "Spiel 2: Eine Strafe bringt zusammen -30, hier stehen -15."),
        (POT, "+4 +4 -4 -2", "Spiel 2: Zusammen +2 statt 0."),
    ],
)  # fmt: skip
def test_wrong_rows_are_asked_about(rules: RuleSet, line: str, sentence: str) -> None:
    """A row that breaks the law waits for a person, with a sentence in the law's words."""
    row = judge(rules, ["0 0 0 0", line]).rows[1]
    assert row.status == "review"
    assert any(sentence in one.message() for one in row.findings)
    assert all(one.message("en") for one in row.findings)


def test_five_seats() -> None:
    """Who sits out is struck; blank cells are those of who lost, or had no part in the offence."""
    sheet = judge(WINNERS, ["/ 2 2 _ _", "_ / 6 _ _ solo", "2 2 / _ _"], seats=5)
    assert [row.points for row in sheet.rows] == [(None, 2, 2, 0, 0), (0, None, 6, 0, 0), (2, 2, None, 0, 0)]
    assert [row.status for row in sheet.rows] == ["ok"] * 3
    fined = judge(POT, ["/ +2 +2 -2 -2", "-30 _ _ _ / strafe"], seats=5)
    assert fined.totals == (-30, 2, 2, -2, -2)
    assert [row.status for row in fined.rows] == ["ok"] * 2


@pytest.mark.parametrize("law", ["winners", "losers"])
def test_drawn_rounds_are_right_and_one_wrong_number_is_told(law: str) -> None:
    """Whole rounds as a club of that law writes them: nothing is asked; with a number changed its row is, or the sum
    row."""
    rules, rng = make_club(law), random.Random(7)
    for seed in range(6):
        rows = draw_points_round(4, 16, np.random.default_rng(seed), plain=True).rows
        points = [tuple(keep_side(rules.rows.side, one) for one in row.points) for row in rows]
        marks = [" solo" if "solo" in row.details else "" for row in rows]
        lines = [" ".join(map(str, one)) + mark for one, mark in zip(points, marks, strict=True)]
        sums = " ".join(str(sum(column)) for column in zip(*points, strict=True))
        sheet = judge(rules, lines, sums)
        assert sheet.status == "ok", [one.message() for row in sheet.rows for one in row.findings]
        assert [tuple(one or 0 for one in row.points) for row in sheet.rows] == points
        at = rng.choice([n for n, one in enumerate(points) if any(one)])
        place = next(n for n, one in enumerate(points[at]) if one)
        wrong = [*map(str, points[at])]
        wrong[place] = str(points[at][place] * 2 + (1 if law == "winners" else -1))
        spoilt = judge(rules, [*lines[:at], " ".join(wrong) + marks[at], *lines[at + 1 :]], sums)
        assert spoilt.status == "review"


PLAIN, BOXES = Hand(unclear=0.0), CrossHand(0.0, 0.0)


def keep_cells(cells: Mapping[str, str], rules: RuleSet) -> dict[str, str]:
    """The row as such a club writes it: the other side's points are left blank."""
    sides = {name: keep_side(rules.rows.side, int(text)) for name, text in cells.items() if name[0] == "p" and text}
    return {**cells, **{name: f"{points:+d}" if points else "" for name, points in sides.items()}}


@pytest.mark.parametrize("law", ["winners", "losers"])
def test_full_sheets_count_by_their_details(law: str) -> None:
    """The details say what each row counts, of which the law has one side written; a wrong row is reported."""
    rules, kept = make_club(law), 0
    for mistakes in (0.0, 1.0):
        page = draw_full_sheet(random.Random(3), BASE, mistakes=mistakes)
        rows = tuple(replace(row, cells=keep_cells(row.cells, rules)) for row in page.rows)
        reading = read_sheet(random.Random(1), replace(page, rows=rows, sums=()), PLAIN, BOXES)
        judged = reconcile(rules, transcribe(reading))
        for row, verdict in zip(page.rows, judged.rows, strict=True):
            right = tuple(keep_side(rules.rows.side, one) for one in row.right)
            counted = tuple(one or 0 for one in verdict.points)
            assert verdict.status == "review" or counted == right
            kept += verdict.status == "ok" and not row.mistake
            assert row.mistake or verdict.status == "ok"
    assert kept >= 16


@pytest.mark.parametrize(
    ("rules", "lines", "points"),
    [
        (WINNERS, ["2 | 12 | 2 2 0 0", "3 | 3 | 2 2 9 0"], [(2, 2, 0, 0), (0, 0, 9, 0)]),
        (LOSERS, ["2 | 12 | 0 0 -2 -2", "4 | 23 | -4 0 -2 -6"], [(0, 0, -2, -2), (-4, 0, 0, -4)]),
    ],
)  # fmt: skip
def test_lists_of_running_totals(rules: RuleSet, lines: list[str], points: list[tuple[int, ...]]) -> None:
    """Who loses keeps his total where only winners write, and who wins where only losers do."""
    code = SheetCode("pflichtsolo-40", "totals", 4, len(lines), 1, 1)
    sheet = reconcile(rules, transcribe(make_reading(totals(lines), code)))
    assert [row.points for row in sheet.rows] == points
    assert [row.status for row in sheet.rows] == ["ok"] * len(points)
