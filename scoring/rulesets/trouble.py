"""One thing that is wrong with a rule set beyond its types."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Trouble:
    """An entry that makes no sense: its key, the sentence of `scoring.texts`, and what that speaks of."""

    key: str
    text: str
    data: dict[str, object] = field(default_factory=dict)
