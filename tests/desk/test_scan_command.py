"""`kiebitz scan` around the reading: results, exit statuses, and everything that is said. Sheets come ready read."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import openpyxl
import pytest

from desk import scan
from desk.__main__ import main
from scanner.reading import SheetReading
from tests.desk.paper import ROUND, sheet, unusable

MISCOUNTED = ROUND.replace("+2 +2 -2 -2", "+2 +2 -2 -3", 1)
Run = Callable[..., int]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Run:
    """Runs `kiebitz scan` as if these sheets had been photographed, with results in `out.xlsx` and `out.json`."""

    def run_it(sheets: list[SheetReading], *options: str) -> int:
        photos = [tmp_path / one.photo for one in sheets]
        for photo in photos:
            photo.touch()
        monkeypatch.setattr(scan, "check_before", lambda _how, _given: None)
        monkeypatch.setattr(scan, "read_all", lambda given, _how: list(zip(given, sheets, strict=True)))
        results = ["-o", str(tmp_path / "out.xlsx"), "--json", str(tmp_path / "out.json")]
        return main(["scan", *map(str, photos), "--rules", "pflichtsolo-40", *results, *options])

    return run_it


def report(folder: Path) -> dict[str, Any]:
    """The report of the run."""
    document: dict[str, Any] = json.loads((folder / "out.json").read_text(encoding="utf-8"))
    return document


def test_a_clean_sheet_is_done(run: Run, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Status 0 even with --strict, workbook and report are there, the path of the workbook is the last line."""
    assert run([sheet("1.jpg")], "--strict", "--names", str(named(tmp_path))) == 0
    told = capsys.readouterr()
    assert told.err == ""
    assert told.out.splitlines()[-1] == f"Arbeitsmappe: {tmp_path / 'out.xlsx'}"
    assert "1 Bogen gezählt, 0 offen" in told.out
    assert report(tmp_path)["sheets"][0]["status"] == "ok"
    assert {"Stand", "Spiele", "Prüfung", "Info"} <= set(openpyxl.load_workbook(tmp_path / "out.xlsx").sheetnames)


def named(folder: Path) -> Path:
    """Names by hand for the one sheet."""
    path = folder / "namen.csv"
    path.write_text("1;1;Anna\n1;2;Bernd\n1;3;Çem\n1;4;Dörte\n", encoding="utf-8")
    return path


