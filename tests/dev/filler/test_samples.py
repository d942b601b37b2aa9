"""The sample photographs are complete, described, and what the filler would make again."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from dev.filler.samples import PLAYERS, SAMPLES, Sample, draw_round, seat_players
from dev.rounds.mistakes import ORDER, POINTS_MISTAKES
from dev.rounds.written import WrittenRound
from dev.tools.full_samples import prepare
from dev.tools.samples import SAMPLES as RE_SCORED
from dev.tools.samples import Sample as ReScored
from templates.sheet_code import SheetCode
from templates.sheet_spec import make_layout

FOLDER = Path(__file__).parents[3] / "samples"
EARLIER = {
    "r2-t3-mistakes-in-rows",
    "pflichtsolo-40/full-mistakes",
    "pflichtsolo-40/full-five-seats",
    "pflichtsolo-40/points-plus",
    "ddv/full-mistakes",
    "ddv/totals-five-seats",
    "stille-hochzeit/full-bock",
    "zwoelf-spiele/full-twelve-games",
}
"""Samples made when each kind of sheet had its own way to plant mistakes: today the same ones would stand elsewhere."""
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


def _same_mistakes(name: str, truth: dict[str, Any], round_: WrittenRound) -> bool:
    """Whether the mistakes and sums of the truth are those of the code; of earlier samples, the kinds of mistakes."""
    same_sums = truth["standings"]["sum_line"] == list(round_.sums)
    told = sorted((mistake["kind"], mistake["fields"]) for mistake in truth["mistakes"])
    drawn = sorted((mistake.kind, list(mistake.fields)) for mistake in round_.mistakes)
    if name in EARLIER:
        return [kind for kind, _ in told] == [kind for kind, _ in drawn] and not (told == drawn and same_sums)
    return told == drawn and same_sums


def test_every_sample_is_there_and_described() -> None:
    """A picture without a row in the table is of no use to anybody."""
    described = (FOLDER / "README.md").read_text(encoding="utf-8")
    names = [str(path.relative_to(FOLDER)) for path in _pictures()]
    assert {f"{sample.stem}.jpg" for sample in SAMPLES} <= set(names)
    assert {f"{sample.folder}/{sample.stem}.jpg" for sample in RE_SCORED} <= set(names)
    assert all(f"`{name}`" in described for name in names)


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


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: sample.stem)
def test_the_truth_is_what_the_filler_would_make_again(sample: Sample) -> None:
    """Games, mistakes and sums of the committed truth are those of the code, and the code names the sheet."""
    truth = _truth(FOLDER / f"{sample.stem}.jpg")
    round_ = draw_round(sample, np.random.default_rng([sample.round_, sample.table]))
    assert [game["points"] for game in truth["games"]] == [list(row.points) for row in round_.played.games]
    assert _same_mistakes(sample.stem, truth, round_)
    seats = len(seat_players(sample.round_, sample.table))
    code = SheetCode("pflichtsolo-40", "points", seats, 4 * seats, sample.round_, sample.table, sample.printed)
    assert truth["code"] == code.spell()
    assert set(truth["fields"]) == {field.id for field in make_layout(code).fields}


def test_every_detectable_mistake_is_shown_somewhere() -> None:
    """And is told to be detectable there."""
    shown = {(mistake["kind"], mistake["detectable"]) for path in _pictures() for mistake in _truth(path)["mistakes"]}
    assert {(kind, True) for kind in POINTS_MISTAKES if kind not in UNDETECTABLE} <= shown


@pytest.mark.parametrize("sample", RE_SCORED, ids=lambda sample: f"{sample.folder}/{sample.stem}")
def test_the_truth_of_a_sheet_that_can_be_re_scored_would_be_made_again(sample: ReScored) -> None:
    """Its games, mistakes, sums and fields are those of the code, with every mistake that was ordered; some sheets were
    printed before their codes had check letters of the names."""
    truth, made = _truth(FOLDER / sample.folder / f"{sample.stem}.jpg"), prepare(sample.order)
    round_, code = made.round_, made.spec.code
    name = f"{sample.folder}/{sample.stem}"
    games = [list(row.points) for row in round_.played.games]
    assert [game["points"] for game in truth["games"]] == games or name == "ddv/full-mistakes"
    assert _same_mistakes(name, truth, round_)
    assert {mistake["kind"] for mistake in truth["mistakes"]} == set(sample.order.mistakes)
    assert truth["code"] in (code.spell(), replace(code, letters="").spell())
    assert set(truth["fields"]) == {field.id for field in make_layout(code).fields}
    assert (FOLDER / sample.folder / "players.txt").read_bytes() == (FOLDER / "players.txt").read_bytes()


def test_every_mistake_of_a_sheet_that_can_be_re_scored_is_shown_somewhere() -> None:
    """In points, details, totals and sums, and in the order of rows."""
    shown = {kind for sample in RE_SCORED for kind in sample.order.mistakes}
    assert set(ORDER) - shown == NOT_SHOWN


@pytest.mark.parametrize("round_", [1, 2, 3])
def test_everybody_sits_at_one_table_a_round(round_: int) -> None:
    """The samples are a tournament that could be."""
    tables = [seat_players(round_, table) for table in (1, 2, 3, 4)]
    assert sorted(name for table in tables for name in table) == sorted(PLAYERS)
    assert [len(table) for table in tables] == [4, 4, 4, 5]
    assert (FOLDER / "players.txt").read_text(encoding="utf-8").split("\n")[:-1] == list(PLAYERS)
