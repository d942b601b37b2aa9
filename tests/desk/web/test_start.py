"""The start page: for this computer only, and the way into every evening."""

from __future__ import annotations

import os
import re
from contextlib import suppress
from functools import partial
from pathlib import Path
from socket import create_connection, create_server

import pytest
from fastapi.testclient import TestClient

from desk.web import network_door, page_kit
from desk.web.access import Register, find_register
from desk.web.page_lock import hold_page
from desk.web.recent_evenings import name_evening
from desk.web.serve import make_app, make_start_app
from desk.web.start import start_page
from desk.web.start.evening_house import House, find_start_lock
from desk.web.start.evening_progress import Progress
from tests.desk.paper import ROUND
from tests.desk.web.readers import wait_until
from tests.desk.web.test_roles import DOOR, list_addresses
from tests.desk.web.visitors import HERE, WRONG, enter, open_desk, read_words
from tests.own_folders import name_documents
from tests.tournament.filing.files import open_tournament
from tournament.record.facts import Closed
from tournament.record.open_store import open_store


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


def test_every_address_of_the_start_server_asks_for_a_session(house: House) -> None:
    """And for the mark of its own forms, and for one of this computer's names; only the door may be tried."""
    app, client = make_start_app(house), enter(house)
    stranger = TestClient(app, base_url=HERE, follow_redirects=False)
    addresses = [one for one in list_addresses(app) if one not in DOOR]
    assert len(addresses) > 10
    for method, path in (one.replace("{", "").replace("}", "").split() for one in addresses):
        assert stranger.request(method, path).status_code == 401, path
        assert client.request(method, path, headers={"host": "kiebitz.example"}).status_code == 403, path
        if method == "POST":
            assert client.request(method, path, headers={"x-csrf": "x"}).status_code == 403, path


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


