"""Opens and makes stores; Alembic makes their tables. A file or database is checked before anything in it is
trusted."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

import sqlalchemy as sa

from tournament.errors import find_reason
from tournament.record.database import hide_password, make_file_engine, make_server_engine
from tournament.record.entries import START, Sealed, read_chain
from tournament.record.facts import Fact
from tournament.record.record_errors import (
    MARK,
    FileTaken,
    NewerFile,
    NoTournament,
    is_url,
)
from tournament.record.store import NO_BLOBS, Store, add_blobs, add_entries, add_sealed
from tournament.whole_files import write_new

REVISIONS = ("v0001", "v0002")
"""Every form of the tables that was ever released, the oldest first; each has its module in `migrations/versions`."""
_STEPS = Path(__file__).parent / "migrations"


def open_store(where: str | Path) -> Store:
    """The tournament in that file or at that URL, its tables in the form in which they are.

    Raises `NoTournament`, `NewerFile`, `DamagedFile` and other errors of `record_errors`, each with its reason.
    """
    store = _reach_server(str(where)) if is_url(where) else _reach_file(Path(where))
    with store.connect() as connection:
        revision = find_revision(connection)
        _refuse_foreign_parts(connection, store.where)
    if not revision:
        raise NoTournament("book.record.no-tournament", where=store.where)
    if revision not in REVISIONS:
        raise NewerFile("book.record.newer", where=store.where)
    return store


def create_store(where: str | Path, facts: Sequence[Fact] = (), *, by: str = "") -> Store:
    """A new tournament there, with its first entries. A file appears whole or not at all.

    Raises `FileTaken` where something is there already: nothing is ever overwritten.
    """
    return _create(where, lambda connection: add_entries(connection, facts, by, START, NO_BLOBS))


def copy_store(where: str | Path, chain: Sequence[Sealed], blobs: Iterable[tuple[str, bytes]]) -> Store:
    """A new tournament there, with the entries and blobs of another. Raises `FileTaken`."""
    read_chain(chain)

    def fill(connection: sa.Connection) -> None:
        add_blobs(connection, blobs)
        add_sealed(connection, chain, START)

    return _create(where, fill)


def _create(where: str | Path, fill: Callable[[sa.Connection], object]) -> Store:
    """Makes the tables there and fills them, in one transaction. Raises `FileTaken`."""
    if is_url(where):
        store = _reach_server(str(where))
        with store.connect(writing=True) as connection:
            if sa.inspect(connection).get_table_names():
                raise FileTaken("book.record.taken", where=store.where)
            upgrade_tables(connection)
            fill(connection)
        return store
    path = Path(where)

    def fill_draft(draft: Path) -> None:
        with Store(str(path), make_file_engine(draft, "rwc")).connect(writing=True) as connection:
            connection.exec_driver_sql(f"PRAGMA application_id = {MARK}")
            upgrade_tables(connection)
            fill(connection)

    if path.exists() or path.is_symlink():
        raise FileTaken("book.record.taken", where=path)
    try:
        write_new(path, fill_draft)
    except FileExistsError as error:
        raise FileTaken("book.record.taken", where=path) from error
    return open_store(path)


def _reach_server(url: str) -> Store:
    return Store(hide_password(url), make_server_engine(url))


def _reach_file(path: Path) -> Store:
    """The file's store, for reading only where it may not be written. Raises `NoTournament` for any other file.

    Only SQLite opens the file: a second handle that is closed would take back the locks of other threads.
    """
    try:
        if not stat.S_ISREG(path.stat().st_mode):
            raise NoTournament("book.record.no-tournament", where=path)
    except (OSError, ValueError) as error:
        reason = find_reason(error) if isinstance(error, OSError) else str(error)
        raise NoTournament("book.record.no-file", where=path, reason=reason) from error
    store = Store(str(path), make_file_engine(path, "rw" if os.access(path, os.W_OK) else "ro"))
    with store.connect() as connection:
        mark = connection.exec_driver_sql("PRAGMA application_id").scalar()
    if mark != MARK:
        raise NoTournament("book.record.no-tournament", where=path)
    return store


def _refuse_foreign_parts(connection: sa.Connection, where: str) -> None:
    """Refuses a file with views or triggers: we make none, so it was made to do something else. Raises
    `NoTournament`."""
    if connection.dialect.name != "sqlite":
        return
    kinds = connection.exec_driver_sql("SELECT DISTINCT type FROM sqlite_master").scalars()
    if not set(kinds) <= {"table", "index"}:
        raise NoTournament("book.record.foreign-parts", where=where)


def find_revision(connection: sa.Connection) -> str:
    """The revision of the tables in this database; "" if it has none of ours."""
    if not sa.inspect(connection).has_table("alembic_version"):
        return ""
    return str(connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar() or "")


def upgrade_tables(connection: sa.Connection) -> None:
    """Runs every step that is missing, within the connection's transaction. An empty database gets all tables.

    Alembic takes 0.15 s to load, and nearly every file is in today's form.
    """
    from alembic.migration import MigrationContext
    from alembic.operations import Operations
    from alembic.script import ScriptDirectory

    script, context = ScriptDirectory(str(_STEPS)), MigrationContext.configure(connection)
    missing = list(script.iterate_revisions("head", context.get_current_revision() or "base"))
    with Operations.context(context):
        for step in reversed(missing):
            step.module.upgrade()
            context.stamp(script, step.revision)
