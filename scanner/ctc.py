"""From the network's columns to whole numbers with probabilities: CTC prefix beam search.

Hannun et al., "First-pass large vocabulary continuous speech recognition using bi-directional recurrent DNNs", 2014,
algorithm 1, without a language model: no rule of the game enters here.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

BEAM = 16
"""Prefixes kept per column; with 8 the third candidate of a smeared number was lost at times, with 16 never."""
_FAINT = 1e-5
"""Characters less likely than this in a column are not followed there."""
_Beams = dict[str, tuple[float, float]]


def decode(columns: NDArray[np.float32], alphabet: str) -> list[tuple[str, float]]:
    """The likeliest texts, best first, for columns (T, 1 + len(alphabet)) of probabilities; class 0 is the blank."""
    beams: _Beams = {"": (1.0, 0.0)}
    for column in columns:
        beams = _step(beams, column, alphabet)
    totals = ((text, blank + char) for text, (blank, char) in beams.items())
    return sorted((item for item in totals if item[1] > 0), key=lambda item: -item[1])


def _step(beams: _Beams, column: NDArray[np.float32], alphabet: str) -> _Beams:
    """One column further: each prefix stays (blank, or its last character again) or grows by a character."""
    blank = float(column[0])
    seen = [(alphabet[i - 1], float(column[i])) for i in np.flatnonzero(column > _FAINT) if i]
    grown: dict[str, list[float]] = {}
    for text, (ends_blank, ends_char) in beams.items():
        here = grown.setdefault(text, [0.0, 0.0])
        here[0] += (ends_blank + ends_char) * blank
        for char, chance in seen:
            repeated = text.endswith(char)
            if repeated:
                here[1] += ends_char * chance
            grown.setdefault(text + char, [0.0, 0.0])[1] += (
                ends_blank if repeated else ends_blank + ends_char
            ) * chance
    best = sorted(grown.items(), key=lambda item: -sum(item[1]))[:BEAM]
    return {text: (pair[0], pair[1]) for text, pair in best}
