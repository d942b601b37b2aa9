"""Details help to read doubtful points, and points doubtful details; what a rule chose is said with the ink's own
choice."""

from __future__ import annotations

import pytest

from dev.rounds.reader import make_reading, read_exactly
from dev.rounds.sheets import SYSTEMS, list_columns
from scanner.sheet_reading import SheetReading
from scoring.counting.rules import RuleSet
from scoring.rulesets.load_rules import load
from templates.sheet_code import Columns, SheetCode
from templates.sheet_spec import make_layout
from tests.tournament.fullpaper import finding, full_reading, judge_row, proposed
from tests.tournament.paper import codes, judge
from texts.labels import NO_LABELS
from tournament.judging.detail_fields import list_game_fields
from tournament.judging.limits.judging_limits import LIMITS
from tournament.judging.reconcile import reconcile
from tournament.judging.written_sheet import transcribe

DETAILS = "re1 re3 re.re augen=153 value=4"


def test_details_read_a_row_that_can_be_read_twice() -> None:
    """All four cells look more like 9 than 4; only the details know better, and the note says what the ink shows."""
    points = "+9~+4@0.7 -9~-4@0.7 +9~+4@0.7 -9~-4@0.7"
    assert judge([points]).rows[0].points == (9, -9, 9, -9)
    row = judge_row(points, DETAILS)
    assert (row.status, row.points) == ("ok", (4, -4, 4, -4))
    assert [(choice.ink, choice.read, choice.rule) for choice in row.chosen][:2] == [
        ("+9", "+4", "details"),
        ("-9", "-4", "details"),
    ]
    assert "+4 statt +9 gelesen" in row.findings[0].message("de")
    assert {one.severity for one in row.findings} == {"note"}


def test_clear_ink_is_never_changed_by_details() -> None:
    """A clear 9 stays a 9, whatever the details say: it is the players' finding."""
    row = judge_row("+9 -9 +9 -9", DETAILS)
    assert (row.status, row.points, row.chosen) == ("review", (9, -9, 9, -9), ())
    assert finding(row, "miscounted").severity == "error"


def test_half_read_points_are_borne_out() -> None:
    """Where the row wants the less likely half, a points sheet is asked about; details that show the game choose it,
    or confirm the other."""
    assert judge(["+7~+4@0.55 -4 +4 -4"]).rows[0].status == "review"
    assert judge_row("+7~+4@0.55 -4 +4 -4", DETAILS).status == "ok"
    row = judge_row("+4~+7@0.55 -4 +4 -4", DETAILS)
    assert (row.status, row.points) == ("ok", (4, -4, 4, -4))
    assert "Die Angaben bestätigen +4" in row.findings[0].message("de")


def test_details_bear_out_what_is_written_over() -> None:
    """They are the second witness where no sum is written: reported, not asked. They choose nothing else there, and
    confirm nothing that does not follow from them."""
    assert judge(["+4!o -4 +4 -4"]).rows[0].status == "review"
    row = judge_row("+4!o -4 +4 -4", DETAILS)
    assert (row.status, row.points) == ("ok", (4, -4, 4, -4))
    assert [(one.severity, one.message("de").partition(": ")[2]) for one in row.findings] == [
        ("note", "überschrieben. Die Angaben bestätigen +4.")
    ]
    for points in ("+7~+4@0.55!o -4 +4 -4", "+5!o -5 +5 -5", "_!i -4 +4 -4"):
        assert judge_row(points, DETAILS).status == "review"


def test_points_read_a_doubtful_cross() -> None:
    """The cross for a silent Hochzeit looks set, but with two for Re there is no such game: it is hardly a mistake."""
    row = judge_row("+2 -2 +2 -2", "re1 re3 stille-hochzeit@0.6 augen=153 value=2")
    assert (row.status, [(c.field, c.ink, c.read, c.rule) for c in row.chosen]) == (
        "ok",
        [("g01.stille-hochzeit", "x", "", "details")],
    )
    assert row.details is not None
    assert row.details.kind == "normal"


def test_which_digit_it_is_may_not_matter() -> None:
    """Of 158 and 153 Augen both give the points."""
    alike = judge_row("+2 -2 +2 -2", "re1 re3 augen=158~153@0.55")
    assert (alike.status, alike.chosen) == ("ok", ())


