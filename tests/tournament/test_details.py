"""Rows of a full sheet are scored again from their details: what is found, how it is reported, what is proposed."""

from __future__ import annotations

from dataclasses import replace

import pytest

from dev.rounds.sheets import SYSTEMS
from scoring.rulesets.load_rules import load
from tests.tournament.fullpaper import accepted, finding, judge_full, judge_row, proposed
from tests.tournament.paper import codes
from texts.labels import Labels
from texts.languages import Lang
from tournament.judging.details.say_details import Hint
from tournament.judging.judged_sheet import Odds
from tournament.judging.offers import list_offers
from tournament.remarks import Doubt, Remark


def test_right_rows_are_ok() -> None:
    """Points that follow from the details, with every kind of game, are nothing to ask about."""
    sheet = judge_full(
        [
            ("+4 -4 +4 -4", "re1 re3 re.re augen=153 value=4"),
            ("-2 +2 +2 -2", "re1 re4 augen=110 value=2"),
            ("-2 +6 -2 -2", "re2 solo.buben augen=160 value=2"),
            ("+9 -3 -3 -3", "re1 stille-hochzeit augen=160 re.fuchs=1 value=3"),
            ("+6 -2 -2 -2", "re1 hochzeit augen=160 re.fuchs=1 value=2"),
            ("0 0 0 0", "re1 re2 augen=130 kontra.fuchs=1 value=0"),
        ]
    )
    assert [(row.status, codes(row.findings)) for row in sheet.rows] == [("ok", [])] * 6
    assert [row.details.kind if row.details else None for row in sheet.rows] == [
        "normal",
        "normal",
        "solo",
        "stille-hochzeit",
        "hochzeit-allein",
        "normal",
    ]


@pytest.mark.parametrize(
    ("points", "details"),
    [
        ("+4 -4 +4 -4", ""),
        ("+4 -4 +4 -4", "re1 re3"),
        ("+4 -4 +4 -4", "re1"),
        ("+4 -4 +4 -4", "re1 re3 re.re"),
        ("+4 -4 +4 -4", "augen=153 re.re"),
        ("+4 -4 +4 -4", "value=4"),
        ("+4 -4 +4 -4", "re.fuchs=1"),
        ("-4 +12 -4 -4", "solo.damen"),
        ("-4 +12 -4 -4", "value=4"),
    ],
)
def test_only_what_is_written_is_checked(points: str, details: str) -> None:
    """Rows filled in only in part are normal; a row with points alone is a row of a points sheet."""
    row = judge_row(points, details)
    assert (row.status, codes(row.findings)) == ("ok", [])


@pytest.mark.parametrize("rules", SYSTEMS)
@pytest.mark.parametrize(
    ("points", "details"),
    [
        ("-2 +6 -2 -2", "re2"),
        ("-2 +6 -2 -2", "re2 augen=160 value=2"),
        ("-2 +6 -2 -2", "augen=160"),
    ],
)
def test_one_re_seat_and_no_kind_of_game(points: str, details: str, rules: str) -> None:
    """One plays against three, and whether it was a solo, which one, or a Hochzeit, is not crossed: a person is asked,
    with all boxes in question; what is written counts."""
    step = load(rules).checks.unit.step
    points = " ".join(f"{int(word) * step:+d}" for word in points.split())
    row = judge_row(points, details.replace("value=2", f"value={2 * step}"), rules)
    assert row.status == "review"
    if codes(row.findings) == ["pflichtsolo"]:
        asked = finding(row, "pflichtsolo")
        assert "keine Spielart ist angekreuzt" in asked.message()
        assert "no kind of game is crossed" in asked.message("en")
        assert {"g01.hochzeit", "g01.stille-hochzeit", "g01.solo.damen"} <= set(asked.fields) == set(row.look)
    assert codes(row.findings)[0] in ("pflichtsolo", "miscounted")
    assert row.points == tuple(int(word) for word in points.split())


