"""`kiebitz print`: a round on paper: a sheet for each table, the seating for the wall, two blank sheets to spare."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from desk.cli.sheet import warn_of_totals
from desk.cli.sheet_order import SheetOrder, make_sheets
from desk.exits import Status
from desk.outputs import JSON, PDF, check_file, write_whole
from texts.languages import Lang
from texts.sentences import say

if TYPE_CHECKING:
    from templates.spec import SheetSpec
    from tournament.draw.plan import Tables
    from tournament.record.entries import Entry
    from tournament.record.state import Opening, Tournament

_FOUR, _FIVE = 4, 5
_SPARES = 2
_MOST_NAMED = 3
"""Players that a sentence names when the draw does not fit."""


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


@dataclass(frozen=True, slots=True)
class PlannedRound:
    """A round before it is printed. `names`: who plays it, by start number; `sheets` in table order."""

    opening: Opening
    tables: Tables
    names: Mapping[int, str]
    sheets: tuple[SheetSpec, ...]
    spares: tuple[SheetSpec, ...]


def print_round(order: PrintOrder) -> Status:
    """Writes the PDF, and when asked for the geometry: a line of JSON for each page that is a sheet."""
    from templates.drawing.round_pdf import make_round_pdf
    from templates.drawing.wall_pages import paint_wall
    from tournament.printing.seating import list_wall
    from tournament.record.opening import open_store

    check_file(order.target, PDF)
    if order.geometry is not None:
        check_file(order.geometry, JSON)
    round_ = plan_round(order, open_store(order.where).read_entries())
    sheets, spares, tables, names = round_.sheets, round_.spares, round_.tables, round_.names
    wall = paint_wall(list_wall(round_.opening.title, order.round, tables, names, order.lang))
    pdf = make_round_pdf(sheets, wall, spares)
    write_whole(order.target, lambda draft: draft.write_bytes(pdf))
    if order.geometry is not None:
        lines = "".join(_write_geometry([*enumerate(sheets, 1), *enumerate(spares, len(sheets) + len(wall) + 1)]))
        write_whole(order.geometry, lambda draft: draft.write_text(lines, encoding="utf-8"))
    _tell(order, round_.opening, tables, len(wall))
    _warn_of_letters([names[start] for table in tables for start in table.starts], order.lang)
    return Status.DONE


def plan_round(order: PrintOrder, entries: Sequence[Entry]) -> PlannedRound:
    """The round's sheets as they are printed. Raises NoDraw for a round that is not drawn."""
    from templates.namecheck import make_tournament_id
    from tournament.record.replay import replay

    tournament, id_ = replay(entries), make_tournament_id(entries[0].hash)
    tables = _find_tables(tournament, order.round)
    names = {player.start: player.name_in(order.round) for player in tournament.players}
    sizes = {len(table.starts) for table in tables}
    blank = {seats: _make_sheets(order, tournament.opening, seats, id_) for seats in sizes}
    sheets = tuple(_fill_sheets(blank, order.round, tables, names))
    return PlannedRound(tournament.opening, tables, names, sheets, tuple(_choose_spares(blank)))


def _find_tables(tournament: Tournament, round_: int) -> Tables:
    """The round's tables. Raises NoDraw for a round that is not drawn, or whose draw does not fit the players.

    Once sheets of the round are in, it was played as drawn, and is printed as it is.
    """
    from desk.cli.book.planning.schedule import make_schedule
    from tournament.draw.tables import NoDraw

    schedule = make_schedule(tournament)
    if round_ not in schedule.lineups:
        raise NoDraw("book.draw.no-such-round", round=round_, rounds=len(schedule.lineups))
    if round_ not in schedule.draws:
        raise NoDraw("book.print.not-drawn", round=round_)
    tables = tuple(sorted(schedule.draws[round_], key=lambda table: table.number))
    if not schedule.fits(round_) and round_ not in schedule.scanned:
        drawn = {start for table in tables for start in table.starts}
        odd = drawn ^ set(schedule.lineups[round_].players)
        names = [player.name for player in tournament.players if player.start in odd]
        more = ("…",) if len(names) > _MOST_NAMED else ()
        raise NoDraw("book.print.not-fitting", round=round_, names=(*names[:_MOST_NAMED], *more))
    return tables


def _fill_sheets(
    blank: Mapping[int, Sequence[SheetSpec]], round_: int, tables: Tables, names: Mapping[int, str]
) -> Iterator[SheetSpec]:
    """Each table's sheet, or its two sheets where the games do not fit on one, with round, table and players.

    `blank`: the sheets by the number of seats.
    """
    for table in tables:
        for sheet in blank[len(table.starts)]:
            code = replace(sheet.code, round=round_, table=table.number)
            players = tuple(names[start] for start in table.starts)
            yield replace(sheet, code=code, names=players, starts=table.starts)


def _choose_spares(blank: Mapping[int, Sequence[SheetSpec]]) -> Iterator[SheetSpec]:
    """Two blank sheets: of both sizes of tables where there are both."""
    for seats in (sorted(blank) * _SPARES)[:_SPARES]:
        yield from blank[seats]


def _make_sheets(order: PrintOrder, opening: Opening, seats: int, id_: str) -> tuple[SheetSpec, ...]:
    """The blank sheets of a table with so many seats; `id_`: the tournament's in the sheets' codes."""
    games = count_table_games(opening, seats)
    sheet = SheetOrder(opening.rules.id, order.style, seats, games, opening.title, None, None, "", order.lang,
                       order.plus, order.paper)
    blank = make_sheets(sheet, opening.rules)
    return tuple(replace(one, code=replace(one.code, tournament=id_)) for one in blank)


def count_table_games(opening: Opening, seats: int) -> int:
    """How many games are played at a table of `seats`, so that everybody plays as often as at the tournament's others.

    Where the tournament plays as many games as the rules say, the rules say it for the other tables, too.
    """
    usual = opening.rules.sheet.count_games
    if seats == opening.seats:
        return opening.games
    if opening.games == usual(opening.seats) and (games := usual(seats)) is not None:
        return games
    return -(-opening.games * seats // opening.seats)


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
    if order.style == "totals":
        sys.stderr.write(warn_of_totals(opening.rules, order.lang))
    told = say(order.lang, "book.print.written", round=order.round, sheets=len(tables), wall=wall, spares=_SPARES,
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