@pytest.mark.parametrize(
    ("details", "field", "hint"),
    [
        ("re1 re3 ~kontra.kontra@0.6 augen=153 value=2", "kontra.kontra", "Verdopplung vergessen"),
        ("re1 re3 kontra.kontra@0.6 augen=153 value=2", "kontra.kontra", "Verdopplung vergessen"),
        ("re1 re3 augen=153~93@0.6 value=2", "augen", "Gewinner und Verlierer vertauscht"),
        ("re1 re3 value=2~4@0.55", "value", ""),
        ("re1 re3 value=4~2@0.55", "value", ""),
    ],
)
def test_a_reading_that_may_well_show_a_mistake_is_asked_about(details: str, field: str, hint: str) -> None:
    """The points follow from one reading of doubtful ink; the other is likely enough, and shows what people get
    wrong. Nobody is blamed, nothing is chosen, and what counts is what is written."""
    row = judge_row("+2 -2 +2 -2", details)
    assert (row.status, row.points, row.chosen, row.look) == ("review", (2, -2, 2, -2), (), (f"g01.{field}",))
    found = finding(row, "illegible")
    assert (found.severity, hint in found.message("de")) == ("warning", True)


def test_a_likely_reading_may_show_that_points_are_missing() -> None:
    """A Nullspiel needs no points; with other Augen it is none."""
    assert judge_row("_ _ _ _", "re1 re3 kontra.karlchen=1 re.re augen=130").status == "ok"
    row = judge_row("_ _ _ _", "re1 re3 kontra.karlchen=1 re.re augen=130~180@0.6")
    assert (row.status, "die Punkte nicht eingetragen" in finding(row, "illegible").message("de")) == ("review", True)


def test_a_faint_spot_that_would_show_nothing_likely_is_no_question() -> None:
    """Who forgot "keine 30" and to count it made two mistakes at once; the first reading stands, on record."""
    row = judge_row("+2 -2 +2 -2", "re1 re3 ~kontra.k30@0.9 augen=153 value=2")
    assert (row.status, codes(row.findings)) == ("ok", [])


def test_a_doubtful_solo_in_a_game_of_two_is_borne_out() -> None:
    """The box for a solo is a detail like any other: two Re seats and their points leave nothing to decide."""
    row = judge_row("+2 -2 +2 -2", "re1 re3 ~solo.damen@0.6 augen=153 value=2")
    assert (row.status, row.solo) == ("ok", False)
    assert judge_row("+9 -3 -3 -3", "re1 ~solo.damen@0.6").status == "review"


@pytest.mark.parametrize(("box", "status"), [("solo.damen@0.95", "ok"), ("", "review")])
def test_a_lone_game_has_its_kind_crossed(box: str, status: str) -> None:
    """One plays against three, and of all kinds one box rather has a cross: no question whether it is one. Where no box
    has any, a person says what was played."""
    row = judge_row("+6 -2 -2 -2", f"re1 {box} re.re augen=133 value=2")
    assert (row.status, row.solo) == (status, status == "ok")


def test_a_cross_beside_three_equal_numbers_alone_is_asked_about() -> None:
    """Without Re and Augen a table may cross no kinds at all."""
    assert judge_row("+6 -2 -2 -2", "solo.damen@0.95").status == "review"


def test_doubtful_details_that_nothing_settles_are_asked() -> None:
    """A cross that is nearly clear against a row that is hardly wrong: a person looks, and nobody is blamed."""
    row = judge_row("+2 -2 +2 -2", "re1 re3 kontra.kontra@0.95 augen=153 value=2")
    assert (row.status, codes(row.findings)) == ("review", ["illegible"])
    assert row.look == ("g01.kontra.kontra",)
    assert proposed(row) == {"kontra.kontra": ""}


def test_a_box_that_may_be_misread_is_no_blame() -> None:
    """Ink that passes for clear is not changed, but a likely misreading is named before the players are blamed."""
    row = judge_row("+2 -2 +2 -2", "re1 re3 kontra.kontra@0.99 augen=153 value=2")
    found = finding(row, "miscounted")
    assert (found.severity, row.chosen) == ("warning", ())
    assert "verlesen: Ansage Kontra" in found.message("de")


def test_unreadable_augen_leave_the_rest_to_be_checked() -> None:
    """With Augen that cannot be read, a doubled value is still even."""
    assert judge_row("+4 -4 +4 -4", "re1 re3 re.re augen=?").status == "ok"
    assert judge_row("+3 -3 +3 -3", "re1 re3 re.re augen=?").status == "review"


def test_impossible_readings_of_details_give_way() -> None:
    """There are no 793 Augen: the other candidate is taken."""
    row = judge_row("+3 -3 +3 -3", "re1 re3 augen=793~193@0.8")
    assert (row.status, [(c.ink, c.read) for c in row.chosen]) == ("ok", [("793", "193")])


