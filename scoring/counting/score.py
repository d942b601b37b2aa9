"""One game scored: points per seat and the value. The lines that explain it are made when they are asked for.

A count is worked out once for all games that count alike but for their Sonderpunkte. The values that a game can have
at all are found by playing through every outcome that counts differently.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import product

from scoring.counting.count_steps import Line, Step, Worth, count_steps, list_lines
from scoring.counting.counted_entries import OF_SOLOS, Kind
from scoring.counting.fines import Fine
from scoring.counting.game import AUGEN, PARTIES, PLAYERS, Calls, Extras, Game, NoTrick, Party
from scoring.counting.game_faults import find_faults
from scoring.counting.game_value import (
    Case,
    Shared,
    list_parts,
    list_shared_steps,
    list_steps,
)
from scoring.counting.row_laws import keep_side
from scoring.counting.rules import MOST_JUNGFERN, RuleSet
from scoring.counting.who_wins import find_winner
from scoring.findings import Finding

KEPT = 2**15  # tallies in memory, about 2 kB each; a system has up to 2,500


@dataclass(frozen=True, slots=True)
class End:
    """What counts of a game beside its calls and Augen. `verworfen`: the party that lost it by a broken rule.
    `both_tricks`: both parties are written to have a trick. `pflicht`, `jungfern`: as in `Game`, where they count.
    """

    verworfen: Party | None = None
    both_tricks: bool = False
    pflicht: bool = False
    jungfern: int = 0


PLAYED = End()


@dataclass(frozen=True, slots=True, eq=False)
class Tally:
    """A count from Re's view, per opponent. `winner`: None when nobody wins.

    `base`: the value without Sonderpunkte; `worth`: what each of Re's adds to it, and each of Kontra's takes.
    """

    winner: Party | None
    base: int
    worth: Worth
    steps: tuple[Step, ...]

    def count_value(self, extras: Extras) -> int:
        """The value of a game with these Sonderpunkte."""
        value, worth = self.base, self.worth
        for name, count in extras.re:
            value += count * worth.get(name, 0)
        for name, count in extras.kontra:
            value -= count * worth.get(name, 0)
        return value

    def list_lines(self, extras: Extras) -> tuple[Line, ...]:
        """The count of a game with these Sonderpunkte, line by line; the lines add up to its value."""
        return tuple(list_lines(self.steps, extras))


def find_tally(rules: RuleSet, game: Game) -> Tally:
    """The tally of a game in which nothing is wrong (`scoring.counting.game_faults`)."""
    if game.kind == "strafe":
        return make_fine_tally(rules, game.minor, game.absagen, rules.offence.is_against_soloist(game))
    band = bisect_right(find_edges(rules), AUGEN // 2 if game.augen is None else game.augen)
    kind, solo = find_alike_game(rules, game.kind, game.solo, True)
    end = PLAYED
    if game.verworfen or game.no_trick or game.pflicht or game.jungfern:
        end = End(game.verworfen, game.no_trick == "none", game.pflicht and rules.counts_pflicht, game.jungfern)
    return make_tally(rules, kind, solo, game.calls.re, game.calls.kontra, band, game.bock, end)


@lru_cache(maxsize=64)
def find_edges(rules: RuleSet) -> tuple[int, ...]:
    """The Augen of Re at which a game may begin to count otherwise: either party wins, escapes a level, or has a trick.

    Between two of them nothing changes: they divide the Augen into bands, numbered from 0.
    """
    both = {level.against for level in rules.levels} | {1}
    re = both | {needs.re for needs in rules.needs} | {level.re for level in rules.levels}
    kontra = both | {needs.kontra for needs in rules.needs} | {level.kontra for level in rules.levels}
    if rules.list_entries("ungeteilt"):
        re |= {AUGEN // 2, AUGEN // 2 + 1}
    return tuple(sorted(edge for edge in re | {AUGEN + 1 - augen for augen in kontra} if 0 < edge <= AUGEN))


@lru_cache(maxsize=KEPT)
def make_tally(
    rules: RuleSet, kind: str, solo: str | None, re: int, kontra: int, band: int, bock: int, end: End = PLAYED
) -> Tally:
    """The tally of all games of this kind with these calls and this end, whose Augen of Re lie in that band."""
    known = rules.find_kind(kind)
    ramsch = kind if known and known.is_ramsch else ""
    lost, plain = end.verworfen, replace(end, pflicht=False, jungfern=0) if end.pflicht or end.jungfern else end
    won, shared = _find_outcome(rules, ramsch, re, kontra, band, plain)
    game = Game(kind, solo=solo, bock=bock, verworfen=lost, pflicht=end.pflicht, jungfern=end.jungfern)
    steps = list_steps(Case(rules, game, won), shared)
    return Tally(won, *count_steps(steps), steps)


@lru_cache(maxsize=2**12)
def _find_outcome(
    rules: RuleSet, ramsch: str, re: int, kontra: int, band: int, end: End
) -> tuple[Party | None, Shared]:
    """Who wins with these calls and Augen, and what counts: the same in every kind of game but a Ramsch."""
    no_trick: NoTrick | None = "none" if end.both_tricks else None
    game = Game(ramsch, (), Calls(re, kontra), (0, *find_edges(rules))[band], no_trick, verworfen=end.verworfen)
    won = find_winner(rules, game)
    return won, list_shared_steps(Case(rules, game, won))


@lru_cache(maxsize=KEPT)
def make_fine_tally(rules: RuleSet, minor: bool, absagen: int, solo: bool) -> Tally:
    """The tally of an offence: from the offender's view, what each of the others gets, or the soloist alone."""
    lines = tuple(_list_fine_lines(rules, minor, absagen, solo))
    return Tally(None, sum(line.points for line in lines), {}, lines)


