"""A table whose games fill two sheets: the rules that ask about the whole round are asked of both together."""

from __future__ import annotations

import random
from dataclasses import replace

from dev.rounds.reader import CrossHand, Hand, read_exactly, read_sheet
from dev.rounds.sheets import TextSheet, list_columns, write_game
from scanner.sheet_reading import SheetReading
from scoring.counting.game import Game
from scoring.rulesets.load_rules import load
from templates.sheet_code import SheetCode
from tests.tournament.filing.files import keep_book
from tests.tournament.paper import codes
from tournament.evening.book import Book
from tournament.judging.reconcile import reconcile
from tournament.judging.written_sheet import transcribe

RULES = load("pflichtsolo-40")


def halves(soloists: tuple[int, ...], table: int | None = 1) -> list[SheetReading]:
    """Eight games on two sheets: a Damensolo by each of these seats in turn, then ordinary games."""
    games = [Game("solo", (seat,), solo="damen", augen=130) for seat in soloists]
    games += [Game("normal", (1, 2), augen=110 + number) for number in range(8 - len(games))]
    code = SheetCode(RULES.id, "full", 4, 8, 1, table, named=True)
    page = TextSheet(tuple(write_game(RULES, game) for game in games), list_columns(RULES, 4), code)
    whole = read_sheet(random.Random(1), page, Hand(unclear=0.0), CrossHand(doubtful=0.0, wrong=0.0))
    return [half_of(whole, code, half) for half in (1, 2)]


def half_of(whole: SheetReading, code: SheetCode, half: int) -> SheetReading:
    """The readings of one half's rows, with its code."""
    mine = replace(code, half=half)
    rows = tuple(f"g{number:02}." for number in mine.numbers)
    readings = tuple(reading for reading in whole.readings if reading.id.startswith(rows))
    return replace(whole, readings=readings, code=mine.spell(), photo=f"{half}.jpg", photo_sha256=str(half) * 64)


def told(book: Book) -> list[list[str]]:
    """The codes that are told of each sheet as a whole, but for the names, which most of these sheets lack."""
    return [[code for code in codes(entry.sheet.findings) if code != "unknown-name"] for entry in book.entries]


def test_a_pflichtsolo_on_neither_half_is_told() -> None:
    """S4: seat 4 played no solo all round; that is reported on the second half, once."""
    assert told(keep_book(RULES, halves((1, 2, 3, 4)))) == [[], []]
    book = keep_book(RULES, halves((1, 2, 3)))
    assert told(book) == [[], ["pflichtsolo"]]
    told_by = [finding for finding in book.entries[1].sheet.findings if finding.code == "pflichtsolo"]
    assert "Platz 4" in told_by[0].message("de")


def test_halves_that_may_not_belong_together() -> None:
    """Without a table, beside a third sheet, or with other players in the seats, nobody is blamed."""
    first, second = halves((1, 2, 3))
    elsewhere = replace(second, code=(second.code or "").replace(":t1:", ":t2:"))
    again = replace(halves((1,) * 8)[1], photo="3.jpg", photo_sha256="3" * 64)
    no_table = halves((1, 2, 3), table=None)
    named = [with_names(half, names) for half, names in ((first, "ABCD"), (second, "BACD"))]
    for sheets in ([first], [second], [first, elsewhere], [first, second, again], no_table, named):
        assert "pflichtsolo" not in [code for found in told(keep_book(RULES, sheets)) for code in found]
    alike = [with_names(half, "ABCD") for half in (first, second)]
    assert told(keep_book(RULES, alike)) == [[], ["pflichtsolo"]]


def with_names(half: SheetReading, names: str) -> SheetReading:
    """The sheet with these printed names."""
    printed = tuple(read_exactly(f"name.p{seat}", name, 0.95, "text") for seat, name in enumerate(names, 1))
    return replace(half, readings=(*half.readings, *printed))


def test_points_in_doubt_blame_nobody() -> None:
    """A solo whose points a person has still to settle may be the one that is missing."""
    first, second = halves((1, 2, 3, 4))
    blurred = [
        replace(r, text="", candidates=(), confidence=0.0, flags=("illegible",)) if r.id == "g04.p4" else r
        for r in first.readings
    ]
    assert told(keep_book(RULES, [replace(first, readings=tuple(blurred)), second])) == [[], []]


def test_turns_behind_a_half_that_is_not_seen() -> None:
    """R3: where whoever dealt a Pflichtsolo deals again, one of the first half moves all turns of the second."""
    sitter = replace(RULES.sheet.sitter, rotation="repeat")
    club = replace(RULES, sheet=replace(RULES.sheet, sitter=sitter))
    code = SheetCode(RULES.id, "full", 5, 8, 1, 1)
    games = [Game("solo", (2,), solo="damen", augen=130, seats=5, sits=(1,))]
    games += [
        Game("normal", tuple(seat for seat in (1, 2, 3, 4, 5) if seat != sits)[:2], augen=130, seats=5, sits=(sits,))
        for sits in (1, 2, 3, 4, 5, 1, 2)
    ]
    page = TextSheet(tuple(write_game(RULES, game) for game in games), list_columns(RULES, 5), code)
    whole = read_sheet(random.Random(1), page, Hand(unclear=0.0), CrossHand(doubtful=0.0, wrong=0.0))
    sheets = [reconcile(rules, transcribe(half_of(whole, code, 2))) for rules in (club, RULES)]
    assert [codes(sheet.findings) for sheet in sheets] == [[], ["wrong-sitter"]]
    assert [row.status for row in sheets[0].rows] == ["ok"] * 4
