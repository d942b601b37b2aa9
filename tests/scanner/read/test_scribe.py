"""A writer's clear cells help to read the doubtful ones, and only these."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from scanner.read.cell_ink import CellLook
from scanner.read.judge_texts import judge_views, sharpen_answers
from scanner.read.networks import MOST, CellScores, Floats, ModelMissing, Scribe, Usual, write_seal
from scanner.read.read_numbers import SURE, DigitReader
from tests.scanner.read.test_digits import cell

BLANK, ONE, SEVEN = 0, 2, 8
CLASSES, WIDTH = 15, 2


def usual() -> Usual:
    """Ones lie at (2, 0), sevens at (-2, 0); the second feature is a matter of the hand."""
    means = np.zeros((CLASSES, WIDTH), np.float32)
    means[ONE], means[SEVEN] = (2, 0), (-2, 0)
    return Usual(means, np.eye(WIDTH, dtype=np.float32))


def column(character: int, lead: float, features: tuple[float, float], other: int = SEVEN) -> CellScores:
    """A cell of blank, character, blank; `lead`: by how much the character's score leads over `other`'s."""
    logits = np.full((3, CLASSES), -20, np.float32)
    logits[[0, 2], BLANK] = 0
    logits[1, character], logits[1, other] = lead, 0
    seen = np.zeros((3, WIDTH), np.float32)
    seen[1] = features
    return CellScores(logits, seen)


def test_who_shows_nothing_gains_nothing() -> None:
    """Without clear cells the scribe is the usual writer."""
    gain = Scribe.of(usual(), []).measure_gain(np.ones((4, WIDTH), np.float32))
    assert not gain.any()


def test_this_writers_ones_are_told_by_what_the_clear_ones_have_in_common() -> None:
    """Fifty clear ones with a flag (second feature 3): a doubtful column with it is rather a one."""
    scribe = Scribe.of(usual(), [(ONE, np.array([2, 3], np.float32))] * 50)
    flagged, plain = scribe.measure_gain(np.array([[0, 3], [0, -3]], np.float32))
    assert flagged[ONE] > 1
    assert plain[ONE] < -1
    assert flagged[SEVEN] == plain[SEVEN] == 0


def test_few_cells_say_little() -> None:
    """One clear cell moves less than twenty, and nothing more than the most."""
    far = np.array([[0, 40]], np.float32)
    one, twenty, many = (
        Scribe.of(usual(), [(ONE, np.array([2, 3], np.float32))] * count).measure_gain(far)[0, ONE]
        for count in (1, 20, 500)
    )
    assert 0 < one < twenty <= many == MOST


def test_the_likeliest_path_is_told_character_by_character() -> None:
    """Two columns of one character are one; the feature is of the column in which it leads most."""
    logits = np.full((6, CLASSES), -9, np.float32)
    for place, (character, score) in enumerate([(0, 0), (ONE, 1), (ONE, 5), (0, 0), (ONE, 2), (SEVEN, 3)]):
        logits[place, character] = score
    features = np.arange(6, dtype=np.float32)[:, None]
    assert [(one, float(at[0])) for one, at in CellScores(logits, features).find_characters()] == [
        (ONE, 2),
        (ONE, 4),
        (SEVEN, 5),
    ]
    assert CellScores(logits[:1], features[:1]).find_characters() == []


class Canned(DigitReader):
    """A reader to whom the network shows what it is told to."""

    def __init__(self, cells: Sequence[CellScores], again: CellScores) -> None:
        super().__init__(None, usual(), "0123456789+-/~", 1.0)
        self.cells, self.again = list(cells), again

    def view_cells(self, inks: Sequence[Floats]) -> list[CellScores]:
        """The cells at first, then the doubtful one from other crops."""
        shown = self.cells or [self.again] * len(inks)
        self.cells = []
        return shown


def test_a_doubtful_cell_is_read_like_the_writers_clear_ones() -> None:
    """Alone it is a seven by a hair; among forty clear ones with the same flag it is a one, and those stay as they
    are."""
    doubtful = column(SEVEN, 0.3, (0.0, 3.0), other=ONE)
    crop: NDArray[np.uint8] = np.full((40, 60), 255, np.uint8)
    crop[8:32, 28:32] = 0
    alone = Canned([doubtful], doubtful).read([crop], ["points"])
    clear = [column(ONE, 9.0, (2.0, 3.0))] * 40
    together = Canned([doubtful, *clear], doubtful).read([crop] * 41, ["points"] * 41)
    assert (alone[0].text, together[0].text) == ("7", "1")
    assert together[0].confidence > alone[0].confidence
    assert {(got.text, got.confidence >= SURE) for got in together[1:]} == {("1", True)}


def test_a_clear_cell_is_never_read_again() -> None:
    """With the shipped model: what is clear reads alike to the last digit, alone and among others."""
    crops = [cell(text, height) for height in (96, 120) for text in ("1", "12", "-18", "60", "3", "-25", "38", "5")]
    reader = DigitReader.load()
    looks = reader.view_cells([CellLook.at(crop).ink for crop in crops])
    at_first = [judge_views([reader._decode_texts(look)], "points") for look in looks]
    together = reader.read(crops, ["points"] * len(crops))
    alone = [reader.read([crop], ["points"])[0] for crop in crops]
    clear = [n for n, got in enumerate(at_first) if got.confidence >= SURE]
    assert len(clear) > 5
    as_seen = sharpen_answers([at_first[n] for n in clear], reader._power)
    assert [alone[n] for n in clear] == [together[n] for n in clear] == as_seen


def test_a_broken_file_of_the_usual_writer_is_a_broken_installation(tmp_path: Path) -> None:
    """Text instead of numbers, and a pickle, are refused with the remedy."""
    (tmp_path / "digits.npz").write_text("no numbers")
    write_seal(tmp_path / "digits.npz")
    with pytest.raises(ModelMissing, match="install Kiebitz again"):
        Usual.load(tmp_path / "digits.npz")
    np.savez(tmp_path / "other.npz", means=np.array([{}], dtype=object), precision=np.eye(2))
    write_seal(tmp_path / "other.npz")
    with pytest.raises(ModelMissing):
        Usual.load(tmp_path / "other.npz")
