"""Every sample photograph is a test by being there: read, judged, and compared with the truth beside it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from desk.worker import Task, read_one
from scanner.reading import SheetReading
from scoring.rulesets import load
from tournament.book import Book, keep_book
from tournament.judged import JudgedRow
from tournament.numbers import parse_number

SAMPLES = Path(__file__).parents[2] / "samples"
LAYOUTS = SAMPLES.parent / "templates" / "layouts"
TRUTHS = sorted(path for path in SAMPLES.rglob("*.json") if "fields" in json.loads(path.read_text(encoding="utf-8")))
Truth = dict[str, Any]


def truth_at(path: Path) -> Truth:
    """The truth beside a picture."""
    truth: Truth = json.loads(path.read_text(encoding="utf-8"))
    return truth


def read(truth: Path) -> tuple[SheetReading, ...]:
    """The picture beside that truth; a foreign sheet by the layout that its truth names."""
    told = truth_at(truth)
    layout = LAYOUTS / f"{told['layout']}.toml" if told["code"] is None else None
    return read_one(Task(truth.with_name(told["photo"]), layout))


def book_of(*truths: Path) -> Book:
    """The book of these samples alone."""
    return keep_book(load("pflichtsolo-40"), [reading for truth in truths for reading in read(truth)])


@pytest.mark.parametrize("path", TRUTHS, ids=lambda path: path.stem)
def test_no_sample_is_misread_in_silence(path: Path) -> None:
    """A row counts what is written, or a person is asked about it; an unusable photograph counts nothing."""
    truth = truth_at(path)
    book = book_of(path)
    if not truth["usable"]:
        assert book.entries == ()
        assert len(book.unusable) == 1
        return
    [entry] = book.entries
    silent = [row.game for row in entry.sheet.rows if row.status == "ok" and not _as_written(row, truth)]
    assert silent == []


@pytest.mark.parametrize("path", [p for p in TRUTHS if truth_at(p)["mistakes"]], ids=lambda path: path.stem)
def test_every_planted_mistake_is_found(path: Path) -> None:
    """What the players got wrong in this sample is put before a person, in its row or for the sheet."""
    [entry] = book_of(path).entries
    open_fields = {reading.id for row in entry.sheet.open_rows for reading in row.source.readings}
    open_fields |= {field for finding in entry.sheet.findings if finding.severity != "note" for field in finding.fields}
    of_sheet = [finding for finding in entry.sheet.findings if finding.severity != "note"]
    planted = [mistake for mistake in truth_at(path)["mistakes"] if mistake["detectable"]]
    assert [m["kind"] for m in planted if not open_fields & set(m["fields"]) and not of_sheet] == []


def test_the_second_photograph_of_a_sheet_counts_once() -> None:
    """The repeated sample is set aside, and the finding says which one is used."""
    book = book_of(SAMPLES / "r1-t1-clean.json", SAMPLES / "r1-t1-again.json")
    [entry] = book.entries
    assert [finding.code for finding in entry.sheet.findings].count("duplicate-sheet") == 1


def _as_written(row: JudgedRow, truth: Truth) -> bool:
    """Whether every number of the row counts as it stands on the paper; a blank or struck-out cell counts nothing."""
    written = [truth["fields"].get(f"g{row.game:02}.p{seat}") for seat in range(1, len(row.points) + 1)]
    on_paper = [parse_number(cell["written"]).points or 0 for cell in written if cell is not None]
    return on_paper == [points or 0 for points in row.points] if row.played else not any(on_paper)
