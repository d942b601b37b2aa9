"""Brings the tables of a file into today's form, by Alembic."""

from __future__ import annotations

from pathlib import Path

import sqlalchemy as sa

REVISIONS = ("v0001", "v0002")
"""Every form of the tables that was ever released, the oldest first; each has its module in `migrations/versions`."""
_STEPS = Path(__file__).parent / "migrations"


def find_revision(connection: sa.Connection) -> str:
    """The form of the tables in this database; "" where there are none of ours."""
    if not sa.inspect(connection).has_table("alembic_version"):
        return ""
    return str(connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar() or "")


def upgrade_tables(connection: sa.Connection) -> None:
    """Runs every step that is missing, within the connection's transaction. An empty database gets all tables."""
    from alembic.migration import MigrationContext
    from alembic.operations import Operations
    from alembic.script import ScriptDirectory

    script, context = ScriptDirectory(str(_STEPS)), MigrationContext.configure(connection)
    missing = list(script.iterate_revisions("head", context.get_current_revision() or "base"))
    with Operations.context(context):
        for step in reversed(missing):
            step.module.upgrade()
            context.stamp(script, step.revision)
