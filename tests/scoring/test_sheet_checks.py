"""Every check of a sheet, on tiny sheets in text."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from scoring.counting.game import Game
from scoring.counting.rules import RuleSet
from scoring.findings import Finding
from scoring.rows.all_checks import check_rows, check_sheet
from scoring.rows.written_rows import Row, Sheet
from scoring.rulesets.load_rules import load

SheetOf = Callable[..., Sheet]
Told = Callable[[tuple[Finding, ...]], list[str]]

GOOD = """
1  +2 +2 -2 -2
2  +6 -2 -2 -2 solo
3  +1 -1 -1 +1
4  -4 +12 -4 -4 solo
5  0 0 0 0
6  +2 +2 +2 -6 solo
7  +3 -3 +3 -3
8  -1 -1 +3 -1 solo
sums +9 +9 -1 -17
"""


def edit(text: str, number: str, line: str) -> str:
    """The sheet with another line of that number (or "sums"); "" takes it out."""
    lines = [line if old.split()[0] == number else old for old in text.strip().splitlines()]
    return "\n".join(line for line in lines if line)


def test_a_good_sheet_passes(rules: RuleSet, sheet_of: SheetOf) -> None:
    """Nothing is found on a sheet that is right, neither in its rows nor in the whole."""
    sheet = sheet_of(GOOD, games=8)
    assert check_sheet(rules, sheet) == ()
    assert check_rows(rules, sheet) == ((),) * 8


CASES = """
S1 a row left blank in between  | 5 | 5 blank                 | game-count g05.p1 g05.p2 g05.p3 g05.p4
S1 the last row blank           | 7 | 7 blank, 8 blank        | game-count; pflichtsolo; sum-mismatch sum.p1; \
sum-mismatch sum.p2; sum-mismatch sum.p3; sum-mismatch sum.p4
S1 a number jumped over         | 5 | 7 0 0 0 0               | game-count g07.p1 g07.p2 g07.p3 g07.p4; \
game-count g06.p1 g06.p2 g06.p3 g06.p4
S2 an offence taken for a game  | 5 | 5 -15 +5 +5 +5 offence  | offence-count g05.offence; sum-mismatch sum.p1; \
sum-mismatch sum.p2; sum-mismatch sum.p3; sum-mismatch sum.p4
S4 nobody crossed seat 3's solo | 8 | 8 -1 -1 +3 -1           | pflichtsolo g08.solo
S4 seat 3 never played alone    | 8 | 8 +1 -1 +1 -1           | pflichtsolo; sum-mismatch sum.p1; \
sum-mismatch sum.p3
S4 an unreadable solo may be it | 8 | 8 . -1 . -1 solo        |
S4 a zero solo may be it        | 8 | 8 0 0 0 0 solo          | sum-mismatch sum.p1; sum-mismatch sum.p2; \
sum-mismatch sum.p3; sum-mismatch sum.p4
S6 one sum of another parity    | sums | sums +9 +9 -1 -18    | parity sum.p4; sum-mismatch sum.p4; \
not-zero-sum sum.p1 sum.p2 sum.p3 sum.p4
S6 two and two                  | sums | sums +8 +10 -1 -17   | parity sum.p1 sum.p2 sum.p3 sum.p4; \
sum-mismatch sum.p1; sum-mismatch sum.p2
S7 a sum wrong by two           | sums | sums +9 +9 +1 -17    | sum-mismatch sum.p3; \
not-zero-sum sum.p1 sum.p2 sum.p3 sum.p4
S7 waits for the column         | 3 | 3 +1 . -1 +1            |
S7 waits for the sum            | sums | sums +9 +9 . -17     |
no sums at all                  | sums |                      |
"""


@pytest.mark.parametrize("case", CASES.strip().splitlines())
def test_sheet(rules: RuleSet, sheet_of: SheetOf, told: Told, case: str) -> None:
    """A good sheet with one thing changed gets the findings for it and no others."""
    _, number, change, findings = (part.strip() for part in case.split("|"))
    text = GOOD
    for line in change.split(", "):
        text = edit(text, line.split()[0] if len(change.split(", ")) > 1 else number, line)
    assert "; ".join(told(check_sheet(rules, sheet_of(text, games=8)))) == findings


def test_too_many_games(rules: RuleSet, sheet_of: SheetOf) -> None:
    """S1: a game written twice is reported when the round has a game too many."""
    text = edit(GOOD, "sums", "9 +1 -1 -1 +1\n10 +2 -2 -2 +2\n11 +2 -2 -2 +2")
    sheet = replace(sheet_of(text, games=16), games=16)
    rows = sheet.rows + tuple(Row(number, (0, 0, 0, 0)) for number in range(12, 18))
    (finding,) = check_sheet(rules, Sheet(4, 0, rows))
    assert finding.message() == ("17 Spiele statt 16. Spiel 10 und Spiel 11 sind gleich: doppelt?")


@pytest.mark.parametrize(
    ("eighth", "said"),
    [
        ("8 +1 -1 +1 -1 solo", ""),
        ("8 +6 -2 -2 -2 solo", "faults.sheet.twin-solos"),
        ("8 +6 -2 -2 -2", ""),
        ("8 . . -2 -2 solo", ""),
    ],
)
def test_two_equal_solos(rules: RuleSet, sheet_of: SheetOf, eighth: str, said: str) -> None:
    """S1: two neighbouring rows of one solo with the same points may be one game, and another is lost. Other rows are
    equal by chance far too often."""
    text = edit(edit(GOOD, "7", "7 +6 -2 -2 -2 solo" if ". " not in eighth else "7 . . -2 -2 solo"), "8", eighth)
    found = [f for f in check_sheet(rules, replace(sheet_of(text, games=8), sums=())) if f.code == "game-count"]
    assert [f.sentence for f in found] == ([said] if said else [])
    pairs = edit(GOOD, "8", "8 +3 -3 +3 -3")
    assert "game-count" not in [f.code for f in check_sheet(rules, sheet_of(pairs, games=8))]


def test_two_rows_alike_to_the_last_detail(rules: RuleSet) -> None:
    """S1: one game written twice; a single detail that differs is enough for them to be two. Not where the turns to
    sit out show."""
    game = Game("normal", (1, 2), augen=131)
    for other, said in ((game, ["faults.sheet.twins"]), (replace(game, augen=132), []), (replace(game, bock=True), [])):
        rows = (Row(1, (1, 1, -1, -1), details=game), Row(2, (1, 1, -1, -1), details=other))
        assert [
            f.sentence
            for f in check_sheet(rules, Sheet(4, 2, rows))
            if f.severity == "warning" and f.code == "game-count"
        ] == said
    five = tuple(Row(n, (1, 1, -1, -1, None), details=replace(game, seats=5, sits=(5,)), sits=(5,)) for n in (1, 2))
    assert "faults.sheet.twins" not in [f.sentence for f in check_sheet(rules, Sheet(5, 2, five))]
    assert "faults.sheet.twins" in [f.sentence for f in check_sheet(load("kurzregeln-48"), Sheet(5, 2, five))]


def test_offence_rows_are_extra(rules: RuleSet, sheet_of: SheetOf, told: Told) -> None:
    """S2: an offence below the printed games is one by its place, has no cross, counts in the sums and is no game."""
    text = edit(GOOD, "sums", "9 +5 +5 -15 +5\n10 blank\nsums +14 +14 -16 -12")
    sheet = sheet_of(text, games=8)
    assert told(check_sheet(rules, sheet)) == []
    assert check_rows(rules, sheet) == ((),) * 10


def test_offence_that_counts(rules: RuleSet, sheet_of: SheetOf, told: Told) -> None:
    """S2: where an offence is a game, eight games beside it are one too many."""
    counting = replace(rules, offence=replace(rules.offence, counts_as_game=True))
    text = edit(GOOD, "sums", "9 +5 +5 -15 +5 offence")
    assert told(check_sheet(counting, replace(sheet_of(text, games=9), games=0))) == ["game-count"]
    eight = replace(counting, sheet=replace(rules.sheet, games=(replace(rules.sheet.games[0], games=8),)))
    assert told(check_sheet(eight, sheet_of(text, games=9))) == ["offence-count g09.offence"]


def test_a_minor_offence_is_no_game() -> None:
    """S2 (ddv TSR 9): in the row of a game it leaves one game too few; below the games it says nothing; nor does a
    serious one there, after which the game was dealt again (9.4.3, 8.5.3)."""
    ddv = load("ddv")
    games = [Row(number, (1, 1, -1, -1), solo=False) for number in range(1, 25)]
    minor, serious = Row(10, (1, -3, 1, 1), offence=True), Row(25, (4, -12, 4, 4), offence=True)
    for rows, said in (
        ([*games[:9], minor, *games[10:]], ["Nur 23 von 24 Spielen; die leichte Strafe zählt nicht als Spiel."]),
        ([*games, replace(minor, number=25, offence=False)], []),
        ([*games, serious], []),
        ([*games, serious, replace(games[0], number=26)], ["26 Spiele statt 24; die Strafe zählt als Spiel."]),
        ([*games[:23], replace(serious, number=24), replace(minor, number=25)], []),
    ):
        found = check_sheet(ddv, Sheet(4, 24, tuple(rows)))
        assert [f.message() for f in found if f.code in ("offence-count", "game-count")] == said


def test_silent_hochzeit_is_no_pflichtsolo(rules: RuleSet, told: Told) -> None:
    """S4: where the details show the kind of game, a stille Hochzeit is not taken for the Pflichtsolo."""
    kinds = ["solo", "solo", "solo", "stille-hochzeit"]
    points = {1: (3, -1, -1, -1), 2: (-1, 3, -1, -1), 3: (-1, -1, 3, -1), 4: (-1, -1, -1, 3)}
    rows = tuple(Row(n, points[n], solo=True, details=Game(kind, (n,), augen=130)) for n, kind in enumerate(kinds, 1))
    assert told(check_sheet(rules, Sheet(4, 4, rows))) == ["pflichtsolo"]


def test_untripled_solo_is_a_solo(rules: RuleSet, sheet_of: SheetOf, told: Told) -> None:
    """S4: a solo with wrong points still is its player's Pflichtsolo."""
    sheet = replace(sheet_of(edit(GOOD, "2", "2 +2 -2 -2 -2 solo"), games=8), sums=())
    assert told(check_sheet(rules, sheet)) == []


