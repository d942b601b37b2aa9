"""A game that stands in two rows: one of them is struck, and counts no more; what the players wrote stays."""

from __future__ import annotations

import random
from datetime import UTC, datetime
from pathlib import Path

import pytest
from openpyxl import load_workbook
from openpyxl.worksheet.worksheet import Worksheet

from dev.rounds.reader import make_reading, read_exactly
from dev.tools.check_workbook import recalculate
from scanner.sheet_reading import SheetReading
from scoring.rulesets.load_rules import load, load_texts
from templates.sheet_code import SheetCode
from tests.tournament.filing.files import NAMES, make_book, put_in
from tests.tournament.filing.test_deciding import list_open
from tests.tournament.filing.test_taking import choose, read_told
from tests.tournament.fullpaper import full_reading
from tests.tournament.paper import written
from tests.tournament.test_decisions_typed import calculated
from tests.tournament.test_list_order import Game, a_round, listed
from tests.tournament.test_lists import totals
from tests.tournament.workbook_files import write_workbook
from tournament.errors import RefusedDecision
from tournament.evening.struck_rows import Doubled
from tournament.filing.decisions.striking import StrikeWish, make_strike
from tournament.filing.decisions.undoing import enter_undoing
from tournament.filing.entering import enter_decision
from tournament.filing.opened.open_evening import open_evening
from tournament.filing.rounds.evening_status import describe_status
from tournament.handout.workbook.corrections import AUTHOR, Taken, take_workbook
from tournament.record.facts import Decided, Opened
from tournament.record.open_store import create_store
from tournament.record.player_facts import PlayerAdded
from tournament.record.store import Store
from tournament.review.waiting import list_waiting

LATE = "r1.t1.wrong-sitter"
TWINS = "r1.t1.game-count"
SOLOS = ["+9 -3 -3 -3 solo", "-3 +9 -3 -3 solo", "-3 -3 +9 -3 solo", "-3 -3 -3 +9 solo"]
PAIRS = ["+2 +2 -2 -2", "+1 -1 -1 +1", "+3 -3 +3 -3", "-1 +1 -1 +1"]
FULL = ("+1 +1 -1 -1", "re1 re2 augen=130 value=1")


def open_with(folder: Path, sheet: SheetReading, seats: int, rules: str = "pflichtsolo-40") -> Store:
    """A tournament of one table with that sheet."""
    own, base = load_texts(rules)
    players = [PlayerAdded(start, name) for start, name in enumerate(NAMES[:seats], 1)]
    opened = Opened("Runde", rules, own, 1, 16 if seats == 4 else 20, seats, base)
    store = create_store(folder / "doppelt.kiebitz", [opened, *players], by="Wart")
    put_in(store, sheet)
    return store


def write_round(games: list[Game], style: str, sums: bool = False, printed: int = 0) -> SheetReading:
    """The games on a sheet of that style. `printed`: so many rows have a number, all if 0."""
    seats = len(games[0].points)
    added = " ".join(f"{sum(column):+d}" for column in zip(*(game.points for game in games), strict=True))
    if style == "totals":
        code = SheetCode("pflichtsolo-40", "totals", seats, printed or len(games), 1, 1)
        names = [read_exactly(f"name.p{seat}", name, 0.95, "text") for seat, name in enumerate(NAMES[:seats], 1)]
        return make_reading([*names, *totals(listed(games), added if sums else "")], code)
    lines = [
        " ".join("/" if seat == game.sits else f"{one:+d}" for seat, one in enumerate(game.points))
        + " solo" * game.solo
        for game in games
    ]
    return written(lines, added if sums else "", seats=seats, games=printed, names=NAMES[:seats])


def strike(store: Store, item: str, row: int, reason: str = "") -> None:
    """That row is struck as written twice, as an answer to the item."""
    wish = StrikeWish(item, row, "twice", reason)
    enter_decision(store, [item], lambda evening: [make_strike(evening, wish)], "Wart")


def list_totals(store: Store) -> tuple[int, ...]:
    """What the sheet's columns add up to."""
    return make_book(store).entries[0].sheet.totals


def list_doubled(store: Store, item: str) -> tuple[Doubled, ...]:
    """The rows that may be struck by that item."""
    return next(one.doubled for one in list_waiting(make_book(store)) if one.item == item)


@pytest.mark.few(4)
@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("sums", [False, True])
@pytest.mark.parametrize("style", ["points", "totals"])
def test_a_struck_row_leaves_the_sheet_as_without_it(tmp_path: Path, style: str, sums: bool, seed: int) -> None:
    """At a table of five the turns to sit out show the second row. Struck, the table has the points that it has on a
    sheet without that row, the turns are right again, and taking it back asks as before."""
    games, at = a_round(seed), random.Random(seed).randrange(1, 16)
    store = open_with(tmp_path, write_round([*games[:at], *games[at - 1 : 19]], style, sums), 5)
    before, asked = list_totals(store), list_open(store)
    assert LATE in asked
    assert list_doubled(store, LATE) == (Doubled(at + 1, at),)
    strike(store, LATE, at + 1)
    right = tuple(sum(column) for column in zip(*(game.points for game in games[:19]), strict=True))
    assert list_totals(store) == right
    assert tuple(player.total for player in make_book(store).players) == right
    left = list_open(store)
    assert "r1.t1.game-count" in left  # 19 of 20 games
    assert [item for item in left if item not in asked] == ["r1.t1.game-count"]
    assert LATE not in left
    enter_undoing(store, None, "", "Wart")
    assert (list_totals(store), list_open(store)) == (before, asked)


