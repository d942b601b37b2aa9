"""Prüfen: the next item, each kind of decision, what was put off, and two people at once."""

from __future__ import annotations

import html
import re
import threading
from pathlib import Path

from desk.web.access import Register
from desk.web.running_desk import Desk
from tests.desk.paper import ROUND, sheet
from tests.desk.web.all_kinds import doubt_crosses, open_crowded, open_turned
from tests.desk.web.forms import PAGE, decide, read_form
from tests.desk.web.readers import wait_until
from tests.desk.web.visitors import WRONG, open_desk, read_words, visit
from tests.tournament.filing.files import NAMES, draw_two_causes, open_tournament, put_in
from tests.tournament.filing.test_several import open_bock, unsigned
from tournament.filing.decisions.deciding import Wish, decide_items
from tournament.filing.opened.open_evening import Evening, open_evening
from tournament.record.player_facts import Paid

TWO_WRONG = WRONG.replace("-2 -2 +2 +2", "-2 -2 +2 +3", 1)


def list_ruled(desk: Desk) -> dict[str, tuple[str, tuple[int | None, ...]]]:
    """By item how it was decided, and its points."""
    rulings = desk.open("de").tournament.decisions
    return {item: (one.how, one.points) for item, one in rulings.items()}


def test_which_way_up_a_list_lies_is_asked_with_its_first_rows(tmp_path: Path) -> None:
    """The sheet's own question comes first, shows three rows as they were read, and is settled with one button."""
    desk = open_turned(tmp_path)
    assert desk.list_queue("de")[1].items[0].item == "r1.t1.way-up"
    client = visit(desk, "referee")
    page = client.get("/pruefen/r1.t1.way-up").text
    assert "Nur zu 87 % sicher, wie herum die Liste lag." in read_words(page)
    assert "Sie steht richtig herum" in read_words(page)
    assert page.count('<p class="line">') == 3
    decide(client, "r1.t1.way-up", "stay")
    assert "way-up" not in {one.item.rpartition(".")[2] for one in desk.list_queue("de")[1].items}


def test_a_list_that_was_not_read_is_asked_about(tmp_path: Path) -> None:
    """Whether a list is missing is known to whoever looks; one button settles it."""
    desk = open_crowded(tmp_path)
    client = visit(desk, "referee")
    page = read_words(client.get("/pruefen/r1.t1.lists-beside").text)
    assert "Auf dem Foto liegt 1 weitere Liste wie diese, nicht gelesen." in page
    assert "Keine Liste fehlt" in page
    decide(client, "r1.t1.lists-beside", "stay")
    assert "r1.t1.lists-beside" not in {one.item for one in desk.list_queue("de")[1].items}


def test_the_next_item_shows_the_question_and_the_proposal(tmp_path: Path) -> None:
    """Place, sentence, names and what would be taken over stand on the page."""
    words = read_words(visit(open_desk(tmp_path, WRONG), "referee").get("/pruefen").text)
    assert "Runde 1, Tisch 1, Spiel 5" in words
    assert "Zusammen +1 statt 0." in words
    assert "Anna ± gelesen: +3" in words


def test_what_was_typed_counts_and_the_next_item_comes(tmp_path: Path) -> None:
    """Other points than the proposed ones are entered under the visitor's name."""
    desk = open_desk(tmp_path, TWO_WRONG)
    answer = decide(visit(desk, "referee"), "r1.t1.g5", "take", p1="+4", p2="+4", p3="-4", p4="-4")
    assert "Spiel 6" in read_words(answer.text)
    assert answer.headers["hx-push-url"] == "/pruefen/r1.t1.g6"
    assert list_ruled(desk) == {"r1.t1.g5": ("points", (4, 4, -4, -4))}
    assert desk.open("de").tournament.decisions["r1.t1.g5"].by == "referee 1"


def test_an_unchanged_proposal_is_accepted(tmp_path: Path) -> None:
    """Taking over what stands there says "accept"."""
    desk = open_desk(tmp_path, TWO_WRONG)
    client = visit(desk, "referee")
    assert read_form(client.get("/pruefen/r1.t1.g5").text)["proposed"] == "+2 +2 -2 -2"
    decide(client, "r1.t1.g5", "take")
    assert list_ruled(desk) == {"r1.t1.g5": ("accept", (2, 2, -2, -2))}