FIVE = """
1  / +2 +2 -2 -2
2  +6 / -2 -2 -2 solo
3  +1 -1 / -1 +1
4  -4 +12 -4 / -4 solo
5  0 0 0 0 /
6  / +2 +2 +2 -6 solo
7  -1 / +3 -1 -1 solo
8  -1 -1 / +3 -1 solo
9  +2 +2 -2 / -2
10 +3 -3 +3 -3 /
"""


def test_five_seats_pass(rules: RuleSet, sheet_of: SheetOf) -> None:
    """S3: everybody sits out in turn; sums may be of any parity."""
    sheet = sheet_of(FIVE + "sums +6 +13 +2 -4 -17", games=10)
    assert check_sheet(rules, sheet) == ()
    assert check_rows(rules, sheet) == ((),) * 10


def test_sitters_shifted(rules: RuleSet, sheet_of: SheetOf, told: Told) -> None:
    """S3: after a row skipped, everybody sits out a game late: one finding for the sheet, where it shows first."""
    rows = sheet_of(FIVE, games=10).rows
    late = (*rows[:4], *(replace(row, number=row.number + 1) for row in rows[4:9]))
    found = told(check_sheet(rules, Sheet(5, 10, late)))
    assert [line for line in found if line.startswith("wrong")] == ["wrong-sitter g07.p1 g07.p2 g07.p3 g07.p4 g07.p5"]


