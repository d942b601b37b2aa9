"""`kiebitz print`: a round on paper: a sheet for each table, the seating for the wall, two blank sheets to spare."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from desk.exits import Status
from desk.outputs import JSON, PDF, check_file, write_whole
from texts.languages import Lang
from texts.sentences import say

if TYPE_CHECKING:
    from templates.sheet_spec import SheetSpec
    from tournament.printing.round_paper import PlannedRound


@dataclass(frozen=True, slots=True)
class PrintOrder:
    """What the user asked for, as typed."""

    where: str
    round: int
    target: Path
    style: str
    plus: bool
    paper: str
    geometry: Path | None
    lang: Lang


def print_round(order: PrintOrder) -> Status:
    """Writes the PDF, and when asked for the geometry: a line of JSON for each page that is a sheet."""
    from tournament.printing.round_paper import RoundPaper, draw_paper, plan_round
    from tournament.record.open_store import open_store

    check_file(order.target, PDF)
    if order.geometry is not None:
        check_file(order.geometry, JSON)
    paper = RoundPaper(order.round, order.lang, order.style, order.plus, order.paper)
    round_ = plan_round(paper, open_store(order.where).read_entries())
    sheets, spares = round_.sheets, round_.spares
    pdf, wall = draw_paper(round_, order.round, order.lang)
    write_whole(order.target, lambda draft: draft.write_bytes(pdf))
    if order.geometry is not None:
        lines = "".join(_write_geometry([*enumerate(sheets, 1), *enumerate(spares, len(sheets) + wall + 1)]))
        write_whole(order.geometry, lambda draft: draft.write_text(lines, encoding="utf-8"))
    _tell(order, round_, wall)
    return Status.DONE


def _write_geometry(pages: Sequence[tuple[int, SheetSpec]]) -> Iterator[str]:
    """A line of JSON for each sheet with the page, from 1, on which it stands."""
    from templates.layout import describe_geometry
    from templates.sheet_spec import make_layout

    for page, spec in pages:
        place = {"page": page, "round": spec.code.round, "table": spec.code.table}
        plan = describe_geometry(make_layout(spec.code), spec.code.spell())
        yield json.dumps(place | plan, ensure_ascii=False) + "\n"


def _tell(order: PrintOrder, planned: PlannedRound, wall: int) -> None:
    """Says what was printed, and what is to be said beside it."""
    from tournament.printing.round_paper import SPARES, list_notes

    told = say(
        order.lang,
        "book.print.written",
        round=order.round,
        sheets=len(planned.tables),
        wall=wall,
        spares=SPARES,
        path=order.target,
    )
    notes = list_notes(planned.opening, planned.tables, planned.names, order.style)
    sys.stderr.writelines(f"{line}\n" for line in (told, *(note.in_(order.lang) for note in notes)))
