"""Telephones as the page sees them: each watches for changes, asks for its list anew, and may send a photograph."""

from __future__ import annotations

import asyncio
import time
from asyncio import StreamReader, StreamWriter
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field

from dev.tools.running_desk import RunningDesk

BOUNDARY = "kiebitz-phone"


@dataclass(frozen=True, slots=True)
class Answer:
    """What the server said. `seconds`: from the first byte sent to the last one received."""

    status: int
    headers: dict[str, str]
    body: bytes
    seconds: float


@dataclass(slots=True)
class Phone:
    """One browser. `events`: changes that it heard of; `faults`: what a person would have noticed; `answers`: of its
    list, as often as it asked."""

    host: str
    port: int
    cookie: str = ""
    events: int = 0
    faults: list[str] = field(default_factory=list)
    answers: list[Answer] = field(default_factory=list)
    _kept: tuple[StreamReader, StreamWriter] | None = None

    async def open_session(self, link: str) -> None:
        """Comes in by a link, as with a press of "Eintreten" on its page."""
        answer = await self.ask("GET", f"/herein/{link.rpartition('/')[2]}")
        self.cookie = answer.headers.get("set-cookie", "").partition(";")[0]
        if not self.cookie:
            raise RuntimeError(f"the link opens nothing: {answer.status}")

    async def watch(self, page: str) -> None:
        """Listens until it is cancelled; asks for the page whenever something changed."""
        try:
            reader, writer = await asyncio.open_connection(self.host, self.port)
            writer.write(self.write_head("GET", "/ereignisse"))
            try:
                while line := await reader.readline():
                    if line.startswith(b"event:"):
                        self.events += 1
                        await self._look(page)
                self.faults.append("the events broke off")
            finally:
                writer.close()
        except (OSError, asyncio.IncompleteReadError) as error:
            self.faults.append(f"events: {type(error).__name__}")

    async def send_form(self, path: str, form: str, csrf: str) -> Answer:
        """Sends a form; `csrf`: the mark of the session's forms."""
        kind = "application/x-www-form-urlencoded"
        return await self.ask("POST", path, form.encode(), {"content-type": kind, "x-csrf": csrf})

    async def send(self, name: str, photo: bytes, csrf: str) -> Answer:
        """Sends a photograph."""
        part = f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="photos"; filename="{name}"\r\n\r\n'
        body = part.encode() + photo + f"\r\n--{BOUNDARY}--\r\n".encode()
        kind = f"multipart/form-data; boundary={BOUNDARY}"
        return await self.ask("POST", "/foto", body, {"content-type": kind, "x-csrf": csrf})

    async def ask(self, method: str, path: str, body: bytes = b"", headers: dict[str, str] | None = None) -> Answer:
        """One request on the kept connection; a kept one that the server has closed meanwhile is opened anew, once, as
        browsers do."""
        if self._kept is not None:
            with suppress(OSError, asyncio.IncompleteReadError):
                return await self._ask_once(method, path, body, headers or {})
        self.leave()
        self._kept = await asyncio.open_connection(self.host, self.port)
        return await self._ask_once(method, path, body, headers or {})

    def leave(self) -> None:
        """Closes the kept connection."""
        if self._kept is not None:
            self._kept[1].close()
            self._kept = None

    async def _look(self, page: str) -> None:
        answer = await self.ask("GET", page, headers={"hx-request": "true"})
        self.answers.append(answer)
        if answer.status not in (200, 204):
            self.faults.append(f"{page}: {answer.status}")

    async def _ask_once(self, method: str, path: str, body: bytes, headers: dict[str, str]) -> Answer:
        assert self._kept is not None
        (reader, writer), began = self._kept, time.monotonic()
        if body:
            headers = {**headers, "content-length": str(len(body))}
        writer.write(self.write_head(method, path, headers) + body)
        await writer.drain()
        first, *lines = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").strip().split("\r\n")
        got = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
        content = await reader.readexactly(int(got.get("content-length", 0)))
        if got.get("connection") == "close":
            self.leave()
        return Answer(int(first.split()[1]), got, content, time.monotonic() - began)

    def write_head(self, method: str, path: str, headers: dict[str, str] | None = None) -> bytes:
        """A request up to its body."""
        given = {"host": f"{self.host}:{self.port}", "cookie": self.cookie, **(headers or {})}
        return "\r\n".join(
            [f"{method} {path} HTTP/1.1", *(f"{name}: {value}" for name, value in given.items()), "", ""]
        ).encode("latin-1")


def make_phone(desk: RunningDesk) -> Phone:
    """A phone before that desk."""
    host, _, port = desk.address.removeprefix("http://").partition(":")
    return Phone(host, int(port))


@asynccontextmanager
async def watching(phones: Sequence[Phone], page: str, settle_s: float = 1.0) -> AsyncIterator[None]:
    """All these phones watch meanwhile; they have `settle_s` seconds to begin."""
    tasks = [asyncio.create_task(phone.watch(page)) for phone in phones]
    try:
        await asyncio.sleep(settle_s)
        yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for phone in phones:
            phone.leave()
