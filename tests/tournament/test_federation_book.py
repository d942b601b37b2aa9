"""By the federation's book: every lawful row of its paragraphs with points passes, and every planted unlawful one is
found, on lists of points, on lists of running totals and on full sheets.

The rows are written from the paragraphs (TSR of 21 February 2026), and not from the rule set's file.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import accumulate, permutations

import pytest

from scoring.rows.all_checks import check_row, check_rows, check_sheet
from scoring.rows.row_patterns import is_legal
from scoring.rows.written_rows import Row, Sheet
from scoring.rulesets.load_rules import load
from tests.tournament.fullpaper import judge_row
from tests.tournament.paper import codes, written
from tests.tournament.test_lists import judge_totals
from tournament.judging.judged_sheet import JudgedSheet
from tournament.judging.reconcile import reconcile
from tournament.judging.written_sheet import transcribe

DDV = load("ddv")
ABSAGEN = ("", "k90", "k60", "k30", "schwarz")
Points = tuple[int, ...]


@dataclass(frozen=True)
class Lawful:
    """A row by a paragraph: the points of the four who play, whether the solo is crossed, too, and what a full sheet
    says beside them."""

    paragraph: str
    points: Points
    solo: bool = False
    details: str = "offence"


def list_fined(seats: int = 4) -> Iterator[Lawful]:
    """Every fine by every seat, raised by as many Absagen as there can be, against every soloist."""
    for offender in range(seats):
        others = [seat for seat in range(seats) if seat != offender]
        for count, level in enumerate(ABSAGEN):
            shared = tuple(-12 - 3 * count if seat == offender else 4 + count for seat in range(seats))
            yield Lawful("9.4.3", shared)
            partner = others[0] + 1
            said = f"kontra.{level}" if level else "kontra.kontra"
            yield Lawful("9.4.3", shared, details=f"offence re{offender + 1} re{partner} {said}")
            yield Lawful("9.4.4 own", shared, details=f"offence re{offender + 1} solo.buben {said}")
        yield Lawful("9.3.2", tuple(-3 if seat == offender else 1 for seat in range(seats)))
    for offender, soloist in permutations(range(seats), 2):
        for count, level in enumerate(ABSAGEN):
            paid = {offender: -12 - 3 * count, soloist: 12 + 3 * count}
            alone = tuple(paid.get(seat, 0) for seat in range(seats))
            said = f" re.{level}" if level else " re.re"
            yield Lawful("9.4.4", alone, solo=True, details=f"offence re{soloist + 1} solo.damen{said}")
            yield Lawful("9.4.4", alone)
        minor = tuple({offender: -3, soloist: 3}.get(seat, 0) for seat in range(seats))
        yield Lawful("9.3.3 b1", minor)
        yield Lawful("9.3.3 b1", minor, details=f"offence re{soloist + 1} solo.damen re.k60")
        shared = tuple(-3 if seat == offender else 1 for seat in range(seats))
        yield Lawful("9.3.3 b2", shared, details=f"offence re{soloist + 1} solo.damen")


def list_played() -> Iterator[Lawful]:
    """Games of two against two and of one against three, and the Nullspiel."""
    yield Lawful("7.2", (0, 0, 0, 0), details="")
    for value in range(1, 30):
        yield Lawful("7.2", (value, -value, value, -value), details="")
    for value in (1, 2, 3, 5, 8):
        for sign in (1, -1):
            yield Lawful("7.2.4", (3 * sign * value, *[-sign * value] * 3), solo=True, details="")


LAWFUL = [*list_fined(), *list_played()]
PLAYED = {"7.2", "7.2.4"}


def test_every_paragraph_is_there() -> None:
    """The rows of these tests, counted: 4 seats, each twice as a table of five has it, too."""
    assert len(LAWFUL) == 4 * (3 * 5 + 1) + 12 * (2 * 5 + 3) + 1 + 29 + 10 == 260
    assert {sum(one.points) for one in LAWFUL} == {0}
    uneven = {one.paragraph for one in LAWFUL if len({points % 2 for points in one.points}) > 1}
    assert uneven == {"9.4.4", "9.3.3 b1"}, "7.3.3.2: only fines in a solo break even and odd"


@pytest.mark.parametrize("sits", [None, 1, 2, 3, 4, 5])
def test_every_lawful_row_passes(sits: int | None) -> None:
    """At four seats, and at five with each seat sitting out: no check has anything to say."""
    seats = 4 if sits is None else 5
    for one in LAWFUL:
        points: tuple[int | None, ...] = one.points
        if sits is not None:
            points = (*points[: sits - 1], None, *points[sits - 1 :])
        game = 0 if one.paragraph in PLAYED else 7
        row = Row(
            7, points, solo=one.solo, offence=game > 0, game=sits or 7, deal=sits or 7, sits=(sits,) if sits else ()
        )
        found = [finding for finding in check_row(DDV, row, seats) if finding.severity in ("error", "warning")]
        rare = [finding for finding in found if finding.code == "unusual-value"]
        assert found == rare, (one, [finding.message("de") for finding in found])
        assert is_legal(DDV, row, seats), one


def judge_points(lines: list[str], sums: str = "", games: int = 0) -> JudgedSheet:
    """The list of points judged by the federation's rules."""
    return reconcile(DDV, transcribe(written(lines, sums, games=games, rules="ddv")))