@pytest.mark.parametrize(
    ("points", "details", "why"),
    [
        ("+3 -3 +3 -3", "re1 re3 re.re", "Re was called, so the value is even"),
        ("+4 +4 -4 -4", "re1 re3", "two of one party have different signs"),
        ("+2 -2 +2 -2", "augen=153 re.re", "the value is 4"),
        ("-4 +12 -4 -4", "re1 solo.damen", "another seat plays alone"),
        ("+4 -4 +4 -4", "re1 re3 solo.damen", "a soloist has no partner"),
        ("+4 -4 +4 -4", "re1 re2 re3", "three seats are Re"),
        ("+4 -4 +4 -4", "re1 re3 re.re augen=153 value=6", "the value column says otherwise"),
        ("+4 -4 +4 -4", "value=6", "the value column says otherwise, alone"),
        ("+2 -2 +2 -2", "re1 re3 augen=300", "there are no 300 Augen"),
        ("+2 -2 +2 -2", "re1 re3 augen=153 re.fuchs=5", "there are no five Füchse"),
    ],
)
def test_part_of_the_details_is_enough(points: str, details: str, why: str) -> None:
    """What the written part contradicts goes to a person."""
    assert judge_row(points, details).status == "review", why


def test_the_sentence_names_detail_and_number() -> None:
    """The finding shows how the details count, what is written, and what was likely forgotten, in both languages."""
    row = judge_row("+4 -4 +4 -4", "re1 re3 re.re re.k90 augen=153 value=4")
    found = finding(row, "miscounted")
    assert found.severity == "error"
    assert found.message("de") == (
        "Spiel 1: Wert 3 x 2 = 6 statt 4."
        " Vermutlich Absage vergessen (keine 90 angesagt (Re)), oder vergessen: keine 90."
    )
    assert found.message("en").startswith("Game 1: Value 3 x 2 = 6 instead of 4. Probably the Absage was forgotten (")
    assert proposed(row) == {"p1": 6, "p2": -6, "p3": 6, "p4": -6, "value": 6}
    assert set(found.fields) == {"g01.p1", "g01.p2", "g01.p3", "g01.p4"}
    assert row.points == (4, -4, 4, -4)  # what the players wrote counts until a person decides


def test_a_missed_absage_is_why_the_party_with_more_augen_loses() -> None:
    """Re has 153 Augen and loses all the same: the finding says why; where the Augen decide, it says no more."""
    missed = finding(judge_row("+4 -4 +4 -4", "re1 re3 re.re re.k60 augen=153 value=4"), "miscounted")
    assert tell_facts(missed, "de").endswith("153 Augen, Kontra gewinnt, denn Re hat „keine 60“ verfehlt")
    assert tell_facts(missed, "en").endswith("153 Augen, Kontra wins, for Re missed “no 60”")
    beaten = finding(judge_row("+4 -4 +4 -4", "re1 re3 re.re augen=118 value=4"), "miscounted")
    assert tell_facts(beaten, "de") == "Re: 1 und 3, Re angesagt, 118 Augen"


def tell_facts(remark: Doubt, lang: Lang) -> str:
    """What the row's details show, which a person reads where no mistake is likely enough to be named."""
    assert isinstance(remark, Remark)
    hint = remark.gaps["hint"]
    assert isinstance(hint, Hint)
    return replace(hint, slips=()).say_on_sheet(lang, Labels(("1", "2", "3", "4"))).partition(": ")[2].rstrip(".")


@pytest.mark.parametrize(
    ("points", "details", "slip", "mended"),
    [
        (
            "-4 +4 -4 +4",
            "re1 re3 re.re augen=153 value=4",
            "Gewinner und Verlierer vertauscht",
            {"p1": 4, "p2": -4, "p3": 4, "p4": -4},
        ),
        (
            "+2 -2 +2 -2",
            "re1 re3 re.re augen=153 value=2",
            "Verdopplung vergessen",
            {"p1": 4, "p2": -4, "p3": 4, "p4": -4, "value": 4},
        ),
        (
            "-1 +1 +1 -1",
            "re1 re4 augen=110 value=1",
            "„gegen die Alten“ vergessen",
            {"p1": -2, "p2": 2, "p3": 2, "p4": -2, "value": 2},
        ),
        ("-2 +2 -2 -2", "re2 solo.buben augen=160 value=2", "das Solo nicht verdreifacht", {"p2": 6}),
        ("+4 -4 -4 -4", "re1 re3 re.re augen=153 value=4", "das Vorzeichen falsch", {"p3": 4}),
        ("+4 -4 +5 -4", "re1 re3 re.re augen=153 value=4", "verschrieben", {"p3": 4}),
        (
            "+1 -1 +1 -1",
            "re1 re3 augen=130 re.fuchs=1 value=1",
            "Fuchs gefangen (Re) vergessen",
            {"p1": 2, "p2": -2, "p3": 2, "p4": -2, "value": 2},
        ),
        ("+4 -4 +4 -4", "re1 re3 augen=153 value=4", "nicht angekreuzt: Ansage Re", {"re.re": "x"}),
    ],
)
def test_the_likeliest_single_mistake_is_proposed(
    points: str, details: str, slip: str, mended: dict[str, int | str]
) -> None:
    """The proposal weighs which one mistake explains the row."""
    row = judge_row(points, details)
    assert row.status == "review"
    assert slip in finding(row, "miscounted").message("de")
    assert proposed(row) == mended


