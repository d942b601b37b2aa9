"""The figures of many photographs as a table: by condition, by writer and of all."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from dev.benchmarks.figures import Share, format_table
from dev.benchmarks.read.compose import SETS
from dev.benchmarks.read.photographed import TITLES, Sheet

ORDER = [TITLES.get(name, name) for name in SETS]
"""The conditions as the table lists them; others come after them."""
FIGURES: Mapping[str, tuple[str, str]] = {
    # title: what is counted, of what (`dev.benchmarks.read.photographed`)
    "before": ("cells right", "cells"),
    "after": ("after", "cells"),
    "candidates hold it": ("held", "cells"),
    "sure but wrong": ("cells sure wrong", "cells sure"),
    "silent": ("silent", "fields"),
    "asked": ("asked", "fields"),
    "found": ("found", "planted"),
    "blamed": ("blamed", "right_rows"),
    "right rows asked": ("rows_asked", "right_rows"),
    "crosses wrong": ("crosses_wrong", "crosses"),
    "messes told": ("messy_told", "messy"),
    "refused": ("refused", "sheets"),
}


def group_sheets(sheets: Sequence[Sheet]) -> Iterator[tuple[str, str, Sequence[Sheet]]]:
    """What they are grouped by, the group's name and its sheets: by condition, by writer, and all of them."""
    for by in ("condition", "writer"):
        names = {getattr(sheet, by) for sheet in sheets}
        for name in sorted(names, key=lambda name: (ORDER.index(name) if name in ORDER else len(ORDER), name)):
            yield by, name, [sheet for sheet in sheets if getattr(sheet, by) == name]
    yield "all", "all", sheets


def count_shares(sheets: Sequence[Sheet]) -> dict[str, Share]:
    """The `FIGURES` of these sheets."""
    counts: Counter[str] = sum((sheet.counts for sheet in sheets), Counter())
    return {title: Share(counts[hits], counts[of]) for title, (hits, of) in FIGURES.items()}


def format_report(sheets: Sequence[Sheet]) -> Iterator[str]:
    """A Markdown table with a line a group; below it every figure of all photographs with its interval."""
    rows = [_format_group(name, some) for _, name, some in group_sheets(sheets)]
    yield from format_table([list(rows[-1]), *(list(row.values()) for row in rows)])
    yield from (f"{title:20} {share}" for title, share in count_shares(sheets).items())
    told = sum((sheet.counts for sheet in sheets), Counter[str]())
    missed = {key: count for key, count in told.items() if key.startswith(("missed ", "refused ")) and count}
    yield f"missed or refused: {missed or 'none'}"


def _format_group(name: str, sheets: Sequence[Sheet]) -> dict[str, str]:
    """The columns of one group, by heading."""
    shares = count_shares(sheets)
    before, silent, found = shares["before"], shares["silent"], shares["found"]
    low, high = before.interval
    return {
        "": name,
        "photos": str(len(sheets)),
        "cells": str(before.of),
        "right before rules": f"{before.value:.2%} ({low:.2%} to {high:.2%})",
        "after": f"{shares['after'].value:.2%}",
        "silent in 1,000": f"{1000 * silent.value:.2f} (up to {1000 * silent.interval[1]:.2f})",
        "asked": f"{shares['asked'].value:.2%}",
        "found": f"{found.hits} of {found.of}",
        "blamed": f"{shares['blamed'].value:.2%}",
    }
