"""The season on the page: files beside the open one, questions about names, and what is handed out."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from urllib.parse import urlencode

import pytest
from fastapi.testclient import TestClient
from openpyxl import load_workbook

from desk.web.access import Register
from desk.web.recent_evenings import RecentEvenings, name_evening
from desk.web.running_desk import Desk
from tests.desk.web.visitors import read_words, visit
from tests.tournament.filing.files import open_tournament, put_in
from tests.tournament.paper import written
from tournament.filing.backups import write_backup
from tournament.standings.season_names import NAMES_FILE

NAMES = ("Bernd", "Çem", "Dörte")


@pytest.fixture(name="desk")
def open_season(tmp_path: Path) -> Desk:
    """Three evenings in one folder; the last one is open."""
    for number, (name, row) in enumerate(
        (("Jörg Köster", "+6 +6 -6 -6"), ("Joerg Koester", "-2 +2 +2 -2"), ("Jörg Köster", "+1 -1 +1 -1")), 1
    ):
        folder = tmp_path / str(number)
        folder.mkdir()
        store = open_tournament(folder, (name, *NAMES), rounds=number)
        put_in(store, written([row], names=(name, *NAMES)))
        Path(store.where).rename(tmp_path / f"abend{number}.kiebitz")
    return Desk(str(tmp_path / "abend3.kiebitz"), Register(tmp_path / "links.json"), "de")


def ask(*files: str, **more: str) -> str:
    """The address that adds these files up."""
    return "/saison?" + urlencode([*(("file", f"{name}.kiebitz") for name in files), *more.items()])


def answer(client: TestClient, same: str, one: str = "Jörg Köster", other: str = "Joerg Koester") -> tuple[int, str]:
    """Presses a button of the question; status and words of the page behind it."""
    wish = ask("abend1", "abend2", "abend3").partition("?")[2]
    sent = client.post("/saison/namen", data={"one": one, "other": other, "wish": wish, "same": same})
    return sent.status_code, read_words(sent.text)


def test_the_files_beside_the_open_one_are_listed(desk: Desk) -> None:
    """All of them, to be chosen; nothing is added up before, and the standings lead there."""
    client = visit(desk, "organiser")
    page = client.get("/saison").text
    assert [f'value="abend{number}.kiebitz"' in page for number in (1, 2, 3, 4)] == [True, True, True, False]
    assert "Gesamt" not in read_words(page)
    assert 'href="/saison"' in client.get("/stand").text


def test_chosen_evenings_are_added_up(desk: Desk) -> None:
    """Totals, what does not count in brackets, and each unfinished evening with what it lacks."""
    words = read_words(visit(desk, "organiser").get(ask("abend1", "abend2", "abend3", best="2", title="Liga")).text)
    assert "Liga: Saisonstand nach 3 Abenden" in words
    for line in ("1. Bernd +6 +2 (-1) +8", "Jörg Köster +6 – +1 +7"):
        assert line in words, words
    assert words.count("; vorläufig, ") == 3


def test_a_question_is_answered_once(desk: Desk, tmp_path: Path) -> None:
    """One player from then on; two after all by another press; the file beside the evenings keeps it."""
    client = visit(desk, "organiser")
    assert "Jörg Köster / Joerg Koester: derselbe?" in read_words(client.get(ask("abend1", "abend2")).text)
    status, words = answer(client, "true")
    assert (status, "derselbe?" in words) == (200, False)
    assert "Jörg Köster +6 -2 +1 +5" in words
    assert "Jörg Köster = Joerg Koester" in (tmp_path / NAMES_FILE).read_text("utf-8")
    status, words = answer(client, "false")
    assert (status, "derselbe?" in words, "Joerg Koester – -2 – -2" in words) == (200, False, True)
    assert "Jörg Köster ≠ Joerg Koester" in (tmp_path / NAMES_FILE).read_text("utf-8")


def test_what_contradicts_is_refused(desk: Desk, tmp_path: Path) -> None:
    """Two who played at one table are not one; nothing is kept."""
    status, words = answer(visit(desk, "organiser"), "true", "Bernd", "Dörte")
    assert (status, "haben beide bei" in words) == (409, True)
    assert not (tmp_path / NAMES_FILE).exists()


@pytest.mark.parametrize(("kind", "begin"), [("pdf", b"%PDF-"), ("html", b"<!DOCTYPE html>"), ("xlsx", b"PK")])
def test_it_is_handed_out(desk: Desk, kind: str, begin: bytes) -> None:
    """As the command writes it."""
    client = visit(desk, "organiser")
    sent = client.get(ask("abend1", "abend2").replace("/saison?", f"/saison/datei/{kind}?"))
    assert sent.content.startswith(begin)
    assert f"saison.{kind}" in sent.headers["content-disposition"]
    if kind == "pdf":
        large = client.get(ask("abend1", paper="a3").replace("/saison?", "/saison/datei/pdf?"))
        assert "saison-a3.pdf" in large.headers["content-disposition"]
        assert large.content != sent.content
    if kind == "xlsx":
        assert load_workbook(BytesIO(sent.content)).sheetnames == ["Saison", "Abende"]
    assert client.get(f"/saison/datei/{kind}").status_code == 404


def test_no_other_file_is_opened(desk: Desk, tmp_path: Path) -> None:
    """A path, a file elsewhere, and one that is not there: none of them is looked at."""
    outside = tmp_path.parent / "fremd.kiebitz"
    outside.write_bytes(b"x")
    client = visit(desk, "organiser")
    for name in ("../fremd.kiebitz", str(outside), "nirgends.kiebitz", "links.json"):
        page = client.get("/saison?" + urlencode({"file": name}))
        assert (page.status_code, "Saisonstand" in page.text) == (200, False)


def test_a_damaged_file_and_a_copy_are_told_and_left_out(desk: Desk, tmp_path: Path) -> None:
    """The others count; a bad line in the file of names is one sentence."""
    (tmp_path / "kaputt.kiebitz").write_bytes(b"nothing")
    (tmp_path / "kopie.kiebitz").write_bytes((tmp_path / "abend1.kiebitz").read_bytes())
    client = visit(desk, "organiser")
    words = read_words(client.get(ask("abend1", "kopie", "kaputt")).text)
    assert "kopie.kiebitz ist derselbe Abend noch einmal" in words
    assert "Saisonstand nach 1 Abend" in words
    (tmp_path / NAMES_FILE).write_text("Jörg Köster\n", "utf-8")
    refused = client.get(ask("abend1"))
    assert (refused.status_code, "Zeile 1" in read_words(refused.text)) == (409, True)


def test_names_are_harmless(tmp_path: Path) -> None:
    """Neither a player's nor a file's name is a tag of the page."""
    store = open_tournament(tmp_path, ("<script>x</script>", *NAMES), rounds=1)
    put_in(store, written(["+2 -2 +2 -2"], names=("<script>x</script>", *NAMES)))
    Path(store.where).rename(tmp_path / "<b>.kiebitz")
    desk = Desk(str(tmp_path / "<b>.kiebitz"), Register(tmp_path / "links.json"), "de")
    page = visit(desk, "organiser").get("/saison?" + urlencode({"file": "<b>.kiebitz"})).text
    assert ("<script>x" in page, "<b>.kiebitz" in page, "&lt;script&gt;x" in page) == (False, False, True)


def test_statistics_of_a_season_are_a_workbook(desk: Desk) -> None:
    """Over the chosen evenings; without any there is none."""
    client = visit(desk, "organiser")
    sent = client.get(ask("abend1", "abend3", title="Liga").replace("/saison?", "/saison/statistik?"))
    assert 'filename="liga-saison-statistik.xlsx"' in sent.headers["content-disposition"]
    assert load_workbook(BytesIO(sent.content)).sheetnames
    assert client.get("/saison/statistik").status_code == 404


def test_what_was_open_lately_can_be_chosen(desk: Desk, tmp_path: Path) -> None:
    """By its title and day, from whatever folder, but not unasked; a file that is gone is not listed."""
    elsewhere = tmp_path / "voriges-jahr"
    elsewhere.mkdir()
    Path(desk.where).with_name("abend1.kiebitz").rename(elsewhere / "alt.kiebitz")
    RecentEvenings().note(str(elsewhere / "alt.kiebitz"))
    client = visit(desk, "organiser")
    page = client.get("/saison").text
    id_ = name_evening(str(elsewhere / "alt.kiebitz"))
    assert "im Ordner „voriges-jahr“" in read_words(page)
    assert f'value="{id_}">' in page, "not checked"
    words = read_words(client.get(f"{ask('abend2')}&file={id_}").text)
    assert "Saisonstand nach 2 Abenden" in words
    (elsewhere / "alt.kiebitz").unlink()
    assert id_ not in client.get("/saison").text


def test_a_file_is_brought_along(desk: Desk, tmp_path: Path) -> None:
    """A tournament's file and a backup: copied beside the open one under a free name, chosen at once; what is none is
    one sentence, and nothing is replaced."""
    (tmp_path / "anderswo").mkdir()
    other = open_tournament(tmp_path / "anderswo", ("Zoe", *NAMES), rounds=1)
    put_in(other, written(["+2 -2 +2 -2"], names=("Zoe", *NAMES)))
    write_backup(other, (), "abend", tmp_path / "anderswo" / "x.zip", "de")
    before = {path: path.read_bytes() for path in tmp_path.glob("*.kiebitz")}
    client = visit(desk, "organiser")
    for path in (Path(other.where), tmp_path / "anderswo" / "x.zip"):
        wish = ask("abend1").partition("?")[2]
        sent = client.post(
            "/saison/dazu", data={"wish": wish}, files={"evening": ("abend1.kiebitz", path.read_bytes())}
        )
        assert "Saisonstand nach 2 Abenden" in read_words(sent.text)
        assert "Zoe" in read_words(sent.text)
    assert {path: path.read_bytes() for path in before} == before
    refused = client.post("/saison/dazu", data={"wish": ""}, files={"evening": ("../x.kiebitz", b"nothing")})
    assert (refused.status_code, "x.kiebitz" in read_words(refused.text)) == (409, True)
    assert visit(desk, "referee").post("/saison/dazu", files={"evening": ("x", b"y")}).status_code == 403
