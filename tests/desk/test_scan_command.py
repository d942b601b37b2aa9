"""`kiebitz scan` around the reading: results, exit statuses, and everything that is said. Sheets come ready read."""

from __future__ import annotations

import io
import json
import time
import zipfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import openpyxl
import pandas as pd
import pytest
from PIL import Image

from desk.__main__ import main
from desk.cli.run import run_scan
from desk.pictures.cut_pictures import Pictures
from scanner.sheet_reading import SheetReading
from tests.desk.paper import ROUND, sheet, unusable
from tests.desk.photographed import make_photo
from tournament.record.entries import hash_bytes

LAYOUTS = Path(__file__).parents[2] / "templates" / "layouts"
MISCOUNTED = ROUND.replace("+2 +2 -2 -2", "+2 +2 -2 -3", 1)
Run = Callable[..., int]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Run:
    """Runs `kiebitz scan` as if these sheets had been photographed, with results in `out.xlsx` and `out.json`."""

    def run_it(sheets: list[SheetReading], *options: str, rules: str = "pflichtsolo-40") -> int:
        photos = [tmp_path / one.photo for one in sheets]
        for photo in photos:
            photo.touch()
        monkeypatch.setattr(run_scan, "check_beforehand", lambda _how, _given: None)
        monkeypatch.setattr(run_scan, "read_all", lambda given, _how: list(zip(given, sheets, strict=True)))
        results = ["-o", str(tmp_path / "out.xlsx"), "--json", str(tmp_path / "out.json")]
        said = ["--rules", rules] if rules else []
        return main(["scan", *map(str, photos), *said, *results, *options])

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


