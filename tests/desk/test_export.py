"""`kiebitz export`: every kind of file from a tournament's file, and what it refuses."""

from __future__ import annotations

import csv
import io
import json
import zipfile
from pathlib import Path

import pytest
import sqlalchemy as sa
from openpyxl import load_workbook
from PIL import Image

from desk.__main__ import main
from desk.cli.evening_orders import ExportOrder
from desk.cli.run.run_export import export_standings
from desk.exits import Status, Unusable, WrongUse
from tests.desk.paper import ROUND, sheet
from tests.tournament.filing.files import open_tournament, put_in
from tests.tournament.paper import written
from texts.languages import LANGUAGES
from tournament.errors import UnwritableFile
from tournament.filing.opened.filed_sheets import Photo, file_photo
from tournament.record.facts import Exported
from tournament.record.replay import replay
from tournament.record.store import Store

NAMES = ("<script>x</script>", "=1+1", "Çem", "Dörte")
LINES = ["+6 -6 +6 -6", "+4 -4 +4 -9", "+1 -1 +1 -1"]


@pytest.fixture(name="store")
def make_store(tmp_path: Path) -> Store:
    """A tournament of two rounds, the first of which is scanned."""
    store = open_tournament(tmp_path, NAMES, rounds=2)
    put_in(store, written(LINES, names=NAMES))
    return store


def export(store: Store, target: Path, paper: str = "") -> Status:
    """Exports to `target`."""
    return export_standings(ExportOrder(store.where, target, paper, "Wart", "de"))


@pytest.mark.parametrize("name", ["s.xlsx", "s.pdf", "s.html", "s.json", "s.ods", "tabellen"])
def test_every_kind_is_written_and_written_again(store: Store, tmp_path: Path, name: str) -> None:
    """The second time takes the place of the first; both are kept in the file's chain with their hashes."""
    for _ in range(2):
        assert export(store, tmp_path / name) is Status.DONE
    exports = [fact for _, fact in replay(store.read_entries()).exports]
    assert len(exports) == 2
    assert all(isinstance(fact, Exported) for fact in exports)
    assert [(one.place, one.start, one.total) for one in exports[0].standings] == [
        (1, 1, 11),
        (1, 3, 11),
        (3, 2, -11),
        (4, 4, -16),
    ]


def test_what_was_handed_out_is_kept_alike_in_every_language(store: Store, tmp_path: Path) -> None:
    """ "Runde 1, Tisch 1, Platz 2" is not called "Round 1, table 1, seat 2" in the file."""
    put_in(store, written(LINES, photo="b.jpg", round_=2))
    for lang in LANGUAGES:
        export_standings(ExportOrder(store.where, tmp_path / f"{lang}.json", "", "Wart", lang))
    german, english = (fact.standings for _, fact in replay(store.read_entries()).exports)
    assert german == english
    assert any(one.name.startswith("Runde 2, Tisch 1, Platz") for one in german)


def test_the_workbook_says_the_tournament(store: Store, tmp_path: Path) -> None:
    """Title, stage, start numbers; items have their names."""
    export(store, tmp_path / "s.xlsx")
    workbook = load_workbook(tmp_path / "s.xlsx", data_only=True)
    assert workbook["Stand"]["A1"].value == "Stand nach Runde 1"
    assert str(workbook["Stand"]["C1"].value).startswith("Vereinsabend · ")
    assert "Startnr." in [cell.value for cell in workbook["Stand"][3]]
    at = [cell.value for cell in workbook["Prüfung"][3]].index("Kennung")
    assert "r1.t1.g2" in [row[at].value for row in workbook["Prüfung"].iter_rows(min_row=4)]


