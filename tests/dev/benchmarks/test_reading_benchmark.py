"""The reading benchmark counts what it says: a sheet with its truth, the same with a wrong one."""

from __future__ import annotations

import copy
import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from dev.benchmarks.read.__main__ import main
from dev.benchmarks.read.compose import compose_sheets
from dev.benchmarks.read.photographed import list_truths
from dev.filler.pens.glyphs import load_font_hand

HANDS = (load_font_hand("kalam"), load_font_hand("patrick-hand"))
LEGIBLE_SEED = 500  # both sheets of it are read without an error before any rule


@pytest.fixture(scope="module")
def composed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A clean sheet and a shadowed one, with their truth."""
    folder = tmp_path_factory.mktemp("set")
    compose_sheets(HANDS, folder, range(2), None, LEGIBLE_SEED)
    return folder


@pytest.fixture(scope="module")
def measured(composed: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """Its figures."""
    return _figures(composed, tmp_path_factory.mktemp("out"))


def _figures(folder: Path, out: Path) -> dict[str, Any]:
    assert main([str(folder), "--jobs", "1", "--json", str(out / "figures.json")]) == 0
    found: dict[str, Any] = json.loads((out / "figures.json").read_text("utf-8"))
    return found


def _all(found: dict[str, Any]) -> dict[str, Any]:
    (group,) = [group for group in found["groups"] if group["by"] == "all"]
    figures: dict[str, Any] = group["figures"]
    return figures


def test_every_group_has_its_photographs(measured: dict[str, Any]) -> None:
    """Conditions and writers each add up to all; the second sheet of a set is the same writer's."""
    groups = {(group["by"], group["group"]): group["figures"]["before"]["of"] for group in measured["groups"]}
    assert set(groups) == {("condition", "clean"), ("condition", "shadow"), ("writer", "kalam"), ("all", "all")}
    assert groups["condition", "clean"] + groups["condition", "shadow"] == groups["writer", "kalam"]
    assert groups["writer", "kalam"] == groups["all", "all"] > 100


def test_what_is_right_is_counted_as_right(measured: dict[str, Any]) -> None:
    """Two legible sheets, one with a planted mistake: no silent error, and the mistake is found."""
    figures = _all(measured)
    assert figures["before"]["hits"] == figures["before"]["of"] == figures["after"]["hits"]
    assert figures["silent"]["hits"] == 0
    assert figures["found"]["hits"] == figures["found"]["of"] == 1
    assert measured["wrong"] == []


def test_a_wrong_truth_is_a_silent_error(composed: Path, tmp_path: Path) -> None:
    """The benchmark can fail: where paper and truth differ and nobody is asked, the error is silent."""
    folder = tmp_path / "set"
    shutil.copytree(composed, folder)
    file = folder / "shadow-001.json"
    truth = json.loads(file.read_text("utf-8"))
    cell = next(key for key, field in truth["fields"].items() if key.startswith("g") and field["written"] == "-3")
    truth["fields"][cell]["written"] = "-8"
    file.write_text(json.dumps(truth), "utf-8")
    found = _figures(folder, tmp_path)
    figures = _all(found)
    assert figures["before"]["of"] - figures["before"]["hits"] == 1
    assert figures["after"]["of"] - figures["after"]["hits"] == 1
    assert figures["silent"]["hits"] == 1
    assert [(wrong["photo"], wrong["field"], wrong["read"]) for wrong in found["wrong"]] == [("shadow-001", cell, "-3")]


def test_a_later_version_is_compared_with_an_earlier_one(
    composed: Path, measured: dict[str, Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Only what changed is told, and whether it is beyond chance; of the same pictures cell by cell."""
    earlier = copy.deepcopy(measured)
    earlier["groups"][-1]["figures"]["before"]["hits"] -= 20
    earlier["wrong"] = [{"photo": "clean-000", "field": f"g{n:02}.p1"} for n in range(1, 11)]
    (tmp_path / "earlier.json").write_text(json.dumps(earlier), "utf-8")
    main([str(composed), "--jobs", "1", "--against", str(tmp_path / "earlier.json")])
    told = capsys.readouterr().out.split("against ")[1].splitlines()[1:]
    assert len(told) == 2
    assert "before" in told[0]
    assert "BEYOND CHANCE" in told[0]
    assert "10 cells newly right, 0 newly wrong: BEYOND CHANCE" in told[1]


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
