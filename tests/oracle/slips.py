"""The single slips of players among a row's details, each as the boxes that say otherwise without it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from string import digits

from tests.oracle.details import CALLED, list_games, read_told
from tests.oracle.formulas import OTHER
from tests.oracle.ink import EMPTY, NOTHING, Line, Value
from tests.oracle.rulebook import find_sitter
from tests.oracle.tables import Table, mean_values

Said = Mapping[str, Value]
AUGEN = 240
KINDS = ("hochzeit", "stille-hochzeit", "armut")


class Slips:
    """The slips that the boxes of a row may have, whose fields say this."""

    def __init__(self, table: Table, line: Line, own: Said) -> None:
        self.table, self.line, self.own = table, line, own
        self.crossed = [name for name, value in self.own.items() if value == 1 and name not in ("augen", "value")]

    def list_calls(self) -> Iterator[Said]:
        """A higher call not crossed, or one crossed that was not made."""
        for party in OTHER:
            levels = sorted((level, name) for name, (one, level) in CALLED.items() if one == party and name in self.own)
            said = max((level for level, name in levels if name in self.crossed), default=0)
            for level, name in levels:
                if level > said:
                    yield {name: 1}
            for now in range(said):
                yield {name: 0 for level, name in levels if now < level and name in self.crossed}

    def list_moved_calls(self) -> Iterator[Said]:
        """Highest calls of a party, one or more, crossed in the other's boxes."""
        boxes = {called: name for name, called in CALLED.items()}
        for party in OTHER:
            levels = sorted(level for name, (one, level) in CALLED.items() if one == party and name in self.crossed)
            for first in range(len(levels)):
                own, others = ([boxes[one, level] for level in levels[first:]] for one in (party, OTHER[party]))
                if not set(others) & set(self.crossed):
                    yield {**dict.fromkeys(own, 0), **dict.fromkeys(others, 1)}

    def list_augen(self) -> Iterator[Said]:
        """Kontra's, or one digit wrong."""
        augen = self.own.get("augen")
        if augen is None or augen == NOTHING:
            return
        yield {"augen": AUGEN - augen}
        text = f"{augen:03}"
        near = {int(text[:at] + digit + text[at + 1 :]) for at in range(len(text)) for digit in digits} - {augen}
        yield from self._keep_sole([{"augen": one} for one in near if one <= AUGEN], "augen")

    def list_sonderpunkte(self) -> Iterator[Said]:
        """One too many, one left out, or one at the other party."""
        made = self.table.system.most
        counts = {name: value or 0 for name, value in self.own.items() if name.partition(".")[2] in made}
        for party in OTHER:
            own = [name for name in counts if name.startswith(f"{party}.")]
            for step in (1, -1):
                yield from self._keep_sole([{name: counts[name] + step} for name in own if counts[name] + step >= 0])
            for name in own:
                other = f"{OTHER[party]}.{name.partition('.')[2]}"
                if counts[name] and other in counts:
                    yield from (
                        {name: counts[name] - one, other: counts[other] + one}
                        for one in range(1, (counts[name] or 0) + 1)
                    )

    def list_seats(self) -> Iterator[Said]:
        """Kontra crossed as Re, or Re at another seat."""
        seats = [name for name in self.own if name[:2] == "re" and name[2:].isdigit()]
        re = [name for name in seats if name in self.crossed]
        yield from ({old: 0, new: 1} for old in re for new in seats if new not in re)
        sits = [name for name in self.own if name[0] == "p" and self.own[name] == 0]
        for away in sits if len(seats) == 5 else [""]:
            four = [name for name in seats if name[2:] != away[1:]]
            if len(four) == 4 and len(re) == 2 and set(re) <= set(four):
                yield {name: int(name not in re) for name in four}

    def list_kinds(self) -> Iterator[Said]:
        """A kind not crossed, crossed, or another one."""
        kinds = [name for name in self.own if name in KINDS or name.startswith("solo.")]
        off = {name: 0 for name in kinds if name in self.crossed}
        yield off
        yield from ({**off, name: 1} for name in kinds if name not in off)

    def list_crosses(self) -> Iterator[Said]:
        """Bock, a party that lost by a broken rule, an offence."""
        lost = [name for name in self.own if name.endswith(".verworfen")]
        off = {name: 0 for name in lost if name in self.crossed}
        yield off
        yield from ({**off, name: 1} for name in lost if name not in off)
        yield from ({name: 1 - (value or 0)} for name, value in self.own.items() if name in ("bock", "offence"))

    def list_values(self) -> Iterator[Said]:
        """The value written wrongly."""
        worth = min((abs(self.own[name] or 0) for name in self.own if name[0] == "p" and self.own[name]), default=0)
        if self.own.get("value", NOTHING) != NOTHING:
            yield {"value": worth}

    def _keep_sole(self, ways: list[dict[str, Value]], among: str = "") -> Iterator[Said]:
        """The way that alone is right; where several are, the one that the ink of that field may say."""
        fitting = [
            one
            for one in ways
            if self.table.find_right_hands(self.line, mean_values(self.line, {**self.own, **one})) is not None
        ]
        inked = [
            one
            for one in fitting
            if among and one[among] in [saying.value for saying in self.line.fields[among].sayings[1:]]
        ]
        found = inked or fitting
        yield from found if len(found) == 1 else ()


