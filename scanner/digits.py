"""Reads whole number cells: sign and digits, slash, blank, or a mess. One batch a sheet, through ONNX."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.answer import Digits, doubt_faint, doubted, judge, sharpened
from scanner.ctc import Texts, decode, weigh
from scanner.displaced import cut_off, ruled_through
from scanner.ink import HEIGHT_PX, darkness, stretched
from scanner.scribe import Column, Scribe, Seen, Usual
from scanner.session import ModelMissing as ModelMissing
from scanner.session import open_model
from templates.layout import FieldKind

MODEL = Path(__file__).with_name("model") / "digits.onnx"
AGAIN = 0.98
"""Cells read with less are read again from changed crops. With 0.999 as many of 13,991 photographed cells are right,
and 1 instead of 3 of some 11,200 sure ones wrong, for four times as many crops."""
SURE = 0.999
"""Cells that have less then are judged as this sheet's writer draws. With 0.995 as many are right, but 7 of the 12,380
that had 0.99 and more in the end were wrong."""
CLEAR = 0.97
"""From this confidence on a cell tells how its writer draws; 0.995 teaches the scribe a quarter less."""
ROUNDS = 2
"""Times that the scribe learns at most: what it makes clear at first tells it more the second time."""
HEARSAY = 1.55
"""What the scribe says is believed less: its scores are divided by so much more. At 1 it reads as well, but a few
misread twos teach it a wrong nine, and 2.0 % of one hand's right rows were blamed instead of 0.8 %; at 1.8 it asks
about a seventh more fields."""
HEARD = 10
"""Clear characters from which on the scribe is asked at all."""
UNHEARD = 1e-5
"""Texts less likely than this in every crop are not weighed again: the scribe would have to speak for them thrice."""
BARE = 0.06
"""A cell with nothing darker than this share of its paper is blank, without asking the network. On composed photographs
that held for 398 of 543 blank cells, and the faintest of 3,541 written ones had 0.114."""
RIM = 16
"""Bare paper, in pixels, that the network sees beside the ink; what lies further out is cut off, a third of what it
would have to look at. Of 14,330 cells 14,114 are right instead of 14,113, and of the surest 12,290 10 wrong instead of
9; with 12 px as many, but a corrected number of a real card is lost."""
_WIDTH_STEP, _PADDING, _EDGE = 8, 4, 4
Crop = NDArray[np.uint8]


class DigitReader:
    """The recogniser with its calibration. Build it once a process with `load`."""

    def __init__(self, session: Any, usual: Usual, alphabet: str, temperature: float, power: float = 1.0) -> None:
        self.session, self.usual, self._alphabet = session, usual, alphabet
        self._temperature, self._power = temperature, power

    @classmethod
    def load(cls, model: Path = MODEL, threads: int = 1) -> DigitReader:
        """Loads the model; `ModelMissing` with the remedy when that fails."""
        session, facts = open_model(model, threads)
        usual = Usual.load(model.with_suffix(".npz"))
        return cls(session, usual, str(facts["alphabet"]), float(facts["temperature"]), float(facts["power"]))

    def read(self, crops: Sequence[Crop], kinds: Sequence[FieldKind]) -> list[Digits]:
        """Reads cells (h, w) uint8 grey, each cut so that its printed rules lie at the border, of any size."""
        if not crops:
            return []
        darks = [darkness(crop) for crop in crops]
        views, texts, alone = self._alone(crops, darks, kinds)
        results = sharpened(self._by_the_writer(views, texts, alone, kinds), self._power)
        faint = doubt_faint(results, [float(_spots(dark).max()) for dark in darks])
        return [doubted(got) if _beside(got, dark) else got for got, dark in zip(faint, darks, strict=True)]

    def _alone(
        self, crops: Sequence[Crop], darks: Sequence[NDArray[np.float32]], kinds: Sequence[FieldKind]
    ) -> tuple[dict[int, list[Seen]], dict[int, list[Texts]], list[Digits]]:
        """What is seen in the inked cells, doubtful ones in changed crops too, the texts of each view, and the answers
        for all cells."""
        inked = [i for i, dark in enumerate(darks) if _spots(dark).max() > BARE]
        first = self.seen([_inked(darks[i]) for i in inked])
        views = {i: [seen] for i, seen in zip(inked, first, strict=True)}
        texts = {i: [self._texts(seen) for seen in looks] for i, looks in views.items()}
        results = [judge(texts.get(i, [_NOTHING]), kind) for i, kind in enumerate(kinds)]
        for i, looks in self._second_looks([i for i in inked if results[i].confidence < AGAIN], crops).items():
            views[i] += looks
            texts[i] += [self._texts(seen) for seen in looks]
            results[i] = judge(texts[i], kinds[i])
        return views, texts, results

    def _by_the_writer(
        self, views: Mapping[int, Sequence[Seen]], texts: Mapping[int, Sequence[Texts]], alone: Sequence[Digits],
        kinds: Sequence[FieldKind],
    ) -> list[Digits]:
        """The answers, doubtful cells judged as the sheet's clear ones are drawn."""
        results = list(alone)
        doubtful = [i for i in views if _asks_the_scribe(results[i])]
        known = {i: list(dict.fromkeys(t for view in texts[i] for t, p in view if p > UNHEARD)) for i in doubtful}
        told = {i: self.spelled(looks[0]) for i, looks in views.items()} if doubtful else {}
        heard = HEARD - 1
        for _ in range(ROUNDS if doubtful else 0):
            clear = _clear(told, results)
            if len(clear) <= heard:
                break
            heard, scribe = len(clear), Scribe.of(self.usual, clear)
            again = self._heard(scribe, [(seen, known[i]) for i in doubtful for seen in views[i]])
            for i in doubtful:
                results[i] = judge([next(again) for _ in views[i]], kinds[i])
        return results

    def seen(self, inks: Sequence[NDArray[np.float32]]) -> list[Seen]:
        """What the network sees in cells of ink (40, w); those of about one width go together, or narrow ones would
        cost like wide ones."""
        found: dict[int, Seen] = {}
        widths = [-(-(part.shape[1] + _PADDING) // _WIDTH_STEP) for part in inks]
        for width in set(widths):
            places = [i for i, other in enumerate(widths) if other == width]
            batch = np.zeros((len(places), 1, HEIGHT_PX, width * _WIDTH_STEP), np.float32)
            for row, i in zip(batch, places, strict=True):
                row[0, :, : inks[i].shape[1]] = inks[i]
            logits, features = self.session.run(None, {"ink": batch})
            found |= {i: Seen(logits[n], features[n]) for n, i in enumerate(places)}
        return [found[i] for i in range(len(inks))]

    def spelled(self, seen: Seen) -> tuple[str, list[Column]]:
        """The likeliest path's text, and its characters with the columns in which they stand out most."""
        columns = seen.characters()
        return "".join(self._alphabet[character - 1] for character, _ in columns), columns

    def _second_looks(self, unsure: Sequence[int], crops: Sequence[Crop]) -> dict[int, list[Seen]]:
        """What the network sees of these cells in changed crops."""
        variants = {i: _variants(crops[i]) for i in unsure}
        again = iter(self.seen([_inked(darkness(crop)) for several in variants.values() for crop in several]))
        return {i: [next(again) for _ in several] for i, several in variants.items()}

    def _texts(self, seen: Seen) -> Texts:
        """The texts with their probabilities, as the usual writer draws."""
        return decode(_odds(seen.logits / self._temperature), self._alphabet)

    def _heard(self, scribe: Scribe, cells: Sequence[tuple[Seen, Sequence[str]]]) -> Iterator[Texts]:
        """Cells with the texts they may be: how likely each is, as this writer draws."""
        heard = [(seen.logits + scribe.gain(seen.features)) / (self._temperature * HEARSAY) for seen, _ in cells]
        return iter(weigh([_odds(logits) for logits in heard], [texts for _, texts in cells], self._alphabet))


def _asks_the_scribe(got: Digits) -> bool:
    """Whether how the writer draws may tell more; of cells that are nearly surely blank it tells nothing."""
    return bool(got.flags) or got.confidence < (SURE if got.text else AGAIN)


def _beside(got: Digits, dark: NDArray[np.float32]) -> bool:
    """Whether the cell was perhaps not cut where it stands."""
    return ruled_through(dark) or (not got.text and cut_off(dark))


_NOTHING: Texts = [("", 1 - 1e-4)]


def _clear(told: Mapping[int, tuple[str, list[Column]]], results: Sequence[Digits]) -> list[Column]:
    """The columns of cells that are clear, and at first look spell what was read."""
    clear = (i for i in told if results[i].confidence >= CLEAR and not results[i].flags)
    return [column for i in clear if told[i][0] == results[i].text for column in told[i][1]]


def _odds(logits: NDArray[np.float32]) -> NDArray[np.float32]:
    """Scores (T, classes) as probabilities."""
    odds = np.exp(logits - logits.max(-1, keepdims=True))
    return np.asarray(odds / odds.sum(-1, keepdims=True), np.float32)


def _spots(dark: NDArray[np.float32]) -> NDArray[np.float32]:
    """The mean of the 3 by 3 pixels around each inside a cell, away from its rules."""
    return np.asarray(cv2.blur(dark, (3, 3))[_EDGE:-_EDGE, _EDGE:-_EDGE], np.float32)


def _inked(dark: NDArray[np.float32]) -> NDArray[np.float32]:
    """The ink of a cell, without bare paper far left and right of it."""
    columns = np.flatnonzero((_spots(dark) > BARE).any(axis=0)) + _EDGE
    if not len(columns):
        return stretched(dark)
    return stretched(dark)[:, max(0, columns[0] - RIM) : columns[-1] + RIM + 1]


def _variants(crop: Crop) -> list[Crop]:
    """The same cell cut closer, with a wider rim, and small in a wide rim: a true reading survives all three."""
    m, rim = max(1, round(0.03 * crop.shape[0])), max(1, round(0.1 * crop.shape[0]))
    if min(crop.shape) < 8 * m:
        return []
    rims = [(2 * m, 2 * m, m, m), (rim,) * 4]
    return [crop[m:-m, m:-m], *(np.asarray(cv2.copyMakeBorder(crop, *r, cv2.BORDER_REPLICATE), np.uint8) for r in rims)]
