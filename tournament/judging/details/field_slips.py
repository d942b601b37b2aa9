"""Slips in the details of a row whose points are taken to be right: a forgotten cross, a wrong digit."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from itertools import islice
from string import digits

from scoring.counting.game import AUGEN, NOTHING, PARTIES, PLAYERS, Extras, Party, find_other_party
from scoring.counting.rules import name_call_column
from scoring.findings import Change
from scoring.rows.row_patterns import find_pattern
from texts.field_ids import parse_column
from tournament.judging.allowed_games import Hands, fits
from tournament.judging.detail_fields import is_kind_column
from tournament.judging.details.detail_case import DetailCase
from tournament.judging.details.point_slips import Slip, list_point_slips, make_slip, weigh_soloist, weigh_value

Texts = Mapping[str, str]
"""By name of a field what it should say: "x" for a cross, a number, "" for blank."""
Variant = tuple[str, float, Iterable[Texts]]
"""A slip's name, by which factor it is likelier here than elsewhere, and the ways to undo it; if several would, nobody
knows which one."""

_CALL_SLIPS = ("", "ansage", "k90", "k60", "k30", "schwarz")
"""By how high a call is, the slip that its cross was left out; of more Absagen the highest are alike."""
_UNNAMED = "Sonderpunkte left out"
"""The slip that never comes with a proposal: its sentence does not name the Sonderpunkte."""


def list_slips(case: DetailCase, points: Hands, *, summed: bool = False, doubtful: bool = False) -> Iterator[Slip]:
    """Every single slip that would explain the row: in these points, if exactly one row of points follows from the
    details; or in the details, if the points can be those of a game.

    `summed`: the written sums agree with the points that follow from the details. (That they agree with the points as
    written would prove nothing, as players add up what is written.) `doubtful`: the details are only one reading of
    doubtful ink.
    """
    yield from list_point_slips(case, points)
    if len(points) == PLAYERS and find_pattern(case.rules, points) is not None:
        alone = case.limits.second_slip if summed else weigh_value(case, points)
        for name, odds, alternatives in _list_variants(case, points, doubtful=doubtful):
            fitting = [*islice((one for one in alternatives if _mends(case, points, one)), 2)]
            if fitting:
                yield _make_field_slip(case, points, name, odds * alone, fitting)


def _mends(case: DetailCase, points: Hands, texts: Texts) -> bool:
    """Whether the points follow if these fields are read so; no if the row has no such field, like the Re box of the
    seat that sits out."""
    fields = case.ink.fields
    return texts.keys() <= fields.by_name.keys() and fits(case.rules, fields.read_texts(texts), points)


def _make_field_slip(case: DetailCase, points: Hands, name: str, odds: float, fitting: list[Texts]) -> Slip:
    fields = case.ink.fields
    texts = fitting[0] if len(fitting) == 1 and name != _UNNAMED else {}
    changes = tuple(Change(fields.id(one), fields.by_name[one].first.text, text) for one, text in texts.items())
    inked = tuple(change.field for change in changes if change.written) or tuple(change.field for change in changes)
    owed = weigh_soloist(case, points, solo=bool(fields.read_texts(fitting[0]).solo))
    text = "extra-some" if name == "Sonderpunkt left out" and not changes else ""
    return make_slip(name, odds * owed, changes, text, fields=inked)


def _list_variants(case: DetailCase, points: Hands, *, doubtful: bool) -> Iterator[Variant]:
    """Every slip that could be in the details."""
    for party in PARTIES:
        yield from _vary_calls(case, party)
    yield from _vary_augen(case, points, doubtful=doubtful)
    yield from _vary_extras(case)
    yield from _vary_seats(case, tuple(points))
    yield from _vary_kinds(case)
    yield from _vary_verworfen(case)
    yield from _vary_bock(case)


def _vary_bock(case: DetailCase) -> Iterator[Variant]:
    """A cross for a Bock game too many, or one that was left out; where the sheet has both boxes, in either."""
    crossed = bool(case.details.bock)
    yield "Bock crossed" if crossed else "Bock not crossed", 1.0, [_turn(case, "bock")]
    if "doppelbock" in case.ink.fields.by_name:
        crossed = case.details.bock > 1
        yield "Bock crossed" if crossed else "Bock not crossed", 1.0, [_turn(case, "doppelbock")]


def _turn(case: DetailCase, *names: str) -> Texts:
    """These boxes, each changed: crossed ones blank, blank ones crossed."""
    return {name: "" if _is_crossed(case, name) else "x" for name in names}


def _is_crossed(case: DetailCase, name: str) -> bool:
    choices = case.ink.fields.by_name.get(name)
    return choices is not None and bool(choices.first.value)


def _vary_calls(case: DetailCase, party: Party) -> Iterator[Variant]:
    said, other, calls = case.details.calls.of(party), find_other_party(party), case.rules.calls
    name = partial(name_call_column, case.rules)
    crossed = [call for call in calls if call and _is_crossed(case, name(party, call))]
    for first in range(len(crossed)):  # the highest calls, one or more of them, belong to the other party
        there = [name(other, call) for call in crossed[first:]]
        if not any(_is_crossed(case, column) for column in there):
            here = [name(party, call) for call in crossed[first:]]
            yield "call at other party", _weigh_caller(case, other), [_turn(case, *here, *there)]
    for call in calls:
        above = [name(party, more) for more in crossed if more > call]
        if call > said:
            slip = _CALL_SLIPS[min(call, len(_CALL_SLIPS) - 1)] if said == NOTHING else "higher call"
            yield f"{slip} not crossed", _weigh_caller(case, party), [_turn(case, name(party, call))]
        elif call < said and call in (NOTHING, *crossed):
            yield "call not made", 1.0 / max(1, len(above)), [_turn(case, *above)]


def _weigh_caller(case: DetailCase, party: Party) -> float:
    """By which factor the party's calls are rarer: 1 if it has at least half of the Augen, as parties that call mostly
    have."""
    augen = case.details.augen if case.details.augen is not None else AUGEN // 2
    ahead = 2 * augen >= AUGEN if party == "re" else 2 * augen <= AUGEN
    return 1.0 if ahead else case.limits.call_behind


def _vary_augen(case: DetailCase, points: Hands, *, doubtful: bool) -> Iterator[Variant]:
    """The other party's Augen were written, or one digit is wrong. Which digit may be seen from the ink's other
    readings."""
    augen = case.details.augen
    if augen is None:
        return
    yield "Augen of Kontra", 1.0, [{"augen": str(AUGEN - augen)}]
    near = _list_one_digit_off(augen)
    fitting = [one for one in near if _mends(case, points, {"augen": str(one)})]
    inked = [option.value for option in case.ink.fields.by_name["augen"].options[1:] if option.value in fitting]
    known = [*(inked or fitting)] if len(inked or fitting) == 1 else []
    chance = 1.0 / (len(near) if doubtful else max(1, len(fitting)))
    yield "Augen miswritten", chance, [{"augen": str(one)} for one in known]
    if len(fitting) > len(known):
        any_of_them = [{"augen": str(one)} for one in fitting]
        yield "Augen miswritten", chance * (len(fitting) - len(known)), any_of_them


def _list_one_digit_off(augen: int) -> list[int]:
    """The Augen that differ from these in one digit, the first of which may also have been left out."""
    text = f"{augen:03}"
    near = {int(text[:at] + digit + text[at + 1 :]) for at in range(len(text)) for digit in digits}
    return sorted(other for other in near if other <= AUGEN and other != augen)


def _vary_extras(case: DetailCase) -> Iterator[Variant]:
    """A Sonderpunkt left out, or one too many; two left out; some written for the other party."""
    extras = case.details.extras
    for party in PARTIES:
        yield "Sonderpunkt left out", 1.0, _list_entered(case, extras, party, 1)
        yield "Sonderpunkt too many", 1.0, _list_entered(case, extras, party, -1)
    if not any(extras):
        yield _UNNAMED, 1.0, (both for party in PARTIES for both in _list_two_entered(case, party))
    for party, name, count in extras:
        other = find_other_party(party)
        for moved in range(1, count + 1):
            there = extras.count(other, name) + moved
            yield (
                "Sonderpunkt at other party",
                1.0,
                [{f"{party}.{name}": str(count - moved or ""), f"{other}.{name}": str(there)}],
            )


def _list_entered(case: DetailCase, extras: Extras, party: Party, step: int) -> Iterator[Texts]:
    """Each kind of Sonderpunkt of the party with its count changed by `step` (1 or -1)."""
    for name in case.ink.fields.by_name:
        column = parse_column(name)
        count = extras.count(party, column.kind) + step if column.party == party else -1
        if count >= 0 and case.rules.sheet.find_sonderpunkt(column.kind):
            yield {name: str(count or "")}


def _list_two_entered(case: DetailCase, party: Party) -> Iterator[Texts]:
    """Each pair of Sonderpunkte that the party may have in addition."""
    for one in _list_entered(case, case.details.extras, party, 1):
        for two in _list_entered(case, case.ink.fields.read_texts(one).extras, party, 1):
            yield {**one, **two}


def _vary_seats(case: DetailCase, players: tuple[int, ...]) -> Iterator[Variant]:
    """The wrong pair was crossed as Re, or one wrong seat."""
    re = case.details.re
    others = [seat for seat in players if seat not in re]
    if len(re) == len(others) == 2:
        yield "Kontra crossed as Re", 1.0, [_turn(case, *(f"re{seat}" for seat in players))]
    for seat in re:
        for new in others:
            yield "Re at another seat", 1.0, [_turn(case, f"re{seat}", f"re{new}")]


def _vary_kinds(case: DetailCase) -> Iterator[Variant]:
    """The cross for the kind of game was forgotten, is in the wrong column, or does not belong there."""
    kinds = case.details.kinds
    for name in case.ink.fields.by_name:
        if is_kind_column(case.rules, name) and name not in kinds:
            yield "another kind crossed" if kinds else "kind not crossed", 1.0, [_turn(case, name, *kinds)]
    if kinds:
        yield "kind crossed", 1.0, [_turn(case, *kinds)]


def _vary_verworfen(case: DetailCase) -> Iterator[Variant]:
    """The cross for a game lost by a broken rule is at the other party, was left out, or does not belong there. That it
    was left out would explain nearly every row, but is rare."""
    lost = [f"{party}.verworfen" for party in case.details.verworfen]
    for party in PARTIES:
        if party not in case.details.verworfen:
            name = "lost at other party" if lost else "lost not crossed"
            yield name, 1.0, [_turn(case, f"{party}.verworfen", *lost)]
    if lost:
        yield "lost crossed", 1.0, [_turn(case, *lost)]
