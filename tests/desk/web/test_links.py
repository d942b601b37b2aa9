"""Links that are handed out: made by role, drawn as QR codes, withdrawn; their addresses come from the request."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from desk.web.access import Register
from desk.web.running_desk import Desk
from desk.web.serve import make_app
from tests.desk.web.visitors import HOST, open_desk, read_session, read_words, visit
from tests.tournament.filing.files import open_tournament


def list_roles(desk: Desk) -> list[tuple[str, str, int | None]]:
    """Role, name and table of each good link but the organiser's."""
    return [(one.role, one.name, one.table) for one in desk.register.list_open() if one.role != "organiser"]


def test_every_table_gets_its_link(tmp_path: Path) -> None:
    """One press makes them all; a second makes none twice; each opens a session of its table."""
    desk = open_desk(tmp_path)
    client = visit(desk, "organiser")
    for _ in range(2):
        answer = client.post("/zugang", data={"role": "table", "hours": 24})
    assert list_roles(desk) == [("table", "Tisch 1", 1), ("table", "Tisch 2", 2)]
    links = re.findall(rf'href="{HOST}(/l/[^"]+)"', answer.text)
    guest = TestClient(make_app(desk), base_url=HOST)
    guest.get(links[-1].replace("/l/", "/herein/"))
    visitor = desk.register.find_visitor(read_session(guest)[1])
    assert visitor is not None
    assert visitor.access.table == 2


def test_without_a_draw_there_are_no_tables(tmp_path: Path) -> None:
    """A sentence says what to do first."""
    desk = Desk(open_tournament(tmp_path).where, Register(tmp_path / "links.json"), "de")
    answer = visit(desk, "organiser").post("/zugang", data={"role": "table", "hours": 24})
    assert answer.status_code == 409
    assert "zuerst auslosen" in read_words(answer.text)


def test_a_referee_has_a_name(tmp_path: Path) -> None:
    """Decisions are signed with it; whatever it is, the page shows it as text."""
    desk = open_desk(tmp_path)
    client = visit(desk, "organiser")
    assert client.post("/zugang", data={"role": "referee", "hours": 6, "name": "  "}).status_code == 409
    html = client.post("/zugang", data={"role": "referee", "hours": 6, "name": "<script>Rita"}).text
    assert list_roles(desk) == [("referee", "<script>Rita", None)]
    assert "<script>Rita" not in html


def test_no_link_lasts_for_ever(tmp_path: Path) -> None:
    """Roles and hours are those of the form."""
    desk = open_desk(tmp_path)
    client = visit(desk, "organiser")
    assert client.post("/zugang", data={"role": "king", "hours": 6}).status_code == 422
    client.post("/zugang", data={"role": "public", "hours": 999999})
    start, made = (one.until for one in desk.register.list_open())
    assert made < start + 6 * 3600


def test_a_deputy_is_invited_by_name(tmp_path: Path) -> None:
    """With a code that lets one device in; then it shows no code any more, and signs decisions with that name."""
    desk = open_desk(tmp_path)
    client = visit(desk, "organiser")
    assert client.post("/zugang", data={"role": "organiser", "hours": 6, "name": " "}).status_code == 409
    html = client.post("/zugang", data={"role": "organiser", "hours": 6, "name": "Vera"}).text
    vera = desk.register.list_open()[1]
    assert (vera.role, vera.name, vera.once) == ("organiser", "Vera", True)
    (link,) = re.findall(rf'href="{HOST}(/l/[^"]+)"', html.split("Vera", 1)[1])
    assert client.get(f"/zugang/{vera.id}.svg").status_code == 200
    first, second = (TestClient(make_app(desk), base_url=HOST) for _ in range(2))
    assert first.get(link.replace("/l/", "/herein/")).status_code == 200
    assert second.get(link.replace("/l/", "/herein/")).status_code == 401
    assert first.get("/zugang").status_code == 200
    assert client.get(f"/zugang/{vera.id}.svg").status_code == 404
    client.post(f"/zugang/{vera.id}/zurueckziehen")
    assert first.get("/zugang").status_code == 401


def test_a_link_is_withdrawn(tmp_path: Path) -> None:
    """It is gone from the page; the organiser's own stays."""
    desk = open_desk(tmp_path)
    client = visit(desk, "organiser")
    client.post("/zugang", data={"role": "public", "hours": 6})
    own, public = desk.register.list_open()
    assert client.post(f"/zugang/{public.id}/zurueckziehen").status_code == 200
    assert client.post(f"/zugang/{own.id}/zurueckziehen").status_code == 409
    assert desk.register.list_open() == (own,)
    assert client.get(f"/zugang/{public.id}.svg").status_code == 404


def test_the_code_is_a_picture_of_its_own(tmp_path: Path) -> None:
    """SVG without script or style, and not for a one-time link that was used."""
    desk = open_desk(tmp_path)
    client = visit(desk, "organiser")
    desk.register.open_session(desk.register.issue("organiser", "Wart", hours=1, once=True))
    own, once = desk.register.list_open()
    code = client.get(f"/zugang/{own.id}.svg")
    assert code.headers["content-type"] == "image/svg+xml"
    assert not re.search(r"<script|style=|<style", code.text)
    assert client.get(f"/zugang/{once.id}.svg").status_code == 404


@pytest.mark.parametrize("host", ["evil.example/x?", 'a"onload=x', "a b", "<b>", "x:y", ""])
def test_an_address_that_is_none_is_refused(tmp_path: Path, host: str) -> None:
    """A link never carries what no browser would have sent as the host."""
    client = visit(open_desk(tmp_path), "organiser")
    assert client.get("/zugang", headers={"host": host}).status_code == 403


def test_the_address_is_the_one_in_use(tmp_path: Path) -> None:
    """The link names the host by which this request came; on this computer only, that is said."""
    client = visit(open_desk(tmp_path), "organiser")
    html = client.get("/zugang", headers={"host": "192.168.1.7:8765"}).text
    assert "http://192.168.1.7:8765/l/" in html
    assert "nur auf diesem Rechner hinein" not in html
    assert "nur auf diesem Rechner hinein" in client.get("/zugang", headers={"host": "localhost:8765"}).text


@pytest.mark.parametrize("role", ["referee", "table", "public", "keyer"])
def test_only_the_organiser_hands_out_links(tmp_path: Path, role: str) -> None:
    """Nobody else sees, makes or withdraws one."""
    desk = open_desk(tmp_path)
    client = visit(desk, role)  # type: ignore[arg-type]
    own = desk.register.list_open()[0].id
    assert [client.get(path).status_code for path in ("/zugang", f"/zugang/{own}.svg")] == [403] * 2
    assert client.post("/zugang", data={"role": "public", "hours": 6}).status_code == 403
    assert client.post(f"/zugang/{own}/zurueckziehen").status_code == 403
