"""What places go by, set in the form: typed, refused, and shown wherever places stand."""

from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import pytest
from openpyxl import load_workbook

from desk.__main__ import main
from desk.web.access import Register
from desk.web.running_desk import Desk
from tests.desk.web.visitors import read_words, visit
from tests.tournament.filing.files import open_tournament, put_in
from tests.tournament.paper import written
from tournament.errors import RefusedOrder
from tournament.form.form_file import check_settings
from tournament.form.form_keys import Form
from tournament.form.ranking_form import read_scoring
from tournament.record.open_store import open_store
from tournament.record.store import Store

Out = pytest.CaptureFixture[str]
NAMES = ("Anna", "Bernd", "Çem", "Dörte", "Emil", "Fritz", "Gerda", "Heike")


@pytest.fixture
def store(tmp_path: Path) -> Store:
    """Two rounds of two tables. Anna won most points; by table points Gerda, twice first by a point, is in front."""
    filed = open_tournament(tmp_path, NAMES, rounds=2)
    first = written(["+9 -3 -3 -3 Solo"], names=NAMES[:4])
    second = written(["-1 -1 +1 +1", "-1 +1 +1 -1"], names=NAMES[4:], table=2, photo="b.jpg")
    ones, twos = ("Anna", "Emil", "Bernd", "Fritz"), ("Çem", "Dörte", "Gerda", "Heike")
    third = written(["-1 -1 +1 +1", "-1 +1 -1 +1"], names=ones, round_=2, photo="c.jpg")
    fourth = written(["+1 -1 +1 -1", "-1 -1 +1 +1"], names=twos, round_=2, table=2, photo="d.jpg")
    put_in(filed, first, second)
    put_in(filed, third, fourth)
    return filed


@pytest.fixture
def run(store: Store, capsys: Out) -> Callable[..., tuple[int, str, str]]:
    """Runs a command on the file: status, output, what was said beside it."""

    def run_command(command: str, *words: str) -> tuple[int, str, str]:
        status = main([command, store.where, *words])
        said = capsys.readouterr()
        return status, said.out, said.err

    return run_command


Run = Callable[..., tuple[int, str, str]]


def test_every_text_of_a_key_is_read() -> None:
    """Lists by size of table, weights with a comma; what holds where nobody said anything."""
    form = Form().set(
        check_settings(
            [
                ("rank.by", "index"),
                ("rank.table-points", "10, 6, 3, 0; 10, 7, 4, 2, 0"),
                ("rank.best", "3"),
                ("rank.index", "2,5 * table-points + best-rounds"),
            ]
        )
    )
    scoring = read_scoring(form)
    assert (scoring.by, scoring.best) == ("index", 3)
    assert scoring.table_points == ((10, 6, 3, 0), (10, 7, 4, 2, 0))
    assert scoring.index == ((Fraction(5, 2), "table-points"), (Fraction(1), "best-rounds"))
    assert read_scoring(Form()).is_plain


@pytest.mark.parametrize(
    ("key", "text"),
    [
        ("rank.by", "elo"),
        ("rank.table-points", "3, 1"),
        ("rank.table-points", "3, 1, -1, -3; 4, 2, 0, -2"),
        ("rank.table-points", "3, 1, -1, viel"),
        ("rank.best", "0"),
        ("rank.index", "index"),
        ("rank.index", "2 * 3"),
        ("rank.index", "total +"),
        ("rank.teams", "-1"),
    ],
)
def test_what_is_no_value_is_refused(key: str, text: str) -> None:
    """With the key, what was typed, and what it should be."""
    with pytest.raises(RefusedOrder) as refused:
        check_settings([(key, text)])
    assert refused.value.phrase.in_("de").startswith(f"{key} = {text}: ")


def test_places_go_by_table_points_everywhere(run: Run, store: Store, tmp_path: Path) -> None:
    """On the screen, in JSON, on the page, in the story of a player, on the phone: Gerda before Anna, and why."""
    assert json.loads(run("standings", "--json")[1])["standings"][0]["name"] == "Anna"
    assert run("form", "rank.by=table-points")[0] == 0
    posted = json.loads(run("standings", "--json")[1])
    assert posted["scoring"].startswith("Der Platz geht nach Tischpunkten")
    assert [(one["name"], one["score"]) for one in posted["standings"][:1]] == [("Gerda", 6)]
    table = run("standings")[1]
    assert "Wertung" in table
    assert table.index("Gerda") < table.index("Anna")
    told = run("audit", "--player", "Gerda")[1]
    assert "In der Wertung +6." in told
    desk = Desk(store.where, Register(tmp_path / "links.json"), "de")
    words = read_words(visit(desk, "public").get("/stand").text)
    assert words.index("Gerda") < words.index("Anna")
    assert "Wertung" in words
    assert run("export", "-o", str(tmp_path / "s.html"))[0] == 0
    page = (tmp_path / "s.html").read_text("utf-8")
    assert page.index("Gerda") < page.index("Anna")
    assert "Wertung" in page