@pytest.mark.parametrize(("read", "chosen"), [("15", [("15", "153")]), ("95", [])])
def test_augen_that_lack_a_digit_give_way(read: str, chosen: list[tuple[str, str]]) -> None:
    """A game hardly ever ends with 15 Augen, and 153 give these points: taken, on record. With 95, as common a number,
    a person looks."""
    row = judge_row("+2 -2 +2 -2", f"re1 re3 augen={read}~153@0.75 value=2")
    assert [(one.ink, one.read) for one in row.chosen] == chosen
    assert row.status == ("ok" if chosen else "review")


def test_clear_augen_are_believed_however_rare() -> None:
    """Ink that nobody doubts: 15 Augen are the players' finding."""
    row = judge_row("+2 -2 +2 -2", "re1 re3 augen=15~153@0.99 value=2")
    assert (row.status, row.chosen, "miscounted" in codes(row.findings)) == ("review", (), True)


def test_no_note_confirms_what_was_not_taken() -> None:
    """Where row and details choose the less likely half, no second note says that they confirm the other."""
    row = judge_row("+7~+4@0.55 -4 +4 -4", DETAILS)
    assert [one.sentence for one in row.findings] == ["findings.chosen-row"]


def test_a_value_misread_is_not_a_value_miswritten() -> None:
    """A doubtful value column stands where points and details agree, if it may be right at all: whatever it says, the
    row counts the same."""
    assert judge_row("+4 -4 +4 -4", "re1 re3 re.re augen=153 value=4~9@0.65").status == "ok"
    row = judge_row("+4 -4 +4 -4", "re1 re3 re.re augen=153 value=9~4@0.65")
    assert (row.status, [one.severity for one in row.findings]) == ("ok", ["note"])
    assert judge_row("+4 -4 +4 -4", "re1 re3 re.re augen=153 value=9~7@0.7").status == "review"
    assert judge_row("+4 -4 +4 -4", "re1 re3 re.re augen=153 value=9~4@0.99").status == "review"


@pytest.mark.parametrize(("rules", "seats"), [(name, seats) for name in SYSTEMS for seats in load(name).sheet.seats])
def test_the_printed_sheet_is_understood(rules: str, seats: int) -> None:
    """Every field that is printed beside the points of a full sheet is a detail with a name in both languages."""
    system = load(rules)
    layout = make_layout(SheetCode(rules, "full", seats, 12, columns=printed_columns(system).spell()))
    beside = [field.id for field in layout.fields if field.id.startswith("g01.") and not field.id.startswith("g01.p")]
    readings = [read_exactly(field.id, "x", kind=field.kind) for field in layout.fields if field.id in beside]
    row = transcribe(make_reading(readings, None)).rows[0]
    fields = list_game_fields(system, row, (), LIMITS)
    assert fields is not None
    assert {f"g01.{name}" for name in fields.by_name} | {row.offence.id if row.offence else ""} >= set(beside)
    assert set(list_columns(system, seats)) <= {field.removeprefix("g01.") for field in beside}
    named = (NO_LABELS.name_field(lang, field) for field in beside for lang in ("de", "en"))
    assert all("." not in name.partition(", ")[2] for name in named)


def printed_columns(rules: RuleSet) -> Columns:
    """The columns that a rule set asks for."""
    kinds = tuple(kind.id for kind in rules.kinds if kind.id not in ("normal", "hochzeit-allein", "solo"))
    options = (
        *(["bock"] if rules.bock.triggers else []),
        *(["offence"] if rules.offence.counts_as_game else []),
        *(["verworfen"] if rules.offence.played_out else []),
    )
    solos, extras = (tuple(entry.id for entry in entries) for entries in (rules.sheet.solos, rules.sheet.sonderpunkte))
    return Columns(kinds, solos, extras, options)


@pytest.mark.parametrize("name", ["re.fuchs_am_end", "solo.trumpf", "stille-hochzeit", "kontra.schwarz"])
def test_every_column_becomes_a_detail(name: str) -> None:
    """Ids with dots, dashes and underscores are fields of the row."""
    rules = load("zwoelf-spiele")
    reading: SheetReading = full_reading(rules, [("0 0 0 0", "")])
    fields = list_game_fields(rules, transcribe(reading).rows[0], (), LIMITS)
    assert fields is not None
    assert name in fields.by_name


def test_the_reconciled_sheet_keeps_what_was_written() -> None:
    """Judging leaves the written sheet as it was."""
    rules = load("pflichtsolo-40")
    written = transcribe(full_reading(rules, [("+9 -9 +9 -9", DETAILS)]))
    assert reconcile(rules, written).source is written
