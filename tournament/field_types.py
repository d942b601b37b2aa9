"""What the fields of an entry's facts may hold: whole numbers within bounds, and text of a sane length."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

Number = Annotated[int, Field(ge=0, le=999_999)]
"""Counts, rounds, tables, start numbers, numbers of entries."""
Whole = Annotated[int, Field(ge=-9_999_999, le=9_999_999)]
"""Points of a game, of a place or of a tournament; money in cents."""
Text = Annotated[str, Field(max_length=2_000)]
Hash = Annotated[str, Field(pattern=r"^([0-9a-f]{64})?$")]
"""A SHA-256 in hexadecimal digits; "" for none."""
Document = Annotated[str, Field(max_length=300_000)]
"""The text of a whole file; the loader of rule sets takes 256 KB at the most."""
