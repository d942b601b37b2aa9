"""Rows that need not add up to 0: winners only, losers only, a pot. Right rows pass, wrong ones are reported in
words."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from scoring.counting.entry_types import Source
from scoring.counting.game import Game
from scoring.counting.row_laws import LAWS, Rows, fill_other_side, keep_side
from scoring.counting.rules import RuleSet
from scoring.counting.score import find_lone_values, find_pair_values, score
from scoring.findings import Finding
from scoring.rows.all_checks import check_row, check_totals
from scoring.rows.row_patterns import are_offence_points, find_mendings, is_legal
from scoring.rows.written_rows import Row, Sheet
from scoring.rulesets import load_rules
from scoring.rulesets.rule_page import write_page

BASE = load_rules.load("pflichtsolo-40")
SOURCE = Source.from_text("Beschluss")


def make_club(law: str = "zero-sum", *, pot: bool = False, offender: int = -15, others: int = 5) -> RuleSet:
    """The shipped rules with this law and this fine."""
    offence = replace(BASE.offence, offender=offender, others=others)
    return replace(BASE, rows=Rows(law, SOURCE, pot), offence=offence)


WINNERS, LOSERS = make_club("winners"), make_club("losers", pot=True)
POT = make_club(pot=True, offender=-30, others=0)


def play(pair: tuple[int, ...], value: int) -> tuple[int, ...]:
    """The points of all four: `pair` of one or two seats have the value, three times where one plays alone."""
    theirs = 3 * value if len(pair) == 1 else value
    return tuple(theirs if seat in pair else -value for seat in range(1, 5))


PAIRS = [*combinations(range(1, 5), 2), *((seat,) for seat in range(1, 5))]
GAMES = st.builds(play, st.sampled_from(PAIRS), st.integers(-12, 12))


def write(law: str, points: tuple[int, ...]) -> tuple[int, ...]:
    """What is written of them, said once more by hand."""
    kept = {"zero-sum": lambda one: True, "winners": lambda one: one > 0, "losers": lambda one: one < 0}[law]
    return tuple(one if kept(one) else 0 for one in points)


@given(GAMES, st.sampled_from(sorted(LAWS)))
def test_what_is_written_says_all_of_the_game(points: tuple[int, ...], law: str) -> None:
    """Of no game is more than one side needed: the points of all four come back."""
    written = write(law, points)
    assert written == tuple(keep_side(LAWS[law], one) for one in points)
    assert tuple((fill_other_side(LAWS[law], dict(enumerate(written))) or {}).values()) == points


@given(GAMES, st.sampled_from(sorted(LAWS)))
def test_a_row_is_right_under_a_law_exactly_if_the_full_row_is(points: tuple[int, ...], law: str) -> None:
    """Values, units and crosses are asked as ever; nothing is said of a right row, under whichever law."""
    assume(not are_offence_points(BASE, dict(enumerate(points))))  # an offence is written in full under each law
    rules = make_club(law)
    full, kept = Row(1, points), Row(1, write(law, points))
    assert is_legal(rules, kept, 4) == is_legal(BASE, full, 4)
    errors = [[one.code for one in check_row(*pair, 4)] for pair in ((rules, kept), (BASE, full))]
    assert errors[0] == errors[1]


@given(GAMES, st.sampled_from(["winners", "losers"]), st.integers(0, 3), st.integers(-30, 30))
def test_a_changed_number_is_told_and_mended_within_the_law(
    points: tuple[int, ...], law: str, place: int, number: int
) -> None:
    """Whatever one number is changed to: the row is some right row, or it is reported; each proposal keeps the law."""
    rules, written = make_club(law), write(law, points)
    changed = Row(1, (*written[:place], number, *written[place + 1 :]))
    told = [one for one in check_row(rules, changed, 4) if one.severity == "error"]
    assert bool(told) != is_legal(rules, changed, 4)
    for mending in find_mendings(rules, changed, 4):
        assert is_legal(rules, mending.row, 4)
        assert mending.row.points == write(law, mending.row.points)


def tell(rules: RuleSet, *points: int, solo: bool = False, offence: bool = False) -> list[str]:
    """What is said of a row, in both languages."""
    found: list[Finding] = [*check_row(rules, Row(3, points, solo=solo, offence=offence), 4)]
    return [one.message(lang) for one in found for lang in ("de", "en")]


@pytest.mark.parametrize(
    ("rules", "points", "marks", "sentences"),
    [
        (
            WINNERS,
            (4, 4, -4, 0),
            {},
            ("Spiel 3: Minus bei Platz 3. Aufgeschrieben wird nur, was die Sieger bekommen.",),
        ),
        (WINNERS, (4, 2, 0, 0), {}, ("Spiel 3: Zwei Sieger bekommen gleich viel,", "Hier steht +4, +2, +0, +0.")),
        (LOSERS, (0, 0, -4, 4), {}, ("Spiel 3: Plus bei Platz 4. Aufgeschrieben wird nur, was die Verlierer zahlen.",)),
        (LOSERS, (0, -7, 0, 0), {}, ("Spiel 3: Zwei Verlierer zahlen gleich viel,",)),
        (POT, (4, 4, -4, -2), {}, ("Spiel 3: Zusammen +2 statt 0.",)),
        (POT, (-15, 0, 0, 0), {"offence": True}, ("Spiel 3: Eine Strafe bringt zusammen -30, hier stehen -15.",)),
        (POT, (-30, 0, 0, 0), {}, ("Spiel 3: Das sind die Punkte einer Strafe, aber das Straf-Kreuz fehlt.",)),
        (POT, (-20, -10, 0, 0), {"offence": True}, ("Spiel 3: Als Strafe angekreuzt, aber nicht -30 und dreimal +0.",)),
    ],
)
def test_planted_mistakes_are_told_in_the_laws_words(
    rules: RuleSet, points: tuple[int, ...], marks: dict[str, bool], sentences: tuple[str, ...]
) -> None:
    """Each with one sentence that says what the law wants, in German and in English."""
    german, english, *more = tell(rules, *points, **marks)
    assert not more
    assert all(sentence in german for sentence in sentences)
    assert english.startswith("Game 3: ")


@pytest.mark.parametrize(
    ("rules", "points", "marks"),
    [
        (WINNERS, (4, 4, 0, 0), {}),
        (WINNERS, (0, 9, 0, 0), {"solo": True}),
        (WINNERS, (3, 0, 3, 3), {"solo": True}),
        (WINNERS, (0, 0, 0, 0), {}),
        (WINNERS, (-15, 5, 5, 5), {"offence": True}),
        (LOSERS, (-4, 0, 0, -4), {}),
        (LOSERS, (0, -9, 0, 0), {"solo": True}),
        (POT, (-30, 0, 0, 0), {"offence": True}),
        (POT, (4, 4, -4, -4), {}),
    ],
)
def test_right_rows_are_not_blamed(rules: RuleSet, points: tuple[int, ...], marks: dict[str, bool]) -> None:
    """Nothing is said of them."""
    assert tell(rules, *points, **marks) == []


def test_score_gives_what_is_written() -> None:
    """A solo won and lost, under each law."""
    won, lost = (Game("solo", (1,), augen=augen, solo="damen") for augen in (130, 100))
    assert score(WINNERS, won).points == tuple(max(0, one) for one in score(BASE, won).points or ())
    assert score(WINNERS, lost).points == tuple(max(0, one) for one in score(BASE, lost).points or ())
    assert score(LOSERS, lost).points == tuple(min(0, one) for one in score(BASE, lost).points or ())
    assert score(POT, Game("strafe", offender=2)).points == (0, -30, 0, 0)


@pytest.mark.parametrize(
    ("rules", "sums", "sentence"),
    [
        (WINNERS, (12, 4, 0, 8), ""),
        (make_club("winners", offender=0, others=10), (12, 4, 0, -8), "Eine Summe unter 0 bei Platz 4."),
        (make_club("losers", offender=-30, others=0), (-12, -4, 0, 8), "Eine Summe über 0 bei Platz 4."),
        (POT, (12, -34, -8, 0), ""),
        (POT, (12, -3, -8, 0), "Die Summen ergeben zusammen +1. Aus der Kasse kommt aber nichts heraus: höchstens 0."),
        (make_club(), (12, -3, -8, 0), "Die Summen ergeben zusammen +1 statt 0."),
    ],
)
def test_sums_follow_from_the_law(rules: RuleSet, sums: tuple[int, ...], sentence: str) -> None:
    """S8: where all are written they are 0 together, else they have the law's side, or no more than the pot took."""
    told = [one.message() for one in check_totals(rules, Sheet(4, 16, (), sums)) if one.code == "not-zero-sum"]
    assert told == [] if not sentence else told[0].startswith(sentence)


