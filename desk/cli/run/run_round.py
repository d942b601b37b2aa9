"""`kiebitz draw`, `kiebitz draws` and `kiebitz print`: draws a round's tables, shows them, and prints the round.

One round is drawn, or all that are not drawn yet, or those in a CSV. Printing gives a sheet for each table, the seating
for the wall, and two spare blank sheets.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from desk.cli.run.command_file import open_to_add, tell_copy
from desk.cli.screen import print_note
from desk.exits import Status, WrongUse
from desk.inputs import find_author
from desk.outputs import JSON, PDF, check_file, write_data
from texts.languages import Lang
from texts.sentences import Phrase, say

if TYPE_CHECKING:
    from pathlib import Path

    from desk.cli.evening_orders import DrawOrder, DrawsOrder, PrintOrder
    from templates.sheet_spec import SheetSpec
    from tournament.draw.draw_rounds import RoundDraw
    from tournament.printing.round_paper import PlannedRound
    from tournament.record.replay import Tournament


_MOST_PAIRS = 5
"""Pairs meeting again that are named; of further pairs only the number."""


def draw_tables(order: DrawOrder) -> Status:
    """Adds the draw to the file and prints it."""
    from tournament.filing.opened.open_evening import open_evening
    from tournament.filing.rounds.round_results import rank_when_asked
    from tournament.filing.setup.draw_entries import make_draw_facts, make_schedule, read_listed, seat_rounds
    from tournament.filing.setup.form_entries import list_form_waits
    from tournament.record.entries import write_head
    from tournament.record.replay import replay

    if order.seed is not None and order.listed is not None:
        raise WrongUse("book.draw.seed-of-list")
    store = open_to_add(order.where, order.lang)
    tournament = replay(store.read_entries())
    schedule = make_schedule(tournament)
    if order.listed is not None:
        drawn = read_listed(order.listed, order.round, schedule, tournament)
    else:
        drawn = seat_rounds(schedule, order.round, order.seed, rank_when_asked(lambda: open_evening(store, order.lang)))
    made = store.append(make_draw_facts(drawn), by=find_author(order.by), seen=tournament.head)
    _show_rounds(drawn, tournament, order)
    after = replay(store.read_entries())
    _report_repeats(after, drawn, order.lang)
    void = [Phrase("book.draw.void-paper", {"round": one.round}) for one in drawn if schedule.stands(one.round)]
    rest = (*schedule.report_seatless(), *list_form_waits(after)) if order.round is None else ()
    noted = [Phrase("wall.please-note", {"noted": write_head(entry.head, order.lang)}) for entry in made[-1:]]
    sys.stderr.writelines(said.in_(order.lang) + "\n" for said in (*void, *rest, *noted))
    return Status.DONE


def show_draws(order: DrawsOrder) -> Status:
    """Prints the draw of that round, or of all; draws nothing."""
    from tournament.draw.draw_rounds import RoundDraw
    from tournament.draw.table_sizes import NoDraw
    from tournament.filing.rounds.round_results import list_displaced_in
    from tournament.filing.setup.draw_entries import make_schedule
    from tournament.filing.setup.form_entries import list_form_waits
    from tournament.filing.setup.player_entries import list_redraws
    from tournament.record.open_store import open_store
    from tournament.record.replay import replay

    if order.pdf is not None:
        check_file(order.pdf, PDF)
    store, wanted = open_store(order.where), order.round
    entries = store.read_entries()
    tournament = replay(entries)
    if wanted is not None and wanted > tournament.opening.rounds:
        raise NoDraw("book.draw.no-such-round", round=wanted, rounds=tournament.opening.rounds)
    if wanted is not None and wanted not in tournament.draws:
        raise NoDraw("book.print.not-drawn", round=wanted)
    drawn = [
        RoundDraw(number, tournament.drawn[number].seed, tournament.drawn[number].method, tables)
        for number, tables in sorted(tournament.draws.items())
        if wanted in (None, number)
    ]
    if order.pdf is not None:
        from tournament.handout.handout import make_draw_certificate

        if not tournament.drawn:
            raise NoDraw("book.print.not-drawn", round=1)
        write_data(order.pdf, make_draw_certificate(entries, tournament, order.lang))
        print_note(order.lang, "handouts.draw.written", path=order.pdf)
    _show_rounds(drawn, tournament, order)
    shown = {one.round for one in drawn}
    again = [round_ for round_ in make_schedule(tournament).list_open() if round_ in shown]
    redraws = list_redraws(tournament) if again else ()
    otherwise = [one.say() for one in list_displaced_in(store, tournament, order.lang) if one.round in shown]
    waits = list_form_waits(tournament) if wanted is None else ()
    sys.stderr.writelines(note.in_(order.lang) + "\n" for note in (*redraws, *otherwise, *waits))
    return Status.DONE


def _show_rounds(drawn: Sequence[RoundDraw], tournament: Tournament, order: DrawOrder | DrawsOrder) -> None:
    """Writes each round to standard output, as JSON or as text."""
    from tournament.draw.draw_rounds import find_byes
    from tournament.filing.setup.draw_entries import make_schedule

    listed, lineups = getattr(order, "listed", None), make_schedule(tournament).lineups
    for one in drawn:
        names = {player.start: player.name_in(one.round) for player in tournament.players}
        out = find_byes(lineups[one.round], one.tables) if one.round in lineups else ()
        byes = [names[start] for start in out]
        text = _write_json(one, names, byes) if order.as_json else _write_text(one, names, byes, listed, order.lang)
        sys.stdout.write(text)


def _write_json(drawn: RoundDraw, names: Mapping[int, str], byes: Sequence[str]) -> str:
    """The round as one line of JSON. `byes`: who sits out."""
    tables = [{"table": table.number, "players": [names[start] for start in table.starts]} for table in drawn.tables]
    document = {"kiebitz": 1, "round": drawn.round, "seed": drawn.seed, "tables": tables}
    document |= {"byes": byes} if byes else {}
    return json.dumps(document, ensure_ascii=False) + "\n"


def _write_text(
    drawn: RoundDraw, names: Mapping[int, str], byes: Sequence[str], listed: Path | None, lang: Lang
) -> str:
    """A heading, a line for each table, and the `byes`. `listed`: the file from which the draw was taken, None for no
    file."""
    from tournament.draw.form_rounds import say_source
    from tournament.draw.table_sizes import find_springers, name_seats

    lines = [say_source(drawn.round, drawn.seed, drawn.method, str(listed or "")).in_(lang)]
    springers = find_springers(drawn.tables)
    for table in drawn.tables:
        players = "; ".join(name_seats(table, springers, names))
        lines.append(say(lang, "book.draw.table", table=table.number, players=players))
    if byes:
        lines.append(say(lang, "book.draw.byes", players="; ".join(byes)))
    return "\n".join(lines) + "\n"


def _report_repeats(tournament: Tournament, drawn: Sequence[RoundDraw], lang: Lang) -> None:
    """Reports on standard error which pairs meet again in the rounds that were drawn."""
    from tournament.filing.setup.draw_entries import make_schedule

    new = {one.round for one in drawn}
    repeats = [(pair, rounds) for pair, rounds in make_schedule(tournament).find_repeats().items() if new & set(rounds)]
    names = {player.start: player.name for player in tournament.players}
    for (one, other), rounds in repeats[:_MOST_PAIRS]:
        print_note(lang, "book.draw.meet-again", one=names[one], other=names[other], rounds=rounds)
    if len(repeats) > _MOST_PAIRS:
        print_note(lang, "book.draw.more-pairs", count=len(repeats) - _MOST_PAIRS)


def print_round(order: PrintOrder) -> Status:
    """Writes the PDF, and when asked for the geometry: a line of JSON for each page that is a sheet."""
    from tournament.filing.setup.draw_entries import make_print_facts
    from tournament.filing.setup.player_entries import list_short_tables
    from tournament.printing.round_paper import RoundPaper, draw_paper, plan_round
    from tournament.record.older_files import open_current
    from tournament.record.replay import replay

    check_file(order.output, PDF)
    if order.geometry is not None:
        check_file(order.geometry, JSON)
    paper = RoundPaper(order.round, order.lang, order.style, order.plus, order.paper)
    store = tell_copy(open_current(order.where), order.lang)
    entries = store.read_entries()
    round_ = plan_round(paper, entries)
    sheets, spares = round_.sheets, round_.spares
    pdf, wall = draw_paper(round_, order.round, order.lang)
    write_data(order.output, pdf)
    if order.geometry is not None:
        lines = "".join(_write_geometry([*enumerate(sheets, 1), *enumerate(spares, len(sheets) + wall + 1)]))
        write_data(order.geometry, lines.encode())
    store.append(make_print_facts(replay(entries), order.round), by=find_author(order.by))
    _report_printed(order, round_, wall)
    short = [one.say() for one in list_short_tables(replay(entries)) if one.round == order.round]
    sys.stderr.writelines(one.in_(order.lang) + "\n" for one in short)
    return Status.DONE


def _write_geometry(pages: Sequence[tuple[int, SheetSpec]]) -> Iterator[str]:
    """A line of JSON for each sheet with the page, from 1, on which it is."""
    from templates.layout import describe_geometry
    from templates.sheet_spec import make_layout

    for page, spec in pages:
        place = {"page": page, "round": spec.code.round, "table": spec.code.table}
        plan = describe_geometry(make_layout(spec.code), spec.code.spell())
        yield json.dumps(place | plan, ensure_ascii=False) + "\n"


def _report_printed(order: PrintOrder, planned: PlannedRound, wall: int) -> None:
    """Reports what was printed, with notes about the round."""
    from tournament.printing.round_paper import SPARES, list_notes

    said = say(
        order.lang,
        "book.print.written",
        round=order.round,
        sheets=len(planned.tables),
        wall=wall,
        spares=SPARES,
        path=order.output,
    )
    notes = list_notes(planned.opening, planned.tables, planned.names, order.style)
    sys.stderr.writelines(f"{line}\n" for line in (said, *(note.in_(order.lang) for note in notes)))
