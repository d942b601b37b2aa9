"""Sitzplan: shows everybody the draw of each round, by table and by name. Nothing is drawn on this page."""

from __future__ import annotations

from dataclasses import dataclass

from fastapi import APIRouter
from fastapi.responses import Response

from desk.web.page_kit import Watcher
from texts.sentences import say_on_page
from tournament.filing.rounds.round_results import list_displaced
from tournament.filing.setup.draw_entries import make_schedule
from tournament.filing.setup.form_entries import list_form_waits, list_sources
from tournament.near_names import fold_name
from tournament.record.replay import Tournament, replay

router = APIRouter()


@dataclass(frozen=True, slots=True)
class Place:
    """Where a player sits. `left`: whether the player has left before this round."""

    table: int
    start: int
    name: str
    left: bool


@dataclass(frozen=True, slots=True)
class RoundSeating:
    """A drawn round. `stale`: whether it must be drawn anew; `seatless`: players in it without a seat; `over`: whether
    it is closed; `byes`: who sits out."""

    round: int
    tables: tuple[tuple[int, tuple[Place, ...]], ...]
    stale: bool
    seatless: tuple[str, ...]
    over: bool
    byes: tuple[str, ...] = ()

    @property
    def by_name(self) -> tuple[Place, ...]:
        """All players in alphabetical order."""
        places = (place for _, at in self.tables for place in at)
        return tuple(sorted(places, key=lambda place: (fold_name(place.name), place.start)))


@router.get("/sitzplan")
def show_seating(visit: Watcher) -> Response:
    """The page; it is sent again with every change."""
    state = replay(visit.desk.store.read_entries())
    displaced = list_displaced(visit.open()) if state.bases else ()
    return visit.show_live(
        "seating",
        rounds=list_seating(state),
        sources={number: source.in_(visit.lang) for number, source in list_sources(state).items()},
        changed={one.round: say_on_page(one.say(), visit.lang) for one in displaced},
        waits=[one.in_(visit.lang) for one in list_form_waits(state)],
        organiser=visit.is_organiser,
    )


def list_seating(state: Tournament) -> tuple[RoundSeating, ...]:
    """The rounds that are drawn and played, in order."""
    schedule = make_schedule(state)
    players = {player.start: player for player in state.players}
    rounds = []
    for number, tables in sorted((one, at) for one, at in state.draws.items() if one not in state.cancelled):
        names = state.name_tables(number)
        seated = tuple(
            (
                table.number,
                tuple(
                    Place(table.number, start, name, not players[start].plays(number))
                    for start, name in zip(table.starts, names[table.number], strict=True)
                ),
            )
            for table in sorted(tables, key=lambda table: table.number)
        )
        stale = number in schedule.list_open()
        seatless = () if stale else tuple(players[start].name for start in schedule.find_seatless(number))
        byes = () if stale else tuple(players[start].name for start in schedule.list_byes(number))
        rounds.append(RoundSeating(number, seated, stale, seatless, number in state.closed, byes))
    return tuple(rounds)
