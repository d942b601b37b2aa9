"""The pot (Kasse): what rows lack to 0, in the standings and in the workbook, so that all points reconcile."""

from __future__ import annotations

import shutil
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
from openpyxl import load_workbook

from dev.tools.check_workbook import check_values, recalculate
from scoring.counting.entry_types import Source
from scoring.counting.row_laws import Rows
from scoring.counting.rules import RuleSet
from scoring.rulesets.load_rules import load
from tests.tournament.filing.files import keep_book
from tests.tournament.paper import written
from tests.tournament.workbook_files import write_workbook
from tournament.evening.book import Book
from tournament.handout.wall_list import list_wall_remarks

BASE = load("pflichtsolo-40")
NAMES = ("Anna", "Bernd", "Clara", "Dora")
MADE = datetime(2026, 1, 1, tzinfo=UTC)


def make_club(law: str, offender: int, others: int) -> RuleSet:
    """The shipped rules with this law, this fine and a pot."""
    rows = Rows(law, Source.from_text("Beschluss"), pot=True)
    return replace(BASE, rows=rows, offence=replace(BASE.offence, offender=offender, others=others))


CLUBS = {
    "zero-sum": (
        make_club("zero-sum", -30, 0),
        ["+2 +2 -2 -2", "-30 0 0 0 strafe", "+9 -3 -3 -3 solo"],
        30,
        "Kasse: +30. Mit ihr ergeben alle Punkte zusammen 0.",
    ),
    "losers": (
        make_club("losers", -30, 0),
        ["_ _ -2 -2", "-30 _ _ _ strafe", "_ -3 -3 -3 solo", "_ -9 _ _ solo"],
        52,
        "Kasse: +52, was die Verlierer zahlten. Mit ihr ergeben alle Punkte zusammen 0.",
    ),
    "winners": (
        make_club("winners", -30, 0),
        ["2 2 _ _", "-30 _ _ _ strafe", "9 _ _ _ solo", "_ 3 3 3 solo"],
        30,
        "Kasse: +30, aus Strafen.",
    ),
}


def make_book(law: str) -> Book:
    """One table of that club, without sums."""
    rules, lines, _, _ = CLUBS[law]
    return keep_book(rules, [written(lines, names=NAMES)])


@pytest.mark.parametrize("law", CLUBS)
def test_the_pot_stands_beneath_the_standings(law: str) -> None:
    """Its own line says how much is in it; with it all points are 0 together, but for the games of winners."""
    book = make_book(law)
    _, _, pot, line = CLUBS[law]
    assert book.pot == pot
    assert line in [one.in_("de") for one in list_wall_remarks(book)]
    assert any(one.in_("en").startswith(f"Pot: {pot:+d}") for one in list_wall_remarks(book))
    if law != "winners":
        assert sum(sum(entry.sheet.totals) for entry in book.entries) + pot == 0


def test_without_a_pot_nothing_is_said() -> None:
    """The shipped rules have none."""
    book = keep_book(BASE, [written(["+2 +2 -2 -2"], names=NAMES)])
    assert book.pot is None
    assert not any("Kasse" in one.in_("de") for one in list_wall_remarks(book))


@pytest.mark.parametrize("law", CLUBS)
def test_won_solos_are_counted_under_each_law(law: str) -> None:
    """By who won alone, whose points stand there or not."""
    won = {standing.player.name: standing.player.solos_won for standing in make_book(law).standings}
    assert won == {"Anna": 1, "Bernd": 0, "Clara": 0, "Dora": 0}


@pytest.mark.parametrize("law", CLUBS)
def test_the_workbooks_checks_follow_the_law(tmp_path: Path, law: str) -> None:
    """A row of a pot says what went into it, one of winners says nothing, and no right row has an exclamation mark."""
    path = tmp_path / "stand.xlsx"
    write_workbook(make_book(law), path, program="1", made=MADE)
    games = load_workbook(path, data_only=True)["Spiele"]
    heads = {games.cell(4, column).value: column for column in range(1, 30)}
    checks = [games.cell(row, heads["Probe"]).value for row in range(5, 5 + len(CLUBS[law][1]))]
    assert (
        checks
        == {
            "zero-sum": ["✓ 0", "Kasse +30", "✓ 0"],
            "losers": ["Kasse +4", "Kasse +30", "Kasse +9", "Kasse +9"],
            "winners": [None, "Kasse +30", None, None],
        }[law]
    )


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("soffice") is None, reason="LibreOffice (soffice) is not installed")
@pytest.mark.parametrize("law", CLUBS)
def test_the_workbook_calculates_the_same(tmp_path: Path, law: str) -> None:
    """What LibreOffice calculates is what stands beside each formula, soloists and the pot included."""
    path = tmp_path / "stand.xlsx"
    write_workbook(make_book(law), path, program="1", made=MADE)
    assert list(check_values(load_workbook(path, data_only=True), recalculate(path))) == []
