"""Von Hand eintragen: from Jetzt, a row a game or the totals alone; mistakes come back with everything still there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from desk.web.access import Register
from desk.web.running_desk import Desk
from tests.desk.paper import ROUND, sheet
from tests.desk.web.visitors import open_desk, read_words, visit
from tests.tournament.filing.files import NAMES, open_tournament, put_in
from tests.tournament.typed.typings import GAMES, enter, list_here, make_lines, replace_game, total_games
from tournament.filing.decisions.reasons import RoundEnd, make_closing
from tournament.filing.opened.open_evening import open_evening
from tournament.record.facts import SheetTyped

ADDRESS = "/eintragen/1/1"


def fill(games: list[list[str]], **more: str) -> dict[str, str]:
    """The form as somebody fills it."""
    cells = {f"row{n}seat{seat}": row[seat - 1] for n, row in enumerate(games, 1) for seat in range(1, 5)}
    marks = {f"row{n}Solo": "x" for n, row in enumerate(games, 1) if "x" in row}
    return {"source": "Bierdeckel", "reason": "Bogen verloren", "crosses": "x", "how": "rows", **cells, **marks, **more}


def send(client: TestClient, form: dict[str, str], address: str = ADDRESS) -> tuple[int, str]:
    """The answer's status, and where it leads or what it says."""
    answer = client.post(address, data=form, follow_redirects=False)
    return answer.status_code, answer.headers.get("location", answer.text)


def test_now_leads_to_the_form_of_a_missing_table(tmp_path: Path) -> None:
    """A table with a sheet has no such link; the form names the players in their order."""
    client = visit(open_desk(tmp_path, ROUND), "referee")
    now = client.get("/jetzt").text
    assert 'href="/eintragen/1/2"' in now
    assert 'href="/eintragen/1/1"' not in now
    form = client.get("/eintragen/1/2").text
    heads = re.findall(r'<th scope="col"><bdi>([^<]*)', form)
    assert tuple(heads) == NAMES[4:]
    assert form.count("data-row") == 18  # sixteen games, and two rows for offences


def test_games_are_entered_and_marked(tmp_path: Path) -> None:
    """They count as the sum; sheet, Jetzt, Stand and projector say that they were typed."""
    desk = open_desk(tmp_path)
    client = visit(desk, "organiser")
    games = replace_game(5, "+6 +6 -6 -6")
    assert send(client, fill(games)) == (303, "/bogen/r1.t1")
    [entry] = open_evening(desk.store).book.entries
    assert list(entry.sheet.totals) == total_games(games)
    words = read_words(client.get("/bogen/r1.t1").text)
    assert "Runde 1, Tisch 1: Spiele, nach Bierdeckel (organiser 1, " in words
    assert "(von Hand)" in read_words(client.get("/jetzt").text)
    for address in ("/stand", "/stand/wand"):
        words = read_words(client.get(address).text)
        assert "+4*" in words
        assert "Von Hand eingetragen, ohne Foto" in words


def test_totals_are_entered(tmp_path: Path) -> None:
    """Then the sheet's page says that nothing else is known."""
    desk = open_desk(tmp_path)
    client = visit(desk, "referee")
    form = {"how": "totals", "reason": "verloren", "total1": "12", "total2": "-4", "total3": "−4", "total4": "-4"}
    assert send(client, form) == (303, "/bogen/r1.t1")
    assert open_evening(desk.store).book.entries[0].sheet.totals == (12, -4, -4, -4)
    assert "Nur die Summen sind bekannt." in read_words(client.get("/bogen/r1.t1").text)


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"reason": ""}, "warum von Hand"),
        ({"row7seat2": "zwei"}, "Spiel 7: „zwei“ ist keine ganze Zahl"),
        ({"how": "totals", "total1": "+12", "total2": "-12"}, "keine Summen für 4 Plätze"),
    ],
)
def test_a_mistake_comes_back_with_everything_typed(tmp_path: Path, wrong: dict[str, str], words: str) -> None:
    """One sentence without a command's options, and every field as it was; nothing is written."""
    desk = open_desk(tmp_path)
    client = visit(desk, "organiser")
    before = len(desk.store.read_entries())
    form = fill(GAMES) | wrong
    status, page = send(client, form)
    assert status == 422
    assert words in read_words(page)
    assert "--" not in read_words(page).replace("–", "")
    for name, value in form.items():
        if name not in ("how", "crosses") and not name.endswith("Solo") and value:
            assert f'name="{name}" value="{value}"' in page
    assert page.count(" checked") == 5  # four solos, and that they are crossed
    assert len(desk.store.read_entries()) == before


def test_an_illegal_row_leads_to_its_item(tmp_path: Path) -> None:
    """The sheet's page names it, and Prüfen shows it without a picture that nobody took."""
    desk = open_desk(tmp_path)
    client = visit(desk, "referee")
    send(client, fill(replace_game(5, "+2 +2 -2 -3")))
    assert 'href="/pruefen/r1.t1.g5"' in client.get("/bogen/r1.t1").text
    page = client.get("/pruefen/r1.t1.g5").text
    assert "+2 +2 -2 -2" in page
    assert "<img" not in page