def _list_fine_lines(rules: RuleSet, minor: bool, absagen: int, solo: bool) -> Iterator[Line]:
    offence = rules.offence
    if minor:
        yield Line("strafe-leicht", -_count_gain(offence.solo_minor if solo else offence.minor))
        return
    yield Line("strafe", -_count_gain(offence.make_fine(solo=solo)))
    if absagen:
        raised = _count_gain(offence.solo_absage if solo else offence.absage)
        yield Line("strafe-absagen", -absagen * raised, {"count": absagen})


def _count_gain(fine: Fine) -> int:
    """What the soloist gets of it, if it is his alone, else each of the others."""
    return fine.soloist or fine.others


@lru_cache(maxsize=64)
def find_lone_values(rules: RuleSet, solo_cross: bool, times: int | None = None) -> frozenset[int]:
    """Values from a lone player's view; with `solo_cross` only of games that players cross as a solo, with `times`
    only of those in which the lone player of four has the value so many times."""
    kinds = [kind for kind in rules.kinds if kind.re_seats < 2 and (kind.solo_cross or not solo_cross)]
    return _find_values(rules, [kind for kind in kinds if times is None or times in kind.list_lone_times(PLAYERS)])


@lru_cache(maxsize=2**10)
def find_kind_values(rules: RuleSet, kind: Kind) -> frozenset[int]:
    """Values of one kind of game, from Re's view."""
    return _find_values(rules, [kind])


@lru_cache(maxsize=64)
def find_pair_values(rules: RuleSet) -> frozenset[int]:
    """Values of two against two, 0 and above: points do not show which pair was Re."""
    kinds = [kind for kind in rules.kinds if kind.re_seats != 1]
    return frozenset(abs(value) for value in _find_values(rules, kinds))


@lru_cache(maxsize=64)
def find_bock_values(rules: RuleSet, lone: bool, solo_cross: bool, bock: int) -> frozenset[int]:
    """The same of games in which so many Böcke count, of one against three or of two against two."""
    other = 2 if lone else 1
    kinds = [kind for kind in rules.kinds if kind.re_seats != other and (kind.solo_cross or not (lone and solo_cross))]
    values = _find_values(rules, kinds, (bock,))
    return values if lone else frozenset(map(abs, values))


@lru_cache(maxsize=2**10)
def find_alike_game(rules: RuleSet, kind: str, solo: str | None, titled: bool = False) -> tuple[str, str | None]:
    """The first (kind, solo) of the rule set that counts by the same entries as this one, and so has the same values.

    With `titled` the lines of the count are the same too: an entry of the rule `solo` has the game's title in its line.
    """
    games = (*((entry.id, None) for entry in rules.kinds), *(("solo", entry.id) for entry in rules.sheet.solos))
    counting = _find_counting(rules, kind, solo, titled)
    return next(game for game in games if _find_counting(rules, *game, titled) == counting)


def _find_counting(rules: RuleSet, kind: str, solo: str | None, titled: bool) -> tuple[object, ...]:
    parts, named = list_parts(rules, kind, solo), rules.sheet.find_solo(solo) or rules.find_kind(kind)
    shown, known = titled and any(part.rule in OF_SOLOS for part in parts), rules.find_kind(kind)
    differs = known and (known.is_ramsch, known.durchmarsch, rules.counts_pflicht and known.pflicht)
    return parts, named.title if named and shown else None, differs


def _find_values(rules: RuleSet, kinds: list[Kind], bocks: Sequence[int] = ()) -> frozenset[int]:
    """All values of these kinds; games that count alike are played through once. `bocks`: how many Böcke may count; ()
    for any that the rules have."""
    games = {find_alike_game(rules, kind.id, solo) for kind in kinds for solo in _list_solos(rules, kind)}
    spreads = {(one.base, tuple(one.worth.items())) for game in games for one in _list_tallies(rules, *game, bocks)}
    return frozenset(value for base, worth in spreads for value in _add_sonderpunkte(rules, base, dict(worth)))


