"""Findings: what cannot be right, where it stands, and the change that would mend it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from scoring.wording import write_points
from texts.labels import NO_LABELS, Labels
from texts.languages import Lang
from texts.sentences import Phrase, say_with

Severity = Literal["error", "warning", "note"]
"""error: it cannot be right; warning: a person should look; note: worth knowing, nothing to decide."""


@dataclass(frozen=True, slots=True)
class Change:
    """One field as written and as proposed; None is a blank cell. Crosses are "x" or ""."""

    field: str
    written: int | str | None
    proposed: int | str | None

    def say_on_sheet(self, lang: Lang, labels: Labels) -> str:
        """ "Spiel 7, Wolfgang: -4 statt +4"."""
        written, proposed = self._name_value(self.written), self._name_value(self.proposed)
        return say_with(labels, lang, "fields.change", field=self.field, proposed=proposed, written=written)

    def _name_value(self, value: int | str | None) -> Phrase | str:
        """What stands in the field: a number, which has a sign where it is points, a cross, or nothing."""
        if isinstance(value, int):
            return write_points(value) if self.field.partition(".")[2][:1] in ("p", "t") else str(value)
        if value in (None, ""):
            return Phrase("fields.blank")
        return Phrase("fields.cross") if value == "x" else str(value)


Proposal = tuple[Change, ...]
"""The changes that together mend a row or a sheet. Never applied by itself: a person decides."""


def write_proposal(changes: Proposal, lang: Lang, labels: Labels = NO_LABELS) -> str:
    """The changes in words: "Spiel 7, Platz 3: +6 statt +8; Spiel 7, Platz 4: -6 statt -8"."""
    return "; ".join(change.say_on_sheet(lang, labels) for change in changes)


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

    def message(self, lang: Lang = "de", labels: Labels = NO_LABELS) -> str:
        """The finding in two short sentences at most. `labels`: what seats and rows of its sheet are called."""
        return say_with(labels, lang, self.sentence or f"faults.code.{self.code}", **self.gaps)

    def proposal_text(self, lang: Lang = "de", labels: Labels = NO_LABELS) -> str:
        """The proposal in words, or "" when there is none."""
        return write_proposal(self.proposal or (), lang, labels)
