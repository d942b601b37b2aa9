"""Several items settled at once: a block of missing Bock crosses by one answer, and items that are alike."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from desk.__main__ import main
from desk.cli.run.run_decide import find_items
from desk.cli.run.run_status import list_lines
from dev.rounds.games import draw_games
from dev.rounds.reader import make_reading, read_exactly
from dev.rounds.rows import count_row
from dev.rounds.sheets import TextRow, list_columns, spell_row
from scanner.sheet_reading import Reading, SheetReading
from scoring.rulesets.load_rules import load, load_texts
from templates.sheet_code import SheetCode
from tests.desk.paper import ROUND, sheet
from tests.tournament.filing.files import NAMES, make_book, open_tournament, put_in
from tests.tournament.filing.test_deciding import list_open
from tournament.errors import RefusedDecision
from tournament.filing.decisions.deciding import Wish, decide_items
from tournament.filing.decisions.undoing import make_undoing
from tournament.filing.opened.open_evening import open_evening
from tournament.filing.rounds.evening_status import describe_status
from tournament.filing.stories.row_story import describe_audit, find_audited_item
from tournament.record.facts import Opened
from tournament.record.open_store import create_store
from tournament.record.player_facts import PlayerAdded
from tournament.record.store import Store
from tournament.review.waiting import list_alike, list_waiting

BOCK = load("stille-hochzeit")
BLOCK = "r1.t1.bock-cross"


def read_row(number: int, row: TextRow) -> list[Reading]:
    """A row of a full sheet, clearly written, without its Bock cross."""
    cells = {name: text for name, text in row.cells.items() if name != "bock"}
    kinds = {"augen": "number", "value": "number"}
    digits = ("fuchs", "doppelkopf")
    columns = list_columns(BOCK, 4)
    marks = [kinds.get(name, "digit" if name.rpartition(".")[2] in digits else "cross") for name in columns]
    read = [
        read_exactly(f"g{number:02}.{name}", cells.get(name, ""), kind=kind)
        for name, kind in zip(columns, marks, strict=True)
    ]
    return [*read, *(read_exactly(f"g{number:02}.p{seat}", cells[f"p{seat}"]) for seat in range(1, 5))]


def draw_uncrossed(seed: int, *, doubled: bool) -> tuple[SheetReading, tuple[int, ...]]:
    """A full sheet on which no Bock game is crossed, and which games are Bock games. `doubled`: as they count."""
    games = draw_games(BOCK, 4, 16, np.random.default_rng(seed), plain=True)
    played = [game if doubled else replace(game, bock=False) for game in games]
    rows = [spell_row(count_row(BOCK, game, every_level=True)) for game in played]
    readings = [reading for number, row in enumerate(rows, 1) for reading in read_row(number, row)]
    readings += [read_exactly(f"name.p{seat}", name, 0.95, "text") for seat, name in enumerate(NAMES[:4], 1)]
    code = SheetCode(BOCK.id, "full", 4, 16, 1, 1, True)
    reading = replace(make_reading(readings, code), photo="a.jpg", photo_sha256="1" * 64)
    return reading, tuple(number for number, game in enumerate(games, 1) if game.bock)


def open_bock(folder: Path, *, doubled: bool = True) -> Store:
    """A tournament with that sheet; its games 3 to 6 and 9 to 16 are Bock games."""
    own, base = load_texts("stille-hochzeit")
    players = [PlayerAdded(start, name) for start, name in enumerate(NAMES[:4], 1)]
    store = create_store(folder / "bock.kiebitz", [Opened("Abend", BOCK.id, own, 1, 16, 4, base), *players], by="Wart")
    reading, games = draw_uncrossed(3, doubled=doubled)
    assert games == (3, 4, 5, 6, *range(9, 17))
    put_in(store, reading)
    return store


def settle(store: Store, *wishes: Wish) -> None:
    """The referee decides all of it in one step."""
    store.append(decide_items(open_evening(store), wishes), by="Referee")


def test_missing_bock_crosses_are_one_question(tmp_path: Path) -> None:
    """Twelve rows whose points are doubled and not crossed: one item, which names its rows, in status and JSON."""
    store = open_bock(tmp_path)
    document = describe_status(open_evening(store))
    (one,) = document["open"]
    assert one["sentence"] == (
        "In Spiel 3 bis 6 und 9 bis 16 fehlt das Bock-Kreuz, und die Punkte sind verdoppelt. Zählte Bock?"
    )
    assert (one["item"], one["codes"], one["proposal"]) == (BLOCK, ["bock-block"], None)
    assert one["together"] == [f"r1.t1.g{game}" for game in (3, 4, 5, 6, *range(9, 17))]
    line = next(line for line in list_lines(document, "de") if BLOCK in line)
    assert line.endswith("--accept: ja, für alle 12; --as-written: nein, dann jede Zeile einzeln.")


def test_yes_settles_every_row_by_an_entry_of_its_own(tmp_path: Path) -> None:
    """The points stay as they are written; one of the entries is taken back by itself."""
    store = open_bock(tmp_path)
    before, entries = make_book(store).entries[0].sheet.totals, len(store.read_entries())
    settle(store, Wish(BLOCK, "accept"))
    assert list_open(store) == []
    assert len(store.read_entries()) - entries >= 12
    assert make_book(store).entries[0].sheet.totals == before
    store.append(make_undoing(open_evening(store), "r1.t1.g4", ""), by="Referee")
    assert list_open(store) == ["r1.t1.g4"]


def test_no_asks_row_by_row(tmp_path: Path) -> None:
    """Then every row is an item, and the question comes back when that is undone."""
    store = open_bock(tmp_path)
    settle(store, Wish(BLOCK, "as-written"))
    assert {f"r1.t1.g{game}" for game in (3, 4, 5, 6, *range(9, 17))} <= {*list_open(store)}
    store.append(make_undoing(open_evening(store), BLOCK, ""), by="Referee")
    assert list_open(store) == [BLOCK]


def test_the_audit_of_the_open_question_says_which_games(tmp_path: Path) -> None:
    """Before it is decided the item has a sentence, as in the status."""
    evening = open_evening(open_bock(tmp_path))
    (one,) = list_waiting(evening.book)
    audited = find_audited_item(evening, BLOCK)
    assert [finding.message("de") for finding in audited.findings] == [one.sentence]
    assert audited.item in str(describe_audit(audited, evening))


def test_a_block_has_no_points_of_its_own(tmp_path: Path) -> None:
    """Points are typed for a row."""
    with pytest.raises(RefusedDecision, match="fragt nur, ob Bock zählte"):
        decide_items(open_evening(open_bock(tmp_path)), [Wish(BLOCK, "points", "+1,+1,-1,-1")])


def test_bock_games_that_count_once_are_one_sentence(tmp_path: Path) -> None:
    """Nobody crossed and nobody doubled: one item, whose sentence names the games once."""
    store = open_bock(tmp_path, doubled=False)
    (one,) = list_waiting(make_book(store))
    assert one.sentence == (
        "In Spiel 3 bis 6 und 9 bis 16 fehlt das Bock-Kreuz, obwohl dort Bock sein muss. Zählte kein Bock?"
    )


def unsigned(photo: str, table: int) -> SheetReading:
    """A sheet that nobody signed."""
    one = sheet(photo, table=table, names=NAMES[4 * (table - 1) : 4 * table])
    return replace(one, readings=tuple(replace(r, text="") if r.kind == "signature" else r for r in one.readings))


@pytest.fixture
def store(tmp_path: Path) -> Store:
    """Two sheets without signatures; on the second a game does not add up, and another one."""
    store = open_tournament(tmp_path, drawn=1)
    put_in(store, unsigned("a.jpg", 1), unsigned("b.jpg", 2))
    return store


def test_what_is_alike_is_found(store: Store) -> None:
    """All unsigned sheets of a round; a row is alike only to rows of its sheet, and an item alone has no like."""
    items = list_waiting(make_book(store))
    assert {one.item for one in list_alike(items, "r1.t2.unsigned")} == {"r1.t1.unsigned", "r1.t2.unsigned"}
    assert list_alike(items[:1], items[0].item) == list_alike(items, "r9.t9.g1") == ()


def test_patterns_name_what_is_open(store: Store) -> None:
    """A star stands for anything; a name stays a name; what fits nothing is refused."""
    items = list_waiting(make_book(store))
    assert find_items(items, ["R1.*.unsigned"]) == ("r1.t1.unsigned", "r1.t2.unsigned")
    assert find_items(items, ["r1.t2.unsigned", "r1.*.unsigned"]) == ("r1.t2.unsigned", "r1.t1.unsigned")
    assert find_items(items, ["r1.t1.g5"]) == ("r1.t1.g5",)
    with pytest.raises(RefusedDecision, match="r2"):
        find_items(items, ["r2.*"])


def test_the_command_line_decides_several(store: Store, capsys: pytest.CaptureFixture[str]) -> None:
    """By pattern or by name, shown item by item, undone together; one that is refused stops all."""
    where, by = str(store.where), ["--by", "Wart"]
    before = len(store.read_entries())
    assert main(["decide", where, "r1.t1.unsigned", "r1.t9.g1", "--accept", *by]) == 2
    assert len(store.read_entries()) == before
    capsys.readouterr()
    assert main(["decide", where, "r1.*.unsigned", "--accept", *by]) == 0
    shown = capsys.readouterr()
    assert "r1.t1.unsigned: Niemand hat unterschrieben." in shown.out
    assert "2 Stellen sind entschieden; noch 0 Stellen offen." in shown.err
    assert len(store.read_entries()) == before + 2
    assert main(["decide", where, "r1.t1.unsigned", "r1.t2.unsigned", "--undo", *by]) == 0
    assert "Zu 2 Stellen ist die Entscheidung zurückgenommen; jetzt 2 Stellen offen." in capsys.readouterr().err


def test_one_answer_is_not_typed_for_several(store: Store, capsys: pytest.CaptureFixture[str]) -> None:
    """Points and names belong to one item."""
    two = ["r1.t1.unsigned", "r1.t2.unsigned"]
    assert main(["decide", str(store.where), *two, "--points", "+1,+1,-1,-1"]) == 2
    assert "bitte diese einzeln entscheiden: r1.t1.unsigned, r1.t2.unsigned" in capsys.readouterr().err


def test_rows_that_are_alike_show_what_they_count(tmp_path: Path) -> None:
    """Each row of a sheet with a proposal says what it counts with it; nothing is swept along unseen."""
    wrong = ROUND.replace("+2 +2 -2 -2", "+2 +2 -2 -3", 1).replace("-2 -2 +2 +2", "-2 -2 +2 +3", 1)
    store = open_tournament(tmp_path)
    put_in(store, sheet("a.jpg", wrong, sums="0 0 0 0", names=NAMES[:4]))
    alike = list_alike(list_waiting(make_book(store)), "r1.t1.g5")
    assert [(one.item, one.proposed) for one in alike] == [
        ("r1.t1.g5", "+2 +2 -2 -2"),
        ("r1.t1.g6", "-2 -2 +2 +2"),
    ]
