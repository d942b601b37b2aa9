"""Every command ends as docs/exit-status.md promises."""

from __future__ import annotations

import io
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
import typer

import texts
from desk.__main__ import main
from desk.cli.program import app
from tests.desk.paper import ROUND, sheet
from tests.tournament.filing.files import NAMES, open_tournament, put_in

DOC = Path(texts.__file__).parents[1] / "docs/exit-status.md"
LINE = re.compile(r"\| `kiebitz ([^`]+)` \| (.+) \| (.+) \|")
GONE = "nix.kiebitz"
UNREADABLE: dict[str, tuple[str, ...]] = {
    "new": ("neu.kiebitz", "--rules", "pflichtsolo-40", "--title", "T", "--rounds", "2", "--players", "nix.csv"),
    "players list": (GONE,),
    "players add": (GONE, "Ida"),
    "players seat": (GONE, "Ida", "--round", "1"),
    "players pause": (GONE, "Ida", "--round", "1"),
    "players drop": (GONE, "Ida"),
    "players rename": (GONE, "Ida", "Ira"),
    "players swap": (GONE, "--round", "1", "Ida", "Anna"),
    "players substitute": (GONE, "Ida", "Ira", "--round", "1"),
    "players paid": (GONE, "Ida"),
    "players fee": (GONE, "5"),
    "players take": (GONE, "nix.csv"),
    "form": (GONE,),
    "draw": (GONE,),
    "draws": (GONE,),
    "print": (GONE, "--round", "1", "-o", "x.pdf"),
    "scan": (GONE, "a.jpg"),
    "enter": (GONE, "--round", "1", "--table", "1", "--totals", "0,0,0,0", "--by", "Ida", "--reason", "so"),
    "desk": (GONE, "--port", "0"),
    "status": (GONE,),
    "decide": (GONE, "r1.t1.g1", "--accept"),
    "move": (GONE, "r1.t1", "--round", "1", "--table", "2"),
    "award": (GONE,),
    "clock": (GONE,),
    "strike": (GONE, "--round", "1", "--table", "1"),
    "undo": (GONE,),
    "keying": (GONE,),
    "close": (GONE, "--round", "1"),
    "reopen": (GONE, "--round", "1", "--reason", "so"),
    "standings": (GONE,),
    "export": (GONE, "-o", "x.xlsx"),
    "take": (GONE, "nix.xlsx"),
    "audit": (GONE, "--players"),
    "verify": (GONE,),
    "season": (GONE, "-o", "x.xlsx"),
    "rules show": ("nix.toml",),
    "rules new": ("neu.toml", "--answers", "nix.toml"),
    "rules check": ("nix.toml",),
    "sheet": ("--rules", "nix.toml", "--style", "points", "--seats", "4", "-o", "x.pdf"),
    "learn": ("nix.jpg", "-o", "x.toml"),
    "read": ("nix.jpg",),
    "score": ("--rules", "nix.toml"),
    "explain": ("--rules", "nix.toml"),
}
"""By command what ends in 3: a file that is not there."""
PERSON: dict[str, tuple[str, ...]] = {
    "close": ("abend.kiebitz", "--round", "1"),
    "verify": ("abend.kiebitz", "--noted", "0123abcd"),
    "score": ("--rules", "pflichtsolo-40", "--strict"),
    "explain": ("--rules", "pflichtsolo-40", "--strict"),
    "rules check": ("falsch.toml",),
}
"""By command what ends in 1."""
ELSEWHERE = {"take", "scan", "learn"}
"""Commands that need a photograph, or a workbook, to end in 1; their tests have it."""
ASKED = '{"kind":"normal","re":[1,3],"augen":777}\n'


def read_table() -> dict[str, tuple[str, str]]:
    """By command what the document says of 1 and 3."""
    return {
        found[1]: (found[2], found[3]) for found in map(LINE.fullmatch, DOC.read_text("utf-8").splitlines()) if found
    }


def list_commands(group: object, before: str = "") -> Iterator[str]:
    """Every command that can be typed."""
    for name, one in getattr(group, "commands", {}).items():
        if getattr(one, "commands", None):
            yield from list_commands(one, f"{before}{name} ")
        else:
            yield f"{before}{name}"


def run(name: str, *given: str) -> int:
    """The status of that command; a tournament stands before the word behind `players`."""
    first, *rest = name.split()
    words = [first, given[0], *rest, *given[1:]] if first == "players" else [first, *rest, *given]
    return main(words)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a tournament in which a table is missing, and rules with a wrong example."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(ASKED.encode())))
    store = open_tournament(tmp_path, drawn=1)
    put_in(store, sheet("a.jpg", ROUND, names=NAMES[:4]))
    return tmp_path


def test_the_table_has_every_command() -> None:
    """And no other."""
    commands = set(list_commands(typer.main.get_command(app)))
    assert set(read_table()) == commands
    assert len(commands) > 30


def test_what_the_table_promises_is_tried() -> None:
    """Each cell that says something has a case here, or where a photograph is at hand; each that does not has none."""
    table = read_table()
    assert {name for name, (_, unreadable) in table.items() if unreadable != "–"} == set(UNREADABLE)
    assert {name for name, (person, _) in table.items() if person != "–"} == set(PERSON) | ELSEWHERE


@pytest.mark.parametrize("name", UNREADABLE)
def test_a_file_that_is_not_there_is_3(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    """One sentence names it."""
    assert run(name, *UNREADABLE[name]) == 3
    told = capsys.readouterr()
    assert "nix." in told.err + told.out


@pytest.mark.parametrize("name", sorted({*UNREADABLE, "rules list", "completion"}))
def test_wrong_use_is_2(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    """An option that there is not, whatever else is given."""
    assert run(name, *UNREADABLE.get(name, ("bash",) if name == "completion" else ()), "--gibtsnicht") == 2
    assert "--gibtsnicht" in capsys.readouterr().err


@pytest.mark.parametrize("name", PERSON)
def test_what_needs_a_person_is_1(name: str, folder: Path) -> None:
    """An open round, a hash that is gone, a game that is none, an example that does not come out."""
    wrong = """extends = "pflichtsolo-40"
id = "falsch"
version = 1
title = { de = "Falsch", en = "Wrong", source = "D" }

[[examples]]
title = { de = "Falsch", en = "Wrong" }
game = '{"kind": "normal", "re": [1, 3], "augen": 130}'
points = [9, -9, 9, -9]
source = { de = "D", en = "D" }
"""
    (folder / "falsch.toml").write_text(wrong, "utf-8")
    assert run(name, *PERSON[name]) == 1


@pytest.mark.parametrize(
    ("name", "given"),
    [
        ("players list", ("abend.kiebitz",)),
        ("draws", ("abend.kiebitz",)),
        ("status", ("abend.kiebitz",)),
        ("standings", ("abend.kiebitz",)),
        ("verify", ("abend.kiebitz",)),
        ("audit", ("abend.kiebitz", "--player", "Anna")),
        ("undo", ("abend.kiebitz", "--list")),
        ("export", ("abend.kiebitz", "-o", "x.json")),
        ("rules list", ()),
        ("rules show", ("ddv",)),
        ("score", ("--rules", "pflichtsolo-40")),
        ("explain", ("--rules", "pflichtsolo-40")),
        ("completion", ("bash",)),
    ],
)
def test_what_is_done_is_0(name: str, given: tuple[str, ...]) -> None:
    """Also where something was remarked, without --strict."""
    assert run(name, *given) == 0