def test_the_row_keeps_what_was_written(tmp_path: Path) -> None:
    """Struck is what counts, not the ink; the record says who did it."""
    games = a_round(1)
    store = open_with(tmp_path, write_round([*games[:7], *games[6:19]], "points"), 5)
    inked = make_book(store).entries[0].sheet.rows[7].written
    strike(store, LATE, 8)
    row = make_book(store).entries[0].sheet.rows[7]
    assert (row.written, row.points, row.played) == (inked, (None,) * 5, False)
    assert [one.message("de") for one in row.findings] == ["Wart: steht doppelt da, zählt einmal."]


def test_twins_of_a_table_of_four(tmp_path: Path) -> None:
    """The same solo in two rows, and on a full sheet the same game to the last detail."""
    solo = written([*PAIRS[1:], *PAIRS * 2, SOLOS[0], *SOLOS], names=NAMES[:4])
    lines = [*[("+1 -1 -1 +1", f"re1 re4 augen={121 + n} value=1") for n in range(14)], FULL, FULL]
    full = full_reading(load("pflichtsolo-40"), lines)
    for sheet, row, right in ((solo, 13, (13, -5, -1, -7)), (full, 16, (15, -13, -15, 13))):
        (folder := tmp_path / str(row)).mkdir()
        store = open_with(folder, sheet, 4)
        assert list_doubled(store, TWINS) == (Doubled(row, row - 1),)
        strike(store, TWINS, row)
        assert list_totals(store) == right
        assert [one.sentence for one in list_waiting(make_book(store)) if one.item == TWINS] == [
            "Nur 15 von 16 Spielen."
        ]


def test_a_game_below_the_printed_ones(tmp_path: Path) -> None:
    """Seventeen rows for sixteen games: the last stands where offences stand. Each two neighbours that are alike may be
    one game; with one struck the last row is a game."""
    lines = [*PAIRS[:2], *PAIRS[1:], *PAIRS * 2, *SOLOS]
    store = open_with(tmp_path, written(lines, games=16, names=NAMES[:4]), 4)
    assert "r1.t1.o1" in list_open(store)
    assert list_doubled(store, "r1.t1.o1") == (Doubled(3, 2),)
    strike(store, "r1.t1.o1", 3)
    assert list_open(store) == ["r1.t1.pflichtsolo"]  # its row has no box for the solo
    assert list_totals(store) == (15, -3, -3, -9)


def test_rows_that_differ_need_a_reason(tmp_path: Path) -> None:
    """A person sees both; what one of them says would be lost without a word."""
    games = a_round(2)
    other = Game(tuple(-one for one in games[6].points), games[6].solo, games[6].sits)
    store = open_with(tmp_path, write_round([*games[:7], other, *games[7:19]], "points"), 5)
    assert list_doubled(store, LATE) == (Doubled(8, 7), Doubled(7, 8))
    with pytest.raises(RefusedDecision, match="In Zeile 7 steht"):
        strike(store, LATE, 7)
    strike(store, LATE, 7, "oben verschrieben")
    assert LATE not in list_open(store)


def test_the_status_names_the_rows(tmp_path: Path) -> None:
    """Additions only: `twice` is there where a row may be struck."""
    games = a_round(3)
    store = open_with(tmp_path, write_round([*games[:7], *games[6:19]], "points"), 5)
    items = {one["item"]: one for one in describe_status(open_evening(store))["open"]}
    assert items[LATE]["twice"] == [8]
    assert items[LATE]["proposal"] is None
    assert all("twice" not in one for item, one in items.items() if item != LATE)


def open_late(folder: Path) -> Store:
    """Game 7 stands in rows 7 and 8 of a table of five."""
    games = a_round(3)
    return open_with(folder, write_round([*games[:7], *games[6:19]], "points"), 5)


def choose_in_workbook(store: Store, folder: Path, words: str) -> Path:
    """The workbook with these words chosen for the turns to sit out."""
    path = folder / "stand.xlsx"
    write_workbook(make_book(store), path, program="1", made=datetime(2026, 1, 1, tzinfo=UTC))
    workbook = load_workbook(path)
    choose(LATE, words)(workbook)
    workbook.save(path)
    return path


def test_a_workbook_strikes_the_row(tmp_path: Path) -> None:
    """Chosen in "Prüfung" it is taken once; not where somebody decided that it stays, nor where it was taken back."""
    store = open_late(tmp_path)
    path = choose_in_workbook(store, tmp_path, "Zeile 8 streichen")
    taken = take_workbook(open_evening(store), path)
    assert read_told(taken) == []
    store.append(taken.facts, by=AUTHOR)
    assert LATE not in list_open(store)
    assert take_workbook(open_evening(store), path) == Taken()
    enter_undoing(store, None, "", "Wart")
    assert "zurückgenommen" in read_told(take_workbook(open_evening(store), path))[0]
    store.append([Decided(LATE, "accept")], by="Wart")
    again = take_workbook(open_evening(store), path)
    assert again.facts == ()
    assert [item for item, _ in again.left_out] == [LATE]


@pytest.mark.slow
@calculated
def test_the_workbook_counts_without_the_row(tmp_path: Path) -> None:
    """As soon as it is chosen, LibreOffice's totals are those of the sheet without the row."""
    store = open_late(tmp_path)
    before, after = (
        read_column(recalculate(choose_in_workbook(store, tmp_path, words))["Stand"])
        for words in ("annehmen", "Zeile 8 streichen")
    )
    assert before == {one.name: one.total for one in make_book(store).players}
    strike(store, LATE, 8)
    assert after == {one.name: one.total for one in make_book(store).players} != before


def read_column(tab: Worksheet) -> dict[object, object]:
    """The total of each player."""
    return {row[1].value: row[3].value for row in tab.iter_rows(min_row=4, max_row=8)}
