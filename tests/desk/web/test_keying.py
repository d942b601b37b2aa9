"""Gegenlesen: what the second person sees and must not see, what the referee gets, and what is measured."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from desk.web.access import Register
from desk.web.running_desk import Desk
from tests.desk.paper import sheet
from tests.desk.photographed import make_photo, open_with
from tests.desk.web.forms import PAGE, decide, read_form
from tests.desk.web.test_roles import FILLED, PROMISED
from tests.desk.web.visitors import read_session, read_words, visit
from tests.tournament.filing.files import NAMES, open_tournament, put_in
from tests.tournament.keying.keyings import ITEM, WRONG, blur
from tests.tournament.keying.keyings import decide as decide_in_file

DECIDED = "+47,-47,+47,-47"
"""Numbers that stand nowhere else: a page that shows one of them knows the decision."""


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    """A table whose fifth game a referee called Xaver has decided; two of its fields are hard to read."""
    store = open_tournament(tmp_path, drawn=1)
    put_in(store, blur(sheet("a.jpg", WRONG, names=NAMES[:4]), ("g05.p1", "g05.p2")))
    decide_in_file(store, ITEM, "points", "Xaver", points=DECIDED, reason="Zeugen von Tisch 47")
    return Desk(store.where, Register(tmp_path / "links.json"), "de")


def key(client: TestClient, how: str, text: str = "") -> str:
    """Presses a button beside the field that is shown; what the answer says."""
    form = read_form(client.get("/lesen").text) | {"text": text}
    return read_words(client.post("/lesen", data={**form, "how": how}, headers=PAGE).text)


def ask_all(desk: Desk) -> TestClient:
    """The referee has all doubtful fields read; returns the referee's browser."""
    referee = visit(desk, "referee")
    assert referee.post("/gegenlesen", data={"which": "all"}).status_code == 200
    return referee


def test_all_fields_are_read_one_by_one(desk: Desk) -> None:
    """The field, then the next, then none; the referee sees who agrees."""
    referee, keyer = ask_all(desk), visit(desk, "keyer")
    words = read_words(keyer.get("/lesen").text)
    assert "Runde 1, Tisch 1, Spiel 5" in words
    assert "Noch 2 Felder Was steht im Rahmen? (Anna)" in words
    assert "Noch 1 Feld Was steht im Rahmen? (Bernd)" in key(keyer, "take", "+47")
    assert "Zurzeit ist nichts zu lesen." in key(keyer, "take", "3")
    told = read_words(referee.get("/gegenlesen").text)
    assert "2 von 2 Feldern gelesen. 1 einig 1 Zeile uneinig und offen Runde 1, Tisch 1, Spiel 5" in told
    assert "keyer 1 0 von 1 0 % bis 79,4 %" in told
    assert "Xaver 0 von 1" in told


def test_nothing_of_the_decision_reaches_the_second_person(desk: Desk) -> None:
    """Neither its numbers nor its author nor its reason: on no page, in no header, in no refusal, after no key; and
    what a person reads there is the same, whatever was decided."""
    ask_all(desk)
    keyer, answers = visit(desk, "keyer"), []
    for address in PROMISED.keys() - {"GET /ereignisse"}:
        path = address.split(" ")[1]
        for gap, value in (FILLED | {"{item}": ITEM, "{field}": "g05.p1"}).items():
            path = path.replace(gap, value)
        answers.append(keyer.get(path))
    form = read_form(keyer.get("/lesen").text)
    for sent in (
        {"how": "take", "text": ""},
        {"how": "take", "text": "zwei"},
        {"how": "later"},
        {"how": "take", "text": "+2", "photo": "0000"},
        {"how": "take", "text": "+3"},
        {"how": "blank"},
        {"how": "take", "field": "g05.p3", "text": "+3"},
        {"how": "take", "item": "r1.t1.g6", "text": "+3"},
    ):
        answers.append(keyer.post("/lesen", data=form | sent, headers=PAGE))
        answers.append(keyer.post("/lesen", data=form | sent))
    answers.append(keyer.post("/lesen/zurueck", headers=PAGE))
    assert any(answer.status_code == 200 for answer in answers)
    for answer in answers:
        headers = [value for name, value in answer.headers.items() if name != "content-length"]
        said = re.sub(r"v=[0-9a-f]+|seit=\d+|value=\"[\w.-]{20,}\"|X-CSRF\": \"[^\"]*", "", answer.text) + str(headers)
        assert not re.search(r"47|Xaver|Zeugen", said), answer.url


