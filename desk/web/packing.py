"""What makes answers small: gzip, and files that a browser keeps because their address contains their hash."""

from __future__ import annotations

import gzip
import mimetypes
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path

from fastapi import HTTPException, Request
from fastapi.responses import HTMLResponse, Response

STATIC = Path(__file__).parent / "static"
LEAST_BYTES = 1400
"""What fits one packet is not worth packing."""
PAGE_LEVEL, FILE_LEVEL = 4, 9
"""Pages are packed while somebody waits (level 9 takes four times as long and saves 3 %), files once."""
KEPT, ASKED_FOR = "public, max-age=31536000, immutable", "no-cache"


@dataclass(frozen=True, slots=True)
class StaticFile:
    """A file of the page. `mark`: the beginning of its hash; `packed`: its bytes by gzip."""

    kind: str
    mark: str
    plain: bytes
    packed: bytes


@cache
def load_files() -> Mapping[str, StaticFile]:
    """All files of the page by their names; they do not change while the server runs."""
    return {path.name: _load_file(path) for path in STATIC.iterdir()}


def _load_file(path: Path) -> StaticFile:
    plain = path.read_bytes()
    kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    return StaticFile(kind, sha256(plain).hexdigest()[:16], plain, gzip.compress(plain, FILE_LEVEL, mtime=0))


def write_address(name: str) -> str:
    """The address of a file, which is another one once its content has changed."""
    return f"/static/{name}?v={load_files()[name].mark}"


def send_static(request: Request) -> Response:
    """The file. Under its full address a browser keeps it for a year; under the bare one it asks whether it changed."""
    file = load_files().get(request.path_params["name"])
    if file is None:
        raise HTTPException(404)
    headers = {
        "etag": f'"{file.mark}"',
        "cache-control": KEPT if request.query_params.get("v") == file.mark else ASKED_FOR,
    }
    if request.headers.get("if-none-match") == headers["etag"]:
        return Response(status_code=304, headers=headers)
    if not _takes_gzip(request):
        return Response(file.plain, headers=headers, media_type=file.kind)
    return Response(file.packed, headers=headers | {"content-encoding": "gzip"}, media_type=file.kind)


def answer_page(request: Request, content: str, status: int) -> HTMLResponse:
    """The page, packed where that is worth it and gives nothing away.

    A page contains the session's mark and what was typed. Who can make a browser ask for pages with words of their
    choice, and sees over HTTPS how long the answers are, could guess the mark from how well they pack (BREACH). So over
    HTTPS only what our own pages ask for is packed; browsers say where a request comes from.
    """
    plain = content.encode()
    if len(plain) < LEAST_BYTES or not _takes_gzip(request) or not _is_of_our_own(request):
        return HTMLResponse(plain, status)
    return HTMLResponse(gzip.compress(plain, PAGE_LEVEL, mtime=0), status, {"content-encoding": "gzip"})


def _takes_gzip(request: Request) -> bool:
    return "gzip" in request.headers.get("accept-encoding", "")


def _is_of_our_own(request: Request) -> bool:
    return request.url.scheme == "http" or request.headers.get("sec-fetch-site") in ("same-origin", "none")
