"""Foto: photographs are stored before anybody is told so, and everybody sees what came of those of their own."""

from __future__ import annotations

import errno
import re
import shutil
from io import BytesIO
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from desk.web import inbox
from desk.web.inbox import Inbox, Refusal, refuse_other_table
from desk.web.running_desk import Desk
from desk.web.sender_turns import Allowance
from desk.web.serve import make_app
from tests.desk.paper import ROUND, sheet
from tests.desk.web.visitors import HOST, WRONG, open_desk, read_session, read_words, visit
from tests.tournament.filing.files import NAMES, put_in
from texts.languages import LANGUAGES, Lang, load_table
from texts.sentences import Phrase
from tournament.record.entries import hash_bytes

BY_COMMAND = {"scanner.other-layout", "scanner.own-sheet"}
"""Refusals of a layout, which only a command can be given."""
JPEG = b"\xff\xd8\xff\xe0 a photograph"


def send(client: TestClient, *contents: bytes, name: str = "IMG_1.jpg") -> str:
    """What the page says after these files were sent."""
    files = [("photos", (name, content, "image/jpeg")) for content in contents]
    answer = client.post("/foto", files=files)
    assert answer.status_code == 200, answer.status_code
    return read_words(answer.text)


def list_stored(desk: Desk) -> list[str]:
    """The names of the photographs in the folder."""
    return sorted(path.name for path in desk.photo_folder.glob("*"))


def test_photographs_are_stored_under_our_own_names(tmp_path: Path) -> None:
    """Whatever a file is called, it lies whole in the folder beside the tournament, named by its content."""
    desk = open_desk(tmp_path)
    words = send(visit(desk, "table", 1), JPEG, JPEG + b"2", name="../../abend.kiebitz")
    assert "2 Fotos sind angekommen." in words
    assert "Angekommen, wird gelesen" in words
    assert list_stored(desk) == sorted(f"{hash_bytes(one)[:16]}.jpg" for one in (JPEG, JPEG + b"2"))
    assert (desk.photo_folder / f"{hash_bytes(JPEG)[:16]}.jpg").read_bytes() == JPEG


def test_the_same_photograph_twice_is_told(tmp_path: Path) -> None:
    """It is stored once."""
    desk = open_desk(tmp_path)
    client = visit(desk, "referee")
    send(client, JPEG)
    assert "1 Foto war schon da." in send(client, JPEG)
    assert len(list_stored(desk)) == 1


def test_what_is_no_photograph_is_not_stored(tmp_path: Path) -> None:
    """The first bytes count, not the name; beside it a photograph comes in."""
    desk = open_desk(tmp_path)
    words = send(visit(desk, "organiser"), b"MZ\x90 a program", JPEG)
    assert "1 Foto ist angekommen." in words
    assert "1 Datei ist kein Foto." in words
    assert len(list_stored(desk)) == 1


def test_a_photograph_that_is_too_large_is_told(tmp_path: Path) -> None:
    """One sentence, nothing in the folder."""
    desk = open_desk(tmp_path)
    desk.inbox = Inbox(tmp_path / "state.json", desk.photo_folder, most_bytes=100)
    assert "größer als 40 MB" in send(visit(desk, "organiser"), JPEG + bytes(100))
    assert list_stored(desk) == []


