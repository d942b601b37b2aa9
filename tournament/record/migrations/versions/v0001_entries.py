"""The first form: entries, blobs, caches."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "v0001"
down_revision = None


def upgrade() -> None:
    """Makes the three tables."""
    op.create_table(
        "entries",
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("document", sa.Text, nullable=False),
        sa.Column("hash", sa.Text, nullable=False, unique=True),
    )
    for name, key in (("blobs", "hash"), ("caches", "key")):
        op.create_table(
            name, sa.Column(key, sa.Text, primary_key=True), sa.Column("data", sa.LargeBinary, nullable=False)
        )
