"""Turns what a cell's views spell into one answer: which texts its field can hold, how likely each is, its flags."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from math import log

from scanner.read.networks import Texts
from scanner.sheet_reading import Answer, Flag, Sign
from templates.layout import FieldKind

AGAIN = 0.98
"""Cells read with less confidence are read again from changed crops. With 0.999 as many of 13,991 photographed cells
are right, and 1 instead of 3 of some 11,200 sure ones wrong, for four times as many crops."""
MESS = "~"
"""The network's character for ink that is struck out, scribbled or written over."""
OTHER = "?"
"""The network's character for ink that is neither a digit nor a sign."""
UNREAD = 0.6
"""A cell cut whole that is read with less confidence takes nothing from a sure reading."""
MESSY, CLEARLY = 0.29, 0.3
"""A person looks at a cell whose odds of struck-out or overwritten ink exceed `MESSY` times the odds of its number to
the power `CLEARLY`: what is read clearly is less often messy. Of 235 such cells 184 are told, among them 67 of the 85
that are misread, and 149 of 30,159 others. By a probability of 0.2 alone it is 181, 58 and 254."""
KEPT = 8
"""Candidates kept per cell."""
SUSPECT, OVERLOOKED, HALF = 1e-3, 3e-3, 0.03
"""Probabilities of what is no number in a number of several digits: from the first on it is looked at again, from the
second on it speaks against the number, and from the last on as much as it can. The network overlooks three decimals in
four, but of 107 that it read as sure numbers 85 had more than the first, and of 1,714 others 144."""
TRUSTED = 0.9
"""Numbers with less confidence are doubted already: what is washed out is a little like anything."""


def judge_views(views: Sequence[Texts], kind: FieldKind) -> Answer:
    """The views' probabilities averaged. The mess character becomes a flag, the rest is the text. What has a part that
    is no digit, however its digits are read, is no number: ½, 24,7, a word.
    """
    chances = _average_texts([(_drop_mess(text), chance) for text, chance in scores] for scores in views)
    mess, other = (_measure_share(views, character) for character in (MESS, OTHER))
    ranked = _rank_texts({text: chance for text, chance in chances.items() if _is_possible(text, kind)})
    best, confidence = ranked[0] if ranked else ("", 0.0)
    illegible = max(chances.get(MESS, 0.0), other) > confidence or not ranked
    messy = _measure_odds(mess) > MESSY * _measure_odds(confidence) ** CLEARLY
    flags: list[Flag] = ["illegible"] if illegible else ["overwritten"] if messy else []
    signs: dict[Sign, float] = {"torn": 1 - _measure_agreement(views, best)} if len(views) > 1 else {}
    return Answer(*(("", 0.0) if illegible else (best, confidence)), ranked, tuple(flags), signs)


def may_be_decimal(got: Answer, views: Sequence[Texts]) -> bool:
    """Whether a number of several digits is trusted whose views are not quite sure that it is one."""
    several = got.confidence >= TRUSTED and len(got.text.strip("+-")) > 1
    return several and _measure_share(views, OTHER) >= SUSPECT


def measure_oddness(views: Sequence[Texts]) -> float:
    """How much (0..1) speaks for a decimal whose point was overlooked: the views' probability of what is no number, on
    a scale of its logarithm."""
    share = max(_measure_share(views, OTHER), OVERLOOKED)
    return min(log(share / OVERLOOKED) / log(HALF / OVERLOOKED), 1.0)


def _measure_share(views: Sequence[Texts], character: str) -> float:
    """The probability (0..1) of the texts with this character, averaged over the views."""
    return sum(chance / len(views) for scores in views for text, chance in scores if character in text)


def _measure_odds(chance: float) -> float:
    """The odds of a probability (0..1)."""
    return chance / max(1 - chance, 1e-9)


def _drop_mess(text: str) -> str:
    """The text without the mess character; a text of nothing else is one mess."""
    return text.replace(MESS, "") if text.strip(MESS) else text[:1]


def _average_texts(several: Iterable[Iterable[tuple[str, float]]]) -> dict[str, float]:
    """The mean probability of each text."""
    views, chances = list(several), dict[str, float]()
    for scores in views:
        for text, chance in scores:
            chances[text] = chances.get(text, 0.0) + chance / len(views)
    return chances


def _rank_texts(chances: Mapping[str, float]) -> tuple[tuple[str, float], ...]:
    """The candidates that are kept, the likeliest first."""
    return tuple(sorted(chances.items(), key=lambda item: -item[1])[:KEPT])


def _measure_agreement(views: Sequence[Texts], best: str) -> float:
    """Share of the views (0..1) whose likeliest text is `best`."""
    return sum(bool(scores) and scores[0][0].replace(MESS, "") == best for scores in views) / len(views)


def _is_possible(text: str, kind: FieldKind) -> bool:
    """Whether a field of this kind can hold this text: a sign comes first, a slash or a dash is alone."""
    body = text[1:] if text[:1] in ("+", "-") and kind == "points" else text
    return text in ("", "/", "-") or (body.isdigit() and body.isascii() and (len(body) == 1 or kind != "digit"))


def sharpen_answers(answers: Sequence[Answer], power: float) -> list[Answer]:
    """The answers with their candidates' probabilities raised to `power`.

    Averaging several crops and damping the scribe leave too much doubt; the power is fitted after both. The rest of the
    probability, up to 1, belongs to struck-out ink and to texts that the field cannot hold. In a cell without a flag a
    small rest means nothing for its number, and a large one a lot: so its square is used.
    """
    return [_sharpen_answer(got, power) for got in answers]


def _sharpen_answer(got: Answer, power: float) -> Answer:
    raised = [chance**power for _, chance in got.candidates]
    total = sum(chance for _, chance in got.candidates)
    scale = (total if got.flags else 1.0 - max(0.0, 1.0 - total) ** 2) / (sum(raised) or 1.0)
    candidates = tuple((text, chance * scale) for (text, _), chance in zip(got.candidates, raised, strict=True))
    return replace(got, candidates=candidates, confidence=candidates[0][1] if got.confidence else 0.0)


def combine_answers(cut: Answer, whole: Answer) -> Answer:
    """One answer for a cell that was read twice: as it was cut, and whole with its ink beyond the border. A correct
    reading is the same in both. What is sure as it was cut stays so beside a whole one that is not, unless that has
    more.
    """
    if cut.confidence >= AGAIN and whole.confidence < UNREAD and not adds_at_side(whole, cut):
        return cut
    ranked = _rank_texts(_average_texts([cut.candidates, whole.candidates]))
    best, confidence = ranked[0] if ranked and cut.confidence else (cut.text, cut.confidence)
    both = Answer(best, confidence, ranked, cut.flags, cut.signs)
    return both.add_signs({**whole.signs, "differs": cut.text != whole.text})


def adds_at_side(whole: Answer, cut: Answer) -> bool:
    """Whether a cell that was cut whole has what was read of it before, and something beside it."""
    return len(whole.text) > len(cut.text) and whole.text.startswith(cut.text) | whole.text.endswith(cut.text)
