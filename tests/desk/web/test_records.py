"""Who decided what: the entries in words, one row's story, and decisions taken back."""

from __future__ import annotations

from pathlib import Path

import pytest

from desk.web.running_desk import Desk
from tests.desk.paper import ROUND
from tests.desk.web.visitors import WRONG, open_desk, read_words, visit
from texts.item_ids import spell_place
from tournament.filing.decisions.deciding import Wish, make_decision
from tournament.filing.stories.chronicle_groups import group_entries
from tournament.record.facts import (
    Closed,
    Exported,
    Lost,
    Photographed,
    SheetJudged,
    Undone,
)
from tournament.record.player_facts import (
    Drawn,
    Paid,
    PlayerDropped,
    PlayerRenamed,
    PlayersSwapped,
    Substituted,
)
from tournament.record.replay import replay

ROW = "r1.t2.g5"


def open_decided(folder: Path) -> Desk:
    """A desk at which Rita decided the one open row."""
    desk = open_desk(folder, ROUND, WRONG)
    wish = Wish(ROW, "points", "+2,+2,-2,-2", reason="<b>klar</b>")
    desk.store.append([make_decision(desk.open("de"), wish)], by="Rita")
    return desk


def undo(desk: Desk, **given: object) -> tuple[int, str]:
    """Asks to take the row's decision back; the answer's status and words."""
    form = {"item": ROW, "seen": desk.open("de").head, "reason": "vertippt"} | given
    answer = visit(desk, "referee").post("/akte/zurueck", data=form, follow_redirects=False)
    return answer.status_code, read_words(answer.text)


def test_a_decision_stands_first_with_its_ink(tmp_path: Path) -> None:
    """Who, what, why, and what the sheet said; whatever was typed is shown as text."""
    html = visit(open_decided(tmp_path), "referee").get("/akte").text
    words = read_words(html)
    assert "Runde 1, Tisch 2, Spiel 5: Es zählt +2 +2 -2 -2. Auf dem Bogen stand: +3 +2 -2 -2" in words
    assert words.index("Tisch 2, Spiel 5") < words.index("Turnier eröffnet")
    assert "Rita" in words
    assert "&lt;b&gt;klar" in html


def test_a_cause_has_one_line_and_every_entry_is_below_it(tmp_path: Path) -> None:
    """What a photograph left is one line with its picture, a list of players another; decisions stand alone. A
    photograph that was sent is not called by its hash."""
    desk = open_decided(tmp_path)
    entries = desk.store.read_entries()
    desk.store.append([Photographed("ab" * 32, f"{'ab' * 32}.jpg", 9)], by="Tisch 1")
    html = visit(desk, "referee").get("/akte").text
    words = read_words(html)
    groups = group_entries(entries[::-1], entries)
    assert sorted(one.number for group in groups for one in group) == [one.number for one in entries]
    assert len(groups) == 6
    assert words.count("Foto gelesen und geprüft.") == html.count('class="pictured"') - 1 == 2
    assert "8 Spieler eingetragen." in words
    assert "Foto angekommen: über die Seite gesendet" in words
    assert "abab" not in words
    assert all(f"Eintrag {entry.number}," in words for entry in entries)


@pytest.mark.few(3)
@pytest.mark.parametrize(
    ("query", "count"),
    [
        ("by=Rita", 1),
        ("topic=decisions", 1),
        ("table=2", 2),
        ("by=Rita&table=1", 0),
        ("topic=players", 9),
        ("table=x&page=y", 15),
        ("page=99", 15),
        (f"page={'9' * 5000}", 15),
    ],
)
def test_the_entries_are_filtered(tmp_path: Path, query: str, count: int) -> None:
    """By person, kind and table; what is no number is not looked at."""
    words = read_words(visit(open_decided(tmp_path), "referee").get(f"/akte?{query}").text)
    assert f"{count} Eintr" in words


def test_every_kind_of_entry_has_its_sentence(tmp_path: Path) -> None:
    """A whole evening's entries can be reported in both languages."""
    desk = open_decided(tmp_path)
    head = desk.open("de").head
    desk.store.append(
        [
            Closed(1),
            Closed(1, "so", ("r1.t1.g1",)),
            Exported("stand.pdf", ""),
            Lost(),
            Paid(1, True),
            Paid(1, False),
            PlayerDropped(2, 0),
            PlayerDropped(2, 1),
            PlayerRenamed(3, "Cem"),
            PlayersSwapped(1, 1, 5),
            SheetJudged("r1.t1", "", "", "1"),
            Substituted(1, 1, "Ida"),
            Substituted(1, 1, ""),
            Undone(head),
        ],
        by="Wart",
    )
    client = visit(desk, "organiser")
    german = read_words(client.get("/akte").text)
    assert "Zurückgenommen: Runde 1, Tisch 2, Spiel 5" in german
    assert "Anna und Emil tauschen in Runde 1 die Plätze." in german
    client.cookies.set("lang", "en")
    assert "Taken back: Round 1, table 2, game 5" in read_words(client.get("/akte").text)


