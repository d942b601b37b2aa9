"""Every sample photograph is a test by being there: read, judged, and compared with the truth beside it."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from desk.workers.read_photos import ReadTask, read_pages
from scanner.sheet_reading import SheetReading
from scoring.rulesets.load_rules import load
from templates.sheet_code import parse_code
from tests.tournament.filing.files import keep_book
from tournament.evening.book import Book
from tournament.judging.judged_sheet import JudgedRow
from tournament.judging.written_sheet import parse_number

SAMPLES = Path(__file__).parents[2] / "samples"
LAYOUTS = SAMPLES.parent / "templates" / "layouts"
Truth = dict[str, Any]


@cache
def truth_at(path: Path) -> Truth:
    """The truth beside a picture."""
    truth: Truth = json.loads(path.read_text(encoding="utf-8"))
    return truth


TRUTHS = sorted(path for path in SAMPLES.rglob("*.json") if "fields" in truth_at(path))
RE_SCORED = [path for path in TRUTHS if path.parent != SAMPLES and path.parent.name != "foreign"]
OF_THE_SHEET = {"row-missing", "row-twice", "nullspiel-missing", "pflichtsolo-missing", "offence-as-game", "wrong-sum"}
"""Mistakes that show in the sheet as a whole."""


@cache
def read(truth: Path) -> tuple[SheetReading, ...]:
    """The picture beside that truth; a foreign sheet by the layout that its truth names."""
    told = truth_at(truth)
    layout = LAYOUTS / f"{told['layout']}.toml" if told["code"] is None else None
    return tuple(read_pages(ReadTask(truth.with_name(told["photo"]), layout)))


@cache
def book_of(*truths: Path) -> Book:
    """The book of these samples alone, by the rules that the sheet names."""
    layout = str(truth_at(truths[0])["layout"])
    rules = layout.split("/")[0] if "/" in layout else "pflichtsolo-40"
    return keep_book(load(rules), [reading for truth in truths for reading in read(truth)])


@pytest.mark.parametrize("path", [p for p in TRUTHS if not truth_at(p)["usable"]], ids=lambda path: path.stem)
def test_an_unusable_photograph_counts_nothing(path: Path) -> None:
    """It is listed, and no row of it is read."""
    book = book_of(path)
    assert book.entries == ()
    assert len(book.unusable) == 1


@pytest.mark.few(5)
@pytest.mark.parametrize(
    "path", [p for p in TRUTHS if truth_at(p)["usable"]], ids=lambda path: "/".join(path.parts[-2:])
)
def test_no_sample_is_misread_in_silence(path: Path) -> None:
    """A row counts what is written, or a person is asked about it."""
    truth = truth_at(path)
    [entry] = book_of(path).entries
    silent = [row.game for row in entry.sheet.rows if row.status == "ok" and not _as_written(row, truth)]
    assert silent == []


@pytest.mark.few(3)
@pytest.mark.parametrize(
    "path", [p for p in TRUTHS if truth_at(p)["mistakes"]], ids=lambda path: "/".join(path.parts[-2:])
)
def test_every_planted_mistake_is_found(path: Path) -> None:
    """What the players got wrong in this sample is put before a person, in its row or for the sheet."""
    [entry] = book_of(path).entries
    open_fields = {reading.id for row in entry.sheet.open_rows for reading in row.source.readings}
    open_fields |= {field for finding in entry.sheet.findings if finding.severity != "note" for field in finding.fields}
    of_sheet = [finding for finding in entry.sheet.findings if finding.severity != "note"]
    planted = [mistake for mistake in truth_at(path)["mistakes"] if mistake["detectable"]]
    missed = [m["kind"] for m in planted if not open_fields & set(m["fields"])]
    assert [kind for kind in missed if kind not in OF_THE_SHEET or not of_sheet] == []


@pytest.mark.few(3)
@pytest.mark.parametrize("path", RE_SCORED, ids=lambda path: "/".join(path.parts[-2:]))
def test_no_right_row_is_blamed_on_the_players(path: Path) -> None:
    """On sheets that can be re-scored a row without a planted mistake has no error; at most it is asked about."""
    [entry] = book_of(path).entries
    planted = {field[:3] for mistake in truth_at(path)["mistakes"] for field in mistake["fields"]}
    blamed = [row.game for row in entry.sheet.rows if any(finding.severity == "error" for finding in row.findings)]
    assert [game for game in blamed if f"g{game:02}" not in planted] == []


def test_the_second_photograph_of_a_sheet_counts_once() -> None:
    """The repeated sample is set aside, and the finding says which one is used."""
    book = book_of(SAMPLES / "r1-t1-clean.json", SAMPLES / "r1-t1-again.json")
    [entry] = book.entries
    assert [finding.code for finding in entry.sheet.findings].count("duplicate-sheet") == 1


def _as_written(row: JudgedRow, truth: Truth) -> bool:
    """Whether every number of the row counts as it stands on the paper; a blank or struck-out cell counts nothing.

    Where only plus points are written, those count so; totals count by what they moved, or by what was played.
    """
    counted = [points or 0 for points in row.points]
    if row.game > len(truth["games"]) and not row.played:  # a row for an offence that nobody committed
        return not any(counted)
    if f"g{row.game:02}.total1" in truth["fields"]:
        now, before = (_numbers(truth, game, "total") for game in (row.game, row.game - 1))
        steps = [total - above for total, above in zip(now, before, strict=True)]
        played = [points or 0 for points in truth["games"][row.game - 1]["points"]]
        return not row.played or counted in (steps, played)
    on_paper = _numbers(truth, row.game, "p")
    if plus_only(truth):
        counted = [max(points, 0) for points in counted]
    return on_paper == counted if row.played else not any(on_paper)


def plus_only(truth: Truth) -> bool:
    """Whether the sheet was printed for plus points only."""
    code = parse_code(truth["code"] or "")
    return code is not None and code.plus


def _numbers(truth: Truth, game: int, column: str) -> list[int]:
    """What stands in the cells of a row by seat; above the first one nothing does."""
    written = [truth["fields"].get(f"g{game:02}.{column}{seat}") for seat in range(1, len(truth["names"]) + 1)]
    return [0 if cell is None else parse_number(cell["written"]).points or 0 for cell in written]
