"""Rows crossed as an offence beside details: the fine that the calls make, a game played all the same, a cross left
out."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dev.rounds.reader import read_sheet
from dev.rounds.sheets import LEVEL_NAMES, SYSTEMS, TextRow, TextSheet, list_columns, spell
from scoring.counting.game import Calls
from scoring.rulesets.load_rules import load
from templates.sheet_code import SheetCode
from tests.scoring.calls import LEVELS
from tests.tournament.fullpaper import finding, judge_row, proposed
from tests.tournament.paper import codes, judge
from tournament.judging.allowed_games import list_fines_for
from tournament.judging.detail_fields import WrittenDetails
from tournament.judging.reconcile import reconcile
from tournament.judging.written_sheet import transcribe

DDV = load("ddv")


@pytest.mark.parametrize(
    ("points", "details"),
    [
        ("-12 +4 +4 +4", "offence"),
        ("-12 +4 +4 +4", "offence re1 re3"),
        ("-12 +4 +4 +4", "offence re1 re3 re.re re.k90 value=4"),
        ("-12 +4 +4 +4", "offence re1 re3 kontra.kontra value=12"),
        ("-15 +5 +5 +5", "offence"),
        ("-15 +5 +5 +5", "offence value=5"),
        ("-15 +5 +5 +5", "offence re1 re3 kontra.kontra kontra.k90"),
        ("+6 -18 +6 +6", "offence re1 re3 re.re re.k60"),
        ("+8 -24 +8 +8", "offence re3 stille-hochzeit re.schwarz"),
        ("-3 +1 +1 +1", "offence re1 re3 kontra.k60"),
        ("-15 +5 +5 +5", "offence kontra.k90"),
        ("-12 +4 +4 +4", "offence re2 kontra.k90"),
        ("-12 +12 0 0", "offence"),
        ("-12 +12 0 0", "offence re2 solo.buben"),
        ("0 +15 -15 0", "offence re2 solo.buben re.k90"),
        ("0 +24 0 -24", "offence re2 solo.trumpf re.schwarz"),
        ("-12 +4 +4 +4", "offence re1 solo.buben re.k90"),
        ("-3 +3 0 0", "offence re2 solo.damen re.k60"),
        ("-3 +1 +1 +1", "offence re2 solo.damen re.k60"),
    ],
)
def test_right_fines_are_ok(points: str, details: str) -> None:
    """Each Absage of the other party costs three more (TSR 9); a minor offence costs the same whatever was said. With
    Re seats or calls left out, every fine that these may still make is right.
    Against a soloist it goes to him alone (9.4.4, 9.3.3 b1)."""
    row = judge_row(points, details, "ddv")
    assert (row.offence, row.status, codes(row.findings)) == (True, "ok", [])


@pytest.mark.parametrize(
    ("points", "details", "mended"),
    [
        ("-12 +4 +4 +4", "offence re1 re3 kontra.k90", {"p1": -15, "p2": 5, "p3": 5, "p4": 5}),
        ("-15 +5 +5 +5", "offence re1 re3 re.k90", {"p1": -12, "p2": 4, "p3": 4, "p4": 4}),
        ("+5 -15 +5 +5", "offence re1 re3 re.k60 kontra.k90", {"p1": 6, "p2": -18, "p3": 6, "p4": 6}),
        ("-9 +3 +3 +3", "offence re1 re3 kontra.k90", {"p1": -15, "p2": 5, "p3": 5, "p4": 5}),
        ("+4 +4 -15 +4", "offence re1 re3 kontra.k90", {"p1": 5, "p2": 5, "p4": 5}),
        ("-12 +4 +4 +4", "offence re2 solo.buben", {}),
        ("-12 +12 0 0", "offence re2 solo.buben re.k60", {"p1": -18, "p2": 18}),
        ("-12 0 +12 0", "offence re2 solo.buben", {}),
    ],
)
def test_a_fine_that_the_calls_do_not_make(points: str, details: str, mended: dict[str, int]) -> None:
    """It is reported with what it should be, and what is written counts."""
    row = judge_row(points, details, "ddv")
    found = finding(row, "miscounted")
    assert (row.status, row.offence, found.severity, proposed(row)) == ("review", True, "error", mended)
    assert row.points == tuple(int(word) for word in points.split())


@pytest.mark.parametrize(
    ("points", "details", "calls"),
    [
        ("-15 +5 +5 +5", "offence re1 re3", {"kontra.k90"}),
        ("-21 +7 +7 +7", "offence re2 re3", {"re.k30"}),
        ("-18 +6 +6 +6", "offence re2", {"re.k60", "kontra.k60"}),
        ("+5 -15 +5 +5", "offence re1 stille-hochzeit", {"re.k90"}),
    ],
)
def test_a_fine_for_absagen_that_nobody_crossed(points: str, details: str, calls: set[str]) -> None:
    """A row that shows who was Re, and no call, shows that none was made: a fine that counts one is a question, and no
    more, for a cross is forgotten as easily as a fine is wrong."""
    row = judge_row(points, details, "ddv")
    found = finding(row, "miscounted")
    assert (row.status, found.severity, proposed(row)) == ("review", "warning", {})
    assert calls <= {field.partition(".")[2] for field in row.look}
    assert "keine ist angekreuzt" in found.message("de")


@pytest.mark.parametrize("rules", ["zwoelf-spiele", "ddv", "zehn-cent", "kurzregeln-48"])
def test_a_soloist_may_offend(rules: str) -> None:
    """An offence ends its game, a solo too (zwoelf-spiele 12), and the cross shows which it was; no solo was played."""
    fine, system = load(rules).offence.make_fine(), load(rules)
    points, solo = f"{fine.offender} +{fine.others} +{fine.others} +{fine.others}", system.sheet.solos[0].id
    against = () if system.offence.solo.soloist else (f"offence solo.{solo} re2",)  # else the soloist's
    for details in (f"offence solo.{solo} re1", f"offence solo.{solo}", *against):
        row = judge_row(points, details, rules)
        assert (row.status, row.findings, row.offence, row.solo, row.soloist) == ("ok", (), True, False, None)


def test_no_solo_beside_an_offence_that_is_no_game() -> None:
    """Where an offence has a row of its own, both crosses in one row contradict each other."""
    row = judge(["-15 +5 +5 +5 solo strafe"]).rows[0]
    assert (row.status, codes(row.findings)) == ("review", ["pattern"])


def test_the_sentence_counts_the_fine() -> None:
    """It names who pays, what was said, and the sum, in both languages."""
    found = finding(judge_row("-15 +5 +5 +5", "offence re1 re3 kontra.k60", "ddv"), "miscounted")
    assert found.message("de") == (
        "Spiel 1: Strafe von Platz 1: -12 - 2 x 3 = -18, alle anderen +6 statt (-15 +5 +5 +5)."
        " Nur Absagen der Gegenpartei zählen mit."
    )
    assert "Offence of seat 1: -12 - 2 x 3 = -18, all others +6" in found.message("en")


def test_a_partner_left_out_leaves_two_fines() -> None:
    """Nobody knows the offender's party: both fines are named, and none is proposed."""
    row = judge_row("-18 +6 +6 +6", "offence re2 re.k30 kontra.k90", "ddv")
    text = finding(row, "miscounted").message("de")
    assert "-12 - 1 x 3 = -15, alle anderen +5 oder -12 - 3 x 3 = -21, alle anderen +7" in text
    assert (row.status, proposed(row)) == ("review", {})


