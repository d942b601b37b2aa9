"""The values that a game can have with these details: all of them, where something is left untold."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import product

from scoring.counting.game import AUGEN, Call, Calls, Extras, Game
from scoring.counting.rules import RuleSet
from scoring.counting.score import (
    PLAYED,
    End,
    Score,
    Tally,
    find_alike_game,
    find_edges,
    find_lone_values,
    find_pair_values,
    make_tally,
    score,
)
from tournament.judging.details.detail_choices import BLANK
from tournament.judging.details.game_fields import WrittenDetails, is_lone_kind


@lru_cache(maxsize=2**15)
def list_values_of(rules: RuleSet, kind: str, solo: str | None, told: WrittenDetails) -> frozenset[int]:
    """What such a game may be worth, per opponent from Re's view; none when the details are impossible."""
    if told == WrittenDetails():  # nothing but who played what: any value will do
        if is_lone_kind(rules, kind):
            return find_lone_values(rules, solo is not None)
        return frozenset(sign * value for value in find_pair_values(rules) for sign in (1, -1))
    if len(told.verworfen) > (1 if rules.offence.played_out else 0):
        return frozenset()
    unread = any(count == BLANK for _, _, count in told.extras) or bool(told.verworfen)
    if told.counted and told.augen is not None and not unread:
        value = score_details(rules, kind, solo, told).value
        return frozenset(() if value is None else (value,))
    made = [(rules.sheet.find_sonderpunkt(name), count) for _, name, count in told.extras]
    if (told.augen or 0) > AUGEN or any(known is None or count > known.most for known, count in made):
        return frozenset()
    bases: dict[tuple[tuple[str, int], ...], set[int]] = {}
    for one in _list_tallies(rules, kind, solo, told):
        bases.setdefault(tuple(one.worth.items()), set()).add(one.base)
    return frozenset(
        base + more for worth, found in bases.items() for more in _spread(rules, dict(worth), told) for base in found
    )


def _list_tallies(rules: RuleSet, kind: str, solo: str | None, told: WrittenDetails) -> Iterator[Tally]:
    """Every game that these details leave open, by what a rule set tells apart."""
    known = told.augen is not None and not told.verworfen
    bands = (bisect_right(find_edges(rules), told.augen or 0),) if known else range(len(find_edges(rules)) + 1)
    end = End(told.verworfen[0]) if told.verworfen else PLAYED
    has_bock = any(part.rule == "bock" for part in rules.value)
    bocks = (False, True) if has_bock and not told.counted and not told.bock else (told.bock and has_bock,)
    calls = (
        [call for call in Call if call == said or (call > said and not told.counted)]
        for said in (told.said_re, told.said_kontra)
    )
    for re, kontra, band, bock in product(*calls, bands, bocks):
        yield make_tally(rules, *find_alike_game(rules, kind, solo), re, kontra, band, bock, end)


def _spread(rules: RuleSet, worth: Mapping[str, int], told: WrittenDetails) -> set[int]:
    """What the Sonderpunkte told are worth, with any number of those that are not; one is made in the last trick."""
    found = {(0, 0)}
    for entry in rules.sheet.sonderpunkte:
        nets = _count_nets(told.extras, entry.id, entry.most, told.counted)
        found = {
            (value + net * worth.get(entry.id, 0), last + made * entry.last_trick)
            for value, last in found
            for net, made in nets
        }
    return {value for value, last in found if last <= 1}


def _count_nets(extras: Extras, name: str, most: int, counted: bool) -> set[tuple[int, int]]:
    """Of one Sonderpunkt Re's less Kontra's, with how many both made: not more than `most`."""
    re, kontra = (_count_made(extras.of(party), name, most, counted) for party in ("re", "kontra"))
    return {(one - two, one + two) for one in re for two in kontra if one + two <= most}


def _count_made(counts: tuple[tuple[str, int], ...], name: str, most: int, counted: bool) -> range:
    count = next((count for known, count in counts if known == name), None)
    if count is None and counted:
        return range(1)
    return range(most + 1) if count in (None, BLANK) else range(count or 0, (count or 0) + 1)


def score_details(rules: RuleSet, kind: str, solo: str | None, told: WrittenDetails) -> Score:
    """The count of such a game, at any seats; without points when something in it cannot be."""
    return score(rules, make_game(kind, solo, (1,) if is_lone_kind(rules, kind) else (1, 2), told))


def make_game(
    kind: str, solo: str | None, re: tuple[int, ...], told: WrittenDetails, seats: int = 4, sits: int | None = None
) -> Game:
    """The game that the details tell, at that table."""
    calls, lost = Calls(told.said_re, told.said_kontra), next(iter(told.verworfen), None)
    return Game(
        kind, re, calls, told.augen, None, told.extras, solo, bock=told.bock, seats=seats, sits=sits, verworfen=lost
    )
