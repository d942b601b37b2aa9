"""The key at the sheet's foot says what this rule set says."""

from __future__ import annotations

import pytest

from scoring.counting.row_laws import Side
from scoring.rulesets.load_rules import list_known, load
from scoring.rulesets.rule_page import write_page
from texts.languages import LANGUAGES, Lang
from texts.sentences import say
from tournament.printing.player_guide import choose_list_style
from tournament.printing.rule_lines import write_calls_line, write_solo_line
from tournament.printing.sheet_keys import write_cards_line, write_full_key, write_list_key, write_points_key

SILENT = {"de": "stille", "en": "silent"}


def test_the_key_of_the_tournament_with_pflichtsolo() -> None:
    """Amounts, deadlines and Sonderpunkte come from the rule set; a table of four has nobody who sits out."""
    key = " ".join(write_points_key(load("pflichtsolo-40"), 4, "de"))
    for words in ("Strafe: −15, alle anderen +5", "Pflichtsolo: 1 je Spieler", "Herzstich", "keine 90: 8, 60: 7"):
        assert words in key
    assert "aussetzt" not in key
    assert "aussetzt" in " ".join(write_points_key(load("pflichtsolo-40"), 5, "de"))


def test_what_a_rule_set_does_not_have_is_not_printed() -> None:
    """No Pflichtsolo in zehn-cent, where all is said before the first card; no offence row in stille-hochzeit."""
    zehn_cent = " ".join(write_points_key(load("zehn-cent"), 4, "de"))
    assert "Pflichtsolo" not in zehn_cent
    assert "alle Absagen mit mindestens 12 Karten" in zehn_cent
    assert "Erwiderung" not in zehn_cent
    assert "Klärung" not in zehn_cent
    assert "Strafe" not in " ".join(write_points_key(load("stille-hochzeit"), 4, "de"))


def test_cards_trumps_and_deadlines() -> None:
    """The deck with its Augen, the trumps in few words, and each deadline with what moves it."""
    assert write_points_key(load("pflichtsolo-40"), 4, "de")[-2:] == (
        "40 Karten: Ass 11, Zehn 10, König 4, Dame 3, Bube 2. Trumpf: Herz-Zehn, Dame, Bube (Kreuz, Pik, Herz, Karo), "
        "Karo (Ass, Zehn, König).",
        "Re/Kontra mit mindestens 9 Karten (keine 90: 8, 60: 7, 30: 6, schwarz: 5); "
        "Erwiderung: eine weniger; Hochzeit, Klärung im 1./2./3. Stich: 0/1/2 weniger.",
    )
    assert write_calls_line(load("stille-hochzeit"), "en").endswith("Hochzeit, clarified in trick 1/2/3: 1/2/3 fewer.")
    assert write_cards_line(load("ddv"), "en") == (
        "48 cards: ace 11, ten 10, king 4, queen 3, jack 2, nine 0. Trumps: ten of hearts, queen, jack (clubs, "
        "spades, hearts, diamonds), diamonds (ace, ten, king, nine)."
    )


@pytest.mark.parametrize("rules", list_known())
def test_every_key_is_five_short_lines_in_both_languages(rules: str) -> None:
    """Longer ones would not fit between the lower marks."""
    for lang in LANGUAGES:
        lines = write_points_key(load(rules), 5, lang)
        assert len(lines) == 5
        assert all(len(line) < 185 for line in lines)
        assert not [line for line in lines if "{" in line or "None" in line]


@pytest.mark.few(6)
@pytest.mark.parametrize("rules", list_known())
@pytest.mark.parametrize("style", ["points", "totals", "full"])
def test_every_sheet_tells_cards_and_deadlines(rules: str, style: str) -> None:
    """Deck, card values, trumps and until when each call may be made stand at the foot of each sheet."""
    system = load(rules)
    for lang in LANGUAGES:
        for side in (None, "plus", "minus"):
            blocks = write_full_key(system, 4, side, lang)
            lines = [line for block in blocks for line in block.lines]
            told = lines if style == "full" else write_list_key(system, style, 4, side, lang)
            everything = " ".join(told)
            assert write_cards_line(system, lang, brief=style != "points") in everything
            assert write_calls_line(system, lang) in everything


WINS = """
pflichtsolo-40  | Re gewinnt ab 121, Kontra ab 120; nur Kontra angesagt: Re ab 120, Kontra ab 121
kurzregeln-48   | Re gewinnt ab 121, Kontra ab 120; nur Kontra angesagt: Re ab 120, Kontra ab 121
ddv             | Re gewinnt ab 121, Kontra ab 120; nur Kontra angesagt: Re ab 120, Kontra ab 121
zwoelf-spiele   | Re gewinnt ab 121, Kontra ab 120
zehn-cent       | Kontra ab 120; Absagen: Re unter 91, 61, 31, Kontra unter 90, 60, 30
stille-hochzeit | nur Kontra angesagt: Re ab 120, Kontra ab 121; beide angesagt: jeder ab 121
"""