@pytest.mark.parametrize(
    ("cross", "status", "severity"),
    [
        ("re1 re3 kontra.k90@0.85", "review", "warning"),
        ("re1 re3 kontra.k90@0.6", "ok", None),
        ("re1 re3 ~kontra.k90@0.6 kontra.kontra", "ok", None),
    ],
)
def test_doubtful_calls_beside_a_fine(cross: str, status: str, severity: str | None) -> None:
    """A doubtful Absage that the fine denies is asked about, unless its ink is near half and half: then the fine
    shows."""
    row = judge_row("-12 +4 +4 +4", f"offence {cross}", "ddv")
    asked = [one.severity for one in row.findings if one.severity != "note"]
    assert (row.status, asked) == (status, [severity] if severity else [])


def test_a_fine_helps_to_read_a_doubtful_digit() -> None:
    """-15 or -12 half and half: with one Absage it is -15."""
    row = judge_row("-15~-12@0.7 +5~+4@0.7 +5~+4@0.7 +5~+4@0.7", "offence re1 re3 kontra.k90", "ddv")
    assert (row.status, row.points) == ("ok", (-15, 5, 5, 5))


@pytest.mark.parametrize("rules", ["ddv", "zwoelf-spiele", "zehn-cent"])
def test_a_game_played_beside_a_fine(rules: str) -> None:
    """An offence ends its game: Augen beside its points are two stories, and a person says which is true."""
    fine = load(rules).offence.make_fine()
    points = f"{fine.offender} +{fine.others} +{fine.others} +{fine.others}"
    row = judge_row(points, "offence re1 re3 augen=153", rules)
    assert (row.status, row.offence, codes(row.findings)) == ("review", True, ["offence-count"])
    assert set(row.look) == {"g01.offence", "g01.augen"}
    assert "Strafe oder Spiel?" in finding(row, "offence-count").message("de")