@pytest.mark.parametrize(
    ("away", "first", "german", "english"),
    [
        (
            "1234123421234",
            5,
            "Fehlt davor ein Spiel, in dem Platz 5 aussetzt",
            "Is a game missing above it that seat 5",
        ),
        ("1234451231512", 5, "Ist Spiel 4 doppelt", "Is game 4 there twice"),
        ("1234.51231512", 6, "Spiel 5 ist leer, das nächste steht eine", "Game 5 is blank, the next one"),
        ("1234234532345", 5, "Eine Zeile übersprungen, oder der falsche Geber?", "A row skipped, or the wrong dealer?"),
    ],
)
def test_what_shifted_the_sitters(
    rules: RuleSet, sheet_of: SheetOf, away: str, first: int, german: str, english: str
) -> None:
    """S3: one finding says from which game on, and what presumably lies above it; a single slip below is no second
    one."""
    rows = [
        f"{number} blank"
        if seat == "."
        else f"{number} " + " ".join("/" if str(n) == seat else "+2" if n % 2 else "-2" for n in range(1, 6))
        for number, seat in enumerate(away, 1)
    ]
    found = [f for f in check_sheet(rules, sheet_of("\n".join(rows), games=0)) if f.code == "wrong-sitter"]
    assert [f.sentence for f in found] == ["faults.sheet.sitters-shifted"]
    assert (found[0].message().partition(".")[0], found[0].message("en").partition(".")[0]) == (
        f"Ab Spiel {first} setzen die Falschen aus",
        f"From game {first} on the wrong players sit out",
    )
    assert (german in found[0].message(), english in found[0].message("en")) == (True, True)


