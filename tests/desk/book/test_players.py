"""`kiebitz new` and `kiebitz players`: a list becomes a tournament, and people come, go and change their names."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from openpyxl import Workbook

from desk.__main__ import main
from tournament.record.open_store import open_store
from tournament.record.player_facts import Drawn
from tournament.record.replay import replay

LIST = "Name;Verein;Nr.\nThomas Müller;DC Köln;3\nÇem Öz;;1\nEva Ott;Karo 7;\nJan Wolf;;\n"
Out = pytest.CaptureFixture[str]


def write(path: Path, text: str) -> Path:
    """The file, filled."""
    path.write_text(text, encoding="utf-8")
    return path


def begin(folder: Path, players: Path, *more: str) -> tuple[int, str]:
    """Begins a tournament with these players: exit status, and the file."""
    file = str(folder / "abend.kiebitz")
    return main(
        [
            "new",
            file,
            "--rules",
            "pflichtsolo-40",
            "--title",
            "Herbst",
            "--rounds",
            "3",
            "--players",
            str(players),
            "--by",
            "Wart",
            *more,
        ]
    ), file


@pytest.fixture
def file(tmp_path: Path) -> str:
    """A tournament of four players."""
    status, file = begin(tmp_path, write(tmp_path / "p.csv", LIST))
    assert status == 0
    return file


def show(file: str, out: Out) -> list[dict[str, Any]]:
    """The players as the command shows them to programs."""
    out.readouterr()
    assert main(["players", file, "list", "--json"]) == 0
    players: list[dict[str, Any]] = json.loads(out.readouterr().out)["players"]
    return players


def test_a_list_names_fixed_tables(tmp_path: Path, capsys: Out) -> None:
    """A column of its own; most cells are empty. What is no table is refused."""
    status, file = begin(tmp_path, write(tmp_path / "p.csv", "Name;Tisch\nAnna;\nBernd;2\n"))
    assert status == 0
    assert [player.fixed_table for player in replay(open_store(file).read_entries()).players] == [None, 2]
    assert begin(tmp_path / "x", write(tmp_path / "q.csv", "Name;Tisch\nAnna;Fenster\n"))[0] == 3
    assert "der feste Tisch" in capsys.readouterr().err


def test_a_list_becomes_a_tournament(file: str) -> None:
    """Rules as text, rounds, games by the rules, and every player with a number: the file begins with all of it."""
    entries = open_store(file).read_entries()
    state = replay(entries)
    assert (state.opening.title, state.opening.rounds, state.opening.games, state.opening.seats) == ("Herbst", 3, 16, 4)
    assert [(player.start, player.name, player.club) for player in state.players] == [
        (1, "Çem Öz", ""),
        (2, "Eva Ott", "Karo 7"),
        (3, "Thomas Müller", "DC Köln"),
        (4, "Jan Wolf", ""),
    ]
    assert {entry.by for entry in entries} == {"Wart"}


def test_a_workbook_is_a_list_too(tmp_path: Path, capsys: Out) -> None:
    """Excel's numbers are start numbers, empty cells are nothing, first and last name are joined."""
    book = Workbook()
    rows = (("Nr", "Nachname", "Vorname", "Verein"), (7.0, "Müller", "Thomas", "DC Köln"), (None, "Öz", "Çem", None))
    for row in rows:
        book.active.append(row)  # type: ignore[union-attr]
    book.save(tmp_path / "p.xlsx")
    status, file = begin(tmp_path, tmp_path / "p.xlsx")
    assert status == 0
    assert [(one["start"], one["name"], one["club"]) for one in show(file, capsys)] == [
        (1, "Çem Öz", ""),
        (7, "Thomas Müller", "DC Köln"),
    ]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Anna Ott\nanna ott\n", "„Anna Ott“ steht mehrmals"),
        ("Name;Verein;Ort\nAnna Ott;;\nanna OTT;;\n", "steht mehrmals"),
        ('Name\nAnna Ott\n"Ott, Anna"\n', "„Anna Ott“ steht mehrmals"),
        ("1;Anna Ott\n1;Eva Ott\n", "Startnummer 1 ist mehrmals"),
        ("Name;Nr\nAnna Ott;drei\n", "passt die Startnummer nicht"),
        ("Name;Startnr.\nAnna Ott;1000\n", "passt die Startnummer nicht"),
        ("Anna;Köln\n", "unklar"),
        ("\n", "kein Name"),
        (f"Name\n{'A' * 201}\n", "zu lang"),
    ],
)
def test_an_unclear_list_is_refused(tmp_path: Path, capsys: Out, text: str, words: str) -> None:
    """One sentence, exit status 3, and no file."""
    status, file = begin(tmp_path, write(tmp_path / "p.csv", text))
    assert (status, Path(file).exists()) == (3, False)
    assert words in capsys.readouterr().err


