"""Full sheets and lists of totals filled in: the truth says what is written, and the details reveal mistakes."""

from __future__ import annotations

import json
from copy import deepcopy
from functools import cache

import numpy as np
import pytest

from dev.filler.full_sheets import Order, fill, prepare
from dev.filler.pens.fields import MARKS_TAKEN_BACK
from dev.filler.pens.glyphs import load_font_hand
from dev.filler.pens.sheet import FilledSheet, Manner
from dev.rounds.games import draw_game, draw_games
from dev.rounds.mistakes import FULL_MISTAKES, WRONG_DETAILS, Paper, plant
from dev.rounds.rows import Row, count_row, leave_out_details, make_round
from dev.rounds.written import WrittenRound
from scoring.counting.game import Game
from scoring.counting.game_json import parse_game
from scoring.counting.rules import RuleSet
from scoring.counting.score import score
from scoring.rows.bock_games import list_due_games
from scoring.rows.written_rows import Row as BookRow
from scoring.rulesets.load_rules import list_known, load

PX = 5.0
HANDS = [load_font_hand("kalam"), load_font_hand("caveat")]


def small(
    style: str,
    seats: int = 4,
    rules: str = "pflichtsolo-40",
    seed: int = 3,
    mistakes: tuple[str, ...] = (),
    manner: Manner | None = None,
) -> FilledSheet:
    """A sheet in few pixels."""
    return fill(Order(rules, style, seats, seed, mistakes, manner or Manner(), px_per_mm=PX), HANDS)


def written(
    style: str, *mistakes: str, seats: int = 4, rules: str = "ddv", seed: int = 3, plus: bool = False, offences: int = 0
) -> WrittenRound:
    """What is played and written, without a picture."""
    order = Order(rules, style, seats, seed, mistakes, plus=plus, offences=offences)
    return prepare(order, np.random.default_rng([seed, 1]))[2]


def totals_of(round_: WrittenRound) -> list[list[int]]:
    """The written running totals, row by row."""
    rows = [dict(row.details) for row in (*round_.rows, *round_.extra)]
    return [[int(row[f"total{seat}"]) for seat in range(1, round_.played.seats + 1)] for row in rows]


def off_of(round_: WrittenRound) -> list[list[int]]:
    """By how much the written totals are off in each row."""
    games = [[points or 0 for points in game.points] for game in round_.played.games]
    return (np.array(totals_of(round_)) - np.cumsum(games, axis=0)).tolist()  # type: ignore[no-any-return]


def ink_in(sheet: FilledSheet, field_id: str) -> float:
    """Share of dark pixels in the middle of a field."""
    x, y, width, height = (v * PX for v in sheet.layout.find_field(field_id).box_mm)
    inner = sheet.image[
        round(y + 0.2 * height) : round(y + 0.8 * height), round(x + 0.15 * width) : round(x + 0.85 * width)
    ].min(axis=2)
    return float((inner < 150).mean())


@pytest.mark.few(2)
@pytest.mark.parametrize(("style", "seats"), [("full", 4), ("full", 5), ("totals", 4), ("totals", 5)])
def test_ink_stands_where_the_truth_says(style: str, seats: int) -> None:
    """Nearly every written number and cross leaves ink in its field; most blank fields of a game are clean."""
    sheet = small(style, seats, manner=Manner(pen="gel"))
    fields = [field for field in sheet.layout.fields if field.id.startswith("g") and field.kind != "points"]
    inked = [ink_in(sheet, field.id) > 0.01 for field in fields if sheet.inks[field.id].written]
    blank = [ink_in(sheet, field.id) > 0.01 for field in fields if not sheet.inks[field.id].written]
    assert np.mean(inked) > 0.97
    assert np.mean(blank) < 0.12  # a cross reaches into the next box now and then


def test_the_same_order_gives_the_same_sheet() -> None:
    """Byte for byte, so that a sample can be made again."""
    one, other = small("full"), small("full")
    assert (one.image == other.image).all()
    assert one.inks == other.inks


@pytest.mark.few(3)
@pytest.mark.parametrize("rules", list_known())
def test_a_full_row_tells_its_game(rules: str) -> None:
    """Points, value and Augen on the paper are those of the game that was played, counted by its rule set."""
    sheet, system = small("full", rules=rules), load(rules)
    for number, played in enumerate(sheet.round_.played.games, 1):
        game, _ = parse_game(system, json.loads(played.details))
        assert game is not None
        result = score(system, game)
        assert played.points == result.points
        inks = {name: sheet.inks[f"g{number:02}.{name}"].written for name in ("augen", "value", "re1", "p1")}
        told = any(sheet.inks[f"g{number:02}.re{seat}"].written for seat in range(1, 5))
        assert inks["augen"] in (str(game.augen), "")
        assert inks["value"] in (str(abs(result.value or 0)), "")
        assert not told or (inks["re1"] == "x") == (1 in game.re)
        assert (0 if inks["p1"] in ("-", "/") else int(inks["p1"])) == played.points[0]


