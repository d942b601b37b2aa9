"""A photograph that comes later is held against what was typed, and so is what a second person types."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scanner.sheet_reading import SheetReading
from tests.desk.paper import ROUND, sheet
from tests.tournament.filing.files import NAMES, put_in
from tests.tournament.typed.typings import KEY, ROW, enter, keep_drawn, list_here, look, make_lines, replace_game
from tournament.filing.decisions.deciding import Wish, make_decision
from tournament.filing.decisions.moving import NewPlace, make_move
from tournament.filing.decisions.reasons import RoundEnd, make_closing
from tournament.filing.decisions.undoing import enter_undoing
from tournament.filing.opened.open_evening import open_evening
from tournament.filing.stories.chronicle import Chronicle
from tournament.record.store import Store
from tournament.review.waiting import list_waiting

OTHER = ROUND.replace("+2 +2 -2 -2", "+6 +6 -6 -6", 1)
"""The same round with another fifth game."""


def decide(store: Store, wish: Wish) -> None:
    """A referee decides."""
    evening = look(store)
    store.append([make_decision(evening, wish)], by="Eva", seen=evening.head)


def count(store: Store) -> tuple[int, ...]:
    """What the table's players have."""
    [entry] = look(store).book.entries
    return entry.sheet.totals


def blur(reading: SheetReading, field: str, other: str) -> SheetReading:
    """The photograph with one number that is hard to read: it may be another."""
    return replace(
        reading,
        readings=tuple(
            replace(one, confidence=0.6, candidates=((one.text, 0.6), (other, 0.4))) if one.id == field else one
            for one in reading.readings
        ),
    )


def test_a_photograph_that_agrees_takes_the_place(tmp_path: Path) -> None:
    """Nothing is asked; the sheet is the photograph's, says that it was typed alike, and is marked no more."""
    store = keep_drawn(tmp_path)
    enter(store, make_lines())
    put_in(store, sheet("IMG_1.jpg"))
    book = look(store).book
    [entry] = book.entries
    assert list_here(store) == []
    assert entry.photo == "IMG_1.jpg"
    assert book.typed == ()
    assert any(one.code == "typed" and "Rita" in one.message("de") for one in entry.sheet.findings)


def test_where_they_differ_each_row_is_asked_and_nothing_changes(tmp_path: Path) -> None:
    """The item shows both; what was typed counts until it is decided."""
    store = keep_drawn(tmp_path)
    enter(store, make_lines())
    put_in(store, sheet("IMG_1.jpg", OTHER))
    assert list_here(store) == [ROW]
    assert count(store) == (0, 0, 0, 0)
    [item] = [one for one in list_waiting(look(store).book) if one.item == ROW]
    assert item.codes == ("typed",)
    assert item.sentence.startswith("Getippt +2 +2 -2 -2, Foto +6 +6 -6 -6.")
    assert [one.typed.by for one in look(store).book.typed] == ["Rita"], "what counts there is still what she typed"
    decide(store, Wish(ROW, "as-written"))
    assert look(store).book.typed == ()


@pytest.mark.parametrize(
    ("wish", "totals"),
    [
        (Wish(ROW, "as-written"), (4, 4, -4, -4)),
        (Wish(ROW, "points", "+2,+2,-2,-2"), (0, 0, 0, 0)),
        (Wish(ROW, "points", "+4,+4,-4,-4"), (2, 2, -2, -2)),
    ],
)
def test_a_decision_settles_it(tmp_path: Path, wish: Wish, totals: tuple[int, ...]) -> None:
    """As written in the photograph, as typed, or otherwise; then nothing is open."""
    store = keep_drawn(tmp_path)
    enter(store, make_lines())
    put_in(store, sheet("IMG_1.jpg", OTHER))
    decide(store, wish)
    assert list_here(store) == []
    assert count(store) == totals


def test_what_is_hard_to_read_is_settled_by_what_was_typed(tmp_path: Path) -> None:
    """Ink that may say what was typed contradicts nobody; other ink does."""
    store = keep_drawn(tmp_path)
    enter(store, make_lines())
    put_in(store, blur(blur(sheet("IMG_1.jpg", OTHER), "g05.p1", "+2"), "g05.p2", "+2"))
    assert ROW in list_here(store)  # the two other numbers are clear
    unclear = sheet("IMG_1.jpg", OTHER)
    for field, other in (("g05.p1", "+2"), ("g05.p2", "+2"), ("g05.p3", "-2"), ("g05.p4", "-2")):
        unclear = blur(unclear, field, other)
    (tmp_path / "two").mkdir()
    second = keep_drawn(tmp_path / "two")
    enter(second, make_lines())
    put_in(second, unclear)
    assert list_here(second) == []
    assert count(second) == (0, 0, 0, 0)


