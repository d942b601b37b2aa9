"""A swap that nobody told: found from what two sheets say, one question for both, settled by one answer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from desk.__main__ import main
from scanner.sheet_reading import SheetReading
from templates.sheet_code import SheetCode, join_checks
from tests.desk.paper import ROUND, sheet
from tests.tournament.filing.files import NAMES, make_book, open_tournament, put_in
from tests.tournament.filing.test_deciding import decide, list_open
from tests.tournament.filing.test_moving import TEXTS, blank
from tests.tournament.filing.test_places_asked import number
from tournament.errors import RefusedOrder
from tournament.filing.decisions.deciding import Wish, decide_items
from tournament.filing.decisions.undoing import undo_entry
from tournament.filing.opened.open_evening import open_evening
from tournament.filing.rounds.evening_status import describe_status
from tournament.record.facts import Closed, SealingBegan
from tournament.record.player_facts import PlayersSwapped
from tournament.record.store import Store

ITEM = "r1.players-swapped.4-5"


@pytest.fixture
def store(tmp_path: Path) -> Store:
    """Eight players at two tables, one round drawn: 1 to 4, and 5 to 8."""
    return open_tournament(tmp_path, drawn=1)


def strike(table: int, *seats: int, text: str = ROUND) -> SheetReading:
    """The printed sheet of that table; the names at these seats are struck out."""
    names = NAMES[4 * table - 4 : 4 * table]
    code = SheetCode("pflichtsolo-40", "points", 4, 16, 1, table, True, letters=join_checks(names)).spell()
    reading = replace(sheet(f"{table}.jpg", text, table, names=names), code=code)
    struck = {f"name.p{seat}" for seat in seats}
    fields = (replace(one, flags=("overwritten",)) if one.id in struck else one for one in reading.readings)
    return replace(reading, readings=tuple(fields))


def ask(store: Store) -> dict[str, str]:
    """By item the questions about swaps."""
    every = describe_status(open_evening(store))["open"]
    return {one["item"]: one["sentence"] for one in every if "players-swapped" in one["item"]}


def accept(store: Store, item: str, reason: str = "") -> None:
    """The referee says yes."""
    store.append(decide_items(open_evening(store), [Wish(item, "accept", reason=reason)]), by="Referee")


def list_names(store: Store) -> list[tuple[str, ...]]:
    """Who sits at each sheet."""
    return [entry.names for entry in make_book(store).entries]


def list_head(store: Store) -> list[str]:
    """What is open about names and places."""
    return [item for item in list_open(store) if ".name." in item or "players" in item or "no-round" in item]


def test_start_numbers_show_it(store: Store) -> None:
    """Each sits, by a clear number, where the other was drawn: one question, and none about the single seats."""
    put_in(store, number(blank("a.jpg"), "1 2 3 5", "1", "1"), number(blank("b.jpg", TEXTS[2]), "4 6 7 8", "1", "2"))
    assert ask(store) == {
        "r1.players-swapped.5-4": "Emil sitzt an Tisch 1 und Dörte an Tisch 2, gelost war es umgekehrt. "
        "Haben die beiden getauscht?"
    }
    assert list_head(store) == ["r1.players-swapped.5-4"]
    accept(store, "r1.players-swapped.5-4")
    assert list_head(store) == []
    drawn = open_evening(store).tournament.draws[1]
    assert [table.starts for table in drawn] == [(1, 2, 3, 5), (4, 6, 7, 8)]


def test_two_struck_names_at_two_tables_show_it(store: Store) -> None:
    """Nobody knows who sits there until somebody says so; then both seats have their players."""
    put_in(store, strike(1, 4), strike(2, 1, text=TEXTS[2]))
    assert ask(store) == {
        ITEM: "An Tisch 1 ist Dörte durchgestrichen, an Tisch 2 Emil. Haben die beiden getauscht?",
    }
    assert list_head(store) == [ITEM]
    assert list_names(store)[0][:3] == NAMES[:3]
    assert list_names(store)[0][3] not in NAMES
    accept(store, ITEM)
    assert list_names(store) == [(*NAMES[:3], "Emil"), ("Dörte", *NAMES[5:])]
    assert list_head(store) == []


def test_two_struck_names_at_one_table_show_it(store: Store) -> None:
    """They sat on each other's seats: their points are in each other's columns."""
    put_in(store, strike(1, 2, 3))
    assert list(ask(store).values()) == [
        "An Tisch 1 sind Bernd und Çem durchgestrichen. Haben die beiden die Plätze getauscht?"
    ]
    accept(store, "r1.players-swapped.2-3")
    assert list_names(store) == [("Anna", "Çem", "Bernd", "Dörte")]


def test_one_struck_name_that_somebody_read_shows_the_other(store: Store) -> None:
    """Dörte was given by hand at Emil's struck seat: Emil may have hers."""
    put_in(store, strike(1, 4), strike(2, 1, text=TEXTS[2]))
    decide(store, "r1.t2.name.p1", "name", name="Dörte")
    assert list(ask(store).values()) == [
        "Dörte sitzt an Tisch 2 statt an Tisch 1, dort ist der Name durchgestrichen. Hat Emil dafür getauscht?"
    ]
    accept(store, ITEM)
    assert list_names(store) == [(*NAMES[:3], "Emil"), ("Dörte", *NAMES[5:])]
    assert list_head(store) == []


