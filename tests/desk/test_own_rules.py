"""A club's own rules as the docs describe them: the file, the commands, the faults, and a photograph of its sheet."""

from __future__ import annotations

import json
import re
import shutil
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from desk.__main__ import main
from dev.filler.camera.camera import photograph
from dev.filler.camera.scene import choose_scene, choose_size
from dev.filler.fill import fill_sheet
from dev.filler.full_sheets import Order, fill
from dev.filler.pens.glyphs import load_font_hand
from dev.filler.pens.sheet import Manner
from dev.rounds.points import draw_points_round
from dev.rounds.rows import Round, make_row
from dev.rounds.written import write_round
from scoring.rulesets import load_rules
from tests.desk.typed_lines import type_line
from tournament.printing.sheet_orders import SheetOrder, make_sheets

ROOT = Path(__file__).parents[2]
CLUB = ROOT / "docs" / "rules" / "stammtisch.toml"
PAGE = (ROOT / "docs" / "own-rules.md").read_text(encoding="utf-8")
NAMES = ("Anna Albers", "Bernd Böhm", "Emil Evers", "Dörte Düring")


def blocks(kind: str) -> list[str]:
    """The fenced blocks of that kind in the page of the docs."""
    return re.findall(rf"^```{kind}\n(.*?)^```", PAGE, flags=re.DOTALL | re.MULTILINE)


def test_the_page_shows_the_file() -> None:
    """The ten lines in the docs are those of the file, which is one line of comment and what the page shows."""
    comment, rest = CLUB.read_text(encoding="utf-8").split("\n", 1)
    assert comment.startswith("#")
    assert blocks("toml")[0] == rest
    assert len(rest.splitlines()) <= 10


@pytest.mark.few(2)
@pytest.mark.parametrize("line", blocks("sh")[0].splitlines())
def test_a_command_of_the_page_runs(line: str, tmp_path: Path) -> None:
    """Typed in the project's folder it ends with status 0."""
    shutil.copytree(CLUB.parent, tmp_path / "docs" / "rules")
    run = type_line(line, tmp_path)
    assert run.returncode == 0, run.stderr


def test_what_the_club_changed(capsys: pytest.CaptureFixture[str]) -> None:
    """Its page says what it builds on, and shows each change with the club's own source."""
    assert main(["rules", "show", str(CLUB)]) == 0
    page = " ".join(capsys.readouterr().out.split())
    for words in (
        "was nicht anders dasteht, ist wie in pflichtsolo-40",
        "mit mindestens 10 Karten in der Hand [Beschluss: Re",
        "bekommt -30, jeder andere +10",
        "4er-Tisch: 12 Spiele [Beschluss",
        "über 16 gilt als ungewöhnlich und wird gemeldet [D: bei",
        "Doppelkopf: höchstens 4",
    ):
        assert words in page
    assert "Herzstich" not in page
    assert "Es gibt kein Pflichtsolo" not in page


def test_the_example_of_the_page_comes_out(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """With the worked example of the docs added to the file, it is counted and is right."""
    path = tmp_path / "verein.toml"
    [example] = [block for block in blocks("toml") if block.startswith("[[examples]]")]
    path.write_text(CLUB.read_text(encoding="utf-8") + example, encoding="utf-8")
    assert main(["rules", "check", str(path)]) == 0
    assert "1 Beispiel nachgerechnet" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ('sheet.rundn = 3\noffence = { offender = "-30", source = "x" }\n', blocks("text")[0]),
        ('offence = { offender = -30, source = "x" }\n', blocks("text")[1]),
    ],
)
def test_the_faults_of_the_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], wrong: str, told: str
) -> None:
    """What the docs say that `rules check` says, it says."""
    monkeypatch.chdir(tmp_path)
    head = "".join(line for line in blocks("toml")[0].splitlines(keepends=True)[:4])
    Path("verein.toml").write_text(head + wrong, encoding="utf-8")
    assert main(["rules", "check", "verein.toml"]) == 3
    assert capsys.readouterr().out == told


