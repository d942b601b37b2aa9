"""Twelve houses' rules: prose, file and a scorer written from the prose agree, and all commands take the files."""

from __future__ import annotations

import io
import json
import re
from pathlib import Path
from random import Random
from typing import Any

import pytest

from desk.__main__ import main
from dev.filler.full_sheets import Order, fill
from dev.filler.pens.glyphs import load_font_hand
from scoring.counting.game_json import parse_game
from scoring.counting.rules import RuleSet
from scoring.counting.score import score
from scoring.rows.all_checks import check_row, check_sheet
from scoring.rows.bock_games import list_due_games
from scoring.rows.written_rows import Row, Sheet
from scoring.rulesets.load_rules import load
from tests.gallery.drawn_games import draw_evening, draw_game
from tests.gallery.house_rules import HOUSES, House, list_bock_levels, write_row

FOLDER = Path(__file__).parents[2] / "docs" / "rules"
PROSE = (FOLDER / "galerie.md").read_text(encoding="utf-8")
NAMES = sorted(HOUSES)
BOCK = sorted(name for name, house in HOUSES.items() if house.trigger)
FULL = ("darme", "dorsten", "schreiber", "statistik")
"""Houses of which a full sheet is filled in and read: plain rules, winners only, own Sonderpunkte with Bock, Armut."""


def get_path(name: str) -> Path:
    """The house's file."""
    return FOLDER / f"{name}.toml"


def count(rules: RuleSet, game: dict[str, Any]) -> list[int]:
    """What the program writes for that game."""
    parsed, findings = parse_game(rules, game)
    assert parsed is not None, (game, [one.message("en") for one in findings])
    points = score(rules, parsed).points
    assert points is not None, game
    return list(points)


def read_table(name: str) -> list[tuple[str, list[int]]]:
    """The games that the prose counts, and what it says is written down."""
    [section] = re.findall(rf"^## {name}\n(.*?)(?=^## |\Z)", PROSE, re.DOTALL | re.MULTILINE)
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in section.splitlines() if line[:1] == "|"]
    return [(title, [int(one) for one in points.split()]) for title, _, points in rows[2:]]


def test_every_file_is_in_the_gallery() -> None:
    """A file of the folder has its section, its line in the table, and its scorer; the page of ten lines has none."""
    files = {path.stem for path in FOLDER.glob("*.toml")} - {"stammtisch"}
    assert files == set(HOUSES) == set(re.findall(r"^## (\w+)$", PROSE, re.MULTILINE))
    assert files == set(re.findall(r"^\| \[(\w+)\]\(\1\.toml\)", PROSE, re.MULTILINE))
    assert len(files) == 12