def test_a_seat_without_a_name_is_open(run: Run, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Nobody's name could be read: four items with their seats, provisional standings, and a person is needed."""
    assert run([sheet("1.jpg")], "--strict") == 1
    out = capsys.readouterr().out
    assert "1 Bogen gezählt, 4 Stellen offen" in out
    assert "Auf Platz 3 ist kein Name zu lesen; bitte in „Runde 1“ eintragen. Er heißt hier Bogen 1, Platz 3." in out
    (found,) = report(tmp_path)["sheets"]
    assert [(one["code"], one["fields"]) for one in found["findings"]] == [
        ("unknown-name", [f"name.p{seat}"]) for seat in (1, 2, 3, 4)]
    stand = openpyxl.load_workbook(tmp_path / "out.xlsx", data_only=True)["Stand"]
    assert str(stand["A2"].value).startswith("Vorläufig: 4 Stellen")


@pytest.mark.parametrize(("options", "status"), [((), 0), (("--strict",), 1)])
def test_an_open_row_needs_a_person(
    run: Run, tmp_path: Path, capsys: pytest.CaptureFixture[str], options: tuple[str, ...], status: int
) -> None:
    """The table of findings names sheet, photograph, game, reason and proposal; with --strict the status says so."""
    assert run([sheet("1.jpg", MISCOUNTED)], *options) == status
    out = capsys.readouterr().out
    assert "Spiel 5" in out
    assert "1.jpg" in out
    rows = report(tmp_path)["sheets"][0]["rows"]
    assert rows[4]["status"] == "review"
    assert rows[4]["written"] == ["+2", "+2", "-2", "-3"]
    assert rows[4]["points"] == [2, 2, -2, -3]


def test_a_photograph_that_cannot_be_used_is_listed_and_the_others_go_on(
    run: Run, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It is named in the summary and in the report; with --strict it needs a person."""
    assert run([unusable("0.jpg"), sheet("1.jpg")]) == 0
    assert "Nicht gezählt (Gründe oben und in „Info“): 0.jpg" in capsys.readouterr().out
    assert [one["photo"] for one in report(tmp_path)["unusable"]] == ["0.jpg"]
    assert run([unusable("0.jpg"), sheet("1.jpg")], "--strict") == 1


def test_a_sheet_of_other_rules_is_told(run: Run, capsys: pytest.CaptureFixture[str]) -> None:
    """It was read well, and is not counted all the same: the reason stands before the end, also when it is alone."""
    other = sheet("1.jpg")
    assert other.code is not None
    other = replace(other, code=other.code.replace("pflichtsolo-40", "ddv"))
    assert run([other]) == 3
    reason, end = capsys.readouterr().err.splitlines()
    assert reason.startswith("1.jpg: ")
    assert "ddv" in reason
    assert "was jeweils hilft, steht oben" in end


def test_nothing_readable_is_status_three_without_a_workbook(
    run: Run, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """An empty table of standings would look like a result; the report holds the reasons."""
    assert run([unusable("0.jpg"), unusable("1.jpg")]) == 3
    assert "2 Fotos" in capsys.readouterr().err
    assert not (tmp_path / "out.xlsx").exists()
    assert len(report(tmp_path)["unusable"]) == 2


def test_names_by_hand_and_tables_as_csv(run: Run, tmp_path: Path) -> None:
    """--names takes sheet, seat, name; --csv writes the tables; a name that looks like a formula stays text."""
    names = tmp_path / "namen.csv"
    names.write_text("Bogen;Platz;Name\n1;1;=1+1\n1;2;Bärbel\n", encoding="utf-8")
    assert run([sheet("1.jpg")], "--names", str(names), "--csv", str(tmp_path / "csv")) == 0
    assert {one["name"] for one in report(tmp_path)["standings"]} >= {"=1+1", "Bärbel", "Bogen 1, Platz 3"}
    tables = [path.read_text(encoding="utf-8-sig") for path in (tmp_path / "csv").glob("*.csv")]
    assert any("Bärbel" in table for table in tables)
    assert any("'=1+1" in table for table in tables)
    cells = [cell for tab in openpyxl.load_workbook(tmp_path / "out.xlsx") for row in tab.iter_rows() for cell in row]
    assert not [cell for cell in cells if cell.value == "=1+1" and cell.data_type == "f"]
    assert [cell for cell in cells if cell.value == "=1+1" and cell.data_type == "s"]


def test_the_summary_in_english(run: Run, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """--lang en speaks English to the end."""
    assert run([sheet("1.jpg", MISCOUNTED)], "--lang", "en", "--names", str(named(tmp_path))) == 0
    out = capsys.readouterr().out
    assert "A person must look at this" in out
    assert "1 sheet counted, 1 item open" in out


def test_markup_in_a_name_is_only_text(run: Run, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A player called [red] does not colour the terminal."""
    names = tmp_path / "namen.csv"
    names.write_text("1,1,[red]Rot[/red]\n", encoding="utf-8")
    assert run([sheet("1.jpg")], "--names", str(names)) == 0
    assert "[red]Rot[/red]" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("options", "status", "said"),
    [
        (("--players", "fehlt.txt"), 3, "fehlt.txt"),
        (("--names", "fehlt.csv"), 3, "fehlt.csv"),
        (("-o", "."), 3, "."),
        (("-o", "nirgends/out.xlsx"), 3, "nirgends"),
        (("-o", "out.pdf"), 2, ".xlsx"),
        (("-o", "1.jpg"), 2, "1.jpg"),
        (("--json", "out2.xlsx", "-o", "out2.xlsx"), 2, "out2.xlsx"),
        (("--csv", "1.jpg"), 3, "1.jpg"),
    ],
)
def test_a_wrong_place_is_told_before_anything_is_read(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str],
    options: tuple[str, ...], status: int, said: str,
) -> None:
    """One sentence, nothing written, and the photograph is still what it was."""
    monkeypatch.chdir(tmp_path)
    assert run([sheet("1.jpg")], *options) == status
    told = capsys.readouterr()
    assert told.out == ""
    assert len(told.err.splitlines()) == 1
    assert said in told.err
    assert [path.name for path in tmp_path.iterdir()] == ["1.jpg"]
    assert (tmp_path / "1.jpg").stat().st_size == 0


