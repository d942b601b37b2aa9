"""Aushang: every file that the commands make, for the organiser; what everybody may see, for everybody."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import pytest
from httpx2 import Response

from desk.outputs import name_download
from desk.web.access import ROLES, Role
from desk.web.handout_shelf import MOST_BYTES, FileKey, HandoutShelf
from desk.web.pages.results import handout_page
from desk.web.pages.results.handout_page import PUBLIC, find_due
from desk.web.running_desk import Desk
from tests.desk.paper import ROUND
from tests.desk.web.visitors import WRONG, open_desk, read_words, visit
from tests.templates.printed import printed
from tournament.filing.backups import unpack_backup
from tournament.filing.rounds.evening_status import list_posted
from tournament.filing.rounds.round_states import list_round_states
from tournament.record.award_facts import Awarded
from tournament.record.entries import Head, hash_bytes
from tournament.record.facts import Closed, RoundPrinted
from tournament.record.open_store import open_store
from tournament.record.replay import replay

STARTS = {
    "a4": b"%PDF-",
    "a3": b"%PDF-",
    "html": b"<!DOCTYPE html>",
    "xlsx": b"PK",
    "ods": b"PK",
    "csv": b"PK",
    "json": b"{",
    "draw": b"%PDF-",
    "guide": b"%PDF-",
    "rules": b"<!doctype html>",
}
"""How each file begins."""
NOTED = ("a4", "a3", "html", "xlsx", "ods", "csv", "json", "certificates")


def hand_out(desk: Desk, kind: str, role: Role = "organiser") -> Response:
    """Asks for that file."""
    return visit(desk, role).post("/aushang/datei", data={"kind": kind})


def close(desk: Desk, *rounds: int) -> None:
    """Closes these rounds."""
    desk.store.append([Closed(number, "geprüft") for number in rounds], by="Eva")


def test_the_organiser_takes_every_file(tmp_path: Path) -> None:
    """Each is what the command writes; what shows the standings is noted with its hash, once, however often it is
    taken."""
    desk = open_desk(tmp_path, ROUND)
    for kind, start in STARTS.items():
        answer, again = hand_out(desk, kind), hand_out(desk, kind)
        assert answer.content.startswith(start), kind
        assert again.content == answer.content
        assert answer.headers["content-disposition"].startswith("inline" if start == b"%PDF-" else "attachment")
        noted = [
            one for _, one in replay(desk.store.read_entries()).exports if one.sha256 == hash_bytes(answer.content)
        ]
        assert len(noted) == (kind in NOTED), kind
        if noted:
            assert noted[0].standings == list_posted(desk.open("de").book, replay(desk.store.read_entries()))


def test_others_take_what_they_see_anyhow(tmp_path: Path) -> None:
    """Standings, draw, guide and rules; the record is the organiser's alone, so nothing is noted; nor do they see a
    button that would be refused."""
    desk = open_desk(tmp_path, ROUND)
    before = desk.store.read_head()
    for role in (one for one in ROLES if one not in ("organiser", "keyer")):
        shown = visit(desk, role).get("/aushang").text
        for kind in STARTS:
            assert hand_out(desk, kind, role).status_code == (200 if kind in PUBLIC else 403), (role, kind)
            assert (f'value="{kind}"' in shown) == (kind in PUBLIC), (role, kind)
        assert "/spieler/runde" not in shown
    assert desk.store.read_head() == before
    taken = hand_out(desk, "a4")
    assert desk.store.read_head().number == before.number + 1, "what a spectator took first is noted for the organiser"
    assert taken.headers["content-disposition"] == 'inline; filename="vereinsabend-stand-runde-1.pdf"'


def test_what_changed_since_is_to_be_posted_anew(tmp_path: Path) -> None:
    """After a fine for a round whose standings hang on the wall: the page says so, and they are to be posted again."""
    desk = open_desk(tmp_path, ROUND)
    close(desk, 1)
    for fact in ((), (Awarded("fine", 1, "falsch bedient", ((1, -15),), round=1),)):
        desk.store.append(fact, by="Eva")
        assert not list_round_states(desk.open("de"), ())[0].posted
        page = read_words(visit(desk, "organiser").get("/aushang").text)
        assert ("seit dem letzten Aushang" in page) == bool(fact)
        hand_out(desk, "a4")
        assert list_round_states(desk.open("de"), ())[0].posted
        page = read_words(visit(desk, "organiser").get("/aushang").text)
        assert ("seit dem letzten Aushang" in page, "ausgehängt" in page) == (False, True)


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("Herbstturnier", "herbstturnier-stand-runde-2.pdf"),
        ("Größe & Maß; ../../etc/passwd", "groesse-mass-etc-passwd-stand-runde-2.pdf"),
        ('"\r\nSet-Cookie: x=1', "set-cookie-x-1-stand-runde-2.pdf"),
        ("\u202e麻雀", "stand-runde-2.pdf"),
        ("A" * 300, f"{'a' * 40}-stand-runde-2.pdf"),
    ],
)
def test_names_of_files_are_safe_and_telling(title: str, name: str) -> None:
    """Whatever the evening is called: letters, digits and dashes."""
    assert name_download(title, "Stand Runde 2", ending="pdf") == name


def test_certificates_are_offered_at_the_end(tmp_path: Path) -> None:
    """Before, there is no button, and who asks all the same is told why not."""
    desk = open_desk(tmp_path, ROUND, WRONG)
    assert 'value="certificates"' not in visit(desk, "organiser").get("/aushang").text
    refused = hand_out(desk, "certificates")
    assert (refused.status_code, "1 Stelle ist noch zu prüfen" in read_words(refused.text)) == (409, True)
    form = {"number": 1, "seen": desk.open("de").head, "reason": "geprüft"}
    visit(desk, "organiser").post("/stand/abschliessen", data=form)
    close(desk, 2)
    assert 'value="certificates"' in visit(desk, "organiser").get("/aushang").text
    answer = hand_out(desk, "certificates")
    assert answer.content.startswith(b"%PDF-")
    assert 'filename="vereinsabend-urkunden.pdf"' in answer.headers["content-disposition"]


def test_what_is_due_comes_first(tmp_path: Path) -> None:
    """The round's sheets until they are printed, the standings after closing until they were printed, then the
    certificates; there is one filled button, or none."""
    for folder in ("drawn", "played"):
        (tmp_path / folder).mkdir()
    drawn, played = open_desk(tmp_path / "drawn"), open_desk(tmp_path / "played", ROUND, ROUND)
    assert look_for_due(drawn) == ("round", 1)
    answer = visit(drawn, "organiser").post("/aushang/sitzplan/1.pdf")
    assert answer.headers["content-disposition"] == 'inline; filename="vereinsabend-sitzplan-runde-1.pdf"'
    assert isinstance(drawn.store.read_entries()[-1].fact, RoundPrinted)
    assert look_for_due(drawn) is None
    assert look_for_due(played) is None
    close(played, 1)
    assert look_for_due(played) == ("standings", 1)
    hand_out(played, "guide")
    assert look_for_due(played) == ("standings", 1)
    hand_out(played, "a4")
    assert look_for_due(played) is None
    close(played, 2)
    assert look_for_due(played) == ("certificates", 0)


def look_for_due(desk: Desk) -> tuple[str, int] | None:
    """What is due, which is the one filled button of the page."""
    due = find_due(desk.open("de"))
    assert visit(desk, "organiser").get("/aushang").text.count('class="main"') == (due is not None)
    return (due.what, due.round) if due else None


def test_a_seating_plan_is_printed_alone(tmp_path: Path) -> None:
    """By name and by table, as the sheets have it; printed twice, it is noted once, and a round that is not drawn is
    refused in a sentence."""
    desk = open_desk(tmp_path)
    client = visit(desk, "organiser")
    words = " ".join(text for text, _ in printed(client.post("/aushang/sitzplan/1.pdf").content))
    assert all(name in words for name in ("Anna", "Hans", "Runde 1"))
    head = desk.store.read_head()
    client.post("/aushang/sitzplan/1.pdf")
    assert desk.store.read_head() == head
    refused = client.post("/aushang/sitzplan/2.pdf")
    assert (refused.status_code, "noch nicht ausgelost" in read_words(refused.text)) == (409, True)


def test_the_draw_can_be_made_again_from_its_certificate(tmp_path: Path) -> None:
    """Seed, method, who entered it and every start number with its name are on the page; without a draw it is
    refused."""
    desk = open_desk(tmp_path)
    words = " ".join(text for text, _ in printed(hand_out(desk, "draw").content))
    for said in (
        "Vereinsabend: Auslosung",
        "Startwert „1“",
        "Verfahren test",
        "von Wart",
        "5 Emil, 6 Frieda, 7 Gül, 8 Hans",
    ):
        assert said in words, said


def test_the_tables_come_as_csv_in_one_file(tmp_path: Path) -> None:
    """As the command writes them into a folder."""
    with zipfile.ZipFile(io.BytesIO(hand_out(open_desk(tmp_path, ROUND), "csv").content)) as archive:
        assert len(archive.namelist()) == 3
        assert all(name.endswith(".csv") for name in archive.namelist())
        assert "Anna" in archive.read(archive.namelist()[0]).decode("utf-8-sig")


def test_a_rows_story_is_found_by_its_place(tmp_path: Path) -> None:
    """Round, table and game lead to it; what is not there is said so."""
    client = visit(open_desk(tmp_path, ROUND), "referee")
    found = client.get("/aushang/zeile?runde=1&tisch=1&spiel=5", follow_redirects=False)
    assert (found.status_code, found.headers["location"]) == (303, "/akte/zeile/r1.t1.g5")
    for place in ("runde=1&tisch=9&spiel=5", "runde=x&tisch=&spiel=99999999999", ""):
        assert client.get(f"/aushang/zeile?{place}").status_code == 409


def test_the_shelf_makes_each_file_once_and_stays_small() -> None:
    """A file is made anew only after an entry, or when larger ones took its place."""
    shelf, made = HandoutShelf(), []

    def fetch(kind: str, number: int, size: int = 10) -> bytes:
        def make() -> bytes:
            made.append(kind)
            return bytes(size)

        return shelf.fetch(FileKey(kind, Head(number, "h"), "de"), make)

    assert fetch("a4", 1) == fetch("a4", 1)
    fetch("a4", 2)
    assert made == ["a4", "a4"]
    fetch("xlsx", 2, MOST_BYTES)
    fetch("a4", 2)
    assert made == ["a4", "a4", "xlsx", "a4"]


def test_a_backup_is_taken_and_opens_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It holds the evening up to its last entry, is noted nowhere, leaves no temporary file, and the page says when it
    was taken and what came since."""
    (tmp_path / "drafts").mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "drafts"))
    desk = open_desk(tmp_path, ROUND)
    client, head = visit(desk, "organiser"), desk.store.read_head()
    answer = client.post("/aushang/sicherung")
    assert answer.headers["content-type"] == "application/zip"
    assert 'filename="vereinsabend-sicherung-20' in answer.headers["content-disposition"]
    (tmp_path / "vereinsabend.zip").write_bytes(answer.content)
    unpacked = open_store(unpack_backup(tmp_path / "vereinsabend.zip", tmp_path))
    assert unpacked.read_head() == head == desk.store.read_head()
    assert list((tmp_path / "drafts").iterdir()) == []
    assert "seitdem nichts Neues" in read_words(client.get("/aushang").text)
    close(desk, 1)
    assert "seitdem 1 Eintrag" in read_words(client.get("/aushang").text)


def test_a_backup_that_fails_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The disk is full: a sentence, and no draft."""

    def fail(*given: object) -> None:
        raise OSError(28, "full")

    (tmp_path / "drafts").mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "drafts"))
    monkeypatch.setattr(handout_page, "write_backup", fail)
    answer = visit(open_desk(tmp_path), "organiser").post("/aushang/sicherung")
    assert (answer.status_code, "Festplatte" in read_words(answer.text)) == (507, True)
    assert list((tmp_path / "drafts").iterdir()) == []