def test_a_link_sends_so_many_photographs_an_hour(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is beyond is not stored, with a sentence; other links, and the organiser, go on."""
    monkeypatch.setattr(inbox, "FOR_TABLE", Allowance(3, 1000))
    desk = open_desk(tmp_path)
    client = visit(desk, "table", 1)
    words = send(client, *(JPEG + bytes([n]) for n in range(5)))
    assert "3 Fotos sind angekommen." in words
    assert "Von diesem Link kamen 2 Fotos nicht mehr an" in words
    assert len(list_stored(desk)) == 3
    assert "2 Fotos sind angekommen." in send(visit(desk, "table", 2), JPEG + b"a", JPEG + b"b")
    assert "4 Fotos sind angekommen." in send(visit(desk, "organiser"), *(JPEG + b"x" * n for n in range(2, 6)))


def test_a_link_sends_so_many_bytes_an_hour(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Files that are no photographs count, too: somebody had to take them in."""
    monkeypatch.setattr(inbox, "FOR_TABLE", Allowance(50, 1000))
    client = visit(open_desk(tmp_path), "table", 1)
    assert "1 Datei ist kein Foto." in send(client, bytes(900))
    assert "Von diesem Link kam 1 Foto nicht mehr an" in send(client, JPEG + bytes(100))


def test_a_link_that_sent_much_may_send_less_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is beyond the hour's bytes is not even received."""
    monkeypatch.setattr(inbox, "FOR_TABLE", Allowance(50, 3_000_000))
    client = visit(open_desk(tmp_path), "table", 1)
    send(client, JPEG + bytes(1_800_000))
    assert client.post("/foto", files=[("photos", ("a.jpg", JPEG + bytes(1_900_000)))]).status_code == 413
    assert "angekommen" in send(client, JPEG + bytes(900_000))


def test_a_full_disk_is_one_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody is told "angekommen" of what is not on the disk."""

    def fill_up(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    desk = open_desk(tmp_path)
    client = visit(desk, "organiser")
    monkeypatch.setattr(shutil, "copyfileobj", fill_up)
    answer = client.post("/foto", files=[("photos", ("a.jpg", JPEG))])
    assert answer.status_code == 409
    assert "angekommen" not in read_words(answer.text)
    assert list_stored(desk) == []
    assert desk.inbox.list_sent() == ()


def test_only_those_who_play_or_run_the_evening_send(tmp_path: Path) -> None:
    """The public link and strangers are refused before anything is stored."""
    desk = open_desk(tmp_path)
    stranger = TestClient(make_app(desk), base_url=HOST)
    codes = [
        client.post("/foto", files=[("photos", ("a.jpg", JPEG))]).status_code
        for client in (visit(desk, "public"), stranger)
    ]
    assert codes == [403, 401]
    assert not desk.photo_folder.exists()


def test_a_form_takes_any_number(tmp_path: Path) -> None:
    """The second input, which is always there, is left empty and counts for nothing."""
    client = visit(open_desk(tmp_path), "organiser")
    photos = [("photos", (f"{n}.jpg", JPEG + b"x" * n)) for n in range(120)]
    answer = client.post("/foto", files=[*photos, ("photos", ("", b"", "application/octet-stream"))])
    words = read_words(answer.text)
    assert "120 Fotos sind angekommen." in words
    assert "kein Foto" not in words


def test_a_form_is_refused_at_its_first_file(tmp_path: Path) -> None:
    """A form of another site has not our mark: nothing of it is stored, whatever comes after."""
    desk = open_desk(tmp_path)
    client = visit(desk, "organiser")
    mark = client.headers.pop("x-csrf")
    forms = [{}, {"csrf": "wrong"}]
    for form in forms:
        assert client.post("/foto", data=form, files=[("photos", ("a.jpg", JPEG))]).status_code == 403
    assert list_stored(desk) == []
    assert client.post("/foto", data={"csrf": mark}, files=[("photos", ("a.jpg", JPEG))]).status_code == 200
    assert client.post("/foto", data={"csrf": mark}).status_code == 400
    assert len(list_stored(desk)) == 1


def note_sheet(desk: Desk, client: TestClient, name: str) -> None:
    """As if that client had sent the photograph which `open_desk` put into the file."""
    sender = desk.register.find_visitor(read_session(client)[1])
    assert sender is not None
    known = inbox._add_sender(inbox.Sent(hash_bytes(name.encode()), name, "2026-01-01T20:00:00+00:00"), sender.access)
    desk.inbox._note(known)


def test_the_verdict_is_a_tick_or_what_is_open(tmp_path: Path) -> None:
    """A table sees its own sheet's result, and nothing of the others."""
    desk = open_desk(tmp_path, ROUND, WRONG)
    first, second = visit(desk, "table", 1), visit(desk, "table", 2)
    note_sheet(desk, first, "tisch1.jpg")
    note_sheet(desk, second, "tisch2.jpg")
    words = read_words(first.get("/foto").text)
    assert "Alles stimmt" in words
    assert "Spiel 5" not in words
    words = read_words(second.get("/foto").text)
    assert "Runde 1, Tisch 2" in words
    assert "Spiel 5: Zusammen +1 statt 0." in words
    assert "Alles stimmt" not in words
    link = '<a class="chip open" href="/pruefen/r1.t2.g5">Noch offen: 1</a>'
    assert (link in visit(desk, "referee").get("/foto").text, link in second.get("/foto").text) == (True, False)


def test_a_table_never_sees_another_tables_result(tmp_path: Path) -> None:
    """Also when it sent that sheet, and somebody let it count."""
    desk = open_desk(tmp_path, ROUND, WRONG)
    client = visit(desk, "table", 1)
    note_sheet(desk, client, "tisch2.jpg")
    words = read_words(client.get("/foto").text)
    assert "Das ist der Bogen von Tisch 2." in words
    assert "Zusammen" not in words


def test_an_unusable_photograph_says_what_helps(tmp_path: Path) -> None:
    """Short for the phone, and the whole sentence below it."""
    desk = open_desk(tmp_path)
    client = visit(desk, "table", 1)
    send(client, JPEG)
    phrase = Phrase("scanner.blurred", {"value": 0.9, "limit": 0.5})
    desk.inbox.refuse(hash_bytes(JPEG), Refusal.from_phrase("blurred", phrase))
    words = read_words(client.get("/foto").text)
    assert "Unscharf: noch einmal, ruhig halten." in words
    assert "Das Bild ist unscharf" in words


def test_the_list_comes_again_only_when_it_changed(tmp_path: Path) -> None:
    """Fifty phones hear of every change, and most have nothing new to show."""
    desk = open_desk(tmp_path)
    client = visit(desk, "table", 1)
    part = client.get("/foto", headers={"hx-request": "true"}).text
    address = part.partition('hx-get="')[2].partition('"')[0]
    assert client.get(address, headers={"hx-request": "true"}).status_code == 204
    send(client, JPEG)
    assert client.get(address, headers={"hx-request": "true"}).status_code == 200


def test_the_organiser_lets_another_tables_sheet_count(tmp_path: Path) -> None:
    """Then it is read again as if the organiser had sent it; a table cannot do that."""
    desk = open_desk(tmp_path)
    table = visit(desk, "table", 1)
    send(table, JPEG)
    hash_ = hash_bytes(JPEG)
    desk.inbox.refuse(hash_, refuse_other_table(2))
    assert table.post("/foto/aufnehmen", data={"photo": hash_}).status_code == 403
    organiser = visit(desk, "organiser")
    assert "Trotzdem aufnehmen" in organiser.get("/foto").text
    assert "wird gelesen" in read_words(organiser.post("/foto/aufnehmen", data={"photo": hash_}).text)
    sent = desk.inbox.find(hash_)
    assert sent is not None
    assert sent.tables is None


def test_a_restart_knows_who_sent_what(tmp_path: Path) -> None:
    """Senders and reasons are there again; a state file that is none is no obstacle."""
    state, folder = tmp_path / "state.json", tmp_path / "fotos"
    desk = open_desk(tmp_path)
    visit(desk, "table", 2)
    access = desk.register.list_open()[0]
    box = Inbox(state, folder)
    assert [box.take_in(BytesIO(one), access) for one in (JPEG, b"x")] == ["new", "no-photo"]
    box.refuse(hash_bytes(JPEG), Refusal("blurred", {"de": "a", "en": "b"}))
    assert Inbox(state, folder).list_sent() == box.list_sent()
    state.write_text("[1]")
    assert Inbox(state, folder).list_sent() == ()


def test_whoever_runs_the_evening_sees_which_table_sent_what(tmp_path: Path) -> None:
    """A table does not need to be told that of itself."""
    desk = open_desk(tmp_path)
    table = visit(desk, "table", 2)
    send(table, JPEG)
    assert "von Tisch 2" in read_words(visit(desk, "referee").get("/foto").text)
    assert "von Tisch 2" not in read_words(table.get("/foto").text)


def test_a_sheet_that_cannot_count_here_is_not_asked_for_again(tmp_path: Path) -> None:
    """Of another tournament or other rules: a better photograph would not help."""
    desk = open_desk(tmp_path)
    client = visit(desk, "table", 1)
    send(client, JPEG)
    phrase = Phrase("evening.other-tournament", {"found": "9VU03", "asked": "KZJ4Q"})
    desk.inbox.refuse(hash_bytes(JPEG), Refusal.from_phrase("other-tournament", phrase))
    words = read_words(client.get("/foto").text)
    assert "Zählt hier nicht" in words
    assert "Bogen eines anderen Turniers" in words
    assert "Noch einmal fotografieren" not in words


def test_no_tick_for_two_sheets_of_one_table(tmp_path: Path) -> None:
    """What is asked once for both is told of each."""
    desk = open_desk(tmp_path, ROUND)
    put_in(desk.store, sheet("anderer.jpg", ROUND.replace("+2 +2 -2 -2", "+4 +4 -4 -4"), names=NAMES[:4]))
    client = visit(desk, "table", 1)
    for name in ("tisch1.jpg", "anderer.jpg"):
        note_sheet(desk, client, name)
    words = read_words(client.get("/foto").text)
    assert "Alles stimmt" not in words
    assert words.count("Von Runde 1, Tisch 1 zeigen die Fotos") == 2


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_refusal_of_a_photograph_names_a_command(lang: Lang) -> None:
    """Whoever holds a telephone cannot give an option: on the page such a sentence has another version."""
    refusals = [f"scanner.{key.partition('.')[2]}" for key in load_table(lang, "scanner")]
    said = {
        key: load_table(lang, "web").get(f"web.refusal.{key}", load_table(lang, "scanner")[key]) for key in refusals
    }
    said["evening.other-rules"] = load_table(lang, "web")["web.refusal.evening.other-rules"]
    named = {key for key, words in said.items() if re.search(r"--\w|[„“]kiebitz ", words)}
    assert named <= BY_COMMAND
