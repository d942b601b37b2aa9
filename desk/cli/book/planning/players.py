"""`kiebitz players FILE list|add|drop|rename|swap|substitute|paid`: who takes part, from the list to the last round."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from desk.book.author import find_author
from desk.cli.book.planning.new import tell_look_alikes
from desk.exits import Status, WrongUse
from texts.languages import Lang
from texts.sentences import Phrase, say

if TYPE_CHECKING:
    from tournament.record.facts import Fact
    from tournament.record.state import Entrant, Tournament



def list_players(where: str, *, as_json: bool, lang: Lang) -> Status:
    """Prints the players by start number."""
    from tournament.record.opening import open_store
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
        "start": player.start, "name": player.name, "club": player.club, "table": player.fixed_table,
        "dropped_after": player.dropped_after, "paid": player.paid,
        "substitutes": {str(round_): name for round_, name in sorted(player.substitutes.items())},
    }


def _write_row(player: Entrant, lang: Lang) -> list[str]:
    remarks = [say(lang, "book.players.stands-in", round=round_, name=name)
               for round_, name in sorted(player.substitutes.items())]
    if player.fixed_table is not None:
        remarks.append(say(lang, "book.players.fixed", table=player.fixed_table))
    if player.dropped_after is not None:
        key = "book.players.plays-until" if player.dropped_after else "book.players.away"
        remarks.append(say(lang, key, round=player.dropped_after))
    paid = say(lang, "book.players.yes") if player.paid else ""
    return [str(player.start), player.name, player.club, paid, "; ".join(remarks)]


def add_player(
    where: str, name: str, club: str, start: int | None, table: int | None, by: str, lang: Lang
) -> Status:
    """Adds a player who comes late, with the number given or the next that was never used."""
    def change(state: Tournament) -> tuple[Sequence[Fact], Phrase]:
        from tournament.record.facts import PlayerAdded
        from tournament.record.player_list import list_free_starts

        new = _tidy_name(name)
        taken = [player.start for player in state.players]
        number = start if start is not None else next(list_free_starts(taken))
        if number in taken:
            raise WrongUse("book.players.start-taken", start=number, name=_name_player(state, number))
        _refuse_namesake(state, new)
        tell_look_alikes([player.name for player in state.players], [new], lang)
        gaps = {"start": number, "name": new}
        return [PlayerAdded(number, new, " ".join(club.split()), table)], Phrase("book.players.added", gaps)

    return _change(where, change, by, lang)


def drop_player(where: str, who: str, after: int | None, by: str, lang: Lang) -> Status:
    """Lets a player leave: after that round, else after the last round that was drawn."""
    def change(state: Tournament) -> tuple[Sequence[Fact], Phrase]:
        from tournament.record.facts import PlayerDropped

        player = _find_player(state, who)
        last = after if after is not None else max(state.draws, default=0)
        gaps = {"name": player.name, "round": last}
        key = "book.players.dropped" if last else "book.players.withdrawn"
        return [PlayerDropped(player.start, last)], Phrase(key, gaps)

    return _change(where, change, by, lang)


def rename_player(where: str, who: str, name: str, by: str, lang: Lang) -> Status:
    """Corrects a player's name."""
    def change(state: Tournament) -> tuple[Sequence[Fact], Phrase]:
        from tournament.record.facts import PlayerRenamed

        player, new = _find_player(state, who), _tidy_name(name)
        _refuse_namesake(state, new, player)
        others = [other.name for other in state.players if other != player]
        tell_look_alikes(others, [new], lang)
        gaps = {"before": player.name, "name": new}
        return [PlayerRenamed(player.start, new)], Phrase("book.players.renamed", gaps)

    return _change(where, change, by, lang)