def write_line(one: Lawful) -> str:
    """The row as `tests.tournament.paper` reads it."""
    marks = [*(["solo"] if one.solo else []), *([] if one.paragraph in PLAYED else ["strafe"])]
    return " ".join([*(f"{points:+d}" if points else "0" for points in one.points), *marks])


def test_every_lawful_row_passes_on_a_list_of_points() -> None:
    """Nobody is asked about any of them, and each counts as written."""
    for start in range(0, len(LAWFUL), 24):
        some = LAWFUL[start : start + 24]
        sheet = judge_points([write_line(one) for one in some])
        for one, row in zip(some, sheet.rows, strict=True):
            asked = tuple(finding for finding in row.findings if finding.code != "unusual-value")
            assert (row.points, codes(asked)) == (one.points, []), one
            assert row.status == "ok" or codes(row.findings) == ["unusual-value"]


def test_every_fine_passes_on_a_list_of_running_totals() -> None:
    """The list's totals move by the fine; an offence is crossed, and the value left blank."""
    fines = list(dict.fromkeys(one.points for one in LAWFUL if one.paragraph not in PLAYED))
    for start in range(0, len(fines), 12):
        some = fines[start : start + 12]
        totals = list(accumulate(some, lambda one, other: tuple(map(sum, zip(one, other, strict=True)))))
        lines = [f"_ | _ | {' '.join(f'{total:+d}' for total in after)} strafe" for after in totals]
        sheet = judge_totals(lines)
        for points, row in zip(some, sheet.rows, strict=True):
            assert (row.points, row.offence) == (points, True), points
            assert codes(row.findings) == [], (points, [finding.message("de") for finding in row.findings])


def test_every_fine_passes_on_a_full_sheet() -> None:
    """With who was Re, which solo it was and what was said beside it."""
    for one in LAWFUL:
        if one.paragraph not in PLAYED:
            row = judge_row(" ".join(f"{points:+d}" for points in one.points), one.details, "ddv")
            assert (row.points, row.status, codes(row.findings)) == (one.points, "ok", []), one


NORMAL = [f"+{n} +{n} -{n} -{n}" for n in (1, 2, 3, 1)] + [f"+{n} -{n} +{n} -{n}" for n in (2, 1, 1, 3)]
GAMES = [*NORMAL, *NORMAL, "+1 -1 -1 +1", "-1 +1 +1 -1", "+2 -2 -2 +2", "-2 +2 +2 -2"]
SOLOS = ["+9 -3 -3 -3 solo", "-3 +9 -3 -3 solo", "-3 -3 +9 -3 solo", "-3 -3 -3 +9 solo"]
ROUND = [*GAMES, *SOLOS]


def add_up(lines: list[str]) -> str:
    """The sum row of these lines."""
    columns = zip(*([int(word) if word != "_" else 0 for word in line.split()[:4]] for line in lines), strict=True)
    return " ".join(f"{sum(column):+d}" for column in columns)


