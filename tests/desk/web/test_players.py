"""Players and draw on the page: the command line's own functions, and refusals beside the form."""

from __future__ import annotations

from pathlib import Path

import pypdfium2  # type: ignore[import-untyped]  # it ships no types
import pytest
from fastapi.testclient import TestClient

from desk.web.access import Register
from desk.web.running_desk import Desk
from tests.desk.paper import ROUND
from tests.desk.web.visitors import open_desk, read_words, visit
from tests.tournament.filing.files import NAMES, open_tournament
from tournament.record.replay import Tournament, replay


def open_fresh(folder: Path, count: int = 8) -> Desk:
    """A desk before the first draw."""
    return Desk(open_tournament(folder, NAMES[:count]).where, Register(folder / "links.json"), "de")


def read_state(desk: Desk) -> Tournament:
    """What the file says now."""
    return replay(desk.store.read_entries())


def send(client: TestClient, path: str, **form: object) -> tuple[int, str]:
    """Sends a form; the answer's status and words."""
    answer = client.post(path, data=form, follow_redirects=False)
    return answer.status_code, read_words(answer.text)


def test_a_player_comes_late(tmp_path: Path) -> None:
    """With the next start number; the page says so, and which name is like it."""
    desk = open_fresh(tmp_path)
    client = visit(desk, "organiser")
    words = read_words(client.post("/spieler", data={"name": " Friedda ", "club": "Dulle"}).text)
    assert "Friedda spielt mit, Startnummer 9." in words
    assert "leicht zu verwechseln" in words
    added = read_state(desk).players[-1]
    assert (added.name, added.club) == ("Friedda", "Dulle")
    assert desk.store.read_entries()[-1].by == "organiser 1"


@pytest.mark.parametrize(
    ("form", "words"),
    [
        ({"name": "Anna"}, "steht schon in der Spielerliste"),
        ({"name": "12"}, "ist kein Name"),
        ({"name": "Ida", "start": "3"}, "Bitte eine andere wählen oder das Feld leer lassen."),
    ],
)
def test_a_refusal_stands_beside_the_form(tmp_path: Path, form: dict[str, str], words: str) -> None:
    """What was typed is still there, no command is named, and nothing is written."""
    desk = open_fresh(tmp_path)
    answer = visit(desk, "organiser").post("/spieler", data=form)
    assert answer.status_code == 409
    assert words in read_words(answer.text)
    assert f'value="{form["name"]}"' in answer.text
    assert len(read_state(desk).players) == 8


def test_a_player_s_evening_changes(tmp_path: Path) -> None:
    """Paid, renamed, substituted and gone: each in the file."""
    desk = open_desk(tmp_path)
    client = visit(desk, "organiser")
    assert send(client, "/spieler/1/bezahlt", paid="true")[0] == 303
    assert send(client, "/spieler/1/name", name="Anna <b>")[0] == 303
    assert send(client, "/spieler/2/vertretung", number=2, name="Ida")[0] == 303
    assert send(client, "/spieler/3/abmelden", after=1)[0] == 303
    first, second, third, *_ = read_state(desk).players
    assert (first.paid, first.name) == (True, "Anna <b>")
    assert dict(second.substitutes) == {2: "Ida"}
    assert third.dropped_after == 1
    html = client.get("/spieler").text
    assert "<b>" not in html
    assert "abgemeldet nach Runde 1" in read_words(html)


def test_a_player_who_is_not_there_has_no_page(tmp_path: Path) -> None:
    """Neither has one whose change is refused written anything."""
    desk = open_desk(tmp_path)
    client = visit(desk, "organiser")
    assert client.get("/spieler/99").status_code == 404
    assert client.get(f"/spieler/{'9' * 5000}").status_code == 422
    assert send(client, "/spieler/1/abmelden", after=10**12)[0] == 409
    assert send(client, "/spieler/99/name", name="Ida")[0] == 404
    status, words = send(client, "/spieler/1/name", name="Bernd")
    assert (status, "steht schon" in words) == (409, True)


def test_rounds_are_drawn_and_printed(tmp_path: Path) -> None:
    """All open rounds at once; each as a PDF with two sheets, the seating and two blank sheets."""
    desk = open_fresh(tmp_path)
    client = visit(desk, "organiser")
    assert send(client, "/spieler/auslosen", seen=read_state(desk).head.number)[0] == 303
    assert read_state(desk).draws.keys() == {1, 2}
    pdf = client.post("/spieler/runde/1.pdf", data={"style": "points", "paper": "a4"})
    assert pdf.headers["content-type"] == "application/pdf"
    assert len(pypdfium2.PdfDocument(pdf.content)) >= 5
    assert "2 Tische" in read_words(client.get("/spieler").text)