def test_a_cross_beside_a_game() -> None:
    """Points that no offence costs, and that follow from the details: the cross is what is wrong."""
    row = judge_row("+4 -4 +4 -4", "offence re1 re3 re.re augen=153 value=4", "ddv")
    assert (row.status, row.points, proposed(row)) == ("review", (4, -4, 4, -4), {"offence": ""})


@pytest.mark.parametrize("details", ["re1 re3", "re1 re3 re.re", "re2 re3 re.k90 kontra.kontra"])
def test_a_cross_left_out(details: str) -> None:
    """Two Re seats beside the points of an offence, and no Augen: most likely its cross is missing."""
    fine = "-15 +5 +5 +5" if "k90" in details else "-12 +4 +4 +4"
    row = judge_row(fine, details, "ddv")
    assert "nicht angekreuzt: Straf-Kreuz" in finding(row, "miscounted").message("de")
    assert (row.status, proposed(row)) == ("review", {"offence": "x"})


@pytest.mark.parametrize("rules", SYSTEMS)
@pytest.mark.parametrize("details", ["stille-hochzeit re1", "re1", "re1 augen=?", "stille-hochzeit"])
def test_a_game_without_augen_is_no_offence(rules: str, details: str) -> None:
    """Points of an offence beside details that show who played alone are those of a lost game, whatever its Augen."""
    offence = load(rules).offence if load(rules).offence.list_fines() else load("pflichtsolo-40").offence
    fine = offence.make_fine()
    row = judge_row(f"{fine.offender} +{fine.others} +{fine.others} +{fine.others}", details, rules)
    asked = [] if "stille-hochzeit" in details else ["pflichtsolo"]  # which kind it was is not crossed
    assert codes(row.findings) == asked


def test_points_of_an_offence_without_details() -> None:
    """They are asked about where an offence takes a game's row, and never where it has rows of its own."""
    asked = judge_row("-12 +4 +4 +4", "", "ddv"), judge_row("-12 +4 +4 +4", "value=4", "ddv")
    assert [codes(row.findings) for row in asked] == [["offence-count"]] * 2
    assert judge_row("-15 +5 +5 +5", "", "pflichtsolo-40").status == "ok"


def test_the_value_column_beside_a_fine() -> None:
    """It may say what the others get, or what the offender pays, and nothing else."""
    row = judge_row("-12 +4 +4 +4", "offence value=5", "ddv")
    assert (codes(row.findings), proposed(row)) == (["value-mismatch"], {"value": 4})


def test_where_only_plus_points_are_written() -> None:
    """The offender's cell is blank, in the row and in what is proposed."""
    right, wrong = (judge_row(f"_ {one} {one} {one}", "offence re1 re4 kontra.k90", "ddv", plus=True) for one in (5, 4))
    assert (right.status, right.points) == ("ok", (-15, 5, 5, 5))
    assert "statt (– +4 +4 +4)" in finding(wrong, "miscounted").message("de")
    assert proposed(wrong) == {"p2": 5, "p3": 5, "p4": 5}


