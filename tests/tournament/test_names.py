"""Names: lists as people save them, printed names matched, and a plain label rather than a guess."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from dev.rounds.reader import read_exactly
from scanner.sheet_reading import Reading
from tournament.errors import UnreadableTable
from tournament.evening.roster import Roster, Seated
from tournament.filing.setup.people_files import read_draw, read_names, read_players, read_starts

PLAYERS = ("Anna Weiß", "Bernd Öttinger", "Marie Kurz", "Maria Kurz")


def printed(name: str, confidence: float = 0.95) -> Seated:
    """What the list makes of a printed name."""
    return seat(Roster(PLAYERS), read_exactly("name.p1", name, confidence, "text"), 3)


def seat(roster: Roster, reading: Reading | None, sheet: int = 1) -> Seated:
    """What the roster makes of the one seat of a sheet."""
    return roster.name_seats(sheet, "A.JPG", [reading], [f"Bogen {sheet}, Platz 1"])[0]


@pytest.mark.parametrize(
    "data",
    [
        "Anna Weiß\nBernd Öttinger\n".encode(),
        "\ufeffAnna Weiß\r\nBernd Öttinger\r\n\r\n".encode(),
        "Anna Weiß\r\nBernd Öttinger".encode("cp1252"),
        "Anna Weiß\nBernd Öttinger\n".encode("utf-16"),
        "Nr.;Name\r\n1;Anna Weiß\r\n2;Bernd Öttinger\r\n".encode("cp1252"),
        "Vorname;Nachname;Ort\nAnna;Weiß;Ulm\nBernd;Öttinger;Köln\n".encode(),
        "1.\tAnna Weiß\n2.\tBernd Öttinger\n".encode(),
        b'Name\n"Anna Wei\xc3\x9f"\n Bernd  \xc3\x96ttinger \nAnna Wei\xc3\x9f\n',
    ],
)
def test_players_lists_as_people_save_them(tmp_path: Path, data: bytes) -> None:
    """Plain lists and CSV, UTF-8 with and without mark, UTF-16, Excel's code page, any separator, heads and numbers."""
    path = tmp_path / "spieler.csv"
    path.write_bytes(data)
    assert read_players(path) == ("Anna Weiß", "Bernd Öttinger")


@pytest.mark.parametrize(
    "data",
    [
        "Bogen;Platz;Name\r\n3;2;Jörg\r\nIMG_4.jpg;1;=Eva\r\n".encode("cp1252"),
        "\ufeffsheet,seat,name\n3,2,Jörg\nimg_4.JPG,1,=Eva\n".encode(),
        b"03;2;J\xc3\xb6rg;note\nIMG_4.jpg;1;=Eva\n;;\n",
        b'"3","2","J\xc3\xb6rg"\r\n"IMG_4.jpg","1","=Eva"\r\n',
        "Platz\tName\tOrt\tBogen Nr.\n2\tJörg\tUlm\t3\n1\t=Eva\t\tIMG_4.jpg\n".encode("utf-16"),
    ],
)
def test_names_by_hand(tmp_path: Path, data: bytes) -> None:
    """Sheet by number or photo, seat, name; heads, spare columns and empty lines are passed over."""
    path = tmp_path / "namen.csv"
    path.write_bytes(data)
    assert read_names(path) == {("3", 2): "Jörg", ("img_4.jpg", 1): "=Eva"}


@pytest.mark.parametrize("data", [b"", b"Name\n", b"1.\n2.\n\n"])
def test_a_list_without_names_is_refused(tmp_path: Path, data: bytes) -> None:
    """Whoever gives a list wants names checked against it; an empty one would check nothing."""
    path = tmp_path / "spieler.txt"
    path.write_bytes(data)
    with pytest.raises(UnreadableTable, match="steht kein Name"):
        read_players(path)


@pytest.mark.parametrize("data", [b"", b"\n\n", b"Bogen;Platz;Name\n", b"Bogen;Platz;Name\n1;1;\n1;2;\n"])
def test_names_by_hand_without_a_name_are_refused(tmp_path: Path, data: bytes) -> None:
    """Whoever gives the file wants names in the standings; the file that was never filled in is reported."""
    path = tmp_path / "namen.csv"
    path.write_bytes(data)
    with pytest.raises(UnreadableTable, match="steht kein Name") as caught:
        read_names(path)
    assert "sheet, seat and name" in caught.value.message("en")


