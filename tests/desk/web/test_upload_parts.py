"""One photograph a request: what arrived of a cut upload is kept, and nothing counts twice."""

from __future__ import annotations

import json
import os
import time
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from desk.web import inbox, upload_parts
from desk.web.inbox import Inbox
from desk.web.running_desk import Desk
from desk.web.sender_turns import Allowance
from tests.desk.web.sockets import JPEG, Server, open_server, read_answer
from tests.desk.web.test_photos import list_stored
from tests.desk.web.visitors import open_desk, visit
from tournament.record.entries import hash_bytes

UPLOAD = "00112233445566778899aabbccddeeff"
PHOTO = JPEG + bytes(range(256)) * 400


def ask(client: TestClient, size: int = len(PHOTO), upload: str = UPLOAD) -> dict[str, Any]:
    """What the server says is there of the upload."""
    answer: dict[str, Any] = client.get(f"/foto/teil/{upload}?groesse={size}").json()
    return answer


def send(client: TestClient, photo: bytes, start: int = 0, size: int = 0, upload: str = UPLOAD) -> dict[str, Any]:
    """Sends these bytes of the upload."""
    answer: dict[str, Any] = client.post(
        f"/foto/teil/{upload}?ab={start}&groesse={size or len(photo)}", content=photo
    ).json()
    return answer


def test_an_upload_goes_on_where_it_stopped(tmp_path: Path) -> None:
    """The browser asks how much is there, and sends the rest; whoever asks again hears that all is there."""
    desk = open_desk(tmp_path)
    client = visit(desk, "table", 1)
    assert ask(client) == {"bytes": 0, "receipt": "", "wait_s": 0.0}
    assert send(client, PHOTO[:1000], size=len(PHOTO)) == {"bytes": 1000, "receipt": "", "wait_s": 0.0}
    assert ask(client)["bytes"] == 1000
    assert list_stored(desk) == []
    assert send(client, PHOTO[900:], 900, len(PHOTO))["receipt"] == "new"  # a dead connection brought more meanwhile
    assert ask(client) == {"bytes": len(PHOTO), "receipt": "again", "wait_s": 0.0}
    assert send(client, PHOTO)["receipt"] == "again"
    assert list_stored(desk) == [f"{hash_bytes(PHOTO)[:16]}.jpg"]
    assert list(desk.inbox.parts._folder.iterdir()) == []


def test_a_gap_is_never_left(tmp_path: Path) -> None:
    """Bytes behind those that are there are not taken; the answer says where to begin. Nor is anything beyond the
    end."""
    client = visit(open_desk(tmp_path), "table", 1)
    assert send(client, PHOTO[2000:], 2000, len(PHOTO))["bytes"] == 0
    assert client.post(f"/foto/teil/{UPLOAD}?ab=0&groesse=10", content=PHOTO[:11]).status_code == 400
    assert ask(client)["bytes"] == 0


def test_a_link_sees_its_own_uploads_only(tmp_path: Path) -> None:
    """The same id of another link is another upload."""
    desk = open_desk(tmp_path)
    one, other = visit(desk, "table", 1), visit(desk, "table", 2)
    send(one, PHOTO[:500], size=len(PHOTO))
    assert ask(other)["bytes"] == 0
    assert visit(desk, "public").get(f"/foto/teil/{UPLOAD}?groesse=1").status_code == 403
    assert one.get("/foto/teil/..%2f..?groesse=1").status_code in (404, 422)
    assert one.get("/foto/teil/ABC?groesse=1").status_code == 422