@pytest.mark.parametrize(
    ("points", "details", "slip", "mended"),
    [
        ("+4 -4 +4 -4", "re1 re2 re.re augen=153 value=4", "die Re-Kreuze falsch gesetzt", {"re2": "", "re3": "x"}),
        (
            "+3 -3 +3 -3",
            "re2 re4 augen=200 value=3",
            "die Re-Kreuze falsch gesetzt",
            {"re1": "x", "re2": "", "re3": "x", "re4": ""},
        ),
        (
            "+3 -3 +3 -3",
            "re1 re3 augen=153 kontra.fuchs=1 value=3",
            "bei der falschen Partei eingetragen",
            {"re.fuchs": "1", "kontra.fuchs": ""},
        ),
        ("+2 -2 +2 -2", "re1 re3 augen=53 value=2", "die Augen verschrieben", {"augen": "153"}),
        ("+4 -4 +4 -4", "re1 re3 augen=153 value=4", "nicht angekreuzt: Ansage Re", {"re.re": "x"}),
    ],
)
def test_points_that_stand_are_not_turned(points: str, details: str, slip: str, mended: dict[str, str]) -> None:
    """Where points, value and sums agree, the single wrong detail is offered, and Enter takes no other points."""
    row = judge_full([(points, details)], sums=points).rows[0]
    offered = [{one.field.partition(".")[2]: one.proposed for one in offer.proposal} for offer in list_offers(row)]
    assert row.status == "review"
    assert mended in offered
    assert slip in " ".join(one.message("de") for one in row.findings)
    assert not any(name[0] == "p" for name in accepted(row))


def test_sums_tell_whose_slip_it_is() -> None:
    """Winners and losers swapped: with sums of the right points Enter takes these, with sums of the written ones
    nothing. What points and details explain alike is named, and Enter takes neither."""
    details = "re1 re3 re.re augen=153 value=4"
    by_sums = {
        sums: judge_full([("-4 +4 -4 +4", details)], sums=sums).rows[0] for sums in ("+4 -4 +4 -4", "-4 +4 -4 +4")
    }
    assert [set(accepted(row)) for row in by_sums.values()] == [{"p1", "p2", "p3", "p4"}, set()]
    row = judge_full([("+2 -2 +2 -2", "re2 re4 augen=84 value=2")], sums="+2 -2 +2 -2").rows[0]
    assert accepted(row) == {}
    assert "Vermutlich „gegen die Alten“ vergessen" in finding(row, "miscounted").message("de")


def test_bock_forgotten() -> None:
    """In a system with Bock, a Bock game that was not doubled is told so."""
    row = judge_row("+4 -4 +4 -4", "re1 re3 re.re bock augen=153 value=4", "stille-hochzeit")
    assert "Bock nicht verdoppelt" in finding(row, "miscounted").message("de")
    assert proposed(row)["p1"] == 8


def test_of_a_tie_enter_takes_nothing() -> None:
    """Where several mistakes explain the row about as well, they are named, and Enter takes none of them."""
    row = judge_row("+2 -2 +2 -2", "re1 re3 augen=125 value=2", "zwoelf-spiele")
    assert (row.status, accepted(row)) == ("review", {})
    text = finding(row, "miscounted").message("de")
    assert "Vermutlich nicht angekreuzt: Ansage Re, oder ein Sonderpunkt nicht eingetragen" in text


def test_the_value_column_alone_is_wrong() -> None:
    """Points and details agree: the value is what was miswritten."""
    row = judge_row("+4 -4 +4 -4", "re1 re3 re.re augen=153 value=6")
    assert codes(row.findings) == ["value-mismatch"]
    assert proposed(row) == {"value": 4}
    assert "g01.value" in row.look


