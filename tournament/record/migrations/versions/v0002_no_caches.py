"""What is kept to be quick lies with the user: the file holds entries and blobs only."""

from __future__ import annotations

from alembic import op

revision = "v0002"
down_revision = "v0001"


def upgrade() -> None:
    """Drops the table; nothing in it was ever believed on its word."""
    op.drop_table("caches", if_exists=True)