def test_no_workbook_is_said(tmp_path: Path, capsys: Out) -> None:
    """A file that only calls itself a workbook."""
    assert begin(tmp_path, write(tmp_path / "p.xlsx", LIST))[0] == 3
    assert "Excel-Arbeitsmappe" in capsys.readouterr().err


def test_look_alikes_are_told(tmp_path: Path, capsys: Out) -> None:
    """Two names that a reader could mistake are reported, and both play."""
    status, _ = begin(tmp_path, write(tmp_path / "p.csv", "Thomas Müller\nEva Ott\nTomas Müller\n"))
    assert status == 0
    err = capsys.readouterr().err
    assert "„Thomas Müller“ und „Tomas Müller“" in err
    assert "Eva" not in err


def test_numbered_names_are_no_look_alikes(tmp_path: Path, capsys: Out) -> None:
    """ "Spieler 1" and "Spieler 2" differ in what everybody looks at; of real pairs ten are reported, then their
    number."""
    numbered = [f"Spieler {number}" for number in range(1, 101)]
    assert begin(tmp_path, write(tmp_path / "p.csv", "\n".join((*numbered, "Spieler 01"))))[0] == 0
    assert capsys.readouterr().err.count("verwechseln") == 1
    alike = [f"Eva Maier{letter}" for letter in "abcdef"]
    (tmp_path / "abend.kiebitz").unlink()
    assert begin(tmp_path, write(tmp_path / "p.csv", "\n".join(alike)))[0] == 0
    err = capsys.readouterr().err
    assert err.count("„Eva Maier") == 20
    assert "5 weitere Paare" in err


def test_a_file_is_never_overwritten(file: str, tmp_path: Path, capsys: Out) -> None:
    """A second `new` leaves the first tournament alone."""
    before = Path(file).read_bytes()
    assert begin(tmp_path, tmp_path / "p.csv")[0] == 3
    assert "nicht überschrieben" in capsys.readouterr().err
    assert Path(file).read_bytes() == before


def test_nothing_is_made_behind_a_link(tmp_path: Path) -> None:
    """Not even where it leads nowhere yet."""
    link = tmp_path / "link.kiebitz"
    link.symlink_to(tmp_path / "elsewhere.kiebitz")
    assert main(["new", str(link), "--rules", "ddv", "--title", "T", "--rounds", "1"]) == 3
    assert not (tmp_path / "elsewhere.kiebitz").exists()


def test_what_cannot_be_meant(tmp_path: Path, capsys: Out) -> None:
    """Another ending, unknown rules, tables that only come about where the players do not divide: exit status 2."""
    players = write(tmp_path / "p.csv", LIST)
    command = ["new", str(tmp_path / "x.xlsx"), "--rules", "ddv", "--title", "T", "--rounds", "1"]
    assert main(command) == 2
    assert begin(tmp_path, players, "--seats", "6")[0] == 2
    assert begin(tmp_path, players, "--rules", "no-such")[0] == 2
    assert list(tmp_path.glob("*.kiebitz")) == []
    capsys.readouterr()


def test_own_rules_are_kept_with_what_they_extend(tmp_path: Path) -> None:
    """The club's file and the rule set below it are both in the tournament: nothing outside can change it."""
    rules = write(
        tmp_path / "verein.toml",
        'extends = "ddv"\nid = "verein"\nversion = 1\n'
        'title = { de = "Unser Verein", en = "Our club", source = "minutes" }\n',
    )
    status, file = begin(tmp_path, write(tmp_path / "p.csv", LIST), "--rules", str(rules))
    rules.unlink()
    opening = replay(open_store(file).read_entries()).opening
    assert (status, opening.rules.id, opening.rules.extends) == (0, "verein", "ddv")


def test_people_come_go_and_change(file: str, capsys: Out) -> None:
    """Late entries, withdrawals, names, substitutes and fees, by start number or by name."""
    for command in (
        ["add", "Rita  Bo", "--club", "DC Köln", "--table", "1"],
        ["drop", "4"],
        ["rename", "eva ott", "Eva Otto"],
        ["substitute", "1", "Jo Mo", "--round", "2"],
        ["paid", "1", "2"],
        ["paid", "2", "--not"],
    ):
        assert main(["players", file, *command]) == 0
    players = {one["start"]: one for one in show(file, capsys)}
    assert (players[5]["name"], players[5]["table"]) == ("Rita Bo", 1)
    assert players[4]["dropped_after"] == 0
    assert players[2]["name"] == "Eva Otto"
    assert players[1]["substitutes"] == {"2": "Jo Mo"}
    assert [start for start, one in players.items() if one["paid"]] == [1]
    assert main(["players", file, "substitute", "1", "--round", "2"]) == 0
    assert show(file, capsys)[0]["substitutes"] == {}
    assert main(["players", file, "list"]) == 0
    assert "immer Tisch 1" in capsys.readouterr().out