def test_sums_that_are_not_0_are_named_as_the_book_names_them() -> None:
    """The federation calls it Quersumme, of a row as of the sums."""
    told = check_totals(load_rules.load("ddv"), Sheet(4, 24, (), (12, -4, -8, 2)))
    [message] = [one.message("de") for one in told if one.code == "not-zero-sum"]
    assert message == "Quersumme (TSR 7.3.3.1): Die Summen ergeben zusammen +2 statt 0."


def test_parity_is_asked_where_the_law_keeps_it() -> None:
    """S6: not of one side's sums, and not where a fine is odd for one player only; a fine of 30 keeps it."""
    sheet = Sheet(4, 16, (), (12, -5, -8, 0))
    odd = make_club(pot=True, offender=-15, others=0)
    told = [[one.code for one in check_totals(rules, sheet)] for rules in (make_club(), POT, odd, WINNERS)]
    assert ["parity" in codes for codes in told] == [True, True, False, False]


def test_values_are_those_of_the_game() -> None:
    """A value that no game has is reported under every law, and one that some game has under none."""
    lone, pairs = find_lone_values(WINNERS, False), find_pair_values(WINNERS)
    assert (lone, pairs) == (find_lone_values(BASE, False), find_pair_values(BASE))
    high = max(pairs) + 2
    assert any("Kein Spiel ist" in one for one in tell(WINNERS, high, high, 0, 0))


