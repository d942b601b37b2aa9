"""A round on paper: a sheet for each table, the seating for the wall, and two blank sheets to spare.

The seating is by name, in the alphabet's order, and by table.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from scoring.counting.game import count_players
from templates.sheet_code import make_tournament_id
from texts.languages import Lang
from texts.sentences import Phrase, say
from tournament.draw.draw_rounds import Tables
from tournament.draw.table_sizes import FOUR, NoDraw, find_springers, name_seats
from tournament.filing.setup.draw_entries import make_schedule
from tournament.filing.setup.form_entries import list_sources
from tournament.near_names import fold_name
from tournament.printing.sheet_orders import SheetOrder, make_sheets
from tournament.record.entries import Entry, Head, spell_head, write_head
from tournament.record.opening import Opening
from tournament.record.replay import Tournament, replay

if TYPE_CHECKING:
    from templates.drawing.wall_pages import Paint, Wall
    from templates.sheet_spec import SheetSpec


SPARES = 2
"""Blank sheets that are printed with a round."""
_MOST_NAMED = 3
"""Players that a sentence names when the draw does not fit."""


@dataclass(frozen=True, slots=True)
class RoundPaper:
    """What is to be printed, as typed."""

    round: int
    lang: Lang
    style: str = "points"
    plus: bool = False
    paper: str = "a4"


@dataclass(frozen=True, slots=True)
class PlannedRound:
    """A round before it is printed. `names`: who plays it, by start number; `sheets` in table order; `head`: the
    last entry of the file that it is printed from; `source`: how the round was seated."""

    opening: Opening
    tables: Tables
    names: Mapping[int, str]
    sheets: tuple[SheetSpec, ...]
    spares: tuple[SheetSpec, ...]
    head: Head
    source: Phrase


def plan_round(order: RoundPaper, entries: Sequence[Entry]) -> PlannedRound:
    """The round's sheets as they are printed. Raises NoDraw for a round that is not drawn."""
    tournament, id_ = replay(entries), make_tournament_id(entries[0].hash)
    tables = _find_tables(tournament, order.round)
    names = {player.start: player.name_in(order.round) for player in tournament.players}
    sizes = {len(table.starts) for table in tables}
    blank = {seats: _make_sheets(order, tournament.opening, seats, id_) for seats in sizes}
    sheets = tuple(_fill_sheets(blank, order.round, tables, names))
    spares, source = tuple(_choose_spares(blank)), list_sources(tournament)[order.round]
    return PlannedRound(tournament.opening, tables, names, sheets, spares, tournament.head, source)


def _find_tables(tournament: Tournament, round_: int) -> Tables:
    """The round's tables. Raises NoDraw for a round that is not drawn, or whose draw does not fit the players.

    A round that was printed, or of which sheets are in, is printed as it is.
    """
    schedule = make_schedule(tournament)
    if round_ not in schedule.lineups:
        raise NoDraw("book.draw.no-such-round", round=round_, rounds=len(schedule.lineups))
    if round_ not in schedule.draws:
        raise NoDraw("book.print.not-drawn", round=round_)
    tables = tuple(sorted(schedule.draws[round_], key=lambda table: table.number))
    if not schedule.fits_form(round_) and not schedule.stands(round_):
        raise NoDraw("form.redraw", rounds=(round_,))
    if not schedule.fits(round_) and not schedule.stands(round_):
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
    springers = find_springers(tables)
    for table in tables:
        for sheet in blank[len(table.starts)]:
            code = replace(sheet.code, round=round_, table=table.number)
            players = name_seats(table, springers, names)
            yield replace(sheet, code=code, names=players, starts=table.starts)


def _choose_spares(blank: Mapping[int, Sequence[SheetSpec]]) -> Iterator[SheetSpec]:
    """Two blank sheets: of both sizes of tables where there are both."""
    for seats in (sorted(blank) * SPARES)[:SPARES]:
        yield from blank[seats]


def _make_sheets(order: RoundPaper, opening: Opening, seats: int, id_: str) -> tuple[SheetSpec, ...]:
    """The blank sheets of a table with `seats` seats; `id_`: the tournament's in the sheets' codes."""
    games = opening.count_games(seats)
    sheet = SheetOrder(
        opening.rules.id, order.style, seats, games, opening.title, None, None, "", order.lang, order.plus, order.paper
    )
    blank = make_sheets(sheet, opening.rules)
    return tuple(replace(one, code=replace(one.code, tournament=id_)) for one in blank)


def list_notes(opening: Opening, tables: Tables, names: Mapping[int, str], style: str = "") -> tuple[Phrase, ...]:
    """Notes for who prints the round: that the rules do not allow this style; how many games tables of five play if
    there are other tables, too; and names with letters that are printed as a question mark. `names`: by start
    number."""
    from templates.drawing.pen import find_missing

    notes = []
    if style == "totals" and not opening.rules.sheet.totals.allowed:
        notes.append(Phrase("desk.sheet.no-totals", {"rules": opening.rules.id}))
    sizes = {len(table.starts) for table in tables}
    for seats in sorted(sizes - {FOUR}) if FOUR in sizes else ():
        many, four = opening.count_games(seats), opening.count_games(FOUR)
        even = many * count_players(seats) == four * seats
        key = "book.print.games-at-size" if even else "book.print.games-at-size-uneven"
        notes.append(Phrase(key, {"seats": seats, "games": many, "four": four}))
    if strange := tuple(names[start] for table in tables for start in table.starts if find_missing(names[start])):
        notes.append(Phrase("book.print.no-letters", {"names": strange}))
    return tuple(notes)


def draw_paper(planned: PlannedRound, round_: int, lang: Lang) -> tuple[bytes, int]:
    """The PDF, and how many pages of it are the seating."""
    from templates.drawing.sheet_pdf import make_round_pdf

    wall = _paint_seating(planned, round_, lang)
    return make_round_pdf(planned.sheets, wall, planned.spares), len(wall)


def draw_seating(planned: PlannedRound, round_: int, lang: Lang) -> bytes:
    """The seating alone, as PDF on A4."""
    from templates.drawing.wall_pages import make_seating_pdf

    title = f"{planned.opening.title}: {say(lang, 'book.print.round', round=round_)}"
    return make_seating_pdf(_paint_seating(planned, round_, lang), title, lang)


def _paint_seating(planned: PlannedRound, round_: int, lang: Lang) -> tuple[Paint, ...]:
    from templates.drawing.wall_pages import paint_wall

    seating = list_wall(planned.opening.title, round_, planned.tables, planned.names, lang)
    noted = f"{planned.source.in_(lang)} · {write_head(planned.head, lang)}"
    return paint_wall(replace(seating, noted=noted, code=spell_head(planned.head)))


def list_wall(title: str, round_: int, tables: Tables, names: Mapping[int, str], lang: Lang) -> Wall:
    """The wall of a round; `names`: who sits there, by start number."""
    from templates.drawing.wall_pages import Wall, WallPlayer

    springers = find_springers(tables)
    seated = [
        tuple(
            WallPlayer(start, name, table.number)
            for start, name in zip(table.starts, name_seats(table, springers, names), strict=True)
        )
        for table in tables
    ]
    everyone = [player for players in seated for player in players]
    return Wall(
        title=title,
        round=say(lang, "book.print.round", round=round_),
        by_name=say(lang, "book.print.by-name"),
        by_table=say(lang, "book.print.by-table"),
        start=say(lang, "book.print.start"),
        table=say(lang, "book.print.table"),
        names=tuple(sorted(everyone, key=lambda player: (fold_name(player.name), player.start))),
        tables=tuple(seated),
    )