def test_the_workbook_has_the_places_of_the_day(run: Run, tmp_path: Path) -> None:
    """As values with the score beside; a state that warns once totals are changed; the totals stay formulas."""
    run("form", "rank.by=table-points")
    assert run("export", "-o", str(tmp_path / "s.xlsx"))[0] == 0
    workbook = load_workbook(tmp_path / "s.xlsx")
    players = workbook["Spieler"]
    heads = [cell.value for cell in players[3]]
    gerda = next(row for row in players.iter_rows(min_row=4) if row[1].value == "Gerda")
    cells = dict(zip(heads, gerda, strict=True))
    assert cells["Wertung"].value == 6
    assert str(cells["Platz"].value).endswith(',"",1)')
    assert "SUM(" in str(cells["Gesamt"].value)
    assert "Plätze und Wertung gelten noch für vorher" in str(workbook["Stand"]["A2"].value)


def test_an_audit_by_sample_is_for_points_only(run: Run) -> None:
    """It rests on leads in points; elsewhere it promises nothing and says so."""
    run("form", "rank.by=best-rounds", "rank.best=1")
    status, _, said = run("standings", "--sample", "4711")
    assert status == 2
    assert "Der Platz geht nach den besten Runden; 1 Runde zählt" in said


def test_clubs_that_count_stand_beneath_the_lists(tmp_path: Path, capsys: Out) -> None:
    """The best two of each, on the page as in the workbook; nothing before somebody wants teams."""
    clubs, where = tmp_path / "liste.csv", str(tmp_path / "klub.kiebitz")
    clubs.write_text("Name;Verein\nAnna;Blau\nBernd;Blau\nÇem;Grün\nDörte;Grün\n", "utf-8")
    new = ["new", where, "--rules", "pflichtsolo-40", "--title", "Klub", "--rounds", "1", "--players", str(clubs)]
    assert main(new) == 0
    put_in(open_store(where), written(["+4 +1 -2 -3"], names=("Anna", "Bernd", "Çem", "Dörte")))
    desk = Desk(where, Register(tmp_path / "links.json"), "de")
    assert "Mannschaften" not in read_words(visit(desk, "public").get("/stand").text)
    assert main(["form", where, "rank.teams=2"]) == 0
    sentence = "Mannschaften, 2 Mitglieder zählen: 1. Blau +5, 2. Grün -5."
    assert sentence in read_words(visit(desk, "public").get("/stand").text)
    capsys.readouterr()
    assert main(["standings", where]) == 0
    assert sentence in capsys.readouterr().out
    assert main(["export", where, "-o", str(tmp_path / "s.xlsx")]) == 0
    cells = (str(cell.value) for row in load_workbook(tmp_path / "s.xlsx")["Stand"].iter_rows() for cell in row)
    assert any(sentence in cell.replace("−", "-") for cell in cells)
    capsys.readouterr()


def test_a_missed_round_has_its_price(tmp_path: Path, capsys: Out) -> None:
    """Ida sits out round 2: -30 with a mark and a sentence, in the workbook's sums, too; nobody else pays, and without
    a price she has no points in it."""
    filed = open_tournament(tmp_path, (*NAMES[:4], "Ida"), rounds=2)
    put_in(filed, written(["_ +1 +1 -1 -1"], names=(*NAMES[:4], "Ida"), seats=5))
    assert main(["players", filed.where, "pause", "Ida", "--round", "2"]) == 0
    put_in(filed, written(["+2 +2 -2 -2"], names=NAMES[:4], round_=2, photo="b.jpg"))

    def read_rounds() -> dict[str, list[int | None]]:
        capsys.readouterr()
        assert main(["standings", filed.where, "--json"]) == 0
        return {one["name"]: one["rounds"] for one in json.loads(capsys.readouterr().out)["standings"]}

    assert read_rounds()["Ida"] == [-1, None]
    assert main(["form", filed.where, "rank.missed=-30"]) == 0
    assert read_rounds() == {"Anna": [0, 2], "Bernd": [1, 2], "Çem": [1, -2], "Dörte": [-1, -2], "Ida": [-1, -30]}
    assert main(["standings", filed.where]) == 0
    assert "Runde 2: Versäumte Runde für Ida: Ida -30 (Turnierform)" in capsys.readouterr().out
    desk = Desk(filed.where, Register(tmp_path / "links.json"), "de")
    assert "Versäumte Runde für Ida" in read_words(visit(desk, "public").get("/stand").text)
    assert main(["export", filed.where, "-o", str(tmp_path / "s.xlsx")]) == 0
    workbook = load_workbook(tmp_path / "s.xlsx", data_only=True)
    ida = next(row for row in workbook["Spieler"].iter_rows(min_row=4, values_only=True) if row[1] == "Ida")
    assert -30 in ida
    assert any("Versäumte Runde" in str(cell) for row in workbook["Zuerkennungen"].values for cell in row)
