"""The page in a real browser: what axe-core finds, whether it fits a phone, whether the console is quiet."""

from __future__ import annotations

from pathlib import Path

import pytest

from desk.web.access import ROLES
from desk.web.page_kit import ADDRESSES, PAGES
from tests.desk.paper import ROUND
from tests.desk.web.browser import DESKTOP, PHONE, find_violations, fits, open_browser
from tests.desk.web.visitors import WRONG, open_desk

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_every_page_is_for_everybody(tmp_path: Path, size: tuple[int, int], *, dark: bool) -> None:
    """axe-core finds no violation on any page of the organiser's menu, nothing runs out of the window, and no script
    or style is refused."""
    with open_browser(open_desk(tmp_path, ROUND, WRONG), "organiser", size=size, dark=dark) as browser:
        for page in PAGES["organiser"]:
            browser.open_page(ADDRESSES[page])
            assert find_violations(browser) == [], page
            assert fits(browser), page
        assert browser.faults == []


@pytest.mark.parametrize("role", ROLES[1:])
def test_every_role_has_its_pages(tmp_path: Path, role: str) -> None:
    """Each page of a role's menu opens for it, and axe-core finds no violation there."""
    with open_browser(open_desk(tmp_path, ROUND, WRONG), role, table=1 if role == "table" else None) as browser:  # type: ignore[arg-type]
        for page in PAGES[role]:
            browser.open_page(ADDRESSES[page])
            assert browser.page.get_by_role("heading", level=1).count() == 1, page
            assert find_violations(browser) == [], page
        assert browser.faults == []
