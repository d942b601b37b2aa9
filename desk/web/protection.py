"""What holds for every answer and every request: headers, and how much may be sent how slowly."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict, deque
from collections.abc import Callable
from threading import Lock

from starlette.datastructures import MutableHeaders
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

HEADERS = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; connect-src 'self'; "
        "form-action 'self'; frame-ancestors 'none'; base-uri 'none'; manifest-src 'self'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",  # with "no-referrer" browsers send forms with "Origin: null", which is refused
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "geolocation=(), microphone=()",
}
MOST_BYTES = 400 * 1024 * 1024
"""Of one request: 24 photographs of 16 MB."""
SLOWEST_S = 180.0
"""Seconds in which a request's body must have come."""

Explain = Callable[[Request, int], Response]
"""Makes the page that says why a request is refused with that status."""


class Protection:
    """Adds the headers to every answer, and ends requests whose body is too large or too slow."""

    def __init__(
        self, app: ASGIApp, explain: Explain, most_bytes: int = MOST_BYTES, slowest_s: float = SLOWEST_S
    ) -> None:
        self._app, self._explain, self._most, self._slowest = app, explain, most_bytes, slowest_s

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        body, started = _Body(receive, self._most, self._slowest), False

        async def send_on(message: Message) -> None:
            nonlocal started
            if message["type"] == "http.response.start":
                started = True
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
                headers.setdefault("cache-control", "no-store")
            await send(message)

        try:
            await self._app(scope, body.receive, send_on)
        except BodyRefused as refused:
            if not started:
                answer = self._explain(Request(scope), refused.status)
                answer.headers["connection"] = "close"
                await answer(scope, receive, send_on)


class BodyRefused(Exception):
    """The body is too large (413) or too slow (408)."""

    def __init__(self, status: int) -> None:
        super().__init__(status)
        self.status = status


class _Body:
    """A request's body, counted and timed while it comes in."""

    def __init__(self, receive: Receive, most: int, slowest_s: float) -> None:
        self._receive, self._most, self._until = receive, most, time.monotonic() + slowest_s
        self._bytes, self._whole = 0, False

    async def receive(self) -> Message:
        """The next part. Raises `BodyRefused`."""
        if self._whole:
            return await self._receive()  # waits for the visitor to leave, however long that takes
        try:
            message = await asyncio.wait_for(self._receive(), max(0.0, self._until - time.monotonic()))
        except TimeoutError as error:
            raise BodyRefused(408) from error
        self._bytes += len(message.get("body", b""))
        if self._bytes > self._most:
            raise BodyRefused(413)
        self._whole = not message.get("more_body", False)
        return message


class Throttle:
    """Counts wrong guesses by address: after `most` in `seconds` no more is looked at."""

    def __init__(self, most: int = 10, seconds: float = 60.0) -> None:
        self._most, self._seconds, self._lock = most, seconds, Lock()
        self._wrong: OrderedDict[str, deque[float]] = OrderedDict()

    def is_full(self, address: str) -> bool:
        """Whether this address has guessed too often."""
        with self._lock:
            return len(self._recent(address)) >= self._most

    def note(self, address: str) -> None:
        """Notes a wrong guess."""
        with self._lock:
            self._recent(address).append(time.monotonic())

    def _recent(self, address: str) -> deque[float]:
        times = self._wrong.setdefault(address, deque(maxlen=self._most))
        self._wrong.move_to_end(address)
        while len(self._wrong) > 10_000:
            self._wrong.popitem(last=False)
        while times and times[0] < time.monotonic() - self._seconds:
            times.popleft()
        return times
