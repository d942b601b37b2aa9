"""`kiebitz learn`: a picture of a club's sheet becomes a layout that reads other pictures of it; one sentence else."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image

from desk.__main__ import main
from desk.cli.paper_orders import LearnOrder
from desk.cli.run import run_learn
from desk.cli.run.run_learn import learn_page
from dev.filler.camera.camera import Photograph, photograph
from dev.filler.camera.scene import Scene, choose_size
from dev.filler.fill import fill_foreign
from dev.filler.foreign_pdf import make_foreign_pdf, render_foreign
from dev.filler.pens.glyphs import load_font_hand
from dev.rounds.points import draw_points_round
from dev.rounds.written import write_round
from scanner.learn import table_contents
from scanner.read.ask_tesseract import TesseractSlow
from scanner.read.tesseract import Word, read_words
from templates.drawing.sheet_pdf import render_sheet
from templates.foreign.layout_file import load_layout
from templates.sheet_code import SheetCode
from templates.sheet_spec import SheetSpec

CLUB = load_layout(Path(__file__).parents[2] / "templates" / "layouts" / "doppelkopf-liste.toml")


def blank() -> NDArray[np.uint8]:
    """The club's list as a scan, 6 px per mm."""
    return render_foreign(CLUB, 6.0, "Doppelkopf am Freitag")


def save(picture: NDArray[np.uint8], path: Path) -> Path:
    """The picture as a file."""
    Image.fromarray(picture).save(path)
    return path


def filled(seed: int) -> Photograph:
    """Another evening's list, filled in and photographed aslant."""
    rng = np.random.default_rng(seed)
    round_, hands = write_round(draw_points_round(4, 16, rng)), [load_font_hand("patrick-hand")]
    sheet = fill_foreign(CLUB, "Doppelkopf am Freitag", round_, hands, rng, names=("Anna", "Bernd", "Käthe", "Olaf"))
    return photograph(sheet, Scene(choose_size(6.0), tilt=9, towards=200, roll=3, jpeg=92), rng)


