"""One doubt a cell: how far a reading is trusted where finger, lamp, fold, cut or ink speak against it."""

from __future__ import annotations

import shutil
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from dev.training.fit_doubt import Known, fit_weights
from scanner.read.cell_doubt import MODEL, Doubt, Weights, load_cell_doubt
from scanner.read.networks import SEALS, ModelMissing
from scanner.sheet_reading import Answer, Sign

BLANK = Answer("", 0.999, (("", 0.999), ("1", 0.001)))
SEVEN = Answer("7", 0.999, (("7", 0.999), ("1", 0.001)))


def judge(answer: Answer, **signs: float) -> Answer:
    """A number cell's answer after the shipped weights have seen these signs."""
    return load_cell_doubt().judge(answer.add_signs(signs), box=False)  # type: ignore[arg-type]  # names of signs


def test_an_ordinary_cell_reads_as_it_reads() -> None:
    """Its rules are as dark as elsewhere, and so are those that a lamp makes a quarter paler."""
    for answer in (BLANK, SEVEN):
        for faded in (0.0, 0.25):
            judged = judge(answer, faded=faded)
            assert (judged.text, judged.flags) == (answer.text, ())
            assert judged.confidence > 0.99


def test_the_less_is_seen_around_a_cell_the_less_it_is_trusted() -> None:
    """Blank cells without any rule are never sure; ink that is seen is hardly hidden."""
    for answer in (BLANK, SEVEN):
        seen = [judge(answer, faded=float(faded)) for faded in np.linspace(0, 1, 11)]
        assert all(one.candidates[0][1] >= other.candidates[0][1] for one, other in pairwise(seen))
        assert seen[-1].confidence < seen[0].confidence - 0.003
    assert judge(BLANK, faded=1.0).confidence < 0.9
    assert judge(BLANK, faded=0.8).confidence < judge(SEVEN, faded=0.8).confidence


@pytest.mark.parametrize("sign", ["spot", "creased", "faint", "torn", "neighbours", "beside", "odd"])
def test_no_sign_makes_a_number_surer(sign: Sign) -> None:
    """Each of them alone, as strong as it comes."""
    assert judge(SEVEN, **{sign: 1.0}).candidates[0][1] <= judge(SEVEN).candidates[0][1] + 1e-3


@pytest.mark.parametrize("sign", ["faint", "neighbours", "beside"])
def test_ink_that_may_be_another_cells_may_be_none(sign: Sign) -> None:
    """Then the cell may be blank, and that is a candidate; nothing is sure."""
    judged = judge(SEVEN, **{sign: 1.0})
    assert judged.flags == ("doubtful",)
    assert judged.confidence < 0.95
    assert dict(judged.candidates)[""] > 0.03


def test_what_may_be_a_decimal_stays_what_was_read_but_never_sure() -> None:
    """Half of the way to a point that is as clear as it can be, it is doubtful; the cell is not taken for a blank."""
    read = Answer("247", 0.999, (("247", 0.999), ("241", 0.001)))
    half, whole = judge(read, odd=0.55), judge(read, odd=1.0)
    assert whole.confidence < half.confidence < 0.99
    assert (whole.text, whole.flags) == ("247", ("doubtful",))
    assert dict(whole.candidates)[""] < 0.05


def test_a_cross_on_the_line_of_a_fold_may_be_none() -> None:
    """Two in three of them are: the box is asked about. A number that a fold crosses is seldom its line."""
    cross = Answer("x", 0.999, (("x", 0.999), ("", 0.001)), signs={"creased": 1.0})
    judged = load_cell_doubt().judge(cross, box=True)
    assert judged.flags == ("doubtful",)
    assert min(dict(judged.candidates).values()) > 0.2
    assert 0.9 < judge(SEVEN, creased=1.0).confidence < 0.98


def test_what_is_lost_by_doubt_goes_to_a_blank_cell_or_to_nothing() -> None:
    """The shares come to 1 at most, and the likeliest text is the reading."""
    sure, never = Weights(40.0, {}), Weights(-40.0, {})
    gone = Doubt(sure, never, sure).judge(SEVEN)
    assert (gone.text, gone.confidence) == ("", pytest.approx(1.0))
    assert sum(share for _, share in Doubt(sure, never, never).judge(SEVEN).candidates) == pytest.approx(0.0)


def test_needless_doubt_goes_to_what_was_read() -> None:
    """The other candidates lose as much, each by its share."""
    got = Doubt(Weights(-40.0, {}), Weights(0.0, {}), Weights(-40.0, {})).judge(
        Answer("7", 0.6, (("7", 0.6), ("1", 0.3), ("9", 0.1)))
    )
    assert dict(got.candidates) == pytest.approx({"7": 0.8, "1": 0.15, "9": 0.05, "": 0.0})


def test_a_damaged_file_of_weights_is_told(tmp_path: Path) -> None:
    """Other weights would trust hidden cells without anybody noticing."""
    shutil.copy(MODEL.with_name(SEALS), tmp_path)
    changed = tmp_path / MODEL.name
    changed.write_text(MODEL.read_text("utf-8").replace("-", "", 1), "utf-8")
    with pytest.raises(ModelMissing, match="install Kiebitz again"):
        load_cell_doubt(changed)


def test_the_fit_finds_the_weights_that_made_the_cells() -> None:
    """Of 4,000 drawn cells: how often each is right then differs by a few percent at most."""
    rng, true = np.random.default_rng(3), Weights(-6.0, {"faded": 8.0, "spot": 4.0})
    cells = []
    for _ in range(4000):
        signs: dict[Sign, float] = {"faded": float(rng.random()), "spot": float(rng.choice([0.0, 0.5]))}
        right = bool(rng.random() < 0.95 * (1 - true.measure_chance(signs)))
        cells.append(Known("inked", 0.95, right, False, signs))
    (found,) = fit_weights(cells)
    for faded, spot in ((0.0, 0.0), (0.5, 0.0), (0.5, 0.5), (0.8, 0.0), (1.0, 0.5)):
        signs = {"faded": faded, "spot": spot}
        assert found.measure_chance(signs) == pytest.approx(true.measure_chance(signs), abs=0.06)