def test_another_file_is_not_taken_for_the_workbook(
    run: Run, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Notes that stand where the workbook is to go are refused by their name's ending, and stay."""
    notes = tmp_path / "notizen.txt"
    notes.write_text("Kuchen mitbringen", encoding="utf-8")
    assert run([sheet("1.jpg")], "-o", str(notes)) == 2
    assert "notizen.txt" in capsys.readouterr().err
    assert notes.read_text(encoding="utf-8") == "Kuchen mitbringen"


@pytest.mark.parametrize("lock", [".~lock.out.xlsx#", "~$out.xlsx"])
def test_an_open_workbook_is_not_replaced(
    run: Run, tmp_path: Path, capsys: pytest.CaptureFixture[str], lock: str
) -> None:
    """LibreOffice or Excel has it open: whoever saves there last would win."""
    (tmp_path / lock).touch()
    assert run([sheet("1.jpg")]) == 3
    assert "in einem anderen Programm geöffnet" in capsys.readouterr().err
    assert not (tmp_path / "out.xlsx").exists()


@pytest.mark.parametrize("line", ["read {0} --debug {0}", "scan {0} --rules ddv -o {0}/a.xlsx --debug {0}/../{1}"])
def test_pictures_of_the_stages_do_not_become_photographs(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], line: str
) -> None:
    """The next run over the folder would read them as sheets."""
    (tmp_path / "1.jpg").touch()
    assert main(line.format(tmp_path, tmp_path.name).split()) == 2
    assert "--debug" in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["1.jpg"]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="only Linux has a disk that is always full")
@pytest.mark.parametrize("option", ["-o", "--json"])
def test_a_full_disk_is_one_sentence(run: Run, capsys: pytest.CaptureFixture[str], option: str) -> None:
    """The device stays what it is, and the sentence names the system's reason."""
    assert run([sheet("1.jpg")], option, "/dev/full") == 3
    told = capsys.readouterr()
    assert len(told.err.splitlines()) == 1
    assert "/dev/full" in told.err
    assert Path("/dev/full").is_char_device()


def test_a_stranger_at_a_drawn_table(run: Run, tmp_path: Path) -> None:
    """--draw: printed names are matched with those drawn, and who was not drawn to the table is a finding."""
    draw = tmp_path / "draw.csv"
    draw.write_text("1;1;Anna Albers;Bernd Böhm;Chris Celik;Doris Dahl\n", encoding="utf-8")
    drawn = sheet("1.jpg", names=("Anna Albers", "Bernd Böhm", "Chris Celik", "Doris Dahl"))
    assert run([drawn], "--draw", str(draw), "--strict") == 0
    assert [player["source"] for player in report(tmp_path)["sheets"][0]["players"]] == ["matched"] * 4
    stranger = sheet("1.jpg", names=("Anna Albers", "Bernd Böhm", "Chris Celik", "Xaver Quast"))
    assert run([stranger], "--draw", str(draw), "--strict") == 1
    assert "unknown-name" in [finding["code"] for finding in report(tmp_path)["sheets"][0]["findings"]]
