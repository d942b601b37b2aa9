"""A crafted file costs itself: it is reported in one sentence, the sheets beside it are counted, the workbook is
there."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from desk.__main__ import main
from desk.cli.run import run_learn
from desk.workers import pool
from desk.workers.worker_process import Budget
from tests.desk import crafted
from tests.desk.test_bad_input import photo

SMALL = Budget(memory=400 * 1024**2, page_s=6.0, file_s=12.0)
TOO_MUCH = {"too-slow", "no-memory", "crashed"}
SCREENED = {"not-a-picture"}

Make = Callable[[], bytes]

FILES: dict[str, tuple[str, Make, set[str]]] = {
    "a form that draws itself": ("a.pdf", lambda: crafted.drawing_itself(3), TOO_MUCH),
    "a pattern that paints itself": ("a.pdf", lambda: crafted.painting_itself(30), TOO_MUCH),
    "an icon": ("a.jpg", lambda: crafted.saved("ICO", 256), SCREENED),
    "PostScript": ("a.jpg", lambda: crafted.saved("EPS"), SCREENED),
    "a portable pixmap": ("a.jpg", lambda: crafted.saved("PPM"), SCREENED),
    "many colours": ("a.png", lambda: crafted.coloured(20_000), {"no-contrast"}),
    "many directories": ("a.tif", lambda: crafted.directories(60_000), TOO_MUCH),
    "many strips": ("a.tif", lambda: crafted.strips(60_000), {"too-long"}),
    "many scans": ("a.jpg", lambda: crafted.scans(2000, 4000), TOO_MUCH),
    "much to see through": ("a.webp", lambda: crafted.see_through(5000), {"damaged", *TOO_MUCH}),
}
LONG = ("many directories", "many scans")
"""Like the pattern that paints itself they end where their time does."""


@pytest.fixture(scope="module")
def good(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A photograph of a sheet."""
    path = tmp_path_factory.mktemp("good") / "a.jpg"
    photo().save(path, quality=85)
    return path.read_bytes()


def scan(folder: Path, name: str, data: bytes, good: bytes, capsys: pytest.CaptureFixture[str]) -> str:
    """Scans the file between two photographs of sheets, one of which is counted; the code of its problem."""
    crafted.write(folder / name, data)
    for other in ("0.jpg", "z.jpg"):
        crafted.write(folder / other, good)
    results = ["-o", str(folder / "out.xlsx"), "--json", str(folder / "out.json")]
    assert main(["scan", str(folder), "--rules", "pflichtsolo-40", *results]) == 0
    told = capsys.readouterr().err.splitlines()
    assert [line.split(":")[0] for line in told] == [name]
    report = json.loads((folder / "out.json").read_text(encoding="utf-8"))
    assert [sheet["photo"] for sheet in report["sheets"]] == ["0.jpg"]
    assert (folder / "out.xlsx").exists()
    [unusable] = report["unusable"]
    assert unusable["photo"] == name
    code: str = unusable["code"]
    return code


@pytest.mark.few(5)
@pytest.mark.parametrize("case", [pytest.param(case, marks=[pytest.mark.slow] * (case in LONG)) for case in FILES])
def test_a_crafted_file_costs_only_itself(
    case: str, tmp_path: Path, good: bytes, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Whatever a decoder makes of it, within a small budget."""
    monkeypatch.setattr(pool, "BUDGET", SMALL)
    name, make, codes = FILES[case]
    assert scan(tmp_path, name, make(), good, capsys) in codes


def test_a_crafted_file_teaches_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """`kiebitz learn` says so in one sentence, and writes nothing."""
    monkeypatch.setattr(run_learn, "PATIENT", replace(SMALL, page_s=2.0, file_s=2.0))
    path = crafted.write(tmp_path / "a.pdf", crafted.painting_itself(30))
    assert main(["learn", str(path), "-o", str(tmp_path / "a.toml")]) == 3
    [told] = capsys.readouterr().err.splitlines()
    assert "länger als 2 Sekunden" in told
    assert list(tmp_path.iterdir()) == [path]


LARGE: dict[str, tuple[str, Make]] = {
    "a form that draws itself": ("a.pdf", lambda: crafted.drawing_itself(3)),
    "a pattern that paints itself": ("a.pdf", lambda: crafted.painting_itself(30)),
    "many colours": ("a.png", lambda: crafted.coloured(400_000)),
    "many directories": ("a.tif", lambda: crafted.directories(100_000)),
    "many strips": ("a.tif", lambda: crafted.strips(200_000)),
    "many scans": ("a.jpg", lambda: crafted.scans(1000, 7900)),
    "much to see through": ("a.webp", lambda: crafted.see_through(8000)),
}


@pytest.mark.slow
@pytest.mark.parametrize("case", LARGE)
def test_a_crafted_file_of_full_size_costs_only_itself(
    case: str, tmp_path: Path, good: bytes, capsys: pytest.CaptureFixture[str]
) -> None:
    """The same within the budget that every run has."""
    name, make = LARGE[case]
    scan(tmp_path, name, make(), good, capsys)
