"""Details help to read doubtful points, and points doubtful details; what a rule chose is said with the ink's own
choice."""

from __future__ import annotations

import pytest

from scanner.reading import SheetReading
from scoring.rules import RuleSet
from scoring.rulesets import load
from templates.code import SheetCode
from templates.columns import KINDS, Columns
from templates.registry import layout_for
from tests.tournament.fullpaper import finding, full_reading, judge_row, proposed
from tests.tournament.fullsheets import SYSTEMS, columns
from tests.tournament.paper import codes, judge
from tests.tournament.simulate import exact, sheet_reading
from tournament.gamefields import game_fields
from tournament.limits import LIMITS
from tournament.reconcile import reconcile
from tournament.remarks import where
from tournament.transcribe import transcribe

DETAILS = "re1 re3 re.re augen=153 value=4"


def test_details_read_a_row_that_can_be_read_twice() -> None:
    """All four cells look more like 9 than 4; only the details know better, and the note says what the ink shows."""
    points = "+9~+4@0.7 -9~-4@0.7 +9~+4@0.7 -9~-4@0.7"
    assert judge([points]).rows[0].points == (9, -9, 9, -9)
    row = judge_row(points, DETAILS)
    assert (row.status, row.points) == ("ok", (4, -4, 4, -4))
    assert [(choice.ink, choice.read, choice.rule) for choice in row.chosen][:2] == [
        ("+9", "+4", "details"), ("-9", "-4", "details")]
    assert "sieht eher nach +9 aus" in row.findings[0].message("de")
    assert {one.severity for one in row.findings} == {"note"}


def test_clear_ink_is_never_changed_by_details() -> None:
    """A clear 9 stays a 9, whatever the details say: it is the players' finding."""
    row = judge_row("+9 -9 +9 -9", DETAILS)
    assert (row.status, row.points, row.chosen) == ("review", (9, -9, 9, -9), ())
    assert finding(row, "miscounted").severity == "error"


def test_half_read_points_are_borne_out() -> None:
    """A number read half and half must be looked at on a points sheet; details that tell the game bear it out."""
    assert judge(["+4~+7@0.55 -4 +4 -4"]).rows[0].status == "review"
    row = judge_row("+4~+7@0.55 -4 +4 -4", DETAILS)
    assert (row.status, row.points) == ("ok", (4, -4, 4, -4))
    assert "die Angaben bestätigen +4" in row.findings[0].message("de")


def test_points_read_a_doubtful_cross() -> None:
    """The call looks crossed, but the points follow only without it."""
    row = judge_row("+2 -2 +2 -2", "re1 re3 kontra.kontra@0.6 augen=153 value=2")
    assert (row.status, [(c.field, c.ink, c.read, c.rule) for c in row.chosen]) == (
        "ok", [("g01.kontra.kontra", "x", "", "details")])
    assert row.details is not None
    assert row.details.calls.kontra == 0


def test_points_read_a_doubtful_digit() -> None:
    """Of 153 and 193 Augen only one gives the points; which of 153 and 158 it was does not matter."""
    row = judge_row("+2 -2 +2 -2", "re1 re3 augen=193~153@0.55")
    assert (row.status, [(c.ink, c.read) for c in row.chosen]) == ("ok", [("193", "153")])
    alike = judge_row("+2 -2 +2 -2", "re1 re3 augen=158~153@0.55")
    assert (alike.status, alike.chosen) == ("ok", ())


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


def test_a_value_misread_is_not_a_value_miswritten() -> None:
    """A doubtful value column is noted where points and details agree, a clear wrong one is told."""
    assert judge_row("+4 -4 +4 -4", "re1 re3 re.re augen=153 value=9~4@0.55").status == "ok"
    assert judge_row("+4 -4 +4 -4", "re1 re3 re.re augen=153 value=9~7@0.7").status == "review"


@pytest.mark.parametrize("rules", SYSTEMS)
@pytest.mark.parametrize("seats", [4, 5])
def test_the_printed_sheet_is_understood(rules: str, seats: int) -> None:
    """Every field that is printed beside the points of a full sheet is a detail with a name in both languages."""
    system = load(rules)
    if seats not in system.sheet.seats:
        return
    layout = layout_for(SheetCode(rules, "full", seats, 12, columns=printed_columns(system).text()))
    beside = [field.id for field in layout.fields if field.id.startswith("g01.") and not field.id.startswith("g01.p")]
    readings = [exact(field.id, "x", kind=field.kind) for field in layout.fields if field.id in beside]
    row = transcribe(sheet_reading(readings, None)).rows[0]
    fields = game_fields(row, None, LIMITS)
    assert fields is not None
    assert {f"g01.{name}" for name in fields.by_name} | {row.offence.id if row.offence else ""} >= set(beside)
    assert set(columns(system)) <= {field.removeprefix("g01.") for field in beside}
    assert all("." not in where(lang, field).partition(", ")[2] for field in beside for lang in ("de", "en"))


def printed_columns(rules: RuleSet) -> Columns:
    """The columns that a rule set asks for."""
    kinds = tuple(kind.id for kind in rules.kinds if kind.id in KINDS.values())
    options = (*(["bock"] if rules.bock.triggers else []), *(["offence"] if rules.offence.counts_as_game else []))
    solos, extras = (tuple(entry.id for entry in entries) for entries in (rules.sheet.solos, rules.sheet.sonderpunkte))
    return Columns(kinds, solos, extras, options)


@pytest.mark.parametrize("name", ["re.fuchs_am_end", "solo.trumpf", "stille-hochzeit", "kontra.schwarz"])
def test_every_column_becomes_a_detail(name: str) -> None:
    """Ids with dots, dashes and underscores are fields of the row."""
    rules = load("zwoelf-spiele")
    reading: SheetReading = full_reading(rules, [("0 0 0 0", "")])
    fields = game_fields(transcribe(reading).rows[0], None, LIMITS)
    assert fields is not None
    assert name in fields.by_name


def test_the_reconciled_sheet_keeps_what_was_written() -> None:
    """Judging leaves the written sheet as it was."""
    rules = load("pflichtsolo-40")
    written = transcribe(full_reading(rules, [("+9 -9 +9 -9", DETAILS)]))
    assert reconcile(rules, written).source is written
