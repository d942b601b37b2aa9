"""`kiebitz season`: evenings added up, names united once somebody said so, and what is not settled told."""

from __future__ import annotations

import json
import random
from itertools import pairwise
from pathlib import Path

import pypdfium2  # type: ignore[import-untyped]  # it ships no types
import pytest
from openpyxl import load_workbook

from desk.__main__ import main
from tests.desk.paper import sheet
from tests.tournament.filing.files import open_tournament, put_in
from tests.tournament.paper import written
from tournament.record.store import Store
from tournament.standings.season_names import NAMES_FILE

Out = pytest.CaptureFixture[str]
MAY, JUNE = ("Jörg Köster", "Bernd", "Çem", "Dörte"), ("Joerg Koester", "Bernd", "Çem", "Dörte")


def play(folder: Path, names: tuple[str, ...], row: str, rounds: int = 1) -> Store:
    """An evening of one table and one row in a folder of its own; evenings differ by their planned rounds."""
    folder.mkdir()
    store = open_tournament(folder, names, rounds=rounds)
    put_in(store, written([row], names=names))
    return store


@pytest.fixture(name="files")
def play_season(tmp_path: Path) -> list[str]:
    """May and June, of which nothing is settled; one player is spelt in two ways."""
    may = play(tmp_path / "mai", MAY, "+6 +6 -6 -6")
    june = play(tmp_path / "juni", JUNE, "-2 +2 +2 -2", rounds=2)
    return [may.where, june.where]


def season(files: list[str], target: Path, *more: str) -> int:
    """Runs the command."""
    return main(["season", *files, "-o", str(target), *more])


def read_rows(target: Path) -> dict[str, list[object]]:
    """By name what stands in the workbook's list: place, evenings, total, how many count."""
    rows = load_workbook(target).worksheets[0].iter_rows(min_row=4, values_only=True)
    return {str(row[1]): [row[0], *row[2:]] for row in rows if isinstance(row[0], int)}


def test_nobody_is_united_unasked(files: list[str], tmp_path: Path, capsys: Out) -> None:
    """Both spellings have a line; the question names the answer; what may still change is reported by evening."""
    out = tmp_path / "saison.xlsx"
    assert season(files, out, "--best", "1") == 0
    assert read_rows(out) == {
        "Bernd": [1, 6, "(+2)", 6, 1],
        "Jörg Köster": [1, 6, "–", 6, 1],
        "Çem": [3, "(-6)", 2, 2, 1],
        "Dörte": [4, "(-6)", -2, -2, 1],
        "Joerg Koester": [4, "–", -2, -2, 1],
    }
    said = capsys.readouterr().err
    assert "Jörg Köster / Joerg Koester: derselbe?" in said
    assert '--same "Jörg Köster = Joerg Koester"' in said
    assert "Abend 1: Vereinsabend" in said
    assert "vorläufig, " in said
    assert not (tmp_path / NAMES_FILE).exists()


def test_an_answer_counts_from_then_on(files: list[str], tmp_path: Path, capsys: Out) -> None:
    """United under the first name, in every kind of file of that folder; edited in a text editor it is two again."""
    out = tmp_path / "saison.xlsx"
    assert season(files, out, "--same", "Jörg Köster = Joerg Koester") == 0
    assert read_rows(out)["Jörg Köster"] == [2, 6, -2, 4, 2]
    capsys.readouterr()
    assert season(files, tmp_path / "saison.html") == 0
    assert "derselbe?" not in capsys.readouterr().err
    page = (tmp_path / "saison.html").read_text("utf-8")
    assert ("Ein Spieler sind: Jörg Köster = Joerg Koester." in page, "Abend 2" in page) == (True, True)
    kept = tmp_path / NAMES_FILE
    kept.write_text(kept.read_text("utf-8").replace(" = ", " ≠ "), "utf-8")
    assert season(files, out) == 0
    assert (len(read_rows(out)), "derselbe?" in capsys.readouterr().err) == (5, False)


@pytest.mark.parametrize("ending", ["xlsx", "pdf", "html"])
def test_every_kind_says_title_evenings_and_what_is_open(files: list[str], tmp_path: Path, ending: str) -> None:
    """Title, day, rounds, how it is counted, unfinished evenings, and the question."""
    target = tmp_path / f"saison.{ending}"
    assert season(files, target, "--title", "Meisterschaft 2026", "--best", "1") == 0
    if ending == "xlsx":
        words = "\n".join(str(cell.value) for one in load_workbook(target) for row in one.iter_rows() for cell in row)
    elif ending == "pdf":
        words = " ".join(page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(target))
    else:
        words = target.read_text("utf-8")
    words = " ".join(words.split())
    for one in (
        "Meisterschaft 2026",
        "Saisonstand nach 2 Abenden",
        "Vorläufig: Noch ist nicht alles geklärt",
        "1 Runde; vorläufig",
        "Jörg Köster / Joerg Koester: derselbe?",
        "Gewertet: die besten",
        "Joerg Koester",
    ):
        assert one in words, one


