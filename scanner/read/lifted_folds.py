"""The worn line of a fold in a number cell, lifted: else it is read as a 1 behind the number, or hides a minus."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.geometry.cut_cells import NUMBERS, Cut
from scanner.pyramid import Grey

_WIDE = 0.1
"""How far the blurred edges of such a line reach from its middle, in heights of the cell."""
_LEANS = tuple(np.linspace(-0.1, 0.1, 9))
"""How far it may lean, in its lengths: people fold along the edges."""
_HIDDEN = 10
"""Percentile of the line's darkness that must be seen: it leaves the cell on both sides, which hardly a 1 does."""
_FAINTEST, _BLACKEST = 0.03, 0.45
"""Share of the paper's light that it takes, at least and at most; a pen takes more."""


def lift_folds(cells: Sequence[Cut], creased: Collection[str]) -> list[Cut]:
    """The cells; numbers in the fields `creased`, through which a fold runs, without its line."""
    folded = (cell.field.id in creased and cell.field.kind in NUMBERS for cell in cells)
    return [replace(cell, crop=lift_fold(cell.crop)) if so else cell for cell, so in zip(cells, folded, strict=True)]


def lift_fold(crop: Grey) -> Grey:
    """The cell (h, w) uint8 without lines of folds that run through all of it, down or across. Ink across them stays:
    only what a line takes along its whole way is given back.
    """
    reach = max(2, round(_WIDE * len(crop)))
    return np.ascontiguousarray(_lift_upright(_lift_upright(crop, reach).T, reach).T)


def _lift_upright(crop: Grey, reach: int) -> Grey:
    """The same for an upright line that is seen `reach` px to either side of its middle."""
    paper = cv2.morphologyEx(crop, cv2.MORPH_CLOSE, np.ones((1, 2 * reach + 1), np.uint8)).astype(np.float32)
    dark = np.asarray(1 - crop / np.maximum(paper, 1), np.float32)
    score, columns = max((_find_line(dark, lean) for lean in _LEANS), key=lambda found: found[0])
    if not _FAINTEST <= score <= _BLACKEST:
        return crop
    rows = np.arange(len(crop))[:, None]
    beside = np.clip(columns[:, None] + np.arange(-reach, reach + 1), 0, crop.shape[1] - 1)
    left = 1 - np.median(dark[rows, beside], axis=0)
    lifted = crop.copy()
    lifted[rows, beside] = np.minimum(crop[rows, beside] / np.maximum(left, 0.3), paper[rows, beside]).round()
    return lifted


def _find_line(dark: NDArray[np.float32], lean: float) -> tuple[float, NDArray[np.intp]]:
    """The darkest line of this lean in a cell of darkness (h, w) float32: how dark it is but for where it is hidden,
    and its column in every row (h,)."""
    height, width = dark.shape
    aside = np.round((np.arange(height) - height / 2) * lean).astype(np.intp)
    margin = abs(int(aside[0])) + 2
    if width <= 2 * margin:
        return 0.0, aside
    columns = np.arange(margin, width - margin)
    seen = np.percentile(dark[np.arange(height)[:, None], columns + aside[:, None]], _HIDDEN, axis=0)
    place = int(seen.argmax())
    return float(seen[place]), aside + columns[place]
