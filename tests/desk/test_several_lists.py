"""Photographs that show several of a club's own lists: none of them is left away without a word."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from desk.__main__ import main
from desk.workers.read_photos import ReadTask, read_pages
from dev.filler.camera.camera import photograph
from dev.filler.camera.scene import Scene, choose_size
from dev.filler.fill import fill_foreign
from dev.filler.pens.glyphs import load_font_hand
from dev.rounds.points import draw_points_round
from dev.rounds.written import write_round
from templates.foreign.layout_file import load_layout
from tests.desk.test_learnt_lists import write_form

Picture = NDArray[np.uint8]
Lists = tuple[Path, list[tuple[Picture, list[list[int]]]]]
PEN = (40, 40, 40)


def picture_list(folder: Path, seed: int) -> tuple[Picture, list[list[int]]]:
    """A list that was filled in, photographed, and the points of its games by seat."""
    form, rng = load_layout(folder / "true.toml"), np.random.default_rng(seed)
    round_ = write_round(draw_points_round(4, 12, rng, plain=True), form)
    names = ("Anna", "Bernd", "Käthe", "Olaf")
    sheet = fill_foreign(form, "Doppelkopf am Montag", round_, [load_font_hand("patrick-hand")], rng, names=names)
    shot = photograph(sheet, Scene(choose_size(6.0), tilt=4, towards=120, jpeg=93), rng)
    return shot.image, [[points or 0 for points in game.points] for game in round_.played.games]


def lay_pen(list_: Picture) -> Picture:
    """A pen lies across the list."""
    height, width = list_.shape[:2]
    return np.asarray(cv2.line(list_.copy(), (0, int(0.35 * height)), (width, int(0.6 * height)), PEN, 60), np.uint8)


@pytest.fixture(scope="module")
def lists(tmp_path_factory: pytest.TempPathFactory) -> Lists:
    """The folder with the club's form `true.toml`, and two lists."""
    folder = tmp_path_factory.mktemp("lists")
    write_form(folder)
    return folder, [picture_list(folder, seed) for seed in (8, 9)]


def scan(folder: Path, picture: Picture, *more: str) -> tuple[int, list[dict[str, Any]]]:
    """The exit status of a scan of the picture into the workbook `stand.xlsx`, and the sheets of its report."""
    cv2.imwrite(str(folder / "zwei.jpg"), picture)
    files = ["-o", str(folder / "stand.xlsx"), "--json", str(folder / "report.json")]
    given = ["--layout", str(folder / "true.toml"), "--rules", "pflichtsolo-40", *files, *more]
    status = main(["scan", str(folder / "zwei.jpg"), *given])
    return status, json.loads((folder / "report.json").read_text("utf-8"))["sheets"]


@pytest.fixture
def folder(lists: Lists, tmp_path: Path) -> Path:
    """A fresh folder with the club's form."""
    (tmp_path / "true.toml").write_text((lists[0] / "true.toml").read_text("utf-8"), encoding="utf-8")
    return tmp_path


@pytest.mark.slow
def test_two_lists_in_one_photograph_are_refused_or_both_read(
    lists: Lists, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The refusal says what helps; with that, each is a sheet of its own, and every game is there or asked about."""
    (left, first), (right, second) = lists[1]
    status, sheets = scan(folder, np.hstack([left, right]))
    told = capsys.readouterr().err
    assert (status, sheets) == (3, [])
    assert "mehr als ein Bogen" in told
    assert told.count("--every-list") == 1
    status, sheets = scan(folder, np.hstack([left, right]), "--every-list")
    assert status == 0
    assert "--every-list" not in capsys.readouterr().err
    assert [sheet["photo"] for sheet in sheets] == ["zwei.jpg#1", "zwei.jpg#2"]
    for sheet, played in zip(sheets, (first, second), strict=True):
        rows = list(zip(sheet["rows"], played, strict=True))
        assert sum(row["points"] == points for row, points in rows) >= len(played) - 1
        assert all(row["points"] == points or row["status"] == "review" for row, points in rows)


@pytest.mark.slow
def test_a_list_that_cannot_be_read_is_asked_about(
    lists: Lists, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It is one open item of the list that is read, in the report, on the screen and in a tournament's file."""
    (left, _), (right, _) = lists[1]
    crowded = np.hstack([left, lay_pen(right)])
    status, [sheet] = scan(folder, crowded)
    assert status == 0
    assert [one["code"] for one in sheet["findings"] if one["code"] == "lists-beside"] == ["lists-beside"]
    assert "Auf dem Foto liegt 1 weitere Liste wie diese, nicht gelesen." in capsys.readouterr().out
    (folder / "leute.csv").write_text("Name\nAnna\nBernd\nKäthe\nOlaf\n", encoding="utf-8")
    book = str(folder / "abend.kiebitz")
    new = ["--rules", "pflichtsolo-40", "--title", "A", "--rounds", "1", "--players", str(folder / "leute.csv")]
    assert main(["new", book, *new]) == 0
    photo, layout = str(folder / "zwei.jpg"), ["--layout", str(folder / "true.toml")]
    assert main(["scan", book, photo, *layout, "--round", "1", "--table", "1"]) == 0
    capsys.readouterr()
    assert main(["status", book, "--json"]) == 0
    codes = {one["item"]: one["codes"] for one in json.loads(capsys.readouterr().out)["open"]}
    assert codes["r1.t1.lists-beside"] == ["lists-beside"]
    own = (folder / "true.toml").read_text("utf-8")
    [shown] = read_pages(ReadTask(Path(photo), own_list=own))  # as the browser reads it
    assert shown.quality is not None
    assert shown.quality.beside == 1
    assert main(["read", photo, *layout]) == 0
    assert "zwei.jpg: Auf dem Foto liegt 1 weitere Liste wie diese" in capsys.readouterr().err


@pytest.mark.parametrize("more", [[], ["--plain", "points"], ["--layout", "a.toml", "--cluster", "tcp://x:1"]])
def test_it_is_said_what_every_list_needs(more: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A layout of the club's own list; one sentence, status 2."""
    (tmp_path / "a.jpg").write_bytes(b"x")
    scan_ = ["scan", str(tmp_path / "a.jpg"), "--rules", "pflichtsolo-40", "-o", str(tmp_path / "a.xlsx"), *more]
    assert main([*scan_, "--every-list"]) == 2
    assert "--every-list gilt für Fotos eigener Listen" in capsys.readouterr().err
