"""Findings: what cannot be right, in which fields, and the change that would mend it. Points as players write them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from texts.field_ids import parse_field
from texts.labels import NO_LABELS, Labels
from texts.languages import Lang
from texts.sentences import Phrase, say_with


def write_points(points: int) -> str:
    """Points as players write them: +4, -4, 0."""
    return f"{points:+d}" if points else "0"


Severity = Literal["error", "warning", "note"]
"""error: it cannot be right; warning: a person should look; note: worth knowing, nothing to decide."""


@dataclass(frozen=True, slots=True)
class Change:
    """One field as written and as proposed; None is a blank cell. Crosses are "x" or ""."""

    field: str
    written: int | str | None
    proposed: int | str | None

    @property
    def signed(self) -> bool:
        """Whether its numbers are points, which have a sign."""
        return parse_field(self.field).is_points

    def name_value(self, value: int | str | None) -> Phrase | str:
        """The value in words: a number (with a sign if it is points), a cross, or blank."""
        if isinstance(value, int):
            return write_points(value) if self.signed else str(value)
        if value in (None, ""):
            return Phrase("fields.blank")
        return Phrase("fields.cross") if value == "x" else str(value)


Proposal = tuple[Change, ...]
"""The changes that together mend a row or a sheet. Never applied by itself: a person decides."""


def write_proposal(changes: Proposal, lang: Lang, labels: Labels = NO_LABELS) -> str:
    """The changes in words, those that are alike together: "Ina und Uwe: +6 statt +8; Kai und Eva: -6 statt -8"."""
    alike: dict[tuple[int | str | None, int | str | None, bool], list[Change]] = {}
    for change in changes:
        alike.setdefault((change.written, change.proposed, change.signed), []).append(change)
    return "; ".join(_write_change(group, lang, labels) for group in alike.values())


def _write_change(alike: Sequence[Change], lang: Lang, labels: Labels) -> str:
    written, proposed = alike[0].name_value(alike[0].written), alike[0].name_value(alike[0].proposed)
    fields = tuple(change.field for change in alike)
    return say_with(labels, lang, "fields.change", field=fields, proposed=proposed, written=written)


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
