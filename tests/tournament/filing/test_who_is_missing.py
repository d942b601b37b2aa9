"""Who plays stands in every list, also before the first sheet that names the player; no place is sure before."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import pytest
from openpyxl import load_workbook

from desk.__main__ import main
from desk.web.access import Register
from desk.web.running_desk import Desk
from tests.desk.paper import ROUND, sheet
from tests.desk.web.visitors import read_words, visit
from tests.tournament.filing.files import NAMES, open_tournament, put_in
from tournament.filing.opened.open_evening import open_evening, weigh_evening
from tournament.filing.rounds.evening_status import describe_standings
from tournament.handout.handout import make_file, prepare_handout
from tournament.record.facts import Closed
from tournament.record.player_facts import PlayerPaused
from tournament.record.store import Store

WON = ROUND.replace("+2 +2 -2 -2", "+12 -4 -4 -4 x", 1)


@pytest.fixture
def store(tmp_path: Path) -> Store:
    """Of the first round's two tables the first has no sheet yet."""
    store = open_tournament(tmp_path, drawn=1)
    put_in(store, sheet("2.jpg", WON, table=2, names=NAMES[4:]))
    return store


def list_lines(store: Store) -> dict[str, dict[str, object]]:
    """The public lines by name."""
    evening = open_evening(store)
    posted = describe_standings(evening, weigh_evening(evening.book, evening.tournament))
    return {one["name"]: one for one in posted["standings"]}


def test_who_has_no_sheet_stands_behind_and_no_place_is_sure(store: Store) -> None:
    """With the rounds that are missing; once the sheet is there nobody is missing any more."""
    lines = list_lines(store)
    assert {name: one.get("missing") for name, one in lines.items()} == {
        **dict.fromkeys(NAMES[4:]),
        **{name: [1] for name in NAMES[:4]},
    }
    assert [lines[name]["place"] for name in NAMES[:4]] == [5] * 4
    assert max(one["sure"] for one in lines.values()) <= 0.999  # type: ignore[type-var]  # numbers
    put_in(store, sheet("1.jpg", names=NAMES[:4]))
    assert not any("missing" in one for one in list_lines(store).values())


def test_the_missing_may_come_first(store: Store) -> None:
    """Whoever is second of the only table that is in is not sure to stay it."""
    assert list_lines(store)["Gül"]["sure"] < 0.9  # type: ignore[operator]  # a number


def test_who_does_not_play_is_not_missing(store: Store) -> None:
    """Who sits the round out, and whoever is missing from a round that was closed so; all stand in the list."""
    store.append([PlayerPaused(1, (1,))], by="Wart")
    assert [name for name, one in list_lines(store).items() if "missing" in one] == list(NAMES[1:4])
    store.append([Closed(1, "gegangen", ("r1.t1",))], by="Wart")
    lines = list_lines(store)
    assert {name: one["gaps"] for name, one in lines.items() if "unseen" in one} == {
        "Anna": {"1": "late"},
        **{key: {"1": "closed"} for key in NAMES[1:4]},
    }
    assert not any("missing" in one for one in lines.values())
    assert max(lines[name]["sure"] for name in NAMES[:4]) <= 0.999  # type: ignore[type-var]  # numbers


def test_every_list_says_so(store: Store, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Command line, wall, phones, page and workbook name who is still missing, and all say "in", not "nach"."""
    assert main(["standings", store.where]) == 0
    told = capsys.readouterr().out
    assert "Stand in Runde 1" in told
    assert told.count("fehlt noch") == 5, "four lines, and the sentence beneath"
    handout = prepare_handout(open_evening(store), "de")
    page = make_file("html", handout).decode()
    assert ("Stand in Runde 1" in page, page.count("fehlt noch"), "Anna" in page) == (True, 5, True)
    stand = load_workbook(BytesIO(make_file("xlsx", handout)), data_only=True)["Stand"]
    words = [str(cell.value) for row in stand.iter_rows() for cell in row]
    assert (words.count("fehlt noch"), "Anna" in words, "Stand in Runde 1" in words) == (4, True, True)
    desk = Desk(store.where, Register(tmp_path / "links.json"), "de")
    shown = read_words(visit(desk, "public").get("/stand").text)
    assert ("Stand in Runde 1" in shown, shown.count("fehlt noch")) == (True, 5), (
        "beside each name, and in the sentence beneath"
    )