def test_a_settled_season_is_final(tmp_path: Path, capsys: Out) -> None:
    """All evenings closed and everybody known."""
    stores = [play(tmp_path / str(n), JUNE, "+2 -2 +2 -2", rounds=n) for n in (1, 2)]
    for rounds, store in enumerate(stores, 1):
        for number in range(1, rounds + 1):
            assert main(["close", store.where, "--round", str(number), "--by", "Eva", "--reason", "geprüft"]) == 0
    capsys.readouterr()
    target = tmp_path / "saison.html"
    assert season([store.where for store in stores], target) == 0
    assert "Endgültig: Alle Abende sind abgeschlossen." in target.read_text("utf-8")
    assert "vorläufig" not in capsys.readouterr().err


def test_totals_are_an_independent_sum(tmp_path: Path, capsys: Out) -> None:
    """Four evenings of random points with names that change: totals, best of three and places, added up here from what
    `standings --json` says of each evening."""
    rng, files, worth = random.Random(7), [], {}
    for number in range(4):
        names = ("Jörg Köster" if number % 2 else "Joerg Koester", "Bernd", "Çem", "Dörte")
        row = rng.choice(["+2 +2 -2 -2", "-2 +4 -4 +2", "-3 +3 +3 -3", "+1 -1 +1 -1"])
        files.append(play(tmp_path / str(number), names, row, rounds=number + 1).where)
        main(["standings", files[-1], "--json"])
        for line in json.loads(capsys.readouterr().out)["standings"]:
            name = line["name"].replace("Joerg Koester", "Jörg Köster")
            worth.setdefault(name, []).append(line["total"])
    out = tmp_path / "saison.xlsx"
    assert season(files, out, "--best", "3", "--same", "Jörg Köster = Joerg Koester") == 0
    found = read_rows(out)
    assert {name: row[-2] for name, row in found.items()} == {
        name: sum(sorted(points, reverse=True)[:3]) for name, points in worth.items()
    }
    assert {name: row[-1] for name, row in found.items()} == dict.fromkeys(worth, 3)
    ranked = sorted(found.values(), key=lambda row: int(str(row[0])))
    assert all(int(str(a[-2])) >= int(str(b[-2])) for a, b in pairwise(ranked))


def test_a_seat_without_a_name_counts_for_nobody(tmp_path: Path, capsys: Out) -> None:
    """ "Bogen 1, Platz 4" of two evenings is not one player, and none at all; that is reported."""
    files = []
    for number in (1, 2):
        folder = tmp_path / str(number)
        folder.mkdir()
        store = open_tournament(folder, rounds=number)
        put_in(store, sheet("a.jpg", "+2 -2 +2 -2", names=("Jörg Köster", "Bernd", "Çem", "")))
        files.append(store.where)
    out = tmp_path / "saison.xlsx"
    assert season(files, out) == 0
    assert not [name for name in read_rows(out) if "Platz" in name]
    assert "keinen Namen; die Punkte zählen für niemanden" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("more", "words"),
    [
        (["--same", "Jörg Köster ≠ Joerg Koester"], "--same nimmt „=“"),
        (["--same", "Jörg Köster"], "nennt nicht zwei Namen"),
        (["--same", "Jörg Köster = Joerg Köstner"], "Gemeint vielleicht"),
        (["--same", "Jörg Köster = Xaver Unland"], "wie er in der Liste steht"),
        (["--same", "Bernd = Dörte"], "haben beide bei"),
        (["--paper", "a3"], "nur für eine PDF-Datei"),
    ],
)
def test_what_cannot_be_meant_is_refused(
    files: list[str], tmp_path: Path, capsys: Out, more: list[str], words: str
) -> None:
    """One sentence with the remedy; nothing is written and nothing kept."""
    assert season(files, tmp_path / "saison.xlsx", *more) == 2
    assert words in capsys.readouterr().err
    assert not (tmp_path / NAMES_FILE).exists()
    assert not (tmp_path / "saison.xlsx").exists()


def test_the_same_evening_twice_is_refused(files: list[str], tmp_path: Path, capsys: Out) -> None:
    """It would count twice; another ending is refused as well."""
    assert season([files[0], files[0]], tmp_path / "saison.xlsx") == 2
    assert "sind derselbe Abend" in capsys.readouterr().err
    assert season(files, tmp_path / "saison.doc") == 2
    assert ".xlsx, .pdf oder .html" in capsys.readouterr().err


def test_place_points_and_english(files: list[str], tmp_path: Path) -> None:
    """`--by places` counts 4, 3, 2, 1 where the tournament names none; shared places share."""
    out = tmp_path / "season.xlsx"
    assert season(files, out, "--by", "places", "--lang", "en") == 0
    assert load_workbook(out).sheetnames == ["Season", "Evenings"]
    assert read_rows(out)["Bernd"] == [1, 3.5, 3.5, 7, 2]
