"""The figures of many photographs: as a document, as a table, and compared with those of an earlier version."""

from __future__ import annotations

import hashlib
import json
import platform
import subprocess
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from datetime import date
from importlib.metadata import version
from pathlib import Path
from typing import Any

from dev.benchmarks.figures import CHANCE, Share, compare_changes, compare_shares, format_table
from dev.benchmarks.read.compose import SETS
from dev.benchmarks.read.photographed import TITLES, Sheet
from scanner.read.read_numbers import MODEL

LIBRARIES = ("numpy", "opencv-python-headless", "onnxruntime")
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
Document = dict[str, Any]


def make_document(sheets: Sequence[Sheet], rules: str, folder: Path) -> Document:
    """Everything that was measured, and the versions it was measured with; plain data for JSON."""
    return {
        "kiebitz": 1,
        "benchmark": "reading",
        "date": date.today().isoformat(),  # noqa: DTZ011 - the day at this desk
        "version": version("kiebitz"),
        "commit": _name_commit(),
        "model": {
            part.name: _shorten_hash(part.read_bytes()) for part in sorted(MODEL.parent.iterdir()) if part.is_file()
        },
        "libraries": {name: version(name) for name in LIBRARIES} | {"python": platform.python_version()},
        "rules": rules,
        "sets": [_describe_set(file) for file in sorted(folder.rglob("set.json"))],
        "pictures": _shorten_hash("".join(sheet.sha256 for sheet in sheets).encode()),
        "groups": list(_group_sheets(sheets)),
        "wrong": [asdict(wrong) for sheet in sheets for wrong in sheet.wrong],
    }


def _describe_set(file: Path) -> Document:
    listed = json.loads(file.read_text("utf-8"))
    return {name: listed.get(name) for name in ("seed", "first", "hands")}


def _shorten_hash(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:16]


def _name_commit() -> str | None:
    """The commit that is measured, marked when files were changed since; None outside a checkout."""
    described = subprocess.run(
        ["git", "describe", "--always", "--dirty", "--abbrev=12"], cwd=MODEL.parent, capture_output=True, text=True
    )
    return described.stdout.strip() or None


def _group_sheets(sheets: Sequence[Sheet]) -> Iterator[Document]:
    """The figures by condition, by writer and of all sheets."""
    for by in ("condition", "writer"):
        names = {getattr(sheet, by) for sheet in sheets}
        for name in sorted(names, key=lambda name: (ORDER.index(name) if name in ORDER else len(ORDER), name)):
            yield _count_group(by, name, [sheet for sheet in sheets if getattr(sheet, by) == name])
    yield _count_group("all", "all", sheets)


def _count_group(by: str, name: str, sheets: Sequence[Sheet]) -> Document:
    counts: Counter[str] = sum((sheet.counts for sheet in sheets), Counter())
    shares = {title: Share(counts[hits], counts[of]) for title, (hits, of) in FIGURES.items()}
    figures = {
        title: {"hits": share.hits, "of": share.of, "low_high": [round(end, 6) for end in share.interval]}
        for title, share in shares.items()
    }
    told = {key: count for key, count in counts.items() if key.startswith(("missed ", "refused ")) and count}
    return {"by": by, "group": name, "photos": len(sheets), "figures": figures, "told": told}


def format_report(found: Document) -> Iterator[str]:
    """A Markdown table with a line a group; below it every figure of all photographs with its interval."""
    rows = [_format_group(group) for group in found["groups"]]
    yield from format_table([list(rows[-1]), *(list(row.values()) for row in rows)])
    yield from (f"{title:20} {share}" for title, share in _read_shares(found["groups"][-1]).items())
    yield f"missed or refused: {found['groups'][-1]['told'] or 'none'}"


def _format_group(group: Document) -> dict[str, str]:
    """The columns of one group, by heading."""
    shares = _read_shares(group)
    before, silent, found = shares["before"], shares["silent"], shares["found"]
    low, high = before.interval
    return {
        "": group["group"],
        "photos": str(group["photos"]),
        "cells": str(before.of),
        "right before rules": f"{before.value:.2%} ({low:.2%} to {high:.2%})",
        "after": f"{shares['after'].value:.2%}",
        "silent in 1,000": f"{1000 * silent.value:.2f} (up to {1000 * silent.interval[1]:.2f})",
        "asked": f"{shares['asked'].value:.2%}",
        "found": f"{found.hits} of {found.of}",
        "blamed": f"{shares['blamed'].value:.2%}",
    }


def _read_shares(group: Document) -> Mapping[str, Share]:
    return {title: Share(figure["hits"], figure["of"]) for title, figure in group["figures"].items()}


def describe_differences(earlier: Document, now: Document) -> Iterator[str]:
    """Says what changed since an earlier document: of all sheets every figure, of the groups figures beyond chance.

    Where the pictures are the same, cells are compared one by one.
    """
    yield f"\nagainst {earlier['commit']} of {earlier['date']} (model {earlier['model'].get(MODEL.name)}):"
    before = {(group["by"], group["group"]): _read_shares(group) for group in earlier["groups"]}
    for group in now["groups"]:
        old = before.get((group["by"], group["group"]), {})
        for title, share in _read_shares(group).items():
            if title not in old or old[title] == share:
                continue
            if group["by"] == "all" or compare_shares(old[title], share) < CHANCE:
                yield f"  {group['group']:20} {title:18} {_describe_change(old[title], share)}"
    if earlier["pictures"] == now["pictures"]:
        yield _compare_cells(earlier, now)


def _describe_change(old: Share, new: Share) -> str:
    counts = f"{old.hits} of {old.of} -> {new.hits} of {new.of}"
    return f"{counts:34} {old.value:8.3%} -> {new.value:8.3%}  {_describe_chance(compare_shares(old, new))}"


def _describe_chance(probability: float) -> str:
    return f"{'BEYOND CHANCE' if probability < CHANCE else 'within chance'} (p = {probability:.2g})"


def _compare_cells(earlier: Document, now: Document) -> str:
    """How many of the same cells are newly right, and newly wrong."""
    was, is_ = ({(wrong["photo"], wrong["field"]) for wrong in found["wrong"]} for found in (earlier, now))
    better, worse = len(was - is_), len(is_ - was)
    chance = _describe_chance(compare_changes(better, worse))
    return f"  the same pictures: {better} cells newly right, {worse} newly wrong: {chance}"