@pytest.fixture(scope="module")
def learnt(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder with the layout learnt from the blank list, a PDF as a spreadsheet prints it."""
    folder = tmp_path_factory.mktemp("learnt")
    (folder / "leer.pdf").write_bytes(make_foreign_pdf(CLUB, "Doppelkopf am Freitag"))
    assert main(["learn", str(folder / "leer.pdf"), "-o", str(folder / "Vereins_Liste.toml")]) == 0
    return folder


def test_the_learnt_layout_is_the_one_made_by_hand(learnt: Path) -> None:
    """The same fields with the same public ids; rules true to proportion within half a millimetre."""
    layout = load_layout(learnt / "Vereins_Liste.toml")
    assert layout.id == "vereins-liste"
    assert (layout.seats, layout.games) == (4, 16)
    assert {(field.id, field.kind) for field in layout.fields} == {(field.id, field.kind) for field in CLUB.fields}
    scale = CLUB.page_mm[0] / layout.page_mm[0]
    for mine, true in ((layout.grid.xs_mm, CLUB.grid.xs_mm), (layout.grid.ys_mm, CLUB.grid.ys_mm)):
        assert np.abs(np.array(mine) * scale - np.array(true)).max() < 0.5


def test_it_reads_another_photograph(learnt: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Every field of a filled list lies where it was written."""
    shot = filled(4)
    photo = learnt / "abend.jpg"
    photo.write_bytes(shot.jpeg())
    assert main(["read", str(photo), "--layout", str(learnt / "Vereins_Liste.toml"), "--json"]) == 0
    fields = json.loads(capsys.readouterr().out)["fields"]
    for field in fields:
        row = np.subtract(shot.quads[field["id"]][3], shot.quads[field["id"]][0])
        assert np.abs(np.subtract(field["quad_px"], shot.quads[field["id"]])).max() < 0.1 * np.linalg.norm(row)
    assert len(fields) == len(CLUB.fields)


def test_the_picture_and_the_file_tell_what_was_assumed(learnt: Path) -> None:
    """The picture lies beside the layout, and the file begins with what a person must check."""
    shown = Image.open(learnt / "Vereins_Liste-pruefbild.png")
    assert min(shown.size) > 900
    assert len(shown.convert("RGB").quantize(16).getcolors()) > 5
    text = (learnt / "Vereins_Liste.toml").read_text(encoding="utf-8")
    head = text.partition("\nid =")[0]
    assert "Das war nicht sicher, bitte prüfen" in head
    assert "gelten als die Punkte" in " ".join(line.strip("# ") for line in head.splitlines())


@pytest.mark.slow
def test_nothing_is_overwritten_unasked(learnt: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Layouts are mended by hand: an existing one, or its picture, stays, with a sentence; --force replaces."""
    mended = learnt / "mended.toml"
    mended.write_text("# mine", encoding="utf-8")
    blank_list = str(save(blank(), learnt / "leer.png"))
    asked = ["learn", blank_list, "-o", str(mended)]
    assert main(asked) == 2
    assert "--force" in capsys.readouterr().err
    assert mended.read_text(encoding="utf-8") == "# mine"
    assert main([*asked, "--picture", blank_list, "--force"]) == 2
    assert main([*asked, "--picture", str(learnt / "sieh.png"), "--force", "--strict", "--lang", "en"]) == 1
    told = capsys.readouterr()
    assert "Please check: " in told.err
    assert "columns" in told.out
    assert "has no numbers" not in told.err
    assert load_layout(mended).games == 16
    assert (learnt / "sieh.png").exists()


def test_a_page_that_a_pdf_does_not_have_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Pages are learnt one by one, and nothing is written for one that is not there."""
    pdf, out = tmp_path / "liste.pdf", tmp_path / "neu.toml"
    pdf.write_bytes(make_foreign_pdf(CLUB, "Liste"))
    assert main(["learn", str(pdf), "-o", str(out), "--page", "2"]) == 3
    assert "Seite 2" in capsys.readouterr().err
    assert not out.exists()


def ours() -> NDArray[np.uint8]:
    """A sheet of the project's own."""
    page = render_sheet(SheetSpec(SheetCode("pflichtsolo-40", "points", 4, 16, 1, 2)), 7.0)
    return np.pad(page, 60, constant_values=120)


def small() -> NDArray[np.uint8]:
    """A table of which nobody could read a cell."""
    page = np.full((900, 900), 120, np.uint8)
    page[300:600, 300:512] = cv2.resize(blank(), (212, 300), interpolation=cv2.INTER_AREA)
    return page


def paper() -> NDArray[np.uint8]:
    """Paper with words but without rules."""
    page = np.full((1400, 1000), 225, np.uint8)
    for y in range(100, 1300, 60):
        cv2.putText(page, "Doppelkopf am Freitag", (60, y), 0, 1.2, 60, 2)
    return page


def frame() -> NDArray[np.uint8]:
    """A frame without any rule in it."""
    page = np.full((900, 900), 225, np.uint8)
    cv2.rectangle(page, (90, 90), (810, 810), 60, 3)
    return page


def squared() -> NDArray[np.uint8]:
    """Squared paper with 167 rules either way."""
    return np.where((np.indices((1500, 1500)) % 9 < 1).any(axis=0), 60, 225).astype(np.uint8)


REFUSED: dict[str, tuple[Callable[[], NDArray[np.uint8]], str]] = {
    "one of our own": (ours, "braucht kein Layout"),
    "too small": (small, "näher heran"),
    "no table": (paper, "keine Tabelle"),
    "black": (lambda: np.zeros((900, 900), np.uint8), "nichts zu erkennen"),
    "noise": (lambda: np.random.default_rng(1).integers(0, 256, (900, 900)).astype(np.uint8), "keine Tabelle"),
    "a frame": (frame, "keine Tabelle"),
    "too many rules": (squared, "höchstens 121"),
    "tiny": (lambda: np.zeros((90, 90), np.uint8), "Bildpunkte"),
}


@pytest.mark.parametrize("what", REFUSED)
def test_what_cannot_be_learnt_is_told_in_one_sentence(
    what: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Status 3, the sentence names the file and the remedy, and nothing is written."""
    make, words = REFUSED[what]
    assert main(["learn", str(save(make(), tmp_path / "a.png")), "-o", str(tmp_path / "a.toml")]) == 3
    told = capsys.readouterr()
    assert told.out == ""
    assert len(told.err.splitlines()) == 1
    assert told.err.startswith("kiebitz: a.png: ")
    assert words in told.err
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.png"]


def test_files_that_cannot_be_used_are_told_before_anything_is_read(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """No such photograph, no such folder, a folder as the output, the photograph itself as the picture."""
    photo = save(blank(), tmp_path / "a.png")
    for given, status in (
        (["b.png", "-o", "a.toml"], 3),
        (["a.png", "-o", "nowhere/a.toml"], 3),
        (["a.png", "-o", "."], 3),
        (["a.png", "-o", "a.png"], 2),
        (["a.png", "-o", "b.toml", "--picture", "b.toml"], 2),
    ):
        paths = [part if part.startswith("-") else str(tmp_path / part) for part in given]
        assert main(["learn", *paths]) == status
        told = capsys.readouterr().err
        assert told.startswith("kiebitz: ")
        assert "Traceback" not in told
    assert photo.stat().st_size > 1000


@pytest.mark.few(1)
@pytest.mark.parametrize("slow_from", [0, 1])
def test_slow_print_is_said_and_the_rest_is_learnt(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, slow_from: int
) -> None:
    """Tesseract hangs at once, or only after the turn was found: rules and fields are learnt, and a remark says what is
    missing."""
    calls = iter(range(9))

    def read_slowly(page: NDArray[np.uint8], mode: str) -> list[Word]:
        if next(calls) >= slow_from:
            raise TesseractSlow("TimeoutExpired")
        return read_words(page, mode)

    monkeypatch.setattr(table_contents, "read_words", read_slowly)
    order = LearnOrder(save(blank(), tmp_path / "leer.png"), tmp_path / "a.toml")
    (learnt,) = learn_page(order)
    told = [remark.in_("de") for remark in learnt.draft.remarks]
    assert sum("Schrift zu lesen dauerte zu lange" in one for one in told) == 1
    assert learnt.draft.table.columns == len(CLUB.grid.xs_mm) - 1
    assert learnt.draft.blocks


@pytest.mark.slow
def test_two_lists_alike_are_told_before_anything_is_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Later such pictures are not read as they are: what helps is said first, and once. The layout is proved by the
    table that it came from."""
    said: list[str] = []
    monkeypatch.setattr(run_learn, "find_roles", lambda *_: said.append(capsys.readouterr().err) or {})
    photo = save(np.hstack([blank(), blank()]), tmp_path / "zwei.png")
    assert main(["learn", str(photo), "-o", str(tmp_path / "a.toml")]) == 0
    assert "mehrere gleiche Tabellen" in said[0]
    assert "--table 2" in said[0]
    assert "zuschneiden" in said[0]
    assert "gelernt und erprobt ist eine" in said[0]
    assert "misslungen" not in said[0]
    assert "gleiche Tabellen" not in capsys.readouterr().err
