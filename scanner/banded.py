"""Solves the equations of a smooth surface on a lattice in bands: a sheet of 36 by 25 rules has 900 nodes, and as one
full system they took ten times as long as reading its crosses.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Values = NDArray[np.float64]


def solve(down: Values, across: Values, trust: Values, values: Values) -> Values:
    """The field (rows, columns) that minimises bending plus `trust` times squared distance from `values`.

    `down` (rows, rows) and `across` (columns, columns) are the bending along columns and rows as quadratic forms that
    reach two nodes far; `trust` and `values` are (rows, columns), `trust` positive. Two rows of nodes are one block:
    blocks touch only their neighbours, so that elimination runs through them once (block Thomas algorithm, Golub and
    Van Loan, "Matrix Computations", 4.5.1). Raises `numpy.linalg.LinAlgError` for a singular system.
    """
    if down.shape[0] < across.shape[0]:
        return np.asarray(solve(across, down, trust.T, values.T).T)
    count, width = values.shape
    cuts = [slice(start, min(start + 2, count)) for start in range(0, count, 2)]
    upper: list[Values] = []
    right: list[Values] = []
    for number, rows in enumerate(cuts):
        size = rows.stop - rows.start
        block = _spread(down[rows, rows], width)
        for row in range(0, size * width, width):
            block[row : row + width, row : row + width] += across
        block[np.diag_indices(size * width)] += trust[rows].ravel()
        target = (trust[rows] * values[rows]).ravel()
        if number:
            below = _spread(down[rows, cuts[number - 1]], width)
            block -= below @ upper[-1]
            target -= below @ right[-1]
        after = cuts[number + 1] if number + 1 < len(cuts) else slice(0, 0)
        beside = _spread(down[rows, after], width)
        solved: Values = np.asarray(np.linalg.solve(block, np.column_stack([beside, target])), np.float64)
        upper.append(solved[:, :-1])
        right.append(solved[:, -1])
    found = [right[-1]]
    for more, known in zip(upper[-2::-1], right[-2::-1], strict=True):
        found.append(known - more @ found[-1])
    return np.concatenate(found[::-1]).reshape(count, width)


def _spread(forms: Values, width: int) -> Values:
    """Every entry of `forms` (a, b) as a multiple of the unit matrix: (a * width, b * width)."""
    blocks = forms[:, None, :, None] * np.eye(width)[None, :, None, :]
    return np.asarray(blocks.reshape(forms.shape[0] * width, forms.shape[1] * width))