@pytest.mark.parametrize("line", ["Meier, Anna", "1;Meier;Anna", "Anna\tUlm", "Bernd Öttinger;Köln\nAnna;Ulm"])
def test_half_a_name_is_no_name(tmp_path: Path, line: str) -> None:
    """ "Meier, Anna" without a head line: all Meiers would be one player. The columns have to be named."""
    path = tmp_path / "spieler.csv"
    path.write_text(f"{line}\n", encoding="utf-8")
    with pytest.raises(UnreadableTable, match="Kopfzeile"):
        read_players(path)
    path.write_text('Bernd Öttinger;Köln\n"Weiß, Anna";Ulm\n', encoding="utf-8")
    assert read_players(path) == ("Bernd Öttinger", "Weiß, Anna")


@pytest.mark.parametrize(
    ("text", "starts"),
    [
        ("Startnr.;Name\n7;Anna\n112;Bernd\n", {7: "Anna", 112: "Bernd"}),
        ("Nachname;Vorname;Nr\nWeiß;Anna;7\nÖz;Çem;8\n", {7: "Anna Weiß", 8: "Çem Öz"}),
        ("1.;Anna\n2.;Bernd\n", {1: "Anna", 2: "Bernd"}),
        ("Anna\nBernd\n", {}),
        ("Name;Nr\nAnna;7\nBernd;7\n", {}),
        ("Name;Nr\nAnna;7\nBernd;\n", {}),
        ("Name;Verein\nAnna;7\nBernd;8\n", {}),
        ("Nr;Name\n0;Anna\n1;Bernd\n", {}),
    ],
)
def test_start_numbers_stand_in_the_players_list(tmp_path: Path, text: str, starts: dict[int, str]) -> None:
    """In a column with that head, or before the names; a list where one is missing or stands twice has none."""
    path = tmp_path / "spieler.csv"
    path.write_text(text, "utf-8")
    assert read_starts(path) == starts


def test_a_name_twice_on_the_list_is_one_player(tmp_path: Path) -> None:
    """In other letters too: two entries alike would make each other doubtful."""
    path = tmp_path / "spieler.txt"
    path.write_text("Anna Weiß\nBernd\nANNA WEISS\nANNA WEIß\n", encoding="utf-8")
    assert read_players(path) == ("Anna Weiß", "Bernd")


@pytest.mark.parametrize("text", ['1;1;"Anna\n1;2;Bernd\n', '1;1;"Anna" Weiß\n1;2;Bernd\n'])
def test_quotes_that_do_not_match_are_told(tmp_path: Path, text: str) -> None:
    """An open quote would swallow the next players into one name."""
    path = tmp_path / "namen.csv"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(UnreadableTable, match="Anführungszeichen") as caught:
        read_names(path)
    assert "quotes" in caught.value.message("en")
    path.write_text('1;1;Anna "Anni" Weiß\n', encoding="utf-8")
    assert read_names(path) == {("1", 1): 'Anna "Anni" Weiß'}


def test_quotes_do_not_hide_the_separator(tmp_path: Path) -> None:
    """A semicolon inside Excel's quotes is no separator."""
    path = tmp_path / "namen.csv"
    path.write_text('1,1,"Meier; Anna; Ulm"\n1,2,Bernd\n', encoding="utf-8")
    assert read_names(path) == {("1", 1): "Meier; Anna; Ulm", ("1", 2): "Bernd"}


def test_the_first_name_comes_first(tmp_path: Path) -> None:
    """A list that is sorted by surname names the same people."""
    path = tmp_path / "spieler.csv"
    path.write_text("Nachname, Vorname\nWeiß, Anna\n", encoding="utf-8")
    assert read_players(path) == ("Anna Weiß",)


@pytest.mark.parametrize(
    "line",
    [
        "1|2|Hans",
        "1,vier,Hans",
        "Hans",
        "1;;Hans",
        ";1;Hans",
        "3;2;Hans\n03;2;Grete",
        "Hans;1;2",
        "x\nPlatz;Bogen;Spiel",
    ],
)
def test_a_line_that_names_nobodys_seat_is_refused(tmp_path: Path, line: str) -> None:
    """A wrong separator, a missing number or two names for one seat are reported with the line, not passed over."""
    path = tmp_path / "namen.csv"
    path.write_text(f"Bogen;Platz;Name\n{line}\n", encoding="utf-8")
    with pytest.raises(UnreadableTable) as caught:
        read_names(path)
    assert line.split("\n")[-1].split(";")[0] in caught.value.message("de")
    assert "sheet, seat and name" in caught.value.message("en")


HUGE = "9" * 5000


