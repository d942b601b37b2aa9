"""Awards in rows of lists of running totals and of full sheets: the row moves by its game and the award."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from dev.rounds.lists import draw_slips, write_totals
from dev.rounds.reader import make_reading, read_exactly
from dev.rounds.sheets import TextSheet, draw_points_sheet, spell
from scanner.sheet_reading import Reading, SheetReading
from scoring.findings import Finding
from scoring.rulesets.load_rules import load, load_texts
from templates.sheet_code import SheetCode
from tests.tournament.filing.files import NAMES, make_book, put_in
from tests.tournament.filing.test_awards import FULL, enter_award, list_open
from tests.tournament.fullpaper import full_reading
from tests.tournament.paper import codes, written
from tests.tournament.test_lists import EVENING, judge_totals, totals
from tournament.filing.decisions.undoing import enter_undoing
from tournament.judging.judged_sheet import JudgedRow, JudgedSheet
from tournament.judging.reconcile import reconcile
from tournament.judging.written_sheet import transcribe
from tournament.record.facts import Opened
from tournament.record.open_store import create_store
from tournament.record.player_facts import PlayerAdded
from tournament.record.store import Store

A, B, C, D = NAMES[:4]
Awards = Mapping[int, tuple[int, ...]]
FINES = ((-3, 1, 1, 1), (0, -6, 0, 0), (-12, 0, 12, 0), (2, 2, 2, -6))


def write_list(lines: list[str]) -> list[str]:
    """Lines of points as lines of running totals, with value and winners' marks; a line behind the games is an award
    and has neither."""
    after, listed = [0] * 4, []
    for game, line in enumerate(lines, 1):
        *points, cross = [*map(int, line.split()[:4]), " ".join(line.split()[4:])]
        after = [one + int(more) for one, more in zip(after, points, strict=True)]
        own = game > len(FULL)
        wins = "".join(str(seat) for seat, one in enumerate(points, 1) if int(one) > 0 and not own) or "_"
        value = "_" if own else str(min(abs(int(one)) for one in points))
        listed.append(f"{value} | {wins} | {' '.join(map(spell, after))} {cross}")
    return listed


def open_list(folder: Path, lines: list[str], award: Awards, *, wrong: str = "") -> Store:
    """A round of the federation's rules on a list of running totals, in whose rows these awards stand. `wrong`: a
    total that is one too high, as "g03.total2"."""
    listed = write_list(lines)
    readings = plant(totals(listed, " ".join(listed[-1].split("|")[2].split()[:4])), award)
    readings = [replace_number(one, 1) if one.id == wrong else one for one in readings]
    readings += [read_exactly(f"name.p{seat}", name, 0.95, "text") for seat, name in enumerate(NAMES[:4], 1)]
    own, base = load_texts("ddv")
    players = [PlayerAdded(start, name) for start, name in enumerate(NAMES[:4], 1)]
    store = create_store(folder / "l.kiebitz", [Opened("Runde", "ddv", own, 1, 24, 4, base), *players], by="Wart")
    put_in(store, make_reading(readings, SheetCode("ddv", "totals", 4, 24, 1, 1, True)))
    return store


def plant(readings: list[Reading], awards: Awards) -> list[Reading]:
    """The list with these awards written: from its row on, each total has moved by it, and so has the final one."""
    return [
        replace_number(one, sum(more[seat] for game, more in awards.items() if game <= line)) if seat >= 0 else one
        for one in readings
        for line, seat in [find_total(one.id)]
    ]


def make_code(games: int) -> SheetCode:
    """The code of a list of running totals for four."""
    return SheetCode("ddv", "totals", 4, games, 1, 1)


def find_total(field: str) -> tuple[int, int]:
    """The row and the seat (from 0) of a total, the final ones below all rows; -1 of another field."""
    line, _, name = field.partition(".")
    if line == "sum":
        return 10**6, int(name[1:]) - 1
    return (int(line[1:]), int(name[5:]) - 1) if name.startswith("total") else (0, -1)


def replace_number(reading: Reading, more: int) -> Reading:
    """The reading of a number so much higher; a blank or a stroke stays."""
    if not reading.text.lstrip("+-").isdigit():
        return reading
    return read_exactly(reading.id, spell(int(reading.text) + more))


def judge_awarded(reading: SheetReading, awards: Awards, *own_rows: int) -> JudgedSheet:
    """The sheet judged with these awards, those `own_rows` for themselves."""
    sheet = replace(transcribe(reading), awarded=tuple(awards.items()), own_rows=own_rows)
    assert sheet.code
    return reconcile(load(sheet.code.rules), sheet)


def draw_list(rng: random.Random) -> tuple[TextSheet, list[Reading]]:
    """A list by chance, with some wrong totals; who sits out copies the total, or leaves it blank or struck."""
    sheet = draw_points_sheet(rng, rng.choice([4, 5]), plus=True)
    listed = write_totals(rng, sheet, draw_slips(rng, sheet, 0.05), unvalued=0.05)
    readings = []
    for game, row in enumerate(listed.rows, 1):
        names = (*(f"total{seat}" for seat in range(1, sheet.code.seats + 1)), *listed.columns)
        kinds = {name: "points" if name.startswith(("total", "value")) else "cross" for name in names}
        readings += [read_exactly(f"g{game:02}.{name}", row.cells.get(name, ""), kind=kinds[name]) for name in names]
    readings += [read_exactly(f"sum.p{seat}", text) for seat, text in enumerate(listed.sums, 1)]
    return listed, readings


def add_own_row(sheet: TextSheet, readings: list[Reading]) -> list[Reading]:
    """A row behind the games in which the last totals stand once more."""
    places = ((find_total(one.id), one.text) for one in readings if one.text[-1:].isdigit())
    last = {seat: text for (line, seat), text in places if line < 10**6}
    game = len(sheet.rows) + 1
    return [read_exactly(f"g{game:02}.total{seat + 1}", text) for seat, text in last.items() if seat >= 0]


def draw_award(rng: random.Random, seats: int, row: int, readings: list[Reading]) -> tuple[int, ...]:
    """Points by seat, for those of whom that row shows a total."""
    shown = {find_total(one.id) for one in readings if one.text[-1:].isdigit()}
    drawn = rng.sample((*rng.choice(FINES), *(0,) * (seats - 4)), seats)
    return tuple(points if (row, seat) in shown else 0 for seat, points in enumerate(drawn))


def count_differences(lists: int, seed: int) -> tuple[int, int]:
    """Drawn lists that are judged otherwise with an award planted, in a game's row or in one of its own behind the
    games, than the same without plus the award; and rows that are asked about, so that there is something to compare.
    """
    rng, different, asked = random.Random(seed), 0, 0
    for _ in range(lists):
        sheet, readings = draw_list(rng)
        games, seats = len(sheet.rows), sheet.code.seats
        row = rng.choice([rng.randint(1, games), games + 1])
        own = add_own_row(sheet, readings) if row > games else []
        award = draw_award(rng, seats, row, [*readings, *own])
        plain = judge_awarded(make_reading(readings, sheet.code), {})
        planted = plant([*readings, *own], {row: award})
        other = judge_awarded(make_reading(planted, sheet.code), {row: award}, *[row][: len(own)])
        expected = [describe_row(one, award if one.source.game == row else (0,) * seats) for one in plain.rows]
        expected += [("ok", [], [*award])] if own else []
        same = [describe_row(one, (0,) * seats) for one in other.rows] == expected
        different += not same or codes(plain.findings) != codes(other.findings)
        asked += sum(one.status == "review" for one in plain.rows)
    return different, asked


def describe_row(row: JudgedRow, more: tuple[int, ...]) -> tuple[str, list[str], list[int]]:
    """Its status, its findings, and its points with the award."""
    return row.status, codes(row.findings), add_to(row.points, more)


def add_to(points: tuple[int | None, ...], award: tuple[int, ...]) -> list[int]:
    """The points with the award; a seat without points has 0."""
    return [(one or 0) + more for one, more in zip(points, award, strict=True)]


def test_an_award_moves_nothing_but_the_totals() -> None:
    """A few drawn lists: the same findings, and the same points plus the award."""
    different, asked = count_differences(5, 1)
    assert (different, asked > 0) == (0, True)


@pytest.mark.slow
def test_an_award_moves_nothing_but_the_totals_of_many_lists() -> None:
    """The same for two hundred. Of other seeds one list in a hundred or so differs beside a wrong total: moved by the
    award its digits look like others, so that the ink is asked about, or no more."""
    different, asked = count_differences(200, 7)
    assert (different, asked > 100) == (0, True)


@pytest.mark.parametrize(
    ("line", "award", "wish"),
    [
        (FULL[0], (-3, 1, 1, 1), {"points": f"{A} -3, {B} 1, {C} 1, {D} 1", "stands": "game-row"}),
        ("0 0 0 0", (-6, 0, 0, 0), {"what": "deduction", "points": "-6", "stands": "own-row"}),
        ("0 0 0 0 strafe", (-5, 0, 0, 0), {"what": "deduction", "points": "-5", "stands": "own-row"}),
    ],
)
def test_a_row_of_a_list_that_carries_an_award_is_right(
    tmp_path: Path, line: str, award: tuple[int, ...], wish: dict[str, str]
) -> None:
    """A minor fine in the row of a decided game, a deduction in a row of its own: asked about before it was awarded and
    once it is taken back, and not in between; by how much the totals moved counts."""
    game = 1 if wish["stands"] == "game-row" else 25
    store = open_list(tmp_path, FULL if game == 1 else [*FULL, line], {game: award})
    assert list_open(store)
    enter_award(store, "Rita", table=1, game=game, **wish)
    assert list_open(store) == set()
    sheet = make_book(store).entries[0].sheet
    row = next(row for row in sheet.rows if row.game == game)
    assert add_to(row.points, (0, 0, 0, 0)) == add_to(tuple(map(int, line.split()[:4])), award)
    assert sheet.totals == tuple(int(one.text) for one in sheet.source.sums if one)
    enter_undoing(store, None, "", "Rita")
    assert list_open(store)


def test_a_wrong_total_beside_an_award_is_told(tmp_path: Path) -> None:
    """The sentence names what the row counts with the award, and the total that it makes."""
    store = open_list(tmp_path, FULL, {2: (-3, 1, 1, 1)}, wrong="g02.total3")
    enter_award(store, table=1, game=2, points=f"{A} -3, {B} 1, {C} 1, {D} 1", stands="game-row")
    assert list_open(store) == {"r1.t1.g2"}
    (told,) = [one for one in make_book(store).entries[0].sheet.rows[1].findings if one.severity != "note"]
    assert isinstance(told, Finding)
    assert (told.code, told.fields) == ("running-total", ("g02.total3",))
    assert (told.gaps["points"], told.gaps["right"], told.gaps["written"]) == (0, -2, -1)


@pytest.mark.parametrize("blank", ["_ _ _ _", "-3 _ _ _"])
def test_an_award_that_only_moves_the_totals_below(blank: str) -> None:
    """In a row of its own only who is fined has a total, or nobody has: the totals below prove it all the same."""
    lines = [*EVENING[:2], f"_ | _ | {blank.replace('-3', '-4')}", "0 | _ | -4 +2 +2 -6", "1 | 123 | -3 +3 +3 -9 solo"]
    code = make_code(len(lines))
    sheet = judge_awarded(make_reading(totals(lines, "-3 +3 +3 -9"), code), {3: (-6, 0, 0, 0)}, 3)
    assert [row.status for row in sheet.rows] == ["ok"] * 5
    assert sheet.totals == (-3, 3, 3, -9)


def test_a_fine_in_the_row_of_a_nullspiel_leaves_it_a_game() -> None:
    """On a list as on a sheet of points: no game is missed, as it is where the award has the row for itself."""
    fine, lines = {3: (-3, 1, 1, 1)}, ["+4 +4 -4 -4", "-2 -2 +6 -2 solo", "-3 +1 +1 +1", "+1 +1 +1 -3 solo"]
    listed = plant(totals(EVENING, "+3 +3 +3 -9"), fine)
    listed_sheet = make_reading(listed, make_code(4))
    for reading in (listed_sheet, written(lines, "0 +4 +4 -8", rules="ddv")):
        sheets = [judge_awarded(reading, fine, *own) for own in ((), (3,))]
        assert [[row.status for row in sheet.rows] for sheet in sheets] == [["ok"] * 4] * 2
        assert ["game-count" in codes(sheet.findings) for sheet in sheets] == [False, True]


def test_an_award_that_no_total_shows_is_asked_about() -> None:
    """It counts, as the referee says that it stands there; but the final totals are without it."""
    code = make_code(5)
    readings = totals([*EVENING, "_ | _ | _ _ _ _"], "+3 +3 +3 -9")
    sheet = judge_awarded(make_reading(readings, code), {5: (-6, 0, 0, 0)}, 5)
    assert "sum-mismatch" in codes(sheet.findings)
    assert sheet.totals == (-3, 3, 3, -9)
    assert "sum-mismatch" not in codes(judge_totals(EVENING, "+3 +3 +3 -9").findings)


DETAILS = ("+1 -1 +1 -1", "re1 re3 augen=130 value=1"), ("+1 -1 -1 +1", "re1 re4 augen=130 value=1")


@pytest.mark.parametrize(
    ("rows", "award"),
    [((DETAILS[0], ("-2 0 0 +2", DETAILS[1][1])), (-3, 1, 1, 1)), ((DETAILS[0], ("-6 _ _ _", "")), (-6, 0, 0, 0))],
)
def test_a_row_of_a_full_sheet_that_carries_an_award_is_right(
    rows: tuple[tuple[str, str], ...], award: tuple[int, ...]
) -> None:
    """The row of a game beside its details, and a row of its own: asked about without the award, right with it."""
    reading = full_reading(load("ddv"), [*rows])
    plain = judge_awarded(reading, {})
    with_award = judge_awarded(reading, {2: award}, *[2][: award[0] == -6])
    assert [row.status for row in plain.rows] == ["ok", "review"]
    assert [row.status for row in with_award.rows] == ["ok", "ok"]
    assert with_award.rows[1].points == plain.rows[1].points
    points = [int(word) if word != "_" else 0 for word in rows[1][0].split()]
    assert add_to(with_award.rows[1].points, (0, 0, 0, 0)) == points


def test_details_beside_an_award_are_still_checked() -> None:
    """A value that is none of the game's is told, and no points without the award are proposed."""
    lines = [DETAILS[0], ("-2 0 0 +2", "re1 re4 augen=130 value=3")]
    row = judge_awarded(full_reading(load("ddv"), lines), {2: (-3, 1, 1, 1)}).rows[1]
    assert codes(row.findings) == ["value-mismatch"]
    assert {change.field for one in row.findings for change in one.proposal or ()} == {"g02.value"}


