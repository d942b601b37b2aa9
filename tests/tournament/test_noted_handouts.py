"""Whatever is handed out says from which entry of a file it was made, in words and where there is room as a code."""

from __future__ import annotations

import json
import zipfile
from dataclasses import replace
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path

import numpy as np
import pandas as pd
import pypdfium2
import pytest
import zxingcpp
from openpyxl import load_workbook

from desk.__main__ import main
from tests.desk.paper import ROUND, sheet
from tests.tournament.filing.files import NAMES, open_tournament, put_in
from texts.languages import LANGUAGES
from tournament.filing.opened.open_evening import open_evening
from tournament.filing.stories.row_story import find_audited
from tournament.handout.handout import Handout, make_file, make_story, prepare_handout
from tournament.record.entries import group_hash, read_noted, spell_head, write_head
from tournament.record.store import Store

MADE = datetime(2026, 11, 21, 23, tzinfo=UTC)


@pytest.fixture
def store(tmp_path: Path) -> Store:
    """Two drawn tables, one sheet in."""
    store = open_tournament(tmp_path, drawn=1)
    put_in(store, sheet("a.jpg", ROUND, names=NAMES[:4]))
    return store


@pytest.fixture
def handout(store: Store) -> Handout:
    """What is handed out of it."""
    return replace(prepare_handout(open_evening(store), "de"), made=MADE)


def read_pdf(data: bytes, page: int = 0) -> tuple[str, list[str]]:
    """The text of a page, and what its QR codes say when it is printed with 200 dots an inch. In the pattern of a code
    a reader may see another, tiny one with a few digits: that is none of ours."""
    sheet = pypdfium2.PdfDocument(data)[page]
    picture = np.asarray(sheet.render(scale=200 / 72).to_pil().convert("L"))
    codes = zxingcpp.read_barcodes(picture, formats=zxingcpp.BarcodeFormat.QRCode)
    return sheet.get_textpage().get_text_range(), [code.text for code in codes if not code.text.isdecimal()]


@pytest.mark.parametrize("paper", ["a4", "a3"])
def test_the_wall_bears_entry_and_hash(handout: Handout, store: Store, paper: str) -> None:
    """In small print at the foot, and as a code that a phone reads; the code holds the whole hash."""
    head = store.read_head()
    words, codes = read_pdf(make_file("pdf", replace(handout, paper=paper)))
    assert f"Eintrag {head.number} · Prüfsumme {group_hash(head.hash[:12])}" in words
    assert codes == [spell_head(head)]
    assert read_noted(codes[0]) == head.hash


def test_the_story_bears_entry_and_hash(store: Store) -> None:
    """The PDF of a row."""
    evening = open_evening(store)
    words, codes = read_pdf(make_story(find_audited(evening, 1, 1, 1), evening, None, "de"))
    assert write_head(store.read_head(), "de") in words
    assert codes == [spell_head(store.read_head())]


def test_the_seating_bears_entry_and_hash(store: Store, tmp_path: Path) -> None:
    """Both seating pages of a printed round: what they show is the draw of that entry."""
    head = store.read_head()
    assert main(["print", store.where, "--round", "1", "-o", str(tmp_path / "r1.pdf")]) == 0
    data = (tmp_path / "r1.pdf").read_bytes()
    found = [read_pdf(data, page) for page in range(len(pypdfium2.PdfDocument(data)))]
    seating = [codes for words, codes in found if write_head(head, "de") in words]
    assert seating == [[spell_head(head)]] * 2


def test_the_phone_page_bears_entry_and_hash(handout: Handout, store: Store) -> None:
    """In words, and as a drawing in the page itself, for its policy lets nothing in from elsewhere."""
    page = make_file("html", handout).decode()
    assert write_head(store.read_head(), "de") in page
    assert "<svg" in page
    assert "http" not in page.replace("http-equiv", "").replace("http://www.w3.org/2000/svg", "")


def test_the_json_bears_entry_and_hash(handout: Handout, store: Store) -> None:
    """Number and whole hash."""
    document = json.loads(make_file("json", handout))
    assert (document["entry"], document["hash"]) == tuple(store.read_head())


@pytest.mark.parametrize("lang", LANGUAGES)
def test_workbook_and_tables_bear_entry_and_hash(handout: Handout, store: Store, lang: str) -> None:
    """On the worksheet `Info`, in either language."""
    handout = replace(handout, lang=lang)
    noted = write_head(store.read_head(), lang)
    info = load_workbook(BytesIO(make_file("xlsx", handout)))["Info"]
    assert noted in {cell.value for row in info.iter_rows() for cell in row}
    data = make_file("ods", handout)
    assert pd.read_excel(BytesIO(data), sheet_name="Info", header=None, engine="calamine").iloc[0, 0] == noted
    assert noted in zipfile.ZipFile(BytesIO(data)).read("content.xml").decode()


def test_without_a_file_nothing_is_noted(handout: Handout) -> None:
    """A scan whose file is gone afterwards names no entry that nobody could look for."""
    loose = replace(handout, head=None)
    assert read_pdf(make_file("pdf", loose))[1] == []
    assert "Prüfsumme" not in make_file("html", loose).decode()
    assert "hash" not in json.loads(make_file("json", loose))


def test_closing_a_round_prints_the_hash(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What is printed is found in the file, as the last entry."""
    store = open_tournament(tmp_path, NAMES[:4], rounds=1, drawn=1)
    put_in(store, sheet("a.jpg", ROUND, names=NAMES[:4]))
    capsys.readouterr()
    assert main(["close", store.where, "--round", "1", "--by", "Wart", "--reason", "gesehen"]) == 0
    told = capsys.readouterr().err
    assert write_head(store.read_head(), "de") in told
    noted = told.partition("Prüfsumme ")[2].partition(".")[0]
    assert main(["verify", store.where, "--noted", noted]) == 0
    assert "dem letzten" in capsys.readouterr().out
