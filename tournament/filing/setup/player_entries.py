"""Who takes part and who sits where, from the list to the last round: each change as its entries, with a sentence about
it, and what is to be done next.

Every function takes the tournament as it is and raises RefusedOrder for an impossible change.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import count

from texts.item_ids import parse_item
from texts.sentences import Phrase, tidy_text
from tournament.draw.table_sizes import FIVE, FOUR, NoDraw, size_tables
from tournament.errors import RefusedOrder
from tournament.evening.name_matching import find_look_alikes, find_namesakes, make_name_key
from tournament.filing.setup.draw_entries import check_round_number, make_schedule
from tournament.filing.setup.player_doubts import LONGEST
from tournament.filing.setup.player_lists import MOST_PLAYERS, PlayerList
from tournament.record import facts, player_facts
from tournament.record.replay import Entrant, Tournament
from tournament.standings.prizes import name_euros


@dataclass(frozen=True, slots=True)
class PlayerChange:
    """Entries to add, with a sentence on what they do (`said`). `new`: a new name, if it is easily mistaken for the
    names of `others`. `notes`: what is still to be done."""

    facts: tuple[facts.Fact, ...]
    said: Phrase
    new: str = ""
    others: tuple[str, ...] = ()
    notes: tuple[Phrase, ...] = ()


def make_joining(
    state: Tournament, name: str, club: str, start: int | None, table: int | None, first: int | None = None
) -> PlayerChange:
    """A player who comes late, with the start number given or the next that was never used. `first`: the round from
    which on the player plays; None: the first that is not closed, or the last one if all are."""
    new, taken = _tidy_name(name), [player.start for player in state.players]
    number = start if start is not None else max(taken, default=0) + 1
    if number in taken:
        name = next(player.name for player in state.players if player.start == number)
        raise RefusedOrder("book.players.start-taken", start=number, name=name)
    _refuse_namesake(state, new)
    if len(taken) >= MOST_PLAYERS:
        raise RefusedOrder("book.players.no-more", most=MOST_PLAYERS)
    rounds = range(1, state.opening.rounds + 1)
    first = first or next((round_ for round_ in rounds if round_ not in state.closed), state.opening.rounds)
    check_round_number(state, first)
    added = player_facts.PlayerAdded(number, new, tidy_text(club), table)
    missed = (player_facts.PlayerPaused(number, tuple(range(1, first))),) if first > 1 else ()
    others = tuple(player.name for player in state.players)
    said = Phrase(f"book.players.added{'-from' if missed else ''}", {"start": number, "name": new, "round": first})
    standing = make_schedule(state).list_standing()
    seats = tuple(_offer_seat(state, new, round_) for round_ in standing if round_ >= first)
    after = _change_player(state, Entrant(number, new, fixed_table=table, paused=frozenset(range(1, first))))
    return PlayerChange((added, *missed), said, new, others, (*seats, *list_redraws(after)))


def make_list_joining(state: Tournament, given: PlayerList) -> PlayerChange:
    """The players of a list who are not in the tournament yet; they play from the first round that is not closed. A
    start number that is taken is replaced by the next one that was never used."""
    listed = given.players
    known = {make_name_key(player.name) for player in state.players}
    new = [player for player in listed if make_name_key(player.name) not in known]
    if not new:
        raise RefusedOrder("book.list.nobody-new")
    if len(state.players) + len(new) > MOST_PLAYERS:
        raise RefusedOrder("book.players.no-more", most=MOST_PLAYERS)
    taken = {player.start for player in state.players}
    next_ = count(max((*taken, *(player.start for player in new))) + 1)
    numbered = tuple(player if player.start not in taken else replace(player, start=next(next_)) for player in new)
    rounds = range(1, state.opening.rounds + 1)
    first = next((round_ for round_ in rounds if round_ not in state.closed), state.opening.rounds)
    missed = tuple(player_facts.PlayerPaused(one.start, tuple(range(1, first))) for one in numbered if first > 1)
    then = state
    for one in numbered:
        paused = frozenset(range(1, first))
        then = _change_player(then, Entrant(one.start, one.name, one.club, one.table, paused=paused))
    paid = (
        player_facts.Paid(now.start, True) for was, now in zip(new, numbered, strict=True) if was.start in given.paid
    )
    said = Phrase("book.list.entered", {"count": len(new), "known": len(listed) - len(new)})
    return PlayerChange((*numbered, *missed, *paid), said, notes=list_redraws(then))


def make_pause(state: Tournament, who: str, round_: int) -> PlayerChange:
    """A player sits out a round whose draw is not fixed yet."""
    player = find_entrant(state, who)
    check_round_number(state, round_)
    if not player.plays(round_):
        raise RefusedOrder("book.players.plays-not", name=player.name, round=round_)
    if make_schedule(state).stands(round_) and player.start in _list_seated(state, round_):
        raise RefusedOrder("book.players.sits-already", name=player.name, round=round_)
    said = Phrase("book.players.paused", {"name": player.name, "round": round_})
    after = _change_player(state, replace(player, paused=player.paused | {round_}))
    return PlayerChange((player_facts.PlayerPaused(player.start, (round_,)),), said, notes=list_redraws(after))


@dataclass(frozen=True, slots=True)
class FreeSeat:
    """A free seat in a round that is drawn. `seat`: from 1. `left`: whose it was, None for an additional one."""

    table: int
    seat: int
    left: Entrant | None = None


def list_free_seats(state: Tournament, round_: int) -> list[FreeSeat]:
    """Seats of those who do not play the round; then, where the rules allow it, one more at each table of three and
    of four. None at a table whose sheet is in."""
    played = [one.table for one in map(parse_item, state.sheets) if one.round == round_]
    tables = [table for table in state.draws.get(round_, ()) if table.number not in played]
    players = {player.start: player for player in state.players}
    left = [
        FreeSeat(table.number, seat, players[start])
        for table in tables
        for seat, start in enumerate(table.starts, 1)
        if not players[start].plays(round_)
    ]
    sizes = [(len(table.starts) + 1, table.number) for table in tables if len(table.starts) < FIVE]
    more = [FreeSeat(number, size) for size, number in sorted(sizes) if size in state.opening.rules.sheet.seats]
    return [] if round_ in state.closed else [*left, *more]


def make_seating(state: Tournament, who: str, round_: int, table: int | None) -> PlayerChange:
    """A player without a seat takes the next free seat of the round, or of a `table`."""
    player = find_entrant(state, who)
    check_round_number(state, round_)
    if player.start in _list_seated(state, round_):
        raise RefusedOrder("book.players.sits-already", name=player.name, round=round_)
    if not player.plays(round_):
        raise RefusedOrder("book.players.plays-not", name=player.name, round=round_)
    if round_ not in state.draws:
        raise RefusedOrder("book.players.draw-first", name=player.name, round=round_)
    free = [seat for seat in list_free_seats(state, round_) if table in (None, seat.table)]
    if not free:
        key = "no-seat" if table is None else "no-seat-there"
        raise RefusedOrder(f"book.players.{key}", name=player.name, round=round_, table=table)
    gaps = _describe_seat(player.name, round_, free[0])
    said = Phrase(f"book.players.{'takes-seat' if free[0].left else 'sits-fifth'}", gaps)
    return PlayerChange((player_facts.PlayerSeated(round_, free[0].table, free[0].seat, player.start),), said)


def _offer_seat(state: Tournament, name: str, round_: int) -> Phrase:
    """A sentence on where a player who comes late may sit in a round whose draw is fixed, or that there is no seat."""
    free = list_free_seats(state, round_)
    if not free:
        return Phrase("book.players.must-wait", {"name": name, "round": round_})
    key = "may-take-seat" if free[0].left else "may-sit-fifth"
    return Phrase(f"book.players.{key}", _describe_seat(name, round_, free[0]))


def _describe_seat(name: str, round_: int, free: FreeSeat) -> dict[str, object]:
    left = free.left.name_in(round_) if free.left else ""
    places = {"table": free.table, "seat": free.seat, "seated": free.seat - 1}
    return {"name": name, "round": round_, "left": left, **places}


def _list_seated(state: Tournament, round_: int) -> set[int]:
    return {start for table in state.draws.get(round_, ()) for start in table.starts}


def make_leaving(state: Tournament, who: str, after: int | None) -> PlayerChange:
    """A player leaves: after that round, else after the last round of which a sheet is in."""
    player = find_entrant(state, who)
    last = after if after is not None else find_last_played(state)
    said = Phrase("book.players.dropped" if last else "book.players.withdrawn", {"name": player.name, "round": last})
    then, short = _change_player(state, replace(player, dropped_after=last)), list_short_tables(state)
    notes = tuple(one.say() for one in list_short_tables(then) if one not in short)
    return PlayerChange((player_facts.PlayerDropped(player.start, last),), said, notes=(*notes, *list_redraws(then)))


def _change_player(state: Tournament, player: Entrant) -> Tournament:
    """The state with that player as given, to see what would have to be done."""
    others = (one for one in state.players if one.start != player.start)
    return replace(state, players=tuple(sorted((*others, player), key=lambda one: one.start)))


def list_redraws(state: Tournament) -> tuple[Phrase, ...]:
    """Sentences on which rounds must be drawn again, as the players changed; or that so many players cannot be
    seated."""
    schedule = make_schedule(state)
    rounds = tuple(round_ for round_ in schedule.list_open() if round_ in schedule.draws)
    if not rounds:
        return ()
    try:
        for round_ in rounds:
            size_tables(schedule.lineups[round_])
    except NoDraw as error:
        return (error.phrase,)
    return (Phrase("book.players.redraw", {"rounds": rounds}),)


@dataclass(frozen=True, slots=True)
class ShortTable:
    """A table of a round whose draw is fixed, at which somebody sits who no longer plays the round."""

    round: int
    table: int
    players: int

    def say(self) -> Phrase:
        """A sentence on what is to be done there."""
        key = "short-table" if self.players < FOUR else "now-four"
        return Phrase(f"book.players.{key}", {"round": self.round, "table": self.table, "players": self.players})


def list_short_tables(state: Tournament) -> tuple[ShortTable, ...]:
    """The short tables whose sheet is not in, round by round."""
    plays = {player.start: player for player in state.players}
    played = {(one.round, one.table) for one in map(parse_item, state.sheets)}
    return tuple(
        ShortTable(round_, table.number, left)
        for round_ in make_schedule(state).list_standing()
        for table in state.draws[round_]
        if (left := sum(plays[start].plays(round_) for start in table.starts)) < len(table.starts)
        and (round_, table.number) not in played
    )


def list_coming(state: Tournament, player: Entrant) -> tuple[int, ...]:
    """The rounds that the player plays, that have no sheet and are not closed; the next one comes first."""
    schedule = make_schedule(state)
    over = schedule.scanned | schedule.closed
    return tuple(round_ for round_ in schedule.lineups if round_ not in over and player.plays(round_))


def list_pausable(state: Tournament, player: Entrant) -> tuple[int, ...]:
    """Those of `list_coming` that the player may sit out: without a seat in them, or with a draw that is not fixed."""
    schedule = make_schedule(state)
    kept = (one for one in list_coming(state, player) if schedule.stands(one))
    return tuple(
        sorted({*list_coming(state, player)} - {one for one in kept if player.start in _list_seated(state, one)})
    )


def find_last_played(state: Tournament) -> int:
    """The last round with a sheet; 0 if there is none."""
    return max(make_schedule(state).scanned, default=0)


def make_renaming(state: Tournament, who: str, name: str) -> PlayerChange:
    """A player's name is corrected."""
    player, new = find_entrant(state, who), _tidy_name(name)
    _refuse_namesake(state, new, player)
    others = tuple(other.name for other in state.players if other != player)
    said = Phrase("book.players.renamed", {"before": player.name, "name": new})
    return PlayerChange((player_facts.PlayerRenamed(player.start, new),), said, new, others)


