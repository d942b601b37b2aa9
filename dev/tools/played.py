"""Rounds of any rule set as they could have been played, counted rightly, and written down on any of our sheets.

For sheets that hold more than points; the points list has its own in `dev.filler.rounds.people`. Mistakes:
`dev.tools.misplayed`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from dev.filler.rounds.people import PlayedRound, PlayedRow
from dev.filler.rounds.written import Mistake, WrittenRound, WrittenRow
from scoring.counting.game import PARTIES, Call, Calls, Extras, Game
from scoring.counting.rules import RuleSet
from scoring.counting.score import score
from scoring.rows.bock_triggers import list_due_games
from scoring.rows.row import Row as BookRow
from scoring.wire.lines import describe_game
from templates.layout import Layout
from templates.points import sitter
from tournament.printing.paper_example import filled_in

_KINDS = {"normal": 80, "hochzeit": 8, "stille-hochzeit": 3, "hochzeit-allein": 1, "solo": 5, "armut": 3}
_CALLS = (Call.NOTHING, Call.ANSAGE, Call.K90, Call.K60, Call.K30, Call.SCHWARZ)
_HOW_OFTEN = np.array([64, 24, 8, 2.5, 1, 0.5]) / 100


@dataclass(frozen=True, slots=True)
class Row:
    """One game, its points as they should be, and what is written: `points` by seat, `value`, `details` as in
    `WrittenRow`; `mistake` is "" for a right row, `hidden` one that nothing on the sheet reveals.

    On a list of totals `marks` are the seats crossed as winners, and `slips` is what the written totals are off, by
    seat, in this row and, if `carried`, in all below it. `blank`: the row was skipped.
    """

    game: Game
    right: tuple[int, ...]
    points: tuple[int, ...]
    value: int
    details: dict[str, str]
    marks: tuple[int, ...]
    mistake: str = ""
    hidden: bool = False
    slips: tuple[int, ...] = ()
    carried: bool = True
    blank: bool = False

    @property
    def offence(self) -> bool:
        """Whether it is no game, but an offence."""
        return self.game.kind == "strafe"


def play(rules: RuleSet, seats: int, games: int, rng: np.random.Generator) -> list[Game]:
    """Games that can be; where the rules want Pflichtsoli, each seat has one as far as `games` reach: in the section
    for them, or rather late.
    """
    pflicht = rules.sheet.pflichtsolo
    owed = [int(seat) for seat in rng.permutation(seats) + 1] if pflicht.per_player else []
    patience = 1 if pflicht.section else 2
    found: list[Game] = []
    for number in range(1, games + 1):
        sits = sitter(number, seats)
        if rules.sheet.is_in_section(seats, number) and sits is not None:
            sits = int(rng.choice([seat for seat in range(1, seats + 1) if seat != owed[0]]))
        due = [seat for seat in owed if seat != sits] if games - number < patience * len(owed) else []
        soloist = due[0] if due else None
        if soloist is not None:
            owed.remove(soloist)
        game = any_game(rules, seats, sits, soloist, rng)
        found.append(replace(game, bock=_bock_is_due(rules, found, game)))
    return found


def _bock_is_due(rules: RuleSet, above: Sequence[Game], game: Game) -> bool:
    """Whether a Bock round runs, by the games above."""
    if not rules.bock.triggers:
        return False
    rows = (BookRow(number, (), details=one) for number, one in enumerate((*above, game), 1))
    return [*list_due_games(rules, rows, game.seats)][-1].bock


def any_game(
    rules: RuleSet, seats: int, sits: int | None, soloist: int | None, rng: np.random.Generator, alone: bool = True
) -> Game:
    """A game that can be; with a `soloist` his solo, and without `alone` none of one against three."""
    known = [kind.id for kind in rules.kinds if kind.id in _KINDS and (alone or kind.re_seats == 2)]
    odds = np.array([_KINDS[kind] for kind in known], float)
    while True:
        kind = "solo" if soloist else str(rng.choice(known, p=odds / odds.sum()))
        playing = [seat for seat in range(1, seats + 1) if seat != sits]
        single = kind in ("solo", "stille-hochzeit", "hochzeit-allein")
        re = (soloist,) if soloist else tuple(sorted(int(s) for s in rng.permutation(playing)[: 1 if single else 2]))
        game = Game(
            kind, re, Calls(_call(rng), _call(rng)), int(np.clip(rng.normal(127, 38), 0, 240)), seats=seats, sits=sits,
            extras=Extras() if single else Extras(*(_extras(rules, rng) for _ in PARTIES)),
            solo=str(rng.choice([solo.id for solo in rules.sheet.solos])) if kind == "solo" else None,
        )
        if score(rules, game).points is not None:
            return game


def offence(rules: RuleSet, seats: int, rng: np.random.Generator) -> Game:
    """An offence of somebody; at a table of five somebody sits out."""
    sits = int(rng.integers(1, 6)) if seats == 5 else None
    offender = int(rng.choice([seat for seat in range(1, seats + 1) if seat != sits]))
    return Game("strafe", seats=seats, sits=sits, offender=offender)


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
    marks = tuple(seat for seat, points in enumerate(result.points, 1) if points > 0)
    if game.kind == "strafe":
        details = {"offence": "x", "value": str(abs(result.value))}
        return Row(game, result.points, result.points, abs(result.value), details, marks)
    row = filled_in(rules, game, plus=False)
    details = dict.fromkeys(row.crossed, "x") | {name: text for name, text in row.written if name[0] != "p"}
    if every_level:
        for party in PARTIES:
            said = game.calls.of(party)
            names = [party, *(call.name.lower() for call in _CALLS[2:])][:said]
            details |= {f"{party}.{name}": "x" for name in names}
    return Row(game, result.points, result.points, abs(result.value), details, marks)


def partly(row: Row, rng: np.random.Generator) -> Row:
    """The row as a busy scribe leaves it: seldom without any details, now and then without the Augen or the value. A
    solo is crossed, as it may be owed, and so is a Bock game.
    """
    chance = rng.random()
    if row.offence:
        return row
    if chance < 0.06:
        kept = {name: text for name, text in row.details.items() if name.startswith("solo.") or name == "bock"}
        return replace(row, details=kept)
    missing = "augen" if chance < 0.1 else "value" if chance < 0.14 else ""
    return replace(row, details={name: text for name, text in row.details.items() if name != missing})


def written_round(
    rows: Sequence[Row], layout: Layout, *, played: Sequence[Row] = (), extra: Sequence[Row] = (), plus: bool = False,
    sum_slips: Sequence[int] = (),
) -> WrittenRound:
    """The rows as the filler takes them, for any of our sheets.

    `played`: the games as they were, where rows are missing or written twice, else those of the rows. `extra`: offences
    in rows of their own. `plus`: only plus points are written, or added. `sum_slips`: what the sum line is off.
    """
    seats, lines = layout.seats, [*rows, *extra]
    totals = any(field.id == "g01.total1" for field in layout.fields)
    boxes = [field.id[4:] for field in layout.fields if field.id.startswith("g01.") and field.kind == "cross"]
    written = [_line(row, number, sums, boxes, totals, plus)
               for number, (row, sums) in enumerate(zip(lines, _sums(lines, seats, plus), strict=True), 1)]
    last = [*_sums(lines, seats, plus)][-1]
    sums = tuple(total + slip for total, slip in zip(last, sum_slips or (0,) * seats, strict=True))
    cell = "total" if totals else "p"
    mistakes = [Mistake(row.mistake, tuple(f"g{number:02}.{cell}{seat}" for seat in range(1, seats + 1)),
                        not row.hidden) for number, row in enumerate(lines, 1) if row.mistake]
    wrong = tuple(f"sum.p{seat}" for seat, slip in enumerate(sum_slips, 1) if slip)
    mistakes += [Mistake("wrong-sum", wrong, True)] if wrong else []
    whole = PlayedRound(seats, tuple(map(_as_played, played or rows)), tuple(map(_as_played, extra)))
    return WrittenRound(whole, tuple(written[: len(rows)]), tuple(written[len(rows) :]), sums, tuple(mistakes))


def _sums(rows: Sequence[Row], seats: int, plus: bool) -> Iterator[tuple[int, ...]]:
    """What is written as totals after each row; a slip goes on below it where it is carried."""
    total = np.zeros(seats, int)
    for row in rows:
        points = np.array(row.points) * (not row.blank)
        total = total + (np.maximum(points, 0) if plus else points)
        slips = np.array(row.slips or (0,) * seats)
        yield tuple(int(value) for value in total + slips)
        total = total + slips * row.carried


def _line(row: Row, number: int, sums: tuple[int, ...], boxes: list[str], totals: bool, plus: bool) -> WrittenRow:
    if row.blank:
        return WrittenRow((None,) * len(sums), blank=True)
    kind = {"solo": "x"} if any(name.startswith("solo.") for name in row.details) else {}
    told = (_in_totals(row, sums) if totals else row.details) | kind
    kept = tuple(0 if plus and not any(row.points) else None if plus and points <= 0 else points
                 for points in row.points)
    silent = tuple(seat for seat, points in enumerate(kept, 1) if points is None and seat != row.game.sits)
    return WrittenRow(_seated(row, row.points if totals else kept), game=number, unwritten=silent,
                      details=tuple((dict.fromkeys(boxes, "") | told).items()))


def _as_played(row: Row) -> PlayedRow:
    kind = "offence" if row.offence else row.game.kind
    return PlayedRow(kind, _seated(row, row.right), _soloist(row), json.dumps(describe_game(row.game)))  # type: ignore[arg-type]  # one of the kinds


def _seated(row: Row, points: Sequence[int | None]) -> tuple[int | None, ...]:
    """Who sits out has none; where somebody's points stand in his column, theirs is empty."""
    moved = row.game.sits is not None and bool(points[row.game.sits - 1])
    away = [seat for seat, value in enumerate(points, 1) if not value and (seat == row.game.sits or moved)]
    return tuple(None if seat in away else value for seat, value in enumerate(points, 1))


def _soloist(row: Row) -> int | None:
    return row.game.re[0] if len(row.game.re) == 1 else None


def _in_totals(row: Row, sums: tuple[int, ...]) -> dict[str, str]:
    """Value, winners and running totals of a game; an offence has the value that each of the others gets."""
    crosses = {name: "x" for name in ("bock", "offence") if row.details.get(name)}
    value = {} if row.offence and not crosses else {"value": str(row.value)}
    return value | {f"win{seat}": "x" for seat in row.marks} | crosses | {
        f"total{seat}": str(total) for seat, total in enumerate(sums, 1)}
