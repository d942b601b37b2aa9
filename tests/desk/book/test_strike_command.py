"""`kiebitz strike`: from the words typed to what is open then."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from desk.__main__ import main
from tests.tournament.filing.test_deciding import list_open
from tests.tournament.filing.test_struck_by_time import open_with
from tests.tournament.filing.test_written_twice import LATE, open_late


def test_the_rows_that_are_left_are_struck(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """One command a sheet; it says which rows, and what is still open."""
    store = open_with(tmp_path)
    assert main(["strike", store.where, "--round", "1", "--table", "1", "--by", "Anna"]) == 0
    assert "r1.t1: Spiele 17 bis 20 nach Zeit gestrichen. Noch 0 Stellen offen." in capsys.readouterr().err
    assert list_open(store) == []


def test_what_cannot_be_meant_is_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A table without a sheet, both choices at once, and a row with numbers but without a reason."""
    store = open_with(tmp_path)
    where = [store.where, "--round", "1", "--table"]
    assert main(["strike", *where, "9"]) == 2
    assert "r1.t9: Dazu ist kein Bogen da" in capsys.readouterr().err
    assert main(["strike", *where, "1", "--game", "17", "--repeated", "3"]) == 2
    assert main(["strike", *where, "1", "--twice", "4", "--repeated", "3"]) == 2
    assert "nur eines" in capsys.readouterr().err
    assert main(["strike", *where, "1", "--repeated", "3"]) == 2
    assert "In Zeile 3 steht" in capsys.readouterr().err
    assert main(["strike", *where, "1", "--repeated", "3", "--reason", "Zeuge"]) == 0


def test_the_status_names_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Beside the question, with round and table; and which rows in JSON."""
    store = open_with(tmp_path)
    assert main(["status", store.where]) == 0
    told = capsys.readouterr().out
    assert "Nach Zeit gestrichen: kiebitz strike DATEI --round 1 --table 1; sonst --accept: so lassen." in told
    assert main(["status", store.where, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["open"][0]["left"] == [17, 20]


def test_a_row_that_is_there_twice(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The status names the command, which needs no reason; a row that is there once needs one."""
    store = open_late(tmp_path)
    assert main(["status", store.where]) == 0
    assert "Doppelt: kiebitz strike DATEI --round 1 --table 1 --twice 8; sonst --accept" in capsys.readouterr().out
    where = [store.where, "--round", "1", "--table", "1", "--twice"]
    assert main(["strike", *where, "3"]) == 2
    assert "In Zeile 3 steht" in capsys.readouterr().err
    assert main(["strike", *where, "8"]) == 0
    assert "r1.t1: Spiel 8 zählt nicht, es steht doppelt da." in capsys.readouterr().err
    assert LATE not in list_open(store)
    assert main(["audit", store.where, "--round", "1", "--table", "1", "--game", "8"]) == 0
    assert "Spiel 8 steht doppelt da, gestrichen." in capsys.readouterr().out
