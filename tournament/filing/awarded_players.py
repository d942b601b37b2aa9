"""What awards mean for the players: notes in words, and for each player the points that count beside the list, the
rounds that bear a mark, and whether the player is out of the ranking.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from tournament.evening.award_notes import AwardNote
from tournament.record.award_facts import Award
from tournament.record.replay import Tournament
from tournament.standings.places import Player

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


def add_awards(player: Player, awards: Sequence[Award]) -> Player:
    """The player with what was awarded to the player; points beside the list count in their round."""
    mine = [(one, points) for one in awards for start, points in one.fact.shares if start == player.start]
    awarded = tuple((one.fact.round, points) for one, points in mine if one.beside)
    out = any(one.fact.what == "disqualification" and one.fact.start == player.start for one in awards)
    marked = tuple(dict.fromkeys(one.fact.round for one, _ in mine))
    return replace(player, awarded=awarded, marked=marked, disqualified=out)
