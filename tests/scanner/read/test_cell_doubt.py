"""Hidden cells: how far a reading is trusted where finger, lamp or fold may have taken ink."""

from __future__ import annotations

import shutil
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from dev.training.hidden_ink import Known, fit_weights
from scanner import scan_limits
from scanner.read.cell_doubt import MODEL, Weights, doubt_cell, load_cell_doubt
from scanner.read.networks import SEALS, ModelMissing
from scanner.sheet_reading import Answer

BLANK = Answer("", 0.999, (("", 0.999), ("1", 0.001)))
SEVEN = Answer("7", 0.999, (("7", 0.999), ("1", 0.001)))


def test_an_ordinary_cell_reads_as_it_reads() -> None:
    """Its rules are as dark as elsewhere, and so are those that a lamp makes a quarter paler."""
    doubt = load_cell_doubt()
    for answer in (BLANK, SEVEN):
        for faded in (0.0, 0.25):
            assert doubt_cell(answer, doubt.measure(answer, faded, 0.0), False) == answer


def test_the_less_is_seen_around_a_cell_the_less_it_is_trusted() -> None:
    """Blank cells lose most: ink that is seen is hardly hidden. Cells without any rule are never sure."""
    doubt = load_cell_doubt()
    for answer in (BLANK, SEVEN):
        seen = [doubt_cell(answer, doubt.measure(answer, faded, 0.0), False) for faded in np.linspace(0, 1, 11)]
        assert all(one.confidence >= other.confidence for one, other in pairwise(seen))
        assert "doubtful" in seen[-1].flags
        assert seen[-1].confidence < 0.7
    assert doubt.measure(BLANK, 0.7, 0.0) > 2 * doubt.measure(SEVEN, 0.7, 0.0)


def test_a_spot_of_light_inside_clear_rules_is_told() -> None:
    """It may have taken a sign or a digit, but not one in two: what is read stays likelier than not."""
    doubt = load_cell_doubt()
    seven = doubt_cell(SEVEN, doubt.measure(SEVEN, 0.3, 0.6), False)
    assert seven.flags == ("doubtful",)
    assert seven.confidence > 0.9
    assert doubt_cell(BLANK, doubt.measure(BLANK, 0.1, 1.0), False).confidence < 0.9


def test_the_line_of_a_fold_may_be_no_ink() -> None:
    """Then the cell may be blank, whatever is seen around it."""
    stroke = Answer("/", 1.0, (("/", 1.0),))
    folded = doubt_cell(stroke, 0.0, True)
    assert folded.confidence == scan_limits.FOLD_TRUST
    assert dict(folded.candidates) == {"/": scan_limits.FOLD_TRUST, "": scan_limits.FOLD_BLANK}


def test_a_damaged_file_of_weights_is_told(tmp_path: Path) -> None:
    """Other weights would trust hidden cells without anybody noticing."""
    shutil.copy(MODEL.with_name(SEALS), tmp_path)
    changed = tmp_path / MODEL.name
    changed.write_text(MODEL.read_text("utf-8").replace("-7", "-9"), "utf-8")
    with pytest.raises(ModelMissing, match="install Kiebitz again"):
        load_cell_doubt(changed)


def test_the_fit_finds_the_weights_that_made_the_cells() -> None:
    """Of 4,000 drawn cells: how often each is right then differs by a few percent at most."""
    rng, true = np.random.default_rng(3), Weights(-6.0, 8.0, 4.0)
    cells = []
    for _ in range(4000):
        faded, spot = float(rng.random()), float(rng.choice([0.0, 0.5]))
        right = bool(rng.random() < 0.95 * (1 - true.measure_doubt(faded, spot)))
        cells.append(Known(False, 0.95, right, faded, spot))
    found = fit_weights(cells)
    for faded, spot in ((0.0, 0.0), (0.5, 0.0), (0.5, 0.5), (0.8, 0.0), (1.0, 0.5)):
        assert found.measure_doubt(faded, spot) == pytest.approx(true.measure_doubt(faded, spot), abs=0.06)
