"""Bogen: every field with its state, and what is known of one."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

from desk.web.access import Register
from desk.web.running_desk import Desk
from tests.desk.paper import ROUND, sheet
from tests.desk.web.all_kinds import doubt_crosses, put_round
from tests.desk.web.forms import PAGE, decide, read_form
from tests.desk.web.visitors import WRONG, open_desk, read_words, visit
from tests.tournament.filing.files import NAMES, open_tournament, put_in
from tournament.evening.item_names import find_key


def test_fields_are_outlined_by_state(tmp_path: Path) -> None:
    """A wrong row is open, and decided once somebody said so; the rest is sure."""
    client = visit(open_desk(tmp_path, WRONG), "referee")
    page = client.get("/bogen/r1.t1").text
    assert len(re.findall('class="field open"', page)) >= 4
    assert 'class="field decided" points' not in page
    decide(client, "r1.t1.g5", "as-written")
    page = client.get("/bogen/r1.t1").text
    assert len(re.findall('class="field decided" points', page)) >= 4
    assert "style=" not in page


def test_chances_are_for_the_organiser(tmp_path: Path) -> None:
    """Of an open field whose ink may say two things everybody who decides sees both, and how likely they are, one."""
    desk = put_round(tmp_path, doubt_crosses(sheet("c.jpg", ROUND, names=NAMES[:4]), "g05.solo"))
    organiser, referee = (
        read_words(visit(desk, role).get("/bogen/r1.t1?feld=g05.solo").text) for role in ("organiser", "referee")
    )
    assert "Was dort stehen kann x 50,0 % leer 50,0 %" in organiser
    assert "Was dort stehen kann x leer" in referee


def test_a_field_tells_candidates_and_decisions(tmp_path: Path) -> None:
    """What the ink may say with its chance, what counts, and who decided."""
    client = visit(open_desk(tmp_path, WRONG), "referee")
    words = read_words(client.get("/bogen/r1.t1?feld=g05.p1").text)
    assert "Gelesen: +3." in words
    assert "%" not in words  # its ink is clear: the row is open because it does not add up
    decide(client, "r1.t1.g5", "as-written")
    words = read_words(client.get("/bogen/r1.t1?feld=g05.p1").text)
    assert "%" not in words
    assert "Es zählt: +3 +2 -2 -2" in words
    assert "Spiel 5: bleibt wie geschrieben, es zählt +3 +2 -2 -2." in words
    assert "referee 1" in words
    part = client.get("/bogen/r1.t1?feld=sum.p1", headers={"hx-request": "true"}).text
    assert "<html" not in part


def test_doubtful_ink_that_its_row_settles_says_so(tmp_path: Path) -> None:
    """ "Sicher" stands beside no chance: where the ink alone is half and half, the row is named as the reason."""
    store = open_tournament(tmp_path, drawn=1)
    clear = sheet("a.jpg", ROUND, names=NAMES[:4])
    halves = {"confidence": 0.55, "candidates": (("-2", 0.55), ("-3", 0.45))}
    doubtful = tuple(replace(one, **halves) if one.id == "g06.p1" else one for one in clear.readings)
    put_in(store, replace(clear, readings=doubtful))
    client = visit(Desk(store.where, Register(tmp_path / "links.json"), "de"), "referee")
    words = read_words(client.get("/bogen/r1.t1?feld=g06.p1").text)
    assert "Gelesen: -2. Durch die Zeile bestätigt." in words
    assert "%" not in words
    assert "Durch die Zeile" not in read_words(client.get("/bogen/r1.t1?feld=g06.p2").text)


def test_only_fields_of_the_sheet(tmp_path: Path) -> None:
    """No other sheet and no other field has a page; every sheet is in the list."""
    desk = open_desk(tmp_path, ROUND, WRONG)
    client = visit(desk, "organiser")
    for path in ("/bogen/r9.t9", "/bogen/r1.t1?feld=g99.p1", "/bogen/..%2F..%2Fx"):
        assert client.get(path).status_code == 404, path
    listed = client.get("/bogen").text
    assert all(find_key(one.sheet.source) in listed for one in desk.open("de").book.entries)
    assert visit(desk, "table", 1).get("/bogen/r1.t1").status_code == 403


def test_a_cross_is_changed_from_its_sheet_and_taken_back_there(tmp_path: Path) -> None:
    """The field's button leads to its row, the decision back to the sheet, where it can be taken back."""
    desk = open_desk(tmp_path, ROUND)
    client = visit(desk, "referee")
    part = client.get("/bogen/r1.t1?feld=g05.solo", headers=PAGE).text
    assert "/pruefen/r1.t1.g5?feld=g05.solo&amp;bogen=g05.solo" in part
    form = read_form(client.get("/pruefen/r1.t1.g5?feld=g05.solo&bogen=g05.solo").text)
    decided = client.post("/pruefen/r1.t1.g5", data=form | {"solo": "x", "how": "take", "reason": "doch"}, headers=PAGE)
    assert decided.headers["hx-redirect"] == "/bogen/r1.t1?feld=g05.solo#field"
    assert desk.open("de").tournament.decisions["r1.t1.g5"].solo
    undo = re.findall(r'name="(\w+)" value="([^"]*)"', client.get("/bogen/r1.t1?feld=g05.solo", headers=PAGE).text)
    assert client.post("/bogen/r1.t1/zurueck", data=dict(undo)).status_code == 200
    assert not desk.open("de").tournament.decisions
    again = client.post("/bogen/r1.t1/zurueck", data=dict(undo) | {"seen": "99"})
    assert "nichts entschieden" in read_words(again.text)