def _list_solos(rules: RuleSet, kind: Kind) -> tuple[str | None, ...]:
    named = tuple(solo.id for solo in rules.sheet.solos) if kind.id == "solo" else ()
    return named or (None,)


def _list_tallies(rules: RuleSet, kind: str, solo: str | None, bocks: Sequence[int]) -> Iterator[Tally]:
    """The tallies for all calls, bands of Augen, so many Böcke, and each way in which it may end."""
    bocks = bocks or range(rules.most_bocks + 1)
    bands = range(len(find_edges(rules)) + 1)
    for re, kontra, band, bock, end in product(rules.calls, rules.calls, bands, bocks, list_ends(rules, kind)):
        yield make_tally(rules, kind, solo, re, kontra, band, bock, end)


def list_ends(rules: RuleSet, kind: str) -> tuple[End, ...]:
    """As it was played, then each party that may lose by a broken rule, a Pflichtsolo, and players without a trick."""
    known = rules.find_kind(kind)
    lost = tuple(End(party) for party in PARTIES if rules.offence.played_out)
    owed = (End(pflicht=True),) if rules.counts_pflicht and known and known.pflicht else ()
    jungfern = range(1, MOST_JUNGFERN + 1) if rules.counts_jungfern(kind) else ()
    return (PLAYED, *lost, *owed, *(End(jungfern=count) for count in jungfern))


def _add_sonderpunkte(rules: RuleSet, base: int, worth: dict[str, int]) -> set[int]:
    """All values that the base can become with Sonderpunkte of either party, one of them in the last trick."""
    last = {0}
    values = {base}
    for entry in rules.sheet.sonderpunkte:
        points = worth.get(entry.id, 0)
        if entry.last_trick:
            last |= {points, -points}
        elif points:
            values = {value + net * points for value in values for net in range(-entry.most, entry.most + 1)}
    return {value + points for value in values for points in last}


@dataclass(frozen=True, slots=True)
class Score:
    """What a game is worth. `points`, `value` and `winner` are None for an impossible game.

    `points`: one entry a seat, 0 for a seat that sits out. `value`: from a Re player's view, per opponent (in an
    offence, the offender's view). `winner`: None too when nobody wins. `tally` and `extras`: how it was counted.
    """

    points: tuple[int, ...] | None
    value: int | None
    winner: Party | None
    findings: tuple[Finding, ...]
    tally: Tally | None = field(default=None, compare=False)
    extras: Extras = field(default=Extras(), compare=False)

    @property
    def lines(self) -> tuple[Line, ...]:
        """The count line by line; the lines add up to `value`."""
        return self.tally.list_lines(self.extras) if self.tally else ()


def score(rules: RuleSet, game: Game) -> Score:
    """Scores one game. An impossible one gets findings instead of points; one that is merely odd gets both."""
    findings = find_faults(rules, game)
    if findings and any(finding.severity == "error" for finding in findings):
        return Score(None, None, None, findings)
    tally = find_tally(rules, game)
    if game.kind == "strafe":
        return _score_offence(rules, game, tally, findings)
    value = tally.count_value(game.extras)
    if tally.winner is None:
        findings = (*findings, Finding("unusual-value", "warning", ("augen", "calls"), sentence=_choose_sentence(game)))
    theirs, others = rules.times[game.kind, len(game.re), game.seats]
    mine, yours, side = theirs * value, -others * value, rules.rows.side
    if side is not None:
        mine, yours = keep_side(side, mine), keep_side(side, yours)
    points = _spread_points(game, game.re, mine, yours)
    return Score(points, value, tally.winner, findings, tally, game.extras)


def _score_offence(rules: RuleSet, game: Game, tally: Tally, findings: tuple[Finding, ...]) -> Score:
    assert game.offender is not None
    fine = rules.offence.find_fine(game)
    shares = fine.spread(game.playing, game.offender, game.soloist)
    points = tuple(shares.get(seat, 0) for seat in range(1, game.seats + 1))
    return Score(points, tally.base, None, findings, tally)


def _spread_points(game: Game, seats: tuple[int, ...], theirs: int, others: int) -> tuple[int, ...]:
    """Points by seat: `theirs` for `seats`, `others` for all others who play, 0 for who sits out."""
    points = [others] * game.seats
    for seat in seats:
        points[seat - 1] = theirs
    for seat in game.sits:
        points[seat - 1] = 0
    return tuple(points)


def _choose_sentence(game: Game) -> str:
    """The sentence why nobody wins: both missed their Absage, or both said Re and Kontra and neither has the Augen."""
    absagen = any(game.calls.list_absagen(party) for party in PARTIES)
    return "faults.game.nobody-wins" if absagen else "faults.game.nobody-has-augen"
