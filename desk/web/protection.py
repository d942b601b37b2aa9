"""Rules for every answer and every request: headers, and limits on a request's size and duration."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

from starlette.datastructures import MutableHeaders
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from desk.exits import write_log

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; connect-src 'self'; "
    "form-action 'self'; frame-ancestors 'none'; base-uri 'none'; manifest-src 'self'"
)
HEADERS = {
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",  # with "no-referrer" browsers send forms with "Origin: null", which is refused
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "geolocation=(), microphone=()",
    "vary": "Accept-Encoding, HX-Request, HX-History-Restore-Request",  # the page, a part of it, and both packed
}
SLOW, TOO_LARGE = 408, 413
SLOWEST_S = 180.0
"""Seconds in which a request's body must have arrived."""
LINGER_S = 5.0
"""Seconds for which the rest of a refused body is read and discarded: a browser whose connection breaks would not show
our sentence."""

Explain = Callable[[Request, int], Response]
"""Makes the page that explains why a request is refused with that status."""


@dataclass(frozen=True, slots=True)
class Rules:
    """Limits of requests. `refuse`: the status for one refused by its head alone, before its body is read;
    `count_allowed`: bytes that its body may have; `leads_to`: where a form may lead beside this server; `slowest_s`:
    seconds in which the body must have arrived."""

    refuse: Callable[[Request], int | None]
    count_allowed: Callable[[Request], int]
    leads_to: str = ""
    slowest_s: float = SLOWEST_S


class Protection:
    """Adds the headers to every answer, ends requests whose body is too large or too slow, and answers every failure
    with a page."""

    def __init__(self, app: ASGIApp, explain: Explain, rules: Rules) -> None:
        self._app, self._explain, self._rules = app, explain, rules
        policy = POLICY.replace("form-action 'self'", f"form-action 'self' {rules.leads_to}".rstrip())
        self._headers = {"content-security-policy": policy, **HEADERS}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        request, started = Request(scope), False
        body = _Body(receive, self._rules.count_allowed(request), self._rules.slowest_s)

        async def send_on(message: Message) -> None:
            nonlocal started
            if message["type"] == "http.response.start":
                started = True
                headers = MutableHeaders(scope=message)
                for name, value in self._headers.items():
                    headers.setdefault(name, value)
                headers.setdefault("cache-control", "no-store")
            await send(message)

        status = await self._answer(request, body, send_on)
        if status is not None and not started:
            answer = self._explain(request, status)
            answer.headers["connection"] = "close"
            await send_on({"type": "http.response.start", "status": status, "headers": answer.raw_headers})
            await send_on({"type": "http.response.body", "body": answer.body, "more_body": True})
            if status != SLOW:
                await body.throw_away()
            await send_on({"type": "http.response.body", "body": b""})

    async def _answer(self, request: Request, body: _Body, send: Send) -> int | None:
        """Has the page answer; the status for what it has no answer to."""
        try:
            status = self._rules.refuse(request) or body.refuse_length(request.headers.get("content-length", ""))
            if status is None:
                await self._app(request.scope, body.receive, send)
            return status
        except BodyRefused as refused:
            return refused.status
        except ClientDisconnect:  # it left while it sent
            return None
        except Exception as error:  # noqa: BLE001 - nothing that a visitor does may show a traceback
            write_log(error)
            return 500


class BodyRefused(Exception):
    """The body is too large or too slow."""

    def __init__(self, status: int) -> None:
        super().__init__(status)
        self.status = status


class _Body:
    """A request's body, counted and timed while it arrives."""

    def __init__(self, receive: Receive, most: int, slowest_s: float) -> None:
        self._receive, self._most, self._until = receive, most, time.monotonic() + slowest_s
        self._bytes, self._whole = 0, False

    def refuse_length(self, announced: str) -> int | None:
        """The status for a body whose announced length is too large; None for one that may come."""
        return TOO_LARGE if announced.isdecimal() and int(announced[:20]) > self._most else None

    async def receive(self) -> Message:
        """The next part. Raises `BodyRefused`."""
        if self._whole:
            return await self._receive()  # waits for the visitor to leave, however long that takes
        try:
            message = await asyncio.wait_for(self._receive(), max(0.0, self._until - time.monotonic()))
        except TimeoutError as error:
            raise BodyRefused(SLOW) from error
        self._bytes += len(message.get("body", b""))
        if self._bytes > self._most:
            raise BodyRefused(TOO_LARGE)
        self._whole = not message.get("more_body", False)
        return message

    async def throw_away(self) -> None:
        """Takes what is still sent, for a while, and keeps nothing of it."""
        with suppress(TimeoutError):
            async with asyncio.timeout(LINGER_S):
                while not self._whole:
                    self._whole = not (await self._receive()).get("more_body", False)