def test_what_cannot_be_drawn_is_said_without_commands(tmp_path: Path) -> None:
    """Too few players; a round with sheets; a stale page; a round that is not drawn on paper."""
    desk = open_fresh(tmp_path, 6)
    client = visit(desk, "organiser")
    head = read_state(desk).head.number
    status, words = send(client, "/spieler/auslosen", seen=head)
    assert (status, "Bitte noch 2 eintragen" in words, "kiebitz" in words) == (409, True, False)
    assert "noch nicht ausgelost" in read_words(client.post("/spieler/runde/1.pdf").text)
    (tmp_path / "b").mkdir()
    played = open_desk(tmp_path / "b", ROUND)
    client = visit(played, "organiser")
    status, words = send(client, "/spieler/auslosen", seen=read_state(played).head.number, number=1)
    assert (status, "lassen sich tauschen" in words) == (409, True)
    status, words = send(client, "/spieler/auslosen", seen=1, number=2)
    assert (status, "Inzwischen" in words) == (409, True)
    assert read_state(played).draws.keys() == {1}


def test_two_players_swap(tmp_path: Path) -> None:
    """In the draw of that round; who is not drawn there cannot."""
    desk = open_desk(tmp_path)
    client = visit(desk, "organiser")
    assert send(client, "/spieler/tauschen", number=1, first="1", second="5")[0] == 303
    assert [table.starts[0] for table in read_state(desk).draws[1]] == [5, 1]
    assert send(client, "/spieler/tauschen", number=2, first="1", second="5")[0] == 409


@pytest.mark.parametrize("role", ["referee", "table", "public"])
def test_only_the_organiser_manages_players(tmp_path: Path, role: str) -> None:
    """Every address of the page is refused to all others."""
    desk = open_desk(tmp_path)
    client = visit(desk, role)  # type: ignore[arg-type]
    seen = [client.get(path).status_code for path in ("/spieler",)]
    forms: dict[str, dict[str, object]] = {
        "": {"name": "Ida"},
        "/1/bezahlt": {"paid": "true"},
        "/1/name": {"name": "Ida"},
        "/1/abmelden": {"after": 0},
        "/1/vertretung": {"number": 1},
        "/1/aussetzen": {"number": 1},
        "/1/platz": {"number": 1, "table": 1},
        "/runde/1.pdf": {},
        "/auslosen": {"seen": 1},
        "/tauschen": {"number": 1, "first": "1", "second": "5"},
    }
    sent = [send(client, f"/spieler{path}", **form)[0] for path, form in forms.items()]
    assert {*seen, *sent} == {403}


LISTED = "Runde;Tisch;Namen\n1;1;Anna;Bernd;Çem;Dörte\n1;2;Emil;Frieda;Gül;Hans\n"


def test_a_draw_made_elsewhere_is_taken_over(tmp_path: Path) -> None:
    """From a CSV, as the command takes it; what is wrong with it is said with the name of the file."""
    desk = open_fresh(tmp_path)
    client = visit(desk, "organiser")
    head = read_state(desk).head.number

    def post(text: bytes, name: str = "liste.csv") -> tuple[int, str]:
        answer = client.post(
            "/spieler/auslosung", data={"seen": head}, files={"listed": (name, text)}, follow_redirects=False
        )
        return answer.status_code, read_words(answer.text)

    for text, words in (
        (LISTED.replace("Hans", "Hanns").encode(), "am ähnlichsten ist „Hans“"),
        (LISTED.replace(";Hans", "").encode(), "3 Spieler"),
        (b"Hallo 1\n", "liste.csv: „Hallo 1“ passt nicht"),
        (b"\x00\x01" * 500, "liste.csv ist keine Textdatei"),
        (b"9;1;Anna;Bernd;Emil;Hans\n", "liste.csv steht keine"),
    ):
        status, said = post(text, "C/../liste.csv")
        assert (status, words in said, "kiebitz-" in said) == (409, True, False), said
    assert not read_state(desk).draws
    assert post(LISTED.encode("utf-16"))[0] == 303
    assert [table.starts for table in read_state(desk).draws[1]] == [(1, 2, 3, 4), (5, 6, 7, 8)]
    assert read_state(desk).drawn[1].method == "csv"


def test_the_seed_and_the_paper_are_chosen(tmp_path: Path) -> None:
    """A seed that was announced draws the same again; plus points only, and A5, are printed."""
    desk = open_fresh(tmp_path)
    client = visit(desk, "organiser")
    send(client, "/spieler/auslosen", seen=read_state(desk).head.number, number=1, seed="Lotto 3 14")
    first = read_state(desk)
    assert first.drawn[1].seed == "Lotto 3 14"
    send(client, "/spieler/auslosen", seen=first.head.number, number=1, seed="Lotto 3 14")
    assert read_state(desk).draws[1] == first.draws[1]
    assert send(client, "/spieler/auslosen", seen=first.head.number + 1, number=1, seed="x" * 201)[0] == 409
    pdf = client.post("/spieler/runde/1.pdf", data={"style": "points", "paper": "a5", "plus": "true"})
    assert pdf.headers["content-type"] == "application/pdf"
    sheet = pypdfium2.PdfDocument(pdf.content)[0]
    assert "Plus" in sheet.get_textpage().get_text_range()


