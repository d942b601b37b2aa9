"""A closed round on the page: what comes late is the organiser's alone, and nobody else's link changes it."""

from __future__ import annotations

from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from desk.web import read_inbox
from desk.web.read_inbox import Reader
from desk.web.running_desk import Desk
from tests.desk.paper import ROUND, sheet
from tests.desk.web.forms import PAGE, decide, read_form
from tests.desk.web.readers import JPEG, SETTINGS, wait_until
from tests.desk.web.test_reading import ORGANISER, make_link, send
from tests.desk.web.visitors import open_desk, read_words, visit
from tests.tournament.filing.files import NAMES, put_in
from tests.tournament.filing.test_closed_rounds import close
from tournament.record.entries import hash_bytes


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    """Of the first round's two tables one has played, and the round is closed."""
    desk = open_desk(tmp_path, ROUND)
    close(desk.store, 1)
    return desk


def read_points(desk: Desk) -> dict[str, int | None]:
    """By player the points of round 1."""
    return {one.name: one.get_points(1) for one in desk.open("de").book.players}


def find_code(desk: Desk, order: str) -> str:
    """Why the photograph does not count, "" where nobody knows it yet."""
    sent = desk.inbox.find(hash_bytes(JPEG + order.encode()))
    assert sent is not None
    return sent.refusal.code if sent.refusal else ""


def test_a_tables_link_cannot_post_into_a_closed_round(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its photograph is kept and shown to the organiser, who alone has it read; then it waits, and changes nothing."""
    monkeypatch.setattr(read_inbox, "cut_all", lambda *_: None)
    before, entries = read_points(desk), len(desk.store.read_entries())
    send(desk, make_link("table", 2), "2")
    with Reader(desk, SETTINGS):
        wait_until(lambda: find_code(desk, "2") == "closed-round")
        assert len(desk.store.read_entries()) == entries
        organiser, referee = visit(desk, "organiser"), visit(desk, "referee")
        assert "Nach Abschluss" in read_words(organiser.get("/foto").text)
        assert "Runde 1 ist abgeschlossen." in read_words(visit(desk, "table", 2).get("/foto").text)
        form = {"photo": hash_bytes(JPEG + b"2")}
        assert referee.post("/foto/aufnehmen", data=form).status_code == 403
        assert organiser.post("/foto/aufnehmen", data=form, follow_redirects=False).status_code == 303
        wait_until(lambda: len(desk.store.read_entries()) > entries)
        wait_until(lambda: bool(desk.open("de").held))
    assert read_points(desk) == before
    assert [one.item for one in desk.list_queue("de")[1].items] == ["r1.t2.after-closing"]


def test_an_upload_of_the_organiser_waits(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also the organiser's own photograph changes nothing unasked."""
    monkeypatch.setattr(read_inbox, "cut_all", lambda *_: None)
    before = read_points(desk)
    send(desk, ORGANISER, "2")
    with Reader(desk, SETTINGS):
        wait_until(lambda: bool(desk.open("de").held))
    assert read_points(desk) == before


def test_late_items_are_told_on_every_page_and_the_organisers_alone(desk: Desk) -> None:
    """The referee has no such item; the organiser is told everywhere, with both ways out."""
    put_in(desk.store, sheet("late.jpg", table=2, names=NAMES[4:]))
    item = "r1.t2.after-closing"
    organiser, referee = visit(desk, "organiser"), visit(desk, "referee")
    words = read_words(organiser.get(f"/pruefen/{item}").text)
    assert ("Das Neue gilt" in words, "Es bleibt, wie abgeschlossen" in words) == (True, True)
    for page in ("/jetzt", "/foto", "/pruefen", "/stand", "/akte", "/spieler", "/zugang"):
        assert "Nach Abschluss: 1 Stelle wartet." in read_words(organiser.get(page).text), page
    assert "Nichts ist offen." in read_words(referee.get("/pruefen").text)
    form = {"how": "stay", "reason": "gesehen", "seen": desk.open("de").head}
    answer = referee.post(f"/pruefen/{item}", data=form, headers=PAGE)
    assert (answer.status_code, "das entscheidet die Turnierleitung" in read_words(answer.text)) == (422, True)


def decide_late(client: TestClient, item: str, how: str, reason: str) -> tuple[int, str]:
    """Presses a button of the item; status and words."""
    form = read_form(client.get(f"/pruefen/{item}").text) | {"how": how, "reason": reason}
    answer = client.post(f"/pruefen/{item}", data=form, headers=PAGE)
    return answer.status_code, read_words(answer.text)


@pytest.mark.parametrize(("how", "points"), [("stay", 0), ("as-written", None)])
def test_the_organiser_settles_it_with_a_reason(desk: Desk, how: str, points: int | None) -> None:
    """The new holds, or it stays as it was closed; without a reason nothing is written."""
    put_in(desk.store, sheet("late.jpg", table=2, names=NAMES[4:]))
    client, item, entries = visit(desk, "organiser"), "r1.t2.after-closing", len(desk.store.read_entries())
    status, words = decide_late(client, item, how, "")
    assert (status, "Bitte einen Grund angeben" in words) == (422, True)
    assert len(desk.store.read_entries()) == entries
    assert decide_late(client, item, how, "Bogen lag noch da")[0] == 200
    assert read_points(desk).get("Emil") == points


def test_a_referee_decides_nothing_in_a_closed_round(desk: Desk) -> None:
    """Neither a row, nor a name, nor by taking something back."""
    referee, entries = visit(desk, "referee"), len(desk.store.read_entries())
    typed = {"p1": "+4", "p2": "+4", "p3": "-4", "p4": "-4", "reason": "so"}
    assert decide(referee, "r1.t1.g5", "take", **typed).status_code == 422
    assert decide(referee, "r1.t1.name.p1", "name", name="Bernd", reason="so").status_code == 422
    form = {"item": "r1.t1", "seen": desk.open("de").head, "reason": "so"}
    assert referee.post("/akte/zurueck", data=form).status_code == 409
    assert len(desk.store.read_entries()) == entries


def test_the_organiser_changes_a_row_for_a_reason_and_all_see_it(desk: Desk) -> None:
    """The public page says what was changed, by whom and why."""
    organiser = visit(desk, "organiser")
    typed = {"p1": "+4", "p2": "+4", "p3": "-4", "p4": "-4"}
    assert decide(organiser, "r1.t1.g5", "take", **typed).status_code == 422
    assert decide(organiser, "r1.t1.g5", "take", **typed, reason="verrechnet").status_code == 200
    for page in ("/stand", "/stand/wand"):
        words = read_words(visit(desk, "public").get(page).text)
        assert "Runde 1, Tisch 1, Spiel 5: +2 +2 -2 -2 → +4 +4 -4 -4 (organiser 1, " in words
        assert "verrechnet" in words


def test_seats_of_a_closed_round_are_not_exchanged_unasked(desk: Desk) -> None:
    """The page says that it counts only with a reason; nothing changes."""
    before = read_points(desk)
    form = {"number": 1, "first": "Anna", "second": "Emil"}
    answer = visit(desk, "organiser").post("/spieler/tauschen", data=form)
    assert "Das zählt erst, wenn es begründet ist" in read_words(answer.text)
    assert read_points(desk) == before
