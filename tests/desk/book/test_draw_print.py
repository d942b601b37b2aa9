"""`kiebitz draw` and `kiebitz print`: from a tournament's file to a round on paper."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from itertools import combinations
from pathlib import Path
from typing import Any

import pypdfium2  # type: ignore[import-untyped]  # it ships no types
import pytest

from desk.__main__ import main
from scoring.rulesets.load_rules import load_texts
from templates.sheet_code import make_tournament_id, parse_code
from templates.sheet_spec import make_layout
from tournament.draw import draw_search
from tournament.record.entries import write_head
from tournament.record.facts import Opened, SheetRead
from tournament.record.open_store import create_store, open_store
from tournament.record.player_facts import (
    Drawn,
    PlayerAdded,
    PlayerDropped,
    PlayerRenamed,
    Substituted,
)
from tournament.record.replay import replay

Make = Callable[..., str]
FREE = 16
"""With fewer players some meet again in any draw; the search for one without would go on for long."""


@pytest.fixture
def make(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Make:
    """Makes a tournament of three rounds in the current folder, and gives its path."""
    monkeypatch.chdir(tmp_path)

    def make_tournament(
        players: int, rules: str = "pflichtsolo-40", games: int = 16, fixed: Mapping[int, int] | None = None
    ) -> str:
        if players < FREE:
            monkeypatch.setattr(draw_search, "BUDGET", 1)
            monkeypatch.setattr(draw_search, "LONG_BUDGET", 1)
            monkeypatch.setattr(draw_search, "PATIENCE", 100)
        own, base = load_texts(rules)
        names = {1: "Çem Yılmaz", 2: "Meier, Anna"}
        added = [
            PlayerAdded(start, names.get(start, f"Spieler {start}"), table=(fixed or {}).get(start))
            for start in range(1, players + 1)
        ]
        create_store("abend.kiebitz", [Opened("Vereinsabend", rules, own, 3, games, 4, base), *added], by="Wart")
        return "abend.kiebitz"

    return make_tournament


def read_lines(text: str) -> list[dict[str, Any]]:
    """JSON, a document a line."""
    return [json.loads(line) for line in text.splitlines()]


def read_pages(path: str) -> list[str]:
    """The text of every page."""
    document = pypdfium2.PdfDocument(path)
    texts = [page.get_textpage().get_text_range() for page in document]
    document.close()
    return texts


def add(file: str, *facts: Any) -> None:
    """Adds entries."""
    open_store(file).append(facts, by="Wart")


def test_one_command_draws_all_rounds(make: Make, capsys: pytest.CaptureFixture[str]) -> None:
    """A line of JSON a round, just with what the contract names; the file holds what was said."""
    file = make(50, fixed={7: 3})
    assert main(["draw", file, "--seed", "Lotto 3 7 12", "--json"]) == 0
    lines = read_lines(capsys.readouterr().out)
    assert [list(line) for line in lines] == [["kiebitz", "round", "seed", "tables"]] * 3
    assert [(line["kiebitz"], line["round"], line["seed"]) for line in lines] == [
        (1, round_, "Lotto 3 7 12") for round_ in (1, 2, 3)
    ]
    pairs = [pair for line in lines for table in line["tables"] for pair in combinations(sorted(table["players"]), 2)]
    assert len(pairs) == len(set(pairs))
    assert all("Spieler 7" in line["tables"][2]["players"] for line in lines)
    state = replay(open_store(file).read_entries())
    names = {player.start: player.name for player in state.players}
    for line in lines:
        kept = [[names[start] for start in table.starts] for table in state.draws[line["round"]]]
        assert kept == [table["players"] for table in line["tables"]]
        assert state.drawn[line["round"]].method == "kiebitz-3 1,2,3"


def test_the_same_seed_gives_the_same_round(make: Make, capsys: pytest.CaptureFixture[str]) -> None:
    """A redraw is a new entry; without a seed it is another draw, whose seed is reported."""
    file = make(24)
    documents = []
    for seed in (["--seed", "a"], ["--seed", "a"], []):
        assert main(["draw", file, "--round", "1", *seed, "--json"]) == 0
        documents += read_lines(capsys.readouterr().out)
    assert documents[0] == documents[1]
    assert documents[2]["tables"] != documents[0]["tables"]
    assert documents[2]["seed"] not in ("", "a")
    kept = [entry.fact for entry in open_store(file).read_entries() if isinstance(entry.fact, Drawn)]
    assert [fact.seed for fact in kept] == ["a", "a", documents[2]["seed"]]


@pytest.mark.parametrize("seed", [" ", "x" * 201])
def test_a_seed_that_nobody_can_announce(make: Make, capsys: pytest.CaptureFixture[str], seed: str) -> None:
    """Nothing, or a whole page."""
    assert main(["draw", make(8), "--seed", seed]) == 2
    assert "höchstens 200 Zeichen" in capsys.readouterr().err


def test_a_played_round_is_not_drawn_again(make: Make, capsys: pytest.CaptureFixture[str]) -> None:
    """Its sheets would belong to nobody; nothing is written, and the status says wrong use."""
    file = make(16)
    assert main(["draw", file]) == 0
    add(file, SheetRead("r1.t2", "0" * 64, "1" * 64, "m"))
    before = len(open_store(file).read_entries())
    capsys.readouterr()
    assert main(["draw", file, "--round", "1"]) == 2
    assert "Von Runde 1 sind schon Bögen eingelesen" in capsys.readouterr().err
    assert len(open_store(file).read_entries()) == before


def test_who_meets_again_is_named(make: Make, capsys: pytest.CaptureFixture[str]) -> None:
    """With too few players it cannot be helped, and nobody should have to find it out."""
    file = make(8)
    assert main(["draw", file, "--seed", "a"]) == 0
    told = capsys.readouterr()
    assert "Runde 1, Startwert „a“\nTisch 1: " in told.out
    lines = told.err.splitlines()
    assert len(lines) == 7
    assert all("treffen sich mehrmals, in den Runden " in line for line in lines[:5])
    assert "weitere Paare" in lines[5]


def test_a_draw_says_what_to_note(make: Make, capsys: pytest.CaptureFixture[str]) -> None:
    """Who notes the hash right after the draw can show later that it was not drawn again."""
    file = make(8)
    assert main(["draw", file, "--seed", "a"]) == 0
    assert write_head(open_store(file).read_head(), "de") in capsys.readouterr().err.splitlines()[-1]


def test_a_draw_made_elsewhere(make: Make, capsys: pytest.CaptureFixture[str]) -> None:
    """A CSV with two rounds: both are taken, with the seats in the order of the names."""
    file = make(8)
    rows = [
        "Runde;Tisch;Namen",
        "1;1;Çem Yılmaz;Meier, Anna;Spieler 3;Spieler 4",
        "1;2;Spieler 5;Spieler 6;Spieler 7;Spieler 8",
        "2;5;Spieler 8;Çem Yılmaz;Spieler 3;Spieler 5",
        "2;6;Spieler 7;Spieler 6;Spieler 4;Meier, Anna",
    ]
    Path("d.csv").write_text("\n".join(rows), encoding="utf-8")
    assert main(["draw", file, "--from", "d.csv", "--json"]) == 0
    lines = read_lines(capsys.readouterr().out)
    assert [(line["round"], line["seed"]) for line in lines] == [(1, ""), (2, "")]
    assert lines[1]["tables"][0] == {"table": 5, "players": ["Spieler 8", "Çem Yılmaz", "Spieler 3", "Spieler 5"]}
    state = replay(open_store(file).read_entries())
    assert state.drawn[2].method == "csv"
    assert main(["draw", file, "--from", "d.csv", "--seed", "4"]) == 2
    assert "hat keinen Startwert" in capsys.readouterr().err
    assert main(["draw", file, "--from", "d.csv", "--round", "3"]) == 2
    assert "Runde 3 steht nicht in der Auslosung" in capsys.readouterr().err


def test_a_round_on_paper(make: Make, capsys: pytest.CaptureFixture[str]) -> None:
    """The sheets in the order of the tables, the wall, two spares of both sizes; the geometry names the pages."""
    file = make(13)
    assert main(["draw", file, "--seed", "a", "--json"]) == 0
    tables = read_lines(capsys.readouterr().out)[0]["tables"]
    assert main(["print", file, "--round", "1", "-o", "r.pdf", "--geometry", "g.json"]) == 0
    assert "Runde 1: Bögen für 3 Tische, 2 Seiten Sitzplan, 2 Ersatzbögen: r.pdf" in capsys.readouterr().err
    pages, plans = read_pages("r.pdf"), read_lines(Path("g.json").read_text(encoding="utf-8"))
    assert len(pages) == 7
    assert [(plan["page"], plan["round"], plan["table"]) for plan in plans] == [
        (1, 1, 1),
        (2, 1, 2),
        (3, 1, 3),
        (6, None, None),
        (7, None, None),
    ]
    for plan, table in zip(plans, tables, strict=False):
        assert all(name in pages[plan["page"] - 1] for name in table["players"])
        code = parse_code(plan["code"])
        assert code is not None
        assert (code.seats, code.games) == ((5, 20) if len(table["players"]) == 5 else (4, 16))
    for plan in plans:
        code = parse_code(plan["code"])
        assert code is not None
        assert plan["layout"] == make_layout(code).id
        assert {"kiebitz", "layout", "page_mm", "code", "fields"} < plan.keys()
    assert ["nach Namen" in pages[3], "nach Tischen" in pages[4]] == [True, True]
    assert all(name in pages[3] and name in pages[4] for table in tables for name in table["players"])


def test_sheets_name_tournament_and_start_numbers(make: Make, capsys: pytest.CaptureFixture[str]) -> None:
    """Start numbers stand beside the names; spares have boxes for them, and belong to the tournament, too."""
    file = make(50)
    assert main(["draw", file]) == 0
    assert main(["print", file, "--round", "1", "-o", "r.pdf", "--geometry", "g.json"]) == 0
    capsys.readouterr()
    entries = open_store(file).read_entries()
    codes = [parse_code(plan["code"]) for plan in read_lines(Path("g.json").read_text(encoding="utf-8"))]
    assert all(code is not None and code.starts for code in codes)
    assert {code.tournament for code in codes if code} == {make_tournament_id(entries[0].hash)}
    for table, text in zip(replay(entries).draws[1], read_pages("r.pdf"), strict=False):
        assert {str(start) for start in table.starts} <= set(text.split())


def test_styles_and_papers(make: Make) -> None:
    """A full sheet of 25 games at five seats fills two pages; a list on A5 leaves the wall on A4."""
    file = make(9, "ddv", games=24)
    assert main(["draw", file]) == 0
    full = ["--style", "full", "--plus", "--geometry", "g.json"]
    assert main(["print", file, "--round", "2", "-o", "f.pdf", *full]) == 0
    plans = read_lines(Path("g.json").read_text(encoding="utf-8"))
    assert [(plan["page"], plan["table"]) for plan in plans] == [
        (1, 1),
        (2, 2),
        (3, 2),
        (6, None),
        (7, None),
        (8, None),
    ]
    codes = [parse_code(plan["code"]) for plan in plans]
    assert all(code is not None and code.plus for code in codes)
    small = make_small(make)
    assert main(["print", small, "--round", "1", "-o", "s.pdf", "--paper", "a5"]) == 0
    document = pypdfium2.PdfDocument("s.pdf")
    assert [round(page.get_width() * 25.4 / 72) for page in document] == [148] * 2 + [210] * 2 + [148] * 2
    document.close()


def make_small(make: Make) -> str:
    """Another tournament, of eight players and drawn."""
    Path("abend.kiebitz").rename("erster.kiebitz")
    file = make(8)
    assert main(["draw", file]) == 0
    return file


def test_a_substitute_stands_on_the_sheet(make: Make) -> None:
    """Who sits there, not who is entered."""
    file = make(8)
    assert main(["draw", file]) == 0
    add(file, Substituted(4, 2, "Gustav Gast"))
    assert main(["print", file, "--round", "2", "-o", "r.pdf"]) == 0
    text = " ".join(read_pages("r.pdf"))
    assert text.count("Gustav Gast") == 3
    assert "Spieler 4" not in text


def test_names_that_cannot_be_printed_are_told(make: Make, capsys: pytest.CaptureFixture[str]) -> None:
    """A question mark on the sheet is a name that nobody can read back."""
    file = make(8)
    add(file, PlayerRenamed(3, "Иван Öztürk"))
    assert main(["draw", file]) == 0
    capsys.readouterr()
    assert main(["print", file, "--round", "1", "-o", "r.pdf"]) == 0
    told = capsys.readouterr().err
    assert "Diese Namen haben Zeichen, die als „?“ gedruckt werden: Иван Öztürk; bitte" in told


@pytest.mark.parametrize(
    ("facts", "line", "words"),
    [
        ((), ["--round", "4"], "Eine Runde 4 hat dieses Turnier nicht"),
        ((), ["--round", "1", "--style", "zettel"], "zettel"),
        (
            (PlayerDropped(3, 1), PlayerAdded(9, "Nina"), PlayerAdded(10, "Olaf"), PlayerAdded(11, "Pia")),
            ["--round", "2"],
            "Seit der Auslosung von Runde 2 haben sich die Spieler geändert (Spieler 3, Nina, Olaf, …); bitte mit",
        ),
    ],
)
def test_what_is_not_printed(
    make: Make, capsys: pytest.CaptureFixture[str], facts: tuple[Any, ...], line: list[str], words: str
) -> None:
    """One sentence with the remedy, and no PDF."""
    file = make(8)
    assert main(["draw", file]) == 0
    if facts:
        add(file, *facts)
    capsys.readouterr()
    assert main(["print", file, *line, "-o", "r.pdf"]) == 2
    assert words in capsys.readouterr().err
    assert not Path("r.pdf").exists()


def test_a_round_that_is_not_drawn(make: Make, capsys: pytest.CaptureFixture[str]) -> None:
    """The sentence names the command that draws it."""
    assert main(["print", make(8), "--round", "2", "-o", "r.pdf", "--lang", "en"]) == 2
    assert "Round 2 is not drawn yet; first use “kiebitz draw” with --round 2." in capsys.readouterr().err


def test_a_played_round_is_printed_as_it_was(make: Make) -> None:
    """Though players have gone since: somebody may want a clean copy."""
    file = make(8)
    assert main(["draw", file]) == 0
    add(file, SheetRead("r1.t1", "0" * 64, "1" * 64, "m"), PlayerDropped(3, 0))
    assert main(["print", file, "--round", "1", "-o", "r.pdf"]) == 0


@pytest.mark.parametrize("line", [["draw"], ["print", "--round", "1", "-o", "r.pdf"]])
def test_no_tournament_is_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], line: list[str]
) -> None:
    """A file that is not there, or is something else: status 3."""
    monkeypatch.chdir(tmp_path)
    Path("liste.kiebitz").write_text("Anna", encoding="utf-8")
    for name in ("fehlt.kiebitz", "liste.kiebitz"):
        assert main([line[0], name, *line[1:]]) == 3
        assert name in capsys.readouterr().err


def test_a_printed_round_stands_unless_it_is_named(make: Make, capsys: pytest.CaptureFixture[str]) -> None:
    """Somebody comes after printing: round 1 keeps tables and seed, prints as it is, and the command says who has no
    seat in it; a seat or --round is what helps."""
    file = make(16)
    for command in (["draw", file], ["print", file, "--round", "1", "-o", "r1.pdf"], ["players", file, "add", "Ida"]):
        assert main(command) == 0
    before = replay(open_store(file).read_entries())
    err = capsys.readouterr().err
    assert "An Tisch 1 sitzen 4: „kiebitz players DATEI seat“ setzt Ida dazu." in err
    assert main(["draw", file, "--json"]) == 0
    shown = capsys.readouterr()
    assert [line["round"] for line in read_lines(shown.out)] == [2, 3]
    assert "Startnummer 17" in shown.err
    state = replay(open_store(file).read_entries())
    assert (state.draws[1], state.drawn[1]) == (before.draws[1], before.drawn[1])
    assert main(["draw", file]) == 2
    assert "Runde 1 ist schon gedruckt" in capsys.readouterr().err
    assert main(["players", file, "seat", "Ida", "--round", "1", "--table", "3"]) == 0
    assert main(["print", file, "--round", "1", "-o", "r1.pdf"]) == 0
    assert "Ida" in read_pages("r1.pdf")[2]
    assert main(["draw", file, "--round", "1"]) == 0
    assert "Runde 1 war schon gedruckt: Diese Bögen und der Sitzplan gelten nicht mehr" in capsys.readouterr().err
    assert replay(open_store(file).read_entries()).draws[1] != before.draws[1]


def test_a_draw_is_shown_and_never_made(make: Make, capsys: pytest.CaptureFixture[str]) -> None:
    """As text, or as the JSON that `draw` gave; a round that is not drawn is refused, and the file stays as it is."""
    file = make(16)
    assert main(["draws", file, "--json"]) == 0
    assert capsys.readouterr().out == ""
    assert main(["draw", file, "--seed", "Lotto", "--json"]) == 0
    drawn = capsys.readouterr().out
    head = replay(open_store(file).read_entries()).head
    assert main(["draws", file, "--json"]) == 0
    assert capsys.readouterr().out == drawn
    assert main(["draws", file, "--round", "2", "--json"]) == 0
    assert capsys.readouterr().out == drawn.splitlines(keepends=True)[1]
    assert main(["draws", file, "--round", "2"]) == 0
    assert capsys.readouterr().out.startswith("Runde 2, Startwert „Lotto“\nTisch 1: ")
    assert main(["draws", file, "--round", "4"]) == 2
    add(file, Drawn(1, "", "csv", ((1, tuple(range(1, 5))),)), PlayerDropped(1, 0))
    assert main(["draws", file, "--round", "1"]) == 0
    assert capsys.readouterr().out.startswith("Runde 1, aus einer Datei\nTisch 1: Çem Yılmaz; ")
    assert replay(open_store(file).read_entries()).head.number == head.number + 2


def test_the_draw_has_a_certificate(make: Make, capsys: pytest.CaptureFixture[str]) -> None:
    """A page with seed, method and every seat of every round; seats that were swapped since are named below; without a
    draw it is refused."""
    file = make(16)
    target = str(Path(file).with_name("los.pdf"))
    assert main(["draws", file, "--pdf", target]) == 2
    assert not Path(target).exists()
    assert main(["draw", file, "--seed", "Lotto"]) == 0
    tables = open_store(file).read_entries()[-1].fact.tables  # type: ignore[union-attr]
    assert main(["players", file, "swap", str(tables[0][1][0]), str(tables[1][1][0]), "--round", "3"]) == 0
    capsys.readouterr()
    assert main(["draws", file, "--pdf", target]) == 0
    assert f"Nachweis der Auslosung: {target}" in capsys.readouterr().err
    words = " ".join(" ".join(read_pages(target)).split())
    assert words.count("Startwert „Lotto“") == 3
    assert words.count("Danach getauscht, jetzt:") == 2


@pytest.mark.parametrize(("games", "even"), [("24", True), ("8", False)])
def test_whether_everybody_plays_equally_often(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], games: str, even: bool
) -> None:
    """Tables of four and five play equally often only where the games can be dealt so, and the note says what is so."""
    file, names = str(tmp_path / "abend.kiebitz"), tmp_path / "wer.csv"
    names.write_text("Name\n" + "".join(f"Spieler {letter}\n" for letter in "ABCDEFGHI"), encoding="utf-8")
    seats = ["--seats", "5" if games == "8" else "4", "--games", games]
    assert main(["new", file, "--rules", "ddv", "--title", "X", "--rounds", "1", *seats, "--players", str(names)]) == 0
    assert main(["draw", file, "--seed", "a"]) == 0
    assert main(["print", file, "--round", "1", "-o", str(tmp_path / "r.pdf")]) == 0
    assert ("Damit spielt nicht jeder gleich oft" not in capfd.readouterr().err) is even
