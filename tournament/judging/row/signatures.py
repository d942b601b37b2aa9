"""Whether a player signed."""

from __future__ import annotations

from scanner.reading import Reading
from tournament.limits import Limits


def is_signed(signature: Reading | None, limits: Limits) -> bool | None:
    """Whether there is a signature; None where the sheet has no place for it, or the ink does not tell."""
    if signature is None or signature.flags or signature.confidence < limits.plain:
        return None
    return bool(signature.text)