def test_names_are_harmless_in_every_kind(store: Store, tmp_path: Path) -> None:
    """No tag, no formula."""
    for name in ("s.html", "s.json", "t"):
        export(store, tmp_path / name)
    assert "<script" not in (tmp_path / "s.html").read_text("utf-8")
    names = [one["name"] for one in json.loads((tmp_path / "s.json").read_text("utf-8"))["standings"]]
    assert set(names) == set(NAMES)
    with (tmp_path / "t" / "Stand.csv").open(encoding="utf-8-sig") as file:
        assert "'=1+1" in [row[1] for row in csv.reader(file, delimiter=";")]


@pytest.mark.parametrize(
    ("name", "paper", "words"),
    [
        ("s.doc", "", ".ods"),
        ("s.xlsx", "a3", "PDF"),
        ("s.pdf", "a9", "a4 oder a3"),
    ],
)
def test_what_cannot_be_meant_is_refused(store: Store, tmp_path: Path, name: str, paper: str, words: str) -> None:
    """Another ending, paper for what is no PDF, unknown paper: one sentence, and nothing is written."""
    with pytest.raises(WrongUse, match=words):
        export(store, tmp_path / name, paper)
    assert not (tmp_path / name).exists()


def test_certificates_wait_for_the_end(store: Store, tmp_path: Path) -> None:
    """While anything is open there are none, and the sentence says what to do; afterwards they are noted as handed out;
    another ending is refused."""
    target = tmp_path / "urkunden.pdf"
    order = ExportOrder(store.where, target, certificates=True)
    with pytest.raises(Unusable, match="kiebitz status"):
        export_standings(order)
    assert not target.exists()
    with pytest.raises(WrongUse, match=r"\.pdf"):
        export_standings(order._replace(output=tmp_path / "urkunden.xlsx"))
    with pytest.raises(WrongUse, match=r"\.pdf"):
        export_standings(order._replace(paper="a3"))
    for number in (1, 2):
        assert main(["close", store.where, "--round", str(number), "--by", "Eva", "--reason", "geprüft"]) == 0
    assert export_standings(order) is Status.DONE
    assert target.read_bytes().startswith(b"%PDF-")
    assert [fact.what for _, fact in replay(store.read_entries()).exports] == ["urkunden.pdf"]


@pytest.mark.parametrize("name", ["s.xlsx", "s.pdf", "s.html", "s.json", "s.ods"])
def test_nobody_elses_file_is_replaced(store: Store, tmp_path: Path, name: str) -> None:
    """A file that Kiebitz did not write stays as it is."""
    (tmp_path / name).write_text("Notizen")
    with pytest.raises(UnwritableFile):
        export(store, tmp_path / name)
    assert (tmp_path / name).read_text() == "Notizen"


def test_a_mailed_file_has_its_pictures(tmp_path: Path) -> None:
    """Without any photograph the rows and names are cut from the file's copies, at the places of the original."""
    store = open_tournament(tmp_path, drawn=1)
    seen = sheet("a.jpg", ROUND.replace("+2 +2 -2 -2", "+2 +2 -2 -3", 1), names=("", "Bernd", "Çem", "Dörte"))
    target = io.BytesIO()
    Image.new("L", (700, 990), 200).save(target, "JPEG")
    filing = file_photo([], Photo(seen.photo, seen.photo_sha256, 1, target.getvalue()), [seen], "test")
    store.append(filing.facts, by="Kiebitz", blobs=filing.blobs)
    export(store, tmp_path / "s.xlsx")
    with zipfile.ZipFile(tmp_path / "s.xlsx") as workbook:
        pictures = [
            Image.open(io.BytesIO(workbook.read(name))).size
            for name in workbook.namelist()
            if name.startswith("xl/media")
        ]
    assert len(pictures) >= 2
    assert max(width for width, _ in pictures) > 0.8 * 700  # a row nearly fills the copy's width
    with store.engine.begin() as connection:
        connection.execute(sa.text("DELETE FROM blobs WHERE hash = :hash"), {"hash": filing.facts[0].copy})
    assert export(store, tmp_path / "s.xlsx") is Status.DONE
