"""`kiebitz enter`: a result without a photograph, on the command line, and where it is marked as typed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from openpyxl import load_workbook

from desk.__main__ import main
from tests.desk.paper import sheet
from tests.tournament.filing.files import put_in
from tests.tournament.typed.typings import GAMES, keep_drawn, make_lines, replace_game, total_games

TOTALS = ["--round", "1", "--table", "1", "--totals", "+12,-4,-4,-4", "--by", "Rita", "--reason", "Bogen verloren"]


def write_rows(folder: Path, lines: list[list[str]], separator: str = ";") -> str:
    """A CSV file of the games."""
    path = folder / "tisch1.csv"
    path.write_text("\n".join(separator.join(line) for line in lines), encoding="utf-8")
    return str(path)


def test_totals_are_entered(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """It says what counts, what is open, and what to do should the sheet turn up."""
    store = keep_drawn(tmp_path)
    assert main(["enter", store.where, *TOTALS]) == 0
    told = capsys.readouterr().out
    assert "Anna +12, Bernd -4, Çem -4, Dörte -4" in told
    assert "fotografieren" in told


@pytest.mark.parametrize("separator", [";", ",", "\t"])
def test_rows_are_entered(tmp_path: Path, capsys: pytest.CaptureFixture[str], separator: str) -> None:
    """Whatever a spreadsheet puts between the cells; the standings are an independent sum."""
    store = keep_drawn(tmp_path)
    games = replace_game(5, "+6 +6 -6 -6")
    path = write_rows(tmp_path, make_lines(games), separator)
    assert main(["enter", store.where, *TOTALS[:4], "--rows", path, *TOTALS[6:], "--source", "Bierdeckel"]) == 0
    capsys.readouterr()
    assert main(["standings", store.where, "--json"]) == 0
    lines = json.loads(capsys.readouterr().out)["standings"]
    found = {line["name"]: line["total"] for line in lines if line["rounds"][0] is not None}
    assert found == dict(zip(("Anna", "Bernd", "Çem", "Dörte"), total_games(games), strict=True))


def test_a_blank_row_keeps_its_place(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Games behind one that was not played keep their numbers."""
    store = keep_drawn(tmp_path)
    rows = [line[1:5] for line in make_lines(GAMES)[1:]]
    path = write_rows(tmp_path, [*rows[:8], ["", "", "", ""], *rows[9:15], ["-2", "-2", "+2", "+3"]])
    assert main(["enter", store.where, *TOTALS[:4], "--rows", path, *TOTALS[6:]]) == 0
    assert "r1.t1.g16" in capsys.readouterr().out


def test_an_illegal_row_is_told_and_decided(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """It is no refusal: `status` shows it with its proposal, `decide` settles it."""
    store = keep_drawn(tmp_path)
    path = write_rows(tmp_path, make_lines(replace_game(5, "+2 +2 -2 -3")))
    assert main(["enter", store.where, *TOTALS[:4], "--rows", path, *TOTALS[6:]]) == 0
    assert "Dort offen: r1.t1.g5." in capsys.readouterr().out
    assert main(["decide", store.where, "r1.t1.g5", "--accept"]) == 0


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ([*TOTALS[:-2]], "--reason"),
        ([*TOTALS[:4], *TOTALS[6:]], "--totals"),
        (["--round", "1", "--table", "7", *TOTALS[4:]], "Tische 1, 2"),
        (["--round", "1", "--table", "1", "--totals", "+12,-12", *TOTALS[6:]], "4 Plätze"),
        ([*TOTALS[:4], "--rows", "gibt-es-nicht.csv", *TOTALS[6:]], "gibt-es-nicht.csv"),
    ],
)
def test_what_cannot_be_meant_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], options: list[str], words: str
) -> None:
    """In one sentence with the remedy; nothing is written."""
    store = keep_drawn(tmp_path)
    before = len(store.read_entries())
    assert main(["enter", store.where, *options]) in (2, 3)
    told = capsys.readouterr()
    assert words in told.err
    assert len(told.err.strip().splitlines()) == 1
    assert len(store.read_entries()) == before


