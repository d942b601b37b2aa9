"""The games that a row's details allow, with the values that these can have; and the fines of an offence."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations, product

from scoring.counting.fines import Fine
from scoring.counting.game import AUGEN, PARTIES, PLAYERS, Calls, Game, Party, find_other_party
from scoring.counting.rules import MOST_JUNGFERN, RuleSet
from scoring.counting.score import (
    End,
    Score,
    Tally,
    find_alike_game,
    find_edges,
    find_kind_values,
    find_lone_values,
    find_pair_values,
    make_tally,
    score,
)
from scoring.rows.row_patterns import Pattern, find_pattern
from tournament.judging.detail_fields import WrittenDetails, is_lone_kind
from tournament.judging.ink_options import BLANK

Hands = Mapping[int, int]
"""Points of the four who play, by seat."""


@dataclass(frozen=True, slots=True)
class AllowedGame:
    """One kind of game that the details allow.

    `lone`: one plays against three. `re`: the seats crossed as Re; () where none is, only one where the partner's cross
    was left out. `values`: the values that it can have, per opponent, from Re's view. Alone one has it `times` times.
    """

    kind: str
    solo: str | None
    lone: bool
    re: tuple[int, ...]
    values: frozenset[int]
    times: int = 1

    @property
    def complete(self) -> bool:
        """Whether everybody of Re is crossed."""
        return len(self.re) == (1 if self.lone else 2)

    def fits(self, hands: Hands, found: Pattern) -> bool:
        """Whether these points can be those of such a game; `found`: their pattern."""
        if found.shape == "zero":
            return 0 in self.values and all(seat in hands for seat in self.re)
        if self.lone:
            alone = found.shape == "lone" and found.times == self.times
            return alone and found.value in self.values and set(self.re) <= {found.seat}
        if found.shape != "pairs" or not all(seat in hands for seat in self.re):
            return False
        sides = {hands[seat] for seat in self.re} or {found.value, -found.value}
        return (len(sides) == 1 or not self.re) and not sides.isdisjoint(self.values)

    def rows(self, players: Sequence[int]) -> Iterator[dict[int, int]]:
        """Every row of points that such a game can have."""
        for re in combinations(players, 1 if self.lone else 2):
            if set(self.re) <= set(re):
                for value in self.values:
                    yield {seat: self.times * value if seat in re else -value for seat in players}


def fits(rules: RuleSet, details: WrittenDetails, hands: Hands, *, offence: bool = False) -> bool:
    """Whether some game with these details has these points; `offence`: whether some offence with its calls has."""
    if offence:
        offender = find_offender(hands)
        fines = list_fines_for(rules, details, offender) if offender is not None else ()
        return any(_is_fine(fine, hands, details) for fine in fines)
    found = find_pattern(rules, hands)
    return found is not None and any(way.fits(hands, found) for way in list_allowed_games(rules, details))


def _is_fine(fine: Fine, hands: Hands, details: WrittenDetails) -> bool:
    """Whether these are the points of the fine; one that goes to the soloist goes to who is crossed as Re, if any."""
    alone = fine.soloist and len(details.re) == 1
    return sorted(hands.values()) == fine.hands and not (alone and hands.get(details.re[0]) != fine.soloist)


@lru_cache(maxsize=2**15)
def list_allowed_games(rules: RuleSet, details: WrittenDetails) -> tuple[AllowedGame, ...]:
    """The kinds of game that the details allow; () if they contradict one another or the rules.

    A row with Augen is taken to be filled in: what is not crossed was not called and not made. Without Augen more may
    have been called than is crossed. A game lost by a broken rule may have the value of any Augen, as the row does not
    say how far it was played.
    """
    bare = replace(details, kinds=(), re=())
    found = (
        way
        for kind, solo in _list_kinds(rules, details)
        for way in _list_ways(rules, kind, solo, details.re, _list_values(rules, kind, solo, bare))
    )
    return tuple(way for way in found if way.values)


def _list_ways(
    rules: RuleSet, kind: str, solo: str | None, re: tuple[int, ...], values: frozenset[int]
) -> Iterator[AllowedGame]:
    """The game, one against three or two against two. In a Ramsch one, two or three pay, and stand in Re's place."""
    known = rules.find_kind(kind)
    if known is None or not known.is_ramsch:
        lone = is_lone_kind(rules, kind)
        yield AllowedGame(kind, solo, lone, re, values, known.get_times(1)[0] if known and lone else 1)
        return
    shared = frozenset(value for value in values if value < 0)  # who makes all tricks is alone
    if len(re) == 3:  # seen from who alone does not pay
        yield AllowedGame(kind, solo, True, (), frozenset(-value for value in shared), PLAYERS - 1)
    if len(re) < 2:
        yield AllowedGame(kind, solo, True, re, values, PLAYERS - 1)
    if len(re) in (0, 2):
        yield AllowedGame(kind, solo, False, re, shared)


