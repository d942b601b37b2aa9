"""Handwriting from files: one hand is one writer, and what cannot be used is refused."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from dev.benchmarks.read.compose import SETS, compose_set, plan_sheet
from dev.filler.__main__ import main
from dev.filler.pens.glyphs import Mask, NoHands, _load, load_font_hand, load_hands
from dev.filler.pens.pen import stroke
from dev.rounds.mistakes import POINTS_MISTAKES
from dev.training.cells.glyphs import HELD_BACK


def _centred(mask: Mask, side: int = 40) -> Mask:
    high = 28
    small = cv2.resize(mask, (max(2, mask.shape[1] * high // len(mask)), high))[:, :side]
    out = np.zeros((side, side), np.uint8)
    out[6 : 6 + high, 2 : 2 + small.shape[1]] = small[:, : side - 2]
    return out


def _write_npz(path: Path, writers: dict[str, str], samples: int = 3, digits: str = "0123456789") -> Path:
    """A file in which each writer's digits are those of a font."""
    rows = [
        (_centred(load_font_hand(font).glyphs[digit][0].mask), digit, writer)
        for writer, font in writers.items()
        for digit in digits
        for _ in range(samples)
    ]
    np.savez(
        path,
        x=np.stack([row[0] for row in rows]),
        y=np.array([row[1] for row in rows]),
        w=np.array([row[2] for row in rows]),
    )
    return path


def test_a_hand_is_one_writer(tmp_path: Path) -> None:
    """Digits of different writers never meet in one hand, and a writer without name is no hand."""
    path = _write_npz(tmp_path / "hands.npz", {"anna": "kalam", "bernd": "caveat", "": "reenie-beanie"})
    hands = load_hands(path)
    assert [hand.name for hand in hands] == ["hands.npz:anna", "hands.npz:bernd"]
    masks = {hand.name: {glyph.mask.tobytes() for glyph in hand.glyphs["7"]} for hand in hands}
    assert all(len(shapes) == 1 for shapes in masks.values())
    assert masks["hands.npz:anna"] != masks["hands.npz:bernd"]


def test_signs_are_borrowed_from_the_folder(tmp_path: Path) -> None:
    """Digit files rarely hold signs; their labels may be words."""
    _write_npz(tmp_path / "hands.npz", {"anna": "kalam"})
    signs = {"plus": "+", "minus": "-", "slash": "/"}
    drawn = {sign: _centred(np.pad(load_font_hand("kalam").glyphs[sign][0].mask, 12)) for sign in signs.values()}
    images = [image for image in drawn.values() for _ in range(8)]
    labels = [label for label in signs for _ in range(8)]
    np.savez(tmp_path / "signs.npz", x=np.stack(images), y=np.array(labels), w=np.array([""] * len(labels)))
    (hand,) = load_hands(tmp_path)
    assert {"+", "-", "/"} <= set(hand.glyphs)
    assert hand.glyphs["-"][0].drop < -0.2
    assert len(hand.glyphs["-"][0].mask) < hand.glyphs["-"][0].mask.shape[1]


def test_specks_do_not_stretch_a_digit(tmp_path: Path) -> None:
    """A dot in the corner of a scanned digit is left out."""
    path = _write_npz(tmp_path / "hands.npz", {"anna": "kalam"})
    (clean,) = load_hands(path)
    with np.load(path) as data:
        images, labels, writers = data["x"].copy(), data["y"], data["w"]
    images[:, 38:, 38:] = 255
    np.savez(tmp_path / "specked.npz", x=images, y=labels, w=writers)
    (specked,) = load_hands(tmp_path / "specked.npz")
    assert specked.glyphs["3"][0].mask.shape == clean.glyphs["3"][0].mask.shape


@pytest.mark.parametrize("content", [b"", b"no archive at all", None])
def test_unusable_handwriting_is_refused(tmp_path: Path, content: bytes | None) -> None:
    """An empty file, a text file, or writers who gave no nine."""
    path = tmp_path / "hands.npz"
    if content is None:
        _write_npz(path, {"anna": "kalam"}, digits="012345678")
    else:
        path.write_bytes(content)
    with pytest.raises(NoHands, match="no writer with all ten digits"):
        load_hands(path)


