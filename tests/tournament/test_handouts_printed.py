"""What an evening of 28 players is on paper, as LibreOffice prints it: how many pages, each with heads, none beside."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pypdfium2  # type: ignore[import-untyped]  # it ships no types
import pytest

from tests.tournament.evening import evening, picture
from tournament.evening.book import Book
from tournament.handout.handout import Handout, Kind, make_file

SOFFICE = shutil.which("soffice")
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(SOFFICE is None, reason="LibreOffice (soffice) is not installed: nothing is printed"),
]
NAMES = [f"{first} {last}" for first in ("Anna", "Bernd", "Çem", "Dörte") for last in
         ("Albers", "Böhm-Claßen", "Düring", "Fröhlich", "Harms", "Janßen", "Köster")]  # fmt: skip


@pytest.fixture(name="book", scope="module")
def play_evening() -> Book:
    """Three rounds of seven tables."""
    return replace(evening(names=NAMES, rounds=3), title="Herbstturnier")


def print_pages(kind: Kind, book: Book, folder: Path) -> list[str]:
    """The words of each printed page, upright ones marked by "|" in front and those across by "-"."""
    ending = "xlsx" if kind == "statistics" else kind
    (folder / f"x.{ending}").write_bytes(make_file(kind, Handout(book, crop=picture)))
    home = f"-env:UserInstallation={(folder / 'home').as_uri()}"
    command = [str(SOFFICE), home, "--headless", "--convert-to", "pdf", "--outdir", str(folder), f"x.{ending}"]
    subprocess.run(command, cwd=folder, check=True, capture_output=True, timeout=600)
    pages = pypdfium2.PdfDocument(folder / "x.pdf")
    turns = ["|" if page.get_height() > page.get_width() else "-" for page in pages]
    return [turn + page.get_textpage().get_text_range() for turn, page in zip(turns, pages, strict=True)]


def count_tabs(pages: list[str]) -> Counter[str]:
    """How many pages each worksheet has, by the name in its foot; every page says which of all it is."""
    for number, page in enumerate(pages, 1):
        assert re.search(rf"Seite {number} von {len(pages)}", page), page
    feet = [re.search(r"Kiebitz[ ·\r\n]*(Stand|Runde \d|Spieler|Spiele|Prüfung|Info)\b", page) for page in pages]
    return Counter(foot[1] if foot else "Stand" for foot in feet)  # the foot of `Stand` says what holds for ties


def test_an_open_document_is_six_pages_at_most(book: Book, tmp_path: Path) -> None:
    """Every page of the games has their heads; the entry that it was made from is printed at the foot alone."""
    pages = print_pages("ods", book, tmp_path)
    assert len(pages) <= 6
    games = [page for page in pages if "geschrieben" in page]
    assert len(games) >= 3
    assert all("Befund" in page and page.startswith("|") for page in games)


def test_the_workbook_has_a_page_for_each_round(book: Book, tmp_path: Path) -> None:
    """Standings, each round, players and information are one page; thresholds and hashes are none."""
    pages = print_pages("xlsx", book, tmp_path)
    found = count_tabs(pages)
    assert {tab: found[tab] for tab in ("Stand", "Runde 1", "Runde 2", "Runde 3", "Spieler", "Info")} == dict.fromkeys(
        ("Stand", "Runde 1", "Runde 2", "Runde 3", "Spieler", "Info"), 1
    )
    assert not any("clear_ink" in page or book.photos[0][1] in page for page in pages)
    assert [page[0] for page in pages[:5]] == ["|", "|", "|", "|", "-"]
    assert "Info" in pages[-1]


def test_charts_are_whole(book: Book, tmp_path: Path) -> None:
    """Four tables' charts and three on the pages of a round, each with its title and its players."""
    pages = print_pages("statistics", book, tmp_path)
    charts = [re.findall(r"Tisch (\d)", page) for page in pages]
    assert [one for one in charts if one] == [["1", "2", "3", "4"], ["5", "6", "7"]] * 3
    assert all(page.startswith("|") for page, found in zip(pages, charts, strict=True) if found)
    for page, found in zip(pages, charts, strict=True):
        assert not found or sum(page.count(name) for name in NAMES) == 4 * len(found)