def find_exact_game(rules: RuleSet, details: WrittenDetails) -> AllowedGame | None:
    """The only allowed game, with one value and known players; None if the details leave anything open."""
    found = list_allowed_games(rules, details)
    exact = details.counted and len(found) == 1 and len(found[0].values) == 1 and found[0].complete
    return found[0] if exact else None


def find_game_of_points(rules: RuleSet, details: WrittenDetails, hands: Hands) -> AllowedGame | None:
    """The only allowed game that has these points, with one value and with Re's seats as the points show them; None if
    Augen are missing, or if there are several."""
    seen = find_pattern(rules, hands)
    if seen is None or not details.counted:
        return None
    found = pick_likeliest([way for way in list_allowed_games(rules, details) if way.fits(hands, seen)])
    if len(found) != 1:
        return None
    way = found[0]
    if details.verworfen or _leaves_pflicht_open(rules, way.kind, details):
        alone = {value: replace(way, values=frozenset((value,))) for value in way.values}
        way = replace(way, values=frozenset(value for value, one in alone.items() if one.fits(hands, seen)))
    if len(way.values) != 1:
        return None
    (value,) = way.values
    theirs = way.times * value
    way = replace(way, re=tuple(seat for seat, points in hands.items() if points == theirs) if value else details.re)
    return way if way.complete else None


def pick_likeliest(found: Sequence[AllowedGame]) -> tuple[AllowedGame, ...]:
    """The only game in which no partner's cross was left out, if there is exactly one; else all of them."""
    whole = [way for way in found if way.complete]
    return tuple(whole if len(whole) == 1 else found)


def _list_kinds(rules: RuleSet, details: WrittenDetails) -> Iterator[tuple[str, str | None]]:
    """The kinds of game (with their solo) that agree with the crosses for the kind and with the number of Re seats."""
    found: list[tuple[str, str | None]] = []
    if not details.kinds:
        found = [("normal", None)]
        if len(details.re) < 2:  # a solo, or a Hochzeit, whose cross was left out
            found += [("hochzeit-allein", None), ("stille-hochzeit", None)]
            found += [("solo", solo.id) for solo in rules.sheet.solos]
    elif len(details.kinds) == 1:
        found = [("solo", details.solo) if details.solo else (details.kinds[0], None)]
        if details.kinds == ("hochzeit",) and len(details.re) < 2:
            found += [("hochzeit-allein", None)]
    elif len(details.kinds) == 2 and details.solo and "hochzeit" in details.kinds:
        # a Hochzeit that found no partner and was played as a solo
        found = [("hochzeit-allein", None)]
    for kind, solo in found:
        known = rules.find_kind(kind)
        most = 0 if known is None else 3 if known.is_ramsch else known.re_seats
        if known is not None and len(details.re) <= most and (solo is None or rules.sheet.find_solo(solo)):
            yield kind, solo