def make_swap(state: Tournament, first: str, second: str, round_: int) -> PlayerChange:
    """Two players change seats in the draw of a round."""
    one, other = find_entrant(state, first), find_entrant(state, second)
    drawn = _list_seated(state, round_)
    if missing := [player.name for player in (one, other) if player.start not in drawn]:
        raise RefusedOrder("book.players.not-drawn", name=missing[0], round=round_)
    said = Phrase("book.players.swapped", {"first": one.name, "second": other.name, "round": round_})
    return PlayerChange((player_facts.PlayersSwapped(round_, one.start, other.start),), said)


def make_substitution(state: Tournament, who: str, name: str, round_: int) -> PlayerChange:
    """Somebody plays a round for a player; with the name "" the player plays that round after all."""
    player, new = find_entrant(state, who), _tidy_name(name) if name.strip() else ""
    if new:
        _refuse_namesake(state, new)
    key = "book.players.substituted" if new else "book.players.plays-after-all"
    said = Phrase(key, {"name": player.name, "substitute": new, "round": round_})
    return PlayerChange((player_facts.Substituted(player.start, round_, new),), said)


def make_payment(state: Tournament, who: Sequence[str], *, paid: bool) -> PlayerChange:
    """These players have paid, or, if not `paid`, have not after all."""
    players = [find_entrant(state, one) for one in who]
    key = "book.players.paid" if paid else "book.players.unpaid"
    said = Phrase(key, {"names": tuple(player.name for player in players)})
    return PlayerChange(tuple(player_facts.Paid(player.start, paid) for player in players), said)