@pytest.mark.parametrize(
    ("read", "line"),
    [
        (read_players, HUGE),
        (read_names, f"1;{HUGE};Anna"),
        (read_names, f"1;1;{HUGE}"),
        (read_draw, f"{HUGE};1;Anna"),
        (read_draw, f"1;{HUGE};Anna"),
        (read_draw, f"1;1;{HUGE}"),
    ],
)
def test_a_number_of_five_thousand_digits_does_not_fit(
    tmp_path: Path, read: Callable[[Path], object], line: str
) -> None:
    """Python refuses to count so far; the sentence quotes no more than the line's beginning."""
    path = tmp_path / "liste.csv"
    path.write_text(line)
    with pytest.raises(UnreadableTable) as refused:
        read(path)
    assert len(refused.value.message("de")) < len(str(path)) + 200


def test_a_sheet_may_be_named_by_any_digits(tmp_path: Path) -> None:
    """A photograph's name is no number to count with, however long; a sheet's number may have zeros in front."""
    path = tmp_path / "namen.csv"
    path.write_text(f"{HUGE};1;Anna\n007;2;Bernd")
    assert read_names(path) == {(HUGE, 1): "Anna", ("7", 2): "Bernd"}


def test_names_for_sheets_that_are_not_there_are_told() -> None:
    """A slip in the sheet's number would otherwise leave the player out without a word."""
    roster = Roster(given={("1", 2): "Anna", ("9", 1): "Bernd", ("img_1.jpg", 5): "Clara"})
    assert roster.find_strays({("1", 2), ("img_1.jpg", 2)}) == (("9", 1, "Bernd"), ("img_1.jpg", 5, "Clara"))


@pytest.mark.parametrize("data", [b"\x89PNG\r\n\x1a\n\x00\x00", b"\xff\xfe\x00", b"PK\x03\x04\x14\x00\x00\x00"])
def test_what_is_no_table_is_refused(tmp_path: Path, data: bytes) -> None:
    """A picture or an Excel file in place of a list gives one sentence that says what is needed."""
    path = tmp_path / "spieler.xlsx"
    path.write_bytes(data)
    with pytest.raises(UnreadableTable) as caught:
        read_players(path)
    assert "CSV" in caught.value.message("de")
    assert "CSV" in caught.value.message("en")
    assert caught.value.exit_status == 3


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="only Unix has a file without an end")
def test_a_file_without_an_end_is_refused() -> None:
    """No more is read than a list can have."""
    with pytest.raises(UnreadableTable, match="keine Textdatei"):
        read_players(Path("/dev/zero"))


def test_a_missing_list_is_told(tmp_path: Path) -> None:
    """A path that leads nowhere, and a folder, are named in the sentence."""
    for path in (tmp_path / "fehlt.txt", tmp_path):
        with pytest.raises(UnreadableTable, match=path.name):
            read_players(path)


def test_a_printed_name_is_matched() -> None:
    """One wrong letter of print is the list's name."""
    assert printed("Bernd Ottinger") == Seated("Bernd Öttinger", "matched")
    assert printed("ANNA WEIß").name == "Anna Weiß"


def test_a_doubtful_name_is_not_guessed() -> None:
    """A name between two of the list, and one that is not on it, keep the label and show the closest."""
    between = printed("Marip Kurz")
    assert (between.name, between.source, between.doubt) == ("Bogen 3, Platz 1", "label", "Marip Kurz")
    assert set(between.closest) == {"Marie Kurz", "Maria Kurz"}
    assert printed("Zacharias").source == "label"


def test_without_a_list_only_sure_print_is_taken() -> None:
    """Tesseract's own doubt is enough to keep the label."""
    roster = Roster()
    sure, unsure = (read_exactly("name.p1", "Anna", confidence, "text") for confidence in (0.9, 0.5))
    assert seat(roster, sure) == Seated("Anna", "printed")
    assert seat(roster, unsure) == Seated("Bogen 1, Platz 1", "label", "Anna")


def test_handwritten_names_get_a_label_and_names_by_hand_win() -> None:
    """No print, no guess; `--names` by sheet number or photo name overrides everything."""
    label = seat(Roster(), None)
    assert (label.name, label.source) == ("Bogen 1, Platz 1", "label")
    given = Roster(PLAYERS, {("1", 1): "Zoe", ("a.jpg", 2): "Yves"})
    readings = [read_exactly("name.p1", "Anna Weiß", 0.99, "text"), None]
    assert [who.name for who in given.name_seats(1, "A.JPG", readings, ["", ""])] == ["Zoe", "Yves"]