def test_running_totals_run() -> None:
    """Each row of a list of totals adds its game, and the last one is the result."""
    sheet = small("totals", rules="ddv")
    for seat in range(4):
        column = [sheet.inks[f"g{game:02}.total{seat + 1}"].written for game in range(1, 25)]
        sums = np.cumsum([game.points[seat] or 0 for game in sheet.round_.played.games])
        assert [0 if text in "-/" else int(text) for text in column] == sums.tolist()
        assert sheet.round_.sums[seat] == sums[-1]


def test_the_pflichtsoli_of_the_ddv_stand_in_their_section() -> None:
    """Rows 21 to 24, each seat once."""
    games = draw_games(load("ddv"), 4, 24, np.random.default_rng(1))
    assert sorted(game.re[0] for game in games[20:]) == [1, 2, 3, 4]
    assert {game.kind for game in games[20:]} == {"solo"}
    five = draw_games(load("ddv"), 5, 30, np.random.default_rng(1))
    assert sorted(game.re[0] for game in five[25:]) == [1, 2, 3, 4, 5]


def test_crosses_are_taken_back() -> None:
    """A box that was filled in or scribbled out counts as blank, and says so."""
    sheet = small("full", manner=Manner(taken_back=4))
    back = [ink for ink in sheet.inks.values() if "taken-back" in ink.flags]
    assert [ink.written for ink in back] == [""] * 4
    assert MARKS_TAKEN_BACK == ("filled", "scribbled")


@cache
def draw_rows(rules: str) -> tuple[tuple[Row, ...], np.random.Generator]:
    """Sixty rows without a mistake, and the generator that drew them."""
    rng, system = np.random.default_rng(5), load(rules)
    return tuple(count_row(system, game) for game in draw_games(system, 4, 60, rng)), rng


@pytest.mark.parametrize("kind", [*FULL_MISTAKES, "wrong-value", "sitter-points"])
@pytest.mark.parametrize("rules", list_known())
def test_the_details_reveal_each_mistake(rules: str, kind: str) -> None:
    """A row with the mistake is not what its details count; where it cannot be made, nothing is changed."""
    system, (rows, rng) = load(rules), draw_rows(rules)
    round_ = plant(system, make_round(rows), (kind,), deepcopy(rng), Paper("full"))
    can_be = {
        "doubling-forgotten": any(part.rule == "verdoppelt" for part in system.value),
        "bock-forgotten": bool(system.bock.triggers),
        "sitter-points": False,
    }
    assert [mistake.kind for mistake in round_.mistakes] == [kind] * can_be.get(kind, True)
    for place in round_.touched:
        row = round_.rows[place]
        assert row.points != row.right or kind in (*WRONG_DETAILS, "value-miswritten")
        assert row.details != rows[place].details or counted(system, row) != row.points


def counted(rules: RuleSet, row: Row) -> tuple[int, ...] | None:
    """The points that the crosses and numbers of a row give."""
    from dataclasses import replace

    from scoring.counting.game import Calls

    silent = not any(name.startswith(("re.", "kontra.")) and text == "x" for name, text in row.details.items())
    game: Game = replace(row.game, calls=Calls()) if silent else row.game
    return score(rules, game).points


def test_some_rows_are_partly_filled() -> None:
    """Most rows are whole; a few have no details, no Augen or no value, and never another number."""
    rng, system = np.random.default_rng(5), load("pflichtsolo-40")
    row = count_row(system, draw_game(system, 4, (), None, rng, lone=False), True)
    seen = [leave_out_details(row, rng).details for _ in range(400)]
    assert 0.75 < sum(details == row.details for details in seen) / 400 < 0.95
    assert {} in seen
    assert all(set(details.items()) <= set(row.details.items()) for details in seen)