def test_a_decision_is_taken_back(tmp_path: Path) -> None:
    """The row is open again, and the entry says who did it and why."""
    desk = open_decided(tmp_path)
    assert undo(desk)[0] == 303
    last = desk.store.read_entries()[-1]
    assert (last.fact.kind, last.by, last.fact.reason) == ("undone", "referee 1", "vertippt")  # type: ignore[union-attr]
    assert replay(desk.store.read_entries()).decisions == {}


def test_what_cannot_be_taken_back_is_said(tmp_path: Path) -> None:
    """Nothing decided, or changed meanwhile: a sentence, and nothing is written."""
    desk = open_decided(tmp_path)
    assert undo(desk, item="r1.t1.g1")[0] == 409
    assert undo(desk, seen=desk.open("de").head - 1)[0] == 409
    assert replay(desk.store.read_entries()).decisions.keys() == {ROW}


def test_anything_else_is_taken_back_by_the_organiser(tmp_path: Path) -> None:
    """A payment and a sheet; what others build on stays, and the sentence says what does."""
    desk = open_decided(tmp_path)
    desk.store.append([Paid(1, True)], by="Wart")
    client, number = visit(desk, "organiser"), desk.open("de").head
    assert f"/akte/zurueck/{number}" in client.get("/akte").text
    assert client.post(f"/akte/zurueck/{number}", follow_redirects=False).status_code == 303
    assert not desk.open("de").tournament.players[0].paid
    drawn = next(one.number for one in desk.store.read_entries() if isinstance(one.fact, Drawn))
    refused = client.post(f"/akte/zurueck/{drawn}", data={"reason": "neu"})
    assert (refused.status_code, "bitte erst diesen" in read_words(refused.text)) == (409, True)
    assert 'value="neu"' in refused.text
    assert visit(desk, "referee").post(f"/akte/zurueck/{number}").status_code == 403
    assert "Bogen herausnehmen" in read_words(client.get("/akte").text)
    assert undo(desk, item="r1.t1")[0] == 303
    assert "r1.t1" not in desk.open("de").tournament.sheets


def test_a_row_tells_its_story(tmp_path: Path) -> None:
    """On the page and as PDF; a row that is not there is no page."""
    client = visit(open_decided(tmp_path), "referee")
    words = read_words(client.get(f"/akte/zeile/{ROW}").text)
    assert "Rita: entschieden" in words
    assert [one in words for one in (".jpg", "kiebitz scan")] == [False] * 2, "neither a file's name nor a command"
    pdf = client.get(f"/akte/zeile/{ROW}/nachweis.pdf")
    assert pdf.content.startswith(b"%PDF")
    assert [client.get(f"/akte/zeile/{item}").status_code for item in ("r9.t9.g9", "..%2f..", ROW + "x")] == [404] * 3


@pytest.mark.parametrize("role", ["table", "public"])
def test_the_record_is_for_those_who_decide(tmp_path: Path, role: str) -> None:
    """Nobody else reads or changes it."""
    client = visit(open_desk(tmp_path), role)  # type: ignore[arg-type]
    paths = ("/akte", f"/akte/zeile/{ROW}", f"/akte/zeile/{ROW}/nachweis.pdf")
    assert [client.get(path).status_code for path in paths] == [403] * 3
    assert client.post("/akte/zurueck", data={"item": ROW, "seen": 1}).status_code == 403


@pytest.mark.parametrize(
    ("item", "words"),
    [
        ("r1.t3.o2", "Runde 1, Tisch 3, Strafe 2"),
        ("r1.t3.h2.g4", "Runde 1, Tisch 3, Teil 2, Spiel 4"),
        ("s5.sum", "Bogen 5, Summe"),
        ("r2.t1.name.p3", "Runde 2, Tisch 1, Name auf Platz 3"),
        ("r1.game-count", "Runde 1"),
    ],
)
def test_places_are_spelt_out(item: str, words: str) -> None:
    """Nobody has to read an item's short name."""
    assert spell_place(item, "de") == words
