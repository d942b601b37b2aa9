"""Clubs' own lists of players: exactly their names, or a question that names the rows; what was taken is reported."""

from __future__ import annotations

import os
import tracemalloc
from pathlib import Path

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from tests.tournament.filing.list_files import pack_open, write_excel, write_open, write_text
from tournament.errors import UnreadableTable
from tournament.filing.setup.player_lists import MOST_PLAYERS, PlayerList, read_player_list

HEAD = ("Nachname", "Vorname", "Verein")
ROWS = (("Albers", "Anna", "Karo-Ass"), ("Böhm", "Bernd", ""), ("Öz", "Çem", "Füchse"), ("Düring", "Dörte", "Füchse"))
NAMES = ["Anna Albers", "Bernd Böhm", "Çem Öz", "Dörte Düring"]


def list_names(path: Path, wanted: str = "") -> list[str]:
    """The players in the order of their start numbers."""
    return [player.name for player in read_player_list(path, wanted).players]


def tell(found: PlayerList) -> list[str]:
    """What is said beside the list, without the file's folder."""
    return [note.in_("de").replace(f"{Path(found.path).parent}{os.sep}", "") for note in found.notes]


def refuse(path: Path, wanted: str = "") -> str:
    """The sentence that the list is refused with."""
    with pytest.raises(UnreadableTable) as refused:
        read_player_list(path, wanted)
    return refused.value.message("de")


def test_titles_sums_and_empty_columns_are_no_players(tmp_path: Path) -> None:
    """The head line is found below titles; what was taken for what, and what was passed over, is reported."""
    rows = [("Herbstturnier 2026",), ("Stand: 21.11.",), ("",), ("", *HEAD, "Mitgl.-Nr.")]
    rows += [("", *row, "0815") for row in ROWS] + [("", "", "", "", ""), ("Summe", "4")]
    path = write_text(tmp_path / "liste.csv", "\n".join(";".join(row) for row in rows), "cp1252")
    assert list_names(path) == NAMES
    assert tell(read_player_list(path)) == [
        "liste.csv gelesen: „Nachname“ als Nachname, „Vorname“ als Vorname, „Verein“ als Verein.",
        "Nicht gelesen: „Mitgl.-Nr.“.".replace("„", "").replace("“", ""),
        "Darüber, kein Spieler: Herbstturnier 2026, Stand: 21.11..",
        "Zeile 10 („Summe; 4“) ist eine Summe, kein Spieler.",
    ]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
@pytest.mark.parametrize("mark", [";", ",", "\t", "|"])
def test_text_in_every_dress(tmp_path: Path, mark: str, encoding: str) -> None:
    """Separators and encodings as programs save them."""
    text = "\n".join(mark.join(row) for row in (("Liste",), HEAD, *ROWS))
    assert list_names(write_text(tmp_path / "liste.txt", text, encoding)) == NAMES


def test_a_cover_sheet_is_left_aside(tmp_path: Path) -> None:
    """The sheet with the names is taken, and reported; in Excel and in OpenDocument."""
    cover = [("Herbstturnier", ""), ("Name:", "Karo-Ass"), ("Ort:", "Ulm")]
    for write, name in ((write_excel, "liste.xlsx"), (write_open, "liste.ods")):
        path = write(
            tmp_path / name, {"Deckblatt": cover, "Leer": [("",)], "Meldung": [("Titel", "", ""), HEAD, *ROWS]}
        )
        assert list_names(path) == NAMES
        assert tell(read_player_list(path))[0].startswith(
            f"{name}, Tabelle „Meldung“, gelesen: „Nachname“ als Nachname"
        )


def test_two_sheets_with_names_are_asked_about(tmp_path: Path) -> None:
    """Nobody knows which year is meant; the sheet that is named is taken."""
    path = write_excel(tmp_path / "liste.xlsx", {"2025": [HEAD, *ROWS[::-1]], "2026": [HEAD, *ROWS]})
    assert "mehreren Tabellen stehen Namen (2025, 2026)" in refuse(path)
    assert list_names(path, "2026") == NAMES
    assert "„2027“ gibt es darin nicht; möglich: 2025 oder 2026" in refuse(path, "2027")


@pytest.mark.parametrize("head", ["Name", "Nachname, Vorname", "Name, Vorname", "Spieler/in"])
def test_the_last_name_may_come_first_in_one_column(tmp_path: Path, head: str) -> None:
    """Where a comma parts it, the first name is put in front, and one name is reported as an example."""
    path = write_text(tmp_path / "l.csv", f'"{head}";Verein\n"Albers, Anna";Karo\n"von der Au, Bernd";\n"Öz, Dr.";\n')
    found = read_player_list(path)
    assert [player.name for player in found.players] == ["Anna Albers", "Bernd von der Au", "Öz, Dr."]
    assert "Vorname zuerst: „Albers, Anna“ ist Anna Albers." in tell(found)


