"""`kiebitz audit` in a dispute: a whole sheet, one player, or all of them, in words, as JSON and as PDF."""

from __future__ import annotations

import json
from pathlib import Path

import pypdfium2 as pdfium
import pytest

from desk.__main__ import main
from tests.desk.paper import ROUND, sheet
from tests.tournament.filing.files import NAMES, open_tournament, put_in
from tournament.record.store import Store

WRONG = ROUND.replace("+2 +2 -2 -2", "+2 +2 -2 -3", 1).replace("-2 -2 +2 +2", "+3 -3 -3 +3", 1)
Out = pytest.CaptureFixture[str]


@pytest.fixture
def store(tmp_path: Path, capsys: Out) -> Store:
    """Two tables of round 1 and one of round 2; Rita decided a row of the first."""
    store = open_tournament(tmp_path, drawn=2)
    put_in(store, sheet("a.jpg", WRONG, names=NAMES[:4]), sheet("b.jpg", ROUND, 2, names=NAMES[4:]))
    second = ROUND.replace("-2 -2 +2 +2", "+4 -4 +4 -4", 1)
    put_in(store, sheet("c.jpg", second, names=(*NAMES[:2], *NAMES[4:6]), round_=2))
    row = ("r1.t1.g5", "--points", "2 2 -2 -2")
    assert main(["decide", store.where, *row, "--by", "Rita", "--reason", "verrechnet"]) == 0
    capsys.readouterr()
    return store


def audit(store: Store, capsys: Out, *how: str) -> str:
    """What the command prints."""
    assert main(["audit", store.where, *how]) == 0
    return capsys.readouterr().out


def read_pages(path: Path) -> list[str]:
    """The text of a PDF's pages."""
    return [page.get_textpage().get_text_range() for page in pdfium.PdfDocument(path)]


def test_a_table_is_shown_row_by_row(store: Store, capsys: Out) -> None:
    """Ink, what counts and the total after it, beside each other; below a row who decided it, when and why."""
    lines = audit(store, capsys, "--round", "1", "--table", "1").splitlines()
    assert lines[:2] == ["Runde 1, Tisch 1 (a.jpg)", "1 Anna, 2 Bernd, 3 Çem, 4 Dörte"]
    at = next(n for n, line in enumerate(lines) if line.startswith("Spiel 5 "))
    assert " ".join(lines[at].split()) == "Spiel 5 +2 +2 -2 -3 +2 +2 -2 -2 +2 +2 -2 -2"
    assert lines[at + 1] == "    Gefragt war: Zusammen -1 statt 0."
    assert lines[at + 2].startswith("    Entschieden von Rita, ")
    assert lines[at + 2].endswith(". Grund: verrechnet")
    assert " ".join(lines[at + 3].split()) == "Spiel 6 +3 -3 -3 +3 +3 -3 -3 +3 +5 -1 -5 +1"
    [sums] = [line for line in lines if line.startswith("Summe")]
    assert " ".join(sums.split()) == "Summe +5 -1 -5 +0 +5 -1 -5 +1"


def test_a_row_says_what_was_asked(store: Store, capsys: Out) -> None:
    """Before who decided it; a row that nobody decided says nothing of that."""
    place = ("--round", "1", "--table", "1", "--game")
    lines = audit(store, capsys, *place, "5").splitlines()
    at = lines.index("  Gefragt war: Zusammen -1 statt 0.")
    assert lines[at + 1].startswith("  Rita hat entschieden")
    assert "Gefragt war" not in audit(store, capsys, *place, "6")
    assert main(["decide", store.where, "r1.t1.g5", "--as-written", "--by", "Rita", "--reason", "so gemeint"]) == 0
    capsys.readouterr()
    assert audit(store, capsys, *place, "5").count("Zusammen -1 statt 0.") == 1


def test_a_table_as_json(store: Store, capsys: Out) -> None:
    """The same as one document: each row with its ink, its points, the totals after it and the decision."""
    document = json.loads(audit(store, capsys, "--round", "1", "--table", "1", "--json"))
    assert (document["kiebitz"], document["sheet"], document["totals"]) == (1, "r1.t1", [5, -1, -5, 1])
    row = document["rows"][4]
    assert (row["item"], row["written"], row["points"]) == ("r1.t1.g5", ["+2", "+2", "-2", "-3"], [2, 2, -2, -2])
    assert (row["asked"], document["rows"][5]["asked"]) == (["Zusammen -1 statt 0."], [])
    assert (row["decision"]["by"], row["decision"]["reason"], row["totals"]) == ("Rita", "verrechnet", [2, 2, -2, -2])
    assert document["rows"][-1]["totals"] == document["totals"]


