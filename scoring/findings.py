"""Findings: what cannot be right, where it stands, and the change that would mend it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from scoring.wording import name_field, write_points
from texts.languages import Lang
from texts.sentences import Phrase, say

Severity = Literal["error", "warning", "note"]
"""error: it cannot be right; warning: a person should look; note: worth knowing, nothing to decide."""


@dataclass(frozen=True, slots=True)
class Change:
    """One field as written and as proposed; None is a blank cell. Crosses are "x" or ""."""

    field: str
    written: int | str | None
    proposed: int | str | None

    def in_(self, lang: Lang) -> str:
        """ "Spiel 7, Platz 3: -4 statt +4"."""
        return say(
            lang, "faults.change.sentence",
            where=name_field(self.field), proposed=_name_value(self.proposed), written=_name_value(self.written),
        )


def _name_value(value: int | str | None) -> Phrase | str:
    """What stands in a field: points, a cross, or nothing."""
    if isinstance(value, int):
        return write_points(value)
    return Phrase("faults.change.cross" if value else "faults.change.blank")


Proposal = tuple[Change, ...]
"""The changes that together mend a row or a sheet. Never applied by itself: a person decides."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing a person should know of.

    `code`: public and stable ("not-zero-sum"). `fields`: field ids of the sheet ("g07.p3", "sum.p2"). `sentence`: the
    key of its sentence in `texts/`; "" where the code has only one (`faults.code.not-zero-sum`). `gaps`: what fills
    the sentence's gaps.
    """

    code: str
    severity: Severity
    fields: tuple[str, ...] = ()
    gaps: Mapping[str, object] = field(default_factory=dict, hash=False)
    proposal: Proposal | None = None
    sentence: str = ""

    def message(self, lang: Lang = "de") -> str:
        """The finding in a sentence that an organiser understands."""
        return say(lang, self.sentence or f"faults.code.{self.code}", **self.gaps)

    def proposal_text(self, lang: Lang = "de") -> str:
        """The proposal in words, or "" when there is none."""
        return "; ".join(change.in_(lang) for change in self.proposal or ())
