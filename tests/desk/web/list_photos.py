"""Photographs of a club's own list that say what is in them, in place of learning and reading; worker processes can
import it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from desk.web import list_lessons
from desk.workers.learn_lists import SHOWING, LearnTask, ShownPhoto, ShownTable
from desk.workers.pool import Work
from desk.workers.read_photos import READING, ReadTask
from scanner.sheet_reading import PageProgress, Problem, SheetReading
from templates.foreign.layout_file import load_layout_text
from templates.foreign.seen_table import SeenCell, SeenTable
from tests.desk.paper import ROUND, sheet
from tests.desk.web.readers import JPEG
from tournament.record.entries import hash_bytes

SEEN = SeenTable(
    (0.0, 10.0, 40.0, 70.0, 100.0, 130.0, 145.0),
    tuple(float(10 * row) for row in range(16)),
    (0.0, 10.0, 40.0, 70.0, 100.0, 130.0, 145.0),
    tuple(float(10 * row) for row in range(16)),
    tuple(
        tuple(
            SeenCell(
                print_=str(row) if column == 0 and 0 < row < 14 else "", trust=0.9, ink=column == 0, span=(0.3, 0.7)
            )
            for column in range(6)
        )
        for row in range(15)
    ),
    ("",) * 6,
    ((True,) * 7,) * 15,
)
"""A blank list: numbers, four players, one narrow column; 13 games below the names, and a row for sums."""
QUAD = ((0.0, 0.0), (145.0, 0.0), (145.0, 150.0), (0.0, 150.0))
TABLE = ShownTable(SEEN, JPEG + b"table", (-10.0, -16.0, 165.0, 176.0), QUAD)


def show_order(task: LearnTask, _first: int = 0, _tell: object = None) -> Iterator[ShownPhoto | ShownTable | Problem]:
    """The photograph is an order: how many tables it shows, "=" behind it if they are alike, or the problem that it
    has."""
    order = task.photo.read_bytes().removeprefix(JPEG).decode()
    alike, order = order.endswith("="), order.removesuffix("=")
    if not order.isdecimal():
        yield Problem.of(f"scanner.{order}")
        return
    yield ShownPhoto(JPEG + b"photo", (1000, 1500))
    yield from [replace(TABLE, twice=alike)] * int(order)


def read_list(task: ReadTask, _first: int, _tell: PageProgress) -> Iterator[SheetReading]:
    """A photograph of the club's list, as far as it is known; the file says what stands in it."""
    data = task.photo.read_bytes()
    text = data.removeprefix(JPEG).decode()
    ours = sheet(task.photo.name, ROUND if text.isdecimal() else text, 1)
    if not task.own_list:
        unread = replace(
            ours,
            readings=(),
            code=None,
            problem=Problem.of("scanner.no-sheet", found=0, expected=4, light=9.0, value=0.1),
        )
        yield replace(unread, photo_sha256=hash_bytes(data))
        return
    known = {field.id for field in load_layout_text(task.own_list).fields}
    readings = tuple(one for one in ours.readings if one.id in known)
    yield replace(ours, code=None, layout="eigene-liste", readings=readings, photo_sha256=hash_bytes(data))


class _Here:
    """A pool that does everything in this process."""

    def __init__(self, *_: object) -> None: ...

    def __enter__(self) -> _Here:
        return self

    def __exit__(self, *_: object) -> None: ...

    def run(self, work: Work[Any, Any], tasks: list[Any]) -> list[Any]:
        """What the tasks give, photographs by what they say."""
        do = {SHOWING: show_order, READING: read_list}.get(work, work.do)
        return [tuple(do(task, 0, lambda *_: None)) for task in tasks]


def teach_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pictures of lists are learnt and proved without a worker, by what they say."""
    monkeypatch.setattr(list_lessons, "Pool", _Here)
    monkeypatch.setattr(list_lessons, "check_tesseract", lambda: None)