def test_a_second_scan_keeps_what_was_decided(run: Run, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The file beside the workbook has the first scan's sheet with its decision, and what was typed into the workbook;
    the second scan says that they count."""
    assert run([sheet("1.jpg", MISCOUNTED, names=("Anna", "Bernd", "Çem", "Dörte"))]) == 0
    book = str(tmp_path / "out.kiebitz")
    assert main(["decide", book, "r1.t1.g5", "--accept", "--by", "Wart"]) == 0
    workbook = openpyxl.load_workbook(tmp_path / "out.xlsx")
    games = workbook["Spiele"]
    row = next(line[0].row for line in games.iter_rows() if "r1.t1.g6" in [cell.value for cell in line])
    for column, points in zip("JKLM", (2, -2, -2, 2), strict=True):
        games[f"{column}{row}"] = points
    workbook.save(tmp_path / "out.xlsx")
    capsys.readouterr()
    assert run([sheet("2.jpg", table=2, names=("Emil", "Frieda", "Gül", "Hans"))]) == 0
    told = capsys.readouterr()
    assert "1 Korrektur übernommen." in told.err
    assert "Mitgezählt: 1 Bogen aus früheren Läufen" in told.err
    assert "2 Bögen gezählt" in told.out
    fifth, sixth = report(tmp_path)["sheets"][0]["rows"][4:6]
    assert (fifth["status"], fifth["points"], fifth["written"]) == ("ok", [2, 2, -2, -2], ["+2", "+2", "-2", "-3"])
    assert (sixth["points"], sixth["written"]) == ([2, -2, -2, 2], ["-2", "-2", "+2", "+2"])


def test_a_second_scan_has_the_pictures_of_the_first(run: Run, tmp_path: Path) -> None:
    """The card with the first photographs is in the drawer again: pictures are cut from the copies in the file."""
    first, second = (make_photo(width) for width in (700, 710))
    (tmp_path / "1.jpg").write_bytes(first)
    seen = [
        replace(
            sheet(f"{n}.jpg", MISCOUNTED, table=n, names=tuple(f"{name} {n}" for name in "ABCD")),
            photo_sha256=hash_bytes(data),
        )
        for n, data in enumerate((first, second), 1)
    ]
    assert run(seen[:1]) == 0
    (tmp_path / "1.jpg").unlink()
    (tmp_path / "2.jpg").write_bytes(second)
    assert run(seen[1:]) == 0
    with zipfile.ZipFile(tmp_path / "out.xlsx") as workbook:
        pictures = [
            Image.open(io.BytesIO(workbook.read(name))).width
            for name in workbook.namelist()
            if name.startswith("xl/media")
        ]
    rows = [width for width in pictures if width > 500]  # the rows of both sheets, beside their names
    assert len(rows) == 2


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
    assert "Platz 3: kein Name zu lesen. Wer saß hier?" in out
    (found,) = report(tmp_path)["sheets"]
    assert [(one["code"], one["fields"]) for one in found["findings"]] == [
        ("unknown-name", [f"name.p{seat}"]) for seat in (1, 2, 3, 4)
    ]
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
    assert {one["name"] for one in report(tmp_path)["standings"]} >= {"=1+1", "Bärbel", "Runde 1, Tisch 1, Platz 3"}
    tables = [path.read_text(encoding="utf-8-sig") for path in (tmp_path / "csv").glob("*.csv")]
    assert any("Bärbel" in table for table in tables)
    assert any("'=1+1" in table for table in tables)
    cells = [cell for tab in openpyxl.load_workbook(tmp_path / "out.xlsx") for row in tab.iter_rows() for cell in row]
    assert not [cell for cell in cells if cell.value == "=1+1" and cell.data_type == "f"]
    assert [cell for cell in cells if cell.value == "=1+1" and cell.data_type == "s"]


def test_the_summary_in_english(run: Run, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """--lang en is in English to the end."""
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
    run: Run,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    options: tuple[str, ...],
    status: int,
    said: str,
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


def test_a_strangers_workbook_is_refused_before_anything_is_read(
    run: Run, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A list of members that pandas wrote stays, and nobody waits for the reading to hear that."""
    target = tmp_path / "mitglieder.xlsx"
    pd.DataFrame({"Name": ["Anna"]}).to_excel(target)
    content = target.read_bytes()
    assert run([sheet("1.jpg")], "-o", str(target)) == 3
    assert "hat nicht Kiebitz geschrieben" in capsys.readouterr().err
    assert target.read_bytes() == content
    assert not (tmp_path / "out.json").exists()


@pytest.mark.few(1)
@pytest.mark.parametrize("name", ["Stand.csv", "Spiele.csv", "Prüfung.csv"])
def test_a_strangers_table_is_refused_before_anything_is_read(
    run: Run, tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    """A folder with a table of that name from elsewhere; our own tables are written again."""
    folder = tmp_path / "csv"
    assert run([sheet("1.jpg")], "--csv", str(folder)) == 0
    assert run([sheet("1.jpg")], "--csv", str(folder)) == 0
    (folder / name).write_text("Verein;Ort\nDC Ulm;Ulm\n")
    assert run([sheet("1.jpg")], "--csv", str(folder)) == 3
    assert name in capsys.readouterr().err
    assert (folder / name).read_text() == "Verein;Ort\nDC Ulm;Ulm\n"


def test_corrections_saved_while_pictures_are_cut_are_kept(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Somebody goes on typing while the next run is under way: the look comes last, right before the move."""
    target = tmp_path / "out.xlsx"
    assert run([sheet("1.jpg", MISCOUNTED)]) == 0

    def type_into_it(*_: object, **_options: object) -> Pictures:
        workbook = openpyxl.load_workbook(target)
        workbook["Spiele"]["Z99"] = "berichtigt"
        workbook.save(target)
        return {}

    monkeypatch.setattr("desk.pictures.cut_pictures.cut_all", type_into_it)
    assert run([sheet("1.jpg", MISCOUNTED)]) == 0
    kept = tmp_path / "out-vorher.xlsx"
    assert str(kept) in capsys.readouterr().err
    assert openpyxl.load_workbook(kept)["Spiele"]["Z99"].value == "berichtigt"
    assert openpyxl.load_workbook(target)["Spiele"]["Z99"].value is None


def test_a_workbook_opened_while_photographs_are_read_costs_nothing(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Somebody looks at the last standings meanwhile: the new workbook lies beside them, and that is said."""
    assert run([sheet("1.jpg")]) == 0
    before = (tmp_path / "out.xlsx").read_bytes()
    capsys.readouterr()

    def open_it(*_: object, **_options: object) -> Pictures:
        (tmp_path / ".~lock.out.xlsx#").touch()
        return {}

    monkeypatch.setattr("desk.pictures.cut_pictures.cut_all", open_it)
    assert run([sheet("1.jpg")]) == 0
    told, beside = capsys.readouterr(), tmp_path / "out-neu.xlsx"
    assert "in einem anderen Programm geöffnet" in told.err
    assert told.err.endswith(f"Die neue Arbeitsmappe liegt deshalb in {beside}\n")
    assert told.out.endswith(f"Arbeitsmappe: {beside}\n")
    assert openpyxl.load_workbook(beside)["Stand"]
    assert (tmp_path / "out.xlsx").read_bytes() == before


def test_a_folder_that_takes_no_more_is_one_sentence(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Where nothing can be written beside it either, the sentence is about the place that was asked for."""

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("tournament.whole_files.os.fsync", full)
    assert run([sheet("1.jpg")]) == 3
    [told] = capsys.readouterr().err.splitlines()
    assert told.startswith(f"kiebitz: {tmp_path / 'out.kiebitz'} ")  # which is written first
    assert [path.name for path in tmp_path.iterdir()] == ["1.jpg"]


def test_a_time_zone_that_python_refuses_costs_nothing(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """24 hours are too many for an offset, reported after all pictures have been read; the workbook needs none."""
    monkeypatch.setenv("TZ", "XXX+24")
    time.tzset()
    try:
        assert run([sheet("1.jpg")]) == 0
    finally:
        monkeypatch.undo()
        time.tzset()
    assert (tmp_path / "out.xlsx").exists()


@pytest.mark.few(2)
@pytest.mark.parametrize("name", ["＝1+1", "＋49", "－x", "＠SUM", "=1+1", "\ufffe=1+1"])
def test_a_name_like_a_formula_of_any_width_stays_text(run: Run, tmp_path: Path, name: str) -> None:
    """In an East Asian setting Excel takes the full-width signs of a CSV for formulas as well."""
    names = tmp_path / "namen.csv"
    names.write_text(f"1;1;{name}\n", encoding="utf-8")
    assert run([sheet("1.jpg")], "--names", str(names), "--csv", str(tmp_path / "csv")) == 0
    table = (tmp_path / "csv" / "Stand.csv").read_text(encoding="utf-8-sig")
    assert f";'{name}".replace("\ufffe", "") in table


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
def test_a_full_disk_is_one_sentence(run: Run, tmp_path: Path, capsys: pytest.CaptureFixture[str], option: str) -> None:
    """The device stays what it is, the sentence names the system's reason; a lost report does not cost the workbook."""
    assert run([sheet("1.jpg")], option, "/dev/full") == 3
    told = capsys.readouterr()
    assert len(told.err.splitlines()) == 1
    assert (tmp_path / "out.xlsx").exists() == (option == "--json")
    assert "/dev/full" in told.err
    assert Path("/dev/full").is_char_device()


def placeless(photo: str, names: tuple[str, ...] = ()) -> SheetReading:
    """A sheet whose code names neither round nor table."""
    return sheet(photo, table=None, names=names, round_=None)


def test_a_sheet_without_a_round_is_an_item(run: Run, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Its points count under "Ohne Runde", which a person must look at: in the table, the report and the workbook."""
    assert run([placeless("1.jpg")], "--strict") == 1
    told = capsys.readouterr().out
    assert "Der Bogen sagt nicht, zu welcher Runde er gehört. So kommt er an seinen Platz: „kiebitz move " in told
    assert "out.kiebitz s1 --round ZAHL --table ZAHL“; beim Einlesen sagen es --round und --table. (1.jpg)" in told
    assert "1 Stelle offen" in told  # its names wait for that
    [one] = report(tmp_path)["sheets"]
    found = [(finding["code"], finding["severity"]) for finding in one["findings"]]
    assert found.count(("no-round", "warning")) == 1
    assert (one["round"], one["status"]) == (None, "review")
    review = openpyxl.load_workbook(tmp_path / "out.xlsx")["Prüfung"]
    assert "zu welcher Runde" in " ".join(str(cell.value) for cell in review[4])


def test_round_and_table_are_given_where_the_code_names_none(run: Run, tmp_path: Path) -> None:
    """The sheet counts in that round, its table is the drawn one, and nothing is left to look at."""
    draw = tmp_path / "draw.csv"
    draw.write_text("2;7;Anna Albers;Bernd Böhm;Chris Celik;Doris Dahl\n", encoding="utf-8")
    names = ("Anna Albers", "Bernd Böhm", "Chris Celik", "Doris Dahl")
    options = ("--round", "2", "--table", "7", "--draw", str(draw), "--strict")
    assert run([placeless("1.jpg", names)], *options) == 0
    [one] = report(tmp_path)["sheets"]
    assert (one["round"], one["table"], one["status"]) == (2, 7, "ok")
    assert "Runde 2" in openpyxl.load_workbook(tmp_path / "out.xlsx").sheetnames
    other = str(tmp_path / "other.xlsx")
    assert run([placeless("1.jpg", (*names[:3], "Xaver Quast"))], *options, "-o", other) == 1


@pytest.mark.parametrize(
    ("lang", "told"),
    [
        (
            "de",
            [
                "1.jpg: Der Code nennt Runde 1, so ist der Bogen gezählt; --round 2 gilt hier nicht.",
                "1.jpg: Der Code nennt Tisch 3, so ist der Bogen gezählt; --table 7 gilt hier nicht.",
            ],
        ),
        (
            "en",
            [
                "1.jpg: the code names round 1, so it is counted; --round 2 does not hold here.",
                "1.jpg: the code names table 3, so it is counted; --table 7 does not hold here.",
            ],
        ),
    ],
)
def test_what_the_code_says_is_never_overridden(
    run: Run, tmp_path: Path, capsys: pytest.CaptureFixture[str], lang: str, told: list[str]
) -> None:
    """A sheet of round 1 among those of round 2 stays one of round 1, and whoever typed otherwise is told."""
    sheets = [sheet("1.jpg", table=3), placeless("2.jpg")]
    assert run(sheets, "--round", "2", "--table", "7", "--lang", lang) == 0
    assert capsys.readouterr().err.splitlines() == told
    assert [(one["round"], one["table"]) for one in report(tmp_path)["sheets"]] == [(1, 3), (2, 7)]


def test_a_sheet_that_was_read_before_is_moved_by_the_command_that_is_named(
    run: Run, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It has no round in its code that could be named, and its photograph is not read again."""
    assert run([placeless("1.jpg")]) == 0
    capsys.readouterr()
    assert run([placeless("1.jpg")], "--round", "2", "--table", "7") == 0
    file = tmp_path / "out.kiebitz"
    command = f"kiebitz move {file} s1 --round 2 --table 7"
    told = f"1.jpg: Schon eingelesen (Foto 1, ohne Tisch); so kommt der Bogen an seinen Tisch: „{command}“."
    assert told in capsys.readouterr().err.splitlines()
    assert main(["move", str(file), "s1", "--round", "2", "--table", "7"]) == 0
    capsys.readouterr()
    assert run([placeless("1.jpg")], "--round", "2", "--table", "7") == 0
    assert "1.jpg" not in capsys.readouterr().err


def test_two_sheets_given_the_same_table_clash(run: Run, tmp_path: Path) -> None:
    """One number for a folder of many tables is a slip, reported like two sheets whose codes say the same."""
    other = ROUND.replace("+2", "+1").replace("-2", "-1")
    sheets = [placeless("1.jpg"), sheet("2.jpg", other, table=None, round_=None)]
    assert run(sheets, "--round", "2", "--table", "7") == 0
    codes = [[finding["code"] for finding in one["findings"]] for one in report(tmp_path)["sheets"]]
    assert all("duplicate-sheet" in found for found in codes)


def test_a_stranger_at_a_drawn_table(run: Run, tmp_path: Path) -> None:
    """--draw: printed names are matched with those drawn, and who was not drawn to the table is a finding."""
    draw = tmp_path / "draw.csv"
    draw.write_text("1;1;Anna Albers;Bernd Böhm;Chris Celik;Doris Dahl\n", encoding="utf-8")
    drawn = sheet("1.jpg", names=("Anna Albers", "Bernd Böhm", "Chris Celik", "Doris Dahl"))
    assert run([drawn], "--draw", str(draw), "--strict") == 0
    assert [player["source"] for player in report(tmp_path)["sheets"][0]["players"]] == ["matched"] * 4
    stranger = sheet("1.jpg", names=("Anna Albers", "Bernd Böhm", "Chris Celik", "Xaver Quast"))
    assert run([stranger], "--draw", str(draw), "--strict", "-o", str(tmp_path / "other.xlsx")) == 1
    assert "unknown-name" in [finding["code"] for finding in report(tmp_path)["sheets"][0]["findings"]]


def recode(one: SheetReading, rules: str) -> SheetReading:
    """The sheet as if it had been printed for other rules."""
    code = one.sheet_code
    assert code is not None
    return replace(one, code=replace(code, rules=rules).spell())


def test_the_rules_are_those_of_the_codes(run: Run, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Nobody need say what every sheet says; the second scan takes those of the file beside the workbook."""
    assert run([sheet("1.jpg"), sheet("2.jpg", table=2), unusable("x.jpg")], rules="") == 0
    told = capsys.readouterr()
    assert "Regelwerk laut Bogencode: pflichtsolo-40." in told.err
    assert "2 Bögen gezählt" in told.out
    assert run([sheet("3.jpg", table=3)], rules="") == 0
    told = capsys.readouterr()
    assert "Regelwerk laut" not in told.err
    assert "3 Bögen gezählt" in told.out


def test_codes_of_different_rules_are_refused(run: Run, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The sentence names both, each with a photograph, and nothing is written."""
    assert run([sheet("1.jpg"), recode(sheet("2.jpg", table=2), "ddv")], rules="") == 2
    [told] = capsys.readouterr().err.splitlines()
    assert "pflichtsolo-40 (1.jpg)" in told
    assert "ddv (2.jpg)" in told
    assert not (tmp_path / "out.xlsx").exists()


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda one: replace(one, code=None), "bitte mit --rules angeben"),
        (lambda one: recode(one, "vereinsregel"), "eigene Regelwerk „vereinsregel“"),
    ],
)
def test_rules_that_no_code_says_are_asked_for(
    run: Run, capsys: pytest.CaptureFixture[str], change: Callable[[SheetReading], SheetReading], words: str
) -> None:
    """Without a code, and with the name of rules that Kiebitz does not bring."""
    assert run([change(sheet("1.jpg"))], rules="") == 2
    assert words in capsys.readouterr().err


def test_nothing_readable_says_why_before_it_asks_for_rules(run: Run, capsys: pytest.CaptureFixture[str]) -> None:
    """What is wrong with the photographs is what helps."""
    assert run([unusable("x.jpg")], rules="") == 3
    assert "x.jpg: Auf dem Bild ist kein Bogen zu finden." in capsys.readouterr().err


@pytest.mark.parametrize(("key", "status"), [("unreadable-file", 3), ("not-a-picture", 3), ("no-sheet", 0)])
def test_what_is_not_there_or_no_picture_is_no_success(
    run: Run, key: str, status: int, capsys: pytest.CaptureFixture[str]
) -> None:
    """A missing folder or a workbook among the photographs: the others count, and the status says that something was
    not read. A photograph that shows no sheet is listed, as ever."""
    bad = unusable("fehlt")
    assert bad.problem is not None
    assert run([sheet("1.jpg"), replace(bad, problem=replace(bad.problem, code=key))]) == status
    assert "1 Bogen gezählt" in capsys.readouterr().out


def test_a_table_without_players_is_told_before_any_photograph(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A learnt table that is no list of games: what to do is said, and nothing is written."""
    photo = tmp_path / "a.jpg"
    photo.write_bytes(make_photo(600))
    files = ["--rules", "pflichtsolo-40", "-o", str(tmp_path / "out.xlsx")]
    assert main(["scan", str(photo), "--layout", str(LAYOUTS / "sudoku.toml"), *files]) == 3
    err = capsys.readouterr().err
    assert "--column 2-5=points" in err
    assert "kiebitz read" in err
    assert not (tmp_path / "out.xlsx").exists()