def test_what_was_done_is_said_with_the_way_back(tmp_path: Path) -> None:
    """A toast over the page: the place, what counts now, and a button that takes it back."""
    desk = open_desk(tmp_path, TWO_WRONG, WRONG)
    client = visit(desk, "referee")
    for item, said in (
        ("r1.t1.g5", "Spiel 5: +2 +2 -2 -2 Rückgängig"),
        ("r1.t1.g6", "Spiel 6: -2 -2 +2 +2 Rückgängig"),
    ):
        words = read_words(decide(client, item, "take").text)
        assert f"Runde 1, Tisch 1, {said}" in words
    assert "Tisch 2" in words


def test_a_cross_is_asked_with_yes_and_no(tmp_path: Path) -> None:
    """The points are clear, and only the box is in doubt: the likelier answer is Enter's, the other one is J or N."""
    store = open_tournament(tmp_path, drawn=1)
    put_in(store, doubt_crosses(sheet("a.jpg", names=NAMES[:4]), "g01.solo", "g05.solo"))
    desk = Desk(store.where, Register(tmp_path / "links.json"), "de")
    client = visit(desk, "referee")
    no, yes = (client.get(f"/pruefen/r1.t1.{game}").text for game in ("g5", "g1"))
    assert "Ist Solo angekreuzt? Die Punkte passen zu zwei gegen zwei. Nein, kein Solo Enter Ja, Solo J" in read_words(
        no
    )
    assert "Die Punkte passen zu einem gegen drei." in read_words(yes)
    assert "Ja, Solo Enter Nein, kein Solo N" in read_words(yes)
    client.post("/pruefen/r1.t1.g5", data={**read_form(no), "how": "take"}, headers=PAGE)
    outcome = re.findall(r'name="outcome" value="([^"]*)"', yes)[0]
    answer = client.post("/pruefen/r1.t1.g1", data={**read_form(yes), "outcome": outcome}, headers=PAGE)
    assert "Anna hat kein Pflichtsolo angekreuzt." in read_words(answer.text)
    decisions = desk.open("de").tournament.decisions
    settled = {item: (one.points, one.solo) for item, one in decisions.items()}
    assert settled == {"r1.t1.g5": ((2, 2, -2, -2), False), "r1.t1.g1": ((9, -3, -3, -3), False)}


def test_alike_crosses_are_one_item(tmp_path: Path) -> None:
    """Three boxes of one sheet in doubt, with the same likelier answer: one key for all; a fourth with the other answer
    is asked by itself."""
    store = open_tournament(tmp_path, drawn=1)
    boxes = ("g01.solo", "g05.solo", "g07.solo", "g09.solo")
    put_in(store, doubt_crosses(sheet("a.jpg", names=NAMES[:4]), *boxes))
    desk = Desk(store.where, Register(tmp_path / "links.json"), "de")
    client = visit(desk, "referee")
    words = read_words(client.get("/pruefen/r1.t1.g5").text)
    assert "Nein, kein Solo in allen 3 Zeilen Enter Einzeln ansehen N" in words
    assert "Spiel 1 " not in words
    decide(client, "r1.t1.g5", "alike")
    assert sorted(list_ruled(desk)) == ["r1.t1.g5", "r1.t1.g7", "r1.t1.g9"]


def test_without_points_nothing_is_taken_over(tmp_path: Path) -> None:
    """Empty inputs are no zeros."""
    desk = open_desk(tmp_path, WRONG)
    answer = decide(visit(desk, "referee"), "r1.t1.g5", "take", p1="", p2="", p3="", p4="")
    assert answer.status_code == 422
    assert "für jeden Platz" in read_words(answer.text)
    assert not list_ruled(desk)


def test_points_against_the_rules_need_a_reason(tmp_path: Path) -> None:
    """The refusal keeps what was typed, and offers a place for the reason."""
    desk = open_desk(tmp_path, WRONG)
    client = visit(desk, "referee")
    typed = {"p1": "+5", "p2": "+2", "p3": "-2", "p4": "-2"}
    refused = decide(client, "r1.t1.g5", "take", **typed)
    assert refused.status_code == 422
    assert 'value="+5"' in refused.text
    assert 'name="reason"' in refused.text
    decide(client, "r1.t1.g5", "take", **typed, reason="so gespielt")
    assert list_ruled(desk) == {"r1.t1.g5": ("points", (5, 2, -2, -2))}


