"""What a visitor does with the form of an item."""

from __future__ import annotations

import re

from fastapi.testclient import TestClient
from httpx2 import Response

PAGE = {"hx-request": "true"}
"""The page asks for its middle only."""


def read_form(html: str) -> dict[str, str]:
    """What the page's form would send without a button."""
    form = html[html.index('id="decision"') :]
    tags = re.findall(r"<input[^>]*>", form[: form.index("</form>")])
    inputs = ((re.search(r'name="(\w+)"', tag), re.search(r'value="([^"]*)"', tag), tag) for tag in tags)
    chosen = 'type="radio"', 'type="checkbox"'
    selects = re.findall(r'<select name="(\w+)".*?<option value="([^"]*)" selected', form[: form.index("</form>")])
    return dict(selects) | {
        name[1]: value[1]
        for name, value, tag in inputs
        if name and value and (" checked" in tag or not any(kind in tag for kind in chosen))
    }


def decide(client: TestClient, item: str, how: str, **typed: str) -> Response:
    """Opens the item and presses a button."""
    form = read_form(client.get(f"/pruefen/{item}").text) | typed
    return client.post(f"/pruefen/{item}", data={**form, "how": how}, headers=PAGE)
