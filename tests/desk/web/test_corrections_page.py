"""Corrections from a workbook, by page: shown first, taken by one press, and never otherwise than shown."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from fastapi.testclient import TestClient
from httpx2 import Response
from openpyxl import load_workbook
from openpyxl.workbook.workbook import Workbook

from desk.__main__ import main
from desk.web.handout_shelf import MOST_WAITING, Brought, BroughtBooks
from desk.web.page_kit import MOST_WORKBOOK
from desk.web.running_desk import Desk
from tests.desk.book.test_take_command import WRONG, type_name
from tests.desk.paper import sheet
from tests.desk.web.visitors import open_desk, read_words, visit
from tests.tournament.filing.files import NAMES, make_book, put_in
from tests.tournament.filing.test_taking import choose, type_points
from tests.tournament.traps import TRAPS, lock
from tournament.handout.workbook.corrections import AUTHOR
from tournament.record.facts import Closed


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    """One table of round 1: games 5 and 6 do not add up, and nobody knows its last player."""
    desk = open_desk(tmp_path)
    put_in(desk.store, sheet("a.jpg", WRONG, names=(*NAMES[:3], "Xaver")))
    return desk


def type_into(client: TestClient, *changes: Callable[[Workbook], None]) -> bytes:
    """The exported workbook as somebody saves it after these changes."""
    workbook = load_workbook(io.BytesIO(client.post("/aushang/datei", data={"kind": "xlsx"}).content))
    for change in changes:
        change(workbook)
    saved = io.BytesIO()
    workbook.save(saved)
    return saved.getvalue()


def bring(client: TestClient, data: bytes, name: str = "stand.xlsx") -> Response:
    """Sends the workbook to be looked at."""
    return client.post("/aushang/mappe", files={"workbook": (name, data)})


def press(client: TestClient, shown: Response) -> Response:
    """Presses the button of the page that shows a workbook."""
    form = {name: re.search(f'name="{name}" value="([^"]*)"', shown.text)[1] for name in ("word", "shown")}  # type: ignore[index]
    return client.post("/aushang/mappe/uebernehmen", data=form, follow_redirects=False)


def test_what_is_typed_is_shown_then_taken(desk: Desk) -> None:
    """Each correction with what counts until then, each refusal with its cell; nothing is written before the button,
    and the second press finds nothing."""
    client = visit(desk, "organiser")
    changes = (type_points("r1.t1.g5", 2, 2, -2, -2), type_points("r1.t1.g6", "abc", 2, -2, -2), type_name("Dörte"))
    data = type_into(client, *changes)
    head = desk.store.read_head()
    shown = bring(client, data)
    words = read_words(shown.text)
    for said in (
        "2 Korrekturen in stand.xlsx",
        "Runde 1, Tisch 1, Spiel 5: Es zählt",
        "Name auf Platz 4: Dörte",
        "1 Stelle wird nicht übernommen",
        "steht „abc“; das ist keine ganze Zahl",
        "2 Korrekturen übernehmen",
    ):
        assert said in words, said
    assert desk.store.read_head() == head
    assert press(client, shown).headers["location"] == "/aushang/mappe?taken=2"
    assert "2 Korrekturen übernommen." in read_words(client.get("/aushang/mappe?taken=2").text)
    [entry] = make_book(desk.store).entries
    assert (entry.sheet.rows[4].points, entry.names) == ((2, 2, -2, -2), NAMES[:4])
    assert {one.by for one in desk.store.read_entries()[head.number :]} == {AUTHOR}
    head = desk.store.read_head()
    assert (press(client, shown).status_code, desk.store.read_head()) == (409, head)
    again = bring(client, data)
    assert "Korrekturen übernehmen" not in read_words(again.text)


def test_what_changed_meanwhile_is_shown_again(desk: Desk) -> None:
    """A decision of somebody else between look and press: nothing is written, and the page says who decided; what only
    came beside it does not hold up the press."""
    client = visit(desk, "organiser")
    shown = bring(
        client, type_into(client, type_points("r1.t1.g5", 2, 2, -2, -2), choose("r1.t1.g6", "wie geschrieben"))
    )
    decide = ["decide", desk.where, "r1.t1.g5", "--points", "+3,+3,-3,-3", "--by", "Monika", "--reason", "so"]
    assert main(decide) == 0
    head = desk.store.read_head()
    again = press(client, shown)
    assert (again.status_code, desk.store.read_head()) == (409, head)
    assert "1 Korrektur in stand.xlsx" in read_words(again.text)
    assert "Monika hat am" in read_words(again.text)
    put_in(desk.store, sheet("b.jpg", WRONG, table=2, names=NAMES[4:]))
    assert press(client, again).status_code == 303


def test_a_closed_round_asks_for_a_reason(desk: Desk) -> None:
    """As on the command line, and in words of the page."""
    client = visit(desk, "organiser")
    data = type_into(client, type_points("r1.t1.g5", 2, 2, -2, -2))
    desk.store.append([Closed(1, "geprüft", ("r1.t1.g5", "r1.t1.g6", "r1.t1.name.p4"))], by="Eva")
    words = read_words(bring(client, data).text)
    assert "Grund" in words
    assert "kiebitz" not in words.casefold().replace("von kiebitz", "")


@pytest.mark.parametrize(
    ("data", "said"),
    [(b"", "leer.xlsx"), (b"PK\x03\x04" + bytes(200), "leer.xlsx"), (b"%PDF-1.4", "keine Mappe von Kiebitz")],
)
def test_what_is_no_workbook_is_one_sentence(desk: Desk, data: bytes, said: str) -> None:
    """It names the file as its sender does, and no folder of this computer."""
    answer = bring(visit(desk, "organiser"), data, "../../leer.xlsx")
    assert answer.status_code == 409
    assert said in read_words(answer.text)
    assert "/tmp" not in answer.text


@pytest.mark.few(4)
@pytest.mark.parametrize("trap", [*TRAPS, "a password"])
def test_a_trap_is_one_sentence(desk: Desk, tmp_path: Path, trap: str) -> None:
    """Nothing of it is written, and the page goes on."""
    path, head = tmp_path / "falle.xlsx", desk.store.read_head()
    {**TRAPS, "a password": lock}[trap](path)
    client = visit(desk, "organiser")
    answer = bring(client, path.read_bytes(), "falle.xlsx")
    assert (answer.status_code, desk.store.read_head()) == (409, head)
    assert "falle.xlsx" in read_words(answer.text)
    assert client.get("/aushang").status_code == 200


def test_a_workbook_has_its_room_and_no_more(desk: Desk) -> None:
    """More than a form may have is taken from the organiser alone; what is too large is refused before it is read."""
    large = bytes(2_000_000)
    assert bring(visit(desk, "organiser"), large).status_code == 409
    assert bring(visit(desk, "referee"), large).status_code == 413
    client = visit(desk, "organiser")
    client.headers["content-length"] = str(MOST_WORKBOOK * 2)
    assert client.post("/aushang/mappe", content=b"x").status_code == 413


def test_only_a_few_workbooks_wait() -> None:
    """Each under its own word; the oldest goes when there are too many."""
    books = BroughtBooks()
    words = [books.keep(Brought(str(number), b"x")) for number in range(MOST_WAITING + 1)]
    assert books.find(words[0]) is None
    assert [books.find(word).name for word in words[1:]] == [str(number) for number in range(1, MOST_WAITING + 1)]  # type: ignore[union-attr]
    books.drop(words[-1])
    books.drop("nothing")
    assert books.find(words[-1]) is None
