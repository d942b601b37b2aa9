"""Who takes part and who sits where, from the list to the last round: each change as its entries, with what is said
about it, and the draw.

Every function takes the tournament as it is and raises RefusedOrder for what cannot be meant.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from texts.item_ids import parse_item
from texts.sentences import Phrase
from tournament.draw.draw_rounds import BY_HAND, RoundDraw, Schedule, draw_schedule, follow_plan, seat_listed
from tournament.draw.table_sizes import FIVE, FOUR, Lineup, NoDraw
from tournament.errors import RefusedOrder
from tournament.evening.name_matching import find_look_alikes, find_namesakes
from tournament.filing.people_files import LONGEST, list_free_starts, read_draw
from tournament.given_tables import tidy_text
from tournament.record import facts, player_facts
from tournament.record.replay import Entrant, Tournament


@dataclass(frozen=True, slots=True)
class PlayerChange:
    """Entries to add, what they do in a sentence, and the new name where others could be mistaken for it. `notes`: what
    is still to be done."""

    facts: tuple[facts.Fact, ...]
    said: Phrase
    new: str = ""
    others: tuple[str, ...] = ()
    notes: tuple[Phrase, ...] = ()


def make_joining(
    state: Tournament, name: str, club: str, start: int | None, table: int | None, first: int | None = None
) -> PlayerChange:
    """A player who comes late, with the number given or the next that was never used, and plays from the round `first`
    on, None: from the first one that is not closed, the last one where all are."""
    new, taken = _tidy_name(name), [player.start for player in state.players]
    number = start if start is not None else next(list_free_starts(taken))
    if number in taken:
        name = next(player.name for player in state.players if player.start == number)
        raise RefusedOrder("book.players.start-taken", start=number, name=name)
    _refuse_namesake(state, new)
    rounds = range(1, state.opening.rounds + 1)
    first = first or next((round_ for round_ in rounds if round_ not in state.closed), state.opening.rounds)
    _check_round(state, first)
    added = player_facts.PlayerAdded(number, new, tidy_text(club), table)
    missed = (player_facts.PlayerPaused(number, tuple(range(1, first))),) if first > 1 else ()
    others = tuple(player.name for player in state.players)
    said = Phrase(f"book.players.added{'-from' if missed else ''}", {"start": number, "name": new, "round": first})
    standing = make_schedule(state).list_standing()
    notes = tuple(_offer_seat(state, new, round_) for round_ in standing if round_ >= first)
    return PlayerChange((added, *missed), said, new, others, notes)


def make_pause(state: Tournament, who: str, round_: int) -> PlayerChange:
    """A player sits a round out that is not drawn for good."""
    player = find_entrant(state, who)
    _check_round(state, round_)
    if not player.plays(round_):
        raise RefusedOrder("book.players.plays-not", name=player.name, round=round_)
    if make_schedule(state).stands(round_) and player.start in _list_seated(state, round_):
        raise RefusedOrder("book.players.sits-already", name=player.name, round=round_)
    said = Phrase("book.players.paused", {"name": player.name, "round": round_})
    return PlayerChange((player_facts.PlayerPaused(player.start, (round_,)),), said)


@dataclass(frozen=True, slots=True)
class FreeSeat:
    """A seat in a round that is drawn. `seat`: from 1; `left`: whose it was, None for one that is put to the table."""

    table: int
    seat: int
    left: Entrant | None = None


def list_free_seats(state: Tournament, round_: int) -> list[FreeSeat]:
    """Seats of those who do not play the round; then, where the rules allow five, one more at each table of four.
    None at a table whose sheet is in."""
    played = [one.table for one in map(parse_item, state.sheets) if one.round == round_]
    tables = [table for table in state.draws.get(round_, ()) if table.number not in played]
    players = {player.start: player for player in state.players}
    left = [
        FreeSeat(table.number, seat, players[start])
        for table in tables
        for seat, start in enumerate(table.starts, 1)
        if not players[start].plays(round_)
    ]
    fifth = FIVE in state.opening.rules.sheet.seats
    more = [FreeSeat(table.number, FIVE) for table in tables if fifth and len(table.starts) == FOUR]
    return [] if round_ in state.closed else [*left, *more]


def make_seating(state: Tournament, who: str, round_: int, table: int | None) -> PlayerChange:
    """A player who sits nowhere takes the next free seat of the round, or that of a `table`."""
    player = find_entrant(state, who)
    _check_round(state, round_)
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
    """Where a player who comes late may sit in a round whose draw is fixed, or that there is no seat."""
    free = list_free_seats(state, round_)
    if not free:
        return Phrase("book.players.must-wait", {"name": name, "round": round_})
    key = "may-take-seat" if free[0].left else "may-sit-fifth"
    return Phrase(f"book.players.{key}", _describe_seat(name, round_, free[0]))


def _describe_seat(name: str, round_: int, free: FreeSeat) -> dict[str, object]:
    left = free.left.name_in(round_) if free.left else ""
    return {"name": name, "round": round_, "table": free.table, "seat": free.seat, "left": left}


def _list_seated(state: Tournament, round_: int) -> set[int]:
    return {start for table in state.draws.get(round_, ()) for start in table.starts}


def _check_round(state: Tournament, round_: int) -> None:
    """Raises `NoDraw` for a round that the tournament does not have."""
    if not 1 <= round_ <= state.opening.rounds:
        raise NoDraw("book.draw.no-such-round", round=round_, rounds=state.opening.rounds)


def make_leaving(state: Tournament, who: str, after: int | None) -> PlayerChange:
    """A player leaves: after that round, else after the last round of which a sheet is in."""
    player = find_entrant(state, who)
    last = after if after is not None else find_last_played(state)
    key = "book.players.dropped" if last else "book.players.withdrawn"
    return PlayerChange(
        (player_facts.PlayerDropped(player.start, last),), Phrase(key, {"name": player.name, "round": last})
    )


def find_last_played(state: Tournament) -> int:
    """The last round of which a sheet is in; 0 for none."""
    return max(make_schedule(state).scanned, default=0)


def make_renaming(state: Tournament, who: str, name: str) -> PlayerChange:
    """A player's name is put right."""
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
    """Somebody plays a round for a player; without a name the player plays that round after all."""
    player, new = find_entrant(state, who), _tidy_name(name) if name.strip() else ""
    if new:
        _refuse_namesake(state, new)
    key = "book.players.substituted" if new else "book.players.plays-after-all"
    said = Phrase(key, {"name": player.name, "substitute": new, "round": round_})
    return PlayerChange((player_facts.Substituted(player.start, round_, new),), said)


