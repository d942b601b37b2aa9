"""Connections that are slow, broken, too large or too many: each ends, and the desk goes on."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from pathlib import Path
from select import select
from socket import IPPROTO_TCP, TCP_NODELAY, socket

import pytest

from desk.cli.evening_orders import DeskOrder
from desk.web import protection
from desk.web import serve as web_app
from desk.web.connections import TimedProtocol
from desk.web.protection import Rules
from tests.desk.web.sockets import JPEG, Server, open_server, read_answer, read_rest, write_upload
from tests.desk.web.test_roles import FILLED, PROMISED
from tests.desk.web.visitors import open_desk

LARGE = 300 * 1024 * 1024


def dribble(line: socket, data: bytes) -> int:
    """Sends byte after byte until the other end answers or is gone; how many bytes went out. Windows forgets an answer
    once it learns that a later byte was not taken."""
    for count, byte in enumerate(data):
        try:
            line.sendall(bytes([byte]))
        except OSError:
            return count
        if select([line], [], [], 0.03)[0]:
            return count + 1
    return len(data)


@pytest.mark.parametrize("kept", [False, True])
def test_a_head_that_never_ends_is_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, kept: bool) -> None:
    """Byte after byte buys no time, neither on a new connection nor after a whole request."""
    monkeypatch.setattr(TimedProtocol, "head_s", 0.3)
    with open_server(open_desk(tmp_path)) as server, server.connect() as line:
        if kept:
            line.sendall(server.write_head("GET", "/static/icon.svg"))
            assert read_answer(line).startswith("HTTP/1.1 200")
        assert dribble(line, b"GET /" + b"x" * 200) < 100


def test_an_answer_is_not_held_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nagle's algorithm would let a page wait for the other end to confirm its headers, 40 ms on Linux."""
    kept, plain = list[int](), TimedProtocol.on_response_complete

    def look(protocol: TimedProtocol) -> None:
        line = protocol.transport.get_extra_info("socket")
        kept.append(line.getsockopt(IPPROTO_TCP, TCP_NODELAY))
        plain(protocol)

    monkeypatch.setattr(TimedProtocol, "on_response_complete", look)
    with open_server(open_desk(tmp_path)) as server, server.connect() as line:
        line.sendall(server.write_head("GET", "/static/icon.svg"))
        assert read_answer(line).startswith("HTTP/1.1 200")
    assert kept
    assert all(kept)


def test_a_silent_connection_is_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It need not even begin to send."""
    monkeypatch.setattr(TimedProtocol, "head_s", 0.1)
    with open_server(open_desk(tmp_path)) as server, server.connect() as line:
        assert read_rest(line) == ""


@pytest.mark.parametrize("data", [b"\x00\x01\r\n\r\n", b"GET / HTTP/9\r\n\r\n", b"GET /" + b"x" * 70_000])
def test_what_is_no_request_gets_a_sentence(tmp_path: Path, data: bytes) -> None:
    """In German and English, and the connection ends."""
    with open_server(open_desk(tmp_path)) as server, server.connect() as line:
        line.sendall(data)
        head, _, words = read_rest(line).partition("\r\n\r\n")
    assert head.startswith("HTTP/1.1 400")
    assert "charset=utf-8" in head
    assert words == "Diese Anfrage ist nicht zu lesen. Bitte den Link noch einmal öffnen.\n" + (
        "This request cannot be read. Please open the link again."
    )


def test_a_body_that_dribbles_is_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With a sentence; nothing of it is kept."""
    monkeypatch.setattr(web_app, "Rules", partial(Rules, slowest_s=0.3))
    desk = open_desk(tmp_path)
    with open_server(desk) as server, server.connect() as line:
        line.sendall(server.write_head("POST", "/foto", 10_000))
        assert dribble(line, write_upload(bytes(500))) < 400
        answer = read_answer(line)
    assert answer.startswith("HTTP/1.1 408")
    assert "zu lange" in answer
    assert not desk.photo_folder.exists()


