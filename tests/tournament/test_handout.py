"""Handing out: a kind and an evening in, bytes out, the same for every front door."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import date, datetime
from typing import get_args

import pypdfium2  # type: ignore[import-untyped]  # it ships no types
import pytest

from tests.tournament.evening import evening
from tournament.evening.book import Book
from tournament.handout.handout import PAPERS, Handout, Kind, make_csv_folder, make_file
from tournament.handout.wall_list import make_document
from tournament.review.waiting import list_open

MADE = datetime(2026, 11, 21, 22, 0)  # noqa: DTZ001 - as the clock on the wall
BEGINS: dict[Kind, bytes] = {
    "xlsx": b"PK",
    "pdf": b"%PDF-",
    "html": b"<!DOCTYPE html>",
    "json": b"{\n",
    "ods": b"PK",
    "csv": b"PK",
    "statistics": b"PK",
    "certificates": b"%PDF-",
}


@pytest.fixture(name="book", scope="module")
def play_evening() -> Book:
    """Three rounds of three tables, with hostile names."""
    return evening()


def prepare(book: Book) -> Handout:
    """The evening's handout, made at a known time."""
    return Handout(replace(book, title="Herbstturnier", day=date(2026, 11, 21)), made=MADE)


def finish(book: Book) -> Book:
    """The evening with everything settled, for certificates are of final standings."""
    return replace(book, closed=True, unusable=(), signed=frozenset(list_open(book)))


@pytest.mark.parametrize("kind", get_args(Kind))
def test_every_kind_is_bytes_and_nothing_else(
    book: Book, kind: Kind, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each kind begins as such a file does, and its maker neither prints nor opens a file to write."""
    monkeypatch.setattr("pathlib.Path.write_bytes", None)
    monkeypatch.setattr("pathlib.Path.write_text", None)
    assert make_file(kind, prepare(finish(book))).startswith(BEGINS[kind])
    assert capfd.readouterr() == ("", "")


def test_papers_have_their_sizes(book: Book) -> None:
    """A3 is twice as large as A4: 842 points become 1191."""
    pages = [pypdfium2.PdfDocument(make_file("pdf", replace(prepare(book), paper=paper)))[0] for paper in PAPERS]
    assert [round(page.get_height()) for page in pages] == [842, 1191]


def test_json_is_the_walls_list(book: Book) -> None:
    """The file holds the public document of the list that hangs on the wall."""
    handout = prepare(book)
    assert json.loads(make_file("json", handout)) == make_document(handout.wall)


def test_the_workbook_has_the_pictures_of_the_source_that_is_given(book: Book) -> None:
    """Without a source of pictures there are none; every open item and name is asked for."""
    asked = []
    without = make_file("xlsx", prepare(book))
    make_file("xlsx", replace(prepare(book), crop=lambda sheet, fields: asked.append((sheet, fields))))
    assert asked
    assert b"xl/media" not in without


def test_the_folders_first_file_is_the_standings(book: Book) -> None:
    """Its hash stands for the folder in the tournament's file."""
    first, *others = make_csv_folder(prepare(book))
    assert (first, others) == ("Stand.csv", ["Spiele.csv", "Prüfung.csv"])
