"""Boxes to cross by themselves: everything people make in a box of 6 mm, cut with its rim."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
import pytest

from scanner.read.networks import ModelMissing, write_seal
from scanner.read.read_marks import MODEL, SURE, MarkReader, judge_mark, load_mark_reader, read_signature
from scanner.sheet_reading import Answer

SIDE, RIM = 48, 8
Strokes = list[list[tuple[float, float]]]
CROSS: Strokes = [[(0.05, 0.08), (0.93, 0.95)], [(0.92, 0.05), (0.06, 0.9)]]
MARKED: dict[str, Strokes] = {
    "cross": CROSS,
    "tick": [[(0.1, 0.5), (0.4, 0.9), (0.98, 0.05)]],
    "slash": [[(0.1, 0.95), (0.9, 0.05)]],
    "circle": [[(0.5 + 0.35 * np.cos(a), 0.5 + 0.35 * np.sin(a)) for a in np.linspace(0, 6.3, 30)]],
    "off centre": [[(0.3, 0.3), (1.1, 1.1)], [(1.05, 0.3), (0.4, 1.05)]],
}
ZIGZAG: Strokes = [[(x, float(k % 2)) for k, x in enumerate(np.linspace(0, 1, 18))]]
FILLED: Strokes = [[(x, float(k % 2)) for k, x in enumerate(np.linspace(0, 1, 60))]]
NEIGHBOUR: Strokes = [[(1.0, 0.2), (1.9, 1.1)], [(1.9, 0.1), (0.88, 0.95)]]


def box(
    strokes: Strokes,
    pen_px: int = 2,
    ink: int = 60,
    paper: int = 210,
    grain: float = 3.0,
    rule: int = 110,
    tint: float = 0.0,
) -> np.ndarray:
    """A cell of a table with rules all around it, and its neighbours' edges."""
    crop = np.full((SIDE, SIDE), round(paper * (1 - tint)), np.uint8)
    for at in (RIM, SIDE - RIM):
        cv2.line(crop, (0, at), (SIDE, at), rule, 1, cv2.LINE_AA)
        cv2.line(crop, (at, 0), (at, SIDE), rule, 1, cv2.LINE_AA)
    for stroke in strokes:
        points = RIM + np.array(stroke) * (SIDE - 2 * RIM)
        cv2.polylines(crop, [np.round(points).astype(np.int32)], False, ink, pen_px, cv2.LINE_AA)
    noise = np.random.default_rng(4).normal(0, grain, crop.shape)
    return (cv2.GaussianBlur(crop, (0, 0), 0.6) + noise).clip(0, 255).astype(np.uint8)


def read(*crops: np.ndarray, papers: Sequence[float] = ()) -> list[Answer]:
    """One batch."""
    return load_mark_reader().read(crops, papers or [210.0] * len(crops))


@pytest.mark.parametrize(
    ("pen_px", "ink"), [(1, 60), (1, 120), (3, 40), (6, 30)], ids=["ball", "pencil", "gel", "felt"]
)
@pytest.mark.parametrize("shape", [shape for shape in MARKED if shape != "circle"])
def test_every_mark_counts(shape: str, pen_px: int, ink: int) -> None:
    """Cross, tick or slash, hairline or felt pen: the box is marked."""
    mark = read(box(MARKED[shape], pen_px, ink))[0]
    assert mark.text == "x"
    assert mark.flags == ()


@pytest.mark.parametrize(("pen_px", "ink"), [(1, 60), (1, 120), (3, 40)], ids=["ball", "pencil", "gel"])
def test_a_circle_is_a_mark(pen_px: int, ink: int) -> None:
    """Some people draw circles."""
    mark = read(box(MARKED["circle"], pen_px, ink))[0]
    assert (mark.text, mark.flags) == ("x", ())


def test_an_empty_box_is_not_shown_to_the_network() -> None:
    """Where nothing is drawn the answer is known; a ring along the border, a dot and a hairline are looked at."""
    ring: Strokes = [[(0.5 + 0.55 * np.cos(a), 0.5 + 0.55 * np.sin(a)) for a in np.linspace(0, 6.3, 60)]]
    drawn = [box(ring, ink=150), box([[(0.5, 0.5), (0.53, 0.5)]], ink=150), box(MARKED["slash"], 1, 150)]
    looked = Counting()
    chances = MarkReader(looked, 1.0).measure_chances([box([]), *drawn, box([], tint=0.15)], [210.0] * 5)
    assert looked.boxes == len(drawn)
    assert np.allclose(chances[[0, -1]], [1, 0, 0], atol=1e-3)


