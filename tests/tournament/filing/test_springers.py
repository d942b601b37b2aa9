"""A Springer of a whole evening: drawn at two tables, printed, read at both, and counted at one."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from desk.__main__ import main
from tests.desk.paper import ROUND, sheet
from tests.tournament.filing.files import NAMES, put_in
from tournament.filing.opened.open_evening import open_evening
from tournament.printing.round_paper import RoundPaper, plan_round
from tournament.record.open_store import open_store
from tournament.record.replay import replay

Out = pytest.CaptureFixture[str]
SEVEN = NAMES[:7]


def begin(folder: Path, *settings: str) -> str:
    """A file of seven players whose round 1 is drawn."""
    path, players = str(folder / "abend.kiebitz"), folder / "spieler.csv"
    players.write_text("name\n" + "\n".join(SEVEN) + "\n", encoding="utf-8")
    assert (
        main(["new", path, "--rules", "pflichtsolo-40", "--title", "Abend", "--rounds", "2", "--players", str(players)])
        == 0
    )
    assert main(["form", path, *settings]) == 0
    assert main(["draw", path, "--seed", "abend"]) == 0
    return path


def test_an_evening_with_a_springer(tmp_path: Path, capsys: Out) -> None:
    """Both sheets are placed by themselves; the standings have the Springer's first table, the second has no place."""
    path = begin(tmp_path, "rest=springer")
    store = open_store(Path(path))
    state = replay(store.read_entries())
    (home, away) = (state.name_tables(1)[table] for table in (1, 2))
    springer = next(name for name in away if name.endswith(" (Springer)"))
    name = springer.removesuffix(" (Springer)")
    assert name in home
    printed = plan_round(RoundPaper(1, "de"), store.read_entries()).sheets
    assert [one.names for one in printed] == [home, away]
    put_in(store, sheet("a.jpg", ROUND, 1, names=home), sheet("b.jpg", ROUND, 2, names=away))
    evening = open_evening(store)
    assert [entry.names for entry in evening.book.entries] == [home, away]
    assert not [one for entry in evening.book.entries for one in entry.sheet.findings if one.code == "unknown-name"]
    places = {one.player.name: (one.player.unranked, one.player.total) for one in evening.book.standings}
    totals = [dict(zip(entry.names, entry.sheet.totals, strict=True)) for entry in evening.book.entries]
    assert places[name] == (False, totals[0][name])
    assert places[springer] == (True, totals[1][springer])
    assert evening.book.standings[-1].player.name == springer
    capsys.readouterr()
    assert main(["standings", path, "--json"]) == 0
    lines = json.loads(capsys.readouterr().out)["standings"]
    assert [line["name"] for line in lines if line.get("springer")] == [springer]
    assert main(["standings", path]) == 0
    assert any(
        line.split()[0] == "–" and springer in line for line in capsys.readouterr().out.splitlines() if line.strip()
    )


def test_a_bye_is_said_and_is_a_gap(tmp_path: Path, capsys: Out) -> None:
    """Three of seven sit out: the draw says who, and for the standings they sat at no table."""
    path = begin(tmp_path, "rest=byes")
    said = capsys.readouterr().out
    assert said.count("Freilos: ") == 2
    assert main(["draws", path, "--round", "1", "--json"]) == 0
    drawn = json.loads(capsys.readouterr().out)
    assert sorted((*drawn["byes"], *drawn["tables"][0]["players"])) == sorted(SEVEN)
    store = open_store(Path(path))
    put_in(store, sheet("a.jpg", ROUND, names=replay(store.read_entries()).name_tables(1)[1]))
    absent = {player.name: player.gaps for player in open_evening(store).book.absent}
    assert {name: gaps for name, gaps in absent.items() if gaps == ((1, "undrawn"),)}.keys() == {*drawn["byes"]}


def test_who_comes_late_fills_a_table_of_three(tmp_path: Path, capsys: Out) -> None:
    """A table of three is filled before one of four."""
    club = tmp_path / "drei.toml"
    club.write_text(
        'extends = "pflichtsolo-40"\nid = "drei"\nversion = 1\n'
        'title = { de = "Drei", en = "Three", source = "D" }\n'
        '[[sheet.games]]\nseats = 3\ngames = 12\nsource = "D"\n',
        encoding="utf-8",
    )
    path, players = str(tmp_path / "abend.kiebitz"), tmp_path / "spieler.csv"
    players.write_text("name\n" + "\n".join(SEVEN) + "\n", encoding="utf-8")
    assert main(["new", path, "--rules", str(club), "--title", "A", "--rounds", "1", "--players", str(players)]) == 0
    assert main(["form", path, "rest=threes"]) == 0
    assert main(["draw", path]) == 0
    assert main(["print", path, "--round", "1", "-o", str(tmp_path / "x.pdf")]) == 0
    capsys.readouterr()
    assert main(["players", path, "add", "Hans"]) == 0
    assert "An Tisch 2 sitzen 3: „kiebitz players DATEI seat“ setzt Hans dazu." in capsys.readouterr().err
    assert main(["players", path, "seat", "Hans", "--round", "1"]) == 0
    assert "an Tisch 2, an dem jetzt 4 sitzen. Er braucht einen Bogen für 4" in capsys.readouterr().err