def test_a_sheet_that_counts_is_not_overwritten(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The way to change it is named."""
    store = keep_drawn(tmp_path)
    put_in(store, sheet("IMG_1.jpg"))
    assert main(["enter", store.where, *TOTALS]) == 2
    assert "kiebitz decide" in capsys.readouterr().err


def test_it_is_marked_as_typed_wherever_it_counts(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Standings, status, wall, phone page, JSON and workbook say so, with who and why."""
    store = keep_drawn(tmp_path)
    assert main(["enter", store.where, *TOTALS]) == 0
    capsys.readouterr()
    assert main(["standings", store.where]) == 0
    told = capsys.readouterr().out
    assert "+12*" in told
    note = "Runde 1, Tisch 1: nur Summen (Rita, "
    assert note in told
    assert "Bogen verloren" in told
    assert main(["status", store.where]) == 0
    assert note in capsys.readouterr().out
    assert main(["status", store.where, "--json"]) == 0
    [typed] = json.loads(capsys.readouterr().out)["rounds"][0]["typed"]
    assert (typed["by"], typed["reason"], typed["totals_only"]) == ("Rita", "Bogen verloren", True)
    for name in ("wand.html", "wand.json", "wand.pdf", "wand.xlsx"):
        assert main(["export", store.where, "-o", str(tmp_path / name)]) == 0
    page = (tmp_path / "wand.html").read_text("utf-8")
    assert "+12*" in page
    assert note in page
    assert json.loads((tmp_path / "wand.json").read_text("utf-8"))["typed"][0]["by"] == "Rita"
    book = load_workbook(tmp_path / "wand.xlsx")
    said = {tab.title: " ".join(str(cell.value) for row in tab.iter_rows() for cell in row) for tab in book}
    assert note in said["Stand"]
    assert note in said["Info"]
    assert "von Hand eingetragen" in said["Runde 1"]


def test_the_wall_says_it(tmp_path: Path) -> None:
    """The PDF has the mark behind the points, and the note below."""
    import pypdfium2

    store = keep_drawn(tmp_path)
    assert main(["enter", store.where, *TOTALS]) == 0
    assert main(["export", store.where, "-o", str(tmp_path / "wand.pdf")]) == 0
    text = pypdfium2.PdfDocument(tmp_path / "wand.pdf")[0].get_textpage().get_text_range()
    assert "+12*" in text
    assert "Von Hand eingetragen" in text


def test_statistics_say_what_is_not_known(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Of totals alone no games and solos are counted, and the workbook names the table."""
    store = keep_drawn(tmp_path)
    assert main(["enter", store.where, *TOTALS]) == 0
    path = tmp_path / "statistik.xlsx"
    assert main(["standings", store.where, "--statistics", str(path)]) == 0
    book = load_workbook(path)
    assert "Nicht bekannt" in book.sheetnames
    assert "Runde 1, Tisch 1" in str(book["Nicht bekannt"]["A2"].value)
    assert "Soli" not in book.sheetnames


def test_the_file_stays_verifiable_and_undo_takes_it_back(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`verify` finds nothing wrong; `undo` lists the entry and takes it back."""
    store = keep_drawn(tmp_path)
    assert main(["enter", store.where, *TOTALS]) == 0
    assert main(["verify", store.where]) == 0
    assert main(["undo", store.where]) == 0
    assert "Eingabe von Hand" in capsys.readouterr().err
    assert main(["status", store.where, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["rounds"][0]["in"] == 0


def test_a_second_person_is_compared(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The command says so and names the rows that differ."""
    store = keep_drawn(tmp_path)
    first = write_rows(tmp_path, make_lines())
    assert main(["enter", store.where, *TOTALS[:4], "--rows", first, "--by", "Rita", "--reason", "verloren"]) == 0
    second = write_rows(tmp_path, make_lines(replace_game(7, "+4 +4 -4 -4")))
    capsys.readouterr()
    assert main(["enter", store.where, *TOTALS[:4], "--rows", second, "--by", "Ute", "--reason", "Gegenlesen"]) == 0
    told = capsys.readouterr().out
    assert "hat Rita schon eingetragen" in told
    assert "r1.t1.g7" in told
    assert main(["status", store.where]) == 0
    assert "Rita hat +2 +2 -2 -2 getippt, Ute +4 +4 -4 -4." in capsys.readouterr().out