MINUS = ["4 | 12 | 0 0 -4 -4", "1 | 13 | -3 0 -3 -4"]
PLUS = ["4 | 12 | +4 +4 0 0", "1 | 13 | +5 +4 +1 0", "_ | _ | -1 +4 +1 0"]
FINE, TAKEN = (-3, 1, 1, 1), (-6, 0, 0, 0)


@pytest.mark.parametrize(
    ("law", "reading", "award", "own", "points"),
    [
        ("losers", make_reading(totals(MINUS, "-3 0 -3 -4"), make_code(2)), FINE, (), (-3, 0, 1, 0)),
        ("winners", make_reading(totals(PLUS, "-1 +4 +1 0"), make_code(3)), TAKEN, (3,), TAKEN),
        ("winners", written(["+4 +4 _ _", "-2 +1 +2 +1"], "+2 +5 +2 +1", rules="ddv"), FINE, (), (-2, 1, 2, 1)),
        ("winners", written(["+4 +4 _ _", "-6 _ _ _"], "-2 +4 0 0", rules="ddv"), TAKEN, (2,), TAKEN),
        ("", written(["+4 +4 _ _", "-2 +1 +2 +1"], "+2 +5 +2 +1", rules="ddv", plus=True), FINE, (), (-2, 0, 2, 0)),
        ("", written(["+4 +4 _ _", "-6 _ _ _"], "-2 +4 0 0", rules="ddv", plus=True), TAKEN, (2,), TAKEN),
    ],
)
def test_where_one_side_is_written_an_award_stands_as_it_is(
    law: str, reading: SheetReading, award: tuple[int, ...], own: tuple[int, ...], points: tuple[int, ...]
) -> None:
    """Whether the club's rules or the printed sheet want one side's points: the award is not cut to that side."""
    base = load("ddv")
    rules = replace(base, rows=replace(base.rows, law=law)) if law else base
    plain = transcribe(reading)
    last = len(plain.rows)
    sheets = [reconcile(rules, replace(plain, awarded=a, own_rows=own)) for a in ((), ((last, award),))]
    assert [sheet.rows[-1].status for sheet in sheets] == ["review", "ok"]
    assert add_to(sheets[1].rows[-1].points, (0,) * 4) == [*points]