def test_totals_that_agree_give_way_to_the_photograph(tmp_path: Path) -> None:
    """Then its games are known."""
    store = keep_drawn(tmp_path)
    enter(store, totals="+4,+4,-4,-4")
    put_in(store, sheet("IMG_1.jpg", OTHER))
    [entry] = look(store).book.entries
    assert (entry.photo, len(entry.sheet.rows) > 15) == ("IMG_1.jpg", True)
    assert list_here(store) == []


def test_totals_that_differ_are_one_item(tmp_path: Path) -> None:
    """The typed ones count until somebody accepts the photograph; kept as they are they stay."""
    store = keep_drawn(tmp_path)
    enter(store, totals="+8,+4,-8,-4")
    put_in(store, sheet("IMG_1.jpg", OTHER))
    assert list_here(store) == [f"{KEY}.typed"]
    assert count(store) == (8, 4, -8, -4)
    decide(store, Wish(f"{KEY}.typed", "as-written"))
    assert (list_here(store), count(store)) == ([], (8, 4, -8, -4))
    enter_undoing(store, None, "", "Eva")
    decide(store, Wish(f"{KEY}.typed", "accept"))
    evening = open_evening(store)
    said = Chronicle(evening.entries, evening.tournament).describe(evening.entries[-1], "de").words
    assert said.endswith(": Das Spätere gilt."), "and not that it stays as it is"
    assert (list_here(store), count(store)) == ([], (4, 4, -4, -4))


def test_a_row_decided_later_asks_nothing_again(tmp_path: Path) -> None:
    """Who took the photograph instead of typed totals took it with whatever its rows come to."""
    store = keep_drawn(tmp_path)
    enter(store, totals="+12,-4,-4,-4")
    put_in(store, sheet("IMG_1.jpg", OTHER))
    decide(store, Wish(f"{KEY}.typed", "accept"))
    decide(store, Wish(ROW, "points", "+5,+5,-5,-5", reason="am Tisch gefragt"))
    assert list_here(store) == []
    assert count(store) == (3, 3, -3, -3)


def test_two_people_who_agree_ask_nothing(tmp_path: Path) -> None:
    """The sheet says that both typed the same."""
    store = keep_drawn(tmp_path)
    enter(store, make_lines())
    enter(store, make_lines(), by="Ute")
    assert list_here(store) == []
    assert any("Ute" in one.message("de") for one in look(store).book.entries[0].sheet.findings)


def test_two_people_who_differ_are_asked_row_by_row(tmp_path: Path) -> None:
    """What the first typed counts; accepted is neither without a look: points, or as the first wrote."""
    store = keep_drawn(tmp_path)
    enter(store, make_lines())
    enter(store, make_lines(replace_game(5, "+6 +6 -6 -6")), by="Ute")
    assert list_here(store) == [ROW]
    assert count(store) == (0, 0, 0, 0)
    [item] = [one for one in list_waiting(look(store).book) if one.item == ROW]
    assert item.sentence.startswith("Rita hat +2 +2 -2 -2 getippt, Ute +6 +6 -6 -6.")
    decide(store, Wish(ROW, "points", "+6,+6,-6,-6"))
    assert (list_here(store), count(store)) == ([], (4, 4, -4, -4))


def test_a_decision_before_the_second_saw_it_is_asked_again(tmp_path: Path) -> None:
    """Somebody settled an odd row; who types it otherwise afterwards is heard all the same."""
    store = keep_drawn(tmp_path)
    enter(store, make_lines(replace_game(5, "+2 +2 -2 -3")))
    decide(store, Wish(ROW, "accept"))
    assert list_here(store) == []
    enter(store, make_lines(replace_game(5, "+6 +6 -6 -6")), by="Ute")
    assert list_here(store) == [ROW]
    assert count(store) == (0, 0, 0, 0)
    decide(store, Wish(ROW, "points", "+6,+6,-6,-6"))
    assert (list_here(store), count(store)) == ([], (4, 4, -4, -4))


@pytest.mark.parametrize(("text", "waits"), [(ROUND, []), (OTHER, [f"{KEY}.after-closing"])])
def test_a_later_photograph_of_a_closed_round_waits(tmp_path: Path, text: str, waits: list[str]) -> None:
    """As "nach Abschluss", with both; one that agrees asks nothing."""
    store = keep_drawn(tmp_path)
    enter(store, make_lines())
    end = RoundEnd(1, 1, None, (2,), ())
    store.append(make_closing(store.read_entries(), end, "Tisch 2 fehlt"), by="Wart", seen=look(store).head)
    put_in(store, sheet("IMG_1.jpg", text))
    assert list_here(store) == waits
    assert count(store) == (0, 0, 0, 0)
    assert look(store).book.entries[0].sheet.source.typed is not None
    for item in waits:
        [said] = [one.sentence for one in list_waiting(look(store).book) if one.item == item]
        assert "+2 +2 -2 -2 → +6 +6 -6 -6" in said
        decide(store, Wish(item, "accept", reason="Foto gefunden"))
        assert list_here(store) == [ROW]
        assert count(store) == (0, 0, 0, 0)