def test_what_else_the_row_may_count_is_one_button(tmp_path: Path) -> None:
    """A solo that was not tripled, or a sign that is wrong: each is offered, and none is taken unasked."""
    desk = open_desk(tmp_path, ROUND.replace("+2 +2 -2 -2", "+2 -2 -2 -2", 1))
    client = visit(desk, "referee")
    words = read_words(client.get("/pruefen/r1.t1.g5").text)
    assert "A +2 +2 -2 -2 B +2 -2 +2 -2 C +2 -2 -2 +2 D +6 -2 -2 -2" in words
    assert "Vorschlag:" not in words
    form = read_form(client.get("/pruefen/r1.t1.g5").text)
    client.post("/pruefen/r1.t1.g5", data={**form, "outcome": "+2,-2,+2,-2"}, headers=PAGE)
    assert list_ruled(desk) == {"r1.t1.g5": ("points", (2, -2, 2, -2))}


def test_of_two_causes_each_has_a_key_and_enter_has_none(tmp_path: Path) -> None:
    """Both are offered with what they change; the inputs are blank, so that Enter takes nothing over."""
    store = open_tournament(tmp_path, drawn=1)
    put_in(store, draw_two_causes())
    desk = Desk(store.where, Register(tmp_path / "links.json"), "de")
    client = visit(desk, "referee")
    page = client.get("/pruefen/r1.t1.g1").text
    words = read_words(page)
    assert "A +9 -3 -3 -3 Solo Platz 1: +9 statt -3; Platz 2: -3 statt +9 B -3 +9 -3 -3 Solo Re-Kreuz von" in words
    assert "Vorschlag:" not in words
    assert decide(client, "r1.t1.g1", "take").status_code == 422
    outcomes = re.findall(r'name="outcome" value="([^"]*)"', page)
    client.post("/pruefen/r1.t1.g1", data={**read_form(page), "outcome": outcomes[0]}, headers=PAGE)
    assert list_ruled(desk) == {"r1.t1.g1": ("points", (9, -3, -3, -3))}


def test_later_comes_back_at_the_end(tmp_path: Path) -> None:
    """What was put off is passed over until nothing else is left."""
    client = visit(open_desk(tmp_path, TWO_WRONG), "referee")
    first = client.get("/pruefen").text
    item = re.search(r'action="/pruefen/(r1[^"]+)"', first)
    assert item is not None
    second = decide(client, item[1], "later")
    form = read_form(second.text)
    assert form["later"] == item[1]
    other = second.headers["hx-push-url"].removeprefix("/pruefen/")
    assert other != item[1]
    third = client.post(f"/pruefen/{other}", data={**form, "how": "later"}, headers=PAGE)
    assert third.headers["hx-push-url"] == f"/pruefen/{item[1]}"


def test_undo_takes_the_own_last_decision_back(tmp_path: Path) -> None:
    """Another person's decision, made later, stays."""
    desk = open_desk(tmp_path, WRONG, WRONG)
    referee, organiser = visit(desk, "referee"), visit(desk, "organiser")
    decide(referee, "r1.t1.g5", "as-written")
    decide(organiser, "r1.t2.g5", "as-written")
    answer = referee.post("/pruefen/zurueck", data={"later": ""}, headers=PAGE)
    assert answer.headers["hx-push-url"] == "/pruefen/r1.t1.g5"
    assert list(list_ruled(desk)) == ["r1.t2.g5"]


def test_another_row_of_the_sheet_does_not_disturb(tmp_path: Path) -> None:
    """Somebody decided game 5 meanwhile; game 6 is as it was shown, and the decision on it holds."""
    desk = open_desk(tmp_path, TWO_WRONG)
    first, second = visit(desk, "referee"), visit(desk, "organiser")
    old = {**read_form(second.get("/pruefen/r1.t1.g6").text), "how": "as-written"}
    decide(first, "r1.t1.g5", "take", p1="+2", p2="+2", p3="-2", p4="-2")
    assert second.post("/pruefen/r1.t1.g6", data=old, headers=PAGE).status_code == 200
    assert list(list_ruled(desk)) == ["r1.t1.g5", "r1.t1.g6"]


