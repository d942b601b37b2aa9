"""How a tournament is named: by its file, or by the address of a database."""

from __future__ import annotations

from pathlib import Path

SUFFIX = ".kiebitz"
"""The ending of a tournament's file."""


def is_url(where: str | Path) -> bool:
    """Whether a database on a server is meant, and no file."""
    return str(where).startswith(("postgresql://", "postgres://", "postgresql+psycopg://"))