def list_slips(table: Table, line: Line, own: Said) -> Iterator[Said]:
    """What the fields of the row, which say this, would say without each slip."""
    slips = Slips(table, line, own)
    for told in (
        slips.list_calls,
        slips.list_moved_calls,
        slips.list_augen,
        slips.list_sonderpunkte,
        slips.list_seats,
        slips.list_kinds,
        slips.list_crosses,
        slips.list_values,
    ):
        yield from told()


def find_away(table: Table, line: Line, own: Said) -> int:
    """Of five seats the only one that is struck out among plus points, else the only one without points, or without a
    number; 0 where nobody knows."""
    inked = {
        int(name[1:]): one
        for name, field in line.fields.items()
        if name[0] == "p"
        for one in field.sayings
        if one.value == own[name]
    }
    signs = (
        [seat for seat, one in inked.items() if one.text == "/" and table.paper.plus],
        [seat for seat, one in inked.items() if one.value == 0],
        [seat for seat, one in inked.items() if one.text in EMPTY],
    )
    return next((seats[0] for seats in signs if len(seats) == 1), 0)


def list_due_points(table: Table, line: Line, own: Said) -> Iterator[Said]:
    """The points that the details show, where they show one row, the nearest to those that its fields say; with them
    the value."""
    told = read_told({name: own[name] for name in line.details if name != "value"})
    games = list_games(table.system, told)
    whole = [one for one in games if len(one.re) == (1 if one.lone else 2)]
    games = tuple(whole) if len(whole) == 1 else games
    cells = [name for name in own if name[0] == "p"]
    turn = find_sitter(table.system, len(cells), table.turns[line.number], offence=bool(own.get("offence")))
    away = None if len(cells) == 4 else turn or find_away(table, line, own)
    if away == 0 or not told.filled or own.get("offence"):
        return
    four = tuple(seat for seat in range(1, len(cells) + 1) if seat != away)
    rows = [row for game in games if len(game.values) == 1 for row in game.list_rows(four)]
    shown = [{f"p{seat}": max(n, 0) if table.paper.plus else n for seat, n in row.items()} for row in rows]
    far = [sum(own[name] != number for name, number in row.items()) for row in shown]
    nearest = [n for n, steps in enumerate(far) if steps == min(far)]
    if len({tuple(sorted(rows[n].items())) for n in nearest}) != 1:
        return
    value = min(abs(number) for number in rows[nearest[0]].values())
    beside = {"value": value} if own.get("value", NOTHING) not in (None, NOTHING) else {}
    yield {**shown[nearest[0]], **beside}