@pytest.mark.parametrize(
    ("kind", "carried"),
    [
        ("total-slip", True),
        ("total-slip-once", False),
        ("total-copied", True),
        ("value-to-another", True),
    ],
)
def test_running_totals_slip(kind: str, carried: bool) -> None:
    """The totals are right above the row, wrong in it, and wrong below it where the slip is carried on."""
    round_ = written("totals", kind)
    [mistake] = round_.mistakes
    row, off = int(mistake.fields[0][1:3]) - 1, off_of(round_)
    assert not any(any(one) for one in off[:row])
    assert sum(map(bool, off[row])) == (2 if kind == "value-to-another" else 1)
    assert [one == off[row] for one in off[row + 1 :]] == [carried] * (len(off) - row - 1)
    assert mistake.fields == tuple(f"g{row + 1:02}.total{seat}" for seat in range(1, 5))


def test_a_winners_mark_is_missing() -> None:
    """One of those who have plus is not marked."""
    round_ = written("totals", "win-mark-missing")
    row = int(round_.mistakes[0].fields[0][1:3]) - 1
    told, points = dict(round_.rows[row].details), round_.played.games[row].points
    marked = [seat for seat in range(1, 5) if told[f"win{seat}"]]
    assert set(marked) < {seat for seat, value in enumerate(points, 1) if (value or 0) > 0}


@pytest.mark.parametrize(
    "kind",
    [
        "nullspiel-missing",
        "row-missing",
        "row-twice",
        "pflichtsolo-missing",
        "stille-hochzeit-as-solo",
        "wrong-sum",
    ],
)
@pytest.mark.parametrize("style", ["full", "totals", "points"])
def test_rows_are_in_disorder(style: str, kind: str) -> None:
    """Each of these mistakes can be made on each sheet, and the games stay as they were played."""
    round_ = written(style, kind)
    assert [mistake.kind for mistake in round_.mistakes] == [kind]
    assert len(round_.played.games) == len(round_.rows) == 24
    blank = [number for number, row in enumerate(round_.rows) if row.blank]
    assert blank == {"row-missing": blank[:1], "nullspiel-missing": [23]}.get(kind, [])


def test_offences_stand_where_the_rules_have_them() -> None:
    """As a game that is crossed, or in an extra row."""
    as_game = written("full", rules="zehn-cent", offences=1)
    extra = written("totals", rules="pflichtsolo-40", offences=2)
    [row] = [row for row in as_game.rows if dict(row.details).get("offence")]
    assert sorted(points or 0 for points in row.cells) == [-150, 50, 50, 50]
    assert [sorted(points or 0 for points in row.cells) for row in extra.extra] == [[-15, 5, 5, 5]] * 2
    assert [game.kind for game in extra.played.offences] == ["offence"] * 2
    last, before = totals_of(extra)[-1], totals_of(extra)[-2]
    assert sorted(np.subtract(last, before).tolist()) == [-15, 5, 5, 5]


@pytest.mark.parametrize("style", ["full", "points", "totals"])
def test_only_plus_points_are_written(style: str) -> None:
    """Who loses gets nothing written, or keeps his total; a Nullspiel has its zeros."""
    round_ = written(style, rules="pflichtsolo-40", plus=True)
    for row, game in zip(round_.rows, round_.played.games, strict=True):
        plus = [points if (points or 0) > 0 or not any(game.points) else None for points in game.points]
        assert style == "totals" or list(row.cells) == plus
    steps = np.diff(totals_of(round_), axis=0) if style == "totals" else np.zeros(1)
    assert steps.min() >= 0
    assert round_.sums == tuple(sum(max(game.points[k] or 0, 0) for game in round_.played.games) for k in range(4))


def test_bock_games_are_those_that_the_rules_demand() -> None:
    """The book finds nothing to say of them."""
    system = load("stille-hochzeit")
    games = draw_games(system, 4, 60, np.random.default_rng(3))
    rows = tuple(BookRow(number, (None,) * 4, details=game) for number, game in enumerate(games, 1))
    assert [due.bock for due in list_due_games(system, rows, 4)] == [game.bock for game in games]
    assert any(game.bock for game in games)


def test_points_stand_in_the_sitters_column() -> None:
    """And not in the player's own."""
    round_ = written("full", "sitter-points", seats=5, rules="pflichtsolo-40")
    row = int(round_.mistakes[0].fields[0][1:3]) - 1
    sits = row % 5
    assert round_.rows[row].cells[sits] is not None
    assert sum(cell is None for cell in round_.rows[row].cells) == 1


@pytest.mark.parametrize(
    "kind",
    [
        "total-slip",
        "total-slip-once",
        "total-copied",
        "value-to-another",
        "win-mark-missing",
        "win-mark-at-loser",
    ],
)
def test_mistakes_of_lists_are_made_on_lists_only(kind: str) -> None:
    """A full sheet has no running totals."""
    with pytest.raises(KeyError):
        written("full", kind)
