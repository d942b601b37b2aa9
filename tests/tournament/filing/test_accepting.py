"""What is proposed of a row counts, once it is accepted, as some game or offence of the rules does."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from dev.rounds.doubtful_sheets import STYLES, Style, draw_doubtful_sheet
from scanner.sheet_reading import SheetReading
from scoring.counting.rules import RuleSet
from scoring.rulesets.load_rules import load
from tests.tournament.filing.files import keep_book
from tests.tournament.fullpaper import accepted, full_reading, judge_full
from tests.tournament.paper import RULES, written
from tests.tournament.test_lists import judge_totals
from tests.tournament.test_one_sided import PLUS
from tournament.filing.decisions.deciding import find_broken_rules
from tournament.judging.causes import settle_as_proposed
from tournament.judging.offers import list_offers
from tournament.judging.onesided import tells_rest
from tournament.review.game_rows import list_choices

SYSTEMS = ("ddv", "kurzregeln-48", "pflichtsolo-40", "stille-hochzeit", "zehn-cent")


def count_accepted(rules: RuleSet, reading: SheetReading) -> int:
    """How many proposals the rows have; each row keeps the rules once it is accepted. Whose turn it was to sit out
    depends on the other rows, which are open too."""
    (entry,), count = keep_book(rules, [reading]).entries, 0
    for row in entry.sheet.open_rows:
        for finding in row.findings:
            if finding.proposal:
                settled, count = replace(settle_as_proposed(row, finding.proposal), details=None), count + 1
                broken = find_broken_rules(rules, entry, row, settled)
                assert not {one.code for one in broken} - {"wrong-sitter"}, (finding, settled)
    return count


def accept_all(style: Style, sheets: int) -> int:
    """How many proposals were accepted on so many sheets on which much is wrong."""
    rng, found = random.Random(f"accepted {style}"), 0
    for number in range(sheets):
        rules = load(SYSTEMS[number % len(SYSTEMS)])
        seats = rng.choice([seats for seats in rules.sheet.seats if seats < 6])
        found += count_accepted(rules, draw_doubtful_sheet(rng, rules, seats, style).reading)
    return found


@pytest.mark.few(2)
@pytest.mark.parametrize("style", STYLES)
def test_a_row_keeps_the_rules_once_its_proposal_is_accepted(style: Style) -> None:
    """On sheets of every style."""
    assert accept_all(style, 15) > 2


@pytest.mark.slow
@pytest.mark.parametrize("style", STYLES)
def test_all_rows_keep_the_rules_once_their_proposals_are_accepted(style: Style) -> None:
    """On many more."""
    assert accept_all(style, 150) > 40


@pytest.mark.parametrize("plus", [True, False])
def test_of_one_side_the_full_row_is_accepted(*, plus: bool) -> None:
    """Where plus points alone are written, by the sheet or by the table's custom, a 6 for a 3 turns the points of all
    four: a solo that was not tripled."""
    lines = [("4 _ 4 _", "re1 re3 re.re augen=153 value=4")] * 4 + [("_ 3 _ _", "re2 solo.buben augen=163 value=3")]
    (entry,) = keep_book(RULES, [full_reading(RULES, lines, plus=plus)]).entries
    row = entry.sheet.rows[-1]
    assert row.points == (-1, 3, -1, -1)
    assert [offer.settled.points for offer in list_offers(row)] == [(-2, 6, -2, -2)]


@pytest.mark.parametrize("plus", [True, False])
def test_so_it_is_in_the_workbook(*, plus: bool) -> None:
    """And there no ink of one side is taken for full points."""
    (entry,) = keep_book(RULES, [written([*PLUS, "_ 2 2 _", "_ _ 3 3", "9 4~9@0.97 _ _"], plus=plus)]).entries
    row = entry.sheet.rows[-1]
    choice = list_choices(row, row.findings, plain=not tells_rest(entry.sheet))
    assert (row.status, choice.accepted, choice.written) == ("review", (9, 9, -9, -9), None)


def test_a_proposal_that_moves_no_points_is_accepted_in_the_workbook() -> None:
    """Totals and details beside right points: the row counts as it did."""
    rows = judge_totals(["4 | 12 | +4 +4 -4 -4", "2 | 13 | +6 +2 +2 -6", "3 | 24 | +3 +5 -1 -3"]).rows
    told = [list_choices(row, row.findings, plain=False).accepted for row in rows if row.status == "review"]
    assert told == [rows[1].points]
    line = ("-12 +12 -12 +12", "re1 re3 kontra.kontra kontra.k90 kontra.k60 augen=170 value=12")
    crossed = judge_full([line], sums=line[0]).rows[0]
    assert accepted(crossed)["re.k60"] == "x"
    assert list_choices(crossed, crossed.findings, plain=True).accepted == (-12, 12, -12, 12)