def test_two_people_change_one_player(tmp_path: Path) -> None:
    """The second sees what the first did, keeps what was typed, and may save it again; other players do not disturb."""
    desk = open_desk(tmp_path)
    first, second = visit(desk, "organiser"), visit(desk, "organiser")
    seen = read_state(desk).head.number
    assert send(first, "/spieler/1/name", name="Anne", seen=seen)[0] == 303
    assert send(second, "/spieler/2/bezahlt", paid="true", seen=seen)[0] == 303
    answer = second.post("/spieler/1/name", data={"name": "Annette", "seen": seen})
    assert answer.status_code == 409
    assert "Inzwischen geändert von organiser 1: Startnummer 1 heißt jetzt Anne." in read_words(answer.text)
    assert 'value="Annette"' in answer.text
    assert read_state(desk).players[0].name == "Anne"
    assert send(second, "/spieler/1/name", name="Annette", seen=read_state(desk).head.number)[0] == 303
    assert send(first, "/spieler/tauschen", number=1, first="1", second="5", seen=seen)[0] == 303
    assert send(second, "/spieler/tauschen", number=1, first="1", second="6", seen=seen)[0] == 409


def test_a_latecomer_gets_a_seat_of_a_printed_round(tmp_path: Path) -> None:
    """The page says that the round stands, offers its free seats, and lets the player wait; each is an entry."""
    desk = open_fresh(tmp_path)
    client = visit(desk, "organiser")
    send(client, "/spieler/auslosen", seen=read_state(desk).head.number)
    assert client.post("/spieler/runde/1.pdf").headers["content-type"] == "application/pdf"
    send(client, "/spieler/1/abmelden", after=0)
    for name in ("Ida", "Jo", "Uli"):
        assert send(client, "/spieler", name=name)[0] == 303
    words = read_words(client.get("/spieler").text)
    assert "Diese Runde ist gedruckt oder wird gespielt und bleibt, wie sie ist. Noch ohne Platz:" in words
    table = next(table.number for table in read_state(desk).draws[1] if 1 in table.starts)
    assert f"an Tisch {table}, statt Anna" in words
    assert f"an Tisch {3 - table}, dort sind es dann 5" in words
    assert send(client, "/spieler/9/platz", number=1, table=table)[0] == 303
    assert send(client, "/spieler/10/platz", number=1, table=3 - table)[0] == 303
    assert send(client, "/spieler/11/aussetzen", number=1)[0] == 303
    state = read_state(desk)
    assert {len(table.starts) for table in state.draws[1]} == {4, 5}
    assert {9, 10} < {start for table in state.draws[1] for start in table.starts}
    words = read_words(client.get("/spieler").text)
    assert "Noch ohne Platz" not in words
    assert "setzt in Runde 1 aus" in words
    status, words = send(client, "/spieler/11/platz", number=1, table=1)
    assert (status, "spielt in Runde 1 nicht mit" in words) == (409, True)


def test_a_player_is_added_for_a_later_round(tmp_path: Path) -> None:
    """With the field of the form; the player's page proposes to leave after the last round with sheets."""
    desk = open_fresh(tmp_path)
    client = visit(desk, "organiser")
    assert send(client, "/spieler", name="Ida", first="2")[0] == 303
    assert read_state(desk).players[-1].paused == {1}
    send(client, "/spieler/auslosen", seen=read_state(desk).head.number)
    assert 'value="2" selected' not in client.get("/spieler/1").text


def test_who_leaves_and_what_is_next(tmp_path: Path) -> None:
    """All rounds drawn in advance, round 1 played: the page leaves after it, says so, and asks for a new draw."""
    desk = open_desk(tmp_path, ROUND, ROUND)
    client = visit(desk, "organiser")
    assert send(client, "/spieler", name="Ida", first="2")[0] == 303
    assert send(client, "/spieler/auslosen", seen=read_state(desk).head.number)[0] == 303
    html = client.get("/spieler/3").text
    assert '<option value="1" selected>' in html
    assert "<option selected>2</option>" in html
    assert send(client, "/spieler/3/abmelden", after=1)[0] == 303
    words = read_words(client.get("/spieler?left=3").text)
    assert "Çem: abgemeldet nach Runde 1." in words
    assert "Bitte Runde 2 neu auslosen: Spieler oder Turnierform haben sich geändert." in words
    assert "kiebitz" not in words


def test_a_player_is_found_without_a_script(tmp_path: Path) -> None:
    """By letters of name, club or number, with or without accents."""
    client = visit(open_fresh(tmp_path, 8), "organiser")
    shown = {q: read_words(client.get("/spieler", params={"q": q}).text) for q in ("cem", "Çe", "3", "niemand <b>")}
    assert all("Çem" in shown[q] for q in ("cem", "Çe", "3"))
    assert "So heißt niemand." in shown["niemand <b>"]
