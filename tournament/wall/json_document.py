"""The standings as a JSON document, see `docs/workbook.md`."""

from __future__ import annotations

from typing import Any

from tournament.wall.wall_list import WallList, WallRow

VERSION = 1


def make_document(wall: WallList) -> dict[str, Any]:
    """Plain values; the same in every language."""
    return {
        "kiebitz": VERSION,
        "title": wall.title,
        "date": wall.day.isoformat() if wall.day else None,
        "after": wall.after,
        "final": wall.final,
        "rounds": list(wall.rounds),
        "standings": [_describe_row(row) for row in wall.rows],
    }


def _describe_row(row: WallRow) -> dict[str, Any]:
    return {
        "place": row.place,
        "shared": row.shared,
        "start": row.start,
        "name": row.name,
        "club": row.club,
        "rounds": list(row.rounds),
        "total": row.total,
        "solos": row.solos_won,
        "open": row.open_items,
    }
