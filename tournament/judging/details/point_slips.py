"""The slips that would explain a row whose points do not follow from its details, and which of them to propose.

How often players make each slip is in `tournament.judging.limits.slips`. These rates change nothing that counts: they
decide what a person is shown first. This module also lists the slips in points, if the details are taken to be right;
`field_slips` lists those in details.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from scoring.counting.count_steps import Line, Times
from scoring.counting.game import NOTHING, PARTIES, PLAYERS, Calls, find_other_party
from scoring.counting.rules import RuleSet, is_under
from scoring.findings import Proposal
from scoring.rows.row_patterns import find_pattern
from texts.sentences import Phrase
from tournament.judging.allowed_games import AllowedGame, Hands, fits, make_game, score_details
from tournament.judging.details.detail_case import DetailCase
from tournament.judging.ink_options import BLANK
from tournament.judging.limits.judging_limits import TIES, Limits
from tournament.judging.limits.slips import SLIPS
from tournament.judging.meant_rows import name_slip

Count = Sequence[tuple[Line, int]]
"""A game's count: each line adds its points, or multiplies by the factor beside it (0 for none)."""

_NO_STEPS = ("umgekehrt", "no-sonderpunkte", "sonderpunkte-idle")
"""Lines without arithmetic: they turn the count to Re's side, or say what does not count."""


@dataclass(frozen=True, slots=True)
class Slip:
    """A slip that would explain a row. `words`: its sentence. `rate`: how often players make it, relative to a right
    row. `changes`: what undoes it, () if nobody can say."""

    words: Phrase
    rate: float
    changes: Proposal = ()


def make_slip(name: str, odds: float = 1.0, changes: Proposal = (), text: str = "", **gaps: object) -> Slip:
    """The slip of that name in `tournament.judging.limits.slips`. `odds`: the factor by which it is likelier here.
    `text`: the key of its sentence here, if it is another. Raises KeyError for an unknown name."""
    slip = SLIPS[name]
    return Slip(Phrase(f"details.slip-{text or slip.text}", gaps), slip.rate * odds, changes)


def make_misread(odds: float, changes: Proposal) -> Slip:
    """No slip of the players, but that clear ink was misread, with the reader's own odds."""
    fields = tuple(change.field for change in changes)
    return Slip(Phrase("details.slip-misread", {"fields": fields}), odds, changes)


@dataclass(frozen=True, slots=True)
class Explained:
    """What explains a row.

    `likely`: the slips worth naming, likeliest first. `proposal`: the likeliest changes. `key`: whether these are far
    likelier than all others, so that the Enter key may accept them; if not, `other` is the slip with the next likeliest
    changes. `smallest`: the changes of the fewest fields, the likeliest of equals. `mended`: by proposal the summed
    rates of the slips that it undoes.
    """

    likely: tuple[Slip, ...] = ()
    proposal: Proposal | None = None
    key: bool = True
    other: Slip | None = None
    smallest: Proposal | None = None
    mended: Mapping[Proposal, float] = field(default_factory=dict, hash=False)


def explain_slips(slips: Iterable[Slip], limits: Limits) -> Explained:
    """The best explanation of a row. The rates of slips that are undone by the same changes are added up."""
    ranked = sorted(slips, key=lambda slip: -slip.rate)
    mended: dict[Proposal, float] = defaultdict(float)
    for slip in ranked:
        mended[slip.changes] += slip.rate
    known = sorted((changes for changes in mended if changes), key=lambda one: -mended[one])
    likely = [slip for slip in ranked if slip.rate * TIES >= limits.slip_told * ranked[0].rate][:2]
    if not known:
        return Explained(tuple(likely), mended=mended)
    best, smallest = known[0], min(known, key=lambda one: (len(one), -mended[one]))
    first = next(slip for slip in ranked if slip.changes == best)
    rivals = sum(rate for changes, rate in mended.items() if changes != best)
    key = first.rate >= max(limits.key_lead * rivals, limits.key_least)
    other = next((slip for slip in ranked if [slip.changes] == known[1:2] and not key), None)
    named = [slip for slip in likely if other is None or slip.changes != other.changes]
    return Explained(tuple(named or [first]), best, key, other, smallest, mended)


def weigh_value(case: DetailCase, points: Hands) -> float:
    """The factor by which a slip is rarer if the value column would have to be wrong as well; 1 if it is blank, in
    doubt or agrees with these points."""
    column, worth = case.ink.fields.value, min(map(abs, points.values()), default=None)
    alone = column is None or not column.clear(case.limits) or column.first.value in (None, BLANK, worth)
    return 1.0 if alone else case.limits.second_slip


def weigh_soloist(case: DetailCase, hands: Hands, *, solo: bool) -> float:
    """The factor by which rounds are rarer in which the row has these points, as a `solo` or not, because every player
    owes a Pflichtsolo; 1 where none is owed."""
    found = find_pattern(case.rules, hands) if solo else None
    seat = found.seat if found is not None and found.shape == "lone" else None
    return case.soloists.weigh(case.row.game, seat) if case.soloists else 1.0


def list_count(case: DetailCase, way: AllowedGame) -> Count:
    """The count of the game with the row's details from the winner's view; empty for a game without points."""
    score = score_details(case.rules, way.kind, way.solo, case.details)
    found: list[tuple[Line, int]] = []
    total = 0
    for step in score.tally.steps if score.tally else ():
        lines = tuple(step.list_lines(total, score.extras))
        factor = step.factor if isinstance(step, Times) else 0
        found += [(line, factor) for line in lines if line.name not in _NO_STEPS]
        total += sum(line.points for line in lines)
    return found


def count_total(count: Count) -> int:
    """The result of the count."""
    total = 0
    for line, factor in count:
        total = total * factor if factor else total + line.points
    return total