@pytest.mark.parametrize(
    "sheets",
    [
        (strike(1, 4),),
        (strike(1, 3, 4), strike(2, 1, text=TEXTS[2])),
        (strike(1), strike(2, text=TEXTS[2])),
    ],
)
def test_what_may_be_anything_is_no_swap(store: Store, sheets: Sequence[SheetReading]) -> None:
    """One struck name is somebody's; of three nobody knows who changed with whom. Each seat is asked by itself."""
    put_in(store, *sheets)
    assert ask(store) == {}
    struck = sum("overwritten" in one.flags for reading in sheets for one in reading.readings)
    assert len([item for item in list_open(store) if ".name." in item]) == struck


def test_who_did_not_swap_is_asked_by_seat(store: Store) -> None:
    """The answer holds, also when more comes in, and can be taken back."""
    put_in(store, strike(1, 4), strike(2, 1, text=TEXTS[2]))
    decide(store, ITEM, "as-written")
    assert list_head(store) == ["r1.t1.name.p4", "r1.t2.name.p1"]
    assert open_evening(store).tournament.draws[1][0].starts == (1, 2, 3, 4)


def test_an_accepted_swap_is_undone(store: Store) -> None:
    """Then it is asked again."""
    put_in(store, strike(1, 4), strike(2, 1, text=TEXTS[2]))
    accept(store, ITEM)
    store.append([undo_entry(store.read_entries(), None)[0]], by="Referee")
    assert list_head(store) == [ITEM]


def test_a_swap_told_after_printing_names_the_struck_seats(store: Store) -> None:
    """Whoever told it before is asked nothing; a round drawn anew says nothing of a sheet printed before."""
    put_in(store, strike(1, 4))
    assert list_head(store) == ["r1.t1.name.p4"]
    store.append([PlayersSwapped(1, 4, 5)], by="Wart")
    assert list_names(store) == [(*NAMES[:3], "Emil")]
    store.append([PlayersSwapped(1, 3, 6)], by="Wart")
    assert list_names(store)[0][3] not in NAMES


def test_a_swap_in_a_closed_round_needs_a_reason(store: Store) -> None:
    """With one it counts at once, and is shown as changed."""
    put_in(store, strike(1, 4), strike(2, 1, text=TEXTS[2]))
    store.append([SealingBegan(), Closed(1, "so", (ITEM,))], by="Wart")
    with pytest.raises(RefusedOrder):
        accept(store, ITEM)
    accept(store, ITEM, reason="beide gefragt")
    assert list_names(store) == [(*NAMES[:3], "Emil"), ("Dörte", *NAMES[5:])]
    assert not [item for item in list_open(store) if "after-closing" in item]


def test_the_command_line_settles_it(store: Store, capsys: pytest.CaptureFixture[str]) -> None:
    """By accept, with the item as status names it."""
    put_in(store, strike(1, 4), strike(2, 1, text=TEXTS[2]))
    assert main(["status", store.where]) == 0
    assert f"{ITEM}: An Tisch 1 ist Dörte durchgestrichen" in capsys.readouterr().out
    assert main(["decide", store.where, ITEM, "--accept", "--by", "Rita"]) == 0
    assert list_names(store) == [(*NAMES[:3], "Emil"), ("Dörte", *NAMES[5:])]


@settings(max_examples=4, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(first=st.integers(1, 4), second=st.integers(1, 4), struck=st.booleans())
def test_an_accepted_swap_counts_as_if_it_had_been_told(
    tmp_path_factory: pytest.TempPathFactory, first: int, second: int, struck: bool
) -> None:
    """Whoever changed, each player has what an independent sum of the paper gives."""
    store = open_tournament(tmp_path_factory.mktemp("swapped"), drawn=1)
    seated = [list(range(1, 5)), list(range(5, 9))]
    seated[0][first - 1], seated[1][second - 1] = seated[1][second - 1], seated[0][first - 1]
    words = [" ".join(map(str, starts)) for starts in seated]
    blanks = [number(blank(f"{n}.jpg", TEXTS[n]), words[n], "1", str(n + 1)) for n in (0, 1)]
    put_in(store, *([strike(1, first, text=TEXTS[0]), strike(2, second, text=TEXTS[1])] if struck else blanks))
    [item] = ask(store)
    accept(store, item)
    points = {player.name: player.total for player in make_book(store).players}
    for table, starts in enumerate(seated):
        rows = [line.split() for line in TEXTS[table].splitlines()]
        sums = {NAMES[start - 1]: sum(int(row[seat]) for row in rows) for seat, start in enumerate(starts)}
        assert sums.items() <= points.items()
