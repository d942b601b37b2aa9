"""One thing that is wrong with a rule set beyond its types."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Trouble:
    """An entry that makes no sense: its key in the file, its sentence's key in `texts/`, and the gaps of that."""

    key: str
    sentence: str
    gaps: Mapping[str, object] = field(default_factory=dict)
