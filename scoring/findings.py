"""Doubt as data: what cannot be right, where it stands, and the change that would mend it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from scoring import texts

Severity = Literal["error", "warning", "note"]
"""error: it cannot be right; warning: a person should look; note: worth knowing, nothing to decide."""


@dataclass(frozen=True, slots=True)
class Change:
    """One field as written and as proposed; None is a blank cell. Crosses are "x" or ""."""

    field: str
    written: int | str | None
    proposed: int | str | None


Proposal = tuple[Change, ...]
"""The changes that together mend a row or a sheet. Never applied by itself: a person decides."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing a person should know of.

    `code`: public and stable ("not-zero-sum"). `fields`: field ids of the sheet ("g07.p3", "sum.p2"). `text`: which of
    the code's sentences (the code itself where it has only one). `data`: what the sentence speaks of.
    """

    code: str
    severity: Severity
    fields: tuple[str, ...] = ()
    data: Mapping[str, object] = field(default_factory=dict, hash=False)
    proposal: Proposal | None = None
    text: str = ""

    def message(self, lang: str = "de") -> str:
        """The finding in a sentence that an organiser understands; `lang` is "de" or "en"."""
        return texts.sentence(lang, self.text or self.code, self.data)

    def proposal_text(self, lang: str = "de") -> str:
        """The proposal in words, or "" when there is none."""
        return texts.changes(lang, tuple((c.field, c.written, c.proposed) for c in self.proposal or ()))