def test_what_changed_meanwhile_is_shown_again(tmp_path: Path) -> None:
    """The visitor saw another proposal: what was typed is kept, and counts only when it is sent once more."""
    desk = open_desk(tmp_path, TWO_WRONG)
    first, second = visit(desk, "referee"), visit(desk, "organiser")
    old = {**read_form(second.get("/pruefen/r1.t1.g6").text), "how": "take", "p1": "-4", "shown": "other"}
    decide(first, "r1.t1.g5", "as-written")
    answer = second.post("/pruefen/r1.t1.g6", data=old, headers=PAGE)
    assert answer.status_code == 409
    words = read_words(answer.text)
    assert "referee 1 hat Runde 1, Tisch 1, Spiel 5 entschieden: wie geschrieben" in words
    assert "Bitte noch einmal ansehen." in words
    assert read_form(answer.text)["p1"] == "−4"
    assert list(list_ruled(desk)) == ["r1.t1.g5"]


def test_the_same_decision_twice_is_one_entry(tmp_path: Path) -> None:
    """By another button even: what counts is the same, so the record has it once, and the page says who was quicker."""
    desk = open_desk(tmp_path, TWO_WRONG, WRONG)
    first, second = visit(desk, "referee"), visit(desk, "organiser")
    for item, theirs, mine in (
        ("r1.t1.g5", {"how": "as-written"}, {"how": "take", "p1": "+3", "p2": "+2", "p3": "-2", "p4": "-2"}),
        ("r1.t1.g6", {"how": "take"}, {"how": "take"}),
        ("r1.t2.g5", {"how": "take", "p1": "+4"}, {"outcome": "+4,+2,-2,-2 no-solo no-offence"}),
    ):
        page, reason = second.get(f"/pruefen/{item}").text, {"reason": "so"}
        first.post(f"/pruefen/{item}", data={**read_form(page), **theirs, **reason}, headers=PAGE)
        entries = len(desk.store.read_entries())
        answer = second.post(f"/pruefen/{item}", data={**read_form(page), **mine, **reason}, headers=PAGE)
        assert answer.status_code == 200, read_words(answer.text)
        assert "referee 1 war schneller und hat genauso entschieden." in read_words(answer.text)
        assert len(desk.store.read_entries()) == entries


def test_two_decisions_stand_side_by_side(tmp_path: Path) -> None:
    """The one in the record is the main button; what differs is marked, crosses too; M enters the other, with a
    reason that says so."""
    desk = open_desk(tmp_path, WRONG)
    first, second = visit(desk, "referee"), visit(desk, "organiser")
    old = read_form(second.get("/pruefen/r1.t1.g5").text)
    decide(first, "r1.t1.g5", "as-written")
    answer = second.post("/pruefen/r1.t1.g5", data={**old, "how": "take"}, headers=PAGE)
    assert answer.status_code == 409
    words = read_words(answer.text)
    assert "referee 1 hat anders entschieden als Sie. Was gilt?" in words
    assert "+3 von referee 1 bleibt Enter Meine +2 gilt M Später F" in words
    assert answer.text.count('class="seat doubtful"') == 1
    assert list_ruled(desk) == {"r1.t1.g5": ("as-written", (3, 2, -2, -2))}
    form = read_form(answer.text)
    kept = second.post("/pruefen/r1.t1.g5", data={**form, "how": "theirs"}, headers=PAGE)
    assert "Nichts ist offen." in read_words(kept.text)
    assert "Noch 0 offen" not in read_words(kept.text)
    assert list_ruled(desk) == {"r1.t1.g5": ("as-written", (3, 2, -2, -2))}
    second.post("/pruefen/r1.t1.g5", data={**form, "how": "take"}, headers=PAGE)
    assert list_ruled(desk) == {"r1.t1.g5": ("points", (2, 2, -2, -2))}
    assert desk.open("de").tournament.decisions["r1.t1.g5"].reason == "Anders als referee 1 entschieden"


