"""Whatever fails at one sheet, at any stage: the others are counted, the workbook is written, the sheet is open."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import openpyxl
import pytest

from desk.__main__ import main
from desk.cli.run import run_read, run_scan
from desk.pictures import cut_pictures
from desk.pictures.cut_pictures import CUTTING
from desk.workers import judge_sheets, pool
from desk.workers.judge_sheets import JUDGING
from desk.workers.read_photos import READING
from desk.workers.worker_process import Budget
from tests.desk import saboteurs
from tests.desk.saboteurs import NAMES, VICTIM
from tournament.evening import book, sheet_intake
from tournament.handout.workbook import games_tabs, rounds_tab
from tournament.last_results import LastResults
from tournament.review import book_report, game_rows, open_items

Run = Callable[..., dict[str, Any]]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Run:
    """Scans three photographs, of which nothing is opened; gives the report."""
    monkeypatch.setattr(run_scan, "check_beforehand", lambda _how, _given: None)
    monkeypatch.setattr(pool, "BUDGET", Budget(page_s=2.0))
    monkeypatch.setattr(run_scan, "JUDGE", ("tests.desk.saboteurs",))
    monkeypatch.setattr(run_read, "READING", replace(READING, do=saboteurs.read_three))
    monkeypatch.setattr(cut_pictures, "CUTTING", replace(CUTTING, do=saboteurs.cut_two))
    monkeypatch.setenv("KIEBITZ_SABOTAGE", "nothing")

    def run_it(*options: str) -> dict[str, Any]:
        for name in NAMES:
            (tmp_path / name).touch()
        results = ["-o", str(tmp_path / "out.xlsx"), "--json", str(tmp_path / "out.json")]
        photos = [str(tmp_path / name) for name in NAMES]
        assert main(["scan", *photos, "--rules", "pflichtsolo-40", "--strict", *results, *options]) == 1
        assert preliminary(tmp_path)
        document: dict[str, Any] = json.loads((tmp_path / "out.json").read_text(encoding="utf-8"))
        return document

    return run_it


def preliminary(folder: Path) -> bool:
    """Whether the workbook's first page says so."""
    page = openpyxl.load_workbook(folder / "out.xlsx", data_only=True).worksheets[0]
    return any("Vorläufig" in str(cell.value) for row in page.iter_rows() for cell in row)


def points(sheet: dict[str, Any]) -> int:
    """Rows of the sheet that count something."""
    return sum(any(row["points"]) for row in sheet["rows"])


WAYS = {
    "fail": ("internal", "KeyError"),
    "leave": ("internal", "SystemExit"),
    "die": ("crashed", "abgestürzt"),
    "hang": ("too-slow", "2 Sekunden"),
    "swell": ("no-memory", "Arbeitsspeicher"),
}


