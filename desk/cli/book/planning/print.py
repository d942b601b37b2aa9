"""`kiebitz print`: a round on paper: a sheet for each table, the seating for the wall, two blank sheets to spare."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from desk.cli.sheet import warn_of_totals
from desk.exits import Status
from desk.outputs import JSON, PDF, check_file, write_whole
from texts.languages import Lang
from texts.sentences import say

if TYPE_CHECKING:
    from templates.spec import SheetSpec
    from tournament.draw.plan import Tables
    from tournament.record.state import Opening

_FOUR, _FIVE = 4, 5


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
    from desk.book.round_paper import RoundPaper, draw_paper, plan_round
    from tournament.record.opening import open_store

    check_file(order.target, PDF)
    if order.geometry is not None:
        check_file(order.geometry, JSON)
    paper = RoundPaper(order.round, order.lang, order.style, order.plus, order.paper)
    round_ = plan_round(paper, open_store(order.where).read_entries())
    sheets, spares, tables, names = round_.sheets, round_.spares, round_.tables, round_.names
    pdf, wall = draw_paper(round_, order.round, order.lang)
    write_whole(order.target, lambda draft: draft.write_bytes(pdf))
    if order.geometry is not None:
        lines = "".join(_write_geometry([*enumerate(sheets, 1), *enumerate(spares, len(sheets) + wall + 1)]))
        write_whole(order.geometry, lambda draft: draft.write_text(lines, encoding="utf-8"))
    _tell(order, round_.opening, tables, wall)
    _warn_of_letters([names[start] for table in tables for start in table.starts], order.lang)
    return Status.DONE


def _write_geometry(pages: Sequence[tuple[int, SheetSpec]]) -> Iterator[str]:
    """A line of JSON for each sheet with the page, from 1, on which it stands."""
    from templates.geometry import describe_geometry
    from templates.registry import make_layout

    for page, spec in pages:
        place = {"page": page, "round": spec.code.round, "table": spec.code.table}
        plan = describe_geometry(make_layout(spec.code), spec.code.spell())
        yield json.dumps(place | plan, ensure_ascii=False) + "\n"


def _tell(order: PrintOrder, opening: Opening, tables: Tables, wall: int) -> None:
    """Says what was printed, and how many games the tables of five play where there are others, too."""
    from desk.book.round_paper import SPARES, count_table_games

    if order.style == "totals":
        sys.stderr.write(warn_of_totals(opening.rules, order.lang))
    told = say(order.lang, "book.print.written", round=order.round, sheets=len(tables), wall=wall, spares=SPARES,
               path=order.target)
    sys.stderr.write(f"{told}\n")
    if {len(table.starts) for table in tables} == {_FOUR, _FIVE}:
        five, four = count_table_games(opening, _FIVE), count_table_games(opening, _FOUR)
        sys.stderr.write(say(order.lang, "book.print.games-at-five", five=five, four=four) + "\n")


def _warn_of_letters(names: Sequence[str], lang: Lang) -> None:
    """Says which names have letters that are printed as a question mark."""
    from templates.drawing.lettering import find_missing

    if strange := tuple(name for name in names if find_missing(name)):
        sys.stderr.write(say(lang, "book.print.no-letters", names=strange) + "\n")
