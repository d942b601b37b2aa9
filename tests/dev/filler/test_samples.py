"""The sample photographs are complete and described, and their truths fit their sheets and each other."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import cv2
import pytest

from dev.rounds.mistakes import ORDER, POINTS_MISTAKES
from templates.sheet_code import parse_code
from templates.sheet_spec import make_layout

FOLDER = Path(__file__).parents[3] / "samples"
PLAYERS = (FOLDER / "players.txt").read_text(encoding="utf-8").split("\n")[:-1]
NOT_SHOWN = {
    "row-too-many",
    "offence-as-game",
    "minor-as-game",
    "solo-of-another",
    "offence-below",
    "win-mark-at-loser",
    "calls-not-counted",
    "missed-absage-not-counted",
    "soloists-points-moved",
    "winners-points-moved",
    "calls-at-other-party",
    "bock-cross-left-out",
    "counted-wrongly",
    "points-left-out",
    "off-the-unit",
    "sitter-paid",
    "foreign-fine",
    "augen-miswritten",
    "kontra-as-re",
    "re-at-wrong-seat",
    "extra-at-other-party",
    "extra-not-written",
    "value-miswritten",
    "bock-not-crossed",
    "crossed-as-offence",
    "solo-not-crossed",
}
"""Mistakes that only tests plant, or points lists show."""
UNDETECTABLE = {"stille-hochzeit-as-solo", "signs-inverted", "doubling-forgotten"}


def _truth(path: Path) -> dict[str, Any]:
    document: dict[str, Any] = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
    return document


def _pictures() -> list[Path]:
    return sorted(FOLDER.rglob("*.jpg"))


def test_every_sample_is_described() -> None:
    """A picture without a row in the table is of no use to anybody, nor a row without a picture."""
    described = (FOLDER / "README.md").read_text(encoding="utf-8")
    names = {str(path.relative_to(FOLDER)) for path in _pictures()}
    assert set(re.findall(r"^[|*] `(\S+\.jpg)`", described, re.MULTILINE)) == names


@pytest.mark.parametrize("path", _pictures(), ids=lambda path: "/".join(path.parts[-2:]))
def test_a_sample_is_small_and_has_its_truth(path: Path) -> None:
    """Under a megabyte, of the size that the truth says, its readable fields inside the picture."""
    truth = _truth(path)
    width, height = truth["size_px"]
    assert path.stat().st_size < 950_000
    assert cv2.imread(str(path), cv2.IMREAD_REDUCED_GRAYSCALE_8).shape == (height // 8, width // 8)
    assert truth["photo"] == path.name
    for field in truth["fields"].values():
        inside = all(0 <= x < width and 0 <= y < height for x, y in field["quad_px"])
        assert inside or not field["visible"]


@pytest.mark.parametrize("path", _pictures(), ids=lambda path: "/".join(path.parts[-2:]))
def test_a_truth_has_every_field_of_its_sheet(path: Path) -> None:
    """As the sheet's code says, which names the rule set of the folder; what was played adds up to its standings."""
    truth = _truth(path)
    if truth["code"] is not None:
        code = parse_code(truth["code"])
        assert code is not None
        assert path.parent.name in (code.rules, "samples")
        assert set(truth["fields"]) == {field.id for field in make_layout(code).fields}
        assert [game["game"] for game in truth["games"]] == list(range(1, len(code.numbers) + 1))
    columns = zip(*(row["points"] for row in (*truth["games"], *truth["offences"])), strict=True)
    assert [sum(points or 0 for points in column) for column in columns] == truth["standings"]["played"]


def test_every_detectable_mistake_is_shown_somewhere() -> None:
    """And is told to be detectable there."""
    shown = {(mistake["kind"], mistake["detectable"]) for path in _pictures() for mistake in _truth(path)["mistakes"]}
    assert {(kind, True) for kind in POINTS_MISTAKES if kind not in UNDETECTABLE} <= shown


def test_every_mistake_of_a_sheet_that_can_be_re_scored_is_shown_somewhere() -> None:
    """In points, details, totals and sums, and in the order of rows; with the same players as the tournament."""
    folders = [path.parent for path in FOLDER.glob("*/players.txt")]
    pictures = [path for folder in folders for path in folder.glob("*.jpg")]
    shown = {mistake["kind"] for path in pictures for mistake in _truth(path)["mistakes"]}
    assert set(ORDER) - shown == NOT_SHOWN
    assert all((folder / "players.txt").read_text(encoding="utf-8").split("\n")[:-1] == PLAYERS for folder in folders)


@pytest.mark.parametrize("round_", [1, 2, 3])
def test_everybody_sits_at_one_table_a_round(round_: int) -> None:
    """The samples are a tournament that could be."""
    truths = [_truth(path) for path in FOLDER.glob(f"r{round_}-t?-*.jpg")]
    tables = {parse_code(truth["code"]).table: tuple(truth["names"]) for truth in truths}  # type: ignore[union-attr]
    assert sorted(name for table in tables.values() for name in table) == sorted(PLAYERS)
    assert [len(tables[table]) for table in (1, 2, 3, 4)] == [4, 4, 4, 5]