@pytest.mark.few(2)
@pytest.mark.parametrize("way", WAYS)
def test_a_fault_while_a_sheet_is_read(way: str, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """The photograph is listed with its sentence, and the others count."""
    monkeypatch.setattr(run_read, "READING", replace(READING, do=saboteurs.read_two))
    monkeypatch.setenv("KIEBITZ_SABOTAGE", way)
    told = run()
    assert [(sheet["photo"], points(sheet)) for sheet in told["sheets"]] == [("1.jpg", 16), ("3.jpg", 16)]
    [unused] = told["unusable"]
    assert (unused["photo"], unused["code"]) == (VICTIM, WAYS[way][0])
    assert WAYS[way][1] in unused["message"]


@pytest.mark.few(1)
@pytest.mark.parametrize("way", WAYS)
def test_a_fault_while_a_sheet_is_judged(way: str, run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Its ink is shown, nothing of it counts, every row is open with its picture, and a sentence says why."""
    monkeypatch.setattr(judge_sheets, "JUDGING", replace(JUDGING, do=saboteurs.judge_two))
    monkeypatch.setenv("KIEBITZ_SABOTAGE", way)
    told = run()
    assert [(sheet["photo"], points(sheet)) for sheet in told["sheets"]] == [("1.jpg", 16), (VICTIM, 0), ("3.jpg", 16)]
    broken = told["sheets"][1]
    [why] = [finding for finding in broken["findings"] if finding["code"] != "unknown-name"]
    assert (why["code"], why["severity"]) == ("unchecked", "error")
    assert WAYS[way][1] in why["message"]
    assert {row["status"] for row in broken["rows"]} == {"review"}
    assert all(row["written"] != [""] * 4 and row["look"] for row in broken["rows"])
    tabs = openpyxl.load_workbook(tmp_path / "out.xlsx", data_only=True)
    counted = [row for row in tabs["Spiele"].iter_rows(min_row=5, values_only=True) if row[1] == VICTIM]
    assert len(counted) == 16
    assert {tuple(points or None for points in row[9:13]) for row in counted} == {(None,) * 4}
    if way == "fail":
        log = why["message"].partition("siehe ")[2].partition(")")[0]
        assert "KeyError: 'g07.re.re'" in Path(log).read_text(encoding="utf-8")


@pytest.mark.few(2)
@pytest.mark.parametrize("way", WAYS)
def test_a_fault_while_pictures_are_cut(way: str, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """The workbook does without the pictures of that file."""
    monkeypatch.setenv("KIEBITZ_SABOTAGE", way)
    told = run()
    assert [points(sheet) for sheet in told["sheets"]] == [16, 16, 16]
    assert told["unusable"] == []


def failing(real: Callable[..., Any], about_victim: Callable[..., bool], most: int) -> Callable[..., Any]:
    """The function, which fails at the victim so many times."""
    left = iter(range(most))

    def sabotaged(*args: Any) -> Any:
        if about_victim(*args) and next(left, None) is not None:
            raise ZeroDivisionError
        return real(*args)

    return sabotaged


STAGES: dict[str, tuple[Any, str, Callable[..., bool]]] = {
    "report": (book_report, "_describe_sheet", lambda _, entry, *__: entry.number == 2),
    "Spiele": (game_rows, "_make_row", lambda entry, *_: entry.number == 2),
    "Prüfung": (open_items, "_make_row_item", lambda _totals, entry, *_: entry.number == 2),
    "row of Spiele": (games_tabs, "_put_row", lambda _page, _plan, _n, row: row.sheet == 2),
    "line of Prüfung": (games_tabs, "_put_item", lambda _page, _n, item, _crop: item.sheet == 2),
    "line of a round": (rounds_tab, "_put_line", lambda _page, _n, entry, *_: entry.number == 2),
}


@pytest.mark.few(3)
@pytest.mark.parametrize("stage", STAGES)
def test_a_fault_while_a_sheet_is_written(stage: str, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is reported without what was judged of it: report and workbook agree that nothing of it counts."""
    module, name, about_victim = STAGES[stage]
    monkeypatch.setattr(module, name, failing(getattr(module, name), about_victim, most=1))
    told = run()
    assert [points(sheet) for sheet in told["sheets"]] == [16, 0, 16]
    assert ["ZeroDivisionError" in finding["message"] for finding in told["sheets"][1]["findings"]] == [True]
    place = f"Runde {told['sheets'][1]['round']}, Tisch {told['sheets'][1]['table']}, "
    totals = [standing["total"] for standing in told["standings"] if standing["name"].startswith(place)]
    assert totals == [0, 0, 0, 0]


@pytest.mark.few(1)
@pytest.mark.parametrize("stage", ["report", "Prüfung", "row of Spiele"])
def test_a_sheet_that_cannot_be_written_at_all(
    stage: str, run: Run, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It is listed with the photographs that are not used, in report, workbook and on the screen."""
    module, name, about_victim = STAGES[stage]
    monkeypatch.setattr(module, name, failing(getattr(module, name), about_victim, most=1000))
    told = run()
    assert [sheet["photo"] for sheet in told["sheets"]] == ["1.jpg", "3.jpg"]
    assert [(one["photo"], one["code"]) for one in told["unusable"]] == [(VICTIM, "unchecked")]
    assert [line.split(":")[0] for line in capsys.readouterr().err.splitlines()] == [VICTIM]


def broken(*_: Any) -> Any:
    """A check that fails at every sheet."""
    raise ZeroDivisionError


def test_a_sheet_that_is_not_even_understood_is_listed(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of all sheets only the one whose fields cannot be sorted counts nothing."""
    once = failing(sheet_intake.transcribe, lambda *args: args[0].photo == VICTIM and bool(args[0].readings), 9)
    monkeypatch.setattr(sheet_intake, "transcribe", once)
    told = run()
    assert [(one["photo"], one["code"]) for one in told["unusable"]] == [(VICTIM, "unchecked")]


@pytest.mark.few(2)
@pytest.mark.parametrize("name", ["sort_out", "find_players", "_make_entry", "find_repeats", "find_missing"])
def test_a_look_at_the_whole_evening_may_fail(name: str, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every sheet counts, and a finding says what was not looked at."""
    monkeypatch.setattr(book if hasattr(book, name) else sheet_intake, name, broken)
    monkeypatch.setattr(book, "_SEATED", LastResults())  # another test may have counted the same sheets
    told = run()
    assert [points(sheet) for sheet in told["sheets"]] == [16, 16, 16]
    of_sheets = [finding["code"] for sheet in told["sheets"] for finding in sheet["findings"]]
    codes = of_sheets + [finding["code"] for finding in told["findings"]]
    assert codes.count("unchecked") == (1 if name in ("sort_out", "find_missing") else 3)