def test_details_without_points_are_never_scored() -> None:
    """The value is proposed, nothing is counted, and the sheet's checks take the points as unknown."""
    lines = [("_ _ _ _", "re1 re3 re.re augen=153"), ("+2 -2 +2 -2", "re1 re3 augen=153")]
    sheet = judge_full(lines, sums="+2 -2 +2 -2")
    row = sheet.rows[0]
    assert (row.status, row.points, sheet.totals) == ("review", (0, 0, 0, 0), (2, -2, 2, -2))
    assert "Keine Punkte eingetragen. Es wären (+4 -4 +4 -4)" in finding(row, "miscounted").message("de")
    assert proposed(row) == {"p1": 4, "p2": -4, "p3": 4, "p4": -4}
    assert "sum-mismatch" not in codes(sheet.findings)


def test_a_hochzeit_with_one_re_seat_stayed_alone() -> None:
    """Hochzeit and one Re seat are a game of one against three, unless the points say that a partner was left out."""
    row = judge_row("-1 +3 -1 -1", "re2 hochzeit augen=162")
    assert "allein gebliebene Hochzeit, Re: 2" in tell_facts(finding(row, "miscounted"), "de")
    assert proposed(row)["p2"] == 6
    assert judge_row("+2 +2 -2 -2", "re2 hochzeit augen=162").status == "ok"


def test_a_nullspiel_needs_no_points() -> None:
    """Details that make 0 beside blank cells are a Nullspiel."""
    assert judge_row("_ _ _ _", "re1 re2 augen=130 kontra.fuchs=1").status == "ok"


@pytest.mark.parametrize(
    ("rules", "points", "plus"),
    [
        ("pflichtsolo-40", "_ / _ _ 0", True),
        ("zehn-cent", "_ 0 _ _ /", True),
        ("kurzregeln-48", "0 0 0 0 0", False),
    ],
)
def test_whose_turn_it_is_sits_out_of_a_nullspiel(rules: str, points: str, plus: bool) -> None:
    """A stroke is no more than a zero. Where nobody knows whose turn it is, all four others may have played."""
    row = judge_row(points, f"re{1 if rules == 'kurzregeln-48' else 2} re5 augen=130 kontra.fuchs=1", rules, plus=plus)
    assert (row.status, row.odds) == ("ok", Odds(0.0, 0.0))


def test_two_slips_among_plus_points_are_rarer_than_one() -> None:
    """By what is written: +11 beside +30 would be the second of them."""
    details = "re4 solo.buben re.k60 kontra.kontra augen=31 value=10 kontra.doppelkopf=1"
    row = judge_row("+10 +30 +11~+10@0.6 _", details, "zwoelf-spiele", plus=True)
    assert dict(row.posterior["g01.p3"])["+10"] == pytest.approx(1.0, abs=0.01)


def test_a_broken_row_is_mended_by_its_details() -> None:
    """One proposal only: the row's own guess gives way to what the details say."""
    row = judge_row("+4 -4 +6 -4", "re1 re3 re.re re.k90 augen=153 value=6")
    assert "not-zero-sum" in codes(row.findings)
    assert proposed(row) == {"p1": 6, "p2": -6, "p4": -6}
    assert finding(row, "miscounted").severity == "error"


def test_five_seats() -> None:
    """The seat that sits out is neither Re nor Kontra; its Re box is hatched and never read."""
    right = judge_row("_ -4 +4 -4 +4", "re1!d re3 re5 re.re augen=153 value=4")
    assert (right.status, right.details.sits if right.details else None) == ("ok", (1,))
    wrong = judge_row("_ -4 +4 +4 -4", "re3 re5 re.re augen=153 value=4")
    assert wrong.status == "review"
    other = judge_row("+4 _ -4 +4 -4", "re2 re4 augen=153 re.re", "kurzregeln-48")
    assert "Platz 2 setzt aus" in finding(other, "impossible-value").message("de")


def test_solos_of_a_full_sheet_are_soloists() -> None:
    """A cross for a single solo is a cross for a solo: the soloist is known and counted."""
    row = judge_row("-2 +6 -2 -2", "re2 solo.buben augen=160 value=2")
    assert (row.solo, row.soloist) == (True, 2)


@pytest.mark.parametrize("rules", SYSTEMS)
def test_every_system(rules: str) -> None:
    """Each rule set counts its own way: an ordinary game won with 153 is 2, in units of 10 it is 20."""
    step = 10 if rules == "zehn-cent" else 1
    right, wrong = 2 * step, 3 * step
    assert judge_row(f"+{right} -{right} +{right} -{right}", "re1 re3 augen=153", rules).status == "ok"
    row = judge_row(f"+{wrong} -{wrong} +{wrong} -{wrong}", "re1 re3 augen=153", rules)
    assert (row.status, {*codes(row.findings)}) == ("review", {"miscounted"})