@lru_cache(maxsize=2**15)
def _list_values(rules: RuleSet, kind: str, solo: str | None, details: WrittenDetails) -> frozenset[int]:
    """The values that such a game can have, per opponent from Re's view; none if the details are impossible."""
    known = rules.find_kind(kind)
    if details == WrittenDetails():  # only the kind and the players are written: every value is possible
        if known is not None and known.is_ramsch:
            return find_kind_values(rules, known)
        if is_lone_kind(rules, kind):
            return find_lone_values(rules, solo is not None)
        return frozenset(sign * value for value in find_pair_values(rules) for sign in (1, -1))
    if len(details.verworfen) > (1 if rules.offence.played_out else 0):
        return frozenset()
    counts = (details.jungfern, *(count for _, _, count in details.extras))
    if details.counted and details.augen is not None and BLANK not in counts and not details.verworfen:
        scores = (score_details(rules, kind, solo, details, one) for one in _list_pflicht(rules, kind))
        return frozenset(score.value for score in scores if score.value is not None)
    made = [(rules.sheet.find_sonderpunkt(name), count) for _, name, count in details.extras]
    if (details.augen or 0) > AUGEN or any(known is None or count > known.most for known, count in made):
        return frozenset()
    bases: dict[tuple[tuple[str, int], ...], set[int]] = {}
    for one in _list_tallies(rules, kind, solo, details):
        bases.setdefault(tuple(one.worth.items()), set()).add(one.base)
    return frozenset(
        base + more for worth, found in bases.items() for more in _spread(rules, dict(worth), details) for base in found
    )


def _list_tallies(rules: RuleSet, kind: str, solo: str | None, details: WrittenDetails) -> Iterator[Tally]:
    """Every game that these details leave open; games that count alike are listed once."""
    known = details.augen is not None and not details.verworfen
    bands = (bisect_right(find_edges(rules), details.augen or 0),) if known else range(len(find_edges(rules)) + 1)
    ends = _list_ends(rules, kind, details)
    most, crossed = rules.most_bocks, min(details.bock, rules.most_bocks)
    bocks = (crossed,) if details.counted else range(crossed, most + 1)
    calls = (
        [call for call in rules.calls if call == said or (call > said and not details.counted)]
        for said in map(details.calls.of, PARTIES)
    )
    for re, kontra, band, bock, end in product(*calls, bands, bocks, ends):
        yield make_tally(rules, *find_alike_game(rules, kind, solo), re, kontra, band, bock, end)


def _list_ends(rules: RuleSet, kind: str, details: WrittenDetails) -> tuple[End, ...]:
    """How the game may have ended beside its Augen, where that counts."""
    if details.verworfen:
        return (End(details.verworfen[0]),)
    most = MOST_JUNGFERN if rules.counts_jungfern(kind) else 0
    jungfern = _list_made(details.jungfern or None, most, details.counted)
    return tuple(End(pflicht=one, jungfern=count) for one in _list_pflicht(rules, kind) for count in jungfern)


def _list_pflicht(rules: RuleSet, kind: str) -> tuple[bool, ...]:
    """Whether the game may be a Pflichtsolo, where that counts: a sheet does not show which solo is one."""
    known = rules.find_kind(kind)
    return (False, True) if rules.counts_pflicht and known is not None and known.pflicht else (False,)


def _leaves_pflicht_open(rules: RuleSet, kind: str, details: WrittenDetails) -> bool:
    """Whether the details leave nothing open but whether the game is a Pflichtsolo, which its points show."""
    counts = (count for _, _, count in details.extras)
    return details.augen is not None and BLANK not in counts and len(_list_pflicht(rules, kind)) > 1


def _spread(rules: RuleSet, worth: Mapping[str, int], details: WrittenDetails) -> set[int]:
    """The totals that the Sonderpunkte can have. Where no Augen are written, any number of Sonderpunkte may be missing.
    Of those made in the last trick there can be only one."""
    found = {(0, 0)}
    for entry in rules.sheet.sonderpunkte:
        re, kontra = (
            _list_made(dict(details.extras.of(party)).get(entry.id), entry.most, details.counted) for party in PARTIES
        )
        nets = {(one - two, one + two) for one in re for two in kontra if one + two <= entry.most}
        found = {
            (value + net * worth.get(entry.id, 0), last + made * entry.last_trick)
            for value, last in found
            for net, made in nets
        }
    return {value for value, last in found if last <= 1}


