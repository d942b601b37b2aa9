"""Pictures over HTTP: a row, a field, the sums and a sheet, for those who decide."""

from __future__ import annotations

from pathlib import Path

import pytest

from desk.web.access import Register
from desk.web.running_desk import Desk
from tests.desk.photographed import make_photo, open_with
from tests.desk.web.visitors import visit

PATHS = (
    "/bild/kreuze/r1.t1.g5",
    "/bild/feld/r1.t1/name.p2",
    "/bild/feld/r1.t1/g05.p1?mit=nah",
    "/bild/feld/r1.t1/g05.solo?mit=weit",
    "/bild/bogen/r1.t1",
)


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    """One sheet, with a copy of its photograph in the file."""
    store, _ = open_with(tmp_path, make_photo(700))
    return Desk(store.where, Register(tmp_path / "links.json"), "de")


def test_pictures_are_kept_by_the_own_browser_only(desk: Desk) -> None:
    """Each is a JPEG that no proxy may keep."""
    client = visit(desk, "referee")
    for path in PATHS:
        answer = client.get(path)
        assert answer.content.startswith(b"\xff\xd8"), path
        assert answer.headers["cache-control"].startswith("private")


def test_pictures_are_for_those_who_decide(desk: Desk) -> None:
    """Names and writing of players are nobody else's business."""
    for client in (visit(desk, "table", 1), visit(desk, "public")):
        assert [client.get(path).status_code for path in PATHS] == [403] * len(PATHS)


def test_nothing_else_can_be_asked_for(desk: Desk) -> None:
    """No path, no other sheet, no field that the sheet does not have."""
    client = visit(desk, "organiser")
    for path in (
        "/bild/feld/r1.t1/g99.p1",
        "/bild/feld/r1.t1/g05.p1?mit=allem",
        "/bild/bogen/%2Fetc%2Fpasswd",
        "/bild/kreuze/r1.t1.g99",
        "/bild/bogen/..",
        "/bild/feld/r1.t1/..%2F..%2Fabend.kiebitz",
    ):
        assert client.get(path).status_code == 404, path