def make_payment(state: Tournament, who: Sequence[str], *, paid: bool) -> PlayerChange:
    """Who has paid, or has not after all."""
    players = [find_entrant(state, one) for one in who]
    key = "book.players.paid" if paid else "book.players.unpaid"
    said = Phrase(key, {"names": tuple(player.name for player in players)})
    return PlayerChange(tuple(player_facts.Paid(player.start, paid) for player in players), said)


def find_entrant(state: Tournament, who: str) -> Entrant:
    """The player with that start number or name. Raises RefusedOrder for nobody, and for several of that name."""
    wanted = tidy_text(who).casefold()
    found = [player for player in state.players if wanted in (str(player.start), player.name.casefold())]
    if len(found) != 1:
        near = tuple(name for _, name in find_look_alikes([player.name for player in state.players], [who]))
        raise RefusedOrder("book.players.nearly" if near else "book.players.nobody", who=who, near=near)
    return found[0]


def _tidy_name(name: str) -> str:
    """The name as it is kept. Raises RefusedOrder for none, and for one that would pass for a start number."""
    tidy = tidy_text(name)
    if not tidy or tidy.isdecimal() or len(tidy) > LONGEST:
        raise RefusedOrder("book.players.no-name", name=tidy[:LONGEST])
    return tidy


def _refuse_namesake(state: Tournament, name: str, but: Entrant | None = None) -> None:
    """Raises RefusedOrder for a name that another player has: nobody could distinguish the two."""
    others = [player.name for player in state.players if player != but]
    if find_namesakes([*others, name]):
        raise RefusedOrder("book.players.name-taken", name=name)


LONGEST_SEED = 200
"""Letters; a seed is to be announced and typed."""


def make_schedule(tournament: Tournament) -> Schedule:
    """Who plays in each round, the draws so far, and the rounds of which sheets are in, or that were printed or
    closed."""
    rounds = range(1, tournament.opening.rounds + 1)
    scanned = {one.round for one in map(parse_item, tournament.sheets) if one.round is not None}
    origins = {round_: (fact.seed, fact.method) for round_, fact in tournament.drawn.items()}
    lineups = {round_: _list_players(tournament, round_) for round_ in rounds}
    return Schedule(lineups, tournament.draws, scanned, origins, tournament.printed, tournament.closed.keys())


def _list_players(tournament: Tournament, round_: int) -> Lineup:
    players = [player for player in tournament.players if player.plays(round_)]
    fixed = {player.start: player.fixed_table for player in players if player.fixed_table is not None}
    opening = tournament.opening
    return Lineup(tuple(player.start for player in players), fixed, opening.seats, opening.rules.sheet.seats)


def seat_rounds(schedule: Schedule, round_: int | None, seed: str | None) -> tuple[RoundDraw, ...]:
    """The draw of that round, or of all that are open: as planned before, else with that seed or one of chance.

    Raises `NoDraw`.
    """
    if seed is not None and not 0 < len(seed.strip()) <= LONGEST_SEED:
        raise NoDraw("book.draw.no-seed", most=LONGEST_SEED)
    return follow_plan(schedule, round_, seed) or draw_schedule(schedule, round_, seed or secrets.token_hex(4))


def read_listed(path: Path, wanted: int | None, schedule: Schedule, tournament: Tournament) -> tuple[RoundDraw, ...]:
    """The wanted round of a CSV with a draw, or all of this tournament that it has. Raises `NoDraw`, and
    `UnreadableTable`."""
    listed = read_draw(path)
    rounds = [wanted] if wanted is not None else sorted({round_ for round_, _ in listed} & schedule.lineups.keys())
    if not rounds:
        raise NoDraw("book.draw.no-rounds-listed", path=path)
    drawn = []
    for round_ in rounds:
        schedule.check_round(round_)
        if wanted is None and schedule.stands(round_):
            raise NoDraw("book.draw.stands", round=round_)
        tables = seat_listed(listed, round_, schedule.lineups[round_], name_players(tournament, round_))
        drawn.append(RoundDraw(round_, "", BY_HAND, tables))
    return tuple(drawn)


def name_players(tournament: Tournament, round_: int) -> dict[int, str]:
    """Who plays in that round, by start number."""
    return {player.start: player.name_in(round_) for player in tournament.players if player.plays(round_)}


def make_print_facts(tournament: Tournament, round_: int) -> tuple[facts.RoundPrinted, ...]:
    """The entry that a round was printed; none where the draw that holds was printed before."""
    return () if round_ in tournament.printed else (facts.RoundPrinted(round_),)


def make_draw_facts(drawn: Iterable[RoundDraw]) -> list[player_facts.Drawn]:
    """The entries of the rounds."""
    return [
        player_facts.Drawn(one.round, one.seed, one.method, tuple((table.number, table.starts) for table in one.tables))
        for one in drawn
    ]
