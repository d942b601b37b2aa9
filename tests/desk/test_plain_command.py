"""A list on squared paper, from its photograph to the standings; and what is said where that cannot be."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from desk.__main__ import main
from desk.workers.answers import BadAnswer, open_answer, pack_answer
from desk.workers.read_photos import ReadTask
from dev.filler.camera.camera import photograph
from dev.filler.camera.scene import Scene, choose_size
from dev.filler.pens.glyphs import load_font_hand
from dev.filler.plain_lists import write_plain_list
from scanner.sheet_reading import Reading, SheetReading
from templates.foreign.layout_file import load_layout
from templates.layout import LayoutFault
from tests.scanner.test_plain_lists import LIST
from texts.sentences import Phrase


def write_photo(target: Path) -> tuple[tuple[int, ...], ...]:
    """A photograph of nine games of four players; the points of every game by seat."""
    sheet, points = write_plain_list(
        replace(LIST, skipped=()), load_font_hand("patrick-hand"), np.random.default_rng(5)
    )
    scene = Scene(choose_size(LIST.megapixels), tilt=5, towards=120, jpeg=93)
    target.write_bytes(photograph(sheet, scene, np.random.default_rng(6)).jpeg())
    return points


def test_a_list_on_squared_paper_goes_all_the_way(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Its columns are named, every game counts as played or is asked about, and what was taken for what is said."""
    points = write_photo(tmp_path / "abend.jpg")
    report = tmp_path / "report.json"
    files = ["-o", str(tmp_path / "stand.xlsx"), "--json", str(report), "--debug", str(tmp_path / "bilder")]
    typed = ["--plain", "points", "--seated", "Anna, Bernd, Ines, Olaf", "--rules", "pflichtsolo-40", "--lang", "de"]
    assert main(["scan", str(tmp_path / "abend.jpg"), *typed, *files]) == 0
    told = capsys.readouterr()
    assert "abend.jpg: kariertes Papier: 4 Spalten mit Namen darüber, 9 Zeilen mit Spielen" in told.err
    assert all(name in told.out for name in ("Anna", "Bernd", "Ines", "Olaf"))
    assert (tmp_path / "bilder" / "abend_jpg-04-list.jpg").is_file()
    [sheet] = json.loads(report.read_text("utf-8"))["sheets"]
    rows = list(zip(sheet["rows"], points, strict=True))
    right = [tuple(number or 0 for number in row["points"]) == mine for row, mine in rows]
    assert sum(right) >= 7
    assert all(good or row["status"] == "review" for good, (row, _) in zip(right, rows, strict=True))


def test_what_was_read_says_what_is_what(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The remarks are in the JSON too."""
    write_photo(tmp_path / "abend.jpg")
    assert main(["read", str(tmp_path / "abend.jpg"), "--plain", "points", "--json", "--lang", "en"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["remarks"][0].startswith("squared paper: 4 columns")
    assert {"g01.p1", "g09.p4", "name.p4"} <= {field["id"] for field in document["fields"]}


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        (["--plain", "sums"], "--plain mit points oder total"),
        (["--plain", "points", "--layout", "a.toml"], "entweder --layout"),
        (["--plain", "points", "--seated", "A,B"], "3 bis 7"),
        (["--plain", "points", "--seated", "A,B,C,a"], "verschiedene Namen"),
        (["--seated", "A,B,C,D"], "--plain"),
    ],
)
def test_what_cannot_be_typed_is_told(
    typed: list[str], told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """One sentence, status 2, nothing is read."""
    (tmp_path / "a.jpg").write_bytes(b"no picture")
    files = ["--rules", "pflichtsolo-40", "-o", str(tmp_path / "stand.xlsx"), "--lang", "de"]
    assert main(["scan", str(tmp_path / "a.jpg"), *typed, *files]) == 2
    assert told in capsys.readouterr().err
    assert not (tmp_path / "stand.xlsx").exists()


def test_a_layout_may_say_that_there_is_no_table(tmp_path: Path) -> None:
    """It has no rules and no fields; a word that is none is refused."""
    path = tmp_path / "kariert.toml"
    path.write_text('id = "kariert"\nplain = "total"\nseats = 4\n', encoding="utf-8")
    layout = load_layout(path)
    assert (layout.plain, layout.seats, layout.fields) == ("total", 4, ())
    path.write_text('id = "kariert"\nplain = "summe"\n', encoding="utf-8")
    with pytest.raises(LayoutFault) as fault:
        load_layout(path)
    assert "points oder total" in fault.value.phrase.in_("de")


@pytest.mark.parametrize(
    ("ids", "good"),
    [
        (("name.p1", "g01.total1", "g01.value"), True),
        (("g01.total1", "g01.total1"), False),
        (("g01.p1",), False),
        (("g01.total8",), False),
    ],
)
def test_a_worker_may_send_only_what_such_a_list_has(ids: tuple[str, ...], good: bool, tmp_path: Path) -> None:
    """Its fields are not known beforehand, but their names are."""
    photo, square = tmp_path / "a.jpg", ((0.0, 0.0), (9.0, 0.0), (9.0, 9.0), (0.0, 9.0))
    path = tmp_path / "kariert.toml"
    path.write_text('id = "kariert"\nplain = "total"\n', encoding="utf-8")
    kinds = {"name.p1": "text", "g01.value": "number"}
    fields = tuple(Reading(one, kinds.get(one, "points"), "", 0.9, (("", 0.9),), square) for one in ids)
    remarks = (Phrase("scanner.plain.free", {"rows": 1}),)
    hash_ = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    sent = SheetReading("a.jpg", hash_, 0, (90, 90), "kariert", None, None, fields, remarks=remarks)
    answer, task, layout = pack_answer([sent]), ReadTask(photo, path), load_layout(path)
    if good:
        assert open_answer(answer, task, b"", layout) == (sent,)
    else:
        with pytest.raises(BadAnswer):
            open_answer(answer, task, b"", layout)