def test_nothing_is_known_of_an_unsettled_row() -> None:
    """While nobody knows whether the row is an offence, its details blame nobody."""
    row = judge_row("-12 +4 +4 +4", "offence@0.55 re1 solo.damen augen=110", "ddv")
    assert (row.status, row.points) == ("review", (-12, 4, 4, 4))
    assert "miscounted" not in codes(row.findings)


@given(st.integers(0, 4), st.integers(0, 4), st.integers(1, 4), st.integers(0, 4))
def test_only_the_other_party_counts(re: int, kontra: int, offender: int, paid: int) -> None:
    """Of all fines for a serious offence, the row takes just the one for the other party's Absagen."""
    fine = DDV.offence.make_fine(paid)
    points = " ".join(f"{fine.offender if seat == offender else fine.others:+d}" for seat in range(1, 5))
    said = [f"{party}.{party}" for party in ("re", "kontra")]
    said += [f"re.{name}" for name in LEVEL_NAMES[:re]] + [f"kontra.{name}" for name in LEVEL_NAMES[:kontra]]
    row = judge_row(points, " ".join(("offence re1 re3", *said)), "ddv")
    due = kontra if offender in (1, 3) else re
    assert row.status == ("ok" if paid == due else "review")


def test_a_system_with_one_fine_asks_for_no_calls() -> None:
    """Where Absagen do not raise the fine, no call says anything of it."""
    rules = load("zwoelf-spiele")
    told = WrittenDetails(re=(1, 3), calls=Calls(kontra=LEVELS[1]))
    assert list_fines_for(rules, told, 1) == rules.offence.list_fines()


def an_offence(rng: random.Random, wrong: bool) -> TextRow:
    """A row crossed as an offence, Re seats and calls beside it; `wrong`: the fine of another number of Absagen."""
    re, offender = sorted(rng.sample(range(1, 5), 2)), rng.randint(1, 4)
    said = {party: rng.choice((0, 0, 1, 2)) for party in ("re", "kontra")}
    said["re"] = max(said["re"], int(not said["kontra"]))  # some call is crossed
    due = said["kontra" if offender in re else "re"]
    fine = DDV.offence.make_fine(rng.choice([n for n in range(4) if n != due]) if wrong else due)
    points = tuple(fine.offender if seat == offender else fine.others for seat in range(1, 5))
    crossed = [*(f"re{seat}" for seat in re), "offence"]
    calls = ((party, (party, *LEVEL_NAMES)[: count + 1]) for party, count in said.items() if count)
    crossed += [f"{party}.{level}" for party, levels in calls for level in levels]
    cells = dict.fromkeys(crossed, "x") | {f"p{seat}": spell(one) for seat, one in enumerate(points, 1)}
    return TextRow(cells, points, "fine" if wrong else "")


def test_offences_under_a_calibrated_reader() -> None:
    """Every wrong fine is put before a person, no right one is reported as the players' mistake, and nothing counts
    otherwise than it is written."""
    rng = random.Random(11)
    rows = [an_offence(rng, wrong) for wrong in (True, False) for _ in range(150)]
    sheets = [tuple(rows[at : at + 20]) for at in range(0, len(rows), 20)]
    asked = []
    for page in sheets:
        code = SheetCode("ddv", "full", 4, len(page), 1, 1)
        judged = reconcile(DDV, transcribe(read_sheet(rng, TextSheet(page, list_columns(DDV, 4), code))))
        for row, truth in zip(judged.rows, page, strict=True):
            blamed = any(one.severity == "error" for one in row.findings)
            assert not (blamed and not truth.mistake), truth
            assert row.status == "review" or row.points == truth.points
            asked.append((bool(truth.mistake), row.status == "review"))
    assert all(seen for wrong, seen in asked if wrong)
    assert sum(seen for wrong, seen in asked if not wrong) < 15  # one in ten
