"""What awards mean for the players: notes in words, and for each player the points that count beside the list, the
rounds that bear a mark, and whether the player is out of the ranking.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from texts.item_ids import make_round_key
from tournament.evening.award_notes import AwardNote
from tournament.judging.written_sheet import WrittenSheet
from tournament.record.award_facts import Award
from tournament.record.replay import Tournament
from tournament.standings.places import Gap, Player

_LAST = 10**6
"""A round behind all rounds."""


def list_award_notes(state: Tournament) -> tuple[AwardNote, ...]:
    """Every award that counts, with the names of today, in the order of rounds and tables; those without a round come
    last."""
    names = {one.start: one.name for one in state.players}
    notes = (note_award(one, names) for one in state.awards)
    return tuple(sorted(notes, key=lambda one: (one.round or _LAST, one.table, one.entry)))


def note_award(award: Award, names: Mapping[int, str]) -> AwardNote:
    """The award with the names of its players. `names`: by start number."""
    fact = award.fact
    shares = tuple((names.get(start, str(start)), points) for start, points in fact.shares)
    return AwardNote(
        fact.what,
        fact.start,
        names.get(fact.start, str(fact.start)),
        fact.paragraph,
        fact.item,
        fact.round,
        fact.table,
        fact.game,
        shares,
        fact.stands,
        fact.photo_sha256,
        award.by,
        award.when,
        fact.reason,
        award.entry,
    )


def pick_notes(notes: Sequence[AwardNote], round_: int, table: int = 0, game: int = 0) -> tuple[AwardNote, ...]:
    """The awards of that round, of that table, of that game; 0 for all of them."""
    wanted = (round_, table, game)
    places = ((one, (one.round, one.table, one.game)) for one in notes)
    return tuple(
        one for one, place in places if all(number in (0, there) for number, there in zip(wanted, place, strict=True))
    )


_MISSED: frozenset[Gap] = frozenset({"late", "paused", "withdrew", "closed"})
"""Why a player has no points in a round that is over for this player: no sheet is to come, and a table was at hand."""


def price_missed(players: Sequence[Player], price: int) -> tuple[tuple[Player, ...], tuple[AwardNote, ...]]:
    """The players with that price as their points of each round they missed, and a note for each; as they are with a
    price of 0. Who is on no sheet at all has no line, and no price."""
    missed = {one.number: [round_ for round_, gap in one.gaps if gap in _MISSED] for one in players} if price else {}
    notes = tuple(_note_missed(one, round_, price) for one in players for round_ in missed.get(one.number, ()))
    return tuple(_add_price(one, missed.get(one.number, ()), price) for one in players), notes


def _add_price(player: Player, rounds: Sequence[int], price: int) -> Player:
    awarded = (*player.awarded, *((round_, price) for round_ in rounds))
    return replace(player, awarded=awarded, marked=tuple(dict.fromkeys((*player.marked, *rounds))))


def _note_missed(player: Player, round_: int, price: int) -> AwardNote:
    shares, item = ((player.name, price),), make_round_key(round_)
    return AwardNote("missed", player.start, player.name, "", item, round_, 0, 0, shares, "beside", "", "", "", "", 0)


def add_awards(player: Player, awards: Sequence[Award]) -> Player:
    """The player with what was awarded to the player; points beside the list count in their round."""
    mine = [(one, points) for one in awards for start, points in one.fact.shares if start == player.start]
    awarded = tuple((one.fact.round, points) for one, points in mine if one.beside)
    out = any(one.fact.what == "disqualification" and one.fact.start == player.start for one in awards)
    marked = tuple(dict.fromkeys(one.fact.round for one, _ in mine))
    return replace(player, awarded=awarded, marked=marked, disqualified=out)


def add_seats(one: tuple[int, ...], other: tuple[int, ...]) -> tuple[int, ...]:
    """The points of both, seat by seat."""
    return tuple(a + b for a, b in zip(one, other, strict=True))


def add_awarded_rows(written: WrittenSheet, awards: Sequence[Award]) -> WrittenSheet:
    """The sheet with the awards that stand in rows of it; several in one row are added up."""
    rows, own = dict[int, tuple[int, ...]](), list[int]()
    for fact in (one.fact for one in awards if (one.fact.round, one.fact.table) == (written.round, written.table)):
        if fact.seats and len(fact.seats) == written.seats:
            rows[fact.game] = add_seats(rows.get(fact.game, (0,) * written.seats), fact.seats)
            own += [fact.game] if fact.stands == "own-row" else []
    return replace(written, awarded=tuple(rows.items()), own_rows=tuple(own)) if rows else written
