"""A club's own list of running totals: learnt from its blank form with a few words, then judged by a rule set."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
import pytest

from desk.__main__ import main
from desk.cli.paper_orders import LearnOrder
from desk.cli.run import run_learn
from desk.cli.run.ask_columns import find_roles
from desk.cli.run.run_learn import LEARNING
from desk.workers.pool import Pool, Work
from dev.filler.camera.camera import photograph
from dev.filler.camera.scene import Scene, choose_size
from dev.filler.fill import fill_foreign
from dev.filler.foreign_pdf import make_foreign_pdf
from dev.filler.pens.glyphs import load_font_hand
from dev.rounds.points import draw_points_round
from dev.rounds.written import write_round
from templates.foreign.guess_layout import guess_layout
from templates.foreign.layout_file import load_layout
from templates.layout import Layout
from tests.templates.test_learnt_layouts import table

FORM = """
id = "stand"
seats = 4
games = 12
[table]
x_mm = [0, 14, 44, 74, 104, 134, 152, 166]
y_mm = [0, 16, 29, 42, 55, 68, 81, 94, 107, 120, 133, 146, 159, 172, 187]
"""
COLUMNS = (
    ("name.p{column}", "text", "1", "[2, 5]"),
    ("g{row:02}.total{column}", "points", "[2, 13]", "[2, 5]"),
    ("g{row:02}.value", "number", "[2, 13]", "6"),
    ("g{row:02}.solo", "cross", "[2, 13]", "7"),
    ("sum.p{column}", "points", "14", "[2, 5]"),
)
SAID = ["--column", "2-5=total", "--column", "6=value", "--column", "7=solo"]


class Remembering(Pool):
    """Learns the form once, in a worker; afterwards it is what the worker saw. What is said of the columns comes
    later."""

    seen: ClassVar[list[tuple[Any, ...]]] = []

    def run(self, work: Work[Any, Any], tasks: Sequence[Any], done: object = None) -> Iterator[tuple[Any, ...]]:
        """The form's only page."""
        if not self.seen:
            found = list(super().run(work, tasks))
            self.seen.extend(found if work is LEARNING else ())
            return iter(found)
        return iter(self.seen if work is LEARNING else ())


@pytest.fixture(autouse=True)
def _remembering(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run_learn, "Pool", Remembering)


def write_form(folder: Path) -> Layout:
    """The club's form as a blank PDF `leer.pdf`, and its true layout."""
    blocks = (
        f'[[fields]]\nid = "{name}"\nkind = "{kind}"\nrows = {rows}\ncolumns = {columns}\n'
        for name, kind, rows, columns in COLUMNS
    )
    (folder / "true.toml").write_text(FORM + "".join(blocks), encoding="utf-8")
    layout = load_layout(folder / "true.toml")
    (folder / "leer.pdf").write_bytes(make_foreign_pdf(layout, "Doppelkopf am Montag"))
    return layout


def photograph_evening(form: Layout, target: Path) -> list[list[int]]:
    """A filled-in list, photographed; the points of every game by seat."""
    rng = np.random.default_rng(8)
    round_ = write_round(draw_points_round(4, 12, rng, plain=True), form)
    hands = [load_font_hand("patrick-hand")]
    sheet = fill_foreign(form, "Doppelkopf am Montag", round_, hands, rng, names=("Anna", "Bernd", "Käthe", "Olaf"))
    shot = photograph(sheet, Scene(choose_size(8.0), tilt=6, towards=120, jpeg=93), rng)
    target.write_bytes(shot.jpeg())
    return [[points or 0 for points in game.points] for game in round_.played.games]


def test_a_list_of_running_totals_goes_all_the_way(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Three words about its columns, and every game of a photographed evening is worked out from the totals. Read
    again, it says that nothing was: somebody may have mended the layout."""
    form = write_form(tmp_path)
    layout = tmp_path / "verein.toml"
    assert main(["learn", str(tmp_path / "leer.pdf"), "-o", str(layout), *SAID]) == 0
    learnt = load_layout(layout)
    assert {(field.id, field.kind) for field in learnt.fields} == {(field.id, field.kind) for field in form.fields}
    assert (learnt.seats, learnt.games) == (4, 12)
    played = photograph_evening(form, tmp_path / "abend.jpg")
    report = tmp_path / "report.json"
    files = ["-o", str(tmp_path / "stand.xlsx"), "--json", str(report)]
    scan = ["scan", str(tmp_path / "abend.jpg"), "--layout", str(layout), "--rules", "pflichtsolo-40", *files]
    said = [(main(scan), capsys.readouterr().err.count("Wie früher gelesen zählt: 1 Foto.")) for _ in range(2)]
    assert said == [(0, 0), (0, 1)]
    [sheet] = json.loads(report.read_text("utf-8"))["sheets"]
    assert len(sheet["rows"]) == len(played)
    counted = [row["points"] for row, points in zip(sheet["rows"], played, strict=True) if row["points"] == points]
    asked = [row for row in sheet["rows"] if row["status"] == "review"]
    assert len(counted) >= len(played) - 1
    assert all(row["points"] == points or row in asked for row, points in zip(sheet["rows"], played, strict=True))


@pytest.mark.few(1)
@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("2-5=points,", "2-5=points,"),
        ("2-99=total", "2-99=total"),
        ("2-3=value", "2, 3"),
        ("2-9=total", "2-9=total"),
    ],
)
def test_words_that_cannot_be_are_told(
    said: str, told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """One sentence, status 2, and nothing is written."""
    write_form(tmp_path)
    assert main(["learn", str(tmp_path / "leer.pdf"), "-o", str(tmp_path / "a.toml"), "--column", said]) == 2
    err = capsys.readouterr().err
    assert told in err
    assert "Traceback" not in err
    assert not (tmp_path / "a.toml").exists()


def test_the_columns_are_asked_about_in_a_terminal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """One question for the four columns that are alike; what is no number of the list is asked again."""
    form = write_form(tmp_path)

    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    monkeypatch.setattr(sys, "stdin", Terminal("\nx\n2\n4\n5\n"))
    layout = tmp_path / "verein.toml"
    assert main(["learn", str(tmp_path / "leer.pdf"), "-o", str(layout)]) == 0
    asked = capsys.readouterr().err
    assert "Spalten 2-5" in asked
    assert asked.count("Bitte Zahlen von 1 bis") == 1
    assert {field.id for field in load_layout(layout).fields} == {field.id for field in form.fields}


def test_a_list_without_headings_is_asked_about_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Columns under names that are not there yet: points or totals, nothing shows it. Squares of digits are clear."""
    monkeypatch.setattr(sys, "stdin", type("Terminal", (io.StringIO,), {"isatty": lambda self: True})("\n2\n"))
    order = LearnOrder(tmp_path / "a.jpg", tmp_path / "a.toml")
    draft = guess_layout(table(["| | | |", *(f"{n} | | | |" for n in range(1, 6))], (10, 30, 30, 30, 30)), "a", "A")
    assert [role.key for role in find_roles(draft, order).values()] == ["total"] * 4
    assert "Spalten 2-5" in capsys.readouterr().err
    squares = guess_layout(table([" | ".join("12345")] * 5, row_mm=40), "a", "A")
    assert find_roles(squares, order) == {}