def _list_made(count: int | None, most: int, counted: bool) -> Sequence[int]:
    """How often a party may have made a Sonderpunkt whose field says `count`, None for a blank field."""
    if count is None and counted:
        return (0,)
    return range(most + 1) if count is None or count == BLANK else (count,)


def score_details(rules: RuleSet, kind: str, solo: str | None, details: WrittenDetails, pflicht: bool = False) -> Score:
    """The count of such a game, at any seats; without points if something in it is impossible."""
    game = make_game(kind, solo, (1,) if is_lone_kind(rules, kind) else (1, 2), details)
    return score(rules, replace(game, pflicht=pflicht))


def make_game(
    kind: str,
    solo: str | None,
    re: tuple[int, ...],
    details: WrittenDetails,
    seats: int = PLAYERS,
    sits: tuple[int, ...] = (),
) -> Game:
    """The game of these details, at that table."""
    game = Game(kind, re, details.calls, details.augen, extras=details.extras, solo=solo, seats=seats, sits=sits)
    lost = next(iter(details.verworfen), None)
    return replace(game, bock=details.bock, verworfen=lost, jungfern=max(0, details.jungfern))


def find_offender(cells: Mapping[int, int | None]) -> int | None:
    """The seat that pays a fine: the only one with minus points; None if no seat or several have them."""
    minus = [seat for seat, points in cells.items() if points is not None and points < 0]
    return minus[0] if len(minus) == 1 else None


def find_party(rules: RuleSet, details: WrittenDetails, seat: int) -> Party | None:
    """The party of the seat by the crosses for Re; None if the partner's cross may have been left out."""
    if seat in details.re:
        return "re"
    return "kontra" if len(details.re) == (1 if _is_lone(rules, details) else 2) else None


def _is_lone(rules: RuleSet, details: WrittenDetails) -> bool:
    """Whether a game of one against three is crossed."""
    return bool(details.solo) or (len(details.kinds) == 1 and is_lone_kind(rules, details.kinds[0]))


def _list_by_game(rules: RuleSet, details: WrittenDetails, offender: int) -> tuple[Fine, ...]:
    """The fines that go with the game as crossed: against a soloist his, else those of any game; where neither is
    crossed, or a stille Hochzeit, of which nobody may know yet, all of them. A minor one may do the soloist no harm
    (ddv TSR 9.3.3 b2)."""
    fines, lone = rules.offence.list_fines(), _is_lone(rules, details)
    if details.solo and details.re and offender not in details.re and rules.offence.solo.soloist:
        return tuple(fine for fine in fines if fine.soloist or fine == rules.offence.minor)
    if len(details.re) == 2 or (lone and offender in details.re):
        return tuple(fine for fine in fines if not fine.soloist)
    return fines


def list_fines_for(rules: RuleSet, details: WrittenDetails, offender: int) -> tuple[Fine, ...]:
    """The fines that this offender may have to pay, the one for a minor offence last.

    Each Absage of the other party raises the fine (ddv TSR 9: by three). If no call is crossed, Absagen may have been
    left out, so that any number of them is possible.
    """
    offence, fines = rules.offence, _list_by_game(rules, details, offender)
    if not offence.has_absagen or details.calls == Calls():
        return fines
    party = find_party(rules, details, offender)
    counts = {len(details.calls.list_absagen(find_other_party(one))) for one in PARTIES if party in (one, None)}
    raised = [offence.make_fine(count, solo=solo) for solo in (False, True) for count in sorted(counts)]
    return tuple(fine for fine in fines if fine in raised or fine in (offence.minor, offence.solo_minor))
