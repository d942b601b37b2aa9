"""The composer of training cells, with a small set of glyphs made here."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont

from dev.training.cells.compose import Composer
from dev.training.cells.glyphs import FRAME, frame_glyph, is_held_back, load_bank, measure_skeleton_distance
from scanner.read.judge_texts import MESS, OTHER

FONTS = sorted((Path(__file__).parents[3] / "templates" / "fonts").glob("*.ttf"))[:2]


def glyph_set(folder: Path, writers: list[str]) -> Path:
    """A set of digits and signs as the public ones are kept, drawn with a font."""
    images, labels, names = [], [], []
    for writer in writers:
        for char, label in [*((d, d) for d in "0123456789"), ("+", "+"), ("-", "minus"), ("/", "slash")]:
            page = Image.new("L", (48, 48))
            ImageDraw.Draw(page).text((12, 0), char, font=ImageFont.truetype(str(FONTS[0]), 36), fill=255)
            images.append(np.asarray(page))
            labels.append(label)
            names.append(writer)
    path = folder / "mnist_train.npz"
    np.savez(path, x=np.stack(images), y=np.array(labels), w=np.array(names))
    return path


def test_the_same_seed_composes_the_same_cells() -> None:
    """A training can be repeated."""
    bank = load_bank([], FONTS)
    first, again = (Composer(bank, 3) for _ in range(2))
    for _ in range(20):
        one, two = first.compose_cell(), again.compose_cell()
        assert one.text == two.text
        assert np.array_equal(one.grey, two.grey)


def test_every_text_is_one_the_recogniser_can_spell() -> None:
    """Digits, signs, slash, the mess character and that of what is no number; nothing else."""
    composer = Composer(load_bank([], FONTS), 4)
    texts = [composer.compose_cell().text for _ in range(300)]
    assert set("".join(texts)) <= set("0123456789+-/" + MESS + OTHER)
    assert any(MESS in text for text in texts)
    assert any(text == OTHER for text in texts)  # a word, a fraction, a doodle
    assert any(text.partition(OTHER)[2].isdigit() for text in texts)  # a decimal
    assert "" in texts
    assert any(text.startswith("-") and text[1:].isdigit() for text in texts)


def test_held_back_writers_never_reach_the_training(tmp_path: Path) -> None:
    """The two halves of a set with named writers share nobody, and nobody is lost."""
    writers = [f"w{i}" for i in range(30)]
    path = glyph_set(tmp_path, writers)
    trained = {hand.writer for hand in load_bank([path]).hands}
    kept = {hand.writer for hand in load_bank([path], held_back=True).hands}
    assert not trained & kept
    assert kept
    assert all(is_held_back("mnist_train", writer) for writer in kept)


def test_a_glyph_is_framed_and_thinned() -> None:
    """The distance is zero on the skeleton and grows away from it, whatever the pen was."""
    thick = np.zeros((40, 40), np.uint8)
    thick[5:35, 16:24] = 255
    frame = frame_glyph(thick)
    assert frame is not None
    distance = measure_skeleton_distance(frame)
    assert distance.shape == (FRAME, FRAME)
    assert distance[FRAME // 2].min() == 0
    assert distance[FRAME // 2, 2] > 100


@pytest.mark.parametrize("glyph", [np.zeros((28, 28), np.uint8), np.eye(28, dtype=np.uint8) * 90])
def test_a_glyph_without_ink_is_left_out(glyph: np.ndarray) -> None:
    """Blank or hardly inked pictures in a public set teach nothing."""
    assert frame_glyph(glyph) is None