def test_a_player_comes_late_or_pauses(file: str, capsys: Out) -> None:
    """The list says which rounds somebody does not play, to people and to programs."""
    assert main(["players", file, "add", "Rita Bo", "--from", "2"]) == 0
    assert main(["players", file, "pause", "1", "--round", "3"]) == 0
    assert "Rita Bo spielt ab Runde 2 mit, Startnummer 5." in capsys.readouterr().err
    players = {one["start"]: one for one in show(file, capsys)}
    assert (players[1]["paused"], players[2]["paused"], players[5]["paused"]) == ([3], [], [1])
    assert main(["players", file, "list"]) == 0
    assert "setzt in Runde 3 aus" in capsys.readouterr().out


def test_drawn_players_swap(file: str) -> None:
    """Two seats of a drawn round change hands; who sits nowhere cannot swap."""
    assert main(["players", file, "swap", "1", "2", "--round", "1"]) == 2
    open_store(file).append([Drawn(1, "1", "test", ((1, (1, 2, 3, 4)),))], by="Wart")
    assert main(["players", file, "swap", "1", "3", "--round", "1"]) == 0
    assert replay(open_store(file).read_entries()).draws[1][0].starts == (3, 2, 1, 4)


@pytest.mark.parametrize(
    ("command", "words"),
    [
        (["drop", "Eva Oto"], "vielleicht Eva Ott"),
        (["drop", "9"], "steht nicht in der Spielerliste"),
        (["add", "eva OTT"], "steht schon in der Spielerliste"),
        (["add", "Jo Mo", "--start", "3"], "hat schon Thomas Müller"),
        (["add", "17"], "ist kein Name"),
        (["rename", "1", "Ott, Eva"], "steht schon in der Spielerliste"),
        (["substitute", "1", "Eva Ott", "--round", "1"], "steht schon in der Spielerliste"),
        ([], "Es fehlt, was zu tun ist"),
    ],
)
def test_what_is_not_clear_is_refused(file: str, capsys: Out, command: list[str], words: str) -> None:
    """One sentence, exit status 2, and no entry."""
    before = Path(file).read_bytes()
    capsys.readouterr()
    assert main(["players", file, *command]) == 2
    assert words in capsys.readouterr().err
    assert Path(file).read_bytes() == before


def test_a_list_is_shown_before_it_is_written(tmp_path: Path, capsys: Out) -> None:
    """With --dry-run nothing is written; what was taken for what is reported in either case, and `take` adds who is
    new."""
    path = write(tmp_path / "p.csv", "Herbst\nNr.;Name;Verein\n;Anna Albers;Karo\n;Bernd Böhm;\nSumme;2;\n")
    status, file = begin(tmp_path, path, "--dry-run")
    told = capsys.readouterr()
    assert (status, Path(file).exists()) == (0, False)
    assert "„Name“ als Name, „Verein“ als Verein" in told.err
    assert "Zeile 5 („Summe; 2“) ist eine Summe" in told.err
    assert "Nur gezeigt, nichts geschrieben." in told.err
    assert "Anna Albers" in told.out
    assert begin(tmp_path, path)[0] == 0
    assert "„Name“ als Name" in capsys.readouterr().err
    write(path, "Name\nAnna Albers\nÇem Öz\n")
    before = Path(file).read_bytes()
    assert main(["players", file, "take", str(path), "--dry-run"]) == 0
    assert Path(file).read_bytes() == before
    assert main(["players", file, "take", str(path)]) == 0
    assert "1 Spieler eingetragen." in capsys.readouterr().err
    assert [(one["start"], one["name"]) for one in show(file, capsys)] == [
        (1, "Anna Albers"),
        (2, "Bernd Böhm"),
        (3, "Çem Öz"),
    ]
    assert main(["players", file, "take", str(path)]) == 2
    assert "stehen schon im Turnier" in capsys.readouterr().err


def test_a_draw_that_does_not_fit_is_said_beside_it(tmp_path: Path, capsys: Out) -> None:
    """`draws` shows it and asks for a new one; printing a round names the table that is short now."""
    names = "\n".join(f"Spieler {number}" for number in range(1, 11))
    _, file = begin(tmp_path, write(tmp_path / "p.csv", names))
    assert main(["draw", file, "--seed", "1"]) == 0
    assert main(["print", file, "--round", "1", "-o", str(tmp_path / "r.pdf")]) == 0
    capsys.readouterr()
    assert main(["players", file, "drop", "1"]) == 0
    told = capsys.readouterr().err
    assert "jetzt 4: bitte auf einem leeren Bogen für 4 spielen." in told
    assert "Bitte Runde 2, 3 mit „kiebitz draw“ neu auslosen" in told
    before = Path(file).read_bytes()
    assert main(["draws", file, "--round", "1"]) == 0
    assert "neu auslosen" not in capsys.readouterr().err
    assert main(["draws", file]) == 0
    assert "Bitte Runde 2, 3 mit „kiebitz draw“ neu auslosen" in capsys.readouterr().err
    assert Path(file).read_bytes() == before
    assert main(["print", file, "--round", "1", "-o", str(tmp_path / "r.pdf")]) == 0
    assert "jetzt 4" in capsys.readouterr().err
