"""Reads whole number cells: sign and digits, slash, blank, a mess, or no number. One batch a sheet, through ONNX.

What a cell's views spell becomes an answer in `scanner.read.judge_texts`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any, Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.read.cell_ink import (
    BARE,
    CellLook,
    is_cut_off,
    is_ruled_through,
    list_thinned,
    look_at_ink,
    make_batch,
    measure_thick_pen,
)
from scanner.read.judge_texts import AGAIN, judge_views, may_be_decimal, measure_oddness, sharpen_answers
from scanner.read.lone_strokes import judge_lone_strokes
from scanner.read.networks import (
    CellScores,
    Column,
    Scribe,
    Texts,
    Usual,
    decode_columns,
    open_model,
    weigh_texts,
)
from scanner.sheet_reading import Answer, Sign
from templates.layout import FieldKind

MODEL = Path(__file__).parents[1] / "model" / "digits.onnx"
SURE = 0.999
"""Cells that then still have less confidence are judged by this sheet's handwriting. With 0.995 as many are right,
but 7 of the 12,380 that had 0.99 and more in the end were wrong."""
CLEAR = 0.97
"""From this confidence on a cell shows how its writer draws. 0.995 teaches the scribe a quarter less."""
ROUNDS = 2
"""How often the scribe learns at most: cells that become clear in the first round teach it more in the second."""
HEARSAY = 1.55
"""The scribe's scores count less: they are divided by this in addition to the temperature. At 1 it reads as
well, but a few misread twos teach it a wrong nine, and 2.0 % of one hand's right rows were blamed instead of 0.8 %. At
1.8 it asks about a seventh more fields."""
HEARD = 10
"""Clear characters that a sheet must have for the scribe to be used."""
UNHEARD = 1e-5
"""Texts less likely than this in every crop are not weighed again: the scribe would have to favour them three times
over."""
STRETCHED = 1.25
"""How much wider a cell is looked at that may hold a decimal: with it 10 more of 298 drawn ones are told."""
_WIDTH_STEP, _PADDING = 8, 4
_NOTHING: Texts = [("", 1 - 1e-4)]
Crop = NDArray[np.uint8]
MANY = 0.5
"""Share of the unsure cells that have thick strokes where a thick pen wrote the sheet."""
PALE = 0.6
"""Ink fainter than this share of the sheet's usual ink counts as faint. What shone through on 80 photographs of a thin
magazine had at most 0.26, written digits at least 0.29; of composed ones with 0.4 and more every one was ink."""
KNOWN = 0.99
"""Confidence of the cells that show how black the sheet's ink is."""
ENOUGH = 5
"""How many such cells there must be."""


Looks = Mapping[int, Callable[[], Sequence[Crop]]]
"""By a cell's place, what gives the crops (h, w) uint8 in which it is looked at again; by default it is shifted and
rescaled."""


class NumberReader(Protocol):
    """Reads number cells in one batch; `DigitReader` is one."""

    def read(self, crops: Sequence[Crop], kinds: Sequence[FieldKind], looks: Looks | None = None) -> Sequence[Answer]:
        """One answer per crop (h, w) uint8 grey. `looks`: what else a doubtful cell is looked at in."""
        ...


