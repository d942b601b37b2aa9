"""Short sheets of every style and system on which much is wrong: players' mistakes, scrawls, cells hard to read."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from string import digits
from typing import Literal

import numpy as np

from dev.rounds.games import choose_sitters, draw_offence
from dev.rounds.mistakes import FULL_MISTAKES, Paper, change_row
from dev.rounds.reader import CrossHand, Hand, make_reading, read_columns, read_exactly, read_number, read_numbers
from dev.rounds.row_mistakes import use_sitters_column
from dev.rounds.rows import Row, count_row
from dev.rounds.sheets import draw_single_game, list_columns, spell, spell_row
from dev.rounds.written import add_rows
from scanner.sheet_reading import Flag, Reading, SheetReading
from scoring.counting.game import count_sitters
from scoring.counting.rules import RuleSet
from templates.sheet_code import SheetCode

Style = Literal["points", "plus", "totals", "full", "totals-plus", "full-plus", "half"]
STYLES: tuple[Style, ...] = ("points", "plus", "totals", "full")
EVERY_STYLE: tuple[Style, ...] = (*STYLES, "totals-plus", "full-plus", "half")
"""With lists and full sheets of plus points only, and points on the first of two sheets."""
_HAND, _CROSSES = Hand(unclear=0.06, boast=1.5), CrossHand(doubtful=0.03, wrong=1e-3, faint=0.02)
_FLAGS: tuple[Flag, ...] = ("overwritten", "illegible", "taken-back", "doubtful")
_SCRAWLS = ("", "/", "?", "x", "+6", "-6", "0", "999", "-12", "1", "-1")
_POINTS = (
    "solo-not-tripled",
    "wrong-sign",
    "wrong-value",
    "wrong-value",
    "sitter-paid",
    "foreign-fine",
    "off-the-unit",
    "points-left-out",
    "sitter-points",
)
_KINDS: Mapping[str, Sequence[str]] = {
    "points": _POINTS,
    "totals": (
        "solo-not-tripled",
        "wrong-value",
        "total-slip",
        "total-slip-once",
        "total-copied",
        "value-to-another",
        "win-mark-missing",
        "win-mark-at-loser",
    ),
    "full": (*FULL_MISTAKES, "sitter-paid", "sitter-points", "bock-not-crossed", "crossed-as-offence"),
}
_SHARES = {"mistake": 0.4, "scrawl": 0.01, "flag": 0.02, "offence": 0.06, "wrong sum": 0.1, "no sums": 0.3}


@dataclass(frozen=True, slots=True)
class DoubtfulSheet:
    """The written text by field id (`paper`), a reader's reading of it, and the rows ("g01") and sums ("sum.p1") that
    are right on paper."""

    paper: Mapping[str, str]
    reading: SheetReading
    right: frozenset[str]


def draw_doubtful_sheet(rng: random.Random, rules: RuleSet, seats: int, style: Style, count: int = 4) -> DoubtfulSheet:
    """A sheet of `count` rows."""
    chance = np.random.default_rng(rng.getrandbits(64))
    drawn = [_draw_row(rng, rules, seats, number, style, chance) for number in range(1, count + 1)]
    rows = [row for row, _ in drawn]
    cells = {f"g{number:02}": one for number, one in enumerate(_spell_rows(rng, rules, rows, style), 1)}
    sums = [*_add_up(rng, rows, style)]
    paper = {f"{name}.{column}": text for name, one in cells.items() for column, text in one.items()}
    paper |= {f"sum.p{seat}": text for seat, (text, _) in enumerate(sums, 1)}
    right = [name for name, (_, mistake) in zip(cells, drawn, strict=True) if not mistake]
    right += [f"sum.p{seat}" for seat, (_, fits) in enumerate(sums, 1) if fits]
    readings = [one for name, texts in cells.items() for one in _read_fields(rng, name, texts)]
    readings += [replace(read_number(rng, text, _HAND), id=f"sum.p{seat}") for seat, (text, _) in enumerate(sums, 1)]
    half = int(style == "half")
    code = SheetCode(rules.id, _name_paper(style), seats, count * (1 + half), 1, 1, plus=_is_plus(style), half=half)
    return _scrawl(rng, DoubtfulSheet(paper, make_reading(readings, code), frozenset(right)))


def halve_columns(rng: random.Random, reading: SheetReading, count: int = 2) -> SheetReading:
    """The sheet with all probabilities in `count` columns halved, as if something hid them: the other half belongs to
    no candidate."""
    columns = sorted({one.id.partition(".")[2] for one in reading.readings if one.id.startswith("g")})
    hidden = rng.sample(columns, min(count, len(columns)))
    readings = (_halve(one) if one.id.partition(".")[2] in hidden else one for one in reading.readings)
    return replace(reading, readings=tuple(readings))


def _halve(reading: Reading) -> Reading:
    spread = tuple((text, chance / 2) for text, chance in reading.candidates)
    flags: tuple[Flag, ...] = tuple(dict.fromkeys((*reading.flags, "doubtful")))
    return replace(reading, confidence=reading.confidence / 2, candidates=spread, flags=flags)


def _name_paper(style: Style) -> Literal["points", "totals", "full"]:
    """The paper of a style, as its sheet code names it."""
    return "totals" if style.startswith("totals") else "full" if style.startswith("full") else "points"


def _is_plus(style: Style) -> bool:
    """Whether only plus points are written, or added up."""
    return style.endswith("plus")


def _draw_row(
    rng: random.Random, rules: RuleSet, seats: int, number: int, style: Style, chance: np.random.Generator
) -> tuple[Row, str]:
    """A row and its mistake, "" for none."""
    if not count_sitters(seats) and rules.offence.counts_as_game and rng.random() < _SHARES["offence"]:
        return count_row(rules, draw_offence(rules, seats, chance)), ""
    game = draw_single_game(rules, seats, choose_sitters(number, seats), chance)
    kinds, sheet = _KINDS[_name_paper(style)], Paper(_name_paper(style), plus=_is_plus(style))
    row = count_row(rules, replace(game, bock=game.bock and sheet.style == "full"), every_level=True)
    if rng.random() >= _SHARES["mistake"]:
        return row, ""
    for kind in rng.sample(kinds, len(kinds)):
        if kind in ("foreign-fine", "crossed-as-offence") and count_sitters(seats):
            continue  # nobody knows who sits out below it
        wrong = (
            use_sitters_column(rules, row, chance)
            if kind == "sitter-points"
            else change_row(rules, row, kind, chance, sheet)
        )
        if wrong is not None:
            return wrong, kind
    return row, ""


def _spell_rows(rng: random.Random, rules: RuleSet, rows: Sequence[Row], style: Style) -> Iterator[dict[str, str]]:
    """By row the texts of its fields, by the last part of their ids."""
    for row, totals in zip(rows, add_rows(rows, plus=_is_plus(style)), strict=True):
        away = rng.choice(("", "/"))
        full = spell_row(row, sits=away).cells
        points = {name: text for name, text in full.items() if name[0] == "p" and name[1:].isdigit()}
        kind = rules.find_kind(row.game.kind)
        solo = row.solo or bool(kind and kind.solo_cross and {"hochzeit", "stille-hochzeit"} & full.keys())
        crosses = {"solo": "x" * solo, "offence": full.get("offence", "")}
        won = any(row.points)
        shown = {name: text if text[:1] == "+" or not won else "" for name, text in points.items()}
        if style.startswith("full"):
            details = {name: full.get(name, "") for name in list_columns(rules, len(points))}
            yield (shown if _is_plus(style) else points) | details
        elif style.startswith("totals"):
            wins = {f"win{seat}": "x" * (seat in row.winners) for seat in range(1, len(points) + 1)}
            below = {f"total{seat}": spell(total) for seat, total in enumerate(totals, 1)}
            yield below | {"value": str(row.value)} | wins | crosses
        elif style == "plus":
            yield shown | crosses
        else:
            yield points | crosses


def _add_up(rng: random.Random, rows: Sequence[Row], style: Style) -> Iterator[tuple[str, bool]]:
    """The sums by seat, and whether each is right; all blank now and then."""
    blank = rng.random() < _SHARES["no sums"]
    for total in [*add_rows(rows, plus=_is_plus(style))][-1]:
        slip = rng.choice((-10, -2, 1, 10)) if rng.random() < _SHARES["wrong sum"] else 0
        yield ("", False) if blank else (spell(total + slip), not slip)


def _read_fields(rng: random.Random, name: str, cells: Mapping[str, str]) -> Iterator[Reading]:
    """The fields of a row: its numbers are read together, for equal ones are misread alike."""
    signed = [column for column in cells if column.rstrip(digits) in ("p", "total")]
    seen = read_numbers(rng, [cells[column] for column in signed], _HAND)
    yield from (replace(one, id=f"{name}.{column}") for column, one in zip(signed, seen, strict=True))
    yield from read_columns(
        rng, name, {column: cells[column] for column in cells if column not in signed}, _HAND, _CROSSES
    )


def _scrawl(rng: random.Random, sheet: DoubtfulSheet) -> DoubtfulSheet:
    """The sheet with flags, and here and there with something else in a field, whatever belongs there."""
    paper, right, readings = dict(sheet.paper), set(sheet.right), list[Reading]()
    five = "sum.p5" in paper
    for one in sheet.reading.readings:
        if rng.random() < _SHARES["scrawl"] and not (five and one.id.endswith(".offence")):
            paper[one.id] = "x" * (one.text == "") if one.kind == "cross" else rng.choice(_SCRAWLS)
            right -= {one.id, one.id.partition(".")[0]}
            one = read_exactly(one.id, paper[one.id], kind=one.kind)
        if rng.random() < _SHARES["flag"]:
            one = replace(one, flags=(rng.choice(_FLAGS),))
        readings.append(one)
    return DoubtfulSheet(paper, replace(sheet.reading, readings=tuple(readings)), frozenset(right))
