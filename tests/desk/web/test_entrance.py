"""The door of the page: links, sessions, and what every answer carries."""

from __future__ import annotations

from pathlib import Path

from fastapi.testclient import TestClient

from desk.web.app import make_app
from tests.desk.paper import ROUND
from tests.desk.web.visitors import HOST, WRONG, open_desk, read_words, visit


def test_the_evening_is_shown(tmp_path: Path) -> None:
    """The organiser's first page says what is in and what is open."""
    words = read_words(visit(open_desk(tmp_path, ROUND, WRONG), "organiser").get("/").text)
    assert "2 von 2 Bögen sind da." in words
    assert "Zusammen +1 statt 0." in words


def test_without_a_link_nobody_comes_in(tmp_path: Path) -> None:
    """Every address but the door asks for a link."""
    client = TestClient(make_app(open_desk(tmp_path)), base_url=HOST)
    assert [client.get(path).status_code for path in ("/", "/jetzt", "/ereignisse")] == [401] * 3
    assert "neuen" in read_words(client.get("/jetzt").text)


def test_a_one_time_link_opens_one_session(tmp_path: Path) -> None:
    """Looking at the link does not use it up; the second browser is sent away."""
    desk = open_desk(tmp_path)
    token = desk.register.issue("organiser", "Wart", hours=1, once=True)
    first, second = (TestClient(make_app(desk), base_url=HOST) for _ in range(2))
    assert first.get(f"/l/{token}").status_code == 200
    assert first.get(f"/herein/{token}").status_code == 200
    assert second.get(f"/herein/{token}").status_code == 401
    assert first.get("/jetzt").status_code == 200


def test_a_withdrawn_link_ends_its_sessions(tmp_path: Path) -> None:
    """Whoever came in with it is out at once."""
    desk = open_desk(tmp_path)
    client = visit(desk, "referee")
    desk.register.withdraw(desk.register.list_open()[0].id)
    assert client.get("/jetzt").status_code == 401


def test_a_form_of_elsewhere_changes_nothing(tmp_path: Path) -> None:
    """Without the session's own mark, or from another origin, nothing is taken."""
    client = visit(open_desk(tmp_path), "organiser")
    assert client.post("/sprache", data={"lang": "en"}, follow_redirects=False).status_code == 303
    assert client.post("/sprache", data={"lang": "en"}, headers={"x-csrf": "x"}).status_code == 403
    assert client.post("/sprache", data={"lang": "en"}, headers={"origin": "http://evil.example"}).status_code == 403


def test_every_answer_forbids_foreign_scripts(tmp_path: Path) -> None:
    """The policy stands on pages, on files and on refusals."""
    client = visit(open_desk(tmp_path), "public")
    for path in ("/jetzt", "/static/desk.css", "/nichts"):
        policy = client.get(path).headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy


def test_guesses_are_counted(tmp_path: Path) -> None:
    """After ten wrong links an address must wait, even with a good one."""
    desk = open_desk(tmp_path)
    client = TestClient(make_app(desk), base_url=HOST)
    assert [client.get("/herein/falsch").status_code for _ in range(11)] == [401] * 10 + [429]
    assert client.get(f"/herein/{desk.register.issue('public', '', hours=1)}").status_code == 429


def test_browsers_say_where_a_form_comes_from(tmp_path: Path) -> None:
    """Told "no-referrer" they would send our own forms with "Origin: null", as if from elsewhere."""
    client = visit(open_desk(tmp_path), "public")
    assert client.get("/hilfe").headers["referrer-policy"] == "same-origin"
    assert client.post("/sprache", data={"lang": "en"}, headers={"origin": "null"}).status_code == 403
