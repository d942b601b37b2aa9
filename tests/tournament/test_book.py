"""The book of several photographs: repeats, clashes, other rule sets, unusable pictures, players and places."""

from __future__ import annotations

import random
from dataclasses import replace

from dev.rounds.reader import Hand, read_sheet
from dev.rounds.sheets import draw_points_sheet
from scanner.sheet_reading import Reading, SheetReading
from scoring.rulesets.load_rules import load
from tests.tournament.evening import BROKEN
from tests.tournament.filing.files import keep_book, key_sheets
from tests.tournament.fullpaper import full_reading
from tests.tournament.paper import RULES, written
from tournament.evening.book import Book
from tournament.evening.roster import Roster
from tournament.evening.sheet_intake import sort_out
from tournament.review.waiting import list_waiting

ROWS = ["+6 -6 +6 -6", "+2 +2 -2 -2", "-9 +3 +3 +3", "+4 -4 -4 +4", "+1 -1 +1 -1"]
OTHER = ["+2 -2 +2 -2", "+8 +8 -8 -8", "-6 +2 +2 +2", "+3 -3 -3 +3", "-5 +5 +5 -5"]
NAMES = ("Anna", "Bernd", "Clara", "Dora")


def book(*sheets: SheetReading) -> Book:
    """The book of these sheets, with names as printed."""
    return keep_book(RULES, sheets, Roster())


def test_the_better_photograph_of_a_sheet_is_used() -> None:
    """Two photographs of one sheet count once; the sharper one is used, and the other is reported."""
    clear = written(ROWS, photo="scharf.jpg", names=NAMES)
    blurred = written(ROWS, photo="unscharf.jpg", names=NAMES)
    assert clear.quality is not None
    blurred = replace(blurred, quality=replace(clear.quality, sharpness_mm=0.9))
    for order in ((clear, blurred), (blurred, clear)):
        kept = book(*order)
        assert [entry.sheet.source.photo for entry in kept.entries] == ["scharf.jpg"]
        finding = next(f for f in kept.entries[0].sheet.findings if f.code == "duplicate-sheet")
        assert finding.severity == "note"
        assert "Denselben Bogen zeigt unscharf.jpg" in finding.message()


def test_which_way_up_a_list_lay_is_asked_of_the_whole_sheet() -> None:
    """Where the numbers read nearly as well upside down, a warning of its own says how sure the turn is, before all
    else that is open; where they do not, nothing is said."""
    sure = written(ROWS, names=NAMES)
    assert sure.quality is not None
    unsure = replace(sure, quality=replace(sure.quality, upright=0.876))
    (entry,) = book(unsure).entries
    (told,) = [one for one in entry.sheet.findings if one.code == "way-up"]
    assert told.severity == "warning"
    assert told.message().startswith("Nur zu 87 % sicher, wie herum die Liste lag.")
    assert told.message("en").startswith("Which way up the list lay is only 87% certain.")
    assert list_waiting(book(unsure))[0].item == "r1.t1.way-up"
    assert not [one for one in book(sure).entries[0].sheet.findings if one.code == "way-up"]


def test_lists_that_were_not_read_are_asked_about() -> None:
    """A photograph may show more lists than the one that counts: another table's result may be missing, so that comes
    before all else that is open."""
    alone = written(ROWS, names=NAMES)
    assert alone.quality is not None
    for beside, said in (
        (1, "Auf dem Foto liegt 1 weitere Liste wie diese,"),
        (2, "Auf dem Foto liegen 2 weitere Listen"),
    ):
        shown = replace(alone, quality=replace(alone.quality, beside=beside))
        (told,) = [one for one in book(shown).entries[0].sheet.findings if one.code == "lists-beside"]
        assert told.severity == "warning"
        assert told.message().startswith(said)
        assert told.message().endswith("Was zählen soll, bitte einzeln fotografieren.")
        assert list_waiting(book(shown))[0].item == "r1.t1.lists-beside"
    assert not [one for one in book(alone).entries[0].sheet.findings if one.code == "lists-beside"]


def test_photographs_that_differ_are_told_field_by_field() -> None:
    """Where the other photograph clearly shows something else, the field is named and its row is open."""
    one = written([*ROWS[:4], "+1 -1 +1 -1"], photo="a.jpg")
    two = written([*ROWS[:4], "+7 -7 +7 -7"], photo="b.jpg")
    assert one.quality is not None
    two = replace(two, quality=replace(one.quality, sharpness_mm=0.5))
    kept = book(one, two)
    assert len(kept.entries) == 1
    row = kept.entries[0].sheet.rows[4]
    assert row.status == "review"
    assert row.points == (1, -1, 1, -1)
    assert {finding.fields[0] for finding in row.findings} == {f"g05.p{seat}" for seat in range(1, 5)}