def test_the_page_is_the_same_whatever_was_decided(tmp_path: Path) -> None:
    """Two files that differ only in the decision show the second person the same, letter by letter."""
    pages = []
    for number, points in enumerate((DECIDED, "+2,+2,-2,-2")):
        (tmp_path / str(number)).mkdir()
        store = open_tournament(tmp_path / str(number), drawn=1)
        put_in(store, blur(sheet("a.jpg", WRONG, names=NAMES[:4]), ("g05.p1", "g05.p2")))
        decide_in_file(store, ITEM, "points", "Xaver", points=points, reason="Zeugen")
        desk = Desk(store.where, Register(tmp_path / str(number) / "links.json"), "de")
        ask_all(desk)
        keyer = visit(desk, "keyer")
        first = keyer.get("/lesen").text
        form = read_form(first) | {"how": "take", "text": "+3"}
        after = keyer.post("/lesen", data=form, headers=PAGE).text
        pages.append([re.sub(re.escape(form["csrf"]) + r"|(?<=seit=)\d+", "", one) for one in (first, after)])
    assert pages[0] == pages[1]


def test_pictures_show_the_ink_alone(tmp_path: Path) -> None:
    """Field and row as they were photographed, with frame and names: byte by byte the same for two decisions, and only
    of fields that somebody asked to have read."""
    pictures = []
    for number, points in enumerate((DECIDED, "+2,+2,-2,-2")):
        (tmp_path / str(number)).mkdir()
        store, _ = open_with(tmp_path / str(number), make_photo(700))
        decide_in_file(store, ITEM, "points", "Xaver", points=points, reason="Zeugen")
        desk = Desk(store.where, Register(tmp_path / str(number) / "links.json"), "de")
        ask_all(desk)
        keyer = visit(desk, "keyer")
        pictures.append(
            [
                keyer.get(address).content
                for address in re.findall(r'src="(/lesen/bild/[^"]+)"', keyer.get("/lesen").text)
            ]
        )
        assert keyer.get("/lesen/bild/feld/r1.t1.g6/g06.p1").status_code == 404
        assert keyer.get("/bild/feld/r1.t1/g05.p1").status_code == 403
    assert pictures[0] == pictures[1]
    assert len(pictures[0]) == 4
    assert all(one.startswith(b"\xff\xd8") for one in pictures[0])


def test_a_disagreement_is_decided_under_pruefen(desk: Desk) -> None:
    """It stands there with both readings, asks for a reason, and counts as decided then."""
    referee, keyer = ask_all(desk), visit(desk, "keyer")
    key(keyer, "take", "+3")
    page = referee.get("/pruefen").text
    assert "Bei Anna liest keyer 1 +3 statt +47." in read_words(page)
    assert 'name="reason"' in page
    refused = decide(referee, ITEM, "take")
    assert (refused.status_code, "bitte einen Grund" in read_words(refused.text)) == (422, True)
    decide(referee, ITEM, "take", p1="+3", p2="+3", p3="-3", p4="-3", reason="Zettel noch einmal angesehen")
    assert "Nichts ist offen." in read_words(referee.get("/pruefen").text)
    told = read_words(referee.get("/gegenlesen").text)
    assert "1 vom Schiedsrichter entschieden" in told
    assert "Xaver 1 von 1 20,6 % bis 100 %" in told
    assert "keyer 1 0 von 1" in told


def test_a_decision_that_was_read_beside_stays(desk: Desk) -> None:
    """Undo says why, in place of a contradiction that vanishes."""
    ask_all(desk)
    xaver = TestClient(visit(desk, "referee").app, base_url="http://testserver")
    token = desk.register.issue("referee", "Xaver", hours=1)
    xaver.get(f"/herein/{token}")
    visitor = desk.register.find_visitor(read_session(xaver)[1])
    assert visitor is not None
    key(visit(desk, "keyer"), "take", "+3")
    answer = xaver.post("/pruefen/zurueck", data={"later": ""}, headers=PAGE | {"x-csrf": visitor.csrf})
    assert (answer.status_code, "schon gegengelesen" in read_words(answer.text)) == (422, True)
    assert ITEM in desk.open("de").tournament.decisions


def test_the_last_reading_is_taken_back(desk: Desk) -> None:
    """U shows the same field again; put off fields come at the end."""
    ask_all(desk)
    keyer = visit(desk, "keyer")
    assert "(Bernd)" in key(keyer, "later")
    key(keyer, "unreadable")
    assert desk.open("de").tournament.keyed[ITEM, "g05.p1"].text == "?"
    back = read_words(keyer.post("/lesen/zurueck", data={"later": ""}, headers=PAGE).text)
    assert "Noch 2 Felder Was steht im Rahmen? (Anna)" in back
    assert desk.open("de").tournament.keyed == {}
    assert "nichts zurückzunehmen" in read_words(keyer.post("/lesen/zurueck", headers=PAGE).text)


