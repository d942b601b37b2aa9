"""Where an entry of a rule set comes from: the rulebook's paragraph, or a decision, marked D."""

from __future__ import annotations

from dataclasses import dataclass

from texts.sentences import Words


@dataclass(frozen=True, slots=True)
class Source(Words):
    """The note in both languages. Quotations stay in German, as the rulebook's own words."""

    @classmethod
    def from_text(cls, text: str) -> Source:
        """A note that reads the same in both languages; single quotes become German quotation marks in German."""
        pieces = text.split("'")
        if len(pieces) % 2 == 0:  # an apostrophe, no pair of quotes
            return cls(text, text)
        return cls("".join(f"„{piece}“" if n % 2 else piece for n, piece in enumerate(pieces)), text)

    @property
    def is_decision(self) -> bool:
        """Whether it begins with the D of a decision: the rulebook is silent, or can be read in two ways."""
        return self.de.partition(":")[0] == "D"


NO_SOURCE = Source("", "")
"""Of what a system does not have."""