def test_what_a_link_may_not_send_yet_waits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is told for how long, and is neither taken nor lost; the bytes of a cut upload count once."""
    monkeypatch.setattr(inbox, "FOR_TABLE", Allowance(2, 2 * len(PHOTO)))
    client = visit(open_desk(tmp_path), "table", 1)
    send(client, PHOTO[:50_000], size=len(PHOTO))
    assert send(client, PHOTO[50_000:], 50_000, len(PHOTO))["receipt"] == "new"
    assert send(client, PHOTO[::-1][:100], upload="a" * 16)["receipt"] == "no-photo"
    assert ask(client, 100, "a" * 16)["receipt"] == "no-photo"  # also for whoever never got the answer
    assert 3000 < ask(client, 10, "b" * 16)["wait_s"] <= 3600
    assert send(client, PHOTO[:10], upload="b" * 16)["wait_s"] > 3000
    assert client.post(f"/foto/teil/{'c' * 16}?ab=0&groesse=9", content=bytes(2_000_000)).status_code == 413


def test_a_photograph_that_is_too_large_is_not_received(tmp_path: Path) -> None:
    """Its announced length is enough."""
    desk = open_desk(tmp_path)
    desk.inbox = Inbox(tmp_path / "state.json", desk.photo_folder, most_bytes=2_000_000)
    client = visit(desk, "organiser")
    assert client.post(f"/foto/teil/{UPLOAD}?ab=0&groesse=2000001", content=JPEG + bytes(2_000_000)).status_code == 413
    assert send(client, JPEG + bytes(2_000_000 - len(JPEG)))["receipt"] == "new"


def test_unfinished_uploads_do_not_pile_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A link has so many at most, and those of yesterday are deleted."""
    monkeypatch.setattr(upload_parts, "MOST_PARTS", 2)
    desk = open_desk(tmp_path)
    client = visit(desk, "table", 1)
    for upload in ("a" * 16, "b" * 16):
        send(client, PHOTO[:10], size=99, upload=upload)
    assert ask(client)["wait_s"] == 60
    assert ask(client, 99, "a" * 16)["wait_s"] == 0
    next(desk.inbox.parts._folder.glob(f"*{'b' * 16}*")).write_bytes(b"")  # cut before its first byte
    assert ask(client, 99, "b" * 16)["wait_s"] == 0
    for part in desk.inbox.parts._folder.iterdir():
        os.utime(part, (time.time() - 90_000,) * 2)
    assert ask(client)["wait_s"] == 0
    assert list(desk.inbox.parts._folder.iterdir()) == []


def read_json(answer: str) -> dict[str, Any]:
    """The content of an answer."""
    found: dict[str, Any] = json.loads(answer.partition("\r\n\r\n")[2])
    return found


def ask_socket(server: Server) -> dict[str, Any]:
    """What the server says is there, over a connection of its own."""
    with server.connect() as line:
        line.sendall(server.write_head("GET", f"/foto/teil/{UPLOAD}?groesse={len(PHOTO)}"))
        return read_json(read_answer(line))


def test_every_tenth_of_an_upload_survives_a_cut(tmp_path: Path) -> None:
    """Ten cuts, each at a place further on: the eleventh connection brings the rest, and the photograph is there
    once."""
    desk = open_desk(tmp_path)
    with open_server(desk, "table") as server:
        for tenth in range(10):
            there = ask_socket(server)["bytes"]
            with server.connect() as line:
                send_part(server, line, there, PHOTO[there : len(PHOTO) * tenth // 10])
                wait_for_bytes(desk, len(PHOTO) * tenth // 10)
        there = ask_socket(server)["bytes"]
        assert there == len(PHOTO) * 9 // 10
        with server.connect() as line:
            send_part(server, line, there, PHOTO[there:])
            assert read_json(read_answer(line))["receipt"] == "new"
    assert list_stored(desk) == [f"{hash_bytes(PHOTO)[:16]}.jpg"]


def send_part(server: Server, line: Any, start: int, content: bytes) -> None:
    """Sends so much of a request that announces all the rest."""
    head = server.write_head("POST", f"/foto/teil/{UPLOAD}?ab={start}&groesse={len(PHOTO)}", len(PHOTO) - start)
    line.sendall(head + content)


def wait_for_bytes(desk: Desk, least: int) -> None:
    """Until the server has written what reached it."""
    for _ in range(500):
        if sum(one.stat().st_size for one in desk.inbox.parts._folder.glob("*")) >= least:
            return
        time.sleep(0.01)
    raise AssertionError(least)


def test_a_form_that_is_cut_keeps_what_arrived(tmp_path: Path) -> None:
    """Three photographs and a half: three are there."""
    desk = open_desk(tmp_path)
    parts = b"".join(
        f'--xx\r\nContent-Disposition: form-data; name="photos"; filename="{n}.jpg"\r\n\r\n'.encode()
        + PHOTO
        + bytes([n])
        + b"\r\n"
        for n in range(4)
    )
    with open_server(desk, "table") as server, server.connect() as line:
        line.sendall(server.write_head("POST", "/foto", len(parts) + 8) + parts[: len(parts) - len(PHOTO) // 2])
        for _ in range(500):
            if len(list_stored(desk)) == 3:
                break
            time.sleep(0.01)
    assert len(list_stored(desk)) == 3
    assert len(desk.inbox.list_sent()) == 3