class DigitReader:
    """The recogniser with its calibration. Build it once a process, with `load`."""

    def __init__(self, session: Any, usual: Usual, alphabet: str, temperature: float, power: float = 1.0) -> None:
        self.session, self.usual, self._alphabet = session, usual, alphabet
        self._temperature, self._power = temperature, power

    @classmethod
    def load(cls, model: Path = MODEL, threads: int = 1) -> DigitReader:
        """Loads the model. Raises `ModelMissing`, which names the remedy."""
        session, facts = open_model(model, threads)
        usual = Usual.load(model.with_suffix(".npz"))
        return cls(session, usual, str(facts["alphabet"]), float(facts["temperature"]), float(facts["power"]))

    def read(self, crops: Sequence[Crop], kinds: Sequence[FieldKind], looks: Looks | None = None) -> list[Answer]:
        """Reads grey cells (h, w) uint8 of any size, each cut so that its printed rules lie at the border. `looks`: as
        in `NumberReader`.
        """
        if not crops:
            return []
        cells = [look_at_ink(crop) for crop in crops]
        blacks = [look.black if look else 0.0 for look in cells]
        inked = {i: look for i, look in enumerate(cells) if look and blacks[i] > BARE}
        inks = {i: look.ink for i, look in inked.items()}
        views, texts, alone = self._read_cells(crops, inked, inks, kinds, looks or {})
        results = sharpen_answers(self._read_by_writer(views, texts, alone, kinds), self._power)
        strokes = judge_lone_strokes(results, inks, {n for n, kind in enumerate(kinds) if kind == "digit"})
        faint, odd = measure_faintness(strokes, blacks), self._measure_odd(strokes, texts, crops)
        return [
            got.add_signs({"odd": odd.get(i, 0.0), **_find_signs(got, look.dark, faint[i])}) if look else got
            for i, (got, look) in enumerate(zip(strokes, cells, strict=True))
        ]

    def _read_cells(
        self,
        crops: Sequence[Crop],
        cells: Mapping[int, CellLook],
        inks: Mapping[int, NDArray[np.float32]],
        kinds: Sequence[FieldKind],
        more: Looks,
    ) -> tuple[dict[int, list[CellScores]], dict[int, list[Texts]], list[Answer]]:
        """What the network sees in the `cells` with ink, doubtful ones in changed crops too; the texts of each view;
        and the answers for all crops.
        """
        views = {i: [seen] for i, seen in zip(inks, self.view_cells(list(inks.values())), strict=True)}
        texts = {i: [self._decode_texts(seen) for seen in looks] for i, looks in views.items()}
        results = [judge_views(texts.get(i, [_NOTHING]), kind) for i, kind in enumerate(kinds)]
        unsure = [i for i in inks if results[i].confidence < AGAIN]
        thinned = _thin_strokes({i: cells[i].dark for i in unsure}, crops)
        for i, looks in self._look_again(unsure, crops, thinned, more).items():
            others = [self._decode_texts(seen) for seen in looks]
            views[i], texts[i] = (looks, others) if i in thinned else (views[i] + looks, texts[i] + others)
            results[i] = judge_views(texts[i], kinds[i])
        return views, texts, results

    def _read_by_writer(
        self,
        views: Mapping[int, Sequence[CellScores]],
        texts: Mapping[int, Sequence[Texts]],
        alone: Sequence[Answer],
        kinds: Sequence[FieldKind],
    ) -> list[Answer]:
        """The answers, with doubtful cells judged by the sheet's handwriting, learnt from the clear ones."""
        results = list(alone)
        doubtful = [i for i in views if _needs_scribe(results[i])]
        known = {i: list(dict.fromkeys(t for view in texts[i] for t, p in view if p > UNHEARD)) for i in doubtful}
        spelled = {i: self.spell_path(looks[0]) for i, looks in views.items()} if doubtful else {}
        heard = HEARD - 1
        for _ in range(ROUNDS if doubtful else 0):
            clear = _list_clear_columns(spelled, results)
            if len(clear) <= heard:
                break
            heard, scribe = len(clear), Scribe.of(self.usual, clear)
            again = self._weigh_by_writer(scribe, [(seen, known[i]) for i in doubtful for seen in views[i]])
            for i in doubtful:
                results[i] = judge_views([next(again) for _ in views[i]], kinds[i])
        return results

    def _measure_odd(
        self, answers: Sequence[Answer], texts: Mapping[int, Sequence[Texts]], crops: Sequence[Crop]
    ) -> dict[int, float]:
        """How much speaks for a decimal in the cells that may hold one, by their views' texts; those that were seen
        once are seen in changed crops.
        """
        maybe = {i: [*views] for i, views in texts.items() if may_be_decimal(answers[i], views)}
        looks = {i: partial(_spread_crop, crops[i]) for i, views in maybe.items() if len(views) == 1}
        for i, several in self._look_again(list(looks), crops, {}, looks).items():
            maybe[i] += [self._decode_texts(seen) for seen in several]
        return {i: measure_oddness(views) for i, views in maybe.items()}

    def view_cells(self, inks: Sequence[NDArray[np.float32]]) -> list[CellScores]:
        """What the network sees in cells of ink (40, w) float32. Cells of about one width go together, or narrow ones
        would cost as much as wide ones.
        """
        found: dict[int, CellScores] = {}
        widths = [-(-(part.shape[1] + _PADDING) // _WIDTH_STEP) for part in inks]
        for width in set(widths):
            places = [i for i, other in enumerate(widths) if other == width]
            batch = make_batch([inks[i] for i in places], width * _WIDTH_STEP)
            logits, features = self.session.run(None, {"ink": batch})
            found |= {i: CellScores(logits[n], features[n]) for n, i in enumerate(places)}
        return [found[i] for i in range(len(inks))]

    def spell_path(self, seen: CellScores) -> tuple[str, list[Column]]:
        """The text of the likeliest path, and its characters, each with the column in which it stands out most."""
        columns = seen.find_characters()
        return "".join(self._alphabet[character - 1] for character, _ in columns), columns

    def _look_again(
        self, unsure: Sequence[int], crops: Sequence[Crop], thinned: Mapping[int, Sequence[Crop]], more: Looks
    ) -> dict[int, list[CellScores]]:
        """What the network sees of these cells in changed crops: with thinner strokes, or cut otherwise."""
        variants = {i: thinned.get(i) or (more[i]() if i in more else _vary_crop(crops[i])) for i in unsure}
        again = iter(self.view_cells([CellLook.at(crop).ink for several in variants.values() for crop in several]))
        return {i: [next(again) for _ in several] for i, several in variants.items()}

    def _decode_texts(self, seen: CellScores) -> Texts:
        """The texts with their probabilities, for the usual handwriting."""
        return decode_columns(_make_probabilities(seen.logits / self._temperature), self._alphabet)

    def _weigh_by_writer(self, scribe: Scribe, cells: Sequence[tuple[CellScores, Sequence[str]]]) -> Iterator[Texts]:
        """The probabilities of each cell's possible texts, given this writer's handwriting."""
        heard = [
            (seen.logits + scribe.measure_gain(seen.features)) / (self._temperature * HEARSAY) for seen, _ in cells
        ]
        return iter(
            weigh_texts(
                [_make_probabilities(logits) for logits in heard], [texts for _, texts in cells], self._alphabet
            )
        )


def _thin_strokes(unsure: Mapping[int, NDArray[np.float32]], crops: Sequence[Crop]) -> dict[int, list[Crop]]:
    """The unsure cells, of darkness (40, w) float32, with thinner strokes; none where few have thick ones: a pen writes
    many cells, and what is wide in a few of them is the edge of a spot of light.
    """
    thick = {i: pen for i, dark in unsure.items() if (pen := measure_thick_pen(dark))}
    return {i: list_thinned(crops[i], pen) for i, pen in thick.items()} if len(thick) >= MANY * len(unsure) else {}


def _needs_scribe(got: Answer) -> bool:
    """Whether the scribe may help: the cell is flagged, or its confidence is below `SURE`; below `AGAIN` if it is
    blank."""
    return bool(got.flags) or got.confidence < (SURE if got.text else AGAIN)


def _find_signs(got: Answer, dark: NDArray[np.float32], faint: float) -> dict[Sign, float]:
    """The signs that a cell of darkness (40, w) float32 was cut in the wrong place, or has `faint` ink (0..1)."""
    return {"ruled": is_ruled_through(dark), "cut": not got.text and is_cut_off(dark), "faint": faint}


def _list_clear_columns(spelled: Mapping[int, tuple[str, list[Column]]], results: Sequence[Answer]) -> list[Column]:
    """The columns of the clear cells: those read surely, whose likeliest path spells what was read."""
    clear = (i for i in spelled if results[i].confidence >= CLEAR and not results[i].flags)
    return [column for i in clear if spelled[i][0] == results[i].text for column in spelled[i][1]]


def _make_probabilities(logits: NDArray[np.float32]) -> NDArray[np.float32]:
    """Scores (T, classes) as probabilities."""
    odds = np.exp(logits - logits.max(-1, keepdims=True))
    return np.asarray(odds / odds.sum(-1, keepdims=True), np.float32)


def _vary_crop(crop: Crop) -> list[Crop]:
    """The same cell cut closer, with a wider rim, and small in a wide rim. A correct reading is the same in all
    three."""
    m, rim = max(1, round(0.03 * crop.shape[0])), max(1, round(0.1 * crop.shape[0]))
    if min(crop.shape) < 8 * m:
        return []
    rims = [(2 * m, 2 * m, m, m), (rim,) * 4]
    return [crop[m:-m, m:-m], *(np.asarray(cv2.copyMakeBorder(crop, *r, cv2.BORDER_REPLICATE), np.uint8) for r in rims)]


def _spread_crop(crop: Crop) -> list[Crop]:
    """The same cell changed in these ways, and stretched: a point between two digits stands more alone."""
    return [*_vary_crop(crop), np.asarray(cv2.resize(crop, None, fx=STRETCHED, fy=1), np.uint8)]


def measure_faintness(answers: Sequence[Answer], blacks: Sequence[float]) -> list[float]:
    """How much fainter than `PALE` of the sheet's usual ink that of each cell is (0..1). Fainter ink may shine through
    from the back.

    `blacks`: how black the darkest spot of each cell is (0..1). The darkest hundredth of the cell would not do: of a
    short dash not all of it is ink, so the dash would look faint.
    """
    known = [black for got, black in zip(answers, blacks, strict=True) if got.text and got.confidence >= KNOWN]
    least = PALE * median(known) if len(known) >= ENOUGH else 0.0
    faint = (max(0.0, 1 - black / least) if least else 0.0 for black in blacks)
    return [pale if got.text else 0.0 for got, pale in zip(answers, faint, strict=True)]
