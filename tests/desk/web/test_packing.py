"""What makes answers small: files that a browser keeps, and pages by gzip, which give nothing away."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from desk.web.packing import STATIC, load_files
from desk.web.serve import make_app
from tests.desk.paper import ROUND
from tests.desk.web.visitors import open_desk, visit


def test_files_are_kept_by_their_hash(tmp_path: Path) -> None:
    """Each file of a page has its hash in its address and is kept for a year; asked for without it, or with another
    one, it must be asked for again, and an unchanged one is not sent twice."""
    client = visit(open_desk(tmp_path, ROUND), "organiser")
    addresses = set(re.findall(r'(?:href|src)="(/static/[^"]+)"', client.get("/stand").text))
    assert {address.partition("?")[0] for address in addresses} >= {"/static/desk.css", "/static/htmx.min.js"}
    for address in addresses:
        answer = client.get(address)
        assert answer.content == (STATIC / answer.url.path.rpartition("/")[2]).read_bytes()
        assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
        again = client.get(answer.url.path, headers={"if-none-match": answer.headers["etag"]})
        assert (again.status_code, again.content, again.headers["cache-control"]) == (304, b"", "no-cache")
    assert client.get("/static/desk.css?v=0").headers["cache-control"] == "no-cache"
    assert client.head("/static/desk.css").status_code == 200


def test_what_is_text_is_packed(tmp_path: Path) -> None:
    """Pages and files are sent by gzip to who takes it, and as they are to who does not; the stream is not packed."""
    client = visit(open_desk(tmp_path, ROUND), "organiser")
    for path in ("/stand", "/static/desk.css"):
        packed, plain = client.get(path), client.get(path, headers={"accept-encoding": "identity"})
        assert (packed.headers.get("content-encoding"), plain.headers.get("content-encoding")) == ("gzip", None)
        assert packed.text == plain.text
        assert 2.5 * int(packed.headers["content-length"]) < len(plain.content)
        assert "Accept-Encoding" in packed.headers["vary"]
    assert sum(len(file.packed) for file in load_files().values()) < 64_000


def test_a_page_that_another_site_asks_for_is_not_packed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Over HTTPS the length of a packed page says how alike the session's mark and the asker's words are."""
    monkeypatch.setattr("desk.web.packing.LEAST_BYTES", 0)
    client = TestClient(make_app(open_desk(tmp_path, ROUND)), base_url="https://testserver")
    for site, encoding in (
        ("same-origin", "gzip"),
        ("none", "gzip"),
        ("cross-site", None),
        ("same-site", None),
        ("", None),
    ):
        answer = client.get("/stand", headers={"sec-fetch-site": site})
        assert answer.headers.get("content-encoding") == encoding, site
