"""The start page: for this computer only, and the way into every evening."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from desk.web.serve import make_app, make_start_app
from desk.web.start.evening_house import House
from tests.desk.web.visitors import read_session
from tests.tournament.filing.files import open_tournament

HERE = "http://127.0.0.1:8765"


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[House]:
    """The evenings of one process, with the user's own folders below the test's."""
    for name in ("XDG_STATE_HOME", "XDG_CACHE_HOME", "XDG_DOCUMENTS_DIR", "HOME"):
        monkeypatch.setenv(name, str(tmp_path / "home"))
    house = House("de", make_app)
    yield house
    house.close()


def enter(house: House) -> TestClient:
    """This computer's browser on the start page, which sends what its forms send."""
    client = TestClient(make_start_app(house), base_url=HERE, follow_redirects=False)
    assert client.get(f"/herein/{house.register.issue('organiser', 'Wart', hours=1, once=True)}").status_code == 303
    visitor = house.register.find_visitor(read_session(client)[1])
    assert visitor is not None
    client.headers |= {"x-csrf": visitor.csrf, "origin": HERE}
    return client


def test_the_start_page_answers_this_computer_only(house: House) -> None:
    """Not without its link, not under a foreign name that leads here, and no form of elsewhere."""
    client = enter(house)
    assert client.get("/").status_code == 200
    assert TestClient(make_start_app(house), base_url=HERE).get("/").status_code == 401
    assert client.get("/", headers={"host": "kiebitz.example:8765"}).status_code == 403
    assert client.get("/", headers={"host": "127.0.0.1.example"}).status_code == 403
    assert client.post("/sprache", data={"lang": "en"}, headers={"origin": "http://evil.example"}).status_code == 403
    assert client.post("/sprache", data={"lang": "en"}, headers={"x-csrf": "x"}).status_code == 403
    assert client.post("/sprache", data={"lang": "en"}).status_code == 303


def test_an_evening_opens_at_its_own_address(house: House, tmp_path: Path) -> None:
    """A fresh link leads in; while the browser is let in, none is needed; the address holds after a restart."""
    where = open_tournament(tmp_path, drawn=1).where
    address, token = house.open_evening(where).split("/herein/")
    served = house.find_served(where)
    assert served is not None
    assert (served.address, served.moved) == (address, False)
    cookie = served.desk.register.open_session(token)
    port = address.rpartition(":")[2]
    assert house.open_evening(where, {f"kiebitz-{port}-{served.desk.register.name}": str(cookie)}) == f"{address}/"
    assert house.open_evening(where).startswith(f"{address}/herein/")
    house.close_evening(where)
    assert house.find_served(where) is None
    assert house.open_evening(where).startswith(f"{address}/herein/")
