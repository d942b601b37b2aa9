"""The figures of `dev.benchmarks.reading` as a document, as a table, and against those of an earlier version."""

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

from dev.benchmarks.compose import SETS
from dev.benchmarks.figures import CHANCE, READERS, Share, fisher, shares_of, sign_test
from dev.benchmarks.photographed import TITLES, Sheet
from scanner.read.digits import MODEL

LIBRARIES = ("numpy", "opencv-python-headless", "onnxruntime")
ORDER = [TITLES.get(name, name) for name in SETS]
"""Of the conditions; others come after them."""
Document = dict[str, Any]


def document(sheets: Sequence[Sheet], rules: str, folder: Path) -> Document:
    """Everything that was measured, and with what; plain data for JSON."""
    return {
        "kiebitz": 1,
        "benchmark": "reading",
        "date": date.today().isoformat(),  # noqa: DTZ011 - the day at this desk
        "version": version("kiebitz"),
        "commit": _commit(),
        "model": {part.name: _hash(part.read_bytes()) for part in sorted(MODEL.parent.iterdir()) if part.is_file()},
        "libraries": {name: version(name) for name in LIBRARIES} | {"python": platform.python_version()},
        "rules": rules,
        "sets": [_set(file) for file in sorted(folder.rglob("set.json"))],
        "pictures": _hash("".join(sheet.sha256 for sheet in sheets).encode()),
        "groups": list(_groups(sheets)),
        "wrong": [asdict(wrong) for sheet in sheets for wrong in sheet.wrong],
    }


def _set(file: Path) -> Document:
    listed = json.loads(file.read_text("utf-8"))
    return {name: listed.get(name) for name in ("seed", "first", "hands")}


def _hash(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:16]


def _commit() -> str | None:
    """What is measured, with a mark when files were changed since; None outside a checkout."""
    described = subprocess.run(
        ["git", "describe", "--always", "--dirty", "--abbrev=12"], cwd=MODEL.parent, capture_output=True, text=True
    )
    return described.stdout.strip() or None


def _groups(sheets: Sequence[Sheet]) -> Iterator[Document]:
    """By condition, by writer, and all; each with the shares and what was missed."""
    for by in ("condition", "writer"):
        names = {getattr(sheet, by) for sheet in sheets}
        for name in sorted(names, key=lambda name: (ORDER.index(name) if name in ORDER else len(ORDER), name)):
            yield _group(by, name, [sheet for sheet in sheets if getattr(sheet, by) == name])
    yield _group("all", "all", sheets)


def _group(by: str, name: str, sheets: Sequence[Sheet]) -> Document:
    counts: Counter[str] = sum((sheet.counts for sheet in sheets), Counter())
    figures = {
        title: {"hits": share.hits, "of": share.of, "low_high": [round(end, 6) for end in share.low_high]}
        for title, share in shares_of(counts).items()
    }
    told = {key: count for key, count in counts.items() if key.startswith(("missed ", "refused ")) and count}
    return {"by": by, "group": name, "photos": len(sheets), "figures": figures, "told": told}


def lines(found: Document) -> Iterator[str]:
    """The table, fit for Markdown; below it all figures of all photographs with their intervals."""
    rows = [_row(group) for group in found["groups"]]
    yield from aligned([list(rows[-1]), *(list(row.values()) for row in rows)])
    total = _shares(found["groups"][-1])
    if "kiebitz" in total:
        yield f"(Kiebitz, Tesseract, RapidOCR: the same {total['kiebitz'].of} of these cells)"
    yield from (f"{title:20} {_whole(share)}" for title, share in total.items())
    yield f"missed or refused: {found['groups'][-1]['told'] or 'none'}"


def _row(group: Document) -> dict[str, str]:
    """One group's columns by their headings."""
    shares = _shares(group)
    before, silent, found = shares["before"], shares["silent"], shares["found"]
    low, high = before.low_high
    return {
        "": group["group"],
        "photos": str(group["photos"]),
        "cells": str(before.of),
        "right before rules": f"{100 * before.value:.2f} % ({100 * low:.2f} to {100 * high:.2f})",
        "after": percent(shares["after"]),
        "silent in 1,000": f"{1000 * silent.value:.2f} (up to {1000 * silent.low_high[1]:.2f})",
        "asked": percent(shares["asked"]),
        "found": f"{found.hits} of {found.of}",
        "blamed": percent(shares["blamed"]),
        **{READERS[name]: percent(shares[name]) for name in READERS if name in shares},
    }


def percent(share: Share) -> str:
    """With two decimals."""
    return f"{100 * share.value:.2f} %"


def aligned(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """A table in Markdown, its columns of one width; the first row holds the headings."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for number, row in enumerate(rows):
        first, *others = zip(row, widths, strict=True)
        cells = [first[0].ljust(first[1]), *(text.rjust(width) for text, width in others)]
        yield f"| {' | '.join(cells)} |"
        if number == 0:
            yield f"|{'|'.join('-' * (width + 2) for width in widths)}|"


def _whole(share: Share) -> str:
    low, high = share.low_high
    return f"{share.hits:6} of {share.of:6}  {100 * share.value:7.3f} % ({100 * low:.3f} to {100 * high:.3f})"


def _shares(group: Document) -> Mapping[str, Share]:
    return {title: Share(figure["hits"], figure["of"]) for title, figure in group["figures"].items()}


def differences(earlier: Document, now: Document) -> Iterator[str]:
    """Every figure of the whole that changed, of the groups those that changed beyond chance; and cell by cell where
    the pictures are the same."""
    yield f"\nagainst {earlier['commit']} of {earlier['date']} (model {earlier['model'].get(MODEL.name)}):"
    before = {(group["by"], group["group"]): _shares(group) for group in earlier["groups"]}
    for group in now["groups"]:
        old = before.get((group["by"], group["group"]), {})
        for title, share in _shares(group).items():
            if title in old and old[title] != share and (group["by"] == "all" or fisher(old[title], share) < CHANCE):
                yield f"  {group['group']:20} {title:18} {_change(old[title], share)}"
    if earlier["pictures"] == now["pictures"]:
        yield _paired(earlier, now)


def _change(old: Share, new: Share) -> str:
    counts = f"{old.hits} of {old.of} -> {new.hits} of {new.of}"
    return f"{counts:34} {100 * old.value:7.3f} % -> {100 * new.value:7.3f} %  {_told(fisher(old, new))}"


def _told(probability: float) -> str:
    return f"{'BEYOND CHANCE' if probability < CHANCE else 'within chance'} (p = {probability:.2g})"


def _paired(earlier: Document, now: Document) -> str:
    """The same cells twice: how many are newly right and newly wrong."""
    was, is_ = ({(wrong["photo"], wrong["field"]) for wrong in found["wrong"]} for found in (earlier, now))
    better, worse = len(was - is_), len(is_ - was)
    return f"  the same pictures: {better} cells newly right, {worse} newly wrong: {_told(sign_test(better, worse))}"
