"""Full sheets and lists of totals filled in: the truth says what is written, and the details reveal mistakes."""

from __future__ import annotations

import json

import numpy as np
import pytest

from scoring.game import Game
from scoring.rules import RuleSet
from scoring.rulesets import known, load
from scoring.score import score
from scoring.wire import parse_game
from templates.filler.fields import MARKS_TAKEN_BACK
from templates.filler.glyphs import font_hand
from templates.filler.sheet import FilledSheet, Manner
from tools.full_samples import filled
from tools.played import PLANTERS, Row, partly, planted, play, right_row

PX = 5.0
HANDS = [font_hand("kalam"), font_hand("caveat")]


def small(style: str, seats: int = 4, rules: str = "pflichtsolo-40", seed: int = 3, mistakes: tuple[str, ...] = (),
          manner: Manner | None = None) -> FilledSheet:
    """A sheet in few pixels."""
    return filled(rules, style, seats, seed, HANDS, mistakes, manner, PX)


def ink_in(sheet: FilledSheet, field_id: str) -> float:
    """Share of dark pixels in the middle of a field."""
    x, y, width, height = (v * PX for v in sheet.layout.field(field_id).box_mm)
    inner = sheet.image[round(y + 0.2 * height) : round(y + 0.8 * height),
                        round(x + 0.15 * width) : round(x + 0.85 * width)].min(axis=2)
    return float((inner < 150).mean())


@pytest.mark.parametrize(("style", "seats"), [("full", 4), ("full", 5), ("totals", 4), ("totals", 5)])
def test_ink_stands_where_the_truth_says(style: str, seats: int) -> None:
    """Nearly every written number and cross leaves ink in its field; most blank fields of a game are clean."""
    sheet = small(style, seats, manner=Manner(pen="gel"))
    fields = [field for field in sheet.layout.fields if field.id.startswith("g") and field.kind != "points"]
    inked = [ink_in(sheet, field.id) > 0.01 for field in fields if sheet.inks[field.id].written]
    blank = [ink_in(sheet, field.id) > 0.01 for field in fields if not sheet.inks[field.id].written]
    assert np.mean(inked) > 0.97
    assert np.mean(blank) < 0.12  # a cross reaches into the next box now and then


def test_the_same_order_gives_the_same_sheet() -> None:
    """Byte for byte, so that a sample can be made again."""
    one, other = small("full"), small("full")
    assert (one.image == other.image).all()
    assert one.inks == other.inks


@pytest.mark.parametrize("rules", known())
def test_a_full_row_tells_its_game(rules: str) -> None:
    """Points, value and Augen on the paper are those of the game that was played, counted by its rule set."""
    sheet, system = small("full", rules=rules), load(rules)
    for number, played in enumerate(sheet.round_.played.games, 1):
        game, _ = parse_game(json.loads(played.details))
        assert game is not None
        result = score(system, game)
        assert played.points == result.points
        inks = {name: sheet.inks[f"g{number:02}.{name}"].written for name in ("augen", "value", "re1", "p1")}
        told = any(sheet.inks[f"g{number:02}.re{seat}"].written for seat in range(1, 5))
        assert inks["augen"] in (str(game.augen), "")
        assert inks["value"] in (str(abs(result.value or 0)), "")
        assert not told or (inks["re1"] == "x") == (1 in game.re)
        assert (0 if inks["p1"] in ("-", "/") else int(inks["p1"])) == played.points[0]


def test_running_totals_run() -> None:
    """Each row of a list of totals adds its game, and the last one is the result."""
    sheet = small("totals", rules="ddv")
    for seat in range(4):
        column = [sheet.inks[f"g{game:02}.total{seat + 1}"].written for game in range(1, 25)]
        sums = np.cumsum([game.points[seat] or 0 for game in sheet.round_.played.games])
        assert [0 if text in "-/" else int(text) for text in column] == sums.tolist()
        assert sheet.round_.sums[seat] == sums[-1]


def test_the_pflichtsoli_of_the_ddv_stand_in_their_section() -> None:
    """Rows 21 to 24, each seat once."""
    games = play(load("ddv"), 4, 24, np.random.default_rng(1))
    assert sorted(game.re[0] for game in games[20:]) == [1, 2, 3, 4]
    assert {game.kind for game in games[20:]} == {"solo"}
    five = play(load("ddv"), 5, 30, np.random.default_rng(1))
    assert sorted(game.re[0] for game in five[25:]) == [1, 2, 3, 4, 5]


def test_crosses_are_taken_back() -> None:
    """A box that was filled in or scribbled out counts as blank, and says so."""
    sheet = small("full", manner=Manner(taken_back=4))
    back = [ink for ink in sheet.inks.values() if "taken-back" in ink.flags]
    assert [ink.written for ink in back] == [""] * 4
    assert MARKS_TAKEN_BACK == ("filled", "scribbled")


@pytest.mark.parametrize("kind", PLANTERS)
@pytest.mark.parametrize("rules", known())
def test_the_details_reveal_each_mistake(rules: str, kind: str) -> None:
    """A row with the mistake is not what its details count; where it cannot be made, nothing is changed."""
    rng, system = np.random.default_rng(5), load(rules)
    rows = [right_row(system, game, False) for game in play(system, 4, 60, rng)]
    wrong = [row for row in planted(system, rows, (kind,), rng) if row.mistake]
    doubles = any(part.rule == "verdoppelt" for part in system.value)
    assert [row.mistake for row in wrong] == [kind] * (doubles or kind != "doubling-forgotten")
    for row in wrong:
        assert row.points != row.right or kind == "call-not-crossed"
        assert counted(system, row) != row.points


def counted(rules: RuleSet, row: Row) -> tuple[int, ...] | None:
    """The points that the crosses and numbers of a row give."""
    from dataclasses import replace

    from scoring.game import Calls

    silent = not any(name.startswith(("re.", "kontra.")) and text == "x" for name, text in row.details.items())
    game: Game = replace(row.game, calls=Calls()) if silent else row.game
    return score(rules, game).points


def test_some_rows_are_partly_filled() -> None:
    """Most rows are whole; a few have no details, no Augen or no value, and never another number."""
    rng, system = np.random.default_rng(5), load("pflichtsolo-40")
    row = right_row(system, play(system, 4, 1, rng)[0], True)
    seen = [partly(row, rng).details for _ in range(400)]
    assert 0.75 < sum(details == row.details for details in seen) / 400 < 0.95
    assert {} in seen
    assert all(details.items() <= row.details.items() for details in seen)
