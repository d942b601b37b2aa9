"""Rounds of any rule set as they could have been played, counted rightly, and written down with or without mistakes.

For sheets that hold more than points; the points list has its own in `templates.filler.people`.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import accumulate

import numpy as np

from desk.paper_key import filled_in
from scoring.game import PARTIES, Call, Calls, Extras, Game, Party
from scoring.rules import RuleSet
from scoring.score import score
from scoring.wire import game_json
from templates.filler.people import PlayedRound, PlayedRow
from templates.filler.written import Mistake, WrittenRound, WrittenRow
from templates.layout import Layout
from templates.points import sitter

_KINDS = {"normal": 80, "hochzeit": 8, "stille-hochzeit": 3, "hochzeit-allein": 1, "solo": 5, "armut": 3}
_CALLS = (Call.NOTHING, Call.ANSAGE, Call.K90, Call.K60, Call.K30, Call.SCHWARZ)
_HOW_OFTEN = np.array([64, 24, 8, 2.5, 1, 0.5]) / 100


@dataclass(frozen=True, slots=True)
class Row:
    """One game, its points as they should be, and what is written: `points` by seat, `value`, `details` as in
    `WrittenRow`; `mistake` is "" for a right row.
    """

    game: Game
    right: tuple[int, ...]
    points: tuple[int, ...]
    value: int
    details: dict[str, str]
    mistake: str = ""


def play(rules: RuleSet, seats: int, games: int, rng: np.random.Generator) -> list[Game]:
    """Games that can be; where the rules want Pflichtsoli, each seat has one as far as `games` reach: in the section
    for them, or rather late.
    """
    pflicht = rules.sheet.pflichtsolo
    owed = [int(seat) for seat in rng.permutation(seats) + 1] if pflicht.per_player else []
    patience = 1 if pflicht.section else 2
    found = []
    for number in range(1, games + 1):
        sits = sitter(number, seats)
        if rules.sheet.in_section(seats, number) and sits is not None:
            sits = int(rng.choice([seat for seat in range(1, seats + 1) if seat != owed[0]]))
        due = [seat for seat in owed if seat != sits] if games - number < patience * len(owed) else []
        soloist = due[0] if due else None
        if soloist is not None:
            owed.remove(soloist)
        found.append(_game(rules, seats, sits, soloist, rng))
    return found


def _game(rules: RuleSet, seats: int, sits: int | None, soloist: int | None, rng: np.random.Generator) -> Game:
    known = [kind.id for kind in rules.kinds if kind.id in _KINDS]
    odds = np.array([_KINDS[kind] for kind in known], float)
    while True:
        kind = "solo" if soloist else str(rng.choice(known, p=odds / odds.sum()))
        playing = [seat for seat in range(1, seats + 1) if seat != sits]
        alone = kind in ("solo", "stille-hochzeit", "hochzeit-allein")
        re = (soloist,) if soloist else tuple(sorted(int(s) for s in rng.permutation(playing)[: 1 if alone else 2]))
        game = Game(
            kind, re, Calls(_call(rng), _call(rng)), int(np.clip(rng.normal(127, 38), 0, 240)), seats=seats, sits=sits,
            extras=Extras() if alone else Extras(*(_extras(rules, rng) for _ in PARTIES)),
            solo=str(rng.choice([solo.id for solo in rules.sheet.solos])) if kind == "solo" else None,
            bock=bool(rules.bock.triggers) and bool(rng.random() < 0.2),
        )
        if score(rules, game).points is not None:
            return game


def _call(rng: np.random.Generator) -> Call:
    return _CALLS[int(rng.choice(len(_CALLS), p=_HOW_OFTEN))]


def _extras(rules: RuleSet, rng: np.random.Generator) -> tuple[tuple[str, int], ...]:
    counts = ((extra.id, min(extra.most, int(rng.poisson(0.18)))) for extra in rules.sheet.sonderpunkte)
    return tuple((name, count) for name, count in counts if count)


def right_row(rules: RuleSet, game: Game, every_level: bool) -> Row:
    """The row as it should be; `every_level`: the players cross what a call includes, too."""
    result = score(rules, game)
    assert result.points is not None
    assert result.value is not None
    row = filled_in(rules, game, plus=False)
    details = dict.fromkeys(row.crossed, "x") | {name: text for name, text in row.written if name[0] != "p"}
    if every_level:
        for party in PARTIES:
            said = game.calls.of(party)
            names = [party, *(call.name.lower() for call in _CALLS[2:])][:said]
            details |= {f"{party}.{name}": "x" for name in names}
    return Row(game, result.points, result.points, abs(result.value), details)


def partly(row: Row, rng: np.random.Generator) -> Row:
    """The row as a busy scribe leaves it: seldom without any details, now and then without the Augen or the value."""
    chance = rng.random()
    if chance < 0.06:
        return replace(row, details={})
    missing = "augen" if chance < 0.1 else "value" if chance < 0.14 else ""
    return replace(row, details={name: text for name, text in row.details.items() if name != missing})


# Mistakes that the details reveal. Each gives the row with the mistake in it, or None where it cannot be made.

Planter = Callable[[RuleSet, Row, np.random.Generator], Row | None]


def _counted(rules: RuleSet, row: Row, game: Game, mistake: str) -> Row | None:
    """The points of another game under the details of this one."""
    result = score(rules, game)
    return _with(row, result.points, abs(result.value or 0), mistake)


def _with(row: Row, points: tuple[int, ...] | None, value: int, mistake: str) -> Row | None:
    if points is None or points == row.points:
        return None
    return replace(row, points=points, value=value, details=row.details | {"value": str(value)}, mistake=mistake)


def _swapped(rules: RuleSet, row: Row, rng: np.random.Generator) -> Row | None:
    return _with(row, tuple(-points for points in row.points), row.value, "signs-inverted")


def _halved(rules: RuleSet, row: Row, rng: np.random.Generator) -> Row | None:
    doubles = any(part.rule == "verdoppelt" for part in rules.value) and row.game.calls != Calls()
    if not doubles or row.value % 2:
        return None
    return _with(row, tuple(points // 2 for points in row.points), row.value // 2, "doubling-forgotten")


def _not_gegen(rules: RuleSet, row: Row, rng: np.random.Generator) -> Row | None:
    lines = score(rules, row.game).lines
    gegen = next((line.points for line in lines if line.text == "gegen"), 0)
    if not gegen or row.value <= gegen or any(line.text in ("verdoppelt", "bock") for line in lines):
        return None
    less = row.value - gegen
    return _with(row, tuple(points // row.value * less for points in row.points), less, "gegen-forgotten")


def _not_tripled(rules: RuleSet, row: Row, rng: np.random.Generator) -> Row | None:
    if len(row.game.re) != 1 or not row.value:
        return None
    points = tuple(p // 3 if seat in row.game.re else p for seat, p in enumerate(row.points, 1))
    return _with(row, points, row.value, "solo-not-tripled")


def _less_extra(rules: RuleSet, row: Row, rng: np.random.Generator) -> Row | None:
    made = list(row.game.extras)
    if not made:
        return None
    party, name, _ = made[int(rng.integers(len(made)))]
    return _counted(rules, row, replace(row.game, extras=_without(row.game.extras, party, name)), "extra-left-out")


def _without(extras: Extras, party: Party, name: str) -> Extras:
    kept = {which: tuple(pair for pair in extras.of(which) if (which, pair[0]) != (party, name)) for which in PARTIES}
    return Extras(kept["re"], kept["kontra"])


def _call_forgotten(rules: RuleSet, row: Row, rng: np.random.Generator) -> Row | None:
    """The points count a call that nobody crossed."""
    crossed = [name for name in row.details if name.partition(".")[0] in PARTIES and row.details[name] == "x"]
    silent = replace(row.game, calls=Calls())
    if not crossed or score(rules, silent).points == row.points:
        return None
    return replace(row, details=row.details | dict.fromkeys(crossed, ""), mistake="call-not-crossed")


def _wrong_sign(rules: RuleSet, row: Row, rng: np.random.Generator) -> Row | None:
    seats = [place for place, points in enumerate(row.points) if points]
    place = int(rng.choice(seats)) if seats else None
    points = tuple(-p if k == place else p for k, p in enumerate(row.points))
    return _with(row, points, row.value, "wrong-sign")


PLANTERS: dict[str, Planter] = {
    "signs-inverted": _swapped, "doubling-forgotten": _halved, "gegen-forgotten": _not_gegen,
    "solo-not-tripled": _not_tripled, "extra-left-out": _less_extra, "call-not-crossed": _call_forgotten,
    "wrong-sign": _wrong_sign,
}


def planted(rules: RuleSet, rows: list[Row], kinds: tuple[str, ...], rng: np.random.Generator) -> list[Row]:
    """The rows with one mistake of each kind, in different rows, as far as there are rows for them."""
    rows = list(rows)
    for kind in kinds:
        for place in rng.permutation(len(rows)):
            if not rows[place].mistake and (wrong := PLANTERS[kind](rules, rows[place], rng)):
                rows[place] = wrong
                break
    return rows


def written_round(rows: list[Row], layout: Layout) -> WrittenRound:
    """The rows as the filler takes them, for a full sheet or a list of totals."""
    seats, totals = layout.seats, any(field.id == "g01.total1" for field in layout.fields)
    boxes = [field.id[4:] for field in layout.fields if field.id.startswith("g01.") and field.kind == "cross"]
    games = tuple(PlayedRow(row.game.kind, _seated(row, row.right), _soloist(row),  # type: ignore[arg-type]
                            json.dumps(game_json(row.game))) for row in rows)
    sums = [tuple(sums) for sums in accumulate((np.array(row.points) for row in rows), lambda a, b: a + b)]
    lines = []
    for number, row in enumerate(rows):
        told = row.details if not totals else _in_totals(row, sums[number])
        details = tuple((dict.fromkeys(boxes, "") | told).items())
        lines.append(WrittenRow(_seated(row, row.points), game=number + 1, details=details))
    mistakes = tuple(Mistake(row.mistake, tuple(f"g{number:02}.p{seat}" for seat in row.game.playing), True)
                     for number, row in enumerate(rows, 1) if row.mistake)
    return WrittenRound(PlayedRound(seats, games), tuple(lines), (), tuple(int(v) for v in sums[-1]), mistakes)


def _seated(row: Row, points: tuple[int, ...]) -> tuple[int | None, ...]:
    return tuple(None if seat == row.game.sits else value for seat, value in enumerate(points, 1))


def _soloist(row: Row) -> int | None:
    return row.game.re[0] if len(row.game.re) == 1 else None


def _in_totals(row: Row, sums: tuple[int, ...]) -> dict[str, str]:
    """Value, winners and running totals of a game."""
    winners = {f"win{seat}": "x" for seat, points in enumerate(row.points, 1) if points > 0}
    kind = {"solo": "x"} if row.game.kind == "solo" else {}
    bock = {"bock": "x"} if row.game.bock else {}
    return {"value": str(row.value)} | winners | kind | bock | {
        f"total{seat}": str(int(total)) for seat, total in enumerate(sums, 1)}
