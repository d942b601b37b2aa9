"""A small evening from photographs to a closed round on one file: nothing that was decided is asked again."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest

from desk.__main__ import main
from dev.filler.evening import Shots, compose_round
from dev.filler.pens.glyphs import load_font_hand
from tournament.record.open_store import open_store
from tournament.record.player_facts import Drawn
from tournament.record.replay import replay

SAMPLES = Path(__file__).parents[2] / "samples"
TABLES = ("r1-t1-clean.jpg", "r1-t2-curled.jpg")


@pytest.fixture
def file(tmp_path: Path) -> str:
    """A new tournament with the samples' players, two tables of whom are drawn."""
    players = tmp_path / "players.csv"
    players.write_text("Name\n" + (SAMPLES / "players.txt").read_text(encoding="utf-8"), encoding="utf-8")
    where = str(tmp_path / "abend.kiebitz")
    named = ["--title", "Vereinsabend", "--rounds", "1", "--players", str(players)]
    assert main(["new", where, "--rules", "pflichtsolo-40", *named]) == 0
    starts = {player.name: player.start for player in replay(open_store(where).read_entries()).players}
    drawn = [(table, tuple(starts[name] for name in read_names(photo))) for table, photo in enumerate(TABLES, 1)]
    open_store(where).append([Drawn(1, "1", "by hand", tuple(drawn))], by="Wart")
    return where


def read_names(photo: str) -> list[str]:
    """Who sits at the table that a sample shows."""
    names: list[str] = json.loads((SAMPLES / photo).with_suffix(".json").read_text(encoding="utf-8"))["names"]
    return names


def scan(file: str, *photos: str) -> int:
    """Reads these samples into the file."""
    return main(["scan", file, *(str(SAMPLES / photo) for photo in photos), "--jobs", "2"])


