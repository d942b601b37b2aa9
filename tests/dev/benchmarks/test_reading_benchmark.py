"""The reading benchmark counts what it says: published intervals, a sheet with its truth, the same with a wrong one."""

from __future__ import annotations

import copy
import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from dev.benchmarks.compose import compose
from dev.benchmarks.figures import Share, fisher, sign_test
from dev.benchmarks.reading import main, truths
from dev.filler.pens.glyphs import load_font_hand
from dev.tools.wilson import wilson

HANDS = (load_font_hand("kalam"), load_font_hand("patrick-hand"))
LEGIBLE_SEED = 500  # both sheets of it are read without an error before any rule


@pytest.fixture(scope="module")
def composed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A clean sheet and a shadowed one, with their truth."""
    folder = tmp_path_factory.mktemp("set")
    compose(HANDS, folder, range(2), None, LEGIBLE_SEED)
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


@pytest.mark.parametrize(
    ("hits", "of", "low", "high"),
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)],
)
def test_intervals_are_the_published_ones(hits: int, of: int, low: float, high: float) -> None:
    """Newcombe (Statistics in Medicine 17, 1998), table I, method 3."""
    assert wilson(hits, of) == pytest.approx((low, high), abs=6e-5)


def test_two_shares_are_compared_exactly() -> None:
    """Fisher's lady tasting tea: three of four cups are no proof, four of four nearly."""
    assert fisher(Share(3, 4), Share(1, 4)) == pytest.approx(34 / 70)
    assert fisher(Share(4, 4), Share(0, 4)) == pytest.approx(2 / 70)
    assert fisher(Share(7000, 7100), Share(7000, 7100)) == pytest.approx(1.0)


def test_changes_of_the_same_cells_are_compared_by_their_signs() -> None:
    """Eight better and one worse is beyond chance; no change is not."""
    assert sign_test(8, 1) == pytest.approx(20 / 512)
    assert sign_test(0, 0) == 1.0


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
    with pytest.raises(SystemExit):
        main([str(tmp_path)])
    assert "--data" in capsys.readouterr().err


def test_an_empty_folder_is_composed_by_every_writer_kept_apart(
    composed: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two hands share the sheets of the choices, a third has its own; both folders are read together."""
    asked = []

    def made(arguments: list[str]) -> int:
        asked.append(arguments)
        out = Path(arguments[arguments.index("--out") + 1])
        shutil.copytree(composed, out)
        return 0

    monkeypatch.setattr("dev.benchmarks.reading.compose", made)
    folder = tmp_path / "sheets"
    assert main([str(folder), "--data", "hands", "--sheets", "7", "--first", "140", "--jobs", "1"]) == 0
    sheets = [arguments[arguments.index("--sheets") + 1] for arguments in asked]
    assert sheets == ["14", "7"]
    assert ["--last" in arguments for arguments in asked] == [False, True]
    assert all(arguments[arguments.index("--first") + 1] == "140" for arguments in asked)
    assert [file.parent.name for file in truths(folder)] == ["choices", "choices", "last", "last"]


def test_what_cannot_be_composed_ends_the_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The composer has said why; its exit status is handed on."""
    monkeypatch.setattr("dev.benchmarks.reading.compose", lambda arguments: 3)
    assert main([str(tmp_path / "sheets"), "--data", "nothing"]) == 3