def write_formula(count: Count) -> str:
    """The arithmetic, steps of a kind taken together: "3 x 2 = 6", "(3 x 2 + 1) x 2 = 14", "4"."""
    text, sums = "", 0
    for place, (line, factor) in enumerate(count):
        if factor:
            text = f"({text})" if " + " in text or " - " in text else text
            text = f"{text or 0} x {factor}"
            continue
        sums += line.points
        if place + 1 == len(count) or count[place + 1][1]:
            text = f"{text} {'-' if sums < 0 else '+'} {abs(sums)}" if text else str(sums)
            sums = 0
    value = count_total(count)
    return text if text == str(value) else f"{text or 0} = {value}" if text else "0"


def list_point_slips(case: DetailCase, points: Hands) -> Iterator[Slip]:
    """Every single slip that would have turned the points that follow from the details into these; the changes back are
    their proposal."""
    if case.due is None:
        return
    (hands, way), written = case.due, case.due[0]
    found = [*_list_miswritten(case, points, hands)] or [*_list_one_side(case, hands)]
    if not found:
        found, written = [*_list_miscounted(case, points, hands, way)], points
    odds = weigh_value(case, written)
    uncounted = _list_uncounted(case, points, way) if len(points) == len(hands) else ()
    owed, changes = weigh_soloist(case, hands, solo=way.solo is not None), case.list_due_changes()
    for slip in (*(replace(one, rate=one.rate * odds) for one in found), *uncounted):
        yield replace(slip, rate=slip.rate * owed, changes=changes)


def _list_miswritten(case: DetailCase, points: Hands, hands: Hands) -> Iterator[Slip]:
    """Slips of writing: the points were counted rightly."""
    wrong = [seat for seat in hands if hands[seat] != points.get(seat)]
    name = name_slip([points.get(seat) for seat in hands], list(hands.values()))
    if name == "solo not tripled" and not case.rules.adds_up:  # some soloists are not tripled
        name = "number miswritten"
    if len(wrong) == 1:
        (seat,) = wrong
        yield make_slip(name, text="" if seat in points else case.numbers[seat].mark, seat=seat)
    elif name:
        yield make_slip("points at another seat" if name == "seats swapped" else name)


def _list_one_side(case: DetailCase, hands: Hands) -> Iterator[Slip]:
    """A solo that was not tripled, where only one side's points are written."""
    shown, written = case.show_points(hands), {seat: number for seat, number in case.written.items() if number}
    for seat, points in shown.items():
        alone = points and shown != hands and list(written) == [seat]
        if alone and points == (PLAYERS - 1) * written[seat]:
            yield make_slip("solo not tripled", seat=seat)


def _list_miscounted(case: DetailCase, points: Hands, hands: Hands, way: AllowedGame) -> Iterator[Slip]:
    """Slips of counting: one line of the count was forgotten, or anything else."""
    count = list_count(case, way)
    right = count_total(count)
    worth = _find_worth(case.rules, points, hands, way, right)
    if not worth:
        return
    far = min(abs(right - value) for value in worth) // case.rules.checks.unit.step
    turned = case.limits.second_slip if max(worth) * right < 0 else 1.0  # then the winners are wrong as well
    yield make_slip(f"off by {'one or two' if far <= 2 else 'three or four' if far <= 4 else 'more'}", turned)
    for place, (line, _) in enumerate(count):
        name = f"{line.name} forgotten"
        if name in SLIPS and count_total([*count[:place], *count[place + 1 :]]) in worth:
            yield make_slip(name, line=Phrase(f"counting.{line.name}", line.gaps))
    others = [one for one in count if one[0].name != "verdoppelt"]
    if len(others) + 1 < len(count) and count_total(others) in worth:
        yield make_slip("all doublings")


def _list_uncounted(case: DetailCase, points: Hands, way: AllowedGame) -> Iterator[Slip]:
    """Calls of one party, or of both, that were left out of the count."""
    rules, calls = case.rules, case.details.calls
    game = make_game(way.kind, way.solo, way.re, case.details)
    odds = weigh_value(case, points)
    for party in PARTIES:
        said, other = calls.list_absagen(party), find_other_party(party)
        kept = [Calls(call, calls.kontra) if party == "re" else Calls(calls.re, call) for call in rules.calls]
        missed = [level for level in said if not is_under(rules, game, other, level)]
        if missed and any(_fits_said(case, points, one) for one in kept[: missed[0]]):
            level = rules.get_level(missed[-1]).title
            yield make_slip("missed Absage not counted", odds, level=level, party=party.capitalize())
        elif said and _fits_said(case, points, kept[NOTHING]):
            yield make_slip("calls not counted", odds)
    if calls.re and calls.kontra and _fits_said(case, points, Calls()):
        yield make_slip("calls not counted", odds)


def _fits_said(case: DetailCase, points: Hands, calls: Calls) -> bool:
    """Whether the points would follow with these calls."""
    return fits(case.rules, replace(case.details, calls=calls), points)


def _find_worth(rules: RuleSet, points: Hands, hands: Hands, way: AllowedGame, right: int) -> set[int]:
    """The value of the written points for the side that the count is for; both signs if it should be 0. Empty if they
    are no game between the same parties. `right`: the right result of the count."""
    found = find_pattern(rules, points) if len(points) == PLAYERS else None
    if found is None or found.shape not in ("zero", "lone" if way.lone else "pairs"):
        return set()
    value, sign = min(map(abs, points.values())), 1 if right > 0 else -1
    if not any(hands.values()):
        return {value, -value}
    turns = {points[seat] * number > 0 for seat, number in hands.items()}
    return set() if len(turns) > 1 else {sign * value} if turns == {True} else {-sign * value}