@pytest.mark.parametrize("case", WINS.strip().splitlines())
@pytest.mark.parametrize("style", ["points", "totals", "full"])
def test_every_sheet_says_in_full_who_wins(case: str, style: str) -> None:
    """With which Augen after which calls, and what an Absage asks; the same sentence on every sheet."""
    rules, words = (part.strip() for part in case.split("|"))
    system = load(rules)
    full = [line for block in write_full_key(system, 4, None, "de") for line in block.lines]
    for small in (False, True):
        key = full if style == "full" else write_list_key(system, style, 4, None, "de", small=small)
        assert words in " ".join(key)


SOLOS = """
pflichtsolo-40  | dreifach), nicht allein gebliebene oder stille Hochzeit.
stille-hochzeit | dreifach), nicht allein gebliebene oder stille Hochzeit.
zehn-cent       | dreifach), auch stille, nicht allein gebliebene Hochzeit.
kurzregeln-48   | dreifach), auch allein gebliebene oder stille Hochzeit.
"""


@pytest.mark.parametrize("case", SOLOS.strip().splitlines())
def test_what_is_crossed_as_a_solo(case: str) -> None:
    """Where there are Pflichtsoli, nothing that is none: a cross would be taken for one."""
    rules, words = (part.strip() for part in case.split("|"))
    assert words in write_solo_line(load(rules), "de")


def test_the_partner_who_said_contra_is_on_the_sheet() -> None:
    """In zehn-cent a call comes about by itself, and players write it as Re 90."""
    assert "sagte der Partner Contra, wird Re davor zu Re 90" in write_calls_line(load("zehn-cent"), "de")


def test_where_much_is_to_be_told_the_trumps_are_told_in_fewer_words() -> None:
    """The suits' order is on the points list, and in the rules."""
    assert write_cards_line(load("pflichtsolo-40"), "de", brief=True) == (
        "40 Karten: Ass 11, Zehn 10, König 4, Dame 3, Bube 2. Trumpf: Herz-Zehn, Dame, Bube, Karo."
    )


@pytest.mark.parametrize(
    ("rules", "line"),
    [
        ("ddv", "Strafe (ohne Augen): −12, alle anderen +4; je Absage der Gegner −3/+1; leichte −3/+1."),
        ("zehn-cent", "Strafe (ohne Augen): −150, alle anderen +50."),
    ],
)
def test_every_fine_is_told(rules: str, line: str) -> None:
    """What an offence costs; on the full sheet, that its row has no Augen."""
    assert line in write_full_key(load(rules), 4, None, "de")[0].lines[-1]
    for style in ("points", "totals"):
        assert line.replace(" (ohne Augen)", "") in " ".join(write_list_key(load(rules), style, 4, None, "de"))
    filling = write_full_key(load("pflichtsolo-40"), 4, None, "de")[0].lines
    assert "Strafe" not in " ".join(filling)  # it has its own rows


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("rules", list_known())
def test_the_sheet_and_the_rules_page_agree_on_the_solo_cross(rules: str, lang: Lang) -> None:
    """What the key has crossed is what `kiebitz rules show` says is crossed, and nothing else."""
    system = load(rules)
    page = write_page(system, lang)
    crossed, _, uncrossed = write_solo_line(system, lang).partition({"de": ", nicht ", "en": ", no "}[lang])
    for name, word in {"hochzeit-allein": {"de": "allein", "en": "alone"}, "stille-hochzeit": SILENT}.items():
        kind = system.find_kind(name)
        assert kind is not None
        told = next(line for line in page if line.startswith(f"* {kind.title.in_(lang)}: "))
        assert word[lang] in (crossed if say(lang, "rulepage.kind.crossed") in told else uncrossed)


@pytest.mark.parametrize("side", [None, "plus", "minus"])
def test_at_five_the_key_says_how_who_sits_out_is_struck(side: Side | None) -> None:
    """Nothing else on a full sheet explains the stroke, and at four nobody sits out."""
    struck = say("de", "printing.full.sitter")
    four, five = (
        " ".join(line for block in write_full_key(load("ddv"), seats, side, "de") for line in block.lines)
        for seats in (4, 5)
    )
    assert struck in five
    assert struck not in four


@pytest.mark.parametrize(("rules", "style"), [("ddv", "totals"), ("zwoelf-spiele", "points")])
def test_the_guide_shows_the_list_that_the_rules_want(rules: str, style: str) -> None:
    """Running totals, or points where the rules allow no totals."""
    assert choose_list_style(load(rules)) == style
