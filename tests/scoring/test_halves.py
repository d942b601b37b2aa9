"""A round on two sheets: what neither half can show is reported when both are known, and nothing twice."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from scoring.counting.game import Game
from scoring.counting.rules import RuleSet
from scoring.findings import Finding
from scoring.rows.all_checks import check_halves, check_rows, check_sheet, join_halves
from scoring.rows.written_rows import Row, Sheet, find_expected_sitters, number_rows
from scoring.rulesets import load_rules

SheetOf = Callable[..., Sheet]
Told = Callable[[tuple[Finding, ...]], list[str]]

SOLOS = """
1 +9 -3 -3 -3 solo
2 -3 +9 -3 -3 solo
3 +2 +2 -2 -2
4 +2 +2 -2 -2
5 -3 -3 +9 -3 solo
6 +2 +2 -2 -2
7 -3 -3 -3 +9 solo
8 +2 +2 -2 -2
"""
NULLSPIEL = """
1 +4 +4 -4 -4
2 0 0 0 0
3 +4 +4 -4 -4
4 +3 +3 -3 -3
5 +4 +4 -4 -4
6 +3 +3 -3 -3
"""


def halves(sheet: Sheet) -> tuple[Sheet, Sheet]:
    """The sheet as two."""
    middle = (len(sheet.rows) + 1) // 2
    return replace(sheet, rows=sheet.rows[:middle], half=1), replace(sheet, rows=sheet.rows[middle:], half=2)


def test_both_halves_are_one_sheet() -> None:
    """The rows of both, at the table and with the games that they share; sums, signatures and names are each half's."""
    first = Sheet(4, 2, (Row(1, (2, 2, -2, -2)),), (2, 2, -2, -2), (True,) * 4, ("A",) * 4, ("B",) * 4, half=1)
    second = Sheet(4, 2, (Row(2, (1, 1, -1, -1)),), (1, 1, -1, -1), (True,) * 4, ("A",) * 4, ("B",) * 4, half=2)
    assert join_halves(first, second) == Sheet(4, 2, (*first.rows, *second.rows))


def test_pflichtsoli_of_both_halves(rules: RuleSet, sheet_of: SheetOf, told: Told) -> None:
    """S4: a player whose Pflichtsolo stands on neither half is reported, one who has it on the other is not."""
    assert check_halves(rules, *halves(sheet_of(SOLOS, 8))) == ()
    first, second = halves(sheet_of(SOLOS.replace("-3 -3 -3 +9 solo", "+2 +2 -2 -2"), 8))
    assert check_sheet(rules, first) == check_sheet(rules, second) == ()
    (finding,) = check_halves(rules, first, second)
    assert told((finding,)) == ["pflichtsolo"]
    assert finding.gaps["seat"] == 4


def test_a_section_is_told_once(sheet_of: SheetOf) -> None:
    """S4, ddv: the section stands on the second half, which shows alone who has no Pflichtsolo in it."""
    rules = load_rules.load("ddv")
    rows = tuple(Row(number, (2, 2, -2, -2)) for number in range(1, 25))
    first, second = halves(Sheet(4, 24, rows))
    assert [finding.gaps["seat"] for finding in check_sheet(rules, second)] == [1, 2, 3, 4]
    assert check_halves(rules, first, second) == ()


def test_turns_over_both_halves(told: Told) -> None:
    """S3, kurzregeln-48: seats 1 and 2 sat out on the first half, seat 2 again on the second, and seat 5 never."""
    rules = load_rules.load("kurzregeln-48")
    away = (1, 2, 3, 4, 2)
    rows = tuple(
        Row(
            number,
            tuple(
                None if seat == sits else (2 if seat in sorted({1, 2, 3, 4, 5} - {sits})[:2] else -2)
                for seat in range(1, 6)
            ),
        )
        for number, sits in enumerate(away, 1)
    )
    first, second = halves(Sheet(5, 5, rows))
    assert "wrong-sitter" not in told((*check_sheet(rules, first), *check_sheet(rules, second)))
    assert [finding.gaps["seat"] for finding in check_halves(rules, first, second)] == [2, 5]


def test_bock_goes_on_below(sheet_of: SheetOf, told: Told) -> None:
    """S9: a Nullspiel on the first half makes the first game of the second one a Bock game; what the first half shows
    by itself is not told again."""
    rules = load_rules.load("stille-hochzeit")
    assert told(check_halves(rules, *halves(sheet_of(NULLSPIEL, 6)))) == [
        "bock-block g04.p1 g04.p2 g04.p3 g04.p4",
        "bock-block g06.p1 g06.p2 g06.p3 g06.p4",
    ]
    first, second = halves(sheet_of(NULLSPIEL.replace("3 +4 +4 -4 -4", "3 +5 +5 -5 -5"), 6))
    assert told(check_sheet(rules, first)) == ["bock-block g03.p1 g03.p2 g03.p3 g03.p4"]
    assert len(check_halves(rules, first, second)) == 2


def test_bock_games_of_a_second_half_alone_are_not_asked_about() -> None:
    """S9: what brought them about may stand on the first half; only with it one sees that nothing did."""
    rules = load_rules.load("stille-hochzeit")
    plain = Game("normal", (1, 2), augen=130)
    rows = tuple(
        Row(n, (v, v, -v, -v), details=replace(plain, bock=v == 2)) for n, v in enumerate((1, 1, 1, 2, 2, 1), 1)
    )
    first, second = halves(Sheet(4, 6, rows))
    assert [f.code for f in check_sheet(rules, second) if f.code == "bock-block"] == []
    assert [f.fields for f in check_halves(rules, first, second) if f.code == "bock-block"] == [
        ("g04.bock", "g05.bock")
    ]


def test_totals_go_on_below(rules: RuleSet) -> None:
    """S5: the first total of the second half is the last one of the first, and the points of the game."""
    first = Sheet(4, 2, (Row(1, (2, 2, -2, -2), totals=(2, 2, -2, -2)),), half=1)
    second = Sheet(4, 2, (Row(2, (2, 2, -2, -2), totals=(4, 4, -4, -14)),), half=2)
    assert check_sheet(rules, second) == ()
    (finding,) = (found for found in check_halves(rules, first, second) if found.code == "running-total")
    assert finding.fields == ("g02.p4",)


def test_whose_turn_it_is_below(rules: RuleSet) -> None:
    """R3: behind an offence that was no game, and behind a repeated deal, turns are known with the first half only."""
    club = replace(rules, sheet=replace(rules.sheet, sitter=replace(rules.sheet.sitter, rotation="repeat")))
    solo = (Row(1, (None, 6, -2, -2, -2), solo=True), Row(2, (None, 2, 2, -2, -2)))
    offence = (Row(1, (None, 2, 2, -2, -2)), Row(2, (5, 5, None, -15, 5), offence=True))
    for system, above in ((club, solo), (rules, offence)):
        first = Sheet(5, 4, above, half=1)
        second = Sheet(5, 4, (Row(3, (2, None, 2, -2, -2)), Row(4, (2, 2, None, -2, -2))), half=2)
        assert not any(check_rows(system, join_halves(first, second)))
        turns = [(*find_expected_sitters(system, row, 5), None)[0] for row in number_rows(system, second).rows]
        assert turns == ([None, None] if system is club else [3, 4])