def test_plus_points_only() -> None:
    """On a full sheet for plus points only, blank cells are the other side, and proposals keep to that."""
    right = judge_row("+4 _ +4 _", "re1 re3 re.re augen=153 value=4", plus=True)
    assert (right.status, right.points) == ("ok", (4, -4, 4, -4))
    wrong = judge_row("+2 _ +2 _", "re1 re3 re.re augen=153 value=2", plus=True)
    assert (wrong.status, proposed(wrong)) == ("review", {"p1": 4, "p3": 4, "value": 4})
    turned = judge_row("_ +4 _ +4", "re1 re3 re.re augen=153 value=4", plus=True)
    assert "Gewinner und Verlierer vertauscht" in finding(turned, "miscounted").message("de")
    assert proposed(turned) == {"p1": 4, "p2": None, "p3": 4, "p4": None}
    alone = judge_row("_ +6 _ _", "re2 solo.buben augen=160 value=2", plus=True)
    assert (alone.status, alone.points) == ("ok", (-2, 6, -2, -2))


def test_a_lone_number_that_was_not_tripled_is_called_so() -> None:
    """Where only plus points are written it shows no value: the row is reported as it should stand there."""
    row = judge_row("_ +3 _ _", "solo.buben re2 augen=163 value=3", rules="kurzregeln-48", plus=True)
    found = finding(row, "miscounted")
    assert "Platz 2 +9 statt +3." in found.message("de")
    assert "das Solo nicht verdreifacht" in found.message("de")
    assert [(change.field, change.proposed) for change in found.proposal or ()] == [("g01.p2", 9)]
    assert [one.code for one in row.findings if one.severity == "error"] == ["miscounted"]


def test_sonderpunkte_are_named_once() -> None:
    """In the likely mistake, and not before it too."""
    row = judge_row("+2 -2 +2 -2", "re1 re3 augen=153 re.fuchs=1 value=2")
    assert finding(row, "miscounted").message("de").count("Fuchs gefangen (Re)") == 1


def test_a_bare_stroke_among_the_sonderpunkte_is_one() -> None:
    """People tally them; the points confirm it."""
    row = judge_row("+3 -3 +3 -3", "re1 re3 augen=153 re.fuchs=/ value=3")
    assert row.status == "ok"
    assert row.details is not None
    assert row.details.extras.re == (("fuchs", 1),)


def test_one_number_that_mends_details_and_sum_blames_nobody() -> None:
    """+9 where the details, the row and the column's sum want +4: misread, or a slip of the pen; all of it is
    reported."""
    lines = [("+4 -4 +9 -4", "re1 re3 re.re augen=153 value=4"), ("+2 -2 +2 -2", "re1 re3 augen=153 value=2")]
    mended, alone = judge_full(lines, sums="+6 -6 +6 -6").rows[0], judge_full(lines).rows[0]
    assert {one.severity for one in mended.findings} == {"warning"}
    assert "error" in {one.severity for one in alone.findings}
    assert (mended.status, mended.points) == ("review", (4, -4, 9, -4))


@pytest.mark.parametrize(
    ("points", "hint"),
    [
        ("+4 -4 _ -4", "vergessen"),
        ("+4 -4 / -4", "nur ein Strich"),
        ("+4 -4 +7 -4", "verschrieben"),
    ],
)
def test_a_blank_cell_is_blank_and_not_a_slip_of_the_pen(points: str, hint: str) -> None:
    """Nobody wrote anything wrong where nothing is written."""
    row = judge_row(points, "re1 re3 re.re augen=153 value=4")
    assert f"Vermutlich {hint}." in finding(row, "miscounted").message("de")
    assert proposed(row)["p3"] == 4


def test_what_is_proposed_for_a_blank_cell_replaces_nothing() -> None:
    """The cell counts as 0, and the proposal still says that it is blank; so does the remark on row and sum."""
    lines = [("+4 -4 _ -4", ""), ("+4 -4 +4 -4", "")]
    alone = judge_full(lines).rows[0].findings[0]
    assert alone.proposal_text("de") == "Spiel 1, Platz 3: +4 statt leer"
    both = judge_full(lines, sums="+8 -8 +8 -8").rows[0].findings[0]
    assert both.message("de") == "Spiel 1, Platz 3: leer. Mit +4 stimmen Zeile und Summe."
    assert both.proposal_text("de") == "Spiel 1, Platz 3: +4 statt leer"