def test_a_cross_alone_is_a_difference(tmp_path: Path) -> None:
    """Both have the same points, and one of them a solo: the crosses are marked, and both are named whole."""
    desk = open_desk(tmp_path, ROUND.replace("+2 +2 -2 -2", "+9 -3 -3 -2", 1))
    first, second = visit(desk, "referee"), visit(desk, "organiser")
    form = read_form(second.get("/pruefen/r1.t1.g5").text) | {"p1": "+9", "p2": "-3", "p3": "-3", "p4": "-3"}
    for name in ("solo", "offence"):
        form.pop(name, None)
    first.post("/pruefen/r1.t1.g5", data={**form, "how": "take", "solo": "x"}, headers=PAGE)
    words = read_words(
        second.post("/pruefen/r1.t1.g5", data={**form, "how": "take", "reason": "so"}, headers=PAGE).text
    )
    assert "+9 -3 -3 -3 Solo von referee 1 bleibt" in words
    assert "kein Kreuz" in words


def test_names_that_differ_are_both_named(tmp_path: Path) -> None:
    """Two people name different players for one seat, or the same one."""
    desk = open_desk(tmp_path, ROUND)
    first, second = visit(desk, "referee"), visit(desk, "organiser")
    old = {**read_form(second.get("/pruefen/r1.t1.name.p2").text), "how": "name", "reason": "so"}
    decide(first, "r1.t1.name.p2", "name", name="Dörte", reason="getauscht")
    words = read_words(second.post("/pruefen/r1.t1.name.p2", data={**old, "name": "Bernd"}, headers=PAGE).text)
    assert "Dörte von referee 1 bleibt Enter Meine Bernd gilt M" in words
    same = second.post("/pruefen/r1.t1.name.p2", data={**old, "name": "Dörte"}, headers=PAGE)
    assert "genauso entschieden" in read_words(same.text)


def test_what_somebody_else_looks_at_comes_later(tmp_path: Path) -> None:
    """The other sheet comes first, and the page says who has which; the last item is shown all the same."""
    desk = open_desk(tmp_path, WRONG, WRONG)
    first, second = visit(desk, "referee"), visit(desk, "organiser")
    shown = first.get("/pruefen", headers=PAGE).headers["hx-push-url"]
    other = second.get("/pruefen", headers=PAGE)
    assert {shown, other.headers["hx-push-url"]} == {"/pruefen/r1.t1.g5", "/pruefen/r1.t2.g5"}
    assert "referee 1 hat Runde 1, Tisch" in read_words(other.text)
    last = decide(second, other.headers["hx-push-url"].removeprefix("/pruefen/"), "as-written")
    assert last.headers["hx-push-url"] == shown


def test_an_item_is_replaced_once_somebody_else_decided_it(tmp_path: Path) -> None:
    """The page asks after every change: it gets the next item and who decided, or nothing where nothing changed."""
    desk = open_desk(tmp_path, WRONG, WRONG)
    first, second = visit(desk, "referee"), visit(desk, "organiser")
    page = second.get("/pruefen/r1.t1.g5").text
    news = html.unescape(re.search(r'id="news" hx-get="([^"]+)"', page)[1])  # type: ignore[index]
    assert second.get(news, headers=PAGE).status_code == 204
    decide(first, "r1.t2.g5", "as-written")
    assert second.get(news, headers=PAGE).status_code == 204
    decide(first, "r1.t1.g5", "as-written")
    answer = second.get(news, headers=PAGE)
    assert "referee 1 hat Runde 1, Tisch 1, Spiel 5 entschieden." in read_words(answer.text)
    assert 'hx-swap-oob="innerHTML"' in answer.text


def test_other_sheets_do_not_disturb(tmp_path: Path) -> None:
    """A decision made from an older state of the file holds, as long as its sheet is the same."""
    desk = open_desk(tmp_path, WRONG, WRONG)
    first, second = visit(desk, "referee"), visit(desk, "organiser")
    old = {**read_form(second.get("/pruefen/r1.t2.g5").text), "how": "as-written"}
    decide(first, "r1.t1.g5", "as-written")
    assert second.post("/pruefen/r1.t2.g5", data=old, headers=PAGE).status_code == 200
    assert list(list_ruled(desk)) == ["r1.t1.g5", "r1.t2.g5"]


