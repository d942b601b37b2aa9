"""Awards of a referee or a jury: a wish becomes an entry, and what was awarded counts for the players.

A fine adds up to 0 and may stand on the list; a deduction takes points from one player alone. Whoever is disqualified
is out of the ranking, with all points still to be seen.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from texts.item_ids import make_place_key
from texts.sentences import tidy_text
from tournament.draw.table_sizes import Table
from tournament.errors import RefusedDecision
from tournament.filing.opened.open_evening import Evening
from tournament.filing.setup.draw_entries import check_round_number
from tournament.filing.setup.player_entries import find_entrant
from tournament.record.award_facts import Awarded, AwardKind, Stands
from tournament.record.replay import Tournament

_SHARE = re.compile(r"(.*?)\s*([+-]?\d{1,4})", re.DOTALL)
_POINTED = ("fine", "deduction", "compensation")
"""What is nothing without points."""


@dataclass(frozen=True, slots=True)
class AwardWish:
    """What a person awards. `who`: a name or start number. `points`: as typed: "-12" for that player alone, or for each
    whose points change ("Anna -12, Bernd +12"). `photo`: the name of a photograph, "" for none."""

    what: AwardKind
    who: str
    points: str = ""
    paragraph: str = ""
    round: int = 0
    table: int = 0
    game: int = 0
    stands: Stands = "beside"
    photo: str = ""
    reason: str = ""


def make_award(evening: Evening, wish: AwardWish) -> Awarded:
    """The entry for it. Raises `RefusedDecision`, or `RefusedOrder` for a player or round that does not exist."""
    state, reason = evening.tournament, tidy_text(wish.reason)
    if not reason:
        raise RefusedDecision("awards.refused.no-reason")
    if wish.round:
        check_round_number(state, wish.round)
    who = find_entrant(state, wish.who)
    shares = _read_shares(state, wish.points, who.start)
    _check_points(state, wish, shares)
    seats = () if wish.stands == "beside" else _seat_shares(evening, wish, shares)
    photo = _find_photo(state, wish.photo)
    places = (wish.round, wish.table, wish.game, wish.stands)
    paragraph = tidy_text(wish.paragraph)
    return Awarded(wish.what, who.start, reason, tuple(shares.items()), paragraph, *places, seats, photo)


def _read_shares(state: Tournament, typed: str, start: int) -> dict[int, int]:
    """By start number the points that were typed; a number alone is of the player `start`."""
    found: dict[int, int] = {}
    for part in filter(None, map(tidy_text, typed.split(","))):
        match = _SHARE.fullmatch(part)
        if match is None:
            raise RefusedDecision("awards.refused.no-points", typed=part)
        number = find_entrant(state, match[1]).start if match[1] else start
        if number in found:
            raise RefusedDecision("awards.refused.twice", name=match[1] or part)
        found[number] = int(match[2])
    return {number: points for number, points in found.items() if points}


def _check_points(state: Tournament, wish: AwardWish, shares: Mapping[int, int]) -> None:
    most = state.opening.rules.offence.most_deducted
    if wish.what in _POINTED and not shares:
        raise RefusedDecision("awards.refused.points-missing")
    if shares and not wish.round:
        raise RefusedDecision("awards.refused.no-round")
    together = sum(shares.values())
    if wish.what == "fine" and together:
        raise RefusedDecision("awards.refused.not-zero", sum=together)
    if wish.what == "deduction" and any(points > 0 for points in shares.values()):
        raise RefusedDecision("awards.refused.deducted-plus")
    if wish.what == "deduction" and most and min(shares.values()) < -most:
        raise RefusedDecision("awards.refused.too-much", most=most)
    if wish.stands != "beside" and not (wish.table and wish.game and shares):
        raise RefusedDecision("awards.refused.no-row")


def _seat_shares(evening: Evening, wish: AwardWish, shares: Mapping[int, int]) -> tuple[int, ...]:
    """The points by seat, of the players on the table's sheet, else of those who were drawn there."""
    starts = _list_seated(evening, wish.round, wish.table)
    if not starts or shares.keys() - set(starts):
        raise RefusedDecision("awards.refused.not-seated", item=make_place_key(wish.round, wish.table))
    return tuple(shares.get(start, 0) for start in starts)


def _list_seated(evening: Evening, round_: int, table: int) -> tuple[int, ...]:
    numbers = {one.name_in(round_).casefold(): one.start for one in evening.tournament.players}
    numbers |= {one.name.casefold(): one.start for one in evening.tournament.players}
    for entry in evening.book.entries:
        if (entry.round, entry.table) == (round_, table):
            return tuple(numbers.get(name.casefold(), 0) for name in entry.names)
    drawn: Sequence[Table] = evening.tournament.draws.get(round_, ())
    return next((one.starts for one in drawn if one.number == table), ())


def _find_photo(state: Tournament, name: str) -> str:
    """The hash of the photograph with that name."""
    if not name:
        return ""
    found = [one.photo_sha256 for one in state.photos.values() if one.name.casefold() == name.casefold()]
    if not found:
        raise RefusedDecision("awards.refused.no-photo", photo=name)
    return found[-1]