@pytest.mark.parametrize("who", ["Anna", "anna", " 1 "])
def test_a_player_is_shown_with_the_way_to_the_place(store: Store, capsys: Out, who: str) -> None:
    """Rounds with tables, who sat there and the total so far; decided rows; the places beside with their distance."""
    lines = audit(store, capsys, "--player", who).splitlines()
    assert lines[:2] == ["Anna · Startnummer 1", "Platz 1 von 8 mit +11 Punkten."]
    assert lines[2].startswith("An den eigenen Tischen ")
    assert "9 Punkte vor Platz 2 (Emil)." in lines
    assert "1          1  Bernd, Çem, Dörte        +5     +5" in lines
    assert "2          1  Bernd, Emil, Frieda      +6    +11" in lines
    at = next(n for n, line in enumerate(lines) if "Spiel 5" in line)
    assert lines[at] == "  Runde 1, Tisch 1, Spiel 5: geschrieben +2 +2 -2 -3, es zählt (+2 +2 -2 -2)"
    assert lines[at + 1] == "    Gefragt war: Zusammen -1 statt 0."
    assert lines[at + 2].endswith("Grund: verrechnet")


def test_who_shares_a_place_is_named(store: Store, capsys: Out) -> None:
    """With the distance to both sides, and the round that is still missing."""
    words = audit(store, capsys, "--player", "Gül")
    assert "Platz 4 von 8, geteilt, mit 0 Punkten." in words
    assert "Ebenso viele Punkte: Hans. Der Platz ist geteilt." in words
    assert "1 Punkt hinter Platz 3 (Dörte)." in words
    assert " vor Platz 6 (" in words
    assert "Runde 2 fehlt noch: Gül." in words


def test_what_decided_a_tie_is_shown_with_its_numbers(tmp_path: Path, capsys: Out) -> None:
    """The rule, and what it counts for each who ties."""
    store = open_tournament(tmp_path, NAMES[:4])
    put_in(store, sheet("a.jpg", names=NAMES[:4]))
    plain = json.loads(audit(store, capsys, "--player", "Anna", "--json"))
    assert (plain["ties"]["parted_by"], [one["place"] for one in plain["ties"]["players"]]) == (None, [1, 1, 1, 1])
    from tournament.filing.opened.open_evening import open_evening
    from tournament.filing.stories.sheet_story import describe_player
    from tournament.handout.dispute_story import tell_player
    from tournament.standings.places import Standing

    evening = open_evening(store)
    line = evening.book.standings[0]
    told = describe_player(evening, Standing(1, False, line.player, "best-round"))
    assert [one["value"] for one in told["ties"]["players"]] == [0, 0, 0, 0]
    assert "Entschieden hat: bessere beste Runde (Anna 0, Bernd 0, Çem 0, Dörte 0)." in tell_player(told, "de").parts[2]


def test_all_players_come_one_after_the_other(store: Store, capsys: Out) -> None:
    """As JSON a document a line, by place, with the totals of the standings."""
    documents = [json.loads(line) for line in audit(store, capsys, "--players", "--json").splitlines()]
    assert main(["standings", store.where, "--json"]) == 0
    standings = json.loads(capsys.readouterr().out)["standings"]
    assert [(one["place"], one["name"], one["total"]) for one in documents] == [
        (one["place"], one["name"], one["total"]) for one in standings
    ]
    assert all(one["rounds"][-1]["total"] == one["total"] for one in documents)
    assert all(sum(part["points"] for part in one["rounds"]) == one["total"] for one in documents)


def test_slips_are_printed_several_to_a_page(store: Store, tmp_path: Path, capsys: Out) -> None:
    """Each player once, whole on one page, with the file's last entry."""
    assert main(["audit", store.where, "--players", "--pdf", str(tmp_path / "zettel.pdf")]) == 0
    assert "zettel.pdf" in capsys.readouterr().err
    pages = read_pages(tmp_path / "zettel.pdf")
    assert 2 <= len(pages) <= 4
    for start, name in enumerate(NAMES, 1):
        assert sum(f"{name} · Startnummer {start}" in page for page in pages) == 1
    assert sum(page.count("Prüfsumme") for page in pages) == 8


