"""Nachrechnen, by page: what the command says, in words of the page; it holds nobody up."""

from __future__ import annotations

import shutil
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from desk.web import checking
from desk.web.access import Register
from desk.web.running_desk import Desk
from tests.desk.paper import ROUND
from tests.desk.photographed import open_with
from tests.desk.web.visitors import open_desk, read_words, visit
from tournament.record.entries import group_hash
from tournament.record.open_store import open_store
from tournament.record.verify_record import Verdict, verify

PAGE = "/aushang/nachrechnen"


def wait_for_end() -> None:
    """Until no check runs."""
    for thread in threading.enumerate():
        if thread.name == "checking":
            thread.join()


def run_check(client: TestClient) -> str:
    """Presses the button, waits for the end, and returns the page's words."""
    assert client.post(PAGE, follow_redirects=False).headers["location"] == PAGE
    wait_for_end()
    return read_words(client.get(PAGE).text)


def test_a_sound_file_is_said_to_be_sound(tmp_path: Path) -> None:
    """With entries, contents, photographs and hand-outs counted; the hand-outs' page says so, too."""
    store, photo = open_with(tmp_path)
    (tmp_path / "a.jpg").write_bytes(photo)
    desk = Desk(store.where, Register(tmp_path / "links.json"), "de")
    client = visit(desk, "organiser")
    assert "Alles stimmt" not in read_words(client.get(PAGE).text)
    client.post("/aushang/datei", data={"kind": "a4"})
    words = run_check(client)
    for said in ("Alles stimmt", "lückenlos verkettet", "Fotos unverändert: 1; nicht da: 0", "Stände, die sich wieder"):
        assert said in words, said
    assert "/tmp" not in words
    assert "stimmt" in read_words(client.get("/aushang").text)
    client.post("/aushang/datei", data={"kind": "a3"})
    assert "Seitdem kam 1 Eintrag dazu." in read_words(client.get(PAGE).text)


def test_a_changed_photograph_is_named(tmp_path: Path) -> None:
    """One that is another picture now is a flaw; one that is not there is only counted."""
    store, photo = open_with(tmp_path)
    desk = Desk(store.where, Register(tmp_path / "links.json"), "de")
    client = visit(desk, "organiser")
    assert "Fotos unverändert: 0; nicht da: 1" in run_check(client)
    (tmp_path / "a.jpg").write_bytes(photo + b"x")
    words = run_check(client)
    assert "Foto a.jpg ist nicht mehr das eingelesene" in words
    assert "Etwas stimmt nicht" in words
    assert "kiebitz" not in words.casefold()


def test_a_noted_hash_is_found_or_gone(tmp_path: Path) -> None:
    """Where it stands, how many entries came since; a copy from before does not have it; and what is no hash is told
    so."""
    desk = open_desk(tmp_path, ROUND)
    shutil.copy(desk.where, tmp_path / "frueher.kiebitz")
    client = visit(desk, "organiser")
    client.post("/aushang/datei", data={"kind": "a4"})
    noted = group_hash(desk.store.read_head().hash)[:14]
    assert noted in read_words(client.get(PAGE).text)
    client.post("/aushang/datei", data={"kind": "a3"})
    answer = client.post(f"{PAGE}/notiert", data={"noted": noted.upper()})
    assert (answer.status_code, "seitdem kam 1 Eintrag dazu" in read_words(answer.text)) == (200, True)
    (tmp_path / "links").mkdir()
    old = Desk(str(tmp_path / "frueher.kiebitz"), Register(tmp_path / "links" / "links.json"), "de")
    for asked, typed, said in ((old, noted, "kommt hier nicht vor"), (desk, "Anna", "keine Prüfsumme"), (desk, "", "")):
        answer = visit(asked, "organiser").post(f"{PAGE}/notiert", data={"noted": typed})
        assert answer.status_code == 409
        assert said in read_words(answer.text)
    assert not [one for one in read_words(answer.text).split() if one.startswith("--")]


def test_a_long_check_holds_nobody_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """While it runs the page says how far it is, every step is published, a second press begins no second check."""
    desk, go, reached, runs = open_desk(tmp_path, ROUND), threading.Event(), threading.Event(), []

    def check_slowly(*given: object, tell: Callable[..., object]) -> Verdict:
        runs.append(given)
        tell("standings", 1, 3)
        reached.set()
        go.wait()
        return verify(open_store(desk.where))

    monkeypatch.setattr(checking, "verify", check_slowly)
    client, events = visit(desk, "organiser"), desk.hub.count
    client.post(PAGE)
    reached.wait()
    assert desk.hub.count > events
    part = client.get(PAGE, headers={"hx-request": "true"}).text
    assert "Ausgegebene Stände werden nachgerechnet. (2 von 3)" in read_words(part)
    assert "<form" not in part
    assert "läuft" in read_words(client.get("/aushang").text)
    client.post(PAGE)
    go.set()
    wait_for_end()
    assert "Alles stimmt" in read_words(client.get(PAGE).text)
    assert len(runs) == 1


@pytest.mark.parametrize("failure", [RuntimeError("broken"), MemoryError()])
def test_a_check_that_fails_ends_in_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, failure: Exception
) -> None:
    """Nothing runs for ever, and it can be started again."""

    def fail(*given: object, tell: Callable[..., object]) -> Verdict:
        raise failure

    monkeypatch.setattr(checking, "verify", fail)
    client = visit(open_desk(tmp_path), "organiser")
    assert "Hier ist ein Fehler passiert" in run_check(client)
    assert "Nachrechnen" in read_words(client.get(PAGE).text)