@pytest.mark.parametrize("width", [1.5, 3.0, 6.0, 12.0])
def test_a_glyph_takes_the_pens_width(width: float) -> None:
    """Whatever the glyph's own stroke: a long straight one comes out as wide as asked, within a pixel."""
    bar = np.zeros((20, 90), np.uint8)
    bar[7:13] = 255
    drawn = stroke(bar, width) / 255.0
    assert drawn.sum(axis=0)[40:-40].mean() == pytest.approx(width, abs=1.0)


def test_the_command_makes_pictures_with_truth(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Two small pictures and their JSON, the same again by the same seed."""
    for folder in ("a", "b"):
        given = ["--out", str(tmp_path / folder), "--count", "2", "--seed", "4", "--megapixels", "1"]
        assert main([*given, "--conditions", "shadow", "curl", "--mistakes", "wrong-sum", "wrong-sign"]) == 0
    printed = capsys.readouterr().out.split()
    assert len(printed) == 4
    for name in ("sheet-0004", "sheet-0005"):
        first, second = ((tmp_path / folder / f"{name}.jpg").read_bytes() for folder in ("a", "b"))
        assert first == second
        assert json.loads((tmp_path / "a" / f"{name}.json").read_text(encoding="utf-8"))["kiebitz"] == 1


def test_the_command_names_what_it_does_not_know(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """An unknown condition is wrong use, missing handwriting is unreadable input."""
    with pytest.raises(SystemExit) as stop:
        main(["--out", str(tmp_path), "--conditions", "rain"])
    assert stop.value.code == 2
    assert "rain" in capsys.readouterr().err
    assert main(["--out", str(tmp_path), "--hands", str(tmp_path / "none.npz")]) == 3
    assert "none.npz" in capsys.readouterr().err


@pytest.mark.slow
def test_the_benchmark_set_takes_turns(tmp_path: Path) -> None:
    """Every set has its share of the sheets, every mistake comes up, and the list names each picture."""
    orders = [plan_sheet(number) for number in range(len(SETS) * 9)]
    assert [name for name, _ in orders].count("felt") == 9
    assert {kind for _, order in orders for kind in order.mistakes} == set(POINTS_MISTAKES)
    _write_npz(tmp_path / "swiss_val.npz", {"anna": "kalam", "bernd": "caveat"})
    compose_set(tmp_path, tmp_path / "set", 2, 0, last=False, textures=None)
    listed = json.loads((tmp_path / "set" / "set.json").read_text(encoding="utf-8"))
    assert sorted(name for names in listed["sets"].values() for name in names) == ["clean-000.jpg", "shadow-001.jpg"]
    assert listed["hands"] == ["swiss_val.npz:anna", "swiss_val.npz:bernd"]


@pytest.mark.slow
def test_the_last_test_is_written_by_the_hand_kept_for_it(tmp_path: Path) -> None:
    """Its sheets are others than those of the choices; without the hand there is one sentence and no picture."""
    _write_npz(tmp_path / "swiss_train.npz", {"anna": "kalam"})
    with pytest.raises(NoHands, match=next(iter(HELD_BACK))):
        compose_set(tmp_path, tmp_path / "set", 1, 0, last=True, textures=None)
    _write_npz(tmp_path / "swiss_train.npz", dict.fromkeys(("anna", *HELD_BACK), "kalam"))
    _load.cache_clear()
    compose_set(tmp_path, tmp_path / "set", 1, 0, last=True, textures=None)
    listed = json.loads((tmp_path / "set" / "set.json").read_text(encoding="utf-8"))
    assert listed["hands"] == [f"swiss_train.npz:{hand}" for hand in sorted(HELD_BACK)]
    assert plan_sheet(0, listed["seed"]) != plan_sheet(0)
