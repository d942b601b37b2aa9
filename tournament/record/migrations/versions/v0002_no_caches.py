"""Cached results move to the user's cache folder: the file holds only entries and blobs."""

from __future__ import annotations

from alembic import op

revision = "v0002"
down_revision = "v0001"


def upgrade() -> None:
    """Drops the table of cached results, all of which can be worked out again."""
    op.drop_table("caches", if_exists=True)