@pytest.mark.parametrize("name", NAMES)
def test_five_games_counted_by_hand(
    name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The prose's five are the file's five; by the scorer and by `kiebitz score` they come out as the prose says."""
    examples = load(get_path(name)).examples
    table = read_table(name)
    assert [(one.title.in_("de"), list(one.points)) for one in examples] == table
    assert len(table) == 5
    lines = "\n".join(one.game for one in examples)
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(lines.encode())))
    assert main(["score", "--rules", str(get_path(name))]) == 0
    told = [json.loads(line)["points"] for line in capsys.readouterr().out.splitlines()]
    assert told == [points for _, points in table]
    assert [write_row(HOUSES[name], json.loads(one.game)) for one in examples] == told


def compare(name: str, games: int, seed: int) -> list[dict[str, Any]]:
    """The games that scorer and program count otherwise, or of whose row a check says that it is wrong."""
    house, rules, random = HOUSES[name], load(get_path(name)), Random(f"{name}-{seed}")
    bocks = {"double": (0, 0, 0, 1, 2)}.get(house.meet, (0, 0, 1)) if house.trigger else (0,)
    odd = []
    for _ in range(games):
        game = draw_game(house, random, bock=random.choice(bocks))
        written = write_row(house, game)
        points = tuple(None if seat == game.get("sits") else one for seat, one in enumerate(written, 1))
        row = Row(game.get("sits", 1), points)
        told = [one for one in check_row(rules, row, game.get("seats", 4)) if one.severity == "error"]
        if count(rules, game) != written or told:
            odd.append(game)
    return odd


@pytest.mark.parametrize("name", NAMES)
def test_games_by_chance(name: str) -> None:
    """Two hundred games: the same points, and no row of them is called wrong."""
    assert compare(name, 200, 1) == []


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_thousands_of_games_by_chance(name: str) -> None:
    """Four thousand others."""
    assert compare(name, 4000, 2) == []


def play(rules: RuleSet, house: House, games: list[dict[str, Any]]) -> tuple[list[int], Sheet]:
    """How many Böcke count in each game, and the sheet of that evening; no heart is seen, as no sheet shows one."""
    levels = list_bock_levels(house, games, [False] * len(games))
    rows = []
    for number, (game, level) in enumerate(zip(games, levels, strict=True), 1):
        parsed, _ = parse_game(rules, game | ({"bock": level} if level else {}))
        assert parsed is not None
        points = score(rules, parsed).points
        assert points is not None
        rows.append(Row(number, points, details=parsed))
    return levels, Sheet(4, len(rows), tuple(rows))


@pytest.mark.parametrize("name", BOCK)
def test_bock_by_the_games_above(name: str) -> None:
    """On forty evenings the same games are Bock games by prose and by file, and no check misses or finds one."""
    house, rules, random = HOUSES[name], load(get_path(name)), Random(name)
    for _ in range(40):
        games, _ = draw_evening(house, random, 24)
        levels, sheet = play(rules, house, games)
        assert [due.bock for due in list_due_games(rules, sheet.rows, 4)] == levels
        assert [one for one in check_sheet(rules, sheet) if one.code == "bock-block"] == []


REFERENCE = """
1 | normal | | | 135 | | +1 +1 -1 -1
2 | normal | re | | 160 | | +4 +4 -4 -4
3 | normal | re | kontra | 145 | | +4 +4 -4 -4
4 | normal | | | 110 | | -2 -2 +2 +2
5 | normal | k90 | | 195 | | +8 +8 -8 -8
6 | normal | k90 | | 145 | | -8 -8 +8 +8
7 | normal | re | | 115 | | -4 -4 +4 +4
8 | normal | | kontra | 155 | | +4 +4 -4 -4
11 | normal | k60 | | 170 | | -12 -12 +12 +12
12 | normal | re | kontra | 138 | {"re":{"fuchs":1},"kontra":{"doppelkopf":1}} | +4 +4 -4 -4
13 | normal | | | 125 | {"kontra":{"fuchs":2,"doppelkopf":1}} | -2 -2 +2 +2
14 | solo | | | 140 | | +6 -2 -2 -2
15 | normal | | | 120 | {"re":{"karlchen":1}} | 0 0 0 0
"""


@pytest.mark.parametrize("case", REFERENCE.strip().splitlines())
def test_a_case_that_the_source_itself_tells(case: str) -> None:
    """Dokorama shows fifteen cases with their points; those that a sheet can show come out like that."""
    _, kind, re_call, kontra, augen, extras, points = (part.strip() for part in case.split("|"))
    calls = {party: call for party, call in (("re", re_call), ("kontra", kontra)) if call}
    seats = {"re": [1], "solo": "buben"} if kind == "solo" else {"re": [1, 2]}
    game = {"kind": kind, **seats, "calls": calls, "augen": int(augen), "extras": json.loads(extras or "{}")}
    right = [int(one) for one in points.split()]
    assert write_row(HOUSES["dokorama"], game) == right
    assert count(load(get_path("dokorama")), game) == right


@pytest.mark.few(3)
@pytest.mark.parametrize("name", NAMES)
def test_the_commands_take_the_file(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`rules check`, the rules as text and as a page to hand out, and a printed sheet."""
    path, page, sheet = str(get_path(name)), tmp_path / "page.html", tmp_path / "sheet.pdf"
    assert main(["rules", "check", path]) == 0
    assert "5 Beispiele nachgerechnet" in capsys.readouterr().out
    assert main(["rules", "show", path]) == 0
    assert HOUSES[name].name in capsys.readouterr().out
    assert main(["rules", "show", path, "-o", str(page)]) == 0
    assert "<h1" in page.read_text(encoding="utf-8")
    assert main(["sheet", "--rules", path, "--style", "full", "-o", str(sheet)]) == 0
    assert sheet.read_bytes().startswith(b"%PDF")


@pytest.mark.slow
@pytest.mark.parametrize("name", FULL)
def test_a_full_sheet_is_read_and_counted_again(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Filled in by chance and scanned with the house's file; games that stand there whole are counted by the scorer."""
    from PIL import Image

    filled = fill(Order(str(get_path(name)), seed=5, partly=False, printed=True), [load_font_hand("kalam")])
    scan, report = tmp_path / "scan.png", tmp_path / "scan.json"
    Image.fromarray(filled.image).save(scan)
    common = ["--jobs", "1", "-o", str(tmp_path / "scan.xlsx"), "--json", str(report)]
    assert main(["scan", str(scan), "--rules", str(get_path(name)), *common]) == 0
    capsys.readouterr()
    rows = [row for row in json.loads(report.read_text(encoding="utf-8"))["sheets"][0]["rows"] if any(row["written"])]
    games = filled.round_.played.games
    assert [row["points"] for row in rows] == [list(game.points) for game in games]
    assert [write_row(HOUSES[name], json.loads(game.details)) for game in games] == [row["points"] for row in rows]
