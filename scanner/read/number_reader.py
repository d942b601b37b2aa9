"""What the pipeline asks of a reader of number cells."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from scanner.reading import Flag
from templates.layout import FieldKind


class Written(Protocol):
    """What a reader says about one number cell. The fields are those of `scanner.reading.Reading`."""

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
    """Reads number cells in one batch; `scanner.read.digits.DigitReader` is one."""

    def read(self, crops: Sequence[NDArray[np.uint8]], kinds: Sequence[FieldKind]) -> Sequence[Written]:
        """One answer per crop (h, w) uint8 grey."""
        ...