def test_undo_takes_the_typing_and_leaves_the_photograph(tmp_path: Path) -> None:
    """Then the photograph counts alone."""
    store = keep_drawn(tmp_path)
    enter(store, make_lines())
    number = look(store).head
    put_in(store, sheet("IMG_1.jpg", OTHER, names=NAMES[:4]))
    enter_undoing(store, number, "", "Rita")
    assert (list_here(store), count(store)) == ([], (4, 4, -4, -4))


def test_a_photograph_with_other_columns_is_compared_by_player(tmp_path: Path) -> None:
    """Whoever sat in another column: the same game of the same players agrees, and each keeps the points."""
    store = keep_drawn(tmp_path)
    enter(store, make_lines(replace_game(5, "+6 -2 -2 -2")))
    words = [line.split() for line in ROUND.replace("+2 +2 -2 -2", "+6 -2 -2 -2", 1).splitlines()]
    text = "\n".join(" ".join((row[1], row[0], *row[2:])) for row in words)
    put_in(store, sheet("IMG_1.jpg", text, names=("Bernd", "Anna", "Çem", "Dörte")))
    [entry] = look(store).book.entries
    assert (list_here(store), entry.photo) == ([], "IMG_1.jpg")
    assert dict(zip(entry.names, entry.sheet.totals, strict=True)) == {"Anna": 4, "Bernd": -4, "Çem": 0, "Dörte": 0}


def test_a_photograph_of_other_players_is_asked_about(tmp_path: Path) -> None:
    """What was typed counts for whom it was typed, until somebody accepts the photograph."""
    store = keep_drawn(tmp_path)
    enter(store, totals="+8,-8,+8,-8")
    put_in(store, sheet("IMG_1.jpg", OTHER, names=("Anna", "Bernd", "Çem", "Emil")))
    assert list_here(store) == [f"{KEY}.typed"]
    [entry] = look(store).book.entries
    assert (entry.names[3], entry.sheet.totals) == ("Dörte", (8, -8, 8, -8))
    decide(store, Wish(f"{KEY}.typed", "accept"))
    assert look(store).book.entries[0].names[3] == "Emil"


def test_typed_games_that_a_photograph_has_no_row_for_stay(tmp_path: Path) -> None:
    """A sheet of fewer rows drops none of them: the whole is asked about."""
    store = keep_drawn(tmp_path)
    enter(store, [*make_lines(), ["17", "-15", "+5", "+5", "+5", ""]])
    short = sheet("IMG_1.jpg", names=NAMES[:4])
    kept = tuple(one for one in short.readings if not one.id.startswith(("g17", "g18")))
    put_in(store, replace(short, readings=kept))
    assert f"{KEY}.typed" in list_here(store)
    assert count(store) == (-15, 5, 5, 5)


def test_a_sheet_that_is_moved_there_is_compared_too(tmp_path: Path) -> None:
    """A blank sheet without round and table turns up, and somebody says where it belongs."""
    store = keep_drawn(tmp_path)
    enter(store, make_lines())
    put_in(store, sheet("IMG_1.jpg", OTHER, names=NAMES[:4], round_=None, table=None))
    key = next(one.sheet.source.key for one in look(store).book.entries if one.photo == "IMG_1.jpg")
    assert (1, 1) in [(one.round, one.table) for one in look(store).book.free], "the typed table is offered for it"
    store.append([make_move(look(store), NewPlace(key, 1, 1))], by="Eva")
    assert (1, 1) not in [(one.round, one.table) for one in look(store).book.free]
    [entry] = look(store).book.entries
    assert (entry.photo, entry.sheet.totals) == ("IMG_1.jpg", (0, 0, 0, 0))
    [row] = entry.sheet.open_rows
    assert row.game == 5
    decide(store, Wish(f"{entry.sheet.source.key}.g5", "as-written"))
    assert count(store) == (4, 4, -4, -4)


@settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(different=st.sets(st.integers(5, 16), max_size=4))
def test_every_difference_is_asked_and_no_other(tmp_path_factory: pytest.TempPathFactory, different: set[int]) -> None:
    """Whichever rows differ: just these are open, and the totals are the typed ones."""
    store = keep_drawn(tmp_path_factory.mktemp("typed"))
    enter(store, make_lines())
    lines = ROUND.splitlines()
    text = "\n".join("+1 -1 +1 -1" if n in different else line for n, line in enumerate(lines, 1))
    put_in(store, sheet("IMG_1.jpg", text))
    assert {item for item in list_here(store) if ".g" in item} == {f"{KEY}.g{n}" for n in different}
    assert count(store) == (0, 0, 0, 0)
