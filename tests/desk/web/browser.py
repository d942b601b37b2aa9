"""Debian's Chromium before a desk of a test."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from socket import create_server

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, Route, expect

from desk.web.access import Role
from desk.web.certificate import Certificate
from desk.web.connections import serve_beside
from desk.web.running_desk import Desk
from desk.web.serve import make_app
from dev.tools.browser import CHROMIUM, DESKTOP, PATIENCE_MS, PHONE, Browser, open_window, start_chromium

__all__ = [
    "DESKTOP",
    "PHONE",
    "Browser",
    "find_violations",
    "fits",
    "keep_toasts",
    "let_through",
    "need_browser",
    "open_browser",
    "run_server",
]
expect.set_options(timeout=PATIENCE_MS)


def need_browser() -> None:
    """Skips the test where there is no Chromium, unless it must be there."""
    if CHROMIUM is None and not os.environ.get("KIEBITZ_NEEDS_BROWSER"):
        pytest.skip("Debian's package chromium is not installed")


@contextmanager
def run_server(desk: Desk, certificate: Certificate | None = None) -> Iterator[str]:
    """The server of `kiebitz desk` on a free port; yields its address."""
    listener = create_server(("127.0.0.1", 0))  # as the command makes it
    with serve_beside(make_app(desk), listener, certificate):
        yield f"{'https' if certificate else 'http'}://127.0.0.1:{listener.getsockname()[1]}"


@contextmanager
def open_browser(
    desk: Desk,
    role: Role,
    *,
    size: tuple[int, int] = DESKTOP,
    dark: bool = False,
    table: int | None = None,
    touch: bool = False,
) -> Iterator[Browser]:
    """A window of that size with a session of that role."""
    need_browser()
    with run_server(desk) as address, start_chromium() as chromium:
        browser = open_window(chromium, address, size=size, dark=dark, touch=touch)
        browser.enter(f"{address}/l/{desk.register.issue(role, f'{role} 1', hours=1, table=table)}")
        yield browser


def find_violations(browser: Browser) -> list[str]:
    """What axe-core says by its rules for WCAG 2.2 A and AA and its best practices, one line each."""
    found = Axe().run(browser.page).response["violations"]
    return [f"{one['id']}: {node['html'][:120]}" for one in found for node in one["nodes"]]


def keep_toasts(page: Page) -> None:
    """From the next page on a toast stays, as while somebody is about to use it."""
    hover = "document.getElementById('toast').matches = () => true"
    page.add_init_script(f"document.addEventListener('DOMContentLoaded', () => {{ {hover}; }});")


def let_through(route: Route) -> None:
    """As a newer handler, ends what an older one does. To take that away while it runs would leave its request open."""
    route.continue_()


def fits(browser: Browser) -> bool:
    """Whether nothing runs out of the window sideways."""
    return bool(browser.page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"))