def make_fee(typed: str) -> PlayerChange:
    """What each player pays to take part."""
    cents = read_euros(typed)
    return PlayerChange((player_facts.FeeSet(cents),), Phrase("book.fee.set", {"fee": name_euros(cents)}))


def read_euros(typed: str) -> int:
    """An amount as people write it ("10", "7,50 €"), in cents. Raises RefusedOrder for anything else."""
    found = re.fullmatch(r"(\d{1,4})(?:[.,](\d{2}|-))?", tidy_text(typed).strip("€ "), re.ASCII)
    if found is None:
        raise RefusedOrder("book.fee.no-amount", typed=tidy_text(typed)[:LONGEST])
    return int(found[1]) * 100 + int((found[2] or "0").strip("-") or 0)


def find_entrant(state: Tournament, who: str) -> Entrant:
    """The player with that start number or name. Raises RefusedOrder if there is none, or several of that name."""
    wanted = tidy_text(who).casefold()
    found = [player for player in state.players if wanted in (str(player.start), player.name.casefold())]
    if len(found) != 1:
        near = tuple(name for _, name in find_look_alikes([player.name for player in state.players], [who]))
        raise RefusedOrder("book.players.nearly" if near else "book.players.nobody", who=who, near=near)
    return found[0]


def _tidy_name(name: str) -> str:
    """The name in the form that is kept. Raises RefusedOrder if it is empty, or could be taken for a start number."""
    tidy = tidy_text(name)
    if not tidy or tidy.isdecimal() or len(tidy) > LONGEST:
        raise RefusedOrder("book.players.no-name", name=tidy[:LONGEST])
    return tidy


def _refuse_namesake(state: Tournament, name: str, but: Entrant | None = None) -> None:
    """Raises RefusedOrder if another player has that name: nobody could distinguish the two."""
    others = [player.name for player in state.players if player != but]
    if find_namesakes([*others, name]):
        raise RefusedOrder("book.players.name-taken", name=name)