CLUB = """
extends = "pflichtsolo-40"
id = "stammtisch"
version = 1
title = {{ de = "Stammtisch", en = "Club", source = "x" }}
offence = {{ offender = -30, others = 0, source = "x" }}
rows = {{ law = "{law}", pot = {pot}, source = "Beschluss 7" }}
"""

SAYS = {
    "zero-sum": ("In jedem Spiel bekommen die einen, was die anderen verlieren [Beschluss 7]", "in each game some get"),
    "winners": ("Nur die Sieger schreiben: jeder den Wert", "only the winners write"),
    "losers": ("Nur die Verlierer schreiben, mit Minus", "only the losers write"),
}


@pytest.mark.parametrize("law", LAWS)
def test_a_clubs_file_says_the_law_and_the_page_in_both_languages(tmp_path: Path, law: str) -> None:
    """The law, the pot, and what the checks then ask."""
    path = tmp_path / "verein.toml"
    path.write_text(CLUB.format(law=law, pot="true"), encoding="utf-8")
    rules = load_rules.load(path)
    german, english = ("\n".join(write_page(rules, lang)) for lang in ("de", "en"))
    assert SAYS[law][0] in german
    assert SAYS[law][1] in english
    assert "Was einer Zeile an 0 fehlt, geht in die Kasse [Beschluss 7]" in german
    assert "R1: Die Punkte einer Zeile ergeben zusammen null" not in german


def test_a_fine_that_does_not_add_up_needs_a_pot(tmp_path: Path) -> None:
    """Without one the file is refused, and the sentence says what helps."""
    path = tmp_path / "verein.toml"
    path.write_text(CLUB.format(law="zero-sum", pot="false"), encoding="utf-8")
    rules, faults = load_rules.inspect(path)
    assert rules is None
    assert "„rows“ mit „pot = true“" in faults[0].message("de")


def test_an_unknown_law_is_told(tmp_path: Path) -> None:
    """With the laws that there are."""
    path = tmp_path / "verein.toml"
    path.write_text(CLUB.format(law="halb", pot="true"), encoding="utf-8")
    _, faults = load_rules.inspect(path)
    assert faults[0].message("de").endswith("rows.law: Möglich sind: zero-sum, winners, losers.")


@pytest.mark.parametrize("written", [(7, 0, 0, 0), (4, 2, 0, 0), (4, -4, 0, 0), (2, 2, 2, 2), (2, 2, 1, 0)])
def test_what_no_game_has_is_not_filled_in(written: tuple[int, ...]) -> None:
    """Of numbers that no winners have, or no losers, nobody knows what the others have."""
    for side, sign in (("plus", 1), ("minus", -1)):
        assert fill_other_side(side, {seat: sign * points for seat, points in enumerate(written)}) is None
