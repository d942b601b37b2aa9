"""The tables of the file: entries, the large things that they name by hash, and what can be worked out again."""

from __future__ import annotations

import sqlalchemy as sa

METADATA = sa.MetaData()

ENTRIES = sa.Table(
    "entries",
    METADATA,
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("document", sa.Text, nullable=False),
    sa.Column("hash", sa.Text, nullable=False, unique=True),
)
"""The chain: `tournament.record.entries` says what a document holds."""

BLOBS = sa.Table(
    "blobs",
    METADATA,
    sa.Column("hash", sa.Text, primary_key=True),
    sa.Column("data", sa.LargeBinary, nullable=False),
)
"""Readings, judgements and reduced copies of photographs, by their SHA-256."""

CACHES = sa.Table(
    "caches",
    METADATA,
    sa.Column("key", sa.Text, primary_key=True),
    sa.Column("data", sa.LargeBinary, nullable=False),
)
"""What can be worked out from the rest, and may be deleted at any time."""