def test_a_name_that_cannot_be_parted_is_asked_about(tmp_path: Path) -> None:
    """Below "Nachname Vorname" two words are clear, more are not."""
    assert list_names(write_text(tmp_path / "l.csv", "Nachname Vorname;Ort\nAlbers Anna;Ulm\n")) == ["Anna Albers"]
    words = refuse(write_text(tmp_path / "l.csv", "Nachname Vorname;Ort\nvon der Au Anna;Ulm\n"))
    assert "Zeile 2 („von der Au Anna; Ulm“) sieht nicht nach einem Spieler aus" in words


def test_members_numbers_are_no_start_numbers(tmp_path: Path) -> None:
    """Under "Nr." most are beyond 999: they are left, and reported; under "Startnummer" they are refused."""
    path = write_text(tmp_path / "l.csv", "Nr.;Name\n10234;Anna Albers\n998;Bernd Böhm\n20111;Çem Öz\n")
    assert [(one.start, one.name) for one in read_player_list(path).players] == [*enumerate(NAMES[:3], 1)]
    assert "Die Nummern gehen über 999: Das sind keine Startnummern, Kiebitz vergibt eigene." in tell(
        read_player_list(path)
    )
    assert "passt die Startnummer nicht" in refuse(write_text(tmp_path / "l.csv", "Startnr.;Name\n10234;Anna Albers\n"))
    path = write_text(tmp_path / "l.csv", "Mitgliedsnummer;Startnr.;Name\n7;12;Anna Albers\n")
    assert read_player_list(path).players[0].start == 12


@pytest.mark.parametrize(
    ("rows", "words"),
    [
        (";Karo-Ass", "Zeile 6 („Karo-Ass“) hat keinen Namen"),
        ("Bitte bis Freitag melden: Tel. 0815;", "Zeile 6 („Bitte bis Freitag melden: Tel. 0815“) sieht nicht nach"),
        ("Summe der Spieler;", "Zeile 6 („Summe der Spieler“) sieht nicht nach"),
        ("anna ALBERS;karo-ass", "„Anna Albers“ steht mehrmals darin (Zeilen 2, 6)"),
        (";Ulm\n12.11.2026;", "Zeile 7 („12.11.2026“) sieht nicht nach"),
    ],
)
def test_rows_in_doubt_are_named(tmp_path: Path, rows: str, words: str) -> None:
    """An empty name, a remark, a sum in words, the same player twice, several at once: with their rows."""
    text = "\n".join(["Name;Verein", "Anna Albers;Karo-Ass", "Bernd Böhm;", "Çem Öz;", "Dörte Düring;", rows])
    assert words in refuse(write_text(tmp_path / "l.csv", text))


def test_a_form_that_is_not_full(tmp_path: Path) -> None:
    """Rows with a running number only are nobody; how many there are is reported."""
    path = write_text(tmp_path / "l.csv", "Lfd. Nr.;Name\n1;Anna Albers\n2;Bernd Böhm\n3;\n4;\n")
    assert list_names(path) == NAMES[:2]
    assert "2 Zeilen haben keinen Namen und bleiben weg, die erste ist Zeile 4." in tell(read_player_list(path))


def test_namesakes_get_their_club_or_a_number(tmp_path: Path) -> None:
    """By themselves, in one sentence; a number that is taken is passed over."""
    rows = (
        "Name;Verein;Nr\nAnna Albers;Karo-Ass;1\nanna albers;Füchse;2\nEva Ott;Karo;3\nEva Ott;Karo;4\nEva Ott 2;;5\n"
    )
    found = read_player_list(write_text(tmp_path / "l.csv", rows))
    names = ["Anna Albers (Karo-Ass)", "anna albers (Füchse)", "Eva Ott", "Eva Ott 3", "Eva Ott 2"]
    assert [player.name for player in found.players] == names
    assert tell(found)[-1] == (
        "Gleiche Namen sind unterschieden: Anna Albers (Karo-Ass), anna albers (Füchse), Eva Ott 3."
    )


