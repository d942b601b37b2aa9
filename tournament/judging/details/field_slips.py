"""Mistakes in the details of a row whose points are taken as right: a cross forgotten, a wrong digit."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice, product
from string import digits

from scoring.counting.game import AUGEN, PARTIES, Call, Extras, Party, find_other_party
from scoring.findings import Change
from texts.field_ids import parse_column
from tournament.judging.details.allowed_games import fits
from tournament.judging.details.case import Contradiction
from tournament.judging.details.game_fields import CALL_FIELDS, KINDS, GameFields, WrittenDetails
from tournament.judging.details.verdict import Slip
from tournament.judging.ink_options import Choices

Variant = tuple[WrittenDetails, str, float, tuple[str, ...]]
"""The details with one slip undone, its name, how much likelier it is here, and the fields to change (a number behind
"=")."""


def list_field_slips(row: Contradiction) -> Iterator[Slip]:
    """Every single slip in the details that leaves the points right; none in a field that the row does not have, as
    the Re box of the seat that sits out."""
    ink = row.case.ink
    alone = 1.0 if row.case.is_worth(row.points) and not row.summed else ink.limits.second_slip
    for told, name, odds, fields in _list_variants(row, row.case.details):
        there = all(field.partition("=")[0] in ink.fields.by_name for field in fields)
        if there and fits(ink.rules, told, row.points):
            changes = tuple(_make_change(ink.fields, field) for field in fields)
            text = "extra-some" if name == "Sonderpunkt left out" and not changes else ""
            owed = row.case.weigh_soloist(row.points, solo=bool(told.solo))
            inked = [change for change in changes if change.written] or changes
            yield Slip.named(name, changes, odds * alone * owed, text, fields=tuple(one.field for one in inked))


def _list_variants(row: Contradiction, told: WrittenDetails) -> Iterator[Variant]:
    """The details with each slip undone that they may have."""
    yield from _vary_calls(row, told)
    yield from _vary_augen(row, told)
    yield from _vary_extras(row, told)
    yield from _vary_parties(row, told)
    yield from _vary_seats(row, told)
    yield from _vary_kinds(row, told)
    yield from _vary_verworfen(row, told)
    if "bock" in row.case.ink.fields.by_name:
        yield replace(told, bock=not told.bock), "Bock crossed" if told.bock else "Bock not crossed", 1.0, ("bock",)


def _vary_calls(row: Contradiction, told: WrittenDetails) -> Iterator[Variant]:
    for party in PARTIES:
        said = told.get_said(party)
        yield from _move_calls(row, told, party)
        for call in Call:
            now = told.say(party, call)
            if call > said:
                first = call.name.lower() if said is Call.NOTHING else "higher call"
                odds = 1.0 if _is_ahead(told, party) else row.case.ink.limits.call_behind
                yield now, f"{first} not crossed", odds, (CALL_FIELDS[party, call],)
            elif call < said and (call is Call.NOTHING or _is_called(row, party, call)):
                above = [more for more in Call if call < more <= said and _is_called(row, party, more)]
                crossed = tuple(CALL_FIELDS[party, more] for more in above)
                yield now, "call not made", 1.0 / max(1, len(crossed)), crossed


def _move_calls(row: Contradiction, told: WrittenDetails, party: Party) -> Iterator[Variant]:
    """The party's highest calls crossed in the other's boxes, one of them or more; none that are crossed there, too."""
    other, crossed = find_other_party(party), [call for call in Call if call and _is_called(row, party, call)]
    odds = 1.0 if _is_ahead(told, other) else row.case.ink.limits.call_behind
    for first, kept in enumerate((Call.NOTHING, *crossed[:-1])):
        moved = crossed[first:]
        if moved and not any(_is_called(row, other, one) for one in moved):
            now = told.say(party, kept).say(other, max(told.get_said(other), moved[-1]))
            yield (
                now,
                "call at other party",
                odds,
                tuple(CALL_FIELDS[of, one] for of in (party, other) for one in moved),
            )


def _is_called(row: Contradiction, party: Party, call: Call) -> bool:
    """Whether the cross for this call is set; a higher one includes it."""
    return _is_crossed(row.case.ink.fields.by_name.get(CALL_FIELDS[party, call]))


def _is_ahead(told: WrittenDetails, party: Party) -> bool:
    """Whether the party has most of the Augen: who calls, mostly has."""
    augen = told.augen if told.augen is not None else AUGEN // 2
    return 2 * augen >= AUGEN if party == "re" else 2 * augen <= AUGEN


def _vary_augen(row: Contradiction, told: WrittenDetails) -> Iterator[Variant]:
    """The other party's Augen, or one digit wrong; which one only its ink could say."""
    if told.augen is None:
        return
    swapped = AUGEN - told.augen
    yield replace(told, augen=swapped), "Augen of Kontra", 1.0, (f"augen={swapped}",)
    near = _list_one_digit_off(told.augen)
    fitting = [augen for augen in near if fits(row.case.ink.rules, replace(told, augen=augen), row.points)]
    inked = [o.value for o in row.case.ink.fields.by_name["augen"].options[1:] if o.value in fitting]
    named = inked if inked else fitting
    chance = 1.0 / (len(near) if row.doubtful else max(1, len(fitting)))
    known = named if len(named) == 1 else []
    for augen in known:
        yield replace(told, augen=augen), "Augen miswritten", chance, (f"augen={augen}",)
    for augen in fitting[:1] if len(fitting) > len(known) else ():
        yield replace(told, augen=augen), "Augen miswritten", chance * (len(fitting) - len(known)), ()


