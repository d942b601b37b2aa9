"""What no sheet shows is reported all the same: rounds, tables, halves and players of which nothing was scanned."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from openpyxl import load_workbook

from scanner.sheet_reading import SheetReading
from tests.tournament.filing.files import keep_book
from tests.tournament.paper import RULES, written
from tests.tournament.workbook_files import write_workbook
from tournament.evening.book import Book
from tournament.evening.counted_sheets import list_players
from tournament.evening.roster import Roster
from tournament.handout.tables_csv import make_review_table
from tournament.review.book_report import make_report
from tournament.review.open_items import list_open_items

TWELVE = (
    "Anna",
    "Bernd",
    "Chris",
    "Doris",
    "Emil",
    "Frauke",
    "Gerd",
    "Heike",
    "Ida",
    "Jens",
    "Käthe",
    "Ludger",
)


def sheet(round_: int | None, table: int | None, names: tuple[str, ...] = (), half: int = 0) -> SheetReading:
    """A sheet of two games whose numbers are its own."""
    game = 2 + 5 * (round_ or 0) + (table or 0)
    found = written(
        [f"+{game} -{game} +{game} -{game}", "+1 -1 -1 +1"],
        round_=round_,
        table=table,
        names=names,
        photo=f"r{round_}-t{table}-{half}.jpg",
    )
    assert found.sheet_code is not None
    return replace(found, code=replace(found.sheet_code, half=half).spell())


def missing(*sheets: SheetReading, drawn: dict[tuple[int, int], tuple[str, ...]] | None = None) -> list[str]:
    """What the book says of the rounds, in German, with the place before it."""
    book = keep_book(RULES, sheets, Roster(drawn=drawn or {}))
    items = [item for item in list_open_items(book, "de") if item.entry is None]
    return [f"{item.place}: {message}" for item in items for message in item.findings]


def three_rounds() -> list[SheetReading]:
    """Twelve players at three tables, three rounds."""
    turned = {1: TWELVE, 2: TWELVE[::-1], 3: (*TWELVE[4:], *TWELVE[:4])}
    return [
        sheet(round_, table, names[4 * table - 4 : 4 * table])
        for round_, names in turned.items()
        for table in (1, 2, 3)
    ]


def test_a_whole_tournament_lacks_nothing() -> None:
    """Three tables in each of three rounds, everybody at one of them; and one round of it alone."""
    assert missing(*three_rounds()) == []
    assert missing(*three_rounds()[3:6]) == []


def test_a_round_half_scanned_is_told_in_one_line() -> None:
    """Tables 2 and 3 of round 3 were not photographed yet: nobody asks for their eight players one by one."""
    sheets = three_rounds()
    assert missing(*sheets[:7]) == ["Runde 3: Es fehlen noch die Tische 2 und 3."]
    assert missing(*sheets[:7], sheets[8]) == ["Runde 3: Es fehlt noch Tisch 2."]


def test_more_players_than_the_missing_table_had_are_told() -> None:
    """Of table 1 the players are others than before: eight are missing, and table 2 has four seats."""
    sheets = three_rounds()
    strangers = sheet(3, 1, ("Mia", "Nils", "Olga", "Paul"))
    table, players = (line for line in missing(*sheets[:6], strangers, sheets[8]) if line.startswith("Runde 3"))
    assert table == "Runde 3: Es fehlt noch Tisch 2."
    assert players.startswith("Runde 3: Auf keinem Bogen stehen Emil, Frauke, Gerd, Heike, Ida, Jens, Käthe, Ludger")


def test_the_last_table_of_a_round_is_known_by_the_other_rounds() -> None:
    """Round 2 had a table 3."""
    sheets = [one for one in three_rounds() if one.photo not in ("r1-t3-0.jpg", "r3-t3-0.jpg")]
    assert missing(*sheets) == ["Runde 1: Es fehlt noch Tisch 3.", "Runde 3: Es fehlt noch Tisch 3."]


@pytest.mark.parametrize(
    ("tables", "lacking"),
    [
        ((1, 2, 4), "Es fehlt noch Tisch 3"),
        ((2, 3, 4), "Es fehlt noch Tisch 1"),
        ((1, 6, 8), "Es fehlen noch die Tische 2 bis 5 und 7"),
        ((1, 4), "Es fehlen noch die Tische 2 und 3"),
        ((11, 12, 13), ""),
        ((3,), ""),
        ((1, 2), ""),
    ],
)
def test_gaps_between_the_tables_of_one_round(tables: tuple[int, ...], lacking: str) -> None:
    """Numbers are left out; a hall may number its tables from 11, and a sheet may be scanned alone."""
    told = missing(*(sheet(1, table) for table in tables))
    assert [line.partition(".")[0] for line in told] == ([f"Runde 1: {lacking}"] if lacking else [])


def test_a_round_without_any_sheet_is_told() -> None:
    """Rounds 1 and 3 were scanned; one that is still to come is not missing."""
    told = missing(*(one for one in three_rounds() if not one.photo.startswith("r2")))
    assert told == ["Runde 2: Kein Bogen dieser Runde, aber Bögen einer späteren. Bitte alle zusammen auswerten."]


def test_sheets_without_a_table_are_counted() -> None:
    """Where the numbers were left to the players, only how many there are can be compared."""
    names = [TWELVE[4 * n : 4 * n + 4] for n in range(3)]
    first = [sheet(1, table, names[table - 1]) for table in (1, 2, 3)]
    *second, third = (replace(sheet(2, None, names[n]), photo_sha256=str(n) * 64) for n in range(3))
    tables, players = missing(*first, *second)
    assert tables.startswith("Runde 2: 2 Tische statt 3.")
    assert "Ida, Jens, Käthe, Ludger." in players
    assert missing(*first, *second, third) == []


def test_a_player_who_stays_away_is_told_once_a_round() -> None:
    """Ludger played round 1 only; Mia took his seat from round 2 on, and lacks round 1."""
    swapped = {"Ludger": "Mia"}
    sheets = [
        replace(one, readings=tuple(replace(r, text=swapped.get(r.text, r.text)) for r in one.readings))
        if not one.photo.startswith("r1")
        else one
        for one in three_rounds()
    ]
    away = [line.partition(". ")[0].rpartition(" ")[2] for line in missing(*sheets)]
    assert away == ["Mia", "Ludger", "Ludger"]


def test_a_name_spelled_differently_is_pointed_at() -> None:
    """Without a list of players both spellings are people: the likely twin is named, and nobody is merged."""
    told = missing(sheet(1, 1, ("Anna Schmidt", *TWELVE[1:4])), sheet(2, 1, ("Anna Schmitt", *TWELVE[1:4])))
    assert "Anna Schmitt (dort „Anna Schmidt“?)" in told[0]
    assert "Anna Schmidt (dort „Anna Schmitt“?)" in told[1]


def test_seats_without_a_name_may_be_anybodys() -> None:
    """Four handwritten names in round 2 may be the four that are missing; five missing are too many."""
    four, five = three_rounds(), three_rounds()
    four[5] = sheet(2, 3)
    five[5] = sheet(2, 3)
    five[4] = sheet(2, 2, (*TWELVE[5:8], "Mia"))
    assert missing(*four) == []
    (told,) = (line for line in missing(*five) if line.startswith("Runde 2"))
    assert "(4 Plätze sind ohne Namen)." in told


def test_the_draw_says_who_and_which_tables_are_due() -> None:
    """Table 3 was drawn and is not there; a fourth table of another round is not asked for."""
    drawn = {(1, n): TWELVE[4 * n - 4 : 4 * n] for n in (1, 2, 3)}
    there = [sheet(1, n, drawn[1, n]) for n in (1, 2)]
    assert missing(*there, drawn=drawn) == ["Runde 1: Es fehlt noch Tisch 3."]
    later = [sheet(2, n, TWELVE[4 * n - 4 : 4 * n]) for n in (1, 2, 3)]
    assert missing(*later, drawn=drawn)[0].startswith("Runde 1: Kein Bogen dieser Runde")
    assert missing(*there, sheet(1, 3, drawn[1, 3]), drawn=drawn | {(2, 1): TWELVE[:4]}) == []


def test_half_of_a_table_is_missing() -> None:
    """Twenty-four games on two sheets: of table 2 the first half is not there."""
    sheets = [sheet(1, 1, half=1), sheet(1, 1, half=2), sheet(1, 2, half=2)]
    assert missing(*sheets) == ["Runde 1: Tisch 2: Der Bogen mit der ersten Hälfte fehlt."]
    assert missing(*sheets[:2]) == []
    assert missing(sheet(None, None, half=1)) == [
        "Ohne Runde: Erste Hälften: 1, zweite: 0. Es müssten gleich viele sein."
    ]


@pytest.fixture(name="book")
def a_book() -> Book:
    """A table is missing, everything else is in order."""
    return keep_book(RULES, [sheet(1, table) for table in (1, 2, 4)])


def test_it_waits_for_a_person_and_blocks_nothing(book: Book) -> None:
    """It is said beside the open items, and the standings are there all the same."""
    assert book.open_items == sum(entry.open_items for entry in book.entries)
    assert len(book.matters) == 1
    assert book.needs_person
    assert len(book.standings) == 12


def test_a_player_who_lacks_a_round_is_marked_in_the_standings(tmp_path: Path) -> None:
    """Four totals lack a round: their lines are open, by a formula that follows the status in `Prüfung`."""
    sheets = three_rounds()
    lost = keep_book(RULES, sheets).entries[7].names
    lacking = keep_book(RULES, [*sheets[:7], sheets[8]])
    without = {player.name: player.open_items for player in list_players(lacking.entries)}
    assert {player.name: player.open_items - without[player.name] for player in lacking.players} == {
        name: int(name in lost) for name in TWELVE
    }
    write_workbook(lacking, tmp_path / "stand.xlsx", program="1", made=datetime(2026, 1, 1, tzinfo=UTC))
    players = load_workbook(tmp_path / "stand.xlsx")["Spieler"]
    marked = {row[1].value for row in players.iter_rows(min_row=4) if any('"Runde 3"' in str(c.value) for c in row)}
    assert marked == set(lost)


def test_report_and_table_tell_it(book: Book) -> None:
    """The report names the round and the contract's code; the CSV has a line of its own."""
    found: dict[str, Any] = make_report(book, program="1.0", lang="en")["findings"][0]
    assert (found["round"], found["code"], found["severity"], found["fields"]) == (1, "game-count", "warning", [])
    assert found["message"] == "Table 3 is still missing."
    assert "Round 1" in list(make_review_table(book, "en")["Place"])
