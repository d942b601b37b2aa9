"""Marks of direction turn a sentence around and are seen by nobody: none gets into the record or out of it."""

from __future__ import annotations

import io
import json
import re
import zipfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desk.__main__ import main
from tests.desk.paper import sheet
from tests.desk.web.forms import decide
from tests.desk.web.visitors import WRONG, open_desk, visit
from tests.tournament.filing.files import NAMES, put_in
from texts.sentences import Phrase, drop_marks
from tournament.handout.workbook.worksheet import clean_text
from tournament.record.entries import START, seal_facts, write_canonical
from tournament.record.facts import Opened
from tournament.record.open_store import open_store
from tournament.record.player_facts import PlayerAdded

TURNED = "\u202e"
MARKS = "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
ANY_MARK = re.compile(f"[{MARKS}]")


def read_record(where: str) -> str:
    """Every document of the record."""
    return "".join(sealed.document for sealed in open_store(where).read_sealed())


@given(st.text(st.sampled_from(MARKS + "aäß\u200d\n<&")))
def test_marks_are_dropped_and_nothing_else(text: str) -> None:
    """Other signs stay, those that join letters of some scripts among them."""
    assert drop_marks(text) == "".join(letter for letter in text if letter not in MARKS)
    assert not ANY_MARK.search(Phrase("book.players.nobody", {"who": text}).in_("de"))
    assert not ANY_MARK.search(clean_text(text))


def test_the_record_takes_none() -> None:
    """Whatever door a text came through; the chain is that of the text without them."""
    [(entry, sealed)] = seal_facts([PlayerAdded(1, f"Anna{MARKS}")], f"{TURNED}Wart", START)
    assert isinstance(entry.fact, PlayerAdded)
    assert (entry.fact.name, entry.by) == ("Anna", "Wart")
    assert sealed.document == write_canonical(json.loads(sealed.document))


def test_the_command_line_takes_and_says_none(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """In a title, a name, a club, who entered it, and a name that nobody has."""
    file, players = tmp_path / "t.kiebitz", tmp_path / "p.csv"
    players.write_text(f"Name;Verein\nEva{TURNED};Skat{TURNED}\nBernd;Nord\n", encoding="utf-8")
    new = ["new", str(file), "--rules", "ddv", "--title", f"Abend{TURNED}", "--rounds", "2", "--players", str(players)]
    assert main([*new, "--by", f"Wart{TURNED}"]) == 0
    assert main(["players", str(file), "add", f"An{TURNED}na", "--club", f"Süd{TURNED}"]) == 0
    assert main(["players", str(file), "add", f"{TURNED}Anna"]) == 2
    assert main(["players", str(file), "rename", f"an{TURNED}na", f"Anne{TURNED}"]) == 0
    assert main(["players", str(file), "drop", f"Nie{TURNED}mand"]) == 2
    assert main(["players", str(file), "list", "--json"]) == 0
    told = capsys.readouterr()
    assert not ANY_MARK.search(told.out + told.err + read_record(str(file)))
    opened = open_store(file).read_entries()[0]
    assert isinstance(opened.fact, Opened)
    assert (opened.fact.title, opened.by) == ("Abend", "Wart")
    assert "Niemand" in told.err


def test_no_page_shows_one(tmp_path: Path) -> None:
    """Not in a link's name, a reason or a player's name; and none of a file of an earlier version."""
    desk = open_desk(tmp_path, WRONG)
    desk.title = f"Abend{TURNED}"
    client = visit(desk, "organiser")
    client.post("/zugang", data={"role": "referee", "hours": "6", "name": f"Ri{TURNED}ta"})
    decide(client, "r1.t1.g5", "as-written", reason=f"so {TURNED}stand es da")
    client.post("/spieler", data={"name": f"Ne{TURNED}u", "club": f"S{TURNED}V"})
    pages = [client.get(path).text for path in ("/zugang", "/akte", "/spieler", "/jetzt", "/stand", "/pruefen")]
    assert "Rita" in pages[0]
    assert "so stand es da" in pages[1]
    assert not ANY_MARK.search("".join(pages) + read_record(desk.where))


def test_no_workbook_holds_one(tmp_path: Path) -> None:
    """Neither names nor reasons nor the names of photographs."""
    desk, output = open_desk(tmp_path), tmp_path / "stand.xlsx"
    put_in(desk.store, sheet(f"IMG{TURNED}gpj.jpg", WRONG, names=NAMES[:4]))
    assert main(["decide", desk.where, "r1.t1.g5", "--as-written", "--reason", f"so {TURNED}steht es da"]) == 0
    assert main(["export", desk.where, "-o", str(output)]) == 0
    with zipfile.ZipFile(io.BytesIO(output.read_bytes())) as parts:
        texts = [parts.read(name).decode("utf-8") for name in parts.namelist() if name.endswith(".xml")]
    assert any("gpj.jpg" in text for text in texts)
    assert not ANY_MARK.search("".join(texts))
