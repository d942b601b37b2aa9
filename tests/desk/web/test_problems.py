"""Whatever goes wrong is a page with a sentence, in the visitor's language; never a traceback, never JSON."""

from __future__ import annotations

import logging
import shutil
import threading
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from desk.web import protection, serve
from desk.web.access import Register
from desk.web.running_desk import Desk
from desk.web.serve import make_app
from tests.desk.paper import ROUND
from tests.desk.web.forms import PAGE
from tests.desk.web.test_roles import FILLED, PROMISED
from tests.desk.web.visitors import HOST, open_desk, read_words, visit
from tests.tournament.filing.files import open_tournament
from tournament.record.player_facts import Paid
from tournament.record.record_errors import OtherFile

HOSTILE = (
    "<script>alert(1)</script>",
    '" onload="alert(1)',
    "{{ 7*7 }}",
    "=HYPERLINK(1)",
    "'+1",
    "</title>x",
    "&amp;",
    "Hans",
)


@pytest.mark.parametrize(
    ("method", "path", "status", "words"),
    [
        ("GET", "/nichts", 404, "Diese Seite gibt es nicht."),
        ("GET", "/static/nichts.css", 404, "Diese Seite gibt es nicht."),
        ("GET", "/static/../../desk.py", 404, "Diese Seite gibt es nicht."),
        ("GET", "/foto/aufnehmen", 405, "lässt sich so nicht aufrufen"),
        ("PUT", "/stand", 405, "lässt sich so nicht aufrufen"),
        ("POST", "/static/desk.css", 405, "lässt sich so nicht aufrufen"),
        ("POST", "/sprache", 422, "unvollständig"),
        ("GET", f"/jetzt?stand={'x' * 99}", 422, "unvollständig"),
    ],
)
def test_every_refusal_is_a_page(tmp_path: Path, method: str, path: str, status: int, words: str) -> None:
    """With the menu, which leads on; a part of a page gets the sentence only."""
    client = visit(open_desk(tmp_path), "organiser")
    answer = client.request(method, path)
    assert (answer.status_code, answer.headers["content-type"]) == (status, "text/html; charset=utf-8")
    assert words in read_words(answer.text)
    assert "<nav" in answer.text
    part = client.request(method, path, headers=PAGE).text
    assert words in part
    assert "<nav" not in part


def test_a_fault_is_a_sentence_and_a_log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The page says nothing of how the program is made; the log does."""

    def fail(*_: object) -> None:
        raise RuntimeError("secret detail")

    logged: list[BaseException] = []
    monkeypatch.setattr(protection, "write_log", logged.append)
    monkeypatch.setattr(Desk, "open", fail)
    answer = visit(open_desk(tmp_path, ROUND), "organiser").get("/stand")
    assert answer.status_code == 500
    assert "Hier ist ein Fehler passiert." in read_words(answer.text)
    assert "secret" not in answer.text
    assert [str(error) for error in logged] == ["secret detail"]
    assert answer.headers["content-security-policy"].startswith("default-src 'none'")


def test_a_fault_of_a_thread_is_a_log_only(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Whoever runs the evening sees no traceback between the lines of the terminal."""
    logged: list[BaseException] = []
    monkeypatch.setattr(serve, "write_log", logged.append)
    monkeypatch.setattr(threading, "excepthook", threading.excepthook)
    monkeypatch.setattr(logging.getLogger("asyncio"), "level", logging.NOTSET)
    serve.keep_quiet()
    thread = threading.Thread(target=lambda: [][1])
    thread.start()
    thread.join()
    assert [type(error) for error in logged] == [IndexError]
    assert capsys.readouterr().err == ""


def test_hostile_names_are_text_on_every_page(tmp_path: Path) -> None:
    """Scripts, attributes, templates and formulas in names stand there as somebody wrote them."""
    store = open_tournament(tmp_path, HOSTILE, drawn=1)
    desk = Desk(store.where, Register(tmp_path / "links.json"), "de")
    client = visit(desk, "organiser")
    pages = {}
    for address, roles in PROMISED.items():
        method, _, path = address.partition(" ")
        for gap, value in FILLED.items():
            path = path.replace(gap, value)
        if method == "GET" and "organiser" in roles and path != "/ereignisse":
            pages[path] = client.get(path).text
    for path, html in pages.items():
        for name in HOSTILE[:2]:
            assert name not in html, path
        assert "</title>x" not in html, path
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in pages["/spieler"]
    assert "=HYPERLINK(1)" in pages["/spieler"]
    assert "{{ 7*7 }}" in pages["/spieler"]


def test_strangers_get_the_same_pages(tmp_path: Path) -> None:
    """Without a session there is no menu, and the sentence says whom to ask."""
    client = TestClient(make_app(open_desk(tmp_path)), base_url=HOST)
    assert "Turnierleitung" in client.post("/foto").text
    assert client.get("/nichts").status_code == 404


def test_an_exchanged_file_is_told_on_every_page(tmp_path: Path) -> None:
    """Somebody lays an older copy in the file's place while the page runs: the page says so, whoever asks, enters
    nothing, and goes on once the right file is back."""
    desk = open_desk(tmp_path, ROUND)
    client, guest = visit(desk, "organiser"), visit(desk, "public")
    file, old, right = Path(desk.where), tmp_path / "old", tmp_path / "right"
    shutil.copy(file, old)
    desk.store.append([Paid(1, True)], by="Wart")
    assert client.get("/stand").status_code == 200
    shutil.copy(file, right)
    shutil.copy(old, file)
    for visitor, path in ((client, "/stand"), (client, "/pruefen"), (client, "/akte"), (guest, "/stand")):
        answer = visitor.get(path)
        assert answer.status_code >= 400
        words = read_words(answer.text)
        assert "ist nicht mehr die, mit der diese Seite begonnen hat" in words
        assert str(tmp_path) not in words
    with pytest.raises(OtherFile):
        desk.store.append([Paid(2, True)], by="Wart")
    assert file.read_bytes() == old.read_bytes()
    shutil.copy(right, file)
    assert client.get("/stand").status_code == 200
