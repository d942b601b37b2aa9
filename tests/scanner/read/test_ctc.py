"""The prefix beam search against the definition of CTC: the sum over every path."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scanner.read.networks import decode_columns, weigh_texts

ALPHABET = "1-"


def by_every_path(columns: np.ndarray) -> dict[str, float]:
    """CTC's definition: merge repeats, drop blanks, add up the paths' probabilities."""
    totals: dict[str, float] = {}
    for path in itertools.product(range(columns.shape[1]), repeat=len(columns)):
        merged = [symbol for symbol, _ in itertools.groupby(path)]
        text = "".join(ALPHABET[symbol - 1] for symbol in merged if symbol)
        chance = float(np.prod([columns[t, symbol] for t, symbol in enumerate(path)]))
        totals[text] = totals.get(text, 0.0) + chance
    return totals


@given(st.lists(st.tuples(*[st.floats(0.05, 1.0)] * 3), min_size=1, max_size=4))
def test_probabilities_are_the_sum_over_all_paths(weights: list[tuple[float, ...]]) -> None:
    """With so few columns no prefix is pruned, so the search must be exact."""
    columns = np.array(weights, np.float32)
    columns /= columns.sum(1, keepdims=True)
    true = by_every_path(columns)
    for text, chance in decode_columns(columns, ALPHABET):
        assert chance == pytest.approx(true[text], rel=1e-4, abs=1e-6)


def test_a_repeated_digit_needs_a_gap_between() -> None:
    """ "11" is two ones only when a blank column parts them."""
    one, gap = [0.001, 0.998, 0.001], [0.998, 0.001, 0.001]
    assert decode_columns(np.array([one, one, one], np.float32), ALPHABET)[0][0] == "1"
    assert decode_columns(np.array([one, gap, one], np.float32), ALPHABET)[0][0] == "11"


def test_candidates_come_best_first() -> None:
    """The second reading of a smeared sign is kept, with its share."""
    texts = decode_columns(np.array([[0.0, 0.7, 0.3]], np.float32), ALPHABET)
    assert texts[0] == ("1", pytest.approx(0.7))
    assert texts[1] == ("-", pytest.approx(0.3))


@given(st.lists(st.lists(st.tuples(*[st.floats(0.05, 1.0)] * 3), min_size=1, max_size=4), max_size=3))
def test_known_texts_are_weighed_exactly(cells: list[list[tuple[float, ...]]]) -> None:
    """Cells of any widths together: each text's probability is the sum over all paths, the likeliest first."""
    columns = [np.array(weights, np.float32) / np.sum(weights, 1, keepdims=True, dtype=np.float32) for weights in cells]
    texts = [["", "1", "-", "11", "-1", "1-1-"]] * len(cells)
    for told, cell in zip(weigh_texts(columns, texts, ALPHABET), columns, strict=True):
        true = by_every_path(cell)
        assert {text: pytest.approx(true.get(text, 0.0), rel=1e-4, abs=1e-6) for text in texts[0]} == dict(told)
        assert told == sorted(told, key=lambda item: -item[1])


def test_search_and_weighing_agree() -> None:
    """What the search finds is weighed alike; the search drops faint ways there, so it says a little less."""
    columns = np.random.default_rng(3).dirichlet([0.05] * 3, 12).astype(np.float32)
    found = dict(decode_columns(columns, ALPHABET)[:4])
    weighed = dict(weigh_texts([columns], [list(found)], ALPHABET)[0])
    assert weighed == pytest.approx(found, rel=0.05)
    assert all(weighed[text] > found[text] * (1 - 1e-6) for text in found)