def list_told(sheet: JudgedSheet) -> set[str]:
    """The codes of all that a person is told about the sheet, but for signatures."""
    found = [*sheet.findings, *(one for row in sheet.rows for one in row.findings)]
    return {one.code for one in found if one.severity != "note" and one.code != "unsigned"}


def test_whole_rounds_are_right() -> None:
    """The round itself; with a fine in a row of its own; after which the game was dealt again; with a solo that was
    fined as somebody's Pflichtsolo, in its row: nothing is reported."""
    assert len(ROUND) == 24
    fined = [*GAMES, "+12 -12 0 0 solo strafe", *SOLOS[1:]]
    raised = [*GAMES, *SOLOS[:2], "0 -21 +21 0 solo strafe", SOLOS[3]]
    ended = ["-12 +4 +4 +4 strafe", *ROUND[1:]]
    again = [*ROUND, "-12 +4 +4 +4"]
    minor = [*ROUND, "-3 +3 0 0"]
    for lines in (ROUND, fined, raised, ended, again, minor):
        assert list_told(judge_points(lines, add_up(lines), games=24)) == set(), lines[-1]


PLANTED_ROWS = {
    "1 a fine that is no fine": "-13 +5 +4 +4 strafe",
    "2 a fine without its cross": "-12 +4 +4 +4",
    "3 a fine in a solo without its cross": "-12 +12 0 0",
    "4 a wrong amount to the soloist": "-13 +13 0 0 strafe",
    "5 a fine in a solo shared by two": "-12 +6 +6 0 strafe",
    "6 a fine in a solo that pays twice": "-12 +12 +12 -12 strafe",
    "7 a fine for five Absagen": "-27 +27 0 0 strafe",
    "8 a fine between minor and serious": "-9 +9 0 0 strafe",
    "9 a fine for five Absagen, shared": "-27 +9 +9 +9 strafe",
    "10 a deduction in a row without an award": "-6 0 0 0 strafe",
    "11 a deduction without a cross": "-6 0 0 0",
    "12 a game crossed as an offence": "+4 +4 -4 -4 strafe",
    "13 a fine with its signs turned": "+12 -4 -4 -4 strafe",
    "14 a minor fine that others get twofold": "-3 +2 +2 -1 strafe",
    "15 a game and a minor fine in one row, without an award": "+1 +5 -3 -3",
    "16 a row that does not add up to 0": "+4 +4 -4 -6",
    "17 a row that no game has": "+4 +2 -2 -4",
    "18 a sign forgotten": "+4 +4 +4 -4",
    "19 a solo that was not tripled": "+6 -6 -6 -6 solo",
    "20 a solo of two": "+4 +4 -4 -4 solo",
    "21 a value that no game has": "+40 +40 -40 -40",
    "22 a fine paid by two": "-6 -6 +12 0 strafe",
    "23 a credit without a fine": "+12 0 0 0 strafe",
}


@pytest.mark.parametrize("kind", PLANTED_ROWS)
def test_every_unlawful_row_is_found(kind: str) -> None:
    """In a round that is right but for this row, which a person is asked about."""
    line = PLANTED_ROWS[kind]
    sheet = judge_points([line, *ROUND[1:]], add_up([line, *ROUND[1:]]), games=24)
    assert sheet.rows[0].status == "review"
    assert list_told(sheet)


def make_row(number: int, line: str) -> Row:
    """The row as the rules' checks take it."""
    words = line.split()
    points = tuple(None if word == "/" else int(word) for word in words if word not in ("solo", "strafe"))
    return Row(number, points, solo="solo" in words, offence="strafe" in words)


def check_lines(lines: list[str], sums: str, seats: int = 4, games: int = 24) -> set[str]:
    """The codes of all that the checks of rows and of the sheet find."""
    rows = tuple(make_row(number, line) for number, line in enumerate(lines, 1))
    sheet = Sheet(seats, games, rows, tuple(int(word) for word in sums.split()))
    found = [*check_sheet(DDV, sheet), *(one for row in check_rows(DDV, sheet) for one in row)]
    return {one.code for one in found if one.severity != "note"}


