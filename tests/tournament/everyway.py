"""What a small sheet says by trying every combination of all its fields, one by one: points, crosses, details, sums."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from math import prod

import pytest

from scanner.reading import SheetReading
from scoring.counting.rules import RuleSet
from tournament.judging.details.claims import fits, ways
from tournament.judging.details.detailink import DetailInk
from tournament.judging.reconcile import reconcile
from tournament.judging.row.gamefields import BLANK, GameFields, game_fields, told
from tournament.judging.row.judged import LEAST, JudgedSheet
from tournament.judging.row.options import Choices, Option, cross_choices, number_choices
from tournament.judging.row.rowlaw import RowLaw
from tournament.judging.row.transcribe import WrittenRow, WrittenSheet, transcribe
from tournament.judging.row.weigh import RowValues
from tournament.limits import LIMITS, Limits

EXACT = replace(LIMITS, stray=1e-12, same_hand=0.0, row_readings=10**6, row_ways=10**9, negligible=0.0, counted=0.0,
                forgotten=0.0, group_totals=10**9, explained_ways=10**9, detail_likely=0.0, detail_odds=0.0,
                detail_readings=10**6)
"""No combination is left out, and each cell is read by itself."""


ANYBODY = -1


@dataclass(frozen=True)
class Way:
    """One way to read a row or a total: what it says by field id, its weight, and whether it is right; `alone`: the
    place of its soloist, ANYBODY where it is a solo of nobody knows whom."""

    said: Mapping[str, Option]
    weight: float
    points: tuple[int, ...]
    right: bool | None
    alone: int | None = None


@dataclass(frozen=True)
class Tried:
    """Chances by field id and text; of each row and total whether it is written, and read, wrongly."""

    texts: Mapping[str, Mapping[str, float]]
    miscounted: tuple[float, ...]
    misread: tuple[float, ...]


def exact(rules: RuleSet, reading: SheetReading) -> JudgedSheet:
    """The sheet judged, after comparing all that it tells with every combination."""
    sheet = transcribe(reading)
    judged, by_hand = reconcile(rules, sheet, EXACT), tried(rules, sheet)
    told = {name: dict(texts) for row in judged.rows for name, texts in row.posterior.items()}
    told |= {name: dict(texts) for name, texts in judged.posterior.items()}
    for name, chances in by_hand.texts.items():
        said = told.get(name, {sheet.readings_by_id()[name].text: 1.0})
        for text, chance in chances.items():
            hidden = LEAST if text not in said or len(said) == 1 else 1e-6  # what is hardly possible is not told
            assert said.get(text, 0.0) == pytest.approx(chance, abs=hidden), (name, text)
    odds = [*(row.odds for row in judged.rows), *judged.sum_odds]
    for n, one in enumerate(odds):
        if one is not None:
            assert (one.miscounted, one.misread) == pytest.approx((by_hand.miscounted[n], by_hand.misread[n]), abs=1e-6)
    return judged


def tried(rules: RuleSet, written: WrittenSheet, limits: Limits = EXACT) -> Tried:
    """Every combination of all fields of the sheet, with its weight."""
    fields = [_fields(row, limits) for row in written.rows]
    sums = [number_choices(reading, limits) for reading in written.sums]
    law = RowLaw(rules, written.seats, {}, {row.game: row.game for row in written.rows}, frozenset(), limits)
    rows = [list(_row(law, row, choices, limits)) for row, choices in zip(written.rows, fields, strict=True)]
    first = {c.id or "": c.first.text for c in (*(c for row in fields for c in row.values()), *sums)}
    texts: dict[str, dict[str, float]] = defaultdict(lambda: defaultdict(float))
    wrong, read = [0.0] * (len(rows) + len(sums)), [0.0] * (len(rows) + len(sums))
    whole = 0.0
    for picks in product(*rows):
        totals = [sum(column) for column in zip(*(way.points for way in picks), strict=True)]
        owed = _owed(rules, written, picks, limits)
        for columns in product(*(list(_sum(c, t, limits)) for c, t in zip(sums, totals, strict=True))):
            weight = prod(way.weight for way in (*picks, *columns)) * owed
            whole += weight
            for n, way in enumerate((*picks, *columns)):
                wrong[n] += weight * (way.right is False)
                read[n] += weight * any(option.text != first[name] for name, option in way.said.items())
                for name, option in way.said.items():
                    texts[name][option.text] += weight
    chances = {name: {text: weight / whole for text, weight in said.items()} for name, said in texts.items()}
    return Tried(chances, tuple(w / whole for w in wrong), tuple(r / whole for r in read))


def _fields(row: WrittenRow, limits: Limits) -> dict[str, Choices]:
    """All fields of a row by name: "p1", "offence", "re1", "augen"."""
    details = game_fields(row, None, limits)
    cells = {f"p{seat}": number_choices(cell, limits) for seat, cell in enumerate(row.cells, 1)}
    crosses = {name: cross_choices(cross, limits)
               for name, cross in (("solo", row.solo), ("offence", row.offence)) if cross is not None}
    return cells | crosses | dict(details.by_name if details else {})


def _row(law: RowLaw, row: WrittenRow, fields: Mapping[str, Choices], limits: Limits) -> Iterator[Way]:
    details = DetailInk(law.rules, game_fields(row, None, limits) or GameFields(row.game, {}), limits)
    ink = _values({name: choices.first for name, choices in fields.items()})
    told = (choices for name, choices in fields.items() if name.startswith(("p", "solo", "offence")))
    clear = all(choices.clear(limits) for choices in told)  # then it counts as it is written
    for options in product(*(choices.options for choices in fields.values())):
        said = dict(zip(fields, options, strict=True))
        values = _values(said)
        factor, right = _written(law, row.game, values, said, details, limits)
        ids = {fields[name].id or "": option for name, option in said.items()}
        weight = prod(option.probability for option in options) * law.prior(row.game, values) * factor
        points, legal = tuple(points or 0 for points in values.points), law.legal(row.game, values)
        solo, alone = ink.solo if clear or not legal else values.solo, _lone(points) if legal else ANYBODY
        yield Way(ids, weight, points, right, (ANYBODY if alone is None else alone) if solo else None)


def _values(said: Mapping[str, Option]) -> RowValues:
    points = tuple(option.value for name, option in said.items() if name[0] == "p")
    solo = any(option.value for name, option in said.items() if name.startswith("solo"))
    return RowValues(points, solo, "offence" in said and bool(said["offence"].value))


def _written(
    law: RowLaw, game: int, values: RowValues, said: Mapping[str, Option], ink: DetailInk, limits: Limits
) -> tuple[float, bool]:
    """How often players write such points beside such details, and whether they are right."""
    hands = law.hands(game, values)
    if hands is None or not law.legal(game, values):
        return ink.support_broken(hands or {}), False
    if ink.silent:
        return 1.0, True
    meant = told({name: option.value for name, option in said.items()
                  if option.value != (BLANK if name in ("augen", "value") else 0) and name != "value"})
    fit = fits(law.rules, meant, hands)
    column = said["value"].value in (None, BLANK, min(map(abs, hands.values())))
    misfit = limits.misfit if ways(law.rules, meant) else limits.contradiction
    return (1.0 if fit else misfit) * (1.0 if column else limits.misfit), fit and column


def _sum(choices: Choices, total: int, limits: Limits) -> Iterator[Way]:
    if choices.id is None or not choices.first.text:
        yield Way({}, 1.0, (), None)
        return
    for option in choices.options:
        slip = limits.sum_slip / limits.sum_spread + (1.0 - limits.sum_slip) * (option.value == total)
        yield Way({choices.id: option}, option.probability * slip, (), option.value == total)


def _owed(rules: RuleSet, written: WrittenSheet, picks: Sequence[Way], limits: Limits) -> float:
    """How often rounds have these counts of Pflichtsoli, turns to sit out and games; 1 where no whole round is."""
    seats, facts = written.seats, rules.sheet
    stands = [any(option.text for option in way.said.values()) for way in picks]
    maybe = sum(any(text for reading in row.readings for text, _ in reading.candidates) for row in written.rows)
    due, fits = facts.count_owed_games(seats), 1.0
    if due and maybe >= due and written.code and written.code.games >= due:
        fits *= limits.games_short if sum(stands) < due else 1.0
        lone = [way.alone for way in picks]
        missing = max(len(set(range(seats)) - set(lone)) - lone.count(ANYBODY), 0)
        fits *= limits.solo_forgotten**missing if facts.pflichtsolo.per_player else 1.0
    away = [way.points.index(0) if way.points.count(0) == 1 else None
            for way, there in zip(picks, stands, strict=True) if there]
    uneven = len({away.count(seat) for seat in range(seats)}) > 1
    known = None not in away and seats == 5 and not facts.sitter.rotation and len(away) % 5 == 0
    return fits * (limits.turns_uneven if known and uneven else 1.0)


def _lone(points: tuple[int, ...]) -> int | None:
    """The place of the one whose sign stands alone among four."""
    plus, minus = ([n for n, number in enumerate(points) if number * sign > 0] for sign in (1, -1))
    return next((side[0] for side in (plus, minus) if len(side) == 1 and len(plus) + len(minus) == 4), None)