def swap_players(where: str, first: str, second: str, round_: int, by: str, lang: Lang) -> Status:
    """Lets two players change seats in the draw of a round."""
    def change(state: Tournament) -> tuple[Sequence[Fact], Phrase]:
        from tournament.record.facts import PlayersSwapped

        one, other = _find_player(state, first), _find_player(state, second)
        drawn = {start for table in state.draws.get(round_, ()) for start in table.starts}
        if missing := [player.name for player in (one, other) if player.start not in drawn]:
            raise WrongUse("book.players.not-drawn", name=missing[0], round=round_)
        gaps = {"first": one.name, "second": other.name, "round": round_}
        return [PlayersSwapped(round_, one.start, other.start)], Phrase("book.players.swapped", gaps)

    return _change(where, change, by, lang)


def substitute_player(where: str, who: str, name: str, round_: int, by: str, lang: Lang) -> Status:
    """Lets somebody play a round for a player; without a name the player plays that round after all."""
    def change(state: Tournament) -> tuple[Sequence[Fact], Phrase]:
        from tournament.record.facts import Substituted

        player, new = _find_player(state, who), _tidy_name(name) if name.strip() else ""
        if new:
            _refuse_namesake(state, new)
        gaps = {"name": player.name, "substitute": new, "round": round_}
        key = "book.players.substituted" if new else "book.players.plays-after-all"
        return [Substituted(player.start, round_, new)], Phrase(key, gaps)

    return _change(where, change, by, lang)


def mark_paid(where: str, who: Sequence[str], *, paid: bool, by: str, lang: Lang) -> Status:
    """Notes who has paid, or has not after all."""
    def change(state: Tournament) -> tuple[Sequence[Fact], Phrase]:
        from tournament.record.facts import Paid

        players = [_find_player(state, one) for one in who]
        key = "book.players.paid" if paid else "book.players.unpaid"
        gaps = {"names": tuple(player.name for player in players)}
        return [Paid(player.start, paid) for player in players], Phrase(key, gaps)

    return _change(where, change, by, lang)


def _change(where: str, make: Callable[[Tournament], tuple[Sequence[Fact], Phrase]], by: str, lang: Lang) -> Status:
    """Writes what `make` makes of the state, if nobody else wrote meanwhile, and says so."""
    from tournament.record.opening import open_store
    from tournament.record.replay import replay

    store = open_store(where)
    state = replay(store.read_entries())
    facts, told = make(state)
    store.append(facts, by=find_author(by), seen=state.head)
    sys.stderr.write(told.in_(lang) + "\n")
    return Status.DONE


def _find_player(state: Tournament, who: str) -> Entrant:
    """The player with that start number or name. Raises WrongUse for nobody, and for several of that name."""
    wanted = " ".join(who.split()).casefold()
    found = [player for player in state.players if wanted in (str(player.start), player.name.casefold())]
    if len(found) != 1:
        from tournament.record.look_alikes import find_look_alikes

        near = tuple(name for _, name in find_look_alikes([player.name for player in state.players], [who]))
        raise WrongUse("book.players.nearly" if near else "book.players.nobody", who=who, near=near)
    return found[0]


def _name_player(state: Tournament, start: int) -> str:
    player = state.find_player(start)
    return player.name if player is not None else ""


def _tidy_name(name: str) -> str:
    """The name as it is kept. Raises WrongUse for none, and for one that would pass for a start number."""
    from tournament.record.player_list import LONGEST
    from tournament.text_tables import tidy_text

    tidy = tidy_text(name)
    if not tidy or tidy.isdecimal() or len(tidy) > LONGEST:
        raise WrongUse("book.players.no-name", name=tidy[:LONGEST])
    return tidy


def _refuse_namesake(state: Tournament, name: str, but: Entrant | None = None) -> None:
    """Raises WrongUse for a name that another player has: nobody could tell the two apart."""
    from tournament.record.look_alikes import find_namesakes

    others = [player.name for player in state.players if player != but]
    if find_namesakes([*others, name]):
        raise WrongUse("book.players.name-taken", name=name)