def test_a_sheet_is_printed(store: Store, tmp_path: Path) -> None:
    """All its rows stand on one page, the decision below its row."""
    assert main(["audit", store.where, "--round", "1", "--table", "1", "--pdf", str(tmp_path / "bogen.pdf")]) == 0
    [page] = read_pages(tmp_path / "bogen.pdf")
    assert all(f"Spiel {game}" in page for game in range(1, 17))
    assert "Grund: verrechnet" in page


def test_a_long_sheet_goes_on_to_further_pages(tmp_path: Path) -> None:
    """With findings below every row nothing is cut off."""
    store = open_tournament(tmp_path)
    put_in(store, sheet("a.jpg", "\n".join(["+2 +3 -4 -5"] * 16), names=NAMES[:4]))
    assert main(["audit", store.where, "--round", "1", "--table", "1", "--pdf", str(tmp_path / "bogen.pdf")]) == 0
    pages = read_pages(tmp_path / "bogen.pdf")
    assert all(any(f"Spiel {game}\r\n" in page or f"Spiel {game} " in page for page in pages) for game in range(1, 17))


@pytest.mark.parametrize(
    ("how", "words"),
    [
        ((), "Bitte --round und --table angeben"),
        (("--round", "1"), "Bitte --round und --table angeben"),
        (("--game", "1"), "Bitte --round und --table angeben"),
        (("--players", "--player", "Anna"), "Bitte --round und --table angeben"),
        (("--round", "2", "--table", "9"), "Von Runde 2, Tisch 9 ist kein Bogen da"),
        (("--player", "Xaver"), "Xaver spielt nicht mit"),
        (("--player", "Anne"), "ist es Anna?"),
    ],
)
def test_what_cannot_be_meant_is_told(store: Store, capsys: Out, how: tuple[str, ...], words: str) -> None:
    """One sentence that says what to do, and exit status 2."""
    assert main(["audit", store.where, *how]) == 2
    [told] = capsys.readouterr().err.splitlines()
    assert words in told


def test_nobody_has_no_slip(tmp_path: Path, capsys: Out) -> None:
    """Before the first sheet there is nothing to print."""
    store = open_tournament(tmp_path)
    assert main(["audit", store.where, "--players"]) == 2
    assert "Noch steht niemand auf einem Bogen" in capsys.readouterr().err


def test_a_photograph_that_differs_is_told_in_the_audit(tmp_path: Path, capsys: Out) -> None:
    """The sheet says that another photograph shows it otherwise, and where."""
    store = open_tournament(tmp_path)
    put_in(store, sheet("a.jpg", names=NAMES[:4]), sheet("b.jpg", sums="0 0 0 +5", names=NAMES[:4]))
    words = audit(store, capsys, "--round", "1", "--table", "1")
    assert "Denselben Bogen zeigt b.jpg, 1 Feld davon anders." in words
    assert "+5 in b.jpg" in words


@pytest.mark.parametrize(
    "typed", ["-3 -3 3 3", "-3/-3/+3/+3", "\u20133,\u20133,3,3", "\u22123;\u22123;+3;+3", "3- 3- 3 3"]
)
def test_points_are_decided_however_they_are_typed(store: Store, typed: str, capsys: Out) -> None:
    """With blanks, strokes, and any minus."""
    assert main(["decide", store.where, "r1.t2.g6", "--points", typed, "--by", "Rita", "--reason", "so"]) == 0
    capsys.readouterr()
    assert json.loads(audit(store, capsys, "--item", "r1.t2.g6", "--json"))["row"]["points"] == [-3, -3, 3, 3]


def test_points_that_can_be_meant_in_two_ways_are_refused(store: Store, capsys: Out) -> None:
    """A sign with blanks on both sides may be of either number."""
    assert main(["decide", store.where, "r1.t2.g6", "--points", "3 - 3 - 3 3", "--by", "Rita", "--reason", "so"]) == 2
    assert "sind keine Punkte für 4 Plätze" in capsys.readouterr().err
