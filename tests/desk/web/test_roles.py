"""Every role on every address: what is not promised to a role is refused, and no address is forgotten here."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi import APIRouter, FastAPI
from fastapi.testclient import TestClient

from desk.web.access import ROLES, Role
from desk.web.page_kit import ADDRESSES, PAGES
from desk.web.serve import make_app
from tests.desk.paper import ROUND
from tests.desk.web.visitors import HOST, open_desk, read_session, visit

ANYONE: tuple[Role, ...] = ROLES
SENDERS: tuple[Role, ...] = ("organiser", "referee", "table")
WATCHERS: tuple[Role, ...] = ("organiser", "referee", "table", "public")
KEYER: tuple[Role, ...] = ("keyer",)
TYPISTS: tuple[Role, ...] = ("organiser", "referee", "keyer")
DECIDERS: tuple[Role, ...] = ("organiser", "referee")
ORGANISER: tuple[Role, ...] = ("organiser",)
TABLE: tuple[Role, ...] = ("table",)
PROMISED: dict[str, tuple[Role, ...]] = {
    "GET /": ANYONE,
    "GET /hilfe": ANYONE,
    "POST /sprache": ANYONE,
    "GET /ereignisse": ANYONE,
    "GET /stand": WATCHERS,
    "GET /stand/wand": WATCHERS,
    "POST /s": ORGANISER,
    "GET /s/code.svg": WATCHERS,
    "GET /sitzplan": WATCHERS,
    "GET /uhr": WATCHERS,
    "POST /uhr": DECIDERS,
    "GET /foto": SENDERS,
    "POST /foto": SENDERS,
    "GET /foto/teil/{upload}": SENDERS,
    "POST /foto/teil/{upload}": SENDERS,
    "GET /foto/bild/{sha256}": SENDERS,
    "GET /foto/bild/{key}/{field}": TABLE,
    "POST /foto/antwort": TABLE,
    "POST /foto/aufnehmen": DECIDERS,
    "GET /jetzt": DECIDERS,
    "GET /pruefen": DECIDERS,
    "GET /pruefen/gruppe": DECIDERS,
    "GET /pruefen/{item}": DECIDERS,
    "GET /pruefen/{item}/neu": DECIDERS,
    "POST /pruefen/{item}": DECIDERS,
    "POST /pruefen/zurueck": DECIDERS,
    "GET /bogen": DECIDERS,
    "POST /bogen/{key}/zurueck": DECIDERS,
    "GET /bogen/{key}": DECIDERS,
    "GET /bild/feld/{key}/{field}": DECIDERS,
    "GET /bild/kreuze/{item}": DECIDERS,
    "GET /bild/kopf/{key}": DECIDERS,
    "GET /eintragen/{number}/{table}": TYPISTS,
    "POST /eintragen/{number}/{table}": TYPISTS,
    "GET /bild/bogen/{key}": DECIDERS,
    "GET /gegenlesen": DECIDERS,
    "POST /gegenlesen": DECIDERS,
    "GET /lesen": KEYER,
    "POST /lesen": KEYER,
    "POST /lesen/zurueck": KEYER,
    "GET /lesen/bild/feld/{item}/{field}": KEYER,
    "GET /lesen/bild/zeile/{item}/{field}": KEYER,
    "GET /akte": DECIDERS,
    "POST /akte/zurueck": DECIDERS,
    "GET /akte/zeile/{item}": DECIDERS,
    "GET /akte/zeile/{item}/nachweis.pdf": DECIDERS,
    "GET /akte/zeile/{item}/bild": DECIDERS,
    "POST /akte/zurueck/{number}": ORGANISER,
    "GET /zuerkennungen": DECIDERS,
    "POST /zuerkennungen": DECIDERS,
    "GET /turnierform": ORGANISER,
    "POST /turnierform": ORGANISER,
    "GET /spielerliste": ORGANISER,
    "POST /spieler/startgeld": ORGANISER,
    "POST /spielerliste": ORGANISER,
    "GET /einstellungen": ORGANISER,
    "GET /einstellungen/regeln": ORGANISER,
    "POST /einstellungen/title": ORGANISER,
    "POST /einstellungen/rounds": ORGANISER,
    "POST /einstellungen/rules": ORGANISER,
    "POST /einstellungen/prizes": ORGANISER,
    "GET /eigene-liste": ORGANISER,
    "POST /eigene-liste": ORGANISER,
    "GET /eigene-liste/bild/{word}/{which}": ORGANISER,
    "POST /eigene-liste/spalten": ORGANISER,
    "POST /eigene-liste/nehmen": ORGANISER,
    "POST /eigene-liste/frueher": ORGANISER,
    "POST /eigene-liste/keine": ORGANISER,
    "POST /eigene-liste/papier": ORGANISER,
    "POST /eigene-liste/verwerfen": ORGANISER,
    "GET /auslosung": ORGANISER,
    "POST /auslosung": ORGANISER,
    "GET /drucken": ORGANISER,
    "POST /stand/abschliessen": ORGANISER,
    "POST /stand/oeffnen": ORGANISER,
    "GET /aushang": WATCHERS,
    "POST /aushang/datei": WATCHERS,
    "POST /aushang/sitzplan/{number}.pdf": ORGANISER,
    "GET /aushang/zeile": DECIDERS,
    "GET /aushang/kasse": ORGANISER,
    "POST /aushang/sicherung": ORGANISER,
    "GET /aushang/nachrechnen": ORGANISER,
    "POST /aushang/nachrechnen": ORGANISER,
    "POST /aushang/nachrechnen/notiert": ORGANISER,
    "GET /aushang/mappe": ORGANISER,
    "POST /aushang/mappe": ORGANISER,
    "POST /aushang/mappe/uebernehmen": ORGANISER,
    "GET /statistik": WATCHERS,
    "GET /statistik/datei": ORGANISER,
    "GET /saison": ORGANISER,
    "GET /saison/datei/{kind}": ORGANISER,
    "POST /saison/namen": ORGANISER,
    "GET /saison/statistik": ORGANISER,
    "POST /saison/dazu": ORGANISER,
    "GET /zugang": ORGANISER,
    "POST /zugang": ORGANISER,
    "POST /zugang/netz": ORGANISER,
    "POST /zugang/{id_}/zurueckziehen": ORGANISER,
    "GET /zugang/{id_}.svg": ORGANISER,
    "GET /spieler": ORGANISER,
    "POST /spieler": ORGANISER,
    "GET /spieler/{start}": WATCHERS,
    "GET /spieler/{start}/nachweis.pdf": WATCHERS,
    "GET /akte/spieler.pdf": DECIDERS,
    "GET /akte/bogen/{key}/nachweis.pdf": DECIDERS,
    "POST /spieler/{start}/bezahlt": ORGANISER,
    "POST /spieler/{start}/name": ORGANISER,
    "POST /spieler/{start}/abmelden": ORGANISER,
    "POST /spieler/{start}/vertretung": ORGANISER,
    "POST /spieler/{start}/aussetzen": ORGANISER,
    "POST /spieler/{start}/platz": ORGANISER,
    "POST /spieler/tauschen": ORGANISER,
    "POST /spieler/auslosen": ORGANISER,
    "POST /spieler/auslosung": ORGANISER,
    "POST /spieler/runde/{number}.pdf": ORGANISER,
}
"""What each address is promised to. The two below are the door, which everybody may try."""
DOOR = ("GET /s", "GET /l/{token}", "GET /herein/{token}")
FILLED = {
    "{item}": "r1.t1.g1",
    "{key}": "r1.t1",
    "{field}": "g01.p1",
    "{id_}": "x",
    "{start}": "1",
    "{kind}": "pdf",
    "{sha256}": "00" * 32,
    "{upload}": "00112233445566aa",
    "{number}": "1",
    "{word}": "x",
    "{which}": "0",
}
REFUSED = 403


def list_addresses(app: FastAPI) -> Iterator[str]:
    """Method and path of every address of the server, as its routers have them."""
    for included in app.routes:
        router = getattr(included, "original_router", None)
        if isinstance(router, APIRouter):
            for route in router.routes:
                yield from (f"{method} {route.path}" for method in sorted(route.methods))  # type: ignore[attr-defined]


def test_no_address_is_forgotten(tmp_path: Path) -> None:
    """The table above has every address of the server, and no other."""
    assert sorted(list_addresses(make_app(open_desk(tmp_path)))) == sorted((*PROMISED, *DOOR))


@pytest.mark.parametrize("role", ROLES)
def test_a_menu_leads_nowhere_that_is_refused(role: Role) -> None:
    """Each page of a role's menu is promised to it."""
    assert [page for page in PAGES[role] if role not in PROMISED[f"GET {ADDRESSES[page]}"]] == []


