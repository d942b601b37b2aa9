"""The check of the finished workbook finds what it is there for."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest
from openpyxl import Workbook

from dev.tools.check_workbook import LANGS, TABS, language, main, structure, totals
from tests.tournament.evening import evening, picture
from tournament.remarks import say
from tournament.workbook.export import write_workbook
from tournament.workbook.report import report_json

REPORT = {"standings": [
    {"place": 1, "name": "Anna", "rounds": [{"round": 1, "points": 12}], "total": 12, "solos_won": 1, "open_items": 2},
    {"place": 2, "name": "Bernd", "rounds": [{"round": 1, "points": -12}], "total": -12, "solos_won": 0,
     "open_items": 2},
]}


def workbook(totals_shown: tuple[int, int] = (12, -12), lang: str = "de", best: int = 12) -> Workbook:
    """Two players' standings, and games."""
    book = Workbook()
    book.active.title = say(lang, TABS[0])
    for tab in TABS[1:]:
        book.create_sheet(say(lang, tab))
    standings = book[say(lang, TABS[0])]
    first = {"de": "Runde 1", "en": "Round 1"}[lang]
    heads = [*(say(lang, key) for key in ("place", "name")), first,
             *(say(lang, key) for key in ("total", "best", "solos", "open"))]
    for line in (["=1+1"], [], heads):
        standings.append(line)
    for place, (name, total) in enumerate(zip(("Anna", "Bernd"), totals_shown, strict=True), 1):
        standings.append([place, name, 12 if name == "Anna" else -12, total, best, 2 - place, 2])
    for game in range(6):
        book[say(lang, "tab-games")].append([game])
    return book


@pytest.mark.parametrize("lang", LANGS)
def test_a_right_workbook_passes(lang: str) -> None:
    """Sheets, formulas and totals are as reported, in the workbook's own language."""
    book = workbook(lang=lang)
    assert language(book) == lang
    assert list(structure(book)) == []
    assert list(totals(book, REPORT)) == []


def test_a_wrong_total_is_found() -> None:
    """The workbook's own sum differs from the report's."""
    for lang in LANGS:
        assert [fault for fault in totals(workbook((12, -10), lang, best=-12), REPORT) if "Bernd" in fault]


def test_an_error_in_a_cell_is_found() -> None:
    """A formula that cannot be calculated."""
    book = workbook()
    book["Info"]["B2"] = "#REF!"
    assert list(totals(book, REPORT)) == ["Info!B2 is #REF!"]


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("tab", TABS)
def test_a_missing_worksheet_is_found(lang: str, tab: str) -> None:
    """Every promised worksheet is looked for."""
    book = workbook(lang=lang)
    del book[say(lang, tab)]
    assert f"worksheet {say(lang, tab)} is missing" in list(structure(book))


def test_fixed_totals_and_no_games_are_found() -> None:
    """Standings that are no formulas would not follow a correction."""
    book = workbook()
    book["Stand"]["A1"] = 1
    book["Spiele"].delete_rows(1, 9)
    assert list(structure(book)) == ["Stand has no formulas", "Spiele has no games"]


@pytest.mark.slow
@pytest.mark.parametrize("lang", LANGS)
def test_a_whole_workbook_is_checked(tmp_path: Path, capsys: pytest.CaptureFixture[str], lang: str) -> None:
    """A tournament with hostile names, written, recalculated and compared; a report with another total fails."""
    book = evening(lang=lang)
    file, report = tmp_path / "stand.xlsx", tmp_path / "report.json"
    write_workbook(book, file, program="1", made=datetime(2026, 1, 1, tzinfo=UTC), lang=lang, crop=picture)
    told = report_json(book, program="1", lang=lang)
    named = [one for one in told["standings"] if one["name"].isprintable()]  # a cell holds no control characters
    report.write_text(json.dumps(told | {"standings": named}))
    assert main(file, report) == 0
    assert f"{len(named)} totals are right" in capsys.readouterr().out
    named[0]["total"] += 1
    report.write_text(json.dumps(told | {"standings": named}))
    assert main(file, report) == 1