class Counting:
    """Stands in for the network."""

    boxes = 0

    def run(self, _outputs: None, given: dict[str, np.ndarray]) -> list[np.ndarray]:
        """All three states are as likely."""
        self.boxes += len(given["dark"])
        return [np.zeros((len(given["dark"]), 3), np.float32)]


def test_a_felt_pens_ring_is_never_silently_blank() -> None:
    """It leaves little paper inside and may be a scribble: it is a mark, or a person looks."""
    mark = read(box(MARKED["circle"], 6, 30))[0]
    assert mark.text == "x" or "doubtful" in mark.flags


@pytest.mark.parametrize("tint", [0.0, 0.045, 0.15])
@pytest.mark.parametrize("paper", [70, 140, 235])
def test_blank_boxes_are_blank(paper: int, tint: float) -> None:
    """Paper in shade or light is no ink, nor is the tint of a row or the grey of the seat that sits out."""
    mark = read(box([], paper=paper, rule=paper // 2, tint=tint), papers=[paper])[0]
    assert (mark.text, mark.flags) == ("", ())
    assert mark.confidence > 0.99


def test_a_neighbours_stroke_is_not_ones_own() -> None:
    """A cross that reaches over the rule marks its own box only."""
    mark = read(box(NEIGHBOUR, 2, 50))[0]
    assert (mark.text, mark.flags) == ("", ())


@pytest.mark.parametrize(
    ("strokes", "pen_px"), [(CROSS + ZIGZAG, 2), (CROSS + ZIGZAG, 4), (FILLED, 3), (CROSS + FILLED, 5)]
)
def test_scribbled_and_filled_boxes_are_taken_back(strokes: Strokes, pen_px: int) -> None:
    """They count as blank and say so."""
    mark = read(box(strokes, pen_px, 50))[0]
    assert mark.text == ""
    assert "taken-back" in mark.flags


@pytest.mark.parametrize("strokes", [[[(0.5, 0.5), (0.52, 0.53)]], [[(0.25, 0.5), (0.75, 0.52)]]], ids=["dot", "dash"])
def test_what_may_mean_nothing_is_asked_about(strokes: Strokes) -> None:
    """A dot or a dash is never a sure cross, and never silently none."""
    mark = read(box(strokes, 2, 50))[0]
    assert "doubtful" in mark.flags


def test_a_batch_reads_like_single_boxes() -> None:
    """No box depends on its companions."""
    crops = [box(CROSS), box([]), box(CROSS + ZIGZAG, 3)]
    together, alone = read(*crops), [read(crop)[0] for crop in crops]
    assert [mark.text for mark in together] == [mark.text for mark in alone]
    assert np.allclose([mark.confidence for mark in together], [mark.confidence for mark in alone], atol=1e-4)


def test_no_boxes_no_readings() -> None:
    """Foreign lists have none."""
    assert read() == []


def test_doubt_is_told_whatever_the_text() -> None:
    """Two states about as likely: a person looks, also where both count as blank."""
    assert "doubtful" in judge_mark([0.5, 0.5, 0.0]).flags
    assert judge_mark([0.45, 0.0, 0.55]).flags == ("taken-back", "doubtful")
    assert judge_mark([0.0, SURE + 0.01, 0.0]).flags == ()


def test_chances_sum_to_one() -> None:
    """Both answers are given, best first, and none is ever certain."""
    for mark in read(box(CROSS), box([])):
        assert np.isclose(sum(chance for _, chance in mark.candidates), 1.0)
        assert mark.candidates[0] == (mark.text, mark.confidence)
        assert mark.confidence < 1


def test_a_missing_or_damaged_model_names_the_remedy(tmp_path: Path) -> None:
    """Broken installation: one clear sentence, exit status 4 at the desk."""
    with pytest.raises(ModelMissing, match="install"):
        MarkReader.load(tmp_path / "marks.onnx")
    (tmp_path / "marks.onnx").write_bytes(b"not a model")
    (tmp_path / "marks.json").write_bytes(MODEL.with_suffix(".json").read_bytes())
    for part in ("marks.onnx", "marks.json"):
        write_seal(tmp_path / part)
    with pytest.raises(ModelMissing, match="install"):
        MarkReader.load(tmp_path / "marks.onnx")


def test_signatures_are_ink_or_none() -> None:
    """A wave is a signature, paper is none."""
    crop = np.full((48, 150), 215, np.uint8)
    assert read_signature(crop, 215).text == ""
    wave = np.array([(20 + 4 * k, 24 + 10 * (-1) ** k) for k in range(20)], np.int32)
    cv2.polylines(crop, [wave], False, 60, 2)
    assert read_signature(crop, 215).text == "x"
