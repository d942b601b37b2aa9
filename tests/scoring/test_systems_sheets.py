"""Sheets of the other systems: what each asks of its rows and its sheet that the others do not."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from scoring.findings import Finding
from scoring.rows.all_checks import check_row, check_rows, check_sheet
from scoring.rows.row_patterns import find_mendings, is_legal
from scoring.rows.written_rows import Row, Sheet
from scoring.rulesets import load_rules
from scoring.rulesets.rule_page import write_page

RowOf = Callable[[str], Row]
SheetOf = Callable[..., Sheet]
Told = Callable[[tuple[Finding, ...]], list[str]]

ROWS = """
zehn-cent       | R2 an offence              | 7 -150 +50 +50 +50 offence   |
zehn-cent       | R2 another fine            | 7 -15 +5 +5 +5 offence       | pattern, 4 unit-step
zehn-cent       | R4 no multiple of ten      | 7 +25 +25 -25 -25            | 4 unit-step, impossible-value
zehn-cent       | R5 passes                  | 7 +20 +20 -20 -20            |
zehn-cent       | R6 80 is rare              | 7 +80 +80 -80 -80            | unusual-value
zehn-cent       | R5 a solo is 20 at least   | 7 +60 -20 -20 -20 solo       |
zwoelf-spiele   | R5 a lost solo of 2        | 7 -6 +2 +2 +2 solo           | impossible-value
zwoelf-spiele   | R5 a lost solo of 5        | 7 -15 +5 +5 +5 solo          |
kurzregeln-48   | R5 a lost solo of 2        | 7 -6 +2 +2 +2 solo           | impossible-value
kurzregeln-48   | R5 odd beyond Sonderpunkte | 7 +15 +15 -15 -15            | impossible-value
stille-hochzeit | R2 offences are played out | 7 -15 +5 +5 +5 offence       | pattern
stille-hochzeit | R2 nor are they nothing    | 7 0 0 0 0 offence            | pattern
ddv             | R2 a serious offence       | 7 -12 +4 +4 +4 offence       |
ddv             | R2 against two Absagen     | 7 -18 +6 +6 +6 offence       |
ddv             | R2 a minor one             | 7 -3 +1 +1 +1 offence        |
ddv             | R2 no such fine            | 7 -6 +2 +2 +2 offence        | pattern
ddv             | R5 a lost solo of 1        | 7 -3 +1 +1 +1 solo           |
ddv             | R5 above every game        | 7 +40 +40 -40 -40            | impossible-value
ddv             | R6 8 is rare               | 7 +8 +8 -8 -8                | unusual-value
"""


@pytest.mark.parametrize("case", ROWS.strip().splitlines())
def test_row(row_of: RowOf, told: Told, case: str) -> None:
    """A row gets just the findings that its system has for it."""
    name, _, text, codes = (part.strip() for part in case.split("|"))
    findings = check_row(load_rules.load(name), row_of(text), 4)
    told(findings)
    assert ", ".join(finding.code for finding in findings) == codes.replace("4 unit-step", ", ".join(["unit-step"] * 4))


@pytest.mark.parametrize(
    ("name", "text", "words"),
    [
        (
            "zwoelf-spiele",
            "7 -6 +2 +2 +2",
            "Kein Solo ist 2 wert. Platz 1 spielt allein, also allein gebliebene Hochzeit",
        ),
        ("zwoelf-spiele", "7 +9 -3 -3 -3", "ohne Solo-Kreuz: allein gebliebene Hochzeit, oder fehlt es?"),
        ("zwoelf-spiele", "7 +5 +5 -15 +5", "-15 und dreimal +5 ohne Kreuz"),
        ("ddv", "7 -3 +1 +1 +1", "-3 und dreimal +1 ohne Kreuz"),
        ("ddv", "7 +6 +6 -18 +6", "-18 und dreimal +6 ohne Kreuz"),
        ("ddv", "7 -6 +2 +2 +2 offence", "-12/+4, -15/+5, -18/+6, -21/+7, -24/+8, -3/+1"),
        ("zehn-cent", "7 -60 +20 +20 +20 offence", "-150 und dreimal +50"),
    ],
)
def test_what_one_against_three_can_be(row_of: RowOf, name: str, text: str, words: str) -> None:
    """R8, R2: the sentence says what the value leaves possible in that system, with the amounts that are written."""
    assert words in " ".join(finding.message() for finding in check_row(load_rules.load(name), row_of(text), 4))


def test_offences_played_out_are_never_legal(row_of: RowOf) -> None:
    """Where there are no offence rows, none is legal, and no mending invents one."""
    rules = load_rules.load("stille-hochzeit")
    for text in ("7 0 0 0 0 offence", "7 0 0 0 +1 offence"):
        assert not is_legal(rules, row_of(text), 4)
        assert find_mendings(rules, row_of(text), 4) == ()


DDV = [
    *(Row(number, (1, 1, -1, -1)) for number in range(1, 21)),
    Row(21, (3, -1, -1, -1)),
    Row(22, (-1, -1, -1, 3)),
    Row(23, (-1, 3, -1, -1), solo=True),
    Row(24, (1, 1, -3, 1)),
]


def test_pflichtsolo_in_its_own_section(told: Told) -> None:
    """S4, ddv: the four rows below the twenty games hold each player's Pflichtsolo, crossed or not."""
    rules = load_rules.load("ddv")
    assert told(check_sheet(rules, Sheet(4, 24, tuple(DDV)))) == []
    wrong = replace(DDV[20], points=(-1, -1, -1, 3))
    (finding,) = check_sheet(rules, Sheet(4, 24, (*DDV[:20], wrong, *DDV[21:])))
    assert (finding.code, finding.gaps["seat"]) == ("pflichtsolo", 1)


