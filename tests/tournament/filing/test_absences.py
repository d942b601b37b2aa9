"""Who left stands in every list with that word and the round; why a round is "–" stands beneath it, in words."""

from __future__ import annotations

import json
import re
from io import BytesIO
from pathlib import Path

import pypdfium2  # type: ignore[import-untyped]  # it ships no types
import pytest
from openpyxl import load_workbook

from desk.__main__ import main
from desk.web.access import Register
from desk.web.running_desk import Desk
from tests.desk.paper import sheet
from tests.desk.web.visitors import read_words, visit
from tests.tournament.filing.files import NAMES, open_tournament, put_in
from tournament.filing.opened.absences import explain_gaps
from tournament.filing.opened.open_evening import open_evening
from tournament.handout.handout import (
    Handout,
    Kind,
    add_up_season,
    make_csv_folder,
    make_file,
    make_season_file,
    prepare_handout,
)
from tournament.record.facts import Closed
from tournament.record.player_facts import Drawn, PlayerAdded, PlayerDropped, PlayerPaused
from tournament.record.store import Store

WORD = "abgemeldet nach Runde 1"
WHY = (
    "Abgemeldet nach Runde 1: Anna.",
    "Ab Runde 2 dabei: Ida, Emil, Frieda, Gül, Hans.",
    "Runde 2 fehlt noch: Emil, Frieda, Gül, Hans.",
)


@pytest.fixture
def store(tmp_path: Path) -> Store:
    """Anna left after round 1, five came for round 2, of which a table's sheet is missing."""
    store = open_tournament(tmp_path, NAMES[:4], rounds=3)
    put_in(store, sheet("1.jpg", names=NAMES[:4]))
    leaving = (PlayerDropped(1, 1), *(PlayerAdded(start, name) for start, name in enumerate(NAMES[4:], 5)))
    late = (PlayerAdded(9, "Ida"), *(PlayerPaused(start, (1,)) for start in (5, 6, 7, 8, 9)))
    drawn = Drawn(2, "", "csv", ((1, (2, 3, 4, 9)), (2, (5, 6, 7, 8))))
    store.append([*leaving, *late, drawn], by="Wart")
    put_in(store, sheet("2.jpg", names=("Bernd", "Çem", "Dörte", "Ida"), round_=2))
    return store


def make(store: Store, kind: Kind) -> bytes:
    """The file of that kind, in German."""
    return make_file(kind, prepare_handout(open_evening(store), "de"))


def read_pdf(data: bytes) -> str:
    """The words of all pages, with one blank between them."""
    pages = (page.get_textpage().get_text_bounded() for page in pypdfium2.PdfDocument(data))
    return " ".join(" ".join(pages).split())


def test_the_reasons_are_said_once_each(store: Store) -> None:
    """Left, late, and a sheet that is missing; rounds of one reason are one sentence."""
    said = [one.in_("de") for one in explain_gaps(open_evening(store).book)]
    assert said == list(WHY)
    assert next(one.in_("en") for one in explain_gaps(open_evening(store).book)) == "Withdrew after round 1: Anna."


def test_a_pause_a_closing_and_no_draw_are_reasons(store: Store) -> None:
    """Bernd sat round 3 out, Çem has no seat in it, and it was closed without the sheet of Emil's table."""
    store.append([PlayerPaused(2, (3,)), Drawn(3, "", "csv", ((1, (4, 9, 8, 7)), (2, (5, 6))))], by="Wart")
    put_in(store, sheet("3.jpg", names=("Dörte", "Ida", "Hans", "Gül"), round_=3))
    store.append([Closed(3, "Bogen verloren")], by="Wart")
    said = [one.in_("de").partition(":") for one in explain_gaps(open_evening(store).book)]
    assert {why: set(names.strip(" .").split(", ")) for why, _, names in said[1:]} == {
        "Ab Runde 2 dabei": {"Ida", *NAMES[4:]},
        "In Runde 3 ausgesetzt": {"Bernd"},
        "Runde 2 fehlt noch": set(NAMES[4:]),
        "Runde 3 ohne Bogen abgeschlossen": {"Emil", "Frieda"},
        "In Runde 3 nicht ausgelost": {"Çem"},
    }


def test_many_are_counted(tmp_path: Path) -> None:
    """A sentence does not name a whole hall."""
    names = tuple(f"Spieler {number}" for number in range(1, 13))
    store = open_tournament(tmp_path, names, rounds=1, drawn=1)
    put_in(store, sheet("1.jpg", names=names[:4]))
    assert [one.in_("de") for one in explain_gaps(open_evening(store).book)] == ["Runde 1 fehlt noch von 8 Spielern."]


@pytest.mark.parametrize("kind", ["pdf", "html", "ods", "csv"])
def test_who_left_stands_in_what_is_handed_out(store: Store, kind: Kind) -> None:
    """With the word and the round, on the wall, on phones and in tables."""
    if kind == "csv":
        table = make_csv_folder(prepare_handout(open_evening(store), "de"))["Stand.csv"].decode("utf-8-sig")
        (line,) = [line for line in table.splitlines() if "Anna" in line]
        assert line.endswith(WORD)
        return
    data = make(store, kind)
    if kind == "pdf":
        words = read_pdf(data)
        assert words.count(WORD) == 1
        assert WHY[0] in words
        assert WHY[2] in words
    elif kind == "html":
        words = read_words(data.decode())
        assert WORD in words
        assert WHY[0] in words
        assert WHY[2] in words
    else:
        import pandas as pd

        tables = pd.read_excel(BytesIO(data), sheet_name=None, engine="calamine")
        stand = tables["Stand"].set_index("Name")
        assert stand.loc["Anna", "Anmerkung"] == WORD


