"""The model card's figures: texts laid side by side, shares by character and length, calibration."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dev.benchmarks.card import card, write_card
from dev.benchmarks.photographed import Cell, Sheet
from dev.benchmarks.reliability import told
from dev.benchmarks.written import CHARACTERS, NOTHING, pairs
from dev.training.measure import bands, calibration_error

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
    assert [pair for pair in pairs(written, read) if pair[0] != pair[1]] == changes


@given(texts, texts)
def test_both_texts_are_laid_side_by_side_whole(written: str, read: str) -> None:
    """No character is lost, equal texts have no change, and never are there more changes than characters."""
    found = list(pairs(written, read))
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
    """Hands, kinds of cells, characters and confusions."""
    text = "\n".join(card({"anna": CELLS, "bernd": CELLS[1:]}))
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in text.splitlines() if line[:1] == "|"]
    by_name = {row[0]: row[1:] for row in rows}
    assert by_name["anna"][:2] == ["3 of 4", "75.00 %"]
    assert by_name["bernd"][:2] == ["3 of 3", "100.00 %"]
    assert by_name["two digits"][0] == "0 of 1"
    assert by_name["two digits, signed"][0] == "2 of 2"
    assert by_name["a slash"][0] == by_name["nothing"][0] == "2 of 2"
    two = next(row for row in rows if row[0] == "`2`")
    assert two[1] == "2 of 3"
    assert two[4] == "9 1"


def test_confidence_is_held_against_what_is_right() -> None:
    """Ten cells of 0.8, six of them right, are 0.2 off; certainty that is right is not."""
    doubtful = [Cell("a", "", "1", "1" if number < 6 else "7", 0.8) for number in range(10)]
    certain = [Cell("a", "", "1", "1", 1.0)] * 10
    assert calibration_error(told(doubtful)) == pytest.approx(0.2)
    assert calibration_error(told(doubtful + certain)) == pytest.approx(0.1)
    assert [(band.mean, band.right, band.cells) for band in bands(told(doubtful + certain))] == [
        (pytest.approx(0.8), 6, 10),
        (1.0, 10, 10),
    ]


def test_page_and_diagram_are_written(tmp_path: Path) -> None:
    """The diagram has a square for each hand and a dot for each band."""
    sheets = [Sheet("a", "", "clean", "<anna>", {}, tuple(CELLS)), Sheet("b", "", "clean", "bernd", {}, tuple(CELLS))]  # type: ignore[arg-type]  # counts are not looked at
    write_card(sheets, tmp_path)
    root = ElementTree.fromstring((tmp_path / "images" / "calibration.svg").read_text("utf-8"))
    assert len(root.findall("{*}circle")) == 4
    assert "images/calibration.svg" in (tmp_path / "model-figures.md").read_text("utf-8")