@pytest.mark.slow
@pytest.mark.parametrize("role", ROLES)
def test_a_role_has_what_is_promised(tmp_path: Path, role: Role) -> None:
    """Every other address is refused, with our own form and session, before anything is looked up."""
    client = visit(open_desk(tmp_path, ROUND), role, table=1 if role == "table" else None)
    answers = {address: ask(client, address) for address in PROMISED if address != "GET /ereignisse"}
    for address, status in answers.items():
        assert (status == REFUSED) == (role not in PROMISED[address]), (address, status)
        assert status < 500, (address, status)


def test_strangers_are_sent_away(tmp_path: Path) -> None:
    """Without a session, and with one that somebody made up or changed, every address says so."""
    desk = open_desk(tmp_path, ROUND)
    name, good = read_session(visit(desk, "organiser"))
    other = "B" if good[-9] == "A" else "A"  # not the last letter, some of whose bits say nothing
    for cookie in ("", "x", f"{good}x", good[:-9] + other + good[-8:], good.split(".")[0]):
        with TestClient(make_app(desk), base_url=HOST, cookies={name: cookie}) as client:
            assert {ask(client, address) for address in PROMISED} <= {401, 403}, cookie


@pytest.mark.parametrize(
    "path",
    [
        "/static/../desk.py",
        "/static/%2e%2e/desk.py",
        "/static/..%2f..%2fweb%2fdesk.py",
        "/bild/bogen/..%2f..%2fabend.kiebitz",
        "/bild/feld/r1.t1/..%2f..%2fabend",
        "/akte/zeile/..%2f..%2fabend.kiebitz/nachweis.pdf",
        "/zugang/..%2flinks.svg",
    ],
)
def test_paths_lead_nowhere(tmp_path: Path, path: str) -> None:
    """No address takes a path: what looks like one is not found."""
    assert visit(open_desk(tmp_path, ROUND), "organiser").get(path).status_code == 404


def ask(client: TestClient, address: str) -> int:
    """The status of the answer; posts carry nothing but the session's own mark."""
    method, path = address.split(" ")
    for gap, value in FILLED.items():
        path = path.replace(gap, value)
    return client.request(method, path, follow_redirects=False).status_code