def test_two_people_at_one_field(desk: Desk) -> None:
    """The second is told that it has been read, and gets the next."""
    ask_all(desk)
    first, second = visit(desk, "keyer"), visit(desk, "keyer")
    old = read_form(second.get("/lesen").text) | {"how": "take", "text": "+9"}
    key(first, "take", "+3")
    answer = second.post("/lesen", data=old, headers=PAGE)
    assert answer.status_code == 422
    assert "inzwischen schon gegengelesen" in read_words(answer.text)
    assert "(Bernd)" in read_words(answer.text)
    assert desk.open("de").tournament.keyed[ITEM, "g05.p1"].text == "+3"


def test_the_author_reads_nothing_of_his_own(desk: Desk) -> None:
    """A link in the name of who decided shows no field, and one that is sent is refused."""
    ask_all(desk)
    form = read_form(visit(desk, "keyer").get("/lesen").text) | {"how": "take", "text": "+47"}
    client = TestClient(visit(desk, "keyer").app, base_url="http://testserver")
    client.get(f"/herein/{desk.register.issue('keyer', 'xaver', hours=1)}")
    visitor = desk.register.find_visitor(read_session(client)[1])
    assert visitor is not None
    assert "Zurzeit ist nichts zu lesen." in read_words(client.get("/lesen").text)
    answer = client.post("/lesen", data=form, headers=PAGE | {"x-csrf": visitor.csrf})
    assert "haben Sie selbst entschieden" in read_words(answer.text)
    assert desk.open("de").tournament.keyed == {}


def test_a_sample_can_be_drawn_again(desk: Desk) -> None:
    """Size and seed stand on the page; what cannot be drawn is refused in a sentence."""
    referee = visit(desk, "referee")
    assert "Noch nicht ausgewählt: 2 zweifelhafte Felder" in read_words(referee.get("/gegenlesen").text)
    for size in ("0", "-1", "viele", ""):
        answer = referee.post("/gegenlesen", data={"which": "sample", "size": size, "seed": "7"})
        assert (answer.status_code, "Zahl ab 1" in read_words(answer.text)) == (409, True), size
    told = read_words(referee.post("/gegenlesen", data={"which": "sample", "size": "1", "seed": "<b>7"}).text)
    assert "Stichprobe: 1 von 2, Startwert „&lt;b&gt;7“." in told
    assert len(visit(desk, "keyer").get("/lesen").text) > 0
    assert "Noch 1 Feld" in read_words(visit(desk, "keyer").get("/lesen").text)
    referee.post("/gegenlesen", data={"which": "all"})
    assert referee.post("/gegenlesen", data={"which": "all"}).status_code == 409


def test_it_works_without_a_script(desk: Desk) -> None:
    """A plain form leads to the next field."""
    ask_all(desk)
    keyer = visit(desk, "keyer")
    form = read_form(keyer.get("/lesen").text) | {"how": "later"}
    answer = keyer.post("/lesen", data=form, follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (303, "/lesen?spaeter=r1.t1.g5/g05.p1")
    form |= {"how": "blank"}
    assert keyer.post("/lesen", data=form, follow_redirects=False).headers["location"] == "/lesen"


def test_the_record_tells_it(desk: Desk) -> None:
    """Akte has who asked, and who read what."""
    referee = ask_all(desk)
    key(visit(desk, "keyer"), "blank")
    words = read_words(referee.get("/akte").text)
    assert "Gegenlesen: 2 Felder ausgewählt." in words
    assert "Runde 1, Tisch 1, Spiel 5, Platz 1: gegengelesen, dort steht nichts." in words


def test_a_reading_that_came_meanwhile_is_seen_first(desk: Desk) -> None:
    """Who decides anew from an older page settles nothing unseen; a reading of another row does not disturb."""
    referee, keyer = ask_all(desk), visit(desk, "keyer")
    old = read_form(referee.get(f"/pruefen/{ITEM}").text) | {"how": "as-written", "reason": "Zeugen"}
    other = read_form(referee.get("/pruefen/r1.t1.g6").text) | {"how": "as-written", "reason": "so"}
    key(keyer, "take", "+3")
    answer = referee.post(f"/pruefen/{ITEM}", data=old, headers=PAGE)
    assert answer.status_code == 409
    assert "keyer 1 hat Runde 1, Tisch 1, Spiel 5 gegengelesen." in read_words(answer.text)
    assert referee.post("/pruefen/r1.t1.g6", data=other, headers=PAGE).status_code == 200
