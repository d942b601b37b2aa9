"""Cells read as the same number, side by side."""

from __future__ import annotations

import re
from pathlib import Path

from tests.desk.paper import ROUND
from tests.desk.web.forms import PAGE, read_form
from tests.desk.web.visitors import WRONG, open_desk, visit


def test_every_cell_of_a_number_is_shown(tmp_path: Path) -> None:
    """Four nines stand on a sheet, and the one three that should be a two leads to its row."""
    client = visit(open_desk(tmp_path, ROUND, WRONG), "referee")
    page = client.get("/pruefen/gruppe?zahl=9").text
    assert len(re.findall("<img ", page)) == 8
    threes = client.get("/pruefen/gruppe?zahl=3").text
    assert "/pruefen/r1.t2.g5?feld=g05.p1&amp;gruppe=3-0-r1.t2.g05.p1" in threes
    assert re.findall("<h2>([^<]*)</h2>", threes) == ["−3", "+3"]
    assert len(re.findall("<img ", client.get("/pruefen/gruppe").text)) == 0


def test_a_cell_that_nobody_doubted_can_be_decided(tmp_path: Path) -> None:
    """Its row opens with the points that count; after the decision the group comes again."""
    desk = open_desk(tmp_path, ROUND)
    client = visit(desk, "referee")
    form = read_form(client.get("/pruefen/r1.t1.g5?feld=g05.p1&gruppe=2-0-r1.t1.g05.p1").text)
    assert [form[f"p{seat}"] for seat in range(1, 5)] == ["+2", "+2", "−2", "−2"]
    typed = {"p1": "+4", "p2": "+4", "p3": "-4", "p4": "-4"}
    answer = client.post("/pruefen/r1.t1.g5", data={**form, **typed, "how": "take", "reason": "gefragt"}, headers=PAGE)
    assert answer.headers["hx-redirect"] == "/pruefen/gruppe?zahl=2&ab=0#r1.t1.g05.p1"
    assert desk.open("de").tournament.decisions["r1.t1.g5"].points == (4, 4, -4, -4)
    assert client.get("/pruefen/gruppe?zahl=-1").status_code == 422


def test_nobody_is_sent_elsewhere(tmp_path: Path) -> None:
    """A way back that is none of ours is not gone."""
    client = visit(open_desk(tmp_path, ROUND), "referee")
    form = read_form(client.get("/pruefen/r1.t1.g5?gruppe=2-0-//x.example").text)
    answer = client.post("/pruefen/r1.t1.g5", data={**form, "how": "later"}, headers=PAGE)
    assert "hx-redirect" not in answer.headers
    answer = client.post("/pruefen/r1.t1.g5", data={**form, "how": "take"}, headers=PAGE)
    assert "example" not in answer.headers.get("hx-redirect", "")
