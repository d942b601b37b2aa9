"""`kiebitz draw`, `kiebitz draws` and `kiebitz print`: a round's tables, and the round on paper.

Drawn is one round, or all that are still open, or those that a CSV lists. Printed are a sheet for each table, the
seating for the wall, and two blank sheets to spare.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from desk.exits import Status, WrongUse
from desk.inputs import find_author
from desk.outputs import JSON, PDF, check_file, write_data
from texts.languages import Lang
from texts.sentences import Phrase, say

if TYPE_CHECKING:
    from templates.sheet_spec import SheetSpec
    from tournament.draw.draw_rounds import RoundDraw
    from tournament.printing.round_paper import PlannedRound
    from tournament.record.replay import Tournament


_MOST_TOLD = 5
"""Pairs that meet again that are named; of more, their number."""


@dataclass(frozen=True, slots=True)
class DrawOrder:
    """What the user asked for, as typed. `seed`: None for a random one. `listed`: a CSV with the draw."""

    where: str
    round: int | None
    seed: str | None
    listed: Path | None
    json: bool
    by: str
    lang: Lang


def draw_tables(order: DrawOrder) -> Status:
    """Adds the draw to the file and writes it out."""
    from tournament.filing.player_entries import make_draw_facts, make_schedule, read_listed, seat_rounds
    from tournament.filing.reasons import open_to_write
    from tournament.record.entries import write_head
    from tournament.record.replay import replay

    if order.seed is not None and order.listed is not None:
        raise WrongUse("book.draw.seed-of-list")
    store = open_to_write(order.where)
    tournament = replay(store.read_entries())
    schedule = make_schedule(tournament)
    if order.listed is not None:
        drawn = read_listed(order.listed, order.round, schedule, tournament)
    else:
        drawn = seat_rounds(schedule, order.round, order.seed)
    made = store.append(make_draw_facts(drawn), by=find_author(order.by), seen=tournament.head)
    _show_rounds(drawn, tournament, order)
    _tell_repeats(tournament, drawn, order.lang)
    void = [Phrase("book.draw.void-paper", {"round": one.round}) for one in drawn if schedule.stands(one.round)]
    rest = schedule.report_seatless() if order.round is None else ()
    noted = [Phrase("wall.please-note", {"noted": write_head(entry.head, order.lang)}) for entry in made[-1:]]
    sys.stderr.writelines(said.in_(order.lang) + "\n" for said in (*void, *rest, *noted))
    return Status.DONE


def show_draws(where: str, round_: int | None, *, as_json: bool, lang: Lang) -> Status:
    """Writes out how the rounds, or that round, are drawn, and draws nothing."""
    from tournament.draw.draw_rounds import RoundDraw
    from tournament.draw.table_sizes import NoDraw
    from tournament.record.open_store import open_store
    from tournament.record.replay import replay

    tournament = replay(open_store(where).read_entries())
    if round_ is not None and round_ > tournament.opening.rounds:
        raise NoDraw("book.draw.no-such-round", round=round_, rounds=tournament.opening.rounds)
    if round_ is not None and round_ not in tournament.draws:
        raise NoDraw("book.print.not-drawn", round=round_)
    drawn = [
        RoundDraw(number, tournament.drawn[number].seed, tournament.drawn[number].method, tables)
        for number, tables in sorted(tournament.draws.items())
        if round_ in (None, number)
    ]
    _show_rounds(drawn, tournament, DrawOrder(where, round_, None, None, as_json, "", lang))
    return Status.DONE


def _show_rounds(drawn: Sequence[RoundDraw], tournament: Tournament, order: DrawOrder) -> None:
    """Writes each round to standard output, as JSON or as text."""
    for one in drawn:
        names = {player.start: player.name_in(one.round) for player in tournament.players}
        sys.stdout.write(_write_json(one, names) if order.json else _write_text(one, names, order))


def _write_json(drawn: RoundDraw, names: Mapping[int, str]) -> str:
    """One line, in the form that the contract has."""
    tables = [{"table": table.number, "players": [names[start] for start in table.starts]} for table in drawn.tables]
    document = {"kiebitz": 1, "round": drawn.round, "seed": drawn.seed, "tables": tables}
    return json.dumps(document, ensure_ascii=False) + "\n"


def _write_text(drawn: RoundDraw, names: Mapping[int, str], order: DrawOrder) -> str:
    """A heading, and a line for each table."""
    listed = order.listed or (say(order.lang, "book.draw.a-file") if not drawn.seed else "")
    key = "book.draw.listed-round" if listed else "book.draw.round"
    head = say(order.lang, key, round=drawn.round, seed=listed or drawn.seed)
    seated = [(table.number, "; ".join(names[start] for start in table.starts)) for table in drawn.tables]
    lines = [say(order.lang, "book.draw.table", table=number, players=players) for number, players in seated]
    return "\n".join((head, *lines)) + "\n"


def _tell_repeats(tournament: Tournament, drawn: Sequence[RoundDraw], lang: Lang) -> None:
    """Says on standard error which pairs meet again in the rounds that were drawn."""
    from tournament.draw.draw_rounds import find_second_meetings

    new = {one.round: one.tables for one in drawn}
    repeats = [
        (pair, rounds)
        for pair, rounds in find_second_meetings({**tournament.draws, **new}).items()
        if new.keys() & set(rounds)
    ]
    names = {player.start: player.name for player in tournament.players}
    for (one, other), rounds in repeats[:_MOST_TOLD]:
        sys.stderr.write(say(lang, "book.draw.meet-again", one=names[one], other=names[other], rounds=rounds) + "\n")
    if len(repeats) > _MOST_TOLD:
        sys.stderr.write(say(lang, "book.draw.more-pairs", count=len(repeats) - _MOST_TOLD) + "\n")


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
    by: str
    lang: Lang


def print_round(order: PrintOrder) -> Status:
    """Writes the PDF, and when asked for the geometry: a line of JSON for each page that is a sheet."""
    from tournament.filing.player_entries import make_print_facts
    from tournament.printing.round_paper import RoundPaper, draw_paper, plan_round
    from tournament.record.open_store import open_store
    from tournament.record.replay import replay

    check_file(order.target, PDF)
    if order.geometry is not None:
        check_file(order.geometry, JSON)
    paper = RoundPaper(order.round, order.lang, order.style, order.plus, order.paper)
    store = open_store(order.where)
    entries = store.read_entries()
    round_ = plan_round(paper, entries)
    sheets, spares = round_.sheets, round_.spares
    pdf, wall = draw_paper(round_, order.round, order.lang)
    write_data(order.target, pdf)
    if order.geometry is not None:
        lines = "".join(_write_geometry([*enumerate(sheets, 1), *enumerate(spares, len(sheets) + wall + 1)]))
        write_data(order.geometry, lines.encode())
    store.append(make_print_facts(replay(entries), order.round), by=find_author(order.by))
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