def test_without_a_draw_the_names_are_asked_first(tmp_path: Path) -> None:
    """And stay in the form."""
    store = open_tournament(tmp_path)
    desk = Desk(store.where, Register(tmp_path / "links.json"), "de")
    client = visit(desk, "organiser")
    assert "nicht ausgelost" in read_words(client.get(ADDRESS).text)
    names = {f"name{seat}": name for seat, name in enumerate(("Gül", "Bernd", "Çem", "Hans"), 1)}
    page = client.post(ADDRESS, data={**names, "how": "names"}).text
    assert page.count("data-row") == 18
    assert send(client, fill(GAMES, **names))[0] == 303
    assert open_evening(store).book.entries[0].names == ("Gül", "Bernd", "Çem", "Hans")


def test_a_closed_round_and_a_photographed_table_are_refused(tmp_path: Path) -> None:
    """The page says what helps, and writes nothing."""
    desk = open_desk(tmp_path, ROUND)
    client = visit(desk, "organiser")
    assert "schon einen Bogen mit Foto" in read_words(client.get(ADDRESS).text)
    assert send(client, fill(GAMES))[0] == 422
    end = RoundEnd(1, 1, None, (2,), ())
    desk.store.append(make_closing(desk.store.read_entries(), end, "x"), by="Wart", seen=len(desk.store.read_entries()))
    status, page = send(client, fill(GAMES), "/eintragen/1/2")
    assert status == 422
    assert "Runde 1 ist abgeschlossen" in read_words(page)
    assert "/eintragen/" not in client.get("/jetzt").text


def test_only_those_who_decide_may_enter(tmp_path: Path) -> None:
    """A table, the public and a second reader of something else may not."""
    desk = open_desk(tmp_path)
    for role in ("table", "public"):
        assert visit(desk, role, 1 if role == "table" else None).get(ADDRESS).status_code == 403  # type: ignore[arg-type]
    assert visit(desk, "keyer").get(ADDRESS).status_code == 404


def test_a_second_reader_types_the_table_without_seeing_it(tmp_path: Path) -> None:
    """The form is empty, whoever asks; what differs is asked side by side, and Gegenlesen says how it stands."""
    desk = open_desk(tmp_path)
    enter(desk.store, make_lines())
    organiser, keyer = visit(desk, "organiser"), visit(desk, "keyer")
    assert 'href="/eintragen/1/1"' in keyer.get("/lesen").text
    page = keyer.get(ADDRESS).text
    assert "noch einmal" in read_words(page)
    assert re.findall(r'name="row\d+seat\d" value="([^"]+)"', page) == []
    assert "Runde 1, Tisch 1: einmal eingetragen" in read_words(organiser.get("/gegenlesen").text)
    assert send(keyer, fill(replace_game(7, "+4 +4 -4 -4"))) == (303, "/lesen")
    assert list_here(desk.store) == ["r1.t1.g7"]
    assert "/eintragen/" not in keyer.get("/lesen").text
    said = read_words(organiser.get("/gegenlesen").text)
    assert "Runde 1, Tisch 1: zweimal eingetragen, 1 Zeile verschieden Runde 1, Tisch 1, Spiel 7" in said
    asked = read_words(organiser.get("/pruefen/r1.t1.g7").text)
    assert "Rita hat +2 +2 -2 -2 getippt, keyer 1 +4 +4 -4 -4." in asked


def test_a_later_photograph_is_asked_with_both(tmp_path: Path) -> None:
    """Prüfen shows what was typed and what the photograph says; a button takes either."""
    desk = open_desk(tmp_path)
    client = visit(desk, "organiser")
    send(client, fill(GAMES))
    put_in(desk.store, sheet("IMG_1.jpg", ROUND.replace("+2 +2 -2 -2", "+6 +6 -6 -6", 1), names=NAMES[:4]))
    page = client.get("/pruefen/r1.t1.g5").text
    assert "Getippt +2 +2 -2 -2, Foto +6 +6 -6 -6." in read_words(page)
    outcomes = re.findall(r'name="outcome" value="([^"]+)"', page)
    assert "+2,+2,-2,-2" in outcomes
    form = re.search(r'name="seen" value="(\d+)"', page)
    assert form is not None
    answer = client.post("/pruefen/r1.t1.g5", data={"seen": form[1], "later": "", "outcome": "+2,+2,-2,-2"})
    assert answer.status_code == 200
    assert list_here(desk.store) == []
    assert open_evening(desk.store).book.entries[0].sheet.totals == (0, 0, 0, 0)


def test_totals_and_photograph_are_two_buttons(tmp_path: Path) -> None:
    """The photograph counts, or what was typed stays."""
    desk = open_desk(tmp_path)
    enter(desk.store, totals="+8,+4,-8,-4")
    put_in(desk.store, sheet("IMG_1.jpg", names=NAMES[:4]))
    client = visit(desk, "organiser")
    page = client.get("/pruefen/r1.t1.typed").text
    assert "Getippt +8 +4 -8 -4, Foto 0 0 0 0." in read_words(page)
    assert 'value="stay"' in page
    assert 'value="as-written"' in page


def test_the_chronicle_tells_the_typing(tmp_path: Path) -> None:
    """Akte has who, what and why, and takes it back."""
    desk = open_desk(tmp_path)
    client = visit(desk, "organiser")
    send(client, fill(GAMES))
    words = read_words(client.get("/akte").text)
    assert "Runde 1, Tisch 1: 16 Spiele von Hand eingetragen, nach Bierdeckel." in words
    assert "Bogen verloren" in words
    assert isinstance(desk.store.read_entries()[-1].fact, SheetTyped)