def test_a_folder_is_found_that_may_be_written(house: House, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the documents' folder is forbidden, the tournaments lie in the user's own."""
    (tmp_path / "documents").write_text("a file")
    for name, place in name_documents(tmp_path / "documents").items():
        monkeypatch.setenv(name, place)
    assert house.folder == tmp_path / "home" / "Kiebitz"
    assert enter(house).get("/").status_code == 200


def test_a_taken_port_is_told(house: House, tmp_path: Path) -> None:
    """Cards that were printed lead nowhere then: the start page says so, until the evening is opened anew."""
    where, client = open_tournament(tmp_path, drawn=1).where, enter(house)
    port = int(house.open_evening(where).split(":")[2].split("/")[0])
    house.close_evening(where)
    with create_server(("127.0.0.1", port)):
        assert f":{port}/" not in house.open_evening(where)
    assert "bitte unter „Zugänge“ neu drucken" in client.get("/").text
    house.close_evening(where)
    house.open_evening(where)
    assert "neu drucken" not in client.get("/").text


def test_what_another_process_serves_is_linked(house: House, tmp_path: Path) -> None:
    """With a link of the one register that both share; its pages are not served twice."""
    where = open_tournament(tmp_path, drawn=1).where
    tournament = house.recent.note(where)
    links = find_register(where, tournament.opening.key)
    with hold_page(links.with_suffix(".lock"), "http://192.168.1.7:8765"):
        token = house.open_evening(where).removeprefix("http://192.168.1.7:8765/herein/")
        assert house.find_served(where) is None
        assert Register(links).open_session(token) is not None
        assert "in einem anderen Fenster von Kiebitz, unter http://192.168.1.7:8765" in enter(house).get("/").text
    assert "anderen Fenster" not in enter(house).get("/").text


def test_the_start_page_tells_how_far_an_evening_is(house: House, tmp_path: Path) -> None:
    """From what was kept when it was closed; one that is gone can be taken off the list. None is opened for it."""
    client = enter(house)
    for name in ("leer", "da", "weg"):
        (tmp_path / name).mkdir()
    empty = open_tournament(tmp_path / "leer", names=()).where
    running, gone = open_desk(tmp_path / "da", ROUND, WRONG).where, open_tournament(tmp_path / "weg").where
    for where in (empty, gone, running):
        house.recent.note(where)
    assert read_words(client.get("/").text).count("8 Spieler, 2 Runden.") == 2
    told = "8 Spieler, 2 Runden. Runde 1 läuft, 1 Stelle ist zu prüfen. 1 offen"
    house.open_evening(running)
    assert f"Vereinsabend {told} Nur dieser Rechner findet" in read_words(client.get("/").text)
    recent = house.recent.find(name_evening(running))
    assert recent is not None
    assert client.post(f"/abend/{recent.id}/schliessen").status_code == 303
    Path(gone).unlink()
    words = read_words(client.get("/").text)
    assert [part in words for part in (told, "Noch ist niemand eingetragen.", "nicht mehr da, wo sie war:")] == [
        True
    ] * 3
    assert client.get(f"/abend/{name_evening(gone)}").status_code == 409
    assert client.post(f"/abend/{name_evening(gone)}/vergessen").status_code == 303
    assert [one.where for one in house.recent.list_all()] == [running, empty]
    assert [house.find_served(one.where) for one in house.recent.list_all()] == [None, None]


def test_a_round_that_is_not_played_is_not_counted(house: House, tmp_path: Path) -> None:
    """While the evening is open, and from what was kept when it was closed."""
    where, client = open_desk(tmp_path, ROUND).where, enter(house)
    open_store(where).append([Closed(2, "zu spät", ("r2",))], by="Eva")
    house.open_evening(where)
    assert "8 Spieler, 1 Runde." in read_words(client.get("/").text)
    client.post(f"/abend/{name_evening(where)}/schliessen")
    assert house.find_served(where) is None
    assert "8 Spieler, 1 Runde." in read_words(client.get("/").text)


def test_old_evenings_are_one_press_away(house: House, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The page shows the last ones at first, and says how many more there are."""
    monkeypatch.setattr(start_page, "FIRST_SHOWN", 1)
    for name in ("a", "b", "c"):
        (tmp_path / name).mkdir()
        house.recent.note(open_tournament(tmp_path / name).where)
    client = enter(house)
    assert "2 ältere Abende zeigen" in client.get("/").text
    assert [client.get(path).text.count("8 Spieler") for path in ("/", "/?alle=1")] == [1, 3]


def test_an_evening_is_told_in_one_sentence() -> None:
    """Whether somebody has won, and what is being played."""
    assert Progress(8, 2, winners=("Anna", "Çem")).say("de") == "8 Spieler, 2 Runden. Auf Platz 1: Anna und Çem."
    assert Progress(8, 2, (2, 1, 2)).say("de") == "8 Spieler, 2 Runden. Runde 2 läuft, 1 von 2 Bögen da."
    assert Progress(8, 2).say("en") == "8 players, 2 rounds."


def test_phones_come_in_by_a_switch(house: House, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of the start page or of the evening; where there is no network, a sentence says so. It is remembered, cards name
    the address in the network, and at the next venue the address is another one."""
    own = ["127.0.0.2"]
    monkeypatch.setattr(network_door, "find_own_address", lambda: own[0])
    where, client = open_tournament(tmp_path, drawn=1).where, enter(house)
    house.open_evening(where)
    served, (recent,) = house.find_served(where), house.recent.list_all()
    assert served is not None
    assert client.post(f"/abend/{recent.id}/netz", data={"way": "open"}).status_code == 303
    assert served.door.find_address() == f"http://127.0.0.2:{served.port}"
    assert can_connect("127.0.0.2", served.port)
    own[0] = "127.0.0.3"
    assert f"http://127.0.0.3:{served.port}" in client.get("/").text
    assert (can_connect("127.0.0.2", served.port), can_connect("127.0.0.3", served.port)) == (False, True)
    house.close_evening(where)
    assert not can_connect("127.0.0.3", served.port)
    house.open_evening(where)
    assert can_connect("127.0.0.3", served.port)
    assert client.post(f"/abend/{recent.id}/netz", data={"way": "shut"}).status_code == 303
    assert not can_connect("127.0.0.3", served.port)
    own[0] = "127.0.0.1"
    answer = client.post(f"/abend/{recent.id}/netz", data={"way": "open"})
    assert (answer.status_code, "zuerst mit dem WLAN verbinden" in answer.text) == (409, True)


def test_the_door_follows_the_computer_by_itself(house: House, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody looks at a page: the network goes, another one comes, and phones find the evening there."""
    own = ["127.0.0.2"]
    monkeypatch.setattr(network_door, "find_own_address", lambda: own[0])
    monkeypatch.setattr(network_door, "LOOK_S", 0.01)
    where = open_tournament(tmp_path, drawn=1).where
    house.open_evening(where)
    served = house.find_served(where)
    assert served is not None
    served.door.open()
    assert can_connect("127.0.0.2", served.port)
    own[0] = "127.0.0.1"
    wait_until(lambda: not can_connect("127.0.0.2", served.port))
    for there in ("127.0.0.3", "127.0.0.4"):
        own[0] = there
        wait_until(partial(can_connect, there, served.port))
    wait_until(lambda: not can_connect("127.0.0.3", served.port))
    house.close_evening(where)
    assert not can_connect("127.0.0.4", served.port)


def can_connect(host: str, port: int) -> bool:
    """Whether somebody listens there."""
    with suppress(OSError), create_connection((host, port), timeout=5):
        return True
    return False


def test_the_program_ends_from_its_page(house: House, tmp_path: Path) -> None:
    """It says what is closed by that."""
    ended: list[bool] = []
    house.end = lambda: ended.append(True)  # type: ignore[method-assign]
    house.open_evening(open_tournament(tmp_path, drawn=1).where)
    assert "ist beendet 1 Abend wurde geschlossen" in read_words(enter(house).post("/beenden").text)
    assert ended == [True]


def test_nobody_ends_it_unawares(house: House, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """While photographs are read or on their way, it asks, and says of which evening; an upload that nobody goes on
    with is none. Whoever says so ends it all the same."""
    ended: list[bool] = []
    monkeypatch.setattr(house, "end", lambda: ended.append(True))
    where, client = open_tournament(tmp_path, drawn=1).where, enter(house)
    house.open_evening(where)
    served = house.find_served(where)
    assert served is not None
    desk = served.desk
    assert "Alles ist gespeichert" in client.get("/beenden").text
    for upload in ("a" * 32, "b" * 32):
        with desk.inbox.parts.open("sender", upload) as part:
            part.write(b"half")
    (old,) = tmp_path.glob(f"**/*.{'b' * 32}.part")
    os.utime(old, (0, 0))
    monkeypatch.setattr(type(desk), "unread", property(lambda _: 2, lambda _desk, _number: None))
    words = read_words(client.post("/beenden").text)
    assert "Vereinsabend: 2 Fotos sind noch nicht gelesen, 1 Foto kommt gerade an Verloren geht nichts" in words
    assert ended == []
    assert "ist beendet" in client.post("/beenden", data={"sicher": "1"}).text
    assert ended == [True]


@pytest.mark.parametrize(("system", "asked"), [("win32", "fragt Windows"), ("darwin", "fragt der Mac"), ("linux", "")])
def test_the_firewalls_question_is_explained_beforehand(
    house: House, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, system: str, asked: str
) -> None:
    """On each page that lets phones in, while only this computer is let in, in the words of its own system."""
    monkeypatch.setitem(page_kit._get_environment().globals, "system", system)
    where, client = open_tournament(tmp_path, drawn=1).where, enter(house)
    house.open_evening(where)
    served = house.find_served(where)
    assert served is not None
    app = make_app(served.desk)
    app.state.door = served.door
    organiser = TestClient(app, base_url=HERE)
    organiser.get(f"/herein/{served.desk.register.issue('organiser', 'Eva', hours=1)}")
    pages = {path: organiser.get(path).text for path in ("/zugang", "/stand/wand")} | {"/": client.get("/").text}
    told = {path: asked in text if asked else "fragt dieser" in text.lower() for path, text in pages.items()}
    assert told == {"/zugang": True, "/": True, "/stand/wand": bool(asked)}


def test_the_version_and_the_way_to_a_newer_one(house: House) -> None:
    """In one line, and without looking anywhere."""
    assert re.search(r"Kiebitz \d+\.\d+\.\d+\. Eine neuere Fassung kommt als Datei", enter(house).get("/").text)


def test_a_browser_of_this_computer_is_led_back_in(house: House, tmp_path: Path) -> None:
    """By the start page where it runs, else by starting Kiebitz again; a phone is told to scan its card. Nobody is
    told to ask an organiser who is sitting there."""
    desk = open_desk(tmp_path)
    here = TestClient(make_app(desk), base_url=HERE, client=("127.0.0.1", 50_000))
    phone = TestClient(make_app(desk), base_url="http://192.168.1.7", client=("192.168.1.9", 50_000))
    answer = here.get("/jetzt")
    assert answer.status_code == 401
    assert "starten Sie Kiebitz noch einmal" in answer.text
    with hold_page(find_start_lock(), HERE):
        assert f'href="{HERE}/abend/{name_evening(desk.where)}"' in here.get("/jetzt").text
        assert "die Karte am Tisch noch einmal scannen" in phone.get("/jetzt").text
        assert HERE not in phone.get("/jetzt").text
    assert "Turnierleitung" not in read_words(answer.text)
