"""Uploads that are too large, too slow, or come when the disk is full: one sentence, and nothing stays behind."""

from __future__ import annotations

import asyncio
import errno
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from starlette.types import Message

from desk.web import protection
from desk.web import serve as web_app
from desk.web.protection import Protection, Rules
from desk.web.request_checks import count_allowed, refuse_head
from desk.web.running_desk import Desk
from desk.web.serve import make_app
from tests.desk.web.visitors import open_desk, read_session, read_words, visit

JPEG = b"\xff\xd8\xff"
BOUNDARY = "xx"
BEGIN = f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="photos"; filename="a.jpg"\r\n\r\n'.encode() + JPEG


def upload(desk: Desk, receive: Callable[[], Awaitable[Message]], rules: Rules) -> tuple[int, str]:
    """The answer to an upload that comes in part by part."""
    client = visit(desk, "organiser")
    headers = {
        "host": "testserver",
        "cookie": "=".join(read_session(client)),
        "x-csrf": str(client.headers["x-csrf"]),
        "content-type": f"multipart/form-data; boundary={BOUNDARY}",
    }
    app = make_app(desk)
    app.user_middleware.clear()
    app.add_middleware(Protection, explain=web_app._explain_number, rules=rules)
    sent: list[Message] = []

    async def send(message: Message) -> None:
        sent.append(message)

    scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": "POST",
        "scheme": "http",
        "path": "/foto",
        "raw_path": b"/foto",
        "query_string": b"",
        "root_path": "",
        "client": ("127.0.0.1", 1),
        "server": ("testserver", 80),
        "headers": [(k.encode(), v.encode()) for k, v in headers.items()],
    }
    asyncio.run(app(scope, receive, send))
    body = b"".join(message.get("body", b"") for message in sent[1:])
    return sent[0]["status"], read_words(body.decode())


def test_an_upload_that_never_ends_is_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It may send for ever; so much is taken and no more."""
    monkeypatch.setattr(protection, "LINGER_S", 0.05)
    parts: list[int] = []

    async def flood() -> Message:
        await asyncio.sleep(0.01)
        parts.append(1)
        return {"type": "http.request", "body": BEGIN if len(parts) == 1 else bytes(1000), "more_body": True}

    desk = open_desk(tmp_path)
    status, words = upload(desk, flood, Rules(refuse_head, lambda _: 10_000))
    assert status == 413
    assert "weniger Fotos" in words
    assert len(parts) < 25
    assert not desk.photo_folder.exists()


def test_an_upload_that_stands_still_is_ended(tmp_path: Path) -> None:
    """A phone that left the room holds no place for ever."""
    parts: list[int] = []

    async def stall() -> Message:
        parts.append(1)
        if len(parts) > 1:
            await asyncio.sleep(60)
        return {"type": "http.request", "body": BEGIN, "more_body": True}

    status, words = upload(open_desk(tmp_path), stall, Rules(refuse_head, count_allowed, slowest_s=0.1))
    assert status == 408
    assert "zu lange" in words


def test_a_full_disk_while_a_photograph_comes_in_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Large uploads wait on the disk before anybody looks at them."""

    def fill_up(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    client = visit(open_desk(tmp_path), "organiser")
    monkeypatch.setattr(tempfile.SpooledTemporaryFile, "write", fill_up)
    answer = client.post("/foto", files=[("photos", ("a.jpg", JPEG))])
    assert answer.status_code == 507
    assert "voll" in read_words(answer.text)
