"""A place for a tournament of each kind: a SQLite file, and a schema of a PostgreSQL server that these tests start."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest
import sqlalchemy as sa

_WITHOUT = "PostgreSQL is not installed: its tests need initdb and pg_ctl, on Debian from the package postgresql"
_NEEDED = "KIEBITZ_NEEDS_POSTGRESQL"
"""Set to 1 where the tests must not pass over PostgreSQL in silence."""
_USER = "postgres"
_SCHEMAS = count(1)


def find_program(name: str) -> str | None:
    """One of the server's programs; Debian keeps them out of the path."""
    debian = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"))
    return shutil.which(name) or next((str(path) for path in reversed(debian)), None)


def has_user() -> bool:
    """Whether the server can be run: it refuses root, and Debian's package makes a user for it."""
    import pwd  # Windows has none

    try:
        return os.getuid() != 0 or bool(pwd.getpwnam(_USER))
    except KeyError:
        return False


@pytest.fixture(scope="session")
def server() -> Iterator[str]:
    """The URL of a fresh server on this machine's own address, stopped and deleted after the tests."""
    initdb, pg_ctl = find_program("initdb"), find_program("pg_ctl")
    if initdb is None or pg_ctl is None or not has_user():
        (pytest.fail if os.environ.get(_NEEDED) == "1" else pytest.skip)(_WITHOUT)
    folder = Path(tempfile.mkdtemp(prefix="kiebitz-postgresql-"))
    user = _USER if os.getuid() == 0 else None
    if user is not None:
        shutil.chown(folder, user)
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]

    def run(*command: str) -> None:
        with (folder / "run.log").open("ab") as log:
            subprocess.run(command, check=True, cwd=folder, user=user, stdout=log, stderr=log)

    data = str(folder / "data")
    run(initdb, "-D", data, "--auth=trust", "--no-sync", "--username=kiebitz", "--encoding=UTF8", "--no-locale")
    settings = f"-h 127.0.0.1 -p {port} -k {folder} -c fsync=off -c max_connections=20"
    run(pg_ctl, "-D", data, "-w", "-l", str(folder / "server.log"), "-o", settings, "start")
    try:
        yield f"postgresql://kiebitz@127.0.0.1:{port}/postgres"
    finally:
        run(pg_ctl, "-D", data, "-m", "immediate", "stop")
        shutil.rmtree(folder)


def make_schema(server: str) -> str:
    """The URL of a new schema; a schema is one tournament."""
    name = f"t{next(_SCHEMAS)}"
    engine = sa.create_engine(sa.make_url(server).set(drivername="postgresql+psycopg"), poolclass=sa.NullPool)
    with engine.begin() as connection:
        connection.exec_driver_sql(f"CREATE SCHEMA {name}")
    return f"{server}?options=-csearch_path%3D{name}"


@pytest.fixture(params=["sqlite", "postgresql"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Where a tournament can be made."""
    if request.param == "sqlite":
        return str(tmp_path / "abend.kiebitz")
    return make_schema(request.getfixturevalue("server"))


@pytest.fixture
def schema(server: str) -> str:
    """A place on the server."""
    return make_schema(server)