def test_who_left_stands_in_the_workbook(store: Store) -> None:
    """In `Stand` and `Spieler`, and beneath the list why; nobody left, no column."""
    book = load_workbook(BytesIO(make(store, "xlsx")), data_only=True)
    cells = [str(cell.value) for row in book["Stand"].iter_rows() for cell in row if cell.value]
    assert cells.count(WORD) == 1
    assert WHY[0] in cells
    assert WHY[2] in cells
    assert WORD in [cell.value for row in book["Spieler"].iter_rows() for cell in row]


def test_the_page_says_it(store: Store, tmp_path: Path) -> None:
    """Stand and the projector, for who only watches too."""
    client = visit(Desk(store.where, Register(tmp_path / "links.json"), "de"), "public")
    for address in ("/stand", "/stand/wand"):
        words = read_words(client.get(address).text)
        assert WORD in words
        assert WHY[0] in words
        assert WHY[2] in words


def test_the_command_says_it(store: Store, capsys: pytest.CaptureFixture[str]) -> None:
    """On the screen and for programs."""
    assert main(["standings", store.where]) == 0
    shown = capsys.readouterr().out
    assert f"Anna ({WORD})" in shown
    assert WHY[0] in shown
    assert re.search(r"Anna .*–", shown)
    assert main(["standings", store.where, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    anna = next(line for line in found["standings"] if line["name"] == "Anna")
    assert (anna["withdrew_after"], anna["gaps"]) == (1, {"2": "withdrew"})
    assert WHY[0] in found["gaps"]


@pytest.fixture
def early(tmp_path: Path) -> Store:
    """Ida left before the first game; the four others have played, and Anna leaves after round 1."""
    store = open_tournament(tmp_path, (*NAMES[:4], "Ida"), rounds=3)
    store.append([PlayerDropped(5, 0)], by="Wart")
    put_in(store, sheet("1.jpg", names=NAMES[:4]))
    store.append([PlayerDropped(1, 1)], by="Wart")
    return store


EARLY = "Abgemeldet vor Runde 1: Ida."


def test_who_left_before_the_first_game_is_a_line_beneath_each_list(
    early: Store, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """On the wall, on phones, in the workbook, on the page and the screen; and in no list as a player."""
    workbook = load_workbook(BytesIO(make(early, "xlsx")), data_only=True)["Stand"]
    cells = [str(cell.value) for row in workbook.iter_rows() for cell in row if cell.value]
    client = visit(Desk(early.where, Register(tmp_path / "links.json"), "de"), "public")
    assert main(["standings", early.where]) == 0
    lists = {
        "workbook": " ".join(cells),
        "wall": read_pdf(make(early, "pdf")),
        "phone": read_words(make(early, "html").decode()),
        "page": read_words(client.get("/stand").text),
        "projector": read_words(client.get("/stand/wand").text),
        "screen": " ".join(capsys.readouterr().out.split()),
    }
    assert {name: words.count(EARLY) for name, words in lists.items()} == dict.fromkeys(lists, 1)
    assert {name: words.count("Ida") for name, words in lists.items()} == dict.fromkeys(lists, 1)


def test_who_left_early_misses_no_sheet(early: Store) -> None:
    """Who sat at a table whose sheet is missing, and then left, is said once."""
    early.append([PlayerAdded(6, "Jan"), PlayerAdded(7, "Kim"), PlayerAdded(8, "Lea")], by="Wart")
    early.append([Drawn(2, "", "csv", ((1, (2, 3, 4, 6)), (2, (7, 8, 1, 5))))], by="Wart")
    said = [one.in_("de") for one in explain_gaps(open_evening(early).book)]
    assert sum(one.count("Ida") for one in said) == 1


@pytest.mark.parametrize(("evening", "said"), [("early", EARLY), ("store", WHY[0])])
def test_a_season_says_beneath_its_list_who_left(evening: str, said: str, request: pytest.FixtureRequest) -> None:
    """With the number of the evening; on the wall, on phones and in its workbook."""
    season = add_up_season("", [open_evening(request.getfixturevalue(evening))], "points", None)
    book = load_workbook(BytesIO(make_season_file("xlsx", season, "de"))).worksheets[0]
    cells = [str(cell.value) for row in book.iter_rows() for cell in row if cell.value]
    wall, phone = read_pdf(make_season_file("pdf", season, "de")), make_season_file("html", season, "de").decode()
    for words in (" ".join(cells), wall, read_words(phone)):
        assert words.count(f"Abend 1: {said}") == 1


def test_a_season_says_it(store: Store) -> None:
    """In a column of its own, with the evening; nobody left, no column."""
    evening = open_evening(store)
    season = add_up_season("", [evening], "points", None)
    book = load_workbook(BytesIO(make_season_file("xlsx", season, "de")))
    heads, *rows = list(book.worksheets[0].iter_rows(min_row=3, values_only=True))
    assert heads[-1] == "Anmerkung"
    assert [row[-1] for row in rows if row[1] == "Anna"] == [f"Abend 1: {WORD}"]


def test_who_plays_to_the_end_has_no_word(tmp_path: Path) -> None:
    """Neither has who leaves after the last round."""
    store = open_tournament(tmp_path, NAMES[:4], rounds=1)
    put_in(store, sheet("1.jpg", names=NAMES[:4]))
    store.append([PlayerDropped(1, 1)], by="Wart")
    evening = open_evening(store)
    handout: Handout = prepare_handout(evening, "de")
    assert (handout.wall.remarks, [row.left for row in handout.wall.rows]) == ((), [None] * 4)
    assert "Anmerkung" not in make_csv_folder(handout)["Stand.csv"].decode("utf-8-sig")
