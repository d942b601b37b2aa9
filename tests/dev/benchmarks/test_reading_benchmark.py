"""The reading benchmark counts what it says: a sheet with its truth, the same with a wrong one."""

from __future__ import annotations

import json
import shutil
from collections.abc import Sequence
from pathlib import Path

import pytest

from dev.benchmarks.read.__main__ import RULES, main, measure_folder
from dev.benchmarks.read.compose import compose_sheets
from dev.benchmarks.read.photographed import Sheet, list_truths
from dev.benchmarks.read.report import count_shares, group_sheets
from dev.filler.pens.glyphs import load_font_hand

HANDS = (load_font_hand("kalam"), load_font_hand("patrick-hand"))
LEGIBLE_SEED = 504  # both sheets of it are read without an error before any rule


@pytest.fixture(scope="module")
def composed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A clean sheet and a shadowed one, with their truth. To read them takes longer than a quick test may."""
    folder = tmp_path_factory.mktemp("set")
    compose_sheets(HANDS, folder, range(2), None, LEGIBLE_SEED)
    return folder


@pytest.fixture(scope="module")
def measured(composed: Path) -> Sequence[Sheet]:
    """Its figures."""
    return measure_folder(composed, RULES)


@pytest.mark.slow
def test_every_group_has_its_photographs(measured: Sequence[Sheet]) -> None:
    """Conditions and writers each add up to all; the second sheet of a set is the same writer's."""
    groups = {(by, name): count_shares(some)["before"].of for by, name, some in group_sheets(measured)}
    assert set(groups) == {("condition", "clean"), ("condition", "shadow"), ("writer", "kalam"), ("all", "all")}
    assert groups["condition", "clean"] + groups["condition", "shadow"] == groups["writer", "kalam"]
    assert groups["writer", "kalam"] == groups["all", "all"] > 100


@pytest.mark.slow
def test_what_is_right_is_counted_as_right(measured: Sequence[Sheet]) -> None:
    """Two legible sheets, one with a planted mistake: no silent error, and the mistake is found."""
    figures = count_shares(measured)
    assert figures["before"].hits == figures["before"].of == figures["after"].hits
    assert figures["silent"].hits == 0
    assert figures["found"].hits == figures["found"].of == 1
    assert [cell for sheet in measured for cell in sheet.wrong] == []


@pytest.mark.slow
def test_a_wrong_truth_is_a_silent_error(composed: Path, tmp_path: Path) -> None:
    """The benchmark can fail: where paper and truth differ and nobody is asked, the error is silent."""
    folder = tmp_path / "set"
    shutil.copytree(composed, folder)
    file = folder / "shadow-001.json"
    truth = json.loads(file.read_text("utf-8"))
    cell = next(key for key, field in truth["fields"].items() if key.startswith("g") and field["written"] == "-3")
    truth["fields"][cell]["written"] = "-8"
    file.write_text(json.dumps(truth), "utf-8")
    found = measure_folder(folder, RULES)
    figures = count_shares(found)
    assert figures["before"].of - figures["before"].hits == 1
    assert figures["after"].of - figures["after"].hits == 1
    assert figures["silent"].hits == 1
    assert [(wrong.photo, wrong.field, wrong.read) for sheet in found for wrong in sheet.wrong] == [
        ("shadow-001", cell, "-3")
    ]


def test_without_pictures_and_handwriting_the_remedy_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """An empty folder is composed first, for which the handwriting must be named."""
    monkeypatch.delenv("KIEBITZ_HANDWRITING", raising=False)
    assert main([str(tmp_path)]) == 2
    assert "--data" in capsys.readouterr().err


def test_an_empty_folder_is_composed_by_every_writer_kept_apart(
    composed: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two hands share the sheets of the choices, a third has its own; both folders are read together."""
    asked: list[tuple[int, int, bool]] = []

    def copy_set(data: Path, out: Path, sheets: int, first: int, *, last: bool, textures: Path | None) -> None:
        asked.append((sheets, first, last))
        shutil.copytree(composed, out)

    monkeypatch.setattr("dev.benchmarks.read.__main__.compose_set", copy_set)
    folder = tmp_path / "sheets"
    given = ["--data", "hands", "--sheets", "7", "--first", "140", "--jobs", "1"]
    assert main([str(folder), *given]) == 0
    assert asked == [(14, 140, False), (7, 140, True)]
    assert [file.parent.name for file in list_truths(folder)] == ["choices", "choices", "last", "last"]


def test_what_cannot_be_composed_ends_the_run(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Without the writers kept apart nothing can be composed, and what is missing is named."""
    assert main([str(tmp_path / "sheets"), "--data", str(tmp_path)]) == 3
    assert "swiss_val.npz" in capsys.readouterr().err
