"""The certificate of the draw: how each round was seated, and all that is needed to draw the same again elsewhere."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import TYPE_CHECKING

from texts.languages import Lang
from texts.sentences import Moment, say
from tournament.filing.setup.form_entries import list_sources
from tournament.handout.dispute_story import Story, StoryRow, StoryTable
from tournament.record.entries import Entry
from tournament.record.player_facts import Drawn

if TYPE_CHECKING:
    from tournament.record.replay import Tournament


def tell_draw(entries: Sequence[Entry], tournament: Tournament, lang: Lang) -> Story:
    """All rounds that are seated, as they were drawn; there is one at least. Seats that were swapped afterwards are
    named below their table."""
    title = say(lang, "handouts.draw.title", title=tournament.opening.title)
    made = {entry.fact.round: entry for entry in entries if isinstance(entry.fact, Drawn)}
    rounds = (_tell_round(drawn, made[number], tournament, lang) for number, drawn in sorted(tournament.drawn.items()))
    return Story(title, (say(lang, "handouts.draw.how"), *chain.from_iterable(rounds)))


def _tell_round(drawn: Drawn, made: Entry, tournament: Tournament, lang: Lang) -> Iterator[str | StoryTable]:
    """How the round was seated, by which method, when and by whom; then its tables. `made`: the entry of the draw."""
    yield list_sources(tournament)[drawn.round].in_(lang)
    gaps = {"method": drawn.method, "when": Moment(made.when), "by": made.by, "entry": made.number}
    yield say(lang, "handouts.draw.made", **gaps)
    yield _list_tables(drawn, tournament, lang)


def _list_tables(drawn: Drawn, tournament: Tournament, lang: Lang) -> StoryTable:
    """The round's tables, each with its players by seat."""
    heads = (say(lang, "dispute.head.table"), say(lang, "handouts.draw.seats"))
    rows = tuple(
        StoryRow(
            (str(table), _name_seats(starts, drawn.round, tournament)),
            tuple(_note_swap(table, starts, drawn, tournament, lang)),
        )
        for table, starts in sorted(drawn.tables)
    )
    return StoryTable(heads, rows, wide=1)


def _note_swap(table: int, starts: Sequence[int], drawn: Drawn, tournament: Tournament, lang: Lang) -> Iterator[str]:
    """Who sits at the table today, where that is somebody else than was drawn."""
    today = {one.number: one.starts for one in tournament.draws.get(drawn.round, ())}.get(table, ())
    if tuple(today) != tuple(starts):
        yield say(lang, "handouts.draw.today", seats=_name_seats(today, drawn.round, tournament))


def _name_seats(starts: Sequence[int], round_: int, tournament: Tournament) -> str:
    """Start number and name of each, by seat: "7 Anna Albers, 12 Çem Yılmaz"."""
    players = {player.start: player for player in tournament.players}
    return ", ".join(f"{start} {players[start].name_in(round_)}" for start in starts)
