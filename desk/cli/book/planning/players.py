"""`kiebitz players FILE list|add|drop|rename|swap|substitute|paid`: who takes part, from the list to the last round."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from desk.book.author import find_author
from desk.cli.book.planning.new import tell_look_alikes
from desk.exits import Status
from texts.languages import Lang
from texts.sentences import say

if TYPE_CHECKING:
    from tournament.filing.player_entries import PlayerChange
    from tournament.record.tournament_state import Entrant, Tournament


def list_players(where: str, *, as_json: bool, lang: Lang) -> Status:
    """Prints the players by start number."""
    from tournament.record.open_store import open_store
    from tournament.record.replay import replay

    players = replay(open_store(where).read_entries()).players
    if as_json:
        document = {"kiebitz": 1, "players": [_describe(player) for player in players]}
        sys.stdout.write(json.dumps(document, ensure_ascii=False) + "\n")
        return Status.DONE
    from desk.cli.tables import show_table

    head = [say(lang, f"book.players.head.{name}") for name in ("start", "name", "club", "paid", "remarks")]
    title = say(lang, "book.players.count", count=len(players))
    show_table(title, head, [_write_row(player, lang) for player in players], right=(0,))
    return Status.DONE


def _describe(player: Entrant) -> dict[str, object]:
    return {
        "start": player.start,
        "name": player.name,
        "club": player.club,
        "table": player.fixed_table,
        "dropped_after": player.dropped_after,
        "paid": player.paid,
        "substitutes": {str(round_): name for round_, name in sorted(player.substitutes.items())},
    }


def _write_row(player: Entrant, lang: Lang) -> list[str]:
    remarks = [
        say(lang, "book.players.stands-in", round=round_, name=name)
        for round_, name in sorted(player.substitutes.items())
    ]
    if player.fixed_table is not None:
        remarks.append(say(lang, "book.players.fixed", table=player.fixed_table))
    if player.dropped_after is not None:
        key = "book.players.plays-until" if player.dropped_after else "book.players.away"
        remarks.append(say(lang, key, round=player.dropped_after))
    paid = say(lang, "book.players.yes") if player.paid else ""
    return [str(player.start), player.name, player.club, paid, "; ".join(remarks)]


def add_player(where: str, name: str, club: str, start: int | None, table: int | None, by: str, lang: Lang) -> Status:
    """Adds a player who comes late, with the number given or the next that was never used."""
    from tournament.filing.player_entries import make_joining

    return _change(where, lambda state: make_joining(state, name, club, start, table), by, lang)


def drop_player(where: str, who: str, after: int | None, by: str, lang: Lang) -> Status:
    """Lets a player leave: after that round, else after the last round that was drawn."""
    from tournament.filing.player_entries import make_leaving

    return _change(where, lambda state: make_leaving(state, who, after), by, lang)


def rename_player(where: str, who: str, name: str, by: str, lang: Lang) -> Status:
    """Corrects a player's name."""
    from tournament.filing.player_entries import make_renaming

    return _change(where, lambda state: make_renaming(state, who, name), by, lang)


def swap_players(where: str, first: str, second: str, round_: int, by: str, lang: Lang) -> Status:
    """Lets two players change seats in the draw of a round."""
    from tournament.filing.player_entries import make_swap

    return _change(where, lambda state: make_swap(state, first, second, round_), by, lang)


def substitute_player(where: str, who: str, name: str, round_: int, by: str, lang: Lang) -> Status:
    """Lets somebody play a round for a player; without a name the player plays that round after all."""
    from tournament.filing.player_entries import make_substitution

    return _change(where, lambda state: make_substitution(state, who, name, round_), by, lang)


def mark_paid(where: str, who: Sequence[str], *, paid: bool, by: str, lang: Lang) -> Status:
    """Notes who has paid, or has not after all."""
    from tournament.filing.player_entries import make_payment

    return _change(where, lambda state: make_payment(state, who, paid=paid), by, lang)


def _change(where: str, make: Callable[[Tournament], PlayerChange], by: str, lang: Lang) -> Status:
    """Writes what `make` makes of the state, if nobody else wrote meanwhile, and says so."""
    from tournament.record.open_store import open_store
    from tournament.record.replay import replay

    store = open_store(where)
    state = replay(store.read_entries())
    change = make(state)
    if change.new:
        tell_look_alikes(change.others, [change.new], lang)
    store.append(change.facts, by=find_author(by), seen=state.head)
    sys.stderr.write(change.said.in_(lang) + "\n")
    return Status.DONE