def test_a_list_without_a_head_line(tmp_path: Path) -> None:
    """Numbers, names and clubs by their looks; a title above it is asked about."""
    path = write_text(tmp_path / "l.csv", "1;Anna Albers;Karo-Ass\n2;Bernd Böhm;\n")
    assert [(one.start, one.club) for one in read_player_list(path).players] == [(1, "Karo-Ass"), (2, "")]
    assert tell(read_player_list(path)) == [
        "l.csv gelesen: Spalte 1 als Nummer, Spalte 2 als Name, Spalte 3 als Verein."
    ]
    words = refuse(write_text(tmp_path / "l.txt", "Herbstturnier Karo-Ass\nAnna Albers\nBernd Böhm\n"))
    assert "Zeile 1 („Herbstturnier Karo-Ass“)" in words
    assert "Kopfzeile" in refuse(write_text(tmp_path / "l.csv", "Teilnehmer 2026\n1;Anna Albers\n2;Bernd Böhm\n"))


word = st.text(st.sampled_from("abcdeÄöüßéçšžß"), min_size=2, max_size=8).map(str.capitalize)
name = st.tuples(word, word).map(" ".join)
title = st.one_of(
    st.text(
        st.characters(codec="cp1252", exclude_categories=("Cc", "Cf", "Zs"), exclude_characters='";,|'), max_size=20
    ),
    st.sampled_from(
        [
            "Name des Vereins",
            "Liste",
            "Spieler",
            "Teilnehmer: 12",
            "Stand 1.1.",
            "Karo-Ass Ulm",
            "Nr. Name",
            "Name",
            "Verein",
        ]
    ),
)


@given(
    names=st.lists(name, min_size=1, max_size=8, unique_by=lambda one: " ".join(sorted(one.casefold().split()))),
    titles=st.lists(title, max_size=4),
    mark=st.sampled_from(";,\t|"),
    encoding=st.sampled_from(["utf-8", "utf-8-sig", "utf-16", "cp1252"]),
    empty=st.booleans(),
    tail=st.sampled_from(["", "Summe", "Gesamt: {}", "\n\n", "{} Spieler"]),
    headed=st.booleans(),
)
@settings(
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
    deadline=None,
    max_examples=10 * settings.default.max_examples,
)
def test_exactly_the_names_or_a_question(
    tmp_path: Path,
    names: list[str],
    titles: list[str],
    mark: str,
    encoding: str,
    tail: str,
    *,
    empty: bool,
    headed: bool,
) -> None:
    """Any mix of titles, separator, encoding, an empty column and a sum around a table of names with a head line gives
    exactly these names, or for "8 Spieler" a question; without a head line, too, where nothing stands around it.
    Bytes of cp1252 that are UTF-8 as well are read as UTF-8: nobody can know better ("Äš" is "Ě")."""
    lead = mark if empty else ""
    head = [f"{lead}Name{mark}Verein"] if headed else []
    lines = [*(titles if headed else []), *head, *(f"{lead}{one}{mark}Ulm" for one in names)]
    lines += [f"{lead}{tail.format(len(names))}"] if headed else []
    text = "\n".join(lines) + "\n"
    assume(text.isascii() or encoding != "cp1252" or not _is_utf8(text.encode(encoding)))
    path = write_text(tmp_path / "liste.csv", text, encoding)
    try:
        found = list_names(path)
    except UnreadableTable:
        found = []
    assert found == names or (not found and headed and tail == "{} Spieler")


def _is_utf8(data: bytes) -> bool:
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def test_more_players_than_a_tournament_has(tmp_path: Path) -> None:
    """A sentence before anything is written, in memory that grows with the file and not with its square."""
    path = write_text(tmp_path / "l.txt", "\n".join(f"Spieler {number}" for number in range(MOST_PLAYERS + 1)))
    assert f"{MOST_PLAYERS + 1} Spieler sind zu viele" in refuse(path)
    path = write_text(tmp_path / "l.txt", "\n".join(f"Spieler {number}" for number in range(40_000)))
    tracemalloc.start()
    assert "40000 Spieler sind zu viele für ein Turnier, möglich sind 3996" in refuse(path)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 24_000_000


CELL = "<table:table-cell><text:p>{}</text:p></table:table-cell>"


def test_repeats_spaces_and_comments_of_an_open_document(tmp_path: Path) -> None:
    """Repeated empty rows only count; a blank may be an element; a comment is no text of its cell."""
    note = "<office:annotation><text:p>hat abgesagt?</text:p></office:annotation>"
    rows = f"<table:table-row>{CELL.format('Name')}</table:table-row>"
    rows += '<table:table-row table:number-rows-repeated="1000000"><table:table-cell/></table:table-row>'
    anna = f"{note}<text:p>Anna<text:s/>Albers</text:p>"
    rows += f"<table:table-row><table:table-cell>{anna}</table:table-cell></table:table-row>"
    rows += f"<table:table-row>{CELL.format('Karo:')}</table:table-row>"
    path = pack_open(tmp_path / "l.ods", f'<table:table table:name="L">{rows}</table:table>')
    assert "Zeile 1000003 („Karo:“)" in refuse(path)
    path = pack_open(
        tmp_path / "l.ods", f'<table:table table:name="L">{rows.replace("Karo:", "Bernd Böhm")}</table:table>'
    )
    assert list_names(path) == NAMES[:2]


