"""The door of the page: links, sessions, and what every answer carries."""

from __future__ import annotations

import re
import stat
import sys
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from desk.web.access import Register
from desk.web.serve import make_app
from tests.desk.paper import ROUND
from tests.desk.web.visitors import HOST, WRONG, open_desk, read_words, visit


def test_the_evening_is_shown(tmp_path: Path) -> None:
    """The organiser's first page says what is in and what is open."""
    words = read_words(visit(open_desk(tmp_path, ROUND, WRONG), "organiser").get("/").text)
    assert "2 von 2 Bögen sind da." in words
    assert "1 Stelle prüfen" in words


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
    assert first.get(f"/herein/{token}").status_code == 200  # in already
    assert first.get("/jetzt").status_code == 200


def test_a_withdrawn_link_ends_its_sessions(tmp_path: Path) -> None:
    """Whoever came in with it is out at once."""
    desk = open_desk(tmp_path)
    client = visit(desk, "referee")
    desk.register.withdraw(desk.register.list_open()[0].id)
    assert client.get("/jetzt").status_code == 401


def test_a_link_ends_and_its_sessions_with_it(tmp_path: Path) -> None:
    """After its hours neither opens anything. The register can be read by its owner only."""
    now = [1000.0]
    register = Register(tmp_path / "links.json", lambda: now[0])
    token = register.issue("referee", "Rita", hours=1)
    cookie = register.open_session(token)
    assert cookie is not None
    assert register.find_visitor(cookie) is not None
    now[0] += 3601
    assert register.open_session(token) is None
    assert register.find_visitor(cookie) is None
    if sys.platform != "win32":
        assert stat.S_IMODE((tmp_path / "links.json").stat().st_mode) == 0o600


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
        for promise in ("default-src 'none'", "frame-ancestors 'none'", "form-action 'self'", "base-uri 'none'"):
            assert promise in policy
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


def test_a_session_lasts_as_long_as_its_link(tmp_path: Path) -> None:
    """Its cookie outlives the browser, and ends when the link does."""
    desk = open_desk(tmp_path)
    client = TestClient(make_app(desk), base_url=HOST)
    token = desk.register.issue("organiser", "Wart", hours=2, once=True)
    cookie = client.get(f"/herein/{token}", follow_redirects=False).headers["set-cookie"]
    assert 7190 <= int(re.search(r"Max-Age=(\d+)", cookie)[1]) <= 7200  # type: ignore[index]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("/stand?runde=1", "/stand?runde=1"),
        ("/zugang/x/zurueckziehen", "/"),  # only forms are sent there
        ("//evil.example/stand", "/"),
        ("", "/"),
    ],
)
def test_the_choice_of_language_stays_on_its_page(tmp_path: Path, before: str, after: str) -> None:
    """On that page of this server which the browser names, if it can be shown again."""
    client = visit(open_desk(tmp_path), "organiser")
    client.headers |= {"referer": f"{HOST}{before}" if before else "http://evil.example/stand"}
    answer = client.post("/sprache", data={"lang": "en"}, follow_redirects=False)
    assert answer.headers["location"] == after
