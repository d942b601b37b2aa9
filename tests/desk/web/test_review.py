"""Prüfen: the next item, each kind of decision, what was put off, and two people at once."""

from __future__ import annotations

import re
import threading
from pathlib import Path

from desk.web.access import Register
from desk.web.running_desk import Desk
from tests.desk.paper import ROUND, sheet
from tests.desk.web.forms import PAGE, decide, read_form
from tests.desk.web.readers import wait_until
from tests.desk.web.visitors import WRONG, open_desk, read_words, visit
from tests.tournament.filing.files import NAMES, draw_two_causes, open_tournament, put_in
from tests.tournament.filing.test_several import open_bock, unsigned
from tournament.filing.deciding import Wish, decide_items
from tournament.filing.open_evening import Evening, open_evening
from tournament.record.player_facts import Paid

TWO_WRONG = WRONG.replace("-2 -2 +2 +2", "-2 -2 +2 +3", 1)


def list_ruled(desk: Desk) -> dict[str, tuple[str, tuple[int | None, ...]]]:
    """By item how it was decided, and its points."""
    rulings = desk.open("de").tournament.decisions
    return {item: (one.how, one.points) for item, one in rulings.items()}


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
    assert "Oder: A +2 +2 -2 -2 B +2 -2 +2 -2 C +2 -2 -2 +2 D +6 -2 -2 -2" in words
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


def test_the_second_decision_on_a_sheet_sees_the_first(tmp_path: Path) -> None:
    """Nothing is overwritten: both are shown, and the second person says which holds."""
    desk = open_desk(tmp_path, TWO_WRONG)
    first, second = visit(desk, "referee"), visit(desk, "organiser")
    old = {**read_form(second.get("/pruefen/r1.t1.g6").text), "how": "as-written"}
    decide(first, "r1.t1.g5", "take", p1="+2", p2="+2", p3="-2", p4="-2")
    answer = second.post("/pruefen/r1.t1.g6", data=old, headers=PAGE)
    assert answer.status_code == 409
    words = read_words(answer.text)
    assert "referee 1 hat Runde 1, Tisch 1, Spiel 5 entschieden: +2 +2 -2 -2" in words
    assert "Ihre Entscheidung: Wie geschrieben" in words
    assert list(list_ruled(desk)) == ["r1.t1.g5"]
    again = dict(re.findall(r'name="(\w+)" value="([^"]*)"', answer.text))
    assert second.post("/pruefen/r1.t1.g6", data=again, headers=PAGE).status_code == 200
    assert list(list_ruled(desk)) == ["r1.t1.g5", "r1.t1.g6"]


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
    weigh, begun = desk.weigh, []

    def note(evening: Evening) -> None:
        begun.append((evening.head, threading.current_thread().daemon))
        weigh(evening)

    desk.weigh = note  # type: ignore[assignment,method-assign]
    desk.is_reading = True
    desk.list_queue("de")
    desk.is_reading = False
    with desk._weighing:  # as while another weighing runs
        evening, before = desk.list_queue("de")
    assert begun == []
    desk.list_queue("de")
    wait_until(lambda: desk._weighed is not None and not desk._weighing.locked())
    assert begun == [(evening.head, True)]
    _, after = desk.list_queue("de")
    assert {one.item for one in after.items} == {one.item for one in before.items}
    assert after is not before
    assert desk.list_queue("de")[1] is after
    assert len(begun) == 1
    desk.store.append([Paid(1, paid=True)], by="Wart")
    desk.list_queue("de")
    wait_until(lambda: len(begun) == 2 and not desk._weighing.locked())
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
