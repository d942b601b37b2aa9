"""What a small sheet says by trying every combination of all its fields, one by one: points, crosses, details, sums."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import product
from math import prod

from scoring.rules import RuleSet
from tournament.claims import fits, ways
from tournament.detailink import DetailInk
from tournament.gamefields import BLANK, GameFields, game_fields, told
from tournament.limits import LIMITS, Limits
from tournament.options import Choices, Option, cross_choices, number_choices
from tournament.rowlaw import RowLaw
from tournament.transcribe import WrittenRow, WrittenSheet
from tournament.weigh import RowValues

EXACT = replace(LIMITS, stray=1e-12, same_hand=0.0, row_readings=10**6, negligible=0.0, forgotten=0.0,
                group_totals=10**9, detail_likely=0.0, detail_odds=0.0, detail_readings=10**6)
"""No combination is left out, and each cell is read by itself."""


@dataclass(frozen=True)
class Way:
    """One way to read a row or a total: what it says by field id, its weight, and whether it is right."""

    said: Mapping[str, Option]
    weight: float
    points: tuple[int, ...]
    right: bool | None


@dataclass(frozen=True)
class Tried:
    """Chances by field id and text; of each row and total whether it is written, and read, wrongly."""

    texts: Mapping[str, Mapping[str, float]]
    miscounted: tuple[float, ...]
    misread: tuple[float, ...]


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
        for columns in product(*(list(_sum(c, t, limits)) for c, t in zip(sums, totals, strict=True))):
            weight = prod(way.weight for way in (*picks, *columns))
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
    details = game_fields(row, None, limits)
    ink = DetailInk(law.rules, details or GameFields(row.game, {}), limits)
    for options in product(*(choices.options for choices in fields.values())):
        said = dict(zip(fields, options, strict=True))
        values = _values(said)
        factor, right = _written(law, row.game, values, said, ink, limits)
        ids = {fields[name].id or "": option for name, option in said.items()}
        weight = prod(option.probability for option in options) * law.prior(row.game, values) * factor
        yield Way(ids, weight, tuple(points or 0 for points in values.points), right)


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
    column = said["value"].value in (None, 0, BLANK, min(map(abs, hands.values())))
    misfit = limits.misfit if ways(law.rules, meant) else limits.contradiction
    return (1.0 if fit else misfit) * (1.0 if column else limits.misfit), fit and column


def _sum(choices: Choices, total: int, limits: Limits) -> Iterator[Way]:
    if choices.id is None or not choices.first.text:
        yield Way({}, 1.0, (), None)
        return
    for option in choices.options:
        slip = limits.sum_slip / limits.sum_spread + (1.0 - limits.sum_slip) * (option.value == total)
        yield Way({choices.id: option}, option.probability * slip, (), option.value == total)