def test_the_next_item_of_another_sheet_comes_at_once(tmp_path: Path) -> None:
    """It is shown before the evening is counted anew, and the decision on it is made from the newest entry."""
    desk = open_desk(tmp_path, TWO_WRONG, WRONG)
    client = visit(desk, "referee")
    before = desk.open("de")
    answer = decide(client, "r1.t1.g5", "take")
    assert answer.headers["hx-push-url"] == "/pruefen/r1.t2.g5"
    form = read_form(answer.text)
    assert int(form["seen"]) == desk.store.read_head().number == before.tournament.head.number + 1
    again = client.post("/pruefen/r1.t2.g5", data={**form, "how": "take"}, headers=PAGE)
    assert again.headers["hx-push-url"] == "/pruefen/r1.t1.g6"
    assert set(list_ruled(desk)) == {"r1.t1.g5", "r1.t2.g5"}


def test_it_works_without_a_script(tmp_path: Path) -> None:
    """A plain form leads on to the next page; what was put off stands in its address."""
    desk = open_desk(tmp_path, TWO_WRONG)
    client = visit(desk, "referee")
    form = read_form(client.get("/pruefen/r1.t1.g5").text)
    answer = client.post("/pruefen/r1.t1.g5", data={**form, "how": "later"}, follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (303, "/pruefen?spaeter=r1.t1.g5")


def test_a_seat_without_a_name_offers_the_drawn_players(tmp_path: Path) -> None:
    """The drawn players are a list to choose from."""
    desk = open_desk(tmp_path, ROUND)
    client = visit(desk, "referee")
    page = client.get("/pruefen/r1.t1.name.p2").text
    assert re.findall(r'type="radio" name="name" value="([^"]+)"', page) == ["Anna", "Bernd", "Çem", "Dörte"]
    assert re.findall(r'value="([^"]+)" data-choice="." checked', page) == []
    decide(client, "r1.t1.name.p2", "name", name="Dörte", reason="getauscht")
    assert desk.open("de").tournament.decisions["r1.t1.name.p2"].name == "Dörte"


def test_strange_names_of_items_are_refused_in_a_sentence(tmp_path: Path) -> None:
    """Whatever stands in the address comes back escaped, and in no header as it is."""
    client = visit(open_desk(tmp_path, WRONG), "referee")
    for item in ("%E2%82%AC%0D%0Ax%20y", "%3Cscript%3E", "r1.t1.g5%00"):
        answer = client.post(f"/pruefen/{item}", data={"how": "stay", "seen": "9999"}, headers=PAGE)
        assert answer.status_code == 422, item
        assert "<script>" not in answer.text
        assert answer.headers["hx-push-url"] == f"/pruefen/{item}"
    assert client.post("/pruefen/r1.t1.g5", data={"how": "x", "seen": "1"}).status_code in (409, 422)
    assert client.post("/pruefen/r1.t1.g5", data={"how": "stay"}).status_code == 422


def test_only_deciders_and_only_items_of_the_evening(tmp_path: Path) -> None:
    """A table sees nothing of it, and no other address leads anywhere."""
    desk = open_desk(tmp_path, WRONG)
    assert visit(desk, "table", 1).get("/pruefen").status_code == 403
    client = visit(desk, "referee")
    for path in (
        "/pruefen/r9.t9.g1",
        "/pruefen/x",
        "/bild/kreuze/r9.t1.g1",
        "/bild/feld/r1.t1/..%2Fx",
        "/bild/bogen/x",
    ):
        assert client.get(path).status_code == 404, path


def test_a_cross_is_changed_beside_the_points(tmp_path: Path) -> None:
    """A solo that the players crossed by mistake counts as none; what is written stays, and U takes it back."""
    desk = open_desk(tmp_path, ROUND.replace("+2 +2 -2 -2", "+2 +2 -2 -2 x", 1))
    client = visit(desk, "referee")
    form = read_form(client.get("/pruefen/r1.t1.g5").text)
    form.pop("solo", None)
    answer = client.post(
        "/pruefen/r1.t1.g5", data={**form, "p1": "+2", "p2": "+2", "p3": "-2", "p4": "-2", "how": "take"}, headers=PAGE
    )
    assert answer.status_code == 200, read_words(answer.text)
    ruling = desk.open("de").tournament.decisions["r1.t1.g5"]
    assert (ruling.points, ruling.solo, ruling.offence) == ((2, 2, -2, -2), False, None)
    client.post("/pruefen/zurueck", data={"later": ""}, headers=PAGE)
    assert not list_ruled(desk)


def test_a_cross_against_the_rules_needs_a_reason(tmp_path: Path) -> None:
    """A pair's points with a solo's cross are refused; the box stays as it was chosen."""
    desk = open_desk(tmp_path, ROUND)
    answer = decide(visit(desk, "referee"), "r1.t1.g5", "take", solo="x")
    assert answer.status_code == 422
    assert re.search(r'name="solo"[^>]* checked', answer.text)
    assert not list_ruled(desk)


def test_what_counts_is_what_was_shown(tmp_path: Path) -> None:
    """A proposal that has another cross meanwhile is shown again instead of being taken over unseen."""
    desk = open_desk(tmp_path, WRONG)
    client = visit(desk, "referee")
    form = read_form(client.get("/pruefen/r1.t1.g5").text) | {"offered_solo": "x", "solo": "x", "how": "take"}
    assert client.post("/pruefen/r1.t1.g5", data=form, headers=PAGE).status_code == 422
    assert not list_ruled(desk)


def test_every_kind_of_decision_is_taken_back(tmp_path: Path) -> None:
    """A row, a name, and a matter that stays: U brings the item again as it was."""
    wrong_sum = sheet("tisch1.jpg", sums="+0 +0 +0 +4", names=NAMES[:4])
    store = open_tournament(tmp_path, drawn=1)
    put_in(store, wrong_sum)
    desk = Desk(store.where, Register(tmp_path / "links.json"), "de")
    client = visit(desk, "referee")
    for item, how, typed in (
        ("r1.t1.g5", "as-written", {"reason": "so"}),
        ("r1.t1.name.p1", "name", {"other": "Bernd", "reason": "so"}),
        ("r1.t1.sum", "stay", {}),
    ):
        assert decide(client, item, how, **typed).status_code == 200, item
        assert list(list_ruled(desk)) == [item]
        answer = client.post("/pruefen/zurueck", data={"later": ""}, headers=PAGE)
        assert answer.headers["hx-push-url"] == f"/pruefen/{item}"
        assert not list_ruled(desk)


def test_what_matters_is_worked_out_beside_the_page(tmp_path: Path) -> None:
    """What waits is there at once. How much it matters is worked out once an entry, and not while photographs are read;
    nobody who ends the page waits for it."""
    desk = open_desk(tmp_path, ROUND)
    weights, begun = desk.weights, []
    weigh = weights._weigh_calmly

    def note(evening: Evening) -> None:
        begun.append((evening.head, threading.current_thread().daemon))
        weigh(evening)

    weights._weigh_calmly = note  # type: ignore[assignment,method-assign]
    desk.is_reading = True
    desk.list_queue("de")
    desk.is_reading = False
    with weights._working:  # as while another weighing runs
        evening, before = desk.list_queue("de")
    assert begun == []
    desk.list_queue("de")
    wait_until(lambda: weights._known is not None and not weights._working.locked())
    assert begun == [(evening.head, True)]
    _, after = desk.list_queue("de")
    assert {one.item for one in after.items} == {one.item for one in before.items}
    assert after is not before
    assert desk.list_queue("de")[1] is after
    assert len(begun) == 1
    desk.store.append([Paid(1, paid=True)], by="Wart")
    desk.list_queue("de")
    wait_until(lambda: len(begun) == 2 and not weights._working.locked())
    assert begun[1] == (evening.head + 1, True)


def test_all_that_is_alike_is_settled_at_once(tmp_path: Path) -> None:
    """Nobody signed at two tables: both are listed, one button settles both, and each is an entry of its own."""
    store = open_tournament(tmp_path, drawn=1)
    put_in(store, unsigned("a.jpg", 1), unsigned("b.jpg", 2))
    desk = Desk(store.where, Register(tmp_path / "links.json"), "de")
    client, before = visit(desk, "referee"), len(store.read_entries())
    words = read_words(client.get("/pruefen/r1.t2.unsigned").text)
    assert (
        "Runde 1, Tisch 2 Niemand hat unterschrieben. Runde 1, Tisch 1 Niemand hat unterschrieben. "
        "Alle 2 gelten ohne Unterschrift Enter Einzeln ansehen N" in words
    )
    assert "Gilt ohne Unterschrift Enter" in read_words(client.get("/pruefen/r1.t2.unsigned?einzeln=1").text)
    assert decide(client, "r1.t2.unsigned", "alike").status_code == 200
    assert [how for how, _ in list_ruled(desk).values()] == ["accept", "accept"]
    assert len(store.read_entries()) == before + 2


def test_names_of_a_sheet_are_settled_at_once(tmp_path: Path) -> None:
    """Nobody's name can be read, and somebody wants to look at each seat: each has who was drawn to it, as the list
    shows."""
    store = open_tournament(tmp_path, drawn=1)
    put_in(store, sheet("a.jpg"))
    store.append(decide_items(open_evening(store), [Wish("r1.t1.unknown-name", "as-written")]), by="Referee")
    desk = Desk(store.where, Register(tmp_path / "links.json"), "de")
    client = visit(desk, "referee")
    words = read_words(client.get("/pruefen/r1.t1.name.p2").text)
    assert "Runde 1, Tisch 1, Platz 2 Bernd Runde 1, Tisch 1, Platz 1 Anna" in words
    decide(client, "r1.t1.name.p2", "alike")
    assert desk.open("de").book.entries[0].names == NAMES[:4]


def test_rows_that_are_alike_are_shown_with_their_points(tmp_path: Path) -> None:
    """Two slips of one kind: the list says what each row counts, and that is what it counts."""
    desk = open_desk(tmp_path, TWO_WRONG)
    client = visit(desk, "referee")
    page = client.get("/pruefen/r1.t1.g5").text
    assert "Spiel 5 +2 +2 -2 -2 Runde 1, Tisch 1, Spiel 6 -2 -2 +2 +2" in read_words(page)
    decide(client, "r1.t1.g5", "alike")
    assert list_ruled(desk) == {"r1.t1.g5": ("accept", (2, 2, -2, -2)), "r1.t1.g6": ("accept", (-2, -2, 2, 2))}


def test_nothing_is_settled_that_was_not_shown(tmp_path: Path) -> None:
    """Another list than the page's, other values in it, or an item that is alone: refused, and nothing is written."""
    desk = open_desk(tmp_path, TWO_WRONG)
    client = visit(desk, "referee")
    listed = read_form(client.get("/pruefen/r1.t1.g5").text)["alike"]
    for alike in (listed[:-1] + "?", "r1.t1.g6 " + listed, "r9.t9.g1 x"):
        assert decide(client, "r1.t1.g5", "alike", alike=alike).status_code in (409, 422)
    assert not list_ruled(desk)


def test_a_block_of_bock_games_is_yes_or_no(tmp_path: Path) -> None:
    """The page lists the rows with what they count; yes settles all, no shows the first of them."""
    store = open_bock(tmp_path)
    desk = Desk(store.where, Register(tmp_path / "links.json"), "de")
    client = visit(desk, "referee")
    words = read_words(client.get("/pruefen").text)
    assert "Zählte Bock?" in words
    assert "Ja, Bock zählte: alle 12 Enter Nein, jede Zeile einzeln N" in words
    assert "Wert" in read_words(decide(client, "r1.t1.bock-cross", "as-written").text)
    client.post("/pruefen/zurueck", data={"later": ""}, headers=PAGE)
    assert "Nichts ist offen." in read_words(decide(client, "r1.t1.bock-cross", "stay").text)


def test_a_stranger_is_nobody_beforehand(tmp_path: Path) -> None:
    """Of a misspelt name the player is chosen already; of somebody else's nobody is, though the draw has one there."""
    store = open_tournament(tmp_path, drawn=1)
    put_in(store, sheet("a.jpg", names=("Anna", "Quak", "Çem", "Dörthi")))
    client = visit(Desk(store.where, Register(tmp_path / "links.json"), "de"), "referee")
    chosen = [re.findall(r'value="(\w+)"[^>]* checked', client.get(f"/pruefen/r1.t1.name.p{n}").text) for n in (2, 4)]
    assert chosen == [[], ["Dörte"]]