def repeat_row(times: object, cells: str) -> str:
    """A table of such a row."""
    row = f'<table:table-row table:number-rows-repeated="{times}">{cells}</table:table-row>'
    return f'<table:table table:name="L">{row}</table:table>'


WIDE = CELL.format("a").replace(">", ' table:number-columns-repeated="60">', 1)
TRAPS = {
    "a bomb": '<table:table table:name="L">' + " " * 110_000_000,
    "rows repeated": repeat_row(999_999_999, CELL.format("a")),
    "cells in many rows": repeat_row(90_000, WIDE),
    "a giant text": repeat_row(1, CELL.format("a" * 10_000_000)),
    "a giant attribute": f'<table:table table:name="{"a" * 5_000_000}"/>',
    "many tables": "<table:table/>" * 1_000,
    "no number": repeat_row("x", CELL.format("a")),
    "no end": "<table:table><table:table-row>",
}


@pytest.mark.parametrize("trap", TRAPS)
def test_an_open_document_that_is_a_trap_is_refused(tmp_path: Path, trap: str) -> None:
    """One sentence, and no more memory than an honest file takes."""
    path = pack_open(tmp_path / "l.ods", TRAPS[trap])
    tracemalloc.start()
    assert "OpenDocument" in refuse(path)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 40_000_000


def test_entities_of_an_open_document_are_refused(tmp_path: Path) -> None:
    """No honest document has a document type."""
    path = pack_open(tmp_path / "l.ods", "<table:table/>", '<!DOCTYPE a [<!ENTITY b "c">]>')
    assert "OpenDocument" in refuse(path)


def test_a_bomb_is_refused_by_its_size_before_it_is_unpacked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What the archive says of its size is enough."""
    path = pack_open(tmp_path / "l.ods", TRAPS["a bomb"])
    monkeypatch.setattr("zipfile.ZipExtFile.read", lambda *_: pytest.fail("it was unpacked"))
    assert "OpenDocument" in refuse(path)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Name;Verein;;Name;Verein\nAnna Albers;;;Bernd Böhm;\n", "zwei Spalten mit Namen"),
        ("Vorname;Nachname;Vorname;Nachname\nAnna;Albers;Bernd;Böhm\n", "zwei Spalten mit Namen"),
        ("Spieler;Name\nAnna;Albers\n", "zwei Spalten mit Namen"),
        ('Name;Verein\n"Anna Albers\nBernd Böhm";\n', "Zeile 2 („Anna Albers / Bernd Böhm“)"),
        ("Name\nAnna und Bernd Böhm\n", "Zeile 2"),
        ("Name\nAnna & Bernd Böhm\n", "Zeile 2"),
        ("Name\nB”hm, Bernd\n", "Zeile 2"),
        ("Name\nMÃ¼ller, Bernd\n", "Zeile 2"),
        ("Name\nM\N{REPLACEMENT CHARACTER}ller, Bernd\n", "Zeile 2"),
        ("Name\n=1+1\n", "Zeile 2"),
        ("\n".join(["Karo-Ass", "Ulm", "Mai"] * 4) + "\nName\nAnna Albers\n", "„Name“"),
        ("Name;Verein;Ort\nTeilnehmer;Nr.;\nAnna Albers;1;\n", "Zeile 2 („Teilnehmer; Nr.“)"),
    ],
)
def test_what_would_be_other_players_is_asked_about(tmp_path: Path, text: str, words: str) -> None:
    """Two tables side by side, two people in a cell, another code's letters, a formula, a head line far below."""
    assert words in refuse(write_text(tmp_path / "l.csv", text))


def test_names_as_people_have_them(tmp_path: Path) -> None:
    """Hyphens, apostrophes, nicknames, titles, accents, noble names, and Name beside Vorname, are no reason to ask."""
    names = ["Jürgen O’Neill-Śmith", 'Anna "Anni" Weiß', "Dr. Çem von der Öz", "Bernd Böhm (jun.)", "Spieler 12"]
    assert list_names(write_text(tmp_path / "l.txt", "Name\n" + "\n".join(names).replace('"', "'") + "\n")) == [
        name.replace('"', "'") for name in names
    ]
    assert list_names(write_text(tmp_path / "l.csv", "Name;Vorname\nAlbers;Anna\n")) == ["Anna Albers"]