def _vary_extras(row: Contradiction, told: WrittenDetails) -> Iterator[Variant]:
    """A Sonderpunkt of a party not entered, or one too many; which one, only where no other would do."""
    for party, (step, slip) in product(PARTIES, ((1, "Sonderpunkt left out"), (-1, "Sonderpunkt too many"))):
        entered = (
            (replace(told, extras=_set_count(told.extras, party, extra, count)), name, count)
            for name, extra, count in _list_entered(row, told, party, step)
        )
        found = [way for way in entered if fits(row.case.ink.rules, way[0], row.points)]
        for changed, name, count in found[:1]:
            yield changed, slip, 1.0, (f"{name}={count or ''}",) if len(found) == 1 else ()
    both = (way for party in PARTIES for way in _list_two_left_out(row, told, party))
    fitting = (way for way in both if not any(told.extras) and fits(row.case.ink.rules, way, row.points))
    yield from ((changed, "Sonderpunkte left out", 1.0, ()) for changed in islice(fitting, 1))


def _list_two_left_out(row: Contradiction, told: WrittenDetails, party: Party) -> Iterator[WrittenDetails]:
    """The details with two Sonderpunkte more of the party."""
    for _, first, count in _list_entered(row, told, party, 1):
        one = replace(told, extras=_set_count(told.extras, party, first, count))
        for _, second, more in _list_entered(row, one, party, 1):
            yield replace(one, extras=_set_count(one.extras, party, second, more))


def _vary_parties(row: Contradiction, told: WrittenDetails) -> Iterator[Variant]:
    """A Sonderpunkt entered at the other party, or several of its kind."""
    for party, name, count in told.extras:
        other = find_other_party(party)
        fields, there = (f"{party}.{name}", f"{other}.{name}"), told.extras.count(other, name)
        for moved in range(1, count + 1) if fields[1] in row.case.ink.fields.by_name else ():
            extras = _set_count(_set_count(told.extras, party, name, count - moved), other, name, there + moved)
            changed = (f"{fields[0]}={count - moved or ''}", f"{fields[1]}={there + moved}")
            yield replace(told, extras=extras), "Sonderpunkt at other party", 1.0, changed


def _list_entered(row: Contradiction, told: WrittenDetails, party: Party, step: int) -> Iterator[tuple[str, str, int]]:
    """(field, Sonderpunkt, count) of the party with one more, or one less."""
    for name in row.case.ink.fields.by_name:
        field = parse_column(name)
        count = told.extras.count(party, field.kind) + step if field.party else -1
        if field.party == party and count >= 0 and row.case.ink.rules.sheet.find_sonderpunkt(field.kind):
            yield name, field.kind, count


def _vary_seats(row: Contradiction, told: WrittenDetails) -> Iterator[Variant]:
    """The other pair crossed, or another seat."""
    players = tuple(row.points)
    others = tuple(seat for seat in players if seat not in told.re)
    if len(told.re) == len(others) == 2:
        fields = tuple(f"re{seat}" for seat in players)
        yield replace(told, re=others), "Kontra crossed as Re", 1.0, fields
    for seat in told.re:
        for new in others:
            re = tuple(sorted({*told.re, new} - {seat}))
            yield replace(told, re=re), "Re at another seat", 1.0, (f"re{seat}", f"re{new}")


def _vary_verworfen(row: Contradiction, told: WrittenDetails) -> Iterator[Variant]:
    """The cross for a game lost by a broken rule at the other party, or set wrongly; left out, it explains nearly every
    row and hardly any."""
    for party in PARTIES if "re.verworfen" in row.case.ink.fields.by_name else ():
        others = tuple(f"{crossed}.verworfen" for crossed in told.verworfen)
        if party not in told.verworfen:
            slip = "lost at other party" if others else "lost not crossed"
            yield replace(told, verworfen=(party,)), slip, 1.0, (f"{party}.verworfen", *others)
    if told.verworfen:
        yield replace(told, verworfen=()), "lost crossed", 1.0, others


def _vary_kinds(row: Contradiction, told: WrittenDetails) -> Iterator[Variant]:
    """A cross for the kind of game forgotten, in the wrong column, or set where it does not belong."""
    columns = [name for name in row.case.ink.fields.by_name if name in KINDS or parse_column(name).solo]
    for name in columns:
        if name not in told.kinds:
            slip = "another kind crossed" if told.kinds else "kind not crossed"
            yield replace(told, kinds=(name,)), slip, 1.0, (name, *told.kinds)
    if told.kinds:
        yield replace(told, kinds=()), "kind crossed", 1.0, told.kinds


def _list_one_digit_off(augen: int) -> list[int]:
    """The Augen that differ in one digit; one in front may be left out."""
    text = f"{augen:03}"
    near = {int(text[:at] + digit + text[at + 1 :]) for at in range(len(text)) for digit in digits}
    return sorted(other for other in near if other <= AUGEN and other != augen)


def _set_count(extras: Extras, party: Party, name: str, count: int) -> Extras:
    counts = tuple(pair for pair in extras.of(party) if pair[0] != name) + (((name, count),) if count else ())
    return Extras(counts, extras.kontra) if party == "re" else Extras(extras.re, counts)


def _make_change(fields: GameFields, field: str) -> Change:
    """A number to write, or a cross turned."""
    name, _, number = field.partition("=")
    choices = fields.by_name.get(name)
    written = choices.first.text if choices else ""
    return Change(fields.id(name), written, number if "=" in field else "" if _is_crossed(choices) else "x")


def _is_crossed(choices: Choices | None) -> bool:
    return choices is not None and bool(choices.first.value)
