"""The check of the finished workbook finds what it is there for."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest
from openpyxl import Workbook, load_workbook

from dev.tools.check_workbook import (
    TABS,
    check_structure,
    check_totals,
    check_values,
    find_language,
    main,
    name_tab,
    recalculate,
)
from tests.tournament.evening import evening, picture
from tests.tournament.workbook_files import write_workbook
from texts.languages import LANGUAGES, Lang
from texts.sentences import say
from tournament.handout.workbook.excel_file import write_pages
from tournament.handout.workbook.worksheet import Page
from tournament.review.book_report import make_report

REPORT = {
    "standings": [
        {
            "place": 1,
            "name": "Anna",
            "rounds": [{"round": 1, "points": 12}],
            "total": 12,
            "solos_won": 1,
            "open_items": 2,
        },
        {
            "place": 2,
            "name": "Bernd",
            "rounds": [{"round": 1, "points": -12}],
            "total": -12,
            "solos_won": 0,
            "open_items": 2,
        },
    ]
}


def workbook(totals_shown: tuple[int, int] = (12, -12), lang: Lang = "de", best: int = 12) -> Workbook:
    """Two players' standings, and games."""
    book = Workbook()
    book.active.title = name_tab(TABS[0], lang)
    for tab in TABS[1:]:
        book.create_sheet(name_tab(tab, lang))
    standings = book[name_tab(TABS[0], lang)]
    first = {"de": "Runde 1", "en": "Round 1"}[lang]
    heads = [
        *(say(lang, f"workbook.head.{key}") for key in ("place", "name")),
        first,
        *(say(lang, f"workbook.head.{key}") for key in ("total", "best", "solos", "open")),
    ]
    for line in (["=1+1"], [], heads):
        standings.append(line)
    for place, (name, total) in enumerate(zip(("Anna", "Bernd"), totals_shown, strict=True), 1):
        standings.append([place, name, 12 if name == "Anna" else -12, total, best, 2 - place, 2])
    for game in range(6):
        book[name_tab("games", lang)].append([game])
    return book


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_right_workbook_passes(lang: Lang) -> None:
    """Sheets, formulas and totals are as reported, in the workbook's own language."""
    book = workbook(lang=lang)
    assert find_language(book) == lang
    assert list(check_structure(book)) == []
    assert list(check_totals(book, REPORT)) == []


def test_a_wrong_total_is_found() -> None:
    """The workbook's own sum differs from the report's."""
    for lang in LANGUAGES:
        assert [fault for fault in check_totals(workbook((12, -10), lang, best=-12), REPORT) if "Bernd" in fault]


def test_an_error_in_a_cell_is_found() -> None:
    """A formula that cannot be calculated."""
    book = workbook()
    book["Info"]["B2"] = "#REF!"
    assert list(check_totals(book, REPORT)) == ["Info!B2 is #REF!"]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("tab", TABS)
def test_a_missing_worksheet_is_found(lang: Lang, tab: str) -> None:
    """Every promised worksheet is looked for."""
    book = workbook(lang=lang)
    del book[name_tab(tab, lang)]
    assert f"worksheet {name_tab(tab, lang)} is missing" in list(check_structure(book))


def test_fixed_totals_and_no_games_are_found() -> None:
    """Standings that are no formulas would not follow a correction."""
    book = workbook()
    book["Stand"]["A1"] = 1
    book["Spiele"].delete_rows(1, 9)
    assert list(check_structure(book)) == ["Stand has no formulas", "Spiele has no games"]


def test_a_value_that_no_formula_gives_is_found() -> None:
    """A cell that shows something else before the calculation than after it; nothing and "" are the same."""
    shown, calculated = workbook(), workbook((12, -10))
    shown["Info"]["B2"], calculated["Info"]["B2"] = None, ""
    assert list(check_values(shown, calculated)) == ["Stand!D5 shows -12 and calculates to -10"]


@pytest.mark.slow
def test_nothing_is_taken_from_the_file_as_calculated(tmp_path: Path) -> None:
    """A wrong value beside a right formula, in a file that says to be Excel's, is calculated anew and found."""
    page = Page("Stand", "de")
    page.put(1, 1, 22, formula="=20+1")
    file = tmp_path / "stand.xlsx"
    file.write_bytes(write_pages([page], datetime(2026, 1, 1, tzinfo=UTC)))
    found = check_values(load_workbook(file, data_only=True), recalculate(file))
    assert list(found) == ["Stand!A1 shows 22 and calculates to 21"]


@pytest.mark.slow
@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_whole_workbook_is_checked(tmp_path: Path, capsys: pytest.CaptureFixture[str], lang: Lang) -> None:
    """A tournament with hostile names, written, recalculated and compared; a report with another total fails."""
    book = evening(lang=lang)
    file, report = tmp_path / "stand.xlsx", tmp_path / "report.json"
    write_workbook(book, file, program="1", made=datetime(2026, 1, 1, tzinfo=UTC), lang=lang, crop=picture)
    made = make_report(book, program="1", lang=lang)
    named = [one for one in made["standings"] if one["name"].isprintable()]  # a cell holds no control characters
    report.write_text(json.dumps(made | {"standings": named}))
    assert main(file, report) == 0
    assert f"{len(named)} totals are right" in capsys.readouterr().out
    named[0]["total"] += 1
    report.write_text(json.dumps(made | {"standings": named}))
    assert main(file, report) == 1
