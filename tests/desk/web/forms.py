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
    inputs = re.findall(r'<input[^>]*name="(\w+)"[^>]*value="([^"]*)"([^>]*)', form[: form.index("</form>")])
    return {name: value for name, value, more in inputs if "data-key" not in more or " checked" in more}


def decide(client: TestClient, item: str, how: str, **typed: str) -> Response:
    """Opens the item and presses a button."""
    form = read_form(client.get(f"/pruefen/{item}").text) | typed
    return client.post(f"/pruefen/{item}", data={**form, "how": how}, headers=PAGE)
