"""A club whose counting has all that no shipped rule set has: its full sheet is printed, read, and counted again."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

import numpy as np
import pytest

from desk.__main__ import main
from dev.filler.camera.camera import photograph
from dev.filler.camera.scene import choose_scene, choose_size
from dev.filler.full_sheets import Order, fill
from dev.filler.pens.glyphs import load_font_hand
from scoring.counting.game_json import score_line
from scoring.rulesets.load_rules import load
from tournament.printing.sheet_orders import SheetOrder, make_sheets

CLUB = Path(__file__).with_name("wild_club.toml")
RULES = load(CLUB)


def test_its_columns_have_the_clubs_headings() -> None:
    """The column's own heading where the file has one, else the title."""
    (spec,) = make_sheets(SheetOrder(str(CLUB), "full", 4, None, "", 1, 2, "", "de"), RULES)
    heads = dict(spec.heads)
    assert (heads["karl_weg"], heads["schwein"], heads["k150"], heads["ramsch"]) == (
        "Karl. weg",
        "Schweinchen",
        "150",
        "Ramsch",
    )
    assert not heads.keys() & {"k90", "hochzeit", "stille-hochzeit", "fuchs"}


@pytest.mark.parametrize(
    ("game", "points"),
    [
        ({"kind": "ramsch", "losers": [2], "jungfern": 1}, [6, -18, 6, 6]),
        ({"kind": "normal", "re": [1, 2], "augen": 190}, [-3, -3, 3, 3]),
        ({"kind": "normal", "re": [1, 2], "calls": {"re": "k150"}, "augen": 130}, [4, 4, -4, -4]),
        (
            {"kind": "normal", "re": [1, 2], "calls": {"re": "re"}, "augen": 130, "extras": {"re": {"schwein": 1}}},
            [4, 4, -4, -4],
        ),
        ({"kind": "normal", "re": [1, 2], "augen": 130, "extras": {"re": {"karl_weg": 1}}}, [0, 0, 0, 0]),
        ({"kind": "solo", "solo": "damen", "re": [1], "augen": 130, "pflicht": True}, [9, -3, -3, -3]),
    ],
)
def test_a_game_counts_as_the_club_plays(game: dict[str, object], points: list[int]) -> None:
    """Each of the club's own rules in one game."""
    assert list(score_line(RULES, json.dumps(game)).points or ()) == points


def fill_zeros(points: Iterable[int | None]) -> list[int]:
    """The points by seat, 0 for who sat out."""
    return [point or 0 for point in points]


@pytest.mark.slow
@pytest.mark.parametrize("seats", [4, 5])
def test_a_photograph_of_its_full_sheet(tmp_path: Path, seats: int) -> None:
    """Every row that counts has the points that were played, and its details are the game that was played."""
    order = Order(str(CLUB), "full", seats, seed=2, partly=False, px_per_mm=12.0)
    sheet, rng = fill(order, [load_font_hand("kalam")]), np.random.default_rng(2)
    photo = tmp_path / "abend.jpg"
    photo.write_bytes(photograph(sheet, choose_scene(("clean",), choose_size(12.0), rng), rng, None).jpeg())
    report = tmp_path / "abend.json"
    common = ["--jobs", "1", "-o", str(tmp_path / "abend.xlsx"), "--json", str(report)]
    main(["scan", str(photo), "--rules", str(CLUB), *common])
    (told,) = json.loads(report.read_text(encoding="utf-8"))["sheets"]
    played = sheet.round_.played.games
    rows = told["rows"][: len(played)]
    counted = [row for row in zip(rows, played, strict=True) if row[0]["status"] != "review"]
    wrong = [row["game"] for row, game in counted if fill_zeros(row["points"]) != fill_zeros(game.points)]
    assert wrong == []
    assert len(counted) >= 0.6 * len(rows)
    again = [score_line(RULES, json.dumps(row["details"])).points for row in rows if row["details"]]
    known = [row["points"] for row in rows if row["details"]]
    assert len(known) >= 0.5 * len(rows)
    assert [fill_zeros(row) for row in known] == [fill_zeros(points or ()) for points in again]