def test_offence_does_not_move_the_deal(rules: RuleSet, sheet_of: SheetOf, told: Told) -> None:
    """S3: a game repeated after an offence has the same dealer, so the turns go on behind the extra row."""
    rows = sheet_of(FIVE, games=11).rows
    offence = Row(4, (5, 5, -15, None, 5), offence=True)
    later = (*rows[:3], offence, *(replace(row, number=row.number + 1) for row in rows[3:]))
    sheet = Sheet(5, 11, later)
    assert [line for line in told(check_sheet(rules, sheet)) if line.startswith("wrong")] == []
    assert check_rows(rules, sheet) == ((),) * 11


def test_sitting_turns_without_rotation(rules: RuleSet, sheet_of: SheetOf, told: Told) -> None:
    """S3: where no order is laid down, each seat still sits out equally often."""
    free = replace(rules, sheet=replace(rules.sheet, sitter=replace(rules.sheet.sitter, rotation="")))
    sheet = sheet_of(FIVE, games=10)
    assert told(check_sheet(free, sheet)) == []
    uneven = replace(sheet, rows=(*sheet.rows[:9], Row(10, (3, -3, 3, None, -3), sits=(4,))))
    assert told(check_sheet(free, uneven)) == ["wrong-sitter", "wrong-sitter"]


SUM_PROPOSALS = """
the sum corrected          | sums | sums +9 +9 +1 -17                     | Summe von Platz 3: -1 statt +1
the row mended by its sums | 3    | 3 +1 +1 -1 +1                         | Spiel 3, Platz 2: -1 statt +1
the sums tell which sign   | 1    | 1 +2 +2 +2 -2                         | Spiel 1, Platz 3: -2 statt +2
two rows wrong: no guess   | 3    | 3 +1 +1 -1 +1, 1 +2 +2 +2 -2          |
"""


@pytest.mark.parametrize("case", SUM_PROPOSALS.strip().splitlines())
def test_sum_proposal(rules: RuleSet, sheet_of: SheetOf, case: str) -> None:
    """S7: the sums show which of several mendings of a row is meant, and are corrected only when all rows are right."""
    _, _, change, proposal = (part.strip() for part in case.split("|"))
    text = GOOD
    for line in change.split(", "):
        text = edit(text, line.split()[0], line)
    found = [f for f in check_sheet(rules, sheet_of(text, games=8)) if f.code == "sum-mismatch"]
    assert found
    assert {finding.proposal_text() for finding in found} == {proposal}


def test_a_short_round(rules: RuleSet, sheet_of: SheetOf) -> None:
    """S1: on a sheet printed for 16 games, eight are too few; nothing is asked of a sheet printed for eight."""
    (finding,) = check_sheet(rules, sheet_of(GOOD, games=16))
    assert finding.message() == "Nur 8 von 16 Spielen."


def test_an_empty_sheet(rules: RuleSet, told: Told) -> None:
    """A sheet with nothing on it has too few games, and no other fault is made up."""
    rows = tuple(Row(number, (None,) * 4, blank=True) for number in range(1, 17))
    assert told(check_sheet(rules, Sheet(4, 16, rows, (None,) * 4))) == ["game-count"]


def test_a_sheet_without_a_game_is_asked_about(sheet_of: SheetOf, told: Told) -> None:
    """Where the number of games is free, a blank one would count as a table that played for nothing."""
    free = load("kurzregeln-48")
    blank = replace(sheet_of("1 blank\n2 blank\n3 blank"), sums=())
    assert [(one.code, one.sentence) for one in check_sheet(free, blank)] == [("game-count", "faults.sheet.no-games")]
    assert told(check_sheet(free, replace(sheet_of("1 +2 +2 -2 -2\n2 blank"), sums=()))) == []