FIVE = "+1 +1 -1 -1"
PLANTED_SHEETS = {
    "24 even and odd sums (7.3.3.2)": (ROUND, "+1 +0 -1 +0", "parity"),
    "25 sums that do not add up to 0 (7.3.3.1)": (ROUND, "+2 +0 +0 +0", "not-zero-sum"),
    "26 a column added wrongly": (ROUND, "+80 -80 +0 +0", "sum-mismatch"),
    "27 a game too few (8.5.1)": (ROUND[1:], add_up(ROUND[1:]), "game-count"),
    "28 a game too many": ([*ROUND, ROUND[0]], add_up([*ROUND, ROUND[0]]), "offence-count"),
    "29 a minor offence counted as a game": (
        ["-3 +3 0 0 strafe", *ROUND[1:]],
        add_up(["-3 +3 0 0 strafe", *ROUND[1:]]),
        "offence-count",
    ),
    "30 no Pflichtsolo: it was somebody else's again": (
        [*GAMES, SOLOS[0], SOLOS[0], *SOLOS[2:]],
        add_up([*GAMES, SOLOS[0], SOLOS[0], *SOLOS[2:]]),
        "pflichtsolo",
    ),
    "31 no Pflichtsolo: the soloist himself offended (9.4.4)": (
        [*GAMES, "-12 +4 +4 +4 strafe", *SOLOS[1:]],
        add_up([*GAMES, "-12 +4 +4 +4 strafe", *SOLOS[1:]]),
        "pflichtsolo",
    ),
}


@pytest.mark.parametrize("kind", PLANTED_SHEETS)
def test_every_unlawful_sheet_is_found(kind: str) -> None:
    """By the code that names what is wrong."""
    lines, sums, code = PLANTED_SHEETS[kind]
    assert code in check_lines(lines, sums)


PLANTED_DETAILS = {
    "32 a fine in a solo shared by all": ("-12 +4 +4 +4", "offence re2 solo.buben re.re"),
    "33 Absagen of the soloist not counted": ("-12 +12 0 0", "offence re2 solo.buben re.k60"),
    "34 paid to somebody who is not the soloist": ("-15 0 +15 0", "offence re2 solo.buben re.k90"),
    "35 Absagen of the wrong party counted": ("-15 +5 +5 +5", "offence re1 re3 re.k90"),
    "36 a game played out beside a fine": ("-12 +12 0 0", "offence re2 solo.buben augen=150"),
}


@pytest.mark.parametrize("kind", PLANTED_DETAILS)
def test_every_unlawful_row_of_a_full_sheet_is_found(kind: str) -> None:
    """The details say what the fine should be."""
    points, details = PLANTED_DETAILS[kind]
    row = judge_row(points, details, "ddv")
    assert (row.status, bool(codes(row.findings))) == ("review", True)


PLANTED_TOTALS = {
    "37 a total that does not move by the fine": ["1 | 12 | +1 +1 -1 -1", "_ | _ | -11 +12 -1 -1 strafe"],
    "38 a fine without its cross on a list": ["1 | 12 | +1 +1 -1 -1", "_ | _ | -11 +13 -1 -1"],
    "39 totals of odd and even players without a fine": ["1 | 12 | +1 +1 -1 -1", "1 | 12 | +2 +1 -2 -1"],
}


@pytest.mark.parametrize("kind", PLANTED_TOTALS)
def test_every_unlawful_row_of_a_list_of_totals_is_found(kind: str) -> None:
    """A person is asked about the row."""
    assert "review" in [row.status for row in judge_totals(PLANTED_TOTALS[kind]).rows]


def test_at_five_seats_there_is_no_even_odd_rule() -> None:
    """10.1.3: sums of five may be even and odd, and nothing is said of it."""
    lines = ["/ +1 +1 -1 -1", "+2 / -2 +2 -2"]
    rows = tuple(Row(number, make_row(number, line).points) for number, line in enumerate(lines, 1))
    sheet = Sheet(5, 2, rows, (2, 1, -1, 1, -3))
    assert "parity" not in {one.code for one in check_sheet(DDV, sheet)}
