"""The model card's figures: texts laid side by side, shares by character and length, calibration."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dev.benchmarks.read.card import (
    CHARACTERS,
    NOTHING,
    align_texts,
    draw_calibration,
    format_card,
    group_by_writer,
    pair_confidence,
)
from dev.benchmarks.read.photographed import Cell, Sheet
from dev.training.calibrate import measure_calibration_error, split_bands

texts = st.text(CHARACTERS, max_size=5)


@pytest.mark.parametrize(
    ("written", "read", "changes"),
    [
        ("-50", "50", [("-", NOTHING)]),
        ("21", "91", [("2", "9")]),
        ("8", "/", [("8", "/")]),
        ("", "5", [(NOTHING, "5")]),
        ("-12", "-1", [("2", NOTHING)]),
        ("58", "+58", [(NOTHING, "+")]),
    ],
)
def test_what_was_taken_for_what(written: str, read: str, changes: list[tuple[str, str]]) -> None:
    """A character lost, one read as another, one too many."""
    assert [pair for pair in align_texts(written, read) if pair[0] != pair[1]] == changes


@given(texts, texts)
def test_both_texts_are_laid_side_by_side_whole(written: str, read: str) -> None:
    """No character is lost, equal texts have no change, and never are there more changes than characters."""
    found = list(align_texts(written, read))
    assert "".join(one for one, _ in found if one != NOTHING) == written
    assert "".join(other for _, other in found if other != NOTHING) == read
    changes = sum(one != other for one, other in found)
    assert (changes == 0) == (written == read)
    assert abs(len(written) - len(read)) <= changes <= max(len(written), len(read))


CELLS = [
    Cell("a", "g01.p1", "21", "91", 0.62),
    Cell("a", "g01.p2", "-21", "-21", 0.98),
    Cell("a", "g01.p3", "/", "/", 0.99),
    Cell("a", "g01.p4", "", "", 1.0),
]


def test_every_part_of_the_card_counts_the_cells() -> None:
    """There is a line for each hand, each length and each character."""
    text = "\n".join(format_card({"anna": CELLS, "bernd": CELLS[1:]}))
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in text.splitlines() if line[:1] == "|"]
    by_name = {row[0]: row[1:] for row in rows}
    assert by_name["anna"][0].startswith("3 of 4, 75.00% (")
    assert by_name["bernd"][0].startswith("3 of 3, 100.00% (")
    assert by_name["two digits"][0].startswith("0 of 1,")
    assert by_name["two digits, signed"][0].startswith("2 of 2,")
    assert by_name["a slash"][0] == by_name["nothing"][0]
    assert by_name["`2`"][0].startswith("2 of 3,")
    assert by_name["`2`"][1] == "9 1"


def test_confidence_is_held_against_what_is_right() -> None:
    """Ten cells of 0.8, six of them right, are 0.2 off; certainty that is right is not."""
    doubtful = [Cell("a", "", "1", "1" if number < 6 else "7", 0.8) for number in range(10)]
    certain = [Cell("a", "", "1", "1", 1.0)] * 10
    assert measure_calibration_error(pair_confidence(doubtful)) == pytest.approx(0.2)
    assert measure_calibration_error(pair_confidence(doubtful + certain)) == pytest.approx(0.1)
    assert [(band.mean, band.right, band.cells) for band in split_bands(pair_confidence(doubtful + certain))] == [
        (pytest.approx(0.8), 6, 10),
        (1.0, 10, 10),
    ]


def test_the_diagram_has_a_square_for_each_hand(tmp_path: Path) -> None:
    """Its titles name the hands, and the same cells give the same file."""
    sheets = [
        Sheet("a", "", "clean", "<anna>", Counter(), tuple(CELLS)),
        Sheet("b", "", "clean", "bernd", Counter(), tuple(CELLS)),
    ]
    files = [tmp_path / "images" / name for name in ("one.svg", "other.svg")]
    for file in files:
        draw_calibration(group_by_writer(sheets), file)
    texts = ElementTree.parse(files[0]).getroot().itertext()
    assert [text.split(":")[0] for text in texts if "4 cells" in text] == ["<anna>", "bernd"]
    assert files[0].read_bytes() == files[1].read_bytes()
