"""What the pipeline asks of a reader of number cells.

What the recogniser's scores say about one number cell, and when they are not to be believed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from statistics import median
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from scanner.sheet_reading import Flag
from templates.layout import FieldKind


class Written(Protocol):
    """What a reader says about one number cell. The fields are those of `scanner.sheet_reading.Reading`."""

    @property
    def text(self) -> str:
        """What stands there."""
        ...

    @property
    def confidence(self) -> float:
        """Its probability."""
        ...

    @property
    def candidates(self) -> tuple[tuple[str, float], ...]:
        """(text, probability), best first."""
        ...

    @property
    def flags(self) -> tuple[Flag, ...]:
        """What a person should know."""
        ...


class NumberReader(Protocol):
    """Reads number cells in one batch; `scanner.read.read_numbers.DigitReader` is one."""

    def read(self, crops: Sequence[NDArray[np.uint8]], kinds: Sequence[FieldKind]) -> Sequence[Written]:
        """One answer per crop (h, w) uint8 grey."""
        ...


MESS = "~"
"""The network's character for ink that is struck out, scribbled or written over."""
DOUBT = 0.6
"""Below this share of agreement among the changed crops the cell is flagged as doubtful."""
MESSY = 0.3
"""Probability of struck-out or overwritten ink from which a person looks at the cell."""
FAINT = 0.28
"""Ink fainter than this share of the sheet's usual ink may shine through from the back. On 80 photographs of a thin
magazine what shone through had at most 0.26, and written digits at least 0.29. Of 12,044 composed cells none has less
than 0.28."""
KNOWN = 0.99
"""Confidence of the cells that show how black the sheet's ink is."""
ENOUGH = 5
"""How many such cells there must be."""
KEPT = 8
"""Candidates kept per cell."""
Scores = list[tuple[str, float]]


@dataclass(frozen=True, slots=True)
class NumberAnswer:
    """What stands in one number cell. The fields are those of `scanner.sheet_reading.Reading`."""

    text: str
    confidence: float
    candidates: tuple[tuple[str, float], ...]
    flags: tuple[Flag, ...]


def judge_views(views: Sequence[Scores], kind: FieldKind) -> NumberAnswer:
    """Averages the views' probabilities. The mess character becomes a flag, the rest is the text."""
    chances: dict[str, float] = {}
    mess = 0.0
    for scores in views:
        for text, chance in scores:
            if MESS in text:
                mess += chance / len(views)
            plain = text.replace(MESS, "") if text.strip(MESS) else text[:1]
            chances[plain] = chances.get(plain, 0.0) + chance / len(views)
    ranked = sorted(((text, p) for text, p in chances.items() if _is_possible(text, kind)), key=lambda item: -item[1])[
        :KEPT
    ]
    scribble = chances.get(MESS, 0.0)
    best, confidence = ranked[0] if ranked else ("", 0.0)
    flags: list[Flag] = []
    if scribble > confidence or not ranked:
        flags.append("illegible")
    elif mess > MESSY:
        flags.append("overwritten")
    if len(views) > 1 and _measure_agreement(views, best) < DOUBT:
        flags.append("doubtful")
    return NumberAnswer(
        "" if "illegible" in flags else best, 0.0 if "illegible" in flags else confidence, tuple(ranked), tuple(flags)
    )


def _measure_agreement(views: Sequence[Scores], best: str) -> float:
    """Share of the views (0..1) whose likeliest text is `best`."""
    return sum(bool(scores) and scores[0][0].replace(MESS, "") == best for scores in views) / len(views)


def _is_possible(text: str, kind: FieldKind) -> bool:
    """Whether a field of this kind can hold this text: a sign stands first, a slash or a dash alone."""
    body = text[1:] if text[:1] in ("+", "-") and kind == "points" else text
    return text in ("", "/", "-") or (body.isdigit() and body.isascii() and (len(body) == 1 or kind != "digit"))


def sharpen_answers(answers: Sequence[NumberAnswer], power: float) -> list[NumberAnswer]:
    """The answers with their candidates' probabilities raised to `power`.

    Averaging several crops and believing the scribe less leave more doubt than is due; the power is fitted after both.
    What the candidates lack to 1 belongs to struck-out ink and to texts that the field cannot hold. In a cell without a
    flag a little of that says nothing about its number, and much says a lot: it counts by its square.
    """
    return [_sharpen_answer(got, power) for got in answers]


def _sharpen_answer(got: NumberAnswer, power: float) -> NumberAnswer:
    raised = [chance**power for _, chance in got.candidates]
    total = sum(chance for _, chance in got.candidates)
    scale = (total if got.flags else 1.0 - max(0.0, 1.0 - total) ** 2) / (sum(raised) or 1.0)
    candidates = tuple((text, chance * scale) for (text, _), chance in zip(got.candidates, raised, strict=True))
    return replace(got, candidates=candidates, confidence=candidates[0][1] if got.confidence else 0.0)


def doubt_faint(answers: Sequence[NumberAnswer], blacks: Sequence[float]) -> list[NumberAnswer]:
    """The answers of one sheet. Those whose ink is much fainter than usual become doubtful: such a cell may be blank.

    `blacks`: how black the darkest spot of each cell is (0..1). The darkest hundredth of the cell would not do: of a
    short dash not all of it is ink, so the dash would look faint.
    """
    known = [black for got, black in zip(answers, blacks, strict=True) if got.text and got.confidence >= KNOWN]
    least = FAINT * median(known) if len(known) >= ENOUGH else 0.0
    return [
        _doubt_as_blank(got) if got.text and black < least else got for got, black in zip(answers, blacks, strict=True)
    ]


def _doubt_as_blank(got: NumberAnswer) -> NumberAnswer:
    """The answer of a cell that is as likely blank as what was read."""
    chances = {text: chance / 2 for text, chance in got.candidates}
    chances[""] = chances.get("", 0.0) + 0.5
    ranked = sorted(chances.items(), key=lambda item: -item[1])[:KEPT]
    return NumberAnswer(*ranked[0], tuple(ranked), _add_doubt(got))


def doubt_answer(got: Written) -> NumberAnswer:
    """The answer of a cell that was not cut where it stands: it may not count as sure."""
    candidates = tuple((text, chance / 2) for text, chance in got.candidates)
    return NumberAnswer(got.text, got.confidence / 2, candidates, _add_doubt(got))


def combine_answers(cut: Written, whole: Written) -> NumberAnswer:
    """One answer for a cell that was read twice: as it was cut, and whole with its ink beyond the border. A true
    reading survives both.
    """
    chances = {text: chance / 2 for text, chance in cut.candidates}
    for text, chance in whole.candidates:
        chances[text] = chances.get(text, 0.0) + chance / 2
    ranked = sorted(chances.items(), key=lambda item: -item[1])[:KEPT]
    best, confidence = ranked[0] if ranked and cut.confidence else (cut.text, cut.confidence)
    return NumberAnswer(best, confidence, tuple(ranked), cut.flags if cut.text == whole.text else _add_doubt(cut))


def _add_doubt(got: Written) -> tuple[Flag, ...]:
    return tuple(dict.fromkeys((*got.flags, "doubtful")))
