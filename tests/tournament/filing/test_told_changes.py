"""What was changed after closing, or after standings were handed out, stands wherever results are shown."""

from __future__ import annotations

import json
from dataclasses import replace
from io import BytesIO
from pathlib import Path

import pypdfium2  # type: ignore[import-untyped]  # it ships no types
import pytest
from openpyxl import load_workbook

from desk.__main__ import main
from tests.tournament.filing.test_closed_rounds import ROW, decide, store, take_photo
from tournament.filing.opened.open_evening import open_evening
from tournament.filing.rounds.evening_status import describe_status
from tournament.handout.handout import PAPERS, make_file, prepare_handout
from tournament.handout.wall_pdf import make_wall_pdf
from tournament.record.facts import Exported, Posted
from tournament.record.store import Store

__all__ = ["store"]
WORDS = ("Runde 1, Tisch 1, Spiel 5: +2 +2 -2 -2 → +4 +4 -4 -4", "Wart, ", "verrechnet")


@pytest.fixture
def changed(store: Store) -> Store:
    """A row of the closed round was changed."""
    decide(store, ROW, "points", points="+4,+4,-4,-4", reason="verrechnet")
    return store


def read_pdf(data: bytes) -> str:
    """The words of all pages, on one line."""
    pages = [page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(data)]
    return " ".join(" ".join(pages).split())


def write_plainly(text: str) -> str:
    """The text with the minus and the space of a keyboard."""
    return text.replace("−", "-").replace("\u00a0", " ")


def test_wall_phone_and_workbook_tell_it(changed: Store) -> None:
    """Round, row, old and new, who and why."""
    handout = prepare_handout(open_evening(changed), "de")
    book = load_workbook(BytesIO(make_file("xlsx", handout)))
    shown = {
        "pdf": read_pdf(make_file("pdf", handout)),
        "html": make_file("html", handout).decode(),
        "Stand": " ".join(str(cell.value) for row in book["Stand"].iter_rows() for cell in row),
        "Info": " ".join(str(cell.value) for row in book["Info"].iter_rows() for cell in row),
    }
    shown = {where: write_plainly(text) for where, text in shown.items()}
    assert {where: [words in text for words in WORDS] for where, text in shown.items()} == {
        where: [True, True, True] for where in shown
    }
    [one] = json.loads(make_file("json", handout))["changed"]
    assert (one["item"], one["after"], one["reason"]) == (ROW, "closing", "verrechnet")


@pytest.mark.parametrize("paper", PAPERS)
def test_changes_are_written_however_full_the_page_is(changed: Store, paper: str) -> None:
    """Below the list, or on a page of its own where not one line has room; with any number of players."""
    wall = prepare_handout(open_evening(changed), "de").wall
    for players in range(1, 30):
        pages = read_pdf(make_wall_pdf(replace(wall, rows=wall.rows[:1] * players), "de", paper))
        assert "verrechnet" in pages, players


def test_many_changes_have_a_page_of_their_own(changed: Store) -> None:
    """Where the list leaves no room, and the most of them at that."""
    handout = prepare_handout(open_evening(changed), "de")
    many = replace(handout.book, changes=handout.book.changes * 35)
    pdf = make_file("pdf", replace(handout, book=many))
    assert len(pypdfium2.PdfDocument(pdf)) == 2
    assert "Und 5 weitere, die in der Akte stehen." in read_pdf(pdf)


def test_commands_tell_it(changed: Store, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """`status`, `standings`, `verify` and `audit`, on paper too."""
    file, place = changed.where, ["--round", "1", "--table", "1", "--game", "5"]
    for command in (["status", file], ["standings", file], ["verify", file], ["audit", file, *place]):
        capsys.readouterr()
        assert main(command) == 0
        told = capsys.readouterr().out
        assert [words in told for words in WORDS] == [True, True, True], command
    page = tmp_path / "nachweis.pdf"
    assert main(["audit", file, *place, "--pdf", str(page)]) == 0
    assert all(words in write_plainly(read_pdf(page.read_bytes())) for words in WORDS)
    capsys.readouterr()
    assert main(["audit", file, *place, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["changed"][0]["new"] == ["+4", "+4", "-4", "-4"]


def test_a_change_after_handing_out_is_told_too(store: Store) -> None:
    """Of a row that was settled on the list that hung there; in the status it stands only where a round was closed."""
    store.append([Exported("stand.pdf", "", (Posted(1, 1, "Anna", 0),))], by="Wart")
    decide(store, "r2.t1.g5", "points", points="+4,+4,-4,-4", reason="verrechnet")
    evening = open_evening(store)
    assert [(one.difference.item, one.closed) for one in evening.book.changes] == [("r2.t1.g5", False)]
    assert describe_status(evening)["rounds"][1]["changed"] == []


def test_what_waits_is_told_by_the_workbook(store: Store) -> None:
    """`Prüfung` has it as an item, and the standings are not final."""
    take_photo(store)
    book = load_workbook(BytesIO(make_file("xlsx", prepare_handout(open_evening(store), "de"))))
    words = " ".join(str(cell.value) for row in book["Prüfung"].iter_rows() for cell in row)
    assert "Runde ist abgeschlossen, danach kam: Bogen von Runde 1, Tisch 1" in words
