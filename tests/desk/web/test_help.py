"""The help page says to each role what it needs."""

from __future__ import annotations

from pathlib import Path

import pytest

from desk.web.access import ROLES, Role
from desk.web.pages.phones.entrance_page import STEPS
from tests.desk.web.visitors import open_desk, read_words, visit


@pytest.mark.parametrize("role", ROLES)
def test_help_is_for_the_role(tmp_path: Path, role: Role) -> None:
    """Keys for those who decide, photographs for those who send, in both languages."""
    client = visit(open_desk(tmp_path), role)
    html = client.get("/hilfe").text
    words = read_words(html)
    assert ("Übernehmen, was in den Feldern steht" in words) == (role in ("organiser", "referee"))
    assert ("unscharf" in words) == (role not in ("public", "keyer"))
    assert html.split("<ol>")[1].split("</ol>")[0].count("<li>") == STEPS[role]
    client.cookies.set("lang", "en")
    assert "First steps" in read_words(client.get("/hilfe").text)
