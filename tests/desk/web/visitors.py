"""A desk with a small tournament, and visitors of every role."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from fastapi.testclient import TestClient

from desk.web.access import Register, Role
from desk.web.running_desk import Desk
from desk.web.serve import make_app, make_start_app
from desk.web.start.evening_house import House
from tests.desk.paper import ROUND, sheet
from tests.tournament.filing.files import NAMES, open_tournament, put_in

HOST = "http://testserver"
HERE = "http://127.0.0.1:8765"
"""The start page's address."""
WRONG = ROUND.replace("+2 +2 -2 -2", "+3 +2 -2 -2", 1)
"""A round whose fifth game does not sum to zero."""

BESIDE = (
    "/stand/wand",
    "/bogen/r1.t1",
    "/bogen/r1.t2?feld=g05.p1",
    "/pruefen/gruppe",
    "/eintragen/2/1",
    "/statistik",
    "/saison",
    "/turnierform",
    "/zuerkennungen",
    "/spielerliste",
    "/spieler/1",
    "/akte/zeile/r1.t2.g5",
)
"""Pages to which no menu leads."""


def open_desk(folder: Path, *sheets: str) -> Desk:
    """Eight players at two tables, one round drawn; a sheet as text for each table."""
    path = folder / "abend.kiebitz"
    with path.open("xb") as file:
        file.write(_make_evening(sheets))
    return Desk(str(path), Register(folder / "links.json"), "de")


@cache
def _make_evening(sheets: tuple[str, ...]) -> bytes:
    """The file of such an evening, which each worker makes once."""
    with TemporaryDirectory() as folder:
        store = open_tournament(Path(folder), drawn=1)
        for table, text in enumerate(sheets, 1):
            names = NAMES[4 * table - 4 : 4 * table]
            put_in(store, sheet(f"tisch{table}.jpg", text, table=table, names=names))
        return Path(store.where).read_bytes()


def visit(desk: Desk, role: Role, table: int | None = None) -> TestClient:
    """A browser with a session of that role, which sends what our forms send."""
    client = TestClient(make_app(desk), base_url=HOST)
    token = desk.register.issue(role, f"{role} 1", hours=1, table=table)
    assert client.get(f"/herein/{token}", follow_redirects=False).status_code == 303
    visitor = desk.register.find_visitor(read_session(client)[1])
    assert visitor is not None
    client.headers |= {"x-csrf": visitor.csrf, "origin": HOST}
    return client


def read_session(client: TestClient) -> tuple[str, str]:
    """Name and value of the session's cookie."""
    return next((name, value) for name, value in client.cookies.items() if name.startswith("kiebitz-"))


def read_words(html: str) -> str:
    """What a person reads of a page, with the minus of a keyboard."""
    joined = re.sub(r'<span class="whole">([^<]*)</span>', r"\1", html)
    return " ".join(re.sub(r"<[^>]*>", " ", joined).split()).replace("\N{MINUS SIGN}", "-")


def enter(house: House) -> TestClient:
    """This computer's browser on the start page, which sends what its forms send."""
    client = TestClient(make_start_app(house), base_url=HERE, follow_redirects=False)
    assert client.get(f"/herein/{house.register.issue('organiser', 'Wart', hours=1, once=True)}").status_code == 303
    visitor = house.register.find_visitor(read_session(client)[1])
    assert visitor is not None
    client.headers |= {"x-csrf": visitor.csrf, "origin": HERE}
    return client
