"""Drawn sheets and blank copies with start numbers, photographed and scanned: no Tesseract is started for them."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from desk.__main__ import main
from dev.filler.camera.camera import photograph
from dev.filler.camera.scene import choose_scene, choose_size
from dev.filler.fill import NOTHING, fill_sheet
from dev.filler.pens.glyphs import load_font_hand
from dev.rounds.points import draw_points_round
from dev.rounds.written import write_round
from scoring.rulesets.load_rules import load
from templates.sheet_spec import SheetSpec
from tournament.printing.sheet_orders import SheetOrder, make_sheets

NAMES = ("Thomas Müller", "Tomas Müller", "Çem Öz", "Christina Schneider")
DRAW = f"Runde;Tisch;Spieler\n1;3;{';'.join(NAMES)}\n1;4;Anna;Bernd;Christian Schneider;Dörte\n"
LIST = "Nr.;Name\n" + "".join(
    f"{start};{name}\n"
    for start, name in zip(
        (7, 12, 34, 112, 1, 2, 3, 4), (*NAMES, "Anna", "Bernd", "Christian Schneider", "Dörte"), strict=True
    )
)
SEED = 20


@pytest.fixture
def scan(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[SheetSpec, Mapping[str, str]], dict[str, Any]]:
    """Fills, photographs and scans a sheet with list and draw (or `undrawn`), and fails where Tesseract is started
    although the draw knows the names; gives the sheet of the report."""
    started = tmp_path / "started"
    saboteur, script = ("tesseract.bat", "echo x>") if sys.platform == "win32" else ("tesseract", "#!/bin/sh\ntouch ")
    (tmp_path / saboteur).write_text(f'{script}"{started}"\nexit 1\n')
    (tmp_path / saboteur).chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)

    def scan_it(spec: SheetSpec, heads: Mapping[str, str], undrawn: bool = False) -> dict[str, Any]:
        rng = np.random.default_rng(SEED)
        round_ = write_round(draw_points_round(4, 16, rng, 0, 0))
        sheet = fill_sheet(spec, round_, [load_font_hand("patrick-hand")], rng, heads=heads)
        shot = photograph(sheet, choose_scene(("clean",), choose_size(8.0), rng), rng)
        (tmp_path / "a.jpg").write_bytes(shot.jpeg())
        (tmp_path / "draw.csv").write_text(DRAW, "utf-8")
        (tmp_path / "players.csv").write_text(LIST, "utf-8")
        told = {"--draw": "draw.csv", "--players": "players.csv", "-o": "s.xlsx", "--json": "r.json"}
        if undrawn:
            del told["--draw"]
        options = [word for option, name in told.items() for word in (option, str(tmp_path / name))]
        assert main(["scan", str(tmp_path / "a.jpg"), "--rules", "pflichtsolo-40", "--jobs", "1", *options]) == 0
        assert started.exists() is undrawn
        [found] = json.loads((tmp_path / "r.json").read_text("utf-8"))["sheets"]
        return dict(found)

    return scan_it


def order(names: str, round_: int | None, table: int | None) -> SheetSpec:
    """A points list as `kiebitz sheet` makes it."""
    wish = SheetOrder("pflichtsolo-40", "points", 4, None, "", round_, table, names, "de")
    return make_sheets(wish, load("pflichtsolo-40"))[0]


def list_names(sheet: dict[str, Any]) -> list[tuple[str, str]]:
    """Each seat's name and where it comes from."""
    return [(seat["name"], seat["source"]) for seat in sheet["players"]]


def test_a_drawn_sheets_names_come_from_the_draw(scan: Callable[..., dict[str, Any]]) -> None:
    """Look-alikes too: the check letters in the code distinguish Thomas and Tomas."""
    spec = replace(order(",".join(NAMES), 1, 3), starts=(7, 12, 34, 112))
    sheet = scan(spec, NOTHING)
    assert list_names(sheet) == [(name, "matched") for name in NAMES]
    assert not [finding for finding in sheet["findings"] if finding["code"] == "unknown-name"]


@pytest.mark.usefixtures("no_library")
def test_only_without_a_draw_tesseract_is_asked(scan: Callable[..., dict[str, Any]]) -> None:
    """The same sheet, whose names nobody gives: it is started, fails, and all four names are open."""
    sheet = scan(order(",".join(NAMES), 1, 3), NOTHING, undrawn=True)
    assert [source for _, source in list_names(sheet)] == ["label"] * 4


def test_a_blank_copy_is_read_by_its_numbers(scan: Callable[..., dict[str, Any]]) -> None:
    """Round, table and four start numbers in handwriting: everything is known."""
    heads = {
        "head.round": "1",
        "head.table": "3",
        "start.p1": "7",
        "start.p2": "12",
        "start.p3": "34",
        "start.p4": "112",
    }
    sheet = scan(order("", None, None), heads)
    assert (sheet["round"], sheet["table"]) == (1, 3)
    assert list_names(sheet) == [(name, "start") for name in NAMES]
    assert not [finding for finding in sheet["findings"] if finding["code"] in ("unknown-name", "no-round")]