def test_photographs_that_differ_say_so_on_the_sheet() -> None:
    """Also where nothing depends on it: a written sum that is another one is reported, and no item of its own."""
    one = written(ROWS, "+9 -9 +9 -9", photo="a.jpg")
    two = written(ROWS, "+9 -9 +9 -8", photo="b.jpg")
    assert one.quality is not None
    two = replace(two, quality=replace(one.quality, sharpness_mm=0.5))
    (entry,) = book(one, two).entries
    told = [(one.severity, one.message()) for one in entry.sheet.findings if one.code == "duplicate-sheet"]
    assert told == [
        ("note", "Denselben Bogen zeigt b.jpg, 1 Feld davon anders. Gezählt wird a.jpg, besser lesbar."),
        ("note", "Summe von Platz 4: -9 in a.jpg, -8 in b.jpg. Gezählt wird -9."),
    ]


def test_photographs_of_one_full_sheet_are_compared_in_their_details() -> None:
    """Its value and its Augen too: a clear number that is another one in a row that counts is asked about."""
    rules = load("pflichtsolo-40")
    line = ("+1 -1 +1 -1", "re1 re3 augen=130 value={}")
    one, two = (
        replace(full_reading(rules, [(line[0], line[1].format(value))]), photo=photo, photo_sha256=photo * 8)
        for value, photo in ((1, "a.jpg"), (2, "b.jpg"))
    )
    (entry,) = keep_book(rules, [one, two]).entries
    [row] = entry.sheet.open_rows
    assert [one.fields for one in row.findings if one.code == "duplicate-sheet"] == [("g01.value",)]


def test_the_same_file_given_twice_counts_once() -> None:
    """One picture under two names is one sheet."""
    sheet = written(["+6 -6 +6 -6"])
    assert len(book(sheet, replace(sheet, photo="kopie.jpg")).entries) == 1


def test_two_sheets_of_the_same_table_are_both_kept_and_told() -> None:
    """Same round and table, other numbers: neither is dropped, both carry the finding."""
    kept = book(written(ROWS, photo="a.jpg", table=2), written(OTHER, photo="b.jpg", table=2))
    assert len(kept.entries) == 2
    for entry in kept.entries:
        finding = next(f for f in entry.sheet.findings if f.code == "duplicate-sheet")
        assert finding.severity == "error"
        assert "Runde 1, Tisch 2" in finding.message()
        assert entry.sheet.status == "review"


def test_repeats_are_found_without_a_round_and_table() -> None:
    """On sheets whose code is left blank the numbers themselves decide; other numbers are another sheet."""
    sheets = [
        written(rows, photo=photo, round_=None, table=None)
        for rows, photo in ((ROWS, "a.jpg"), (ROWS, "b.jpg"), (OTHER, "c.jpg"))
    ]
    found = sort_out(key_sheets(sheets))
    assert [len(one.repeats) for one in found] == [1, 0]
    assert not any(one.clashes for one in found)