@pytest.mark.slow
def test_a_photograph_of_the_clubs_sheet(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The club's printed sheet, filled in and photographed, is read and checked by the club's rules, and by no
    others."""
    rules = load_rules.load(CLUB)
    (spec,) = make_sheets(SheetOrder(str(CLUB), "points", 4, None, "Stammtisch", 1, 2, ",".join(NAMES), "de"), rules)
    written = write_round(_with_the_clubs_fine(draw_points_round(4, 12, np.random.default_rng(7), offences=1)))
    rng = np.random.default_rng(7)
    hand = load_font_hand("patrick-hand")
    sheet = fill_sheet(spec, written, [hand], rng, names=NAMES, manner=Manner(), px_per_mm=12.0)
    photo = tmp_path / "abend.jpg"
    photo.write_bytes(photograph(sheet, choose_scene(("clean",), choose_size(12.0), rng), rng, None).jpeg())
    report = tmp_path / "abend.json"
    common = ["--jobs", "1", "-o", str(tmp_path / "abend.xlsx"), "--json", str(report)]
    assert main(["scan", str(photo), "--rules", str(CLUB), *common]) == 0
    told = json.loads(report.read_text(encoding="utf-8"))
    assert told["rules"] == {"id": "stammtisch", "version": 1}
    rows = [row["points"] for row in told["sheets"][0]["rows"] if any(row["written"])]
    assert rows == [list(row.points) for row in (*written.played.games, *written.played.offences)]
    assert [row["findings"] for row in told["sheets"][0]["rows"] if row["status"] == "review"] == []
    other = ["--jobs", "1", "-o", str(tmp_path / "other.xlsx"), "--json", str(report)]
    assert main(["scan", str(photo), "--rules", "pflichtsolo-40", *other]) == 3
    assert "stammtisch" in capsys.readouterr().err + report.read_text(encoding="utf-8")


def _with_the_clubs_fine(round_: Round) -> Round:
    """The offences as this club writes them: twice as dear."""
    extra = tuple(make_row(row.game, tuple(2 * points for points in row.points), {}) for row in round_.extra)
    return replace(round_, extra=extra)


def test_the_change_of_the_page_is_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """What the docs say that `rules check` shows of a change, it shows."""
    monkeypatch.setenv("COLUMNS", "200")
    path = tmp_path / "verein.toml"
    head = "".join(blocks("toml")[0].splitlines(keepends=True)[:4])
    change = 'value = [{ rule = "gegen", kinds = ["normal", "hochzeit"], source = "Beschluss" }]\n'
    path.write_text(head + change, encoding="utf-8")
    assert main(["rules", "check", str(path)]) == 0
    assert blocks("text")[2] in capsys.readouterr().out


def write_club(folder: Path, own: str, gone: tuple[str, ...] = ("R1",)) -> Path:
    """A file of a club that tells otherwise how many times the value somebody has."""
    path = folder / "zweifach.toml"
    checks = ", ".join(f'{{ id = "{one}", remove = true }}' for one in gone)
    title = 'title = { de = "Zwei", en = "Two", source = "x" }'
    head = f'extends = "ddv"\nid = "zweifach"\nversion = 1\n{title}\nchecks.apply = [{checks}]\n'
    path.write_text(f"{head}{own}\n", encoding="utf-8")
    return path


TWOFOLD = 'kinds = [{ id = "solo", re_times = 2, source = "x" }]'


@pytest.mark.slow
@pytest.mark.parametrize("times", [1, 2])
def test_a_full_sheet_of_a_soloist_who_is_not_tripled(tmp_path: Path, times: int) -> None:
    """Filled in by chance and scanned by the club's file, each game has the points that were written."""
    club = write_club(tmp_path, TWOFOLD.replace("= 2", f"= {times}"))
    filled = fill(Order(str(club), seed=5, partly=False, printed=True), [load_font_hand("kalam")])
    scan, report = tmp_path / "scan.png", tmp_path / "scan.json"
    Image.fromarray(filled.image).save(scan)
    common = ["--jobs", "1", "-o", str(tmp_path / "scan.xlsx"), "--json", str(report)]
    assert main(["scan", str(scan), "--rules", str(club), *common]) == 0
    (sheet,) = json.loads(report.read_text(encoding="utf-8"))["sheets"]
    rows = [row for row in sheet["rows"] if any(row["written"])]
    assert [row["points"] for row in rows] == [list(game.points) for game in filled.round_.played.games]
    assert any(sum(row["points"]) for row in rows)
    assert [row["findings"] for row in rows if row["status"] == "review"] == []


@pytest.mark.parametrize("command", ["sheet", "new"])
def test_paper_of_a_soloist_who_is_not_tripled(tmp_path: Path, command: str) -> None:
    """A soloist who has the value twice has his paper, and an evening."""
    club = write_club(tmp_path, TWOFOLD)
    made = tmp_path / {"sheet": "bogen.pdf", "new": "abend.kiebitz"}[command]
    more = {"sheet": ["-o", str(made), "--seats", "4"], "new": [str(made), "--title", "X", "--rounds", "1"]}[command]
    assert main(["rules", "check", str(club)]) == 0
    assert main([command, "--rules", str(club), *more]) == 0
    assert made.exists()


@pytest.mark.few(4)
@pytest.mark.parametrize("command", ["sheet", "new"])
@pytest.mark.parametrize(
    "own",
    [
        'kinds = [{ id = "normal", re_times = 2, source = "x" }]',
        'kinds = [{ id = "solo", kontra_times = 2, source = "x" }]',
        TWOFOLD + '\nrows = { law = "winners", source = "x" }',
        TWOFOLD + '\nrows = { law = "zero-sum", pot = true, source = "x" }',
    ],
)
def test_paper_that_could_not_be_counted_again(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], command: str, own: str
) -> None:
    """No sheet is made by rules by which it could not be counted again; the sentence names the keys in the way."""
    club = write_club(tmp_path, own, ("R1", "R2"))
    made = tmp_path / {"sheet": "bogen.pdf", "new": "abend.kiebitz"}[command]
    more = {"sheet": ["-o", str(made), "--seats", "4"], "new": [str(made), "--title", "X", "--rounds", "1"]}[command]
    assert main(["rules", "check", str(club)]) == 0
    assert main([command, "--rules", str(club), *more]) == 3
    assert "re_times" in capfd.readouterr().err
    assert not made.exists()
