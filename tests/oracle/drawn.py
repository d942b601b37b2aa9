"""Small sheets drawn at random, of every system: right rows, slips of the players, and ink in doubt."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random

from dev.rounds.sheets import list_columns
from scanner.sheet_reading import SheetReading
from scoring.rulesets.load_rules import load
from tests.oracle.formulas import EDGES, SYSTEMS, Facts
from tests.oracle.rulebook import BOOK, PAIRS, find_sitter, list_fines
from tests.tournament.fullpaper import full_reading
from tests.tournament.paper import written

SHARES = (0.5, 0.55, 0.6, 0.7, 0.8, 0.9, 0.97, 0.99)
"""How sure a reader may be of ink in doubt."""
LEVELS = ("k90", "k60", "k30", "schwarz")
CALLS = (0, 0, 0, 1, 1, 2, 3)
HALF = 8
"""Games of half a round."""
Hands = list[int]


@dataclass(frozen=True)
class Drawn:
    """A sheet as it is read, in the notation of the tests too, so that a failing one can be shown."""

    name: str
    seats: int
    lines: tuple[str, ...]
    sums: str
    reading: SheetReading


class Pen:
    """Draws sheets of one system and style: "points", "plus", "full", "full-plus"; "half", a sheet of half a round;
    "shifted", whose sitters are out of step."""

    def __init__(self, rng: Random, name: str, style: str) -> None:
        self.rng, self.system, self.style = rng, BOOK[name], style
        self.plus, self.full, self.half = style.endswith("plus"), style.startswith("full"), style == "half"
        self.shift = rng.randint(1, 4) if style == "shifted" else 0
        four = name == "zwoelf-spiele"
        self.seats = 4 if four else 5 if self.shift else rng.choice((4, 4, 5))

    def draw_sheet(self) -> Drawn:
        """One to three rows (of a full sheet two), mostly with totals."""
        count = self.rng.choice((1, 2) if self.full else (3, 4) if self.shift else (1, 1, 2, 2, 3))
        first = 1 + HALF * self.half
        rows = [self._draw_full(game) if self.full else self._draw_row(game) for game in range(first, first + count)]
        totals = [sum(self._show(points[seat]) for points, _ in rows) for seat in range(self.seats)]
        if self.rng.random() < 0.3:
            totals[self.rng.randrange(self.seats)] += self.rng.choice((-1, 1, 3))
        sums = " ".join(map(self.write_cell, totals)) if self.rng.random() < 0.7 else ""
        cells = [" ".join(self.write_cell(self._show(number)) for number in points) for points, _ in rows]
        lines = [f"{row} {more}".strip() for row, (_, more) in zip(cells, rows, strict=True)]
        name = self.system.name
        if self.full:
            told = [(row, more) for row, (_, more) in zip(cells, rows, strict=True)]
            reading = full_reading(load(name), told, sums, plus=self.plus)
        else:
            reading = written(lines, sums, seats=self.seats, rules=name, plus=self.plus)
        reading = make_half(reading) if self.half else reading
        return Drawn(name, self.seats, tuple(lines), sums, reading)

    def _show(self, number: int) -> int:
        return max(number, 0) if self.plus else number

    def _draw_row(self, game: int) -> tuple[Hands, str]:
        """The points of a row and its crosses."""
        value, kind = self.rng.choice((1, 2, 3, 4, 5, 6, 7, 8, 10, 13, 20)) * self.system.step, self.rng.random()
        hands, solo, offence = [0] * 4, False, False
        fines = sorted(list_fines(self.system))
        if kind < 0.6:
            hands = [value, value, -value, -value]
        elif kind < 0.85:
            sign = self.rng.choice((1, -1))
            hands, solo = [3 * value * sign, *[-value * sign] * 3], self.rng.random() < 0.6
        elif kind < 0.93 and fines:
            lost, won = self.rng.choice(fines)
            hands, offence = [lost, won, won, won], self.rng.random() < 0.8
        self.rng.shuffle(hands)
        if self.seats == 5:
            turn = find_sitter(self.system, 5, game + self.shift, offence=offence)
            hands.insert((turn or self.rng.randint(1, 5)) - 1, 0)
        if self.rng.random() < 0.2 and not self.shift:  # the players wrote another number
            hands[self.rng.randrange(self.seats)] = self.rng.choice((1, -1)) * value * self.rng.choice((1, 2, 3))
        crosses = (("solo", solo, True), ("strafe", offence, bool(fines)))
        return hands, " ".join(filter(None, (self._cross(name, set_, may) for name, set_, may in crosses)))

    def _cross(self, name: str, is_set: bool, may_doubt: bool) -> str:
        chance, sure = self.rng.random(), self.rng.choice((0.6, 0.8, 0.95))
        if is_set:
            return name if chance < 0.6 else f"{name}@{sure}" if chance < 0.9 else ""
        return f"~{name}@{sure}" if chance < 0.06 and may_doubt else ""

    def write_cell(self, number: int) -> str:
        """The number, in one of three cases beside another that the ink may say."""
        text = self._write(number)
        if self.rng.random() > (0.2 if self.full else 0.35) or (self.shift and not number):
            return text
        step = self.system.step
        near = self._show(self.rng.choice((-number, number + step, number - step, 0, 3 * number, 2 * number)))
        near = near or step * bool(self.shift)
        both = [text, self._write(near)]
        self.rng.shuffle(both)
        return text if both[0] == both[1] else f"{both[0]}~{both[1]}@{self.rng.choice(SHARES)}"

    def _write(self, number: int) -> str:
        return f"{number:+d}" if number else self.rng.choice(("_", "/", "0"))

    def _draw_full(self, game: int) -> tuple[Hands, str]:
        """The points of a row, mostly those that follow from its details."""
        rng, system = self.rng, self.system
        formula, bounds, needs = SYSTEMS[system.name]
        kind, calls = rng.choice((*["normal"] * 4, *system.kinds)), (rng.choice(CALLS), rng.choice(CALLS))
        solo = rng.choice([one for one in system.solos if one != "trumpf"]) if kind == "solo" else None
        augen, extra = rng.choice(EDGES), rng.choice(("fuchs", "doppelkopf", "karlchen")) if rng.random() < 0.4 else ""
        extra = extra if extra in system.most else ""
        party, bock = rng.choice(("re", "kontra")), system.bock and rng.random() < 0.3
        net = (party == "re") - (party == "kontra") if extra else 0
        if kind in ("solo", "stille-hochzeit") and extra in ("fuchs", "doppelkopf"):
            net = 0 if system.name == "zwoelf-spiele" else net
        value = formula(Facts(*calls, augen, bounds, needs), kind, solo, net, bock)
        turn = find_sitter(system, self.seats, game, offence=False) or rng.randint(1, 5)
        away = turn - 1 if self.seats == 5 else None
        party_re = sorted(rng.sample([seat for seat in range(self.seats) if seat != away], 2 if kind in PAIRS else 1))
        theirs = value if kind in PAIRS else 3 * value
        hands = [0 if seat == away else theirs if seat in party_re else -value for seat in range(self.seats)]
        if rng.random() < 0.15:
            hands[rng.randrange(self.seats)] += rng.choice((1, -1, 2)) * system.step
        words = [f"re{seat + 1}" for seat in party_re]
        words += {"solo": [f"solo.{solo}"], "normal": [], "hochzeit-allein": ["hochzeit"]}.get(kind, [kind])
        words += [
            f"{side}.{(side, *LEVELS)[call - 1]}" for side, call in zip(("re", "kontra"), calls, strict=True) if call
        ]
        words += ["bock"] * bock
        numbers = {"augen": augen, "value": abs(value), **({f"{party}.{extra}": 1} if extra else {})}
        return hands, self._write_details(words, numbers, turn if self.seats == 5 else None)

    def _write_details(self, words: Sequence[str], numbers: dict[str, int], away: int | None) -> str:
        """The boxes of a row, at most three of them in doubt; some rows without a word beside their points."""
        columns = [name for name in list_columns(load(self.system.name), self.seats) if name != f"re{away}"]
        if self.rng.random() < 0.1:
            return ""
        told = {name: name for name in words if name in columns}
        told |= {name: f"{name}={n}" for name, n in numbers.items() if name in columns and self.rng.random() < 0.9}
        for name in self.rng.sample(columns, self.rng.choice((0, 1, 1, 2, 3))):
            sure = self.rng.choice(SHARES[2:])
            if name in numbers and name in told:
                near = max(0, numbers[name] + self.rng.choice((1, 10, -10, 100)))
                told[name] += f"~{near}@{sure}" if near != numbers[name] else ""
            elif name in told:
                told[name] += f"@{sure}"
            elif name not in ("augen", "value") and not name.endswith(("fuchs", "doppelkopf")):
                told[name] = f"~{name}@{sure}"
        return " ".join(told.values())


def make_half(reading: SheetReading) -> SheetReading:
    """The sheet as the second half of a round."""
    code = reading.sheet_code
    assert code
    readings = tuple(
        replace(one, id=re.sub(r"^g(\d\d)", lambda row: f"g{int(row[1]) + HALF:02}", one.id))
        for one in reading.readings
    )
    return replace(reading, readings=readings, code=replace(code, games=2 * HALF, half=2).spell())


def draw_sheet(seed: int, style: str, name: str = "") -> Drawn:
    """The sheet of that number."""
    rng = Random(f"{style} {name} {seed}")
    return Pen(rng, name or rng.choice(list(BOOK)), style).draw_sheet()