def test_rereadings_of_simulated_sheets_are_recognised() -> None:
    """Twenty sheets, each seen twice with its own misreadings, are twenty sheets; no two tables are mixed up."""
    rng = random.Random(4)
    truths = [draw_points_sheet(rng, round_=n // 5 + 1, table=n % 5 + 1) for n in range(20)]
    looks = [
        read_sheet(rng, truth, Hand(unclear=0.1), photo=f"{n}-{look}.jpg")
        for look in "ab"
        for n, truth in enumerate(truths)
    ]
    found = sort_out(key_sheets(looks))
    photos = [{one.sheet.photo, *(repeat.photo for repeat in one.repeats)} for one in found]
    assert photos == [{f"{n}-a.jpg", f"{n}-b.jpg"} for n in range(20)]
    assert not any(one.clashes for one in found)


def test_a_sheet_of_other_rules_is_named_not_read() -> None:
    """A sheet printed for another rule set is listed with its reason and counts nothing."""
    foreign = written(ROWS, photo="fremd.jpg")
    assert foreign.code is not None
    foreign = replace(foreign, code=foreign.code.replace("pflichtsolo-40", "zwoelf-spiele"))
    kept = book(foreign, BROKEN)
    assert not kept.entries
    assert [entry.problem.code for entry in kept.unusable] == ["other-rules", "unreadable"]
    assert "zwoelf-spiele" in kept.unusable[0].problem.in_("de")
    assert kept.needs_person


def test_a_player_at_two_tables_is_told() -> None:
    """The same name twice in one round is a finding on both sheets; in another round it is the same player."""
    kept = book(
        written(ROWS, photo="a.jpg", names=NAMES),
        written(OTHER, photo="b.jpg", table=2, names=("Anna", "Emil", "Fritz", "Gina")),
        written(OTHER[::-1], photo="c.jpg", round_=2, names=NAMES),
    )
    told = [[f.message() for f in e.sheet.findings if f.code == "unknown-name"] for e in kept.entries]
    assert [len(messages) for messages in told] == [1, 1, 0]
    assert "Anna sitzt in Runde 1 zweimal: Runde 1, Tisch 1, Platz 1; Runde 1, Tisch 2, Platz 1" in told[0][0]
    anna = next(player for player in kept.players if player.name == "Anna")
    assert len(anna.seats) == 3


def test_a_doubtful_name_is_a_finding() -> None:
    """A printed name that is not on the list is reported with the closest ones, and the seat keeps its label."""
    kept = keep_book(RULES, [written(ROWS, names=("Anna", "Bernt", "Xaver", "Dora"))], Roster(NAMES))
    entry = kept.entries[0]
    assert entry.names == ("Anna", "Runde 1, Tisch 1, Platz 2", "Runde 1, Tisch 1, Platz 3", "Dora")
    findings = [f for f in entry.sheet.findings if f.code == "unknown-name"]
    assert [f.fields for f in findings] == [("name.p2",), ("name.p3",)]
    assert findings[0].message() == "Platz 2: „Bernt“ steht nicht auf der Liste. Ist es Bernd?"
    nobody = "Platz 3: „Xaver“ steht nicht auf der Liste, und niemand heißt dort ähnlich. Wer saß hier?"
    assert findings[1].message() == nobody


def test_a_stranger_at_a_drawn_table_is_asked_for_by_who_is_missing() -> None:
    """Petra Quak is like nobody: the sentence says who of the draw is not there yet, and guesses nothing."""
    names = ("Anna", "Bernd", "Çem", "Dora", "Bärbel Strauß")
    roster = Roster(names, drawn={(1, 1): names[:4]})
    kept = keep_book(RULES, [written(ROWS, names=("Petra Quak", *names[1:4]))], roster)
    (asked,) = [one for one in kept.entries[0].sheet.findings if one.code == "unknown-name"]
    told = "Platz 1: „Petra Quak“ steht nicht auf der Liste; an diesem Tisch fehlt noch: Anna. Wer saß hier?"
    assert asked.message() == told


def test_handwriting_is_not_read_as_a_name() -> None:
    """On a sheet whose names are not printed, whatever the text reader said is left aside."""
    sheet = written(ROWS)
    scrawl = Reading("name.p1", "text", "Hnna", 0.99, (("Hnna", 0.99),), sheet.readings[0].quad_px)
    kept = book(replace(sheet, readings=(*sheet.readings, scrawl)))
    assert kept.entries[0].names[0] == "Runde 1, Tisch 1, Platz 1"


def test_a_foreign_sheets_names_are_only_the_lists() -> None:
    """Without a code nobody knows print from handwriting: a name counts only when the players' list has it."""
    sheet = replace(written(ROWS, names=NAMES), code=None)
    assert keep_book(RULES, [sheet]).entries[0].names[0] == "Foto IMG_1, ohne Tisch, Platz 1"
    assert keep_book(RULES, [sheet], Roster(NAMES)).entries[0].names == NAMES


def test_totals_solos_and_places() -> None:
    """Totals add the rounds, a won solo counts with its cross, equal points share a place and the next one is
    skipped."""
    kept = book(
        written(["+6 -2 -2 -2 solo", "-3 -3 +9 -3", "+9 -3 -3 -3"], names=NAMES),
        written(["+2 +2 -2 -2", "+6 -18 +6 +6 solo"], round_=2, table=1, names=NAMES),
    )
    table = [(s.place, s.shared, s.player.name, s.player.total, s.player.solos_won) for s in kept.standings]
    assert table == [
        (1, False, "Anna", 20, 1),
        (2, False, "Clara", 8, 0),
        (3, False, "Dora", -4, 0),
        (4, False, "Bernd", -24, 0),
    ]
    assert kept.standings[0].player.best_round == 12


def test_open_rows_are_counted_with_the_players() -> None:
    """Everybody at the table has the row open; what is written counts meanwhile."""
    kept = book(written(["+6 -6 +6 -5"], names=NAMES))
    assert kept.open_rows == 1
    assert {player.open_rows for player in kept.players} == {1}
    assert {s.player.name: s.player.total for s in kept.standings}["Dora"] == -5


def test_what_names_no_field_waits_for_a_person_all_the_same() -> None:
    """A Pflichtsolo that was never crossed stands in no cell; the sheet is open, and so is everyone at its table."""
    kept = book(written([row for row in ROWS if row != "-9 +3 +3 +3"], names=NAMES))
    [entry] = kept.entries
    assert (entry.sheet.open_rows, entry.sheet.look) == ((), ())
    assert [finding.code for finding in entry.sheet.findings] == ["pflichtsolo"] * 4
    assert (entry.sheet.status, kept.needs_person, kept.open_items) == ("review", True, 1)
    assert {(player.open_rows, player.open_items) for player in kept.players} == {(0, 1)}
