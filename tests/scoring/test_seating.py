"""Who sits out at a table of five: by the dealer, by the dealer who deals a Pflichtsolo again, or unknown."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from scoring.counting.game import Game
from scoring.counting.rules import RuleSet
from scoring.findings import Finding
from scoring.rows.all_checks import check_row, check_rows, check_sheet
from scoring.rows.row_patterns import find_mendings, is_legal
from scoring.rows.written_rows import Row, Sheet, find_expected_sitters, find_soloist, number_rows
from scoring.rulesets import load_rules

RowOf = Callable[[str], Row]
Told = Callable[[tuple[Finding, ...]], list[str]]
FIVE = [name for name in load_rules.list_known() if 5 in load_rules.load(name).sheet.seats]


def repeating(rules: RuleSet) -> RuleSet:
    """The rules of a club in which whoever dealt a Pflichtsolo deals again."""
    return replace(rules, sheet=replace(rules.sheet, sitter=replace(rules.sheet.sitter, rotation="repeat")))


def turns(rules: RuleSet, text: str) -> list[int | None]:
    """Whose turn it is to sit out in each row of the text."""
    rows = []
    for number, line in enumerate(text.strip().splitlines(), 1):
        *points, last = line.split()
        crosses = {"solo": last == "solo", "offence": last == "offence"}
        cells = points if last in crosses else [*points, last]
        rows.append(Row(number, tuple(None if word in "./" else int(word) for word in cells), **crosses))
    sheet = number_rows(rules, Sheet(5, 20, tuple(rows)))
    return [(*find_expected_sitters(rules, row, 5), None)[0] for row in sheet.rows]


PLAYED = """
/ +2 +2 -2 -2
+6 / -2 -2 -2 solo
+2 / +2 -2 -2
+9 -3 / -3 -3 solo
-1 -1 +3 / -1 solo
-5 -5 -5 +15 / solo
/ +2 +2 -2 -2
"""


def test_strict_by_default(rules: RuleSet) -> None:
    """Paragraph 9 of `pflichtsolo-40`: after a solo the deal passes on as always."""
    assert turns(rules, PLAYED) == [1, 2, 3, 4, 5, 1, 2]


def test_repeated_after_a_pflichtsolo(rules: RuleSet) -> None:
    """Seat 1's first solo in game 2 is dealt again, its second one in game 4 is a Lustsolo and is not; then seat 3's
    and seat 4's."""
    assert turns(repeating(rules), PLAYED) == [1, 2, 2, 3, 4, 4, 4]


def test_repeated_by_the_details(rules: RuleSet) -> None:
    """Where the details tell the kind of game, a stille Hochzeit is no Pflichtsolo, and the deal passes on."""
    silent = Row(
        1, (None, -1, 3, -1, -1), solo=True, details=Game("stille-hochzeit", (3,), augen=130, seats=5, sits=(1,))
    )
    solo = replace(silent, details=Game("solo", (3,), augen=130, seats=5, sits=(1,)))
    after = Row(2, (None,) * 5)
    for row, turn in ((silent, 2), (solo, 1)):
        sheet = number_rows(repeating(rules), Sheet(5, 20, (row, after)))
        assert find_expected_sitters(repeating(rules), sheet.rows[1], 5) == ((turn,) if turn else ())


def test_a_solo_of_nobody_knows_whom_leaves_the_turns_open(rules: RuleSet) -> None:
    """An unread soloist, or a solo worth nothing: nobody is blamed for the wrong turn in the rows below."""
    assert turns(repeating(rules), "/ . -2 . -2 solo\n+2 / +2 -2 -2\n+2 / +2 -2 -2") == [1, None, None]
    assert turns(repeating(rules), "0 0 0 0 0 solo\n/ +2 +2 -2 -2") == [1, None]


@pytest.mark.parametrize(
    ("text", "alone"),
    [
        ("+9 -3 -3 -3", 1),
        ("+3 +3 +3 -9", 4),
        ("+2 +2 -2 -2", None),
        ("+1 -3 -3 -3", 1),
        ("0 -3 -3 -3", None),
        ("+9 0 -3 -3", None),
        ("+3 +3 0 -9", None),
        ("0 0 0 0", None),
        (". -3 -3 -3", None),
        ("/ +9 -3 -3 -3", 2),
    ],
)
def test_who_played_alone(rules: RuleSet, row_of: RowOf, text: str, alone: int | None) -> None:
    """The only sign of its kind among four, however wrong the points are; a zero has none."""
    row = row_of(f"1 {text}")
    assert find_soloist(rules, row, len(row.points)) == alone


def test_repeated_turns_are_checked(rules: RuleSet, told: Told) -> None:
    """R3 and S3 go by the repeated deal: right under these rules, three wrong rows in turn under strict ones."""
    rows = [
        Row(1, (None, 2, 2, -2, -2)),
        Row(2, (6, None, -2, -2, -2), solo=True),
        Row(3, (2, None, 2, -2, -2)),
        Row(4, (2, 2, None, -2, -2)),
        Row(5, (2, 2, -2, None, -2)),
    ]
    sheet = Sheet(5, 0, tuple(rows))
    found = [f for f in check_sheet(repeating(rules), sheet) if f.code == "wrong-sitter"]
    assert found == []
    assert [f.code for row in check_rows(repeating(rules), sheet) for f in row] == []
    found = check_sheet(rules, sheet)
    assert [f.sentence for f in found if f.code == "wrong-sitter"] == ["faults.sheet.sitters-shifted"]


@pytest.mark.parametrize("name", FIVE)
@pytest.mark.parametrize("text", ["0 0 0 0 0", "/ 0 0 0 0", "0 / 0 0 0"])
def test_a_nullspiel_of_five_is_legal(row_of: RowOf, name: str, text: str) -> None:
    """Zeros for all five, or a stroke for one: a Nullspiel in every system, in the section for Pflichtsoli too."""
    rules = load_rules.load(name)
    for number in (1 if text[0] == "/" else 2, 27):
        row = row_of(f"{number} {text}")
        assert is_legal(rules, row, 5)
        assert check_row(rules, row, 5) == ()
        assert find_mendings(rules, row, 5) == ()


@pytest.mark.parametrize("name", FIVE)
def test_five_numbers_are_one_too_many(row_of: RowOf, name: str) -> None:
    """R3: somebody sits out, whoever's turn it is: five numbers that add up to 0 are found in every system."""
    step = load_rules.load(name).checks.unit.step
    row = row_of("7 " + " ".join(f"{points * step:+d}" for points in (6, 2, -2, -2, -4)))
    assert "wrong-sitter" in [f.code for f in check_row(load_rules.load(name), row, 5)]
    assert not is_legal(load_rules.load(name), row, 5)


@pytest.mark.parametrize("name", FIVE)
def test_an_offence_among_five_is_legal(name: str) -> None:
    """The seat that sits out has no part in an offence."""
    rules = load_rules.load(name)
    for fine in rules.offence.list_fines():
        shares = fine.spread((1, 2, 3, 5), 2, 1)
        points = tuple(shares.get(seat) for seat in range(1, 6))
        row = Row(7, points, offence=True)
        assert is_legal(rules, row, 5)
        assert check_row(rules, row, 5) == ()
        everybody = replace(row, points=tuple(fine.others if p is None else p for p in points))
        named = [f.code for f in check_row(rules, everybody, 5)]
        assert named == [] if fine.soloist else "wrong-sitter" in named  # any of three zeros may have sat out