def ask_status(file: str, capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    """What `kiebitz status --json` says."""
    capsys.readouterr()
    assert main(["status", file, "--json"]) == 0
    status: dict[str, Any] = json.loads(capsys.readouterr().out)
    return status


def decide(file: str, item: str, *how: str) -> int:
    """The referee decides."""
    return main(["decide", file, item, *how, "--by", "Referee"])


def test_an_evening(file: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Half a round, decisions, a better photograph and the rest: what was decided stays, and the round is closed."""
    assert scan(file, "r1-t2-curled.jpg") == 0
    assert "Es fehlt noch Tisch 1." in capsys.readouterr().out
    half = ask_status(file, capsys)
    assert half["rounds"] == [{"round": 1, "tables": 2, "in": 1, "missing": [1], "closed": None, "changed": []}]
    assert half["open"] == []
    assert main(["close", file, "--round", "1"]) == 1

    assert decide(file, "r1.t2.g3", "--points", "+1,+1,-1,-2") == 2
    assert "Soll es trotzdem so zählen, bitte mit --reason begründen." in capsys.readouterr().err
    assert decide(file, "r1.t2.g3", "--points", "+1,+1,-1,-1", "--reason", "beide Tische gefragt") == 0

    assert scan(file, "r1-t1-again.jpg") == 0
    assert scan(file, "r1-t1-clean.jpg", "r1-t1-again.jpg") == 0
    assert "1 Foto war schon da." in capsys.readouterr().out
    whole = ask_status(file, capsys)
    assert whole["rounds"] == [{"round": 1, "tables": 2, "in": 2, "missing": [], "closed": None, "changed": []}]
    for item in whole["open"]:
        assert decide(file, item["item"], "--accept") == 0
    done = ask_status(file, capsys)
    assert (done["open"], done["final"]) == ([], False)
    assert main(["close", file, "--round", "1"]) == 0
    assert ask_status(file, capsys)["final"]

    moved = tmp_path / "copy.kiebitz"
    shutil.copy(file, moved)
    assert ask_status(str(moved), capsys)["final"]


def test_a_later_scan_asks_nothing_that_was_decided(file: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Rows with planted mistakes are decided in every way there is; the next scan leaves all of them."""
    assert scan(file, "r2-t3-mistakes-in-rows.jpg") == 0
    first = {one["item"]: one for one in ask_status(file, capsys)["open"]}
    assert {"r2.t3.g13", "r2.t3.g16"} <= first.keys()
    assert first["r2.t3.g13"]["proposal"] == ["+2", "-6", "+2", "+2"]
    assert decide(file, "r2.t3.g13", "--accept") == 0
    assert decide(file, "R2.T3.G16", "--as-written") == 0
    assert decide(file, "r2.t3.name.p1", "--name", "Anna Alberts") == 2
    assert "ist es Anna Albers" in capsys.readouterr().err
    assert decide(file, "r2.t3.name.p1", "--name", "Anna Albers") == 0
    assert scan(file, "r1-t2-curled.jpg") == 0
    later = [one["item"] for one in ask_status(file, capsys)["open"]]
    assert not {"r2.t3.g13", "r2.t3.g16", "r2.t3.name.p1"} & set(later)
    capsys.readouterr()
    place = ["--round", "2", "--table", "3", "--game", "13"]
    assert main(["audit", file, *place, "--json"]) == 0
    audit = json.loads(capsys.readouterr().out)
    assert audit["row"]["points"] == [2, -6, 2, 2]
    assert [(one["what"], one["by"]) for one in audit["history"]][-1] == ("decided", "Referee")
    page = Path(file).with_suffix(".pdf")
    assert main(["audit", file, *place, "--pdf", str(page)]) == 0
    assert b"/Image" in page.read_bytes()  # the row's picture, from the copy in the file
    assert decide(file, "r2.t3.g16", "--undo") == 0
    assert "r2.t3.g16" in [one["item"] for one in ask_status(file, capsys)["open"]]


def test_who_decides_from_an_old_state_is_told(file: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Somebody else has written since: nothing is written, and the sentence says so."""
    assert scan(file, "r1-t2-curled.jpg") == 0
    seen = len(open_store(file).read_entries())
    assert decide(file, "r1.t2.g3", "--as-written", "--reason", "so", "--seen", str(seen)) == 0
    assert decide(file, "r1.t2.g4", "--as-written", "--seen", str(seen)) == 3
    assert "inzwischen" in capsys.readouterr().err


SHOTS = Shots(megapixels=5.0, mistaken=2, seed=3, quality=62, conditions=("clean",))


def settle(file: str, capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    """Decides whatever is open, the most important first, as proposed or as written; gives the last status."""
    for _ in range(20):
        status = ask_status(file, capsys)
        if not status["open"]:
            return status
        item = status["open"][0]["item"]
        assert 0 in (decide(file, item, how) for how in ("--accept", "--as-written"))
    raise AssertionError(status["open"])


@pytest.mark.slow
def test_a_whole_evening_on_sheets_of_its_own_draw(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Eight players, two rounds, four printed sheets, filled in and photographed: the standings are final, handed out
    and come out the same again. The second round's scan leaves the first round's decisions alone."""
    file, players = str(tmp_path / "abend.kiebitz"), tmp_path / "players.csv"
    names = (SAMPLES / "players.txt").read_text(encoding="utf-8").splitlines()[:8]
    players.write_text("\n".join(("Name", *names)), encoding="utf-8")
    named = ["--title", "Vereinsabend", "--rounds", "2", "--players", str(players)]
    assert main(["new", file, "--rules", "pflichtsolo-40", *named]) == 0
    assert main(["draw", file, "--seed", "1"]) == 0
    hands = [load_font_hand(name) for name in ("playwrite-de-grund", "kalam", "patrick-hand")]
    decided: dict[str, Any] = {}
    for round_ in ("1", "2"):
        assert main(["print", file, "--round", round_, "-o", str(tmp_path / f"round{round_}.pdf")]) == 0
        photos = compose_round(file, int(round_), hands, tmp_path / f"round{round_}", SHOTS)
        assert main(["scan", file, *map(str, photos), "--jobs", "2"]) == 0
        status = ask_status(file, capsys)
        assert status["rounds"][int(round_) - 1] == {
            "round": int(round_),
            "tables": 2,
            "in": 2,
            "missing": [],
            "closed": None,
            "changed": [],
        }
        assert [one["item"] for one in status["open"] if one["round"] != int(round_)] == []
        assert status["open"]  # a planted mistake
        assert decided.items() <= replay(open_store(file).read_entries()).decisions.items()
        settle(file, capsys)
        decided = dict(replay(open_store(file).read_entries()).decisions)
        assert main(["close", file, "--round", round_]) == 0
    assert ask_status(file, capsys)["final"]
    for ending in ("xlsx", "pdf", "html", "json", "ods"):
        assert main(["export", file, "-o", str(tmp_path / f"stand.{ending}")]) == 0
    with ZipFile(tmp_path / "stand.xlsx") as workbook:
        assert sum(name.startswith("xl/media/") for name in workbook.namelist()) >= 16  # a picture of every name
    assert main(["verify", file]) == 0
    said = capsys.readouterr().out
    assert "Fotos unverändert: 4; nicht da: 0" in said
    assert "Ausgegebene Stände, die sich wieder so ergeben: 5" in said
    posted = json.loads((tmp_path / "stand.json").read_text(encoding="utf-8"))
    assert sum(one["total"] for one in posted["standings"]) == 0
    assert {one["name"] for one in posted["standings"]} == set(names)