def test_a_body_longer_than_announced_is_cut(tmp_path: Path) -> None:
    """What goes on after the announced bytes is no second request."""
    desk = open_desk(tmp_path)
    whole = write_upload(JPEG)
    with open_server(desk) as server, server.connect() as line:
        line.sendall(server.write_head("POST", "/foto", len(whole)) + whole + whole)
        answer = read_rest(line)
    assert answer.startswith("HTTP/1.1 303")
    assert answer.count("HTTP/1.1 303") == 1
    assert len(list(desk.photo_folder.iterdir())) == 1


def test_a_phone_that_leaves_while_it_sends_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No photograph, no fault in the log, and the next one comes in."""
    logged: list[BaseException] = []
    monkeypatch.setattr(protection, "write_log", logged.append)
    desk = open_desk(tmp_path)
    with open_server(desk) as server:
        with server.connect() as line:
            line.sendall(server.write_head("POST", "/foto", 10_000) + write_upload(JPEG)[:90])
        assert send_photo(server, JPEG).startswith("HTTP/1.1 303")
    assert logged == []
    assert len(list(desk.photo_folder.iterdir())) == 1


@pytest.mark.parametrize(("path", "length"), [("/foto", LARGE * 2), ("/sprache", 2_000_000)])
def test_an_upload_that_says_it_is_too_large_is_not_read(tmp_path: Path, path: str, length: int) -> None:
    """The sentence comes although not a byte was sent; forms without photographs may be a megabyte."""
    with open_server(open_desk(tmp_path)) as server, server.connect() as line:
        line.sendall(server.write_head("POST", path, length))
        answer = read_answer(line)
    assert answer.startswith("HTTP/1.1 413")
    assert "weniger Fotos" in answer


def test_whoever_sends_on_still_reads_why_not(tmp_path: Path) -> None:
    """A browser shows the sentence only if it can first send what it has to send."""
    with open_server(open_desk(tmp_path)) as server, server.connect() as line:
        line.sendall(server.write_head("POST", "/sprache", 3_000_000))
        line.sendall(bytes(3_000_000))
        assert "weniger Fotos" in read_rest(line)


def test_nothing_of_a_strangers_body_is_read(tmp_path: Path) -> None:
    """Every address that takes anything refuses by the head alone; whoever may send no photographs gets no room."""
    posts = [path for method, _, path in (address.partition(" ") for address in PROMISED) if method == "POST"]
    with open_server(open_desk(tmp_path), "public") as server:
        for path in posts:
            for gap, value in FILLED.items():
                path = path.replace(gap, value)
            with server.connect() as line:
                line.sendall(replace(server, headers={}).write_head("POST", path, 100_000))
                assert read_answer(line).startswith("HTTP/1.1 401"), path
        with server.connect() as line:
            line.sendall(server.write_head("POST", "/foto", LARGE))
            assert read_answer(line).startswith("HTTP/1.1 413")


def test_others_are_let_in_only_where_somebody_says_so() -> None:
    """Without `--host` the page is to be had on this computer only."""
    assert DeskOrder._field_defaults["host"] == "127.0.0.1"


def test_no_header_hides_who_guesses(tmp_path: Path) -> None:
    """Guesses are counted by the address that they come from, whatever a proxy would say."""
    with open_server(open_desk(tmp_path)) as server, server.connect() as line:
        for guess in range(11):
            claims = replace(server, headers={"x-forwarded-for": f"10.0.0.{guess}"})
            line.sendall(claims.write_head("GET", "/herein/x"))
            status = read_answer(line).split()[1]
    assert status == "429"


def test_fifty_uploads_at_once_all_arrive(tmp_path: Path) -> None:
    """Each is answered, each photograph is there once and whole."""
    desk = open_desk(tmp_path)
    photos = [JPEG + bytes([n]) * 100_000 for n in range(50)]
    with open_server(desk, "table") as server, ThreadPoolExecutor(50) as senders:
        answers = list(senders.map(partial(send_photo, server), photos))
    assert {answer.partition("\r\n")[0].split()[1] for answer in answers} == {"303"}
    assert sorted(path.read_bytes() for path in desk.photo_folder.iterdir()) == sorted(photos)
    assert len(desk.inbox.list_sent()) == 50


def send_photo(server: Server, photo: bytes) -> str:
    """The answer to a photograph that is sent."""
    body = write_upload(photo)
    with server.connect() as line:
        line.sendall(server.write_head("POST", "/foto", len(body)) + body)
        return read_answer(line)
