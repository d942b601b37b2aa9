"""Signatures and the draw on the way into the book, and turns to sit out where a Pflichtsolo is dealt again."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from dev.rounds.reader import read_exactly
from scanner.sheet_reading import Reading, SheetReading
from scoring.counting.rules import RuleSet
from scoring.rulesets.load_rules import load
from templates.sheet_code import SheetCode
from tests.tournament.filing.files import keep_book
from tests.tournament.paper import RULES, written
from tournament.errors import UnreadableTable
from tournament.evening.roster import Roster
from tournament.filing.setup.people_files import read_draw
from tournament.judging.reconcile import reconcile
from tournament.judging.written_sheet import transcribe

LINES = ["+2 +2 -2 -2", "+1 -1 -1 +1"]
PLAYERS = ("Anna Albers", "Bernd Böhm", "Chris Celik", "Doris Dahl")


def signed(sheet: SheetReading, *marks: Reading) -> SheetReading:
    """The sheet with its signature fields."""
    return replace(sheet, readings=(*sheet.readings, *marks))


def sign(seat: int, text: str = "x", confidence: float = 0.99) -> Reading:
    """One signature field."""
    return read_exactly(f"sign.p{seat}", text, confidence, "signature")


def unsigned(sheet: SheetReading) -> list[tuple[str, ...]]:
    """The fields of the findings about signatures."""
    return [f.fields for f in reconcile(RULES, transcribe(sheet)).findings if f.code == "unsigned"]


def test_a_missing_signature_is_asked_for() -> None:
    """S10: the empty field stands in the sheet's own finding, and a person has to look at it."""
    sheet = signed(written(LINES), sign(1), sign(2, ""), sign(3), sign(4))
    judged = reconcile(RULES, transcribe(sheet))
    assert unsigned(sheet) == [("sign.p2",)]
    assert "sign.p2" in judged.look
    assert judged.status == "review"


def test_signatures_that_are_there_or_cannot_be_told_are_not_asked_for() -> None:
    """S10: all signed; no such fields on a foreign sheet; ink that may be a signature or a smudge."""
    assert unsigned(signed(written(LINES), *(sign(seat) for seat in range(1, 5)))) == []
    assert unsigned(written(LINES)) == []
    smudge = replace(sign(2, "", 0.55), flags=("doubtful",))
    assert unsigned(signed(written(LINES), sign(1), smudge, sign(3), sign(4))) == []


def test_a_stranger_at_the_table_is_told(tmp_path: Path) -> None:
    """S11: the draw put Doris here, the sheet says Emil; nothing is said where nobody was drawn."""
    path = tmp_path / "draw.csv"
    path.write_text("Runde;Tisch;Spieler\n1;1;" + ";".join(PLAYERS) + "\n1;2;A;B;C;Emil Ernst\n", encoding="utf-8")
    draw = read_draw(path)
    assert draw[1, 1] == PLAYERS
    sheet = written(LINES, names=(*PLAYERS[:3], "Emil Ernst"))
    book = keep_book(RULES, [sheet], Roster(drawn=draw))
    (finding,) = [f for f in book.entries[0].sheet.findings if f.code == "unknown-name"]
    assert (finding.fields, finding.severity) == (("name.p4",), "error")
    assert "Emil Ernst ist nicht an diesen Tisch gelost. Es fehlt: Doris Dahl" in finding.message()
    assert book.entries[0].sheet.status == "review"
    assert keep_book(RULES, [sheet], Roster(drawn={(2, 1): PLAYERS})).entries[0].sheet.findings == tuple(
        f for f in book.entries[0].sheet.findings if f is not finding and f.code != "unknown-name"
    )
    assert [
        f
        for f in keep_book(RULES, [written(LINES, names=PLAYERS)], Roster(drawn=draw)).entries[0].sheet.findings
        if f.code == "unknown-name"
    ] == []


def test_a_draw_of_one_player_a_line(tmp_path: Path) -> None:
    """The draw may name round, table, seat and player; the same player once, seats in any order."""
    path = tmp_path / "draw.csv"
    path.write_text("round,table,seat,name\n1,1,2,Bernd\n1,1,1,Anna\n2,1,1,Anna\n1,1,2,Bernd\n\n", encoding="utf-8")
    assert read_draw(path) == {(1, 1): ("Bernd", "Anna"), (2, 1): ("Anna",)}


def five(rules: RuleSet, lines: list[str]) -> list[str]:
    """The status of each row at a table of five under these rules."""
    sheet = transcribe(written(lines, seats=5, games=20))
    return [row.status for row in reconcile(rules, sheet).rows[: len(lines)]]


def test_two_halves_of_a_table_are_one() -> None:
    """Where a round fills two sheets, they neither clash nor seat anybody twice; another seat there is reported."""

    def halves(second: tuple[str, ...]) -> list[str]:
        sheets = []
        for half, names in ((1, PLAYERS), (2, second)):
            sheet = written(LINES, names=names, photo=f"{half}.jpg")
            code = replace(transcribe(sheet).code or SheetCode("", "", 4, 2), half=half)
            sheets.append(replace(sheet, code=code.spell()))
        book = keep_book(RULES, sheets)
        return [f.code for entry in book.entries for f in entry.sheet.findings if f.code != "game-count"]

    assert halves(PLAYERS) == []
    assert halves((*PLAYERS[2:], *PLAYERS[:2])) == ["unknown-name"] * 8


def test_who_dealt_a_pflichtsolo_deals_again() -> None:
    """R3: in such a club seat 2 sits out twice, since game 2 was a Pflichtsolo; strict rules blame the rows behind."""
    sitter = replace(RULES.sheet.sitter, rotation="repeat")
    club = replace(RULES, sheet=replace(RULES.sheet, sitter=sitter))
    lines = ["_ +2 +2 -2 -2", "+6 _ -2 -2 -2 solo", "+2 _ +2 -2 -2", "+2 +2 _ -2 -2"]
    assert five(club, lines) == ["ok"] * 4
    assert five(RULES, lines) == ["ok", "ok", "review", "review"]


def test_a_minor_offence_is_passed_over_in_the_turns() -> None:
    """ddv: behind a minor offence, after which the game went on, the turns to sit out go on as if it were not there."""
    rules = load("ddv")
    lines = ["_ +2 +2 -2 -2", "-3 +1 _ +1 +1 strafe", "+2 _ +2 -2 -2", "+2 +2 _ -2 -2", "+2 +2 -2 _ -2"]
    assert five(rules, lines) == ["ok"] * 5
    serious = [lines[0], "-12 _ +4 +4 +4 strafe", "+2 +2 _ -2 -2", "+2 +2 -2 _ -2"]
    assert five(rules, serious) == ["ok"] * 4


@pytest.mark.parametrize("text", ["", "Runde;Tisch;Namen\n", "1/1/Anna\n1/2/Bernd", "1;1;", "1;Anna;Bernd"])
def test_a_draw_that_draws_nobody_is_refused(tmp_path: Path, text: str) -> None:
    """An empty file or a wrong separator would leave every player unchecked without a word."""
    path = tmp_path / "draw.csv"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(UnreadableTable, match="Runde, Tisch und die Namen"):
        read_draw(path)