def test_two_halves_of_a_round(told: Told) -> None:
    """S1, S4, ddv at five seats: each half has its 15 games; the Pflichtsoli stand on the second one only."""
    rules = load_rules.load("ddv")
    rows = [Row(n, _pairs((n - 1) % 5 + 1)) for n in range(1, 26)]
    rows += [Row(25 + seat, _lone(seat), solo=True) for seat in range(1, 6)]
    first, second = Sheet(5, 30, tuple(rows[:15]), half=1), Sheet(5, 30, tuple(rows[15:]), half=2)
    assert (told(check_sheet(rules, first)), told(check_sheet(rules, second))) == ([], [])
    assert told(check_sheet(rules, replace(second, rows=second.rows[:-1]))) == ["game-count", "pflichtsolo"]
    assert told(check_sheet(rules, replace(first, rows=first.rows[:-1]))) == ["game-count"]


def _pairs(sits: int) -> tuple[int | None, ...]:
    """Two against two, without that seat."""
    values = iter((1, 1, -1, -1))
    return tuple(None if seat == sits else next(values) for seat in range(1, 6))


def _lone(seat: int) -> tuple[int | None, ...]:
    """A solo of that seat; the next one sits out."""
    return tuple(3 if one == seat else None if one == seat % 5 + 1 else -1 for one in range(1, 6))


def test_a_lustsolo_is_no_pflichtsolo(told: Told) -> None:
    """S4, ddv: a solo among the ordinary games does not stand for the one in the section."""
    early = replace(DDV[2], points=(3, -1, -1, -1), solo=True)
    stolen = replace(DDV[20], points=(-1, -1, -1, 3))
    sheet = Sheet(4, 24, (*DDV[:2], early, *DDV[3:20], stolen, *DDV[21:]))
    assert told(check_sheet(load_rules.load("ddv"), sheet)) == ["pflichtsolo"]


def test_sitters_in_the_section(row_of: RowOf) -> None:
    """R3, ddv: among five, the dealer sits out of the first 25 games; in the section it may be anybody."""
    rules = load_rules.load("ddv")
    assert [f.code for f in check_row(rules, row_of("7 / +2 +2 -2 -2"), 5)] == ["wrong-sitter"]
    assert [f.code for f in check_row(rules, row_of("27 / +6 -2 -2 -2 solo"), 5)] == []


def test_free_play(told: Told) -> None:
    """S1, S4: where players are free, no game is missing; Pflichtsoli are owed after five deals by each player."""
    few = tuple(Row(number, (1, 1, -1, -1)) for number in range(1, 8))
    for name in ("kurzregeln-48", "stille-hochzeit"):
        assert told(check_sheet(load_rules.load(name), Sheet(4, 16, few))) == []
    many = tuple(Row(number, (1, 1, -1, -1)) for number in range(1, 21))
    assert told(check_sheet(load_rules.load("stille-hochzeit"), Sheet(4, 20, many))) == ["pflichtsolo"] * 4


def test_an_offence_is_a_game(sheet_of: SheetOf, told: Told) -> None:
    """S2: twelve rows are twelve games, one of them an offence; eleven and it are too few only without it."""
    rules = load_rules.load("zwoelf-spiele")
    games = "\n".join(f"{number} +2 +2 -2 -2" for number in range(1, 12))
    sheet = sheet_of(games + "\n12 -15 +5 +5 +5 offence\nsums +7 +27 -17 -17", games=12)
    assert told(check_sheet(rules, sheet)) == []
    assert check_rows(rules, sheet) == ((),) * 12
    short = replace(sheet, rows=(*sheet.rows[:10], replace(sheet.rows[10], blank=True, points=(None,) * 4)), sums=())
    assert told(check_sheet(rules, short)) == ["game-count"]


def test_parity_in_tens(sheet_of: SheetOf, told: Told) -> None:
    """S6: sums that are multiples of ten are distinguished by their tens."""
    rows = "\n".join(f"{number} +20 +20 -20 -20" for number in range(1, 16)) + "\n16 +30 -30 +30 -30"
    sheet = sheet_of(rows + "\nsums +330 +270 -270 -320", games=16)
    findings = check_sheet(load_rules.load("zehn-cent"), sheet)
    assert [line for line in told(findings) if line.startswith("parity")] == ["parity sum.p4"]


@pytest.mark.parametrize(
    ("name", "four", "five", "rounds"),
    [
        ("zehn-cent", 16, 20, 3),
        ("zwoelf-spiele", 12, None, 3),
        ("ddv", 24, 30, 1),
        ("pflichtsolo-40", 16, 20, 3),
        ("kurzregeln-48", None, None, 1),
        ("stille-hochzeit", None, None, 1),
    ],
)
def test_games_of_a_round(name: str, four: int | None, five: int | None, rounds: int) -> None:
    """Games by table size; None where they are free or there is no such table."""
    sheet = load_rules.load(name).sheet
    assert (sheet.count_owed_games(4), sheet.count_owed_games(5), sheet.rounds.count) == (four, five, rounds)
    assert (5 in sheet.seats) == (name != "zwoelf-spiele")


@pytest.mark.parametrize(
    ("name", "cards", "calls"),
    [
        ("pflichtsolo-40", 40, (9, 8, 7, 6, 5)),
        ("zehn-cent", 48, (12, 12, 12, 12, 12)),
        ("ddv", 48, (11, 10, 9, 8, 7)),
        ("kurzregeln-48", 48, (11, 10, 9, 8, 7)),
        ("zwoelf-spiele", 40, (9, 8, 7, 6, 5)),
        ("stille-hochzeit", 40, (9, 8, 7, 6, 5)),
    ],
)
def test_deck_and_deadlines(name: str, cards: int, calls: tuple[int, ...]) -> None:
    """How many cards there are, and with how many in hand each call may still be made."""
    rules = load_rules.load(name)
    assert sum(card.copies for card in rules.deck) == cards
    assert (rules.deadline.ansage_cards, *(level.cards for level in rules.levels)) == calls


@pytest.mark.parametrize("name", load_rules.list_known())
def test_every_card_has_its_place_in_a_solo(name: str) -> None:
    """A card is a trump, one of the chosen suit, or plain; and all plain suits hold the same ranks, highest first."""
    rules = load_rules.load(name)
    cards = {f"{suit}-{card.rank}" for suit in ("kreuz", "pik", "herz", "karo") for card in rules.deck}
    for solo in rules.sheet.solos:
        for suit in solo.suits or ("",):
            chosen = {f"{suit}-{rank}" for rank in solo.trumps.chosen if suit}
            plain = cards - set(solo.trumps.order) - chosen
            assert {card.partition("-")[2] for card in plain} == set(solo.trumps.plain)
        augen = [next(card.augen for card in rules.deck if card.rank == rank) for rank in solo.trumps.plain]
        assert augen == sorted(augen, reverse=True)


def test_trumps_of_solos_on_the_page() -> None:
    """With hearts as trumps the tens are named once, on top."""
    told = " ".join(write_page(load_rules.load("kurzregeln-48"), "de"))
    assert (
        "Trumpf, von oben: Kreuz-Dame, Pik-Dame, Herz-Dame, Karo-Dame; Fehlfarben, von oben: Ass, Zehn, König, "
        "Bube, Neun [Solo 1: " in told
    )
    assert "dann Ass, Zehn, König, Neun der gewählten Farbe, soweit nicht schon genannt; " in told
    assert "  kein Trumpf; jede Farbe, von oben: Ass, Zehn, König, Dame, Bube [" in " ".join(
        write_page(load_rules.load("pflichtsolo-40"), "de")
    )


def test_games_that_the_time_may_have_ended_are_one_question() -> None:
    """S1, ddv: rows that are blank above the Pflichtsoli, with all their cells."""
    blank = [replace(row, points=(None,) * 4, blank=True) for row in DDV[16:20]]
    told = check_sheet(load_rules.load("ddv"), Sheet(4, 24, (*DDV[:16], *blank, *DDV[20:])))
    [finding] = [one for one in told if one.code == "game-count"]
    assert finding.sentence == "faults.sheet.end-left-blank"
    assert finding.fields == tuple(f"g{number}.p{seat}" for number in range(17, 21) for seat in range(1, 5))
